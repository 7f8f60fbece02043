"""Checkpoints of a run, and resuming from one.

    restart file            the identity of the run, and its state (`core/files/packed.py`)
    restart file + ".rows"  the rows recorded so far (`results/record/rows_file.py`); a streamed
                            run has them in its stream

A checkpoint is taken before the first step that begins at or after start + k restartWritePeriod.
There the run computes new factors (`restart/state.py`), whether a file is written or not: the
clock decides only about files, never about numbers.
"""

from __future__ import annotations

import math
import os
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from linkwork.core.errors import SolverError, SysError, warn
from linkwork.core.files.packed import Unreadable, pack, unpack
from linkwork.core.files.whole_files import path_of, reason, replacing
from linkwork.core.functions.step_functions import StepFunctions
from linkwork.core.kernels.loading import processor_of
from linkwork.integrators.evaluate import ROUNDING, SLACK, next_time
from linkwork.integrators.registry import Integrator
from linkwork.restart.state import (
    RunState,
    call_as_before,
    change_items,
    changed_items,
    take_variables,
    variables_of,
)
from linkwork.results.record import rows_file
from linkwork.run.changed_parameters import ChangedParameters
from linkwork.run.context import RunContext
from linkwork.run.scheme import Scheme
from linkwork.run.timing import RESULTS, STEPS

if TYPE_CHECKING:
    from pathlib import Path

MAGIC, VERSION = b"linkwork restart", 9
ROWS = ".rows"


class Checkpoint(NamedTuple):
    """A checkpoint that was read and fits this run."""

    path: Path
    content: dict[str, Any]


def read_checkpoint(path: str | os.PathLike[str]) -> Checkpoint:
    """Read a checkpoint from a file; SysError states what is wrong with it."""
    file = path_of(path)
    try:
        content = unpack(file.read_bytes(), MAGIC, VERSION)
    except FileNotFoundError:
        raise SysError(
            f"{file} does not exist; a run with solutionSettings.writeRestartFile = True writes it "
            "to restartFileName; without it, start the run from its beginning"
        ) from None
    except Unreadable as error:
        raise SysError(
            f"{file} cannot be resumed from: {error}; runs with solutionSettings.writeRestartFile "
            "= True write such files; without one, start the run from its beginning"
        ) from None
    except OSError as error:
        raise SysError(f"{file} cannot be read: {reason(error)}") from error
    import zlib

    try:
        identity = content["identity"]
        identity["model"] = zlib.decompress(identity["model"].tobytes()).decode()
    except (ValueError, TypeError, LookupError, AttributeError, zlib.error) as error:
        raise SysError(
            f"{file} cannot be resumed from: its contents are invalid ({error!r})"
        ) from None
    return Checkpoint(file, content)


def is_checkpoint(path: Path) -> bool:
    """Whether a file begins as restart files do."""
    return _begins_with(path, MAGIC)


def are_rows(path: Path) -> bool:
    """Whether a file begins as the row files of checkpoints do."""
    return _begins_with(path, rows_file.MAGIC)


def rows_of(path: Path) -> Path:
    """The file of the rows that belong to a restart file."""
    return path.with_name(path.name + ROWS)


def _begins_with(path: Path, magic: bytes) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(magic)) == magic
    except OSError:
        return False


