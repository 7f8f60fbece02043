"""The compiled loop over members.

A member begins with an image of the started nominal run. Its numbers are written into the tables
and the state, and a list of kernels starts it again (`starts.py`, then the integrator's own start).
The loop of the integrator takes the steps up to each row.
"""

from __future__ import annotations

import math

import numpy as np

from linkwork.core.kernels.calls import run_calls
from linkwork.core.kernels.pointer import call_kernel, view
from linkwork.core.records import f8, i8
from linkwork.core.status import CHANGED, OK, STOPPED

FLOAT, WORD, BYTE = np.dtype(f8), np.dtype(i8), np.dtype(np.uint8)

TASK = (
    "members", "count", "values", "width", "results", "size", "report", "stop",
    "loop_code", "loop_call", "start_calls", "n_start_calls", "done", "recorded",
)  # fmt: skip
"""Numbers of a task: address and number of the members' numbers, address and width of the values,
address and numbers per member of the results, address of the report, of the flag that stops it, of
the loop's code and call, address and number of the kernels that start a member; members done;
number of rows that the recorders must have at the end, 0 if they are not used."""

(
    MEMBERS, COUNT, VALUES, WIDTH, RESULTS, SIZE, REPORT, STOP, LOOP_CODE, LOOP_CALL, STARTS,
    N_STARTS, DONE, RECORDED,
) = range(len(TASK))  # fmt: skip

COPIED, WRITTEN, REPORTED = 3, 2, 3
"""Words per copy (target, source, bytes), per written number (target, column of the values) and per
reported member (status, steps, time as the bits of a number)."""

POOLS = {"task": i8, "copies": i8, "written": i8, "targets": i8, "picks": i8, "strides": i8}
"""Memory of `run_members`.

copies -- what is restored before each member; written -- where its numbers go
targets -- steps after which rows are taken, or their places in the recorders
picks -- addresses of the numbers of a row, the first one of recorders; strides -- from there to the
same number of the next row of the recorders [bytes]
"""

ALL_STEPS = 1 << 60
"""As many steps as lead to the end, where their size is automatic."""


def run_members(frame, system, task, copies, written, targets, picks, strides):
    """Run members one after another; the driver looks at those with a status."""
    members = view(task[MEMBERS], (task[COUNT],), WORD)
    stop = view(task[STOP], (1,), WORD)
    for k in range(members.size):
        if stop[0] != 0:
            return STOPPED
        _restore(copies)
        values = view(task[VALUES] + 8 * members[k] * task[WIDTH], (task[WIDTH],), FLOAT)
        for i in range(written.size // WRITTEN):
            view(written[WRITTEN * i], (1,), FLOAT)[0] = values[written[WRITTEN * i + 1]]
        frame.record_rows = frame.sensor_rows = 0
        status = run_calls(task[STARTS], task[N_STARTS], system.address)
        rows = view(task[RESULTS] + 8 * k * task[SIZE], (task[SIZE],), FLOAT)
        if task[RECORDED] == 0:
            status, steps = _take_rows(frame, system, task, targets, picks, status, rows)
        else:
            status = _take_records(frame, system, task, targets, picks, strides, status, rows)
            steps = frame.steps_done
        report = view(task[REPORT] + 8 * REPORTED * k, (REPORTED,), WORD)
        report[0], report[1] = status, steps
        view(task[REPORT] + 8 * (REPORTED * k + 2), (1,), FLOAT)[0] = frame.t
        task[DONE] = k + 1
    return OK


def _take_rows(frame, system, task, targets, picks, status, rows_out):
    """Take the steps up to each row, and the row there; returns (status, number of steps)."""
    frame.next_record = frame.next_sensor = math.inf
    step = 0
    for r in range(targets.size):
        if status == 0:
            status = _advance(frame, system, task, targets[r] - step)
            step += frame.steps_done
        if status == 0:
            status = _look(frame, system)
        if status != 0:
            return status, step  # the driver takes its rows from elsewhere
        for c in range(picks.size):
            rows_out[r * picks.size + c] = view(picks[c], (1,), FLOAT)[0]
    return status, step


def _take_records(frame, system, task, targets, picks, strides, status, rows_out):
    """Take all steps, and the rows that were recorded at their times; returns a status."""
    if status == 0:
        status = run_calls(frame.record_calls, frame.n_record_calls, system.address)
    if status == 0:
        status = run_calls(frame.sensor_calls, frame.n_sensor_calls, system.address)
    if status == 0:
        status = _advance(frame, system, task, ALL_STEPS)
    if status == 0 and frame.record_rows != task[RECORDED]:
        status = CHANGED
    for r in range(targets.size if status == 0 else 0):
        for c in range(picks.size):
            rows_out[r * picks.size + c] = view(picks[c] + targets[r] * strides[c], (1,), FLOAT)[0]
    return status


def _restore(copies):
    """Put the image of the started nominal run back."""
    for i in range(copies.size // COPIED):
        target, source, size = copies[COPIED * i], copies[COPIED * i + 1], copies[COPIED * i + 2]
        words = size // 8
        into, values = view(target, (words,), WORD), view(source, (words,), WORD)
        for j in range(words):
            into[j] = values[j]
        rest = size - 8 * words
        ends, last = target + 8 * words, source + 8 * words
        into_end, end = view(ends, (rest,), BYTE), view(last, (rest,), BYTE)
        for j in range(rest):
            into_end[j] = end[j]


def _advance(frame, system, task, steps):
    """Take some steps; returns a status."""
    frame.steps_done, frame.steps_wanted, frame.slowest, frame.rejected = 0, steps, 0, 0
    if steps == 0:
        return OK
    return call_kernel(task[LOOP_CODE], task[LOOP_CALL], system.address)


def _look(frame, system):
    """Check the present state and read the sensors, as a recorded row does."""
    frame.record_rows = frame.sensor_rows = 0
    status = run_calls(frame.record_calls, frame.n_record_calls, system.address)
    if status == 0:
        status = run_calls(frame.sensor_calls, frame.n_sensor_calls, system.address)
    frame.record_rows = frame.sensor_rows = 0
    return status
