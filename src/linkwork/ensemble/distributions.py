"""Distributions of varied numbers.

Each is given by its quantile function x = F^-1(u), so that independent, correlated, Latin hypercube
and Sobol' points u in (0, 1) are mapped in one way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError


class Distribution:
    """A distribution of a number: `normal`, `uniform`, `lognormal`, `triangular`, `truncated`."""

    def quantile(self, u: Any) -> np.ndarray:
        """The values below which the number lies with given probabilities.

        u -- probabilities between 0 and 1
        """
        raise NotImplementedError

    def probability(self, x: Any) -> np.ndarray:
        """The probabilities that the number is below given values.

        x -- the values
        """
        raise NotImplementedError


@dataclass(frozen=True)
class Normal(Distribution):
    """See `normal`."""

    mean: float
    deviation: float

    def quantile(self, u: Any) -> np.ndarray:
        from scipy.special import ndtri

        return np.asarray(self.mean + self.deviation * ndtri(u))

    def probability(self, x: Any) -> np.ndarray:
        from scipy.special import ndtr

        return np.asarray(ndtr((np.asarray(x) - self.mean) / self.deviation))


@dataclass(frozen=True)
class Uniform(Distribution):
    """See `uniform`."""

    low: float
    high: float

    def quantile(self, u: Any) -> np.ndarray:
        return np.asarray(self.low + (self.high - self.low) * np.asarray(u, float))

    def probability(self, x: Any) -> np.ndarray:
        return np.clip((np.asarray(x, float) - self.low) / (self.high - self.low), 0.0, 1.0)


@dataclass(frozen=True)
class LogNormal(Distribution):
    """See `lognormal`."""

    median: float
    deviation: float

    def quantile(self, u: Any) -> np.ndarray:
        from scipy.special import ndtri

        return np.asarray(self.median * np.exp(self.deviation * ndtri(u)))

    def probability(self, x: Any) -> np.ndarray:
        from scipy.special import ndtr

        with np.errstate(divide="ignore"):
            z = np.log(np.maximum(np.asarray(x, float), 0.0) / self.median) / self.deviation
        return np.asarray(ndtr(z))


@dataclass(frozen=True)
class Triangular(Distribution):
    """See `triangular`."""

    low: float
    mode: float
    high: float

    def quantile(self, u: Any) -> np.ndarray:
        u = np.asarray(u, float)
        span, rise, fall = self.high - self.low, self.mode - self.low, self.high - self.mode
        left = self.low + np.sqrt(u * span * rise)
        right = self.high - np.sqrt((1.0 - u) * span * fall)
        return np.asarray(np.where(u * span <= rise, left, right))

    def probability(self, x: Any) -> np.ndarray:
        x = np.clip(np.asarray(x, float), self.low, self.high)
        span, rise, fall = self.high - self.low, self.mode - self.low, self.high - self.mode
        left = (x - self.low) ** 2 / (span * rise) if rise > 0 else np.zeros_like(x)
        right = 1.0 - (self.high - x) ** 2 / (span * fall) if fall > 0 else np.ones_like(x)
        return np.asarray(np.where(x < self.mode, left, right))


@dataclass(frozen=True)
class Truncated(Distribution):
    """See `truncated`."""

    of: Distribution
    low: float
    high: float

    def quantile(self, u: Any) -> np.ndarray:
        first, last = self.of.probability([self.low, self.high])
        inside = self.of.quantile(first + (last - first) * np.asarray(u, float))
        return np.asarray(np.clip(inside, self.low, self.high))

    def probability(self, x: Any) -> np.ndarray:
        first, last = self.of.probability([self.low, self.high])
        inside = np.clip(np.asarray(x, float), self.low, self.high)
        return np.asarray((self.of.probability(inside) - first) / (last - first))


def normal(mean: float, deviation: float) -> Distribution:
    """The normal distribution.

    mean, deviation -- mean and standard deviation, in the unit of the number
    """
    return Normal(_number("normal", "mean", mean), _positive("normal", "deviation", deviation))


def uniform(low: float, high: float) -> Distribution:
    """The uniform distribution: all values of an interval are equally likely.

    low, high -- ends of the interval
    """
    return Uniform(*_ordered("uniform", low=low, high=high))


def lognormal(median: float, deviation: float) -> Distribution:
    """The distribution of a positive number whose logarithm is normal.

    median -- half of the values lie below, > 0
    deviation -- standard deviation of the logarithm: 0.1 is a scatter of about 10 %
    """
    return LogNormal(
        _positive("lognormal", "median", median), _positive("lognormal", "deviation", deviation)
    )


def triangular(low: float, mode: float, high: float) -> Distribution:
    """The triangular distribution.

    low, high -- ends of the interval
    mode -- the most likely value
    """
    low, high = _ordered("triangular", low=low, high=high)
    mode = _number("triangular", "mode", mode)
    if not low <= mode <= high:
        raise ParameterError(
            f"triangular: mode must lie between low {low:g} and high {high:g}, got {mode:g}"
        )
    return Triangular(low, mode, high)


def truncated(of: Distribution, low: float = -np.inf, high: float = np.inf) -> Distribution:
    """A distribution without its values outside of an interval, such as parts that passed a gauge.

    of -- the distribution
    low, high -- ends of the interval; infinite ones cut nothing
    """
    if not isinstance(of, Distribution):
        raise ParameterError(
            f"truncated takes a distribution such as normal(1, 0.1), got {shown(of)}"
        )
    low, high = _ordered("truncated", finite=False, low=low, high=high)
    first, last = of.probability([low, high])
    if not last - first > 1e-12:
        raise ParameterError(
            f"truncated: almost nothing of {of} lies between {low:g} and {high:g}; widen the "
            "interval"
        )
    return Truncated(of, low, high)


def _number(owner: str, name: str, value: Any, finite: bool = True) -> float:
    try:
        found = float(value)
    except (TypeError, ValueError):
        raise ParameterError(f"{owner}: {name} must be a number, got {shown(value)}") from None
    if np.isnan(found) or (finite and not np.isfinite(found)):
        raise ParameterError(f"{owner}: {name} must be a finite number, got {found:g}")
    return found


def _positive(owner: str, name: str, value: Any) -> float:
    found = _number(owner, name, value)
    if not found > 0.0:
        raise ParameterError(f"{owner}: {name} must be > 0, got {found:g}")
    return found


def _ordered(owner: str, finite: bool = True, *, low: Any, high: Any) -> tuple[float, float]:
    first, last = (
        _number(owner, name, value, finite) for name, value in (("low", low), ("high", high))
    )
    if not first < last:
        raise ParameterError(f"{owner}: low must be below high, got {first:g} and {last:g}")
    return first, last
