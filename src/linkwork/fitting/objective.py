"""Numbers of a run that an optimization makes small or keeps within limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError
from linkwork.results.parts import sensor_facts

Reduction = Callable[[np.ndarray, np.ndarray], Any]
"""Times and values of a sensor -> a number per component."""

REDUCTIONS: dict[str, Reduction] = {
    "min": lambda t, y: y.min(axis=0),
    "max": lambda t, y: y.max(axis=0),
    "peak": lambda t, y: np.abs(y).max(axis=0),
    "range": lambda t, y: y.max(axis=0) - y.min(axis=0),
    "mean": lambda t, y: np.trapezoid(y, t, axis=0) / (t[-1] - t[0]),
    "rms": lambda t, y: np.sqrt(np.trapezoid(y**2, t, axis=0) / (t[-1] - t[0])),
    "first": lambda t, y: y[0],
    "last": lambda t, y: y[-1],
}
"""What can be made of the recorded values of a sensor; means are those over time."""


def function_of(given: Any, what: str) -> Callable[[Any], Any]:
    """A function of the Solution: the user's own, or a reduction of a sensor.

    given -- a function, (sensor, reduction) or (sensor, component, reduction)
    """
    if callable(given):
        return given  # type: ignore[no-any-return]
    form = (
        f"{what} is a function of the Solution, (sensor, reduction) or (sensor, component, "
        f"reduction); reductions are {', '.join(REDUCTIONS)}"
    )
    if not isinstance(given, (tuple, list)) or len(given) not in (2, 3):
        raise ParameterError(f"{form}; got {shown(given)}")
    sensor, reduction = given[0], given[-1]
    if reduction not in REDUCTIONS:
        raise ParameterError(f"{form}; got {shown(reduction)}")
    return OfSensor(sensor, given[1] if len(given) == 3 else None, reduction, what)


class OfSensor:
    """A number of the recorded values of a sensor.

    sensor, component, reduction -- as given; what -- for messages
    """

    def __init__(self, sensor: str, component: Any, reduction: str, what: str) -> None:
        self.sensor, self.component, self.reduction, self.what = sensor, component, reduction, what

    def __call__(self, solution: Any) -> float:
        """The number; solution -- a Solution, or the rows of a member."""
        rows = solution.sensor(self.sensor)
        found = np.atleast_1d(REDUCTIONS[self.reduction](rows[:, 0], rows[:, 1:]))
        if self.component is None and len(found) > 1:
            names = ", ".join(sensor_facts(solution, self.sensor).components)
            raise NotUsable(
                f"{self.what}: the sensor {self.sensor!r} has components {names}; name one, as in "
                f"({self.sensor!r}, 0, {self.reduction!r})"
            )
        if len(found) == 1:
            return float(found[0])
        return float(found[_place(solution, self.sensor, self.component, self.what)])


def _place(solution: Any, sensor: str, component: Any, what: str) -> int:
    names = sensor_facts(solution, sensor).components
    if component in names:
        return names.index(component)
    if isinstance(component, (int, np.integer)) and 0 <= component < len(names):
        return int(component)
    raise NotUsable(
        f"{what}: components of the sensor {sensor!r} are {', '.join(names)}, got {component!r}"
    )


class NotUsable(Exception):  # noqa: N818
    """An objective or constraint does not give what it must; not a failure of a run."""


class Limit(NamedTuple):
    """A number of a run that stays between limits.

    function -- of the Solution; low, high -- limits; name -- for tables
    """

    function: Callable[[Any], Any]
    low: float
    high: float
    name: str


def limits_of(constraints: Iterable[Any]) -> list[Limit]:
    """Constraints: (function or reduction of a sensor, low, high) each."""
    found = []
    for number, given in enumerate(constraints):
        form = "a constraint is (function of the Solution, low, high)"
        if not isinstance(given, (tuple, list)) or len(given) != 3:
            raise ParameterError(f"{form}; got {shown(given)}")
        what, low, high = given
        try:
            low, high = (
                (-np.inf if low is None else float(low)),
                (np.inf if high is None else float(high)),
            )
        except (TypeError, ValueError):
            raise ParameterError(f"{form}; limits are numbers, got {shown(given[1:])}") from None
        if not low <= high or not np.isfinite([low, high]).any():
            raise ParameterError(f"{form}; its limits are {low:g} and {high:g}")
        name = getattr(what, "__name__", "") if callable(what) else " ".join(map(str, what))
        name = name if name and name != "<lambda>" else f"constraint {number}"
        found.append(Limit(function_of(what, f"constraint {number}"), low, high, name))
    return found


def number_of(value: Any, what: str) -> float:
    """A number that a function has returned."""
    try:
        found = float(np.asarray(value, float).reshape(()))
    except (TypeError, ValueError):
        raise NotUsable(f"{what} must return a number, got {shown(value)}") from None
    return found
