"""Warnings of plots whose curves miss what sensors reached between recorded times."""

from __future__ import annotations

from collections.abc import Iterable
from weakref import WeakKeyDictionary

import numpy as np

from linkwork.core.errors import warn
from linkwork.results.extremes import extremes_of_rows
from linkwork.results.parts import sensor_facts
from linkwork.results.solution import Solution

MISSED = 0.03
"""Part of the span of a curve that it may miss without a warning."""

ROUNDING = 1.0e-9
"""A span up to this, relative to the largest component of a sensor, is rounding."""

_told: WeakKeyDictionary[Solution, set[str]] = WeakKeyDictionary()
"""Sensors of a result of which a plot has warned."""


def warn_of_missed_extremes(solution: Solution | None, names: Iterable[str]) -> None:
    """Warn once of each sensor whose recorded rows miss its extremes by more than a few percent."""
    if solution is None:
        return
    told = _told.setdefault(solution, set())
    known = solution.extremes
    for name in dict.fromkeys(names):
        missed = _missed(solution, name) if name in known and name not in told else ""
        if missed:
            told.add(name)
            warn(
                f"the curve of sensor {name!r} misses {missed}, between recorded times; record it "
                "more often with a smaller solutionSettings.sensorsWritePeriod (0 records every "
                f"step); solution.extremes[{name!r}] has the extremes of all steps"
            )


def _missed(solution: Solution, name: str) -> str:
    """What the rows of a sensor miss most; empty if it is little."""
    found, rows = solution.extremes[name], solution.sensors[name]
    if not len(rows):
        return ""
    shown, span = extremes_of_rows(rows), found.largest - found.smallest
    size = np.nanmax(np.abs([found.smallest, found.largest]), initial=0.0)
    sides = (
        ("smallest", shown.smallest - found.smallest, found.smallest, found.smallest_times),
        ("largest", found.largest - shown.largest, found.largest, found.largest_times),
    )
    worst, text = MISSED, ""
    for word, gap, values, times in sides:
        with np.errstate(invalid="ignore", divide="ignore"):
            parts = np.nan_to_num(np.where(span > ROUNDING * size, gap / span, 0.0))
        k = int(parts.argmax())
        if parts[k] > worst:
            worst = float(parts[k])
            component = sensor_facts(solution, name).components[k]
            text = (
                f"its {word} {component or 'value'}, {values[k]:.6g} at t = {times[k]:.6g} s, by "
                f"{100 * worst:.0f} % of its span"
            )
    return text
