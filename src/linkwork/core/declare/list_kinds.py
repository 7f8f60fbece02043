"""Kinds of parameters that are lists: of vectors, matrices, whole numbers, types of joints."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.kind import Kind
from linkwork.core.declare.parameters import UInt
from linkwork.core.enums import JointType
from linkwork.core.errors import ParameterError
from linkwork.core.frozen import frozen


@frozen
class ArrayList(Kind):
    """Any number of vectors or matrices of one shape, stored as one array; None: none."""

    shape: tuple[int, ...]

    @property
    def depth(self) -> int:  # type: ignore[override]
        """How many levels of lists one value has."""
        return 1 + len(self.shape)

    @property
    def wants_text(self) -> str:
        """What it accepts, in words."""
        size = " x ".join(map(str, self.shape))
        return f"a list of {'matrices' if len(self.shape) == 2 else 'vectors'} of {size} numbers"

    def check(self, value: Any) -> np.ndarray:
        if isinstance(value, (str, bytes, dict)):
            raise self.refuse(value, self.wants_text)
        try:
            given = [] if value is None else list(value)
            found = np.array([np.asarray(part) for part in given])
        except (TypeError, ValueError):
            raise self.refuse(value, self.wants_text) from None
        if not given:
            return np.zeros(0)
        if found.shape[1:] != self.shape or found.dtype.kind not in "iuf":
            raise self.refuse(value, self.wants_text)
        numbers = found.astype(np.float64)
        if not np.isfinite(numbers).all():
            raise self.refuse(value, f"{self.wants_text}, all finite")
        return numbers


class WholeNumbers(Kind):
    """Any number of whole numbers >= 0."""

    depth = 1
    wants = "a list of whole numbers >= 0"
    each: ClassVar[UInt] = UInt()

    def check(self, value: Any) -> list[int]:
        if isinstance(value, (str, bytes, dict, set, frozenset)):
            raise self.refuse(value)
        try:
            return [self.each.check(number) for number in value]
        except (TypeError, ParameterError):
            raise self.refuse(value) from None

    def plain(self, value: Any) -> Any:
        return list(value)


class LinkNumber(UInt):
    """The number of a link, -1 for the base."""

    least = -1
    wants = "the number of a link, or -1 for the base"


class Parents(WholeNumbers):
    """Numbers of links, -1 for the base."""

    wants = "a list of numbers of links, -1 for the base"
    each = LinkNumber()


class JointTypes(Kind):
    """Types of joints, as members of JointType, their names or their numbers."""

    depth = 1
    wants = f"a list of types of joints: {', '.join(m.name for m in JointType if m)}"

    def check(self, value: Any) -> list[int]:
        if isinstance(value, (str, bytes, dict)):
            raise self.refuse(value)
        try:
            return [self._joint(part) for part in value]
        except (TypeError, ValueError, KeyError):
            raise self.refuse(value) from None

    def _joint(self, part: Any) -> int:
        found = JointType[part] if isinstance(part, str) else JointType(int(part))
        if found == 0 or isinstance(part, (bool, float)):
            raise ValueError
        return int(found)

    def plain(self, value: Any) -> Any:
        return [JointType(number) for number in value]
