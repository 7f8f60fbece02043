"""Derivatives of results by parameters: what SolveDynamic and SolveStatic add to a Solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.core.frozen import frozen
from linkwork.core.near import near_names

if TYPE_CHECKING:
    import xarray

    from linkwork.results.solution import Solution

STATES = (
    "coordinates", "velocities", "accelerations", "multipliers", "ode1_coordinates",
    "ode1_velocities",
)  # fmt: skip
"""Parts of a state, by their names in a Solution."""


@frozen
class Sensitivity:
    """Derivatives of a solution by one parameter, one row per recorded time.

    name -- the parameter, as in "spring.stiffness"
    value, unit -- its value and unit
    times -- recorded times [s]
    coordinates, velocities, accelerations -- derivatives of the ODE2 coordinates and their rates
    multipliers -- derivatives of the Lagrange multipliers
    ode1_coordinates, ode1_velocities -- derivatives of first-order coordinates and their rates
    sensors -- name of a sensor -> derivatives of its values, without a column of times
    """

    name: str
    value: float
    unit: str
    times: np.ndarray
    coordinates: np.ndarray
    velocities: np.ndarray
    accelerations: np.ndarray
    multipliers: np.ndarray
    ode1_coordinates: np.ndarray
    ode1_velocities: np.ndarray
    sensors: dict[str, np.ndarray]

    def __repr__(self) -> str:
        return (
            f"<Sensitivity by {self.name} = {self.value:g} {self.unit}: {len(self.times)} rows, "
            f"{self.coordinates.shape[1]} coordinates, {len(self.sensors)} sensors>"
        )


class Sensitivities(Sequence[Sensitivity]):
    """The derivatives of a solution by several parameters, in the order in which they were named.

        for one in solution.sensitivities:
            print(one.name, one.coordinates[-1])

    names -- the parameters
    """

    def __init__(self, solution: Solution, found: Sequence[Sensitivity]) -> None:
        self._solution, self._found = solution, tuple(found)

    @property
    def names(self) -> list[str]:
        return [one.name for one in self._found]

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Sensitivity]:
        return iter(self._found)

    def __getitem__(self, key: Any) -> Any:
        """That of a parameter, by name or number."""
        if not isinstance(key, str):
            return self._found[key]
        for one in self._found:
            if one.name == key:
                return one
        near = near_names(key, self.names)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(self.names)}"
        raise SysError(f"the solution has no sensitivities by {key!r}; {hint}")

    def __repr__(self) -> str:
        return f"<Sensitivities by {', '.join(self.names)}>"

    def to_xarray(self, relative: bool = False) -> xarray.Dataset:
        """A Dataset with the dimensions parameter, time and column of each part.

        relative -- derivatives times the value of their parameter: the change of the result for a
        change of the parameter by its own size
        """
        from linkwork.results.files.labeled_sensitivities import to_xarray

        return to_xarray(self._solution, self._found, relative)
