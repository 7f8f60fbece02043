"""STL files: triangles of a surface, as text or binary, which is detected from the content.

Binary: 80 bytes of any text, the number n of triangles (4 bytes), n times 50 bytes.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.declare.graphics_data import LARGEST, checked_shape, plain_shape
from linkwork.core.declare.parameters import Array, Kind, PReal, Rotation
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.files.whole_files import path_of
from linkwork.graphics.colors import color as colors

HEADER, RECORD = 84, 50
BINARY = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
_NUMBER = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def FromSTLfile(
    fileName: str | PathLike[str],
    color: Sequence[float] = colors.default,
    scale: float = 1.0,
    Aoff: Any = (),
    pOff: Any = (),
    invertTriangles: bool = False,
) -> dict[str, Any]:
    """The surface of an STL file: points pOff + Aoff (scale p).

    scale -- factor > 0, e.g. 0.001 for a file in millimeters; Aoff -- rotation matrix, pOff --
    translation [m]; by default there is none of both
    invertTriangles -- swap outside and inside, for files with inverted triangles
    """
    factor = _checked(PReal, scale, "scale")
    rotation = np.eye(3) if _is_none(Aoff) else _checked(Rotation(), Aoff, "Aoff")
    shift = np.zeros(3) if _is_none(pOff) else _checked(Array((3,)), pOff, "pOff")
    file = path_of(fileName)
    points, triangles = joined_corners(corners_of_file(file))
    with np.errstate(over="ignore", invalid="ignore"):
        placed = shift + (factor * points) @ rotation.T
    if not (np.abs(placed) <= LARGEST).all():
        raise SysError(f"{file}: points must be within {LARGEST:g} m; check scale and pOff")
    if invertTriangles:
        triangles = triangles[:, ::-1]
    form: dict[str, Any] = {"type": "TriangleList", "points": placed, "triangles": triangles}
    if color is not colors.default:
        form["color"] = color
    try:
        return plain_shape(checked_shape(form))
    except ParameterError as error:
        raise ParameterError(f"FromSTLfile: a shape {error}") from None


def corners_of_file(file: Path) -> np.ndarray:
    """Corners of all triangles of a file, n x 3 x 3."""
    return _corners(file, _bytes(file))


def _is_none(given: Any) -> bool:
    empty = isinstance(given, (list, tuple)) and not given
    return given is None or empty or (isinstance(given, np.ndarray) and given.size == 0)


def _checked(kind: Kind, value: Any, name: str) -> Any:
    try:
        return kind.check(value)
    except ParameterError as error:
        raise ParameterError(f"FromSTLfile: {name} {error}") from None


def _bytes(file: Path) -> bytes:
    try:
        if file.exists() and not file.is_file():
            raise SysError(f"{file} is not a regular file; use an STL file")
        return file.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SysError(f"{file} cannot be read: {reason}") from None


def _corners(file: Path, data: bytes) -> np.ndarray:
    """Corners of all triangles, n x 3 x 3."""
    count = struct.unpack_from("<I", data, 80)[0] if len(data) >= HEADER else -1
    needed = HEADER + RECORD * count
    is_text = data.lstrip()[:5].lower() == b"solid"
    if is_text and len(data) != needed:
        corners = np.array(list(_facets(file, data)), float).reshape(-1, 3, 3)
    elif count < 0:
        raise SysError(
            f"{file} is not an STL file: it has {len(data)} bytes, but needs at least {HEADER}"
        )
    elif len(data) < needed:
        raise SysError(
            f"{file}: byte 80 states {count} triangles, which need {needed} bytes, but the file "
            f"has {len(data)}; it is incomplete or not an STL file"
        )
    else:
        with np.errstate(invalid="ignore"):  # signaling NaN; reported below
            corners = np.frombuffer(data, BINARY, count, HEADER)["corners"].astype(float)
    if not len(corners):
        raise SysError(f"{file} has no triangles")
    wrong = ~np.isfinite(corners).all(axis=(1, 2))
    if wrong.any():
        raise SysError(f"{file}: triangle {int(np.argmax(wrong))} has corners that are not finite")
    return corners


FACET = (b"facet", b"outer", b"vertex", b"vertex", b"vertex", b"endloop", b"endfacet")
"""First words of the lines of a triangle."""


def _facets(file: Path, data: bytes) -> Iterator[list[float]]:
    """Corners of the triangles of a text file, nine numbers each."""
    step, inside, line, number = 0, False, b"", 0
    found: list[float] = []
    for number, line in enumerate(data.splitlines(), 1):
        words = line.split()
        if not words:
            continue
        word = words[0].lower()
        if step == 0 and word in (b"solid", b"endsolid"):
            if inside == (word == b"solid"):
                raise _misplaced(file, number, line, "facet or endsolid" if inside else "solid")
            inside = not inside
            continue
        if not inside or word != FACET[step]:
            wanted = FACET[step].decode() if inside else "solid"
            raise _misplaced(file, number, line, wanted)
        if word == b"vertex":
            if len(words) != 4 or not all(map(_NUMBER.fullmatch, words[1:])):
                raise _misplaced(file, number, line, "vertex and three numbers")
            found += map(float, words[1:])
        step = (step + 1) % len(FACET)
        if step == 0:
            yield found
            found = []
    if inside:
        raise SysError(f"{file}, line {number}: the file ends here without endsolid")


def _misplaced(file: Path, number: int, line: bytes, wanted: str) -> SysError:
    told = line[:40].decode("ascii", "replace").strip()
    return SysError(f"{file}, line {number}: expected {wanted}, got {told!r}")


def joined_corners(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Points without duplicates, and triangles by their indices; those without area are omitted."""
    every = corners.reshape(-1, 3) + 0.0  # -0.0 becomes 0.0, which is the same point
    order = np.lexsort(every.T)  # several times faster than numpy.unique over rows
    ordered = every[order]
    is_new = np.ones(len(every), bool)
    is_new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    numbers = np.empty(len(every), np.int64)
    numbers[order] = np.cumsum(is_new) - 1
    points, triangles = ordered[is_new], numbers.reshape(-1, 3)
    a, b, c = triangles.T
    return points, triangles[(a != b) & (b != c) & (c != a)]
