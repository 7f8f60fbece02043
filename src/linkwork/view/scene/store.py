"""Arrays of a scene in one block of bytes, referred to by place, type and shape."""

from __future__ import annotations

from typing import Any

import numpy as np

TYPES = {"f4": "<f4", "f8": "<f8", "u4": "<u4"}


class Store:
    """Collects arrays; every one starts at a multiple of 8 bytes."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, values: Any, kind: str) -> dict[str, Any]:
        """Store an array; returns the reference to it for the scene."""
        with np.errstate(over="ignore"):  # values beyond single precision become infinite
            array = np.ascontiguousarray(values, TYPES[kind])
        reference = {"at": self._size, "type": kind, "shape": list(array.shape)}
        block = array.tobytes()
        block += bytes(-len(block) % 8)
        self._parts.append(block)
        self._size += len(block)
        return reference

    def keep(self, array: np.ndarray) -> dict[str, Any]:
        """Store an array of a shape: single precision, or integers."""
        return self.add(array, "u4" if array.dtype.kind == "u" else "f4")

    def bytes(self) -> bytes:
        """All arrays, in the order of their references."""
        return b"".join(self._parts)
