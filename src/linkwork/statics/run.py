"""One call of SolveStatic: load steps, failures, results.

Load steps are times between loadStepStart and the end of loadStepDuration. The load factor is the
fraction of the duration that has passed. A step that finds no equilibrium is repeated with a
smaller size (adaptiveStep).
"""

from __future__ import annotations

import ctypes
import math
from types import SimpleNamespace
from typing import Any, NoReturn

import numpy as np

from linkwork.core.errors import SolverError, SysError, warn
from linkwork.core.functions.step_functions import NONE, StepFunctions
from linkwork.core.kernels.raised import raised
from linkwork.core.records import COUNTERS
from linkwork.core.records import State as Saved
from linkwork.core.status import (
    NEWTON_FAILED,
    NOT_FINITE,
    OK,
    SINGULAR,
    SWITCHED,
    USER_FUNCTION,
    decode,
)
from linkwork.integrators.evaluate import (
    COMPATIBLE_SLACK,
    SLACK,
    next_time,
    pre_step_function,
)
from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.results.solution import Solution
from linkwork.results.statistics import STATIC
from linkwork.run.context import RunContext
from linkwork.run.doubts import warn_of_doubts
from linkwork.run.execution import Explain, execute
from linkwork.run.failures import trouble_of
from linkwork.run.functions.slopes import warn_of_wrong_slopes
from linkwork.run.functions.step_functions import set_step_functions
from linkwork.run.image import SIZE
from linkwork.run.kept_runs import Token, can_repeat, keep_run
from linkwork.run.partners import search_partners
from linkwork.run.progress import Progress
from linkwork.run.scheme import shortest_step
from linkwork.statics.direct import DirectStatic
from linkwork.statics.equilibrium import Equilibrium
from linkwork.statics.failures import explain
from linkwork.statics.loads import LoadFactor, WithoutRates, load_step
from linkwork.statics.search import DAMPED
from linkwork.statics.switches import StaticSwitches

IN_VAIN = 2
"""Iterations that failed load steps may use in a whole run, in multiples of those of a search."""

CREEPING = 1.0e-3
"""Fractions of a load step below this count as failures: a run of them would never end."""


def check_static(settings: Any) -> None:
    """Refuse times that cannot be distinguished, and warn of settings that have no effect."""
    static = settings.staticSolver
    start, end = static.loadStepStart, static.loadStepStart + static.loadStepDuration
    step = static.loadStepDuration / static.numberOfLoadSteps
    least = shortest_step(start, end) if math.isfinite(end) else math.inf
    if step < least:
        raise SysError(
            f"staticSolver: load steps of {step:g} s are too short to compute with, the least is "
            f"{least:g} s at these times; change loadStepStart, loadStepDuration or "
            "numberOfLoadSteps"
        )
    for path, reason in settings.without_effect():
        if not path.startswith("timeIntegration."):
            warn(f"{path} has no effect: {reason}")


