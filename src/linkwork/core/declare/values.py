"""Single values that users give: what counts as a real number, and how error texts show it."""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np

_NOT_REAL = (
    bool, np.bool_, str, bytes, bytearray, complex, np.complexfloating, np.timedelta64,
)  # fmt: skip
"""Types that float() accepts, at least in part, although they are not real numbers."""


def shown(value: Any) -> str:
    """A value as an error text shows it: short for every value."""
    try:
        text = repr(value)
    except Exception:
        text = f"an unprintable {type(value).__name__}"
    return text if len(text) <= 80 else text[:77] + "..."


LARGEST = sys.float_info.max
"""Largest finite number."""


def real(value: Any) -> float | None:
    """value as a finite float, or None."""
    if type(value) is float:
        return value if math.isfinite(value) else None
    if isinstance(value, _NOT_REAL) or value is None or getattr(value, "ndim", 0) != 0:
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
