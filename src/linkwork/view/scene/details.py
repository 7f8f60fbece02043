"""What the list of items tells about each: its parameters, and its outputs in every state.

Both are stored by type of item, so that thousands of equal springs take little room.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import SysError
from linkwork.model.data import Data
from linkwork.results.looks import Looks
from linkwork.results.replay.replay import evaluate_rows
from linkwork.results.snapshot import XYZ, spaced
from linkwork.sensors.sensor import NOWHERE, Target
from linkwork.view.scene.recorded_states import STATE

if TYPE_CHECKING:
    from linkwork.view.scene.writer import SceneWriter

FAMILIES = "object", "load", "node", "marker", "sensor"

HIDDEN = {"name", "graphicsData", "writeToFile", "fileName", "storeInternal"}
"""Parameters that say nothing about the model."""

UNTOLD = {
    Variable.RotationMatrix, Variable.Displacement, Variable.Coordinates,
    Variable.CoordinatesTotal, Variable.Coordinates_t, Variable.Coordinates_tt,
    Variable.VelocityLocal, Variable.AccelerationLocal, Variable.AngularVelocityLocal,
    Variable.AngularAccelerationLocal,
}  # fmt: skip
"""Outputs that repeat others in a form that is hard to read."""

OF_TURNING = {Variable.Rotation, Variable.AngularVelocity, Variable.AngularAcceleration}

MOST_OUTPUTS = 300_000
"""Numbers of all outputs in all states that a page holds."""

MOST_OBJECTS = 2_000
"""Number of objects up to which outputs are evaluated."""

MOST_TOLD = 9
"""Numbers of an array that are written out."""


def details_of(writer: SceneWriter) -> list[dict[str, Any]]:
    """Parameters and outputs of all drawn items, by type."""
    drawn = {
        ("object" if each["family"] in ("body", "connector", "ground") else each["family"],
         each["number"])
        for each in writer.items
    }  # fmt: skip
    items: Any = writer.snapshot.items
    groups: dict[tuple[str, Any], list[int]] = {}
    for family in FAMILIES:
        for number, item in enumerate(items[family]):
            if (family, number) in drawn:
                groups.setdefault((family, type(item)), []).append(number)
    outputs = _outputs(writer, groups)
    found = []
    for (family, kind), numbers in groups.items():
        form = {"of": family, "type": type_of(kind), "numbers": numbers}
        form["parameters"] = [
            _column(field, [items[family][number] for number in numbers])
            for field in kind.fields.values()
            if field.name not in HIDDEN and not _is_unused(field, items[family], numbers)
        ]
        form["outputs"] = outputs.get((family, kind), [])
        found.append(form)
    return found


def type_of(kind: Any) -> str:
    """Name of a type of items in the list."""
    return str(kind.short_name or kind.__name__)


def _is_unused(field: Any, items: Any, numbers: list[int]) -> bool:
    """Whether a parameter is a user function that no item of the type has."""
    functions = {p.name for p in items[numbers[0]].function_parameters()}
    given = (getattr(items[number], field.name) for number in numbers)
    return field.name in functions and not any(callable(value) for value in given)


def _column(field: Any, members: list[Any]) -> dict[str, Any]:
    """A parameter of items of one type; one text if all have the same value."""
    given = [getattr(item, field.name) for item in members]
    if field.name == "outputVariableType":
        given = [Variable(value).name for value in given]
    texts = [told(value) for value in given]
    form = {"name": field.name, "symbol": field.symbol or "", "unit": _plain(field.unit)}
    same = all(text == texts[0] for text in texts)
    return {**form, "value": texts[0]} if same else {**form, "values": texts}


def told(value: Any) -> str:
    """A value of a parameter as a short text."""
    if callable(value):
        return f"function {getattr(value, '__name__', '')}".strip()
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return f"{float(value):.6g}"
    if isinstance(value, (list, tuple, np.ndarray)):
        array = np.asarray(value)
        if array.size > MOST_TOLD or array.ndim > 1:
            return " \u00d7 ".join(str(n) for n in array.shape) + " values"
        return "[" + ", ".join(told(each) for each in array.tolist()) + "]"
    return str(getattr(value, "name", value))


def _plain(unit: str | None) -> str:
    return "" if unit in (None, "1") else str(unit)


# ---------------------------------------------------------------------- outputs


def _outputs(
    writer: SceneWriter, groups: dict[tuple[str, Any], list[int]]
) -> dict[tuple[str, Any], list[dict[str, Any]]]:
    """Outputs of objects and loads at all states that are shown, up to a number of values."""
    chosen = {key: numbers for key, numbers in groups.items() if key[0] in ("object", "load")}
    if not writer.with_outputs or len(writer.snapshot.items["object"]) > MOST_OBJECTS:
        return {}
    model = writer.snapshot.copy_of_model()
    looks = Looks(model, 1)  # the first number of a row is its time
    room = MOST_OUTPUTS // len(writer.rows)
    placed: dict[tuple[str, Any], dict[Variable, dict[int, slice]]] = {}
    for key, numbers in chosen.items():
        for number in numbers:
            for variable in _told_outputs(writer, key[0], number):
                width = model.output_size(key[0], number, variable)
                if looks.width + width > room:
                    break
                place = looks.add_target(Target(key[0], number, variable, NOWHERE))
                placed.setdefault(key, {}).setdefault(variable, {})[number] = place
    if not placed:
        return {}
    state = {name: getattr(writer.solution, kept)[writer.rows] for name, kept in STATE.items()}
    times = writer.solution.times[writer.rows]
    width = looks.width - 1
    try:
        values = evaluate_rows(
            model, Data(model), looks.parts(), width, times, state, prepare=looks.prepare
        )
    except SysError:
        return {}
    return {
        key: [_output(writer, key, variable, places, values) for variable, places in each.items()]
        for key, each in placed.items()
    }


def _told_outputs(writer: SceneWriter, family: str, number: int) -> Iterator[Variable]:
    """Outputs of an item that can be evaluated after the run and are worth telling."""
    item: Any = writer.snapshot.items[family][number]
    functions = [p.name for p in item.function_parameters()]
    if (family, number) in writer.snapshot.changed:
        return
    if any(callable(getattr(item, name)) for name in functions):
        return
    for variable, output in item.outputs.items():
        flat = isinstance(item, Body) and not item.has_axes and variable in OF_TURNING
        if variable not in UNTOLD and output.size >= 0 and not flat:
            yield variable


def _output(
    writer: SceneWriter,
    key: tuple[str, Any],
    variable: Variable,
    places: dict[int, slice],
    values: np.ndarray,
) -> dict[str, Any]:
    """One output of the items of a type; values -- REF f4 (F, items, components)."""
    family, _ = key
    item: Any = writer.snapshot.items[family][next(iter(places))]
    units = [_plain(unit) for unit in item.output_units(variable, writer.snapshot.items)]
    columns = [np.arange(place.start, place.stop) - 1 for place in places.values()]
    stacked = np.stack([values[:, own] for own in columns], axis=1)
    width = stacked.shape[2]
    symbols = item.outputs[variable].symbol.split(", ")
    named = symbols if len(symbols) == width else [str(k) for k in range(width)]
    return {
        "name": spaced(variable.name),
        "unit": units[0] if len(set(units)) == 1 else "",
        "components": {1: [""], 3: list(XYZ)}.get(width, named),
        "numbers": list(places),
        "values": writer.store.add(stacked, "f4"),
    }
