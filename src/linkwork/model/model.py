"""The assembled model: tables of items, numbers of coordinates, motion of markers.

The structure is frozen: items, their order, and the items they refer to. Parameter columns of the
tables can be written (`Model.write`) and act from the next evaluation.
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import VARIABLE, Item, Parameter
from linkwork.core.declare.item_list import FEW, ItemList, Members
from linkwork.core.enums import OutputVariableType
from linkwork.core.errors import ParameterError
from linkwork.model.functions import Functions
from linkwork.model.marker_map import MarkerMap
from linkwork.model.numbering import Numbering
from linkwork.model.partners import Items, check_partners, doubtful_rows, target_of
from linkwork.model.places import Places
from linkwork.model.table import Place, Table
from linkwork.sensors.sensor import Target

LOADS = "loads"
"""Own array of kinds that act on coordinates other than through markers: sum of squares of the
forces of each row. Their column `part` holds the connected part of the row."""


def _nobody() -> None:
    """The owner of a model that belongs to no system."""


class Model:
    """Everything that is known before the first number is computed.

    numbering -- numbers of coordinates and equations; places -- how points and frames move
    markers -- the same for markers, as rows for kernels
    tables -- kind of item -> its rows; place -- (family, number) of an item -> table and row there
    changed -- family and number of items whose parameters were changed since the last run began
    driven -- those of them that are constraints of which only the driven value was changed
    kept -- the last snapshot, and how many items were replaced until then
    """

    def __init__(self, items: Items, mbs: Any = None) -> None:
        # A weak reference: a system that nobody uses is freed at once, not by a collection.
        self.owner = weakref.ref(mbs) if mbs is not None else _nobody
        self.changed: set[tuple[str, int]] = set()
        self.driven: set[tuple[str, int]] = set()
        self.kept: tuple[int, Any] | None = None
        self.items = {family: ItemList.of(members) for family, members in items.items()}
        check_items(self.items)
        self.numbering = Numbering(self.items)
        self.n_ode2, self.n_ode1 = self.numbering.n_ode2, self.numbering.n_ode1
        self.n_ae, self.n_data = self.numbering.n_ae, self.numbering.n_data
        self.places = Places(self.numbering)
        self.tables: dict[type[Item], Table] = {}
        self.place = Place()
        for family in ("node", "object", "marker", "load", "sensor"):
            self._make_tables(family)
        for table in self.tables.values():
            table.kind.wire(table, self)
        exact = any(k.has_equations and k.blocks is not None for k in self.tables)
        markers = [table for table in self.tables.values() if table.kind.family == "marker"]
        self.markers = MarkerMap(self.places, markers, exact)
        self._check_frames()
        self._wire_events()
        self._lay_out_pools()
        self.functions = Functions(self)
        self.targets: dict[int, Target] = {}
        for number in range(len(self.items["sensor"])):
            self.aim(number)

    def belong_to(self, mbs: Any) -> None:
        """Become the model of another system, whose items are in `items`."""
        self.owner = weakref.ref(mbs)
        self.functions.belong_to(self.owner)

    @property
    def mbs(self) -> Any:
        """The system that the model belongs to; None if there is none."""
        return self.owner()

    # ------------------------------------------------------------------ tables

    def _make_tables(self, family: str) -> None:
        tables = []
        for kind, members in self.items[family].by_kind().items():
            if family != "sensor" or kind.kernels:
                table = self.tables[kind] = Table.of(members)
                tables.append(table)
        self.place.add(family, tables)

    def tables_of(self, base: type[Item]) -> list[Table]:
        """Tables of all kinds of a family or base class, in order of their first item."""
        return [table for kind, table in self.tables.items() if issubclass(kind, base)]

    def direct_tables(self) -> list[Table]:
        """Tables of objects that act on ODE2 coordinates directly, not through markers."""
        return [table for kind, table in self.tables.items() if kind.acts_directly]

    def unmarked_tables(self) -> list[Table]:
        """Tables of items that act on ODE2 coordinates whose size no marker may know.

        These are objects that act directly, and nodes and bodies with equations.
        """
        return [
            table
            for kind, table in self.tables.items()
            if kind.acts_directly
            or (kind.has_equations and kind.blocks is None and getattr(kind, "part", "") != "ae")
        ]

    def loaded_tables(self) -> list[Table]:
        """Tables of objects that act on ODE2 coordinates with forces whose size no marker knows."""
        return [table for table in self.tables.values() if LOADS in table.own]

    @property
    def is_linear(self) -> bool:
        """Whether all equations are linear in the state, with constant coefficients."""
        tables = [(k, t) for k, t in self.tables.items() if k.family in ("object", "load")]
        tables += [(t.kind, t) for t in self.unmarked_tables() if t.kind.family == "node"]
        turning = bool(self.markers.turns.any())
        composed = any(getattr(kind, "composed", ()) for kind in self.tables)
        return not (turning or composed) and all(kind.is_linear(table) for kind, table in tables)

    @property
    def has_events(self) -> bool:
        """Whether a piecewise law has boundaries that can be crossed."""
        found = [table for table in self.event_tables() if table.kind.family != "sensor"]
        return any(table.kind.has_events(table) for table in found)

    @property
    def has_watchers(self) -> bool:
        """Whether sensors watch for events."""
        return self.first_watcher < self.n_events

    def event_tables(self) -> list[Table]:
        """Tables of items with events: piecewise laws, then sensors."""
        return [table for table in self.tables.values() if "events" in table.kind.kernels]

    @property
    def masses_vary(self) -> bool:
        """Whether a mass matrix depends on the state."""
        return any(kind.masses_vary(table) for kind, table in self.tables.items())

    def write(self, family: str, number: int, p: Parameter, value: Any) -> None:
        """Write a new value of a parameter of an assembled item into the tables."""
        self._note_change(family, number, p)
        table, row = self.place.get((family, number), (None, 0))
        if table is not None and p.symbol in table.rows.dtype.fields:
            if isinstance(p.kind, UserFunction):
                self.functions.changed(family, number, p)
            else:
                table.rows[p.symbol][row] = p.kind.cell(value)
            table.kind.rewritten(table.rows, row)
        if table is not None and table.kind.pools:
            table.kind.write_pools(table, row, self.items[family][number])
        if self.items[family][number].carries_mass:
            self.markers.write_masses()
        elif family == "sensor":
            self.aim(number)

    def _note_change(self, family: str, number: int, p: Parameter) -> None:
        key, item = (family, number), self.items[family][number]
        drives = bool(p.symbol) and p.symbol == item.driven
        if drives and (key in self.driven or key not in self.changed):
            self.driven.add(key)
        else:
            self.driven.discard(key)
        self.changed.add(key)

    @functools.cached_property
    def has_moments(self) -> bool:
        """Whether anything acts on markers with moments."""
        acting = any("marker_moment" in table.kind.arguments() for table in self.tables.values())
        return bool(self.markers.turns.any()) or acting

    @functools.cached_property
    def searching_tables(self) -> list[Table]:
        """Tables of the kinds that search for partners and rewrite their rows."""
        return [table for table in self.tables.values() if "search" in table.kind.kernels]

    def equation_tables(self) -> list[Table]:
        """Tables of all items that own equations: nodes, then objects."""
        return [table for kind, table in self.tables.items() if kind.has_equations]

    def judging_tables(self) -> list[Table]:
        """Tables of items that look at solutions after Newton's method."""
        tables = self.tables.values()
        return [t for t in tables if "post_newton" in t.kind.kernels and t.kind.judges(t)]

    def object_coordinates(self, number: int) -> np.ndarray:
        """Indices of the ODE2 coordinates of an object; of a connector those of its markers."""
        found: np.ndarray = self.items["object"][number].ode2_coordinates(number, self)
        return found

    def object_indices(self, number: int, part: str) -> np.ndarray:
        """Indices of the coordinates of an object in a part of the system, equations included."""
        if part == "ode2":
            return self.object_coordinates(number)
        rows = self.numbering.object_row
        if part == "ae" and rows[number + 1] > rows[number]:
            return np.arange(rows[number], rows[number + 1])
        return self.numbering.object_part(number, part)

    def marker_indices(self, number: int) -> np.ndarray:
        """Indices of the ODE2 coordinates that a marker depends on."""
        if "Coordinates" in self.items["marker"][number].provides:
            return self.places.marker_coordinates(number)[0]
        return self.markers.coordinates.of(number)

    def _check_frames(self) -> None:
        """Refuse items that use angles in the plane on frames that rotate in other ways."""
        for kind, table in self.tables.items():
            if kind.blocks is None or not kind.blocks.needs_angles:
                continue
            lines, _, markers = kind.end_markers(table)
            fits = self.markers.is_planar if kind.counts_turns else self.markers.is_upright
            for k in np.flatnonzero(~fits[markers]):
                marker, number = int(markers[k]), table.numbers[lines[k]]
                end = self.items["marker"][marker]
                raise ParameterError(
                    f"{self.items[kind.family][number].label(number)} acts in the x-y plane and "
                    f"needs frames that are turned about z only, got {end.label(marker)}; "
                    "use an item for frames in space, or a body in the plane"
                )

    # ------------------------------------------------------------------ wiring

    def _wire_events(self) -> None:
        """Number the events of all rows; those of sensors come last.

        n_piecewise -- items with piecewise laws
        """
        self.n_events = self.first_watcher = self.n_piecewise = 0
        for table in self.event_tables():
            counts = table.kind.event_counts(table)
            table.rows["event"] = self.n_events + np.cumsum(counts) - counts
            self.n_events += int(counts.sum())
            if table.kind.family != "sensor":
                self.first_watcher = self.n_events
                self.n_piecewise += len(table.rows)

    def _lay_out_pools(self) -> None:
        for kind, table in self.tables.items():
            if kind.pools:
                kind.lay_out(table, self)
            if kind.pools and kind.write_pools.__func__ is not Item.write_pools.__func__:  # type: ignore[attr-defined]
                for row, number in enumerate(table.numbers):
                    kind.write_pools(table, row, self.items[kind.family][number])

    # ------------------------------------------------------------------ outputs and sensors

    def output_size(self, family: str, number: int, variable: OutputVariableType) -> int:
        """Number of components of an output of an item; calls the function of a user sensor."""
        item = self.items[family][number]
        if family == "sensor" and variable not in item.outputs:
            if item.own_facts() is not None:
                return 1
            return np.size(self.mbs.GetSensorValues(number))
        size = item.outputs[variable].size
        if size != VARIABLE:
            return max(1, size)
        return int(item.output_size(variable, number, self))

    def aim(self, number: int) -> None:
        """Find (again) what a sensor measures."""
        target = target_of(self.items["sensor"][number], number, self.items)
        assert target is not None
        if target.family != "sensor":
            self.output_size(target.family, target.number, target.variable)  # it must exist
        self.targets[number] = target


