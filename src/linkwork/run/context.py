"""What all parts of a run share, in dynamics and statics.

A run is made of parts (`run/run.py`, `statics/run.py`). Each of them refers to the context, none
to the run: without reference cycles, results are freed as soon as nobody uses them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from linkwork.assembly.equations import equations_for
from linkwork.core.errors import SolverError, UserFunctionError
from linkwork.core.functions.step_functions import StepFunctions
from linkwork.core.status import OK
from linkwork.model.data import Data
from linkwork.model.function_records import lines_of, records_of
from linkwork.model.model import Model
from linkwork.results.record.recording import Recording
from linkwork.results.solution import Solution
from linkwork.run.failures import Failures
from linkwork.run.functions.checks import FunctionChecks
from linkwork.run.partners import forget_partners
from linkwork.run.progress import Counts
from linkwork.run.timing import USER_FUNCTIONS, Timing

NOTICE = (
    "linkwork: compatibility = {name!r}: discretization, switching and records as there; "
    "see docs/compatibility"
)
"""What the first run with `compatibility` prints, unless verboseMode is 0."""

told: list[str] = []
"""Programs that a run of this process has named."""


class RunContext:
    """Model, memory, records, user functions and failures of one call of a solver.

    name -- of the solver; time -- its times: startTime, endTime, numberOfSteps, verboseMode
    end -- time at which the present steps end [s]
    constraint_level -- level at which implicit steps satisfy the constraints, empty without any
    is_implicit -- whether its equations include what the matrix of an implicit step needs
    equations -- those of the present layout of the matrix
    partners -- what items that search have before the run
    at_start -- called when the initial state of the steps is known, before it is recorded
    releases -- what restores what the run has changed in the model
    callbacks -- addresses of functions that are called back until the run has ended
    solution -- the recorded results, however the run ended
    """

    def __init__(
        self, model: Model, data: Data, settings: Any, name: str, time: Any, implicit: bool,
        functions: StepFunctions, composes: bool = False,
    ) -> None:  # fmt: skip
        """composes -- whether rotations of nodes with Euler parameters are composed, if possible"""
        data.kept_run, data.has_stepped = None, True
        model.mbs._store.epoch = {}
        self.model, self.data, self.settings = model, data, settings
        self.name, self.time, self.is_implicit = name, time, implicit
        self.constraint_level = ""
        self.end: float = time.endTime
        self.solution: Solution | None = None
        self.callbacks: list[int] = []
        self.releases: list[Callable[[], None]] = []
        self.counts = Counts(data)
        self.timing = Timing(data, settings.displayComputationTime)
        model.functions.watch = partial(self.timing.watch, USER_FUNCTIONS)
        self.functions = FunctionChecks(
            model, data, self.counts, settings.compileUserFunctions, functions.are_there
        )
        self.functions.bind()
        if time.verboseMode > 1:
            for line in lines_of(records_of(model.items, model.functions.chosen)):
                print(line)
        compatible = bool(settings.compatibility)
        data.scalars.compatible = compatible
        data.scalars.sums_time = compatible and settings.timeIntegration.adaptiveStep
        if settings.compatibility and time.verboseMode > 0 and not told:
            told.append(settings.compatibility)
            print(NOTICE.format(name=settings.compatibility), file=sys.stderr)
        self.partners = forget_partners(model, data)
        self.at_start: Callable[[], None] | None = None
        data.wants_dense = implicit and functions.system_jacobian is not None
        self._composes = composes and functions.system_jacobian is None
        try:
            self._compose()
            self.equations = equations_for(model, data, settings, implicit)
            self.recording = self._make_recording()
            self.failures = Failures(
                model, data, self.recording, self.counts, self.functions, name, implicit
            )
        except BaseException:
            data.composition.end(data)
            raise

    def _compose(self, converts: bool = True) -> None:
        """Compose rotations of nodes with Euler parameters until the run has ended."""
        if self._composes:
            self.data.composition.begin(self.data, converts)

    def _make_recording(self) -> Recording:
        """Memory for results; a sensor with a user function is called once to find its length."""
        self.data.scalars.t = self.time.startTime
        try:
            return Recording(self.model, self.data, self.settings, self.time)
        except UserFunctionError as error:
            when = f"at t = {self.time.startTime:.9g} s (before the first step)"
            raise SolverError(error.at(when)) from error.error

    @property
    def runs_alone(self) -> bool:
        """Whether steps call no Python functions."""
        return not self.callbacks and not self.model.functions.bound

    @property
    def calls_python(self) -> bool:
        """Whether steps call Python functions."""
        return bool(self.callbacks or self.model.functions.called_back)

    @property
    def h(self) -> float:
        """Present step size [s]."""
        step: float = self.data.scalars.h
        return step

    def renew(self, settings: Any, time: Any, is_known: bool = False) -> None:
        """Before the run is repeated: nothing has been done yet.

        is_known -- the state after the start will be copied back
        """
        self.settings, self.time, self.end = settings, time, time.endTime
        self.model.mbs._store.epoch = {}
        self.solution, self.data.has_stepped = None, True
        self.counts.steps = self.counts.rejected = self.counts.good = self.counts.slowest = 0
        self.timing.renew()
        self.model.functions.are_all_bound = True  # there are none
        self._compose(not is_known)
        self.recording.renew()

    def demand(self, status: int) -> None:
        """Raise the error that a status means, unless it is OK."""
        if status != OK:
            self.failures.look_into(status)

    def stop(self) -> None:
        """End the run after the present step."""
        self.data.scalars.stop_after = 1

    def release(self) -> None:
        """Release the parts of the system that the run holds; the run has ended."""
        self.model.mbs.systemData.before_change = None
        self.data.scalars.branches_held = 0
        self.data.scalars.pre_step = self.data.scalars.frozen = 0
        self.equations.layout.close()
        self.undo()

    def undo(self) -> None:
        """Restore what the run has changed in the model, also if it could not be made."""
        self.data.call_nothing_back()
        self.data.composition.end(self.data)
        self.data.wants_dense, self.at_start = False, None
        for release_held in self.releases:
            release_held()
        if self.callbacks:
            from linkwork.core.kernels.callbacks import release

            for callback in self.callbacks:
                release(callback)
