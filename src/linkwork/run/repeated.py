"""Runs that are repeated: optimizers, sweeps and controllers call SolveDynamic again and again.

Data keeps the last run where nothing but tables and initial values can differ in the next one. If
the settings have the same values, the next call uses the same parts again. If no initial value has
changed either, the state after the start is copied back instead of computed, and if only forces
have changed, a kernel computes its accelerations: to the same bits as a start in Python.

A run is not kept if it calls functions of the user, ends steps at events, writes files, or has
warned of anything.
"""

from __future__ import annotations

import ctypes
import operator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.assembly.equations import arranged
from linkwork.core.declare.hooks import Hooks
from linkwork.core.errors import issued
from linkwork.core.functions.step_functions import StepFunctions
from linkwork.core.kernels.compile import address_of
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.records import CALL_LISTS
from linkwork.core.status import OK
from linkwork.integrators.changes import DRIVEN, MASS, SWITCHED
from linkwork.run.image import SIZE, Image, Moment

if TYPE_CHECKING:
    from linkwork.integrators.registry import Integrator
    from linkwork.model.data import Data, Memory, Part
    from linkwork.run.run import Run

LARGEST = 1.0e6
"""Largest memory of a start that is kept [bytes]."""


class Token:
    """What a run was made for: integrator, values of the settings, warnings before it.

    lists -- its lists of calls
    """

    def __init__(self, settings: Any, solver: Integrator, continued: bool) -> None:
        self._settings, self._solver = settings, solver
        self._version = settings._version[0]
        self._chosen: dict[str, Any] | None = None
        self.continued = continued
        self.issued = issued[0]
        self.lists: list[np.ndarray] = []

    def note(self) -> None:
        """Keep the values of the settings."""
        if self._chosen is None:
            self._chosen = self._settings.chosen()

    def fits(self, settings: Any, solver: Integrator) -> bool:
        """Whether a run with these settings is the same."""
        if solver is not self._solver:
            return False
        if settings._version[0] is not self._version:
            if settings.chosen() != self._chosen:
                return False
            self._version, self._settings = settings._version[0], settings
        return True


class Before(NamedTuple):
    """What a run has before its start: scalars of the frame, memory of the integrator."""

    scalars: bytes
    pools: Memory

    @classmethod
    def of(cls, data: Data, memory: Memory) -> Before:
        """The present ones."""
        pools = {name: pool.copy() for name, pool in memory.items()}
        return cls(ctypes.string_at(data.address, SIZE), pools)


class Started(NamedTuple):
    """The state after the start of a run, and what it was computed from."""

    moment: Moment
    rows: np.ndarray
    sensor_rows: np.ndarray
    initial: bytes
    replaced: int
    continued: bool


SAME, FORCES_ONLY, ANEW = range(3)
"""How a run is started again: as the last one; with other forces; from the initial values."""


def can_repeat(run: Run, functions: StepFunctions) -> bool:
    """Whether the next run may use the parts of this one again."""
    context, settings = run.context, run.context.settings
    model, recording = context.model, context.recording
    return not (
        functions.are_there
        or model.functions.owners
        or model.has_watchers
        or run.scheme.locates_events
        or recording.stream
        or recording.integrates
        or recording.wants_files
        or run.checkpoints.wanted
        or run.checkpoints.resumed
        or context.partners
        or len(context.data["post_calls"])
        or context.timing.wanted
        or settings.displayStatistics
        or context.time.verboseMode > 1
    )


