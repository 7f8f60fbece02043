"""SensorBody: records an output variable at a point of a body.

The value is that of GetObjectOutputBody at local position b, at the recorded times.
"""

from __future__ import annotations

from typing import Any

from linkwork.core.declare.item import Visualization, parameter
from linkwork.core.declare.parameters import Array, Index
from linkwork.sensors.sensor import Target, VariableSensor

__all__ = ["SensorBody", "VSensorBody"]


class VSensorBody(Visualization):
    """Drawing of a SensorBody."""


class SensorBody(VariableSensor):
    """Output variable at a local position of a body."""

    type_name = "Body"
    V = VSensorBody

    bodyNumber: int = parameter(-1, Index("object"), doc="measured body", structural=True)
    localPosition: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="b", unit="m", doc="point in the axes of the body"
    )

    def target(self) -> Target:
        return Target("body", self.bodyNumber, self.outputVariableType, self.localPosition)
