"""The items of a system: adding them, finding them, reading and changing their parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from linkwork.core.declare import Item, Parameter, checked, from_dict, kind_named
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.indices import (
    INDEX_TYPES,
    ItemIndex,
    LoadIndex,
    MarkerIndex,
    NodeIndex,
    ObjectIndex,
    SensorIndex,
    index_of,
)
from linkwork.core.parameters import shown
from linkwork.items import FAMILIES
from linkwork.partners import check_partners


class SystemItems:
    """Checked copies of the items of a system, by family and number; names are unique per kind.

    A system that builds on it tells by `_restructured` and `_changed` what follows from changes.
    """

    def __init__(self) -> None:
        self.is_running = False
        self._replaced = 0  # items that took the place of others
        self._clear_items()

    def _clear_items(self) -> None:
        self._items: dict[str, list[Any]] = {family: [] for family in FAMILIES}
        self._names: dict[str, dict[str, int]] = {family: {} for family in FAMILIES}

    def _restructured(self) -> None:
        """Items were added, or a structural parameter was changed."""

    def _changed(self, item: Item, number: int, p: Parameter, value: Any) -> None:
        """A parameter that acts at once was changed."""

    def _refuse_while_running(self, what: str) -> None:
        if self.is_running:
            raise SysError(f"{what} cannot be called while the system is being solved or checked")

    # ------------------------------------------------------------------ building

    def AddNode(self, item: Item | Mapping[str, Any]) -> NodeIndex:
        """Add a node; returns its number."""
        return NodeIndex(self._add("node", item))

    def AddObject(self, item: Item | Mapping[str, Any]) -> ObjectIndex:
        """Add a body, connector or constraint; returns its number."""
        return ObjectIndex(self._add("object", item))

    def AddMarker(self, item: Item | Mapping[str, Any]) -> MarkerIndex:
        """Add a marker; returns its number."""
        return MarkerIndex(self._add("marker", item))

    def AddLoad(self, item: Item | Mapping[str, Any]) -> LoadIndex:
        """Add a load; returns its number."""
        return LoadIndex(self._add("load", item))

    def AddSensor(self, item: Item | Mapping[str, Any]) -> SensorIndex:
        """Add a sensor; returns its number."""
        return SensorIndex(self._add("sensor", item))

    def _add(self, family: str, given: Item | Mapping[str, Any]) -> int:
        self._refuse_while_running(f"Add{family.capitalize()}")
        number = self._take(family, given)
        self._restructured()
        return number

    def _add_together(self, owner: str, items: Iterable[Item]) -> None:
        """Add items that may stand on each other: all, or none if one is refused.

        owner -- the function that adds them, for errors
        """
        kept: list[Item] = []
        try:
            for item in items:
                number = self._take(item.family, item)
                kept.append(self._items[item.family][number])
        except BaseException as error:
            for item in reversed(kept):
                self._items[item.family].pop()
                del self._names[item.family][item.name]
            if isinstance(error, ParameterError):
                raise ParameterError(f"{owner}: {error}", error.parameter) from None
            raise
        self._restructured()

    def _take(self, family: str, given: Item | Mapping[str, Any]) -> int:
        """Check an item and have it; the assembled model does not know it yet."""
        item = from_dict(given, FAMILIES[family], family) if isinstance(given, Mapping) else given
        if not isinstance(item, Item) or item.family != family:
            raise ParameterError(
                f"Add{family.capitalize()} takes a {family} (an item or its dictionary), "
                f"got {shown(given)}"
            )
        number = len(self._items[family])
        made = self._named(checked(item, number), number)
        check_partners(made, number, self._items)
        made.check_sizes(made.label(number), self._items)
        self._keep(made)
        return number

    def _named(self, made: Item, number: int) -> Item:
        """A new item with a name; one that is taken is an error."""
        family = made.family
        made.name = made.name or self._free_name(family, number)
        if made.name in self._names[family]:
            other = self._names[family][made.name]
            raise ParameterError(
                f"{made.label(number)}: the name {made.name!r} is taken by {family} {other}; "
                "names are unique per kind",
                "name",
            )
        return made

    def _keep(self, made: Item) -> None:
        members = self._items[made.family]
        self._names[made.family][made.name] = len(members)
        members.append(made)

    def _take_items(self, items: Mapping[str, Iterable[Item]]) -> None:
        """Have checked items that fit together instead of those present."""
        for family, members in items.items():
            self._items[family][:] = members
            self._names[family] = {item.name: n for n, item in enumerate(self._items[family])}
        self._restructured()

    def _free_name(self, family: str, number: int) -> str:
        """Name of an item without one: object3, or object3_ if a user took that."""
        name = f"{family}{number}"
        while name in self._names[family]:
            name += "_"
        return name

    # ------------------------------------------------------------------ items

    def _number(self, family: str, number: Any) -> int:
        """Item number of an int, an index of the right kind, or a name."""
        if isinstance(number, str):
            return self._look_up(family, number)
        found = index_of(number, family)
        count = len(self._items[family])
        if found is None:
            wanted = INDEX_TYPES[family].__name__
            raise ParameterError(
                f"a {family} number (int, {wanted} or name) is needed, got {shown(number)}"
            )
        if not 0 <= found < count:
            raise ParameterError(f"{family} {found} does not exist; there are {count}")
        return found

    def _look_up(self, family: str, name: str) -> int:
        if not isinstance(name, str):
            raise ParameterError(f"the name of a {family} is a string, got {name!r}")
        if name not in self._names[family]:
            known = ", ".join(list(self._names[family])[:8]) or "none"
            raise ParameterError(f"there is no {family} named {name!r}; names are: {known}")
        return self._names[family][name]

    def GetNodeNumber(self, nodeName: str) -> NodeIndex:
        """Number of the node of that name."""
        return NodeIndex(self._look_up("node", nodeName))

    def GetObjectNumber(self, objectName: str) -> ObjectIndex:
        """Number of the object of that name."""
        return ObjectIndex(self._look_up("object", objectName))

    def GetMarkerNumber(self, markerName: str) -> MarkerIndex:
        """Number of the marker of that name."""
        return MarkerIndex(self._look_up("marker", markerName))

    def GetLoadNumber(self, loadName: str) -> LoadIndex:
        """Number of the load of that name."""
        return LoadIndex(self._look_up("load", loadName))

    def GetSensorNumber(self, sensorName: str) -> SensorIndex:
        """Number of the sensor of that name."""
        return SensorIndex(self._look_up("sensor", sensorName))

    def _item(self, family: str, number: Any) -> tuple[Item, int]:
        found = self._number(family, number)
        return self._items[family][found], found

    def GetNode(self, nodeNumber: ItemIndex | int | str) -> dict[str, Any]:
        """Dictionary of a node."""
        return self._item("node", nodeNumber)[0].to_dict()

    def GetObject(self, objectNumber: ItemIndex | int | str) -> dict[str, Any]:
        """Dictionary of an object."""
        return self._item("object", objectNumber)[0].to_dict()

    def GetMarker(self, markerNumber: ItemIndex | int | str) -> dict[str, Any]:
        """Dictionary of a marker."""
        return self._item("marker", markerNumber)[0].to_dict()

    def GetLoad(self, loadNumber: ItemIndex | int | str) -> dict[str, Any]:
        """Dictionary of a load."""
        return self._item("load", loadNumber)[0].to_dict()

    def GetSensor(self, sensorNumber: ItemIndex | int | str) -> dict[str, Any]:
        """Dictionary of a sensor."""
        return self._item("sensor", sensorNumber)[0].to_dict()

    def GetNodeDefaults(self, typeName: str) -> dict[str, Any]:
        """Dictionary of a node with all its defaults, e.g. of "Point" or "NodePoint"."""
        return kind_named(typeName, FAMILIES["node"], "node")().to_dict()

    def GetObjectDefaults(self, typeName: str) -> dict[str, Any]:
        """Dictionary of an object with all its defaults, e.g. of "ConnectorSpringDamper"."""
        return kind_named(typeName, FAMILIES["object"], "object")().to_dict()

    def GetMarkerDefaults(self, typeName: str) -> dict[str, Any]:
        """Dictionary of a marker with all its defaults, e.g. of "BodyPosition"."""
        return kind_named(typeName, FAMILIES["marker"], "marker")().to_dict()

    def GetLoadDefaults(self, typeName: str) -> dict[str, Any]:
        """Dictionary of a load with all its defaults, e.g. of "ForceVector"."""
        return kind_named(typeName, FAMILIES["load"], "load")().to_dict()

    def GetSensorDefaults(self, typeName: str) -> dict[str, Any]:
        """Dictionary of a sensor with all its defaults, e.g. of "Body"."""
        return kind_named(typeName, FAMILIES["sensor"], "sensor")().to_dict()

    def _get_parameter(self, family: str, number: Any, name: str) -> Any:
        item, _ = self._item(family, number)
        item.check_name(name)
        if item.names_drawing(name):
            return item.V.fields[name[1:]].kind.plain(getattr(item.visualization, name[1:]))
        p = item.field(item.aliases.get(name, name))
        return p.kind.plain(getattr(item, p.name))

    def _set_parameter(self, family: str, number: Any, name: str, value: Any) -> None:
        item, found = self._item(family, number)
        owner = item.label(found)
        item.check_name(name)
        if item.names_drawing(name):
            drawn = item.V.fields[name[1:]]
            checked_value = drawn.check(value, owner)
            changed = item.copy()
            changed.visualization = item.visualization.copy()
            setattr(changed.visualization, drawn.name, checked_value)
            self._replace(found, changed)
            return
        p = item.field(item.aliases.get(name, name))
        new = p.check(value, owner)
        if p.name == "name":
            self._rename(family, item, found, new)
            return
        structural = item.is_structural(p, new)
        if self.is_running and (structural or family == "sensor"):
            raise SysError(
                f"{owner}: {p.name} cannot be changed while the system is being solved; change it "
                "between two runs"
            )
        changed = item.copy()
        setattr(changed, p.name, new)
        self._replace(found, changed)
        try:
            check_partners(changed, found, self._items)
            if not p.structural:  # others change together and are checked by Assemble
                changed.check_sizes(owner, self._items)
        except ParameterError:
            self._replace(found, item)
            raise
        if callable(new) or not p.kind.same(getattr(item, p.name), new):
            if structural:
                self._restructured()
            else:
                self._changed(changed, found, p, new)

    def _rename(self, family: str, item: Item, number: int, name: str) -> None:
        name = name or self._free_name(family, number)
        if self._names[family].get(name, number) != number:
            raise ParameterError(f"{item.label(number)}: the name {name!r} is taken")
        del self._names[family][item.name]
        self._names[family][name] = number
        renamed = item.copy()
        renamed.name = name
        self._replace(number, renamed)

    def _replace(self, number: int, item: Item) -> None:
        """A changed item is another one: the results of runs before refer to the old one."""
        self._items[item.family][number] = item
        self._replaced += 1  # afterwards: a live view may take a snapshot in between

    def GetNodeParameter(self, nodeNumber: Any, parameterName: str) -> Any:
        """Value of a node's parameter."""
        return self._get_parameter("node", nodeNumber, parameterName)

    def GetObjectParameter(self, objectNumber: Any, parameterName: str) -> Any:
        """Value of an object's parameter."""
        return self._get_parameter("object", objectNumber, parameterName)

    def GetMarkerParameter(self, markerNumber: Any, parameterName: str) -> Any:
        """Value of a marker's parameter."""
        return self._get_parameter("marker", markerNumber, parameterName)

    def GetLoadParameter(self, loadNumber: Any, parameterName: str) -> Any:
        """Value of a load's parameter."""
        return self._get_parameter("load", loadNumber, parameterName)

    def GetSensorParameter(self, sensorNumber: Any, parameterName: str) -> Any:
        """Value of a sensor's parameter."""
        return self._get_parameter("sensor", sensorNumber, parameterName)

    def SetNodeParameter(self, nodeNumber: Any, parameterName: str, value: Any) -> None:
        """Change a node's parameter; needs a new Assemble."""
        self._set_parameter("node", nodeNumber, parameterName, value)

    def SetObjectParameter(self, objectNumber: Any, parameterName: str, value: Any) -> None:
        """Change an object's parameter; acts from the next step."""
        self._set_parameter("object", objectNumber, parameterName, value)

    def SetMarkerParameter(self, markerNumber: Any, parameterName: str, value: Any) -> None:
        """Change a marker's parameter; needs a new Assemble."""
        self._set_parameter("marker", markerNumber, parameterName, value)

    def SetLoadParameter(self, loadNumber: Any, parameterName: str, value: Any) -> None:
        """Change a load's parameter; acts from the next step."""
        self._set_parameter("load", loadNumber, parameterName, value)

    def SetSensorParameter(self, sensorNumber: Any, parameterName: str, value: Any) -> None:
        """Change a sensor's parameter."""
        self._set_parameter("sensor", sensorNumber, parameterName, value)
