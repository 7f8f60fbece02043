"""The start of a run, restarts and failures: what it does outside of its loop."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from linkwork.assembly.equations import share_loads
from linkwork.bodies.body import Body
from linkwork.core.errors import SysError, warn
from linkwork.core.kernels.compile import python_address_of
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.status import (
    NOT_FINITE,
    OK,
    SINGULAR,
    USER_FUNCTION,
    decode,
)
from linkwork.events.location import seen_event
from linkwork.events.run_events import RunEvents
from linkwork.integrators.registry import Integrator
from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.restart.checkpoint import Checkpoint, Checkpoints
from linkwork.results.jumps import PRE_STEP as BEFORE_STEP
from linkwork.run.changes import DRIVEN, LAW, MASS, SWITCHED, Drives, Jumps, Switches
from linkwork.run.consistent_start import make_consistent, meet_switched
from linkwork.run.scheme import Scheme


class RunStart(RunEvents):
    """The part of a run that the loop stands on; see `run.py`."""

    def __init__(
        self,
        model: Model,
        data: Data,
        settings: Any,
        solver: Integrator,
        pre_step: Any = None,
        continued: bool = False,
        resumed: Checkpoint | None = None,
    ) -> None:
        time = settings.timeIntegration
        super().__init__(model, data, settings, solver.name, time, solver.implicit, pre_step)
        self.solver, self.continued = solver, continued
        self.good = self.slowest = 0
        self._told_of_drives = False
        self.recording = self._recording()
        self.scheme = Scheme(model, data, settings, solver)
        self.watching = self.scheme.watching
        self.keeps_positions = self.is_implicit and not self.scheme.index2
        self.drives, self.jumps, self.switches = Drives(model), Jumps(), Switches(model)
        self.full_step = (self.time.endTime - self.time.startTime) / self.time.numberOfSteps
        s = data.scalars
        s.refresh_cost = self.equations.layout.refresh_cost
        s.stop_after = s.changed = s.pre_step_done = s.search_done = 0
        s.t, s.h = self.time.startTime, self.full_step
        self.checkpoints = Checkpoints(self, pre_step, resumed)
        if pre_step is not None:
            self._call_back(pre_step)
        s.pre_step, s.seen = self.pre_step, 0
        if model.has_watchers:
            s.seen = python_address_of(self._see, seen_event)
            self._callbacks.append(s.seen)

    # ------------------------------------------------------------------ start and restart

    def _start(self) -> None:
        """Consistent positions, velocities and accelerations; first recorded row."""
        s = self.data.scalars
        self.checkpoints.prepare(self)
        self._search_partners()
        status = self._weigh()
        if status == SINGULAR:
            raise SysError(f"the system cannot be started: {self.equations.describe_singular()}")
        self._demand(status)
        equations = self.equations
        if self.model.functions.bound:
            self._ask_for_rates()
        if self.model.n_ae:
            make_consistent(equations, self._demand, self.continued)
            self._drop_low_parts()
            if self.model.functions.bound and not self.continued:
                self._look_at_slopes()
        if self.model.functions.are_compiled():
            self._compare_user_functions()
        if self.time.generalizedAlpha.computeInitialAccelerations or not self.scheme.is_implicit:
            self._accelerate()
        else:
            if self.time.generalizedAlpha.resetAccelerations:
                self.data["a"][:] = 0.0
            if self.model.n_ode1 or self.scheme.locates_events:
                s.frozen = 0
                self._demand(self.equations.initial_rates())  # notes the modes, too
        self.scheme.set_step(self.h)
        self._take_sides()
        initial = self.settings.solutionSettings.writeInitialValues
        for calls, due, period in (
            ("record_calls", "next_record", "record_period"),
            ("sensor_calls", "next_sensor", "sensor_period"),
        ):
            if initial and getattr(s, due) <= s.t:
                self._demand(equations.run(calls))
            setattr(s, due, getattr(s, due) + getattr(s, period))
        s.changed = 0
        jumps = self.recording.jumps
        self.model.mbs.systemData.before_change = partial(jumps.begin, BEFORE_STEP)
        self.checkpoints.begin(self)

    def _renew_layout(self) -> None:
        """Items act on others than before: a new matrix, from the present state on.

        Accelerations, multipliers and what the integrator remembers stay as they are, unless the
        forces have jumped.
        """
        self._replace_equations()
        self._demand(self._weigh())
        if self.scheme.is_implicit:
            self._start_anew_after_jump()
        self.scheme.set_coefficients()

    def _start_anew_after_jump(self) -> None:
        """New accelerations and multipliers, if they differ from the present ones by a jump."""
        data = self.data
        before = {name: data[name].copy() for name in ("a", "multipliers", "y_t")}
        self._accelerate()
        self._end_jump()
        if self.jumps.is_one(data, before, self.scheme.last_changes(), self.steps):
            self.scheme.set_step(self.h)
            return
        for name, values in before.items():
            data[name][:] = values

    def _weigh(self) -> int:
        """Masses of the constraint rows; explicit solvers put up with dependent constraints."""
        for table in self.model.tables_of(Body):
            for row in table.kind.impossible(table):  # type: ignore[attr-defined]
                number = table.numbers[row]
                body = self.model.items["object"][number]
                body.check_complete(body.label(number))
        status = self.equations.weigh()
        if status == SINGULAR and self._can_share():
            self._share_loads()
            status = self.equations.weigh()
        return status

    def _can_share(self) -> bool:
        """Whether dependent constraints, and no missing mass, may be behind a singular matrix."""
        equations = self.equations
        explicit = not self.scheme.is_implicit and equations.has_constraints
        return explicit and bool(self.data["masses"].all()) and not equations.shares_loads

    def _share_loads(self) -> None:
        """Go on with the multipliers of minimum norm."""
        names = ", ".join(self.equations.redundant_constraints()) or "the constraints"
        warn(
            f"{names} cannot be kept independently of the others at "
            f"t = {self.data.scalars.t:.6g} s: from here on constraint forces are the smallest "
            "ones that keep the balance; remove redundant constraints to make them unique"
        )
        self.equations.layout.close()
        self.equations = share_loads(self.equations)
        self.equations.layout.open(self.data)
        self.scheme.set_coefficients()

    def _drop_low_parts(self) -> None:
        """Explicit solvers sum positions plainly."""
        if not self.scheme.is_implicit:
            self.data["q_low"][:] = 0.0

    def _accelerate(self, keep_modes: bool = False) -> None:
        """Accelerations and multipliers of the present positions and velocities.

        The state decides on the modes of piecewise laws, unless they are to be kept.
        """
        self.data.scalars.frozen = keep_modes
        status = self.equations.initial_accelerations()
        if status == OK and not self._has_finite_rates():
            status = NOT_FINITE
        if decode(status)[0] in (NOT_FINITE, USER_FUNCTION) and self._look_into_levels(status):
            status = self.equations.initial_accelerations()
        self._demand(status)

    def _has_finite_rates(self) -> bool:
        """Whether accelerations, multipliers and rates are numbers."""
        rates = [self.data[name] for name in ("a", "multipliers", "y_t")]
        return bool(np.isfinite(np.concatenate(rates)).all())

    def _restart(self, h: float) -> None:
        """Go on with another step size: new accelerations and multipliers."""
        with overflows_unnoticed():
            self._accelerate()
        self.scheme.set_step(h)

    def _take_changes(self) -> None:
        """Parameters were changed before the step; see `changes.py`."""
        data, equations = self.data, self.equations
        reasons = data.scalars.changed
        equations.settle_loads()
        if reasons & (DRIVEN | SWITCHED):
            self.drives.move(self.h, self.steps)
            if reasons & DRIVEN and self.scheme.locates_events:
                self._leave_search()
        if reasons & (MASS | SWITCHED):
            self._demand(self._weigh())
        if reasons & SWITCHED:
            self.recording.jumps.begin(BEFORE_STEP)
            when = f"at t = {data.scalars.t:.9g} s (step {self.steps + 1})"
            meet_switched(self.equations, self._demand, self.switches.rows(), when)
            self.switches.look()
            self._drop_low_parts()
            self._restart(self.h)
            self._end_jump()
        elif reasons & LAW and self.scheme.is_implicit:
            self._start_anew_after_jump()
        elif reasons & LAW and self._has_jumped():
            before = {name: data[name].copy() for name in ("a", "multipliers", "y_t")}
            equations.initial_accelerations()  # for the jump; the step evaluates them itself
            self._end_jump()
            for name, values in before.items():
                data[name][:] = values
        if self.scheme.locates_events:
            data.scalars.frozen = 0
            self._demand(equations.forces(level=2))  # notes the modes
            self._take_sides()
        self.scheme.set_coefficients()
        # at the end: a user function that sets parameters does so in the evaluations above too
        data.scalars.changed = 0

    def _has_jumped(self) -> bool:
        """Whether the pre-step function has changed the state."""
        return self.recording.jumps.goes_on(BEFORE_STEP)

    def _end_jump(self) -> None:
        """Note the change of the state by the pre-step function, if there is one.

        Integrals of sensors end with the state before it and begin with the one behind it.
        """
        recording, lists = self.recording, self.equations
        if recording.end_jump(BEFORE_STEP) and recording.integrates:
            for sign in (1.0, -1.0):
                recording.jumps.swap()
                self._demand(recording.note_jump(lists.run, lists.call, sign))
