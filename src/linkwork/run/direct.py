"""A kept run that is repeated as a whole: the state after its start, its loop, its results.

Short runs of fixed steps need nothing else around their loop. Whatever is unusual, a status of the
loop for instance, is left to the usual way, which begins again from the initial values.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from linkwork.core.kernels.compile import jit_disabled
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.status import OK
from linkwork.integrators.evaluate import SLACK
from linkwork.results.origin import Origin
from linkwork.results.solution import Solution
from linkwork.run.execution import finish, record_end, release, statistics_of

if TYPE_CHECKING:
    from linkwork.run.repeated import Repeated
    from linkwork.run.run import Run


class DirectRun:
    """Repeats a kept run; the system must be locked meanwhile."""

    def __init__(self, run: Run, repeated: Repeated) -> None:
        self._run, self._repeated, self._context = run, repeated, run.context
        code, self._call = run.scheme.loop
        self._loop = call_kernel.ctype(code)
        self._origin: Origin | None = None

    @staticmethod
    def serves(run: Run) -> bool:
        """Whether a run can be repeated in this way."""
        return not (run.scheme.is_automatic or jit_disabled())

    def solve(self, settings: Any, continued: bool) -> Solution | None:
        """Run to the end; None if the usual way must be taken.

        settings -- as those of the kept run; continued -- the initial values are results
        """
        context, repeated = self._context, self._repeated
        steps = settings.timeIntegration.numberOfSteps
        short = steps <= context.equations.pace
        if not (short and repeated.choose(continued) and repeated.is_known):
            return None
        began = time.perf_counter()
        context.renew(settings, settings.timeIntegration, is_known=True)
        try:
            status = repeated.put()
        except BaseException:
            context.undo()
            context.model.mbs.systemData.to_initial_state()
            raise
        try:
            if status != OK:
                context.undo()
                return None
            if not self._advance(steps):
                return None
            seconds = time.perf_counter() - began
        except KeyboardInterrupt:  # the loop has ended
            finish(context, f"stopped by the user at t = {context.data.scalars.t:.6g} s")
            raise
        statistics = statistics_of(context)
        statistics.seconds = time.perf_counter() - began
        statistics.steps_per_second = steps / seconds
        self._run.token.lists_made = context.data.lists_made
        context.solution = context.recording.solution(statistics)
        initial, origin = repeated.initial, self._origin
        if origin is None or origin.initial is not initial or origin.is_result != continued:
            self._origin = origin = self._run.origin(initial, continued)
        context.solution.origin = origin
        return context.solution

    def _advance(self, steps: int) -> bool:
        """Take all steps; returns whether they have led to the end of the run."""
        context, data = self._context, self._context.data
        s = data.scalars
        s.steps_done, s.steps_wanted, s.slowest, s.rejected = 0, steps, 0, 0
        context.equations.layout.open(data)
        try:
            status = self._loop(self._call, data.address)
            context.counts.steps = s.steps_done
            if status != OK or context.end - s.t > SLACK * s.h:
                return False
            self._run.look_back()
            return record_end(context) == OK
        finally:
            release(context)
