"""Memory of a step that is searched for events: all that it changes, and both of its ends."""

from __future__ import annotations

from typing import Any, NamedTuple

from linkwork.core.kernels.calls import STRIDE
from linkwork.core.kernels.pointer import call_kernel
from linkwork.integrators.state import restore_state, save_state


class Work(NamedTuple):
    """The groups of arrays (`core/records.py`) that a search reads and writes.

    start -- the state at the start of the integrator's last step
    step_start, step_end -- both ends of the step that is searched
    aside -- the present state while another one is evaluated
    """

    state: Any
    start: Any
    step_start: Any
    step_end: Any
    aside: Any
    system: Any
    search: Any


class Begin(NamedTuple):
    """Scalars of the frame at the start of a step."""

    t: Any
    h: Any
    t_base: Any
    steps_base: Any


def keep(frame, work):
    """Store everything that a step changes."""
    save_state(work.state, work.step_start)
    memory, kept = work.search.memory, work.search.step_memory
    for i in range(memory.size):
        kept[i] = memory[i]
    return Begin(frame.t, frame.h, frame.t_base, frame.steps_base)


def go_back(frame, work, begin):
    """Return to the start of the step, and count times from there."""
    restore_state(work.step_start, work.state)
    memory, kept = work.search.memory, work.search.step_memory
    for i in range(memory.size):
        memory[i] = kept[i]
    frame.t, frame.h = begin.t, begin.h
    frame.t_base, frame.steps_base = begin.t, 0
    frame.first_valid = frame.factor_valid = 0


def change_step(frame, work, h):
    """Change the step size, through the kernel of the integrator if it has one."""
    calls = work.search.step_calls
    if calls.size > 1:
        frame.h_wanted = h
        call_kernel(calls[1].code, frame.step_calls + STRIDE, work.system.address)
    frame.h = h


def keep_ends(work):
    """Store both ends of a step for the interpolation.

    Accelerations and rates at its start are those that the integrator began with: after a switch,
    they differ from those at the end of the step before.
    """
    start, kept = work.start, work.step_start
    for i in range(kept.a.size):
        kept.a[i] = start.a[i]
    for i in range(kept.y_t.size):
        kept.y_t[i] = start.y_t[i]
    save_state(work.state, work.step_end)
