"""Nested Python values and arrays as bytes, without loss; reading runs no code.

    magic text, version, length of the tree     32 bytes
    tree                                        JSON text; arrays as type, shape and place
    arrays                                      one after another
    checksum                                    SHA-256 of everything before it, 32 bytes

Numbers, texts, None, lists, tuples, dictionaries and NumPy arrays of numbers can be packed.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

_HEAD = struct.Struct("<16sQQ")
_SUM = 32
_KINDS = "biufc"
"""Kinds of arrays: numbers of fixed size."""


class CannotPack(TypeError):
    """A value that cannot be stored in a file."""


class Unreadable(ValueError):
    """Bytes that are not a valid file; the text states what is wrong."""


def pack(value: Any, magic: bytes, version: int) -> list[bytes | memoryview]:
    """The parts of a file, to be written one after the other."""
    import hashlib
    import json

    assert len(magic) <= 16
    writer = _Writer()
    try:
        tree = json.dumps(writer.form(value)).encode("ascii")
    except RecursionError:
        raise CannotPack("it holds itself, or is nested too deeply") from None
    parts: list[bytes | memoryview] = [_HEAD.pack(magic, version, len(tree)), tree, *writer.blocks]
    total = hashlib.sha256()
    for part in parts:
        total.update(part)
    return [*parts, total.digest()]


def can_pack(value: Any) -> str:
    """Why a value cannot be packed; empty if it can."""
    try:
        _Writer().form(value)
    except CannotPack as error:
        return str(error)
    except RecursionError:
        return "it holds itself, or is nested too deeply"
    return ""


def unpack(content: bytes, magic: bytes, version: int) -> Any:
    """The value of a file; Unreadable states what is wrong with it."""
    import hashlib
    import json

    if content[:16].rstrip(b"\0") != magic:
        raise Unreadable(f"it is not a {magic.decode()} file" if content else "it is empty")
    if len(content) < _HEAD.size:
        raise Unreadable(f"it was cut off after {len(content)} bytes")
    _, found, length = _HEAD.unpack_from(content)
    if found != version:
        raise Unreadable(f"it has version {found}, but this Linkwork reads version {version}")
    end = len(content) - _SUM
    if end < _HEAD.size or hashlib.sha256(content[:end]).digest() != content[end:]:
        raise Unreadable("it is damaged or was cut off: its checksum does not match")
    try:
        tree = json.loads(content[_HEAD.size : _HEAD.size + length])
        return _Reader(content, _HEAD.size + length, end).value(tree)
    except (ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
        raise Unreadable(f"its contents are invalid ({error})") from None


class _Writer:
    """JSON forms of values; `blocks` are the arrays."""

    def __init__(self) -> None:
        self.blocks: list[bytes | memoryview] = []
        self._size = 0

    def form(self, value: Any) -> Any:
        kind = type(value)
        if value is None or kind in (bool, int, float, str):
            return value
        if kind is list:
            return [self.form(part) for part in value]
        if kind is tuple:
            return {"tuple": [self.form(part) for part in value]}
        if kind is dict:
            return {"pairs": [[self.form(k), self.form(part)] for k, part in value.items()]}
        if kind is complex:
            return {"complex": [value.real, value.imag]}
        if kind is np.ndarray or isinstance(value, np.generic):
            return self._array(value, kind is np.ndarray)
        raise CannotPack(f"a value of the type {kind.__name__} cannot be stored in a file")

    def _array(self, value: Any, is_array: bool) -> Any:
        array = np.ascontiguousarray(value)
        if array.dtype.kind not in _KINDS:
            raise CannotPack(f"an array of {array.dtype} cannot be stored in a file")
        place, self._size = self._size, self._size + array.nbytes
        self.blocks.append(array.reshape(-1).view(np.uint8).data)
        shape = list(np.shape(value)) if is_array else None
        return {"array": [array.dtype.str, shape, place]}


class _Reader:
    """Values of forms."""

    def __init__(self, content: bytes, first: int, end: int) -> None:
        self._content, self._first, self._end = content, first, end

    def value(self, form: Any) -> Any:
        if isinstance(form, list):
            return [self.value(part) for part in form]
        if not isinstance(form, dict):
            return form
        ((kind, inner),) = form.items()
        if kind == "tuple":
            return tuple(self.value(part) for part in inner)
        if kind == "pairs":
            return {self.value(key): self.value(part) for key, part in inner}
        if kind == "complex":
            return complex(*inner)
        if kind == "array":
            return self._array(*inner)
        raise ValueError(f"unknown kind {kind!r}")

    def _array(self, name: str, shape: list[int] | None, place: int) -> Any:
        dtype = np.dtype(name)
        sizes = shape or []
        if dtype.kind not in _KINDS or any(type(n) is not int or n < 0 for n in sizes):
            raise ValueError(f"an array of {name} with the shape {shape}")
        count = 1
        for n in sizes:
            count *= n
        first = self._first + place
        if place < 0 or first + count * dtype.itemsize > self._end:
            raise ValueError("an array lies outside the file")
        array = np.frombuffer(self._content, dtype, count, first).copy()
        return array[0] if shape is None else array.reshape(sizes)
