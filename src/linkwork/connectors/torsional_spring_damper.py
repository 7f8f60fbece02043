"""TorsionalSpringDamper: a spring-damper between the angles of two frames.

    theta = angle1 + angle(R1) - angle0 - angle(R0),  omega = omega1 - omega0
    tau = k (theta - theta_off) + d (omega - omega_off) + tau_c      on m0; m1 receives -tau

R0, R1 (rotationMarker0, rotationMarker1) turn the frames of the markers about z. Angles are not
wrapped: several turns wind the spring up. springTorqueUserFunction UF replaces the whole law; it
receives the angle and angular velocity without offsets subtracted:

    tau = UF(mbs, t, itemNumber, theta, omega, k, d, theta_off)

dtau/dtheta = k, dtau/domega = d (central differences of UF). The potential is
k (theta - theta_off)^2 / 2 + tau_c (theta - theta_off) if there is no damper and no user function.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from linkwork.connectors.connector import DrawnConnector, FrameConnector
from linkwork.connectors.laws.scalar_law import force_slope, rate_slope, scalar_force
from linkwork.core.blocks import PLANE, Blocks
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import Output, define, parameter
from linkwork.core.declare.parameters import Index, Real, Rotation
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.nodes.pose_node import angle_about_z

__all__ = [
    "ObjectConnectorTorsionalSpringDamper",
    "TorsionalSpringDamper",
    "VObjectConnectorTorsionalSpringDamper",
    "VTorsionalSpringDamper",
]

ROTATION, TORQUE_LOCAL = int(Variable.Rotation), int(Variable.TorqueLocal)
UNIT_MATRIX = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)


class VObjectConnectorTorsionalSpringDamper(DrawnConnector):
    """Drawing of a TorsionalSpringDamper; drawSize is the diameter of the spiral."""

    drawn_as = "spiral"


class ObjectConnectorTorsionalSpringDamper(FrameConnector):
    """A torsional spring-damper with an additional torque between two frames."""

    type_name = "ConnectorTorsionalSpringDamper"
    short_name = "TorsionalSpringDamper"
    V = VObjectConnectorTorsionalSpringDamper
    blocks = Blocks(2, PLANE)
    outputs = {
        Variable.Rotation: Output("theta", "rad", 0, "relative angle"),
        Variable.AngularVelocityLocal: Output("omega", "rad/s", 0, "relative angular velocity"),
        Variable.TorqueLocal: Output("tau", "N m", 0, "torque on m0; m1 receives -tau"),
        Variable.PotentialEnergy: Output("V", "J", 0, "stored energy, without user function"),
    }

    last_parameters = ("activeConnector", "springTorqueUserFunction")

    nodeNumber: int = parameter(
        -1, Index("node", optional=True), symbol="n_d", structural=True,
        doc="accepted for compatibility: angles are not wrapped, so no node has to count turns",
    )  # fmt: skip
    stiffness: float = parameter(
        0.0, Real, symbol="k", unit="N m/rad", doc="stiffness of the spring"
    )
    damping: float = parameter(0.0, Real, symbol="d", unit="N m s/rad", doc="damping of the damper")
    rotationMarker0: Any = parameter(
        UNIT_MATRIX, Rotation(), symbol="R0", unit="1", doc="rotation of the frame on m0, about z"
    )
    rotationMarker1: Any = parameter(
        UNIT_MATRIX, Rotation(), symbol="R1", unit="1", doc="rotation of the frame on m1, about z"
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

    def check_sizes(self, owner: str, items: Mapping[str, list[Any]]) -> None:
        for name in ("rotationMarker0", "rotationMarker1"):
            if angle_about_z(getattr(self, name)) is None:
                raise ParameterError(
                    f"{owner}: {name} must be a rotation about z, since orientations are angles "
                    f"in the x-y plane; got {getattr(self, name).tolist()}"
                )

    def is_driven(self) -> bool:
        return self.damping * self.velocityOffset != 0.0


def _angles(e, rotations):
    """theta, omega"""
    t0, t1 = rotations[e.m0], rotations[e.m1]
    theta = t1.angle - t0.angle + math.atan2(e.R1[1, 0], e.R1[0, 0])
    return theta - math.atan2(e.R0[1, 0], e.R0[0, 0]), t1.omega[2] - t0.omega[2]


def _law(e, t, theta, omega):
    """tau"""
    if e.UF != 0:
        return scalar_force(e.UF, t, e.number, theta, omega, e.k, e.d, e.theta_off)
    return e.k * (theta - e.theta_off) + e.d * (omega - e.omega_off) + e.tau_c


def residual(table, rotations, t, marker_moment_out):
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        theta, omega = _angles(e, rotations)
        tau = _law(e, t, theta, omega)
        if tau != tau and e.UF != 0:
            return fail(USER_FUNCTION, e.number)
        marker_moment_out[e.m0, 2] += tau
        marker_moment_out[e.m1, 2] -= tau
    return 0


def jacobian(table, rotations, t, stiffness_out, damping_out):
    for i in range(table.size):
        e = table[i]
        k, d = e.k * e.active, e.d * e.active
        if e.active != 0 and e.UF != 0:
            theta, omega = _angles(e, rotations)
            t0, t1 = rotations[e.m0], rotations[e.m1]
            size = max(abs(t0.angle), abs(t1.angle), abs(e.theta_off))
            k = force_slope(e.UF, t, e.number, theta, omega, e.k, e.d, e.theta_off, size)
            size = max(abs(t0.omega[2]), abs(t1.omega[2]))
            d = rate_slope(e.UF, t, e.number, theta, omega, e.k, e.d, e.theta_off, size)
            if k != k or d != d:
                return fail(USER_FUNCTION, e.number)
        for r in range(6):
            for c in range(6):
                stiffness_out[i, r, c] = damping_out[i, r, c] = 0.0
        for r in range(2, 6, 3):
            for c in range(2, 6, 3):
                sign = -1.0 if r == c else 1.0
                stiffness_out[i, r, c], damping_out[i, r, c] = sign * k, sign * d
    return 0


def potential(table, rotations, energy_out):
    """Energy stored in each spring [J], without user function."""
    for i in range(table.size):
        e = table[i]
        theta = _angles(e, rotations)[0] - e.theta_off
        energy_out[i] = e.active * (0.5 * e.k * theta + e.tau_c) * theta


def output(table, row, variable, rotations, t, value_out):
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], rotations, value_out)
        return
    e = table[row]
    theta, omega = _angles(e, rotations)
    if variable == ROTATION:
        value_out[0] = theta
    elif variable != TORQUE_LOCAL:
        value_out[0] = omega
    elif e.active != 0:
        value_out[0] = _law(e, t, theta, omega)


define(ObjectConnectorTorsionalSpringDamper, residual, jacobian, potential, output)
TorsionalSpringDamper = ObjectConnectorTorsionalSpringDamper
VTorsionalSpringDamper = VObjectConnectorTorsionalSpringDamper
