"""What all runs have in common, in time and at rest: user functions, records, failures, the end.

A run derives from it and says what is done at its start (`_start`) and in its steps (`_loop`).
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

import numpy as np

from linkwork.assembly.equations import equations_for, renewed
from linkwork.core.errors import SolverError, SysError, UserFunctionError, warn
from linkwork.core.functions.user_functions import explained_by
from linkwork.core.kernels import compile as kernel_compiler
from linkwork.core.kernels.compile import python_address_of, release
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.records import COUNTERS
from linkwork.core.status import (
    NEW_LAYOUT,
    NEWTON_FAILED,
    NOT_FINITE,
    OK,
    SENSED_NOT_FINITE,
    SINGULAR,
    USER_FUNCTION,
    decode,
    failure_of,
)
from linkwork.integrators.evaluate import ROUNDING, SLACK, pre_step_function, search
from linkwork.model.data import Data
from linkwork.model.function_records import lines_of, records_of
from linkwork.model.model import Model
from linkwork.results.record.recording import Recording
from linkwork.results.solution import Solution
from linkwork.results.statistics import Statistics
from linkwork.run.function_checks import FunctionChecks
from linkwork.run.interrupt import after_this_step
from linkwork.run.timing import PRE_STEP, RESULTS, START, STEPS, USER_FUNCTIONS, Timing

Explain = Callable[[SysError], None]
"""What adds to an error what may be behind it."""


class SolverRun(FunctionChecks):
    """One call of a solver; `solution` holds what was recorded, however it ended.

    name -- of the solver; time -- its times: startTime, endTime, numberOfSteps, verboseMode
    recording -- memory of its records, which the run itself makes
    is_implicit -- whether its equations hold what the matrix of an implicit step needs
    """

    recording: Recording

    def __init__(
        self, model: Model, data: Data, settings: Any, name: str, time: Any, implicit: bool,
        pre_step: Any,
    ) -> None:  # fmt: skip
        self.model, self.data, self.settings = model, data, settings
        self.name, self.time, self.is_implicit = name, time, implicit
        self.steps = self.rejected = self.pre_step = 0
        self.solution: Solution | None = None
        self._callbacks: list[int] = []
        self._prepare_functions(pre_step)
        self.equations = equations_for(model, data, settings, implicit)

    @abstractmethod
    def _start(self) -> None:
        """Find the state that the steps begin with, and record it."""

    @abstractmethod
    def _loop(self, began: float, interrupted: list[bool]) -> None:
        """Take the steps; began -- time of the clock; interrupted -- filled by Ctrl-C."""

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

    def execute(self, explain: Explain | None = None) -> Solution:
        """Run to the end; a failure raises SolverError with everything recorded so far.

        explain -- adds to an error what may be behind it
        """
        began = time.perf_counter()
        kernel_compiler.raised.clear()
        self.equations.layout.open(self.data)
        try:
            with after_this_step(self._stop) as interrupted:
                self.timing.enter(START)
                with overflows_unnoticed():
                    self._start()
                self.timing.enter(STEPS)
                self._loop(began, interrupted)
                self._demand(self._record_end())
            if interrupted:
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            self._finish(f"stopped by the user at t = {self.data.scalars.t:.6g} s")
            raise
        except SysError as error:
            if explain is not None:
                explain(error)
            self._finish(str(error))
            if isinstance(error, SolverError):
                error.solution = self.solution
            raise
        except BaseException:
            self.recording.release()
            raise
        finally:
            self.model.mbs.systemData.before_change = None
            self.data.scalars.pre_step = self.data.scalars.frozen = 0
            self.equations.layout.close()
            for callback in self._callbacks:
                release(callback)
        return self._finish("")

    # ------------------------------------------------------------------ partners

    def _search_partners(self) -> bool:
        """Let items search for partners at the present state; whether the matrix was renewed."""
        if not len(self.data["search_calls"]):
            return False
        status = int(search(self.data.frame[0], self.data.group("system")))
        if status != NEW_LAYOUT:
            self._demand(status)
            return False
        self._replace_equations()
        return True

    def _replace_equations(self) -> None:
        """Equations with another layout of the matrix; the state stays."""
        self.equations.layout.close()
        self.equations = renewed(self.equations, self.settings)
        self.equations.layout.open(self.data)
        self.data.scalars.refresh_cost = self.equations.layout.refresh_cost

    # ------------------------------------------------------------------ user functions

    def _call_back(self, pre_step: Any) -> None:
        """Give the pre-step function an address."""
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
        self.pre_step = python_address_of(call, pre_step_function, explain=explain)
        self._callbacks.append(self.pre_step)

    def _stop(self) -> None:
        self.data.scalars.stop_after = 1

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
        failure = failure_of(status)
        if failure.names_item:
            raise SolverError(f"{failure.label(self.model.items)} {when}: {failure.text}")
        with overflows_unnoticed():
            behind = self._behind(failure.code)
        raise SolverError(f"{self.name} failed {when}: {failure.text}{hint}{behind}")

    def _largest_residual(self) -> str:
        """The coordinate with the largest residual, one that is not finite before all others.

        Forces and rates have no common measure: forces come first. Where Newton's method gave up,
        its right-hand side still holds the rows of the rates.
        """
        data, last = self.data, len(self.data["x"]) - self.model.n_ode1
        rates = data["x"][last:] if self.is_implicit else data["rates"]
        parts = {"ode2": data["residual"], "ode1": rates}
        parts = {part: np.abs(rows) for part, rows in parts.items() if rows.size}
        for part, rows in sorted(parts.items(), key=lambda item: np.isfinite(item[1]).all()):
            worst = int(np.where(np.isfinite(rows), rows, np.inf).argmax())
            return (
                f"; the largest residual is at {self.model.numbering.coordinate_name(worst, part)}"
            )
        return ""

    def _behind(self, code: int) -> str:
        """What a failure of the whole system comes from, by name."""
        if code in (NEWTON_FAILED, NOT_FINITE):
            return self._largest_residual()
        if code == SENSED_NOT_FINITE:
            return f": {self.recording.not_finite()}; the model may be unstable, or steps too large"
        if code == SINGULAR and self.model.n_ae:
            names = ", ".join(self.equations.rows.redundant_names())
            return f"; {names} cannot be kept independently of the others here" if names else ""
        return ""

    # ------------------------------------------------------------------ end

    def _record_end(self) -> int:
        """Record the present state as the last row; a status if it cannot be."""
        s, end = self.data.scalars, self.time.endTime
        if abs(s.t - end) <= SLACK * self.h:
            s.t = end
        slack = SLACK * self.h + ROUNDING * abs(s.t)
        return self.recording.close(self.equations.run, slack) if self.steps else OK

    def _finish(self, message: str) -> Solution:
        """Make the Solution of what was recorded, with the last state as its last row."""
        s = self.data.scalars
        self.timing.enter(RESULTS)
        self._record_end()
        statistics = Statistics(self.name, self.steps, self.rejected)
        for name in COUNTERS:
            setattr(statistics, name, getattr(s, name))
        self.timing.report(statistics)
        self.solution = self.recording.solution(statistics, message)
        try:
            self.recording.conclude(self.solution)
            if self.recording.wants_files:
                from linkwork.results.files.written import write_files

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
