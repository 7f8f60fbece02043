"""A kept run of SolveStatic that is repeated as a whole: the state after its start, its load steps.

This serves models whose equilibria the compiled descent finds (`descent.py`), without items that
switch. Whatever is unusual is left to the usual way, which begins again from the initial values.
"""

from __future__ import annotations

import ctypes
import time
from typing import TYPE_CHECKING, Any

from linkwork.assembly.equations import arranged
from linkwork.core.kernels.compile import jit_disabled
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.status import OK
from linkwork.results.solution import Solution
from linkwork.run.execution import begin, finish, record_end, release, statistics_of
from linkwork.run.image import SIZE
from linkwork.run.known_start import ANEW, FORCES_ONLY, KnownStart
from linkwork.statics.loads import load_step

if TYPE_CHECKING:
    from linkwork.statics.run import StaticRun


class DirectStatic:
    """Repeats a kept run; the system must be locked meanwhile."""

    def __init__(self, run: StaticRun, before: bytes) -> None:
        """before -- scalars of the frame before the start of the run"""
        self._run, self._context, self._before = run, run.context, before
        self._known = KnownStart(run.context)

    @staticmethod
    def serves(run: StaticRun) -> bool:
        """Whether a run can be repeated in this way."""
        data = run.context.data
        switching = len(data["branches"]) or len(data["post_calls"]) or len(data["accept_calls"])
        plain = run.equilibrium.can_descend and not run.equilibrium.has_searched
        return plain and not (switching or jit_disabled())

    def solve(self, settings: Any, continued: bool) -> Solution | None:
        """Run to the end; None if the usual way must be taken.

        settings -- as those of the kept run; continued -- the initial values are results
        """
        context = self._context
        if not self._known.choose(continued):
            return None
        began = time.perf_counter()
        context.renew(settings, context.time)
        try:
            self._start(continued)
            steps_began = time.perf_counter()
            if not self._take_steps():
                return None
            ended = time.perf_counter()
        except KeyboardInterrupt:  # the descent has ended
            finish(context, f"stopped by the user at t = {context.data.scalars.t:.6g} s")
            raise
        finally:
            self._run.loads.restore()
            release(context)
        statistics = statistics_of(context)
        statistics.seconds = time.perf_counter() - began
        statistics.steps_per_second = context.counts.steps / (ended - steps_began)
        self._run.token.lists_made = context.data.lists_made
        context.solution = context.recording.solution(statistics)
        return context.solution

    def _start(self, continued: bool) -> None:
        """Go to the state after the start of the run."""
        context, known = self._context, self._known
        if known.way == ANEW:
            context.model.mbs.systemData.to_initial_state()
            ctypes.memmove(context.data.address, self._before, SIZE)
            context.recording.reserve_again()
            with overflows_unnoticed():
                arranged(context.equations)
                begin(context, self._run.start)
            known.keep(continued)
            return
        known.put()
        context.equations.layout.open(context.data)
        if known.way == FORCES_ONLY:
            self._run.start_with_other_forces()
        self._run.equilibrium.forget_factors()

    def _take_steps(self) -> bool:
        """Take all load steps; returns whether the descent has found all equilibria."""
        run, context, static = self._run, self._context, self._run.static
        data, times, s = context.data, context.time, context.data.scalars
        duration = times.endTime - times.startTime
        for k in range(static.numberOfLoadSteps):
            before, goal = s.t, load_step(static, k + 1)
            s.h = goal * duration + times.startTime - before
            s.t = times.endTime if goal == 1.0 else before + s.h
            if k > 0 or goal != 1.0:  # after the start, loads are full
                run.set_loads(goal)
            run.equilibrium.system.begin(goal)
            if run.equilibrium.descend() != OK:
                return False
            data["a"][:] = 0.0
            context.counts.steps += 1
            run.record()
        return record_end(context) == OK
