"""NodeGenericODE2: a list of second-order coordinates without a predefined meaning.

The n_c coordinates q are displacements: total values c = c_ref + q, rates q_t. The object that uses
the node, e.g. an ObjectGenericODE2, defines their meaning. Reference and initial values are zero
where their lists are empty.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.declare.item import VARIABLE, Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Flag, PInt, Vector
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import i8
from linkwork.nodes.node import Node, check_length, filled
from linkwork.nodes.point_node import COORDINATES, COORDINATES_T, COORDINATES_TOTAL

__all__ = ["NodeGenericODE2", "VNodeGenericODE2"]


class VNodeGenericODE2(Visualization):
    """Drawing of a NodeGenericODE2: bars, because it has no position."""

    show: bool = parameter(
        False, Flag(), doc="whether it is drawn beside a model in space; always if there is none"
    )


class NodeGenericODE2(Node):
    """A node with any number of second-order coordinates."""

    type_name = "GenericODE2"
    V = VNodeGenericODE2
    extra_columns = (("first", i8),)
    outputs = {
        Variable.CoordinatesTotal: Output("c", "1", VARIABLE, "reference coordinates plus q"),
        Variable.Coordinates: Output("q", "1", VARIABLE, "displacement coordinates"),
        Variable.Coordinates_t: Output("q_t", "1/s", VARIABLE, "velocity coordinates"),
        Variable.Coordinates_tt: Output("q_tt", "1/s^2", VARIABLE, "acceleration coordinates"),
    }

    referenceCoordinates: Any = parameter(
        [], Vector(), symbol="c_ref", unit="1", structural=True,
        doc="total values at zero displacement; empty: zeros",
    )  # fmt: skip
    initialCoordinates: Any = parameter(
        [], Vector(), symbol="q_ini", unit="1", structural=True,
        doc="initial displacements; empty: zeros",
    )  # fmt: skip
    initialCoordinates_t: Any = parameter(
        [],
        Vector(),
        symbol="v_ini",
        unit="1/s",
        structural=True,
        doc="initial velocities; empty: zeros",
    )
    numberOfODE2Coordinates: int = parameter(
        0, PInt(), symbol="n_c", unit="1", structural=True, doc="number of coordinates"
    )

    @property
    def coordinates(self) -> int:  # type: ignore[override]
        return self.numberOfODE2Coordinates

    def check_sizes(self, owner: str, items: Any) -> None:
        if not self.numberOfODE2Coordinates:
            return  # not given yet: Assemble reports it
        for name in ("referenceCoordinates", "initialCoordinates", "initialCoordinates_t"):
            check_length(owner, name, getattr(self, name), self.numberOfODE2Coordinates)

    def reference(self) -> np.ndarray:
        return filled(self.referenceCoordinates, self.coordinates)

    def initial(self) -> tuple[np.ndarray, np.ndarray]:
        return (
            filled(self.initialCoordinates, self.coordinates),
            filled(self.initialCoordinates_t, self.coordinates),
        )


def output(table, row, variable, q, reference, v, a, value_out):
    e = table[row]
    for r in range(e.n_c):
        k = e.first + r
        if variable == COORDINATES_TOTAL:
            value_out[r] = reference[k] + q[k]
        elif variable == COORDINATES:
            value_out[r] = q[k]
        elif variable == COORDINATES_T:
            value_out[r] = v[k]
        else:
            value_out[r] = a[k]


define(NodeGenericODE2, output)
