"""Differences between runs and records, and their derivatives by the parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from linkwork.core.errors import SolverError, SysError
from linkwork.fitting.measured import Record
from linkwork.fitting.rows import FINER, Weights, weights_at
from linkwork.fitting.runs import Runs, difference
from linkwork.fitting.together import Outcome, Rows, Together, taken
from linkwork.fitting.varied import Place, Varied
from linkwork.integrators.registry import integrator_of
from linkwork.results.solution import Solution
from linkwork.settings.simulation import SimulationSettings

WHOLE = 1.0e-6
"""Multiples of a period may differ from whole numbers by this much."""

DRAWN = 400
"""Rows of a curve."""

FAILED = 100.0
"""Residual of a run that fails, relative to the best one so far."""


class Experiment:
    """A run that has records.

    place -- the system and its varied parameters; settings, solver -- of its run
    records -- measured values
    together -- makes many runs at once; None: they are made one after the other
    """

    def __init__(self, place: Place, settings: SimulationSettings, solver: Any) -> None:
        self.place, self.settings, self.solver = place, settings, solver
        self.together: Together | None = None
        self.records: list[Record] = []
        self._known: tuple[tuple[np.ndarray, tuple[float, ...]], list[Weights]] | None = None

    def solve(self, values: np.ndarray, sensitivities: Sequence[str] = ()) -> Solution:
        """The run with some values of the parameters."""
        self.place.set(values)
        mbs = self.place.mbs
        further: dict[str, Any] = {"sensitivities": list(sensitivities)} if sensitivities else {}
        return mbs.SolveDynamic(self.settings, self.solver, showCausingItems=False, **further)

    def curve(self, values: np.ndarray, solution: Solution) -> Solution:
        """The same run as a solution with rows that are close enough to be drawn as curves."""
        integration, chosen = self.settings.timeIntegration, self.settings.solutionSettings
        span = integration.endTime - integration.startTime
        h = 0.0 if integrator_of(self.solver).is_automatic(self.settings) else span
        h /= integration.numberOfSteps
        period = max(h * np.ceil(span / DRAWN / h) if h else span / DRAWN, 0.0)
        before = chosen.sensorsWritePeriod
        if before <= period:
            return solution
        chosen.sensorsWritePeriod = period
        try:
            return self.solve(values)
        except SysError:
            return solution
        finally:
            chosen.sensorsWritePeriod = before

    def run(self, values: np.ndarray, known: Outcome = None) -> np.ndarray:
        """The residual with some values; known -- how a run with them has ended."""
        if known is not None:
            return self.residual(taken(known))
        solution = self.solve(values)
        if self.together is not None:
            self.together.note(values, solution)
        return self.residual(solution)

    def weights(self, solution: Solution | Rows) -> list[Weights]:
        """Interpolation of each record; kept for the next run with rows at the same times."""
        times = next(iter(solution.sensors.values()))[:, 0]
        jumps = tuple(jump.time for jump in solution.jumps)
        if self._known is not None:
            (known, known_jumps), found = self._known
            if jumps == known_jumps and np.array_equal(times, known):
                return found
        last = times[-1]
        beyond = last + 1e-9 * (last - times[0])
        if self.records and max(record.times.max() for record in self.records) > beyond:
            raise SolverError(f"the run ended at t = {last:.9g} s, before the last measured time")
        found = [weights_at(times, record.times, jumps) for record in self.records]
        self._known = (times, jumps), found
        return found

    def computed(self, solution: Solution | Rows) -> list[np.ndarray]:
        """(n, columns) computed values of each record."""
        rows = self.weights(solution)
        return [
            each.apply(solution.sensors[record.sensor][:, 1:][:, record.components])
            for record, each in zip(self.records, rows, strict=True)
        ]

    def residual(self, solution: Solution | Rows) -> np.ndarray:
        """Weighted differences, computed - measured, of all measured values."""
        return self._joined(
            computed - record.values
            for record, computed in zip(self.records, self.computed(solution), strict=True)
        )

    def slope(self, solution: Solution, paths: Iterable[str]) -> np.ndarray:
        """Derivative of the residual by a parameter; the sum over its paths."""
        total: Any = 0.0
        for path in paths:
            sensors = solution.sensitivity(path).sensors
            total = total + self._joined(
                each.apply(np.asarray(sensors[record.sensor])[:, record.components])
                for record, each in zip(self.records, self.weights(solution), strict=True)
            )
        return np.asarray(total)

    def _joined(self, parts: Iterable[np.ndarray]) -> np.ndarray:
        return np.concatenate(
            [
                (record.weights * part)[record.known]
                for record, part in zip(self.records, parts, strict=True)
            ]
        )

    def interpolation_error(self, solution: Solution) -> list[np.ndarray]:
        """Estimated error of the values between rows, the largest of each column."""
        times = next(iter(solution.sensors.values()))[:, 0]
        jumps, errors = [jump.time for jump in solution.jumps], []
        for record, own in zip(self.records, self.weights(solution), strict=True):
            rows = solution.sensors[record.sensor][:, 1:][:, record.components]
            finer = weights_at(times, record.times, jumps, FINER)
            errors.append(np.abs(own.apply(rows) - finer.apply(rows)).max(axis=0))
        return errors


class Residuals:
    """All residuals of a fit as a function of the inner numbers, with its Jacobian.

    What is returned are copies: least_squares writes into its arrays.

    experiments -- their runs are made one after the other
    by_sensitivities -- whether derivatives come from differentiated steps; else from differences
    of runs; is_open -- these are taken if a run cannot be differentiated
    best -- inner numbers and cost of the best run so far
    """

    def __init__(
        self, varied: Varied, experiments: list[Experiment], runs: Runs, by_sensitivities: bool,
        is_open: bool = False,
    ) -> None:  # fmt: skip
        self.varied, self.experiments, self.runs = varied, experiments, runs
        self.by_sensitivities, self._is_open = by_sensitivities, is_open
        self.best: tuple[np.ndarray, float] | None = None
        self.cost: Callable[[np.ndarray], float] = lambda r: 0.5 * float(r @ r)
        self._last: tuple[bytes, np.ndarray] | None = None
        self._last_jacobian: tuple[bytes, np.ndarray] | None = None

    @property
    def records(self) -> list[Record]:
        """Those of all experiments."""
        return [record for each in self.experiments for record in each.records]

    def run_together(self, scheduler: Any) -> None:
        """Let the runs of each experiment be members of an ensemble."""
        for each in self.experiments:
            sensors = [record.sensor for record in each.records]
            each.together = Together(each.place, each.settings, each.solver, scheduler, sensors)

    @property
    def reason(self) -> str:
        """Why runs are made one after the other although a scheduler was given, else empty."""
        made = [each.together for each in self.experiments if each.together is not None]
        return next((each.reason for each in made if each.reason), "")

    def close(self) -> None:
        """Release the members of ensembles."""
        for each in self.experiments:
            if each.together is not None:
                each.together.close()

    def one(self, u: np.ndarray, known: Sequence[Outcome] = ()) -> np.ndarray | None:
        """The residual; None if a run has failed.

        known -- how the run of each experiment has ended, if it was made already
        """
        values = self.varied.values(u)
        ended = known or [None] * len(self.experiments)

        def run() -> np.ndarray:
            pairs = zip(self.experiments, ended, strict=True)
            return np.concatenate([each.run(values, outcome) for each, outcome in pairs])

        found = self.runs.attempt(values, run)
        self.runs.count += (len(self.experiments) - 1) * (found is not None)
        return found

    def many(self, points: Sequence[np.ndarray]) -> list[np.ndarray | None]:
        """Residuals at many places, from runs that are made together where that is possible."""
        values = [self.varied.values(point) for point in points]
        known: list[list[Outcome]] = []
        for each in self.experiments:
            if each.together is None:
                known.append([None] * len(points))
                continue
            known.append(each.together.run(values))
            if each.together.was_interrupted:
                raise KeyboardInterrupt
        return [self.one(point, [own[k] for own in known]) for k, point in enumerate(points)]

    def __call__(self, u: np.ndarray) -> np.ndarray:
        """The residual; a large one if a run has failed."""
        key = u.tobytes()
        if self._last is not None and self._last[0] == key:
            return self._last[1].copy()
        found = self.one(u)
        if found is None:
            count = sum(record.count for record in self.records)
            size = np.sqrt(2.0 * self.best[1] / count) if self.best is not None else 1.0
            return np.full(count, FAILED * max(size, np.finfo(float).tiny ** 0.5))
        self.take(u, found)
        return found.copy()

    def take(self, u: np.ndarray, found: np.ndarray) -> None:
        """Take a residual that was computed before as that of the last run."""
        self._last = u.tobytes(), found
        self._judge(u, found)

    def minimize(self, cost: Callable[[np.ndarray], float]) -> None:
        """Count another cost of residuals from here on."""
        self.cost, self.best = cost, None
        if self._last is not None:
            self._judge(np.frombuffer(self._last[0]), self._last[1])

    def _judge(self, u: np.ndarray, residual: np.ndarray) -> None:
        cost = self.cost(residual)
        if self.best is None or cost < self.best[1]:
            self.best = u.copy(), cost
            self.runs.bar.best(self.varied.named(self.varied.values(u)), cost)

    def jacobian(self, u: np.ndarray) -> np.ndarray:
        """(values, parameters) derivatives of the residual by the inner numbers."""
        key = u.tobytes()
        if self._last_jacobian is None or self._last_jacobian[0] != key:
            known = self._from_steps(u) if self.by_sensitivities else None
            self._last_jacobian = key, self._from_runs(u) if known is None else known
        return self._last_jacobian[1].copy()

    def _from_runs(self, u: np.ndarray) -> np.ndarray:
        """The Jacobian from differences."""
        here = self(u)
        plans = [difference(self.varied, u, k) for k in range(len(u))]
        found = self.many([point for plan in plans for point in plan.points])
        columns = [plan.slope(here, found[2 * k : 2 * k + 2]) for k, plan in enumerate(plans)]
        return np.column_stack([np.zeros(len(here)) if c is None else c for c in columns])

    def _from_steps(self, u: np.ndarray) -> np.ndarray | None:
        """The Jacobian from differentiated steps; None if the run has failed."""
        values = self.varied.values(u)
        names = [text for texts in self.varied.paths for text in texts]
        refused: list[SysError] = []

        def run() -> np.ndarray | None:
            parts = []
            for each in self.experiments:
                try:
                    solution = each.solve(values, names)
                except SolverError:
                    raise
                except SysError as error:
                    refused.append(error)
                    return None
                columns = [each.slope(solution, texts) for texts in self.varied.paths]
                parts.append(np.column_stack(columns))
            return np.concatenate(parts)

        found = self.runs.attempt(values, run)
        if refused and not self._is_open:
            raise refused[0]
        self.by_sensitivities = not refused
        return None if found is None else np.asarray(found * self.varied.slopes(values))


def takes_sensitivities(mbs: Any) -> bool:
    """Whether SolveDynamic of a system differentiates its steps by parameters."""
    return "sensitivities" in inspect.signature(mbs.SolveDynamic).parameters


def record_at(settings: SimulationSettings, solver: Any, times: np.ndarray) -> None:
    """Let sensors be recorded where their values are needed.

    Rows are at measured times if these are multiples of a period, and of the step size if it is
    fixed. Otherwise, steps of fixed size are all recorded, and automatic steps end at the times of
    sensors that the user has chosen.

    times -- all measured times
    """
    chosen, integration = settings.solutionSettings, settings.timeIntegration
    is_automatic = integrator_of(solver).is_automatic(settings)
    h = (integration.endTime - integration.startTime) / integration.numberOfSteps
    period = _period(np.unique(times) - integration.startTime)
    if period is not None and (is_automatic or _is_whole(np.array([period / h]))):
        chosen.sensorsWritePeriod = period
    elif not is_automatic:
        chosen.sensorsWritePeriod = 0.0


def _period(since: np.ndarray) -> float | None:
    """The period whose multiples some times are, if there is one."""
    gaps = np.diff(since)
    counts = since / gaps.min() if len(gaps) else np.zeros(0)
    if not len(gaps) or not _is_whole(counts):
        return None
    return float(since[-1] / round(counts[-1]))


def _is_whole(numbers: np.ndarray) -> bool:
    return bool(np.abs(numbers - np.round(numbers)).max() < WHOLE)
