"""Shared by forces and torques that are functions of the state of their marker.

    b' = UF(mbs, t, b, p, v, psi, omega)          x = R b' with bodyFixed, else x = b'

psi are the angles of the marker about x, y and z, R = Rx Ry Rz; for a marker that turns about z
only, psi = (0, 0, phi) with its angle phi, which is not wrapped. On a marker without an
orientation psi and omega are zero. With bodyFixed, v and omega are components along the axes of
the marker, as b' is: v = R^T p_t. Positions p are always global.

The derivatives of UF are central differences in the twelve numbers of the state, S = db'/d(p, v,
psi, omega). With A = R with bodyFixed, else A = I, and psi_t = E R^T omega,

    dx/dp = A S_p,   dx/dv = A S_v A^T,   dx/domega = A S_omega A^T
    dx/dphi = A S_psi E R^T;  with bodyFixed also  -x~ + dx/dv v~ + dx/domega omega~

Where the second angle is +-pi/2 the angles are singular, and their derivatives are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from linkwork.core.blocks import SPACE, Blocks
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.records import f8, i8
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.loads.load import Load, load_function
from linkwork.math import tait_bryan
from linkwork.math.differences import CENTRAL, USUAL, difference_step, is_rounded_off, larger_step
from linkwork.math.vec3 import cross, dot, turned, turned_back

STATE_FUNCTION = UserFunction(
    ("mbs", "t", "loadVector", "position", "velocity", "rotation", "angularVelocity"),
    load_function,
    shapes=((3,),) * 5,
)

RESULT = STATE_FUNCTION.passed
"""Where the result of the function begins in the work memory of a row."""

POINT, IN_SPACE, IN_PLANE = 0, 1, 2
"""Values of the column `frame`: what turns with the marker."""


class StateVector(Load):
    """Base of forces and torques that depend on the state of their marker."""

    blocks = Blocks(1, SPACE)
    own = {
        **Load.own,
        **blocks.own,
        "work": (f8, (STATE_FUNCTION.work,)),
        "state_slopes": (f8, (3, 12)),
    }
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (*Load.extra_columns, ("frame", i8))

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        for row in table.rows:
            marker = model.items["marker"][row["m0"]]
            if "Orientation" in marker.provides:
                motion = marker.resolve(model.places)[0]
                row["frame"] = IN_PLANE if motion.is_planar else IN_SPACE


# ------------------------------------------------------------------------------- law


def _three(x):
    return x[0], x[1], x[2]


def _rates(e, m, turn):
    """v and omega as the function receives them."""
    v = _three(m.v)
    omega = _three(turn.omega) if e.frame != POINT else (0.0, 0.0, 0.0)
    if e.body_fixed == 0:
        return v, omega
    return turned_back(turn.R, v), turned_back(turn.R, omega)


def write_state(e, m, turn, i, work_out):
    """Write the arguments of the function to the work memory."""
    psi = 0.0, 0.0, 0.0
    if e.frame == IN_PLANE:
        psi = 0.0, 0.0, turn.angle
    elif e.frame == IN_SPACE:
        psi = tait_bryan.angles(turn.R)
    v, omega = _rates(e, m, turn)
    for r in range(3):
        work_out[i, r], work_out[i, 3 + r], work_out[i, 6 + r] = e.b[r], m.p[r], v[r]
        work_out[i, 9 + r], work_out[i, 12 + r] = psi[r], omega[r]


def call_law(e, t, i, work_out):
    """Compute b' from the arguments in the work memory."""
    if e.UF != 0:
        if load_function(e.UF, work_out[i].ctypes.data, t, e.number) != 0:
            return fail(USER_FUNCTION, e.number)
        return 0
    for r in range(3):
        work_out[i, RESULT + r] = work_out[i, r]
    return 0


def evaluate_state(e, m, turn, t, i, work_out):
    """Compute b' of a row in the present state."""
    write_state(e, m, turn, i, work_out)
    return call_law(e, t, i, work_out)


def acting_vector(e, turn, i, work):
    """x from b'"""
    b = work[i, RESULT], work[i, RESULT + 1], work[i, RESULT + 2]
    return turned(turn.R, b) if e.body_fixed != 0 else b


# ------------------------------------------------------------------------------- derivatives


def _difference(e, t, i, c, size, work_out, state_slopes_out):
    """Write db'/dx for number c of the state; size -- of the terms that it consists of."""
    middle, limit = work_out[i, 3 + c], CENTRAL * max(size, USUAL)
    step = difference_step(middle, size, limit)
    while True:
        change = values = 0.0
        for side in range(2):
            work_out[i, 3 + c] = middle + (step if side == 1 else -step)
            status = call_law(e, t, i, work_out)
            if status != 0:
                return status
            for r in range(3):
                b = work_out[i, RESULT + r]
                values += abs(b)
                if side == 0:
                    state_slopes_out[i, r, c] = b
                else:
                    change += abs(b - state_slopes_out[i, r, c])
                    state_slopes_out[i, r, c] = (b - state_slopes_out[i, r, c]) / (2.0 * step)
        if not is_rounded_off(change, values, step, limit):
            break
        step = larger_step(step, limit)
    work_out[i, 3 + c] = middle
    return 0


