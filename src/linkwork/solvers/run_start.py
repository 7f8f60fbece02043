"""The start of a run, restarts and failures: what it does outside of its loop."""

from __future__ import annotations

from functools import partial
from typing import Any, NoReturn

import numpy as np

from linkwork.bodies.body import Body
from linkwork.core import compile as kernel_compiler
from linkwork.core.compile import python_address_of
from linkwork.core.errors import SolverError, SysError, UserFunctionError, warn
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.status import (
    FAMILIES,
    NEW_LAYOUT,
    NEWTON_FAILED,
    NOT_FINITE,
    OK,
    SENSED_NOT_FINITE,
    SINGULAR,
    TEXTS,
    USER_FUNCTION,
    decode,
)
from linkwork.core.user_functions import explained_by
from linkwork.data import Data
from linkwork.function_records import lines_of, records_of
from linkwork.model import Model
from linkwork.results.recording import Recording
from linkwork.results.solution import Solution
from linkwork.solvers.changes import DRIVEN, LAW, MASS, SWITCHED, Drives, Jumps
from linkwork.solvers.checkpoint import Checkpoint, Checkpoints
from linkwork.solvers.equations import equations_for, renewed, share_loads
from linkwork.solvers.evaluate import pre_step_function, search
from linkwork.solvers.event_location import seen_event
from linkwork.solvers.registry import Integrator
from linkwork.solvers.run_events import RunEvents
from linkwork.solvers.scheme import Scheme
from linkwork.solvers.start import make_consistent
from linkwork.solvers.timing import PRE_STEP, USER_FUNCTIONS, Timing


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
        self.model, self.data, self.settings, self.solver = model, data, settings, solver
        self.continued = continued
        self.time = settings.timeIntegration
        self.steps = self.rejected = self.good = self.slowest = 0
        self._told_of_drives = False
        self.solution: Solution | None = None
        self._prepare_functions(pre_step)
        self.equations = equations_for(model, data, settings, solver.implicit)
        self.recording = self._recording()
        self.scheme = Scheme(model, data, settings, solver)
        self.drives, self.jumps = Drives(model), Jumps()
        self.full_step = (self.time.endTime - self.time.startTime) / self.time.numberOfSteps
        s = data.scalars
        s.refresh_cost = self.equations.layout.refresh_cost
        s.stop_after = s.changed = s.pre_step_done = s.search_done = 0
        s.t, s.h = self.time.startTime, self.full_step
        self.checkpoints = Checkpoints(self, pre_step, resumed)
        self.pre_step = 0
        if pre_step is not None:
            self.pre_step = self._callback(pre_step)
        s.pre_step = self.pre_step
        self.seen = 0
        if model.has_watchers:
            self.seen = python_address_of(self._see, seen_event)
        s.seen = self.seen

    def _prepare_functions(self, pre_step: Any) -> None:
        """Addresses and stopwatches of user functions; how they are called, if that is wanted."""
        model = self.model
        self.timing = Timing(self.data, self.settings.displayComputationTime)
        model.functions.watch = partial(self.timing.watch, USER_FUNCTIONS)
        self._bind(others_run=pre_step is not None)
        if self.time.verboseMode > 1:
            for line in lines_of(records_of(model.items, model.functions.chosen)):
                print(line)

    def _recording(self) -> Recording:
        """Memory for results; a sensor with a user function is asked once for its length."""
        self.data.scalars.t = self.time.startTime
        try:
            return self._make_recording()
        except UserFunctionError as error:
            when = f"at t = {self.time.startTime:.9g} s (before the first step)"
            raise SolverError(error.at(when)) from error.error

    def _make_recording(self) -> Recording:
        return Recording(self.model, self.data, self.settings)

    @property
    def h(self) -> float:
        """Present step size [s]."""
        step: float = self.data.scalars.h
        return step

    # ------------------------------------------------------------------ user functions

    def _callback(self, pre_step: Any) -> int:
        """Address of the pre-step function."""
        watched = self.timing.watch(PRE_STEP, pre_step)

        system_data = self.model.mbs.systemData

        def call(t: float) -> int:
            system_data.is_locked = False
            try:
                go_on = watched(self.model.mbs, t)
            finally:
                system_data.is_locked = True
            if not isinstance(go_on, (bool, np.bool_)):
                raise TypeError(f"it must return True to go on or False to stop, got {go_on!r}")
            if not go_on:
                self._stop()
            return 0

        name = getattr(pre_step, "__name__", type(pre_step).__name__)
        explain = explained_by(f"the pre-step user function {name}")
        return python_address_of(call, pre_step_function, explain=explain)

    def _stop(self) -> None:
        self.data.scalars.stop_after = 1

    # ------------------------------------------------------------------ start and restart

    def _start(self) -> None:
        """Consistent positions, velocities and accelerations; first recorded row."""
        s = self.data.scalars
        self.checkpoints.prepare(self)
        if len(self.data["search_calls"]):
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
        self.checkpoints.begin(self)

    def _search_partners(self) -> None:
        """Let items search for partners at the start, where they have no matrix yet to change."""
        status = search(self.data.frame[0], self.data.group("system"))
        if status == NEW_LAYOUT:
            self._replace_equations()
        else:
            self._demand(int(status))

    def _replace_equations(self) -> None:
        self.equations.layout.close()
        self.equations = renewed(self.equations, self.settings)
        self.equations.layout.open(self.data)
        self.data.scalars.refresh_cost = self.equations.layout.refresh_cost

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
        return all(np.isfinite(self.data[name]).all() for name in ("a", "multipliers", "y_t"))

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
            self._demand(self.equations.project(0) or self.equations.project(1))
            self._drop_low_parts()
            self._restart(self.h)
        elif reasons & LAW and self.scheme.is_implicit:
            self._start_anew_after_jump()
        if self.scheme.locates_events:
            data.scalars.frozen = 0
            self._demand(equations.forces(level=2))  # notes the modes
            self._take_sides()
        self.scheme.set_coefficients()
        # at the end: a user function that sets parameters does so in the evaluations above too
        data.scalars.changed = 0

    # ------------------------------------------------------------------ failures

    def _demand(self, status: int) -> None:
        if status != OK:
            if decode(status)[0] == USER_FUNCTION:
                self._look_into_levels(status)
            self._fail(status)

    def _fail(self, status: int, hint: str = "") -> NoReturn:
        """Raise what a status stands for; from the user's own exception where there is one."""
        s = self.data.scalars
        when = f"at t = {s.t:.9g} s (step {self.steps + 1}, h = {s.h:.3g} s)"
        if kernel_compiler.raised:
            error = kernel_compiler.raised.take()
            if not isinstance(error, UserFunctionError):
                raise error
            raise SolverError(error.at(when)) from error.error
        code, number = decode(status)
        text = TEXTS.get(code, f"internal status {status}")
        if number is not None and code != USER_FUNCTION:
            label = self.model.items[FAMILIES.get(code, "object")][number].label(number)
            raise SolverError(f"{label} {when}: {text}")
        with overflows_unnoticed():
            behind = self._behind(code)
        raise SolverError(f"{self.solver.name} failed {when}: {text}{hint}{behind}")

    def _largest_residual(self) -> str:
        """The coordinate with the largest residual, one that is not finite before all others.

        Forces and rates have no common measure: forces come first. Where Newton's method gave up,
        its right-hand side still holds the rows of the rates.
        """
        data, last = self.data, len(self.data["x"]) - self.model.n_ode1
        rates = data["x"][last:] if self.scheme.is_implicit else data["rates"]
        parts = {"ode2": data["residual"], "ode1": rates}
        parts = {part: np.abs(rows) for part, rows in parts.items() if rows.size}
        for part, rows in sorted(parts.items(), key=lambda item: np.isfinite(item[1]).all()):
            worst = int(np.where(np.isfinite(rows), rows, np.inf).argmax())
            return f"; the largest residual is at {self.model.coordinate_name(worst, part)}"
        return ""

    def _behind(self, code: int) -> str:
        """What a failure of the whole system comes from, by name."""
        if code in (NEWTON_FAILED, NOT_FINITE):
            return self._largest_residual()
        if code == SENSED_NOT_FINITE:
            return f": {self.recording.not_finite()}; the model may be unstable, or steps too large"
        if code == SINGULAR and self.model.n_ae:
            names = ", ".join(self.equations.redundant_constraints())
            return f"; {names} cannot be kept independently of the others here" if names else ""
        return ""
