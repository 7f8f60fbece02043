"""CoordinateSpringDamperExt: a spring-damper between two coordinates with friction and stops.

    q = f1 q1 - f0 q0,  v = f1 v1 - f0 v0          coordinates without their reference values
    f = k (q - x_off) + d (v - v_off) + f_friction + f_stop
    m0 receives f0 f, m1 receives -f1 f

| friction | f_friction |
|---|---|
| regularized, v_r > 0 | (f_d + f_so) v / v_r where abs(v) <= v_r, else S(abs(v) - v_r) |
| slip, v_r = 0 | S(abs(v)), against the motion |
| stick, v_r = 0 | k_s (q - q_s) + d_s v |
| neither f_d nor f_so, v_r = 0 | f_v v |

    S(u) = f_d + f_so exp(-u / v_exp) + f_v u                 with the sign of v

Stick becomes slip where its force reaches f_d + f_so. Slip becomes stick where v changes its sign;
its stick position q_s = q - (f_last - d_s v) / k_s lets it begin with the last force of slip. Stops
(useLimitStops, stops) act beyond s_up and s_lo:

    f_stop = k_l (q - s_up) + d_l v where q > s_up,   k_l (q - s_lo) + d_l v where q < s_lo

With noAdhesion they only push: their damper does not hold a coordinate that returns.

Stick and slip, and stops, need a node nodeNumber n_d with three data coordinates. After each step
they hold the force of slip or 0 for stick, q_s (for slip q), and the distance beyond a stop or 0;
at the start they determine whether the friction sticks, and where. Steps end where stick, slip and
contact begin. If the search for events is turned off, implicit solvers and statics keep them in a
step, and solve it again if the solution contradicts them (`laws/stick_slip.py`).

springForceUserFunction UF replaces the whole law, also friction and stops:

    f = UF(mbs, t, itemNumber, q, v, k, d, x_off, v_off, f_d, f_so, v_exp, f_v, v_r)

df/dq and df/dv are those of the present branch (central differences of UF). Coordinates are not
tied to directions in space, so invariance under rotations does not apply. The potential is
k (q - x_off)^2 / 2 with the energy of the springs of the stops; there is none with a user function
or with stick and slip.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.connectors.connector import EVENT_COLUMN, CoordinateConnector, DrawnConnector
from linkwork.connectors.data_node import DATA_COLUMN, check_data_node, wire_data
from linkwork.connectors.laws.stick_slip import (
    STICK,
    beyond,
    branch_of,
    branch_of_data,
    distances,
    friction_error,
    friction_force,
    is_smooth,
    next_branch,
    renewed,
    slip,
    stop_energy,
    stop_force,
    store,
)
from linkwork.core.blocks import COORDINATE, Blocks
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import Output, define, parameter
from linkwork.core.declare.parameters import Flag, Index, PReal, Real, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.kernels.pointer import Pointer
from linkwork.core.records import BOUNDARIES
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.math.differences import CENTRAL, USUAL, difference_step, is_rounded_off, larger_step

__all__ = [
    "CoordinateSpringDamperExt",
    "ObjectConnectorCoordinateSpringDamperExt",
    "VCoordinateSpringDamperExt",
    "VObjectConnectorCoordinateSpringDamperExt",
]

DISPLACEMENT, VELOCITY = int(Variable.Displacement), int(Variable.Velocity)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)

coordinate_force = Pointer("d", "dq" + 11 * "d")
"""UF(t, itemNumber, q, v, k, d, x_off, v_off, f_d, f_so, v_exp, f_v, v_r); NaN when it failed."""


class VObjectConnectorCoordinateSpringDamperExt(DrawnConnector):
    """Drawing of a CoordinateSpringDamperExt; drawSize is the diameter of the coil."""

    drawn_as = "coil"


class ObjectConnectorCoordinateSpringDamperExt(CoordinateConnector):
    """A spring-damper between two coordinates, with gear ratio, friction and limit stops."""

    type_name = "ConnectorCoordinateSpringDamperExt"
    short_name = "CoordinateSpringDamperExt"
    aliases = {
        "dynamicFrictionForce": "fDynamicFriction",
        "staticFrictionOffsetForce": "fStaticFrictionOffset",
        "viscousFrictionFactor": "fViscousFriction",
    }
    V = VObjectConnectorCoordinateSpringDamperExt
    blocks = Blocks(2, COORDINATE)
    extra_columns = (*CoordinateConnector.extra_columns, EVENT_COLUMN, DATA_COLUMN)
    outputs = {
        Variable.Displacement: Output("q", "m", 0, "f1 q1 - f0 q0"),
        Variable.Velocity: Output("v", "m/s", 0, "f1 v1 - f0 v0"),
        Variable.Force: Output("f", "N", 0, "m0 receives f0 f, m1 receives -f1 f"),
        Variable.PotentialEnergy: Output("V", "J", 0, "energy of the springs, without function"),
    }

    last_parameters = ("activeConnector", "springForceUserFunction", "noAdhesion")

    nodeNumber: int = parameter(
        -1, Index("node", optional=True), symbol="n_d", structural=True,
        doc="node with three data coordinates for stick and slip, and stops; -1: none",
    )  # fmt: skip
    stiffness: float = parameter(0.0, Real, symbol="k", unit="N/m", doc="stiffness of the spring")
    damping: float = parameter(0.0, Real, symbol="d", unit="N s/m", doc="damping of the damper")
    offset: float = parameter(0.0, Real, symbol="x_off", unit="m", doc="q at zero spring force")
    velocityOffset: float = parameter(
        0.0, Real, symbol="v_off", unit="m/s", doc="v at zero damper force"
    )
    factor0: float = parameter(1.0, Real, symbol="f0", unit="1", doc="factor of the coordinate m0")
    factor1: float = parameter(1.0, Real, symbol="f1", unit="1", doc="factor of the coordinate m1")
    fDynamicFriction: float = parameter(
        0.0, UReal, symbol="f_d", unit="N", doc="friction force of fast slip"
    )
    fStaticFrictionOffset: float = parameter(
        0.0, UReal, symbol="f_so", unit="N", doc="excess of the largest force of stick over it"
    )
    stickingStiffness: float = parameter(
        0.0, UReal, symbol="k_s", unit="N/m", doc="stiffness of stick; > 0 for stick and slip"
    )
    stickingDamping: float = parameter(
        0.0, UReal, symbol="d_s", unit="N s/m", doc="damping of stick"
    )
    exponentialDecayStatic: float = parameter(
        1e-3, PReal, symbol="v_exp", unit="m/s", doc="velocity over which f_so decays in slip"
    )
    fViscousFriction: float = parameter(
        0.0, Real, symbol="f_v", unit="N s/m", doc="viscous part of the friction in slip"
    )
    frictionProportionalZone: float = parameter(
        0.0, UReal, symbol="v_r", unit="m/s",
        doc="velocity up to which friction is proportional to it; 0: stick and slip",
    )  # fmt: skip
    limitStopsUpper: float = parameter(0.0, Real, symbol="s_up", unit="m", doc="upper stop of q")
    limitStopsLower: float = parameter(0.0, Real, symbol="s_lo", unit="m", doc="lower stop of q")
    limitStopsStiffness: float = parameter(
        0.0, UReal, symbol="k_l", unit="N/m", doc="stiffness of the stops"
    )
    limitStopsDamping: float = parameter(
        0.0, UReal, symbol="d_l", unit="N s/m", doc="damping of the stops"
    )
    useLimitStops: bool = parameter(False, Flag(), symbol="stops", doc="whether there are stops")
    springForceUserFunction: Any = parameter(
        0,
        UserFunction(
            ("mbs", "t", "itemNumber", "displacement", "velocity", "stiffness", "damping",
             "offset", "velocityOffset", "fDynamicFriction", "fStaticFrictionOffset",
             "exponentialDecayStatic", "fViscousFriction", "frictionProportionalZone"),
            coordinate_force,
        ),
        symbol="UF",
        unit="N",
        doc="function that returns the force f; replaces the law",
    )  # fmt: skip
    noAdhesion: bool = parameter(
        False, Flag(), symbol="no_adhesion", doc="whether stops only push, never pull"
    )

    @property
    def has_stick(self) -> bool:
        """Whether it has stick and slip."""
        friction = self.fDynamicFriction + self.fStaticFrictionOffset
        return friction > 0.0 and self.frictionProportionalZone == 0.0

    def check_complete(self, owner: str) -> None:
        needs = "friction without frictionProportionalZone" if self.has_stick else ""
        if self.nodeNumber < 0 and (needs or self.useLimitStops):
            raise ParameterError(
                f"{owner}: {needs or 'useLimitStops'} needs a nodeNumber, which is missing: add "
                "NodeGenericData(numberOfDataCoordinates=3) and give its number"
            )
        if self.has_stick and self.stickingStiffness == 0.0:
            raise ParameterError(
                f"{owner}: stickingStiffness k_s must be > 0 N/m, since {needs} has stick and "
                "slip, got 0.0; give it, or frictionProportionalZone"
            )
        if self.useLimitStops and self.limitStopsLower > self.limitStopsUpper:
            raise ParameterError(
                f"{owner}: limitStopsLower s_lo must not be above limitStopsUpper s_up = "
                f"{self.limitStopsUpper!r} m, got {self.limitStopsLower!r}; exchange them"
            )

    def check_sizes(self, owner: str, items: Mapping[str, Sequence[Any]]) -> None:
        holds = "the friction force, the stick position and the distance beyond a stop"
        check_data_node(owner, self.nodeNumber, items, 3, holds)

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        wire_data(table, model)

    @classmethod
    def _has_branches(cls, rows: Any) -> np.ndarray:
        """Of each row, whether its law has several branches."""
        dry = rows["f_d"] + rows["f_so"] > 0.0
        return np.asarray((rows["UF"] == 0) & ((rows["v_r"] > 0.0) | dry | (rows["stops"] != 0)))

    @classmethod
    def has_events(cls, table: Any) -> bool:
        return bool(cls._has_branches(table.rows).any())

    @classmethod
    def remembers(cls, table: Any) -> bool:
        return bool((table.rows["first_data"] >= 0).any())

    @classmethod
    def is_linear(cls, table: Any) -> bool:
        return not (cls._has_branches(table.rows) | (table.rows["UF"] != 0)).any()

    def has_potential(self) -> bool:
        return super().has_potential() and not self.has_stick

    def is_driven(self) -> bool:
        return self.damping * self.velocityOffset != 0.0


def _measured(e, markers):
    """q, v, and the sizes of their terms"""
    m0, m1 = markers[e.m0], markers[e.m1]
    q0, q1, v0, v1 = e.f0 * m0.p[0], e.f1 * m1.p[0], e.f0 * m0.v[0], e.f1 * m1.v[0]
    return q1 - q0, v1 - v0, abs(q0) + abs(q1), abs(v0) + abs(v1)


def _memory(e, data_coordinates):
    """Force of slip and stick position, as stored"""
    if e.first_data < 0:
        return 0.0, 0.0
    return data_coordinates[e.first_data], data_coordinates[e.first_data + 1]


def _stop_data(e, data_coordinates):
    """Distance beyond a stop, as stored"""
    return data_coordinates[e.first_data + 2] if e.first_data >= 0 else 0.0


def _asked(e, t, q, v):
    """The user function"""
    return coordinate_force(
        e.UF, t, e.number, q, v, e.k, e.d, e.x_off, e.v_off, e.f_d, e.f_so, e.v_exp, e.f_v, e.v_r
    )


def _law(e, compatible, branch, q, v, x):
    """f, df/dq, df/dv of a branch"""
    f, by_q, by_v = friction_force(e, compatible, branch % 3, q, v, x)
    g, more_q, more_v = stop_force(e, branch // 3, q, v)
    f += g + e.k * (q - e.x_off) + e.d * (v - e.v_off)
    return f, e.k + by_q + more_q, e.d + by_v + more_v


def _present(e, keeps, compatible, branches, q, v, size, data_coordinates):
    """The branch that is kept, or that of the state; compatible -- that of the data"""
    if is_smooth(e):
        return 0
    x = _memory(e, data_coordinates)
    if compatible != 0:
        return branch_of_data(e, q, v, x, _stop_data(e, data_coordinates))
    return branches[e.event] if keeps != 0 else branch_of(e, q, v, size, x)


def residual(
    table, markers, t, data_coordinates, frozen, branches_held, compatible, branches_out,
    marker_force_out,
):  # fmt: skip
    keeps = frozen + branches_held
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        q, v, size, _ = _measured(e, markers)
        if e.UF != 0:
            f = _asked(e, t, q, v)
            if f != f:
                return fail(USER_FUNCTION, e.number)
        else:
            x = _memory(e, data_coordinates)
            branch = _present(e, keeps, compatible, branches_out, q, v, size, data_coordinates)
            if keeps == 0:
                branches_out[e.event] = branch
            f = _law(e, compatible, branch, q, v, x)[0]
        marker_force_out[e.m0, 0] += e.f0 * f
        marker_force_out[e.m1, 0] -= e.f1 * f
    return 0


def _slope(e, t, q, v, by_rate, size):
    """Derivative of the user function by q or by v; size -- of the terms of it"""
    middle = v if by_rate else q
    limit = CENTRAL * max(size, USUAL)
    step = difference_step(middle, size, limit)
    while True:
        if by_rate:
            plus, minus = _asked(e, t, q, v + step), _asked(e, t, q, v - step)
        else:
            plus, minus = _asked(e, t, q + step, v), _asked(e, t, q - step, v)
        if not is_rounded_off(abs(plus - minus), abs(plus) + abs(minus), step, limit):
            return (plus - minus) / (2.0 * step)
        step = larger_step(step, limit)


def jacobian(
    table, markers, t, data_coordinates, frozen, branches_held, compatible, branches,
    stiffness_out, damping_out,
):  # fmt: skip
    keeps = frozen + branches_held
    for i in range(table.size):
        e = table[i]
        k = d = 0.0
        if e.active != 0:
            q, v, size, speed = _measured(e, markers)
            if e.UF != 0:
                k = _slope(e, t, q, v, False, max(size, abs(e.x_off)))
                d = _slope(e, t, q, v, True, speed)
                if k != k or d != d:
                    return fail(USER_FUNCTION, e.number)
            else:
                x = _memory(e, data_coordinates)
                branch = _present(e, keeps, compatible, branches, q, v, size, data_coordinates)
                _, k, d = _law(e, compatible, branch, q, v, x)
        for r in range(2):
            for c in range(2):
                product = (e.f0 if r == 0 else -e.f1) * (-e.f0 if c == 0 else e.f1)
                stiffness_out[i, r, c], damping_out[i, r, c] = product * k, product * d
    return 0


def events(table, markers, data_coordinates, branches, event_values_out):
    """Distances to the boundaries of the branches."""
    for i in range(table.size):
        e = table[i]
        for b in range(BOUNDARIES):
            event_values_out[e.event, b] = math.inf
        if e.active != 0 and not is_smooth(e):
            q, v, size, speed = _measured(e, markers)
            x = _memory(e, data_coordinates)
            distances(e, branches[e.event], q, v, size, speed, x, event_values_out[e.event])


def switch(table, markers, crossed, branches_out, data_coordinates_out):
    """Switch to the branches beyond the boundaries, and store where stick begins."""
    for i in range(table.size):
        e = table[i]
        boundary, old = crossed[e.event], branches_out[e.event]
        if boundary < 0:
            continue
        new = branches_out[e.event] = beyond(e, old, boundary)
        if e.first_data >= 0 and new % 3 == STICK and old % 3 != STICK:
            q, v, _, _ = _measured(e, markers)
            x = slip(e, old % 3, v)[0], q
            store(e, new, q, v, x, e.first_data, data_coordinates_out)


def _renew(e, q, v, start, data_out):
    """Renew the data after a solution, with `compatibility`; returns the error of both parts.

    That of a stop is k_l times the change of its data where contact begins or ends.
    """
    x, first = _memory(e, data_out), e.first_data
    stop, new = data_out[first + 2], renewed(e, q, v, x, start[first])
    data_out[first], data_out[first + 1], data_out[first + 2] = new
    error = friction_error(e, q, v, x, new[0])
    if (stop == 0.0) != (new[2] == 0.0):
        error += e.k_l * abs(new[2] - stop)
    return error


def post_newton(
    table, markers, compatible, start_data_coordinates, branches_out, data_coordinates_out,
    switching_out,
):  # fmt: skip
    """Switch the branches that a solution contradicts; the error is the change of the force."""
    for i in range(table.size):
        e = table[i]
        if e.active == 0 or is_smooth(e):
            continue
        if compatible != 0:
            if e.first_data >= 0:
                q, v, _, _ = _measured(e, markers)
                error = _renew(e, q, v, start_data_coordinates, data_coordinates_out)
                switching_out[0] = max(switching_out[0], error)
            continue
        q, v, size, _ = _measured(e, markers)
        x, old = _memory(e, data_coordinates_out), branches_out[e.event]
        new = next_branch(e, old, q, v, size, x)
        if new == old:
            continue
        before = _law(e, 0, old, q, v, x)[0]
        branches_out[e.event] = new
        if e.first_data >= 0:
            store(e, new, q, v, x, e.first_data, data_coordinates_out)
        after = _law(e, 0, new, q, v, _memory(e, data_coordinates_out))[0]
        switching_out[0] = max(switching_out[0], abs(after - before))


def accept(table, markers, frozen, branches_held, compatible, branches_out, data_coordinates_out):
    """Store the state of friction and stops."""
    for i in range(table.size):
        e = table[i]
        if e.active == 0 or e.first_data < 0 or (compatible != 0 and e.UF == 0):
            continue
        q, v, size, _ = _measured(e, markers)
        x = _memory(e, data_coordinates_out)
        follows = frozen + branches_held == 0 or e.UF != 0
        branch = branch_of(e, q, v, size, x) if follows else branches_out[e.event]
        store(e, branch, q, v, x, e.first_data, data_coordinates_out)


def potential(table, markers, energy_out):
    """Energy of the springs of each row [J], without user function."""
    for i in range(table.size):
        e = table[i]
        q, _, _, _ = _measured(e, markers)
        energy_out[i] = e.active * (0.5 * e.k * (q - e.x_off) ** 2 + stop_energy(e, q))


def output(
    table, row, variable, markers, t, data_coordinates, frozen, branches_held, compatible, branches,
    value_out,
):  # fmt: skip
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], markers, value_out)
        return
    e = table[row]
    q, v, size, _ = _measured(e, markers)
    if variable == DISPLACEMENT:
        value_out[0] = q
    elif variable == VELOCITY:
        value_out[0] = v
    elif e.active != 0 and e.UF != 0:
        value_out[0] = _asked(e, t, q, v)
    elif e.active != 0:
        x = _memory(e, data_coordinates)
        branch = _present(
            e, frozen + branches_held, compatible, branches, q, v, size, data_coordinates
        )
        value_out[0] = _law(e, compatible, branch, q, v, x)[0]


define(
    ObjectConnectorCoordinateSpringDamperExt, residual, jacobian, events, switch, post_newton,
    accept, potential, output,
)  # fmt: skip
CoordinateSpringDamperExt = ObjectConnectorCoordinateSpringDamperExt
VCoordinateSpringDamperExt = VObjectConnectorCoordinateSpringDamperExt
