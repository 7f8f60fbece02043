"""Declared values: the fields that `parameter` creates in a class, and the derived constructor.

The order of declaration is the order in which the constructor takes values by position; those of
`last_parameters` follow the others.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Literal, Self

import numpy as np

from linkwork.core.declare.matrices import MatrixContainer
from linkwork.core.declare.parameters import Choice, Kind
from linkwork.core.declare.sections import SectionData
from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError, UnknownParameterError
from linkwork.core.frozen import frozen
from linkwork.core.lazy_docs import LazyDoc
from linkwork.core.near import near_names


@frozen
class Parameter:
    """One declared parameter of an item."""

    name: str
    default: Any
    kind: Kind
    symbol: str
    unit: str
    doc: str
    structural: bool

    def check(self, value: Any, owner: str) -> Any:
        """The stored form of a value; a ParameterError names owner, parameter and limit."""
        try:
            return self.kind.check(value)
        except ParameterError as error:
            told = self.name if self.symbol in ("", self.name) else f"{self.name} {self.symbol}"
            must, comma, got = str(error).rpartition(", got ")
            unit = f" {self.unit}" if self.unit and getattr(self.kind, "low", 1) == 0.0 else ""
            text = f"{owner}: {told} {must}{unit}{comma}{got}"
            raise ParameterError(text, self.name) from None

    @functools.cached_property
    def default_is_valid(self) -> bool:
        """Whether an item can be assembled with the default."""
        try:
            self.kind.check(self.default)
        except ParameterError:
            return False
        return True

    def is_unset(self, value: Any) -> bool:
        """Whether a value is a default with which an item may be added but not assembled."""
        return not self.default_is_valid and _is_equal(value, self.default)

    def plain(self, value: Any) -> Any:
        """A value as a dictionary shows it: stored form if it is valid, else as it was given."""
        try:
            value = self.kind.check(value)
        except ParameterError:
            if not self.is_unset(value):
                return own_copy(value)
            value = self.default
        return self.kind.plain(value)


def _stored(p: Parameter) -> Any:
    """The default of a parameter as checked objects hold it."""
    found = p.kind.check(p.default) if p.default_is_valid else own_copy(p.default)
    if type(found) is type(p.default) and type(found) in (float, int, bool, str):
        return p.default
    if isinstance(found, np.ndarray):
        found.flags.writeable = False
    return found


_GIVEN: dict[frozenset[str], frozenset[str]] = {}


def shared_names(names: Iterable[str]) -> Any:
    """A set of names; equal ones are the same object, since many items were given the same."""
    found = frozenset(names)
    return _GIVEN.setdefault(found, found)


SEQUENCES = (list, tuple, np.ndarray)


def _is_equal(value: Any, default: Any) -> bool:
    """Whether a given value equals a default, which is a number or a list of numbers."""
    if isinstance(default, SEQUENCES):
        if not isinstance(value, SEQUENCES) or getattr(value, "ndim", 1) != 1:
            return False
        same_length = len(value) == len(default)
        return same_length and all(map(_is_equal, value, default))
    if isinstance(value, (bool, np.timedelta64)):
        return False
    like = float if isinstance(default, float) else (int, np.integer)
    return isinstance(value, like) and bool(value == default)


CHANGEABLE = (list, np.ndarray, MatrixContainer, SectionData)
"""Types of defaults of which every item needs a copy."""


def own_copy(value: Any) -> Any:
    """A value that its owner may change without changing it for others."""
    if isinstance(value, list):
        return [own_copy(part) for part in value]
    return value.copy() if isinstance(value, CHANGEABLE) else value


@frozen
class _Declared:
    """Placeholder that `parameter` leaves in the class body until the class is created."""

    default: Any
    kind: Kind
    symbol: str
    unit: str
    doc: str
    structural: bool


def parameter(
    default: Any,
    kind: Kind,
    *,
    symbol: str = "",
    unit: str = "",
    doc: str,
    structural: bool = False,
) -> Any:
    """Declare a parameter; changes of structural ones take effect only after a new Assemble.

    structural -- whether a change requires a new Assemble
    """
    return _Declared(default, kind, symbol, unit, doc, structural)


class _LazySignature:
    """inspect.Signature of the constructor, created only when it is needed."""

    def __get__(self, instance: Any, owner: type[Fields]) -> Any:
        import inspect

        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        defaults = {name: p.default for name, p in owner.fields.items()}
        words = owner.choices()
        return inspect.Signature(
            [
                inspect.Parameter(
                    name,
                    kind,
                    default=defaults.get(name),
                    annotation=Literal[words[name]] if name in words else inspect.Parameter.empty,
                )
                for name in owner.by_position()
            ]
        )


def _help(cls: type[Fields], instance: Any) -> str:
    from linkwork.core.declare.help import fields_help

    return fields_help(cls)


class _OwnDefault:
    """A default that could be changed: an owner gets a copy of it when it first reads it."""

    def __init__(self, name: str, default: Any) -> None:
        self._name, self._default = name, default

    def __get__(self, instance: Any, owner: type[Fields]) -> Any:
        if instance is None:
            return self._default
        found = instance.__dict__[self._name] = own_copy(self._default)
        return found


class Fields:
    """Declared values with a constructor; the base of items and V classes.

    An object holds the values that were given, and copies of defaults that were read and could have
    been changed; all other values are the defaults, which are class attributes.

    given -- names of the values that were given; checked objects share it, as it does not change
    """

    fields: ClassVar[dict[str, Parameter]] = {}
    _stored: ClassVar[dict[str, Any] | None] = None
    _held: ClassVar[dict[str, Any] | None] = None
    _plain_attributes: ClassVar[frozenset[str]] = frozenset({"given", "visualization", "_drawn"})
    declared: ClassVar[tuple[str, ...]] = ()
    """Names of all parameters, those of base classes first: the order of a table's columns."""
    last_parameters: ClassVar[tuple[str, ...]] = ()
    """Parameters that follow all others, in this order, also those of base classes."""
    __signature__: ClassVar[Any] = _LazySignature()
    given: set[str] | frozenset[str]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        setattr(cls, "__doc__", LazyDoc(cls.__doc__, _help))  # noqa: B010 -- no plain text
        cls.fields = dict(cls.fields)
        for name, value in list(vars(cls).items()):
            if isinstance(value, _Declared):
                declared = Parameter(name, **vars(value))
                cls.fields[name] = declared
                changeable = isinstance(declared.default, CHANGEABLE)
                default = _OwnDefault(name, declared.default) if changeable else declared.default
                setattr(cls, name, default)
        cls.declared = tuple(dict.fromkeys((*cls.declared, *cls.fields)))
        for name in cls.last_parameters:
            if name in cls.fields:
                cls.fields[name] = cls.fields.pop(name)
        cls._stored = cls._held = None

    @classmethod
    def by_position(cls) -> list[str]:
        """Names of the constructor's arguments in their documented order."""
        return list(cls.fields)

    @classmethod
    def choices(cls) -> dict[str, tuple[str, ...]]:
        """Allowed words of each parameter that takes one of several words."""
        return {p.name: p.kind.words for p in cls.fields.values() if isinstance(p.kind, Choice)}

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self.fields:
            if name not in self.given:
                self.given = self.given | {name}
        elif name not in self._plain_attributes:
            self._set_other(name, value)
            return
        object.__setattr__(self, name, value)

    def _set_other(self, name: str, value: Any) -> None:
        """Set an attribute that is not a parameter, or reject it."""
        self.field(name)

    def __init__(self, *ordered: Any, **values: Any) -> None:
        if ordered:
            values = self._named_values(ordered, values)
        if values.keys() <= self.fields.keys():
            self.__dict__.update(values, given=set(values))
            return
        self.given = set()
        for name, value in values.items():
            setattr(self, name, value)

    @classmethod
    def _named_values(cls, ordered: tuple[Any, ...], values: dict[str, Any]) -> dict[str, Any]:
        """All arguments of a constructor by name, from those given by position and by name."""
        names = cls.by_position()
        if len(ordered) > len(names):
            raise ParameterError(
                f"{cls.__name__} takes at most {len(names)} values by position "
                f"({', '.join(names)}), got {len(ordered)}"
            )
        found = dict(zip(names, ordered, strict=False))
        for name in found:
            if name in values:
                raise ParameterError(
                    f"{cls.__name__}: {name} is given twice, by position as {shown(found[name])} "
                    f"and by name as {shown(values[name])}; omit one of them",
                    name,
                )
        return found | values

    @classmethod
    def stored_defaults(cls) -> dict[str, Any]:
        """The defaults as checked objects hold them; all of these share them, so none may change.

        Defaults that are no valid values stay as they are declared.
        """
        if cls._stored is None:
            cls._stored = {name: _stored(p) for name, p in cls.fields.items()}
        return cls._stored

    @classmethod
    def held_defaults(cls) -> dict[str, Any]:
        """Those of them that a checked object must hold: they differ from the class attributes."""
        if cls._held is None:
            declared = {name: p.default for name, p in cls.fields.items()}
            cls._held = {
                name: value
                for name, value in cls.stored_defaults().items()
                if value is not declared[name]
            }
        return cls._held

    def copy(self) -> Self:
        """A copy with the same values, which can be changed instead of this one."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__, given=set(self.given))
        return twin

    @classmethod
    def field(cls, name: str) -> Parameter:
        """The declared parameter; an unknown name is an error that suggests the nearest."""
        try:
            return cls.fields[name]
        except KeyError:
            near = near_names(str(name), cls.known_names(), 1)
            hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(cls.fields)}"
            text = f"{cls.__name__} has no parameter {name!r}; {hint}"
            raise UnknownParameterError(text, str(name)) from None

    @classmethod
    def known_names(cls) -> list[str]:
        """Every name by which a value can be given."""
        return list(cls.fields)

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        """Pairs of names and values, for `dict`."""
        return iter(self.to_dict().items())

    def to_dict(self) -> dict[str, Any]:
        """The values by name, in their documented order."""
        return {p.name: p.plain(getattr(self, p.name)) for p in self.fields.values()}

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in sorted(self.given))
        return f"{type(self).__name__}({values})"
