"""SpringDamper: a spring-damper on the line between two points.

    Delta p = p1 - p0,  L = |Delta p|,  v_f = Delta p / L,  Ldot = v_f . Delta v
    f_SD = k (L - L0) + d (Ldot - Ldot0) + f_a
    f    = f_SD v_f          on m0; m1 receives -f (f_SD > 0 pulls the points together)

springForceUserFunction UF replaces the whole law:

    f_SD = UF(mbs, t, itemNumber, L - L0, Ldot - Ldot0, k, d, f_a)

Derivatives, P = I - v_f v_f^T:

    df/d(Delta p) = f_SD/L P + k v_f v_f^T + d/L v_f (P Delta v)^T,  df/d(Delta v) = d v_f v_f^T

(k, d replaced by central differences of UF). At L = 0 the direction and Ldot are undefined. This is
an error unless f_SD = 0 for every direction, that is, for all Ldot from -|Delta v| to |Delta v| (no
force at rest, and no damper or no relative velocity). Then it is a zero-length spring with force 0
and stiffness k I. Rigid motions change nothing; the force has the potential
k (L - L0)^2 / 2 + f_a (L - L0) if there is no damper and no user function.
"""

from __future__ import annotations

from typing import Any

from linkwork.connectors.connector import DrawnConnector, PairConnector
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
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import Output, define, parameter
from linkwork.core.declare.parameters import Real, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.kernels.pointer import Pointer
from linkwork.core.status import USER_FUNCTION, ZERO_LENGTH, fail
from linkwork.math.differences import CENTRAL, difference_step, is_rounded_off, larger_step
from linkwork.math.vec3 import add_scaled, sub, unit

__all__ = [
    "ObjectConnectorSpringDamper",
    "SpringDamper",
    "VObjectConnectorSpringDamper",
    "VSpringDamper",
]


spring_force = Pointer("d", "dqddddd")
"""UF(t, itemNumber, deltaL, deltaL_t, k, d, f_a) through its address; NaN when it failed."""
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)


class VObjectConnectorSpringDamper(DrawnConnector):
    """Drawing of a SpringDamper; drawSize is the diameter of the coil."""

    drawn_as = "coil"


class ObjectConnectorSpringDamper(PairConnector):
    """A spring-damper with an additional force between two position markers."""

    type_name = "ConnectorSpringDamper"
    short_name = "SpringDamper"
    V = VObjectConnectorSpringDamper
    outputs = {
        Variable.Distance: Output("L", "m", 0, "distance of the points"),
        Variable.Displacement: Output("Delta p", "m", 3, "p1 - p0"),
        Variable.Velocity: Output("Delta v", "m/s", 3, "v1 - v0"),
        Variable.Force: Output("f", "N", 3, "force on m0; m1 receives -f"),
        Variable.ForceLocal: Output("f_SD", "N", 0, "scalar force, > 0: tension"),
        Variable.PotentialEnergy: Output("V", "J", 0, "stored energy, without user function"),
    }

    last_parameters = ("activeConnector", "springForceUserFunction")

    slope_symbols = ("k", "d", "L0", "f_a", "Ldot0")

    referenceLength: float = parameter(
        0.0, UReal, symbol="L0", unit="m", doc="length of the spring at rest"
    )
    stiffness: float = parameter(0.0, UReal, symbol="k", unit="N/m", doc="stiffness of the spring")
    damping: float = parameter(0.0, UReal, symbol="d", unit="N s/m", doc="damping of the damper")
    force: float = parameter(
        0.0, Real, symbol="f_a", unit="N", doc="additional constant force, > 0: tension"
    )
    velocityOffset: float = parameter(
        0.0, Real, symbol="Ldot0", unit="m/s", doc="rate of the length at zero damper force"
    )
    springForceUserFunction: Any = parameter(
        0,
        UserFunction(
            ("mbs", "t", "itemNumber", "deltaL", "deltaL_t", "stiffness", "damping", "force"),
            spring_force,
        ),
        symbol="UF",
        unit="N",
        doc="function that returns the spring force; replaces the law",
    )

    def is_driven(self) -> bool:
        return self.damping * self.velocityOffset != 0.0


def _law(e, t, u, w):
    """f_SD for elongation u = L - L0 and rate w = Ldot - Ldot0."""
    if e.UF != 0:
        return spring_force(e.UF, t, e.number, u, w, e.k, e.d, e.f_a)
    return e.k * u + e.d * w + e.f_a


