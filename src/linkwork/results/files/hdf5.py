"""Solution as an HDF5 file, with h5py.

description     JSON text as bytes, see `archive.py`
times, coordinates, ..., sensor_0, ...      arrays; sensors have their name as an attribute
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.core.files.whole_files import cannot_write, reason, replacing
from linkwork.results.files.archive import (
    FORMAT,
    VERSION,
    arrays_in,
    description_of,
    read_description,
    solution_of,
)
from linkwork.results.files.npz import DESCRIPTION
from linkwork.results.files.tables import library
from linkwork.results.parts import ARRAYS
from linkwork.results.record import npy
from linkwork.results.solution import Solution

CHECK = "crc32"


def save(solution: Solution, path: Path) -> None:
    """Write the file; it replaces an older one when it is complete."""
    h5py = library("h5py", "hdf5")
    text = np.frombuffer(description_of(solution).encode(), npy.BYTES)
    try:
        with replacing(path) as part, h5py.File(part, "w") as file:
            file.attrs["format"], file.attrs["version"] = FORMAT, VERSION
            _put(file, DESCRIPTION, text, npy.BYTES)
            for name, array in arrays_in(solution).items():
                _put(file, name, array, npy.NUMBER)
            for k, name in enumerate(solution.sensors):
                file[f"sensor_{k}"].attrs["name"] = name.replace("\0", "")[:1000]
    except (RuntimeError, ValueError) as error:
        if isinstance(error, SysError):
            raise
        raise cannot_write(path, error) from error


def _put(file: Any, name: str, array: np.ndarray, dtype: np.dtype) -> None:
    """Write an array, some rows at a time."""
    dataset = file.create_dataset(name, array.shape, dtype)
    first = check = 0
    for block in npy.blocks(array):
        block = np.ascontiguousarray(block, dtype)
        dataset[first : first + len(block)] = block
        first, check = first + len(block), zlib.crc32(block.data, check)
    dataset.attrs[CHECK] = check


def load(path: Path) -> Solution:
    """Read such a file; sizes are checked before memory is allocated."""
    h5py = library("h5py", "hdf5")
    try:
        with h5py.File(path, "r") as file:
            text = _read(h5py, file, DESCRIPTION, npy.BYTES)
            description = read_description(text.tobytes())
            names = [*ARRAYS, *(f"sensor_{k}" for k in range(len(description["sensors"])))]
            arrays = {name: _read(h5py, file, name, npy.NUMBER) for name in names}
        return solution_of(description, arrays, path)
    except (OSError, RuntimeError, ValueError, LookupError, TypeError, MemoryError) as error:
        if isinstance(error, SysError):
            raise
        raise SysError(f"{path} cannot be read as a result: {reason(error)}") from error


def _read(h5py: Any, file: Any, name: str, dtype: np.dtype) -> np.ndarray:
    """One array, which must be stored in this file with the size of its shape."""
    if not isinstance(file.get(name, getlink=True), h5py.HardLink) or not isinstance(
        file[name], h5py.Dataset
    ):
        raise ValueError(f"it is not a result of Linkwork, or damaged: {name!r} is missing")
    dataset = file[name]
    if dataset.dtype != dtype or dataset.shape is None:
        raise ValueError(f"{name!r} holds {dataset.dtype} instead of {dtype}")
    plain = dataset.chunks is None and not dataset.is_virtual and dataset.external is None
    if not plain or npy.size_of(dataset.shape, dtype) > dataset.id.get_storage_size():
        raise ValueError(f"{name!r} is not stored in the file as the plain array it should be")
    found: np.ndarray = dataset[()]
    if zlib.crc32(found.data) != dataset.attrs.get(CHECK):
        raise ValueError(f"{name!r} was changed after it was saved, or is damaged")
    return found
