"""One run in time: its parts, the compiled loop in chunks, the step size after failures.

The loop runs without Python for about 50 ms at a time. Between these chunks the progress bar
moves, Ctrl-C takes effect, and the step size may change.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from linkwork.core.errors import SolverError, warn
from linkwork.core.functions.step_functions import NONE, StepFunctions
from linkwork.core.kernels.raised import raised
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.status import (
    CHANGED,
    CHECKPOINT,
    EVENT,
    NEW_LAYOUT,
    NEWTON_FAILED,
    NOT_FINITE,
    NOT_REDUNDANT,
    OK,
    RECORD_FULL,
    SENSED_NOT_FINITE,
    SINGULAR,
    SMALLER_STEP,
    STOPPED,
    USER_FUNCTION,
    decode,
)
from linkwork.events.sensor_events import SensorEvents
from linkwork.events.stops import EventStops
from linkwork.integrators.alpha.levels import composes_rotations
from linkwork.integrators.evaluate import SLACK
from linkwork.integrators.registry import Integrator
from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.restart.checkpoint import Checkpoint, Checkpoints
from linkwork.results.origin import Origin
from linkwork.results.solution import Solution
from linkwork.run.balance import Balance
from linkwork.run.changed_parameters import ChangedParameters
from linkwork.run.context import RunContext
from linkwork.run.direct import DirectRun
from linkwork.run.execution import Explain, execute
from linkwork.run.functions.step_functions import set_step_functions
from linkwork.run.growth import warn_of_growth
from linkwork.run.kept_runs import Token, can_repeat, keep_run
from linkwork.run.partners import replace_equations
from linkwork.run.progress import Progress
from linkwork.run.real_time import RealTime
from linkwork.run.repeated import Before, Repeated
from linkwork.run.scheme import Scheme
from linkwork.run.standstill import Standstill
from linkwork.run.start import RunStart

CHUNK = 0.05
"""Length of a chunk [s]."""

LEAST_REDUNDANT = 0.01
"""Smallest step, relative to the requested one, in which equations that followed from others may
still be violated by the error of the step."""

MANY_STEPS = 10.0
"""Steps per requested step that a run takes without a warning."""


class Run:
    """One call of SolveDynamic: its parts, and the loop over chunks of steps.

    context -- what its parts share; `context.solution` has the results, however the run ended
    scheme -- its integrator; balance -- masses and accelerations between chunks
    changes -- parameters that change during the run; events, stops -- what sensors watch, and
    steps that end there; checkpoints, start -- where the run begins, and may continue later
    full_step -- step size that the settings request [s]
    token -- what it was made for; before_start -- its memory before the start if it can be
    repeated; repeated -- and after it, when that is expected; direct -- repeats it as a whole
    standstill -- counts attempts without progress
    before_smaller -- called where a step of this size has failed, at its start
    at_end -- called after the last step
    """

    def __init__(
        self,
        model: Model,
        data: Data,
        settings: Any,
        solver: Integrator,
        functions: StepFunctions = NONE,
        continued: bool = False,
        resumed: Checkpoint | None = None,
    ) -> None:
        times = settings.timeIntegration
        self.token = Token(settings, solver, continued)
        with ExitStack() as failing:
            with solver.compiling(model, settings):
                self.context = RunContext(
                    model, data, settings, solver.name, times, solver.implicit, functions,
                    composes=solver.composes and composes_rotations(settings),
                )  # fmt: skip
                failing.callback(self.context.undo)
                if settings.compatibility and not solver.implicit:
                    from linkwork.run.held_coordinates import hold_coordinates

                    self.context.releases.append(hold_coordinates(model, data, settings))
                self.scheme = Scheme(model, data, settings, solver)
            self._make_parts(functions, continued, resumed)
            failing.pop_all()

    def _make_parts(
        self, functions: StepFunctions, continued: bool, resumed: Checkpoint | None
    ) -> None:
        context, scheme = self.context, self.scheme
        model, data, settings, times = context.model, context.data, context.settings, context.time
        self.balance = Balance(context, scheme)
        self.events = SensorEvents(context, scheme)
        self.changes = ChangedParameters(context, scheme, self.balance, self.events)
        self.stops = EventStops(context, scheme, self.balance, self.changes, self.events)
        self.before_smaller: Callable[[], None] | None = None
        self.at_end: Callable[[], None] | None = None
        self.full_step = (times.endTime - times.startTime) / times.numberOfSteps
        self._warned, self._compatible = False, bool(settings.compatibility)
        self.standstill = Standstill(model)
        self._real_time: RealTime | None = None
        s = data.scalars
        s.refresh_cost = context.equations.layout.refresh_cost
        s.since_change, s.change_a, s.change_y = 0, 0.0, 0.0
        s.stop_after = s.changed = s.pre_step_done = s.search_done = 0
        s.t, s.h = times.startTime, self.full_step
        self.checkpoints = Checkpoints(context, scheme, self.changes, functions, resumed)
        self.start = RunStart(
            context, scheme, self.balance, self.events, self.checkpoints, continued
        )
        self._follows_from_origin = not functions.are_there
        set_step_functions(context, functions)
        scheme.set_rare_parts()
        s.seen = 0
        if model.has_watchers:
            from linkwork.core.kernels.callbacks import python_address_of
            from linkwork.events.location import seen_event

            s.seen = python_address_of(self.events.see, seen_event)
            context.callbacks.append(s.seen)
        self.repeated: Repeated | None = None
        self.direct: DirectRun | None = None
        self.before_start: Before | None = None
        watched = scheme.locates_events or self.checkpoints.wanted or self.checkpoints.resumed
        if not watched and can_repeat(context, functions):
            self.before_start = Before.of(context.equations, scheme.memory)
        if self.before_start is not None and data.repeats:
            self.repeated = Repeated(self, self.before_start)

    def execute(self, explain: Explain | None = None) -> Solution:
        """Run to the end; a failure raises SolverError with everything recorded so far.

        explain -- adds possible causes to an error
        """
        start = self._start_anew if self.repeated is None else self.repeated.start
        solution = execute(self.context, start, self._steps, explain)
        is_kept = self.before_start is not None and keep_run(self)
        if self._follows_from_origin:
            system = self.context.model.mbs.systemData
            solution.origin = self.origin(system.initial_bytes(), system.initial_is_result)
        if is_kept and self.repeated is not None and self.direct is None:
            self.direct = DirectRun(self, self.repeated) if DirectRun.serves(self) else None
        return solution

    def origin(self, initial: bytes, continued: bool) -> Origin:
        """What this run was made from.

        initial -- the initial values of the system; continued -- they are results
        """
        return Origin(self.scheme.integrator.name, self.token.note(), initial, continued)

    def _start_anew(self) -> None:
        with overflows_unnoticed():
            self.start.take()

    def _steps(self, began: float, interrupted: list[bool]) -> None:
        self._loop(began, interrupted)
        self.look_back()
        if self.at_end is not None:
            self.at_end()

    def look_back(self) -> None:
        """After the last step: warn if velocities do not fit the constraints."""
        level = self.scheme.is_implicit and not self.scheme.index2
        if level and not self.changes.drives.have_moved:
            warn_of_growth(self.context)

    def _loop(self, began: float, interrupted: list[bool]) -> None:
        t = self.context.time
        if self.context.data.scalars.stop_after:
            return  # a function has stopped the run at its start
        progress = Progress(t.numberOfSteps, t.verboseMode, began)
        try:
            self.take_steps(interrupted, progress)
        finally:
            progress.close()

    def take_steps(self, interrupted: list[bool], progress: Progress | None = None) -> bool:
        """Take steps until context.end; returns whether it was reached.

        interrupted -- filled by Ctrl-C
        """
        context, t = self.context, self.context.time
        s, counts = context.data.scalars, context.counts
        equations, plain = context.equations, context.runs_alone
        chunk, checked = equations.pace if plain else 1, time.perf_counter()
        real_time = self._clock_to_follow() if t.simulateInRealtime else None
        while (remaining := context.end - s.t) > SLACK * s.h:
            self._stop_at_kink()
            most = chunk
            if real_time is not None:
                most = min(chunk, real_time.steps(self.scheme.is_automatic))
            steps, reduced = self._plan_chunk(most, remaining)
            clock = time.perf_counter()
            status = self._advance(steps)
            took = time.perf_counter() - clock
            if clock + took - checked > CHUNK or context.end - s.t <= SLACK * s.h:
                checked = clock + took
                context.functions.demand_unchanged()
                context.recording.keep_up()
            if not self.respond(status, interrupted):
                return False
            if took > CHUNK:
                chunk = max(1, int(chunk * CHUNK / took))
            elif took < CHUNK / 2 and s.steps_done == chunk:
                chunk *= 2 if took > CHUNK / 8 else 4
            if plain:
                equations.pace = chunk
            if self._doubles_steps:
                self._double_step()
            elif reduced and counts.good >= t.adaptiveStepRecoverySteps:
                recovered = self._recover()
                if recovered or not self._compatible:  # else the next step may be a good one
                    counts.good = 0
                counts.slowest = 0
            if progress is not None:
                progress.show((s.t - t.startTime) / (context.end - t.startTime))
            if real_time is not None:
                real_time.wait()
        return True

    def _clock_to_follow(self) -> RealTime:
        if self._real_time is None:
            self._real_time = RealTime(self.context.time, self.context.data.scalars)
        self._real_time.resume()
        return self._real_time

    def respond(self, status: int, interrupted: list[bool]) -> bool:
        """Do what the status of a chunk asks for; returns whether the run goes on."""
        context, changes = self.context, self.changes
        s, counts = context.data.scalars, context.counts
        counts.good += s.steps_done
        counts.slowest = max(counts.slowest, s.slowest)
        if raised:
            context.failures.fail(status)
        if standstill := self.standstill.note(status, s):
            raise SolverError(f"{context.name} fails {counts.when()}: {standstill}", status=status)
        if changes.drives.moving and s.steps_done:
            changes.drives.rest()
            s.unsearched = 0
        if status == STOPPED:
            return False
        if status == EVENT:
            return self.stops.take()
        if status == CHANGED:
            with overflows_unnoticed():
                changes.take()
            self.scheme.take_changes()  # the next ones are left to the loop
        elif status == RECORD_FULL:
            context.recording.make_room()
        elif status == CHECKPOINT:
            self.checkpoints.take()
        elif status == NEW_LAYOUT:
            self._renew_layout()
        elif status != OK:
            if interrupted:
                return False
            self._reject(status)
            self._warn_of_small_steps()
            counts.good = counts.slowest = 0
        return True

    def _stop_at_kink(self) -> None:
        """Let automatic steps end where a velocity or acceleration that is prescribed jumps.

        Velocities are not integrated, so that error estimates do not see their jumps, and jumps of
        accelerations would need very small steps.
        """
        if self.scheme.is_automatic:
            s, tables = self.context.data.scalars, self.context.model.equation_tables()
            present, later = (
                min((table.kind.next_kink(table, s.t, each) for table in tables), default=math.inf)
                for each in (True, False)
            )
            s.t_end = min(later, self.context.end)
            if present < later:
                s.first_valid = 0  # known accelerations are those before the kink

    def _plan_chunk(self, steps: int, remaining: float) -> tuple[int, bool]:
        """(steps, whether they are smaller than planned) of a chunk of at most this many steps.

        remaining -- time until the end of the run [s]
        """
        reduced, s = False, self.context.data.scalars
        if self._doubles_steps:
            return 1, False
        if not self.scheme.is_automatic:
            whole = s.grid_h or s.h
            if remaining < s.h * (1.0 - SLACK):
                self.balance.go_on(remaining)
            reduced = whole < self.full_step * (1.0 - 1e-9)
            steps = min(steps, max(1, math.floor(remaining / whole + SLACK)))
        if reduced:
            enough = self.context.time.adaptiveStepRecoverySteps
            steps = min(steps, max(1, enough - self.context.counts.good))
            steps = 1 if self._compatible else steps
        return (1 if self.changes.drives.moving else steps), reduced

    def _advance(self, steps: int) -> int:
        """Run the compiled loop for some steps."""
        s, counts = self.context.data.scalars, self.context.counts
        s.steps_done, s.steps_wanted, s.slowest, s.rejected = 0, steps, 0, 0
        try:
            return self.context.timing.run(self.scheme.loop, self.context.calls_python)
        finally:
            counts.steps += s.steps_done
            counts.rejected += s.rejected

    def _recover(self) -> bool:
        """After enough good steps since a reduction, increase the step size again; whether it is.

        With `compatibility`, the last step alone must be a good one.
        """
        t, s = self.context.time, self.context.data.scalars
        slowest = s.slowest if self._compatible else self.context.counts.slowest
        if slowest <= t.adaptiveStepRecoveryIterations:
            remaining = self.context.end - s.t
            if remaining > SLACK * s.h:
                whole = s.grid_h or s.h  # not the rest of a step after an event
                grown = min(whole * t.adaptiveStepIncrease, self.full_step)
                self.balance.go_on(min(grown, remaining))
            return True
        return False

    @property
    def _doubles_steps(self) -> bool:
        """Whether good steps of an embedded pair let the next one be larger (`compatibility`)."""
        explicit = self._compatible and self.scheme.is_automatic and not self.scheme.is_implicit
        return explicit and not self.context.time.automaticStepSize

    def _double_step(self) -> None:
        """Double the size that the error control wants after enough steps without a repetition."""
        t, s, counts = self.context.time, self.context.data.scalars, self.context.counts
        if s.rejected:
            counts.good = s.steps_done
        # a step without Newton's method counts as one iteration
        if counts.good >= t.adaptiveStepRecoverySteps and t.adaptiveStepRecoveryIterations >= 1:
            s.h_control, counts.good = min(2.0 * s.h_control, s.h_max), 0

    def _reject(self, status: int) -> None:
        """After a failed step, try again with a smaller one, or give up."""
        code, _ = decode(status)
        context, t = self.context, self.context.time
        if self.before_smaller is not None and context.h >= self.full_step * (1.0 - SLACK):
            self.before_smaller()
        if code in (NOT_FINITE, USER_FUNCTION) and context.functions.look_into(
            status, lambda: self._advance(1)
        ):
            return
        if code == NOT_REDUNDANT:
            context.failures.note_violation()
        redundant = context.equations.redundant is not None
        dependent = code == SINGULAR or (redundant and code in (NEWTON_FAILED, NOT_REDUNDANT))
        if dependent and self._shares_loads():
            return
        smaller = context.h * t.adaptiveStepDecrease
        if self._compatible:
            smaller = max(smaller, t.minimumStepSize)
        if code == SMALLER_STEP:
            smaller = max(context.data.scalars.h_wanted, t.minimumStepSize)
        automatic = self.scheme.is_automatic  # the loop has tried smaller steps itself
        adapts = self.scheme.is_implicit and t.adaptiveStep and not automatic
        can_shrink = adapts and t.minimumStepSize <= smaller < context.h
        if code == NOT_REDUNDANT:  # constraints that contradict each other do so in any step
            can_shrink = can_shrink and smaller > LEAST_REDUNDANT * self.full_step
        if code not in (NEWTON_FAILED, NOT_FINITE, SINGULAR, SMALLER_STEP, NOT_REDUNDANT) or not (
            can_shrink
        ):
            limit = code != SENSED_NOT_FINITE if automatic else adapts and code == NEWTON_FAILED
            hint = f"; steps cannot be smaller than minimumStepSize = {t.minimumStepSize:g} s"
            context.failures.fail(status, hint if limit else "")
        context.counts.rejected += 1
        context.data.scalars.pre_step_done = 0
        if self._compatible and code != SMALLER_STEP:
            self.scheme.integrator.keep_prediction(context.data, self.scheme.memory)
        self.balance.go_on(smaller)

    def _warn_of_small_steps(self) -> None:
        """Warn once if failures make a run take many times as many steps as requested."""
        t, counts = self.context.time, self.context.counts
        planned = (self.context.data.scalars.t - t.startTime) / self.full_step
        few = counts.steps <= max(t.numberOfSteps, MANY_STEPS * planned)
        if self._warned or few or self.scheme.is_automatic:
            return
        self._warned = True
        warn(
            f"{counts.steps} steps were necessary instead of {planned:.0f} {counts.when()}: larger "
            f"ones fail, {counts.rejected} of them so far; check what the model does there, its "
            "user functions and the tolerances of timeIntegration.newton, or set "
            "timeIntegration.adaptiveStep = False to stop at the first failure"
        )

    def _shares_loads(self) -> bool:
        """Whether other constraints than before depend on each other, and are released now."""
        shared = self.balance.share_loads()
        if shared and self.scheme.is_implicit:
            self.context.demand(self.balance.weigh())
            self.balance.go_on(self.context.h)
        return shared

    def _renew_layout(self) -> None:
        """Set up a new matrix because items act on others than before; the state continues.

        Accelerations, multipliers and the memory of the integrator stay as they are, unless the
        forces have jumped.
        """
        replace_equations(self.context)
        self.context.demand(self.balance.weigh())
        if self.scheme.is_implicit:
            self.changes.start_anew_after_jump()
        self.scheme.set_coefficients()
