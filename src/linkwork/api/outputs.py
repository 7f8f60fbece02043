"""Outputs of items and values of sensors, in the current state or another one."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.core.declare.indices import (
    ItemIndex,
    MarkerIndex,
    NodeIndex,
    ObjectIndex,
    SensorIndex,
)
from linkwork.core.declare.parameters import Array, shown
from linkwork.core.enums import ConfigurationType, OutputVariableType
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.status import NOT_FINITE, decode, failure_of
from linkwork.model.live_outputs import read_in_python
from linkwork.model.partners import check_output
from linkwork.nodes.node import Node
from linkwork.sensors.sensor import Sensor

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

Configuration = ConfigurationType
CURRENT = ConfigurationType.Current


MOST_HANDLES = 4096
"""Handles that a system keeps for Get...Output."""

ORIGIN = (0.0, 0.0, 0.0)


def output(
    mbs: MainSystem,
    family: str,
    number: Any,
    variable: OutputVariableType,
    configuration: ConfigurationType,
    local: Any = ORIGIN,
) -> Any:
    """Output variable of an item: a number, or a vector; rotation matrices are 9 numbers by rows.

    Coordinates of a node in the reference configuration are its reference coordinates, as those of
    mbs.systemData.

    local -- position in the axes of a body [m]
    """
    model, data = mbs._assembled("an output")
    item, found = mbs._store.item(family, number)
    check_output(item, found, variable)
    live = mbs._live
    if configuration == Configuration.Current and live is not None:
        bound = model.functions.are_all_bound
        calls = (family, found) in model.functions.owners
        if bound or (not calls and live.is_worth_it(model.place[family, found][0])):
            key = family if local is ORIGIN else f"{family} at", found, variable
            handle = mbs._handles.get(key)
            if handle is None:
                made = OutputHandle(weakref.proxy(mbs), family, found, variable)
                handle = _keep(mbs, key, made)
            return handle() if local is ORIGIN else handle.at(local)
    if configuration == Configuration.Reference and variable == Variable.Coordinates:
        reference = item.reference() if isinstance(item, Node) else np.zeros(0)
        if len(reference) and Variable.CoordinatesTotal not in item.outputs:
            return reference  # of algebraic coordinates
    variable = _meant(item, variable, configuration)
    size = model.output_size(family, found, variable)
    state = mbs.systemData.arrays_of(configuration)
    with _asking(mbs, item, found, variable):
        status, value = read_in_python(
            model, data, (family, found), int(variable), local, size, state
        )
    if status:
        raise SysError(f"{item.label(found)}: {failure_of(status).text}")
    if not mbs.is_running and not np.all(np.isfinite(value)):
        raise _not_finite(item, found, variable)
    return float(value[0]) if item.outputs[variable].size == 0 else value[:size]


def _meant(item: Any, variable: Any, configuration: ConfigurationType) -> Any:
    """The variable whose kernel is evaluated."""
    is_reference = configuration == Configuration.Reference and item.family == "node"
    if is_reference and variable == Variable.Coordinates:
        return Variable.CoordinatesTotal if Variable.CoordinatesTotal in item.outputs else variable
    return variable


def _keep(mbs: MainSystem, key: tuple[str, Any, Any], handle: OutputHandle) -> OutputHandle:
    """Keep a handle for the next call of Get...Output.

    It refers to the system weakly: a system that nobody uses is freed at once.
    """
    if len(mbs._handles) >= MOST_HANDLES:
        mbs._handles.clear()
    mbs._handles[key] = handle
    return handle


def _not_finite(item: Any, number: int, variable: Any) -> SysError:
    return SysError(
        f"{item.label(number)}: the output {variable.name} is not finite; the values of "
        "the state are too large"
    )


@contextmanager
def _asking(mbs: MainSystem, item: Any, number: int, variable: Any) -> Iterator[None]:
    """Refuse an output that is asked for inside a user function that it depends on."""
    question, asked = (item.family, number, int(variable)), mbs._asked.open
    if question in asked:
        raise SysError(
            f"{item.label(number)}: the output {variable.name} cannot be computed inside a user "
            "function that it depends on; use the arguments of the function"
        )
    asked.add(question)
    try:
        yield
    finally:
        asked.discard(question)


class OutputHandle:
    """An output variable of an item at the current state, prepared to be read often.

    Made by mbs.output_handle:

        position = mbs.output_handle(node, exu.OutputVariableType.Position)
        x, y, z = position()

    A call returns a number, or a new vector.
    """

    __slots__ = (
        *("__weakref__", "_asks", "_code", "_call", "_frame", "_family", "_is_number"),
        *("_live", "_local", "_mbs", "_number", "_reading", "_values", "_variable"),
    )

    def __init__(
        self, mbs: MainSystem, family: str, number: int, variable: Any, local: Any = ORIGIN
    ) -> None:
        self._mbs, self._family, self._number, self._variable = mbs, family, number, variable
        self._local = local
        self._renew()

    def __call__(self) -> Any:
        """The present value."""
        if self._live is not self._mbs._live or self._asks:
            return self._carefully()
        status = self._code(self._call, self._frame)
        if status:
            self._judge(status)
        return self._values.item(0) if self._is_number else self._values.copy()

    def at(self, local: Any) -> Any:
        """The present value at a position in the axes of a body [m].

        local -- position in the axes of the body [m]
        """
        self._local = local
        if self._reading is not None:
            self._reading.local[0] = local
        return self()

    def _renew(self) -> None:
        """Prepare the output in the present model."""
        mbs, live = self._mbs, self._mbs._live
        model, _ = mbs._assembled("an output")
        family, number, variable = self._family, self._number, self._variable
        item, number = mbs._store.item(family, number)
        check_output(item, number, variable)
        self._asks = live is None or (family, number) in model.functions.owners
        self._live, self._reading = live, None
        self._is_number = item.outputs[variable].size == 0
        if live is not None:
            table, row = model.place[family, number]
            size = model.output_size(family, number, variable)
            reading = live.reading(table, row, int(variable), size, self._asks)
            reading.local[0] = self._local
            self._reading, self._values = reading, reading.head
            self._code, self._call, self._frame = reading.code, reading.call, reading.frame

    def _carefully(self) -> Any:
        """The value of an output that may be that of another model, or call user functions."""
        mbs, variable = self._mbs, self._variable
        if self._live is not mbs._live:
            self._renew()
        if not self._asks:
            return self()
        assert mbs._model is not None
        if self._reading is None or not mbs._model.functions.are_all_bound:
            where = Configuration.Current
            return output(mbs, self._family, self._number, variable, where, self._local)
        with _asking(mbs, self._item, self._number, variable):
            status = self._code(self._call, self._frame)
        if status:
            self._judge(status)
        return self._values.item(0) if self._is_number else self._values.copy()

    @property
    def _item(self) -> Any:
        return self._mbs._items[self._family][self._number]

    def _judge(self, status: int) -> None:
        """Raise the error of a status; values that are not finite are results during a run."""
        if decode(status)[0] != NOT_FINITE:
            raise SysError(f"{self._item.label(self._number)}: {failure_of(status).text}")
        if not self._mbs.is_running:
            raise _not_finite(self._item, self._number, self._variable)

    def __repr__(self) -> str:
        return f"<{self._variable.name} of {self._item.label(self._number)}>"


def output_handle(
    mbs: MainSystem,
    item: ItemIndex,
    variableType: OutputVariableType | None = None,
    localPosition: Any = None,
) -> OutputHandle | SensorHandle:
    """A function that returns an output of the current state, for use in loops.

        position = mbs.output_handle(node, exu.OutputVariableType.Position)
        x, y, z = position()

    item -- what AddNode, AddObject, AddMarker, AddLoad or AddSensor returned
    variableType -- the output variable; not for sensors
    localPosition -- position in the axes of a body [m]

    A call takes less than a microsecond. The handle stays valid when parameters change and when the
    system is assembled again.
    """
    family = getattr(item, "family", None)
    if not isinstance(item, ItemIndex) or family is None:
        raise ParameterError(
            "output_handle takes what AddNode, AddObject, AddMarker, AddLoad or AddSensor has "
            f"returned, e.g. NodeIndex(0), got {shown(item)}"
        )
    found, number = mbs._store.item(family, item)
    if family == "sensor":
        if variableType is not None:
            raise ParameterError(f"{found.label(number)} has one output: omit variableType")
        return SensorHandle(mbs, number)
    if variableType is None:
        names = ", ".join(v.name for v in found.outputs)
        raise ParameterError(f"{found.label(number)} needs a variableType, one of {names}")
    local: Any = ORIGIN
    if localPosition is not None:
        local = _checked_local(found, number, localPosition, "output_handle with localPosition")
    return OutputHandle(mbs, family, number, variableType, local)


class SensorHandle:
    """The value of a sensor at the current state, prepared to be read often."""

    __slots__ = ("_live", "_mbs", "_number", "_read")

    def __init__(self, mbs: MainSystem, number: int) -> None:
        self._mbs, self._number = mbs, number
        self._renew()

    def __call__(self) -> Any:
        """The present value."""
        if self._live is not self._mbs._live:
            self._renew()
        return self._read()

    def _renew(self) -> None:
        """Find again what the sensor measures."""
        mbs = self._mbs
        model, _ = mbs._assembled("a sensor value")
        item, number = mbs._store.item("sensor", self._number)
        self._live = mbs._live
        if type(item).present is Sensor.present:  # type: ignore[attr-defined]
            at = model.targets[number]
            self._read: Any = OutputHandle(mbs, at.family, at.number, at.variable, at.local)
        else:
            self._read = partial(_sensor_value, mbs, number, Configuration.Current)

    def __repr__(self) -> str:
        return f"<value of {self._mbs._items['sensor'][self._number].label(self._number)}>"


def GetNodeOutput(
    mbs: MainSystem,
    nodeNumber: Any,
    variableType: OutputVariableType,
    configuration: ConfigurationType = Configuration.Current,
) -> Any:
    """Output variable of a node."""
    handle = mbs._handles.get(("node", nodeNumber, variableType))
    kind = type(nodeNumber)
    if handle is not None and configuration is CURRENT and (kind is int or kind is NodeIndex):
        return handle()
    return output(mbs, "node", nodeNumber, variableType, configuration)


def GetObjectOutput(
    mbs: MainSystem,
    objectNumber: Any,
    variableType: OutputVariableType,
    configuration: ConfigurationType = Configuration.Current,
) -> Any:
    """Output variable of an object."""
    handle = mbs._handles.get(("object", objectNumber, variableType))
    kind = type(objectNumber)
    if handle is not None and configuration is CURRENT and (kind is int or kind is ObjectIndex):
        return handle()
    return output(mbs, "object", objectNumber, variableType, configuration)


def GetObjectOutputBody(
    mbs: MainSystem,
    objectNumber: Any,
    variableType: OutputVariableType,
    localPosition: Any = ORIGIN,
    configuration: ConfigurationType = Configuration.Current,
) -> Any:
    """Output variable of a body at a local position."""
    item, number = mbs._store.item("object", objectNumber)
    local = _checked_local(item, number, localPosition, "GetObjectOutputBody")
    return output(mbs, "object", number, variableType, configuration, local)


def _checked_local(item: Any, number: int, localPosition: Any, what: str) -> Any:
    """A position in the axes of a body."""
    if not isinstance(item, Body):
        raise ParameterError(f"{what} needs a body, got {item.label(number)}")
    if localPosition is ORIGIN:
        return localPosition
    try:
        local = Array((3,)).check(localPosition)
    except ParameterError as error:
        raise ParameterError(f"{item.label(number)}: localPosition {error}") from None
    refused = item.refused_place(local)
    if refused:
        raise ParameterError(f"{item.label(number)}: localPosition: {refused}")
    return local


def GetMarkerOutput(
    mbs: MainSystem,
    markerNumber: Any,
    variableType: OutputVariableType,
    configuration: ConfigurationType = Configuration.Current,
) -> Any:
    """Output variable of a marker."""
    handle = mbs._handles.get(("marker", markerNumber, variableType))
    kind = type(markerNumber)
    if handle is not None and configuration is CURRENT and (kind is int or kind is MarkerIndex):
        return handle()
    return output(mbs, "marker", markerNumber, variableType, configuration)


def GetLoadValues(mbs: MainSystem, loadNumber: Any) -> Any:
    """Load vector at the current time, including its user function."""
    item, number = mbs._store.item("load", loadNumber)
    return output(mbs, "load", number, next(iter(item.outputs)), Configuration.Current)


def GetSensorValues(
    mbs: MainSystem, sensorNumber: Any, configuration: ConfigurationType = Configuration.Current
) -> Any:
    """Current value of a sensor."""
    handle = mbs._handles.get(("sensor", sensorNumber, None))
    kind = type(sensorNumber)
    if handle is not None and configuration is CURRENT and (kind is int or kind is SensorIndex):
        return handle()
    item, number = mbs._store.item("sensor", sensorNumber)
    model, _ = mbs._assembled("a sensor value")
    plain = type(item).present is Sensor.present  # type: ignore[attr-defined]
    if plain and configuration is CURRENT and mbs._live is not None:
        at = model.targets[number]
        if mbs._live.is_worth_it(model.place[at.family, at.number][0]):
            made: Any = SensorHandle(weakref.proxy(mbs), number)
            return _keep(mbs, ("sensor", number, None), made)()
    return _sensor_value(mbs, number, configuration)


def _sensor_value(mbs: MainSystem, number: int, configuration: ConfigurationType) -> Any:
    """The value of a sensor, unless it is asked for inside a function that it depends on."""
    item = mbs._items["sensor"][number]
    question, asked = ("sensor", number), mbs._asked.open
    if question in asked:
        raise SysError(
            f"{item.label(number)} cannot be computed inside a user function that it depends on"
        )
    asked.add(question)
    try:
        return item.present(mbs, number, configuration)
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
