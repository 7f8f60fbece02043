"""Losses of least squares: how much a residual counts.

With z = (r / noise)^2 the cost is the sum of noise^2 rho(z) / 2. Robust losses grow more slowly
than z, so that outliers pull less.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError

Loss = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray, np.ndarray]]
"""z -> rho and its first and second derivative."""


def _linear(z: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return z, np.ones_like(z), np.zeros_like(z)


def _soft_l1(z: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    root = np.sqrt(1.0 + z)
    return 2.0 * (root - 1.0), 1.0 / root, -0.5 / root**3


def _huber(z: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    inside, root = z <= 1.0, np.sqrt(np.maximum(z, 1.0))
    return (
        np.where(inside, z, 2.0 * root - 1.0),
        np.where(inside, 1.0, 1.0 / root),
        np.where(inside, 0.0, -0.5 / root**3),
    )


def _cauchy(z: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return np.log1p(z), 1.0 / (1.0 + z), -1.0 / (1.0 + z) ** 2


def _arctan(z: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    below = 1.0 + z**2
    return np.arctan(z), 1.0 / below, -2.0 * z / below**2


LOSSES: dict[str, Loss] = {
    "linear": _linear,
    "soft_l1": _soft_l1,
    "huber": _huber,
    "cauchy": _cauchy,
    "arctan": _arctan,
}


def checked_loss(name: str) -> str:
    """The name of a loss."""
    if name not in LOSSES:
        raise ParameterError(f"loss is one of {', '.join(LOSSES)}; got {shown(name)}")
    return name


def cost(name: str, residual: np.ndarray, noise: float) -> float:
    """The number that a fit minimizes."""
    return 0.5 * noise**2 * float(LOSSES[name]((residual / noise) ** 2)[0].sum())


def influence(name: str, residual: np.ndarray, noise: float) -> tuple[np.ndarray, np.ndarray]:
    """psi = d cost / d r of each residual, and its derivative by r."""
    z = (residual / noise) ** 2
    _, first, second = LOSSES[name](z)
    return residual * first, first + 2.0 * z * second


def spread(residual: np.ndarray) -> float:
    """Standard deviation of most residuals, by their median: outliers have no effect."""
    return 1.4826 * float(np.median(np.abs(residual)))
