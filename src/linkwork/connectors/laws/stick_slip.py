"""Friction and limit stops of a coordinate: branches, their forces, and what they remember.

The branch of a row (`connector.py`) holds the state of the friction and that of the stops:

    branch = friction + 3 stop

    friction   zone > 0: INSIDE |v| <= v_r, UP v > v_r, DOWN v < -v_r;  zone = 0: STICK, UP, DOWN
    stop       FREE between the stops; UPPER, LOWER in contact; with noAdhesion also UPPER_OPEN,
               LOWER_OPEN: still beyond the stop, but without force

UP and DOWN are slip with a force of that sign. Boundaries:

    0, 1   STICK: friction force = +-limit; INSIDE: v = +-v_r; UP, DOWN (only 0): v = 0 or +-v_r
    2, 3   FREE: upper, lower stop;  in contact 2: the stop, 3: its force = 0 (noAdhesion)

Three data coordinates x hold the documented quantities after each step: the slip force, or 0 for
stick; the stick position q_s, for slip the position; the distance beyond a stop, or 0. Together
with q and v they determine the branch (`branch_of`), and the branch determines what is stored next
(`store`). Where events are located, branches switch at the boundaries (`beyond`); where branches
are kept in Newton's method, they switch after it (`next_branch`). With `compatibility` of the
settings, data alone determine the branch (`branch_of_data`), and are renewed after Newton's method
(`renewed`): slip keeps the sign of its force, and stick begins with the force of slip at the start
of the step.
"""

from __future__ import annotations

import math

from linkwork.math.tolerances import ON_BOUNDARY

STICK, UP, DOWN = 0, 1, 2
INSIDE = STICK
FREE, UPPER, LOWER, UPPER_OPEN, LOWER_OPEN = 0, 1, 2, 3, 4

SPEEDS = 1.0e3
"""Velocities, in units of v_exp, whose rounding does not disturb the search for v = 0."""


def sticks(e):
    """Whether there are stick and slip: dry friction that is not regularized"""
    return e.v_r == 0.0 and e.f_d + e.f_so > 0.0


def is_smooth(e):
    """Whether the law has one branch only"""
    return e.UF != 0 or (e.v_r == 0.0 and not sticks(e) and e.stops == 0)


def sign_of(friction):
    """Sign of the force of slip"""
    return 1.0 if friction == UP else -1.0


# ------------------------------------------------------------------------------- forces


def held(e, q, v, x):
    """(force, slopes by q and v) of stick.

    x -- the first two data coordinates. Where slip has ended in this step, the force of slip holds
    until q_s is stored; in statics, which have no velocities, it changes with q.
    """
    if x[0] == 0.0:
        return e.k_s * (q - x[1]) + e.d_s * v, e.k_s, e.d_s
    limit = e.f_d + e.f_so
    last = min(max(x[0], -limit), limit)
    if v != 0.0:
        return last, 0.0, 0.0
    return last + e.k_s * (q - x[1]), e.k_s, 0.0


def slip(e, friction, v):
    """(force, slope by v) of slip; beyond the boundary it continues smoothly, up to 2 f_so"""
    sign = sign_of(friction)
    speed = sign * v - e.v_r
    part = e.f_so * math.exp(-abs(speed) / e.v_exp)
    static = part if speed > 0.0 else 2.0 * e.f_so - part
    return sign * (e.f_d + static + e.f_v * speed), e.f_v - part / e.v_exp


def slip_of_sign(e, friction, v):
    """(force, slope by v) of slip with a force of that sign, whatever the sign of v is"""
    sign, speed = sign_of(friction), abs(v)
    part = e.f_so * math.exp(-speed / e.v_exp)
    slope = e.f_v - part / e.v_exp
    return sign * (e.f_d + part + e.f_v * speed), sign * (slope if v > 0.0 else -slope)


