"""Arrays of real numbers in NumPy's file format (.npy), without pickles and with checked sizes."""

from __future__ import annotations

import struct
import tokenize
from collections.abc import Iterable
from typing import IO

import numpy as np

NUMBER = np.dtype("<f8")
BYTES = np.dtype("u1")
HEADER = 128
"""Length of the headers written here [bytes], equal for all shapes: it can be changed in place."""

BLOCK = 16_000_000
"""Most bytes written at a time."""


def header(shape: tuple[int, ...], dtype: np.dtype = NUMBER) -> bytes:
    """The header of an array in C order."""
    text = repr({"descr": dtype.str, "fortran_order": False, "shape": shape})
    assert len(text) < HEADER - 10
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", HEADER - 10) + f"{text:117}\n".encode("ascii")


def write(file: IO[bytes], array: np.ndarray, dtype: np.dtype = NUMBER) -> None:
    """Write an array, some rows at a time: it may be larger than memory."""
    file.write(header(array.shape, dtype))
    for block in blocks(array):
        file.write(np.ascontiguousarray(block, dtype).data)


def blocks(array: np.ndarray) -> Iterable[np.ndarray]:
    """An array some rows at a time."""
    size = 8 * int(np.prod(array.shape[1:], dtype=np.int64))
    rows = max(1, BLOCK // max(size, 1))
    for first in range(0, len(array) if size else 0, rows):
        yield array[first : first + rows]


def read_header(file: IO[bytes], dtype: np.dtype = NUMBER) -> tuple[int, ...]:
    """The shape in a header; ValueError states what is wrong with it."""
    try:
        version = np.lib.format.read_magic(file)
        if version != (1, 0):
            raise ValueError(f"unknown version {version} of the array format")
        shape, fortran, found = np.lib.format.read_array_header_1_0(file)
    except (SyntaxError, TypeError, tokenize.TokenError, RecursionError, MemoryError) as error:
        raise ValueError(f"its header is broken ({type(error).__name__})") from None
    if found != dtype or fortran:
        order = " in Fortran order" if fortran else ""
        raise ValueError(f"it holds {found}{order} instead of {dtype}")
    if any(n < 0 for n in shape):
        raise ValueError(f"its shape is {shape}")
    return tuple(int(n) for n in shape)


def size_of(shape: tuple[int, ...], dtype: np.dtype = NUMBER) -> int:
    """Bytes of an array without its header, as a Python integer, which does not overflow."""
    size = dtype.itemsize
    for n in shape:
        size *= n
    return size


def read(file: IO[bytes], size: int, dtype: np.dtype = NUMBER) -> np.ndarray:
    """Read an array that takes exactly `size` bytes with its header."""
    shape = read_header(file, dtype)
    if file.tell() + size_of(shape, dtype) != size:
        raise ValueError(f"its shape {shape} does not fit its size of {size} bytes")
    array = np.empty(shape, dtype)
    if fill(file, array) != array.nbytes:
        raise ValueError("it is truncated")
    return array


def fill(file: IO[bytes], array: np.ndarray) -> int:
    """Read into an array; returns the number of bytes read."""
    done, view = 0, array.reshape(-1).view(BYTES).data
    while done < len(view):
        part = file.read(min(BLOCK, len(view) - done))
        if not part:
            break
        view[done : done + len(part)] = part
        done += len(part)
    return done
