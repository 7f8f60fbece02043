"""Extremes of sensors: the smallest and largest values over all steps, whatever is recorded.

They are found in the run, after each accepted step (`record/recorder.py`). Results without them,
such as files of older versions, have those of the recorded rows instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.frozen import frozen

SMALLEST, SMALLEST_TIME, LARGEST, LARGEST_TIME, ROWS_ONLY = range(5)
"""Columns of the frame array `extremes`."""


@frozen
class Extremes:
    """Smallest and largest values of a sensor, one for each of its components.

    smallest, largest -- values in the unit of the sensor; NaN if it was never read
    smallest_times, largest_times -- when they were reached first [s]
    every_step -- whether all steps count; False: recorded rows alone
    """

    smallest: np.ndarray
    smallest_times: np.ndarray
    largest: np.ndarray
    largest_times: np.ndarray
    every_step: bool

    def __eq__(self, other: object) -> bool:
        """Equal to the last bit."""
        if not isinstance(other, Extremes):
            return NotImplemented
        same = zip(self._numbers(), other._numbers(), strict=True)
        return self.every_step == other.every_step and all(
            np.array_equal(own, its, equal_nan=True) for own, its in same
        )

    __hash__ = None  # type: ignore[assignment]

    def _numbers(self) -> tuple[np.ndarray, ...]:
        return self.smallest, self.smallest_times, self.largest, self.largest_times

    def __repr__(self) -> str:
        found = [
            f"{low:.6g} at {t_low:.6g} s to {high:.6g} at {t_high:.6g} s"
            for low, t_low, high, t_high in zip(*self._numbers(), strict=True)
        ]
        return f"<Extremes of {'all steps' if self.every_step else 'rows'}: {'; '.join(found)}>"

    def to_json(self) -> dict[str, Any]:
        """The extremes as numbers and lists; None for what is not known."""
        rows = np.array(self._numbers())
        lists = [[None if np.isnan(x) else float(x) for x in row] for row in rows]
        return {"numbers": lists, "every_step": self.every_step}

    @classmethod
    def from_json(cls, form: Any, count: int) -> Extremes:
        """The extremes of `to_json`; count -- of components. ValueError if they are invalid."""
        try:
            low, t_low, high, t_high = rows = [np.array(row, float) for row in form["numbers"]]
            if any(row.shape != (count,) for row in rows):
                raise ValueError
            return cls(low, t_low, high, t_high, bool(form["every_step"]))
        except (TypeError, ValueError, KeyError):
            raise ValueError("its extremes are invalid") from None


class FoundExtremes(NamedTuple):
    """What a run has found: a row of `extremes` per value; columns -- of each sensor, from 1 on."""

    table: np.ndarray
    columns: Mapping[str, slice]

    def by_sensor(self) -> dict[str, Extremes]:
        """Name of a sensor -> its extremes."""
        found = {}
        for name, place in self.columns.items():
            own = self.table[place.start - 1 : place.stop - 1]
            low, t_low, high, t_high, rows_only = own.T.copy()
            never = low > high
            for values in (low, t_low, high, t_high):
                values[never] = np.nan
            found[name] = Extremes(low, t_low, high, t_high, not rows_only.any())
        return found


def extremes_of_rows(rows: np.ndarray) -> Extremes:
    """Extremes of recorded values, with the time in the first column."""
    times, values = rows[:, 0], rows[:, 1:]
    if not len(rows):
        unknown = np.full(values.shape[1], np.nan)
        return Extremes(unknown, unknown, unknown, unknown, False)
    low, high = values.argmin(axis=0), values.argmax(axis=0)
    each = np.arange(values.shape[1])
    return Extremes(values[low, each], times[low], values[high, each], times[high], False)


def rename_time(table: np.ndarray, before: float, now: float) -> None:
    """The end of a run was reached up to rounding: its time is that of the settings."""
    for column in (SMALLEST_TIME, LARGEST_TIME):
        times = table[:, column]
        times[times == before] = now
