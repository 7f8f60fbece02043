"""Solution: what SolveDynamic returns, as NumPy arrays."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from linkwork.results.evaluations import Evaluations
from linkwork.results.snapshot import Snapshot
from linkwork.results.statistics import Statistics
from linkwork.results.views import Views


class Solution(Evaluations, Views):
    """Recorded course of a run; true if the run came to its end.

    times -- recorded times [s]
    coordinates, velocities, accelerations -- ODE2 coordinates, one row per recorded time
    multipliers -- Lagrange multipliers of the constraints (AE coordinates, those of nodes first),
    one row per recorded time
    ode1_coordinates, ode1_velocities -- first-order coordinates and their rates, one row per
    recorded time
    data_coordinates -- data coordinates, one row per recorded time
    sensors -- name -> array with the time in the first column, then the sensor's values
    statistics -- counts and times of the run, see `Statistics`
    success, message -- whether the run came to its end, and if not, why
    snapshot -- the model that was solved; None if the file it was read from has none
    """

    def __init__(
        self,
        recorded: np.ndarray,
        sizes: tuple[int, int, int, int],
        sensors: Mapping[str, np.ndarray],
        statistics: Statistics,
        message: str = "",
        snapshot: Snapshot | None = None,
    ) -> None:
        """sizes -- numbers of ODE2, AE, ODE1 and data coordinates in a row of `recorded`."""
        n, m, n_ode1, _ = sizes
        further = 1 + 3 * n + m
        self.times = recorded[:, 0].copy()
        self.coordinates = recorded[:, 1 : 1 + n].copy()
        self.velocities = recorded[:, 1 + n : 1 + 2 * n].copy()
        self.accelerations = recorded[:, 1 + 2 * n : 1 + 3 * n].copy()
        self.multipliers = recorded[:, 1 + 3 * n : further].copy()
        self.ode1_coordinates = recorded[:, further : further + n_ode1].copy()
        self.ode1_velocities = recorded[:, further + n_ode1 : further + 2 * n_ode1].copy()
        self.data_coordinates = recorded[:, further + 2 * n_ode1 :].copy()
        self.sensors = dict(sensors)
        self.statistics = statistics
        self.message = message
        self.snapshot = snapshot

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
