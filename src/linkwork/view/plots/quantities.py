"""Quantities of a Solution that can be plotted, with names and units."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.core.declare.indices import ItemIndex
from linkwork.core.errors import SysError
from linkwork.results.snapshot import Column, rate_unit
from linkwork.results.solution import Solution

NORM = "norm"

ROUNDOFF = 1e-12
"""Size of values that count as zero, relative to the largest component."""


@dataclass
class Quantity:
    """Numbers over time.

    name -- its name for users; label -- text for an axis; word -- the label without the owner
    values -- one row per time; components, units -- of its columns
    log -- whether magnitudes are drawn on a logarithmic axis
    keeps_zeros -- whether components that stay zero are drawn beside others
    note -- remark for readers of the plot
    """

    name: str
    label: str
    word: str
    times: np.ndarray
    values: np.ndarray
    components: list[str]
    units: list[str]
    log: bool = False
    is_sensor: bool = False
    keeps_zeros: bool = False
    note: str = ""

    def label_of(self, component: str) -> str:
        """Axis label of a component: "tip: position x", "Position x of NodePoint 'mass'"."""
        if self.is_sensor and self.label.startswith(f"{self.word} of "):
            return self.label.replace(self.word, f"{self.word} {component}".rstrip(), 1)
        return f"{self.label} {component}".rstrip()

    def column(self, component: Any) -> tuple[np.ndarray, str, str]:
        """(values, name, unit) of a component by number, name, or "norm"."""
        if component == NORM and NORM not in self.components:
            unit = self.units[0] if len(set(self.units)) == 1 else ""
            return np.linalg.norm(self.values, axis=1), "norm", unit
        place = self.place(component)
        if place is None:
            raise SysError(f"{self.name!r} has no component {component!r}; it has {self._known()}")
        return self.values[:, place], self.components[place], self.units[place]

    def zeros(self) -> list[bool]:
        """Whether a component stays zero, but for roundoff beside others of its unit."""
        sizes = np.nan_to_num(np.abs(self.values)).max(axis=0, initial=0.0)
        largest: dict[str, float] = {}
        for unit, size in zip(self.units, sizes, strict=True):
            largest[unit] = max(largest.get(unit, 0.0), float(size))
        roundoff = 0.0 if self.log else ROUNDOFF
        pairs = zip(self.units, sizes, strict=True)
        return [bool(size <= roundoff * largest[unit]) for unit, size in pairs]

    def place(self, component: Any) -> int | None:
        """Number of a component; None if there is none."""
        if isinstance(component, str):
            if component in self.components:
                return self.components.index(component)
            lower = [name.lower() for name in self.components]
            return lower.index(component.lower()) if component.lower() in lower else None
        if isinstance(component, (int, np.integer)) and not isinstance(component, bool):
            return int(component) if 0 <= component < len(self.components) else None
        return None

    def _known(self) -> str:
        count = len(self.components)
        names = [name for name in self.components if name and not name.isdigit()]
        numbers = f"0 to {count - 1}" if count > 1 else "0 alone"
        told = f", named {', '.join(names[:8])}{', ...' if len(names) > 8 else ''}" if names else ""
        return f"{numbers}{told}" if count else "none"


def quantity(solution: Solution, name: Any) -> list[Quantity]:
    """The quantities of a name: that of a sensor (or its number), or one of WORDS."""
    is_other_item = isinstance(name, ItemIndex) and name.family != "sensor"
    if isinstance(name, (int, np.integer)) and not isinstance(name, bool) and not is_other_item:
        name = _sensor_name(solution, int(name))
    if not isinstance(name, str):
        raise SysError(
            f"what to plot must be a name, the number of a sensor, or a list, got {name!r}"
        )
    if name in solution.sensors:
        return [sensor(solution, name)]
    if name not in WORDS:
        sensors = ", ".join(repr(s) for s in list(solution.sensors)[:12]) or "none"
        words = ", ".join(repr(word) for word in WORDS)
        raise SysError(
            f"there is no quantity {name!r} to plot; sensors are {sensors}, further names {words}"
        )
    return WORDS[name](solution)


def _sensor_name(solution: Solution, number: int) -> str:
    """Name of a sensor by its number in the model that was solved."""
    names = list(solution.sensors)
    if solution.snapshot is not None:
        items: Any = solution.snapshot.items["sensor"]
        names = [item.name for item in items]
    if not 0 <= number < len(names) or names[number] not in solution.sensors:
        raise SysError(f"the result has no sensor {number}; it has {len(solution.sensors)}")
    return names[number]


def sensor(solution: Solution, name: str) -> Quantity:
    """A recorded sensor."""
    data = solution.sensors[name]
    count = data.shape[1] - 1
    if solution.snapshot is None:
        components, units = ([""] if count == 1 else list(map(str, range(count)))), [""] * count
        times, values = data[:, 0], data[:, 1:]
        return Quantity(name, name, name, times, values, components, units, is_sensor=True)
    facts = solution.snapshot.sensor(name, count)
    word = facts.label.partition(" of ")[0] if facts.variable else name
    label = facts.label
    if name != f"sensor{solution.snapshot.sensor_number(name)}":
        label = _named(name, word if facts.variable else facts.label)
    times, values = data[:, 0], data[:, 1:]
    names = facts.components
    return Quantity(name, label, word, times, values, names, facts.units, is_sensor=True)


def _named(name: str, word: str) -> str:
    """The name that a user gave to a sensor, and what it measures unless the name says so."""
    if word.lower() in name.lower():
        return name
    return f"{name}: {word[:1].lower()}{word[1:]}"


def _columns(solution: Solution, part: str, count: int, letter: str) -> list[Column]:
    """Names and units of recorded coordinates."""
    if solution.snapshot is not None:
        known = solution.snapshot.coordinates(part)
        if len(known) == count:
            return known
    return [Column(f"{letter}{k}", "") for k in range(count)]


def _recorded(
    attribute: str, label: str, part: str, letter: str, order: int
) -> Callable[[Solution], list[Quantity]]:
    """A function that makes a quantity of an array of a Solution."""

    def find(solution: Solution) -> list[Quantity]:
        values = np.asarray(getattr(solution, attribute))
        columns = _columns(solution, part, values.shape[1], letter)
        name = label.lower()
        if not values.shape[1]:
            raise SysError(f"the result has no {name}: the model has none")
        units = [column.unit for column in columns]
        if order and solution.snapshot is not None:
            units = [rate_unit(unit, order) for unit in units]
        names = [column.name for column in columns]
        return [Quantity(name, label, label, solution.times, values, names, units)]

    return find


def _energy(solution: Solution) -> list[Quantity]:
    found = solution.energy()
    names = ["kinetic", "potential", "total"]
    names += [form for form in ("dissipated", "work") if found.parts[form]]
    names += ["balance"] if not found.missing else []
    values = np.column_stack([getattr(found, name) for name in names])
    made = Quantity("energy", "Energy", "Energy", found.times, values, names, ["J"] * len(names))
    made.keeps_zeros = True  # a balance of zero is a result
    if found.missing:
        items = "1 item" if len(found.missing) == 1 else f"{len(found.missing)} items"
        made.note = f"{items} left out, see energy().missing"
    return [made]


def _short_names(solution: Solution, objects: np.ndarray) -> list[str]:
    """Names of constraint equations: name of the object, with a number if it has several."""
    assert solution.snapshot is not None
    items = solution.snapshot.items["object"]
    counts = np.bincount(objects)
    seen = np.zeros_like(counts)
    names = []
    for number in objects:
        names.append(items[number].name + (f" {seen[number]}" if counts[number] > 1 else ""))
        seen[number] += 1
    return names


def _constraint_errors(solution: Solution) -> list[Quantity]:
    found = solution.constraint_errors()
    if not found.equations:
        raise SysError("the result has no constraint errors: the model has no constraints")
    made, names = [], _short_names(solution, found.objects)
    for label, values, order in (
        ("Constraint error", found.position, 0),
        ("Rate of the constraint error", found.velocity, 1),
    ):
        units = ["" if unit == "1" else unit for unit in found.units]
        units = [rate_unit(unit) for unit in units] if order else units
        sizes = np.abs(values)
        made.append(
            Quantity("constraint errors", label, label, found.times, sizes, names, units, True)
        )
    if all(np.isnan(part.values).all() for part in made):
        raise SysError(f"no constraint error is known: {'; '.join(found.missing)}")
    return [part for part in made if not np.isnan(part.values).all()]


WORDS: dict[str, Callable[[Solution], list[Quantity]]] = {
    "coordinates": _recorded("coordinates", "Coordinates", "ode2", "q", 0),
    "velocities": _recorded("velocities", "Velocities", "ode2", "q_t", 1),
    "accelerations": _recorded("accelerations", "Accelerations", "ode2", "q_tt", 2),
    "multipliers": _recorded("multipliers", "Multipliers", "ae", "lambda", 0),
    "ode1 coordinates": _recorded("ode1_coordinates", "ODE1 coordinates", "ode1", "y", 0),
    "data coordinates": _recorded("data_coordinates", "Data coordinates", "data", "d", 0),
    "energy": _energy,
    "constraint errors": _constraint_errors,
}
"""Quantities that can be plotted in addition to sensors."""
