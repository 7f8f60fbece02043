"""States that a Stepper can come back to, and the recorded rows that belong to them.

A run that goes back to a snapshot takes another way from there. The rows of all ways lie in the
same memory: those of one way overwrite those of the way before it. A snapshot therefore comes back
to the rows that no other way has overwritten since it was taken.
"""

from __future__ import annotations

from typing import Any

from linkwork.run.execution import record_present
from linkwork.run.image import Moment
from linkwork.run.run import Run

Rows = tuple[int, ...]
"""Numbers of recorded states, sensor rows, events and jumps."""


class SavedState:
    """A state of a Stepper, made by `snapshot` for `restore`."""

    __slots__ = ("_moment", "_number", "_owner", "_replaced", "time")

    def __init__(self, owner: Any, moment: Moment, number: int, replaced: int, time: float) -> None:
        self._owner, self._moment, self._number = owner, moment, number
        self._replaced, self.time = replaced, time

    def __repr__(self) -> str:
        return f"<state of a Stepper at t = {self.time:.6g} s>"


class Ways:
    """The rows of a run that goes back to snapshots."""

    def __init__(self, run: Run) -> None:
        self._context, self._checkpoints = run.context, run.checkpoints
        self._branches = Branches()

    def note(self) -> int:
        """The number of a snapshot that is taken now."""
        return self._branches.note()

    def go_back(self, number: int, moment: Moment) -> None:
        """Drop the rows of other ways, after the state of a snapshot was put back.

        If there are fewer than at the snapshot, its state is recorded.
        """
        self._checkpoints.write_all_rows()
        kept = self._branches.go_back(number, moment.rows)
        if kept == moment.rows:
            return
        recording, s = self._context.recording, self._context.data.scalars
        s.record_rows, s.sensor_rows = kept[:2]
        del recording.events[kept[2] :]
        del recording.jumps.found[kept[3] :]
        self._context.demand(record_present(self._context))


class Branches:
    """Finds how many rows are still there of those that were recorded at some moment.

    Each time the run goes back is noted with the rows that it keeps. Numbers of rows in the notes
    never decrease: a note says how many rows have been there at all times since the note before.
    """

    def __init__(self) -> None:
        self._moment = 0
        self._notes: list[tuple[int, Rows]] = []

    def note(self) -> int:
        """The number of a moment at which a snapshot is taken."""
        self._moment += 1
        return self._moment

    def go_back(self, moment: int, rows: Rows) -> Rows:
        """Go back to a moment with this many rows; returns how many of them are still there."""
        notes = self._notes
        for then, known in notes:
            if then > moment:
                rows = rows if known == rows else _fewer(rows, known)
                break
        if notes and notes[-1][1] == rows:
            notes[-1] = self.note(), rows  # the same again
            return rows
        kept: list[tuple[int, Rows]] = []
        for then, known in [*notes, (self.note(), rows)]:
            left = _fewer(known, rows)
            if kept and kept[-1][1] == left:
                kept.pop()  # the later one says the same of all moments before it
            kept.append((then, left))
        self._notes = kept
        return rows


def _fewer(one: Rows, other: Rows) -> Rows:
    return tuple(map(min, one, other))
