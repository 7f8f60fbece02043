"""The derivative of one step of any integrator, by differences of the step itself.

The step that was taken is taken again from displaced states and with changed parameters, with the
same size, branches and method; its ends are compared. So everything that a step does is
differentiated: stages, projections, composed rotations, first-order coordinates. Step sizes count
as constants. Implicit steps are solved to rounding meanwhile.
"""

from __future__ import annotations

import ctypes
import math
from typing import Any

import numpy as np

from linkwork.core.errors import SolverError
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.records import Scalars, State
from linkwork.integrators.state import copied, restore_state
from linkwork.model.data import Data
from linkwork.model.position import difference, move_by
from linkwork.sensitivity.memory import Changes
from linkwork.sensitivity.variations import ROWS

RELATIVE = 1.0e-5
"""Size of the differences, relative to the state or the parameter."""

LARGER = 1.0e-3 / RELATIVE
"""Factor of this size for parameters, of which one step depends little, and in implicit steps:
Newton's method stops where positions are rounded, and accelerations are off by that over h^2."""

TWO, FOUR = {1.0: 0.5}, {1.0: 8.0 / 12.0, 2.0: -1.0 / 12.0}
"""Weights of differences between the values at plus and minus multiples of a step."""

TIGHT = 1.0e-14
"""Relative tolerance of Newton's method in such steps."""

UPDATES = 40
"""Most updates of Newton's method in such steps."""

Slopes = dict[str, np.ndarray]
"""Derivatives of the parts of a state (`ROWS`), positions as increments; also `alpha`."""


class Displaced:
    """Moves the present state along its derivatives."""

    def __init__(self, context: Any, memory: dict[str, np.ndarray]) -> None:
        """memory -- pools of the integrator"""
        self.context, self.data = context, context.data
        self.alpha = memory.get("alpha", np.zeros(0))
        self._turns = bool(context.model.markers.turns.any()) or len(self.data["composed"]) > 0

    @property
    def equations(self) -> Any:
        """Equations of the present layout."""
        return self.context.equations

    def displace(self, slopes: Slopes, step: float) -> None:
        """Move the present state."""
        data = self.data
        move_by(self.equations, step * slopes["q"])
        for name in ROWS[1:]:
            data[name][:] += step * slopes[name]
        if len(self.alpha):
            self.alpha[:] += step * slopes["alpha"]

    def step_for(self, slopes: Slopes) -> float:
        """Step of differences along some derivatives; 0 if all of them are zero."""
        data = self.data
        length = self.equations.largest_position()
        length = length if length > 0.0 else 1.0
        length = min(length, 1.0) if self._turns else length
        speed = max(_largest(data["v"]), length)
        rate = max(_largest(data["a"]), speed)
        size = max(
            _largest(slopes["q"]) / length, _largest(slopes["v"]) / speed,
            _largest(slopes["a"]) / rate, _largest(slopes["alpha"]) / rate,
        )  # fmt: skip
        if len(data["y"]):
            value = max(_largest(data["y"]), 1.0e-3 * _largest(data["y_t"])) or 1.0
            rate = max(_largest(data["y_t"]), value)
            size = max(size, _largest(slopes["y"]) / value, _largest(slopes["y_t"]) / rate)
        return RELATIVE / size if size > 0.0 else 0.0


def _largest(values: np.ndarray) -> float:
    return float(np.abs(values).max(initial=0.0))


