"""SensorEvent: finds the times at which a function of the state crosses zero.

    g = UF(mbs, t, itemNumber, q, q_t)    with eventUserFunction UF
    g = value - g_0                       with a component of the sensor sensorNumber, threshold g_0

A crossing in the wanted direction is an event: it is counted and listed in `Solution.events`, then
actionUserFunction may change the state or parameters, and with `terminal` the run ends. If one of
these is given, solvers end a step at the event, up to rounding, and restart there. q and q_t are
the coordinates of the whole system without reference values, as
`mbs.systemData.GetODE2Coordinates()` returns them.

The sensor records the number of events so far.

An event function is a piecewise law without a force (`connectors/connector.py`): its branch is the
sign of g, and the distance to the boundary is |g| while the sign stays the same, divided by the
largest |g| so far.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.function_kinds import ArrayFunction, UserFunction, array_function
from linkwork.core.declare.item import Visualization, define, parameter
from linkwork.core.declare.parameters import Direction, Flag, Index, Real, UInt
from linkwork.core.enums import ConfigurationType, OutputVariableType
from linkwork.core.errors import ParameterError
from linkwork.core.records import BOUNDARIES, f8, i8, u4
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.math.euler_parameters import rates
from linkwork.math.vec3 import three
from linkwork.nodes.rigid_body_ep import NodeRigidBodyEP
from linkwork.sensors.energy_sensor import SensorEnergy
from linkwork.sensors.sensor import NOWHERE, Sensor, Target

__all__ = ["SensorEvent", "VSensorEvent"]

EVENT_FUNCTION = ArrayFunction(
    ("mbs", "t", "itemNumber", "q", "q_t"), inputs=("vector", "vector"), result="number"
)
ACTION = UserFunction(("mbs", "t", "itemNumber"))

SMALLEST = 1.0e-300
"""Scale of a function that has always been zero."""


class VSensorEvent(Visualization):
    """Drawing of a SensorEvent."""


class SensorEvent(Sensor):
    """Counts the zeros of an event function, which solvers locate.

    Pools: work -- memory of the event functions, from `memory` on; turned -- where the rotations
    begin whose angular velocities the run holds in place of q_t (`model/composition.py`), then -1.
    `watch` is the index of the value among those of all watched sensors.
    """

    type_name = "Event"
    V = VSensorEvent
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (
        ("event", u4),
        ("watch", i8),
        ("size_n", i8),
        ("memory", i8),
    )
    pools: ClassVar[dict[str, Any]] = {"work": f8, "turned": i8}

    sensorNumber: int = parameter(
        -1, Index("sensor", optional=True), structural=True,
        doc="sensor to watch if there is no eventUserFunction",
    )  # fmt: skip
    component: int = parameter(
        0, UInt(), structural=True, doc="component of the sensor that is watched"
    )
    threshold: float = parameter(
        0.0, Real, symbol="g_0", unit="1", doc="value to be crossed, in the unit of the sensor"
    )
    eventUserFunction: Any = parameter(
        0, EVENT_FUNCTION, symbol="UF", unit="1", structural=True,
        doc="function whose zeros are events",
    )  # fmt: skip
    direction: int = parameter(
        0, Direction(), symbol="direction",
        doc="crossings that are events: from below (1), from above (-1), or both (0)",
    )  # fmt: skip
    terminal: bool = parameter(False, Flag(), doc="whether the run ends at the event")
    actionUserFunction: Any = parameter(
        0, ACTION,
        doc="function that is called at the event; it may change state and parameters, and returns "
        "True to continue or False to end the run",
    )  # fmt: skip

    def target(self) -> Target:
        return Target("sensor", -1, OutputVariableType._None, NOWHERE)

    def present(self, mbs: Any, number: int, configuration: ConfigurationType) -> np.ndarray:
        table, row = mbs._model.place["sensor", number]
        counts: np.ndarray = mbs._data["event_counts"]
        return counts[table.rows["event"][row : row + 1]]

    def check_complete(self, owner: str) -> None:
        if callable(self.eventUserFunction) == (self.sensorNumber >= 0):
            raise ParameterError(
                f"{owner}: the sensor needs either eventUserFunction, a function of the arguments "
                f"({', '.join(EVENT_FUNCTION.arguments)}), or sensorNumber, a sensor to watch; "
                f"got {'both' if self.sensorNumber >= 0 else 'neither'}"
            )
        for name in ("component", "threshold"):
            if self.sensorNumber < 0 and getattr(self, name) != 0:
                raise ParameterError(
                    f"{owner}: {name} applies to sensorNumber and has no effect on an "
                    f"eventUserFunction, got {getattr(self, name)}; let the function return the "
                    "value that crosses zero"
                )

    def check_sizes(self, owner: str, items: Any) -> None:
        if self.sensorNumber >= 0 and isinstance(items["sensor"][self.sensorNumber], SensorEnergy):
            raise ParameterError(
                f"{owner}: sensorNumber must be a sensor of the present state, got the "
                f"SensorEnergy {self.sensorNumber}, which is known only at recorded times; use the "
                "outputs KineticEnergy and PotentialEnergy, or an eventUserFunction",
                "sensorNumber",
            )
        if self.sensorNumber >= 0 and isinstance(items["sensor"][self.sensorNumber], SensorEvent):
            raise ParameterError(
                f"{owner}: sensorNumber must be a sensor that is not a SensorEvent, got the "
                f"SensorEvent {self.sensorNumber}; use its eventUserFunction or sensorNumber",
                "sensorNumber",
            )

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        items = [model.items["sensor"][number] for number in table.numbers]
        size = EVENT_FUNCTION.work_size(model.n_ode2, 1)
        sizes = np.where([callable(item.eventUserFunction) for item in items], size, 0)
        table.rows["size_n"] = model.n_ode2
        table.rows["memory"] = np.cumsum([0, *sizes[:-1]])
        table.pools["work"] = np.zeros(int(np.sum(sizes)))
        nodes = sum(len(each.rows) for each in model.tables_of(NodeRigidBodyEP))
        table.pools["turned"] = np.full(nodes, -1, np.int64)

    @classmethod
    def write_pools(cls, table: Any, row: int, item: Any) -> None:
        """Write nothing: the memory of the functions holds no parameters."""


def _value(e, t, q, v, reference, watched, turned, work_out):
    """g of a row; NaN if its function failed."""
    if e.UF == 0:
        return watched[e.watch] - e.g_0
    n = e.size_n
    for r in range(n):
        work_out[e.memory + r] = q[r]
        work_out[e.memory + n + r] = v[r]
    for i in range(turned.size):
        k = turned[i]
        if k < 0:
            break
        theta = (
            reference[k] + q[k], reference[k + 1] + q[k + 1], reference[k + 2] + q[k + 2],
            reference[k + 3] + q[k + 3],
        )  # fmt: skip
        rate = rates(theta, three(v, k))
        for r in range(4):
            work_out[e.memory + n + k + r] = rate[r]
    if array_function(e.UF, work_out[e.memory :].ctypes.data, n, 1, t, e.number) != 0:
        return math.nan
    return work_out[e.memory + 2 * n]


def events(
    table, t, q, v, reference, watched, branches, turned, work_out, event_scales_out,
    event_values_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        for b in range(1, BOUNDARIES):
            event_values_out[e.event, b] = math.inf
        g = _value(e, t, q, v, reference, watched, turned, work_out)
        if g != g:
            return fail(USER_FUNCTION, e.number)
        event_scales_out[e.event] = max(event_scales_out[e.event], abs(g), SMALLEST)
        event_values_out[e.event, 0] = branches[e.event] * (g / event_scales_out[e.event])
    return 0


def switch(table, crossed, branches_out, event_counts_out):
    """Switch to the other sign; an event in the wanted direction is counted."""
    for i in range(table.size):
        e = table[i]
        if crossed[e.event] < 0:
            continue
        branches_out[e.event] = -branches_out[e.event]
        if e.direction == 0 or e.direction == branches_out[e.event]:
            event_counts_out[e.event] += 1.0


def output(table, row, event_counts, value_out):
    value_out[0] = event_counts[table[row].event]


define(SensorEvent, events, switch, output)
