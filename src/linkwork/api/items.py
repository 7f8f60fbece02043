"""The items of a system: adding them, finding them, reading and changing their parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linkwork.api.parameter_cells import cell_of
from linkwork.core.declare.families import kind_named
from linkwork.core.declare.indices import (
    ItemIndex,
    LoadIndex,
    MarkerIndex,
    NodeIndex,
    ObjectIndex,
    SensorIndex,
)
from linkwork.core.declare.item import Item
from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem


def AddNode(mbs: MainSystem, item: Item | Mapping[str, Any]) -> NodeIndex:
    """Add a node; returns its number."""
    return NodeIndex(_add(mbs, "node", item))


def AddObject(mbs: MainSystem, item: Item | Mapping[str, Any]) -> ObjectIndex:
    """Add a body, connector or constraint; returns its number."""
    return ObjectIndex(_add(mbs, "object", item))


def AddMarker(mbs: MainSystem, item: Item | Mapping[str, Any]) -> MarkerIndex:
    """Add a marker; returns its number."""
    return MarkerIndex(_add(mbs, "marker", item))


def AddLoad(mbs: MainSystem, item: Item | Mapping[str, Any]) -> LoadIndex:
    """Add a load; returns its number."""
    return LoadIndex(_add(mbs, "load", item))


def AddSensor(mbs: MainSystem, item: Item | Mapping[str, Any]) -> SensorIndex:
    """Add a sensor; returns its number."""
    return SensorIndex(_add(mbs, "sensor", item))


def _add(mbs: MainSystem, family: str, given: Item | Mapping[str, Any]) -> int:
    mbs._refuse_while_running(f"Add{family.capitalize()}")
    number = mbs._store.add(family, given)
    if mbs._model is not None:
        mbs._restructured()
    return number


def GetNodeNumber(mbs: MainSystem, nodeName: str) -> NodeIndex:
    """Number of the node of that name."""
    return NodeIndex(mbs._store.look_up("node", nodeName))


def GetObjectNumber(mbs: MainSystem, objectName: str) -> ObjectIndex:
    """Number of the object of that name."""
    return ObjectIndex(mbs._store.look_up("object", objectName))


def GetMarkerNumber(mbs: MainSystem, markerName: str) -> MarkerIndex:
    """Number of the marker of that name."""
    return MarkerIndex(mbs._store.look_up("marker", markerName))


def GetLoadNumber(mbs: MainSystem, loadName: str) -> LoadIndex:
    """Number of the load of that name."""
    return LoadIndex(mbs._store.look_up("load", loadName))


def GetSensorNumber(mbs: MainSystem, sensorName: str) -> SensorIndex:
    """Number of the sensor of that name."""
    return SensorIndex(mbs._store.look_up("sensor", sensorName))


def GetNode(mbs: MainSystem, nodeNumber: ItemIndex | int | str) -> dict[str, Any]:
    """Dictionary of a node."""
    return mbs._store.item("node", nodeNumber)[0].to_dict()


def GetObject(mbs: MainSystem, objectNumber: ItemIndex | int | str) -> dict[str, Any]:
    """Dictionary of an object."""
    return mbs._store.item("object", objectNumber)[0].to_dict()


def GetMarker(mbs: MainSystem, markerNumber: ItemIndex | int | str) -> dict[str, Any]:
    """Dictionary of a marker."""
    return mbs._store.item("marker", markerNumber)[0].to_dict()


def GetLoad(mbs: MainSystem, loadNumber: ItemIndex | int | str) -> dict[str, Any]:
    """Dictionary of a load."""
    return mbs._store.item("load", loadNumber)[0].to_dict()


def GetSensor(mbs: MainSystem, sensorNumber: ItemIndex | int | str) -> dict[str, Any]:
    """Dictionary of a sensor."""
    return mbs._store.item("sensor", sensorNumber)[0].to_dict()


def GetNodeDefaults(mbs: MainSystem, typeName: str) -> dict[str, Any]:
    """Dictionary of a node with all its defaults, e.g. of "Point" or "NodePoint"."""
    return _defaults("node", typeName)


def GetObjectDefaults(mbs: MainSystem, typeName: str) -> dict[str, Any]:
    """Dictionary of an object with all its defaults, e.g. of "ConnectorSpringDamper"."""
    return _defaults("object", typeName)


def GetMarkerDefaults(mbs: MainSystem, typeName: str) -> dict[str, Any]:
    """Dictionary of a marker with all its defaults, e.g. of "BodyPosition"."""
    return _defaults("marker", typeName)


def GetLoadDefaults(mbs: MainSystem, typeName: str) -> dict[str, Any]:
    """Dictionary of a load with all its defaults, e.g. of "ForceVector"."""
    return _defaults("load", typeName)


def GetSensorDefaults(mbs: MainSystem, typeName: str) -> dict[str, Any]:
    """Dictionary of a sensor with all its defaults, e.g. of "Body"."""
    return _defaults("sensor", typeName)


def _defaults(family: str, type_name: str) -> dict[str, Any]:
    """Dictionary of an item of a named kind with all its defaults."""
    from linkwork.items import FAMILIES  # loads all kinds, which only names need

    return kind_named(type_name, FAMILIES[family], family)().to_dict()


def GetNodeParameter(mbs: MainSystem, nodeNumber: Any, parameterName: str) -> Any:
    """Value of a node's parameter."""
    return mbs._store.get_parameter("node", nodeNumber, parameterName)


