"""MarkerNodeCoordinate: one coordinate of a node, without its reference value.

Value q_k and velocity v_k of coordinate k of the node n_0; a force on the marker acts on this
coordinate. If the coordinate is an angle, its unit is rad instead of m, and the force is a torque
[N m]. On a NodePointGround, value and velocity are 0 for every k.

Where velocities are not the rates of coordinates (rotation vectors of a NodeRigidBodyRotVecLG), the
marker has the rate of its coordinate, and a force on it does work along this rate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.core.declare.item import Output, Visualization, define, parameter
from linkwork.core.declare.item_list import ItemList, Members
from linkwork.core.declare.parameters import Index, UInt
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import i8
from linkwork.markers.coordinate_outputs import output
from linkwork.markers.marker import Lookup, Marker
from linkwork.motion.kind import Motion
from linkwork.motion.point import Points
from linkwork.nodes.node import Node

__all__ = ["MarkerNodeCoordinate", "VMarkerNodeCoordinate"]


class VMarkerNodeCoordinate(Visualization):
    """Drawing of a MarkerNodeCoordinate."""


class MarkerNodeCoordinate(Marker):
    """A single coordinate of a node."""

    type_name = "NodeCoordinate"
    V = VMarkerNodeCoordinate
    provides = frozenset({"Coordinate"})
    outputs = {
        Variable.Coordinates: Output("q_k", "m", 1, "coordinate without reference value"),
        Variable.Coordinates_t: Output("v_k", "m/s", 1, "velocity of the coordinate"),
        Variable.Coordinates_tt: Output("a_k", "m/s^2", 1, "acceleration of the coordinate"),
    }

    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n_0", doc="node the marker is attached to", structural=True
    )
    coordinate: int = parameter(
        -1, UInt(), symbol="k", doc="number of the coordinate in the node, from 0", structural=True
    )

    def misfit(self, node: Node) -> str:
        return "" if node.part == "ode2" else "node with second-order coordinates"

    def check_node(self, owner: str, node: Node, label: str) -> None:
        if not node.is_ground and self.coordinate >= node.coordinates:
            raise ParameterError(
                f"{owner}: coordinate k must be < {node.coordinates}, the number of coordinates "
                f"of {label}, got {self.coordinate}"
            )

    @classmethod
    def judged_rows(cls, group: Members, nodes: ItemList) -> np.ndarray:
        if cls.check_node is not MarkerNodeCoordinate.check_node:
            return super().judged_rows(group, nodes)
        codes, kinds = nodes.kind_codes()
        # kinds whose nodes choose their number of coordinates are looked at one by one
        limits = [kind.coordinates if isinstance(kind.coordinates, int) else 0 for kind in kinds]  # type: ignore[attr-defined]
        number = group.column("nodeNumber")
        known = np.flatnonzero((number >= 0) & (number < len(nodes)))
        large = group.column("coordinate")[known] >= np.array(limits, i8)[codes[number[known]]]
        found: np.ndarray = known[large]
        return found

    def coordinate_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        node = items["node"][self.nodeNumber]
        return [] if node.is_ground else [node.units()[self.coordinate]]

    @classmethod
    def points(cls, group: Members, model: Lookup) -> Points | None:
        if cls.resolve is not MarkerNodeCoordinate.resolve:
            return None
        return model.coordinate_points(group.column("nodeNumber"), group.column("coordinate"))

    def resolve(self, model: Lookup) -> tuple[Motion, float]:
        return model.coordinate_point(self.nodeNumber, self.coordinate), 0.0


define(MarkerNodeCoordinate, output)
