"""Runs with other parameters: counted, failures noted, the system put back afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from linkwork.api.original import Original
from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError, SysError
from linkwork.fitting.varied import Place, Varied
from linkwork.settings.simulation import SimulationSettings

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

IN_A_ROW = 3
"""A local search ends when so many runs have failed one after the other."""

STEP = 1.0e-5
"""Step of central differences, relative to the parameter."""

SMALL = 1.0e-2
"""Parameters below this part of their scale have steps of this size."""

AFTER = 1.0
"""Searches shorter than this show no bar [s]."""

Found = TypeVar("Found")


class Failure(NamedTuple):
    """A run that failed.

    values -- name of a parameter -> its value; text -- the error
    """

    values: dict[str, float]
    text: str


class Stopped(Exception):  # noqa: N818
    """The search ends before it has converged; the text says why."""


class Runs:
    """Counts runs and notes those that fail.

    count -- runs so far; failures -- those that failed
    patient -- whether any number of them may fail in a row
    """

    def __init__(self, varied: Varied, bar: Bar, patient: bool = False) -> None:
        self.varied, self.bar, self.patient = varied, bar, patient
        self.count, self._in_a_row = 0, 0
        self.failures: list[Failure] = []

    @contextmanager
    def independent(self) -> Iterator[None]:
        """Within this context, runs do not follow from each other: any number of them may fail."""
        before, self.patient = self.patient, True
        try:
            yield
        finally:
            self.patient, self._in_a_row = before, 0

    def attempt(self, values: np.ndarray, run: Callable[[], Found]) -> Found | None:
        """What a run returns; None if it fails. Too many failures in a row raise Stopped."""
        self.count += 1
        try:
            found = run()
        except SysError as error:
            self.failures.append(Failure(self.varied.named(values), str(error)))
            self._in_a_row += 1
            self.bar.failed(len(self.failures))
            if self._in_a_row >= IN_A_ROW and not self.patient:
                last = "; ".join(self.varied.told(f.values.values()) for f in self.failures[-3:])
                raise Stopped(
                    f"{IN_A_ROW} runs in a row have failed, with {last}; the last one: {error}"
                ) from error
            return None
        self._in_a_row = 0
        self.bar.ran()
        return found


class Bar:
    """A tqdm bar that counts the runs of a search, or a function that is told about them.

    shown -- True, False, or a function of the values and the number that is minimized
    """

    def __init__(self, title: str, shown: bool | Callable[..., Any]) -> None:
        self.title, self.shown = title, shown
        self._bar: Any = None
        self._began, self._runs, self._failed, self._text = time.perf_counter(), 0, 0, ""

    def ran(self) -> None:
        """A run has ended."""
        self._runs += 1
        if self.shown is not True:
            return
        if self._bar is None:
            if time.perf_counter() - self._began < AFTER:
                return
            from tqdm import tqdm

            self._bar = tqdm(initial=self._runs - 1, unit="run", desc=self.title)
        failed = f"{self._failed} failed" if self._failed else ""
        self._bar.set_postfix_str(", ".join(filter(None, (self._text, failed))), refresh=False)
        self._bar.update(1)

    def failed(self, count: int) -> None:
        """Some runs have failed so far."""
        self._failed = count

    def best(self, values: dict[str, float], number: float) -> None:
        """The smallest number so far."""
        self._text = f"best {number:.6g}"
        if callable(self.shown):
            self.shown(values, number)

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()


def wants_bar(progress: Any, settings: SimulationSettings) -> bool | Callable[..., Any]:
    """Whether a search shows a bar; None: as runs do by verboseMode."""
    if progress is None:
        return settings.timeIntegration.verboseMode > 0
    if isinstance(progress, (bool, np.bool_)) or callable(progress):
        return progress if callable(progress) else bool(progress)
    raise ParameterError(f"progress is True, False, None or a function, got {shown(progress)}")


def checked_settings(mbs: MainSystem, settings: Any) -> SimulationSettings:
    """Those given, of the model file, or the defaults."""
    found = settings if settings is not None else mbs.simulationSettings
    found = found if found is not None else SimulationSettings()
    if not isinstance(found, SimulationSettings):
        raise ParameterError(f"settings are SimulationSettings, got {shown(found)}")
    return found


def quiet(settings: SimulationSettings) -> SimulationSettings:
    """A copy of settings that writes and prints nothing, and records sensors."""
    made = copy(settings)
    recorded = made.solutionSettings
    recorded.streamFileName = ""
    recorded.writeSolutionToFile = recorded.writeRestartFile = False
    recorded.sensorsStoreAndWriteFiles = True
    made.displayStatistics = made.displayComputationTime = False
    made.timeIntegration.verboseMode = 0
    return made


@contextmanager
def put_back(places: Iterable[Place]) -> Iterator[Callable[[], None]]:
    """Put systems back at the end of the block; the function it gives keeps what is varied.

    What experiments have changed besides is put back in any case.
    """
    kept: dict[int, _Kept] = {}
    for place in places:
        kept.setdefault(id(place.mbs), _Kept(place.mbs)).note(place)
    keep = [False]

    def keep_all() -> None:
        keep[0] = True

    try:
        yield keep_all
    finally:
        for each in kept.values():
            each.put_back(keep[0])


class _Kept:
    """Parameters, results and state of a system before a search."""

    def __init__(self, mbs: MainSystem) -> None:
        self.mbs, self._solution = mbs, mbs.solution
        self._varied: list[tuple[Any, float]] = []
        self._further: list[tuple[Any, float]] = []
        self._original = Original(mbs)
        self._model, data = mbs._model, mbs.systemData
        self._state: Any = None
        if self._model is not None:
            self._state = data.GetSystemState(), data.GetTime()

    def note(self, place: Place) -> None:
        """Note the numbers of a place."""
        self._varied += [(path, path.value(self.mbs)) for path in place.varied]
        self._further += [(path, path.value(self.mbs)) for path in place.further]

    def put_back(self, keep: bool) -> None:
        """Put everything back, or all but the varied parameters."""
        varied = [(path, path.value(self.mbs) if keep else value) for path, value in self._varied]
        numbers = [*varied, *self._further]
        self._original.set([path for path, _ in numbers], [value for _, value in numbers])
        if keep:
            return
        self.mbs.solution = self._solution
        if self._state is not None and self.mbs._model is not None:
            state, t = self._state
            self.mbs.systemData.SetSystemState(state)
            self.mbs.systemData.SetTime(t)


def check_initial_state(places: Iterable[Place], values: np.ndarray) -> None:
    """Refuse numbers whose change would discard the initial state that a run has left."""
    for place in places:
        assembled = place.mbs._model is not None
        was_result = assembled and place.mbs.systemData.initial_is_result
        place.set(values)
        if was_result and place.mbs._model is None:
            raise ParameterError(
                "the initial state is the result of a run (updateInitialValues), but changing "
                "these parameters assembles the system anew, from the initial values of its nodes: "
                "set these values instead, or vary other parameters"
            )


class Difference(NamedTuple):
    """Where a function is evaluated for its derivative by one number.

    points -- the places; steps -- by how much the number is changed there
    weights -- of the value at the present place, then of those at the points
    """

    points: list[np.ndarray]
    steps: tuple[float, float]
    weights: tuple[float, float, float]

    def slope(self, here: Any, others: list[Any]) -> Any:
        """The derivative, of first order where a run has failed; None if both have failed."""
        first, second = others
        if first is not None and second is not None:
            w = self.weights
            return w[0] * here + w[1] * first + w[2] * second
        for step, other in zip(self.steps, others, strict=True):
            if other is not None:
                return (other - here) / step
        return None


def difference(varied: Varied, u: np.ndarray, k: int) -> Difference:
    """Central difference by u[k]; at a bound one-sided, of second order as well."""
    h = STEP * (1.0 if varied.is_log[k] else max(abs(u[k]), SMALL * varied.scale[k]))
    low, high = varied.inner(varied.low)[k], varied.inner(varied.high)[k]
    steps, weights = (h, -h), (0.0, 0.5 / h, -0.5 / h)
    if not (u[k] + h <= high and u[k] - h >= low):
        h = h if u[k] + 2 * h <= high else -h
        steps, weights = (h, 2 * h), (-1.5 / h, 2.0 / h, -0.5 / h)
    unit = np.eye(len(u))[k]
    return Difference([u + step * unit for step in steps], steps, weights)