def friction_force(e, compatible, friction, q, v, x):
    """(force, slopes by q and v) of the friction"""
    if friction != STICK and compatible != 0 and sticks(e):
        f, slope = slip_of_sign(e, friction, v)
        return f, 0.0, slope
    if friction != STICK:
        f, slope = slip(e, friction, v)
        return f, 0.0, slope
    if e.v_r > 0.0:
        slope = (e.f_d + e.f_so) / e.v_r
        return slope * v, 0.0, slope
    return held(e, q, v, x) if sticks(e) else (e.f_v * v, 0.0, e.f_v)


def stop_force(e, stop, q, v):
    """(force, slopes by q and v) of the stops"""
    if stop == UPPER or stop == LOWER:
        beyond_it = q - (e.s_up if stop == UPPER else e.s_lo)
        return e.k_l * beyond_it + e.d_l * v, e.k_l, e.d_l
    return 0.0, 0.0, 0.0


def stop_energy(e, q):
    """Energy of the springs of the stops [J]"""
    if e.stops == 0 or e.s_lo <= q <= e.s_up:
        return 0.0
    return 0.5 * e.k_l * (q - (e.s_up if q > e.s_up else e.s_lo)) ** 2


# ------------------------------------------------------------------------------- branches


def _turns_back(sign, q, v, x):
    """Whether slip of that sign has ended; statics have no velocities"""
    return sign * v < 0.0 or (v == 0.0 and sign * (q - x[1]) < 0.0)


def _loosened(e, q, v, x):
    """Friction of a state that has stuck so far"""
    f = held(e, q, v, x)[0]
    if abs(f) <= e.f_d + e.f_so:
        return STICK
    return UP if f > 0.0 else DOWN


def _friction_of(e, q, v, x):
    if e.v_r > 0.0:
        return INSIDE if abs(v) <= e.v_r else (UP if v > 0.0 else DOWN)
    if not sticks(e):
        return STICK
    if x[0] != 0.0 and not _turns_back(1.0 if x[0] > 0.0 else -1.0, q, v, x):
        return UP if x[0] > 0.0 else DOWN
    return _loosened(e, q, v, x)


def next_branch(e, branch, q, v, size, x):
    """Branch after a solution with another one; slip that ends sticks before it turns over"""
    friction, stop = branch % 3, _stop_of(e, q, v, size)
    if not sticks(e):
        return _friction_of(e, q, v, x) + 3 * stop
    if friction == STICK:
        return _loosened(e, q, v, x) + 3 * stop
    return (STICK if _turns_back(sign_of(friction), q, v, x) else friction) + 3 * stop


def _stop_of(e, q, v, size):
    if e.stops == 0:
        return FREE
    band = ON_BOUNDARY * (size + abs(e.s_up) + abs(e.s_lo))
    stop = FREE
    if q > e.s_up + band or (q >= e.s_up - band and v > 0.0):
        stop = UPPER
    elif q < e.s_lo - band or (q <= e.s_lo + band and v < 0.0):
        stop = LOWER
    if e.no_adhesion != 0 and stop != FREE:
        f = stop_force(e, stop, q, v)[0]
        if (f < 0.0) if stop == UPPER else (f > 0.0):
            return UPPER_OPEN if stop == UPPER else LOWER_OPEN
    return stop


def branch_of(e, q, v, size, x):
    """Branch of a state and of the data x; size -- of the terms of q"""
    return _friction_of(e, q, v, x) + 3 * _stop_of(e, q, v, size)


def branch_of_data(e, q, v, x, stop):
    """Branch that the data alone determine, with `compatibility`; stop -- third of the data"""
    friction = _friction_of(e, q, v, x)
    if sticks(e):
        friction = STICK if x[0] == 0.0 else (UP if x[0] > 0.0 else DOWN)
    contact = FREE
    if e.stops != 0 and stop != 0.0:
        contact = UPPER if stop > 0.0 else LOWER
    return friction + 3 * contact


