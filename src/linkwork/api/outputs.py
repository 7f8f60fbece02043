"""Outputs of items and values of sensors, in the current state or another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.core.declare.parameters import Array
from linkwork.core.enums import ConfigurationType, OutputVariableType
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.status import failure_of
from linkwork.model.live_outputs import read_in_python
from linkwork.model.partners import check_output
from linkwork.sensors.sensor import Sensor

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

Configuration = ConfigurationType


def output(
    mbs: MainSystem,
    family: str,
    number: Any,
    variable: OutputVariableType,
    configuration: ConfigurationType,
    local: Any = (0.0, 0.0, 0.0),
) -> Any:
    """Output variable of an item: a number, or a vector; rotation matrices are 9 numbers by rows.

    Coordinates of a node in the reference configuration are its reference coordinates, as those of
    mbs.systemData.

    local -- position in the axes of a body [m]
    """
    model, data = mbs._assembled("an output")
    item, found = mbs._store.item(family, number)
    check_output(item, found, variable)
    is_reference = configuration == Configuration.Reference and family == "node"
    if is_reference and variable == Variable.Coordinates:
        variable = (
            Variable.CoordinatesTotal if Variable.CoordinatesTotal in item.outputs else variable
        )
    table, row = model.place[family, found]
    size = model.output_size(family, found, variable)
    is_live = configuration == Configuration.Current and model.functions.are_all_bound
    code = int(variable)
    question = family, found, code
    asked = mbs._asked.open  # written out for speed: user functions call this in every evaluation
    if question in asked:
        raise SysError(
            f"{item.label(found)}: the output {variable.name} cannot be computed inside a user "
            "function that it depends on; use the arguments of the function"
        )
    asked.add(question)
    try:
        if is_live and mbs._live is not None:
            status, value = mbs._live.read(table, row, code, local, size)
        else:
            state = mbs.systemData.arrays_of(configuration)
            status, value = read_in_python(model, data, (family, found), code, local, size, state)
    finally:
        asked.discard(question)
    if status:
        raise SysError(f"{item.label(found)}: {failure_of(status).text}")
    if not mbs.is_running and not np.all(np.isfinite(value)):
        raise SysError(
            f"{item.label(found)}: the output {variable.name} is not finite; the values of "
            "the state are too large"
        )
    declared = table.kind.outputs[variable].size
    if declared == 0:
        return float(value[0])
    return value[:size]


def GetNodeOutput(
    mbs: MainSystem,
    nodeNumber: Any,
    variableType: OutputVariableType,
    configuration: ConfigurationType = Configuration.Current,
) -> Any:
    """Output variable of a node."""
    return output(mbs, "node", nodeNumber, variableType, configuration)


def GetObjectOutput(
    mbs: MainSystem,
    objectNumber: Any,
    variableType: OutputVariableType,
    configuration: ConfigurationType = Configuration.Current,
) -> Any:
    """Output variable of an object."""
    return output(mbs, "object", objectNumber, variableType, configuration)


def GetObjectOutputBody(
    mbs: MainSystem,
    objectNumber: Any,
    variableType: OutputVariableType,
    localPosition: Any = (0.0, 0.0, 0.0),
    configuration: ConfigurationType = Configuration.Current,
) -> Any:
    """Output variable of a body at a local position."""
    item, number = mbs._store.item("object", objectNumber)
    if not isinstance(item, Body):
        raise ParameterError(f"GetObjectOutputBody needs a body, got {item.label(number)}")
    try:
        local = Array((3,)).check(localPosition)
    except ParameterError as error:
        raise ParameterError(f"{item.label(number)}: localPosition {error}") from None
    return output(mbs, "object", number, variableType, configuration, local)


def GetMarkerOutput(
    mbs: MainSystem,
    markerNumber: Any,
    variableType: OutputVariableType,
    configuration: ConfigurationType = Configuration.Current,
) -> Any:
    """Output variable of a marker."""
    return output(mbs, "marker", markerNumber, variableType, configuration)


def GetLoadValues(mbs: MainSystem, loadNumber: Any) -> Any:
    """Load vector at the current time, including its user function."""
    item, number = mbs._store.item("load", loadNumber)
    return output(mbs, "load", number, next(iter(item.outputs)), Configuration.Current)


def GetSensorValues(
    mbs: MainSystem, sensorNumber: Any, configuration: ConfigurationType = Configuration.Current
) -> Any:
    """Current value of a sensor."""
    item, number = mbs._store.item("sensor", sensorNumber)
    mbs._assembled("a sensor value")
    question, asked = ("sensor", number), mbs._asked.open
    if question in asked:
        raise SysError(
            f"{item.label(number)} cannot be computed inside a user function that it depends on"
        )
    asked.add(question)
    try:
        return item.present(mbs, number, configuration)  # type: ignore[attr-defined]
    finally:
        asked.discard(question)


def energy(mbs: MainSystem, number: int, configuration: ConfigurationType) -> float:
    """Current value of a SensorEnergy."""
    from linkwork.results.energy.sensors import present_value

    model, _ = mbs._assembled("a sensor value")
    state = mbs.systemData.arrays_of(configuration)
    return present_value(model, number, mbs.systemData.GetTime(), state)


def GetSensorStoredData(mbs: MainSystem, sensorNumber: Any) -> np.ndarray:
    """Recorded values of a sensor with storeInternal=True; the first column is the time."""
    item, number = mbs._store.item("sensor", sensorNumber)
    if not isinstance(item, Sensor) or not item.storeInternal:
        raise SysError(f"{item.label(number)}: set storeInternal=True to store its values")
    stored = list(mbs.solution.sensors.values()) if mbs.solution is not None else []
    if number >= len(stored):
        raise SysError(
            f"{item.label(number)} has no stored data: solve the system first, with "
            "solutionSettings.sensorsStoreAndWriteFiles = True"
        )
    return stored[number].copy()