def check_items(items: Mapping[str, ItemList]) -> None:
    """Refuse the first item that cannot be assembled."""
    for members in items.values():
        suspects: set[int] = set()
        for group in members.by_kind().values():
            if len(group) < FEW:
                suspects.update(group.numbers.tolist())
                continue
            rows = [_incomplete_rows(group), doubtful_rows(group, items)]
            rows.append(group.kind.sized_rows(group))
            suspects.update(group.numbers[np.concatenate(rows)].tolist())
        for number in sorted(suspects):
            check_item(members[number], number, items)


@functools.cache
def _needed(kind: Any) -> list[Parameter]:
    """Parameters of a kind that have a default which cannot be used."""
    return [p for p in kind.fields.values() if not p.default_is_valid]


def _incomplete_rows(group: Members) -> np.ndarray:
    """Rows of items of one kind that may be incomplete."""
    kind: Any = group.kind
    if kind.check_complete is not Item.check_complete:
        return np.arange(len(group))
    unset = np.zeros(len(group), bool)
    for p in _needed(kind):
        column = group.column(p.name)
        if isinstance(column, np.ndarray):
            same = column == np.asarray(p.default)
            unset |= same.reshape(len(group), -1).all(axis=1)
        else:
            unset |= [p.is_unset(value) for value in column]
    return np.flatnonzero(unset)


def check_item(item: Item, number: int, items: Mapping[str, ItemList]) -> None:
    """Refuse an item that cannot be assembled: it is incomplete, or its partners do not fit."""
    kind: Any = type(item)
    for p in _needed(kind):
        if p.is_unset(getattr(item, p.name)):
            p.check(getattr(item, p.name), item.label(number))
    if kind.check_complete is not Item.check_complete:
        item.check_complete(item.label(number))
    check_partners(item, number, items)
    if kind.check_sizes is not Item.check_sizes:
        item.check_sizes(item.label(number), items)
