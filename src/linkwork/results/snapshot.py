"""Snapshot: the model of a Solution, as it was when it was solved.

Items of a system are never changed in place (a changed parameter makes a new item), so a snapshot
only holds references to them. Everything that names, plots, draws or saves results uses the
snapshot, never the system, which may have changed since.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from linkwork.connectors.connector import Connector
from linkwork.core.declare.item_list import ItemList
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.model.model import Model
from linkwork.model.partners import target_of
from linkwork.nodes.node import Node
from linkwork.sensors.sensor import Target
from linkwork.settings.visualization import VisualizationSettings

if TYPE_CHECKING:
    from linkwork.core.functions.outside import Frozen

Items = dict[str, ItemList]

XYZ = ("x", "y", "z")
MATRIX = tuple(row + column for row in XYZ for column in XYZ)
WORDS = {
    Variable.Coordinates_t: "Coordinates, rates",
    Variable.Coordinates_tt: "Coordinates, second rates",
    Variable.ConstraintEquation: "Constraint equation",
}
"""Names of output variables in labels, where their own is not plain English."""


class Column(NamedTuple):
    """Name and unit of one recorded number."""

    name: str
    unit: str


class SensorFacts(NamedTuple):
    """Facts about a recorded sensor.

    label -- what it measures, such as "Position of NodePoint 'mass'"
    variable -- name of the output variable; empty for a user function
    components -- short names, [""] for a scalar; units -- one for each component
    """

    name: str
    label: str
    variable: str
    symbol: str
    components: list[str]
    units: list[str]

    @property
    def unit(self) -> str:
        """The unit of all components; empty if they differ or have none."""
        return self.units[0] if len(set(self.units)) == 1 else ""


class Snapshot:
    """Items and drawing settings of a Solution.

    items -- family -> items in the order of their numbers
    settings -- how the model is drawn (SC.visualizationSettings, also later changes of it)
    changed -- family and number of items with parameters that were changed during the run:
    `items` has their last state, which does not hold for all recorded times
    driven -- those of them that are constraints with changes of the driven value only
    frozen -- family and number of items with compiled functions -> parameter, and the variables
    that the function read in the run
    """

    def __init__(
        self,
        items: Items,
        settings: VisualizationSettings | None = None,
        model: Model | None = None,
    ) -> None:
        self.items = items
        self.settings = settings if settings is not None else VisualizationSettings()
        self.changed: frozenset[tuple[str, int]] = frozenset()
        self.driven: frozenset[tuple[str, int]] = frozenset()
        self.frozen: dict[tuple[str, int], tuple[str, Frozen]] = {}
        self._built: Model | None = None
        # A weak reference: results must not keep the memory of the system they come from.
        self._model = weakref.ref(model) if model is not None else None

    @classmethod
    def of(cls, model: Model) -> Snapshot:
        """Snapshot of an assembled model as it is now."""
        mbs, last = model.mbs, model.kept
        stamp, frozen = mbs._store.replaced, model.functions.frozen_by_item()
        if last is None or last[0] != stamp:
            items = {family: members.held() for family, members in model.items.items()}
            mbs._store.epoch = {}
        else:
            known: Snapshot = last[1]
            told = model.changed or frozen or known.changed or known.frozen
            if not told and known.settings is mbs.visualizationSettings:
                return known
            items = known.items
        made = cls(items, mbs.visualizationSettings, model)
        made.changed, made.driven = frozenset(model.changed), frozenset(model.driven)
        made.frozen = frozen
        model.kept = stamp, made
        return made

    def __copy__(self) -> Snapshot:
        return self

    def __deepcopy__(self, memo: Any) -> Snapshot:
        return self

    def __reduce__(self) -> Any:
        return _restored, (self.to_json(), self.changed, self.driven)

    @property
    def variables(self) -> dict[str, Any]:
        """The user's own data of the system that was solved; empty if it was deleted."""
        found = self._model() if self._model is not None else None
        owner = found.mbs if found is not None else None
        return owner.variables if owner is not None else {}

    @property
    def live_model(self) -> Model | None:
        """The model of the system that was solved, if it still exists and is unchanged."""
        found = self._model() if self._model is not None else None
        if (
            found is None
            or found.mbs is None
            or not all(members.same(found.items[family]) for family, members in self.items.items())
        ):
            return None
        return found

    @property
    def model(self) -> Model:
        """The assembled model, for numbering and geometry; made again if the system was deleted."""
        found = self._built or self.live_model
        if found is None:
            found = self._built = self.copy_of_model()
        return found

    def copy_of_model(self) -> Model:
        """A new assembled model, for evaluations that write into its tables."""
        return Model({family: members.copy() for family, members in self.items.items()})

    # ------------------------------------------------------------------ names

    def target(self, number: int) -> Target:
        """What a sensor measures."""
        items: Any = self.items
        found = target_of(items["sensor"][number], number, items)
        assert found is not None
        return found

    def sensor_number(self, name: str) -> int:
        """Number of a sensor by its name; -1 if there is none."""
        return next((k for k, s in enumerate(self.items["sensor"]) if s.name == name), -1)

    def sensor(self, name: str, count: int) -> SensorFacts:
        """Facts about a sensor; count -- number of its recorded components."""
        number = self.sensor_number(name)
        if number < 0:
            return SensorFacts(name, name, "", "", _numbered(count), [""] * count)
        target = self.target(number)
        sensor: Any = self.items["sensor"][number]
        if target.family == "sensor" and target.variable not in sensor.outputs:
            label, unit = sensor.own_facts() or (name, "")
            return SensorFacts(name, label, "", "", _numbered(count), [unit] * count)
        item = self.items[target.family][target.number]
        output = item.outputs[target.variable]
        units = item.output_units(target.variable, self.items)
        units = units if len(units) == count else [units[0] if len(units) == 1 else ""] * count
        units = ["" if unit == "1" else unit for unit in units]
        word = WORDS.get(target.variable, spaced(target.variable.name))
        components = _numbered(count)
        if not target.variable.name.startswith("Coordinates"):
            components = list({3: XYZ, 9: MATRIX}.get(output.size, components))
            symbols = output.symbol.split(", ")
            components = symbols if count > 1 and len(symbols) == count else components
        label = f"{word} of {item.label()}"
        return SensorFacts(name, label, target.variable.name, output.symbol, components, units)

    def coordinates(self, part: str = "ode2") -> list[Column]:
        """Names and units of the coordinates of one of the parts ode2, ode1, ae, data.

        Of ae: the algebraic coordinates of nodes, then the multipliers of constraints.
        """
        found = [column for node in self.items["node"] for column in _columns_of(node, part)]
        if part != "ae":
            return found
        for item, count in self._equations():
            names = ["lambda"] if count == 1 else [f"lambda{k}" for k in range(count)]
            found += [Column(f"{item.name}.{name}", "") for name in names]
        return found

    def count(self, part: str) -> int:
        """Number of these coordinates, without making their names."""
        nodes: Any = self.items["node"]
        own = sum(int(node.size_of(part)) for node in nodes)
        return own + (sum(count for _, count in self._equations()) if part == "ae" else 0)

    def _equations(self) -> Iterator[tuple[Connector, int]]:
        """Connectors with the number of their constraint equations."""
        for item in self.items["object"]:
            if isinstance(item, Connector):
                yield item, item.equation_count()

    # ------------------------------------------------------------------ file form

    def to_json(self) -> str:
        """The model as the text of a model file."""
        from linkwork.model_file import text_of

        return text_of(self.items, visualization=self.settings)

    @classmethod
    def from_json(cls, text: str) -> Snapshot:
        """The model of such a text; functions that cannot be found stay unknown."""
        from linkwork.model_file import items_of

        read = items_of(text, missing="placeholder")
        items = {family: ItemList(members) for family, members in read.items.items()}
        return cls(items, read.visualizationSettings)


