"""Memory of the recorders of one run, and the Solution made of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.errors import SolverError, SysError
from linkwork.core.kernels.compile import address_of
from linkwork.core.status import OK
from linkwork.model.data import Data, Part
from linkwork.model.model import Model
from linkwork.nodes.node import parts_of_nodes
from linkwork.results.extremes import LARGEST, ROWS_ONLY, SMALLEST, FoundExtremes, rename_time
from linkwork.results.jumps import Jump, JumpNotes
from linkwork.results.looks import Looks
from linkwork.results.parts import RecordedRows
from linkwork.results.record.event import Event
from linkwork.results.record.recorder import begin_sensing, end_sensing, record
from linkwork.results.snapshot import Snapshot
from linkwork.results.solution import Solution
from linkwork.results.statistics import Statistics

if TYPE_CHECKING:
    from linkwork.results.energy.account import Line
    from linkwork.results.record.rows_file import Counts, Rows
    from linkwork.results.record.stream import Stream

LIMIT = 1.0e9
"""Largest memory for recorded rows of a run [bytes]."""

KEPT = 1.0e6
"""Largest memory of recorders that is kept for the next run [bytes]."""

BUFFER = 32.0e6
"""Memory of the recorders of a run that is streamed to disk [bytes]."""

FEWEST = 4
"""Fewest rows of these recorders: one is kept when the others are streamed."""

PERIOD = 2.0
"""Largest delay of a streamed result behind its run, in addition to a chunk of steps [s]."""


_NO_ROWS = np.zeros((0, 1))


class Recording:
    """Recorders of one run: state at solutionWritePeriod, sensors at sensorsWritePeriod.

    named_columns -- name of a sensor -> its columns in a row of the sensors; time is column 0
    """

    def __init__(self, model: Model, data: Data, settings: Any, span: Any = None) -> None:
        """span -- startTime, endTime and numberOfSteps, if not those of settings.timeIntegration"""
        self.model, self.data = model, data
        model.changed.clear()
        model.driven.clear()
        self.events: list[Event] = []
        self.jumps = JumpNotes(model, data)
        sizes = model.n_ode2, model.n_ae, model.n_ode1, model.n_data
        self.width = 1 + 3 * sizes[0] + sizes[1] + 2 * sizes[2] + sizes[3]
        self.sizes = sizes
        self._place_sensors(settings)
        self.stream = self._stream(settings.solutionSettings.streamFileName)
        self._failed = False
        self._untold: SolverError | None = None
        self._allocate(span or settings.timeIntegration, settings.solutionSettings)
        self.wants_files = settings.solutionSettings.writeSolutionToFile or any(
            sensor.writeToFile and sensor.fileName for sensor in model.items["sensor"]
        )
        expressed = parts_of_nodes(model, "express")
        data.set_calls("record_calls", [(record, None), *expressed], address_of)

    # ------------------------------------------------------------------ memory

    def _allocate(self, integration: Any, solution: Any) -> None:
        duration = integration.endTime - integration.startTime
        every_step = 1e-3 * duration / integration.numberOfSteps
        s = self.data.scalars
        periods = {"recorded": solution.solutionWritePeriod, "sensed": solution.sensorsWritePeriod}
        self._every_step = [name for name, period in periods.items() if not period]
        s.record_period = solution.solutionWritePeriod or every_step
        s.sensor_period = solution.sensorsWritePeriod or every_step
        s.record_rows = s.sensor_rows = s.between = s.joined = 0
        s.sensor_width = self.sensor_width
        s.t_start = s.next_record = s.next_sensor = integration.startTime
        rows = [
            int(min(duration / period, integration.numberOfSteps)) + 3
            for period in (s.record_period, s.sensor_period)
        ]
        if not self.named_columns:
            s.next_sensor, rows[1] = np.inf, 1
        if self.stream:
            most = [
                max(FEWEST, int(BUFFER / 2 / (8 * width)))
                for width in (self.width, self.sensor_width)
            ]
            rows = [min(pair) for pair in zip(rows, most, strict=True)]
        self._reserve(*rows)

    def _reserve(self, rows: int, sensor_rows: int) -> None:
        """Allocate that many rows; recorded rows are kept."""
        need = 8.0 * (rows * self.width + sensor_rows * self.sensor_width)
        if need > LIMIT:
            raise SysError(
                f"the run would record {need / 1e9:.1f} GB ({rows} rows of {self.width} numbers "
                f"and {sensor_rows} of {self.sensor_width}); the limit is {LIMIT / 1e9:.0f} GB; "
                "raise solutionSettings.solutionWritePeriod and sensorsWritePeriod, or stream the "
                "results to disk with solutionSettings.streamFileName = 'run.lw'"
            )
        for name, size in (
            ("recorded", rows * self.width),
            ("sensed", sensor_rows * self.sensor_width),
        ):
            old = self.data[name]
            if len(old) != size:
                room = np.empty(size)
                count = min(len(old), size)
                room[:count] = old[:count]
                self.data.set(name, room)  # set when complete: a live view may read at any time
        self.data.scalars.record_capacity = rows
        self.data.scalars.sensor_capacity = sensor_rows
        self._is_large = need > KEPT

    def start_again(self) -> None:
        """Drop all rows, to record from the start of the run again."""
        s = self.data.scalars
        s.record_rows = s.sensor_rows = 0
        s.next_record = s.t_start
        s.next_sensor = s.t_start if self.named_columns else np.inf
        self.forget_extremes()
        self.events.clear()
        self.jumps.found.clear()

    def make_room(self, rows: int = 0) -> None:
        """The recorders are full: stream their rows, or double the memory.

        Steps that were reduced in size can record more rows than planned.
        rows -- make room for as many of both instead
        """
        if self.stream:
            self._flush(1)
            return
        s = self.data.scalars
        if rows:
            self._reserve(max(rows, s.record_capacity), max(rows, s.sensor_capacity))
        else:
            self._reserve(2 * s.record_capacity, 2 * s.sensor_capacity)

    def renew(self) -> None:
        """Before the run is repeated: nothing has been recorded yet."""
        self.model.changed.clear()
        self.model.driven.clear()
        if self._finds_extremes:
            self.forget_extremes()
        self.events, self.jumps = [], JumpNotes(self.model, self.data)

    def reserve_again(self) -> None:
        """Allocate the memory of a repeated run, if it was released."""
        s, data = self.data.scalars, self.data
        sizes = s.record_capacity * self.width, s.sensor_capacity * self.sensor_width
        if sizes != (data["recorded"].size, data["sensed"].size):
            self._reserve(s.record_capacity, s.sensor_capacity)

    # ------------------------------------------------------------------ streaming

    def _stream(self, path: str) -> Stream | None:
        if not path:
            return None
        from linkwork.results.record.stream import Stream

        places = self.named_columns
        self._order = [
            column for place in places.values() for column in (0, *range(place.start, place.stop))
        ]
        sensors = {name: place.stop - place.start for name, place in places.items()}
        self._streamed = time.perf_counter()
        return Stream(path, self.sizes, sensors)

    def keep_up(self) -> None:
        """Called now and then during a run: stream recorded rows if some time has passed."""
        if self.stream and time.perf_counter() - self._streamed > PERIOD:
            self._flush(1)

    def _flush(self, kept: int) -> None:
        """Stream the rows of the recorders, except for the last ones if they may still change."""
        assert self.stream is not None
        s = self.data.scalars
        recorded, sensed = self.recorded(), self.sensed()
        done = [max(0, len(rows) - kept) for rows in (recorded, sensed)]
        try:
            if any(done) and not self._failed:
                chosen = sensed[: done[1], self._order] if self.columns else None
                model = Snapshot.of(self.model)
                self.stream.append(recorded[: done[0]], chosen, model)
        except SolverError:
            self._failed = True
            raise
        finally:
            for rows, count in ((recorded, done[0]), (sensed, done[1])):
                rows[: len(rows) - count] = rows[count:].copy()
            s.record_rows, s.sensor_rows = len(recorded) - done[0], len(sensed) - done[1]
            self._streamed = time.perf_counter()

    # ------------------------------------------------------------------ checkpoints

    @property
    def widths(self) -> Counts:
        """Numbers in a row of states, of sensors, of events and of jumps."""
        return self.width, self.sensor_width, 3 + 2 * self.model.n_ode2, 2 + 2 * self.width

    def flushed(self) -> dict[str, Any] | None:
        """Stream all but the last rows; returns the extent of the stream, None without one."""
        if not self.stream:
            return None
        self._flush(1)
        return self.stream.extent()

    def pending(self) -> tuple[np.ndarray, np.ndarray]:
        """Rows that may still change: those that were not streamed yet, or the last ones."""
        first = 0 if self.stream else -1
        return self.recorded()[first:].copy(), self.sensed()[first:].copy()

    def further_rows(self, done: Counts) -> Rows:
        """Rows of each kind after those done, without the last states and sensors: they may change.

        Only events and jumps if results are streamed.
        """
        numbers = {sensor.name: k for k, sensor in enumerate(self.model.items["sensor"])}
        events = [
            [event.time, numbers[event.sensor], event.direction, *event.coordinates,
             *event.velocities]
            for event in self.events[done[2] :]
        ]  # fmt: skip
        states, sensed = self.recorded()[done[0] : -1], self.sensed()[done[1] : -1]
        if self.stream:
            states, sensed = states[:0], sensed[:0]
        jumps = [jump.to_row() for jump in self.jumps.found[done[3] :]]
        of_events, of_jumps = (
            np.array(rows, float).reshape(-1, width)
            for rows, width in zip((events, jumps), self.widths[2:], strict=True)
        )
        return states, sensed, of_events, of_jumps

    def hold(self) -> None:
        """Stream nothing until the run continues: the folder holds its earlier rows."""
        self._failed = True

    def go_on(
        self,
        rows: Rows | None,
        pending: tuple[np.ndarray, np.ndarray] | None,
        streamed: dict[str, Any] | None,
    ) -> None:
        """Continue after these rows; pending -- those after them, or after the streamed ones."""
        if self.stream and streamed is not None:
            self.stream.go_on(streamed)
        self._failed = False
        if rows is not None:
            self.events = [self._event(row) for row in rows[2]]
            self.jumps.found = [Jump.from_row(row, self.width) for row in rows[3]]
        parts = [part for part in (None if self.stream else rows, pending) if part is not None]
        both = [np.concatenate([part[k] for part in parts]) for k in (0, 1)]
        s = self.data.scalars
        s.record_rows, s.sensor_rows = map(len, both)
        self._reserve(
            max(s.record_capacity, s.record_rows + 1), max(s.sensor_capacity, s.sensor_rows + 1)
        )
        for name, recorded in zip(("recorded", "sensed"), both, strict=True):
            self.data[name][: recorded.size] = recorded.ravel()

    def _event(self, row: np.ndarray) -> Event:
        name, n = self.model.items["sensor"][int(row[1])].name, self.model.n_ode2
        state = row[3 : 3 + n].copy(), row[3 + n :].copy()
        return Event(float(row[0]), name, int(row[2]), *state)

    def release(self) -> None:
        """Close all files after the run, however it ended."""
        if self.stream:
            self.stream.close()

    def conclude(self, solution: Solution) -> None:
        """After the Solution was made: write to the streamed result how the run ended."""
        if self.stream and not self.stream.is_empty:
            self.stream.conclude(solution)
        if self._untold is not None:
            self._untold.solution = solution
            raise self._untold

    # ------------------------------------------------------------------ sensors

    def _place_sensors(self, settings: Any) -> None:
        """Columns of every sensor, and one call per table that sensors read."""
        model = self.model
        wanted = settings.solutionSettings.sensorsStoreAndWriteFiles
        self.columns: dict[int, slice] = {}
        looks = Looks(model, 1)
        energies: list[tuple[int, int]] = []
        targets = model.targets if wanted else ()
        if targets:
            from linkwork.sensors.energy_sensor import SensorEnergy
        for number in targets:
            if isinstance(model.items["sensor"][number], SensorEnergy):
                self.columns[number] = looks.reserve(1)
                energies.append((number, self.columns[number].start - 1))
            else:
                self.columns[number] = looks.add(number)
        self.named_columns = {
            model.items["sensor"][number].name: place for number, place in self.columns.items()
        }
        self.sensor_width = looks.width
        self.data.set_calls("sensor_calls", (), address_of)
        if self.columns:
            before: list[Part] = [*looks.motion_parts(), (begin_sensing, None)]
            after: list[Part] = [(end_sensing, None)]
            if energies:
                from linkwork.results.energy.sensors import account_of

                account = account_of(model, self.data, energies)
                before, after = [*account.before, *before], [*account.parts, *after]
                self._account = account
            looks.set_calls(self.data, "sensor_calls", before, after)
        self.integrates = bool(energies) and bool(account.before)
        self._looks = looks  # keeps the arrays that the calls refer to
        self._place_extremes(settings.solutionSettings.sensorsExtremes)

    def record_energies(self, lines: Sequence[Line]) -> None:
        """Before the start of a run: record the energies of lines instead of sensors.

        They are recorded at the times of sensors and of states, as the only sensor of the Solution;
        their integrals are over all steps.
        """
        from linkwork.results.energy.account import Account

        model, s = self.model, self.data.scalars
        self._account = account = Account(model, self.data)
        for column, line in enumerate(lines):
            account.add(line, column)
        account.finish()
        motion = model.markers.parts_for(kernel for kernel, _ in account.parts)
        before: list[Part] = [*account.before, *motion, (begin_sensing, None)]
        after: list[Part] = [*account.parts, (end_sensing, None)]
        self.data.set_calls("sensor_calls", [*before, *after], address_of)
        self.columns, self.named_columns = {}, {"energies": slice(1, 1 + len(lines))}
        self.integrates, self.sensor_width = bool(account.before), 1 + len(lines)
        self._place_extremes(False)
        s.sensor_width, s.next_sensor, s.joined = self.sensor_width, s.t_start, 1
        rows = int((s.t_end - s.t_start) / s.sensor_period) + 3
        self._reserve(s.record_capacity, s.record_capacity + min(rows, s.record_capacity))

    # ------------------------------------------------------------------ extremes

    def _place_extremes(self, wanted: bool) -> None:
        """Memory for the extremes of all values of the sensors."""
        self._no_extremes = nothing = np.zeros((self.sensor_width - 1 if wanted else 0, 5))
        nothing[:, SMALLEST], nothing[:, LARGEST] = np.inf, -np.inf
        if wanted and self.columns:
            from linkwork.sensors.user_function import SensorUserFunction
        for number, place in self.columns.items() if wanted else ():
            calls_back = isinstance(self.model.items["sensor"][number], SensorUserFunction)
            nothing[place.start - 1 : place.stop - 1, ROWS_ONLY] = calls_back
        self._finds_extremes = len(nothing) > 0
        self.data.set("extremes", nothing.copy())
        self.data.scalars.watch = self.integrates or not nothing[:, ROWS_ONLY].all()

    def forget_extremes(self) -> None:
        """Before the first row: no extremes are known."""
        if self._finds_extremes:
            self.data["extremes"][...] = self._no_extremes

    def look(self, run: Callable[[str], int]) -> int:
        """Read the sensors at the current state without recording them; returns a status."""
        s = self.data.scalars
        if not s.watch:
            return OK
        s.between = 1
        try:
            return run("sensor_calls")
        finally:
            s.between = 0

    def note_jump(
        self, run: Callable[[str], int], call: Callable[[str, int], int], sign: float
    ) -> int:
        """Before (sign 1) and after (-1) a jump of the state: integrals of sensors end and begin.

        An energy of the current state that is part of such an integral may jump: it is subtracted.
        run, call -- run a list of calls, or a call of it by its number
        """
        if not self.integrates:
            return OK
        status = call("sensor_calls", 0)
        jumping = self._account.jumping if status == OK else []
        if jumping:
            status = run("motion_calls")
        behind = len(self.data["sensor_calls"]) - 1 - len(self._account.parts)
        for part, rows, integral in jumping:
            status = status or call("sensor_calls", behind + part)
            self.data["integrals"][integral] += sign * self.data["energy"][rows].sum()
        return status

    def end_jump(self, cause: str) -> bool:
        """Whether a jump of that cause has just ended; it is recorded."""
        found = self.jumps.goes_on(cause)
        if found:
            streamed = 0 if self.stream is None else self.stream.rows["times"]
            self.jumps.end(streamed + self.data.scalars.record_rows)
        return found

    def take_again(self) -> None:
        """The state has jumped: rows of the current time, if any, are recorded again.

        If every step is recorded, this one is, too, however short it is.
        """
        s = self.data.scalars
        for rows, following, name, width in (
            ("record_rows", "next_record", "recorded", self.width),
            ("sensor_rows", "next_sensor", "sensed", self.sensor_width),
        ):
            count = getattr(s, rows)
            if count > 0 and self.data[name][(count - 1) * width] == s.t:
                setattr(s, rows, count - 1)
                setattr(s, following, s.t)
            elif count > 0 and name in self._every_step:
                setattr(s, following, s.t)

    # ------------------------------------------------------------------ result

    def not_finite(self) -> str:
        """The sensors with values that are not finite in the row that was to be recorded."""
        first = self.data.scalars.sensor_rows * self.sensor_width
        row = self.data["sensed"][first : first + self.sensor_width]
        items = self.model.items["sensor"]
        return ", ".join(
            items[number].label(number)
            for number, place in self.columns.items()
            if not np.all(np.isfinite(row[place]))
        )

    def close(self, run: Callable[[str], int], slack: float) -> int:
        """Make the current state the last row, also between two recorded times.

        Returns a failure status if the state cannot be recorded.
        """
        s, status = self.data.scalars, OK
        for calls, rows, name, width in (
            ("record_calls", "record_rows", "recorded", self.width),
            ("sensor_calls", "sensor_rows", "sensed", self.sensor_width),
        ):
            if not len(self.data[calls]):
                continue
            last = (getattr(s, rows) - 1) * width
            if last >= 0 and abs(self.data[name][last] - s.t) <= slack:
                if name == "sensed" and self.data[name][last] != s.t:
                    rename_time(self.data["extremes"], self.data[name][last], s.t)
                self.data[name][last] = s.t
            else:
                status = status or run(calls)
        return status

    def recorded(self) -> np.ndarray:
        """Rows of recorded states."""
        rows = self.data.scalars.record_rows
        return self.data["recorded"][: rows * self.width].reshape(rows, self.width)

    def sensed(self) -> np.ndarray:
        """Rows of recorded sensors."""
        rows = self.data.scalars.sensor_rows
        return self.data["sensed"][: rows * self.sensor_width].reshape(rows, self.sensor_width)

    def solution(self, statistics: Statistics, message: str = "", keep: bool = False) -> Solution:
        """The Solution of everything recorded so far; the recorders' memory is released.

        keep -- the run goes on, and so do the recorders
        """
        snapshot = Snapshot.of(self.model)
        if self.stream:
            try:
                self._flush(1 if keep else 0)
            except SolverError as error:
                self._untold, message = error, message or str(error)
        recorded: RecordedRows | Mapping[str, np.ndarray]
        sensors: Mapping[str, np.ndarray] = {}
        if self.stream and not self.stream.is_empty:
            recorded, sensors = self.stream.arrays()
            if not keep:
                self.stream.close()
        else:
            recorded = self._rows(keep)
        extremes = None
        if self._finds_extremes:
            extremes = FoundExtremes(self.data["extremes"].copy(), self.named_columns)
        made = Solution(
            recorded,
            sensors,
            statistics,
            message,
            snapshot,
            self.events,
            self.jumps.found,
            extremes,
        )
        if not keep and self._is_large:
            self.data.set("recorded", np.zeros(0))
            self.data.set("sensed", np.zeros(0))
        return made

    def _rows(self, keep: bool) -> RecordedRows:
        """The recorded rows, copied unless the recorders' memory is released."""
        has_sensors = bool(self.named_columns)
        states, sensed = self.recorded(), self.sensed() if has_sensors else _NO_ROWS
        if keep or not self._is_large:
            states, sensed = states.copy(), sensed.copy() if has_sensors else sensed
        return RecordedRows(states, self.sizes, sensed, self.named_columns)
