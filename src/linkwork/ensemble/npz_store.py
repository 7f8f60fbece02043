"""An ensemble as an .npz file, written when all members have run or Ctrl-C has stopped them."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.core.files.whole_files import replacing
from linkwork.ensemble.store import Store, plain


class NpzStore(Store):
    """See the module."""

    def load(self) -> tuple[np.ndarray, np.ndarray, tuple[str, ...] | None]:
        """Values, report and names of a function's numbers."""
        found = _read(self.path)
        names = _facts(self.path, found).get("numbers")
        self.chunk = len(found["report"])
        return found["values"], found["report"], None if names is None else tuple(names)

    def create(self, shape: tuple[int, ...], chunk: int, names: tuple[str, ...] | None) -> None:
        """Nothing is made before the end."""
        self.chunk, self.exists = chunk, True

    def write(self, place: slice, values: np.ndarray, report: np.ndarray) -> None:
        """All members are written together."""

    def close(self, values: np.ndarray, report: np.ndarray, names: tuple[str, ...] | None) -> None:
        """Write the file."""
        if not self.exists:
            return
        given = None if names is None else list(names)
        facts = json.dumps(plain(self.facts | {"numbers": given}))
        with replacing(self.path) as part, open(part, "xb") as file:
            np.savez_compressed(
                file, values=values, report=report, inputs=self.inputs, linkwork=np.array(facts)
            )


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
