"""Calls of output kernels that write the values of sensors, one call per table that they read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from linkwork.core.kernels.compile import address_of
from linkwork.model.data import Data, Part
from linkwork.model.live_outputs import ask
from linkwork.model.model import Model
from linkwork.model.table import Table
from linkwork.sensors.sensor import Target


class Requests(NamedTuple):
    """What sensors read from a table: (row, output variable, place) and local position each."""

    table: Table
    rows: list[tuple[int, int, int]]
    local: list[np.ndarray]


class Looks:
    """Sensors and the places of their values, one after another.

    width -- number of values so far; those before the first place are written by the caller
    """

    def __init__(self, model: Model, first: int) -> None:
        self.model, self.width = model, first
        self._requests: dict[int, Requests] = {}
        self._kept: list[np.ndarray] = []

    def reserve(self, width: int) -> slice:
        """Places that the caller writes."""
        self.width += width
        return slice(self.width - width, self.width)

    def add(self, number: int) -> slice:
        """Add a sensor; returns the places of its values."""
        return self.add_target(self.model.targets[number])

    def add_target(self, target: Target) -> slice:
        """Add an output of an item; returns the places of its values."""
        table, row = self.model.place[target.family, target.number]
        width = self.model.output_size(target.family, target.number, target.variable)
        place = self.reserve(width)
        if "count" in (table.rows.dtype.names or ()) and target.family == "sensor":
            table.rows["count"][row] = width
        wanted = self._requests.setdefault(id(table), Requests(table, [], []))
        wanted.rows.append((row, int(target.variable), place.start))
        wanted.local.append(target.local)
        return place

    def motion_parts(self) -> list[Part]:
        """Kernels that compute what the sensors read of the state of markers."""
        kernels = [each.table.kind.kernels["output"] for each in self._requests.values()]
        return list(self.model.markers.parts_for(kernels))

    def derivative_parts(self) -> list[Part]:
        """Those of them that compute derivatives: the motion itself is known."""
        return self.motion_parts()[len(self.model.markers.motion_parts()) :]

    def parts(self) -> list[Part]:
        """Output kernels and their tables."""
        found = self._requests.values()
        return [(each.table.kind.kernels["output"], each.table) for each in found]

    def prepare(self, calls: np.ndarray) -> None:
        """Tell the calls of these parts what to write where."""
        for call, each in zip(calls, self._requests.values(), strict=True):
            self._kept.extend(ask(call, each.rows, each.local))

    def set_calls(
        self, data: Data, name: str, before: Iterable[Part], after: Iterable[Part]
    ) -> None:
        """Write a list of calls into the frame: those given, with the sensors' in between."""
        before, looks = list(before), self.parts()
        data.set_calls(name, [*before, *looks, *after], address_of)
        self.prepare(data[name][len(before) : len(before) + len(looks)])
