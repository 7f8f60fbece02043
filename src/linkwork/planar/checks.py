"""Checks of values given by users: errors name the owner, the argument and the value."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.values import real, shown
from linkwork.core.errors import ParameterError
from linkwork.core.near import near_names

SMALLEST = 1.0e-100
"""Smallest value that counts as positive: masses and steps squared must not vanish."""


def refuse(owner: str, argument: str, wants: str, value: Any) -> ParameterError:
    """The error for a value that an argument does not accept."""
    return ParameterError(f"{owner}: {argument} must be {wants}, got {shown(value)}")


def _real(
    owner: str, argument: str, value: Any, unit: str, bound: str = "", least: float = -math.inf
) -> float:
    """A finite real number >= `least`; bound is the text for that in errors."""
    found = real(value)
    if found is None or found < least:
        wants = "a finite real number" + bound + (f" [{unit}]" if unit else "")
        raise refuse(owner, argument, wants, value)
    return found


def number(owner: str, argument: str, value: Any, unit: str = "") -> float:
    """A finite real number."""
    return _real(owner, argument, value, unit)


def not_negative(owner: str, argument: str, value: Any, unit: str = "") -> float:
    """A finite real number >= 0."""
    return _real(owner, argument, value, unit, " >= 0", 0.0)


def positive(owner: str, argument: str, value: Any, unit: str = "") -> float:
    """A finite real number > 0, large enough to divide by its square."""
    return _real(owner, argument, value, unit, " > 0", SMALLEST)


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number; True and False are not."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.timedelta64))


def hint(name: Any, known: list[str]) -> str:
    """Advice for a name that does not exist."""
    near = near_names(str(name), known, 1)
    return f"did you mean {near[0]!r}?" if near else f"it has {', '.join(known)}"


def numbers(owner: str, argument: str, value: Any, count: int) -> tuple[float, ...]:
    """A given count of finite real numbers."""
    given = _parts(value)
    found = [real(part) for part in given] if given is not None else []
    if given is None or len(found) != count or None in found:
        raise refuse(owner, argument, f"{count} finite real numbers", value)
    return tuple(part for part in found if part is not None)


def position(owner: str, argument: str, value: Any) -> tuple[float, ...]:
    """Two coordinates of a point [m]; None means (0, 0)."""
    return (0.0, 0.0) if value is None else numbers(owner, argument, value, 2)


def flag(owner: str, argument: str, value: Any) -> bool:
    """True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise refuse(owner, argument, "True or False", value)
    return bool(value)


def flags(owner: str, argument: str, value: Any) -> tuple[bool, bool, bool]:
    """Three times True or False, or 1 or 0, for x, y and theta."""
    given = _parts(value)
    if given is None or len(given) != 3 or not all(map(_is_flag, given)):
        raise refuse(owner, argument, "True or False for each of x, y and theta", value)
    return bool(given[0]), bool(given[1]), bool(given[2])


def _is_flag(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_)) or (is_whole(value) and value in (0, 1))


def choice(owner: str, argument: str, value: Any, known: Sequence[str]) -> str:
    """One of the known words."""
    if not isinstance(value, str) or value not in known:
        raise refuse(owner, argument, "one of " + ", ".join(map(repr, known)), value)
    return str(value)


def text(owner: str, argument: str, value: Any) -> str:
    """A string."""
    if not isinstance(value, str):
        raise refuse(owner, argument, "a string", value)
    return value


def array(owner: str, argument: str, value: Any, wants: str) -> np.ndarray:
    """A read-only copy of an array of finite real numbers."""
    try:
        given = np.asarray(value)
        found = np.array(value, float)
    except (TypeError, ValueError):
        raise refuse(owner, argument, wants, value) from None
    is_masked = np.any(getattr(value, "mask", False))
    if is_masked or given.dtype.kind not in "iuf" or not np.isfinite(found).all():
        raise refuse(owner, argument, wants, value)
    found.flags.writeable = False
    return found


def list_of(owner: str, argument: str, value: Any, kind: type, what: str) -> list[Any]:
    """A list of objects of one kind, none of them twice."""
    if isinstance(value, kind):
        raise TypeError(f"{owner}: {argument} must be a list of {what}, got one: {shown(value)}")
    try:
        found = list(value)
    except TypeError:
        raise TypeError(
            f"{owner}: {argument} must be a list of {what}, got {shown(value)}"
        ) from None
    seen: set[int] = set()
    for place, member in enumerate(found):
        if not isinstance(member, kind):
            raise TypeError(
                f"{owner}: {argument}[{place}] must be one of the {what}, got {shown(member)}"
            )
        if id(member) in seen:
            raise ParameterError(f"{owner}: {argument} names {member!r} twice")
        seen.add(id(member))
    return found


def _parts(value: Any) -> list[Any] | None:
    """The members of a sequence; None for other values, also strings, sets and dictionaries."""
    if isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.ndim == 1):
        return list(value)
    return None


Check = Callable[[str, str, Any], Any]
"""check(owner, argument, value) -> stored value"""


class Checked:
    """Base of objects whose attributes are checked when they are set.

    checks -- attribute -> its check

    Other public names raise an error, because a misspelled one would have no effect.
    """

    checks: ClassVar[Mapping[str, Check]] = {}

    @property
    def label(self) -> str:
        """The object in error texts."""
        return type(self).__name__

    def __setattr__(self, name: str, value: Any) -> None:
        check = self.checks.get(name)
        if check is not None:
            value = check(self.label, name, value)
        elif name[0] != "_" and not hasattr(type(self), name):
            told = hint(name, list(self.checks))
            raise AttributeError(f"{self.label} has no attribute {name!r}; {told}")
        object.__setattr__(self, name, value)
