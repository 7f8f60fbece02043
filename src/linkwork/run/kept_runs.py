"""The last run of a system, kept for the next one: when that is possible, and when it fits.

A run is not kept if it calls functions of the user, ends steps at events, writes files, or has
warned of anything. `repeated.py` starts a kept run again, `direct.py` repeats it as a whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from linkwork.core.errors import issued
from linkwork.core.functions.step_functions import NONE, StepFunctions
from linkwork.results.solution import Solution
from linkwork.run.context import RunContext
from linkwork.run.repeated import Repeated

if TYPE_CHECKING:
    from linkwork.integrators.registry import Integrator
    from linkwork.model.data import Data
    from linkwork.run.run import Run


class Direct(Protocol):
    """Repeats a kept run as a whole."""

    def solve(self, settings: Any, continued: bool) -> Solution | None:
        """Run to the end; None if the usual way must be taken."""


class KeptRun(Protocol):
    """A run in time or in statics that is kept."""

    context: RunContext
    token: Token

    @property
    def direct(self) -> Direct | None:
        """What repeats it as a whole, if that is possible."""


class Token:
    """What a run was made for: integrator, values of the settings, warnings before it.

    The integrator of a run in statics is None.
    lists_made -- how often lists of calls were made before its end: whoever evaluates its results
    may replace them
    """

    def __init__(self, settings: Any, solver: Integrator | None, continued: bool) -> None:
        self._settings, self._solver = settings, solver
        self._version = settings._version[0]
        self._chosen: dict[str, Any] | None = None
        self.continued = continued
        self.issued = issued[0]
        self.lists_made = -1

    def note(self) -> dict[str, Any]:
        """Keep the values of the settings; returns those that are not the default."""
        if self._chosen is None:
            self._chosen = self._settings.chosen()
        return self._chosen

    def fits(
        self, settings: Any, solver: Integrator | None, functions: StepFunctions, data: Data
    ) -> bool:
        """Whether a run with these settings and functions would be made in the same way."""
        if solver is not self._solver or functions != NONE or data.lists_made != self.lists_made:
            return False
        if settings._version[0] is not self._version:
            if settings.chosen() != self._chosen:
                return False
            self._version, self._settings = settings._version[0], settings
        return True


def can_repeat(context: RunContext, functions: StepFunctions) -> bool:
    """Whether the next run may use the parts of this one again."""
    model, recording = context.model, context.recording
    return not (
        functions.are_there
        or model.functions.owners
        or model.has_watchers
        or recording.stream
        or recording.integrates
        or recording.wants_files
        or context.partners
        or len(context.data["post_calls"])
        or context.timing.wanted
        or context.settings.displayStatistics
        or context.settings.compatibility
        or context.settings.timeIntegration.simulateInRealtime
        or context.time.verboseMode > 1
    )


def keep_run(run: KeptRun) -> bool:
    """After a run that has succeeded: keep it for the next one; returns whether it is kept."""
    data, equations = run.context.data, run.context.equations
    quiet = issued[0] == run.token.issued
    if not (quiet and equations.redundant is None and equations is data.equations):
        return False
    run.token.note()
    run.token.lists_made = data.lists_made
    data.kept_run = run
    return True


def kept_run(
    data: Data,
    settings: Any,
    solver: Integrator,
    functions: StepFunctions,
    continued: bool,
    anew: bool,
) -> Run | None:
    """The last run, ready to be repeated with these settings; None if it cannot be.

    anew -- whether the caller starts it itself, as a Stepper does
    The first run of a system keeps nothing but its parts: most systems are solved only once.
    """
    run: Run | None = data.kept_run
    data.kept_run = None
    if run is None or not run.token.fits(settings, solver, functions, data):
        return None
    data.repeats = True
    if run.repeated is None:
        if run.context.model.changed:
            return None
        assert run.before_start is not None
        run.repeated = Repeated(run, run.before_start)
    return run if run.repeated.renew(settings, continued, anew) else None
