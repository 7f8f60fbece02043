"""Markers: where connectors and loads act.

Markers have a state (`records.MARKER`) that the motion kernels write, and a force that
connectors and loads add up. A marker that follows coordinates one to one is mapped by index,
without a Jacobian product (`points.py`), any other one through its Jacobian (`mapped.py`), which
depends on the state if the marker turns with a body (`rigid.py`). A coordinate marker is a point
with one component and without reference value: its coordinate is p[0], its velocity v[0].
"""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

from linkwork.core.declare import Item, Output
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import f8, i8
from linkwork.nodes.node import Node, Point


class Lookup(Protocol):
    """What a marker needs of the model while it is assembled."""

    def node_point(self, number: int) -> Point: ...
    def node_frame(self, number: int) -> Point: ...
    def coordinate_point(self, number: int, coordinate: int) -> Point: ...
    def ode1_coordinate(self, number: int, coordinate: int) -> int: ...
    def body_point(self, number: int, local: object = None) -> Point: ...
    def body_frame(self, number: int, local: object) -> Point: ...
    def body_mass(self, number: int) -> float: ...


class Marker(Item):
    """Base of all markers."""

    family = "marker"
    needs_axes: ClassVar[bool] = False
    """Whether its body must have axes that may turn."""
    provides: ClassVar[frozenset[str]] = frozenset()
    """What it can carry: "Position" (forces on a point), "Orientation" (torques, and what
    depends on its angle in the x-y plane), "BodyMass" (mass-proportional loads),
    "Coordinate" (what acts on one coordinate), "Coordinates" (on all coordinates of a node),
    "ODE1Coordinate" (loads on one first-order coordinate)."""
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (
        ("marker", i8),
        ("first", i8),
        ("dimension", i8),
        ("offset", f8, 3),
        ("mapped", i8),
        ("column", i8),
        ("index", i8, 3),
        ("turning", i8),
    )
    outputs = {
        Variable.Position: Output("p", "m", 3, "global position"),
        Variable.Displacement: Output("u", "m", 3, "displacement from the reference position"),
        Variable.Velocity: Output("v", "m/s", 3, "global velocity"),
        Variable.Acceleration: Output("a", "m/s^2", 3, "global acceleration"),
    }

    def misfit(self, node: Node) -> str:
        """What the marker's node should be; empty if it fits."""
        return "node with a position" if node.point(0) is None else ""

    def check_node(self, owner: str, node: Node, label: str) -> None:
        """Refuse a node that fits but lacks something; label -- the node, for errors."""

    def resolve(self, model: Lookup) -> tuple[Point, float]:
        """The marker's point and the mass behind it."""
        raise TypeError(f"{type(self).__name__} cannot be resolved")
