"""Derivatives of one step of any integrator by parameters: a kernel after accepted steps.

The step that was taken is taken again from displaced states and with changed parameters, with the
same size, branches and method; its ends are compared. So everything that a step does is
differentiated: stages, projections, composed rotations, first-order coordinates. Step sizes count
as constants. Newton's method converges to rounding meanwhile.

Differences have four points, mostly with changes of a thousandth: Newton's method stops where
positions are rounded, and accelerations are off by that over h^2; and a step depends little on a
parameter.
"""

from __future__ import annotations

import math

import numpy as np

from linkwork.core.kernels.calls import run_calls
from linkwork.core.kernels.pointer import call_kernel, view
from linkwork.core.records import CALL, FRAME_SCALARS, State, f8, i8, record
from linkwork.integrators.alpha.parameter_slopes import PARAMETER, WORD, apply_words, keep_words
from linkwork.integrators.alpha.step_size import set_coefficients
from linkwork.integrators.alpha.tangent import SAME, swap_branches
from linkwork.integrators.evaluate import slack_of
from linkwork.integrators.state import restore_state, save_state
from linkwork.model.position import array_at, move, move_plainly

FLOAT, INTEGER = np.dtype(f8), np.dtype(i8)

SCALARS = len(FRAME_SCALARS)
"""Words of the scalars of a frame."""

STEPPED = record(
    ("count", i8), ("t", f8), ("h", f8), ("report", i8), ("failed", i8), ("restarted", i8),
    ("switched", i8), ("turns", i8), ("varies", i8), ("keeps", i8), ("alpha", i8),
    ("n_alpha", i8), ("size", f8), ("alpha_m", f8), ("alpha_f", f8), ("beta", f8), ("gamma", f8),
)  # fmt: skip
"""Number of parameters; end and size of the last step; address of what is called where rows are
recorded; whether a step could not be taken again, whether the integrator began anew, and whether
laws have changed their branches; whether markers turn, and whether the mass matrix varies; whether
the integrator keeps accelerations from step to step; place and number of algorithmic accelerations
in `memory`; size of differences, relative to the state; parameters of generalized-alpha."""

POOLS = dict(
    control=STEPPED, parameters=PARAMETER, words=WORD, tangents=f8, kept=f8, kept_words=i8,
    tangent_work=f8, tangent_branches=i8,
)  # fmt: skip
"""Memory of the kernel."""

TIGHT = 1.0e-14
"""Relative tolerance of Newton's method in such steps."""

UPDATES = 40
"""Most updates of Newton's method in such steps."""

BEFORE, END, START, PLUS, MINUS = range(5)
"""States in `kept`: at the start of the step, at its end, and of steps that are taken again."""


def saved_in(kept, place, state):
    """A state in `kept`."""
    n, m, rates = state.q.size, state.multipliers.size, state.y.size
    poses, data = state.poses.size, state.data_coordinates.size
    size = 4 * n + m + 2 * rates + poses + data
    part = kept[place * size : (place + 1) * size]
    y, p = 4 * n + m, 4 * n + m + 2 * rates
    return State(
        part[:n], part[n : 2 * n], part[2 * n : 3 * n], part[3 * n : 4 * n], part[4 * n : y],
        part[y : y + rates], part[y + rates : p], part[p : p + poses], part[p + poses :],
    )  # fmt: skip


def _largest(array):
    largest = 0.0
    for i in range(array.size):
        largest = max(largest, abs(array[i]))
    return largest


def step_for(state, system, control, s):
    """Step of differences along the derivatives of a state, of size 1; 0 if all are zero."""
    n, m, rates = state.q.size, state.multipliers.size, state.y.size
    length = _largest(state.q)
    for k in range(system.markers.size):
        length = max(length, _largest(system.markers[k].p))
    length = length if length > 0.0 else 1.0
    if control[0].turns != 0:
        length = min(length, 1.0)
    speed = max(_largest(state.v), length)
    rate = max(_largest(state.a), speed)
    y = 3 * n + m
    size = max(_largest(s[:n]) / length, _largest(s[n : 2 * n]) / speed)
    size = max(size, _largest(s[2 * n : 3 * n]) / rate, _largest(s[y + 2 * rates :]) / rate)
    if rates > 0:
        value = max(_largest(state.y), 1.0e-3 * _largest(state.y_t))
        value = value if value > 0.0 else 1.0
        speed = max(_largest(state.y_t), value)
        size = max(size, _largest(s[y : y + rates]) / value)
        size = max(size, _largest(s[y + rates : y + 2 * rates]) / speed)
    return 1.0 / size if size > 0.0 else 0.0


