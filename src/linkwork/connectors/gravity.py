"""ConnectorGravity: mutual attraction of two masses.

    L = |p1 - p0|,  v_f = (p1 - p0) / L,  f = G m_0 m_1 phi(L) v_f     on m0; m1 receives -f
    phi = 1 / L^2                          for L >= d_min
    phi = 1 / (L^2 + (L - d_min)^2)        for L <  d_min

The body at m0 is pulled toward m1; a negative G repels. df/d(Delta p) = G m_0 m_1 (phi' v_f
v_f^T + phi/L (I - v_f v_f^T)). At L = 0 force and derivative are zero if d_min > 0; otherwise L = 0
is an error. Rigid motions change nothing; for L >= d_min the potential is -G m_0 m_1 / L (below
d_min the energy kernel continues it by the integral of the regularized force).
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from linkwork.connectors.connector import DrawnConnector, PairConnector
from linkwork.connectors.laws.gravity_group import (
    BODY,
    NEAR,
    attract,
    dissolve,
    find_groups,
    loose,
    pairs_of,
)
from linkwork.core.declare.item import Output, define, parameter
from linkwork.core.declare.parameters import Flag, Real, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import i8
from linkwork.core.status import GRAVITY_SINGULAR, fail
from linkwork.math.vec3 import add_scaled, dot, sub, unit

__all__ = [
    "ConnectorGravity",
    "ObjectConnectorGravity",
    "VConnectorGravity",
    "VObjectConnectorGravity",
]

DISTANCE, DISPLACEMENT = int(Variable.Distance), int(Variable.Displacement)
VELOCITY, FORCE = int(Variable.Velocity), int(Variable.Force)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)


class VObjectConnectorGravity(DrawnConnector):
    """Drawing of a ConnectorGravity, hidden by default; drawSize is the width of the line."""

    drawn_as = "dashed"

    show: bool = parameter(False, Flag(), doc="whether the item is drawn")


class ObjectConnectorGravity(PairConnector):
    """Gravitational attraction between two position markers."""

    type_name = "ConnectorGravity"
    short_name = "ConnectorGravity"
    V = VObjectConnectorGravity
    loses_energy = False
    extra_columns = (*PairConnector.extra_columns, ("stretch", i8))
    rows_act_alone = False
    own = {**PairConnector.own, "bodies": (BODY, ())}
    outputs = {
        Variable.Distance: Output("L", "m", 0, "distance of the points"),
        Variable.Displacement: Output("Delta p", "m", 3, "p1 - p0"),
        Variable.Velocity: Output("Delta v", "m/s", 3, "v1 - v0"),
        Variable.Force: Output("f", "N", 3, "force on m0, toward m1; m1 receives -f"),
        Variable.PotentialEnergy: Output("V", "J", 0, "stored energy"),
    }

    gravitationalConstant: float = parameter(
        6.67430e-11, Real, symbol="G", unit="m^3/(kg s^2)",
        doc="gravitational constant; negative: repulsion",
    )  # fmt: skip
    mass0: float = parameter(0.0, UReal, symbol="m_0", unit="kg", doc="mass at marker m0")
    mass1: float = parameter(0.0, UReal, symbol="m_1", unit="kg", doc="mass at marker m1")
    minDistanceRegularization: float = parameter(
        0.0, UReal, symbol="d_min", unit="m", doc="distance below which the force is softened"
    )

    @classmethod
    def arrange(cls, rows: np.ndarray, own: Mapping[str, np.ndarray]) -> None:
        find_groups(rows, own["bodies"])

    @classmethod
    def rewritten(cls, rows: np.ndarray, row: int) -> None:
        dissolve(rows, row)


def _law(e, L):
    """Scalar force G m_0 m_1 phi(L) and its derivative by L, for L > 0."""
    c = e.G * e.m_0 * e.m_1
    if L >= e.d_min:
        return c / (L * L), -2.0 * c / (L * L * L)
    s = L * L + (L - e.d_min) * (L - e.d_min)
    return c / s, -c * (4.0 * L - 2.0 * e.d_min) / (s * s)


def _pull(e, L2):
    """f / L from the squared distance L2 > 0.

    One square root and one division; these determine the speed of models with many masses.
    """
    L = math.sqrt(L2)
    if L2 > NEAR and L >= e.d_min:
        return e.G * e.m_0 * e.m_1 / (L2 * L)
    return _law(e, L)[0] / L


def _is_singular(e):
    """Whether the law is undefined at L = 0."""
    return e.d_min == 0.0 and e.G * e.m_0 * e.m_1 != 0.0


def residual(table, markers, marker_force_out, bodies_out):
    i = 0
    while i < table.size:
        k = table[i].stretch
        if k > 0 and attract(table[i].G, i, k, markers, marker_force_out, bodies_out):
            i += pairs_of(k)
            continue
        rows = table[i : i + loose(k, table.size - i)]
        status = _pairs(rows, markers, marker_force_out)
        if status != 0:
            return status
        i += rows.size
    return 0


def _pairs(rows, markers, marker_force_out):
    """Forces row by row."""
    for i in range(rows.size):
        e = rows[i]
        if e.active == 0:
            continue
        d = sub(markers[e.m1].p, markers[e.m0].p)
        L2 = dot(d, d)
        if L2 == 0.0:
            if _is_singular(e):
                return fail(GRAVITY_SINGULAR, e.number)
            continue
        pull = _pull(e, L2)
        add_scaled(marker_force_out, e.m0, pull, d)
        add_scaled(marker_force_out, e.m1, -pull, d)
    return 0


def jacobian(table, markers, stiffness_out, damping_out):
    for i in range(table.size):
        e = table[i]
        L, v_f = unit(sub(markers[e.m1].p, markers[e.m0].p))
        acts = e.active != 0 and L > 0.0
        f, slope = _law(e, L) if acts else (0.0, 0.0)
        across = f / L if acts else 0.0
        for r in range(3):
            for c in range(3):
                along = v_f[r] * v_f[c]
                stiffness_out[i, r, c] = slope * along + across * ((1.0 if r == c else 0.0) - along)
                damping_out[i, r, c] = 0.0


def potential(table, markers, energy_out):
    """Energy of each pair [J]; zero at infinite distance."""
    for i in range(table.size):
        e = table[i]
        c = e.active * e.G * e.m_0 * e.m_1
        L = unit(sub(markers[e.m1].p, markers[e.m0].p))[0]
        if L >= e.d_min:
            energy_out[i] = -c / L
        else:
            # 1/(2 L^2 - 2 L d + d^2) = 2/((2 L - d)^2 + d^2) integrates to an arctangent
            inside = math.atan((2.0 * L - e.d_min) / e.d_min) - math.atan(1.0)
            energy_out[i] = c * (inside - 1.0) / e.d_min


def output(table, row, variable, markers, value_out):
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], markers, value_out)
        return 0
    e = table[row]
    d = sub(markers[e.m1].p, markers[e.m0].p)
    L2 = dot(d, d)
    if variable == DISTANCE:
        value_out[0] = math.sqrt(L2)
    elif variable == DISPLACEMENT:
        for r in range(3):
            value_out[r] = d[r]
    elif variable == VELOCITY:
        for r in range(3):
            value_out[r] = markers[e.m1].v[r] - markers[e.m0].v[r]
    elif variable == FORCE and e.active != 0:
        if L2 == 0.0:
            return fail(GRAVITY_SINGULAR, e.number) if _is_singular(e) else 0
        pull = _pull(e, L2)
        for r in range(3):
            value_out[r] = pull * d[r]
    return 0


define(ObjectConnectorGravity, residual, jacobian, potential, output)
ConnectorGravity, VConnectorGravity = ObjectConnectorGravity, VObjectConnectorGravity
