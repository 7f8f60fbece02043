"""SensorLoad: records a load vector.

The value is that of GetLoadValues at the recorded times, with the load's user function.
"""

from __future__ import annotations

from linkwork.core.declare.item import Visualization, parameter
from linkwork.core.declare.parameters import Index
from linkwork.core.enums import OutputVariableType
from linkwork.sensors.sensor import NOWHERE, Sensor, Target

__all__ = ["SensorLoad", "VSensorLoad"]


class VSensorLoad(Visualization):
    """Drawing of a SensorLoad."""


class SensorLoad(Sensor):
    """Vector of a load, with its user function."""

    type_name = "Load"
    V = VSensorLoad

    loadNumber: int = parameter(-1, Index("load"), doc="measured load", structural=True)

    def target(self) -> Target:
        return Target("load", self.loadNumber, OutputVariableType._None, NOWHERE)
