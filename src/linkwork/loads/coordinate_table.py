"""LoadCoordinateTable: a force on a single coordinate from a table over time.

    f_q = f F(t)

F interpolates linearly between the points (times, values) of the table; before the first and after
the last point it is constant. A factor f other than 1 scales the whole table. On an angle the force
is a torque [N m]; on the marker of a first-order coordinate, f_q is added to the rate of the
coordinate.

A change of the values takes effect at once if their number stays the same; a change of the times
needs a new Assemble.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.item import ALWAYS, Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Real, Vector
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import f8, i8
from linkwork.loads.load import Load
from linkwork.math.tables import piece_of

__all__ = ["LoadCoordinateTable", "VLoadCoordinateTable"]


class VLoadCoordinateTable(Visualization):
    """Drawing of a LoadCoordinateTable."""


class LoadCoordinateTable(Load):
    """A force on a coordinate marker that follows a table over time."""

    type_name = "CoordinateTable"
    linear_when = ALWAYS
    marker_types = ("Coordinate", "ODE1Coordinate")
    V = VLoadCoordinateTable
    own = {}
    pools = {"load_times": f8, "load_values": f8}
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (
        *Load.extra_columns,
        ("start", i8),
        ("count", i8),
    )
    outputs = {Variable.Force: Output("f_q", "N", 0, "force on the coordinate")}

    times: Any = parameter(
        [0.0], Vector(), unit="s", structural=True, doc="times of the table, strictly increasing"
    )
    values: Any = parameter([0.0], Vector(), unit="N", doc="force at each time")
    factor: float = parameter(1.0, Real, symbol="f", unit="1", doc="factor of all values")

    def check_complete(self, owner: str) -> None:
        if not len(self.times):
            raise ParameterError(f"{owner}: times must have at least one entry, got []")
        wrong = np.flatnonzero(np.diff(self.times) <= 0.0)
        if len(wrong):
            before, after = (float(t) for t in self.times[wrong[0] : wrong[0] + 2])
            raise ParameterError(
                f"{owner}: times must strictly increase, got {after!r} s after {before!r} s"
            )
        self.check_sizes(owner, {})

    def check_sizes(self, owner: str, items: Any) -> None:
        if len(self.values) != len(self.times):
            raise ParameterError(
                f"{owner}: values must have one entry for each of the {len(self.times)} times, "
                f"got {len(self.values)}"
            )

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        items = [model.items["load"][number] for number in table.numbers]
        table.rows["count"] = [len(item.times) for item in items]
        table.rows["start"] = np.cumsum([0, *table.rows["count"][:-1]])
        table.pools["load_times"] = np.concatenate([item.times for item in items])
        table.pools["load_values"] = np.concatenate([item.values for item in items])

    @classmethod
    def write_pools(cls, table: Any, row: int, item: Any) -> None:
        start, count = table.rows["start"][row], table.rows["count"][row]
        table.pools["load_values"][start : start + count] = item.values


def _law(e, t, load_times, load_values):
    last = e.start + e.count - 1
    if t >= load_times[last]:
        return e.f * load_values[last]
    if t <= load_times[e.start]:
        return e.f * load_values[e.start]
    k = piece_of(e.start, e.count, t, load_times)
    share = (t - load_times[k]) / (load_times[k + 1] - load_times[k])
    return e.f * (load_values[k] + share * (load_values[k + 1] - load_values[k]))


def residual(table, t, load_times, load_values, marker_force_out):
    for i in range(table.size):
        e = table[i]
        marker_force_out[e.m0, 0] += _law(e, t, load_times, load_values)


def output(table, row, variable, t, load_times, load_values, value_out):
    value_out[0] = _law(table[row], t, load_times, load_values)


define(LoadCoordinateTable, residual, output)