def _go_back(frame, state, system, control, kept, kept_words, work, h):
    """Return to the start of the step."""
    restore_state(saved_in(kept, BEFORE, state), state)
    memory = view(frame.memory, (frame.n_memory,), INTEGER)
    before = kept_words[SCALARS + memory.size : SCALARS + 2 * memory.size]
    for i in range(memory.size):
        memory[i] = before[i]
    if control[0].varies == 0:
        pivots = view(frame.pivots, (frame.n_pivots,), INTEGER)
        for i in range(system.factors.size):
            system.factors[i] = work[i]
        for i in range(pivots.size):
            pivots[i] = kept_words[SCALARS + 2 * memory.size + i]
    frame.t = frame.t_base = control[0].t
    frame.steps_base, frame.h = 0, h


def displace(frame, state, system, control, s, step, change):
    """Move the state along its derivatives."""
    n, m, rates = state.q.size, state.multipliers.size, state.y.size
    for i in range(n):
        change[i] = step * s[i]
    if frame.implicit != 0:
        move(frame, state, change, system.address)
    else:
        move_plainly(frame, state, change, system.address)
    for i in range(n):
        state.v[i] += step * s[n + i]
        state.a[i] += step * s[2 * n + i]
    for i in range(m):
        state.multipliers[i] += step * s[3 * n + i]
    y = 3 * n + m
    for i in range(rates):
        state.y[i] += step * s[y + i]
        state.y_t[i] += step * s[y + rates + i]
    alpha = view(frame.memory + 8 * control[0].alpha, (control[0].n_alpha,), FLOAT)
    for i in range(alpha.size):
        alpha[i] += step * s[y + 2 * rates + i]


def _weigh(frame, system):
    """Factors of the masses, with constraints, at the present state and parameters."""
    cq, cv, ca, cy, level = frame.cq, frame.cv, frame.ca, frame.cy, frame.level
    row_cq, row_cv, row_scale = frame.row_cq, frame.row_cv, frame.row_scale
    frame.cq = frame.cv = frame.cy = frame.row_cv = 0.0
    frame.ca = frame.row_cq = frame.row_scale = 1.0
    frame.level = 0
    for i in range(system.values.size):
        system.values[i] = 0.0
    status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    if status == 0:
        status = run_calls(frame.mass_calls, frame.n_mass_calls, system.address)
    if status == 0:
        status = call_kernel(system.solver_calls[0].code, frame.solver_calls, system.address)
    frame.cq, frame.cv, frame.ca, frame.cy, frame.level = cq, cv, ca, cy, level
    frame.row_cq, frame.row_cv, frame.row_scale = row_cq, row_cv, row_scale
    return status


def _take_again(frame, state, system, control, kept, place, changed, alphas):
    """Take the step from the present state; its end is kept."""
    frame.hold, frame.steps_done, frame.steps_wanted, frame.automatic = 1, 0, 1, 0
    frame.pre_step = frame.changed = frame.stop_after = frame.watch = frame.fused = 0
    frame.record_rows = frame.sensor_rows = 0
    frame.search_done, frame.next_checkpoint = 1, math.inf
    frame.next_record = frame.next_sensor = math.inf
    keeps = control[0].keeps if control[0].restarted == 0 else 0
    frame.first_valid, status = keeps, 0
    if frame.implicit != 0:
        c = control[0]
        set_coefficients(frame, c.alpha_m, c.alpha_f, c.beta, c.gamma)
        frame.relative_tolerance, frame.absolute_tolerance = TIGHT, 0.0
        frame.max_iterations, frame.linear = UPDATES, 0
    elif changed != 0 or keeps != 0:
        status = _weigh(frame, system)
    if control[0].varies != 0:
        # RATTLE begins with the factors of the start, all others compute them
        frame.factor_valid = keeps
    if status == 0:
        calls = view(frame.step_calls, (1,), CALL)
        status = call_kernel(calls[0].code, frame.step_calls, system.address)
    save_state(state, saved_in(kept, place, state))
    alpha = view(frame.memory + 8 * control[0].alpha, (control[0].n_alpha,), FLOAT)
    for i in range(alpha.size):
        alphas[(place - PLUS) * alpha.size + i] = alpha[i]
    return status


