"""The energy account of a model: which item has which energy, and the kernels that compute it.

| law | value [J] |
|---|---|
| kinetic, potential | energy of the current state, by the kernel of that name |
| losses | integral of -(P - P_0): dampers and friction of items with a potential |
| power | integral of P: work of items without potential |
| function | the same for a user function that is added to a law with a potential |
| drive | integral of P plus potential: work of an item whose force at rest is not all potential |
| inertia | kinetic energy minus integral of v M q_tt: work of a variable mass matrix |

P is the power of the forces of an item, P_0 that of its forces at rest (`energy/kernels.py`). The
last five are counted from the first state.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.first_order import FirstOrder
from linkwork.connectors.connector import Connector, Constraint
from linkwork.core.kernels.compile import address_of
from linkwork.loads.load import Load
from linkwork.model.data import Data, Entries, Part
from linkwork.model.model import Model
from linkwork.model.position import set_position_calls
from linkwork.model.table import Table
from linkwork.results.energy.kernels import (
    MOVED,
    OF_STEPS,
    SINCE,
    TAKEN,
    add_direct_power,
    add_integrals,
    add_power,
    advance,
    clear_coordinates,
    clear_markers,
    count_from_start,
    history_size,
    hold_coordinates,
    hold_markers,
    let_coordinates_go,
    let_markers_go,
)
from linkwork.results.replay.kernels import SUMMED, add_energies

FORMS = ("kinetic", "potential", "dissipated", "work")
"""Forms of energy."""

STATIC = {
    "kinetic": "kinetic",
    "potential": "potential",
    "drive": "potential",
    "inertia": "kinetic",
}
"""Laws with a part that is an energy of the current state, and the kernel that computes it."""

Kernels = tuple[Callable[..., Any], ...]
OF_COORDINATES: Kernels = clear_coordinates, hold_coordinates, let_coordinates_go, add_direct_power
OF_MARKERS: Kernels = clear_markers, hold_markers, let_markers_go, add_power
"""Kernels that clear forces, hold velocities, let them go, and add the power."""

Key = tuple[str, int]
"""Family and number of an item."""


class Line(NamedTuple):
    """Items of one table that are evaluated together."""

    form: str
    law: str
    table: Table
    rows: list[int]


def laws_of(
    item: Any, table: Table, driven: bool, model: Model, compatible: bool = False
) -> Iterator[tuple[str, str]]:
    """(form, law) of the energies of an item.

    driven -- whether the run changed its value; compatible -- with the laws of `compatibility`
    """
    kind = type(item)
    if "kinetic" in kind.kernels:
        yield "kinetic", "kinetic"
        if kind.forces_of_inertia and "internal" not in kind.kernels:
            return
        if kind.forces_of_inertia and getattr(item, "mass_varies", False):
            yield "work", "inertia"
            yield "work", "whole"
            return
        if not kind.forces_of_inertia and getattr(item, "mass_varies", kind.masses_vary(table)):
            yield "work", "inertia"
    if "potential" in kind.kernels and item.has_potential_in(model):
        yield "potential", "potential"
        if item.is_driven() or (compatible and not kind.keeps_its_potential):
            yield "work", "drive"
        elif kind.loses_energy:
            yield "dissipated", "losses"
        if kind.added_function and item.has_added_function():
            yield "work", "function"
    elif acts(item, table) and (driven or not isinstance(item, Constraint) or item.is_driven()):
        yield "work", "power"


def acts(item: Any, table: Table) -> bool:
    """Whether an item acts on ODE2 coordinates with forces."""
    if isinstance(item, Body):
        return type(item).has_forces(table)
    return isinstance(item, (Connector, Load)) and "residual" in item.kernels


def unknown_energy(item: Any) -> str:
    """Why an energy of an item is unknown; empty: all energies are known."""
    if isinstance(item, Body) and "inertia" in item.kernels and "kinetic" not in item.kernels:
        return "it has no kernel for its kinetic energy"
    return ""


def lines_of(
    model: Model,
    left_out: Container[Key] = (),
    driven: Container[Key] = (),
    wanted: Container[Key] | None = None,
    single: bool = False,
    compatible: bool = False,
) -> list[Line]:
    """Energies of the items of a model, by form, law and type.

    driven -- constraints that are driven by changes of their parameters
    wanted -- the items to include; None: all; single -- one line for each item
    compatible -- with the laws of `compatibility`
    """
    found: dict[tuple[Any, ...], Line] = {}
    for table in model.tables.values():
        family = table.kind.family
        if family not in ("object", "load") or issubclass(table.kind, FirstOrder):
            continue
        for row, number in enumerate(table.numbers):
            item, own = model.items[family][number], (family, number)
            if own in left_out or not (wanted is None or own in wanted):
                continue
            for form, law in laws_of(item, table, own in driven, model, compatible):
                key = form, law, table.kind, number if single else -1
                found.setdefault(key, Line(form, law, table, [])).rows.append(row)
    return sorted(found.values(), key=lambda line: FORMS.index(line.form))


class Account:
    """Kernels that write energies of lines into the columns of a row of results.

    before -- run before the motion of the markers, with the state to be evaluated
    parts -- run after it; they add to the current row of `sensed`
    powers -- run between two states, after the motion there; they add to `integrals`
    jumping -- (place among the parts, rows of its table, integral) of kernels for energies that
        are part of an integral law: their change in a jump of the state is not work
    """

    def __init__(self, model: Model, data: Data) -> None:
        self.model, self.data = model, data
        self.before: list[Part] = []
        self.parts: list[Part] = []
        self._static: dict[tuple[str, Any], tuple[Table, list[tuple[int, int, float]]]] = {}
        self.powers: list[Part] = []
        self._taken: list[tuple[int, int, float]] = []
        self._since: dict[int, None] = {}
        self._told_with: list[tuple[Line, int]] = []
        self.jumping: list[tuple[int, list[int], int]] = []

    def add(self, line: Line, column: int, factor: float = 1.0) -> None:
        """Add the energy of a line, times a factor, to a column."""
        if line.law in STATIC:
            key = STATIC[line.law], line.table.kind
            _, summed = self._static.setdefault(key, (line.table, []))
            summed += [(row, column, factor) for row in line.rows]
        if line.law in ("kinetic", "potential"):
            return
        self.count_from_start(column)
        if line.law in STATIC:
            self._told_with.append((line, len(self._taken)))
        self._add_power(line, len(self._taken))
        self._taken.append((len(self._taken), column, factor))

    def count_from_start(self, column: int) -> None:
        """Subtract its first value from a column."""
        self._since[column] = None

    def finish(self, of_steps: bool = True) -> None:
        """Write the data that the kernels need into the frame.

        of_steps -- whether the states that follow are successive steps
        """
        model, data = self.model, self.data
        longest = max((len(table.rows) for table in model.tables.values()), default=0)
        data.set("energy", np.zeros(longest))
        for (name, kind), (table, summed) in self._static.items():
            place = len(self.parts)
            self.jumping += [
                (place, line.rows, integral)
                for line, integral in self._told_with
                if (STATIC[line.law], line.table.kind) == (name, kind)
            ]
            self.parts += [(kind.kernels[name], table), (add_energies, np.array(summed, SUMMED))]
        if self._taken:
            data.set("integrals", np.zeros(len(self._taken)))
            if not len(data["move_calls"]):
                set_position_calls(model, data)
            counts = model.n_ode2, model.n_ae, model.n_ode1, model.numbering.n_poses, model.n_data
            size = history_size(*counts, model.n_events, len(self._taken))
            data.set("power_history", np.zeros(size))
            data["power_history"][OF_STEPS] = of_steps
            calls: list[Part] = [*model.markers.motion_parts(), *self.powers]
            data.set_calls("power_calls", calls, address_of)
            self.before = [(advance, None)]
            self.parts.append((add_integrals, np.array(self._taken, TAKEN)))
        if self._since:
            since = np.zeros(len(self._since), SINCE)
            since["column"] = list(self._since)
            self.parts.append((count_from_start, since))

    def _add_power(self, line: Line, integral: int) -> None:
        """Calls that add the power of a line to an integral."""
        kind: Any = line.table.kind
        name = "inertia" if line.law == "inertia" else "residual"
        if name == "residual" and line.law != "whole" and "internal" in kind.kernels:
            name = "internal"  # forces of inertia do no net work
        kernel = kind.kernels[name]
        calls, muted = _calls(kernel, line), _muted_calls(kernel, line)
        if line.law == "losses":
            groups = self._moved(line, integral, -1.0)
            own = [*_each(groups, 0), *(muted if kind.added_function else calls)]
            # at rest first, so that the branches kept are those of the motion and show its cuts
            self.powers += [*_each(groups, 1), *own, *_each(groups, 2), *own, *_each(groups, 3)]
            return
        for factor, forces in ((1.0, calls), (-1.0, muted if line.law == "function" else [])):
            groups = self._moved(line, integral, factor)
            if forces:
                self.powers += [*_each(groups, 0), *forces, *_each(groups, 3)]

    def _moved(self, line: Line, integral: int, factor: float) -> list[tuple[Kernels, np.ndarray]]:
        """(kernels, rows) of the coordinates and markers that the items of a line act on.

        The kernels clear forces, hold velocities, let them go, and add the power.
        """
        kind: Any = line.table.kind
        direct = kind.acts_directly or issubclass(kind, Body)
        found: list[tuple[Kernels, np.ndarray]] = []
        if direct:
            found.append((OF_COORDINATES, self._coordinates(line)))
        if not direct or (issubclass(kind, Connector) and "marker_force" in kind.arguments()):
            found.append((OF_MARKERS, self._markers(line)))
        groups = []
        for kernels, indices in found:
            moved = np.zeros(len(indices), MOVED)
            moved["index"], moved["integral"], moved["factor"] = indices, integral, factor
            groups.append((kernels, moved))
        return groups

    def _markers(self, line: Line) -> np.ndarray:
        """Markers that the items of a line act on."""
        owner, _, marker = line.table.kind.end_markers(line.table)
        return np.unique(marker[np.isin(owner, line.rows)])

    def _coordinates(self, line: Line) -> np.ndarray:
        """Coordinates that the items of a line act on."""
        numbers = [line.table.numbers[row] for row in line.rows]
        return np.unique(np.concatenate([self.model.object_coordinates(k) for k in numbers]))


def _each(groups: list[tuple[Kernels, np.ndarray]], which: int) -> list[Part]:
    """One of the four kernels of each group, with its rows."""
    return [(kernels[which], moved) for kernels, moved in groups]


def _calls(kernel: Callable[..., Any], line: Line) -> list[Part]:
    """A kernel over the rows of a line, in place: one call per contiguous range."""
    if len(line.rows) == len(line.table.rows):
        return [(kernel, line.table)]
    places = np.array(line.rows)
    stretches: Iterable[np.ndarray] = np.split(places, np.flatnonzero(np.diff(places) > 1) + 1)
    return [
        (kernel, Entries(line.table.rows[part[0] : part[-1] + 1], line.table)) for part in stretches
    ]


def _muted_calls(kernel: Callable[..., Any], line: Line) -> list[Part]:
    """The same without the functions that are added to their laws."""
    name = line.table.kind.added_function
    if not name:
        return []
    rows = line.table.rows[line.rows]
    rows[name] = 0
    return [(kernel, Entries(rows, line.table))]
