"""Solution as a .npz file: a zip file of arrays, not compressed, without pickles.

`numpy.load(path)["coordinates"]` reads it too. `description` is a JSON text as bytes; see
`archive.py`.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np

from linkwork.core.errors import SysError
from linkwork.core.files.whole_files import reason, replacing
from linkwork.results.files.archive import arrays_in, description_of, read_description, solution_of
from linkwork.results.parts import ARRAYS
from linkwork.results.record import npy
from linkwork.results.solution import Solution

DESCRIPTION = "description"


def save(solution: Solution, path: Path) -> None:
    """Write the file; it replaces an older one when it is complete."""
    text = np.frombuffer(description_of(solution).encode(), npy.BYTES)
    with replacing(path) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as archive:
        with archive.open(f"{DESCRIPTION}.npy", "w") as file:
            npy.write(file, text, npy.BYTES)
        for name, array in arrays_in(solution).items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                npy.write(file, array)


def load(path: Path) -> Solution:
    """Read such a file; sizes are checked before memory is allocated."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = _entries(archive, path.stat().st_size)
            text = _read(archive, entries, DESCRIPTION, npy.BYTES)
            description = read_description(text.tobytes())
            names = [*ARRAYS, *(f"sensor_{k}" for k in range(len(description["sensors"])))]
            arrays = {name: _read(archive, entries, name, npy.NUMBER) for name in names}
        return solution_of(description, arrays, path)
    except zipfile.BadZipFile as error:
        raise SysError(f"{path} cannot be read: it is damaged or not .npz ({error})") from error
    except (OSError, EOFError, ValueError, RuntimeError, MemoryError) as error:
        if isinstance(error, SysError):
            raise
        raise SysError(f"{path} cannot be read: {reason(error)}") from error


def _entries(archive: zipfile.ZipFile, size: int) -> dict[str, zipfile.ZipInfo]:
    """Entries by name; all together they are no larger than the file."""
    entries = archive.infolist()
    for entry in entries:
        if entry.compress_type != zipfile.ZIP_STORED or entry.compress_size != entry.file_size:
            raise ValueError(f"{entry.filename!r:.60} is compressed, which results are not")
    if sum(entry.file_size for entry in entries) > size:
        raise ValueError("its arrays would be larger than the file")
    return {entry.filename.removesuffix(".npy"): entry for entry in entries}


def _read(
    archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo], name: str, dtype: np.dtype
) -> np.ndarray:
    if name not in entries:
        said = "it is not a result of Linkwork: " if name == DESCRIPTION else ""
        raise ValueError(f"{said}{name!r} is missing")
    with archive.open(entries[name]) as file:
        try:
            return npy.read(file, entries[name].file_size, dtype)
        except ValueError as error:
            raise ValueError(f"{name!r}: {error}") from None