def _add(frame, state, system, kept, alphas, factor, change, total):
    """total += factor (plus - minus)"""
    plus, minus = saved_in(kept, PLUS, state), saved_in(kept, MINUS, state)
    n, m, rates = state.q.size, state.multipliers.size, state.y.size
    for i in range(n):
        change[i] = (plus.q[i] - minus.q[i]) + (plus.q_low[i] - minus.q_low[i])
    if frame.n_difference_calls > 0:
        increment = array_at(frame.increment, frame.n_increment)
        poses_from = array_at(frame.poses_from, frame.n_poses_from)
        poses_to = array_at(frame.poses_to, frame.n_poses_to)
        for i in range(n):
            increment[i] = change[i]
        for i in range(poses_from.size):
            poses_from[i], poses_to[i] = minus.poses[i], plus.poses[i]
        run_calls(frame.difference_calls, frame.n_difference_calls, system.address)
        for i in range(n):
            change[i] = increment[i]
    for i in range(n):
        total[i] += factor * change[i]
        total[n + i] += factor * (plus.v[i] - minus.v[i])
        total[2 * n + i] += factor * (plus.a[i] - minus.a[i])
    for i in range(m):
        total[3 * n + i] += factor * (plus.multipliers[i] - minus.multipliers[i])
    y = 3 * n + m
    for i in range(rates):
        total[y + i] += factor * (plus.y[i] - minus.y[i])
        total[y + rates + i] += factor * (plus.y_t[i] - minus.y_t[i])
    count = total.size - y - 2 * rates
    for i in range(count):
        total[y + 2 * rates + i] += factor * (alphas[i] - alphas[count + i])


def _differentiate(
    frame, state, system, control, parameter, words, s, kept, kept_words, work, h
):  # fmt: skip
    """Derivatives at the end of the step from those at its start, in place."""
    n, factors = state.q.size, system.factors.size
    change = work[factors : factors + n]
    total = work[factors + n : factors + n + s.size]
    alphas = work[factors + n + s.size :]
    for i in range(total.size):
        total[i] = 0.0
    _go_back(frame, state, system, control, kept, kept_words, work, h)
    along, status = control[0].size * step_for(state, system, control, s), 0
    first, last = parameter.first, parameter.last
    step = parameter.step if last > first else along
    if along > 0.0:
        step = min(step, along)
    if last > first:
        keep_words(words, first, last)
    for k in range(2 if step > 0.0 else 0):
        many, weight = (1.0, 8.0 / 12.0) if k == 0 else (2.0, -1.0 / 12.0)
        for place in (PLUS, MINUS):
            change_by = many * step if place == PLUS else -many * step
            _go_back(frame, state, system, control, kept, kept_words, work, h)
            apply_words(words, first, last, change_by)
            displace(frame, state, system, control, s, change_by, change)
            if status == 0:
                status = _take_again(
                    frame, state, system, control, kept, place, last - first, alphas
                )
            apply_words(words, first, last, 0.0)
        _add(frame, state, system, kept, alphas, weight / step, change, total)
    for i in range(s.size):
        s[i] = total[i]
    return status


def _rescale(frame, control, kept, kept_words, state, tangents, h):
    """Algorithmic accelerations after a change of the step size, and their derivatives."""
    n, k = state.q.size, control[0].n_alpha
    if k == 0 or control[0].restarted != 0 or control[0].h <= 0.0:
        return
    r = h / control[0].h
    if abs(r - 1.0) <= SAME:
        return
    a = saved_in(kept, BEFORE, state).a
    width = tangents.size // control[0].count
    memory = view(frame.memory, (frame.n_memory,), INTEGER)
    alpha = view(frame.memory + 8 * control[0].alpha, (k,), FLOAT)
    first = control[0].alpha
    before = kept_words[SCALARS + memory.size : SCALARS + 2 * memory.size]
    for i in range(k):
        memory[first + i] = before[first + i]
        alpha[i] = a[i] + r * (alpha[i] - a[i])
        before[first + i] = memory[first + i]
    for p in range(control[0].count):
        s = tangents[p * width : (p + 1) * width]
        for i in range(k):
            j = width - k + i
            s[j] = s[2 * n + i] + r * (s[j] - s[2 * n + i])


