"""Base of joints that slide along cables freely: the arc length is no coordinate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from linkwork.connectors.connector import EVENT_COLUMN
from linkwork.connectors.data_node import DATA_COLUMN, check_data_node, wire_data
from linkwork.core.declare.item import Output, parameter
from linkwork.core.declare.parameters import Index, Real
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.joints.slider import SlidingConstraint

OUTPUTS = {
    Variable.Position: Output("r", "m", 3, "point of the cable"),
    Variable.Velocity: Output("r_t + s_t r'", "m/s", 3, "velocity of this point"),
    Variable.SlidingCoordinate: Output("s", "m", 0, "arc length of the point"),
    Variable.SlidingVelocity: Output("s_t", "m/s", 0, "rate of s"),
    Variable.Coordinates: Output("i, s", "1, m", 2, "place of the cable in the list, and s"),
}
"""Outputs of the place."""


class FreelySliding(SlidingConstraint):
    """Base of joints that remember the cable and the arc length in data coordinates."""

    extra_columns = (*SlidingConstraint.extra_columns, EVENT_COLUMN, DATA_COLUMN)
    last_parameters: ClassVar[tuple[str, ...]] = ("axialForce", "activeConnector")

    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n_d", structural=True,
        doc="node with two data coordinates: place of the cable in the list, arc length s",
    )  # fmt: skip
    axialForce: float = parameter(
        0.0, Real, symbol="f_ax", unit="N", doc="force along the cable on the body"
    )

    def is_driven(self) -> bool:
        return self.axialForce != 0.0

    def check_sizes(self, owner: str, items: Mapping[str, Sequence[Any]]) -> None:
        holds = "the place of the present cable in slidingMarkerNumbers and the arc length s"
        check_data_node(owner, self.nodeNumber, items, 2, holds)
        super().check_sizes(owner, items)

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        wire_data(table, model)

    @classmethod
    def remembers(cls, table: Any) -> bool:
        return True
