"""Declaring settings: groups of checked, documented values, without the settings themselves.

A setting is declared once, as one line of its group's class: kind, default, description, unit,
limits and, if the name exists only for compatibility, the reason why it has no effect.

    class NewtonSettings(Group):
        maxIterations = integer(25, "A step that needs more has failed.", AT_LEAST_1)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from enum import IntEnum
from functools import cache, partial
from os import PathLike, fspath
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    Self,
    SupportsFloat,
    SupportsIndex,
    TypeVar,
    overload,
)

from linkwork.core.lazy_docs import LazyDoc
from linkwork.core.near import near_names

if TYPE_CHECKING:
    from numpy import bool_ as numpy_bool

Value = TypeVar("Value")
Given = TypeVar("Given", contravariant=True)
Member = TypeVar("Member", bound=IntEnum)
Child = TypeVar("Child", bound="Group")


class Limits(NamedTuple):
    """A condition on a number and the words that complete "must be ..."."""

    text: str
    holds: Callable[[float], bool]


ANY = Limits("a finite number", lambda x: True)
NON_NEGATIVE = Limits(">= 0", lambda x: x >= 0)
POSITIVE = Limits("> 0", lambda x: x > 0)
AT_LEAST_1 = Limits(">= 1", lambda x: x >= 1)
ABOVE_1 = Limits("> 1", lambda x: x > 1)
FRACTION = Limits("in [0, 1]", lambda x: 0 <= x <= 1)
POSITIVE_FRACTION = Limits("in (0, 1]", lambda x: 0 < x <= 1)
PROPER_FRACTION = Limits("in (0, 1)", lambda x: 0 < x < 1)
DIGITS = Limits("in [1, 17]", lambda x: 1 <= x <= 17)


COLUMN = 56
"""Where descriptions begin in printed settings."""


class Setting(Generic[Value, Given]):
    """Descriptor of one setting: reads as `Value`, accepts `Given`, checks at assignment."""

    name: str

    def __init__(
        self,
        default: Value,
        doc: str,
        convert: Callable[[Any], Value],
        limits: Limits = ANY,
        unit: str = "",
        no_effect: str = "",
    ) -> None:
        self.default = default
        self.__doc__ = f"{doc} [{unit}]" if unit else doc
        self.meaning = doc
        self.convert = convert
        self.limits = limits
        self.unit = unit
        self.no_effect = no_effect

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @property
    def allowed(self) -> str:
        """Limits of a number, or the members of an enumeration; empty where all values are."""
        if isinstance(self.default, IntEnum):
            kind = type(self.default)
            return f"{kind.__name__}: {', '.join(kind.__members__)}"
        return self.limits.text if self.limits is not ANY else ""

    @overload
    def __get__(self, group: None, owner: type) -> Self: ...
    @overload
    def __get__(self, group: Group, owner: type) -> Value: ...
    def __get__(self, group: Group | None, owner: type) -> Self | Value:
        if group is None:
            return self
        value: Value = group.__dict__.get(self.name, self.default)
        return value

    def __set__(self, group: Group, value: Given) -> None:
        group.__dict__[self.name] = self.checked(value, group._path_of(self.name))
        group._version[0] = object()

    def checked(self, given: Any, path: str) -> Value:
        """The value to store for `given`; errors name `path`, limit, unit and value."""
        # NumPy scalars become Python ones here, without importing NumPy.
        scalar = given.item() if getattr(given, "shape", None) == () else given
        try:
            value = self.convert(scalar)
        except TypeError as error:
            kind = type(given).__name__
            raise TypeError(f"{path} must be {error}, got {given!r} ({kind})") from None
        except ValueError as error:
            raise ValueError(f"{path} must be {error}, got {given!r}") from None
        if isinstance(value, float | int) and not self.limits.holds(value):
            limit = f"{self.limits.text} {self.unit}".rstrip()
            raise ValueError(f"{path} must be {limit}, got {given!r}")
        return value


def _to_float(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, float | int):
        raise TypeError("a number")
    if not math.isfinite(value):
        raise ValueError("a finite number")
    return float(value)


def _to_int(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError("an integer")
    if abs(value) >= 2**63:
        raise ValueError("an integer below 2**63")
    return int(value)


def _to_whole(value: Any) -> int:
    number = _to_float(value)
    if not number.is_integer():
        raise ValueError("a whole number")
    return _to_int(int(value))


def _to_bool(value: Any) -> bool:
    if not isinstance(value, bool | int):
        raise TypeError("True or False")
    if value not in (0, 1):
        raise ValueError("True or False")
    return bool(value)


def _to_text(value: Any) -> str:
    path = fspath(value) if isinstance(value, PathLike) else value
    if not isinstance(path, str):
        raise TypeError("a text")
    return path


def _to_member(kind: type[Member], value: Any) -> Member:
    """Members and their plain numbers are accepted, members of other enumerations are not."""
    if type(value) not in (kind, int):
        raise TypeError(f"a {kind.__name__}")
    try:
        return kind(value)
    except ValueError:
        raise ValueError(f"the number of a {kind.__name__}") from None


def shown(value: Any) -> str:
    """A value as printed settings show it."""
    return str(value) if isinstance(value, IntEnum) else repr(value)


def real(
    default: float, doc: str, limits: Limits = ANY, unit: str = "", no_effect: str = ""
) -> Setting[float, SupportsFloat]:
    """Declare a floating-point setting; integers are accepted."""
    return Setting(default, doc, _to_float, limits, unit, no_effect)


def integer(
    default: int, doc: str, limits: Limits = NON_NEGATIVE, unit: str = "", no_effect: str = ""
) -> Setting[int, SupportsIndex]:
    """Declare an integer setting."""
    return Setting(default, doc, _to_int, limits, unit, no_effect)


def whole(default: int, doc: str, limits: Limits = AT_LEAST_1) -> Setting[int, SupportsFloat]:
    """Declare an integer setting that also accepts whole floats such as 1e5."""
    return Setting(default, doc, _to_whole, limits)


def switch(default: bool, doc: str, no_effect: str = "") -> Setting[bool, bool | int | numpy_bool]:
    """Declare an on/off setting; 0 and 1 are accepted."""
    return Setting(default, doc, _to_bool, no_effect=no_effect)


def text(default: str, doc: str, no_effect: str = "") -> Setting[str, str | PathLike[str]]:
    """Declare a text or file name setting."""
    return Setting(default, doc, _to_text, no_effect=no_effect)


def _to_word(words: tuple[str, ...], value: Any) -> str:
    told = " or ".join(repr(word) for word in words)
    if not isinstance(value, str):
        raise TypeError(told)
    if value not in words:
        raise ValueError(told)
    return value


def word(default: str, doc: str, *others: str) -> Setting[str, str]:
    """Declare a setting that is one of some words: the default, or one of the others."""
    words = default, *others
    allowed = Limits(" or ".join(repr(word) for word in words), lambda x: True)
    return Setting(default, doc, partial(_to_word, words), allowed)


def _to_numbers(count: int, value: Any) -> tuple[float, ...]:
    told = f"{count} numbers"
    if isinstance(value, str | bytes | dict | set):
        raise TypeError(told)
    try:
        found = tuple(_to_float(getattr(x, "item", lambda x=x: x)()) for x in value)
    except TypeError:
        raise TypeError(told) from None
    if len(found) != count:
        raise ValueError(told)
    return found


def _to_color(value: Any) -> tuple[float, ...]:
    found = _to_numbers(4, value)
    if found[0] != -1.0 and not all(0.0 <= x <= 1.0 for x in found):
        raise ValueError("4 numbers (red, green, blue, opacity) in [0, 1], or red = -1")
    return found


def numbers(
    default: tuple[float, ...], doc: str, count: int, unit: str = ""
) -> Setting[tuple[float, ...], Iterable[float]]:
    """Declare a setting of several numbers; lists and arrays are accepted."""
    return Setting(default, doc, partial(_to_numbers, count), unit=unit)


def color(default: tuple[float, ...], doc: str) -> Setting[tuple[float, ...], Iterable[float]]:
    """Declare a color: red, green, blue, opacity."""
    return Setting(default, doc, _to_color)


def choice(default: Member, doc: str, no_effect: str = "") -> Setting[Member, Member | int]:
    """Declare a setting whose value is a member of the enumeration of its default."""
    return Setting(default, doc, partial(_to_member, type(default)), no_effect=no_effect)


class group(Generic[Child]):
    """Declare a group inside a group; `no_effect` then applies to all settings in it."""

    name: str

    def __init__(self, kind: type[Child], no_effect: str = "") -> None:
        self.kind = kind
        self.__doc__ = vars(kind)["__doc__"].text
        self.no_effect = no_effect

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, parent: None, owner: type) -> Self: ...
    @overload
    def __get__(self, parent: Group, owner: type) -> Child: ...
    def __get__(self, parent: Group | None, owner: type) -> Self | Child:
        if parent is None:
            return self
        child: Child | None = parent.__dict__.get(self.name)
        if child is None:  # made when it is asked for
            child = self.kind(parent._path_of(self.name), parent._version)
            parent.__dict__[self.name] = child
        return child

    def __set__(self, parent: Group, value: Child) -> None:
        """Copy the values of another group of the same kind; the groups remain separate."""
        if type(value) is not self.kind:
            path = parent._path_of(self.name)
            raise TypeError(
                f"{path} is a group of settings and accepts only a {self.kind.__name__}, "
                f"got {value!r}; set the settings inside it instead"
            )
        self.__get__(parent, type(parent)).SetDictionary(value.GetDictionary())


def _help(kind: type[Group], given: Group | None) -> str:
    from linkwork.settings.help import group_help

    return group_help(kind, given)


class Group:
    """Base of all groups: names are fixed, values are checked, everything prints and compares.

    Only what was set is stored, and groups inside a group exist once they are used.
    """

    _path = ""
    _other_names: ClassVar[Mapping[str, str]] = {}
    """Names that users of other programs try, in lower case without underscores -> what to do."""
    _version: list[object]
    """One object for the present values of a whole tree; a change replaces it by another."""

    def __init_subclass__(cls) -> None:
        setattr(cls, "__doc__", LazyDoc(cls.__doc__, _help))  # noqa: B010 -- no plain text

    def __init__(self, path: str = "", version: list[object] | None = None) -> None:
        self.__dict__["_path"] = path
        self.__dict__["_version"] = [object()] if version is None else version

    @classmethod
    @cache
    def _declared(cls) -> dict[str, Setting[Any, Any] | group[Any]]:
        """Name and declaration of each setting and group, in the order of the classes."""
        return {
            name: declared
            for base in reversed(cls.__mro__)
            for name, declared in vars(base).items()
            if isinstance(declared, Setting | group)
        }

    @classmethod
    def _tree(
        cls, prefix: str = "", reason: str = ""
    ) -> Iterator[tuple[str, Setting[Any, Any], str]]:
        """Path, declaration and reason for having no effect of each setting below."""
        for name, declared in cls._declared().items():
            no_effect = reason or declared.no_effect
            if isinstance(declared, group):
                yield from declared.kind._tree(f"{prefix}{name}.", no_effect)
            else:
                yield prefix + name, declared, no_effect

    def _path_of(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    def _value_at(self, path: str) -> Any:
        value: Any = self
        for name in path.split("."):
            value = getattr(value, name)
        return value

    def _unknown(self, name: str) -> AttributeError:
        """The error for an undeclared name, which suggests the nearest declared one."""

        known = self._other_names.get(name.replace("_", "").lower())
        if known is not None:
            where = self._path or type(self).__name__
            return AttributeError(f"{where} has no setting '{name}'; {known}")
        names = list(self._declared())
        below = [path for path, _, _ in self._tree() if path.endswith("." + name)]
        near = below[:1] or near_names(name, names)
        hint = f"did you mean '{near[0]}'?" if near else f"it has {', '.join(names)}"
        return AttributeError(
            f"{self._path or type(self).__name__} has no setting '{name}'; {hint}"
        )

    # Hidden from type checkers and editors, which would otherwise accept every name.
    if not TYPE_CHECKING:

        def __getattr__(self, name):
            if name.startswith("_"):
                raise AttributeError(f"{type(self).__name__} has no attribute '{name}'")
            raise self._unknown(name)

        def __setattr__(self, name, value):
            if not isinstance(getattr(type(self), name, None), Setting | group):
                raise self._unknown(name)
            super().__setattr__(name, value)

    def GetDictionary(self) -> dict[str, Any]:
        """All values below this group as a nested dict."""
        return {
            name: getattr(self, name).GetDictionary()
            if isinstance(declared, group)
            else getattr(self, name)
            for name, declared in self._declared().items()
        }

    def SetDictionary(self, dictionary: dict[str, Any]) -> None:
        """Set the values of a nested dict, as from GetDictionary; other settings are unchanged.

        If a name or value is invalid, nothing is changed.
        """
        deepcopy(self)._update(dictionary)
        self._update(dictionary)

    def _update(self, dictionary: dict[str, Any]) -> None:
        if not isinstance(dictionary, dict):
            where = self._path or type(self).__name__
            raise TypeError(f"{where} must be set by a dict, got {dictionary!r}")
        declarations = self._declared()
        for name, value in dictionary.items():
            if isinstance(declarations.get(name), group):
                getattr(self, name)._update(value)
            else:
                setattr(self, name, value)

    def chosen(self) -> dict[str, Any]:
        """Path and value of each setting below that differs from its default."""
        found: dict[str, Any] = {}
        declarations = self._declared()
        for name, value in self.__dict__.items():  # only settings that were set, and the groups
            declared = declarations.get(name)
            if isinstance(declared, group):
                found |= value.chosen()
            elif declared is not None and value != declared.default:
                found[self._path_of(name)] = value
        return found

    def without_effect(self) -> list[tuple[str, str]]:
        """The same as `changed_without_effect`, found once for the present values."""
        known = self.__dict__.get("_idle")
        if known is None or known[0] is not self._version[0]:
            known = self._version[0], self.changed_without_effect()
            self.__dict__["_idle"] = known
        found: list[tuple[str, str]] = known[1]
        return found

    def changed_without_effect(self, reason: str = "") -> list[tuple[str, str]]:
        """Full path and reason of each setting that was changed but has no effect."""
        found, declarations = [], self._declared()
        for name, value in self.__dict__.items():  # only settings that were set, and the groups
            declared = declarations.get(name)
            if isinstance(declared, group):
                found += value.changed_without_effect(reason or declared.no_effect)
            elif declared is not None:
                no_effect = reason or declared.no_effect
                if no_effect and value != declared.default:
                    found.append((self._path_of(name), no_effect))
        return found

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self.GetDictionary() == other.GetDictionary()

    def __copy__(self) -> Self:
        return deepcopy(self)

    def __repr__(self) -> str:
        lines = [f"{type(self).__name__} (* = differs from the default)"]
        for path, declared, _ in self._tree():
            value, default = self._value_at(path), declared.default
            mark, note = ("*", f" (default {shown(default)})") if value != default else (" ", "")
            line = f"{mark} {self._path_of(path)} = {shown(value)} {declared.unit}"
            lines.append(f"{line.rstrip() + note:<{COLUMN}} # {declared.meaning}")
        return "\n".join(lines)
