"""Bases of the kinds of parameters: checks of one value and of many, columns of tables.

A kind checks one value (`check` returns the stored form or raises ParameterError with the limit
and the value, to which the caller adds item and parameter) and defines its table column
(`column`: element dtype and shape, or None for values that kernels do not use). It also checks and
holds the values of many items at once, as a column of stored values.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError

Column = tuple[Any, tuple[int, ...]]


class Kind:
    """Base of all kinds."""

    column: Column | None = None
    wants: ClassVar[str] = "a value"

    def check(self, value: Any) -> Any:
        return value

    def refuse(self, value: Any, wants: str = "") -> ParameterError:
        return ParameterError(f"must be {wants or self.wants}, got {shown(value)}")

    def plain(self, value: Any) -> Any:
        """The stored value as a dictionary shows it (a copy if it could be changed)."""
        return value.copy() if isinstance(value, np.ndarray) else value

    def same(self, old: Any, new: Any) -> bool:
        """Whether two stored values are equal."""
        if type(old) is float and type(new) is float:  # NumPy takes 2 us for it
            return old == new
        return np.array_equal(old, new)

    def cell(self, value: Any) -> Any:
        """The stored value in the form of the column."""
        return value

    # ------------------------------------------------------------------ values of many items

    depth: ClassVar[int] = 0
    """How many levels of lists one value has."""

    def checked_column(self, values: Any, count: int) -> Any:
        """Stored values of `count` items; None if there are not so many, or one is refused."""
        found = self._checked_at_once(values)
        if found is None:
            try:
                found = self.gathered([self.check(value) for value in values])
            except ParameterError:
                return None
        if isinstance(found, np.ndarray):
            found.flags.writeable = False  # items share it
        return found if len(found) == count else None

    def _checked_at_once(self, values: Any) -> Any:
        """The same by operations on arrays; None where each value needs a look of its own."""
        return None

    def gathered(self, values: list[Any]) -> Any:
        """Stored values as one column: an array where all have the same shape, else the list."""
        return values

    def repeated(self, value: Any, count: int) -> Any:
        """A column of equal stored values."""
        return [value] * count

    def stored(self, column: Any, row: int) -> Any:
        """The stored value of one row of a column."""
        return column[row]

    def cells(self, column: Any) -> Any:
        """A column of stored values in the form of the table's column."""
        return [self.cell(value) for value in column]


class Plain(Kind):
    """Base of kinds whose stored values are numbers, or arrays of one shape."""

    letters: ClassVar[str] = "fiu"
    """Kinds of NumPy's numbers that a column may have."""

    def fits(self, values: np.ndarray) -> bool:
        """Whether all numbers of an array are valid."""
        return False

    def _checked_at_once(self, values: Any) -> np.ndarray | None:
        dtype, shape = self.element
        if type(values) is not np.ndarray or values.dtype.kind not in self.letters:
            return None
        if values.shape[1:] != shape or not self.fits(values):
            return None
        return np.array(values, dtype)

    @property
    def element(self) -> Column:
        """dtype and shape of a stored value."""
        assert self.column is not None
        return self.column

    def gathered(self, values: list[Any]) -> np.ndarray:
        dtype, shape = self.element
        if shape and values:
            return np.concatenate(values).reshape(-1, *shape)
        return np.array(values, dtype)

    def repeated(self, value: Any, count: int) -> np.ndarray:
        dtype, shape = self.element
        found = np.empty((count, *shape), dtype)
        found[:] = value
        return found

    def stored(self, column: Any, row: int) -> Any:
        found = column[row]
        return found if isinstance(found, np.ndarray) else found.item()

    def cells(self, column: Any) -> Any:
        return column
