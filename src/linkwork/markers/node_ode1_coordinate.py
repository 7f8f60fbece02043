"""MarkerNodeODE1Coordinate: one first-order coordinate of a node, without its reference value.

A load f on the marker of coordinate y_k of the node n_0 adds f to the rate of this coordinate. The
marker has no independent velocity, so springs and constraints between coordinates cannot use it.

Its value is not written to the states of the markers: these are positions, whose size determines
the estimate of rounding errors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.declare.item import Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Flag, Index, UInt
from linkwork.core.declare.units import UNKNOWN
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import record, u4
from linkwork.markers.marker import Lookup, Marker
from linkwork.motion.kind import Kind, Member, Motion
from linkwork.nodes.node import Node
from linkwork.nodes.point_node import COORDINATES

__all__ = ["MarkerNodeODE1Coordinate", "VMarkerNodeODE1Coordinate"]

RATE = record(("marker", u4), ("first", u4))
"""A marker and the first-order coordinate that its force acts on."""


class RateOf(NamedTuple):
    """Not a point: the target of a load on a first-order coordinate."""

    first: int

    @property
    def offset(self) -> np.ndarray:
        return np.zeros(3)

    @property
    def kind(self) -> Kind:
        return RATES

    @property
    def coordinates(self) -> Sequence[int]:
        return ()

    @property
    def is_frame(self) -> bool:
        return False

    @property
    def turns(self) -> bool:
        return False

    @property
    def is_planar(self) -> bool:
        return False

    def start(self, rotation: Any) -> None:
        """Write nothing: it is not a frame."""

    def without_rotation(self) -> RateOf:
        return self

    def reference_place(self) -> np.ndarray:
        return self.offset

    def reference_rotation(self) -> np.ndarray:
        return np.eye(3)


class VMarkerNodeODE1Coordinate(Visualization):
    """Drawing of a MarkerNodeODE1Coordinate: it has no position, so it is not drawn."""

    show: bool = parameter(False, Flag(), doc="whether the item is drawn")


class MarkerNodeODE1Coordinate(Marker):
    """A single first-order coordinate of a node."""

    type_name = "NodeODE1Coordinate"
    V = VMarkerNodeODE1Coordinate
    provides = frozenset({"ODE1Coordinate"})
    outputs = {
        Variable.Coordinates: Output("y_k", "1", 1, "coordinate without reference value"),
        Variable.Coordinates_t: Output("y_t_k", "1/s", 1, "rate of the coordinate"),
    }

    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n_0", doc="node the marker is attached to", structural=True
    )
    coordinate: int = parameter(
        -1, UInt(), symbol="k", doc="number of the coordinate in the node, from 0", structural=True
    )

    def misfit(self, node: Node) -> str:
        return "" if node.part == "ode1" else "node with first-order coordinates (NodeGenericODE1)"

    def check_node(self, owner: str, node: Node, label: str) -> None:
        count = node.size_of("ode1")
        if self.coordinate >= count:
            raise ParameterError(
                f"{owner}: coordinate k must be < {count}, the number of coordinates of {label}, "
                f"got {self.coordinate}"
            )

    def coordinate_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return [UNKNOWN]

    def resolve(self, model: Lookup) -> tuple[Motion, float]:
        return RateOf(model.ode1_coordinate(self.nodeNumber, self.coordinate)), 0.0


def gather(table, marker_force_out, rates_out):
    """Move the loads from the markers to the rates; on the markers they would count as forces in
    the typical load."""
    for i in range(table.size):
        e = table[i]
        rates_out[e.first] += marker_force_out[e.marker, 0]
        marker_force_out[e.marker, 0] = 0.0


def _rows(members: list[Member]) -> np.ndarray:
    rows = np.zeros(len(members), RATE)
    rows["marker"] = [member.marker for member in members]
    rows["first"] = [member.motion.first for member in members]
    return rows


RATES = Kind(RATE, None, None, gather, _rows)


def output(table, row, variable, y, y_t, value_out):
    e = table[row]
    value_out[0] = y[e.first] if variable == COORDINATES else y_t[e.first]


define(MarkerNodeODE1Coordinate, output)
