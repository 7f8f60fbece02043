"""Outputs of items and values of sensors, of the present state or another one."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.api.data import SystemData
from linkwork.api.items import SystemItems
from linkwork.bodies.body import Body
from linkwork.core.enums import ConfigurationType, OutputVariableType
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.nesting import Asked
from linkwork.core.parameters import Array
from linkwork.core.status import failure_of
from linkwork.data import Data
from linkwork.live_outputs import LiveOutputs, read_in_python
from linkwork.model import Model
from linkwork.partners import check_output
from linkwork.results.solution import Solution
from linkwork.sensors.sensor import Sensor

Configuration = ConfigurationType


class SystemOutputs(SystemItems):
    """Mixin of MainSystem."""

    systemData: SystemData
    solution: Solution | None

    def __init__(self) -> None:
        super().__init__()
        self._model: Model | None = None
        self._data: Data | None = None
        self._live: LiveOutputs | None = None
        self._asked = Asked()

    def _assembled(self, what: str) -> tuple[Model, Data]:
        if self._model is None or self._data is None:
            raise SysError(f"{what} needs an assembled system: call mbs.Assemble() first")
        return self._model, self._data

    def _output(
        self,
        family: str,
        number: Any,
        variable: OutputVariableType,
        configuration: ConfigurationType,
        local: Any = (0.0, 0.0, 0.0),
    ) -> Any:
        model, data = self._assembled("an output")
        item, found = self._item(family, number)
        check_output(item, found, variable)
        table, row = model.place[family, found]
        size = model.output_size(family, found, variable)
        is_live = configuration == Configuration.Current and model.functions.are_all_bound
        code = int(variable)
        question = family, found, code
        asked = self._asked.open  # written out: user functions ask in every evaluation
        if question in asked:
            raise SysError(
                f"{item.label(found)}: the output {variable.name} cannot be told inside a user "
                "function that it depends on; use the arguments of the function"
            )
        asked.add(question)
        try:
            if is_live and self._live is not None:
                status, value = self._live.read(table, row, code, local, size)
            else:
                state = self.systemData.arrays_of(configuration)
                status, value = read_in_python(
                    model, data, (family, found), code, local, size, state
                )
        finally:
            asked.discard(question)
        if status:
            raise SysError(f"{item.label(found)}: {failure_of(status).text}")
        if not self.is_running and not np.all(np.isfinite(value)):
            raise SysError(
                f"{item.label(found)}: the output {variable.name} is not finite; the numbers of "
                "the state are too large for it"
            )
        declared = table.kind.outputs[variable].size
        if declared == 0:
            return float(value[0])
        return value[:9].reshape(3, 3) if declared == 9 else value[:size]

    def GetNodeOutput(
        self,
        nodeNumber: Any,
        variableType: OutputVariableType,
        configuration: ConfigurationType = Configuration.Current,
    ) -> Any:
        """Output variable of a node."""
        return self._output("node", nodeNumber, variableType, configuration)

    def GetObjectOutput(
        self,
        objectNumber: Any,
        variableType: OutputVariableType,
        configuration: ConfigurationType = Configuration.Current,
    ) -> Any:
        """Output variable of an object."""
        return self._output("object", objectNumber, variableType, configuration)

    def GetObjectOutputBody(
        self,
        objectNumber: Any,
        variableType: OutputVariableType,
        localPosition: Any = (0.0, 0.0, 0.0),
        configuration: ConfigurationType = Configuration.Current,
    ) -> Any:
        """Output variable of a body at a local position."""
        item, number = self._item("object", objectNumber)
        if not isinstance(item, Body):
            raise ParameterError(f"GetObjectOutputBody needs a body, got {item.label(number)}")
        try:
            local = Array((3,)).check(localPosition)
        except ParameterError as error:
            raise ParameterError(f"{item.label(number)}: localPosition {error}") from None
        return self._output("object", number, variableType, configuration, local)

    def GetMarkerOutput(
        self,
        markerNumber: Any,
        variableType: OutputVariableType,
        configuration: ConfigurationType = Configuration.Current,
    ) -> Any:
        """Output variable of a marker."""
        return self._output("marker", markerNumber, variableType, configuration)

    def GetLoadValues(self, loadNumber: Any) -> Any:
        """Vector of a load at the present time, with its user function."""
        item, number = self._item("load", loadNumber)
        return self._output("load", number, next(iter(item.outputs)), Configuration.Current)

    def GetSensorValues(
        self, sensorNumber: Any, configuration: ConfigurationType = Configuration.Current
    ) -> Any:
        """Present value of a sensor."""
        item, number = self._item("sensor", sensorNumber)
        self._assembled("a sensor value")
        question, asked = ("sensor", number), self._asked.open
        if question in asked:
            raise SysError(
                f"{item.label(number)} cannot be told inside a user function that it depends on"
            )
        asked.add(question)
        try:
            return item.present(self, number, configuration)  # type: ignore[attr-defined]
        finally:
            asked.discard(question)

    def _energy(self, number: int, configuration: ConfigurationType) -> float:
        """Present value of a SensorEnergy."""
        from linkwork.results.energy_sensors import present_value

        model, _ = self._assembled("a sensor value")
        state = self.systemData.arrays_of(configuration)
        return present_value(model, number, self.systemData.GetTime(), state)

    def GetSensorStoredData(self, sensorNumber: Any) -> np.ndarray:
        """Recorded values of a sensor with storeInternal=True; the first column is the time."""
        item, number = self._item("sensor", sensorNumber)
        if not isinstance(item, Sensor) or not item.storeInternal:
            raise SysError(f"{item.label(number)}: set storeInternal=True to keep its values")
        stored = list(self.solution.sensors.values()) if self.solution is not None else []
        if number >= len(stored):
            raise SysError(
                f"{item.label(number)} has no stored data: solve the system first, with "
                "solutionSettings.sensorsStoreAndWriteFiles = True"
            )
        return stored[number].copy()
