"""RollingDiscPenalty: a disc on an elastic plane with friction.

The plane contains m0 and is normal to n0 (planeNormal, in the axes of m0); the disc has its center
at m1, the radius r and the axis a1 (discAxis, in the axes of m1). Both directions may have any
length but zero. With n = R0 n0 and a = R1 a1 of unit length, the directions

    w2 = (a x n) / |a x n|     longitudinal
    w3 = a x w2                from the center to the contact point
    wl = n x w2                lateral

the contact point p_C = p1 + r w3, d_C = p_C - p0, and the velocity relative to the plane

    u = v1 + omega1 x r w3 - v0 - omega0 x d_C

there is contact where the gap g = n . d_C is negative, with the slip s = (wl . u, w2 . u):

    N = -(k g + d n . u)                normal force
    (f0, f1) = -phi |N| mu s / |s|      friction: lateral, longitudinal
    mu = B^T diag(mu_0 + d_0 |s|, mu_1 + d_1 |s|) B,   B = [[cos, -sin], [sin, cos]] of alpha
    f = f0 wl + f1 w2 + N n             on the disc at p_C; m0 receives -f there
    f_r = -nu |N| v_t                   on the disc at its center; m0 receives -f_r there, too

    phi = x (2 - x) with x = |s| / v_mu up to 1 (useLinearProportionalZone: x), else 1
    v_t = tangential part of v1 - v0 - omega0 x d_C

mu_0 and mu_1 are dryFriction, d_0 and d_1 viscousFriction, lateral and longitudinal; v_mu is the
proportional zone: the slip below which friction is proportional to it. Without a zone the force of
dry friction has no value at rest, so dryFriction needs one; viscous friction alone does not. The
damper may pull (N < 0) while the disc leaves the plane; with noAdhesion all forces are 0 then.

After each step, three data coordinates of the node n_d hold the lateral and longitudinal slip and
the gap. Steps end where contact begins and ends, where N changes its sign and where the slip enters
or leaves the zone, unless the search for events is turned off; then the step is solved again until
its branch fits the solution (`laws/disc_contact.py`).

A disc that lies flat in contact has no single contact point: an error. Rigid motions change
nothing. The potential is k g^2 / 2 in contact; damper and friction only take energy.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.connectors.connector import EVENT_COLUMN, FrameConnector
from linkwork.connectors.data_node import DATA_COLUMN, check_data_node, wire_data
from linkwork.connectors.laws.disc_contact import (
    INSIDE,
    OPEN,
    beyond,
    distances,
    friction_of,
    has_force,
    next_branch,
    sector_of,
    traction,
)
from linkwork.connectors.laws.disc_forces import (
    NONE,
    center_velocity,
    forces_of,
    found_branch,
    is_held,
    last_slip,
    local_force,
    measured,
    size_of,
    speed_of,
    write_change,
)
from linkwork.connectors.laws.rolling import (
    FLAT,
    arms,
    axis_unit,
    contact_output,
    directions,
    gap,
    relative_velocity,
    turning,
)
from linkwork.core.declare.item import Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Array, Axis, Color, Flag, Index, PReal, Real, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import BOUNDARIES
from linkwork.core.status import LYING_DISC, fail
from linkwork.math.vec3 import add, add_scaled, cross, dot, scaled, sub

__all__ = [
    "ObjectConnectorRollingDiscPenalty",
    "RollingDiscPenalty",
    "VObjectConnectorRollingDiscPenalty",
    "VRollingDiscPenalty",
]

VELOCITY_LOCAL, FORCE_LOCAL = int(Variable.VelocityLocal), int(Variable.ForceLocal)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)


class VObjectConnectorRollingDiscPenalty(Visualization):
    """Drawing of a RollingDiscPenalty."""

    drawn_as = "disc"

    discWidth: float = parameter(0.1, UReal, unit="m", doc="width of the drawn disc")
    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")


class ObjectConnectorRollingDiscPenalty(FrameConnector):
    """A disc that rolls and slips on an elastic plane."""

    type_name = "ConnectorRollingDiscPenalty"
    short_name = "RollingDiscPenalty"
    has_several_solutions = True
    V = VObjectConnectorRollingDiscPenalty
    aliases = {"rollingViscousFriction": "rollingFrictionViscous"}
    extra_columns = (*FrameConnector.extra_columns, EVENT_COLUMN, DATA_COLUMN)
    outputs = {
        Variable.Position: Output("p_C", "m", 3, "contact point"),
        Variable.Velocity: Output(
            "v_C", "m/s", 3, "velocity of the contact point along its trail, relative to the plane"
        ),
        Variable.VelocityLocal: Output("u_C", "m/s", 3, "u: lateral, longitudinal, normal"),
        Variable.ForceLocal: Output(
            "f_C", "N", 3, "f on the disc, without f_r: lateral, longitudinal, normal"
        ),
        Variable.RotationMatrix: Output(
            "A_C", "1", 9, "axes [wl w2 n] of the contact as columns; row by row"
        ),
        Variable.PotentialEnergy: Output("V", "J", 0, "energy of the contact spring"),
    }

    last_parameters = ("activeConnector", "noAdhesion")

    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n_d", structural=True,
        doc="node with three data coordinates: lateral and longitudinal slip, gap",
    )  # fmt: skip
    discRadius: float = parameter(0.0, PReal, symbol="r", unit="m", doc="radius of the disc")
    discAxis: Any = parameter(
        [1.0, 0.0, 0.0], Axis(), symbol="a1", unit="1",
        doc="axis of the disc in the axes of m1, of any length",
    )  # fmt: skip
    planeNormal: Any = parameter(
        [0.0, 0.0, 1.0], Axis(), symbol="n0", unit="1",
        doc="normal of the plane in the axes of m0, of any length",
    )  # fmt: skip
    dryFrictionAngle: float = parameter(
        0.0, Real, symbol="alpha", unit="rad",
        doc="angle by which the directions of the coefficients of friction are turned",
    )  # fmt: skip
    contactStiffness: float = parameter(
        0.0, UReal, symbol="k", unit="N/m", doc="stiffness of the plane"
    )
    contactDamping: float = parameter(
        0.0, UReal, symbol="d", unit="N s/m", doc="damping of the plane"
    )
    dryFriction: Any = parameter(
        [0.0, 0.0], Array((2,)), symbol="mu", unit="1",
        doc="coefficients of dry friction mu_0, mu_1 >= 0, lateral and longitudinal",
    )  # fmt: skip
    dryFrictionProportionalZone: float = parameter(
        0.0, UReal, symbol="v_mu", unit="m/s",
        doc="slip below which friction is proportional to it; > 0 with dryFriction",
    )  # fmt: skip
    viscousFriction: Any = parameter(
        [0.0, 0.0], Array((2,)), symbol="d_mu", unit="s/m",
        doc="coefficients of viscous friction d_0, d_1 >= 0, lateral and longitudinal",
    )  # fmt: skip
    rollingFrictionViscous: float = parameter(
        0.0, UReal, symbol="nu", unit="s/m",
        doc="coefficient of rolling friction; rollingViscousFriction is the same parameter",
    )  # fmt: skip
    useLinearProportionalZone: bool = parameter(
        False, Flag(), symbol="linear_zone", doc="whether friction is linear in the zone"
    )
    noAdhesion: bool = parameter(
        False, Flag(), symbol="no_adhesion", doc="whether the plane only pushes, never pulls"
    )

    def _lacks_zone(self) -> bool:
        return bool(np.any(self.dryFriction)) and self.dryFrictionProportionalZone == 0.0

    def is_structural(self, p: Any, new: Any) -> bool:
        """Whether Assemble must look at the change: dry friction may lose its zone."""
        changed = self.copy()
        object.__setattr__(changed, p.name, new)
        return p.structural or changed._lacks_zone()

    def check_complete(self, owner: str) -> None:
        for name in ("dryFriction", "viscousFriction"):
            value = np.asarray(getattr(self, name))
            if (value < 0.0).any():
                raise ParameterError(
                    f"{owner}: {name} must be two numbers >= 0, got {value.tolist()}"
                )
        if self._lacks_zone():
            raise ParameterError(
                f"{owner}: dryFriction = {np.asarray(self.dryFriction).tolist()} needs "
                "dryFrictionProportionalZone v_mu > 0 m/s, got 0.0: without a zone the force of "
                "dry friction has no value at rest; give the slip below which friction shall be "
                "proportional to it, for instance 1e-3 of the usual velocities"
            )

    def check_sizes(self, owner: str, items: Mapping[str, Sequence[Any]]) -> None:
        holds = "the lateral and longitudinal slip and the gap"
        check_data_node(owner, self.nodeNumber, items, 3, holds)

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        wire_data(table, model)

    @classmethod
    def has_events(cls, table: Any) -> bool:
        return bool(((table.rows["k"] > 0.0) | (table.rows["d"] > 0.0)).any())


def residual(
    table, markers, rotations, data_coordinates, frozen, branches_held, compatible, branches_out,
    marker_force_out, marker_moment_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
        branch = branches_out[e.event]
        if not is_held(frozen, branches_held):
            branch = branches_out[e.event] = found_branch(e, m0, m1, t0, t1)
            if compatible != 0 and data_coordinates[e.first_data + 2] >= 0.0:
                branch = branches_out[e.event] = OPEN  # contact follows the last gap
        if not has_force(e, branch):
            continue
        _, n, s, w2, w3, wl = directions(e, t0, t1)
        if s < FLAT:
            return fail(LYING_DISC, e.number)
        x, d = arms(e, m0, m1, w3)
        u, g = relative_velocity(m0, m1, t0, t1, x, d), gap(e, m0, m1, t0, t1)
        last = last_slip(e, compatible, data_coordinates)
        _, _, _, f, f_r = forces_of(e, branch, last, m0, m1, t0, d, n, w2, wl, u, g)
        both, tau0 = add(f, f_r), add(cross(d, f), cross(sub(m1.p, m0.p), f_r))
        add_scaled(marker_force_out, e.m0, -1.0, both)
        add_scaled(marker_force_out, e.m1, 1.0, both)
        add_scaled(marker_moment_out, e.m0, -1.0, tau0)
        add_scaled(marker_moment_out, e.m1, 1.0, cross(x, f))
    return 0


def jacobian(
    table, markers, rotations, data_coordinates, frozen, branches_held, compatible, branches,
    stiffness_out, damping_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        for r in range(12):
            for c in range(12):
                stiffness_out[i, r, c] = damping_out[i, r, c] = 0.0
        if e.active == 0:
            continue
        m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
        branch = branches[e.event]
        if not is_held(frozen, branches_held):
            branch = found_branch(e, m0, m1, t0, t1)
        if not has_force(e, branch):
            continue
        a, n, s, w2, w3, wl = directions(e, t0, t1)
        if s < FLAT:
            return fail(LYING_DISC, e.number)
        x, d = arms(e, m0, m1, w3)
        u, g = relative_velocity(m0, m1, t0, t1, x, d), gap(e, m0, m1, t0, t1)
        last = last_slip(e, compatible, data_coordinates)
        T = traction(e, friction_of(branch), last, dot(wl, u), dot(w2, u))
        acting = forces_of(e, branch, last, m0, m1, t0, d, n, w2, wl, u, g)
        lever, v = sub(m1.p, m0.p), center_velocity(m0, m1, t0, d)
        present = n, w2, wl, x, d, lever, u, v
        for z in range(12):
            end, unit, turns = z // 6, axis_unit(z % 3), z % 6 >= 3
            da = cross(unit, a) if turns and end == 1 else NONE
            dn = cross(unit, n) if turns and end == 0 else NONE
            dw2, dw3, dwl = turning(a, n, s, w2, da, dn)
            dx, dp = scaled(e.r, dw3), NONE if turns else scaled(2.0 * end - 1.0, unit)
            dd = add(dx, dp)
            dv = cross(dd, t0.omega)
            change = dn, dw2, dwl, dx, dd, dp, add(cross(t1.omega, dx), dv), dv
            write_change(e, z, present, change, T, acting, stiffness_out[i])
            du = scaled(2.0 * end - 1.0, cross(unit, x if end == 1 else d) if turns else unit)
            dv = NONE if turns and end == 1 else du
            change = NONE, NONE, NONE, NONE, NONE, NONE, du, dv
            write_change(e, z, present, change, T, acting, damping_out[i])
    return 0


# ------------------------------------------------------------------------------- branches


def events(table, markers, rotations, branches, event_values_out):
    """Distances to the boundaries of the branches."""
    for i in range(table.size):
        e = table[i]
        for b in range(BOUNDARIES):
            event_values_out[e.event, b] = math.inf
        if e.active == 0 or (e.k == 0.0 and e.d == 0.0):
            continue
        m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
        v_n, s0, s1, d = measured(e, m0, m1, t0, t1)
        size, speed = size_of(e, m0, m1), speed_of(e, m0, m1, t0, t1, d)
        g, values = gap(e, m0, m1, t0, t1), event_values_out[e.event]
        distances(e, branches[e.event], g, v_n, s0, s1, size, speed, values)


def switch(table, markers, rotations, crossed, branches_out):
    """Switch to the branches beyond the boundaries."""
    for i in range(table.size):
        e = table[i]
        boundary = crossed[e.event]
        if boundary >= 0:
            m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
            _, s0, s1, _ = measured(e, m0, m1, t0, t1)
            branches_out[e.event] = beyond(e, branches_out[e.event], boundary, s0, s1)


def post_newton(
    table, markers, rotations, compatible, branches_out, data_coordinates_out, switching_out
):
    """Switch to the branch of the solution; the error is the change of the force."""
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
        g, old = gap(e, m0, m1, t0, t1), branches_out[e.event]
        v_n, s0, s1, _ = measured(e, m0, m1, t0, t1)
        new = next_branch(e, old, g, v_n, s0, s1, size_of(e, m0, m1))
        last = last_slip(e, compatible, data_coordinates_out)
        before = local_force(e, old, last, g, v_n, s0, s1)
        after = local_force(e, new, (s0, s1, compatible), g, v_n, s0, s1)
        change = sub(after, before)
        error = math.sqrt(dot(change, change))
        if compatible != 0:
            error = math.hypot(change[0], change[1]) if new != OPEN else 0.0
            error += _renew_data(e, g, s0, s1, data_coordinates_out)
        switching_out[0] = max(switching_out[0], error)
        branches_out[e.event] = new


def _renew_data(e, g, s0, s1, data_out):
    """Store slip and gap of a solution; returns k |g| if contact has begun or ended with it."""
    k = e.first_data
    error = e.k * abs(g) if (data_out[k + 2] <= 0.0) != (g <= 0.0) else 0.0
    data_out[k], data_out[k + 1], data_out[k + 2] = s0, s1, g
    return error


def accept(table, markers, rotations, branches_out, data_coordinates_out):
    """Store slip and gap; the sector of friction that slides follows the slip."""
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
        v_n, s0, s1, _ = measured(e, m0, m1, t0, t1)
        data_coordinates_out[e.first_data], data_coordinates_out[e.first_data + 1] = s0, s1
        data_coordinates_out[e.first_data + 2] = gap(e, m0, m1, t0, t1)
        branch = branches_out[e.event]
        if branch != OPEN and friction_of(branch) != INSIDE:
            sector = sector_of(s0, s1)
            branches_out[e.event] = branch + 2 * (sector - friction_of(branch))


# ------------------------------------------------------------------------------- results


def potential(table, markers, rotations, energy_out):
    """Energy of each contact spring [J]."""
    for i in range(table.size):
        e = table[i]
        g = gap(e, markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1])
        energy_out[i] = e.active * 0.5 * e.k * min(g, 0.0) ** 2


def output(
    table, row, variable, markers, rotations, data_coordinates, frozen, branches_held, compatible,
    branches, value_out,
):  # fmt: skip
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], markers, rotations, value_out)
        return 0
    e = table[row]
    m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
    held, g = is_held(frozen, branches_held), gap(e, m0, m1, t0, t1)
    branch = branches[e.event] if held else found_branch(e, m0, m1, t0, t1)
    acts = e.active != 0 and has_force(e, branch)
    if variable == FORCE_LOCAL and not acts:
        return 0
    if directions(e, t0, t1)[2] < FLAT:
        return fail(LYING_DISC, e.number)
    v_n, s0, s1, _ = measured(e, m0, m1, t0, t1)
    values = s0, s1, v_n
    if variable == FORCE_LOCAL:
        last = last_slip(e, compatible, data_coordinates)
        values = local_force(e, branch, last, g, v_n, s0, s1)
    elif variable != VELOCITY_LOCAL:
        contact_output(e, variable, 1.0 * compatible, m0, m1, t0, t1, value_out)
        return 0
    for r in range(3):
        value_out[r] = values[r]
    return 0


define(
    ObjectConnectorRollingDiscPenalty, residual, jacobian, events, switch, post_newton, accept,
    potential, output,
)  # fmt: skip
RollingDiscPenalty = ObjectConnectorRollingDiscPenalty
VRollingDiscPenalty = VObjectConnectorRollingDiscPenalty
