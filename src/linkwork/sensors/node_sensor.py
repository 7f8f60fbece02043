"""SensorNode: records an output variable of a node.

The value is that of GetNodeOutput at the recorded times.
"""

from __future__ import annotations

from linkwork.core.declare.item import Visualization, parameter
from linkwork.core.declare.parameters import Index
from linkwork.sensors.sensor import NOWHERE, Target, VariableSensor

__all__ = ["SensorNode", "VSensorNode"]


class VSensorNode(Visualization):
    """Drawing of a SensorNode."""


class SensorNode(VariableSensor):
    """Output variable of a node."""

    type_name = "Node"
    V = VSensorNode

    nodeNumber: int = parameter(-1, Index("node"), doc="measured node", structural=True)

    def target(self) -> Target:
        return Target("node", self.nodeNumber, self.outputVariableType, NOWHERE)
