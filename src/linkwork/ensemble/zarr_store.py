"""An ensemble as a Zarr group (extra `data`): chunks of members, each written whole, status last.

    values   (member, time, column), or (member, number) of a function
    inputs   (member, parameter): the varied numbers
    details  (member, 3): number of the item that failed or -1, last time [s], steps
    status   (member,): 0, the code of a failure, or -1: not done

Whatever ends the process, a member whose status is not -1 is complete.
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
        values, report = arrays_of(self._group)
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
            os.rename(part, self.path)
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
        group = self._group
        group["values"][place] = values
        group["details"][place] = np.stack([report[name].astype(float) for name in DETAILS], axis=1)
        group["status"][place] = report["status"]

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


def arrays_of(group: Any) -> tuple[np.ndarray, np.ndarray]:
    """Values and report of a group."""
    status = group["status"][:]
    details, report = group["details"][:], new_report(len(status))
    for k, name in enumerate(DETAILS):
        report[name] = details[:, k]
    report["status"] = status
    undone = status == NOT_DONE
    report[undone] = new_report(int(np.count_nonzero(undone)))
    values = np.array(group["values"][:], float)
    values[undone] = np.nan
    return values, report


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