class StepDifferences:
    """Takes steps again, from displaced states."""

    def __init__(self, run: Any, displaced: Displaced) -> None:
        self._run, self._displaced = run, displaced
        self._data = run.context.data
        self._scalars = (ctypes.c_char * ctypes.sizeof(Scalars)).from_address(self._data.address)
        self._is_implicit = run.scheme.is_implicit
        # its accelerations are those of a predicted velocity, which only the last step knows
        self._keeps_accelerations = run.scheme.integrator.name == "VelocityVerlet"
        self._memory = self._data["memory"]

    def advance(
        self, before: State, memory: np.ndarray, times: tuple[float, float],
        slopes: list[Slopes], changes: list[Changes], scales: list[float], branches: np.ndarray,
    ) -> list[Slopes]:  # fmt: skip
        """Derivatives at the end of the last step from those at its start.

        before, memory -- state at its start, and what the integrator remembered
        times -- its start and end [s]; branches -- those of laws within it
        """
        data = self._data
        kept, kept_start = copied(data.group("state")), copied(data.group("start"))
        kept_memory, scalars = self._memory.copy(), self._scalars.raw
        self._factors = solver_arrays(data)
        work = {name: data[name].copy() for name in ("branches", "x")} | self._factors
        found: list[Slopes] = []
        self._before, self._before_memory, self._times = before, memory, times
        data["branches"][:] = branches
        try:
            for slope, change, scale in zip(slopes, changes, scales, strict=True):
                found.append(self._differentiated(slope, change, scale))
        finally:
            restore_state(kept, data.group("state"))
            restore_state(kept_start, data.group("start"))
            self._memory[:] = kept_memory
            self._scalars.raw = scalars
            for name, values in work.items():
                data[name][:] = values
            data.scalars.factor_valid *= not self._is_implicit and not self._varies
        return found

    @property
    def _varies(self) -> bool:
        model = self._run.context.model
        return bool(model.n_ae > 0 or model.masses_vary)

    def _differentiated(self, slopes: Slopes, changes: Changes, scale: float) -> Slopes:
        self._go_back()
        step = self._displaced.step_for(slopes) * (LARGER if self._is_implicit else 1.0)
        total = {name: np.zeros_like(part) for name, part in slopes.items()}
        for k, weight in (FOUR if self._is_implicit else TWO).items() if step else ():
            ends = [self._end(slopes, sign * k * step, None) for sign in (1.0, -1.0)]
            self._add(total, ends, weight / step)
        step = LARGER * RELATIVE * scale
        for k, weight in FOUR.items() if len(changes) else ():
            ends = []
            for sign in (1.0, -1.0):
                changes.apply(sign * k * step)
                try:
                    ends.append(self._end(slopes, 0.0, changes))
                finally:
                    changes.undo()
            self._add(total, ends, weight / step)
        return total

    def _add(self, total: Slopes, ends: list[tuple[State, np.ndarray]], factor: float) -> None:
        (plus, alpha_plus), (minus, alpha_minus) = ends
        total["q"] += factor * difference(self._displaced.equations, minus, plus)
        for name in ROWS[1:]:
            total[name] += factor * (getattr(plus, name) - getattr(minus, name))
        total["alpha"] += factor * (alpha_plus - alpha_minus)

    def _go_back(self) -> None:
        """The state at the start of the step."""
        restore_state(self._before, self._data.group("state"))
        self._memory[:] = self._before_memory
        for name in ("factors", "pivots"):
            self._data[name][:] = self._factors[name]
        s = self._data.scalars
        s.t, s.t_base, s.steps_base = self._times[0], self._times[0], 0
        s.h = self._times[1] - self._times[0]

    def _end(
        self, slopes: Slopes, step: float, changes: Changes | None
    ) -> tuple[State, np.ndarray]:
        """The end of the step from a displaced state, and the algorithmic accelerations."""
        data, s = self._data, self._data.scalars
        self._go_back()
        if step:
            self._displaced.displace(slopes, step)
        s.hold, s.steps_done, s.steps_wanted, s.automatic = 1, 0, 1, 0
        s.pre_step = s.changed = s.stop_after = s.watch = s.fused = s.record_rows = 0
        s.search_done, s.sensor_rows, s.next_checkpoint = 1, 0, math.inf
        s.next_record = s.next_sensor = math.inf
        s.first_valid = int(self._keeps_accelerations)
        if self._is_implicit:
            self._run.scheme.integrator.set_coefficients(s, self._run.scheme.memory)
            s.relative_tolerance, s.absolute_tolerance, s.max_iterations = TIGHT, 0.0, UPDATES
            s.linear = 0
        elif changes is not None or self._keeps_accelerations:
            self._weigh()
        if self._varies:
            # RATTLE begins with the factors of the start, all others compute them
            s.factor_valid = int(self._keeps_accelerations)
        status = call_kernel(*data.calls("step_calls")[0], data.address)
        if status not in (0, None):
            raise SolverError(
                f"sensitivities: the step to t = {self._times[1]:.9g} s cannot be taken again from "
                "a displaced state; use smaller steps"
            )
        return copied(data.group("state")), self._displaced.alpha.copy()

    def _weigh(self) -> None:
        """Factors of the masses, with constraints, at the present state and parameters."""
        equations, s = self._displaced.equations, self._data.scalars
        kept = {name: getattr(s, name) for name in FACTORS}
        self._run.context.demand(equations.evaluate_masses())
        self._run.context.demand(equations.call("solver_calls", 0))
        for name, value in kept.items():
            setattr(s, name, value)


def solver_arrays(data: Data) -> dict[str, np.ndarray]:
    """Copies of what factorizations write: explicit steps of constant masses keep their factors."""
    names = ("values", "factors", "pivots", "front_pivots")
    return {name: data[name].copy() for name in names}


FACTORS = ("cq", "cv", "ca", "cy", "level", "row_cq", "row_cv", "row_scale")
"""Scalars that the evaluation of a matrix changes."""
