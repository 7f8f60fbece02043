"""Objective and constraints as functions of the parameters: one run serves both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.errors import SolverError
from linkwork.fitting.objective import Limit, NotUsable, number_of
from linkwork.fitting.runs import Runs, difference
from linkwork.fitting.together import Outcome, Together, taken
from linkwork.fitting.varied import Place

FAILED = 1.0e3
"""Objective of a run that fails, above the largest one so far, relative to its size."""

KEPT = 64
"""Runs whose numbers are kept: methods ask for objective, constraints and slopes in turn."""

SATISFIED = 1.0e-6
"""Violation of a constraint that counts as none, relative to the size of its limit."""


class Point(NamedTuple):
    """Numbers of a run.

    u -- inner numbers; objective -- what is minimized; vector -- of least squares
    limited -- values of the constraints; gradient -- by the parameters, if the user gives it
    """

    u: np.ndarray
    objective: float
    vector: np.ndarray
    limited: np.ndarray
    gradient: np.ndarray | None


class Design:
    """What an optimization evaluates.

    evaluate -- makes a run; function -- the objective of its result; limits -- constraints
    together -- makes many runs at once; None: they are made one after the other
    best -- the best run that satisfies the constraints, or the one that violates them least
    history -- values and objective of each run that did not fail; start -- objective of the first
    """

    def __init__(
        self, place: Place, runs: Runs, evaluate: Callable[[], Any],
        function: Callable[[Any], Any], limits: list[Limit], gradient: Callable[[Any], Any] | None,
        maximize: bool, is_vector: bool, together: Together | None = None,
    ) -> None:  # fmt: skip
        self.place, self.runs, self.varied = place, runs, runs.varied
        self.evaluate, self.function, self.limits = evaluate, function, limits
        self.gradient, self.maximize, self.is_vector = gradient, maximize, is_vector
        self.together, self._kept = together, KEPT
        self.best: Point | None = None
        self.history: list[list[float]] = []
        self.start = np.nan
        self._largest = -np.inf
        self._known: dict[bytes, Point | None] = {}

    def first(self) -> None:
        """A run at the start, which must not fail: its error is that of the user's model."""
        found = self.point(self.varied.inner(self.varied.start))
        if found is None:
            raise SolverError(self.runs.failures[-1].text)
        self.start = found.objective

    def point(self, u: np.ndarray, known: Outcome = None) -> Point | None:
        """Numbers of the run at a place; None if it fails.

        known -- how this run has ended, if it was made already
        """
        u = np.asarray(u, float)
        key = u.tobytes()
        if key not in self._known:
            while len(self._known) >= self._kept:
                del self._known[next(iter(self._known))]
            values = self.varied.values(u)
            self._known[key] = found = self.runs.attempt(
                values, lambda: self._run(u, values, known)
            )
            if found is not None:
                self._judge(values, found)
        return self._known[key]

    def many(self, points: Sequence[np.ndarray]) -> list[Point | None]:
        """Numbers of runs at many places, which are made together where that is possible."""
        self._kept = max(self._kept, 2 * len(points))
        ended: dict[bytes, Outcome] = {}
        if self.together is not None:
            places = {np.asarray(u, float).tobytes(): np.asarray(u, float) for u in points}
            unknown = {key: u for key, u in places.items() if key not in self._known}
            found = self.together.run([self.varied.values(u) for u in unknown.values()])
            ended = dict(zip(unknown, found, strict=True))
        return [self.point(u, ended.get(np.asarray(u, float).tobytes())) for u in points]

    def _result(self, values: np.ndarray, known: Outcome) -> Any:
        """What the objective is a function of."""
        if known is not None:
            return taken(known)
        self.place.set(values)
        result = self.evaluate()
        if self.together is not None:
            self.together.note(values, result)
        return result

    def _run(self, u: np.ndarray, values: np.ndarray, known: Outcome) -> Point:
        result = self._result(values, known)
        sign = -1.0 if self.maximize else 1.0
        value, slope = self.function(result), None
        if self.is_vector:
            try:
                vector = np.atleast_1d(np.asarray(value, float)).ravel()
            except (TypeError, ValueError):
                raise NotUsable("the objective must return a vector of numbers") from None
            number = 0.5 * float(vector @ vector)
        else:
            number = sign * number_of(value, "the objective")
            vector = np.array([number])
        if self.gradient is not None:
            slope = np.asarray(self.gradient(result), float).ravel()
            if len(slope) != len(values):
                raise NotUsable(
                    f"gradient must return {len(values)} numbers, one per parameter, got "
                    f"{len(slope)}"
                )
            slope = sign * slope * self.varied.slopes(values)
        limited = [number_of(each.function(result), each.name) for each in self.limits]
        if not np.isfinite([number, *limited]).all():
            raise SolverError("the objective or a constraint is not finite")
        return Point(u.copy(), number, vector, np.array(limited), slope)

    def _judge(self, values: np.ndarray, found: Point) -> None:
        sign = -1.0 if self.maximize else 1.0
        self.history.append([*map(float, values), sign * found.objective])
        self._largest = max(self._largest, found.objective)
        rank = self.violation(found), found.objective
        if self.best is None or rank < (self.violation(self.best), self.best.objective):
            self.best = found
            self.runs.bar.best(self.varied.named(values), sign * found.objective)

    def violation(self, point: Point) -> float:
        """How far the constraints are violated in all, relative to their limits."""
        total = 0.0
        for each, value in zip(self.limits, point.limited, strict=True):
            size = max(abs(x) for x in (each.low, each.high) if np.isfinite(x)) or 1.0
            total += max(each.low - value, value - each.high, SATISFIED * size) / size - SATISFIED
        return total

    # ------------------------------------------------------------------ for methods

    def bad(self) -> float:
        """The objective of a run that has failed."""
        size = abs(self._largest) if np.isfinite(self._largest) else 1.0
        return (self._largest if np.isfinite(self._largest) else 0.0) + FAILED * max(size, 1e-300)

    def objective(self, u: np.ndarray) -> float:
        """The number that is minimized."""
        found = self.point(u)
        return self.bad() if found is None else found.objective

    def objectives(self, places: np.ndarray) -> np.ndarray:
        """Those of many places: the columns, or a single one."""
        if places.ndim == 1:
            return np.array(self.objective(places))
        found = self.many(list(places.T))
        return np.array([self.bad() if each is None else each.objective for each in found])

    def vector(self, u: np.ndarray) -> np.ndarray:
        """The vector of least squares."""
        found = self.point(u)
        if found is not None:
            return found.vector
        size = len(self.best.vector) if self.best is not None else 1
        return np.full(size, np.sqrt(2.0 * abs(self.bad()) / size))

    def limited(self, u: np.ndarray) -> np.ndarray:
        """Values of the constraints."""
        found = self.point(u)
        if found is not None:
            return found.limited
        return self.best.limited if self.best is not None else np.zeros(len(self.limits))

    def slope(self, u: np.ndarray) -> np.ndarray:
        """Derivatives of the objective by the inner numbers."""
        found = self.point(u)
        if found is not None and found.gradient is not None:
            return found.gradient
        return np.asarray(self._differences(u, lambda point: np.array([point.objective]))[0])

    def slopes_of_vector(self, u: np.ndarray) -> np.ndarray:
        """Derivatives of the vector."""
        return self._differences(u, lambda point: point.vector)

    def slopes_of_limited(self, u: np.ndarray) -> np.ndarray:
        """Derivatives of the constraints."""
        return self._differences(u, lambda point: point.limited)

    def _differences(self, u: np.ndarray, part: Callable[[Point], np.ndarray]) -> np.ndarray:
        here = self.point(u)
        plans = [difference(self.varied, np.asarray(u, float), k) for k in range(len(u))]
        points = self.many([place for plan in plans for place in plan.points])
        found = [None if point is None else part(point) for point in points]
        if here is None:
            return np.zeros((len(part(self.best)) if self.best is not None else 1, len(u)))
        columns = [plan.slope(part(here), found[2 * k : 2 * k + 2]) for k, plan in enumerate(plans)]
        return np.column_stack([np.zeros_like(part(here)) if c is None else c for c in columns])
