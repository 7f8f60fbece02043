"""Nodes: they own the coordinates of the system.

A node has `coordinates` second-order coordinates (ODE2), which are displacements from its
reference coordinates. Nodes that place a point in space tell it by `point`. A node may own other
coordinates instead, of one of the `PARTS` of a system.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar, NamedTuple

import numpy as np

from linkwork.core.declare import Item
from linkwork.core.errors import ParameterError
from linkwork.core.records import i8

PARTS = ("ode2", "ode1", "ae", "data")
"""Coordinates of a system: second order, first order, algebraic, data."""


class Point(NamedTuple):
    """A point that moves with some coordinates one to one: p = offset + q[first:first+dimension].

    offset -- position at zero displacement [m]; first -- first coordinate, -1 if fixed;
    dimension -- 3 in space, 2 in the plane (z is constant), 1 along x, 0 if fixed.

    A single coordinate is the same with dimension 1 and offset 0: its value is p[0].

    A point that depends on its coordinates otherwise has a jacobian, with the derivatives of p by
    one coordinate in each row: p = offset + q[first:first+dimension] @ jacobian.

    A point that turns in the x-y plane has a pose instead: (x, y, phi) of the node it turns with at
    zero displacement; coordinates -- of these three, -1 where held; arm -- its position
    in the axes of the node; home -- the reference coordinates, which differ from the pose where a
    coordinate is held elsewhere. A fixed frame has a pose too, and no coordinates.
    """

    offset: np.ndarray
    first: int
    dimension: int
    jacobian: np.ndarray | None = None
    pose: np.ndarray | None = None
    coordinates: tuple[int, int, int] = (-1, -1, -1)
    arm: tuple[float, float] = (0.0, 0.0)
    home: np.ndarray | None = None

    @property
    def turns(self) -> bool:
        """Whether it is a point of a body that may turn."""
        return self.pose is not None and max(self.coordinates) >= 0

    def without_angle(self) -> Point:
        """The same point for what does not ask for its angle: mapped by index where it can be."""
        if self.pose is None:
            return self
        x, y, _ = self.coordinates
        if self.arm == (0.0, 0.0) and x >= 0 and y == x + 1:
            return Point(self.offset, x, 2)
        return self if self.turns else self._replace(first=-1, dimension=0, pose=None)

    def reference_place(self) -> np.ndarray:
        """Position at the reference coordinates [m]."""
        if self.home is None:
            return self.offset
        x, y = self.turned_arm(self.home[2])
        return np.array([self.home[0] + x, self.home[1] + y, self.offset[2]])

    def turned_arm(self, angle: float) -> tuple[float, float]:
        """The arm in global axes when its node has that angle [rad]."""
        (x, y), sine, cosine = self.arm, math.sin(angle), math.cos(angle)
        return cosine * x - sine * y, sine * x + cosine * y


def check_length(owner: str, name: str, values: Any, count: int) -> None:
    """Refuse a list of values that is neither empty nor one for each of so many coordinates."""
    if len(values) not in (0, count):
        raise ParameterError(
            f"{owner}: {name} must be {count} numbers, one per coordinate, or empty, "
            f"got {len(values)}"
        )


MOST_COUPLED = 5000
"""So many coordinates a user function may couple: 25 million pairs take about 4 GB."""


def check_coupled(owner: str, count: int) -> None:
    """Refuse user functions of more coordinates than memory has room for."""
    if count > MOST_COUPLED:
        raise ParameterError(
            f"{owner}: a user function couples all coordinates with each other and may have up to "
            f"{MOST_COUPLED}, got {count}; use matrices, or several items with fewer coordinates"
        )


def filled(values: Any, count: int) -> np.ndarray:
    """The values, or zeros where the list is empty."""
    return np.asarray(values, float) if len(values) else np.zeros(count)


def parts_of_nodes(model: Any, kernel: str) -> list[tuple[Any, Any]]:
    """A kernel of nodes, with the table of each kind that has it."""
    tables = model.tables_of(Node)
    return [(t.kind.kernels[kernel], t) for t in tables if kernel in t.kind.kernels]


class Node(Item):
    """Base of all nodes."""

    family = "node"
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (("first", i8),)
    coordinates: ClassVar[int] = 0
    part: ClassVar[str] = "ode2"
    """Which part of the system its coordinates belong to; its column `first` counts in it."""
    is_ground: ClassVar[bool] = False
    axes: ClassVar[tuple[str, ...]] = ()
    """Names of its coordinates, where they have one each."""
    composed: ClassVar[tuple[int, ...]] = ()
    """Those of its coordinates that are composed and not added: `solvers/position.py`."""
    pose_size: ClassVar[int] = 0
    """Numbers of `poses` that it needs for them, from its column `first_pose` on; a body that has
    such a column finds the poses of its node there."""

    def size_of(self, part: str) -> int:
        """Number of its coordinates in one of the `PARTS`."""
        return self.coordinates if part == "ode2" else 0

    def place_of(self, coordinate: int) -> int:
        """Where a coordinate stands among those of the node in the system; -1: it does not."""
        return -1 if self.is_ground else coordinate

    def held_value(self, coordinate: int) -> float:
        """Displacement of a coordinate that is none of the system."""
        return 0.0

    def reference(self) -> np.ndarray:
        """Reference coordinates, as many as the node has coordinates."""
        return np.zeros(0)

    def initial(self) -> tuple[np.ndarray, np.ndarray]:
        """Initial displacements and velocities."""
        return np.zeros(0), np.zeros(0)

    def point(self, first: int) -> Point | None:
        """The point the node places in space; None if it places none."""
        return None

    def base(self, first: int) -> Point | None:
        """What bodies on the node start from: its point, or its coordinate along their x axis."""
        return self.point(first)
