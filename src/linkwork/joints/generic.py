"""GenericJoint: two frames, of whose six relative directions some are constrained.

With the axes of the joint J0 = R0 rotationMarker0 and J1 = R1 rotationMarker1, d = p1 - p0, and
constrainedAxes = [x, y, z, rotations about x, y, z], each 1 (constrained) or 0 (free):

    translations, all three    c = d - o                         in global axes
    otherwise, per axis k      c = e_k . d - o_k                 e_k axis of J0
    rotations, all three       z0 . y1, z0 . x1, x0 . y1
    two, axis f free           f0 . i1, f0 . j1                  i < j the other axes
    one, axes i < j free       i0 . j1
    free directions            lambda = 0;  inactive: lambda = 0

So a universal joint has constrainedAxes = [1, 1, 1, 1, 0, 0], a cylindrical one along x
[0, 1, 1, 0, 1, 1], a planar one normal to z [0, 0, 1, 1, 1, 0].

    (o_0, ..., o_5) = UF(mbs, t, itemNumber, offsetUserFunctionParameters)     offsetUserFunction UF

moves the joint: o_0, o_1, o_2 are displacements as above; o_3, o_4, o_5 are angles that turn J0
further, J0 Rx(o_3) Ry(o_4) Rz(o_5), in all equations. offsetUserFunction_t returns their rates;
without it they are differences on the function's own scale of time, and so are second rates
(`connectors/laws/time_differences.py`). A joint that is not driven does no work.

Equations of three translations are in global axes: there is invariance under rotations only for
c = 0.
alternativeConstraints is accepted for compatibility: the same relative poses are allowed.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.connectors.laws.time_differences import (
    TIME_COLUMNS,
    limit_of,
    rough_functions,
    scale_finder,
    smaller_step,
    stencil,
)
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import Visualization, define, parameter
from linkwork.core.declare.parameters import Array, Color, Flag, UReal
from linkwork.core.errors import ParameterError
from linkwork.core.kernels.pointer import Pointer
from linkwork.core.records import f8
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.joints.constrained_axes import ConstrainedAxes
from linkwork.joints.space_joint import (
    AXIS,
    DOT,
    FREE,
    GLOBAL,
    SpaceJoint,
    joint_kernels,
    joint_outputs,
    space_blocks,
)
from linkwork.math.differences import (
    EIGHTH,
    POINTS,
    WEIGHTS,
    forward_curve_weight,
    forward_weight,
    time_step,
)
from linkwork.math.tait_bryan import global_bias, global_spin, matrix, turns_of
from linkwork.math.vec3 import add, turned

__all__ = ["GenericJoint", "ObjectJointGeneric", "VGenericJoint", "VObjectJointGeneric"]

offset_function = Pointer("q", "qdq")
"""UF(address of work, t, itemNumber): work holds the parameters, then the result."""

OFFSETS = UserFunction(
    ("mbs", "t", "itemNumber", "offsetUserFunctionParameters"),
    offset_function,
    shapes=((6,),),
    size=6,
)

CALL = 18
"""Work memory: displacements, their rates and second rates, the same of the angles; from here on
that of calls."""

MIDDLE, ROUGH, SIZE, LARGEST, ROUGHEST = (CALL + OFFSETS.work + 6 * k for k in range(5))
"""After that, for differences: values at their point, eighth differences, largest values nearby
and in the run, largest eighth differences over smallest steps."""

X, Y, Z = 0, 1, 2


class VObjectJointGeneric(Visualization):
    """Drawing of a GenericJoint."""

    drawn_as = "joint"

    axesRadius: float = parameter(0.1, UReal, unit="m", doc="radius of the drawn axes")
    axesLength: float = parameter(0.4, UReal, unit="m", doc="length of the drawn axes")
    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")


class ObjectJointGeneric(SpaceJoint):
    """A joint with freely chosen constrained directions."""

    type_name = "JointGeneric"
    short_name = "GenericJoint"
    V = VObjectJointGeneric
    blocks = space_blocks(6)
    own = {**blocks.own, "work": (f8, (ROUGHEST + 6,))}
    extra_columns = (*SpaceJoint.extra_columns, *TIME_COLUMNS)
    outputs = joint_outputs("m, m, m, 1, 1, 1", 6)
    switches = ("active", "UF", "UF_t")
    last_parameters = (
        "activeConnector",
        "offsetUserFunctionParameters",
        "offsetUserFunction",
        "offsetUserFunction_t",
        "alternativeConstraints",
    )

    constrainedAxes: Any = parameter(
        [1] * 6, ConstrainedAxes(6), symbol="axes", structural=True,
        doc="directions x, y, z and rotations about them: constrained (1) or free (0)",
    )  # fmt: skip
    offsetUserFunctionParameters: Any = parameter(
        [0.0] * 6,
        Array((6,)),
        symbol="p_UF",
        doc="values that are passed to the user functions",
        unit="1",
    )
    offsetUserFunction: Any = parameter(
        0, OFFSETS, symbol="UF", unit="m, m, m, rad, rad, rad",
        doc="function of time that returns the six offsets",
    )  # fmt: skip
    offsetUserFunction_t: Any = parameter(
        0, OFFSETS, symbol="UF_t", unit="m/s, m/s, m/s, rad/s, rad/s, rad/s",
        doc="function of time that returns the rates of the six offsets",
    )  # fmt: skip
    alternativeConstraints: bool = parameter(
        False, Flag(), doc="accepted for compatibility; it changes nothing", symbol=""
    )

    def codes(self) -> list[tuple[int, int, int]]:
        moves, turns = self.constrainedAxes[:3], self.constrainedAxes[3:]
        kind = GLOBAL if all(moves) else AXIS
        found = [(kind if moves[k] else FREE, k, 0) for k in range(3)]
        rotations = {k: (FREE, 0, 0) for k in range(3)}
        locked, free = [k for k in range(3) if turns[k]], [k for k in range(3) if not turns[k]]
        if len(locked) == 3:
            rotations = {X: (DOT, Z, Y), Y: (DOT, Z, X), Z: (DOT, X, Y)}
        elif len(locked) == 2:
            rotations |= {k: (DOT, free[0], k) for k in locked}
        elif len(locked) == 1:
            rotations[locked[0]] = DOT, free[0], free[1]
        return [*found, *rotations.values()]

    @classmethod
    def turned_further(cls, table: Any) -> np.ndarray:
        angles = table.own["work"][:, 9:12]
        return np.array([matrix(turns_of(psi)) for psi in angles])

    @classmethod
    def troubles(cls, table: Any, data: Any) -> list[tuple[int, str]]:
        names = "offsetUserFunction", "offsetUserFunction_t"
        return rough_functions(table, data, names, _is_smooth, None, table.own["work"])

    def check_complete(self, owner: str) -> None:
        if callable(self.offsetUserFunction_t) and not callable(self.offsetUserFunction):
            raise ParameterError(
                f"{owner}: offsetUserFunction_t returns the rates of offsetUserFunction, which is "
                "missing; give both, or offsetUserFunction alone"
            )


def _call(address, e, i, t, work_out):
    """Offsets or their rates at a time, into work_out[i, CALL + 6:CALL + 12]."""
    for k in range(6):
        work_out[i, CALL + k] = e.p_UF[k]
    status = offset_function(address, work_out[i, CALL:].ctypes.data, t, e.number)
    return fail(USER_FUNCTION, e.number) if status != 0 else 0


def _place(order, r):
    """Place in work of a derivative of offset r."""
    return 9 * (r // 3) + 3 * order + r % 3


def _call_for(e, i, address, t, order, work_out):
    """Write the offsets, or the rates that a function returns, to their places."""
    status = _call(address, e, i, t, work_out)
    for r in range(6):
        work_out[i, _place(order, r)] = work_out[i, CALL + 6 + r]
    return status


def _smooth_derivative(e, i, address, t, s, times, order, work_out):
    """Whether a function is smooth over steps of size s; its derivative, to places of `order`.

    times -- 1 or 2, the derivative of this function
    """
    if not _evaluated(e, i, address, t, s, times, order, work_out):
        return False
    smooth = True
    for r in range(6):
        size, largest = work_out[i, SIZE + r], work_out[i, LARGEST + r]
        limit = limit_of(size, largest, work_out[i, ROUGHEST + r])
        smooth = smooth and abs(work_out[i, ROUGH + r]) <= limit
    return smooth


def _evaluated(e, i, address, t, s, times, order, work_out):
    """Evaluate these differences; False if there is no room or the function failed."""
    place, first, step = stencil(t, s, e.t_low, e.t_high)
    if step == 0.0 or _call(address, e, i, t, work_out) != 0:
        return False
    for r in range(6):
        work_out[i, MIDDLE + r] = work_out[i, CALL + 6 + r]
        work_out[i, SIZE + r] = abs(work_out[i, CALL + 6 + r])
        work_out[i, ROUGH + r] = work_out[i, _place(order, r)] = 0.0
    scale = step if times == 1 else step * step
    for k in range(POINTS):
        if first + k != 0.0:
            if _call(address, e, i, t + (first + k) * step, work_out) != 0:
                return False
            for r in range(6):
                value = work_out[i, CALL + 6 + r]
                change = value - work_out[i, MIDDLE + r]
                work_out[i, SIZE + r] = max(work_out[i, SIZE + r], abs(value))
                work_out[i, ROUGH + r] += EIGHTH[k] * change
                # the weights sum to zero
                work_out[i, _place(order, r)] += WEIGHTS[place, times - 1, k] * change / scale
    return True


def _differentiate(e, i, address, t, h, cv, times, order, work_out):
    """Write a derivative of a function to the places of a derivative of the offsets, `order`."""
    dt = time_step(t, h, cv)
    s = e.dt
    while s > 0.0:
        if _smooth_derivative(e, i, address, t, s, times, order, work_out):
            return 0
        s = smaller_step(s, abs(dt))
    for r in range(6):
        work_out[i, _place(order, r)] = 0.0
    for k in range(5 if times == 1 else 6):
        status = _call(address, e, i, t + k * dt, work_out)
        if status != 0:
            return status
        weight = forward_weight(k) / dt if times == 1 else forward_curve_weight(k) / (dt * dt)
        for r in range(6):
            work_out[i, _place(order, r)] += weight * work_out[i, CALL + 6 + r]
    return 0


def _offsets(e, i, t, h, cv, level, work_out):
    """Offsets and what a level needs of their rates."""
    status = _call_for(e, i, e.UF, t, 0, work_out)
    if status == 0 and level > 0:
        if e.UF_t != 0:
            status = _call_for(e, i, e.UF_t, t, 1, work_out)
        else:
            status = _differentiate(e, i, e.UF, t, h, cv, 1, 1, work_out)
    if status == 0 and level > 1:
        if e.UF_t != 0:
            status = _differentiate(e, i, e.UF_t, t, h, cv, 1, 2, work_out)
        else:
            status = _differentiate(e, i, e.UF, t, h, cv, 2, 2, work_out)
    return status


def _is_smooth(e, i, t, s, arrays, work_out):
    address = e.UF_t if e.UF_t != 0 else e.UF
    return _smooth_derivative(e, i, address, t, s, 1, 1, work_out)


def _note_rounding(e, i, t, s, arrays, work_out):
    if s == 0.0:
        for r in range(6):
            work_out[i, LARGEST + r] = work_out[i, ROUGHEST + r] = 0.0
        return
    if not _evaluated(e, i, e.UF_t if e.UF_t != 0 else e.UF, t, s, 1, 1, work_out):
        return
    for r in range(6):
        rough, size = abs(work_out[i, ROUGH + r]), work_out[i, SIZE + r]
        if rough < math.inf:
            work_out[i, LARGEST + r] = max(work_out[i, LARGEST + r], size)
            work_out[i, ROUGHEST + r] = max(work_out[i, ROUGHEST + r], rough)


_find_scale = scale_finder(_is_smooth, _note_rounding)


def time_scale(table, t_start, t_end, work_out, table_out):
    for i in range(table.size):
        e = table_out[i]
        e.dt, e.t_low, e.t_high = 0.0, t_start, t_end
        for r in range(6):
            work_out[i, LARGEST + r] = work_out[i, ROUGHEST + r] = 0.0
        if e.active != 0 and e.UF != 0:
            last = table[max(i - 1, 0)]
            if i > 0 and last.UF == e.UF and last.UF_t == e.UF_t:
                e.dt = last.dt
                for r in range(6):
                    work_out[i, LARGEST + r] = work_out[i - 1, LARGEST + r]
                    work_out[i, ROUGHEST + r] = work_out[i - 1, ROUGHEST + r]
            else:
                e.dt = _find_scale(e, i, table, work_out)


def driven_frame(e, i, t, h, cv, level, work_out):
    """Axes of J0 in those of m0, their angular velocity and acceleration there."""
    still = 0.0, 0.0, 0.0
    if e.UF == 0:
        for k in range(CALL):
            work_out[i, k] = 0.0
        return 0, (_rows(e.M0), still, still)
    status = _offsets(e, i, t, h, cv, level, work_out)
    w = work_out[i, 9:CALL]
    turns = turns_of(w)
    A = matrix(turns)
    x, y = turned(e.M0, (A[0][0], A[1][0], A[2][0])), turned(e.M0, (A[0][1], A[1][1], A[2][1]))
    z = turned(e.M0, (A[0][2], A[1][2], A[2][2]))
    axes = (x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2])
    if level == 0:
        return status, (axes, still, still)
    rate, second = (w[3], w[4], w[5]), (w[6], w[7], w[8])
    spin = turned(e.M0, global_spin(turns, rate))
    if level == 1:
        return status, (axes, spin, still)
    turning = add(global_spin(turns, second), global_bias(turns, rate))
    return status, (axes, spin, turned(e.M0, turning))


def _rows(M):
    return (
        (M[0, 0], M[0, 1], M[0, 2]), (M[1, 0], M[1, 1], M[1, 2]), (M[2, 0], M[2, 1], M[2, 2]),
    )  # fmt: skip


define(ObjectJointGeneric, *joint_kernels(True, driven_frame), time_scale)
GenericJoint, VGenericJoint = ObjectJointGeneric, VObjectJointGeneric
