"""An ensemble as an .npz file, written when all members have run or Ctrl-C has stopped them."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.core.files.whole_files import replacing
from linkwork.ensemble.members import NOT_DONE, new_report
from linkwork.ensemble.store import Store, plain


class NpzStore(Store):
    """See the module."""

    _values: np.ndarray | None = None
    _report: np.ndarray
    _names: tuple[str, ...] | None = None

    def load(self) -> tuple[np.ndarray, np.ndarray, tuple[str, ...] | None]:
        """Values, report and names of a function's numbers."""
        found = _read(self.path)
        names = _facts(self.path, found).get("numbers")
        self._values, self._report = found["values"], found["report"]
        self._names = None if names is None else tuple(names)
        self.chunk = len(self._report)
        return self._values.copy(), self._report.copy(), self._names

    def create(self, shape: tuple[int, ...], chunk: int, names: tuple[str, ...] | None) -> None:
        """Make room for all members."""
        self._values, self._report = np.full(shape, np.nan), new_report(shape[0])
        self._names, self.chunk, self.exists = names, chunk, True

    def write(self, place: slice, values: np.ndarray, report: np.ndarray) -> None:
        """Keep a chunk of members until the end."""
        assert self._values is not None
        self._values[place], self._report[place] = values, report

    def close(self) -> None:
        """Write the file."""
        if self._values is None:
            return
        names = None if self._names is None else list(self._names)
        facts = json.dumps(plain(self.facts | {"numbers": names}))
        self._values[self._report["status"] == NOT_DONE] = np.nan
        with replacing(self.path) as part, open(part, "xb") as file:
            np.savez_compressed(
                file, values=self._values, report=self._report, inputs=self.inputs,
                linkwork=np.array(facts),
            )  # fmt: skip


def _read(path: Path) -> dict[str, np.ndarray]:
    try:
        with np.load(path, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (OSError, ValueError, zipfile.BadZipFile, EOFError) as error:
        raise SysError(f"{path} cannot be read: {error}; choose another name") from error


def _facts(path: Path, found: dict[str, np.ndarray]) -> Any:
    if "linkwork" not in found:
        raise SysError(f"{path} is not an ensemble of Linkwork; choose another name")
    return json.loads(str(found["linkwork"]))


def facts_of(path: Path) -> Any:
    """What a file says about its ensemble."""
    return _facts(path, _read(path))


def inputs_of(path: Path) -> np.ndarray:
    """The varied numbers of a file."""
    return _read(path)["inputs"]
