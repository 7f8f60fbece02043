"""Reading JSON text with positions of errors: line, column, path such as objects[3].stiffness."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError

Path = tuple[str | int, ...]
DEEPEST = 40
"""Levels of nesting; no model file needs more than ten."""

_TOKEN = re.compile(
    r'(?P<text>"[^"\\]*(?:\\.[^"\\]*)*")|(?P<mark>[\[\]{},:])|(?P<word>[^\s\[\]{},:"]+)', re.DOTALL
)
_LONG = 4000
"""Most digits of a number, somewhat below Python's own limit."""


class Refused(Exception):
    """JSON that is well formed, but invalid in a model."""


class Place(NamedTuple):
    """A value in a text: names and numbers that lead to it, where it starts, its first token."""

    path: Path
    start: int
    token: str


def path_text(path: Path) -> str:
    """objects[3].stiffness"""
    parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in path]
    return "".join(parts).removeprefix(".")


class Document:
    """A JSON text with its name in error texts."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name

    def parsed(self) -> Any:
        """The value of the text; an invalid text raises ParameterError with the line."""
        try:
            return json.loads(self.text, object_pairs_hook=_once, parse_constant=_no_constant)
        except json.JSONDecodeError as error:
            self._refuse_syntax(error)
        except (Refused, ValueError, RecursionError) as error:
            self._refuse_meaning(error)

    def error(self, path: Path, text: str) -> ParameterError:
        """A ParameterError about the value at a path, or about the nearest one around it."""
        starts = {place.path: place.start for place in reversed(list(places(self.text)))}
        found = next((path[:n] for n in range(len(path), 0, -1) if path[:n] in starts), ())
        line = self.text.count("\n", 0, starts.get(found, 0)) + 1
        where = f"{self.name}, line {line}"
        return ParameterError(f"{where}: {path_text(path)}: {text}" if path else f"{where}: {text}")

    def _refuse_syntax(self, error: json.JSONDecodeError) -> NoReturn:
        where = f"{self.name}, line {error.lineno}, column {error.colno}"
        if error.pos >= len(self.text.rstrip()) or error.msg.startswith("Unterminated string"):
            raise ParameterError(
                f"{where}: the file is incomplete: it ends in the middle of what starts here"
            ) from None
        raise ParameterError(f"{where}: this is not valid JSON: {error.msg}") from None

    def _refuse_meaning(self, error: Exception) -> NoReturn:
        seen: set[Path] = set()
        for place in places(self.text):
            told = _trouble(place, seen)
            if told:
                line = self.text.count("\n", 0, place.start) + 1
                column = place.start - (self.text.rfind("\n", 0, place.start) + 1) + 1
                where = f"{self.name}, line {line}, column {column}"
                parts = filter(None, (where, path_text(place.path[:9]), told))
                raise ParameterError(": ".join(parts)) from None
            seen.add(place.path)
        raise ParameterError(f"{self.name}, line 1: this cannot be read: {error}") from None


def _trouble(place: Place, seen: set[Path]) -> str:
    """What is wrong with a value of well-formed JSON, empty if nothing."""
    if not place.path and seen:
        return "a model is one object in braces, but something else begins here"
    if place.path in seen:
        return f"the name {place.path[-1]!r} appears twice here; remove one"
    if len(place.path) > DEEPEST:
        return f"nested deeper than {DEEPEST} levels, which no model needs"
    if place.token.startswith(("NaN", "Infinity", "-Infinity")):
        return f"must be a finite number, got {place.token[:80]}"
    if len(place.token) > _LONG and place.token[0] != '"':
        return f"a number of {len(place.token)} digits is too long, got {shown(place.token)}"
    return ""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    form = dict(pairs)
    if len(form) < len(pairs):
        raise Refused("a name appears twice")
    return form


def _no_constant(word: str) -> NoReturn:
    raise Refused(f"{word} is not a JSON number")


def places(text: str) -> Iterator[Place]:
    """Every value of a JSON text in its order; stops where the text is not valid JSON."""
    path: list[str | int] = []
    in_object: list[bool] = []
    awaits_key = False
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in ("}", "]"):
            if not path:
                return
            path.pop()
            in_object.pop()
            awaits_key = False
        elif token == ",":
            if not path:
                return
            awaits_key = in_object[-1]
            if not awaits_key:
                path[-1] = int(path[-1]) + 1
        elif awaits_key and match["text"]:
            try:
                path[-1] = json.loads(token)
            except ValueError:
                return
            awaits_key = False
        elif token != ":":
            yield Place(tuple(path), match.start(), token)
            if token in ("{", "["):
                awaits_key = token == "{"
                in_object.append(awaits_key)
                path.append("" if awaits_key else 0)
