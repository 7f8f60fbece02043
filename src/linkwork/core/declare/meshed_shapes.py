"""Triangles of a shape whose exact form is known.

A `Meshed` is a TriangleList that also carries dictionaries of spheres, boxes or cylinders: programs
that need triangles read its keys, and drawings show round surfaces. A digest of all keys tells
whether somebody has changed the triangles since; then these are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np


class Meshed(dict[str, Any]):
    """A dictionary of type TriangleList with its exact form."""

    def __init__(self, triangles: Mapping[str, Any], exact: Sequence[Mapping[str, Any]] = ()):
        super().__init__(triangles)
        self._exact = [dict(form) for form in exact]
        self._mark = _digest(self) if self._exact else b""

    def exact(self) -> list[dict[str, Any]]:
        """The exact form; empty if there is none or the triangles have been changed."""
        if not self._exact or _digest(self) != self._mark:
            return []
        return self._exact

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (dict(self), self._exact, self._mark)


def _restored(
    triangles: dict[str, Any], exact: list[dict[str, Any]], mark: bytes
) -> Meshed:  # of copies and pickles
    made = Meshed(triangles)
    made._exact, made._mark = exact, mark
    return made


def exact_forms(shape: Any) -> list[dict[str, Any]]:
    """The exact form of a dictionary; empty if only its keys are known."""
    return shape.exact() if isinstance(shape, Meshed) else []


def _digest(shape: Mapping[str, Any]) -> bytes:
    from hashlib import blake2b  # loads OpenSSL

    made = blake2b(digest_size=16)
    for key, value in shape.items():
        made.update(str(key).encode())
        if isinstance(value, (np.ndarray, list, tuple)):
            array = np.asarray(value)
            made.update(f"{array.shape}".encode())
            made.update(np.ascontiguousarray(array, float).tobytes())
        else:
            made.update(repr(value).encode())
    return made.digest()
