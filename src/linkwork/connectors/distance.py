"""DistanceConstraint: keeps two points at a prescribed distance.

    L = |p1 - p0|,  v_f = (p1 - p0) / L
    position level   c    = L - d0 = 0
    velocity level   c'   = v_f . Delta v - rate = 0, rate = d0' (0 unless d0 is changed in a run)
    second derivative without accelerations   (|Delta v|^2 - (v_f . Delta v)^2) / L
    inactive         lambda = 0

The multiplier lambda is the force in the link, > 0 in tension: m0 receives +lambda v_f, m1
-lambda v_f. Its geometric stiffness is lambda/L (I - v_f v_f^T). Rigid motions change nothing;
the constraint force does no work. L = 0 is an error while the constraint is active.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.connectors.connector import DrawnConnector, PairConstraint
from linkwork.core.declare.item import Output, define, parameter
from linkwork.core.declare.parameters import PReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.status import ZERO_DISTANCE, fail
from linkwork.math.exact import two_product, two_sum
from linkwork.math.vec3 import add_scaled, dot, sub, unit

__all__ = [
    "DistanceConstraint",
    "ObjectConnectorDistance",
    "VDistanceConstraint",
    "VObjectConnectorDistance",
]

DISTANCE, DISPLACEMENT = int(Variable.Distance), int(Variable.Displacement)
VELOCITY, FORCE = int(Variable.Velocity), int(Variable.Force)
CONSTRAINT_EQUATION = int(Variable.ConstraintEquation)


class VObjectConnectorDistance(DrawnConnector):
    """Drawing of a DistanceConstraint; drawSize is the thickness of the link."""

    drawn_as = "rod"


class ObjectConnectorDistance(PairConstraint):
    """A rigid massless link between two position markers."""

    type_name = "ConnectorDistance"
    short_name = "DistanceConstraint"
    V = VObjectConnectorDistance
    outputs = {
        Variable.Displacement: Output("Delta p", "m", 3, "p1 - p0"),
        Variable.Velocity: Output("Delta v", "m/s", 3, "v1 - v0"),
        Variable.Distance: Output("L", "m", 0, "distance of the points"),
        Variable.Force: Output("lambda", "N", 0, "force in the link, > 0: tension"),
        Variable.ConstraintEquation: Output("c", "m", 0, "deviation L - d0"),
    }

    driven = "d0"
    slope_symbols = ("d0",)

    distance: float = parameter(0.0, PReal, symbol="d0", unit="m", doc="prescribed distance")

    @classmethod
    def scales(cls, table: Any, model: Any, data: Any) -> np.ndarray:
        found: np.ndarray = table.rows["d0"]
        return found


def _deviation(m0, m1, L, d0):
    """L - d0 = (L^2 - d0^2) / (L + d0) without cancellation.

    Implicit solvers divide it by h^2: rounding errors of L would drown the multiplier.
    """
    square, low = two_product(d0, -d0)
    for r in range(3):
        side, side_low = two_sum(m1.p[r], -m0.p[r])
        side_low += m1.p_low[r] - m0.p_low[r]
        product, product_low = two_product(side, side)
        square, rest = two_sum(square, product)
        low += rest + product_low + 2.0 * side * side_low
    return (square + low) / (L + d0)


def residual(table, markers, multipliers, level, marker_force_out, constraint_out):
    for i in range(table.size):
        e = table[i]
        force = multipliers[e.row]
        if e.active == 0:
            constraint_out[e.row] = force
            continue
        m0, m1 = markers[e.m0], markers[e.m1]
        L, v_f = unit(sub(m1.p, m0.p))
        if L == 0.0:
            return fail(ZERO_DISTANCE, e.number)
        add_scaled(marker_force_out, e.m0, force, v_f)
        add_scaled(marker_force_out, e.m1, -force, v_f)
        if level == 0:
            constraint_out[e.row] = _deviation(m0, m1, L, e.d0)
        else:
            dv = sub(m1.v, m0.v)
            Ldot = dot(v_f, dv)
            square = (dot(dv, dv) - Ldot * Ldot) / L
            constraint_out[e.row] = Ldot - e.rate if level == 1 else square
    return 0


def jacobian(
    table, markers, multipliers, level,
    stiffness_out, gradient_out, row_q_out, row_v_out, slope_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        m0, m1 = markers[e.m0], markers[e.m1]
        L, v_f = unit(sub(m1.p, m0.p))
        acts = e.active != 0 and L > 0.0
        slope_out[i] = 0.0 if acts else 1.0
        force = multipliers[e.row] / L if acts else 0.0
        dv = sub(m1.v, m0.v)
        Ldot = dot(v_f, dv)
        for r in range(3):
            gradient_out[i, r] = v_f[r] if acts else 0.0
            row_q_out[i, r] = gradient_out[i, r]
            row_v_out[i, r] = 0.0
            if level == 1:
                row_q_out[i, r] = (dv[r] - Ldot * v_f[r]) / L if acts else 0.0
                row_v_out[i, r] = gradient_out[i, r]
            for c in range(3):
                stiffness_out[i, r, c] = force * ((1.0 if r == c else 0.0) - v_f[r] * v_f[c])


def slope(table, level, constraint_out):
    """Derivatives by the prescribed distance."""
    for i in range(table.size):
        e = table[i]
        constraint_out[e.row] = -1.0 if e.active != 0 and level == 0 else 0.0


def output(table, row, variable, markers, multipliers, value_out):
    e = table[row]
    m0, m1 = markers[e.m0], markers[e.m1]
    L = unit(sub(m1.p, m0.p))[0]
    if variable == DISTANCE:
        value_out[0] = L
    elif variable == CONSTRAINT_EQUATION:
        value_out[0] = L - e.d0
    elif variable == FORCE:
        value_out[0] = multipliers[e.row] if e.active != 0 else 0.0
    else:
        for r in range(3):
            value_out[r] = m1.p[r] - m0.p[r] if variable == DISPLACEMENT else m1.v[r] - m0.v[r]


define(ObjectConnectorDistance, residual, jacobian, slope, output)
DistanceConstraint, VDistanceConstraint = ObjectConnectorDistance, VObjectConnectorDistance
