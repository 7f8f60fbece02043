"""Small models from the samples of the tests, for kinds without an example of their own.

A sample (`tests/items/samples.py`) has values for all parameters of a kind, and asks a world for
what the item stands on. Here the world is a script: it writes a line for each of these items.
"""

from __future__ import annotations

import enum
import inspect
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.bodies import kinds as bodies
from linkwork.bodies.ffrf_reduced_order import ObjectFFRFreducedOrder
from linkwork.bodies.kinematic_tree import ObjectKinematicTree
from linkwork.core.declare.item import Item
from linkwork.core.declare.sections import SectionData
from tests.items.samples import SAMPLES

WORDS = {"bodies": "body", "joints": "joint", "connectors": "connector"}
"""Families of objects -> what their variables are called."""

OF_SEVERAL_NODES = (ObjectFFRFreducedOrder, ObjectKinematicTree)
"""Bodies whose nodes of rigid bodies are of no use alone."""


class Name(str):
    """A variable of the script; it stands for itself in lists."""

    __slots__ = ()
    __repr__ = str.__str__


class Script:
    """Lines that make an item and everything it needs, each after those that it needs itself."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.functions: list[str] = []
        self._names: dict[type | str, Name] = {}
        self._counts: dict[str, int] = {}
        self._nodes: dict[Name, type[Item]] = {}
        self._carried: set[Name] = set()
        self._on: dict[Name, list[Name]] = {}
        self._families: Counter[str] = Counter()

    def first(self, kind: type[Item]) -> Name:
        """The first item of a kind."""
        if kind not in self._names:
            self._names[kind] = self._add(kind, SAMPLES[kind](self))  # type: ignore[arg-type]
        return self._names[kind]

    def another(self, kind: type[Item], name: str, values: Callable[[], dict[str, Any]]) -> Name:
        """An item besides the first of its kind."""
        if name not in self._names:
            self._names[name] = self._add(kind, values())
        return self._names[name]

    def nodes_of(self, kind: type[Item], name: Name) -> list[Name]:
        """The nodes of a body."""
        return list(self._on[name])

    def count(self, family: str) -> int:
        """How many items of a family there are."""
        return self._families[family]

    def complete(self) -> None:
        """Give a body to nodes that have none and could have one."""
        for name, node in list(self._nodes.items()):
            on = [
                body
                for body in bodies.KINDS
                if node in getattr(body, "node_kinds", ()) and body not in OF_SEVERAL_NODES
            ]
            on.sort(key=lambda body: "nodeNumber" not in body.fields)  # bodies of one node first
            if on and name not in self._carried:
                for kind in on[0].node_kinds:  # its sample may stand on a similar one
                    self._names.setdefault(kind, name)
                values = SAMPLES[on[0]](self)  # type: ignore[arg-type]
                self._add(on[0], values | ({"nodeNumber": name} if "nodeNumber" in values else {}))

    def _add(self, kind: type[Item], values: dict[str, Any]) -> Name:
        given = ", ".join(
            f"{p.name}={self._text(values[p.name])}"
            for p in kind.fields.values()
            if p.name in values and not _same(values[p.name], p.default)
        )
        word = WORDS.get(kind.__module__.split(".")[1], kind.family)
        if word == "body" or (kind.blocks is not None and kind.blocks.rates):
            self._carried |= {values.get("nodeNumber"), *values.get("nodeNumbers", ())}
        count = self._counts[word] = self._counts.get(word, 0) + 1
        name = Name(word if count == 1 else f"{word}{count}")
        new = f"{kind.short_name or kind.__name__}({given})"
        if word == "node":
            self._nodes[name] = kind
        self._on[name] = list(values.get("nodeNumbers", ()))
        self._families[kind.family] += 1
        self.lines.append(f"{name} = mbs.Add{kind.family.capitalize()}({new})")
        return name

    def _text(self, value: Any) -> str:
        if isinstance(value, enum.Enum):
            return f"exu.{type(value).__name__}.{value.name}"
        if inspect.isfunction(value):
            self.functions.append(inspect.getsource(value))
            return value.__name__
        if isinstance(value, SectionData):
            return repr(value.GetDictionary())
        return repr(value.tolist() if isinstance(value, np.ndarray) else value)


def _same(value: Any, default: Any) -> bool:
    return not callable(value) and bool(np.array_equal(value, default))


def script_of(kind: type[Item]) -> Script:
    """A model with the sample of a kind."""
    script = Script()
    script.first(kind)
    script.complete()
    return script
