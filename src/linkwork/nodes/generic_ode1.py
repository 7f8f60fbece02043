"""NodeGenericODE1: a list of first-order coordinates.

The rate y_t of the n_c coordinates y is the sum of all that acts on them: an ObjectGenericODE1 and
loads on their markers. Without any of these they are constant. Total values are c = c_ref + y.
Reference and initial values are zero where their lists are empty.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.declare.item import VARIABLE, Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Flag, PInt, Vector
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.nodes.node import Node, check_length, filled
from linkwork.nodes.point_node import COORDINATES, COORDINATES_TOTAL

__all__ = ["NodeGenericODE1", "VNodeGenericODE1"]


class VNodeGenericODE1(Visualization):
    """Drawing of a NodeGenericODE1: bars, because it has no position."""

    show: bool = parameter(
        False, Flag(), doc="whether it is drawn beside a model in space; always if there is none"
    )


class NodeGenericODE1(Node):
    """A node with any number of first-order coordinates."""

    type_name = "GenericODE1"
    V = VNodeGenericODE1
    part = "ode1"
    outputs = {
        Variable.CoordinatesTotal: Output("c", "1", VARIABLE, "reference coordinates plus y"),
        Variable.Coordinates: Output("y", "1", VARIABLE, "coordinates without reference values"),
        Variable.Coordinates_t: Output("y_t", "1/s", VARIABLE, "rates of the coordinates"),
    }

    referenceCoordinates: Any = parameter(
        [], Vector(), symbol="c_ref", unit="1", structural=True,
        doc="reference values, added only in CoordinatesTotal; empty: zeros",
    )  # fmt: skip
    initialCoordinates: Any = parameter(
        [], Vector(), symbol="y_ini", unit="1", structural=True,
        doc="initial coordinates, without reference values; empty: zeros",
    )  # fmt: skip
    numberOfODE1Coordinates: int = parameter(
        0, PInt(), symbol="n_c", unit="1", structural=True, doc="number of coordinates"
    )

    def size_of(self, part: str) -> int:
        return self.numberOfODE1Coordinates if part == "ode1" else 0

    def check_sizes(self, owner: str, items: Any) -> None:
        if not self.numberOfODE1Coordinates:
            return  # not given yet: Assemble reports it
        for name in ("referenceCoordinates", "initialCoordinates"):
            check_length(owner, name, getattr(self, name), self.numberOfODE1Coordinates)

    def reference(self) -> np.ndarray:
        return filled(self.referenceCoordinates, self.numberOfODE1Coordinates)

    def initial(self) -> tuple[np.ndarray, np.ndarray]:
        return filled(self.initialCoordinates, self.numberOfODE1Coordinates), np.zeros(0)


def output(table, row, variable, y, y_t, reference_ode1, value_out):
    e = table[row]
    for r in range(e.n_c):
        k = e.first + r
        if variable == COORDINATES_TOTAL:
            value_out[r] = reference_ode1[k] + y[k]
        elif variable == COORDINATES:
            value_out[r] = y[k]
        else:
            value_out[r] = y_t[k]


define(NodeGenericODE1, output)
