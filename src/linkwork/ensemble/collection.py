"""Members that have run: their numbers in memory, in the store, and on the progress bar."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from linkwork.core.errors import SysError, warn
from linkwork.ensemble.job import Told
from linkwork.ensemble.members import NOT_DONE, new_report
from linkwork.ensemble.reduction import FUNCTION_FAILED, Reduced, check_names
from linkwork.ensemble.store import Store

AFTER = 1.0
"""Ensembles shorter than this show no bar [s]."""


class Bar:
    """A tqdm bar over members, which appears once an ensemble takes longer than a second."""

    def __init__(self, total: int, wanted: bool) -> None:
        self._total, self._wanted = total, wanted
        self._began = time.perf_counter()
        self._bar: Any = None

    def show(self, done: int) -> None:
        """Move the bar to a number of members."""
        if not self._wanted:
            return
        if self._bar is None:
            if time.perf_counter() - self._began < AFTER:
                return
            from tqdm import tqdm

            self._bar = tqdm(total=self._total, initial=done, unit="member", desc="Ensemble")
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        """Leave the bar as it is."""
        if self._bar is not None:
            self._bar.close()


class Collection:
    """Numbers and reports of all members; chunks are stored when all of their members are done.

    shape -- of a member's numbers; None if a function makes them, until its first result is known
    values, report -- of all members; names -- of the numbers of a function
    messages -- texts of members that failed, as far as they are known
    warned -- first warnings of members; reason -- why members were not compiled
    chunk -- members of a stored chunk; 0 until it is chosen
    """

    def __init__(
        self, count: int, shape: tuple[int, ...] | None, store: Store | None, progress: bool
    ) -> None:
        self.count, self.store = count, store
        self.report = new_report(count)
        self.names: tuple[str, ...] | None = None
        self.messages: dict[int, str] = {}
        self.warned: dict[int, str] = {}
        self.reason = ""
        self.values = np.full((count, *(shape or (0,))), np.nan)
        self._is_known = shape is not None
        self.chunk = 0
        if store is not None and store.exists:
            self.values, self.report, self.names = store.load()
            self._is_known = self._is_known or self.names is not None
            self.chunk = store.chunk
        self.done = self.count - len(self.pending())
        self._stored: set[int] = set()
        if self.chunk:
            self._stored = {k for k in range(self._chunks()) if self._is_complete(k)}
        self.bar = Bar(count, progress)

    def pending(self) -> np.ndarray:
        """Numbers of members that have not run."""
        return np.flatnonzero(self.report["status"] == NOT_DONE)

    def put(self, members: np.ndarray, found: Reduced, report: np.ndarray, told: Told) -> None:
        """Take the numbers of members from a scheduler."""
        check_names(self.names, found.names)
        if found.names is not None and not self._is_known:
            self.values = np.full((self.count, len(found.names)), np.nan)
            self.names, self._is_known = found.names, True
        if found.values.shape[1:] == self.values.shape[1:]:
            self.values[members] = found.values
        self.report[members] = report
        told.messages.update(found.messages)
        if members[0] == 0 and self.report["status"][0] == FUNCTION_FAILED:
            self.report[members] = new_report(len(members))
            raise SysError(f"{told.messages[0]}; that was member 0, so no other was tried")
        self.took(members, told)

    def took(self, members: np.ndarray, told: Told) -> None:
        """Numbers of members stand in the arrays: store chunks that are complete."""
        self.messages |= {int(members[k]): text for k, text in told.messages.items()}
        self.reason = told.reason
        self.warned |= {int(members[k]): text for k, text in told.warned.items()}
        self.done += int(np.count_nonzero(self.report["status"][members] != NOT_DONE))
        self.bar.show(self.done)
        if self.chunk and self.store is not None:
            for number in np.unique(members // self.chunk):
                if self._is_complete(int(number)):
                    self._write(int(number))

    def choose_chunk(self, members: int) -> None:
        """Fix the number of members of a stored chunk, and store what is complete."""
        if self.chunk:
            return
        self.chunk = max(1, min(members, self.count))
        if self.store is not None:
            for number in range(self._chunks()):
                if self._is_complete(number):
                    self._write(number)

    def finish(self) -> None:
        """Store what is not stored yet, also chunks with members that have not run."""
        self.bar.close()
        if self.warned:
            first = min(self.warned)
            count = f"{len(self.warned)} member{'s have' if len(self.warned) > 1 else ' has'}"
            warn(f"{count} warned; member {first}: {self.warned[first]}")
        if self.store is None:
            return
        self.choose_chunk(self.chunk or self.count)
        for number in range(self._chunks()):
            if number not in self._stored and (self._status(number) != NOT_DONE).any():
                self._write(number)
        self.store.close(self.values, self.report, self.names)

    def _chunks(self) -> int:
        return -(-self.count // self.chunk)

    def _status(self, number: int) -> Any:
        return self.report["status"][number * self.chunk : (number + 1) * self.chunk]

    def _is_complete(self, number: int) -> bool:
        return bool((self._status(number) != NOT_DONE).all())

    def _write(self, number: int) -> None:
        if number in self._stored or self.store is None:
            return
        if not self.store.exists:
            self.store.create(self.values.shape, self.chunk, self.names)
        place = slice(number * self.chunk, min((number + 1) * self.chunk, self.count))
        self.store.write(place, self.values[place], self.report[place])
        self._stored.add(number)