def GetObjectParameter(mbs: MainSystem, objectNumber: Any, parameterName: str) -> Any:
    """Value of an object's parameter."""
    return mbs._store.get_parameter("object", objectNumber, parameterName)


def GetMarkerParameter(mbs: MainSystem, markerNumber: Any, parameterName: str) -> Any:
    """Value of a marker's parameter."""
    return mbs._store.get_parameter("marker", markerNumber, parameterName)


def GetLoadParameter(mbs: MainSystem, loadNumber: Any, parameterName: str) -> Any:
    """Value of a load's parameter."""
    return mbs._store.get_parameter("load", loadNumber, parameterName)


def GetSensorParameter(mbs: MainSystem, sensorNumber: Any, parameterName: str) -> Any:
    """Value of a sensor's parameter."""
    return mbs._store.get_parameter("sensor", sensorNumber, parameterName)


def SetNodeParameter(mbs: MainSystem, nodeNumber: Any, parameterName: str, value: Any) -> None:
    """Change a node's parameter; needs a new Assemble."""
    _set(mbs, "node", nodeNumber, parameterName, value)


def SetObjectParameter(mbs: MainSystem, objectNumber: Any, parameterName: str, value: Any) -> None:
    """Change an object's parameter; acts from the next step."""
    cell = mbs._cells.get(("object", objectNumber, parameterName))
    kind = type(objectNumber)
    if cell is None or not (kind is int or kind is ObjectIndex) or not cell.write(value):
        _set(mbs, "object", objectNumber, parameterName, value)


def SetMarkerParameter(mbs: MainSystem, markerNumber: Any, parameterName: str, value: Any) -> None:
    """Change a marker's parameter; needs a new Assemble."""
    _set(mbs, "marker", markerNumber, parameterName, value)


def SetLoadParameter(mbs: MainSystem, loadNumber: Any, parameterName: str, value: Any) -> None:
    """Change a load's parameter; acts from the next step."""
    cell = mbs._cells.get(("load", loadNumber, parameterName))
    kind = type(loadNumber)
    if cell is None or not (kind is int or kind is LoadIndex) or not cell.write(value):
        _set(mbs, "load", loadNumber, parameterName, value)


def SetSensorParameter(mbs: MainSystem, sensorNumber: Any, parameterName: str, value: Any) -> None:
    """Change a sensor's parameter."""
    _set(mbs, "sensor", sensorNumber, parameterName, value)


def set_by_index(mbs: MainSystem, item: Any, name: str, value: Any) -> None:
    """Change a parameter of an item that is given by what Add... has returned."""
    if not isinstance(item, ItemIndex):
        raise ParameterError(
            "set_parameter takes what AddNode, AddObject, AddMarker, AddLoad or AddSensor has "
            f"returned, e.g. ObjectIndex(0), got {shown(item)}"
        )
    cell = mbs._cells.get((item.family, item, name))
    if cell is None or not cell.write(value):
        _set(mbs, item.family, item, name, value)


def _set(mbs: MainSystem, family: str, number: Any, name: str, value: Any) -> None:
    change = mbs._store.set_parameter(family, number, name, value, mbs.is_running)
    if change is None:
        return
    changed, found, parameter, new, is_structural = change
    if is_structural:
        mbs._restructured()
        return
    mbs._changed(changed, found, parameter, new)
    made = cell_of(mbs, changed, found, parameter)
    if made is not None:
        mbs._cells[family, found, name] = made