class Repeated:
    """What a run needs to be repeated: its memory before and after the start."""

    def __init__(self, run: Run, before: Before) -> None:
        self._run, self._data, self._before = run, run.context.data, before
        self._image = Image(run.context, run.changes)
        self._facts = {kind: _facts(table) for kind, table in run.context.model.tables.items()}
        self._started: Started | None = None
        self._way = ANEW
        self._parts: list[Part] | None = None

    # ------------------------------------------------------------------ before the run

    def renew(self, settings: Any, continued: bool, anew: bool = False) -> bool:
        """Prepare the run for another execution; returns False if a parameter forbids it.

        anew -- whether the caller starts it from the initial values, without `start`
        """
        run, context, data = self._run, self._run.context, self._data
        if not self._choose(continued):
            return False
        if anew:
            self._way = ANEW
        run.token.continued, run.token.issued = continued, issued[0]
        context.renew(settings, settings.timeIntegration)
        if self._way != ANEW:
            return True
        ctypes.memmove(data.address, self._before.scalars, SIZE)
        run.scheme.renew(self._before.pools)
        run.changes.renew()
        run.balance.renew()
        run.start.renew(continued)
        context.recording.reserve_again()
        with overflows_unnoticed():
            arranged(context.equations)
        return True

    def _choose(self, continued: bool) -> bool:
        """Choose how the run is started again; False if its parts do not fit any more."""
        model, last = self._run.context.model, self._started
        self._way = ANEW
        replaced = model.mbs._store.replaced
        if last is None or last.replaced != replaced:
            kinds = self._changed_kinds()
            if any(_facts(model.tables[kind]) != self._facts[kind] for kind in kinds):
                return False
        if last is not None and last.continued == continued and last.initial == self._initial():
            if last.replaced == replaced:
                self._way = SAME
            elif self._changes_forces_only():
                self._way = FORCES_ONLY
        return True

    def _changes_forces_only(self) -> bool:
        """Whether only parameters of laws and loads were changed that the state does not need."""
        if self._data.scalars.changed & (SWITCHED | DRIVEN | MASS):
            return False
        if not all(
            not kind.has_equations
            and kind.doubts.__func__ is Hooks.doubts.__func__  # type: ignore[attr-defined]
            and kind.arrange.__func__ is Hooks.arrange.__func__  # type: ignore[attr-defined]
            for kind in self._changed_kinds()
        ):
            return False
        if self._parts is None:
            scheme = self._run.scheme
            self._parts = scheme.integrator.start_parts(scheme.memory)
            self._data.set_calls("start_calls", self._parts, address_of)
        return bool(self._parts)

    def _changed_kinds(self) -> set[Any]:
        """Kinds of the items whose parameters were changed since the last run began."""
        place, changed = self._run.context.model.place, self._run.context.model.changed
        return {place[key][0].kind for key in changed if key in place}

    def _initial(self) -> bytes:
        found: bytes = self._run.context.model.mbs.systemData.initial_bytes()
        return found

    # ------------------------------------------------------------------ the start

    def start(self) -> None:
        """Start the run; the state after it is kept for the next one."""
        run, context, last = self._run, self._run.context, self._started
        recording, replaced = context.recording, context.model.mbs._store.replaced
        if self._way != ANEW:
            assert last is not None
            self._put(last)
            if self._way == SAME or self._find_forces():
                return
        with overflows_unnoticed():
            run.start.take()
        self._started = None
        if self._image.size <= LARGEST:
            rows, sensed = recording.recorded().copy(), recording.sensed().copy()
            key = self._initial(), replaced, run.token.continued
            self._started = Started(self._image.take(), rows.ravel(), sensed.ravel(), *key)

    def _put(self, started: Started) -> None:
        """Copy back the state after the last start."""
        data = self._data
        self._image.put(started.moment)
        self._run.context.recording.reserve_again()
        data["recorded"][: started.rows.size] = started.rows
        data["sensed"][: started.sensor_rows.size] = started.sensor_rows

    def _find_forces(self) -> bool:
        """Compute accelerations with the present forces, record them; False if that fails."""
        equations, s = self._run.context.equations, self._data.scalars
        rows = s.record_rows, s.sensor_rows
        # it shall count as a start in Python does
        counts = s.force_evaluations, s.jacobians, s.factorizations, s.fallbacks
        status = equations.run("start_calls")
        s.force_evaluations, s.jacobians, s.factorizations, s.fallbacks = counts
        for calls, name, count in zip(
            ("record_calls", "sensor_calls"), ("record_rows", "sensor_rows"), rows, strict=True
        ):
            setattr(s, name, 0)
            if count and status == OK:
                status = equations.run(calls)
        if status == OK:
            return True
        self._data.state_block[:] = self._run.context.model.mbs.systemData.initial_block
        self._way = ANEW
        self.renew(self._run.context.settings, self._run.token.continued)
        return False


def _facts(table: Any) -> tuple[Any, ...]:
    """What the parts of a run were made for, and parameters of a table may change."""
    kind = table.kind
    acts = kind.family in ("object", "load")
    return (
        "events" in kind.kernels and kind.has_events(table),
        kind.masses_vary(table),
        "post_newton" in kind.kernels and kind.judges(table),
        acts and kind.is_linear(table),
        kind.is_constant(table.rows),
    )


def keep_run(run: Run) -> None:
    """After a run that has succeeded: keep it for the next one."""
    data, equations = run.context.data, run.context.equations
    quiet = issued[0] == run.token.issued
    if quiet and equations.redundant is None and equations is data.equations:
        run.token.note()
        run.token.lists = _lists(data)
        data.kept_run = run


def _lists(data: Data) -> list[np.ndarray]:
    """The lists of calls of a run, which whoever evaluates its results may replace."""
    return [data.arrays[name] for name in CALL_LISTS]


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
    if run is None or functions.are_there or not run.token.fits(settings, solver):
        return None
    if not all(map(operator.is_, run.token.lists, _lists(data))):
        return None
    data.repeats = True
    if run.repeated is None:
        if run.context.model.changed:
            return None
        assert run.before_start is not None
        run.repeated = Repeated(run, run.before_start)
    return run if run.repeated.renew(settings, continued, anew) else None
