"""Values of a sensor between its recorded rows.

Sensors have no recorded rates, so the polynomials that interpolate states (`results/replay`) have
nothing to go through. Here a polynomial of degree 5 goes through the six nearest rows: with rows at
every step, its error is of order h^6, below that of solvers except for large automatic steps.
Polynomials do not reach across jumps of the state. The values are linear in the rows, so
sensitivities are interpolated by the same weights.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

WIDTH = 6
"""Rows that a value depends on."""

FINER = 8
"""Rows of the polynomial that the error is estimated with."""

OUTSIDE = 3
"""Rows of a polynomial that is continued to a jump."""


class Weights(NamedTuple):
    """Rows of each wanted time, and their weights: (times, WIDTH) both."""

    rows: np.ndarray
    weights: np.ndarray

    def apply(self, values: np.ndarray) -> np.ndarray:
        """(times, columns) values from rows (rows, columns)."""
        return np.asarray(np.einsum("tk,tkc->tc", self.weights, values[self.rows]))


def weights_at(
    times: np.ndarray, wanted: np.ndarray, jumps: Iterable[float] = (), width: int = WIDTH
) -> Weights:
    """Weights of the rows at some times for the values at wanted times within them.

    jumps -- times at which the state jumps: rows at these very times count for them alone
    """
    rows = np.zeros((len(wanted), width), int)
    weights = np.zeros((len(wanted), width))
    ends = [-np.inf, *sorted(set(jumps)), np.inf]
    for begin, end in zip(ends, ends[1:], strict=False):
        (inside,) = np.nonzero((wanted > begin) & (wanted < end))
        (own,) = np.nonzero((times > begin) & (times < end))
        if len(inside):
            own = own if len(own) else np.arange(len(times))
            _fill(times, wanted, own, inside, rows, weights)
    at_rows = np.clip(np.searchsorted(times, wanted), 0, len(times) - 1)
    exact = (times[at_rows] == wanted) | np.isin(wanted, ends)
    rows[exact], weights[exact] = at_rows[exact, None], 0.0
    weights[exact, 0] = 1.0
    return Weights(rows, weights)


def _fill(
    times: np.ndarray, wanted: np.ndarray, own: np.ndarray, inside: np.ndarray,
    rows: np.ndarray, weights: np.ndarray,
) -> None:  # fmt: skip
    """Weights of the times `inside`, from the rows `own`, which follow each other."""
    t, known = wanted[inside], times[own]
    beyond = (t < known[0]) | (t > known[-1])
    for chosen, count in ((~beyond, rows.shape[1]), (beyond, OUTSIDE)):
        if not chosen.any():
            continue
        count = min(count, len(own))
        left = np.searchsorted(known, t[chosen], "right") - 1
        first = np.clip(left - (count - 1) // 2, 0, len(own) - count)
        local = first[:, None] + np.arange(count)
        place = inside[chosen]
        rows[place[:, None], np.arange(count)] = own[local]
        weights[place[:, None], np.arange(count)] = _lagrange(known[local], t[chosen])


def _lagrange(nodes: np.ndarray, t: np.ndarray) -> np.ndarray:
    """Weights of values at nodes (times, count) for the value of their polynomial at t."""
    found = np.ones_like(nodes)
    for j in range(nodes.shape[1]):
        for m in range(nodes.shape[1]):
            if m != j:
                gap = nodes[:, j] - nodes[:, m]
                ratio = np.divide(t - nodes[:, m], gap, out=np.zeros_like(gap), where=gap != 0.0)
                found[:, j] *= ratio
    return found