def _forces(e, t, dv):
    """Smallest and largest f_SD at L = 0 over all directions of the line."""
    speed = speed_of(dv)
    still, out = _law(e, t, -e.L0, -e.Ldot0), _law(e, t, -e.L0, speed - e.Ldot0)
    back = _law(e, t, -e.L0, -speed - e.Ldot0)
    return min(still, out, back), max(still, out, back)


def residual(table, markers, t, marker_force_out):
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        L, v_f, dv, Ldot = geometry(e, markers)
        f_SD = _law(e, t, L - e.L0, Ldot - e.Ldot0)
        if f_SD != f_SD and e.UF != 0:
            return fail(USER_FUNCTION, e.number)
        if L == 0.0 and is_undefined(FORCE, _forces(e, t, dv)):
            return fail(ZERO_LENGTH, e.number)
        add_scaled(marker_force_out, e.m0, f_SD, v_f)
        add_scaled(marker_force_out, e.m1, -f_SD, v_f)
    return 0


def _slopes(e, t, L, u, w, speed):
    """d f_SD / du, d f_SD / dw"""
    if e.UF == 0:
        return e.k, e.d
    size = max(L, e.L0)
    limit = CENTRAL * 1.0e-2 * size
    du = difference_step(u, size, limit)
    plus, minus = _law(e, t, u + du, w), _law(e, t, u - du, w)
    while is_rounded_off(abs(plus - minus), abs(plus) + abs(minus), du, limit):
        du = larger_step(du, limit)
        plus, minus = _law(e, t, u + du, w), _law(e, t, u - du, w)
    k = (plus - minus) / (2.0 * du)
    limit = CENTRAL * max(1.0e-2 * speed, 1.0e-4 * size)
    dw = difference_step(w, speed, limit)
    plus, minus = _law(e, t, u, w + dw), _law(e, t, u, w - dw)
    while is_rounded_off(abs(plus - minus), abs(plus) + abs(minus), dw, limit):
        dw = larger_step(dw, limit)
        plus, minus = _law(e, t, u, w + dw), _law(e, t, u, w - dw)
    return k, (plus - minus) / (2.0 * dw)


def slope(table, symbol, markers, marker_force_out):
    """Derivatives of the forces by k, d, L0, f_a or Ldot0."""
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        L, v_f, _, Ldot = geometry(e, markers)
        by = 1.0
        if symbol == 0:
            by = L - e.L0
        elif symbol == 1:
            by = Ldot - e.Ldot0
        elif symbol == 2:
            by = -e.k
        elif symbol == 4:
            by = -e.d
        add_scaled(marker_force_out, e.m0, by, v_f)
        add_scaled(marker_force_out, e.m1, -by, v_f)


def jacobian(table, markers, t, stiffness_out, damping_out):
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            fill_unit_block(i, 0.0, stiffness_out, damping_out)
            continue
        L, v_f, dv, Ldot = geometry(e, markers)
        u, w = L - e.L0, Ldot - e.Ldot0
        if L == 0.0:
            fill_unit_block(i, e.k, stiffness_out, damping_out)
            continue
        f_SD = _law(e, t, u, w)
        if f_SD != f_SD and e.UF != 0:
            return fail(USER_FUNCTION, e.number)
        k, d = _slopes(e, t, L, u, w, abs(dv[0]) + abs(dv[1]) + abs(dv[2]))
        fill_block(i, f_SD, k, d, L, v_f, dv, Ldot, stiffness_out, damping_out)
    return 0


def potential(table, markers, energy_out):
    """Energy stored in each spring [J], without user function."""
    for i in range(table.size):
        e = table[i]
        u = unit(sub(markers[e.m1].p, markers[e.m0].p))[0] - e.L0
        energy_out[i] = e.active * (0.5 * e.k * u * u + e.f_a * u)


def output(table, row, variable, markers, t, value_out):
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], markers, value_out)
        return 0
    e = table[row]
    L, v_f, dv, Ldot = geometry(e, markers)
    if e.active != 0 and (variable == FORCE or variable == FORCE_LOCAL):
        if L == 0.0 and is_undefined(variable, _forces(e, t, dv)):
            return fail(ZERO_LENGTH, e.number)
        force_output(variable, _law(e, t, L - e.L0, Ldot - e.Ldot0), v_f, value_out)
        return 0
    motion_output(e, variable, markers, L, dv, value_out)
    return 0


define(ObjectConnectorSpringDamper, residual, jacobian, slope, potential, output)
SpringDamper, VSpringDamper = ObjectConnectorSpringDamper, VObjectConnectorSpringDamper
