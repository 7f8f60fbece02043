"""TorsionalSpringDamper: a spring-damper that turns two frames about an axis.

    tau = k (theta - theta_off) + d (omega - omega_off) + tau_c
    m0 receives the moment tau z0, m1 receives -tau z0

J0 = R0 M0 and J1 = R1 M1 are the frames on the markers, with M0 and M1 the rotations
rotationMarker0 and rotationMarker1, and x0, y0, z0, x1, y1, z1 their axes.

| frames | theta | omega |
|---|---|---|
| in space | atan2(-x0 y1, x0 x1): third angle about x, y, z of J0^T J1 | z0 (omega1 - omega0) |
| in the plane | angle1 + angle(M1) - angle0 - angle(M0) | the same |

Frames in the plane are those of planar bodies and of the ground, with M0 and M1 about z. Their
angles are not wrapped: several turns wind the spring up. In space theta is in (-pi, pi] and jumps
by 2 pi; steps end there, unless the search for events is turned off. With a data node nodeNumber
n_d, theta is the angle next to the stored one, in space as in the plane; it is stored after each
step, also while the connector is inactive, so that turns are counted. No step may turn by more
than pi then.

The law in space is meant for frames whose z axes coincide, as those of a revolute joint. Where they
do not, theta is not the integral of omega: the torque has no potential and may add energy. Runs
that start with z0 z1 < 0.99 give a warning.

springTorqueUserFunction UF replaces the whole law; it receives the angle and angular velocity
without offsets subtracted:

    tau = UF(mbs, t, itemNumber, theta, omega, k, d, theta_off)

dtau/dtheta = k, dtau/domega = d (central differences of UF); in space dtheta = g (dphi1 - dphi0)
with g = (y0 (y0 z1) + z0 (z0 z1)) / ((y0 z1)^2 + (z0 z1)^2). The potential is
k (theta - theta_off)^2 / 2 + tau_c (theta - theta_off) in the plane, if there is no damper and no
user function.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from linkwork.connectors.connector import EVENT_COLUMN, DrawnConnector, FrameConnector
from linkwork.connectors.data_node import DATA_COLUMN, check_data_node, wire_data
from linkwork.connectors.laws.scalar_law import force_slope, rate_slope, scalar_force
from linkwork.connectors.laws.turns import (
    HIGH,
    LOW,
    MIDDLE,
    NEAR,
    branch_of,
    continued,
    next_to,
    wrapped,
)
from linkwork.core.blocks import TURNS, Blocks
from linkwork.core.declare.doubts import Doubt
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import Output, define, parameter
from linkwork.core.declare.parameters import UNIT_MATRIX, Index, Real, Rotation
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import BOUNDARIES, i8
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.math.frames import axes
from linkwork.math.vec3 import add, cross, dot, scaled, sub
from linkwork.nodes.pose_node import angle_about_z

__all__ = [
    "ObjectConnectorTorsionalSpringDamper",
    "TorsionalSpringDamper",
    "VObjectConnectorTorsionalSpringDamper",
    "VTorsionalSpringDamper",
]

ROTATION, TORQUE_LOCAL = int(Variable.Rotation), int(Variable.TorqueLocal)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)

ALIGNED = 0.99
"""Cosine of the angle between the z axes below which runs give a warning."""


class VObjectConnectorTorsionalSpringDamper(DrawnConnector):
    """Drawing of a TorsionalSpringDamper; drawSize is the diameter of the spiral."""

    drawn_as = "spiral"


class ObjectConnectorTorsionalSpringDamper(FrameConnector):
    """A torsional spring-damper with an additional torque between two frames.

    Column `plane`: the frames turn in the plane, about the axes z that M0 and M1 keep.
    """

    type_name = "ConnectorTorsionalSpringDamper"
    short_name = "TorsionalSpringDamper"
    V = VObjectConnectorTorsionalSpringDamper
    blocks = Blocks(2, TURNS)
    extra_columns = (*FrameConnector.extra_columns, EVENT_COLUMN, DATA_COLUMN, ("plane", i8))
    outputs = {
        Variable.Rotation: Output("theta", "rad", 0, "relative angle"),
        Variable.AngularVelocityLocal: Output("omega", "rad/s", 0, "relative angular velocity"),
        Variable.TorqueLocal: Output("tau", "N m", 0, "torque on m0 about z0; m1 receives -tau"),
        Variable.PotentialEnergy: Output("V", "J", 0, "stored energy, without user function"),
    }

    last_parameters = ("activeConnector", "springTorqueUserFunction")

    nodeNumber: int = parameter(
        -1, Index("node", optional=True), symbol="n_d", structural=True,
        doc="node with a data coordinate for theta, from which theta is continued; -1: none",
    )  # fmt: skip
    stiffness: float = parameter(
        0.0, Real, symbol="k", unit="N m/rad", doc="stiffness of the spring"
    )
    damping: float = parameter(0.0, Real, symbol="d", unit="N m s/rad", doc="damping of the damper")
    rotationMarker0: Any = parameter(
        UNIT_MATRIX, Rotation(), symbol="M0", unit="1", doc="axes of the frame in those of m0"
    )
    rotationMarker1: Any = parameter(
        UNIT_MATRIX, Rotation(), symbol="M1", unit="1", doc="axes of the frame in those of m1"
    )
    offset: float = parameter(
        0.0, Real, symbol="theta_off", unit="rad", doc="angle at zero spring torque"
    )
    velocityOffset: float = parameter(
        0.0, Real, symbol="omega_off", unit="rad/s", doc="angular velocity at zero damper torque"
    )
    torque: float = parameter(0.0, Real, symbol="tau_c", unit="N m", doc="added constant torque")
    springTorqueUserFunction: Any = parameter(
        0,
        UserFunction(
            ("mbs", "t", "itemNumber", "rotation", "angularVelocity", "stiffness", "damping",
             "offset"),
            scalar_force,
        ),
        symbol="UF",
        unit="N m",
        doc="function that returns the torque on m0; replaces the law",
    )  # fmt: skip

    def check_sizes(self, owner: str, items: Mapping[str, Sequence[Any]]) -> None:
        check_data_node(owner, self.nodeNumber, items, 1, "the angle")

    def is_structural(self, p: Any, new: Any) -> bool:
        """Whether a frame leaves the plane or returns to it, which needs another law."""
        if p.name not in ("rotationMarker0", "rotationMarker1"):
            return p.structural
        return (angle_about_z(new) is None) != (angle_about_z(getattr(self, p.name)) is None)

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        wire_data(table, model)
        table.rows["plane"] = [
            model.items["object"][number].is_in_plane(model) for number in table.numbers
        ]

    def is_in_plane(self, model: Any) -> bool:
        """Whether the frames of the item turn about z alone."""
        turns = self.rotationMarker0, self.rotationMarker1
        upright = all(angle_about_z(turn) is not None for turn in turns)
        ends = [model.items["marker"][number] for number in self.markerNumbers]
        return upright and all(end.resolve(model.places)[0].is_planar for end in ends)

    @classmethod
    def has_events(cls, table: Any) -> bool:
        return bool(((table.rows["plane"] == 0) & (table.rows["first_data"] < 0)).any())

    @classmethod
    def remembers(cls, table: Any) -> bool:
        return bool(((table.rows["plane"] == 0) | (table.rows["first_data"] >= 0)).any())

    def is_driven(self) -> bool:
        return self.damping * self.velocityOffset != 0.0

    def has_potential_in(self, model: Any) -> bool:
        return self.has_potential() and self.is_in_plane(model)

    @classmethod
    def doubts(cls, table: Any, model: Any, data: Any) -> list[Doubt]:
        found = []
        for line, e in enumerate(table.rows):
            z0, z1 = (
                data["rotations"]["R"][marker] @ M[:, 2]
                for marker, M in ((e.m0, e.M0), (e.m1, e.M1))
            )
            if e.active and e.plane == 0 and z0 @ z1 < ALIGNED:
                found.append(
                    Doubt(
                        line, "axes-not-aligned",
                        f"its axes z0 and z1 are {math.degrees(math.acos(max(z0 @ z1, -1.0))):.3g} "
                        "degrees apart: its angle is not the integral of its angular velocity, so "
                        "that its torque may add energy",
                        "align the axes by rotationMarker0 and rotationMarker1, and let a revolute "
                        "joint keep them aligned",
                        warns=True,
                    )
                )  # fmt: skip
        return found


def _frames(e, rotations):
    """Axes of J0 and J1"""
    return axes(rotations[e.m0].R, e.M0), axes(rotations[e.m1].R, e.M1)


def _spin(e, rotations):
    return sub(rotations[e.m1].omega, rotations[e.m0].omega)


def _angles(e, rotations, data_coordinates, frozen, branches):
    """theta, omega, branch, z0"""
    t0, t1 = rotations[e.m0], rotations[e.m1]
    branch, z0 = MIDDLE, (0.0, 0.0, 1.0)
    if e.plane != 0:
        theta = t1.angle - t0.angle + math.atan2(e.M1[1, 0], e.M1[0, 0])
        theta -= math.atan2(e.M0[1, 0], e.M0[0, 0])
        omega = t1.omega[2] - t0.omega[2]
    else:
        first, second = _frames(e, rotations)
        z0 = first[2]
        theta, omega = wrapped(first, second), dot(z0, _spin(e, rotations))
    if e.first_data >= 0:
        theta = next_to(theta, data_coordinates[e.first_data])
    elif e.plane == 0:
        branch = branches[e.event] if frozen != 0 else branch_of(theta, omega)
        theta = continued(theta, branch)
    return theta, omega, branch, z0


def _law(e, t, theta, omega):
    """tau"""
    if e.UF != 0:
        return scalar_force(e.UF, t, e.number, theta, omega, e.k, e.d, e.theta_off)
    return e.k * (theta - e.theta_off) + e.d * (omega - e.omega_off) + e.tau_c


def residual(table, rotations, t, data_coordinates, frozen, branches_out, marker_moment_out):
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        theta, omega, branch, z0 = _angles(e, rotations, data_coordinates, frozen, branches_out)
        if frozen == 0:
            branches_out[e.event] = branch
        tau = _law(e, t, theta, omega)
        if tau != tau and e.UF != 0:
            return fail(USER_FUNCTION, e.number)
        for r in range(3):
            marker_moment_out[e.m0, r] += tau * z0[r]
            marker_moment_out[e.m1, r] -= tau * z0[r]
    return 0


def _slopes(e, rotations, t, theta, omega):
    """dtau/dtheta, dtau/domega"""
    if e.UF == 0:
        return e.k, e.d
    t0, t1 = rotations[e.m0], rotations[e.m1]
    size = max(abs(t0.angle), abs(t1.angle), abs(e.theta_off))
    if e.plane == 0:
        size = max(size, 1.0)
    k = force_slope(e.UF, t, e.number, theta, omega, e.k, e.d, e.theta_off, size)
    speed = 0.0
    for r in range(3):
        speed = max(speed, abs(t0.omega[r]), abs(t1.omega[r]))
    return k, rate_slope(e.UF, t, e.number, theta, omega, e.k, e.d, e.theta_off, speed)


def jacobian(table, rotations, t, data_coordinates, frozen, branches, stiffness_out, damping_out):
    for i in range(table.size):
        e = table[i]
        for r in range(6):
            for c in range(6):
                stiffness_out[i, r, c] = damping_out[i, r, c] = 0.0
        if e.active == 0:
            continue
        theta, omega, _, _ = _angles(e, rotations, data_coordinates, frozen, branches)
        k, d = _slopes(e, rotations, t, theta, omega)
        if k != k or d != d:
            return fail(USER_FUNCTION, e.number)
        if e.plane == 0:
            _fill(e, i, rotations, _law(e, t, theta, omega), k, d, stiffness_out, damping_out)
            continue
        for r in range(2, 6, 3):
            for c in range(2, 6, 3):
                sign = -1.0 if r == c else 1.0
                stiffness_out[i, r, c], damping_out[i, r, c] = sign * k, sign * d
    return 0


def _fill(e, i, rotations, tau, k, d, stiffness_out, damping_out):
    """Blocks of frames in space."""
    first, second = _frames(e, rotations)
    y0, z0 = first[1], first[2]
    y, z = dot(y0, second[2]), dot(z0, second[2])
    size = y * y + z * z
    g = add(scaled(y / size, y0), scaled(z / size, z0))
    turn = cross(z0, _spin(e, rotations))
    for c in range(3):
        unit = 1.0 if c == 0 else 0.0, 1.0 if c == 1 else 0.0, 1.0 if c == 2 else 0.0
        carried = cross(unit, z0)
        for r in range(3):
            by_angle = k * z0[r] * g[c]
            by_axis = d * z0[r] * turn[c] + tau * carried[r]
            stiffness_out[i, r, c] = by_axis - by_angle
            stiffness_out[i, r, 3 + c] = by_angle
            stiffness_out[i, 3 + r, c] = by_angle - by_axis
            stiffness_out[i, 3 + r, 3 + c] = -by_angle
            for end in range(2):
                sign = 1.0 if end == 1 else -1.0
                damping_out[i, r, 3 * end + c] = sign * d * z0[r] * z0[c]
                damping_out[i, 3 + r, 3 * end + c] = -sign * d * z0[r] * z0[c]


def events(table, rotations, data_coordinates, branches, event_values_out):
    """Distances to pi and -pi of the angles that jump there."""
    for i in range(table.size):
        e = table[i]
        for b in range(BOUNDARIES):
            event_values_out[e.event, b] = math.inf
        if e.active == 0 or e.plane != 0 or e.first_data >= 0:
            continue
        theta = _angles(e, rotations, data_coordinates, 1, branches)[0]
        event_values_out[e.event, 0] = 1.0 - theta / math.pi
        event_values_out[e.event, 1] = 1.0 + theta / math.pi


def switch(table, crossed, branches_out):
    """Continue on the other side of pi."""
    for i in range(table.size):
        e = table[i]
        if crossed[e.event] >= 0:
            branches_out[e.event] = LOW if crossed[e.event] == 0 else HIGH


def accept(table, rotations, frozen, branches_out, data_coordinates_out):
    """Store the angles, those without a node as branches, which the next step begins with."""
    for i in range(table.size):
        e = table[i]
        theta, omega, branch, _ = _angles(e, rotations, data_coordinates_out, frozen, branches_out)
        if e.first_data >= 0:
            data_coordinates_out[e.first_data] = theta
        elif e.plane == 0 and (abs(theta) < NEAR or branch == MIDDLE):
            branches_out[e.event] = branch_of(theta, omega)


def potential(table, rotations, data_coordinates, branches, energy_out):
    """Energy stored in each spring [J], without user function."""
    for i in range(table.size):
        e = table[i]
        theta = _angles(e, rotations, data_coordinates, 0, branches)[0] - e.theta_off
        energy_out[i] = e.active * (0.5 * e.k * theta + e.tau_c) * theta


def output(table, row, variable, rotations, t, data_coordinates, frozen, branches, value_out):
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], rotations, data_coordinates, branches, value_out)
        return
    e = table[row]
    theta, omega, _, _ = _angles(e, rotations, data_coordinates, frozen, branches)
    if variable == ROTATION:
        value_out[0] = theta
    elif variable != TORQUE_LOCAL:
        value_out[0] = omega
    elif e.active != 0:
        value_out[0] = _law(e, t, theta, omega)


define(
    ObjectConnectorTorsionalSpringDamper, residual, jacobian, events, switch, accept, potential,
    output,
)  # fmt: skip
TorsionalSpringDamper = ObjectConnectorTorsionalSpringDamper
VTorsionalSpringDamper = VObjectConnectorTorsionalSpringDamper
