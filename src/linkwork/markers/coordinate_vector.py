"""Base of markers of coordinate vectors: a list of coordinates and outputs of their values.

The vector is c = c_ref + q of the listed ODE2 coordinates, its velocity v. It is not a point: items
that act on it read the coordinates directly (`Places.marker_coordinates`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.declare.item import VARIABLE, Output
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import i8
from linkwork.markers.marker import Lookup, Marker
from linkwork.motion.kind import Motion
from linkwork.motion.point import Point
from linkwork.nodes.node import Node
from linkwork.nodes.point_node import COORDINATES, COORDINATES_T


class CoordinateVectorMarker(Marker):
    """Base of markers of coordinate vectors."""

    provides = frozenset({"Coordinates"})
    extra_columns = (*Marker.extra_columns, ("start", i8), ("count", i8))
    pools = {"indices": i8}
    outputs = {
        Variable.Coordinates: Output("c", "m", VARIABLE, "reference coordinates plus q"),
        Variable.Coordinates_t: Output("v", "m/s", VARIABLE, "velocities of the coordinates"),
        Variable.Coordinates_tt: Output("a", "m/s^2", VARIABLE, "accelerations"),
    }

    def misfit(self, node: Node) -> str:
        return "" if node.part == "ode2" else "node with second-order coordinates"

    def resolve(self, model: Lookup) -> tuple[Motion, float]:
        """Not a point: the vector is read directly from the coordinates."""
        return Point(np.zeros(3), -1, 0), 0.0

    def output_size(self, variable: Any, number: int, model: Any) -> int:
        return len(model.places.marker_coordinates(number)[0])

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        lists = [model.places.marker_coordinates(number)[0] for number in table.numbers]
        table.rows["count"] = [len(indices) for indices in lists]
        table.rows["start"] = np.cumsum([0, *table.rows["count"][:-1]])
        table.pools["indices"] = np.concatenate(lists).astype(i8)


def output(table, row, variable, indices, q, reference, v, a, value_out):
    e = table[row]
    for r in range(e.count):
        k = indices[e.start + r]
        if variable == COORDINATES:
            value_out[r] = reference[k] + q[k]
        elif variable == COORDINATES_T:
            value_out[r] = v[k]
        else:
            value_out[r] = a[k]
