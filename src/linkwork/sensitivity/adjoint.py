"""The gradient of one number of a run by many parameters, by steps backwards in time.

The run is taken again with all its steps recorded; then `integrators/alpha/adjoint.py` goes back
from the last step to the first. The effort hardly depends on the number of parameters, as long as
these belong to the laws of connectors and loads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linkwork.core.errors import SolverError, SysError
from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.overflows import overflows_unnoticed
from linkwork.integrators.alpha.adjoint import (
    ADJOINT,
    COLOR,
    MEMBER,
    OF_START,
    adjoint_size,
    adjoint_start,
    adjoint_steps,
)
from linkwork.integrators.alpha.parameter_slopes import LINEAR, SMOOTH, WORD
from linkwork.results.solution import Solution
from linkwork.run.run import Run
from linkwork.sensitivity.alpha import is_linear, ordered, serves, sort_of
from linkwork.sensitivity.cells import CellVariation
from linkwork.sensitivity.dynamic import check_events, vary_start
from linkwork.sensitivity.laws import MatrixCalls
from linkwork.sensitivity.memory import Changes, memory_of
from linkwork.sensitivity.numbers import slopes_by, slopes_of
from linkwork.sensitivity.outputs import energies_in
from linkwork.sensitivity.quick_starts import Varied
from linkwork.sensitivity.steps import LARGER, RELATIVE
from linkwork.sensitivity.variations import Path


def gradient_of(
    twin: Any, settings: Any, integrator: Any, paths: Sequence[Path],
    function: Callable[[Any], float], solution: Solution,
) -> np.ndarray:  # fmt: skip
    """Derivatives of function(solution) by some parameters.

    twin -- an assembled system with the initial values of the run
    """
    every = settings.solutionSettings.solutionWritePeriod
    settings.solutionSettings.sensorsStoreAndWriteFiles = bool(solution.sensors)
    with overflows_unnoticed():
        variations = vary_start(twin, paths, settings, integrator, wholly=True)
        settings.solutionSettings.solutionWritePeriod = 0.0
        twin.systemData.to_initial_state()
        with twin._locked():
            try:
                run = Run(twin._model, twin._data, settings, integrator)
                check_events(run)
                _check(run)
                run.before_start = run.repeated = None
                steps = run.execute()
                _demand_plain_steps(run, steps)
                return _Backwards(run, steps, variations).gradient(function, solution)
            finally:
                settings.solutionSettings.solutionWritePeriod = every
                twin._model.functions.release_all()


def _check(run: Run) -> None:
    if not serves(run) or run.scheme.locates_events or run.scheme.is_automatic:
        raise SysError(
            "gradient goes back along steps of GeneralizedAlpha of fixed size, without events, "
            "first-order coordinates, rotations that are composed, redundant constraints and "
            "projections; use SolveDynamic(settings, sensitivities=[...]) for this model"
        )


def _demand_plain_steps(run: Run, steps: Solution) -> None:
    if run.context.counts.rejected or len(steps.times) != run.context.counts.steps + 1:
        raise SysError(
            "gradient needs steps of one size, but some were reduced; use smaller steps, or "
            "SolveDynamic(settings, sensitivities=[...])"
        )


class _Backwards:
    """One way back along the steps of a run."""

    def __init__(self, run: Run, steps: Solution, variations: Sequence[Varied]) -> None:
        self._run, self._steps, self._variations = run, steps, list(variations)
        self._context, self._data = run.context, run.context.data
        model = run.context.model
        self.n, self.m = model.n_ode2, model.n_ae
        memory = memory_of(self._data)
        self._changes = [variation.changes(memory) for variation in variations]
        self._order: list[int] = []
        self._direct = np.zeros(len(self._variations))

    def gradient(self, function: Callable[[Any], float], solution: Solution) -> np.ndarray:
        weights = self._weights(function, solution)
        parameters, words, ends, colors = self._sorted()
        data, equations, model = self._data, self._context.equations, self._context.model
        rows, columns = equations.layout.entries()
        places, others = ordered(columns, rows, self.n + self.m)
        control = np.zeros(1, ADJOINT)
        control["steps"] = len(self._steps.times) - 1
        control["parameters"], control["colors"] = len(parameters), len(colors)
        control["turns"] = model.has_moments
        calls = MatrixCalls(data)
        calls.tell(control[0])
        steps = self._steps
        states = (steps.coordinates, steps.velocities, steps.accelerations, steps.multipliers)
        history = np.column_stack([steps.times, *states])
        found = np.zeros(len(parameters))
        size = adjoint_size(self.n, self.m, len(data["values"]), len(data["markers"]))
        pools = dict(
            method=self._run.scheme.memory["method"], control=control, parameters=parameters,
            words=words, ends=ends, colors=colors, tangent_work=np.zeros(size),
            tangent_rows=places, tangent_columns=others,
            history=history.reshape(-1), weights=weights.reshape(-1), gradient=found,
        )  # fmt: skip
        equations.layout.open(data)
        try:
            self._call(adjoint_steps, pools)
            if control["failed"][0]:
                raise SolverError(
                    "gradient: the matrices of the steps are not symmetric enough; use "
                    "SolveDynamic(settings, sensitivities=[...])"
                )
            self._add_start(weights[0], pools, found)
        finally:
            equations.layout.close()
        result = self._direct
        result[self._order] += found
        return result

    def _call(self, kernel: Callable[..., Any], pools: dict[str, np.ndarray]) -> None:
        data = self._data
        data.set_calls("change_calls", [(kernel, pools)], address_of)
        try:
            self._context.demand(int(call_kernel(*data.calls("change_calls")[0], data.address)))
        finally:
            data.set_calls("change_calls", (), address_of)

    # ------------------------------------------------------------------ the number

    def _weights(self, function: Callable[[Any], float], solution: Solution) -> np.ndarray:
        """Derivatives of the number by q, v, a and multipliers of all steps."""
        steps, n, m = self._steps, self.n, self.m
        weights = np.zeros((len(steps.times), 3 * n + m))
        slopes = slopes_of(function, solution)
        rows = np.searchsorted(steps.times, solution.times - 1.0e-9 * self._context.h)
        if not np.allclose(steps.times[rows], solution.times, rtol=0, atol=1e-9 * self._context.h):
            raise SysError("gradient: the steps of the run cannot be taken again")
        places = ("coordinates", "velocities", "accelerations", "multipliers")
        ends = np.cumsum([0, n, n, n, m])
        for k, name in enumerate(places):
            weights[rows, ends[k] : ends[k + 1]] += slopes[name]
        sensed: dict[int, np.ndarray] = {}
        energies = {self._context.model.items["sensor"][k].name for k in energies_in(self._context)}
        for name, values in slopes["sensors"].items():
            if name in energies and values.any():
                raise SysError(f"gradient: the energy of {name!r} depends on all steps")
            times = solution.sensors[name][:, 0]
            for row in np.flatnonzero(values.any(axis=1)):
                step = int(np.searchsorted(steps.times, times[row] - 1.0e-9 * self._context.h))
                place = self._context.recording.named_columns[name]
                wanted = sensed.setdefault(step, np.zeros(self._data.scalars.sensor_width))
                wanted[place] += values[row]
        for step, wanted in sensed.items():
            self._add_sensors(step, wanted[1:], weights)
        return weights

    def _add_sensors(self, step: int, wanted: np.ndarray, weights: np.ndarray) -> None:
        """Add the derivatives of a sum of the values of sensors at the end of a step."""
        data, s, steps = self._data, self._data.scalars, self._steps
        names = ("q", "v", "a", "multipliers")
        rows = steps.coordinates, steps.velocities, steps.accelerations, steps.multipliers
        state = np.concatenate([row[step] for row in rows])
        ends = np.cumsum([0, *(row.shape[1] for row in rows)])
        data.set("sensed", np.zeros(s.sensor_width))
        s.between, s.t = 0, steps.times[step]
        data["q_low"][:] = 0.0

        def value() -> float:
            for k, name in enumerate(names):
                data[name][:] = state[ends[k] : ends[k + 1]]
            s.sensor_rows = 0
            self._context.demand(self._context.equations.run("sensor_calls"))
            return float(wanted @ data["sensed"][1 : s.sensor_width])

        for k in range(len(names)):
            part = state[ends[k] : ends[k + 1]].reshape(1, -1)
            weights[step, ends[k] : ends[k + 1]] += slopes_by(value, part, value())[0]
        for k, variation in enumerate(self._variations):
            size = LARGER * RELATIVE * variation.scale
            for many, weight in ((1.0, 8.0 / 12.0), (2.0, -1.0 / 12.0)):
                for sign in (1.0, -1.0):
                    self._changes[k].apply(sign * many * size)
                    self._direct[k] += sign * weight / size * value()
                    self._changes[k].undo()

    # ------------------------------------------------------------------ parameters

    def _sorted(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Parameters color by color, then all others; their words and markers; the colors."""
        groups, others = self._colored()
        self._order = [k for group in groups for k in group] + others
        parameters = np.zeros(len(self._order), MEMBER)
        colors = np.zeros(len(groups), COLOR)
        words: list[np.ndarray] = []
        ends: list[int] = []
        first = 0
        for c, group in enumerate(groups):
            linear = is_linear(self._run, *self._joined(group))
            colors[c] = (first, first + len(group), linear)
            first += len(group)
            for k in group:
                scale = self._variations[k].scale
                step = scale if linear else LARGER * RELATIVE * scale
                self._place(parameters, words, ends, k, LINEAR if linear else SMOOTH, step)
        for k in others:
            sort, step = sort_of(self._run, self._changes[k], self._variations[k].scale)
            self._place(parameters, words, ends, k, sort, step)
        joined = np.concatenate([np.zeros(0, WORD), *words])
        return parameters, joined, np.array(ends, np.int64), colors

    def _place(
        self, parameters: np.ndarray, words: list[np.ndarray], ends: list[int], k: int, sort: int,
        step: float,
    ) -> None:  # fmt: skip
        row = parameters[self._order.index(k)]
        row["first"] = sum(map(len, words))
        for part in self._changes[k]:
            some = np.zeros(len(part.places), WORD)
            some["address"] = part.words.ctypes.data + 8 * part.places
            some["slope"] = part.slopes
            words.append(some)
        row["last"] = sum(map(len, words))
        row["sort"], row["step"], row["ends"] = sort, step, len(ends)
        ends += self._markers(k)
        row["last_end"] = len(ends)

    def _markers(self, k: int) -> list[int]:
        """Markers on which the forces of an item act, if these are all that a parameter changes."""
        variation = self._variations[k]
        if not isinstance(variation, CellVariation):
            return []
        table, kind = variation.table, variation.table.kind
        if kind.acts_directly or kind.blocks is None or variation.path.family != "object":
            return []
        lines, _, markers = kind.end_markers(table)
        row = table.numbers.index(variation.path.number)
        return [int(marker) for marker in np.asarray(markers)[np.asarray(lines) == row]]

    def _colored(self) -> tuple[list[list[int]], list[int]]:
        """Groups of parameters whose items share no marker, and all others."""
        groups: list[tuple[set[int], list[int]]] = []
        others: list[int] = []
        for k in range(len(self._variations)):
            markers = set(self._markers(k))
            if not markers:
                others.append(k)
                continue
            for taken, group in groups:
                if not taken & markers:
                    taken |= markers
                    group.append(k)
                    break
            else:
                groups.append((markers, [k]))
        return [group for _, group in groups], others

    def _joined(self, group: list[int]) -> tuple[Changes, float]:
        """The changes of several parameters together, each by its own scale."""
        parts = [(self._changes[k], self._variations[k].scale) for k in group]
        return Changes.together(parts), 1.0

    # ------------------------------------------------------------------ start

    def _add_start(self, bars: np.ndarray, pools: dict[str, np.ndarray], found: np.ndarray) -> None:
        """Add what the start contributes; bars -- derivatives of the number by the first row."""
        n, data = self.n, self._data
        parts = np.split(bars, [n, 2 * n, 3 * n])
        given = dict(zip(("q", "v", "a", "multipliers"), parts, strict=True))
        cells = [k for k, v in enumerate(self._variations) if isinstance(v, CellVariation)]
        for place, k in enumerate(self._order):
            start = self._variations[k].start
            if start is not None:
                found[place] += sum(float(bar @ start[name]) for name, bar in given.items())
        if not cells:
            return
        state = data.group("state")
        for name, values in zip(("q", "v", "a"), self._first_row(), strict=True):
            getattr(state, name)[:] = values
        data["q_low"][:] = 0.0
        data.scalars.t = self._steps.times[0]
        equations = self._context.equations
        equations.forget_factors()
        self._context.demand(equations.factorize_masses())
        row_mass = data["row_mass"]
        psi = equations.solve(np.concatenate([given["a"], row_mass * given["multipliers"]]))
        data["multipliers"][:] = self._steps.multipliers[0]
        pools["tangent_work"][:n] = psi[:n]
        before = found.copy()
        chosen = {name: pools[name] for name in OF_START}
        self._call(adjoint_start, chosen)
        colored = int(pools["colors"]["last"][-1]) if len(pools["colors"]) else 0
        for place in range(colored, len(self._order)):
            k = self._order[place]
            if self._variations[k].start is None:
                found[place] = before[place] - float(psi[:n] @ self._force_slope(k))

    def _first_row(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        steps = self._steps
        return steps.coordinates[0], steps.velocities[0], steps.accelerations[0]

    def _force_slope(self, k: int) -> np.ndarray:
        """Derivatives of the residual by a parameter at the present state."""
        data, equations = self._data, self._context.equations
        changes, step = self._changes[k], LARGER * RELATIVE * self._variations[k].scale
        total = np.zeros(self.n)
        for many, weight in ((1.0, 8.0 / 12.0), (2.0, -1.0 / 12.0)):
            for sign in (1.0, -1.0):
                changes.apply(sign * many * step)
                self._context.demand(equations.forces(level=2))
                total += sign * weight / step * data["residual"]
                changes.undo()
        return total
