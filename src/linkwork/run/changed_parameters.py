"""How a run responds to parameters changed by a pre-step function; see `run/changes.py`."""

from __future__ import annotations

import numpy as np

from linkwork.events.sensor_events import SensorEvents
from linkwork.integrators.changes import (
    DRIVEN,
    FORCES,
    LAW,
    MASS,
    RATES,
    STATE,
    SWITCHED,
    has_jumped,
)
from linkwork.results.jumps import PRE_STEP
from linkwork.run.balance import Balance
from linkwork.run.changes import Drives, Switches
from linkwork.run.consistent_start import meet_switched
from linkwork.run.context import RunContext
from linkwork.run.scheme import Scheme

FOLLOWING = ("a", "multipliers", "y_t")
ACTING = LAW | FORCES | STATE | RATES


class ChangedParameters:
    """Changes of parameters during a run, and the jumps of the state that they cause.

    drives, switches -- what is known about previous changes
    """

    def __init__(
        self, context: RunContext, scheme: Scheme, balance: Balance, events: SensorEvents
    ) -> None:
        self._context, self._scheme = context, scheme
        self._balance, self._events = balance, events
        self.drives = Drives(context.model)
        self.switches = Switches(context.model)

    def renew(self) -> None:
        """Before the run is repeated: nothing has changed yet."""
        self.drives, self.switches = Drives(self._context.model), Switches(self._context.model)

    def take(self) -> None:
        """Respond to parameters that were changed before the step."""
        context, scheme = self._context, self._scheme
        data, steps = context.data, context.counts.steps
        equations, reasons = context.equations, data.scalars.changed
        equations.settle_loads()
        if context.settings.compatibility and scheme.is_implicit:
            if reasons & (MASS | SWITCHED):
                context.demand(self._balance.weigh())
            scheme.set_coefficients()
            data.scalars.changed = 0
            return
        if reasons & (DRIVEN | SWITCHED):
            self.drives.move(context.h, steps)
            if reasons & DRIVEN and scheme.locates_events:
                self._events.leave_search()
        if reasons & (MASS | SWITCHED):
            context.demand(self._balance.weigh())
        if reasons & SWITCHED:
            self._take_switches()
        elif reasons & ACTING and scheme.is_implicit:
            self.start_anew_after_jump()
        elif reasons & ACTING and context.recording.jumps.goes_on(PRE_STEP):
            before = {name: data[name].copy() for name in FOLLOWING}
            equations.initial_accelerations()  # for the jump; the step evaluates them itself
            self._end_jump()
            for name, values in before.items():
                data[name][:] = values
        if scheme.locates_events:
            data.scalars.frozen = 0
            context.demand(equations.forces(level=2))  # updates the branches
            self._events.take_sides()
        scheme.set_coefficients()
        # at the end: user functions that set parameters do so in the evaluations above, too
        data.scalars.changed = 0

    def _take_switches(self) -> None:
        """Respond to constraints that were switched or replaced by others."""
        context, t = self._context, self._context.data.scalars.t
        context.recording.jumps.begin(PRE_STEP)
        when = f"at t = {t:.9g} s (step {context.counts.steps + 1})"
        self._scheme.look_at_functions(context.equations, context.settings)
        context.constraint_level = self._scheme.constraint_level
        meet_switched(context.equations, context.demand, self.switches.rows(), when)
        self.switches.look()
        self._balance.drop_low_parts()
        self._balance.go_on(context.h)
        self._end_jump()

    def start_anew_after_jump(self) -> None:
        """Compute accelerations and multipliers again if they have jumped."""
        data, scheme = self._context.data, self._scheme
        before = {name: data[name].copy() for name in FOLLOWING}
        self._balance.accelerate()
        self._end_jump()
        usual = scheme.last_changes()
        sizes = (
            tuple(
                float(np.linalg.norm(x))
                for x in (data[name] - before[name], usual[name], before[name])
            )
            for name in ("a", "y_t")
        )
        if has_jumped(data.scalars, *sizes):
            scheme.set_step(self._context.h)
            return
        for name, values in before.items():
            data[name][:] = values

    def _end_jump(self) -> None:
        """Note the change of the state by the pre-step function, if there is one.

        Integrals of sensors end with the state before it and continue with the one after it.
        """
        recording, lists = self._context.recording, self._context.equations
        if recording.end_jump(PRE_STEP) and recording.integrates:
            for sign in (1.0, -1.0):
                recording.jumps.swap()
                self._context.demand(recording.note_jump(lists.run, lists.call, sign))
