"""Ensembles on disk: which file, whether it belongs to this ensemble, and writing in a thread."""

from __future__ import annotations

import json
import queue
import threading
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError, SysError
from linkwork.core.files.whole_files import path_of

FORMAT, VERSION = "linkwork-ensemble", 1
WAITING = 8
"""Chunks that may wait for the writer."""


class Store:
    """A file of an ensemble.

    path -- of the file; exists -- whether it has been created
    facts -- what the file says about its ensemble, as plain JSON values
    chunk -- members of a stored chunk
    """

    def __init__(self, path: Path, facts: dict[str, Any], inputs: np.ndarray) -> None:
        self.path, self.facts, self.inputs = path, facts, inputs
        self.exists = path.exists()
        self.chunk = 0

    def load(self) -> tuple[np.ndarray, np.ndarray, tuple[str, ...] | None]:
        """Values, report and names of a function's numbers."""
        raise NotImplementedError

    def create(self, shape: tuple[int, ...], chunk: int, names: tuple[str, ...] | None) -> None:
        """Make the file, without members."""
        raise NotImplementedError

    def write(self, place: slice, values: np.ndarray, report: np.ndarray) -> None:
        """Keep a chunk of members, whose numbers change no more."""
        raise NotImplementedError

    def close(self, values: np.ndarray, report: np.ndarray, names: tuple[str, ...] | None) -> None:
        """Finish the file; values, report, names -- of all members."""
        raise NotImplementedError


class Writer:
    """Calls a function in a thread of its own, in order; its error is raised at the next call."""

    def __init__(self, write: Any) -> None:
        self._write = write
        self._waiting: queue.Queue[Any] = queue.Queue(WAITING)
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="ensemble writer", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        while True:
            arguments = self._waiting.get()
            try:
                if arguments is None:
                    return
                if self._error is None:
                    self._write(*arguments)
            except BaseException as error:
                self._error = error
            finally:
                self._waiting.task_done()

    def put(self, *arguments: Any) -> None:
        """Write something soon."""
        self._raise()
        self._waiting.put(arguments)

    def close(self) -> None:
        """Write what is left and end the thread."""
        self._waiting.put(None)
        self._thread.join()
        self._raise()

    def _raise(self) -> None:
        if self._error is not None:
            raise SysError(f"the store cannot be written: {self._error}") from self._error


def store_class(path: Path) -> type[Store]:
    """The kind of store of a file name."""
    if path.suffix.lower() == ".npz":
        from linkwork.ensemble.npz_store import NpzStore

        return NpzStore
    if path.suffix.lower() == ".zarr":
        from linkwork.ensemble.zarr_store import ZarrStore

        return ZarrStore
    raise ParameterError(
        f"store {str(path)!r} must end in .zarr (written during the run, can be resumed) or .npz "
        "(written at the end)"
    )


def open_store(name: Any, facts: dict[str, Any], inputs: np.ndarray) -> Store:
    """The store of a file name; one that exists must be of the same ensemble."""
    path = path_of(name)
    made = store_class(path)(path, facts, inputs)
    if made.exists:
        from linkwork.ensemble.identity import refuse_other

        there, known = read_facts(path), read_inputs(path)
        refuse_other(path, there, facts, known, inputs)
    return made


def read_facts(path: Path) -> dict[str, Any]:
    """What a file says about its ensemble."""
    if path.suffix.lower() == ".npz":
        from linkwork.ensemble.npz_store import facts_of
    else:
        from linkwork.ensemble.zarr_store import facts_of
    facts = facts_of(path)
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        raise SysError(f"{path} is not an ensemble of Linkwork; choose another name")
    if facts.get("version") != VERSION:
        raise SysError(f"{path} was written by a newer Linkwork: update Linkwork")
    return facts


def read_inputs(path: Path) -> np.ndarray:
    """(members, varied) numbers of a file."""
    if path.suffix.lower() == ".npz":
        from linkwork.ensemble.npz_store import inputs_of
    else:
        from linkwork.ensemble.zarr_store import inputs_of
    return inputs_of(path)


def plain(facts: dict[str, Any]) -> dict[str, Any]:
    """Facts as JSON gives them back."""
    made: dict[str, Any] = json.loads(json.dumps(facts))
    return made
