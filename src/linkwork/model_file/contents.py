"""Contents of a model file: conversion between items with settings and text.

{
  "format": "linkwork-model",
  "version": 1,
  "modules": {"object": {"Cord": "ropes"}},     modules of kinds that are not Linkwork's
  "simulationSettings": {...},                  what differs from the defaults
  "visualizationSettings": {...},
  "preStepUserFunction": "laws:before_step",
  "nodes": [...], "objects": [...], "markers": [...], "loads": [...], "sensors": [...]
}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from linkwork.api.item_store import ItemStore
from linkwork.core.declare.item import Item, checked
from linkwork.core.declare.item_list import ItemList
from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError
from linkwork.core.functions.step_functions import FUNCTIONS, NONE, StepFunctions
from linkwork.core.near import near_names
from linkwork.items import FAMILIES
from linkwork.model.partners import check_partners
from linkwork.model_file.forms import form_of, functions_of, item_of, module_hint
from linkwork.model_file.functions import Functions, Names, Source
from linkwork.model_file.layout import INDENT, written
from linkwork.model_file.places import Document, Path
from linkwork.settings.form import SettingError, changed_values, set_values
from linkwork.settings.simulation import SimulationSettings
from linkwork.settings.tree import Group
from linkwork.settings.visualization import VisualizationSettings

FORMAT, VERSION = "linkwork-model", 1
LISTS = {family: f"{family}s" for family in FAMILIES}
"""Family -> key of its list."""

STEP_FUNCTIONS = {
    "preStepUserFunction": "pre_step",
    "postNewtonUserFunction": "post_newton",
    "postStepUserFunction": "post_step",
    "preNewtonResidualUserFunction": "pre_newton",
    "systemJacobianUserFunction": "system_jacobian",
}
"""Key -> field of StepFunctions."""

KEYS = (
    *("format", "version", "modules", "simulationSettings", "visualizationSettings"),
    *(*STEP_FUNCTIONS, *LISTS.values()),
)
Items = Mapping[str, Sequence[Item]]


@dataclass
class Contents:
    """What was read from a model file; all of it is checked.

    items -- family -> items in the order of their numbers
    step_functions -- functions of the whole system
    simulationSettings -- those that were saved with the model, or None
    visualizationSettings -- how the model is drawn; the defaults, if the file has none
    """

    items: dict[str, ItemList]
    step_functions: StepFunctions = NONE
    simulationSettings: SimulationSettings | None = None  # noqa: N815
    visualizationSettings: VisualizationSettings = field(  # noqa: N815
        default_factory=VisualizationSettings
    )


# ---------------------------------------------------------------------- writing


def text_of(
    items: Items,
    *,
    step_functions: StepFunctions = NONE,
    simulation: SimulationSettings | None = None,
    visualization: VisualizationSettings | None = None,
    functions: Functions | None = None,
) -> str:
    """The text of a model file of checked items.

    step_functions -- those of the system; simulation, visualization -- settings to keep
    functions -- names for functions without import path; others get their own names
    """
    used = [f for members in items.values() for item in members for f in functions_of(item)]
    names = Names(functions, (*used, *step_functions))
    form: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    modules = _modules(items)
    if modules:
        form["modules"] = modules
    if simulation is not None:
        form["simulationSettings"] = changed_values(simulation)
    if visualization is not None and changed_values(visualization):
        form["visualizationSettings"] = changed_values(visualization)
    for key, name in STEP_FUNCTIONS.items():
        if getattr(step_functions, name) is not None:
            form[key] = names.form(getattr(step_functions, name))
    line = "\n" + INDENT
    parts = [f"{INDENT}{written(key)}: {written(value, line)}" for key, value in form.items()]
    for family, key in LISTS.items():
        members = items.get(family, ())
        texts = [_item_text(item, number, names) for number, item in enumerate(members)]
        parts.append(f'  "{key}": [{",".join(texts)}\n  ]' if texts else f'  "{key}": []')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _item_text(item: Item, number: int, names: Names) -> str:
    line = "\n    "
    form = form_of(item, names)
    try:
        return line + written(form, line)
    except ParameterError as error:
        raise ParameterError(f"{item.label(number)} cannot be written: {error}") from None


def _modules(items: Items) -> dict[str, dict[str, str]]:
    """Family -> type -> module of kinds that users declare."""
    found: dict[str, dict[str, str]] = {}
    for family in LISTS:
        for item in items.get(family, ()):
            module = module_hint(item)
            if module:
                found.setdefault(family, {})[item.type_name] = module
    return found


# ---------------------------------------------------------------------- reading


def items_of(
    text: str,
    functions: Functions | None = None,
    import_functions: bool = False,
    missing: str = "error",
    name: str = "the model text",
) -> Contents:
    """Contents of a text; an invalid one raises ParameterError with the line.

    functions -- user functions by key: 'module:name', or the name given after "supply"
    import_functions -- whether modules that the text names may be imported, which runs them
    missing -- "error": missing functions raise an error that lists them;
        "placeholder": they become functions that raise an error when they are called
    name -- of the file, for error texts
    """
    document = Document(text, name)
    form = document.parsed()
    _check_top(document, form)
    _check_modules(document, form)
    source = Source(functions, import_functions)
    made = Contents(_items(document, form, source))
    made.step_functions = _step_functions(document, form, source)
    if "simulationSettings" in form:
        made.simulationSettings = SimulationSettings()
        _set(document, "simulationSettings", made.simulationSettings, form)
    if "visualizationSettings" in form:
        _set(document, "visualizationSettings", made.visualizationSettings, form)
    if missing != "placeholder":
        source.refuse_missing(name)
    return made


def _check_top(document: Document, form: Any) -> None:
    if not isinstance(form, dict) or form.get("format") != FORMAT:
        got = form.get("format") if isinstance(form, dict) else form
        raise document.error(
            (), f'this is not a model file: it must be an object with "format": "{FORMAT}", got '
            f"{shown(got)}; model files are written by mbs.save"
        )  # fmt: skip
    version = form.get("version")
    if type(version) is not int or version != VERSION:
        newer = type(version) is int and version > VERSION
        advice = "; a newer Linkwork wrote it: update Linkwork" if newer else ""
        raise document.error(("version",), f"must be {VERSION}, got {shown(version)}{advice}")
    for key in form:
        if key not in KEYS:
            near = near_names(key, KEYS, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(KEYS)}"
            raise document.error((key,), f"a model file has no such key; {hint}")


def _check_modules(document: Document, form: dict[str, Any]) -> None:
    modules = form.get("modules", {})
    wants = 'must be modules by family and type, as {"object": {"Cord": "ropes"}}, got'
    if not isinstance(modules, dict):
        raise document.error(("modules",), f"{wants} {shown(modules)}")
    for family, kinds in modules.items():
        told = kinds.values() if isinstance(kinds, dict) else [None]
        if family not in LISTS or not all(isinstance(module, str) for module in told):
            raise document.error(("modules", family), f"{wants} {shown(modules)}")


def _items(document: Document, form: dict[str, Any], source: Source) -> dict[str, ItemList]:
    """All items, checked: first each by itself, then together."""
    store = ItemStore()
    for family, key in LISTS.items():
        members = form.get(key, [])
        if not isinstance(members, list):
            raise document.error((key,), f"must be a list of {key}, got {shown(members)}")
        for number, member in enumerate(members):
            try:
                _check_known(member, family, form)
                item = checked(item_of(member, family, source, number), number)
                store.keep(store.named(item, number))
            except ParameterError as error:
                raise _placed(document, (key, number), member, error) from None
    for family, key in LISTS.items():
        for number, item in enumerate(store.items[family]):
            try:
                check_partners(item, number, store.items)
                item.check_sizes(item.label(number), store.items)
            except ParameterError as error:
                raise _placed(document, (key, number), form[key][number], error) from None
    return store.items


def _check_known(member: Any, family: str, form: dict[str, Any]) -> None:
    """Raise an error that names the module of a kind that is declared elsewhere."""
    kind = member.get(f"{family}Type") if isinstance(member, dict) else None
    if not isinstance(kind, str) or kind in FAMILIES[family]:
        return
    module = form.get("modules", {}).get(family, {}).get(kind)
    if module is not None:
        where = "the script that wrote the file" if module == "__main__" else f"module {module!r}"
        raise ParameterError(
            f"the {family} type {kind!r} is not Linkwork's own: {where} declares it; import that "
            "before loading the file",
            f"{family}Type",
        )


def _placed(document: Document, path: Path, form: Any, error: ParameterError) -> ParameterError:
    """An error about an item with its position in the text."""
    keys = form if isinstance(form, dict) else {}
    name = error.parameter
    key = next((key for key in (name, f"V{name}") if key in keys), "")
    return document.error((*path, key) if key else path, str(error))


def _step_functions(
    document: Document, form: dict[str, Any], source: Source
) -> StepFunctions:  # fmt: skip
    found: dict[str, Any] = {}
    for key, name in STEP_FUNCTIONS.items():
        try:
            found[name] = FUNCTIONS[name].check(source.function(form.get(key), key)) or None
        except ParameterError as error:
            raise document.error((key,), str(error)) from None
    return StepFunctions(**found)


def _set(document: Document, key: str, settings: Group, form: dict[str, Any]) -> None:
    try:
        set_values(settings, form[key])
    except SettingError as error:
        raise document.error((key, *error.path), str(error)) from None