def _differentiate(e, m, turn, t, i, work_out, state_slopes_out):
    """Write the derivatives of b' by the twelve numbers of the state; leave b' in work."""
    length = speed = spin = 0.0
    for r in range(3):
        length, speed = max(length, abs(m.p[r])), max(speed, abs(m.v[r]))
        spin = max(spin, abs(turn.omega[r]))
    for c in range(12 if e.frame != POINT else 6):
        size = (length, speed, 1.0, spin)[c // 3]
        status = _difference(e, t, i, c, size, work_out, state_slopes_out)
        if status != 0:
            return status
    return call_law(e, t, i, work_out)


def _axis(e, turn, r, k):
    """Entry of A"""
    if e.body_fixed != 0:
        return turn.R[r, k]
    return 1.0 if r == k else 0.0


def _unit(c):
    return 1.0 if c == 0 else 0.0, 1.0 if c == 1 else 0.0, 1.0 if c == 2 else 0.0


def _by_rate(e, turn, i, r, c, first, state_slopes):
    """Entry of A S A^T, with the part of the slopes from a column on."""
    total = 0.0
    for k in range(3):
        for n in range(3):
            slope = state_slopes[i, k, first + n]
            total += _axis(e, turn, r, k) * slope * _axis(e, turn, c, n)
    return total


def _by_angles(e, turn, i, r, c, turns, state_slopes):
    """Entry of A S_psi E R^T"""
    total, along = 0.0, _three(turn.R[c])
    for k in range(3):
        for n in range(3):
            slope = dot(tait_bryan.inverse_row(turns, n), along)
            total += _axis(e, turn, r, k) * state_slopes[i, k, 6 + n] * slope
    return total


def _write_turns(e, m, turn, i, row, work, state_slopes, stiffness_out, damping_out):
    """Write the derivatives of x by rotation and angular velocity."""
    for r in range(3):
        for c in range(3):
            damping_out[i, row + r, 3 + c] = _by_rate(e, turn, i, r, c, 9, state_slopes)
    turns = tait_bryan.turns_of((work[i, 9], work[i, 10], work[i, 11]))
    x, v, omega = acting_vector(e, turn, i, work), _three(m.v), _three(turn.omega)
    for c in range(3):
        axis = _unit(c)
        moved, bent, spun = cross(axis, x), cross(v, axis), cross(omega, axis)
        for r in range(3):
            total = 0.0
            if abs(turns[3]) > tait_bryan.ON_EDGE:
                total = _by_angles(e, turn, i, r, c, turns, state_slopes)
            if e.body_fixed != 0:
                total += moved[r]
                for k in range(3):
                    total += damping_out[i, row + r, k] * bent[k]
                    total += damping_out[i, row + r, 3 + k] * spun[k]
            stiffness_out[i, row + r, 3 + c] = total


def state_jacobian(row: int) -> Callable[..., Any]:
    """Kernel `jacobian` of loads on the state of their marker; row -- 0 forces, 3 torques."""

    def jacobian(
        table, markers, rotations, t, work_out, state_slopes_out, stiffness_out, damping_out
    ):
        for i in range(table.size):
            e = table[i]
            m, turn = markers[e.m0], rotations[e.m0]
            for r in range(6):
                for c in range(6):
                    stiffness_out[i, r, c] = damping_out[i, r, c] = 0.0
            write_state(e, m, turn, i, work_out)
            status = _differentiate(e, m, turn, t, i, work_out, state_slopes_out)
            if status != 0:
                return status
            for r in range(3):
                for c in range(3):
                    total = 0.0
                    for k in range(3):
                        total += _axis(e, turn, r, k) * state_slopes_out[i, k, c]
                    stiffness_out[i, row + r, c] = total
                    damping_out[i, row + r, c] = _by_rate(e, turn, i, r, c, 3, state_slopes_out)
            if e.frame != POINT:
                _write_turns(
                    e, m, turn, i, row, work_out, state_slopes_out, stiffness_out, damping_out
                )
        return 0

    return jacobian


def output(table, row, variable, markers, rotations, t, work_out, value_out):
    e = table[row]
    status = evaluate_state(e, markers[e.m0], rotations[e.m0], t, row, work_out)
    for r in range(3):
        value_out[r] = work_out[row, RESULT + r]
    return status
