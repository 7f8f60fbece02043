"""SensorSuperElement: records an output variable at a mesh node of a flexible body.

The outputs are Position, Displacement, Velocity and Acceleration of the mesh node in global axes,
DisplacementLocal and VelocityLocal, which are its deformation and its rate in body axes, and what
the body's outputVariableModeBasis gives there: StressLocal or StrainLocal. On an
ObjectGenericODE2, mesh nodes are its nodes, and the sensor records their outputs.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.core.declare.item import Visualization, parameter
from linkwork.core.declare.parameters import Index, UInt
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.sensors.sensor import Target, VariableSensor

__all__ = ["SensorSuperElement", "VSensorSuperElement"]

OF_MESH = (
    Variable.Position, Variable.Displacement, Variable.DisplacementLocal, Variable.Velocity,
    Variable.VelocityLocal, Variable.Acceleration, Variable.StressLocal, Variable.StrainLocal,
)  # fmt: skip


class VSensorSuperElement(Visualization):
    """Drawing of a SensorSuperElement."""


class SensorSuperElement(VariableSensor):
    """Output variable at a mesh node of a flexible body."""

    type_name = "SuperElement"
    V = VSensorSuperElement
    on_mesh = True

    bodyNumber: int = parameter(-1, Index("object"), doc="measured body", structural=True)
    meshNodeNumber: int = parameter(
        -1, UInt(), symbol="k", doc="measured mesh node", structural=True
    )

    def target(self) -> Target:
        place = np.array([self.meshNodeNumber, 0.0, math.nan])
        return Target("mesh", self.bodyNumber, self.outputVariableType, place)

    def check_complete(self, owner: str) -> None:
        if self.meshNodeNumber < 0:
            raise ParameterError(f"{owner}: meshNodeNumber must be given, a mesh node of its body")

    def check_sizes(self, owner: str, items: Any) -> None:
        if not 0 <= self.bodyNumber < len(items["object"]) or self.meshNodeNumber < 0:
            return  # not given yet: Assemble reports it
        body, variable = items["object"][self.bodyNumber], self.outputVariableType
        label, size = body.label(self.bodyNumber), body.mesh_size(items)
        if self.meshNodeNumber >= size:
            raise ParameterError(
                f"{owner}: meshNodeNumber must be below {size}, the number of mesh nodes of "
                f"{label}, got {self.meshNodeNumber}"
            )
        if variable not in OF_MESH and "outputVariableType" in self.given:
            names = ", ".join(v.name for v in OF_MESH)
            raise ParameterError(
                f"{owner}: outputVariableType must be an output of mesh nodes, one of {names}, got "
                f"{getattr(variable, 'name', variable)}"
            )
