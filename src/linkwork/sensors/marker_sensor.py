"""SensorMarker: records an output variable of a marker.

The value is that of GetMarkerOutput at the recorded times.
"""

from __future__ import annotations

from linkwork.core.declare.item import Visualization, parameter
from linkwork.core.declare.parameters import Index
from linkwork.sensors.sensor import NOWHERE, Target, VariableSensor

__all__ = ["SensorMarker", "VSensorMarker"]


class VSensorMarker(Visualization):
    """Drawing of a SensorMarker."""


class SensorMarker(VariableSensor):
    """Output variable of a marker."""

    type_name = "Marker"
    V = VSensorMarker

    markerNumber: int = parameter(-1, Index("marker"), doc="measured marker", structural=True)

    def target(self) -> Target:
        return Target("marker", self.markerNumber, self.outputVariableType, NOWHERE)
