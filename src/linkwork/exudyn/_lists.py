"""Lists of vectors and matrices, and cross sections of beams."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.sections import BeamSection as BeamSection
from linkwork.core.declare.sections import BeamSectionGeometry as BeamSectionGeometry


class _List:
    """A list of arrays of one shape."""

    shape: ClassVar[tuple[int, ...]] = ()

    def __init__(self, values: Any = ()) -> None:
        self._values: list[np.ndarray] = []
        for value in values:
            self.Append(value)

    def Append(self, pyArray: Any) -> None:
        """Add a copy of an array."""
        self._values.append(self._checked(pyArray))

    def _checked(self, given: Any) -> np.ndarray:
        value = np.array(given, dtype=float)
        if value.shape != self.shape:
            size = " x ".join(map(str, self.shape))
            raise ValueError(
                f"{type(self).__name__} takes arrays of {size} numbers, got shape {value.shape}"
            )
        return value

    def GetPythonObject(self) -> list[Any]:
        """The arrays as a list."""
        return [value.copy() for value in self._values]

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, index: int) -> np.ndarray:
        return self._values[index].copy()

    def __setitem__(self, index: int, value: Any) -> None:
        self._values[index] = self._checked(value)

    def __iter__(self) -> Iterator[np.ndarray]:
        return iter([value.copy() for value in self._values])

    def __copy__(self) -> Any:
        return type(self)(self._values)

    def __deepcopy__(self, memo: Any) -> Any:
        return type(self)(self._values)

    def __repr__(self) -> str:
        return repr(self.GetPythonObject())


class Vector2DList(_List):
    """A list of vectors of two components."""

    shape = (2,)


class Vector3DList(_List):
    """A list of vectors of three components."""

    shape = (3,)


class Vector6DList(_List):
    """A list of vectors of six components."""

    shape = (6,)


class Matrix3DList(_List):
    """A list of matrices of 3 x 3 numbers."""

    shape = (3, 3)


class Matrix6DList(_List):
    """A list of matrices of 6 x 6 numbers."""

    shape = (6, 6)
