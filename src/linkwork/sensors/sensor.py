"""Sensors: the value of one output variable of an item, recorded during a run.

A sensor defines its `target`: (family, number of the item, output variable, local position).
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np

from linkwork.core.declare.item import Item, parameter
from linkwork.core.declare.parameters import Flag, OutputVariable, Text
from linkwork.core.enums import ConfigurationType, OutputVariableType


class Target(NamedTuple):
    """The output that a sensor records."""

    family: str
    number: int
    variable: OutputVariableType
    local: np.ndarray


class Sensor(Item):
    """Base of all sensors."""

    family = "sensor"

    last_parameters: ClassVar[tuple[str, ...]] = ("writeToFile", "fileName", "storeInternal")

    writeToFile: bool = parameter(True, Flag(), doc="write to fileName if it is not empty")
    fileName: str = parameter("", Text(), doc="file for the recorded values; empty: no file")
    storeInternal: bool = parameter(
        False, Flag(), doc="keep the recorded values for GetSensorStoredData"
    )

    def own_facts(self) -> tuple[str, str] | None:
        """Label and unit of the single value of a sensor without a target item, if known."""
        return None

    def target(self) -> Target:
        """The output that the sensor records."""
        raise TypeError(f"{type(self).__name__} has no target")

    def present(self, mbs: Any, number: int, configuration: ConfigurationType) -> Any:
        """The value of the sensor in a state of an assembled system."""
        at: Target = mbs._model.targets[number]
        return mbs._output(at.family, at.number, at.variable, configuration, at.local)


class VariableSensor(Sensor):
    """Base of sensors with a free choice of the output variable."""

    last_parameters = ("writeToFile", "fileName", "outputVariableType", "storeInternal")

    outputVariableType: Any = parameter(
        OutputVariableType._None, OutputVariable(), doc="recorded output variable"
    )


NOWHERE = np.zeros(3)
"""Local position of targets without one."""
