"""An ensemble as a Zarr group (extra `data`): chunks of members, each written whole, status last.

    values   (member, time, column), or (member, number) of a function
    inputs   (member, parameter): the varied numbers
    details  (member, 3): number of the item that failed or -1, last time [s], steps
    status   (member,): 0, the code of a failure, or -1: not done

Whatever ends the process, a member whose status is not -1 is complete. If a chunk of the folder was
lost or damaged since, its members count as not done.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.core.files.whole_files import make_folder_of
from linkwork.ensemble.members import NOT_DONE, new_report
from linkwork.ensemble.store import Store, Writer, plain

DETAILS = ("item", "time", "steps")
ARRAYS = ("values", "details", "status")


def library() -> Any:
    """Zarr, or an error that says how to install it."""
    try:
        import zarr
    except ImportError:
        raise SysError(
            'a store ending in .zarr needs Zarr, which is not installed: pip install "linkwork'
            '[data]"; store="runs.npz" needs nothing, but is written at the end only'
        ) from None
    if int(zarr.__version__.partition(".")[0]) < 3:
        raise SysError(f"a store needs Zarr 3, version {zarr.__version__} is installed; update it")
    return zarr


class ZarrStore(Store):
    """See the module."""

    def __init__(self, path: Path, facts: dict[str, Any], inputs: np.ndarray) -> None:
        library()
        super().__init__(path, facts, inputs)
        self._group: Any = None
        self._writer: Writer | None = None

    def load(self) -> tuple[np.ndarray, np.ndarray, tuple[str, ...] | None]:
        """Values, report and names of a function's numbers; members that are not done are NaN."""
        self._open()
        missing = [name for name in ARRAYS if name not in self._group]
        if missing:
            raise SysError(f"{self.path} is damaged, it has no {missing[0]!r}; delete it")
        values, report = arrays_of(self._group, self.path)
        names = self._group.attrs["linkwork"].get("numbers")
        self.chunk = int(self._group["status"].chunks[0])
        return values, report, None if names is None else tuple(names)

    def create(self, shape: tuple[int, ...], chunk: int, names: tuple[str, ...] | None) -> None:
        """Make the group beside its place and move it there when it is complete."""
        make_folder_of(self.path)
        self.chunk, count = chunk, shape[0]
        part = self.path.with_name(f".{self.path.name}.{os.urandom(6).hex()}.part")
        try:
            group = library().open_group(part, mode="w")
            facts = plain(self.facts | {"numbers": None if names is None else list(names)})
            group.attrs["linkwork"] = facts
            dimensions = ("time", "column") if len(shape) == 3 else ("number",)
            _array(group, "values", shape, (chunk, *shape[1:]), ("member", *dimensions), np.nan)
            _array(group, "details", (count, 3), (chunk, 3), ("member", "detail"), 0.0)
            _array(group, "status", (count,), (chunk,), ("member",), NOT_DONE, "i4")
            whole = _array(
                group, "inputs", self.inputs.shape, self.inputs.shape, ("member", "parameter"), 0.0
            )
            whole[:] = self.inputs
            _move(part, self.path)
        finally:
            shutil.rmtree(part, ignore_errors=True)
        self.exists = True

    def write(self, place: slice, values: np.ndarray, report: np.ndarray) -> None:
        """Keep a chunk of members; a thread writes it."""
        self._open()
        if self._writer is None:
            self._writer = Writer(self._write)
        self._writer.put(place, values, report)

    def _write(self, place: slice, values: np.ndarray, report: np.ndarray) -> None:
        group, details = self._group, [report[name].astype(float) for name in DETAILS]
        with library().config.set({"array.write_empty_chunks": True}):  # none may be missing
            parts = (values, np.stack(details, axis=1), report["status"])
            for name, part in zip(ARRAYS, parts, strict=True):
                group[name][place] = part

    def close(self, values: np.ndarray, report: np.ndarray, names: tuple[str, ...] | None) -> None:
        """Wait until all is written."""
        if self._writer is not None:
            writer, self._writer = self._writer, None
            writer.close()

    def _open(self) -> None:
        if self._group is None:
            self._group = library().open_group(self.path, mode="r+")


def _array(
    group: Any, name: str, shape: Any, chunks: Any, dimensions: Any, fill: Any, kind: str = "f8"
) -> Any:
    chunks = tuple(max(1, size) for size in chunks)
    return group.create_array(
        name, shape=shape, chunks=chunks, dtype=kind, fill_value=fill, dimension_names=dimensions
    )


def _move(part: Path, path: Path) -> None:
    """Put a folder in its place, which must be free."""
    try:
        os.rename(part, path)
    except OSError as error:
        if not path.exists():
            raise SysError(f"{path} cannot be written: {error}") from error
        raise SysError(
            f"{path} was made by another process meanwhile: let one process at a time write it"
        ) from error


def arrays_of(group: Any, path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Values and report of a group; members whose files are lost or damaged are not done."""
    count, chunk = group["status"].shape[0], group["status"].chunks[0]
    places = [slice(k, min(k + chunk, count)) for k in range(0, count, chunk)]
    lost = np.zeros(count, bool)
    try:
        parts = [np.array(group[name][:]) for name in ARRAYS]
    except Exception:  # of any codec: a file is damaged
        parts = [np.zeros(group[name].shape, group[name].dtype) for name in ARRAYS]
        for place in places:
            try:
                for name, part in zip(ARRAYS, parts, strict=True):
                    part[place] = group[name][place]
            except Exception:
                lost[place] = True
    for number, place in enumerate(places):
        lost[place] |= not all(_is_there(group[name], path / name, number) for name in ARRAYS)
    values, details, status = parts
    report = new_report(count)
    for k, name in enumerate(DETAILS):
        report[name] = details[:, k]
    report["status"] = status
    lost |= status == NOT_DONE
    values[lost], report[lost] = np.nan, new_report(int(np.count_nonzero(lost)))
    return values, report


def _is_there(array: Any, folder: Path, number: int) -> bool:
    """Whether the file of a chunk of members exists."""
    parts = [str(number), *"0" * (array.ndim - 1)]
    return array.size == 0 or folder.joinpath("c", *parts).exists()


def facts_of(path: Path) -> Any:
    """What a group says about its ensemble."""
    return _opened(path).attrs.get("linkwork")


def inputs_of(path: Path) -> np.ndarray:
    """The varied numbers of a group."""
    return np.array(_opened(path)["inputs"][:], float)


def _opened(path: Path) -> Any:
    try:
        return library().open_group(path, mode="r")
    except SysError:
        raise
    except Exception as error:
        raise SysError(
            f"{path} cannot be read as a Zarr group: {error}; choose another name"
        ) from error
