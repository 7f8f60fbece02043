"""MarkerNodeCoordinates: all coordinates of a node as a vector, with their reference values.

Values c = c_ref + q and velocities v of the node n_0; the vector has as many components as the node
has coordinates, none on a NodePointGround. For constraints of coordinate vectors.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.declare import VARIABLE, Output, Visualization, define, parameter
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.parameters import Index
from linkwork.core.records import i8
from linkwork.markers.marker import Lookup, Marker
from linkwork.nodes.node import Node, Point
from linkwork.nodes.point_node import COORDINATES, COORDINATES_T

__all__ = ["MarkerNodeCoordinates", "VMarkerNodeCoordinates"]


class VMarkerNodeCoordinates(Visualization):
    """Drawing of a MarkerNodeCoordinates."""


class MarkerNodeCoordinates(Marker):
    """The vector of the coordinates of a node."""

    type_name = "NodeCoordinates"
    V = VMarkerNodeCoordinates
    provides = frozenset({"Coordinates"})
    extra_columns = (*Marker.extra_columns, ("start", i8), ("count", i8))
    outputs = {
        Variable.Coordinates: Output("c", "m", VARIABLE, "reference coordinates plus q"),
        Variable.Coordinates_t: Output("v", "m/s", VARIABLE, "velocities of the coordinates"),
        Variable.Coordinates_tt: Output("a", "m/s^2", VARIABLE, "accelerations"),
    }

    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n_0", doc="node the marker stands on", structural=True
    )

    def misfit(self, node: Node) -> str:
        return ""

    def resolve(self, model: Lookup) -> tuple[Point, float]:
        """No point: the vector is read from the coordinates themselves."""
        return Point(np.zeros(3), -1, 0), 0.0


def output(table, row, variable, q, reference, v, a, value_out):
    e = table[row]
    for r in range(e.count):
        k = e.start + r
        if variable == COORDINATES:
            value_out[r] = reference[k] + q[k]
        elif variable == COORDINATES_T:
            value_out[r] = v[k]
        else:
            value_out[r] = a[k]


define(MarkerNodeCoordinates, output)
