"""Recorded rows next to a restart file: blocks are appended, and none is written twice.

    magic text and key of the run       48 bytes
    block: which rows, how many         16 bytes, then the rows as 64 bit floating point numbers;
                                        which: 0 states, 1 sensors, 2 events, 3 jumps

The restart file states how much of this file is valid, with a checksum. Anything after that is from
a program that was killed, and is overwritten.
"""

from __future__ import annotations

import os
import struct
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from linkwork.core.files.whole_files import make_folder_of

if TYPE_CHECKING:
    from pathlib import Path

MAGIC = b"linkwork rows 1\n"
_HEAD = struct.Struct("<16s32s")
_BLOCK = struct.Struct("<QQ")


Counts = tuple[int, int, int, int]
"""Numbers of states, of sensors, of events and of jumps."""


class Extent(NamedTuple):
    """The valid part of the file: bytes, their checksum, rows of each kind."""

    length: int
    checksum: int
    rows: Counts


NOTHING = Extent(0, 0, (0, 0, 0, 0))
Rows = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""Rows of states, of sensors, of events and of jumps."""


def append(path: Path, key: str, extent: Extent, rows: Rows) -> Extent:
    """Write rows after the valid part; a new file if that is empty. OSError if writing fails."""
    blocks = [] if extent.length else [_HEAD.pack(MAGIC, key.encode("ascii"))]
    for kind, each in enumerate(rows):
        if len(each):
            blocks += [_BLOCK.pack(kind, len(each)), np.ascontiguousarray(each, "<f8").tobytes()]
    if not extent.length:
        make_folder_of(path)
        path.unlink(missing_ok=True)
    import zlib

    length, checksum = extent.length, extent.checksum
    with open(path, "r+b" if extent.length else "xb") as file:
        file.seek(length)
        for block in blocks:
            file.write(block)
            length, checksum = length + len(block), zlib.crc32(block, checksum)
        file.flush()
        os.fsync(file.fileno())
    states, sensed, events, jumps = (
        n + len(each) for n, each in zip(extent.rows, rows, strict=True)
    )
    return Extent(length, checksum, (states, sensed, events, jumps))


def content_of(path: Path, key: str, extent: Extent) -> bytes:
    """The valid bytes; ValueError states what is wrong with them."""
    with open(path, "rb") as file:
        content = file.read(extent.length)
    if len(content) < extent.length:
        raise ValueError(f"it is truncated: it has {len(content)} of {extent.length} bytes")
    if content[: len(MAGIC)] != MAGIC:
        raise ValueError("it does not hold recorded rows of Linkwork")
    if _HEAD.unpack_from(content)[1].decode("ascii", "replace") != key:
        raise ValueError("it is from another run, which has overwritten the file of this one")
    from zlib import crc32

    if crc32(content) != extent.checksum:
        raise ValueError("it is damaged: its checksum does not match")
    return content


def read(path: Path, key: str, extent: Extent, widths: Counts) -> Rows:
    """The valid rows; ValueError states what is wrong."""
    content = content_of(path, key, extent)
    found: tuple[list[np.ndarray], ...] = ([], [], [], [])
    place = _HEAD.size
    while place < len(content):
        kind, rows = _BLOCK.unpack_from(content, place)
        place += _BLOCK.size
        count = rows * widths[kind]
        block = np.frombuffer(content, "<f8", count, place)
        found[kind].append(block.reshape(rows, widths[kind]))
        place += 8 * count
    states, sensed, events, jumps = (
        np.concatenate([np.empty((0, width)), *blocks])
        for width, blocks in zip(widths, found, strict=True)
    )
    return states, sensed, events, jumps
