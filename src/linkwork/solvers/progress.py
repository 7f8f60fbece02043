"""Progress bar of long runs."""

from __future__ import annotations

import time
from typing import Any

AFTER = 1.0
"""Runs shorter than this show no bar [s]."""


class Progress:
    """A tqdm bar that appears once a run takes longer than a second; quiet in verboseMode 0."""

    def __init__(self, steps: int, verbose: int, began: float) -> None:
        self.steps, self.verbose, self.began = steps, verbose, began
        self.bar: Any = None

    def show(self, fraction: float) -> None:
        """Move the bar to a fraction of the run."""
        if self.verbose < 1:
            return
        if self.bar is None:
            if time.perf_counter() - self.began < AFTER:
                return
            from tqdm import tqdm

            self.bar = tqdm(total=self.steps, unit="step", desc="SolveDynamic")
        self.bar.update(min(int(fraction * self.steps), self.steps) - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
