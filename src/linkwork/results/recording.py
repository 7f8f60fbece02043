"""Memory of the recorders of one run, and the Solution made of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.compile import address_of
from linkwork.core.errors import SysError
from linkwork.data import Data, Part
from linkwork.model import Model
from linkwork.results.recorder import begin_sensing, end_sensing, record
from linkwork.results.snapshot import Snapshot
from linkwork.results.solution import Solution
from linkwork.results.statistics import Statistics
from linkwork.table import Table

LIMIT = 1.0e9
"""Largest amount a run may record in memory [bytes]."""


class Recording:
    """Recorders of one run: state at solutionWritePeriod, sensors at sensorsWritePeriod."""

    def __init__(self, model: Model, data: Data, settings: Any) -> None:
        self.model, self.data = model, data
        self._kept: list[np.ndarray] = []
        sizes = model.n_ode2, model.n_ae, model.n_ode1, model.n_data
        self.width = 1 + 3 * sizes[0] + sizes[1] + 2 * sizes[2] + sizes[3]
        self.sizes = sizes
        self._place_sensors(settings)
        self._allocate(settings)
        data.set_calls("record_calls", [(record, None)], address_of)

    # ------------------------------------------------------------------ memory

    def _allocate(self, settings: Any) -> None:
        time, solution = settings.timeIntegration, settings.solutionSettings
        duration = time.endTime - time.startTime
        every_step = 1e-3 * duration / time.numberOfSteps
        s = self.data.scalars
        s.record_period = solution.solutionWritePeriod or every_step
        s.sensor_period = solution.sensorsWritePeriod or every_step
        s.record_rows = s.sensor_rows = 0
        s.sensor_width = self.sensor_width
        s.t_start = s.next_record = s.next_sensor = time.startTime
        rows = [
            int(min(duration / period, time.numberOfSteps)) + 3
            for period in (s.record_period, s.sensor_period)
        ]
        if not self.columns:
            s.next_sensor, rows[1] = np.inf, 1
        self._reserve(*rows)

    def _reserve(self, rows: int, sensor_rows: int) -> None:
        """Room for that many rows; what was recorded stays."""
        need = 8.0 * (rows * self.width + sensor_rows * self.sensor_width)
        if need > LIMIT:
            raise SysError(
                f"the run would record {need / 1e9:.1f} GB ({rows} rows of {self.width} numbers "
                f"and {sensor_rows} of {self.sensor_width}), the limit is {LIMIT / 1e9:.0f} GB; "
                "raise solutionSettings.solutionWritePeriod and sensorsWritePeriod"
            )
        for name, size in (
            ("recorded", rows * self.width),
            ("sensed", sensor_rows * self.sensor_width),
        ):
            old = self.data[name]
            self.data.set(name, np.empty(size))
            self.data[name][: len(old)] = old
        self.data.scalars.record_capacity = rows
        self.data.scalars.sensor_capacity = sensor_rows

    def grow(self) -> None:
        """Twice the room: steps that were made smaller can record more rows than planned."""
        s = self.data.scalars
        self._reserve(2 * s.record_capacity, 2 * s.sensor_capacity)

    # ------------------------------------------------------------------ sensors

    def _place_sensors(self, settings: Any) -> None:
        """Columns of every sensor, and one call per table that sensors look at."""
        model = self.model
        wanted = settings.solutionSettings.sensorsStoreAndWriteFiles
        self.columns: dict[int, slice] = {}
        requests: dict[int, tuple[Table, list[tuple[int, int, int]], list[np.ndarray]]] = {}
        place = 1
        for number, target in (model.targets if wanted else {}).items():
            table, row = model.place[target.family, target.number]
            width = model.output_size(target.family, target.number, target.variable)
            self.columns[number] = slice(place, place + width)
            if target.family == "sensor":
                table.rows["count"][row] = width
            _, rows, local = requests.setdefault(id(table), (table, [], []))
            rows.append((row, int(target.variable), place))
            local.append(target.local)
            place += width
        self.sensor_width = place
        self.data.set_calls("sensor_calls", (), address_of)
        if not requests:
            return
        before: list[Part] = list(model.motion_parts())
        before.append((begin_sensing, None))
        looks = [(table.kind.kernels["output"], table) for table, _, _ in requests.values()]
        self.data.set_calls("sensor_calls", [*before, *looks, (end_sensing, None)], address_of)
        calls = self.data["sensor_calls"][len(before) : -1]
        for call, (_, rows, local) in zip(calls, requests.values(), strict=True):
            arrays = np.array(rows, np.int64), np.array(local, float)
            call["requests"], call["locals"] = (a.ctypes.data for a in arrays)
            call["n_requests"] = len(rows)
            self._kept.extend(arrays)

    # ------------------------------------------------------------------ result

    def close(self, run: Callable[[str], int], slack: float) -> None:
        """Make the present state the last row, also between two recorded times."""
        s = self.data.scalars
        for calls, rows, name, width in (
            ("record_calls", "record_rows", "recorded", self.width),
            ("sensor_calls", "sensor_rows", "sensed", self.sensor_width),
        ):
            if not len(self.data[calls]):
                continue
            last = (getattr(s, rows) - 1) * width
            if last >= 0 and abs(self.data[name][last] - s.t) <= slack:
                self.data[name][last] = s.t
            else:
                run(calls)

    def recorded(self) -> np.ndarray:
        """Rows of recorded states."""
        rows = self.data.scalars.record_rows
        return self.data["recorded"][: rows * self.width].reshape(rows, self.width)

    def sensor_data(self, number: int) -> np.ndarray:
        """Recorded values of a sensor, time first."""
        rows = self.data.scalars.sensor_rows
        sensed = self.data["sensed"][: rows * self.sensor_width].reshape(rows, self.sensor_width)
        return np.column_stack([sensed[:, 0], sensed[:, self.columns[number]]])

    def solution(self, statistics: Statistics, message: str = "") -> Solution:
        """The Solution of everything recorded so far; the recorders' memory is given back."""
        names = [sensor.name for sensor in self.model.items["sensor"]]
        sensors = {names[number]: self.sensor_data(number) for number in self.columns}
        snapshot = Snapshot.of(self.model)
        made = Solution(self.recorded(), self.sizes, sensors, statistics, message, snapshot)
        self.data.set("recorded", np.zeros(0))
        self.data.set("sensed", np.zeros(0))
        return made
