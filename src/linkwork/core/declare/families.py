"""The kinds of a family: finding one by its name, and listing those of a package."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from linkwork.core.declare.item import Item
from linkwork.core.declare.values import shown
from linkwork.core.declare.visualization import Visualization
from linkwork.core.errors import ParameterError
from linkwork.core.near import near_names

FAMILY_NAMES = ("node", "object", "marker", "load", "sensor")


def from_dict(form: Mapping[str, Any], kinds: Mapping[str, type[Item]], family: str) -> Item:
    """Create an item from a dictionary in the documented form."""
    key = f"{family}Type"
    if key not in form:
        raise ParameterError(
            f"a {family} dictionary needs the key {key!r}, e.g. {example(kinds)!r}"
        )
    kind = kind_named(form[key], kinds, family)
    values = {name: value for name, value in form.items() if name != key}
    for name in values:
        if not isinstance(name, str):
            raise ParameterError(f"{kind.__name__} has no parameter {shown(name)}: use its name")
    return kind(**values)


def kind_named(name: Any, kinds: Mapping[str, type[Item]], family: str) -> type[Item]:
    """Item class of a type name; class names and short names are accepted, too.

    kinds -- type name -> class, of one family
    """
    if isinstance(name, str):
        if name in kinds:
            return kinds[name]
        for kind in kinds.values():
            if name and name in (kind.__name__, kind.short_name):
                return kind
    near = near_names(shown(name).strip("'"), kinds, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(sorted(kinds))}"
    raise ParameterError(f"unknown {family}Type {shown(name)}; {hint}", f"{family}Type")


def example(kinds: Mapping[str, type[Item]]) -> str:
    return next(iter(kinds), "")


def kinds_in(module: str) -> tuple[type[Item], ...]:
    """The item types that a family's package lists, each once, in the order of their import."""
    found = vars(sys.modules[module]).values()
    items = [c for c in found if isinstance(c, type) and issubclass(c, Item) and c.type_name]
    return tuple(dict.fromkeys(items))


def names_in(module: str) -> list[str]:
    """Public names of a family's package: item classes, V classes and their short names."""
    return sorted(
        name
        for name, value in vars(sys.modules[module]).items()
        if isinstance(value, type) and issubclass(value, (Item, Visualization))
    )