class StaticRun:
    """One call of SolveStatic: load steps, and what is done after a failed one.

    context -- what all runs have; `context.solution` has the results, however the run ended
    token -- what it was made for; direct -- repeats it as a whole
    """

    def __init__(
        self, model: Model, data: Data, settings: Any, functions: StepFunctions = NONE
    ) -> None:
        self.token = Token(settings, None, model.mbs.systemData.initial_is_result)
        self.direct: DirectStatic | None = None
        self.static = settings.staticSolver
        start = self.static.loadStepStart
        time = SimpleNamespace(
            startTime=start,
            endTime=start + self.static.loadStepDuration,
            numberOfSteps=self.static.numberOfLoadSteps,
            verboseMode=self.static.verboseMode,
            adaptiveStep=self.static.adaptiveStep,
        )
        self.context = RunContext(model, data, settings, STATIC, time, True, functions)
        s = data.scalars
        for name in COUNTERS:
            setattr(s, name, 0)
        s.stop_after = s.changed = 0
        s.max_norm = self.static.newton.maximumSolutionNorm
        s.t, s.h = start, self.static.loadStepDuration / self.static.numberOfLoadSteps
        if len(data["start_q"]):
            data.drop_saved("start")
        self.loads, self.without_rates = LoadFactor(model), WithoutRates(model)
        self._in_vain, self._compatible = 0, bool(settings.compatibility)
        set_step_functions(self.context, functions)
        self._switches = StaticSwitches(self.context, self.static.discontinuous)
        self._before = b""
        if can_repeat(self.context, functions):
            self._before = ctypes.string_at(data.address, SIZE)

    def execute(self, explain: Explain | None = None) -> Solution:
        """Run to the end; a failure raises SolverError with everything solved so far.

        explain -- adds possible causes to an error
        """
        try:
            solution = execute(self.context, self.start, self._loop, explain)
        finally:
            self.loads.restore()
            self.without_rates.restore()
        if self._before and keep_run(self) and DirectStatic.serves(self):
            self.direct = DirectStatic(self, self._before)
        return solution

    def without_direct(self) -> None:
        """Do not repeat this run as a whole: something else depends on its steps."""
        self._before = b""

    # ------------------------------------------------------------------ start

    def start(self) -> None:
        """Record the initial state, at rest unless velocities are kept, as the first row."""
        context, model, data = self.context, self.context.model, self.context.data
        data["a"][:] = data["y_t"][:] = 0.0
        if not self._compatible:
            data["v"][:] = 0.0
            self.without_rates.drop()
        self.equilibrium = Equilibrium(context, self.static)
        held, data.scalars.branches_held = data.scalars.branches_held, 0
        status = self.equilibrium.system.try_forces()  # items note the branches they start with
        data.scalars.branches_held = held
        context.demand(status)
        warn_of_doubts(context)
        if model.functions.bound and model.n_ae:
            warn_of_wrong_slopes(model, data)
        if model.functions.are_compiled():
            context.functions.compare(None)
        if context.at_start is not None:
            context.at_start()
        self.record(context.settings.solutionSettings.writeInitialValues)

    def start_with_other_forces(self) -> None:
        """After a known start: evaluate forces that have changed since then."""
        context, s = self.context, self.context.data.scalars
        count, rows = s.force_evaluations, s.sensor_rows
        context.equations.settle_loads(renew=False)
        context.demand(self.equilibrium.system.try_forces())
        s.force_evaluations, s.sensor_rows = count, 0
        context.recording.forget_extremes()
        run = context.equations.run
        context.demand(run("sensor_calls") if rows else context.recording.look(run))

    def set_loads(self, fraction: float) -> None:
        """Set the loads at the end of a load step."""
        factor = fraction if self.static.useLoadFactor else 1.0
        # only a pre-step function can change which loads are constant
        self.loads.scale(self.context.equations, factor, bool(self.context.data.scalars.pre_step))

    def record(self, wanted: bool = True) -> None:
        """Record a row of states and sensors at their times; sensors see full loads."""
        context, s = self.context, self.context.data.scalars
        if s.record_rows >= s.record_capacity or s.sensor_rows >= s.sensor_capacity:
            context.recording.make_room()
        self.loads.restore()
        slack = COMPATIBLE_SLACK if s.compatible else SLACK * s.h
        for calls, due, period in (
            ("record_calls", "next_record", s.record_period),
            ("sensor_calls", "next_sensor", s.sensor_period),
        ):
            if s.t >= getattr(s, due) - slack:
                if wanted:
                    context.demand(context.equations.run(calls))
                elif calls == "sensor_calls":
                    context.demand(context.recording.look(context.equations.run))
                later = next_time(s.t_start, period, s.t + slack)
                setattr(s, due, max(getattr(s, due) + period, s.t) if s.compatible else later)
            elif calls == "sensor_calls":
                context.demand(context.recording.look(context.equations.run))
        context.recording.keep_up()

    # ------------------------------------------------------------------ load steps

    def _loop(self, began: float, interrupted: list[bool]) -> None:
        s, settings = self.context.data.scalars, self.static
        self.equilibrium.interrupted = interrupted
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
                    self.context.counts.rejected += 1
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
        """After a step much smaller than the load steps, give up if there are too many of them."""
        self._in_vain += iterations
        if self._are_too_many():
            self._fail(
                NEWTON_FAILED,
                f": only steps of {self.context.data.scalars.h:.3g} s succeed from there on, with "
                f"{self._in_vain} iterations for smaller steps; the model may not carry more load, "
                "or its forces may be too rough; more load steps (staticSolver.numberOfLoadSteps) "
                "or iterations (staticSolver.newton.maxIterations) may help",
            )

    def _are_too_many(self) -> bool:
        """Whether failed steps have used too many iterations."""
        return self._in_vain > IN_VAIN * DAMPED * int(self.static.newton.maxIterations)

    def _step(self, goal: float, before: float) -> int | None:
        """Iterations of a load step to a fraction of the duration; None if it has failed."""
        context, equilibrium = self.context, self.equilibrium
        data, s, time = context.data, context.data.scalars, context.time
        s.h = goal * (time.endTime - time.startTime) + time.startTime - before
        s.t = time.endTime if goal == 1.0 else before + s.h
        kept = equilibrium.kept_state()
        self._switches.begin()
        try:
            self._call_pre_step()
            if search_partners(context):
                equilibrium.renew()
            if not self._compatible:
                self.without_rates.drop()
            self.set_loads(goal)
            status = self._solve(goal, kept)
            if status != OK:
                self._give_up(status, goal, s.h, kept)
        except BaseException:
            equilibrium.go_back(kept)
            s.t = before
            raise
        if status != OK:
            equilibrium.go_back(kept)
            self._switches.undo()
            s.t = before
            return None
        iterations = equilibrium.iterations
        s.changed = 0
        data["a"][:] = 0.0  # the stabilizer writes them
        if self._compatible:
            data["multipliers"][:] *= -1.0
        context.counts.steps += 1
        if len(data["accept_calls"]):
            context.demand(context.equations.run("motion_calls"))
            context.demand(context.equations.run("accept_calls"))
        self.record()
        if self.static.verboseMode > 1:
            print(f"load step {context.counts.steps}: t = {s.t:.6g} s, {iterations} iterations")
        return iterations

    def _solve(self, goal: float, kept: Saved) -> int:
        """Search for the equilibrium, until items agree with its branches; a status."""
        status = self._find(goal, kept)
        while status == OK and self._switches.are_there:
            status = self._switches.judge()
            if status != SWITCHED:
                break
            self._switches.go_back(kept)
            status = self._find(goal, kept)
        return status

    def _find(self, goal: float, kept: Saved) -> int:
        """Search for the equilibrium, again if compiled functions have failed; a status."""
        functions, equations = self.context.functions, self.context.equations
        with np.errstate(all="ignore"):  # values that are not finite are reported by name
            status = self.equilibrium.solve(goal)
        failed = status != OK and decode(status)[0] in (NOT_FINITE, USER_FUNCTION)
        if failed and functions.look_into(status, lambda: equations.forces(0)):
            self.equilibrium.go_back(kept)
            status = self.equilibrium.solve(goal)
        return status

    def _call_pre_step(self) -> None:
        """Call the pre-step function, which sees full loads and may change parameters."""
        s = self.context.data.scalars
        if not s.pre_step:
            return
        self.loads.restore()
        status = pre_step_function(s.pre_step, s.t)
        if status != OK:
            self._fail(int(status))

    # ------------------------------------------------------------------ failures

    def _give_up(self, status: int, goal: float, step: float, kept: Saved) -> None:
        """Raise an error, unless a smaller step may help."""
        settings, equilibrium = self.static, self.equilibrium
        search = equilibrium.search
        smaller = step * settings.adaptiveStepDecrease
        code = decode(status)[0]
        hopeless = (search is not None and search.is_free) or (code == USER_FUNCTION and raised)
        self._in_vain += equilibrium.iterations
        too_many = self._are_too_many()
        fixed = self._compatible and settings.loadStepGeometric
        can_shrink = settings.adaptiveStep and smaller >= settings.minimumStepSize and not fixed
        if can_shrink and not hopeless and not too_many:
            equilibrium.look_around()
            return
        error = equilibrium.error
        if error is not None and not raised:
            raise SolverError(error.at(self._when())) from error.error
        hint = ""
        if too_many:
            hint = (
                f"; smaller steps failed, too, after {self._in_vain} iterations: more load steps "
                "(numberOfLoadSteps) or iterations (newton.maxIterations) may help"
            )
        elif settings.adaptiveStep and not hopeless:
            hint = (
                f"; steps cannot be smaller than minimumStepSize = {settings.minimumStepSize:g} s"
            )
        trouble = trouble_of(self.context.model, self.context.data)
        why = f": {trouble}" if trouble else ""
        if not why and search is not None:
            why = explain(search, kept.q, goal)
        self._fail(status, why + hint)

    def _when(self) -> str:
        s, steps = self.context.data.scalars, self.context.counts.steps
        return f"at t = {s.t:.9g} s (load step {steps + 1})"

    def _fail(self, status: int, hint: str = "") -> NoReturn:
        """Raise the error that a status means."""
        if raised or decode(status) not in (
            (NEWTON_FAILED, None),
            (SINGULAR, None),
        ):
            self.context.failures.fail(status, hint)
        raise SolverError(f"SolveStatic found no equilibrium {self._when()}{hint}")
