"""CartesianSpringDamper: three independent spring-dampers along the global axes.

    f = k (Delta p - v_off) + d Delta v     per axis, on m0; m1 receives -f

springForceUserFunction UF replaces the whole law:

    f = UF(mbs, t, itemNumber, Delta p - v_off, Delta v, k, d, v_off)

df/d(Delta p) = diag(k), df/d(Delta v) = diag(d) (central differences of UF). The axes are fixed
in space, so a rotation of the whole model changes the force (no invariance under rotation), and
the two forces, which need not lie on one line, can have a moment: action equals reaction, but
angular momentum is not conserved. The potential is sum k (Delta p - v_off)^2 / 2 if there is no
damper and no user function. With `compatibility` of the settings, Distance is |Delta p - v_off|.
"""

from __future__ import annotations

from typing import Any

from linkwork.connectors.connector import DrawnConnector, PairConnector
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import WITHOUT_FUNCTIONS, Output, define, parameter
from linkwork.core.declare.parameters import Array
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.kernels.pointer import Pointer
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.math.differences import CENTRAL, USUAL, difference_step, is_rounded_off, larger_step
from linkwork.math.vec3 import sub, unit

__all__ = [
    "CartesianSpringDamper",
    "ObjectConnectorCartesianSpringDamper",
    "VCartesianSpringDamper",
    "VObjectConnectorCartesianSpringDamper",
]

DISTANCE, DISPLACEMENT = int(Variable.Distance), int(Variable.Displacement)
VELOCITY, FORCE = int(Variable.Velocity), int(Variable.Force)

vector_force = Pointer("q", "qdq")
"""UF(address of work, t, itemNumber): work holds displacement, velocity, k, d,
v_off, then the result."""
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)


class VObjectConnectorCartesianSpringDamper(DrawnConnector):
    """Drawing of a CartesianSpringDamper; drawSize is the diameter of the coil."""

    drawn_as = "coil"


class ObjectConnectorCartesianSpringDamper(PairConnector):
    """Spring-dampers along the three global axes between two position markers."""

    type_name = "ConnectorCartesianSpringDamper"
    linear_when = WITHOUT_FUNCTIONS
    short_name = "CartesianSpringDamper"
    V = VObjectConnectorCartesianSpringDamper
    rigid_invariance = False
    slope_symbols = ("k", "d", "v_off")
    outputs = {
        Variable.Displacement: Output("Delta p - v_off", "m", 3, "p1 - p0 - offset"),
        Variable.Distance: Output("L", "m", 0, "distance of the points"),
        Variable.Velocity: Output("Delta v", "m/s", 3, "v1 - v0"),
        Variable.Force: Output("f", "N", 3, "force on m0; m1 receives -f"),
        Variable.PotentialEnergy: Output("V", "J", 0, "stored energy, without user function"),
    }

    stiffness: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="k", unit="N/m", doc="stiffness along x, y, z"
    )
    damping: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="d", unit="N s/m", doc="damping along x, y, z"
    )
    offset: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="v_off", unit="m", doc="Delta p at which the force is zero"
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
            vector_force,
            shapes=((3,),) * 5,
        ),
        symbol="UF",
        unit="N",
        doc="function that returns the force vector; replaces the law",
    )


def _load(e, markers, i, work_out):
    """Write the arguments of the law to work."""
    for r in range(3):
        work_out[i, r] = markers[e.m1].p[r] - markers[e.m0].p[r] - e.v_off[r]
        work_out[i, 3 + r] = markers[e.m1].v[r] - markers[e.m0].v[r]
        work_out[i, 6 + r] = e.k[r]
        work_out[i, 9 + r] = e.d[r]
        work_out[i, 12 + r] = e.v_off[r]


def _law(e, t, i, work_out):
    """Compute the force from the arguments in work, into work[15:18]."""
    if e.UF != 0:
        return vector_force(e.UF, work_out[i].ctypes.data, t, e.number)
    for r in range(3):
        work_out[i, 15 + r] = e.k[r] * work_out[i, r] + e.d[r] * work_out[i, 3 + r]
    return 0


