"""SensorUserFunction: records the result of a Python function of other sensors or of anything else.

    values = UF(mbs, t, sensorNumbers, factors, configuration)

The function returns a vector. A call before the first step determines its length, which must stay
the same during a run. The function is always called back in Python, where `mbs.GetSensorValues` and
the other outputs return the values at the recorded time.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.function_kinds import UserCall, UserFunction
from linkwork.core.declare.item import Visualization, define, parameter
from linkwork.core.declare.parameters import IndexList, Vector
from linkwork.core.enums import ConfigurationType, OutputVariableType
from linkwork.core.errors import ParameterError, UserFunctionError
from linkwork.core.frozen import frozen
from linkwork.core.functions.elements import takes_apart
from linkwork.core.functions.marked import unmarked
from linkwork.core.functions.user_calls import FLOAT, free_vector, put_vector
from linkwork.core.kernels.callbacks import Callback
from linkwork.core.kernels.pointer import Pointer, view
from linkwork.core.kernels.python_slot import FIXED, MADE, REAL, STORED_VECTOR, Part, Passing
from linkwork.core.records import i8
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.sensors.sensor import NOWHERE, Sensor, Target

__all__ = ["SensorUserFunction", "VSensorUserFunction"]

sensor_values = Pointer("q", "qqd")
"""status = UF(address of the values, their number, t)"""

ARGUMENTS = ("mbs", "t", "sensorNumbers", "factors", "configuration")


class SensorCallback(Callback):
    """A sensor function: called with the lists of its item, stores as many values as there are.

    A function that only takes elements out of a list gets the same tuple in each call, others may
    change the list and get a new one.
    """

    def __init__(self, call: UserCall, item: SensorUserFunction) -> None:
        super().__init__(call.called, sensor_values, call.explain)
        self.mbs = call.mbs
        self.lists = [
            Part(FIXED, value=tuple(numbers))
            if takes_apart(call.function, 2 + k)
            else Part(MADE, value=numbers.copy)
            for k, numbers in enumerate(item.lists())
        ]

    def passing(self, *arguments: Any) -> Passing:
        _, count, _ = arguments
        head = (Part(FIXED, value=self.mbs), Part(REAL, 2))
        configuration = Part(FIXED, value=ConfigurationType.Current)
        return Passing([*head, *self.lists, configuration], STORED_VECTOR, 0, (count,), watched=1)

    def run(self, *arguments: Any) -> int:
        lists = [part.value if part.kind == FIXED else part.value() for part in self.lists]
        result = self.function(self.mbs, arguments[2], *lists, ConfigurationType.Current)
        return self.take(result, *arguments)

    def take(self, result: Any, *arguments: Any) -> int:
        address, count, _ = arguments
        put_vector(result, view(address, (count,), FLOAT))
        return 0


@frozen
class SensorFunction(UserFunction):
    """A function of other sensors; called back with the item's own lists."""

    arguments: tuple[str, ...] = ARGUMENTS
    pointer: Pointer | None = sensor_values
    compilable: bool = False

    def callback(self, call: UserCall, item: Any) -> Callback:
        return SensorCallback(call, item)


class VSensorUserFunction(Visualization):
    """Drawing of a SensorUserFunction."""


class SensorUserFunction(Sensor):
    """Vector that a Python function returns."""

    type_name = "UserFunction"
    V = VSensorUserFunction
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (("count", i8),)

    last_parameters = ("writeToFile", "fileName", "sensorUserFunction", "storeInternal")

    sensorNumbers: Any = parameter(
        [], IndexList("sensor"), doc="sensors that are passed to the function", structural=True
    )
    factors: Any = parameter([], Vector(), doc="numbers that are passed to the function")
    sensorUserFunction: Any = parameter(
        0, SensorFunction(), symbol="UF", unit="1", doc="function that returns the values"
    )

    def target(self) -> Target:
        return Target("sensor", -1, OutputVariableType._None, NOWHERE)

    def check_complete(self, owner: str) -> None:
        if not callable(self.sensorUserFunction):
            raise ParameterError(
                f"{owner}: sensorUserFunction must be a function of the arguments "
                f"({', '.join(ARGUMENTS)}), got {self.sensorUserFunction!r}"
            )

    def call(self, function: Any, mbs: Any, t: float, configuration: ConfigurationType) -> Any:
        """The result of the user function."""
        return function(mbs, t, *self.lists(), configuration)

    def lists(self) -> tuple[list[Any], list[float]]:
        """Sensor numbers and factors, as the user function gets them."""
        numbers: list[Any] = self.fields["sensorNumbers"].kind.plain(self.sensorNumbers)
        return numbers, [float(x) for x in self.factors]

    def present(self, mbs: Any, number: int, configuration: ConfigurationType) -> np.ndarray:
        function, _ = unmarked(self.sensorUserFunction)
        t = mbs.systemData.GetTime()
        try:
            return free_vector(self.call(function, mbs, t, configuration))
        except UserFunctionError:
            raise  # error of a sensor that this one evaluates
        except Exception as error:
            raise UserFunctionError(f"{self.label(number)}: sensorUserFunction", error) from error


def output(table, row, t, between, value_out):
    e = table[row]
    if between != 0:  # a function may do more than return values: it is called for rows alone
        return 0
    if sensor_values(e.UF, value_out.ctypes.data, e.count, t) != 0:
        return fail(USER_FUNCTION, e.number)
    return 0


define(SensorUserFunction, output)
