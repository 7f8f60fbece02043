"""Branches that are kept in Newton's method, and checked after it: the loop for items with data.

Items with a kernel `post_newton`, such as contact and friction, keep their branches and data while
a step is solved (`frame.branches_held`), unless events are located. After Newton's method they
compare the solution with these branches. Where they differ, they switch, and the step is solved
again from its start, up to `frame.max_switches` times. The kernel writes to `switching_out`

    switching_out[0] = max(switching_out[0], error)   size of the force that the switch changes
    switching_out[1] = min(switching_out[1], h)       a step size that would be better

A step is accepted if the error is small compared with the typical load. If repetitions do not lead
to agreement, the step is given up, or accepted with the branches and data that it was solved with
(`discontinuous.ignoreMaxIterations`); such steps are counted. Users have the same loop: the
function of SetPostNewtonUserFunction is called first.

With `frame.compatible`, the error is a force that is compared with `frame.switch_tolerance` itself,
errors of the user and of the items add up, a size is recommended only where they are too large, and
a step that is accepted without agreement keeps the data after its last switch.
"""

from __future__ import annotations

import math

import numpy as np

from linkwork.core.kernels.calls import run_calls
from linkwork.core.kernels.pointer import Pointer, call_kernel, view
from linkwork.core.records import f8, i8
from linkwork.core.status import NEWTON_FAILED, OK, SMALLER_STEP, SWITCHED
from linkwork.integrators.parts_judge import typical_load

FLOAT, INTEGER = np.dtype(f8), np.dtype(i8)

post_newton_function = Pointer("q", "d")
"""Function of the user after Newton's method: status = f(t at the end of the step)."""

SHORTER = 0.75
"""Largest part of a step that is taken again because an item recommends a smaller one."""


KEEP, JUDGE, RESTORE = 0, 1, 2
"""Tasks of `switch_branches`, in `frame.switch_task`: before a step, after its solution, after it
has failed."""

ALIKE = 1.0e-8
"""Step sizes that differ by less are alike, with `frame.compatible`."""


def has_switches(frame):
    """Whether something is asked after Newton's method."""
    return frame.post_newton + frame.n_post_calls > 0


def call_switches(frame, address):
    """Let `frame.switch_code` do its task, in implicit loops; returns a status."""
    return call_kernel(frame.switch_code, 0, address)


def switch_branches(frame, system):
    """Do what `frame.switch_task` says; after a solution the status is SWITCHED, or final."""
    if frame.switch_task == KEEP:
        keep_branches(frame)
        frame.switch_repeats = 0
        return OK
    if frame.switch_task == RESTORE:
        restore_branches(frame)
        return OK
    load = typical_load(frame, system.marker_force, system.residual.size)
    status = judge_switches(frame, system, load)
    if status == SWITCHED and frame.switch_repeats == frame.max_switches:
        go_back_to_solution(frame)
        frame.disagreed += frame.accept_switched
        status = OK if frame.accept_switched != 0 else NEWTON_FAILED
    frame.switch_repeats += 1
    return status


def keep_branches(frame):
    """Keep the branches at the start of a step."""
    kept = view(frame.start_branches, (frame.n_start_branches,), INTEGER)
    branches = view(frame.branches, (frame.n_branches,), INTEGER)
    for i in range(kept.size):
        kept[i] = branches[i]


def restore_branches(frame):
    """Go back to the branches at the start of a step."""
    kept = view(frame.start_branches, (frame.n_start_branches,), INTEGER)
    branches = view(frame.branches, (frame.n_branches,), INTEGER)
    for i in range(kept.size):
        branches[i] = kept[i]


def ask(frame, system):
    """Let items and users look at a solution; their branches and data before that are kept."""
    branches = view(frame.branches, (frame.n_branches,), INTEGER)
    data = view(frame.data_coordinates, (frame.n_data_coordinates,), FLOAT)
    kept_branches = view(frame.kept_branches, (frame.n_kept_branches,), INTEGER)
    kept_data = view(frame.kept_data, (frame.n_kept_data,), FLOAT)
    for i in range(kept_branches.size):
        kept_branches[i] = branches[i]
    for i in range(kept_data.size):
        kept_data[i] = data[i]
    switching = view(frame.switching, (frame.n_switching,), FLOAT)
    switching[0], switching[1] = 0.0, math.inf
    status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    if status == 0 and frame.post_newton != 0:
        status = post_newton_function(frame.post_newton, frame.t)
    of_user = switching[0]
    if frame.compatible != 0:
        switching[0] = 0.0
    if status == 0:
        status = run_calls(frame.post_calls, frame.n_post_calls, system.address)
    if frame.compatible != 0:
        switching[0] += of_user
    return status


def judge_switches(frame, system, load):
    """Ask items about a solution: OK if they agree, SWITCHED, SMALLER_STEP, or a failure.

    load -- typical load
    """
    status = ask(frame, system)
    if status != 0:
        return status
    switching = view(frame.switching, (frame.n_switching,), FLOAT)
    agree = switching[0] <= frame.switch_tolerance * (load if frame.compatible == 0 else 1.0)
    limit = frame.h if frame.compatible == 0 else (1.0 + ALIKE) * frame.h
    if frame.use_recommended != 0 and switching[1] < limit and not (agree and frame.compatible):
        frame.h_wanted = min(SHORTER * frame.h, switching[1])
        return SMALLER_STEP
    return OK if agree else SWITCHED


def go_back_to_solution(frame):
    """Take the branches and data with which the last solution was found."""
    if frame.compatible != 0:
        return
    branches = view(frame.branches, (frame.n_branches,), INTEGER)
    data = view(frame.data_coordinates, (frame.n_data_coordinates,), FLOAT)
    kept_branches = view(frame.kept_branches, (frame.n_kept_branches,), INTEGER)
    kept_data = view(frame.kept_data, (frame.n_kept_data,), FLOAT)
    for i in range(kept_branches.size):
        branches[i] = kept_branches[i]
    for i in range(kept_data.size):
        data[i] = kept_data[i]