def keep_before(frame, state, control, kept, kept_words):
    """Keep the present state as the start of the next step."""
    save_state(state, saved_in(kept, BEFORE, state))
    memory = view(frame.memory, (frame.n_memory,), INTEGER)
    for i in range(memory.size):
        kept_words[SCALARS + memory.size + i] = memory[i]
    control[0].t = frame.t


def _take_accelerations(state, known):
    """Give a state the accelerations, multipliers and rates of a copy of it."""
    for i in range(state.a.size):
        state.a[i] = known.a[i]
    for i in range(state.multipliers.size):
        state.multipliers[i] = known.multipliers[i]
    for i in range(state.y_t.size):
        state.y_t[i] = known.y_t[i]


def stepped_tangents(
    frame, state, start, system, control, parameters, words, tangents, kept, kept_words,
    tangent_work, tangent_branches,
):  # fmt: skip
    """After an accepted step: advance the derivatives, and report rows and events."""
    if not frame.t > control[0].t:
        return 0
    recorded = frame.t >= min(frame.next_record, frame.next_sensor) - slack_of(frame)
    due = recorded or control[0].switched != 0
    scalars = view(system.address, (SCALARS,), INTEGER)
    memory = view(frame.memory, (frame.n_memory,), INTEGER)
    pivots = view(frame.pivots, (frame.n_pivots,), INTEGER)
    for i in range(SCALARS):
        kept_words[i] = scalars[i]
    for i in range(memory.size):
        kept_words[SCALARS + 2 * memory.size + pivots.size + i] = memory[i]
    for i in range(pivots.size):
        kept_words[SCALARS + 2 * memory.size + i] = pivots[i]
    for i in range(system.factors.size):
        tangent_work[i] = system.factors[i]
    save_state(state, saved_in(kept, END, state))
    save_state(start, saved_in(kept, START, state))
    if control[0].switched != 0:
        swap_branches(frame, tangent_branches)
    h, status = frame.t - control[0].t, 0
    _rescale(frame, control, kept, kept_words, state, tangents, h)
    width = tangents.size // max(control[0].count, 1)
    for p in range(control[0].count):
        s = tangents[p * width : (p + 1) * width]
        if status == 0:
            status = _differentiate(
                frame, state, system, control, parameters[p], words, s, kept, kept_words,
                tangent_work, h,
            )  # fmt: skip
    # explicit methods find the accelerations of a recorded state later: take the step as it was
    late = due and frame.implicit == 0 and control[0].keeps == 0 and status == 0
    if late:
        _go_back(frame, state, system, control, kept, kept_words, tangent_work, h)
        alphas = tangent_work[tangent_work.size - 2 * control[0].n_alpha :]
        status = _take_again(frame, state, system, control, kept, PLUS, 0, alphas)
    if control[0].switched != 0:
        swap_branches(frame, tangent_branches)
    _go_back(frame, state, system, control, kept, kept_words, tangent_work, h)
    restore_state(saved_in(kept, END, state), state)
    restore_state(saved_in(kept, START, state), start)
    for i in range(system.factors.size):
        system.factors[i] = tangent_work[i]
    for i in range(pivots.size):
        pivots[i] = kept_words[SCALARS + 2 * memory.size + i]
    for i in range(memory.size):
        memory[i] = kept_words[SCALARS + 2 * memory.size + pivots.size + i]
    for i in range(SCALARS):
        scalars[i] = kept_words[i]
    if frame.implicit != 0 or control[0].varies != 0:
        frame.factor_valid = 0
    control[0].h, control[0].restarted = h, 0
    keep_before(frame, state, control, kept, kept_words)
    if status != 0:
        control[0].failed = 1
        frame.stop_after = 1
        return 0
    control[0].switched = 0
    if not due:
        return 0
    if late:
        _take_accelerations(state, saved_in(kept, PLUS, state))
    status = call_kernel(control[0].report, 0, system.address)
    if late:
        _take_accelerations(state, saved_in(kept, END, state))
    return status
