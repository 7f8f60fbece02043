"""SensorObject: records an output variable of an object.

The value is that of GetObjectOutput at the recorded times.
"""

from __future__ import annotations

from linkwork.core.declare.item import Visualization, parameter
from linkwork.core.declare.parameters import Index
from linkwork.sensors.sensor import NOWHERE, Target, VariableSensor

__all__ = ["SensorObject", "VSensorObject"]


class VSensorObject(Visualization):
    """Drawing of a SensorObject."""


class SensorObject(VariableSensor):
    """Output variable of an object."""

    type_name = "Object"
    V = VSensorObject

    objectNumber: int = parameter(-1, Index("object"), doc="measured object", structural=True)

    def target(self) -> Target:
        return Target("object", self.objectNumber, self.outputVariableType, NOWHERE)
