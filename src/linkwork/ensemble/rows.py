"""Rows of a member's results, from the Solution of its run.

A time at which something was recorded has that row. Between two rows, coordinates are those of
`Solution.interpolate`, and sensors follow cubic polynomials through the four rows around the time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.ensemble.columns import KEPT, Pick

if TYPE_CHECKING:
    from linkwork.results.solution import Solution

ORDER = 3
"""Order of the polynomials between the rows of sensors."""


def rows_of(
    solution: Solution, picks: list[Pick], times: np.ndarray, slack: float, rows_out: np.ndarray
) -> None:
    """Write the rows at some times; those after the end of the solution are NaN.

    slack -- by how much a time may differ from that of its row [s]
    """
    if not len(solution.times):
        rows_out[...] = np.nan
        return
    found: dict[str, np.ndarray] = {}
    for k, pick in enumerate(picks):
        if pick.source not in found:
            at = _sensor_at if pick.is_sensor else _part_at
            found[pick.source] = at(solution, pick.source, times, slack)
        rows_out[:, k] = found[pick.source][:, pick.number]


def _sensor_at(solution: Solution, name: str, times: np.ndarray, slack: float) -> np.ndarray:
    recorded = solution.sensors[name]
    own, values = recorded[:, 0], recorded[:, 1:]
    found, between = at_rows(own, values, times, slack)
    for k in between:
        found[k] = cubic(own, values, times[k], cubic_nodes(own, times[k]))
    return found


def _part_at(solution: Solution, part: str, times: np.ndarray, slack: float) -> np.ndarray:
    own, values = solution.times, getattr(solution, part)
    found, between = at_rows(own, values, times, slack)
    if not between.size or not values.shape[1]:
        return found
    if part not in KEPT[:3]:
        before = np.searchsorted(own, times[between], "right") - 1
        found[between] = values[before]  # they change in steps
        return found
    state: Any = solution.interpolate(times[between])
    found[between] = getattr(state, part)
    return found


def at_rows(
    own: np.ndarray, values: np.ndarray, times: np.ndarray, slack: float
) -> tuple[np.ndarray, np.ndarray]:
    """(values at those times that are recorded, numbers of times between two rows).

    Of several rows at one time, the last one counts.
    """
    found = np.full((len(times), values.shape[1]), np.nan)
    row = np.searchsorted(own, times + slack, "right") - 1
    there = (row >= 0) & (np.abs(own[np.maximum(row, 0)] - times) <= slack)
    found[there] = values[row[there]]
    inside = (times > own[0]) & (times < own[-1])
    return found, np.flatnonzero(inside & ~there)


def cubic_nodes(own: np.ndarray, t: float) -> range:
    """Rows of the polynomial around a time."""
    left = int(np.searchsorted(own, t, "right")) - 1
    first = max(0, min(left - 1, len(own) - 1 - ORDER))
    return range(first, min(first + ORDER + 1, len(own)))


def cubic(own: np.ndarray, values: np.ndarray, t: float, nodes: range) -> np.ndarray:
    """Value at a time of the polynomial through some rows."""
    total = np.zeros(values.shape[1])
    for i in nodes:
        weight = 1.0
        for j in nodes:
            if own[j] != own[i]:
                weight *= (t - own[j]) / (own[i] - own[j])
        total += weight * values[i]
    return total