class Checkpoints:
    """The checkpoints of one run.

    resumed -- the checkpoint from which it resumes, None if it starts at its beginning
    """

    def __init__(
        self, context: RunContext, scheme: Scheme, changes: ChangedParameters,
        functions: StepFunctions,
        resumed: Checkpoint | None,
    ) -> None:  # fmt: skip
        self._context = context
        chosen = context.settings.solutionSettings
        self.resumed = resumed
        self.wanted = chosen.writeRestartFile
        self.period, self.wall_period = chosen.restartWritePeriod, chosen.restartWallPeriod
        context.data.scalars.next_checkpoint = math.inf
        if self.wanted or resumed:
            self._state = RunState(context, scheme, changes)
            self._identify(scheme.integrator, functions)
        if resumed:
            self._demand_same_run(resumed)
            self._rows = self._rows_of(resumed)  # before the run changes anything

    def _identify(self, solver: Integrator, functions: StepFunctions) -> None:
        """Note what the run depends on, before it changes anything."""
        from linkwork.restart.identity import identity_of

        model, settings = self._context.model, self._context.settings
        self.path = path_of(settings.solutionSettings.restartFileName).absolute()
        self._written = self._told = -math.inf
        self._extent = rows_file.NOTHING
        self.key = os.urandom(16).hex()
        self.start = {family: tuple(members) for family, members in model.items.items()}
        self.identity = identity_of(model, settings, solver, functions)
        self._packed_model = _compressed(self.identity["model"])

    def _demand_same_run(self, resumed: Checkpoint) -> None:
        from linkwork.restart.identity import differences

        usual = type(self._context.settings)()
        found = differences(resumed.content["identity"], self.identity, usual)
        if found:
            more = f"; and {len(found) - 5} more" if len(found) > 5 else ""
            raise SysError(
                f"{resumed.path} cannot be resumed from, it was written by another run: "
                f"{'; '.join(found[:5])}{more}"
            )
        was, now = resumed.content["processor"], _processor()
        if was != now:
            warn(
                f"{resumed.path} was written on the processor {was}, this one is {now}: results "
                "may differ in their last digits from those of a run without interruption"
            )

    # ------------------------------------------------------------------ start

    def prepare(self) -> bool:
        """Before the start of a resumed run, set it up to start where the interrupted run started.

        Returns whether the initial values have changed.
        """
        if self.resumed is None:
            return False
        context = self._context
        initial = self.resumed.content["state"]["initial"]
        context.model.mbs.systemData.take_initial_state(initial)
        context.data.scalars.t = context.time.startTime
        context.recording.hold()
        return True

    def begin(self) -> None:
        """After the start of a run, resume from its checkpoint, or schedule the first one."""
        if self.resumed:
            self._resume(self.resumed)
        elif self.wanted:
            self._context.data.scalars.next_checkpoint = self._context.data.scalars.t

    def _resume(self, resumed: Checkpoint) -> None:
        content, context = resumed.content, self._context
        call_as_before(context, content["state"]["called_back"])
        change_items(context, content["changed"])
        context.recording.go_on(self._rows, content["rows"], content["stream"])
        self._rows = None
        self._state.put_back(content["state"])
        context.timing.steps_before = context.counts.steps
        take_variables(context.model.mbs, content["variables"], content["not_kept"])
        self.key = content["key"]
        if self.path.resolve() == resumed.path.resolve():
            self._extent = rows_file.Extent(*content["extent"])
            self._written = time.perf_counter()
        self._remove_parts(resumed.path)

    def _rows_of(self, resumed: Checkpoint) -> rows_file.Rows | None:
        """Rows that were recorded until the checkpoint; None if they are in a stream."""
        path = rows_of(resumed.path)
        extent = rows_file.Extent(*resumed.content["extent"])
        if not extent.length:
            return None
        widths = self._context.recording.widths
        try:
            return rows_file.read(path, resumed.content["key"], extent, widths)
        except (OSError, ValueError) as error:
            raise SysError(
                f"{resumed.path} cannot be resumed from: {path}, which holds the results until "
                f"then, cannot be used: {reason(error)}; keep both files together"
            ) from error

    @staticmethod
    def _remove_parts(path: Path) -> None:
        """Remove incomplete files that a killed program has left."""
        from glob import escape

        for part in path.resolve().parent.glob(f".{escape(path.name)}.????????????.part"):
            part.unlink(missing_ok=True)

    # ------------------------------------------------------------------ during the run

    def take(self) -> None:
        """Write the checkpoint that is due, unless the clock says that it is too early."""
        s, timing = self._context.data.scalars, self._context.timing
        slack = SLACK * s.h + ROUNDING * abs(s.t)
        s.next_checkpoint = math.nextafter(s.t, math.inf)
        if self.period > 0.0:
            due = next_time(s.t_start, self.period, s.t + slack) - slack
            s.next_checkpoint = max(s.next_checkpoint, due)
        state = self._state.capture()
        if time.perf_counter() - self._written >= self.wall_period:
            timing.enter(RESULTS)
            self._write(state)
            timing.enter(STEPS)
        self._state.put_back(state)

    def write_all_rows(self) -> None:
        """Recorded rows were dropped: let the next checkpoint replace those in the file."""
        if self.wanted:
            self._extent = rows_file.NOTHING

    def _write(self, state: dict[str, Any]) -> None:
        """Write a checkpoint; if that fails, the previous one stays.

        The first one must succeed. Later the run continues without: its results count more.
        """
        first = self._written == -math.inf
        try:
            self._put(state)
            self._written = time.perf_counter()
        except SolverError:
            raise  # the stream cannot store its rows
        except (OSError, SysError) as error:
            text = f"no checkpoint can be written to {self.path}: {reason(error)}"
            if first:
                raise SysError(text) from error
            if self._told == -math.inf:
                warn(f"{text}; the run continues, and the previous checkpoint stays valid")
            self._told = time.perf_counter()

    def _put(self, state: dict[str, Any]) -> None:
        model, recording = self._context.model, self._context.recording
        variables, not_kept = variables_of(model.mbs)
        content: dict[str, Any] = {
            "identity": self.identity | {"model": self._packed_model},
            "processor": _processor(),
            "written": time.time(),
            "key": self.key,
            "state": state,
            "changed": changed_items(model, self.start),
            "variables": variables,
            "not_kept": not_kept,
            "stream": recording.flushed(),
            "rows": recording.pending(),
        }
        rows = recording.further_rows(self._extent.rows)
        if content["stream"] is None or any(map(len, rows)):
            place = rows_of(self.path)
            self._extent = rows_file.append(place, self.key, self._extent, rows)
        content["extent"] = tuple(self._extent)
        parts = pack(content, MAGIC, VERSION)
        with replacing(self.path) as part, open(part, "xb") as file:
            for block in parts:
                file.write(block)


def _compressed(text: str) -> Any:
    import zlib

    import numpy as np

    return np.frombuffer(zlib.compress(text.encode(), 1), np.uint8)


def _processor() -> str:
    return processor_of(os.environ)[0]
