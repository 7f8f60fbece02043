"""NodeGenericData: a list of data coordinates.

The n_c numbers x are kept and recorded with the state, but never integrated: user functions may
read and set them (`systemData.GetDataCoordinates`, `SetDataCoordinates`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.declare.item import VARIABLE, Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Flag, UInt, Vector
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.nodes.node import Node, check_length, filled

__all__ = ["NodeGenericData", "VNodeGenericData"]


class VNodeGenericData(Visualization):
    """Drawing of a NodeGenericData: it has no position, so it is not drawn."""

    show: bool = parameter(False, Flag(), doc="whether the item is drawn")


class NodeGenericData(Node):
    """A node with any number of data coordinates."""

    type_name = "GenericData"
    V = VNodeGenericData
    part = "data"
    outputs = {Variable.Coordinates: Output("x", "1", VARIABLE, "data coordinates")}

    initialCoordinates: Any = parameter(
        [], Vector(), symbol="x_ini", unit="1", structural=True,
        doc="data initial coordinates; empty: zeros",
    )  # fmt: skip
    numberOfDataCoordinates: int = parameter(
        0, UInt(), symbol="n_c", unit="1", structural=True, doc="number of coordinates"
    )

    def size_of(self, part: str) -> int:
        return self.numberOfDataCoordinates if part == "data" else 0

    def check_sizes(self, owner: str, items: Any) -> None:
        count = self.numberOfDataCoordinates
        check_length(owner, "initialCoordinates", self.initialCoordinates, count)

    def initial(self) -> tuple[np.ndarray, np.ndarray]:
        return filled(self.initialCoordinates, self.numberOfDataCoordinates), np.zeros(0)


def output(table, row, variable, data_coordinates, value_out):
    e = table[row]
    for r in range(e.n_c):
        value_out[r] = data_coordinates[e.first + r]


define(NodeGenericData, output)
