"""The parameter constrainedAxes: which directions of a joint are constrained."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.declare.parameters import Kind
from linkwork.core.frozen import frozen
from linkwork.core.records import i8


@frozen
class ConstrainedAxes(Kind):
    """A list of flags 0 and 1, one per direction."""

    count: int
    depth = 1

    @property
    def column(self) -> Any:  # type: ignore[override]
        return i8, (self.count,)

    def check(self, value: Any) -> list[int]:
        wants = f"{self.count} numbers, each 0 (free) or 1 (constrained)"
        if not isinstance(value, (list, tuple, np.ndarray)) or getattr(value, "ndim", 1) != 1:
            raise self.refuse(value, wants)
        if len(value) != self.count:
            raise self.refuse(value, wants)
        flags = [part for part in value if isinstance(part, (int, float, np.number, np.bool_))]
        if len(flags) != self.count or any(part not in (0, 1) for part in flags):
            raise self.refuse(value, wants)
        return [int(part) for part in flags]

    def plain(self, value: Any) -> Any:
        return list(value)
