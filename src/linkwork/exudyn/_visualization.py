"""visualizationSettings of the other interface: all of its settings, checked and stored.

Those that Linkwork has under the same path act on its own VisualizationSettings as soon as a script
sets them; defaults of the other interface do not change how Linkwork draws. The table of names and
defaults is `_visualization.txt`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from numbers import Integral, Real
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np

from linkwork.core import enums
from linkwork.core.errors import ParameterError
from linkwork.core.near import near_names
from linkwork.settings.visualization import VisualizationSettings as OwnSettings

NOWHERE = "openGL.dummy"
"""What old spellings mean that have no effect any more; it has no name of its own."""

USED = frozenset(
    f"exportImages.saveImage{name}"
    for name in ("FileName", "FileCounter", "SingleFile", "Format", "AsTextLines",
                 "AsTextTriangles")
)  # fmt: skip
"""Settings that act on pictures of the renderer (_pictures.py)."""

TOLD = 6
"""Number of settings that are named at the end of a run."""


class Leaf(NamedTuple):
    """One setting; mark -- ! greater than 0, ~ not negative, * of any length."""

    default: Any
    mark: str = ""


class Table(NamedTuple):
    """All settings and old spellings by path; members -- names of settings and groups by group."""

    leaves: dict[str, Leaf]
    aliases: dict[str, str]
    members: dict[str, list[str]]


@cache
def table() -> Table:
    """The settings of the file beside this module."""
    leaves: dict[str, Leaf] = {}
    aliases: dict[str, str] = {}
    text = Path(__file__).with_name("_visualization.txt").read_text("utf-8")
    for line in text.replace("\n  ", " ").splitlines():
        owner, _, settings = line.partition(": ")
        old, _, new = owner.partition(" -> ")
        for word in () if line.startswith("#") else settings.split():
            name, _, value = word.partition("=")
            if new:
                aliases[f"{old}.{name}"] = f"{new}.{value or name}"
            else:
                for group in _copies(owner):
                    leaves[f"{group}.{name}"] = _leaf(value)
    leaves[NOWHERE] = Leaf(0.0)
    members: dict[str, list[str]] = {}
    for path in (*leaves, *aliases):
        while path:
            group, _, name = path.rpartition(".")
            if name not in members.setdefault(group, []):
                members[group].append(name)
            path = group
    return Table(leaves, aliases, members)


def _copies(group: str) -> list[str]:
    return [f"view{k}{group[5:]}" for k in range(4)] if group.startswith("view0") else [group]


def _leaf(word: str) -> Leaf:
    value, mark = (word[:-1], word[-1]) if word[-1] in "!~*" else (word, "")
    if value == "function":
        return Leaf(None, value)
    kind = getattr(enums, value, None)
    return Leaf(json.loads(value) if kind is None else kind(0), mark)


def checked(path: str, value: Any) -> Any:
    """A value in the type of its setting."""
    leaf = table().leaves[path]
    default = leaf.default
    if leaf.mark == "function":
        if value is not None and not callable(value) and value != 0:
            _refuse(path, "a function, or 0", value)
        return value if callable(value) else None
    if isinstance(default, enums.OutputVariableType | enums.ItemType):
        if type(value).__name__ != type(default).__name__:
            _refuse(path, f"a member of {type(default).__name__}", value)
        return value
    if isinstance(default, str):
        if not isinstance(value, str):
            _refuse(path, "a string", value)
        return value
    if isinstance(default, list):
        return _checked_list(path, leaf, value)
    return _checked_number(path, leaf, value)


def _checked_number(path: str, leaf: Leaf, value: Any) -> Any:
    kind = type(leaf.default)
    wants, accepted = {
        bool: ("True or False", (Real, np.bool_)),
        int: ("a whole number", (Integral, np.bool_)),
        float: ("a number", (Real, np.bool_)),
    }[kind]
    if not isinstance(value, accepted) or (kind is float and math.isnan(value)):
        _refuse(path, wants, value)
    made = kind(value)
    if (leaf.mark == "!" and made <= 0) or (leaf.mark == "~" and made < 0):
        sign = ">" if leaf.mark == "!" else ">="
        raise ValueError(f"visualizationSettings.{path} must be {sign} 0, got {value!r}")
    return made


def _checked_list(path: str, leaf: Leaf, value: Any) -> list[Any]:
    shape = np.shape(leaf.default)
    whole = not leaf.default or isinstance(leaf.default[0], int)
    kind = "whole numbers" if whole else "numbers"
    try:
        given = np.asarray(value)
        fits = given.ndim == 1 if leaf.mark == "*" else given.shape == shape
        numbers = given.size == 0 or given.dtype.kind in ("iub" if whole else "iufb")
    except ValueError:
        fits = numbers = False
    if not (fits and numbers):
        count = " x ".join(str(k) for k in shape)
        _refuse(path, f"a list of {kind}" if leaf.mark == "*" else f"{count} {kind}", value)
    return list(given.astype(int if whole else float).tolist())


def _refuse(path: str, wants: str, value: Any) -> NoReturn:
    raise TypeError(f"visualizationSettings.{path} must be {wants}, got {value!r}")


class SettingsGroup:
    """Settings below one path; attributes are settings and further groups."""

    def __init__(self, root: VisualizationSettings, path: str) -> None:
        self.__dict__.update(_root=root, _path=path)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        path = self._find(name)
        return self._root._values[path] if path in table().leaves else self._root._group(path)

    def __setattr__(self, name: str, value: Any) -> None:
        path = self._find(name)
        if path in table().leaves:
            self._root._set(path, value)
        elif isinstance(value, SettingsGroup) and value._members() == self._at(name)._members():
            self._at(name).SetDictionary(value.GetDictionary())
        else:
            raise TypeError(f"visualizationSettings.{path} is a group of settings, got {value!r}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *table().members[self._path]]

    def _at(self, name: str) -> SettingsGroup:
        return self._root._group(self._below(name))

    def _below(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    def _find(self, name: str) -> str:
        """The path of a setting or a group, also of an old spelling."""
        known, path = table(), self._below(name)
        if path in known.members or (path in known.leaves and path != NOWHERE):
            return path
        if path in known.aliases:
            return known.aliases[path]
        near = near_names(name, self._members())
        other = [p for p in known.leaves if p.rpartition(".")[2] == name]
        hint = f"; did you mean {self._below(near[0])!r}?" if near else ""
        if other and not near and path != NOWHERE:
            hint = f"; did you mean {other[0]!r}?"
        raise AttributeError(f"visualizationSettings has no {path!r}{hint}")

    def _members(self) -> list[str]:
        """Names without old spellings."""
        known = table()
        hidden = {*known.aliases, NOWHERE, "window"}
        return [name for name in known.members[self._path] if self._below(name) not in hidden]

    def GetDictionary(self) -> dict[str, Any]:
        """All settings as a nested dictionary."""
        made = {}
        for name in self._members():
            value = getattr(self, name)
            if isinstance(value, SettingsGroup):
                made[name] = value.GetDictionary()
            elif table().leaves[self._below(name)].mark != "function":
                made[name] = deepcopy(value)
        return made

    def SetDictionary(self, dictionary: Mapping[str, Any]) -> None:
        """Set what differs; groups are dictionaries. Settings that are not given remain."""
        for name, value in dictionary.items():
            present = getattr(self, name)
            if isinstance(present, SettingsGroup):
                present.SetDictionary(value)
            elif checked(self._find(name), value) != present:
                setattr(self, name, value)

    def _kind(self) -> str:
        """Name of the group as it is printed."""
        if not self._path:
            return "VisualizationSettings"
        parts = [part.rstrip("0123456789") for part in self._path.split(".")]
        parts = parts[-2:] if parts[-1] == "advanced" else parts[-1:]
        return "VSettings" + "".join(part[0].upper() + part[1:] for part in parts)

    def _told(self) -> str:
        members = self._members() + (["dummy"] if self._path == "openGL" else [])
        groups, leaves = [], []
        for name in sorted(members, key=str.lower):
            path = self._below(name)
            if path not in table().leaves:
                groups.append(f"  {name} = {self._at(name)._told()}\n")
            elif table().leaves[path].mark != "function":
                leaves.append(f"  {name} = {_text(self._root._values[path])}\n")
        return "".join([f"{self._kind()}:\n", *groups, *leaves, "\n"])

    def __repr__(self) -> str:
        return f"<{self._kind()}:\n{self._told()} >"


def _text(value: Any) -> str:
    if isinstance(value, enums.OutputVariableType | enums.ItemType):
        return value.name
    if isinstance(value, list):
        return f"[{','.join(map(_text, value))}]"
    if isinstance(value, bool):
        return str(int(value))
    return f"{value:g}" if isinstance(value, float) else str(value)


class VisualizationSettings(SettingsGroup):
    """All settings; own -- those of Linkwork that follow what a script sets."""

    def __init__(self, own: OwnSettings | None = None) -> None:
        super().__init__(self, "")
        values = {path: deepcopy(leaf.default) for path, leaf in table().leaves.items()}
        self.__dict__.update(_own=OwnSettings() if own is None else own, _values=values, _idle={})

    def _group(self, path: str) -> SettingsGroup:
        return SettingsGroup(self, path)

    def _set(self, path: str, value: Any) -> None:
        made = checked(path, value)
        self._values[path] = made
        unchanged = bool(made == table().leaves[path].default)
        if self._acts(path, made) or unchanged or path == NOWHERE:
            self._idle.pop(path, None)
        else:
            self._idle[path] = True

    def _acts(self, path: str, value: Any) -> bool:
        """Pass a value on to Linkwork's settings; False if these do not have it."""
        if path in USED:
            return True
        *groups, name = path.split(".")
        target: Any = self._own
        for group in groups:
            target = getattr(target, group, None) if group in dir(type(target)) else None
        if target is None or name not in dir(type(target)):
            return False
        try:
            setattr(target, name, value)
        except (ParameterError, TypeError, ValueError):
            return False
        return True

    def told(self) -> str:
        """One line about settings that were changed without an effect; empty if there are none."""
        paths = list(self._idle)
        if not paths:
            return ""
        more = f" and {len(paths) - TOLD} others" if len(paths) > TOLD else ""
        named = ", ".join(paths[:TOLD])
        return f"visualization settings that are stored without effect: {named}{more}"
