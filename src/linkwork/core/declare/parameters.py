"""Kinds of parameters: which values they accept, how these are checked, and their table column.

`core/declare/kind.py` has their base.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.indices import INDEX_TYPES, index_of
from linkwork.core.declare.kind import Column, Plain
from linkwork.core.declare.kind import Kind as Kind
from linkwork.core.declare.matrices import FORMS, MatrixContainer
from linkwork.core.declare.values import real
from linkwork.core.declare.values import shown as shown
from linkwork.core.enums import OutputVariableType
from linkwork.core.errors import ParameterError
from linkwork.core.frozen import frozen
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.records import f8, i4, i8

LARGEST_INT = int(np.iinfo(i8).max)
FEW_NUMBERS = 16
"""So few numbers are looked at one by one: operations on arrays would take longer."""


class Text(Kind):
    """A string."""

    wants = "a string"

    def check(self, value: Any) -> str:
        if not isinstance(value, str):
            raise self.refuse(value)
        return value


@frozen
class Choice(Kind):
    """One of several words; its column holds the index of the word."""

    words: tuple[str, ...]
    column = (i4, ())

    def check(self, value: Any) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise self.refuse(value, "one of " + ", ".join(map(repr, self.words)))
        return str(value)

    def cell(self, value: Any) -> int:
        return self.words.index(value)


class Flag(Plain):
    """True or False; 0 and 1 are accepted."""

    wants = "True or False"
    column = (i4, ())
    element = (np.dtype(bool), ())
    letters = "b"

    def fits(self, values: np.ndarray) -> bool:
        return True

    def check(self, value: Any) -> bool:
        if isinstance(value, (bool, np.bool_)) or (type(value) is int and value in (0, 1)):
            return bool(value)
        raise self.refuse(value)


@frozen
class Flags(Kind):
    """A fixed number of flags."""

    count: int
    depth = 1

    @property
    def column(self) -> Column:  # type: ignore[override]
        return i4, (self.count,)

    def check(self, value: Any) -> list[bool]:
        wants = f"{self.count} times True or False"
        if not isinstance(value, (list, tuple, np.ndarray)) or getattr(value, "ndim", 1) != 1:
            raise self.refuse(value, wants)
        if len(value) != self.count:
            raise self.refuse(value, wants)
        try:
            return [Flag().check(part) for part in value]
        except ParameterError:
            raise self.refuse(value, wants) from None

    def plain(self, value: Any) -> Any:
        return list(value)


@frozen
class Number(Plain):
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
        number = real(value)
        if number is None:
            wants = "a finite real number"
            raise self.refuse(value, wants if self.low == -math.inf else f"{wants} {self.limit}")
        if number < self.low or (self.open_low and number <= self.low):
            raise self.refuse(value, self.limit)
        return number

    def fits(self, values: np.ndarray) -> bool:
        low = values > self.low if self.open_low else values >= self.low
        return bool(np.isfinite(values).all() and low.all())


Real = Number()
UReal = Number(low=0.0)
PReal = Number(low=0.0, open_low=True)


class UInt(Plain):
    """A whole number >= 0."""

    letters = "iu"

    least: ClassVar[int] = 0
    most: ClassVar[int] = LARGEST_INT
    wants = "a whole number >= 0"
    column = (i8, ())

    def check(self, value: Any) -> int:
        if isinstance(value, (bool, np.bool_, np.timedelta64)):
            raise self.refuse(value)
        if not isinstance(value, (int, np.integer)):
            raise self.refuse(value)
        if not self.least <= value <= self.most:
            raise self.refuse(value)
        return int(value)

    def fits(self, values: np.ndarray) -> bool:
        return bool(((values >= self.least) & (values <= self.most)).all())


class PInt(UInt):
    """A whole number >= 1; Assemble rejects a default of 0."""

    least = 1
    wants = "a whole number >= 1"


class Direction(UInt):
    """A direction: 1, -1, or 0 for both."""

    least, most = -1, 1
    wants = "-1, 0 or 1"


class IntegrationRule(UInt):
    """Number of a rule of integration of cables; False and True are 0 and 1."""

    most = 2
    wants = "0, 1 or 2"

    def check(self, value: Any) -> int:
        return super().check(int(value) if isinstance(value, (bool, np.bool_)) else value)


@frozen
class Array(Plain):
    """A vector or matrix of finite real numbers of fixed shape."""

    shape: tuple[int, ...]

    @property
    def depth(self) -> int:  # type: ignore[override]
        return len(self.shape)

    @property
    def column(self) -> Column:  # type: ignore[override]
        return f8, self.shape

    def check(self, value: Any) -> np.ndarray:
        found = self._plainly(value)
        if found is not None:
            return found
        wants = " x ".join(map(str, self.shape)) + " finite real numbers"
        try:
            given = np.asarray(value, object)
        except (TypeError, ValueError):
            raise self.refuse(value, wants) from None
        numbers = [real(part) for part in given.flat] if given.shape == self.shape else [None]
        if None in numbers:
            raise self.refuse(value, wants)
        return np.array(numbers, f8).reshape(self.shape)

    def fits(self, values: np.ndarray) -> bool:
        return type(self).check is Array.check and bool(np.isfinite(values).all())

    def _plainly(self, value: Any) -> np.ndarray | None:
        """A copy of an array or a list of numbers; None where it needs a closer look."""
        if type(value) is np.ndarray:
            if value.dtype != f8 or value.shape != self.shape:
                return None
            if value.size > FEW_NUMBERS:
                return value.copy() if np.isfinite(value).all() else None
            return value.copy() if all(map(math.isfinite, value.ravel().tolist())) else None
        if type(value) not in (list, tuple) or (len(value),) != self.shape:
            return None
        for part in value:
            if part.__class__ is not float or part - part != 0.0:
                break
        else:
            return np.array(value, f8)
        numbers = [real(part) for part in value]
        return None if None in numbers else np.array(numbers, f8)


class Vector(Kind):
    """Any number of finite real numbers; kernels read them only through pools."""

    depth = 1

    wants = "a vector of finite real numbers"

    def check(self, value: Any) -> np.ndarray:
        if not isinstance(value, (list, tuple, np.ndarray)) or getattr(value, "ndim", 1) != 1:
            raise self.refuse(value)
        numbers = [real(part) for part in value]
        if None in numbers:
            raise self.refuse(value)
        return np.array(numbers, f8)


@frozen
class Matrix(Kind):
    """A matrix of any size, dense or sparse, stored as a copy in a MatrixContainer.

    dense_form -- a matrix that was given dense is returned as an array
    """

    dense_form: bool = False
    depth = 2

    def check(self, value: Any) -> MatrixContainer:
        wants = f"a matrix of finite real numbers: {FORMS}, or [] for none"
        if value is None:
            raise self.refuse(value, wants)
        try:
            return MatrixContainer(value)
        except ParameterError as error:
            told = str(error).partition(": ")[2]
            entry = f"; {told.replace(', got ', ', not ')}" if told.startswith("entry") else ""
            raise self.refuse(value, wants + entry) from None

    def plain(self, value: Any) -> Any:
        return value.dense() if self.dense_form and not value.is_sparse else value.copy()

    def same(self, old: Any, new: Any) -> bool:
        equal: bool = old.same(new)
        return equal


class Curve(Kind):
    """Points of a curve, n x 2 with n >= 2, the first column strictly increasing; [] for none.

    Kernels read it only through pools.
    """

    depth = 2

    wants = (
        "n x 2 finite real numbers, n >= 2, with a first column that strictly increases, "
        "or [] for none"
    )

    def check(self, value: Any) -> np.ndarray:
        if not isinstance(value, (list, tuple, np.ndarray)) or getattr(value, "ndim", 2) == 0:
            raise self.refuse(value)
        if len(value) == 0:
            return np.zeros((0, 2))
        try:
            points = Array((len(value), 2)).check(value)
        except ParameterError:
            raise self.refuse(value) from None
        if len(points) < 2:
            raise self.refuse(value)
        rises = np.diff(points[:, 0]) > 0.0
        if not rises.all():
            row = int(np.argmin(rises))
            first, second = points[row : row + 2, 0]
            where = f"{second:g} follows {first:g} in row {row + 1}"
            raise self.refuse(value, f"{self.wants} ({where}; sort the rows, omit equal ones)")
        return points

    def plain(self, value: Any) -> Any:
        return value.copy() if len(value) else []


UNIT_MATRIX = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]


class Vectors(Kind):
    """A list of vectors in space, n x 3; kernels read them only through pools."""

    depth = 2

    wants = "a list of vectors of 3 finite real numbers each"

    def check(self, value: Any) -> np.ndarray:
        try:
            given = list(value) if not isinstance(value, (str, bytes, dict, set)) else None
        except TypeError:
            given = None
        if given is None:
            raise self.refuse(value)
        try:
            return np.array([Array((3,)).check(each) for each in given], f8).reshape(-1, 3)
        except ParameterError:
            raise self.refuse(value) from None

    def plain(self, value: Any) -> Any:
        return value.copy() if len(value) else []


@frozen
class Rotation(Array):
    """A 3 x 3 rotation matrix."""

    shape: tuple[int, ...] = (3, 3)

    def check(self, value: Any) -> np.ndarray:
        matrix = super().check(value)
        with overflows_unnoticed():
            away = np.abs(matrix @ matrix.T - np.eye(3)).max()
        if not away <= 1e-8 or np.linalg.det(matrix) < 0.0:
            raise self.refuse(value, "a rotation matrix (orthonormal to 1e-8, determinant +1)")
        return matrix


@frozen
class Axis(Array):
    """A direction in space, of any length but zero; its column holds the unit vector."""

    shape: tuple[int, ...] = (3,)

    def check(self, value: Any) -> np.ndarray:
        vector = super().check(value)
        if not vector.any():
            raise self.refuse(value, "3 finite real numbers that are not all zero")
        return vector

    def cell(self, value: Any) -> np.ndarray:
        scaled = value / np.abs(value).max()  # its square neither overflows nor underflows
        return np.asarray(scaled / np.linalg.norm(scaled))

    def cells(self, column: Any) -> Any:
        return [self.cell(value) for value in column]


@frozen
class Index(Plain):
    """Number of another item; -1 means not given, which Assemble rejects.

    optional -- it may be omitted: then -1 is a valid value
    """

    family: str
    optional: bool = False
    element = (np.dtype(i8), ())
    letters = "i"

    def fits(self, values: np.ndarray) -> bool:
        return bool((values >= (-1 if self.optional else 0)).all())

    def check(self, value: Any) -> int:
        number = index_of(value, self.family)
        if self.optional and number == -1:
            return -1
        if number is None or number < 0:
            raise self.refuse(value, self.wants_text)
        return number

    @property
    def wants_text(self) -> str:
        article = "an" if self.family == "object" else "a"
        return (
            f"the number of {article} {self.family} (as returned by Add{self.family.capitalize()})"
        )

    def plain(self, value: Any) -> Any:
        return INDEX_TYPES[self.family](value) if value >= 0 else value


@frozen
class IndexList(Kind):
    """Numbers of other items, at least `least`; the items check how many they need."""

    family: str
    least: int = 0
    depth = 1
    length: ClassVar[int | None] = None
    """The required number, if it is fixed."""

    def check(self, value: Any) -> list[int]:
        if isinstance(value, (str, bytes, dict, set, frozenset)):
            raise self.refuse(value, self.wants_text)
        try:
            given = list(value)
        except TypeError:
            raise self.refuse(value, self.wants_text) from None
        numbers = [index_of(number, self.family) for number in given]
        if self.length not in (None, len(numbers)) or len(numbers) < self.least:
            raise self.refuse(value, self.wants_text)
        found = [number for number in numbers if number is not None and number >= 0]
        if len(found) < len(numbers):
            raise self.refuse(value, self.wants_text)
        return found

    @property
    def wants_text(self) -> str:
        return f"a list of {self.count_text}{self.family} numbers"

    @property
    def count_text(self) -> str:
        return f"at least {self.least} " if self.least else ""

    def plain(self, value: Any) -> Any:
        return [Index(self.family).plain(number) for number in value]


@frozen
class IndexPair(IndexList, Plain):
    """Two numbers of other items."""

    length = 2
    element = (np.dtype(i8), (2,))
    letters = "i"

    def fits(self, values: np.ndarray) -> bool:
        return bool((values >= 0).all())

    def gathered(self, values: list[Any]) -> np.ndarray:
        return np.array(values, i8).reshape(-1, 2)

    def stored(self, column: Any, row: int) -> list[int]:
        found: list[int] = column[row].tolist()
        return found

    @property
    def count_text(self) -> str:
        return "two "


@frozen
class IndexTriple(IndexPair):
    """Three numbers of other items."""

    length = 3
    element = (np.dtype(i8), (3,))

    def gathered(self, values: list[Any]) -> np.ndarray:
        return np.array(values, i8).reshape(-1, 3)

    @property
    def count_text(self) -> str:
        return "three "


class OutputVariable(Kind):
    """An OutputVariableType, or its number."""

    wants = "an OutputVariableType"

    def check(self, value: Any) -> OutputVariableType:
        try:
            if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
                raise ValueError
            return OutputVariableType(int(value))
        except (ValueError, TypeError):  # it accepts NumPy's time differences as integers
            raise self.refuse(value) from None


class Color(Kind):
    """RGBA in [0, 1]; a first entry of -1 means the default color."""

    depth = 1

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
