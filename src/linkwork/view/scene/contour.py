"""Contour: colors of bodies, nodes and connectors by one of their outputs.

The output is evaluated in every state that is shown. Connectors are colored if neither bodies nor
nodes have the output, such as a force: their velocities are relative ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.declare.values import real, shown
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.near import near_names
from linkwork.model.data import Data
from linkwork.results.looks import Looks
from linkwork.results.replay.replay import evaluate_rows
from linkwork.results.snapshot import XYZ, spaced
from linkwork.sensors.sensor import NOWHERE, Target
from linkwork.view.scene.palette import GROUND
from linkwork.view.scene.recorded_states import STATE
from linkwork.view.scene.tones import SHADES, wide

if TYPE_CHECKING:
    from linkwork.settings.visualization import VisualizationSettings
    from linkwork.view.scene.flexible_meshes import MeshContour
    from linkwork.view.scene.writer import SceneWriter

NORM = -1
"""Component that stands for the norm of all components."""

KEYS = "variable", "component", "range"

MOST_VALUES = 4_000_000
"""Numbers of a contour in all states that a page holds."""

Owner = tuple[str, int]
"""Family and number of the item whose output is drawn."""


@dataclass(frozen=True)
class Contour:
    """Which output decides on colors.

    component -- None: the only one, else the norm; range -- None: of the values
    is_wanted -- whether a caller asks for it, who is told what is wrong; else a note says so
    """

    variable: Variable
    component: int | None = None
    range: tuple[float, float] | None = None
    is_wanted: bool = True


def contour_of(given: Any, settings: VisualizationSettings) -> Contour | None:
    """The contour that a caller or the settings ask for.

    given -- None: that of the settings; False: none; the name of an output; (name, component); or
    a dictionary with variable, component and range
    """
    if given is None:
        return _of_settings(settings)
    if given is False:
        return None
    form: Mapping[str, Any] = {"variable": given}
    if isinstance(given, Mapping):
        form = given
    elif isinstance(given, (tuple, list)) and len(given) == 2:
        form = {"variable": given[0], "component": given[1]}
    unknown = [key for key in form if key not in KEYS]
    if unknown or "variable" not in form:
        raise ParameterError(
            "contour must be the name of an output, (name, component), or a dictionary with "
            f"{', '.join(KEYS)}, got {shown(given)}"
        )
    return Contour(_variable(form["variable"]), _component(form.get("component")),
                   _range(form.get("range")))  # fmt: skip


def _of_settings(settings: VisualizationSettings) -> Contour | None:
    chosen = settings.contour
    if chosen.outputVariable == Variable._None:
        return None
    given = None if chosen.automaticRange else (chosen.minValue, chosen.maxValue)
    if given is not None and not given[0] < given[1]:
        given = None
    return Contour(chosen.outputVariable, chosen.outputVariableComponent, given, is_wanted=False)


def _variable(given: Any) -> Variable:
    if isinstance(given, Variable) and given != Variable._None:
        return given
    known = [name for name in Variable.__members__ if name != "_None"]
    if isinstance(given, str) and given in known:
        return Variable[given]
    near = near_names(given, known) if isinstance(given, str) else []
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise ParameterError(
        f"contour: the output must be a name such as 'Velocity', got {shown(given)}{hint}"
    )


def _component(given: Any) -> int | None:
    if given is None:
        return None
    if isinstance(given, str) and given in (*XYZ, "norm"):
        return NORM if given == "norm" else XYZ.index(given)
    whole = isinstance(given, (int, np.integer)) and not isinstance(given, bool)
    if not whole or given < NORM:
        raise ParameterError(
            "contour: component must be a number from 0, 'x', 'y', 'z', or 'norm' (-1), got "
            f"{shown(given)}"
        )
    return int(given)


def _range(given: Any) -> tuple[float, float] | None:
    if given is None:
        return None
    try:
        low, high = (real(value) for value in given)
    except (TypeError, ValueError):
        low = high = None
    if low is None or high is None or not low < high:
        raise ParameterError(
            f"contour: range must be (low, high) with low < high, got {shown(given)}"
        )
    return low, high


# ---------------------------------------------------------------------- values


def add_contour(writer: SceneWriter, contour: Contour) -> dict[str, Any] | None:
    """Give items their column of values; returns the contour for the scene, None if it is empty."""
    if writer.mesh_contour is not None:
        return _of_surfaces(writer, contour, writer.mesh_contour)
    try:
        owners, unit = _owners(writer, contour)
        values, label = _values(writer, contour, list(dict.fromkeys(owners.values())))
    except ParameterError as error:
        if contour.is_wanted:
            raise
        writer.notes.append(str(error))
        return None
    columns = {owner: k for k, owner in enumerate(dict.fromkeys(owners.values()))}
    chosen = writer.settings.contour
    for index, owner in owners.items():
        item = writer.items[index]
        item["tone"] = columns[owner]
        item["color"] = [*item["color"][:3], chosen.alphaTransparency * item["color"][3]]
    _fade(writer, owners)
    low, high = contour.range or _extent(values)
    beyond = [
        bool(np.nanmin(values, initial=low) < low),
        bool(np.nanmax(values, initial=high) > high),
    ]
    each = bool(chosen.reduceRange and contour.range is None)
    return _form(writer, label, unit, (low, high), each, beyond, values)


def _of_surfaces(writer: SceneWriter, contour: Contour, found: MeshContour) -> dict[str, Any]:
    """The contour of flexible bodies, whose surfaces have their colors already."""
    _fade(writer, {})
    low, high = contour.range or wide(*found.extent)
    beyond = [found.extent[0] < low, found.extent[1] > high]
    values = np.full((len(writer.rows), 1), low)
    return _form(writer, found.label, found.unit, (low, high), False, beyond, values)


def _form(
    writer: SceneWriter, label: str, unit: str, extent: tuple[float, float], each: bool,
    beyond: list[bool], values: np.ndarray,
) -> dict[str, Any]:  # fmt: skip
    """A contour for the scene."""
    chosen = writer.settings.contour
    return {
        "name": label,
        "unit": unit,
        "range": list(extent),
        "each": each,
        "beyond": beyond,
        "colors": SHADES.tolist(),
        "bar": bool(chosen.advanced.showColorBar),
        "digits": int(chosen.advanced.colorBarPrecision),
        "values": writer.store.add(values, "f4"),
    }


def _fade(writer: SceneWriter, owners: dict[int, Owner]) -> None:
    """Draw bodies without a value in gray, so that no color is taken for one."""
    for index, item in enumerate(writer.items):
        if item["family"] != "body" or index in owners:
            continue
        if item["kind"] == "shape" and "colors" in writer.drawn_shapes[item["shape"]].values:
            continue  # the surface of a flexible body
        item["color"] = [*GROUND[:3], item["color"][3]]
        if item["kind"] == "shape" and writer.drawn_shapes[item["shape"]].color is None:
            writer.shapes[item["shape"]]["color"] = item["color"]


def _extent(values: np.ndarray) -> tuple[float, float]:
    """Smallest and largest value; a range about them if they are equal."""
    finite = values[np.isfinite(values)]
    if not len(finite):
        return 0.0, 1.0
    return wide(float(finite.min()), float(finite.max()))


def _owners(writer: SceneWriter, contour: Contour) -> tuple[dict[int, Owner], str]:
    """Which item of the model colors each drawn one, by index, and the unit of the values."""
    chosen, variable = writer.settings.contour, contour.variable
    wanted = {"node": chosen.nodesColored, "body": chosen.rigidBodiesColored}
    found: dict[int, Owner] = {}
    for families in (("node", "body"), ("connector",)):
        for index, item in enumerate(writer.items):
            family = item["family"]
            if family in families and wanted.get(family, True) and not item.get("rail"):
                owner = _owner_of(writer, family, item["number"], variable)
                if owner is not None:
                    found[index] = owner
        if found:
            break
    units = {owner: _unit(writer, owner, contour) for owner in set(found.values())}
    usual = max(dict.fromkeys(units.values()), key=list(units.values()).count, default="")
    found = {index: owner for index, owner in found.items() if units[owner] == usual}
    left = sum(unit != usual for unit in units.values())
    if left:
        writer.notes.append(f"contour: {left} items have another unit than {usual!r}: not colored")
    if not found:
        _refuse(writer, variable)
    return found, usual


def _owner_of(writer: SceneWriter, family: str, number: int, variable: Variable) -> Owner | None:
    """The item that has the output: the drawn one, or the node of a body."""
    items: Any = writer.snapshot.items
    own: Owner = ("node" if family == "node" else "object", number)
    candidates = [own]
    if family == "body":
        candidates += [("node", node) for node in items["object"][number].nodes()[:1]]
    for owner in candidates:
        item = items[owner[0]][owner[1]]
        has = variable in item.outputs and not item.lacks(variable)
        if has and _is_known(writer, owner):
            return owner
    return None


def _is_known(writer: SceneWriter, owner: Owner) -> bool:
    """Whether outputs of an item can be evaluated after the run."""
    item: Any = writer.snapshot.items[owner[0]][owner[1]]
    functions = [p.name for p in item.function_parameters()]
    called = any(callable(getattr(item, name)) for name in functions)
    return owner not in writer.snapshot.changed and not (called and owner[0] == "object")


def _refuse(writer: SceneWriter, variable: Variable) -> None:
    items: Any = writer.snapshot.items
    drawn = {(i["family"], i["number"]) for i in writer.items if i["number"] >= 0}
    known = sorted(
        {
            each.name
            for family, number in drawn
            if family in ("body", "connector", "node")
            for each in items["node" if family == "node" else "object"][number].outputs
        }
    )
    raise ParameterError(
        f"contour: no item that is drawn has the output {variable.name} (or it depends on user "
        f"functions); there are {', '.join(known)}"
    )


def _unit(writer: SceneWriter, owner: Owner, contour: Contour) -> str:
    item: Any = writer.snapshot.items[owner[0]][owner[1]]
    units = list(item.output_units(contour.variable, writer.snapshot.items))
    component = contour.component if contour.component not in (None, NORM) else 0
    unit = units[component] if component is not None and component < len(units) else units[0]
    return "" if unit in (None, "1") else str(unit)


def _values(writer: SceneWriter, contour: Contour, owners: list[Owner]) -> tuple[np.ndarray, str]:
    """(states, owners) values, and what they are."""
    if len(owners) * len(writer.rows) > MOST_VALUES:
        raise ParameterError(
            f"contour: {len(owners)} items in {len(writer.rows)} states are more than "
            f"{MOST_VALUES} values; show fewer frames"
        )
    model, variable = writer.snapshot.copy_of_model(), contour.variable
    looks = Looks(model, 1)  # the first number of a row is its time
    places = [looks.add_target(Target(*owner, variable, NOWHERE)) for owner in owners]
    state = {name: getattr(writer.solution, kept)[writer.rows] for name, kept in STATE.items()}
    times = writer.solution.times[writer.rows]
    try:
        rows = evaluate_rows(
            model, Data(model), looks.parts(), looks.width - 1, times, state, prepare=looks.prepare
        )
    except SysError as error:
        raise ParameterError(f"contour: {error}") from error
    width = max(place.stop - place.start for place in places)
    component = contour.component
    if component is None:
        component = NORM if width > 1 else 0
    if component >= width:
        raise ParameterError(
            f"contour: {variable.name} has components 0 ... {width - 1}, or -1 for the norm, got "
            f"{component}"
        )
    found = np.full((len(times), len(owners)), np.nan)
    for k, place in enumerate(places):
        own = rows[:, place.start - 1 : place.stop - 1]
        if component == NORM:
            found[:, k] = np.linalg.norm(own, axis=1)
        elif component < own.shape[1]:
            found[:, k] = own[:, component]
    return found, _label(writer, owners[0], variable, component, width)


def _label(
    writer: SceneWriter, owner: Owner, variable: Variable, component: int, width: int
) -> str:
    name = spaced(variable.name)
    if component == NORM:
        return f"{name}, norm" if width > 1 else f"{name}, absolute"
    if width == 1:
        return name
    item: Any = writer.snapshot.items[owner[0]][owner[1]]
    symbols = item.outputs[variable].symbol.split(", ")
    if width == 3:
        return f"{name} {XYZ[component]}"
    return f"{name} {symbols[component] if len(symbols) == width else component}"
