"""Tables of a motion over time: piecewise polynomials with their exact derivatives.

A table has `count` knots from `start` on in the pool `knots`, and four coefficients per piece from
`first_piece` on in the pool `pieces`, so that between two knots t_k and t_k+1

    S = ((c0 x + c1) x + c2) x + c3,   x = t - t_k

| interpolation | pieces |
|---|---|
| "linear" | straight lines: the rate jumps at the knots |
| "cubic" | a spline with continuous second derivatives |

| beyond the ends | motion | ends of a spline |
|---|---|---|
| "hold" | the value at the end, at rest | zero rate |
| "periodic" | repeats with the length of the table | both ends have the same derivatives |
| "error" | the run ends with an error | the first and the last two pieces are one cubic each |

At a knot, the derivatives are those of the piece before it at the end of an implicit step, and of
the piece after it otherwise; where a run ends with the table, of the piece before it. A spline that
leaves or reaches rest has a jump of its second derivative there: steps of automatic size end at it
(`next_kink`), and until then they see the side before it.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError
from linkwork.core.overflows import overflows_unnoticed
from linkwork.math.tables import piece_of

LINEAR, CUBIC = 0, 1
INTERPOLATIONS = ("linear", "cubic")
HOLD, PERIODIC, ERROR = 0, 1, 2
BEYOND = ("hold", "periodic", "error")

ON_KNOT = 1.0e-12
"""Times closer to a knot than this, relative to the length of the table, are on it."""

OF_TIME = 4.0e-15
"""The same relative to the time itself, which is rounded: after many periods, this is more."""

AT_END = 1.0e-9
"""How far beyond its ends a table may be read with "error", relative to its length: rounding."""


def motion_at(e, t, backward, t_stop, knots, pieces):
    """(S, S', S'', whether t is inside of a table that must not be left).

    t_stop -- where steps of automatic size end; inf without them
    """
    if e.count == 0:
        return 0.0, 0.0, 0.0, True
    first, last = e.start, e.start + e.count - 1
    low, high = knots[first], knots[last]
    length = high - low
    if e.count == 1:
        return pieces[e.first_piece + 3], 0.0, 0.0, True
    x, fine, margin = t, True, max(ON_KNOT * length, OF_TIME * abs(t))
    if e.beyond == PERIODIC:
        x = t - math.floor((t - low) / length) * length
        if backward and x - low <= margin:
            x = high
        elif not backward and high - x <= margin:
            x = low
    elif e.beyond == ERROR:
        fine = low - AT_END * length <= t <= high + AT_END * length
    elif t < low or (t - low <= margin and (backward or _ends_at(e, low, t_stop, margin))):
        return pieces[e.first_piece + 3], 0.0, 0.0, True
    elif t > high + margin or (
        high - t <= margin
        and not (backward or high >= e.t_high - margin or _ends_at(e, high, t_stop, margin))
    ):
        return _value(e, last - 1, high, knots, pieces)[0], 0.0, 0.0, True
    k = piece_of(first, e.count, x, knots)
    if backward and k > first and x - knots[k] <= margin:
        k -= 1
    elif not backward and k < last - 1 and knots[k + 1] - x <= margin:
        k += 1
    s, rate, bend = _value(e, k, x, knots, pieces)
    return s, rate, bend, fine


def _ends_at(e, knot, t_stop, margin):
    """Whether the steps of automatic size end at this end of a spline."""
    return e.smooth != LINEAR and t_stop <= knot + margin


def _value(e, k, t, knots, pieces):
    """(S, S', S'') of the piece that begins at knot k."""
    x, c = t - knots[k], e.first_piece + 4 * (k - e.start)
    c0, c1, c2, c3 = pieces[c], pieces[c + 1], pieces[c + 2], pieces[c + 3]
    s = ((c0 * x + c1) * x + c2) * x + c3
    return s, (3.0 * c0 * x + 2.0 * c1) * x + c2, 6.0 * c0 * x + 2.0 * c1


def next_kink(table: Any, t: float, present: bool = False) -> float:
    """The first time after t at which a table bends; inf: never.

    There its rate jumps, or its second derivative at an end of a spline from or to rest.

    present -- whether t itself counts
    """
    found = math.inf
    bends = (table.rows["smooth"] == LINEAR) | (table.rows["beyond"] == HOLD)
    for row in table.rows[bends & (table.rows["count"] > 1)]:
        knots = table.pools["knots"][row["start"] : row["start"] + row["count"]]
        if row["smooth"] != LINEAR:
            knots = knots[[0, -1]]
        length = knots[-1] - knots[0]
        turn = math.floor((t - knots[0]) / length) if row["beyond"] == PERIODIC else 0
        margin = max(ON_KNOT * length, OF_TIME * abs(t)) * (-1.0 if present else 1.0)
        for shift in (turn * length, (turn + 1) * length)[: 2 if row["beyond"] == PERIODIC else 1]:
            behind = knots[knots + shift > t + margin]
            if len(behind):
                found = min(found, float(behind[0] + shift))
                break
    return found


def time_limits(table: Any) -> list[tuple[int, float, float]]:
    """(line, first, last time) of tables that must not be left, with the rounding they allow."""
    found = []
    for line in np.flatnonzero((table.rows["beyond"] == ERROR) & (table.rows["count"] > 1)):
        row = table.rows[line]
        first, last = table.pools["knots"][[row["start"], row["start"] + row["count"] - 1]]
        margin = AT_END * (last - first)
        found.append((int(line), float(first - margin), float(last + margin)))
    return found


def pieces_of(times: np.ndarray, values: np.ndarray, interpolation: str, beyond: str) -> np.ndarray:
    """Coefficients of a table, (pieces, 4)."""
    if len(times) == 1:
        return np.array([[0.0, 0.0, 0.0, values[0]]])
    if interpolation == "linear":
        pieces = np.zeros((len(times) - 1, 4))
        pieces[:, 2], pieces[:, 3] = np.diff(values) / np.diff(times), values[:-1]
        return pieces
    from scipy.interpolate import CubicSpline

    ends = {"hold": "clamped", "periodic": "periodic", "error": "not-a-knot"}[beyond]
    return np.ascontiguousarray(CubicSpline(times, values, bc_type=ends).c.T)


def check_table(owner: str, times: Any, values: Any, interpolation: str, beyond: str) -> None:
    """Refuse a table that does not define a motion."""
    if len(values) != len(times):
        raise ParameterError(
            f"{owner}: values must have one entry for each of the {len(times)} times, "
            f"got {len(values)}"
        )
    wrong = np.flatnonzero(np.diff(times) <= 0.0)
    if len(wrong):
        before, after = (float(t) for t in times[wrong[0] : wrong[0] + 2])
        raise ParameterError(
            f"{owner}: times must strictly increase, got {after!r} s after {before!r} s"
        )
    if beyond == "periodic" and len(times) and (len(times) < 2 or values[0] != values[-1]):
        got = f"{float(values[0])!r} and {float(values[-1])!r}" if len(times) > 1 else "one point"
        raise ParameterError(
            f"{owner}: beyond 'periodic' needs a table that ends with the value it begins with, "
            f"got {got}"
        )
    if len(times):
        _check_finite(owner, times, values, interpolation, beyond)


def _check_finite(owner: str, times: Any, values: Any, interpolation: str, beyond: str) -> None:
    """Refuse a table whose velocities or accelerations overflow."""
    with overflows_unnoticed():
        try:
            fine = bool(np.isfinite(pieces_of(times, values, interpolation, beyond)).all())
        except (ValueError, np.linalg.LinAlgError):  # SciPy checks what it computes
            fine = False
        smallest, largest = np.diff(times).min(initial=np.inf), np.abs(values).max()
    if not fine:
        raise ParameterError(
            f"{owner}: velocities or accelerations of its table overflow; times that are at least "
            f"{smallest:.3g} s apart and values up to {largest:.3g} do not fit each other"
        )
