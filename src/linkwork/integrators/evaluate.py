"""What compiled integrators share: lists of kernel calls, forces, records.

Integrators own the state: they write q, v, a and all work memory, so these arguments do not end
in `_out` as those of item kernels do. `state`, `start` and `system` are groups of arrays
(`core/records.py`).
"""

import math

from linkwork.core.kernels.calls import STRIDE, run_calls
from linkwork.core.kernels.pointer import Pointer, call_kernel, view
from linkwork.core.records import CALL
from linkwork.core.status import CHECKPOINT, NEW_LAYOUT, OK, RECORD_FULL, STOPPED
from linkwork.integrators.changes import take_changes
from linkwork.integrators.switching import ask, has_switches

MANY = 64
"""From this many coordinates on, vectorized loops are faster."""

pre_step_function = Pointer("q", "d")
"""Pre-step callback of the user: status = f(t at the end of the step)."""


def clear_forces(frame, system):
    """Forces on markers = the constant ones, residual = 0."""
    constant_force, marker_force, residual = (
        system.constant_force, system.marker_force, system.residual,
    )  # fmt: skip
    for i in range(marker_force.shape[0]):
        for r in range(3):
            marker_force[i, r] = constant_force[i, r]
    for i in range(residual.size):
        residual[i] = 0.0


def evaluate_forces(frame, system):
    """residual = -F and the constraint values, from q, v, multipliers and t."""
    frame.force_evaluations += 1
    clear_forces(frame, system)
    status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    if status == 0:
        status = run_calls(frame.force_calls, frame.n_force_calls, system.address)
    if status == 0:
        status = run_calls(frame.gather_calls, frame.n_gather_calls, system.address)
    return status


def solve(frame, system):
    """x = solution with the present factors of the right-hand side in x."""
    code = system.solver_calls[1].code
    return call_kernel(code, frame.solver_calls + STRIDE, system.address)


def begin_step(frame, address, t_new):
    """Before a step to t_new: call the pre-step function, let items search for partners.

    Returns a status if the driver must act.
    """
    if frame.t >= frame.next_checkpoint:
        return CHECKPOINT
    if frame.pre_step != 0 and frame.pre_step_done == 0:
        t_old = frame.t
        frame.t = t_new
        status = pre_step_function(frame.pre_step, t_new)
        frame.t = t_old
        if status != 0:
            return status
        frame.pre_step_done = 1
    if frame.changed != 0:
        status = take_changes(frame, address)
        if status != 0:
            return status
    if frame.record_rows >= frame.record_capacity or frame.sensor_rows >= frame.sensor_capacity:
        return RECORD_FULL
    if frame.n_search_calls > 0 and frame.search_done == 0:
        return call_kernel(frame.search_code, 0, address)
    return OK


def search(frame, system):
    """Let items search for partners at the present positions, once in each step.

    All of them search, even if one needs a new layout of the matrix (NEW_LAYOUT).
    """
    frame.search_done = 1
    status, renew = run_calls(frame.motion_calls, frame.n_motion_calls, system.address), OK
    calls = view(frame.search_calls, (frame.n_search_calls,), CALL)
    for i in range(calls.size):
        if status == 0:
            status = call_kernel(calls[i].code, frame.search_calls + i * STRIDE, system.address)
            if status == NEW_LAYOUT:
                status, renew = OK, NEW_LAYOUT
    return status if status != 0 else renew


FEW = 4
"""Fused steps that are not worth the call, if it takes fewer of them."""

LONGEST_PAUSE = 63
"""Largest number of steps until fused steps are tried again."""


def take_fused_steps(frame, address):
    """Take as many steps as the function of a small model can (`core/kernels/fused.py`).

    The next step is left to the loop: the last one of a chunk, one that is recorded, or one that
    needs more than the function has. Where it takes few steps, it is called less often.
    """
    if frame.fused_wait > 0:
        frame.fused_wait -= 1
        return
    taken = call_kernel(frame.fused, frame.step_calls, address)
    frame.fused_pause = 0 if taken >= FEW else min(2 * frame.fused_pause + 1, LONGEST_PAUSE)
    frame.fused_wait = frame.fused_pause


def is_plain(frame, t_new):
    """Whether fused steps may include one to t_new: nothing is to be done after it."""
    slack = SLACK * frame.h + ROUNDING * abs(t_new)
    return (
        frame.watch == 0
        and frame.steps_done + 1 < frame.steps_wanted
        and t_new < frame.next_checkpoint
        and t_new < min(frame.next_record, frame.next_sensor) - slack
    )


def count_fused_step(frame, t_new):
    """Count a fused step."""
    frame.t = t_new
    frame.steps_base += 1
    frame.steps_done += 1
    frame.since_change += 1
    frame.fused_steps += 1


