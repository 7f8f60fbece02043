"""One run in time: start values, the compiled loop in chunks, failures, results.

The loop runs without Python for about 50 ms at a time; between these chunks the progress bar
moves, Ctrl-C takes effect, and the step size is changed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

import numpy as np

from linkwork.core import compile as kernel_compiler
from linkwork.core.compile import python_address_of, release
from linkwork.core.enums import DynamicSolverType
from linkwork.core.errors import SolverError, SysError, UserFunctionError, warn
from linkwork.core.records import COUNTERS
from linkwork.core.status import (
    CHANGED,
    NEWTON_FAILED,
    NOT_FINITE,
    OK,
    RECORD_FULL,
    SINGULAR,
    STOPPED,
    TEXTS,
    USER_FUNCTION,
    decode,
)
from linkwork.core.user_functions import explained_by
from linkwork.data import Data
from linkwork.model import Model
from linkwork.results.files import write_files
from linkwork.results.recording import Recording
from linkwork.results.solution import Solution
from linkwork.results.statistics import Statistics
from linkwork.solvers.changes import DRIVEN, LAW, MASS, SWITCHED, Drives, Jumps
from linkwork.solvers.equations import equations_for, share_loads
from linkwork.solvers.evaluate import SLACK, pre_step_function
from linkwork.solvers.interrupt import after_this_step
from linkwork.solvers.progress import Progress
from linkwork.solvers.scheme import IMPLICIT, Scheme
from linkwork.solvers.start import make_consistent
from linkwork.solvers.timing import PRE_STEP, RESULTS, START, STEPS, USER_FUNCTIONS, Timing

CHUNK = 0.05
"""Length of a chunk [s]."""


class Run:
    """One call of SolveDynamic; `solution` holds what was recorded, however it ended."""

    def __init__(
        self,
        model: Model,
        data: Data,
        settings: Any,
        solver: DynamicSolverType,
        pre_step: Any = None,
        continued: bool = False,
    ) -> None:
        self.model, self.data, self.settings, self.solver = model, data, settings, solver
        self.continued = continued
        self.time = settings.timeIntegration
        self.steps = self.rejected = 0
        self.solution: Solution | None = None
        self.timing = Timing(data, settings.displayComputationTime)
        model.watch = partial(self.timing.watch, USER_FUNCTIONS)
        self._bind(others_run=pre_step is not None)
        self.equations = equations_for(model, data, settings, solver in IMPLICIT)
        self.recording = Recording(model, data, settings)
        self.scheme = Scheme(model, data, settings, solver)
        self.drives, self.jumps = Drives(model), Jumps()
        self.full_step = (self.time.endTime - self.time.startTime) / self.time.numberOfSteps
        s = data.scalars
        s.refresh_cost = self.equations.layout.refresh_cost
        s.stop_after = s.changed = s.pre_step_done = 0
        s.t, s.h = self.time.startTime, self.full_step
        self.pre_step = 0
        if pre_step is not None:
            self.pre_step = self._callback(pre_step)
        s.pre_step = self.pre_step

    @property
    def h(self) -> float:
        """Present step size [s]."""
        step: float = self.data.scalars.h
        return step

    # ------------------------------------------------------------------ user functions

    def _bind(self, others_run: bool) -> None:
        """Compile user functions where possible; those called back are others to the rest."""
        self.model.bind_functions(True, others_run)
        if not others_run and any(not f.compiled for f in self.model.functions.values()):
            self.model.bind_functions(True, True)

    def _callback(self, pre_step: Any) -> int:
        """Address of the pre-step function."""
        watched = self.timing.watch(PRE_STEP, pre_step)

        def call(t: float) -> int:
            go_on = watched(self.model.mbs, t)
            if not isinstance(go_on, (bool, np.bool_)):
                raise TypeError(f"it must return True to go on or False to stop, got {go_on!r}")
            if not go_on:
                self._stop()
            return 0

        name = getattr(pre_step, "__name__", type(pre_step).__name__)
        explain = explained_by(f"the pre-step user function {name}")
        return python_address_of(call, pre_step_function, explain=explain)

    def _look_into_user_functions(self, again: Callable[[], int]) -> bool:
        """Compiled user functions tell no exceptions: do it again with them in Python.

        Returns whether it worked this time.
        """
        if not any(function.compiled for function in self.model.functions.values()):
            return False
        self.model.bind_functions(compiled=False)
        status = again()
        if kernel_compiler.raised:
            self._fail(status)
        self._bind(others_run=self.pre_step != 0)
        return status == OK

    def _look_into_levels(self) -> None:
        """The same for what a start evaluates: forces, and constraints at all levels."""
        forces = self.equations.forces
        self._look_into_user_functions(lambda: forces(0) or forces(1) or forces(2))

    # ------------------------------------------------------------------ start and restart

    def _start(self) -> None:
        """Consistent positions, velocities and accelerations; first recorded row."""
        s = self.data.scalars
        status = self._weigh()
        if status == SINGULAR:
            raise SysError(f"the system cannot be started: {self.equations.describe_singular()}")
        self._demand(status)
        equations = self.equations
        if self.model.n_ae:
            make_consistent(equations, self._demand, self.continued)
            self._drop_low_parts()
        if self.time.generalizedAlpha.computeInitialAccelerations or not self.scheme.is_implicit:
            self._accelerate()
        else:
            if self.time.generalizedAlpha.resetAccelerations:
                self.data["a"][:] = 0.0
            self.data["alpha"][:] = self.data["a"]
        self.scheme.set_step(self.h)
        initial = self.settings.solutionSettings.writeInitialValues
        for calls, due, period in (
            ("record_calls", "next_record", "record_period"),
            ("sensor_calls", "next_sensor", "sensor_period"),
        ):
            if initial and getattr(s, due) <= s.t:
                self._demand(equations.run(calls))
            setattr(s, due, getattr(s, due) + getattr(s, period))
        s.changed = 0

    def _weigh(self) -> int:
        """Masses of the constraint rows; explicit solvers put up with dependent constraints."""
        status = self.equations.weigh()
        if status == SINGULAR and self._can_share():
            self._share_loads()
            status = self.equations.weigh()
        return status

    def _can_share(self) -> bool:
        """Whether dependent constraints, and no missing mass, may be behind a singular matrix."""
        equations = self.equations
        explicit = not self.scheme.is_implicit and self.model.n_ae > 0
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

    def _accelerate(self) -> None:
        """Accelerations and multipliers of the present positions and velocities."""
        status = self.equations.initial_accelerations()
        if status == OK and not np.all(np.isfinite(self.data["a"])):
            status = NOT_FINITE
        if decode(status)[0] in (NOT_FINITE, USER_FUNCTION):
            self._look_into_levels()
        self._demand(status)

    def _restart(self, h: float) -> None:
        """Go on with another step size: new accelerations and multipliers."""
        self._accelerate()
        self.scheme.set_step(h)

    def _take_changes(self) -> None:
        """Parameters were changed before the step; see `changes.py`."""
        data, equations = self.data, self.equations
        reasons = data.scalars.changed
        equations.settle_loads()
        if reasons & (DRIVEN | SWITCHED):
            self.drives.move(self.h, self.steps)
        if reasons & (MASS | SWITCHED):
            self._demand(self._weigh())
        if reasons & SWITCHED:
            self._demand(self.equations.project(0) or self.equations.project(1))
            self._drop_low_parts()
            self._restart(self.h)
        elif reasons & LAW and self.scheme.is_implicit:
            before, multipliers = data["a"].copy(), data["multipliers"].copy()
            alpha = data["alpha"].copy()
            self._accelerate()
            if self.jumps.is_one(data, before, self.steps):
                self.scheme.set_step(self.h)
            else:
                data["a"][:], data["alpha"][:], data["multipliers"][:] = before, alpha, multipliers
        self.scheme.set_coefficients()
        # at the end: a user function that sets parameters does so in the evaluations above too
        data.scalars.changed = 0

    # ------------------------------------------------------------------ loop

    def execute(self) -> Solution:
        """Run to the end; a failure raises SolverError with everything recorded so far."""
        began = time.perf_counter()
        kernel_compiler.raised.clear()
        self.equations.layout.open(self.data)
        try:
            with after_this_step(self._stop) as interrupted:
                self.timing.enter(START)
                self._start()
                self.timing.enter(STEPS)
                self._loop(began, interrupted)
            if interrupted:
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            self._finish(f"stopped by the user at t = {self.data.scalars.t:.6g} s")
            raise
        except SysError as error:
            self._finish(str(error))
            if isinstance(error, SolverError):
                error.solution = self.solution
            raise
        finally:
            self.data.scalars.pre_step = 0
            self.equations.layout.close()
            if self.pre_step:
                release(self.pre_step)
        return self._finish("")

    def _stop(self) -> None:
        self.data.scalars.stop_after = 1

    def _loop(self, began: float, interrupted: list[bool]) -> None:
        s, t = self.data.scalars, self.time
        progress = Progress(t.numberOfSteps, t.verboseMode, began)
        chunk, good = 1, 0
        try:
            while (remaining := t.endTime - s.t) > SLACK * self.h:
                reduced = False
                steps = chunk
                if not self.scheme.is_automatic:
                    if remaining < self.h * (1.0 - SLACK):
                        self._restart(remaining)
                    reduced = self.h < self.full_step * (1.0 - 1e-9)
                    steps = min(steps, max(1, math.floor(remaining / self.h + SLACK)))
                if reduced:
                    steps = min(steps, t.adaptiveStepRecoverySteps)
                if self.drives.moving:
                    steps = 1
                clock = time.perf_counter()
                status = self._advance(steps)
                took = time.perf_counter() - clock
                good += s.steps_done
                if kernel_compiler.raised:
                    self._fail(status)
                if self.drives.moving and s.steps_done:
                    self.drives.rest()
                if status == STOPPED:
                    return
                if status == CHANGED:
                    self._take_changes()
                elif status == RECORD_FULL:
                    self.recording.grow()
                elif status != OK:
                    if interrupted:
                        return
                    self._reject(status)
                    good = 0
                    continue
                if took > CHUNK:
                    chunk = max(1, int(chunk * CHUNK / took))
                elif took < CHUNK / 2 and s.steps_done == chunk:
                    chunk *= 2
                if reduced and good >= t.adaptiveStepRecoverySteps:
                    good = 0
                    self._recover()
                progress.show((s.t - t.startTime) / (t.endTime - t.startTime))
        finally:
            progress.close()

    def _advance(self, steps: int) -> int:
        """Run the compiled loop for some steps."""
        s = self.data.scalars
        s.steps_done, s.steps_wanted, s.slowest, s.rejected = 0, steps, 0, 0
        try:
            return self.timing.run(self.scheme.loop)
        finally:
            self.steps += s.steps_done
            self.rejected += s.rejected

    def _recover(self) -> None:
        """Enough good steps after a reduction: make the step larger again."""
        t, s = self.time, self.data.scalars
        if s.slowest <= t.adaptiveStepRecoveryIterations:
            remaining = t.endTime - s.t
            if remaining > SLACK * self.h:
                grown = min(self.h * t.adaptiveStepIncrease, self.full_step)
                self._restart(min(grown, remaining))

    def _reject(self, status: int) -> None:
        """A step failed: try again with a smaller one, or give up."""
        code, _ = decode(status)
        t = self.time
        if code in (NOT_FINITE, USER_FUNCTION) and self._look_into_user_functions(
            lambda: self._advance(1)
        ):
            return
        if code == SINGULAR and self._can_share():
            self._share_loads()
            return
        smaller = self.h * t.adaptiveStepDecrease
        can_shrink = self.scheme.is_implicit and t.adaptiveStep and smaller >= t.minimumStepSize
        if code not in (NEWTON_FAILED, NOT_FINITE, SINGULAR) or not can_shrink:
            limit = self.scheme.is_implicit and t.adaptiveStep and code == NEWTON_FAILED
            limit = limit or self.scheme.is_automatic
            hint = f"; smaller steps are limited by minimumStepSize = {t.minimumStepSize:g} s"
            self._fail(status, hint if limit else "")
        self.rejected += 1
        self.data.scalars.pre_step_done = 0
        self._restart(smaller)

    # ------------------------------------------------------------------ failures and end

    def _demand(self, status: int) -> None:
        if status != OK:
            if decode(status)[0] == USER_FUNCTION:
                self._look_into_levels()
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
            label = self.model.items["object"][number].label(number)
            raise SolverError(f"{label} {when}: {text}")
        behind = self._behind() if code in (NEWTON_FAILED, NOT_FINITE) else ""
        raise SolverError(f"{self.solver.name} failed {when}: {text}{hint}{behind}")

    def _behind(self) -> str:
        """The coordinate with the largest residual."""
        residual = self.data["residual"]
        if not residual.size:
            return ""
        size = np.where(np.isfinite(residual), np.abs(residual), np.inf)
        return f"; the largest residual is at {self.model.coordinate_name(int(size.argmax()))}"

    def _finish(self, message: str) -> Solution:
        """Make the Solution of what was recorded, with the last state as its last row."""
        s, t = self.data.scalars, self.time
        self.timing.enter(RESULTS)
        if abs(s.t - t.endTime) <= SLACK * self.h:
            s.t = t.endTime
        if self.steps:
            self.recording.close(self.equations.run, SLACK * self.h)
        statistics = Statistics(self.solver.name, self.steps, self.rejected)
        for name in COUNTERS:
            setattr(statistics, name, getattr(s, name))
        self.timing.report(statistics)
        self.solution = self.recording.solution(statistics, message)
        try:
            write_files(self.solution, self.model, self.settings)
        except SysError as error:
            if not message:
                raise
            warn(str(error))
        finally:
            self.timing.report(statistics)
            self._tell(statistics)
        return self.solution

    def _tell(self, statistics: Statistics) -> None:
        """Print what the settings ask for."""
        counts = self.settings.displayStatistics or self.time.verboseMode > 1
        times = self.settings.displayComputationTime
        if counts or times:
            lines = [statistics.headline()]
            lines += statistics.counts() if counts else []
            lines += statistics.times() if times else []
            print("\n".join(lines))
