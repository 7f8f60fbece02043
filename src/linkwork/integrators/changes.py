"""Parameters that change between two steps: what compiled loops do themselves.

A new value of a law or of a load, set by a pre-step function or between the steps of a Stepper,
acts at once. Constraints that are switched or driven, masses, and states that are set go through
Python (`run/changed_parameters.py`), and so does everything where steps end at events or redundant
constraints share their loads.
"""

from __future__ import annotations

from linkwork.core.kernels.calls import run_calls
from linkwork.core.kernels.pointer import call_kernel, view
from linkwork.core.records import CALL
from linkwork.core.status import CHANGED, OK

LAW, SWITCHED, DRIVEN, MASS, STATE, FORCES, RATES = 1, 2, 4, 8, 16, 32, 64
"""Bits of `frame.changed`: a parameter of a law; a constraint that was switched, or driven; a mass;
the state itself; a load, which leaves the matrix as it is; a parameter that acts on the rates of
first-order coordinates alone, which leaves accelerations as they are."""

QUICK = LAW | FORCES | RATES
"""The changes that loops take up themselves."""


LARGE = 10.0
"""A change of the accelerations by more than this multiple of the usual one is a jump."""

SLIGHT = 1.0e-9
"""Changes below this, relative to the accelerations, are none."""


def take_changes(frame, address):
    """Take up what has changed before a step; CHANGED if the driver must do that."""
    if frame.n_change_calls == 0 or frame.n_share_calls > 0 or (frame.changed | QUICK) != QUICK:
        return CHANGED
    calls = view(frame.change_calls, (frame.n_change_calls,), CALL)
    return call_kernel(calls[0].code, frame.change_calls, address)


def settle_loads(frame, system):
    """Evaluate the loads that are constant until a parameter changes."""
    force, constant = system.marker_force, system.constant_force
    for i in range(force.shape[0]):
        for r in range(3):
            force[i, r] = 0.0
    status = run_calls(frame.constant_calls, frame.n_constant_calls, system.address)
    for i in range(force.shape[0]):
        for r in range(3):
            constant[i, r] = force[i, r]
    return status


def take_explicitly(frame, system):
    """Explicit solvers evaluate accelerations in every step: they only have to forget old ones."""
    if settle_loads(frame, system) != 0:
        return CHANGED
    frame.first_valid = 0
    if frame.changed != FORCES and frame.changed != RATES:
        frame.factor_valid = 0
    frame.changed = 0
    return OK


def take_plainly(frame, system):
    """Implicit steps that keep their accelerations, whatever the new forces are."""
    if settle_loads(frame, system) != 0:
        return CHANGED
    if frame.changed != FORCES and frame.linear != 0:
        frame.linear = frame.factor_valid = 0
    frame.changed = 0
    return OK


def has_jumped(frame, of_a, of_y):
    """Whether accelerations or rates have jumped.

    of_a, of_y -- norms of the change, of the usual change and of the values before

    The usual change is that of the last step, or that of a change of parameters just before it.
    """
    size_a, usual_a, old_a = of_a
    size_y, usual_y, old_y = of_y
    if frame.since_change == 1:
        usual_a, usual_y = max(usual_a, frame.change_a), max(usual_y, frame.change_y)
    frame.change_a, frame.change_y, frame.since_change = size_a, size_y, 0
    jumps_a = size_a > LARGE * usual_a + SLIGHT * old_a
    return jumps_a or size_y > LARGE * usual_y + SLIGHT * old_y
