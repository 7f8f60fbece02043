"""CoordinateSpringDamper: a spring-damper between two coordinates.

    u = q1 - q0,  w = v1 - v0          coordinates without their reference values
    f = k (u - l_off) + d w            on the coordinate of m0; that of m1 receives -f

springForceUserFunction UF replaces the whole law; it receives u without the offset subtracted:

    f = UF(mbs, t, itemNumber, u, w, k, d, l_off)

Between angles the units are rad and N m instead of m and N.

df/du = k, df/dw = d (central differences of UF). The value of a coordinate on the ground is 0.
Coordinates are not tied to directions in space, so invariance under rotations does not apply. The
potential is k (u - l_off)^2 / 2 if there is no damper and no user function.
"""

from __future__ import annotations

from typing import Any

from linkwork.connectors.connector import CoordinateConnector, DrawnConnector
from linkwork.connectors.laws.scalar_law import force_slope, rate_slope, scalar_force
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import WITHOUT_FUNCTIONS, Output, define, parameter
from linkwork.core.declare.parameters import Real
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.status import USER_FUNCTION, fail

__all__ = [
    "CoordinateSpringDamper",
    "ObjectConnectorCoordinateSpringDamper",
    "VCoordinateSpringDamper",
    "VObjectConnectorCoordinateSpringDamper",
]

DISPLACEMENT, VELOCITY = int(Variable.Displacement), int(Variable.Velocity)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)


class VObjectConnectorCoordinateSpringDamper(DrawnConnector):
    """Drawing of a CoordinateSpringDamper; drawSize is the diameter of the coil."""

    drawn_as = "coil"


class ObjectConnectorCoordinateSpringDamper(CoordinateConnector):
    """A spring-damper between two coordinate markers."""

    type_name = "ConnectorCoordinateSpringDamper"
    linear_when = WITHOUT_FUNCTIONS
    short_name = "CoordinateSpringDamper"
    V = VObjectConnectorCoordinateSpringDamper
    outputs = {
        Variable.Displacement: Output("u", "m", 0, "q1 - q0"),
        Variable.Velocity: Output("w", "m/s", 0, "v1 - v0"),
        Variable.Force: Output("f", "N", 0, "force on m0; m1 receives -f"),
        Variable.PotentialEnergy: Output("V", "J", 0, "stored energy, without user function"),
    }

    last_parameters = ("activeConnector", "springForceUserFunction")

    stiffness: float = parameter(0.0, Real, symbol="k", unit="N/m", doc="stiffness of the spring")
    damping: float = parameter(0.0, Real, symbol="d", unit="N s/m", doc="damping of the damper")
    offset: float = parameter(
        0.0, Real, symbol="l_off", unit="m", doc="difference q1 - q0 at zero spring force"
    )
    springForceUserFunction: Any = parameter(
        0,
        UserFunction(
            (
                "mbs",
                "t",
                "itemNumber",
                "displacement",
                "velocity",
                "stiffness",
                "damping",
                "offset",
            ),  # fmt: skip
            scalar_force,
        ),
        symbol="UF",
        unit="N",
        doc="function that returns the force on m0; replaces the law",
    )


def _law(e, t, u, w):
    """f for the difference u and its rate w."""
    if e.UF != 0:
        return scalar_force(e.UF, t, e.number, u, w, e.k, e.d, e.l_off)
    return e.k * (u - e.l_off) + e.d * w


def _difference(e, markers):
    """u, w"""
    m0, m1 = markers[e.m0], markers[e.m1]
    return m1.p[0] - m0.p[0], m1.v[0] - m0.v[0]


def residual(table, markers, t, marker_force_out):
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        u, w = _difference(e, markers)
        f = _law(e, t, u, w)
        if f != f and e.UF != 0:
            return fail(USER_FUNCTION, e.number)
        marker_force_out[e.m0, 0] += f
        marker_force_out[e.m1, 0] -= f
    return 0


def jacobian(table, markers, t, stiffness_out, damping_out):
    for i in range(table.size):
        e = table[i]
        if e.active == 0 or e.UF == 0:
            stiffness_out[i] = e.k * e.active
            damping_out[i] = e.d * e.active
            continue
        u, w = _difference(e, markers)
        p0, p1 = markers[e.m0].p[0], markers[e.m1].p[0]
        size = max(abs(p0), abs(p1), abs(e.l_off))
        k = force_slope(e.UF, t, e.number, u, w, e.k, e.d, e.l_off, size)
        v0, v1 = markers[e.m0].v[0], markers[e.m1].v[0]
        d = rate_slope(e.UF, t, e.number, u, w, e.k, e.d, e.l_off, max(abs(v0), abs(v1)))
        if k != k or d != d:
            return fail(USER_FUNCTION, e.number)
        stiffness_out[i] = k
        damping_out[i] = d
    return 0


def potential(table, markers, energy_out):
    """Energy stored in each spring [J], without user function."""
    for i in range(table.size):
        e = table[i]
        u = markers[e.m1].p[0] - markers[e.m0].p[0] - e.l_off
        energy_out[i] = e.active * 0.5 * e.k * u * u


def output(table, row, variable, markers, t, value_out):
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], markers, value_out)
        return
    e = table[row]
    u, w = _difference(e, markers)
    if variable == DISPLACEMENT:
        value_out[0] = u
    elif variable == VELOCITY:
        value_out[0] = w
    elif e.active != 0:
        value_out[0] = _law(e, t, u, w)


define(ObjectConnectorCoordinateSpringDamper, residual, jacobian, potential, output)
CoordinateSpringDamper = ObjectConnectorCoordinateSpringDamper
VCoordinateSpringDamper = VObjectConnectorCoordinateSpringDamper
