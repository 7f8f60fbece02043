"""Entries of the reference from docstrings and signatures: text, parameters, types, defaults.

Docstrings list parameters as `name [unit], other -- meaning`, with indented further lines.
"""

from __future__ import annotations

import enum
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from docs.generator.markdown import prose, table
from docs.generator.meanings import meaning_of

NAME = r"\*{0,2}[A-Za-z_.]\w*(?: \[[^\]]*\])?(?: \([^)]*\))?"
HEAD = re.compile(rf"^((?:{NAME}, )*{NAME}) -- (.*)$", re.S)
SPLIT = re.compile(rf"; (?=(?:{NAME}, )*{NAME} -- )")
BEGIN = re.compile(rf"^(?:{NAME},[ \n])*{NAME}(?: -- |,$)")
NO_TYPE = {"Any", "", "object"}
RENAMED = {"Made": "ObjectIndex | dict[str, Any]", "Vector": "vector of 2 or 3 numbers"}
"""Names of types that are known inside of the package only."""
ELSEWHERE = re.compile(r"(; )?[Oo]ther parameters: see linkwork\.api\.create\.\w+\.?")
"""Remarks on parameters that a table lists."""


@dataclass
class Described:
    """A docstring in its parts: text before and after the list of parameters, and their meaning."""

    text: list[str] = field(default_factory=list)
    meanings: dict[str, str] = field(default_factory=dict)


def described(doc: str) -> Described:
    """Read a docstring."""
    found = Described()
    for block in ELSEWHERE.sub("", doc).split("\n\n"):
        plain: list[str] = []
        for part in _logical_lines(block):
            head = HEAD.match(part)
            if head and not part.startswith(" "):
                for names, meaning in _parts(part):
                    for name in names:
                        found.meanings[name] = meaning
            else:
                plain.append(part)
        if plain:
            found.text.append("\n".join(plain))
    return found


def _logical_lines(block: str) -> Iterator[str]:
    """Lines of a block, where those of a parameter's text are joined to its first one."""
    if block.startswith("    ") or " -- " not in block or block.startswith("|"):
        yield from block.splitlines()
        return
    joined: list[str] = []
    for line in block.splitlines():
        starts = BEGIN.match(line) is not None and not line.startswith(" ")
        waiting = bool(joined) and joined[-1].endswith(",") and " -- " not in joined[-1]
        if joined and not waiting and not starts and " -- " in joined[-1] or waiting:
            joined[-1] += " " + line.strip()
        else:
            joined.append(line)
    yield from joined


def _parts(line: str) -> Iterator[tuple[list[str], str]]:
    """Names and meaning of each list of parameters in a line."""
    for part in SPLIT.split(line):
        head = HEAD.match(part)
        if head is None:
            continue
        names, meaning = head.groups()
        found = []
        for name in re.findall(NAME, names):
            plain = re.match(r"\*{0,2}([\w.]+)(?: \[([^\]]*)\])?", name)
            assert plain is not None
            found.append((plain[1], plain[2]))
        for name, unit in found:
            yield [name], meaning.strip() + (f" [{unit}]" if unit else "")


# ---------------------------------------------------------------------- signatures


def signature_of(member: Any, is_method: bool) -> inspect.Signature | None:
    """The signature of a function or class without its first argument if that is the owner."""
    if hasattr(member, "value_names"):
        return _of_values(member)
    try:
        found = inspect.signature(member)
    except (TypeError, ValueError):
        return None
    parameters = list(found.parameters.values())
    return found.replace(parameters=parameters[1:] if is_method else parameters)


def _of_values(kind: Any) -> inspect.Signature:
    """The signature of a class of linkwork.core.frozen, which takes its values in their order."""
    told: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        told |= base.__dict__.get("__annotations__", {})
    empty, named = inspect.Parameter.empty, inspect.Parameter.POSITIONAL_OR_KEYWORD
    defaults = kind.value_defaults
    return inspect.Signature(
        [
            inspect.Parameter(name, named, default=defaults.get(name, empty), annotation=told[name])
            for name in kind.value_names
        ]
    )


def signature_text(found: inspect.Signature) -> str:
    """Names and defaults, without types."""
    empty = inspect.Parameter.empty
    bare = [
        p.replace(annotation=empty, default=p.default if p.default is empty else _Shown(p.default))
        for p in found.parameters.values()
    ]
    return str(inspect.Signature(bare))


class _Shown:
    """A default as users would write it."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __repr__(self) -> str:
        return default_text(self._value)


def default_text(value: Any) -> str:
    """A default as users would write it."""
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if inspect.isclass(value) or inspect.isfunction(value):
        return value.__name__
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e6:
        return f"{value:g}"
    if type(value) in (tuple, list) and len(value) > 1:
        left, right = "()" if type(value) is tuple else "[]"
        return left + ", ".join(map(default_text, value)) + right
    text = repr(value)
    return "..." if text.startswith("<") else text.replace("\n", " ")


def type_text(annotation: Any) -> str:
    """A type as the source has it; empty if it says nothing."""
    if annotation is inspect.Parameter.empty:
        return ""
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    text = text.strip("'\"")
    return "" if text in NO_TYPE else RENAMED.get(text, text)


def parameter_table(
    found: inspect.Signature | None,
    meanings: dict[str, str],
    module: str,
    of_item: dict[str, str] | None = None,
) -> str:
    """Name, type, default and meaning of all parameters, those of the docstring at least.

    module -- where the function is written
    of_item -- meanings where the docstring refers to an item, or says nothing
    """
    rows = []
    known = found.parameters if found else {}
    for name, p in known.items():
        kind = type_text(p.annotation)
        given = "" if p.default is inspect.Parameter.empty else f"`{default_text(p.default)}`"
        meaning = meanings.get(name, "")
        if not meaning or meaning.startswith("as in the item"):
            meaning = meaning_of(name, module) or (of_item or {}).get(name, meaning)
        rows.append((f"`{name}`", f"`{kind}`" if kind else "", given, prose(meaning)))
    rows += [
        (f"`{name}`", "", "", prose(meaning))
        for name, meaning in meanings.items()
        if name not in known
    ]
    if not any("".join(row[1:]) for row in rows):
        return ""
    return table(("name", "type", "default", "meaning"), rows)
