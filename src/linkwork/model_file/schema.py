"""JSON schema (draft 2020-12) of model files, derived from the declarations of all known kinds.

Limits, shapes and names that a schema can express are part of it; what depends on other items, such
as sizes of matrices and kinds of markers, is checked when a file is loaded.
"""

from __future__ import annotations

import functools
import math
from enum import IntEnum
from typing import Any

from linkwork.core.declare import parameters as kinds
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.graphics_data import (
    FORMS,
    MOST_TILES,
    Colors,
    Form,
    GraphicsData,
    Radii,
    Rows,
    Tiles,
)
from linkwork.core.declare.item import Item, Parameter
from linkwork.core.declare.sections import Points2D, Section, SectionType
from linkwork.core.enums import CrossSectionType, OutputVariableType
from linkwork.core.lazy_docs import written_doc
from linkwork.items import FAMILIES
from linkwork.model_file.contents import FORMAT, LISTS, STEP_FUNCTIONS, VERSION
from linkwork.model_file.forms import plain
from linkwork.model_file.functions import SUPPLY
from linkwork.settings.simulation import SimulationSettings
from linkwork.settings.tree import Group, Setting, group
from linkwork.settings.visualization import VisualizationSettings

Schema = dict[str, Any]
NUMBER: Schema = {"type": "number"}
FUNCTION: Schema = {
    "description": "a function by its import path, or by the name by which it is passed",
    "anyOf": [
        {"enum": [0, None]},
        {"type": "string", "pattern": r"^[^:\s]+:[^:\s]+$"},
        {
            "type": "object",
            "properties": {SUPPLY: {"type": "string"}},
            "required": [SUPPLY],
            "additionalProperties": False,
        },
    ],
}
TRIPLETS: Schema = {
    "type": "object",
    "properties": {
        "numberOfRows": {"type": "integer", "minimum": 0},
        "numberOfColumns": {"type": "integer", "minimum": 0},
        "triplets": {"type": "array", "items": {"type": "array", "items": NUMBER, "minItems": 3,
                                                "maxItems": 3}},
        "dense": {"type": "boolean"},
    },
    "required": ["numberOfRows", "numberOfColumns", "triplets"],
    "additionalProperties": False,
}  # fmt: skip