SLACK = 1.0e-6
"""Times that differ by less than this fraction of the step count as equal."""

ROUNDING = 4.0e-16
"""Rounding of times, for steps that are very small."""


COMPATIBLE_SLACK = 1.0e-10
"""The same in seconds, with `compatibility` of the settings."""


def is_due(frame, t):
    """Whether a row is to be recorded at a time."""
    slack = SLACK * frame.h if frame.compatible == 0 else COMPATIBLE_SLACK
    return min(frame.next_record, frame.next_sensor) <= t + slack


def slack_of(frame):
    """How much earlier than planned a row may be recorded [s]."""
    if frame.compatible != 0:
        return COMPATIBLE_SLACK
    return SLACK * frame.h + ROUNDING * abs(frame.t)


def _after(frame, due, period, slack):
    """Time of the row after the present one, which was due at a time."""
    if frame.compatible != 0:
        return max(due + period, frame.t)
    return next_time(frame.t_start, period, frame.t + slack)


def record_state(frame, address):
    """Record the state and the sensors if their time has come; watched sensors are always read."""
    if frame.hold != 0:
        return 0
    slack = slack_of(frame)
    recorded = frame.t >= frame.next_record - slack
    if recorded:
        status = run_calls(frame.record_calls, frame.n_record_calls, address)
        if status != 0:
            return status
        frame.next_record = _after(frame, frame.next_record, frame.record_period, slack)
    due = frame.t >= frame.next_sensor - slack
    if due or frame.watch != 0:
        frame.between = 0 if due or (recorded and frame.joined != 0) else 1
        status = run_calls(frame.sensor_calls, frame.n_sensor_calls, address)
        frame.between = 0
        if status != 0:
            return status
        if due:
            frame.next_sensor = _after(frame, frame.next_sensor, frame.sensor_period, slack)
    return 0


def accept(frame, system):
    """Let items keep what they remember of a step, for `frame.accept_code`."""
    status = run_calls(frame.guard_calls, frame.n_guard_calls, system.address)
    if status == 0 and frame.implicit == 0 and has_switches(frame):
        status = ask(frame, system)
    if status == 0 and frame.n_accept_calls > 0:
        status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    if status == 0:
        status = run_calls(frame.accept_calls, frame.n_accept_calls, system.address)
    return status


def count_step(frame, address):
    """Count a successful step, and let items remember it."""
    if frame.sums_time != 0:
        frame.t_base, frame.steps_base = min(frame.t, frame.t_end - frame.h), 0
    else:
        frame.steps_base += 1
    frame.steps_done += 1
    frame.since_change += 1
    frame.pre_step_done = frame.search_done = 0
    return call_accept(frame, address)


def call_accept(frame, address):
    """Let items keep what they remember of a step, unless it may still be undone."""
    if frame.accept_code == 0 or frame.hold != 0:
        return 0
    return call_kernel(frame.accept_code, 0, address)


def end_step(frame, address):
    """After a successful step: count it, record it, and stop if requested."""
    status = count_step(frame, address)
    if status == 0:
        status = record_state(frame, address)
    if status == 0 and frame.stop_after != 0:
        return STOPPED
    return status


def begin_direct(load_out):
    """Reset the load before items act on coordinates directly."""
    load_out[0] = 0.0


def end_direct(frame, load, q, reference):
    """After these items, store the load and the size of the coordinates that markers may miss."""
    frame.direct_load = load[0]
    l0 = l1 = l2 = l3 = 0.0  # four searches that do not wait for each other
    whole = q.size // 4 * 4
    for i in range(0, whole, 4):
        l0 = max(l0, abs(reference[i] + q[i]))
        l1 = max(l1, abs(reference[i + 1] + q[i + 1]))
        l2 = max(l2, abs(reference[i + 2] + q[i + 2]))
        l3 = max(l3, abs(reference[i + 3] + q[i + 3]))
    for i in range(whole, q.size):
        l0 = max(l0, abs(reference[i] + q[i]))
    frame.largest_coordinate = max(max(l0, l1), max(l2, l3))


def largest_position(frame, markers):
    """Largest coordinate of a marker [m], or of all coordinates where some have no marker."""
    largest = frame.largest_coordinate
    for i in range(markers.size):
        for r in range(3):
            largest = max(largest, abs(markers[i].p[r]))
    return largest


FINEST = 2.0**52
"""Numbers from here on have no fractional part."""


def next_time(start, period, now):
    """First time of the grid start + k period after `now`.

    A grid that is finer than the rounding of times has a point at every time.
    """
    count = (now - start) / period
    return start + period * (math.floor(count) + 1.0) if abs(count) < FINEST else now
