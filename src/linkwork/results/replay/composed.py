"""Coordinates that are composed (`model/position.py`), between two recorded rows.

The increment x from the row before to the row after is a cubic polynomial that meets both rows and
their velocities:

    x(0) = 0    x_t(0) = v0    x(h) = d    x_t(h) = T(d)^-1 v1

where d leads from one pose to the other. The velocity in between follows from x_t = T(x)^-1 v.
"""

from __future__ import annotations

import numpy as np

from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.model.position import composed_of, set_position_calls


class Composed:
    """The composed coordinates of a model.

    places -- their numbers, a row for each node, in an array for each kind of node
    """

    def __init__(self, model: Model) -> None:
        self.places = composed_of(model)
        self.data = Data(model)
        set_position_calls(model, self.data)

    def fill(
        self, ends: tuple[np.ndarray, ...], h: float, theta: float, q: np.ndarray, v: np.ndarray
    ) -> None:
        """Write those at the fraction theta of an interval of length h into q and v.

        ends -- q and v of the row before, and of the row after
        """
        before, v0, _, v1 = ends
        d = self._difference(ends)
        slope = self._slopes(d, v1)
        rest = 1.0 - theta
        x = theta**2 * (3.0 - 2.0 * theta) * d
        x += h * theta * rest * (rest * v0 - theta * slope)
        rate = 6.0 * theta * rest * d / h
        rate += rest * (1.0 - 3.0 * theta) * v0 + theta * (3.0 * theta - 2.0) * slope
        self._go(before, x)
        found = self._velocities(x, rate)
        for places in self.places:
            q[places], v[places] = self.data["q"][places], found[places]

    def fill_straight(self, ends: tuple[np.ndarray, ...], theta: float, q: np.ndarray) -> None:
        """The same by linear interpolation from row to row, without velocities."""
        self._go(ends[0], theta * self._difference(ends))
        for places in self.places:
            q[places] = self.data["q"][places]

    def _poses(self, q: np.ndarray) -> np.ndarray:
        self.data["q"][:] = q
        self.data.settle()
        return self.data["poses"]

    def _difference(self, ends: tuple[np.ndarray, ...]) -> np.ndarray:
        """The increment that leads from one row to the other."""
        before, _, behind, _ = ends
        self.data["poses_from"][:] = self._poses(before)
        self.data["poses_to"][:] = self._poses(behind)
        self.data["increment"][:] = behind - before
        self.data.run_calls("difference_calls")
        return self.data["increment"].copy()

    def _slopes(self, x: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Rate of an increment whose end moves with v."""
        self.data["increment"][:], self.data["v"][:], self.data["slopes"][:] = x, v, v
        self.data.run_calls("slope_calls")
        return self.data["slopes"].copy()

    def _go(self, q: np.ndarray, x: np.ndarray) -> None:
        """Move from q by an increment."""
        self._poses(q)
        self.data["increment"][:] = x
        self.data.run_calls("move_calls")

    def _velocities(self, x: np.ndarray, rate: np.ndarray) -> np.ndarray:
        """v with T(x)^-1 v = rate; slopes are linear in v, which gives the columns of T^-1."""
        found = rate.copy()
        for places in self.places:
            columns = []
            for own in places.T:
                unit = np.zeros(len(rate))
                unit[own] = 1.0
                columns.append(self._slopes(x, unit)[places])
            found[places] = np.linalg.solve(np.stack(columns, -1), rate[places][..., None])[..., 0]
        return found
