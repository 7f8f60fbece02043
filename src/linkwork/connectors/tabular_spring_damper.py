"""TabularSpringDamper: a spring-damper on the line between two points with a piecewise law.

    Delta p = p1 - p0,  L = |Delta p|,  v_f = Delta p / L,  Ldot = v_f . Delta v,  u = L - L0
    f = f_SD v_f             on m0; m1 receives -f (f_SD > 0 pulls the points together)

    springType    f_SD
    Linear        k u + d Ldot
    Tensile       k u + d Ldot   where u > 0, else 0
    Compressive   k u + d Ldot   where u < 0, else 0
    Tabular       C(u) + d Ldot

C interpolates the table `curve` of (displacement u [m], force [N]) linearly; beyond its ends the
force is constant, or with `extrapolate` "linear" the end segments continue. With `noAdhesion` the
total force of a Tensile spring is never below 0 and that of a Compressive one never above 0: the
damper cannot hold separating points back.

Branches: number of knots up to u (Tabular), else OFF, ON or CLAMPED (force 0 by noAdhesion).
Boundaries: for Tabular 0 and 1 are the lower and upper end of a segment; for the others 0 is u = 0,
and 1 is k u + d Ldot = 0. Derivatives are those of the SpringDamper, with the slopes of the present
branch. At L = 0 the direction and Ldot are undefined. This is an error unless f_SD = 0 for all Ldot
from -|Delta v| to |Delta v|.
Rigid motions change nothing; without damper the force has a potential, which is zero at u = 0.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.connectors.connector import EVENT_COLUMN, DrawnConnector, PairConnector
from linkwork.connectors.laws.line import (
    FORCE,
    FORCE_LOCAL,
    fill_block,
    fill_unit_block,
    force_output,
    geometry,
    is_undefined,
    motion_output,
    speed_of,
)
from linkwork.connectors.laws.spring_types import (
    COMPRESSIVE,
    ENDS,
    LINEAR,
    SPRING_TYPES,
    TABULAR,
    TENSILE,
)
from linkwork.core.declare.item import Output, define, parameter
from linkwork.core.declare.parameters import Choice, Curve, Flag, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import BOUNDARIES, f8, i8, record
from linkwork.core.status import ZERO_LENGTH, fail
from linkwork.math.tolerances import ON_BOUNDARY
from linkwork.math.vec3 import add_scaled, sub, unit

__all__ = [
    "ObjectConnectorTabularSpringDamper",
    "TabularSpringDamper",
    "VObjectConnectorTabularSpringDamper",
    "VTabularSpringDamper",
]


OFF, ON, CLAMPED = range(3)

TINY = 1.0e-300

KNOT = record(("u", f8), ("f", f8))
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)


class VObjectConnectorTabularSpringDamper(DrawnConnector):
    """Drawing of a TabularSpringDamper; drawSize is the diameter of the coil."""

    drawn_as = "coil"


class ObjectConnectorTabularSpringDamper(PairConnector):
    """A spring-damper between two position markers: linear, unilateral or from a table."""

    type_name = "ConnectorTabularSpringDamper"
    short_name = "TabularSpringDamper"
    V = VObjectConnectorTabularSpringDamper
    extra_columns = (
        *PairConnector.extra_columns, EVENT_COLUMN, ("first", i8), ("count", i8),
    )  # fmt: skip
    pools = {"knots": KNOT}
    outputs = {
        Variable.Distance: Output("L", "m", 0, "distance of the points"),
        Variable.Displacement: Output("Delta p", "m", 3, "p1 - p0"),
        Variable.Velocity: Output("Delta v", "m/s", 3, "v1 - v0"),
        Variable.Force: Output("f", "N", 3, "force on m0; m1 receives -f"),
        Variable.ForceLocal: Output("f_SD", "N", 0, "scalar force, > 0: tension"),
        Variable.PotentialEnergy: Output("V", "J", 0, "stored energy"),
    }

    referenceLength: float = parameter(
        0.0, UReal, symbol="L0", unit="m", doc="length of the spring at rest"
    )
    stiffness: float = parameter(
        0.0, UReal, symbol="k", unit="N/m", doc="stiffness of the spring; ignored with Tabular"
    )
    damping: float = parameter(0.0, UReal, symbol="d", unit="N s/m", doc="damping of the damper")
    springType: str = parameter(
        "Tabular", Choice(SPRING_TYPES), symbol="law", structural=True,
        doc="law of the spring: Linear, Tensile, Compressive or Tabular",
    )  # fmt: skip
    curve: Any = parameter(
        [], Curve(), unit="m, N",
        doc="n x 2 numbers: displacement, strictly increasing, and force; for Tabular",
    )  # fmt: skip
    extrapolate: str = parameter(
        "hold", Choice(ENDS), symbol="extrapolate",
        doc="beyond the ends of the curve: constant or linear",
    )  # fmt: skip
    noAdhesion: bool = parameter(
        False, Flag(), symbol="no_adhesion", structural=True,
        doc="whether the total force keeps its sign; for Tensile and Compressive",
    )  # fmt: skip

    @classmethod
    def has_events(cls, table: Any) -> bool:
        return bool((table.rows["law"] != LINEAR).any())

    def is_structural(self, p: Any, new: Any) -> bool:
        """Whether the curve has another number of points, which needs another place."""
        return p.structural or (p.name == "curve" and len(new) != len(self.curve))

    def check_complete(self, owner: str) -> None:
        """Reject a missing curve, and options that do not fit the type."""
        if self.noAdhesion and self.springType not in ("Tensile", "Compressive"):
            raise ParameterError(
                f"{owner}: noAdhesion needs springType 'Tensile' or 'Compressive', got "
                f"{self.springType!r}; omit noAdhesion or choose one of these types"
            )
        if self.springType == "Tabular" and not len(self.curve):
            raise ParameterError(
                f"{owner}: springType 'Tabular' needs a curve of n x 2 numbers, displacement [m] "
                "and force [N], which is missing; give curve, or choose another springType"
            )

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        items = [model.items["object"][number] for number in table.numbers]
        rows = table.rows
        rows["count"] = [len(item.curve) for item in items]
        rows["first"] = np.cumsum([0, *rows["count"][:-1]])
        table.pools["knots"] = np.zeros(rows["count"].sum(), KNOT)

    @classmethod
    def write_pools(cls, table: Any, row: int, item: Any) -> None:
        e = table.rows[row]
        if e["count"]:
            part = table.pools["knots"][e["first"] : e["first"] + e["count"]]
            part["u"], part["f"] = item.curve.T


def _size(e, L, markers):
    """Size of the positions whose difference is u [m]."""
    p0, p1 = markers[e.m0].p, markers[e.m1].p
    size = L + e.L0
    for r in range(3):
        size += abs(p0[r]) + abs(p1[r])
    return size


def _lowest(e):
    """First segment; with linear extrapolation it covers all below the second knot."""
    return 1 if e.extrapolate != 0 else 0


def _highest(e):
    """Last segment."""
    return e.count - 1 if e.extrapolate != 0 else e.count


def _branch(e, knots, u, w, band):
    """Branch at displacement u and rate w; within a band around a boundary the rate decides."""
    if e.law == LINEAR:
        return ON
    if e.law == TABULAR:
        at = u + band if w > 0.0 else u - band
        branch, above = 0, e.count
        while branch < above:
            middle = (branch + above) // 2
            if knots[e.first + middle].u <= at:
                branch = middle + 1
            else:
                above = middle
        return min(max(branch, _lowest(e)), _highest(e))
    sign = 1.0 if e.law == TENSILE else -1.0
    inside = sign * u > band or (sign * u >= -band and sign * w > 0.0)
    if not inside:
        return OFF
    return CLAMPED if e.no_adhesion != 0 and sign * (e.k * u + e.d * w) < 0.0 else ON


def _present_branch(e, knots, markers, frozen, branches, L, w):
    """The frozen branch, or that of the state."""
    if frozen != 0:
        return branches[e.event]
    return _branch(e, knots, L - e.L0, w, ON_BOUNDARY * _size(e, L, markers))


def _line(e, knots, branch):
    """(displacement, force, slope) of the straight line of a segment."""
    if branch <= 0 or branch >= e.count:
        end = knots[e.first + (0 if branch <= 0 else e.count - 1)]
        return end.u, end.f, 0.0
    left, right = knots[e.first + branch - 1], knots[e.first + branch]
    return left.u, left.f, (right.f - left.f) / (right.u - left.u)


def _law(e, knots, branch, u, w):
    """f_SD, d f_SD / du, d f_SD / dw of a branch."""
    if e.law == TABULAR:
        u_0, f_0, slope = _line(e, knots, branch)
        return f_0 + slope * (u - u_0) + e.d * w, slope, e.d
    if branch != ON:
        return 0.0, 0.0, 0.0
    return e.k * u + e.d * w, e.k, e.d


def _forces(e, markers, knots, frozen, branches, dv):
    """Smallest and largest f_SD at L = 0 over all directions of the line."""
    speed = speed_of(dv)
    low, high = math.inf, -math.inf
    for k in range(3):
        w = speed * (k - 1)
        branch = _present_branch(e, knots, markers, frozen, branches, 0.0, w)
        f_SD = _law(e, knots, branch, -e.L0, w)[0]
        low, high = min(low, f_SD), max(high, f_SD)
    return low, high


def residual(table, markers, knots, frozen, branches_out, marker_force_out):
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        L, v_f, dv, Ldot = geometry(e, markers)
        branch = _present_branch(e, knots, markers, frozen, branches_out, L, Ldot)
        if frozen == 0:
            branches_out[e.event] = branch
        f_SD, k, d = _law(e, knots, branch, L - e.L0, Ldot)
        if L == 0.0 and is_undefined(FORCE, _forces(e, markers, knots, frozen, branches_out, dv)):
            return fail(ZERO_LENGTH, e.number)
        add_scaled(marker_force_out, e.m0, f_SD, v_f)
        add_scaled(marker_force_out, e.m1, -f_SD, v_f)
    return 0


def jacobian(table, markers, knots, frozen, branches, stiffness_out, damping_out):
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            fill_unit_block(i, 0.0, stiffness_out, damping_out)
            continue
        L, v_f, dv, Ldot = geometry(e, markers)
        branch = _present_branch(e, knots, markers, frozen, branches, L, Ldot)
        f_SD, k, d = _law(e, knots, branch, L - e.L0, Ldot)
        if L == 0.0:
            fill_unit_block(i, k, stiffness_out, damping_out)
        else:
            fill_block(i, f_SD, k, d, L, v_f, dv, Ldot, stiffness_out, damping_out)


def events(table, markers, knots, branches, event_values_out):
    """Distances to the boundaries, relative to the positions or to the forces these cause."""
    for i in range(table.size):
        e = table[i]
        for b in range(BOUNDARIES):
            event_values_out[e.event, b] = math.inf
        if e.active == 0 or e.law == LINEAR:
            continue
        L, v_f, dv, Ldot = geometry(e, markers)
        u, size, branch = L - e.L0, _size(e, L, markers), branches[e.event]
        if e.law == TABULAR:
            if branch > _lowest(e):
                event_values_out[e.event, 0] = (u - knots[e.first + branch - 1].u) / size
            if branch < _highest(e):
                event_values_out[e.event, 1] = (knots[e.first + branch].u - u) / size
            continue
        sign = 1.0 if e.law == TENSILE else -1.0
        event_values_out[e.event, 0] = (-sign if branch == OFF else sign) * u / size
        if branch != OFF and e.no_adhesion != 0 and e.d > 0.0:
            speed = abs(dv[0]) + abs(dv[1]) + abs(dv[2])
            force = sign * (e.k * u + e.d * Ldot) / max(e.k * size + e.d * speed, TINY)
            event_values_out[e.event, 1] = force if branch == ON else -force


def switch(table, crossed, branches_out):
    """Switch to the branch beyond the boundary that a row crosses."""
    for i in range(table.size):
        e = table[i]
        b, branch = crossed[e.event], branches_out[e.event]
        if b < 0:
            continue
        if e.law == TABULAR:
            branches_out[e.event] = branch - 1 if b == 0 else branch + 1
        elif b == 0:
            branches_out[e.event] = ON if branch == OFF else OFF
        else:
            branches_out[e.event] = CLAMPED if branch == ON else ON


def _stored(e, knots, u):
    """Integral of the curve from its first knot to u [J]."""
    if e.count == 0:
        return 0.0
    start = knots[e.first].u
    low, high = min(start, u), max(start, u)
    total = 0.0
    for branch in range(e.count + 1):
        left = knots[e.first + branch - 1].u if branch > 0 else -math.inf
        right = knots[e.first + branch].u if branch < e.count else math.inf
        left, right = max(left, low), min(right, high)
        if right > left:
            segment = min(max(branch, _lowest(e)), _highest(e))
            u_0, f_0, slope = _line(e, knots, segment)
            total += (right - left) * (f_0 + slope * (0.5 * (left + right) - u_0))
    return total if u >= start else -total


def potential(table, markers, knots, energy_out):
    """Energy stored in each spring [J]."""
    for i in range(table.size):
        e = table[i]
        u = unit(sub(markers[e.m1].p, markers[e.m0].p))[0] - e.L0
        if e.law == TABULAR:
            energy = _stored(e, knots, u) - _stored(e, knots, 0.0)
        elif (e.law == TENSILE and u < 0.0) or (e.law == COMPRESSIVE and u > 0.0):
            energy = 0.0
        else:
            energy = 0.5 * e.k * u * u
        energy_out[i] = e.active * energy


def output(table, row, variable, markers, knots, frozen, branches, value_out):
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], markers, knots, value_out)
        return 0
    e = table[row]
    L, v_f, dv, Ldot = geometry(e, markers)
    if e.active != 0 and (variable == FORCE or variable == FORCE_LOCAL):
        branch = _present_branch(e, knots, markers, frozen, branches, L, Ldot)
        forces = _forces(e, markers, knots, frozen, branches, dv)
        if L == 0.0 and is_undefined(variable, forces):
            return fail(ZERO_LENGTH, e.number)
        force_output(variable, _law(e, knots, branch, L - e.L0, Ldot)[0], v_f, value_out)
        return 0
    motion_output(e, variable, markers, L, dv, value_out)
    return 0


define(ObjectConnectorTabularSpringDamper, residual, jacobian, events, switch, potential, output)
TabularSpringDamper = ObjectConnectorTabularSpringDamper
VTabularSpringDamper = VObjectConnectorTabularSpringDamper
