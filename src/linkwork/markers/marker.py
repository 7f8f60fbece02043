"""Markers: where connectors and loads act.

Markers have a motion of six components: position and velocity (`records.MARKER`), rotation and
angular velocity (`records.ROTATION`), which kernels write. Connectors and loads add up a force and
a moment on each marker. The node or body that a marker is attached to defines how it moves
(`motion/kind.py`). A coordinate marker is a point with one component and without reference value:
its coordinate is p[0], its velocity v[0].
"""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

import numpy as np

from linkwork.core.declare.item import Item, Output
from linkwork.core.declare.item_list import ItemList, Members
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import f8, i8
from linkwork.motion.kind import Motion
from linkwork.motion.mesh import Mesh
from linkwork.motion.point import Points
from linkwork.nodes.node import Node


class Lookup(Protocol):
    """The part of the model that a marker needs during assembly."""

    def node_point(self, number: int) -> Motion: ...
    def node_frame(self, number: int) -> Motion: ...
    def coordinate_point(self, number: int, coordinate: int) -> Motion: ...
    def node_angle(self, number: int, axis: int) -> Motion: ...
    def data_coordinate(self, number: int) -> int: ...
    def ode1_coordinate(self, number: int, coordinate: int) -> int: ...
    def body_point(self, number: int, local: object = None) -> Motion: ...
    def body_frame(self, number: int, local: object) -> Any: ...
    def mesh_frame(self, number: int, mesh: Mesh) -> Any: ...
    def link_frame(self, number: int, link: int, local: object) -> Any: ...
    def body_mass(self, number: int) -> float: ...
    @property
    def node_points(self) -> Points: ...
    def body_points(self, numbers: np.ndarray, local: np.ndarray) -> Points: ...
    def coordinate_points(self, nodes: np.ndarray, coordinates: np.ndarray) -> Points: ...
    def masses(self) -> np.ndarray: ...


class Marker(Item):
    """Base of all markers."""

    family = "marker"
    needs_axes: ClassVar[bool] = False
    """Whether its body must have axes that can rotate."""
    on_mesh: ClassVar[bool] = False
    """Whether it is on mesh nodes of a super element."""
    on_links: ClassVar[bool] = False
    """Whether it is on a link of a kinematic tree."""
    provides: ClassVar[frozenset[str]] = frozenset()
    """What it can carry: "Position" (forces on a point), "Orientation" (moments, and items that
    depend on its rotation), "BodyMass" (mass-proportional loads), "Coordinate" (items that act
    on one coordinate), "Coordinates" (on all coordinates of a node or
    body), "Cable2DShape" (on points along a cable), "ODE1Coordinate" (loads on
    one first-order coordinate)."""
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (
        ("marker", i8),
        ("first", i8),
        ("dimension", i8),
        ("offset", f8, 3),
        ("column", i8),
        ("n_columns", i8),
        ("turning", i8),
        ("planar", i8),
    )
    outputs = {
        Variable.Position: Output("p", "m", 3, "global position"),
        Variable.Displacement: Output("u", "m", 3, "displacement from the reference position"),
        Variable.Velocity: Output("v", "m/s", 3, "global velocity"),
        Variable.Acceleration: Output("a", "m/s^2", 3, "global acceleration"),
    }

    def misfit(self, node: Node) -> str:
        """Description of the node that the marker needs; empty if this kind of node is suitable.

        It depends on the kinds alone; `check_node` looks at values.
        """
        return "node with a position" if node.point(0) is None else ""

    def body_misfit(self, body: Any) -> str:
        """Description of the body that the marker needs; empty if this kind is suitable."""
        return ""

    def check_node(self, owner: str, node: Node, label: str) -> None:
        """Reject a suitable node that lacks something; label -- the node, for errors."""

    @classmethod
    def judges_nodes(cls) -> bool:
        """Whether `check_node` looks at anything."""
        return cls.check_node is not Marker.check_node

    @classmethod
    def judged_rows(cls, group: Members, nodes: ItemList) -> np.ndarray:
        """Rows of markers of this kind whose nodes `check_node` must look at."""
        return np.arange(len(group) if cls.judges_nodes() else 0)

    @classmethod
    def points(cls, group: Members, model: Lookup) -> Points | None:
        """The motions of all markers of this kind that follow coordinates by index.

        The others are resolved one by one; None: all of them.
        """
        return None

    @classmethod
    def masses(cls, group: Members, model: Lookup) -> Any:
        """The masses that the same markers represent [kg]."""
        return 0.0

    def resolve(self, model: Lookup) -> tuple[Motion, float]:
        """The marker's motion and the mass that it represents."""
        raise TypeError(f"{type(self).__name__} cannot be resolved")