def _restored(
    text: str, changed: frozenset[tuple[str, int]], driven: frozenset[tuple[str, int]]
) -> Snapshot:
    """The snapshot that was pickled."""
    made = Snapshot.from_json(text)
    made.changed, made.driven = changed, driven
    return made


def _columns_of(node: Any, part: str) -> list[Column]:
    assert isinstance(node, Node)
    count = node.size_of(part)
    if not count:
        return []
    names = [f"q{k}" for k in range(count)]
    units = node.free_units() if part == "ode2" else ["1"] * count
    if part == "ode2" and node.axes:
        names = [node.axes[k] for k in range(node.coordinates) if node.place_of(k) >= 0]
    return [
        Column(f"{node.name}.{name}", "" if unit == "1" else unit)
        for name, unit in zip(names, units, strict=True)
    ]


def _numbered(count: int) -> list[str]:
    return [""] if count == 1 else [str(k) for k in range(count)]


def spaced(name: str) -> str:
    """AngularVelocityLocal -> Angular velocity local"""
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in name).split()
    return " ".join(words).capitalize()


def rate_unit(unit: str, order: int = 1) -> str:
    """Unit of a derivative by time: m -> m/s, m/s^2."""
    power = "s" if order == 1 else f"s^{order}"
    return f"{unit or '1'}/{power}"
