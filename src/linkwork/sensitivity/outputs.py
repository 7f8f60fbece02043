"""Derivatives of what is recorded, from those of the state: coordinates and values of sensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.records import CALL
from linkwork.integrators.alpha.parameter_slopes import PARAMETER
from linkwork.integrators.sensed_tangent import sensed_tangents
from linkwork.integrators.state import copied, restore_state
from linkwork.integrators.step_tangent import STEPPED
from linkwork.model.data import Data, entry_of, fill_calls
from linkwork.results.sensitivity import STATES, Sensitivities, Sensitivity
from linkwork.results.solution import Solution
from linkwork.sensitivity.alpha import words_of
from linkwork.sensitivity.memory import Changes
from linkwork.sensitivity.quick_starts import Varied
from linkwork.sensitivity.steps import FOUR, LARGER, RELATIVE, Displaced, Slopes, size_of
from linkwork.sensitivity.variations import ROWS
from linkwork.sensors.energy_sensor import SensorEnergy


def energies_in(context: Any) -> list[int]:
    """Numbers of sensors whose values depend on the start and on all steps: those of energies."""
    items = context.model.items["sensor"]
    return [k for k in context.recording.columns if isinstance(items[k], SensorEnergy)]


MOTION = ("q", "v", "a")
"""Parts of a recorded row that a run may hold in another form."""


class Outputs:
    """Evaluates outputs in states beside the present one, along the derivatives of the state."""

    def __init__(self, context: Any, displaced: Displaced) -> None:
        self._context, self._data, self._displaced = context, context.data, displaced
        self._sensing: tuple[KernelCall, dict[str, np.ndarray]] | None = None
        self._unknown = np.zeros(max(context.data.scalars.sensor_width - 1, 0), bool)
        for number in energies_in(context):
            place = context.recording.columns[number]
            self._unknown[place.start - 1 : place.stop - 1] = True

    def row(self, slopes: Slopes, changes: Changes, scale: float) -> np.ndarray:
        """Derivatives of a recorded row of states."""
        found = dict(slopes)
        if len(self._data["composed"]):
            n = len(slopes["q"])
            motion = self._motion(slopes, changes, scale)
            found |= {name: motion[k * n : (k + 1) * n] for k, name in enumerate(MOTION)}
        return np.concatenate([found[name] for name in ROWS])

    def _motion(self, slopes: Slopes, changes: Changes, scale: float) -> np.ndarray:
        """Derivatives of q, v and a as they are recorded, where coordinates are composed.

        At a fixed pose, coordinates may depend on parameters: on those of the reference.
        """
        along = {**slopes, "alpha": np.zeros_like(slopes["alpha"])}
        found, step = np.zeros(3 * len(slopes["q"])), LARGER * self._displaced.step_for(slopes)
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
        """Coordinates, velocities and accelerations in a displaced state."""
        data = self._data
        kept = copied(data.group("state"))
        self._displaced.displace(slopes, step)
        state = {"q": data["q"] + data["q_low"], "v": data["v"], "a": data["a"]}
        if data.composition.is_on:
            rates = [data.composition.public(name, state) for name in MOTION[1:]]
            state |= dict(zip(MOTION[1:], rates, strict=True))
        found: np.ndarray = np.concatenate([state[name] for name in MOTION])
        restore_state(kept, data.group("state"))
        return found

    def sensors(self, parts: list[tuple[Slopes, Changes, float]]) -> np.ndarray:
        """Derivatives of the values of all sensors, one row per parameter; NaN of energies.

        parts -- derivatives of the state, changes and size of each parameter
        """
        if self._sensing is None:
            self._sensing = self._made([(changes, scale) for _, changes, scale in parts])
        call, pools = self._sensing
        slopes = [np.concatenate([slope[name] for name in ROWS]) for slope, _, _ in parts]
        pools["tangents"][:] = np.concatenate(slopes)
        self._context.demand(call.run())
        found: np.ndarray = pools["found"].reshape(len(parts), -1).copy()
        found[:, self._unknown] = np.nan
        return found

    def _made(
        self, parameters: list[tuple[Changes, float]]
    ) -> tuple[KernelCall, dict[str, np.ndarray]]:
        """The kernel that evaluates sensors beside the present state, and its memory."""
        data, state = self._data, self._data.group("state")
        count, width = len(parameters), sum(len(getattr(state, name)) for name in ROWS)
        control, rows = np.zeros(1, STEPPED), np.zeros(count, PARAMETER)
        control["count"], control["turns"] = count, self._displaced.turns
        control["size"] = size = size_of(self._context.model)
        words, ends = words_of([changes for changes, _ in parameters])
        rows["first"], rows["last"] = ends[:-1], ends[1:]
        rows["step"] = [size * scale for _, scale in parameters]
        past = data["extremes"].size + len(data["integrals"]) + len(data["power_history"])
        pools = dict(
            control=control, parameters=rows, words=words, tangents=np.zeros(count * width),
            kept=np.zeros(sum(map(len, state))), tangent_work=np.zeros(len(state.q) + past),
            found=np.zeros(count * (data.scalars.sensor_width - 1)),
        )  # fmt: skip
        return KernelCall(sensed_tangents, pools, data), pools


class KernelCall:
    """A kernel over memory of its own, called from Python."""

    def __init__(
        self, kernel: Callable[..., Any], pools: dict[str, np.ndarray], data: Data
    ) -> None:
        self._call, self._data, self._pools = np.zeros(1, CALL), data, pools
        fill_calls(self._call, [pools])
        self._code = address_of(entry_of(kernel, pools))

    def run(self) -> int:
        """Call it; returns a status."""
        return int(call_kernel(self._code, self._call.ctypes.data, self._data.address))


def results_of(
    context: Any, solution: Solution, variations: Sequence[Varied],
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