def residual(table, markers, t, work_out, marker_force_out):
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        _load(e, markers, i, work_out)
        if _law(e, t, i, work_out) != 0:
            return fail(USER_FUNCTION, e.number)
        for r in range(3):
            marker_force_out[e.m0, r] += work_out[i, 15 + r]
            marker_force_out[e.m1, r] -= work_out[i, 15 + r]
    return 0


def _difference(e, t, i, c, size, work_out, block_out):
    """block[:, c % 3] = derivative of the force by argument c of work; size -- of its terms."""
    middle = work_out[i, c]
    limit = CENTRAL * max(size, USUAL)
    step = difference_step(middle, size, limit)
    while True:
        change = values = 0.0
        for side in range(2):
            work_out[i, c] = middle + (step if side == 1 else -step)
            if _law(e, t, i, work_out) != 0:
                return fail(USER_FUNCTION, e.number)
            for r in range(3):
                f = work_out[i, 15 + r]
                values += abs(f)
                if side == 0:
                    block_out[i, r, c % 3] = f
                else:
                    change += abs(f - block_out[i, r, c % 3])
                    block_out[i, r, c % 3] = (f - block_out[i, r, c % 3]) / (2.0 * step)
        if not is_rounded_off(change, values, step, limit):
            break
        step = larger_step(step, limit)
    work_out[i, c] = middle
    return 0


def jacobian(table, markers, t, work_out, stiffness_out, damping_out):
    for i in range(table.size):
        e = table[i]
        for r in range(3):
            for c in range(3):
                stiffness_out[i, r, c] = e.k[r] * e.active if r == c else 0.0
                damping_out[i, r, c] = e.d[r] * e.active if r == c else 0.0
        if e.UF == 0 or e.active == 0:
            continue
        _load(e, markers, i, work_out)
        length = speed = 0.0
        for r in range(3):
            m0, m1 = markers[e.m0], markers[e.m1]
            length = max(length, abs(m0.p[r]), abs(m1.p[r]), abs(e.v_off[r]))
            speed = max(speed, abs(m0.v[r]), abs(m1.v[r]))
        for c in range(3):
            status = _difference(e, t, i, c, length, work_out, stiffness_out)
            if status == 0:
                status = _difference(e, t, i, 3 + c, speed, work_out, damping_out)
            if status != 0:
                return status
    return 0


def slope(table, symbol, component, markers, marker_force_out):
    """Derivatives of the forces by a component of k, d or v_off."""
    for i in range(table.size):
        e, r = table[i], component
        if e.active == 0:
            continue
        m0, m1 = markers[e.m0], markers[e.m1]
        by = -e.k[r]
        if symbol == 0:
            by = m1.p[r] - m0.p[r] - e.v_off[r]
        elif symbol == 1:
            by = m1.v[r] - m0.v[r]
        marker_force_out[e.m0, r] += by
        marker_force_out[e.m1, r] -= by


def potential(table, markers, energy_out):
    """Energy stored in each spring [J], without user function."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.0
        for r in range(3):
            u = markers[e.m1].p[r] - markers[e.m0].p[r] - e.v_off[r]
            energy_out[i] += e.active * 0.5 * e.k[r] * u * u


def output(table, row, variable, markers, t, compatible, work_out, value_out):
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], markers, value_out)
        return 0
    e = table[row]
    _load(e, markers, row, work_out)
    if variable == DISTANCE:
        u = work_out[row, 0], work_out[row, 1], work_out[row, 2]
        value_out[0] = unit(u if compatible != 0 else sub(markers[e.m1].p, markers[e.m0].p))[0]
        return 0
    if variable == FORCE and e.active != 0 and _law(e, t, row, work_out) != 0:
        return fail(USER_FUNCTION, e.number)
    for r in range(3):
        if variable == DISPLACEMENT:
            value_out[r] = work_out[row, r]
        elif variable == VELOCITY:
            value_out[r] = work_out[row, 3 + r]
        elif variable == FORCE and e.active != 0:
            value_out[r] = work_out[row, 15 + r]
    return 0


define(ObjectConnectorCartesianSpringDamper, residual, jacobian, slope, potential, output)
CartesianSpringDamper = ObjectConnectorCartesianSpringDamper
VCartesianSpringDamper = VObjectConnectorCartesianSpringDamper
