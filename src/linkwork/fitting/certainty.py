"""How certain fitted parameters are, and what the data cannot tell.

The Jacobian J of the weighted residuals r by the parameters gives their covariance

    C = A^-1 B A^-1,  A = sum_i psi'_i J_i^T J_i,  B = sum_i psi_i^2 J_i^T J_i

with the influence psi of the loss (psi = r for squares). psi^2 and psi' are mean values over each
column of a record, so columns may have different noise. For one column and squares this is
r.r / (n - p) (J^T J)^-1. Singular values of J, scaled by the parameters, tell which combinations
have no effect on the data.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

NO_EFFECT = 3.0e-6
"""Singular values below this part of the largest one are errors of derivatives."""

PART = 0.1
"""Components of a direction below this part of its largest one do not count."""

SAME = 0.03
"""Exponents that differ by less than this are equal."""


class Certainty(NamedTuple):
    """Covariance of the parameters, and directions that have no effect.

    covariance -- NaN for parameters without a meaning, infinite for those that are unknown
    unknown -- relative changes of the parameters, one row per direction, that the data do not show
    weak -- those that noise hides: changes by 100 % are within one standard error
    """

    covariance: np.ndarray
    unknown: np.ndarray
    weak: np.ndarray

    @property
    def errors(self) -> np.ndarray:
        """Standard errors."""
        return np.asarray(np.sqrt(np.diag(self.covariance)))

    @property
    def correlations(self) -> np.ndarray:
        """Correlations of the parameters; NaN where an error is unknown."""
        errors = self.errors
        errors = np.where(np.isfinite(errors) & (errors > 0.0), errors, np.nan)
        found = self.covariance / np.outer(errors, errors)
        np.fill_diagonal(found, np.where(np.isnan(errors), np.nan, 1.0))
        return np.asarray(found)


def certainty(
    J: np.ndarray, psi: np.ndarray, slope: np.ndarray, columns: np.ndarray, scale: np.ndarray,
    free: np.ndarray,
) -> Certainty:  # fmt: skip
    """Certainty of the parameters.

    J -- (values, parameters); psi, slope -- influence of each value, and its derivative
    columns -- number of the record's column that a value belongs to
    scale -- size of each parameter; free -- whether it may move: others are at their bounds
    """
    count, p = J.shape
    covariance = np.full((p, p), np.nan)
    (moving,) = np.nonzero(free)
    scaled = J[:, moving] * scale[moving]
    if not len(moving):
        return Certainty(covariance, np.zeros((0, p)), np.zeros((0, p)))
    number = int(columns.max()) + 1
    sizes = np.bincount(columns, minlength=number)
    squares = (np.bincount(columns, psi**2, number) / np.maximum(sizes, 1))[columns]
    slopes = (np.bincount(columns, slope, number) / np.maximum(sizes, 1))[columns]
    squares *= count / max(count - len(moving), 1)
    _, s, Vt = np.linalg.svd(scaled * np.sqrt(np.maximum(slopes, 0.0))[:, None], False)
    none = s <= NO_EFFECT * max(s[0], np.finfo(float).tiny)
    known = Vt[~none]
    inverse = known.T / s[~none] ** 2 @ known
    part = inverse @ (scaled.T * squares @ scaled) @ inverse
    unknown = _sparse(Vt[none])
    if count <= len(moving):
        part[:] = np.nan  # residuals are zero whatever the noise is
    hit = np.zeros(len(moving), bool) if not none.any() else (np.abs(unknown) > PART).any(axis=0)
    part[hit, :] = part[:, hit] = np.nan
    part[hit, hit] = np.inf
    covariance[np.ix_(moving, moving)] = part * np.outer(scale[moving], scale[moving])
    strong = inverse @ (scaled.T * squares @ scaled) @ inverse
    variances, directions = np.linalg.eigh(strong if count > len(moving) else np.zeros_like(strong))
    weak = _sparse(directions.T[variances > 1.0])
    return Certainty(covariance, _widened(unknown, moving, p), _widened(weak, moving, p))


def _widened(directions: np.ndarray, moving: np.ndarray, p: int) -> np.ndarray:
    made = np.zeros((len(directions), p))
    made[:, moving] = directions
    return made


def _sparse(directions: np.ndarray) -> np.ndarray:
    """Other directions of the same space, with as few parameters as possible: echelon form."""
    rows = directions.copy()
    done: list[int] = []
    for k in range(len(rows)):
        left = [column for column in range(rows.shape[1]) if column not in done]
        pivot = left[int(np.argmax(np.abs(rows[k][left])))]
        rows[k] /= rows[k, pivot]
        for other in range(len(rows)):
            if other != k:
                rows[other] -= rows[other, pivot] * rows[k]
        done.append(pivot)
    return rows / np.abs(rows).max(axis=1, initial=0.0, keepdims=True) if len(rows) else rows


def in_words(direction: np.ndarray, names: Sequence[str], is_hidden: bool = False) -> str:
    """What the data cannot tell, as a sentence; is_hidden -- by noise."""
    size = np.abs(direction).max()
    chosen = [k for k in range(len(names)) if abs(direction[k]) > PART * size]
    parts = direction[chosen] / size
    own = [names[k] for k in chosen]
    if len(own) == 1:
        if is_hidden:
            return f"{own[0]} is within the noise: its standard error is above 100 %"
        return f"{own[0]} cannot be told: it has no effect on the records"
    verb = "can hardly be told apart" if is_hidden else "cannot be told apart"
    head = f"{', '.join(own[:-1])} and {own[-1]} {verb}"
    if np.abs(parts - parts[0]).max() < SAME:
        return f"{head}: their {'ratio' if len(own) == 2 else 'ratios'} can"
    if len(own) == 2 and abs(parts[0] + parts[1]) < SAME:
        return f"{head}: their product can"
    if len(own) == 2:
        power = _neat(-parts[0] / parts[1])
        return f"{head}: {own[0]} * {own[1]}^{power} can"
    changes = ", ".join(f"{name} {100 * x:+.3g} %" for name, x in zip(own, parts, strict=True))
    return f"{head}: changes in proportion to {changes} have no effect together"


def _neat(power: float) -> str:
    """An exponent; parentheses if it is negative, a fraction if it is close to a simple one."""
    for below in (1, 2, 3):
        above = round(power * below)
        if above and abs(power * below - above) < SAME * below:
            text = f"{above}" if below == 1 else f"({above}/{below})"
            return text if above > 0 or below > 1 else f"({text})"
    return f"{power:.3g}" if power > 0 else f"({power:.3g})"
