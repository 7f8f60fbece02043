"""Nodes: they own the coordinates of the system.

A node has `coordinates` second-order coordinates (ODE2), which are displacements from its
reference coordinates. Nodes that define a point or a frame in space return its motion (`point`). A
node may instead own coordinates of another of the `PARTS` of a system, and may have equations.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.item import Item, wire_rows
from linkwork.core.declare.item_list import Members
from linkwork.core.declare.units import UNKNOWN
from linkwork.core.errors import ParameterError
from linkwork.core.records import i8
from linkwork.motion.kind import Motion

PARTS = ("ode2", "ode1", "ae", "data")
"""Coordinates of a system: second order, first order, algebraic, data."""


def check_length(owner: str, name: str, values: Any, count: int) -> None:
    """Reject a list of values that is neither empty nor has one value per coordinate."""
    if len(values) not in (0, count):
        raise ParameterError(
            f"{owner}: {name} must be {count} numbers, one per coordinate, or empty, "
            f"got {len(values)}"
        )


def check_two_nodes(owner: str, numbers: Any) -> None:
    """Reject the nodes of both ends of a body if they are the same; -1: not given yet."""
    if numbers[0] == numbers[1] >= 0:
        raise ParameterError(
            f"{owner}: nodeNumbers must be two different nodes, got {numbers}; add a node for each "
            "end"
        )


MOST_COUPLED = 5000
"""Most coordinates that a user function may couple: 25 million pairs take about 4 GB."""


def check_coupled(owner: str, count: int) -> None:
    """Reject user functions of more coordinates than fit into memory."""
    if count > MOST_COUPLED:
        raise ParameterError(
            f"{owner}: a user function couples all coordinates with each other, so it may have at "
            f"most {MOST_COUPLED}, got {count}; use matrices, or several items with fewer "
            "coordinates"
        )


def filled(values: Any, count: int) -> np.ndarray:
    """The values, or zeros where the list is empty."""
    return np.asarray(values, float) if len(values) else np.zeros(count)


def parts_of_nodes(model: Any, kernel: str) -> list[tuple[Any, Any]]:
    """A kernel of nodes with composed coordinates, with the table of each kind that has it."""
    tables = [t for t in model.tables_of(Node) if t.kind.composes(t)]
    return [(t.kind.kernels[kernel], t) for t in tables if kernel in t.kind.kernels]


class Node(Item):
    """Base of all nodes."""

    family = "node"
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (("first", i8),)
    coordinates: ClassVar[int] = 0
    part: ClassVar[str] = "ode2"
    """The part of the system that has its coordinates; its column `first` is an index into it."""
    is_ground: ClassVar[bool] = False
    has_axes: ClassVar[bool] = False
    """Whether it has an orientation, which markers of frames can use."""
    angle_axes: ClassVar[tuple[int, ...]] = ()
    """Axes (0: x, 1: y, 2: z) about which its orientation has angles."""
    axes: ClassVar[tuple[str, ...]] = ()
    """Names of its coordinates, if they have names."""
    composed: ClassVar[tuple[int, ...]] = ()
    """Those of its coordinates that are composed and not added: `model/position.py`."""
    pose_size: ClassVar[int] = 0
    """How many numbers of `poses` they need, starting at the column `first_pose`. A body that has
    such a column finds the poses of its node there."""

    stage = 4

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        table.rows["first"] = model.numbering.node_firsts[cls.part][table.numbers]
        wire_rows(table, model.numbering.node_firsts["ae"])
        if cls.pose_size:
            table.rows["first_pose"] = model.numbering.first_pose[table.numbers]

    @classmethod
    def composed_coordinates(cls, table: Any) -> np.ndarray:
        """Coordinates of a table that are composed now, a row for each node."""
        found: np.ndarray = table.rows["first"][:, None] + np.array(cls.composed, np.int64)
        return found

    @classmethod
    def composes(cls, table: Any) -> bool:
        """Whether there are such coordinates."""
        return bool(cls.composed)

    def equation_count(self) -> int:
        return self.size_of("ae")

    def output_size(self, variable: Any, number: int, model: Any) -> int:
        return self.size_of(self.part)

    def size_of(self, part: str) -> int:
        """Number of its coordinates in one of the `PARTS`."""
        return self.coordinates if part == "ode2" else 0

    @classmethod
    def sizes(cls, group: Members) -> dict[str, Any]:
        """Numbers of coordinates of all nodes of this kind in the `PARTS` where they have some."""
        if cls.size_of is Node.size_of and isinstance(cls.coordinates, int):
            return {"ode2": cls.coordinates}
        nodes = group.items()
        return {part: [node.size_of(part) for node in nodes] for part in PARTS}

    @classmethod
    def values(cls, group: Members) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Reference values and initial displacements and velocities of all nodes of this kind."""
        nodes = group.items()
        lists = zip(*((node.reference(), *node.initial()) for node in nodes), strict=True)
        reference, q, v = (np.concatenate(parts) for parts in lists)
        return reference, q, v

    @classmethod
    def points(cls, group: Members) -> np.ndarray | None:
        """Positions at zero displacement of nodes whose points follow their coordinates by index.

        None for other kinds, which the model asks for `base`, one by one.
        """
        return None

    def units(self) -> list[str]:
        """Unit of each of its coordinates, including held ones."""
        declared = self.fields.get("referenceCoordinates")
        units = declared.unit.split(", ") if declared is not None else [UNKNOWN]
        return units if len(units) > 1 else units * self.coordinates

    def free_units(self) -> list[str]:
        """Unit of each of its coordinates in the system."""
        units = self.units()
        return [unit for k, unit in enumerate(units) if self.place_of(k) >= 0]

    def place_of(self, coordinate: int) -> int:
        """Index of a coordinate among those that the node has in the system; -1: it is held."""
        return -1 if self.is_ground else coordinate

    def held_value(self, coordinate: int) -> float:
        """Displacement of a coordinate that is not part of the system."""
        return 0.0

    def reference(self) -> np.ndarray:
        """Reference value of each coordinate of the node."""
        return np.zeros(0)

    def initial(self) -> tuple[np.ndarray, np.ndarray]:
        """Initial displacements and velocities."""
        return np.zeros(0), np.zeros(0)

    def point(self, first: int) -> Motion | None:
        """How the point or frame of the node moves in space; None if it has none."""
        return None

    @classmethod
    def between_rows(cls, table: Any, q: np.ndarray, v: np.ndarray) -> None:
        """Bring interpolated states, one row per time, onto the equations of the nodes."""

    def composed_point(self, first: int, coordinate: int) -> Motion:
        """How a coordinate that is composed moves, as a point with one component."""
        raise TypeError(f"{type(self).__name__} does not define the motion of its coordinates")

    def angle(self, first: int, axis: int) -> Motion:
        """How an angle of its rotation moves, as a point with one component; with its reference."""
        raise TypeError(f"{type(self).__name__} does not define the motion of its angles")

    def base(self, first: int) -> Motion | None:
        """Motion that bodies on the node build on: its point, or its coordinate along their x."""
        return self.point(first)
