"""Kinds of parameters: what a value may be, how it is checked, and its column in the table.

A kind checks one value (`check` returns the stored form or raises ParameterError with the limit
and the value, to which the caller adds item and parameter) and knows its table column
(`column`: element dtype and shape, or None for what kernels never see).
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from linkwork.core.enums import OutputVariableType
from linkwork.core.errors import ParameterError
from linkwork.core.indices import INDEX_TYPES, index_of
from linkwork.core.pointer import Pointer
from linkwork.core.records import f8, i4, i8

Column = tuple[Any, tuple[int, ...]]
LARGEST_INT = int(np.iinfo(i8).max)


def shown(value: Any) -> str:
    """A value as an error text shows it: short, whatever the user gave."""
    try:
        text = repr(value)
    except Exception:
        text = f"an unprintable {type(value).__name__}"
    return text if len(text) <= 80 else text[:77] + "..."


class Kind:
    """Base of all kinds."""

    column: Column | None = None
    wants: ClassVar[str] = "a value"

    def check(self, value: Any) -> Any:
        return value

    def refuse(self, value: Any, wants: str = "") -> ParameterError:
        return ParameterError(f"must be {wants or self.wants}, got {shown(value)}")

    def plain(self, value: Any) -> Any:
        """The stored value as a dictionary shows it (a copy where it could be changed)."""
        return value.copy() if isinstance(value, np.ndarray) else value


class Text(Kind):
    wants = "a string"

    def check(self, value: Any) -> str:
        if not isinstance(value, str):
            raise self.refuse(value)
        return value


class Flag(Kind):
    wants = "True or False"
    column = (i4, ())

    def check(self, value: Any) -> bool:
        if isinstance(value, (bool, np.bool_)) or (type(value) is int and value in (0, 1)):
            return bool(value)
        raise self.refuse(value)


_NOT_REAL = (
    bool, np.bool_, str, bytes, bytearray, complex, np.complexfloating, np.timedelta64,
)  # fmt: skip
"""Types that float() takes, or half takes, without being a real number."""


def _real(value: Any) -> float | None:
    """value as a finite float, or None."""
    if isinstance(value, _NOT_REAL) or value is None or getattr(value, "ndim", 0) != 0:
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


@dataclass(frozen=True)
class Number(Kind):
    """A finite real number with an optional lower limit."""

    low: float = -math.inf
    open_low: bool = False
    column = (f8, ())

    @property
    def limit(self) -> str:
        if self.low == -math.inf:
            return "a finite real number"
        return f"{'>' if self.open_low else '>='} {self.low:g}"

    def check(self, value: Any) -> float:
        number = _real(value)
        if number is None:
            wants = "a finite real number"
            raise self.refuse(value, wants if self.low == -math.inf else f"{wants} {self.limit}")
        if number < self.low or (self.open_low and number <= self.low):
            raise self.refuse(value, self.limit)
        return number


Real = Number()
UReal = Number(low=0.0)
PReal = Number(low=0.0, open_low=True)


class UInt(Kind):
    """A whole number from 0 on."""

    wants = "a whole number >= 0"
    column = (i8, ())

    def check(self, value: Any) -> int:
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
            raise self.refuse(value)
        if not 0 <= value <= LARGEST_INT:
            raise self.refuse(value)
        return int(value)


@dataclass(frozen=True)
class Array(Kind):
    """A vector or matrix of finite real numbers of fixed shape."""

    shape: tuple[int, ...]

    @property
    def column(self) -> Column:  # type: ignore[override]
        return f8, self.shape

    def check(self, value: Any) -> np.ndarray:
        wants = " x ".join(map(str, self.shape)) + " finite real numbers"
        try:
            given = np.asarray(value, object)
        except (TypeError, ValueError):
            raise self.refuse(value, wants) from None
        numbers = [_real(part) for part in given.flat] if given.shape == self.shape else [None]
        if None in numbers:
            raise self.refuse(value, wants)
        return np.array(numbers, f8).reshape(self.shape)


@dataclass(frozen=True)
class Rotation(Array):
    """A 3 x 3 rotation matrix."""

    shape: tuple[int, ...] = (3, 3)

    def check(self, value: Any) -> np.ndarray:
        matrix = super().check(value)
        if np.abs(matrix @ matrix.T - np.eye(3)).max() > 1e-8 or np.linalg.det(matrix) < 0.0:
            raise self.refuse(value, "a rotation matrix (orthonormal to 1e-8, determinant +1)")
        return matrix


@dataclass(frozen=True)
class Index(Kind):
    """Number of another item; -1 stands for not given and is refused by Assemble."""

    family: str

    def check(self, value: Any) -> int:
        number = index_of(value, self.family)
        if number is None or number < 0:
            raise self.refuse(value, self.wants_text)
        return number

    @property
    def wants_text(self) -> str:
        return f"the number of a {self.family} (as returned by Add{self.family.capitalize()})"

    def plain(self, value: Any) -> Any:
        return INDEX_TYPES[self.family](value) if value >= 0 else value


@dataclass(frozen=True)
class IndexPair(Kind):
    """Two numbers of other items."""

    family: str

    def check(self, value: Any) -> list[int]:
        wants = f"a list of two {self.family} numbers"
        if isinstance(value, (str, bytes, dict, set, frozenset)):
            raise self.refuse(value, wants)
        try:
            pair = list(value)
        except TypeError:
            raise self.refuse(value, wants) from None
        numbers = [index_of(number, self.family) for number in pair]
        if len(numbers) != 2 or any(number is None or number < 0 for number in numbers):
            raise self.refuse(value, wants)
        return [number for number in numbers if number is not None]

    def plain(self, value: Any) -> Any:
        return [Index(self.family).plain(number) for number in value]


@dataclass(frozen=True)
class UserFunction(Kind):
    """A Python function with a documented signature; 0 and None mean none.

    pointer -- how kernels call it (None: they never do); vectors -- 0 for a function of numbers
    that returns a number, else how many vectors of three it takes before it returns one;
    compilable -- False for functions that are always called back
    """

    arguments: tuple[str, ...]
    pointer: Pointer | None = None
    vectors: int = 0
    compilable: bool = True
    column = (i8, ())

    def check(self, value: Any) -> Callable[..., Any] | int:
        if value is None or (type(value) is int and value == 0):
            return 0
        if not callable(value) or not self._takes_arguments(value):
            names = ", ".join(self.arguments)
            raise self.refuse(
                value, f"a function of the arguments ({names}), or 0 or None for none"
            )
        return value

    def _takes_arguments(self, function: Callable[..., Any]) -> bool:
        """Whether a function can be called as documented; built-in ones may not tell."""
        try:
            signature = inspect.signature(function)
        except (TypeError, ValueError):
            return True
        try:
            signature.bind(*self.arguments)
        except TypeError:
            return False
        return True


array_function = Pointer("q", "qqqdq")
"""status = f(address of work, n, m, t, itemNumber): a function of arrays, see ArrayFunction."""


@dataclass(frozen=True)
class ArrayFunction(UserFunction):
    """A Python function of vectors whose length belongs to the item.

    inputs -- its arguments after (mbs, t, itemNumber), each "vector" (n numbers), "number" or
    "flag"; result -- "vector" (m numbers) or "matrix" (m x n, row by row)

    Kernels hand over and find everything in one piece of memory of `work_size(n, m)` numbers:

        numbers and flags (as 0 and 1) in order, vectors in order, result, copies of the vectors

    The copies are for compiled functions, which may overwrite their arguments.
    """

    pointer: Pointer | None = array_function
    inputs: tuple[str, ...] = ()
    result: str = "vector"

    @property
    def scalars(self) -> int:
        """How many numbers and flags stand before the vectors."""
        return sum(part != "vector" for part in self.inputs)

    @property
    def vector_count(self) -> int:
        """How many vectors it takes."""
        return len(self.inputs) - self.scalars

    def result_size(self, n: int, m: int) -> int:
        """How many numbers it returns."""
        return m if self.result == "vector" else m * n

    def work_size(self, n: int, m: int) -> int:
        """Length of the memory that its calls need."""
        return self.scalars + 2 * self.vector_count * n + self.result_size(n, m)


class OutputVariable(Kind):
    wants = "an OutputVariableType"

    def check(self, value: Any) -> OutputVariableType:
        try:
            if isinstance(value, (bool, float, str)):
                raise ValueError
            return OutputVariableType(value)
        except (ValueError, TypeError):
            raise self.refuse(value) from None


class Color(Kind):
    """RGBA in [0, 1]; a first entry of -1 means the default colour."""

    def check(self, value: Any) -> list[float]:
        try:
            color = Array((4,)).check(value)
        except ParameterError:
            color = np.full(4, np.nan)
        if not (color[0] == -1.0 or np.all((color >= 0.0) & (color <= 1.0))):
            raise self.refuse(value, "four numbers RGBA in [0, 1], or R = -1 for the default")
        return [float(part) for part in color]

    def plain(self, value: Any) -> Any:
        return list(value)


class GraphicsData(Kind):
    """A list of dictionaries that describe what is drawn with a body."""

    def check(self, value: Any) -> list[dict[str, Any]]:
        if isinstance(value, (list, tuple)) and all(isinstance(part, dict) for part in value):
            return list(value)
        raise self.refuse(value, "a list of graphics dictionaries")

    def plain(self, value: Any) -> Any:
        return list(value)
