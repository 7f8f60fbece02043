"""The search of a fit: least squares from one or several starts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from linkwork.core.errors import SolverError
from linkwork.fitting import losses
from linkwork.fitting.residuals import Residuals
from linkwork.fitting.runs import Stopped

TOLERANCE = 1.0e-10
"""Relative change of parameters and cost at which a fit has converged."""

STAGES = 4
"""A robust fit estimates the noise at most so many times."""


class Reached(NamedTuple):
    """Where a search has ended.

    cost, u -- of the best run; noise -- that a robust loss has used
    message -- how it ended; converged -- whether it did
    """

    cost: float
    u: np.ndarray
    noise: float | None
    message: str
    converged: bool


class Search:
    """The search for the best parameters from some starts.

    starts -- cost reached from each of them; infinite where a run failed or none was made
    was_interrupted -- by Ctrl-C
    """

    def __init__(
        self, residuals: Residuals, loss: str, noise: float | None, most: int | None
    ) -> None:
        self.residuals, self.loss, self.most = residuals, loss, most
        self.given_noise = noise
        self.starts: list[float] = []
        self.was_interrupted = False
        self._noise = noise

    def from_starts(self, starts: Sequence[np.ndarray]) -> Reached:
        """Search from the first start, then from the others, the best one first."""
        points = [self.residuals.varied.inner(start) for start in starts]
        self.starts = [np.inf] * len(points)
        found: list[Reached] = []
        self._from(0, points[0], None, found)
        try:
            for number, residual in () if self.was_interrupted else self._ranked(points):
                self._from(number, points[number], residual, found)
                if self.was_interrupted:
                    break
        except KeyboardInterrupt:  # while starts were ranked
            self.was_interrupted = True
            if not found:
                raise
        if not found:
            raise SolverError(self.residuals.runs.failures[-1].text)
        best = min(found, key=lambda end: end.cost)
        if self.was_interrupted:
            best = best._replace(message="stopped by Ctrl-C", converged=False)
        return best

    def _ranked(self, points: list[np.ndarray]) -> list[tuple[int, np.ndarray]]:
        """Numbers and residuals of the further starts whose runs have not failed, best first."""
        with self.residuals.runs.independent():
            found = self.residuals.many(points[1:])
        is_linear = self.given_noise is None
        cost = partial(
            losses.cost, "linear" if is_linear else self.loss, noise=self.given_noise or 1.0
        )
        known = [(k, residual) for k, residual in enumerate(found, 1) if residual is not None]
        return sorted(known, key=lambda each: cost(each[1]))

    def _from(
        self, number: int, u: np.ndarray, residual: np.ndarray | None, found: list[Reached]
    ) -> None:
        """Search from a start; residual -- there, if it is known."""
        self.residuals.best = None
        end: Reached | None
        try:
            if residual is not None:
                self.residuals.take(u, residual)
            end = self._local(u)
        except Stopped as stop:
            end = self._stopped(str(stop))
        except KeyboardInterrupt:
            self.was_interrupted = True
            end = self._stopped("stopped by Ctrl-C")
            if end is None and not found:
                raise
        if end is not None:
            self.starts[number] = end.cost
            found.append(end)

    def _stopped(self, message: str) -> Reached | None:
        """The best run before the search was stopped."""
        best = self.residuals.best
        if best is None:
            return None
        return Reached(best[1], best[0], self._noise, message, False)

    def _local(self, u: np.ndarray) -> Reached:
        """Least squares from a start; robust losses estimate the noise from the residuals."""
        self.residuals(u)
        if self.residuals.best is None:  # an error of the model: this is the first start
            raise SolverError(self.residuals.runs.failures[-1].text)
        if self.loss == "linear" or self.given_noise is not None:
            return self._least_squares(u, self.loss)
        self._noise = None
        end = self._least_squares(u, "linear")
        for _ in range(STAGES):
            spread = losses.spread(self.residuals(end.u))
            known: float | None = self._noise
            if spread <= 0.0 or (known is not None and abs(spread / known - 1.0) < 0.05):
                break
            self._noise = spread
            end = self._least_squares(end.u, self.loss)
        return end

    def _least_squares(self, u: np.ndarray, loss: str) -> Reached:
        from scipy.optimize import least_squares

        residuals, varied, noise = self.residuals, self.residuals.varied, self._noise or 1.0
        residuals.minimize(partial(losses.cost, loss, noise=noise))
        low, high = varied.inner(varied.low), varied.inner(varied.high)
        found = least_squares(
            residuals, np.clip(u, low, high), residuals.jacobian, bounds=(low, high),
            x_scale="jac", loss=loss, f_scale=noise, ftol=TOLERANCE, xtol=TOLERANCE,
            gtol=None, max_nfev=self.most or 100 * len(varied),
        )  # fmt: skip
        u = self._at_bounds(found.x, low, high)
        text = "converged" if found.status > 0 else "stopped by maxRuns"
        return Reached(residuals.cost(residuals(u)), u, self._noise, text, found.status > 0)

    def _at_bounds(self, u: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Move parameters that are close to a bound onto it, if that is no worse.

        The search approaches bounds from inside and does not reach them.
        """
        residuals = self.residuals
        close = 1e-6 * np.where(residuals.varied.is_log, 1.0, residuals.varied.scale)
        moved = np.where(u - low < close, low, np.where(high - u < close, high, u))
        if np.array_equal(moved, u):
            return u
        before, found = residuals.cost(residuals(u)), residuals.one(moved)
        is_better = found is not None and residuals.cost(found) <= before * (1.0 + 1e-9)
        return moved if is_better else u
