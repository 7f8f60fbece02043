"""Runs in real time: simulated time follows the clock (timeIntegration.simulateInRealtime).

    t - t0 = realtimeFactor * (clock - clock0)

A chunk of steps covers at most one PERIOD of the clock; then the run sleeps until the clock has
caught up. A run that is slower than the clock does not sleep, and catches up where it can.
"""

from __future__ import annotations

from time import perf_counter, sleep
from typing import Any

PERIOD = 0.02
"""Longest time between two moments at which the run has the time of the clock [s]."""


class RealTime:
    """Keeps the time of a run down to that of the clock.

    times -- settings of the time integration; scalars -- those of the run
    """

    def __init__(self, times: Any, scalars: Any) -> None:
        self._factor = float(times.realtimeFactor)
        self._piece = 1.0e-6 * times.realtimeWaitMicroseconds
        self._scalars = scalars
        self._t, self._clock, self._last = scalars.t, perf_counter(), scalars.t

    def resume(self) -> None:
        """Before steps that are not the next ones of the run, start anew at the present time."""
        if self._scalars.t != self._last:
            self._t, self._clock, self._last = self._scalars.t, perf_counter(), self._scalars.t

    def steps(self, is_automatic: bool) -> int:
        """Largest number of steps until the next wait; is_automatic -- their size may change."""
        size = self._scalars.grid_h or self._scalars.h
        return 1 if is_automatic else max(1, int(self._factor * PERIOD / size))

    def wait(self) -> None:
        """Sleep until the clock has reached the time of the run, or the run is to stop."""
        s = self._scalars
        self._last = s.t
        due = self._clock + (s.t - self._t) / self._factor
        while (remaining := due - perf_counter()) > 0.0 and not s.stop_after:
            sleep(min(self._piece, remaining))
