"""Derivatives of what is recorded, from those of the state: coordinates and values of sensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.integrators.state import copied, restore_state
from linkwork.results.sensitivity import STATES, Sensitivities, Sensitivity
from linkwork.results.solution import Solution
from linkwork.sensitivity.cells import CellVariation
from linkwork.sensitivity.memory import Changes
from linkwork.sensitivity.steps import FOUR, LARGER, RELATIVE, Displaced, Slopes
from linkwork.sensitivity.variations import ROWS, Variation
from linkwork.sensors.energy_sensor import SensorEnergy

PAST = ("extremes", "integrals", "power_history")
"""What sensors remember of earlier states."""


def energies_in(context: Any) -> list[int]:
    """Numbers of sensors whose values depend on the start and on all steps: those of energies."""
    items = context.model.items["sensor"]
    return [k for k in context.recording.columns if isinstance(items[k], SensorEnergy)]


class Outputs:
    """Evaluates outputs in states beside the present one, along the derivatives of the state."""

    def __init__(self, context: Any, displaced: Displaced) -> None:
        self._context, self._data, self._displaced = context, context.data, displaced
        self._unknown = np.zeros(max(context.data.scalars.sensor_width - 1, 0), bool)
        for number in energies_in(context):
            place = context.recording.columns[number]
            self._unknown[place.start - 1 : place.stop - 1] = True

    def row(self, slopes: Slopes, changes: Changes, scale: float) -> np.ndarray:
        """Derivatives of a recorded row of states."""
        q = slopes["q"]
        if len(self._data["composed"]):
            q = self._coordinates(slopes, changes, scale)
        return np.concatenate([q, *(slopes[name] for name in ROWS[1:])])

    def _coordinates(self, slopes: Slopes, changes: Changes, scale: float) -> np.ndarray:
        """Derivatives of coordinates, some of which are composed, from those of increments.

        At a fixed pose, coordinates may depend on parameters: on those of the reference.
        """
        along = {**slopes, "alpha": np.zeros_like(slopes["alpha"])}
        found, step = np.zeros(len(slopes["q"])), LARGER * self._displaced.step_for(slopes)
        for k, weight in FOUR.items() if step else ():
            ends = [self._moved(along, sign * k * step) for sign in (1.0, -1.0)]
            found += weight / step * (ends[0] - ends[1])
        step = LARGER * RELATIVE * scale
        for k, weight in FOUR.items() if len(changes) else ():
            for sign in (1.0, -1.0):
                changes.apply(sign * k * step)
                found += sign * weight / step * self._moved(along, 0.0)
                changes.undo()
        return found

    def _moved(self, slopes: Slopes, step: float) -> np.ndarray:
        """Coordinates in a displaced state."""
        kept = copied(self._data.group("state"))
        self._displaced.displace(slopes, step)
        found: np.ndarray = self._data["q"] + self._data["q_low"]
        restore_state(kept, self._data.group("state"))
        return found

    def sensors(self, slopes: Slopes, changes: Changes, scale: float) -> np.ndarray:
        """Derivatives of the values of all sensors; NaN of energies, which depend on the past."""
        found = np.zeros(self._data.scalars.sensor_width - 1)
        step = LARGER * self._displaced.step_for(slopes)
        for k, weight in FOUR.items() if step else ():
            ends = [self._sensed(slopes, sign * k * step) for sign in (1.0, -1.0)]
            found += weight / step * (ends[0] - ends[1])
        step = LARGER * RELATIVE * scale
        for k, weight in FOUR.items() if len(changes) else ():
            ends = []
            for sign in (1.0, -1.0):
                changes.apply(sign * k * step)
                ends.append(self._sensed(slopes, 0.0))
                changes.undo()
            found += weight / step * (ends[0] - ends[1])
        self._context.demand(self._displaced.equations.run("motion_calls"))
        found[self._unknown] = np.nan
        return found

    def _sensed(self, slopes: Slopes, step: float) -> np.ndarray:
        """Values of the sensors in a displaced state."""
        data, s = self._data, self._data.scalars
        kept, alpha = copied(data.group("state")), self._displaced.alpha.copy()
        kept_arrays = {name: data[name].copy() for name in PAST}
        if step:
            self._displaced.displace(slopes, step)
        between, s.between = s.between, 1
        self._context.demand(self._displaced.equations.run("sensor_calls"))
        s.between = between
        first = s.sensor_rows * s.sensor_width
        values: np.ndarray = data["sensed"][first + 1 : first + s.sensor_width].copy()
        restore_state(kept, data.group("state"))
        self._displaced.alpha[:] = alpha
        for name, array in kept_arrays.items():
            data[name][:] = array
        return values


def results_of(
    context: Any, solution: Solution, variations: Sequence[Variation | CellVariation],
    times: list[float], rows: list[np.ndarray], sensed: list[np.ndarray],
) -> Sensitivities:  # fmt: skip
    """The derivatives of a Solution; rows, sensed -- one row per parameter at each time."""
    model, count = context.model, len(variations)
    sizes = (model.n_ode2,) * 3 + (model.n_ae,) + (model.n_ode1,) * 2
    states = np.array(rows) if rows else np.zeros((0, count, sum(sizes)))
    width = context.data.scalars.sensor_width - 1
    values = np.array(sensed) if sensed else np.zeros((0, count, width))
    ends, columns = np.cumsum((0, *sizes)), context.recording.named_columns
    found: list[Sensitivity] = []
    for k, variation in enumerate(variations):
        parts = [states[:, k, ends[j] : ends[j + 1]] for j in range(len(sizes))]
        sensors = {
            name: values[:, k, place.start - 1 : place.stop - 1] for name, place in columns.items()
        }
        path = variation.path
        states_of = dict(zip(STATES, parts, strict=True))
        unit = path.parameter.unit
        found.append(
            Sensitivity(
                path.text, variation.value, unit, np.array(times), sensors=sensors, **states_of
            )
        )
    return Sensitivities(solution, found)
