"""Jumps of the state: where an action of an event or a pre-step function has changed it.

A recorded row holds at most one side of a jump: at an event the state after the action, at the
start of a step the state before the pre-step function was called. Often a jump lies between two
rows. So a run records both sides. Evaluations that follow the motion from row to row, such as
interpolation and integrals of powers, insert them as additional rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.frozen import frozen
from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.results.record.recorder import STATE

EVENT, PRE_STEP = CAUSES = ("SensorEvent", "pre-step function")

LIMIT = 1.0e8
"""Largest size of the states at jumps that a run stores [bytes]."""


@frozen
class Jump:
    """A change of the state at one time.

    cause -- "SensorEvent" (the action of one) or "pre-step function"
    row -- number of rows that were recorded before it
    before, behind -- the state on both sides, as it is recorded: time, coordinates, velocities,
    accelerations, multipliers, ODE1 coordinates and their rates, data coordinates; all NaN except
    the time if they are unknown
    """

    cause: str
    row: int
    before: np.ndarray
    behind: np.ndarray

    @property
    def time(self) -> float:
        """When it happened [s]."""
        return float(self.before[0])

    @property
    def is_known(self) -> bool:
        """Whether the states on both sides are known."""
        return not np.isnan(self.before[1:]).any() and not np.isnan(self.behind[1:]).any()

    def __eq__(self, other: object) -> bool:
        """Equal to the last bit; unknown values are equal to each other."""
        if not isinstance(other, Jump):
            return NotImplemented
        sides = zip((self.before, self.behind), (other.before, other.behind), strict=True)
        same = all(np.array_equal(own, its, equal_nan=True) for own, its in sides)
        return same and (self.cause, self.row) == (other.cause, other.row)

    def __hash__(self) -> int:
        return hash((self.cause, self.row, self.time))

    def to_row(self) -> list[float]:
        """The jump as numbers."""
        return [CAUSES.index(self.cause), self.row, *self.before.tolist(), *self.behind.tolist()]

    @classmethod
    def from_row(cls, numbers: Any, width: int) -> Jump:
        """The jump of `to_row`; ValueError if it is invalid.

        numbers -- what `to_row` has returned
        width -- how many numbers a recorded row has
        """
        try:
            row = np.array(numbers, float)
            if row.shape != (2 + 2 * width,) or row[0] not in (0.0, 1.0) or not row[1] >= 0.0:
                raise ValueError
            sides = row[2 : 2 + width], row[2 + width :]
            return cls(CAUSES[int(row[0])], int(row[1]), *sides)
        except (TypeError, ValueError, OverflowError):
            raise ValueError("its jumps are invalid") from None


class JumpNotes:
    """The jumps that a run records.

    found -- the jumps so far; cause -- of the jump in progress, empty: none
    """

    def __init__(self, model: Model, data: Data) -> None:
        self.model, self.data = model, data
        self.found: list[Jump] = []
        self.cause = ""
        self._before: np.ndarray
        self._poses: np.ndarray | None = None  # of composed coordinates, while states are swapped

    @cached_property
    def _ends(self) -> np.ndarray:
        """Where the arrays of a row begin, and where the last one ends."""
        return np.cumsum([1, *(self.data[name].size for name in STATE)])

    @cached_property
    def _counted(self) -> np.ndarray:
        """Indices in a row of the values that define a state."""
        counted = ["q", "v", "y", *(["data_coordinates"] if _reads_data(self.model) else [])]
        ends = self._ends
        return np.concatenate([np.arange(ends[k], ends[k + 1]) for k in map(STATE.index, counted)])

    def begin(self, cause: str) -> None:
        """The state may change now; no effect if a jump is already in progress."""
        if not self.cause:
            self.cause, self._before = cause, self._row()

    def goes_on(self, cause: str) -> bool:
        """Whether there is a jump of that cause; without a change of the state there is none."""
        if self.cause != cause:
            return False
        if np.array_equal(self._row()[self._counted], self._before[self._counted]):
            self.cause = ""
        return bool(self.cause)

    def end(self, rows: int) -> None:
        """The state will not change further: record the jump; rows -- number recorded so far."""
        cause, before, behind = self.cause, self._before, self._row()
        self.cause = ""
        if self.data.composition.is_on:
            before, behind = map(self.data.composition.public_row, (before, behind))
        before[0] = behind[0]  # a pre-step function sees the time at the end of its step
        if 16 * before.size * (len(self.found) + 1) <= LIMIT:
            self.found.append(Jump(cause, rows, before, behind))
        elif self.found[-1].is_known:
            unknown = np.full(before.size, np.nan)
            unknown[0] = before[0]
            self.found.append(Jump(cause, rows, unknown, unknown))

    def swap(self) -> None:
        """Exchange the current state and that before the last jump; a second call reverts it."""
        present, poses = self._row(), self.data["poses"].copy()
        for k, name in enumerate(STATE):
            self.data[name][:] = self._before[self._ends[k] : self._ends[k + 1]]
        if self._poses is None:
            self.data.settle()
            self._poses = poses
        else:
            self.data["poses"][:], self._poses = self._poses, None
        self._before = present

    def _row(self) -> np.ndarray:
        """The current state as it is recorded."""
        return np.concatenate([[self.data.scalars.t], *(self.data[name] for name in STATE)])


def _reads_data(model: Model) -> bool:
    """Whether the forces or energies of an item depend on data coordinates."""
    for table in model.tables.values():
        if model.n_data and table.kind.family in ("object", "load"):
            for kernel in table.kind.kernels.values():
                code = kernel.__code__
                if "data_coordinates" in code.co_varnames[: code.co_argcount]:
                    return True
    return False


class Rows(NamedTuple):
    """Recorded rows with both sides of jumps inserted.

    before -- numbers of the rows with states before jumps; those after the jumps follow
    causes -- one for each of them
    """

    times: np.ndarray
    state: Mapping[str, np.ndarray]
    before: np.ndarray
    causes: list[str]

    @property
    def added(self) -> np.ndarray:
        """Numbers of the rows that were inserted."""
        return np.concatenate([self.before, self.before + 1])


def with_jumps(times: np.ndarray, state: Mapping[str, np.ndarray], jumps: Sequence[Jump]) -> Rows:
    """Rows in which every jump lies between two rows at one time.

    state -- the arrays of a recorded row, in its order; unknown jumps are left out
    """
    known = [
        (place, jump)
        for place, jump in zip(_places(jumps), jumps, strict=True)
        if jump.is_known and 0 < place < len(times)
    ]
    if not known:
        return Rows(times, state, np.zeros(0, int), [])
    places = np.repeat([place for place, _ in known], 2)
    sides = np.array([side for _, jump in known for side in (jump.before, jump.behind)])
    ends = np.cumsum([1, *(values.shape[1] for values in state.values())])
    made = {
        name: np.insert(np.asarray(values), places, sides[:, first:end], axis=0)
        for (name, values), first, end in zip(state.items(), ends[:-1], ends[1:], strict=True)
    }
    before = places[::2] + 2 * np.arange(len(known))
    causes = [jump.cause for _, jump in known]
    return Rows(np.insert(times, places, sides[:, 0]), made, before, causes)


def _places(jumps: Iterable[Jump]) -> np.ndarray:
    """Rows before each jump; a row at its time may have been replaced at a later jump."""
    rows = np.array([jump.row for jump in jumps], int)
    return np.minimum.accumulate(rows[::-1])[::-1]
