"""One run in time: the compiled loop in chunks, step size after failures, results.

The loop runs without Python for about 50 ms at a time; between these chunks the progress bar
moves, Ctrl-C takes effect, and the step size is changed.
"""

from __future__ import annotations

import math
import time

from linkwork.core.kernels import compile as kernel_compiler
from linkwork.core.overflows import overflows_unnoticed
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
from linkwork.integrators.evaluate import SLACK
from linkwork.run.progress import Progress
from linkwork.run.start import RunStart

CHUNK = 0.05
"""Length of a chunk [s]."""


class Run(RunStart):
    """One call of SolveDynamic; `solution` holds what was recorded, however it ended."""

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
