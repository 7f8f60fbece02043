"""Reference pages of the items, generated from their declarations."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import linkwork
from docs.generator.entries import hidden
from docs.generator.families import FAMILIES, title_of
from docs.generator.formulas import formula
from docs.generator.laws import law, with_symbols
from docs.generator.links import creators
from docs.generator.markdown import code, powers, table
from docs.generator.mini_examples import mini_example
from linkwork.core.declare.function_kinds import ArrayFunction, DataFunction, UserFunction
from linkwork.core.declare.help import default_text, size_text, type_text
from linkwork.core.declare.item import Item, Output, Parameter
from linkwork.core.lazy_docs import written_doc

ROOT = Path(__file__).resolve().parents[2]


def pages() -> dict[str, str]:
    """Page path relative to the reference -> text, for all pages about items."""
    found = {"items.md": _index()}
    for folder, (title, members) in FAMILIES.items():
        for kind in members:
            found[f"{folder}/{kind.__name__}.md"] = page(kind)
        found[f"{folder}/index.md"] = _family(title, members)
    return found


def _index() -> str:
    """The page that lists all families."""
    lines = [
        "# Items",
        "",
        "Models are built from items. Each page describes the law of an item, its parameters with",
        "symbol and unit, its outputs, and a small runnable model.",
        "",
        "```{toctree}",
        ":maxdepth: 2",
        "",
        *(f"{folder}/index" for folder in FAMILIES),
        "```",
        "",
    ]
    return "\n".join(lines)


def _family(title: str, members: Iterable[type[Item]]) -> str:
    rows = [(f"[{title_of(kind)}]({kind.__name__}.md)", summary(kind)) for kind in members]
    toctree = ["```{toctree}", ":hidden:", "", *(kind.__name__ for kind in members), "```"]
    return "\n".join([f"# {title}", "", table(("item", ""), rows), "", *toctree, ""])


def summary(kind: type[Item]) -> str:
    """First sentence of the docstring of a kind."""
    return written_doc(kind).partition("\n\n")[0].replace("\n", " ")


def names_of(kind: type[Item]) -> list[str]:
    """Public names of a kind and of its drawing."""
    return [n for n in linkwork.items.__all__ if getattr(linkwork.items, n) in (kind, kind.V)]


def page(kind: type[Item]) -> str:
    """The reference page of a kind."""
    names = f"`{kind.__name__}`"
    if kind.short_name:
        names += f", short `{kind.short_name}`"
    source = Path(sys.modules[kind.__module__].__file__ or "").resolve()
    made_by = ", ".join(f"{{py:meth}}`~linkwork.MainSystem.{name}`" for name in creators(kind))
    parts = [
        f"# {title_of(kind)}",
        *(hidden("class", name, "linkwork.items") for name in names_of(kind)),
        written_doc(kind),
        f"Class {names}; drawing options `{kind.V.__name__}`; `{kind.family}Type` in dictionaries "
        f"and files: `{kind.type_name}`.",
        f"Created by {made_by}." if made_by else "",
        "## Law",
        law(inspect.cleandoc(sys.modules[kind.__module__].__doc__ or "")),
        "## Parameters",
        table(
            ("name", "symbol", "unit", "type", "default", "meaning"),
            [_row(p) for p in kind.fields.values()],
        ),
        "### Drawing",
        table(
            ("name", "unit", "type", "default", "meaning"),
            [_drawing_row(p) for p in kind.V.fields.values()],
        ),
        *_functions(kind),
        *_outputs(kind.outputs),
        "## Example",
        code(mini_example(kind), "python"),
        f"Source: `{source.relative_to(ROOT).as_posix()}`",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


# ---------------------------------------------------------------------- parameters


def _row(p: Parameter) -> tuple[str, ...]:
    symbol = symbol_text(p.symbol) if p.symbol else ""
    return (
        f"`{p.name}`",
        symbol,
        unit_text(p.unit),
        type_text(p.kind, _word),
        _default(p),
        with_symbols(p.doc),
    )


def _drawing_row(p: Parameter) -> tuple[str, ...]:
    return (
        f"`V{p.name}`",
        unit_text(p.unit),
        type_text(p.kind, _word),
        _default(p),
        with_symbols(p.doc),
    )


def symbol_text(symbol: str) -> str:
    """A symbol as mathematics; as code if it is the name of a column alone."""
    try:
        shown = formula(symbol)
    except ValueError:
        return f"`{symbol}`"
    return f"`{symbol}`" if r"\text" in shown else f"{{math}}`{shown}`"


def unit_text(unit: str) -> str:
    """A unit with powers and nonbreaking spaces; empty for the unit "1" of pure numbers."""
    parts = [powers(part).replace(" ", "\u00a0") for part in unit.split(", ")]
    return "" if unit == "1" else ", ".join(parts)


def _default(p: Parameter) -> str:
    """The default as code, or a note that the value is required."""
    text = default_text(p)
    return f"`{text}`" if text not in ("", "none") else text or "*required*"


def _word(word: str) -> str:
    return f"`{word!r}`"


# ---------------------------------------------------------------------- functions, outputs


def _functions(kind: type[Item]) -> list[str]:
    found = [p for p in kind.fields.values() if isinstance(p.kind, UserFunction)]
    if not found:
        return []
    lines = [signature(p) for p in found]
    return [
        "## User functions",
        code("\n\n".join(lines), "python"),
        "They are compiled where possible, see [User functions](../../user-functions.md).",
    ]


def signature(p: Parameter) -> str:
    """The Python signature of a user function, with its result."""
    kind = p.kind
    assert isinstance(kind, UserFunction)
    result = "number"
    if isinstance(kind, ArrayFunction):
        result = kind.result
    elif isinstance(kind, DataFunction):
        result = "list of an error, a recommended step size, and data coordinates"
    elif kind.pointer is None or not kind.compilable:
        result = "list"
    elif kind.shapes:
        result = f"vector of {kind.size}"
    return f"# returns a {result}\ndef {p.name}({', '.join(kind.arguments)}): ..."


def _outputs(outputs: Mapping[Any, Output]) -> list[str]:
    if not outputs:
        return []
    rows = [
        (
            f"`{variable.name}`",
            symbol_text(o.symbol),
            unit_text(o.unit),
            size_text(o),
            with_symbols(o.doc),
        )
        for variable, o in outputs.items()
    ]
    return ["## Outputs", table(("OutputVariableType", "symbol", "unit", "size", "meaning"), rows)]
