"""How a run is executed, in dynamics and statics: start, steps, Ctrl-C, failures, results."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from linkwork.core.errors import SolverError, SysError, UserFunctionError, warn
from linkwork.core.kernels.raised import raised
from linkwork.core.records import COUNTERS
from linkwork.core.status import OK
from linkwork.integrators.evaluate import ROUNDING, SLACK
from linkwork.results.solution import Solution
from linkwork.results.statistics import NAMES, Statistics
from linkwork.run.context import RunContext
from linkwork.run.interrupt import after_this_step
from linkwork.run.partners import note_partners
from linkwork.run.timing import RESULTS, START, STEPS

Explain = Callable[[SysError], None]
"""Adds possible causes to an error."""


class SolverRun(Protocol):
    """One call of a solver."""

    context: RunContext

    def execute(self, explain: Explain | None = None) -> Solution:
        """Run to the end; a failure raises SolverError with everything recorded so far."""


def execute(
    context: RunContext, start: Callable[[], None], loop: Callable[[float, list[bool]], None],
    explain: Explain | None,
) -> Solution:  # fmt: skip
    """Run to the end; a failure raises SolverError with everything recorded so far.

    start -- finds the initial state of the steps, and records it
    loop -- takes the steps; gets the clock time of the start and a list that Ctrl-C fills
    explain -- adds possible causes to an error
    """
    with raised.in_run():
        return _execute(context, start, loop, explain)


def _execute(
    context: RunContext, start: Callable[[], None], loop: Callable[[float, list[bool]], None],
    explain: Explain | None,
) -> Solution:  # fmt: skip
    """The same; user functions are not called after an interrupt in one of them."""
    began = time.perf_counter()
    try:
        with after_this_step(context.stop) as interrupted, _failing_as_compiled(context):
            begin(context, start)
            loop(began, interrupted)
            context.demand(record_end(context))
        if interrupted:
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        finish(context, f"stopped by the user at t = {context.data.scalars.t:.6g} s")
        raise
    except SysError as error:
        if explain is not None:
            explain(error)
        finish(context, str(error))
        if isinstance(error, SolverError):
            error.solution = context.solution
        raise
    except BaseException:
        context.recording.release()
        raise
    finally:
        release(context)
    return finish(context, "", ended=True)


@contextmanager
def _failing_as_compiled(context: RunContext) -> Iterator[None]:
    """Errors of user functions in loops of plain Python as those of compiled ones."""
    try:
        yield
    except UserFunctionError as error:
        raise SolverError(error.at(context.counts.when())) from error.error


def begin(context: RunContext, start: Callable[[], None]) -> None:
    """Find the initial state of the steps, and record it."""
    raised.clear()
    context.equations.layout.open(context.data)
    context.timing.enter(START)
    start()
    context.timing.enter(STEPS)


def release(context: RunContext) -> None:
    """After the last step, however the run ended."""
    note_partners(context)
    context.release()


def record_end(context: RunContext) -> int:
    """Record the present state as the last row; returns a status if this fails."""
    s, end = context.data.scalars, context.end
    if abs(s.t - end) <= SLACK * s.h:
        s.t = end
    elif s.compatible and s.t < end:
        return OK  # Exudyn has no last row of runs that stop before their end
    return record_present(context) if context.counts.steps else OK


def record_present(context: RunContext) -> int:
    """Record the present state unless it is the last row; returns a status if this fails."""
    s = context.data.scalars
    return context.recording.close(context.equations.run, SLACK * s.h + ROUNDING * abs(s.t))


def present_solution(context: RunContext) -> Solution:
    """The results so far, with the present state as the last row unless they are streamed.

    That row is recorded: the caller puts the state back.
    """
    if not context.recording.stream and context.counts.steps:
        context.demand(record_present(context))
    return context.recording.solution(statistics_of(context), "", keep=True)


_counted = operator.attrgetter(*COUNTERS)  # they follow each other in Statistics
assert NAMES[3 : 3 + len(COUNTERS)] == COUNTERS


def statistics_of(context: RunContext) -> Statistics:
    """Counts of the run so far."""
    counts = context.counts
    made = Statistics(context.name, counts.steps, counts.rejected, *_counted(context.data.scalars))
    made.constraint_level = context.constraint_level
    return made


def finish(context: RunContext, message: str, ended: bool = False) -> Solution:
    """Make the Solution of the recorded results, with the last state as its last row.

    ended -- the last row is there
    """
    timing, recording = context.timing, context.recording
    timing.enter(RESULTS)
    if not ended:
        with suppress(UserFunctionError):  # a sensor fails again in plain Python
            record_end(context)
    statistics = statistics_of(context)
    if statistics.disagreed:
        warn(
            f"{context.name}: {statistics.disagreed} steps were accepted although items switched "
            "after each of discontinuous.maxIterations repetitions; use smaller steps, or let "
            "events be located (discontinuous.locateEvents = True, and locateEventsLimit at least "
            "the number of items that switch)"
        )
    remarks = _remarks(context)
    for text in remarks if not message else ():
        warn(text)
    timing.report(statistics)
    context.solution = recording.solution(statistics, message)
    try:
        recording.conclude(context.solution)
        if recording.wants_files:
            from linkwork.results.files.written import write_files

            write_files(context.solution, context.model, context.settings)
    except SysError as error:
        if not message:
            raise
        warn(str(error))
    finally:
        timing.report(statistics)
        _print(context, statistics)
    return context.solution


def _remarks(context: RunContext) -> list[str]:
    """What items have noted in the run; they forget it."""
    items = context.model.items
    return [
        f"{items[kind.family][number].label(number)}: {text}"
        for kind, table in context.model.tables.items()
        for line, text in kind.remarks(table)
        for number in (table.numbers[line],)
    ]


def _print(context: RunContext, statistics: Statistics) -> None:
    """Print what the settings request."""
    counts = context.settings.displayStatistics or context.time.verboseMode > 1
    times = context.settings.displayComputationTime
    if counts or times:
        lines = [statistics.headline()]
        lines += statistics.counts() if counts else []
        lines += statistics.times() if times else []
        print("\n".join(lines))
