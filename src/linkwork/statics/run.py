"""One call of SolveStatic: load steps, failures, results.

Load steps are times between loadStepStart and the end of loadStepDuration. The load factor is the
fraction of the duration that has passed. A step that finds no equilibrium is tried again with a
smaller one (adaptiveStep).
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any, NoReturn

import numpy as np

from linkwork.core.errors import SolverError, SysError, UserFunctionError, warn
from linkwork.core.kernels import compile as kernel_compiler
from linkwork.core.records import COUNTERS
from linkwork.core.records import State as Saved
from linkwork.core.status import NEWTON_FAILED, NOT_FINITE, OK, SINGULAR, USER_FUNCTION, decode
from linkwork.integrators.evaluate import SLACK, next_time, pre_step_function
from linkwork.integrators.state import copied, restore_state
from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.results.record.recording import Recording
from linkwork.results.solution import Solution
from linkwork.results.statistics import STATIC
from linkwork.run.progress import Progress
from linkwork.run.scheme import shortest_step
from linkwork.run.solver_run import Explain, SolverRun
from linkwork.statics.failures import explain
from linkwork.statics.loads import LoadFactor, WithoutRates, listed
from linkwork.statics.newton import newton, single
from linkwork.statics.parts import groups
from linkwork.statics.search import DAMPED, Search
from linkwork.statics.stability import leave_unstable, name_neutral, share_forces
from linkwork.statics.system import State, StaticSystem
from linkwork.statics.trial import step_aside

IN_VAIN = 2
"""So many times the iterations of a search may be spent on load steps that fail, in a whole run."""

CREEPING = 1.0e-3
"""Parts of a load step below this are as good as failures: a run of them would never end."""


def check_static(settings: Any) -> None:
    """Refuse times that cannot be told apart, and tell of settings that have no effect."""
    static = settings.staticSolver
    start, end = static.loadStepStart, static.loadStepStart + static.loadStepDuration
    step = static.loadStepDuration / static.numberOfLoadSteps
    least = shortest_step(start, end) if math.isfinite(end) else math.inf
    if step < least:
        raise SysError(
            f"staticSolver: load steps of {step:g} s are too short to calculate with, the least is "
            f"{least:g} s at these times; change loadStepStart, loadStepDuration or "
            "numberOfLoadSteps"
        )
    for path, reason in settings.changed_without_effect():
        if not path.startswith("timeIntegration."):
            warn(f"{path} has no effect: {reason}")


def load_step(settings: Any, k: int) -> float:
    """End of load step k = 1, 2, ... as a fraction of the duration; 0 is the start."""
    count = settings.numberOfLoadSteps
    if settings.loadStepGeometric and count > 1 and k > 0:
        return float(settings.loadStepGeometricRange ** ((k - count) / (count - 1)))
    return float(k / count)


class StaticRun(SolverRun):
    """One call of SolveStatic; `solution` holds what was recorded, however it ended."""

    def __init__(self, model: Model, data: Data, settings: Any, pre_step: Any = None) -> None:
        self.static = settings.staticSolver
        start = self.static.loadStepStart
        time = SimpleNamespace(
            startTime=start,
            endTime=start + self.static.loadStepDuration,
            numberOfSteps=self.static.numberOfLoadSteps,
            verboseMode=self.static.verboseMode,
        )
        super().__init__(model, data, settings, STATIC, time, True, pre_step)
        s = data.scalars
        for name in COUNTERS:
            setattr(s, name, 0)
        s.stop_after = s.changed = 0
        s.max_norm = self.static.newton.maximumSolutionNorm
        s.t, s.h = start, self.static.loadStepDuration / self.static.numberOfLoadSteps
        self.recording = self._recording()
        data.drop_saved("start")
        self.loads, self.without_rates = LoadFactor(model), WithoutRates(model)
        self._error: UserFunctionError | None = None
        self._interrupted: list[bool] = []
        self._told: set[str] = set()
        self._in_vain = 0
        self._stepped_aside: set[int] = set()
        self._search: Search | None = None
        if pre_step is not None:
            self._call_back(pre_step)

    def _make_recording(self) -> Recording:
        return Recording(self.model, self.data, self.settings, self.time)

    # ------------------------------------------------------------------ start

    def _start(self) -> None:
        """The first row is the start as it is, at rest."""
        self.data["v"][:] = self.data["a"][:] = 0.0
        self.data["y_t"][:] = 0.0
        self.without_rates.drop()
        self.system = StaticSystem(self.equations, self.static)
        self._set_loads(0.0)
        status, _ = self.system.evaluate()
        self._demand(status)
        if self.model.functions.bound and self.model.n_ae:
            self._look_at_slopes()
        if self.model.functions.are_compiled():
            self._compare_user_functions()
        self._record(self.settings.solutionSettings.writeInitialValues)

    def _set_loads(self, fraction: float) -> None:
        self.loads.scale(self.equations, fraction if self.static.useLoadFactor else 1.0)

    def _record(self, wanted: bool = True) -> None:
        """A row of states and of sensors, where their time has come; sensors see full loads."""
        s = self.data.scalars
        if s.record_rows >= s.record_capacity or s.sensor_rows >= s.sensor_capacity:
            self.recording.make_room()
        self.loads.restore()
        slack = SLACK * s.h
        for calls, due, period in (
            ("record_calls", "next_record", s.record_period),
            ("sensor_calls", "next_sensor", s.sensor_period),
        ):
            if s.t >= getattr(s, due) - slack:
                if wanted:
                    self._demand(self.equations.run(calls))
                setattr(s, due, next_time(s.t_start, period, s.t + slack))
        self.recording.keep_up()

    # ------------------------------------------------------------------ load steps

    def execute(self, explain: Explain | None = None) -> Solution:
        """Run to the end; a failure raises SolverError with everything solved so far."""
        try:
            return super().execute(explain)
        finally:
            self.loads.restore()
            self.without_rates.restore()

    def _loop(self, began: float, interrupted: list[bool]) -> None:
        s, settings = self.data.scalars, self.static
        self._interrupted = interrupted
        count = settings.numberOfLoadSteps
        progress = Progress(count, settings.verboseMode, began, "SolveStatic")
        now, k, part, good = 0.0, 0, 1.0, 0
        try:
            while k < count and not s.stop_after:
                end = load_step(settings, k + 1)
                whole = end - load_step(settings, k)
                step = min(part * whole, end - now)
                last = step >= end - now - SLACK * whole
                goal = end if last else now + step
                iterations = self._step(goal, s.t)
                if iterations is None:
                    self.rejected += 1
                    part, good = part * settings.adaptiveStepDecrease, 0
                    continue
                now, k, good = goal, k + int(last), good + 1
                if part < CREEPING:
                    self._creep(iterations)
                enough = good >= settings.adaptiveStepRecoverySteps
                if part < 1.0 and enough and iterations <= settings.adaptiveStepRecoveryIterations:
                    part, good = min(1.0, part * settings.adaptiveStepIncrease), 0
                progress.show(now)
        finally:
            progress.close()

    def _creep(self, iterations: int) -> None:
        """A step much smaller than the load steps was taken: give up if they become too many."""
        self._in_vain += iterations
        if self._are_too_many():
            self._fail(
                NEWTON_FAILED,
                f": only steps of {self.data.scalars.h:.3g} s succeed from there on, with "
                f"{self._in_vain} iterations for smaller steps; the model may not carry more load, "
                "or its forces may be too rough; more load steps (staticSolver.numberOfLoadSteps) "
                "or iterations (staticSolver.newton.maxIterations) may help",
            )

    def _are_too_many(self) -> bool:
        """Whether too many iterations were spent in vain."""
        return self._in_vain > IN_VAIN * DAMPED * int(self.static.newton.maxIterations)

    def _step(self, goal: float, before: float) -> int | None:
        """Iterations of a load step to a fraction of the duration; None if it has failed."""
        s, time = self.data.scalars, self.time
        s.h = goal * (time.endTime - time.startTime) + time.startTime - before
        s.t = time.endTime if goal == 1.0 else before + s.h
        kept = self._kept_state()
        try:
            self._call_pre_step()
            if self._search_partners():
                self.system = StaticSystem(self.equations, self.static)
            self.without_rates.drop()
            self._set_loads(goal)
            with np.errstate(all="ignore"):  # what is not finite is told by name
                status = self._solve(goal)
            if status != OK and decode(status)[0] in (NOT_FINITE, USER_FUNCTION):
                forces = self.equations.forces
                if self._look_into_user_functions(status, lambda: forces(0)):
                    self._go_back(kept)
                    status = self._solve(goal)
            if status != OK:
                self._give_up(status, goal, s.h, kept)
        except BaseException:
            self._go_back(kept)
            s.t = before
            raise
        if status != OK:
            self._go_back(kept)
            s.t = before
            return None
        assert self._search is not None
        s.changed = 0
        self.data["a"][:] = 0.0  # the stabilizer writes them
        self.steps += 1
        self._record()
        if self.static.verboseMode > 1:
            print(f"load step {self.steps}: t = {s.t:.6g} s, {self._search.iterations} iterations")
        return self._search.iterations

    def _solve(self, goal: float) -> int:
        """Status of the search for an equilibrium of the present loads, of all parts."""
        settings, iterations = self.static.newton, 0
        self.system.begin(goal)
        self._error = None
        if not settings.useNewtonSolver:
            self._search = Search(self.system, settings, self._look_around)
            return single(self._search)
        for parts in groups(self.system):
            self.system.focus(parts)
            status = self._solve_parts(0 if parts is None else int(parts[0]))
            assert self._search is not None
            iterations = self._search.iterations = iterations + self._search.iterations
            if status != OK:
                return status
        self.system.focus(None)
        return OK

    def _solve_parts(self, first: int) -> int:
        """Status of the search for what the system looks at; first -- number of its first part."""
        settings = self.static.newton
        search = self._search = Search(self.system, settings, self._look_around)
        kept = self._kept_state()
        status, state = search.run()
        off = status == NEWTON_FAILED and search.is_off(search.norms(state))
        if off and first not in self._stepped_aside:
            self._stepped_aside.add(first)
            self._go_back(kept)
            step_aside(self.system)
            search = self._search = Search(self.system, settings, self._look_around)
            status, state = search.run()
        if status != OK and not search.is_free and decode(status)[0] != USER_FUNCTION:
            failed = self._kept_state()
            self._go_back(kept)
            if newton(search) == OK:
                self._tell_once("no way downhill led to the equilibrium: it may be unstable")
                return OK
            self._go_back(failed)
        if status == OK and self.model.n_ode2:
            self._look_at(search, state)
        return status

    def _look_at(self, search: Search, state: State) -> None:
        """Leave an equilibrium that is unstable; name coordinates that nothing holds."""
        unstable = leave_unstable(search, state)
        if unstable:
            self._tell_once(f"the equilibrium is unstable: {unstable} would leave it")
        if share_forces(search):
            names = listed(self.equations.rows.redundant_names()) or "some constraints"
            self._tell_once(
                f"{names} cannot be kept independently of the others: they share the constraint "
                "forces; remove redundant constraints to make them unique"
            )
        neutral = name_neutral(search)
        if neutral:
            self._tell_once(
                f"nothing holds {neutral}, and no force acts there: it stays where it is; hold it "
                "by a constraint or a spring"
            )

    def _tell_once(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            warn(f"SolveStatic at t = {self.data.scalars.t:.6g} s: {text}")

    def _call_pre_step(self) -> None:
        """The pre-step function sees full loads and may change parameters."""
        if not self.pre_step:
            return
        self.loads.restore()
        status = pre_step_function(self.pre_step, self.data.scalars.t)
        if status != OK:
            self._fail(int(status))

    # ------------------------------------------------------------------ states and failures

    def _kept_state(self) -> Saved:
        return copied(self.data.group("state"))

    def _go_back(self, kept: Saved) -> None:
        restore_state(kept, self.data.group("state"))

    def _look_around(self) -> None:
        """Between evaluations: Ctrl-C; errors of user functions far from the end are kept."""
        if self._interrupted:
            raise KeyboardInterrupt
        if kernel_compiler.raised:
            error = kernel_compiler.raised.take()
            if not isinstance(error, UserFunctionError):
                raise error
            self._error = error

    def _give_up(self, status: int, goal: float, step: float, kept: Saved) -> None:
        """Raise, unless a smaller step may help."""
        settings = self.static
        assert self._search is not None
        smaller = step * settings.adaptiveStepDecrease
        code = decode(status)[0]
        hopeless = self._search.is_free or (code == USER_FUNCTION and kernel_compiler.raised)
        self._in_vain += self._search.iterations
        too_many = self._are_too_many()
        can_shrink = settings.adaptiveStep and smaller >= settings.minimumStepSize
        if can_shrink and not hopeless and not too_many:
            self._look_around()
            return
        if self._error is not None and not kernel_compiler.raised:
            when = f"at t = {self.data.scalars.t:.9g} s (load step {self.steps + 1})"
            raise SolverError(self._error.at(when)) from self._error.error
        hint = ""
        if too_many:
            hint = (
                f"; smaller steps were tried, {self._in_vain} iterations in vain: more load steps "
                "(numberOfLoadSteps) or iterations (newton.maxIterations) may help"
            )
        elif settings.adaptiveStep and not hopeless:
            hint = (
                f"; smaller steps are limited by minimumStepSize = {settings.minimumStepSize:g} s"
            )
        self._fail(status, explain(self._search, kept.q, goal) + hint)

    def _fail(self, status: int, hint: str = "") -> NoReturn:
        if kernel_compiler.raised or decode(status) not in (
            (NEWTON_FAILED, None),
            (SINGULAR, None),
        ):
            super()._fail(status, hint)
        when = f"at t = {self.data.scalars.t:.9g} s (load step {self.steps + 1})"
        raise SolverError(f"SolveStatic found no equilibrium {when}{hint}")
