"""Start of a run with an explicit method at known positions and velocities, in compiled code.

It does what `run/start.py` does in Python, where other forces or masses than before act.
"""

from __future__ import annotations

from linkwork.core.status import CHANGED, OK
from linkwork.integrators.changes import settle_loads
from linkwork.integrators.explicit.constrained import initial_accelerations
from linkwork.integrators.state import has_finite_rates


def start_explicitly(frame, state, system):
    """Start at the present positions and velocities; CHANGED if the driver must look at it.

    frame.factor_valid states whether the factors are those of the masses.
    """
    held, frame.frozen, frame.branches_held = frame.branches_held, 0, 0
    status = settle_loads(frame, system)
    if status == 0:
        status = initial_accelerations(frame, state, system)
    for i in range(state.y_t.size):
        state.y_t[i] = system.rates[i]
    frame.branches_held = held
    if status != 0 or not has_finite_rates(state):
        return CHANGED
    frame.level = 2
    frame.first_valid = frame.factor_valid = frame.event_known = frame.changed = 0
    frame.excess = 0.0
    frame.t_base, frame.steps_base = frame.t, 0
    return OK
