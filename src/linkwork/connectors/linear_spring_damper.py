"""LinearSpringDamper: a spring-damper along an axis of the first body.

    e = R0 a,  Delta p = p1 - p0,  x = e . Delta p,  x_t = e . Delta v + omega0 . (e x Delta p)
    f = k (x - x_off) + d (x_t - v_off) + f_c
    m0 receives f e and the moment f Delta p x e, m1 receives -f e

The axis a (axisMarker0) turns with m0; its length is not changed. The moment on m0 is zero if m1 is
on the axis, as on a slide (prismatic joint along a). With `compatibility` of the settings there is
no such moment, and x_t = e . Delta v. springForceUserFunction UF replaces the whole
law; it receives x without the offset subtracted:

    f = UF(mbs, t, itemNumber, x, x_t, k, d, x_off)

x_t is the rate of x and conjugate to f, linear and angular momentum are kept, and rigid motions
change nothing. df/dx = k, df/dx_t = d (central differences of UF), and with g = e x Delta p

    dx = e . d(Delta p) + g . dphi0
    dx_t = e . d(Delta v) + g . domega0 + (omega0 x e) . d(Delta p)
           + (e x Delta v + (omega0 . e) Delta p - x omega0) . dphi0

The potential is k (x - x_off)^2 / 2 + f_c (x - x_off) if there is no damper and no user function.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.connectors.connector import DrawnConnector, FrameConnector
from linkwork.connectors.laws.scalar_law import force_slope, rate_slope, scalar_force
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import Output, define, parameter
from linkwork.core.declare.parameters import Array, Flag, Real
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.math.vec3 import add, add_scaled, cross, dot, scaled, sub, turned

__all__ = [
    "LinearSpringDamper",
    "ObjectConnectorLinearSpringDamper",
    "VLinearSpringDamper",
    "VObjectConnectorLinearSpringDamper",
]

DISPLACEMENT_LOCAL, VELOCITY_LOCAL = int(Variable.DisplacementLocal), int(Variable.VelocityLocal)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)


class VObjectConnectorLinearSpringDamper(DrawnConnector):
    """Drawing of a LinearSpringDamper; drawSize is the diameter of the coil."""

    drawn_as = "coil"
    last_parameters = ("color",)

    drawAsCylinder: bool = parameter(
        False, Flag(), doc="accepted for compatibility: the spring is drawn as a coil"
    )


class ObjectConnectorLinearSpringDamper(FrameConnector):
    """A spring-damper with an additional force along an axis that turns with the first body."""

    type_name = "ConnectorLinearSpringDamper"
    short_name = "LinearSpringDamper"
    keeps_its_potential = False
    V = VObjectConnectorLinearSpringDamper
    outputs = {
        Variable.DisplacementLocal: Output("x", "m", 0, "displacement along the axis"),
        Variable.VelocityLocal: Output("x_t", "m/s", 0, "its rate"),
        Variable.ForceLocal: Output("f", "N", 0, "force on m0 along the axis; m1 receives -f"),
        Variable.PotentialEnergy: Output("V", "J", 0, "stored energy, without user function"),
    }

    last_parameters = ("activeConnector", "springForceUserFunction")

    stiffness: float = parameter(0.0, Real, symbol="k", unit="N/m", doc="stiffness of the spring")
    damping: float = parameter(0.0, Real, symbol="d", unit="N s/m", doc="damping of the damper")
    axisMarker0: Any = parameter(
        [1.0, 0.0, 0.0], Array((3,)), symbol="a", unit="1", doc="axis in the axes of m0, as given"
    )
    offset: float = parameter(
        0.0, Real, symbol="x_off", unit="m", doc="displacement at zero spring force"
    )
    velocityOffset: float = parameter(
        0.0, Real, symbol="v_off", unit="m/s", doc="velocity at zero damper force"
    )
    force: float = parameter(0.0, Real, symbol="f_c", unit="N", doc="added constant force")
    springForceUserFunction: Any = parameter(
        0,
        UserFunction(
            ("mbs", "t", "itemNumber", "displacement", "velocity", "stiffness", "damping",
             "offset"),
            scalar_force,
        ),
        symbol="UF",
        unit="N",
        doc="function that returns the force on m0; replaces the law",
    )  # fmt: skip

    def check_complete(self, owner: str) -> None:
        if not np.any(self.axisMarker0):
            raise ParameterError(
                f"{owner}: axisMarker0 must be a direction, got "
                f"{np.asarray(self.axisMarker0).tolist()}; give a vector of length > 0"
            )

    def is_driven(self) -> bool:
        return self.damping * self.velocityOffset != 0.0


def _spin(e, rotations, compatible):
    """Angular velocity of the axis, as far as x_t depends on it"""
    return scaled(1.0 - compatible, rotations[e.m0].omega)


def _measured(e, markers, rotations, compatible):
    """Axis, Delta p, Delta v, x, x_t"""
    m0, m1, W = markers[e.m0], markers[e.m1], _spin(e, rotations, compatible)
    axis, dp, dv = turned(rotations[e.m0].R, e.a), sub(m1.p, m0.p), sub(m1.v, m0.v)
    return axis, dp, dv, dot(axis, dp), dot(axis, dv) + dot(W, cross(axis, dp))


def _law(e, t, x, x_t):
    """f"""
    if e.UF != 0:
        return scalar_force(e.UF, t, e.number, x, x_t, e.k, e.d, e.x_off)
    return e.k * (x - e.x_off) + e.d * (x_t - e.v_off) + e.f_c


def residual(table, markers, rotations, t, compatible, marker_force_out, marker_moment_out):
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        axis, dp, _, x, x_t = _measured(e, markers, rotations, compatible)
        f = _law(e, t, x, x_t)
        if f != f and e.UF != 0:
            return fail(USER_FUNCTION, e.number)
        add_scaled(marker_force_out, e.m0, f, axis)
        add_scaled(marker_force_out, e.m1, -f, axis)
        add_scaled(marker_moment_out, e.m0, (1.0 - compatible) * f, cross(dp, axis))
    return 0


def _slopes(e, markers, rotations, t, x, x_t):
    """df/dx, df/dx_t"""
    if e.UF == 0:
        return e.k, e.d
    m0, m1, t0 = markers[e.m0], markers[e.m1], rotations[e.m0]
    length, speed, lever = abs(e.x_off), 0.0, 0.0
    for r in range(3):
        length = max(length, abs(m0.p[r]), abs(m1.p[r]))
        speed = max(speed, abs(m0.v[r]), abs(m1.v[r]))
        lever = max(lever, abs(t0.omega[r]))
    speed += lever * abs(x)
    k = force_slope(e.UF, t, e.number, x, x_t, e.k, e.d, e.x_off, length)
    return k, rate_slope(e.UF, t, e.number, x, x_t, e.k, e.d, e.x_off, speed)


def jacobian(table, markers, rotations, t, compatible, stiffness_out, damping_out):
    keep = 1.0 - compatible
    for i in range(table.size):
        e = table[i]
        for r in range(12):
            for c in range(12):
                stiffness_out[i, r, c] = damping_out[i, r, c] = 0.0
        if e.active == 0:
            continue
        axis, dp, dv, x, x_t = _measured(e, markers, rotations, compatible)
        k, d = _slopes(e, markers, rotations, t, x, x_t)
        if k != k or d != d:
            return fail(USER_FUNCTION, e.number)
        f, W, g = _law(e, t, x, x_t), _spin(e, rotations, compatible), cross(axis, dp)
        by_place = add(scaled(k, axis), scaled(d, cross(W, axis)))
        turning = add(cross(axis, dv), sub(scaled(dot(W, axis), dp), scaled(x, W)))
        by_turn = add(scaled(k, g), scaled(d, turning))
        for c in range(3):
            unit = 1.0 if c == 0 else 0.0, 1.0 if c == 1 else 0.0, 1.0 if c == 2 else 0.0
            moved, turned_axis = cross(axis, unit), cross(unit, axis)
            turned_g = cross(turned_axis, dp)
            for r in range(3):
                force, moment = axis[r] * by_place[c], keep * (-g[r] * by_place[c] - f * moved[r])
                _write(i, r, 6 + c, force, moment, stiffness_out)
                _write(i, r, c, -force, -moment, stiffness_out)
                force = axis[r] * by_turn[c] + f * turned_axis[r]
                moment = keep * (-g[r] * by_turn[c] - f * turned_g[r])
                _write(i, r, 3 + c, force, moment, stiffness_out)
                force, moment = d * axis[r] * axis[c], keep * (-d * g[r] * axis[c])
                _write(i, r, 6 + c, force, moment, damping_out)
                _write(i, r, c, -force, -moment, damping_out)
                force, moment = d * axis[r] * g[c], -d * g[r] * g[c]
                _write(i, r, 3 + c, keep * force, keep * moment, damping_out)
    return 0


def _write(i, r, c, force, moment, block_out):
    """Component r of the changes of force and moment on m0."""
    block_out[i, r, c], block_out[i, 3 + r, c], block_out[i, 6 + r, c] = force, moment, -force


def potential(table, markers, rotations, energy_out):
    """Energy stored in each spring [J], without user function."""
    for i in range(table.size):
        e = table[i]
        x = _measured(e, markers, rotations, 0)[3] - e.x_off
        energy_out[i] = e.active * (0.5 * e.k * x + e.f_c) * x


def output(table, row, variable, markers, rotations, t, compatible, value_out):
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], markers, rotations, value_out)
        return
    e = table[row]
    _, _, _, x, x_t = _measured(e, markers, rotations, compatible)
    if variable == DISPLACEMENT_LOCAL:
        value_out[0] = x
    elif variable == VELOCITY_LOCAL:
        value_out[0] = x_t
    elif e.active != 0:
        value_out[0] = _law(e, t, x, x_t)


define(ObjectConnectorLinearSpringDamper, residual, jacobian, potential, output)
LinearSpringDamper = ObjectConnectorLinearSpringDamper
VLinearSpringDamper = VObjectConnectorLinearSpringDamper
