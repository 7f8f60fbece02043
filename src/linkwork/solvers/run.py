"""One run in time: the compiled loop in chunks, step size after failures, results.

The loop runs without Python for about 50 ms at a time; between these chunks the progress bar
moves, Ctrl-C takes effect, and the step size is changed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from linkwork.core import compile as kernel_compiler
from linkwork.core.compile import release
from linkwork.core.errors import SolverError, SysError, warn
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.records import COUNTERS
from linkwork.core.status import (
    CHANGED,
    CHECKPOINT,
    EVENT,
    NEW_LAYOUT,
    NEWTON_FAILED,
    NOT_FINITE,
    OK,
    RECORD_FULL,
    SENSED_NOT_FINITE,
    SINGULAR,
    STOPPED,
    USER_FUNCTION,
    decode,
)
from linkwork.results.solution import Solution
from linkwork.results.statistics import Statistics
from linkwork.solvers.evaluate import ROUNDING, SLACK
from linkwork.solvers.interrupt import after_this_step
from linkwork.solvers.progress import Progress
from linkwork.solvers.run_start import RunStart
from linkwork.solvers.timing import RESULTS, START, STEPS

Explain = Callable[[SysError], None]
"""What adds to an error what may be behind it."""

CHUNK = 0.05
"""Length of a chunk [s]."""


class Run(RunStart):
    """One call of SolveDynamic; `solution` holds what was recorded, however it ended."""

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
            self.data.scalars.pre_step = self.data.scalars.frozen = 0
            self.equations.layout.close()
            for callback in filter(None, (self.pre_step, self.seen)):
                release(callback)
        return self._finish("")

    def _loop(self, began: float, interrupted: list[bool]) -> None:
        s, t = self.data.scalars, self.time
        progress = Progress(t.numberOfSteps, t.verboseMode, began)
        chunk, checked = 1, time.perf_counter()
        try:
            while (remaining := t.endTime - s.t) > SLACK * self.h:
                steps, reduced = self._plan_chunk(chunk, remaining)
                clock = time.perf_counter()
                status = self._advance(steps)
                took = time.perf_counter() - clock
                if clock + took - checked > CHUNK or t.endTime - s.t <= SLACK * self.h:
                    checked = clock + took
                    self._demand_unchanged()
                    self.recording.keep_up()
                self.good += s.steps_done
                self.slowest = max(self.slowest, s.slowest)
                if kernel_compiler.raised:
                    self._fail(status)
                if self.drives.moving and s.steps_done:
                    self.drives.rest()
                    s.unsearched = 0
                if status == STOPPED:
                    return
                if status == EVENT:
                    if not self._take_event():
                        return
                elif status == CHANGED:
                    with overflows_unnoticed():
                        self._take_changes()
                elif status == RECORD_FULL:
                    self.recording.make_room()
                elif status == CHECKPOINT:
                    self.checkpoints.take(self)
                elif status == NEW_LAYOUT:
                    self._renew_layout()
                elif status != OK:
                    if interrupted:
                        return
                    self._reject(status)
                    self.good = self.slowest = 0
                    continue
                if took > CHUNK:
                    chunk = max(1, int(chunk * CHUNK / took))
                elif took < CHUNK / 2 and s.steps_done == chunk:
                    chunk *= 2
                if reduced and self.good >= t.adaptiveStepRecoverySteps:
                    self._recover()
                    self.good = self.slowest = 0
                progress.show((s.t - t.startTime) / (t.endTime - t.startTime))
        finally:
            progress.close()

    def _plan_chunk(self, steps: int, remaining: float) -> tuple[int, bool]:
        """(steps, whether they are smaller than planned) of a chunk of at most so many steps.

        remaining -- time until the end of the run [s]
        """
        reduced = False
        if not self.scheme.is_automatic:
            whole = self.data.scalars.grid_h or self.h
            if remaining < self.h * (1.0 - SLACK):
                self._restart(remaining)
            reduced = whole < self.full_step * (1.0 - 1e-9)
            steps = min(steps, max(1, math.floor(remaining / whole + SLACK)))
        if reduced:
            steps = min(steps, max(1, self.time.adaptiveStepRecoverySteps - self.good))
        return (1 if self.drives.moving else steps), reduced

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
        if self.slowest <= t.adaptiveStepRecoveryIterations:
            remaining = t.endTime - s.t
            if remaining > SLACK * self.h:
                whole = s.grid_h or self.h  # not the rest of a step after an event
                grown = min(whole * t.adaptiveStepIncrease, self.full_step)
                self._restart(min(grown, remaining))

    def _reject(self, status: int) -> None:
        """A step failed: try again with a smaller one, or give up."""
        code, _ = decode(status)
        t = self.time
        if code in (NOT_FINITE, USER_FUNCTION) and self._look_into_user_functions(
            status, lambda: self._advance(1)
        ):
            return
        if code == SINGULAR and self._can_share():
            self._share_loads()
            return
        smaller = self.h * t.adaptiveStepDecrease
        automatic = self.scheme.is_automatic  # the loop has tried smaller steps itself
        adapts = self.scheme.is_implicit and t.adaptiveStep and not automatic
        can_shrink = adapts and smaller >= t.minimumStepSize
        if code not in (NEWTON_FAILED, NOT_FINITE, SINGULAR) or not can_shrink:
            limit = code != SENSED_NOT_FINITE if automatic else adapts and code == NEWTON_FAILED
            hint = f"; smaller steps are limited by minimumStepSize = {t.minimumStepSize:g} s"
            self._fail(status, hint if limit else "")
        self.rejected += 1
        self.data.scalars.pre_step_done = 0
        self._restart(smaller)

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
        statistics = Statistics(self.solver.name, self.steps, self.rejected)
        for name in COUNTERS:
            setattr(statistics, name, getattr(s, name))
        self.timing.report(statistics)
        self.solution = self.recording.solution(statistics, message)
        try:
            self.recording.conclude(self.solution)
            if self.recording.wants_files:
                from linkwork.results.files import write_files

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
