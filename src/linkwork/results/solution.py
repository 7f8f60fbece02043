"""Solution: what SolveDynamic returns, as NumPy arrays."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from linkwork.results.statistics import Statistics


class Solution:
    """Recorded course of a run; true if the run came to its end.

    times -- recorded times [s]
    coordinates, velocities, accelerations -- ODE2 coordinates, one row per recorded time
    multipliers -- Lagrange multipliers of the constraints, one row per recorded time
    sensors -- name -> array with the time in the first column, then the sensor's values
    statistics -- counts and times of the run, see `Statistics`
    success, message -- whether the run came to its end, and if not, why
    """

    def __init__(
        self,
        recorded: np.ndarray,
        n: int,
        sensors: Mapping[str, np.ndarray],
        statistics: Statistics,
        message: str = "",
    ) -> None:
        self.times = recorded[:, 0].copy()
        self.coordinates = recorded[:, 1 : 1 + n].copy()
        self.velocities = recorded[:, 1 + n : 1 + 2 * n].copy()
        self.accelerations = recorded[:, 1 + 2 * n : 1 + 3 * n].copy()
        self.multipliers = recorded[:, 1 + 3 * n :].copy()
        self.sensors = dict(sensors)
        self.statistics = statistics
        self.message = message

    @property
    def success(self) -> bool:
        return not self.message

    def __bool__(self) -> bool:
        return self.success

    def __len__(self) -> int:
        return len(self.times)

    def __repr__(self) -> str:
        state = "complete" if self.success else "incomplete"
        span = f"t = {self.times[0]:g} ... {self.times[-1]:g} s" if len(self.times) else "empty"
        return (
            f"<Solution: {state}, {len(self.times)} rows, {span}, "
            f"{self.coordinates.shape[1]} coordinates, {self.multipliers.shape[1]} multipliers, "
            f"{len(self.sensors)} sensors, {self.statistics.steps} steps>"
        )
