"""Progress of a run: its counts, the time and step in texts, and the bar of long runs."""

from __future__ import annotations

import time
from typing import Any

from linkwork.model.data import Data

AFTER = 1.0
"""Runs shorter than this show no bar [s]."""


class Counts:
    """Steps of a run.

    steps -- those taken; rejected -- those that failed
    good -- those taken since the last failure; slowest -- most iterations of one of these
    """

    def __init__(self, data: Data) -> None:
        self._data = data
        self.steps = self.rejected = self.good = self.slowest = 0

    @property
    def all(self) -> tuple[int, int, int, int]:
        """All counts, to come back to them."""
        return self.steps, self.rejected, self.good, self.slowest

    @all.setter
    def all(self, counts: tuple[int, int, int, int]) -> None:
        self.steps, self.rejected, self.good, self.slowest = counts

    def when(self) -> str:
        """The present time and step, for error texts."""
        s = self._data.scalars
        return f"at t = {s.t:.9g} s (step {self.steps + 1}, h = {s.h:.3g} s)"


class Progress:
    """A tqdm bar that appears once a run takes longer than a second; quiet in verboseMode 0."""

    def __init__(self, steps: int, verbose: int, began: float, title: str = "SolveDynamic") -> None:
        self.steps, self.verbose, self.began, self.title = steps, verbose, began, title
        self.bar: Any = None

    def show(self, fraction: float) -> None:
        """Move the bar to a fraction of the run."""
        if self.verbose < 1:
            return
        done = min(int(fraction * self.steps), self.steps)
        if self.bar is None:
            if time.perf_counter() - self.began < AFTER:
                return
            from tqdm import tqdm

            # the steps before the bar must not count in its speed
            self.bar = tqdm(total=self.steps, initial=done, unit="step", desc=self.title)
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
