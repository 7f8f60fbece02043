"""Help texts of items: law, parameters, outputs and an example, made from the declaration.

`help(SpringDamper)`, `SpringDamper?` and the reference pages show them.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterator
from inspect import cleandoc
from typing import Any

import numpy as np

from linkwork.core.declare import parameters as kinds
from linkwork.core.declare.fields import Fields, Parameter
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.graphics_data import GraphicsData
from linkwork.core.declare.item import VARIABLE, Item, Output
from linkwork.core.declare.list_kinds import LinkNumber
from linkwork.core.declare.sections import Section, SectionGeometry
from linkwork.core.enums import OutputVariableType
from linkwork.core.lazy_docs import written_doc

WIDTH = 96
INDENT = " " * 4
FEW = 3
"""So many numbers that are zero by default are shown in an example."""

TYPES: dict[type[kinds.Kind], str] = {
    kinds.Text: "text",
    kinds.Flag: "bool",
    kinds.PInt: "integer, >= 1",
    kinds.UInt: "integer, >= 0",
    LinkNumber: "integer, >= -1",
    kinds.IntegrationRule: "0, 1 or 2",
    kinds.Vector: "vector",
    kinds.Matrix: "matrix",
    kinds.Curve: "n x 2 numbers, first column increasing",
    kinds.Rotation: "3 x 3 rotation matrix",
    kinds.Axis: "3 numbers, not all zero",
    kinds.OutputVariable: "OutputVariableType",
    kinds.Color: "RGBA, each in [0, 1]",
    GraphicsData: "list of shapes",
    Section: "BeamSection",
    SectionGeometry: "BeamSectionGeometry",
}
"""Kinds whose values are described by fixed words."""


def type_text(kind: kinds.Kind, word: Callable[[str], str] = repr) -> str:
    """Short description of the values that a parameter kind accepts.

    word -- how the words of a choice are written
    """
    if type(kind) in TYPES:
        return TYPES[type(kind)]
    if isinstance(kind, kinds.Number):
        return "real" if kind.low == -np.inf else f"real, {kind.limit}"
    if isinstance(kind, kinds.Choice):
        return " or ".join(map(word, kind.words))
    if isinstance(kind, kinds.Flags):
        return f"{kind.count} bools"
    if isinstance(kind, kinds.Array):
        return " x ".join(map(str, kind.shape)) + " numbers"
    if isinstance(kind, kinds.Index):
        return f"number of {'an' if kind.family == 'object' else 'a'} {kind.family}"
    if isinstance(kind, kinds.IndexList):
        return f"numbers of {kind.count_text}{kind.family}s"
    if isinstance(kind, UserFunction):
        return "function"
    return kind.wants


def default_text(p: Parameter) -> str:
    """The default as users write it; "none" for nothing, empty if a value is required."""
    if not p.default_is_valid:
        return ""
    value = p.default
    if isinstance(p.kind, UserFunction) or isinstance(value, str) and value == "":
        return "none"
    if isinstance(p.kind, kinds.Index) and value == -1:
        return "none"
    if isinstance(p.kind, kinds.Array) and len(p.kind.shape) > 1:
        if not np.any(value):
            return "zeros"
        if np.array_equal(value, np.eye(len(value))):
            return "unit matrix"
    return _value_text(value)


def _value_text(value: Any) -> str:
    """A value as users write it: whole numbers without a point."""
    if isinstance(value, list | tuple | np.ndarray):
        return f"[{', '.join(map(_value_text, value))}]"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e6:
        return f"{value:g}"
    return str(value) if isinstance(value, OutputVariableType) else repr(value)


def size_text(output: Output) -> str:
    """Number of components of an output."""
    if output.size == VARIABLE:
        return "number of coordinates"
    return {0: "scalar", 9: "3 x 3"}.get(output.size, str(output.size))


# ---------------------------------------------------------------------- laws


def law_of(kind: type[Item]) -> str:
    """The docstring of the module that declares a kind: its law; empty if it is about others."""
    text = cleandoc(getattr(sys.modules.get(kind.__module__), "__doc__", None) or "")
    about = text.partition(":")[0]
    names = {kind.__name__, kind.short_name, kind.type_name, kind.__name__.removeprefix("Object")}
    return text if about in names else ""


def formulas_of(law: str) -> list[str]:
    """Lines of its first formulas: what is indented up to the next text."""
    lines: list[str] = []
    for part in law.split("\n\n"):
        if part.startswith(INDENT):
            lines += textwrap.dedent(part).splitlines()
        elif lines:
            break
    return lines


# ---------------------------------------------------------------------- help texts


def fields_help(cls: type[Fields]) -> str:
    """What `help` shows of a class of declared values."""
    found = [written_doc(cls) or cls.__name__]
    if issubclass(cls, Item):
        laws = formulas_of(law_of(cls))
        if laws:
            found.append(_section("Law:", laws))
        elif law_of(cls):
            found.append(law_of(cls).partition("\n\n")[2].partition("\n\n")[0])
    if cls.fields:
        found.append(_section("Parameters:", _parameters(cls)))
    if issubclass(cls, Item) and cls.type_name:
        drawing = ", ".join(f"V{p.name} = {default_text(p)}" for p in cls.V.fields.values())
        found[-1] += "\n" + _wrapped(f"{drawing} -- drawing, see V{cls.short_name or cls.__name__}")
        if cls.outputs:
            found.append(_section("Outputs (OutputVariableType):", _outputs(cls)))
        found.append(_section("Example:", example(cls).splitlines()))
    return "\n\n".join(found) + "\n"


def _section(title: str, lines: list[str]) -> str:
    return "\n".join([title, *((INDENT + line).rstrip() for line in lines)])


def _wrapped(line: str) -> str:
    return textwrap.fill(
        line, WIDTH, initial_indent=INDENT, subsequent_indent=2 * INDENT, break_on_hyphens=False
    )


def _parameters(cls: type[Fields]) -> list[str]:
    lines: list[str] = []
    for p in cls.fields.values():
        default = default_text(p)
        head = p.name + (f" = {default}" if default else "")
        head += f" [{p.unit}]" if p.unit not in ("", "1") else ""
        kind = type_text(p.kind)
        if isinstance(p.kind, UserFunction):
            kind += f" of ({', '.join(p.kind.arguments)})"
        notes = [p.symbol if p.symbol != p.name else "", kind, "" if default else "required"]
        text = f"{head} -- {p.doc} ({'; '.join(filter(None, notes))})"
        lines += [line[len(INDENT) :] for line in _wrapped(text).splitlines()]
    return lines


def _outputs(cls: type[Item]) -> list[str]:
    texts = []
    for variable, output in cls.outputs.items():
        unit = f" [{output.unit}]" if output.unit not in ("", "1") else ""
        texts.append(f"{variable.name} {output.symbol}{unit} -- {output.doc}")
    lines = [part for text in texts for part in _wrapped(text).splitlines()]
    return [line[len(INDENT) :] for line in lines]


def example(cls: type[Item]) -> str:
    """A line that adds an item: values that are required, and numbers that are zero by default.

    Numbers of other items are written as names: node, marker0.
    """
    given = ", ".join(f"{name}={value}" for name, value in _shown_values(cls))
    add = f"mbs.Add{cls.family.capitalize()}"
    line = f"item = {add}({cls.short_name or cls.__name__}({given}))"
    return textwrap.fill(line, WIDTH - 4, subsequent_indent=2 * INDENT, break_on_hyphens=False)


def _shown_values(cls: type[Item]) -> Iterator[tuple[str, str]]:
    few = 0
    for p in cls.fields.values():
        kind, other = p.kind, getattr(p.kind, "family", "")
        if isinstance(kind, kinds.Index) and not kind.optional:
            yield p.name, p.name.removesuffix("Number") if p.name.endswith("Number") else other
        elif isinstance(kind, kinds.IndexList) and (kind.length or kind.least):
            count = kind.length or kind.least
            yield p.name, "[" + ", ".join(f"{other}{k}" for k in range(count)) + "]"
        elif isinstance(kind, kinds.OutputVariable):
            yield p.name, "exu.OutputVariableType.Position"
        elif isinstance(kind, kinds.Number) and p.unit and not p.default and few < FEW:
            few += 1
            yield p.name, "1"
        elif not p.default_is_valid:
            yield p.name, _any_value(kind)


def _any_value(kind: kinds.Kind) -> str:
    """A valid value of a parameter whose default is none."""
    if isinstance(kind, kinds.Array):
        return str(np.ones(kind.shape).tolist())
    return "[0]" if isinstance(kind, kinds.IndexList) else "1"