def schema() -> Schema:
    """The JSON schema of a model file, with the kinds that are known now."""
    shapes = {name: _shape_schema(name, form) for name, form in FORMS.items()}
    defs: Schema = {"function": FUNCTION, "triplets": TRIPLETS}
    defs |= {f"shape.{name}": form for name, form in shapes.items()}
    defs["shape"] = _one_of("type", "shape", list(shapes))
    for family, known in FAMILIES.items():
        for type_name, kind in known.items():
            defs[f"{family}.{type_name}"] = item_schema(kind)
        defs[family] = _one_of(f"{family}Type", family, list(known))
    lists = {
        key: {"type": "array", "items": {"$ref": f"#/$defs/{family}"}}
        for family, key in LISTS.items()
    }
    modules = {"type": "object", "additionalProperties": {"type": "string"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Linkwork model",
        "type": "object",
        "properties": {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "modules": {
                "description": "modules that declare kinds that are not Linkwork's own",
                "type": "object",
                "properties": dict.fromkeys(LISTS, modules),
                "additionalProperties": False,
            },
            "simulationSettings": settings_schema(SimulationSettings),
            "visualizationSettings": settings_schema(VisualizationSettings),
            **{key: {"$ref": "#/$defs/function"} for key in STEP_FUNCTIONS},
            **lists,
        },
        "required": ["format", "version"],
        "additionalProperties": False,
        "$defs": defs,
    }


def _one_of(key: str, group: str, names: list[str]) -> Schema:
    """One of several: its type determines the rest."""
    return {
        "type": "object",
        "properties": {key: {"enum": names}},
        "required": [key],
        "allOf": [
            {
                "if": {"properties": {key: {"const": name}}},
                "then": {"$ref": f"#/$defs/{group}.{name}"},
            }
            for name in names
        ],
    }


def _shape_schema(name: str, form: Form) -> Schema:
    keys = {**form.needed, **form.optional}
    return {
        "type": "object",
        "properties": {
            "type": {"const": name},
            **{key: kind_schema(kind) for key, kind in keys.items()},
        },
        "required": ["type", *form.needed],
        "additionalProperties": False,
    }


def item_schema(kind: type[Item]) -> Schema:
    """The schema of one kind of item."""
    key = f"{kind.family}Type"
    own = {name: parameter_schema(p) for name, p in kind.fields.items()}
    drawn = {f"V{name}": parameter_schema(p) for name, p in kind.V.fields.items()}
    aliases = {alias: own[name] for alias, name in kind.aliases.items()}
    return {
        "description": (written_doc(kind) or kind.__name__).partition("\n")[0],
        "type": "object",
        "properties": {key: {"const": kind.type_name}, **own, **aliases, **drawn},
        "required": [key],
        "additionalProperties": False,
    }


def parameter_schema(p: Parameter) -> Schema:
    """The schema of a parameter: that of its kind with symbol, unit and default."""
    told = f"{p.symbol}: {p.doc}" if p.symbol else p.doc
    form = {"description": f"{told} [{p.unit}]" if p.unit else told, **kind_schema(p.kind)}
    if p.default_is_valid and not isinstance(p.kind, UserFunction):
        form["default"] = plain(p.kind.check(p.default))
    return form


# ---------------------------------------------------------------------- kinds of parameters


@functools.singledispatch
def kind_schema(kind: kinds.Kind) -> Schema:
    """Values that a kind of parameters accepts; unknown for kinds that users declare."""
    return {}


@kind_schema.register
def _(kind: kinds.Text) -> Schema:
    return {"type": "string"}


@kind_schema.register
def _(kind: kinds.Choice) -> Schema:
    return {"enum": list(kind.words)}


@kind_schema.register
def _(kind: kinds.Flag) -> Schema:
    return {"type": "boolean"}


@kind_schema.register
def _(kind: kinds.Flags) -> Schema:
    return _list({"type": "boolean"}, kind.count, kind.count)


@kind_schema.register
def _(kind: kinds.Number) -> Schema:
    if kind.low == -math.inf:
        return NUMBER
    return {**NUMBER, "exclusiveMinimum" if kind.open_low else "minimum": kind.low}


@kind_schema.register
def _(kind: kinds.UInt) -> Schema:
    return {"type": "integer", "minimum": kind.least, "maximum": kind.most}


@kind_schema.register
def _(kind: kinds.Array) -> Schema:
    form = NUMBER
    for count in reversed(kind.shape):
        form = _list(form, count, count)
    return form


@kind_schema.register
def _(kind: kinds.Vector) -> Schema:
    return _list(NUMBER)


@kind_schema.register
def _(kind: kinds.Matrix) -> Schema:
    return {"anyOf": [_list(_list(NUMBER)), {"$ref": "#/$defs/triplets"}]}


@kind_schema.register
def _(kind: Section) -> Schema:
    parts: Schema = {name: kind_schema(part) for name, part in kind.cls.kinds.items()}
    return {"type": "object", "properties": parts, "additionalProperties": False}


@kind_schema.register
def _(kind: SectionType) -> Schema:
    return {"enum": [member.name for member in CrossSectionType]}


@kind_schema.register
def _(kind: Points2D) -> Schema:
    return _list(_list(NUMBER, 2, 2))


@kind_schema.register
def _(kind: kinds.Curve) -> Schema:
    return _list(_list(NUMBER, 2, 2))


@kind_schema.register
def _(kind: kinds.Index) -> Schema:
    return {"type": "integer", "minimum": -1 if kind.optional else 0}


@kind_schema.register
def _(kind: kinds.IndexList) -> Schema:
    least = kind.length if kind.length is not None else kind.least
    return _list({"type": "integer", "minimum": 0}, least, kind.length)


@kind_schema.register
def _(kind: kinds.OutputVariable) -> Schema:
    return {"enum": [member.name for member in OutputVariableType]}


@kind_schema.register
def _(kind: kinds.Color) -> Schema:
    part = {**NUMBER, "minimum": 0.0, "maximum": 1.0}
    default = {**_list(NUMBER, 4, 4), "prefixItems": [{"const": -1.0}]}
    return {"anyOf": [_list(part, 4, 4), default]}


@kind_schema.register
def _(kind: GraphicsData) -> Schema:
    return _list({"$ref": "#/$defs/shape"})


@kind_schema.register
def _(kind: Rows) -> Schema:
    number = {"type": "integer", "minimum": 0} if kind.whole else NUMBER
    rows = _list(_list(number, kind.columns, kind.columns), kind.least)
    return {"anyOf": [rows, _list(number, kind.columns * kind.least)]}


@kind_schema.register
def _(kind: Colors) -> Schema:
    return kind_schema(Rows(4))


@kind_schema.register
def _(kind: Radii) -> Schema:
    positive = {**NUMBER, "exclusiveMinimum": 0.0}
    return {"anyOf": [positive, _list(positive, 1)]}


@kind_schema.register
def _(kind: Tiles) -> Schema:
    return {"type": "integer", "maximum": MOST_TILES}


@kind_schema.register
def _(kind: UserFunction) -> Schema:
    return {"$ref": "#/$defs/function"}


def _list(items: Schema, least: int = 0, most: int | None = None) -> Schema:
    form: Schema = {"type": "array", "items": items}
    if least:
        form["minItems"] = least
    if most is not None:
        form["maxItems"] = most
    return form


# ---------------------------------------------------------------------- settings


def settings_schema(kind: type[Group]) -> Schema:
    """The schema of a group of settings."""
    properties: Schema = {}
    for name, declared in kind._declared().items():
        if isinstance(declared, group):
            properties[name] = settings_schema(declared.kind)
        else:
            properties[name] = _setting_schema(declared)
    return {
        "description": (written_doc(kind) or kind.__name__).partition("\n")[0],
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }


def _setting_schema(declared: Setting[Any, Any]) -> Schema:
    default = declared.default
    told = [declared.__doc__ or "", declared.no_effect and f"No effect: {declared.no_effect}"]
    form: Schema = {"description": " ".join(filter(None, told))}
    if isinstance(default, IntEnum):
        return form | {"enum": [m.name for m in type(default)], "default": default.name}
    if isinstance(default, (list, tuple)):
        listed = _list(NUMBER, len(default), len(default))
        return form | listed | {"default": list(default)}
    words = {bool: "boolean", int: "integer", float: "number", str: "string"}
    if not isinstance(default, (bool, str)) and declared.limits.text != "a finite number":
        form["description"] += f" Must be {declared.limits.text}."
    return form | {"type": words[type(default)], "default": default}