def renewed(e, q, v, x, before):
    """Data after a solution, with `compatibility`; before -- slip force at the start of the step"""
    stop = max(q - e.s_up, 0.0) + min(q - e.s_lo, 0.0) if e.stops != 0 else 0.0
    if not sticks(e):
        return x[0], x[1], stop
    if x[0] == 0.0:
        if _loosened(e, q, v, x) == STICK:
            return 0.0, x[1], stop
        return slip_of_sign(e, UP if v > 0.0 else DOWN, v)[0], x[1], stop
    sign = 1.0 if x[0] > 0.0 else -1.0
    if sign * v < 0.0:
        return 0.0, q - (before - e.d_s * v) / e.k_s, stop
    return slip_of_sign(e, UP if sign > 0.0 else DOWN, v)[0], q, stop


def friction_error(e, q, v, x, new):
    """Error of a solution whose friction switches, with `compatibility`; new -- first of the data

    Slip that ends: difference of the forces of slip in both directions; slip that begins: that of
    the sizes of both forces.
    """
    if not sticks(e) or (x[0] == 0.0) == (new == 0.0):
        return 0.0
    if x[0] == 0.0:
        return abs(abs(held(e, q, v, x)[0]) - abs(new))
    return abs(x[0] - slip_of_sign(e, UP if v > 0.0 else DOWN, v)[0])


def store(e, branch, q, v, x, first, data_out):
    """Write what a branch remembers of a state to the data coordinates."""
    friction, stop = branch % 3, branch // 3
    if sticks(e):
        f, _, _ = friction_force(e, 0, friction, q, v, x)
        if friction != STICK:
            data_out[first], data_out[first + 1] = f, q
        elif x[0] != 0.0:
            data_out[first], data_out[first + 1] = 0.0, q - (f - e.d_s * v) / e.k_s
    if e.stops != 0:
        limit = e.s_up if stop == UPPER or stop == UPPER_OPEN else e.s_lo
        data_out[first + 2] = 0.0 if stop == FREE else q - limit


# ------------------------------------------------------------------------------- events


def distances(e, branch, q, v, size, speed, x, values_out):
    """Signed distances to the boundaries; size, speed -- of the terms of q and v"""
    friction, stop = branch % 3, branch // 3
    slow = SPEEDS * e.v_exp + e.v_r
    if friction != STICK:
        values_out[0] = (sign_of(friction) * v - e.v_r) / slow
    elif e.v_r > 0.0:
        values_out[0], values_out[1] = (e.v_r - v) / slow, (e.v_r + v) / slow
    elif sticks(e):
        f, limit = held(e, q, v, x)[0], e.f_d + e.f_so
        terms = limit + e.k_s * (size + abs(x[1])) + e.d_s * speed
        values_out[0], values_out[1] = (limit - f) / terms, (limit + f) / terms
    if e.stops != 0:
        _stop_distances(e, stop, q, v, size, speed, values_out)


def _stop_distances(e, stop, q, v, size, speed, values_out):
    length = size + abs(e.s_up) + abs(e.s_lo)
    if length == 0.0:
        length = 1.0
    if stop == FREE:
        values_out[2], values_out[3] = (e.s_up - q) / length, (q - e.s_lo) / length
        return
    is_upper = stop == UPPER or stop == UPPER_OPEN
    values_out[2] = (q - e.s_up if is_upper else e.s_lo - q) / length
    if e.no_adhesion != 0 and e.d_l > 0.0:
        f = stop_force(e, UPPER if is_upper else LOWER, q, v)[0]
        f = (f if is_upper else -f) / (e.k_l * length + e.d_l * (speed + SPEEDS * e.v_exp))
        values_out[3] = f if stop == UPPER or stop == LOWER else -f


def beyond(e, branch, boundary):
    """Branch beyond a boundary that is crossed"""
    friction, stop = branch % 3, branch // 3
    if boundary < 2:
        if friction != STICK:
            return STICK + 3 * stop
        return (UP if boundary == 0 else DOWN) + 3 * stop
    if stop == FREE:
        return friction + 3 * (UPPER if boundary == 2 else LOWER)
    if boundary == 2:
        return friction + 3 * FREE
    if stop == UPPER or stop == LOWER:
        return friction + 3 * (stop + 2)
    return friction + 3 * (stop - 2)
