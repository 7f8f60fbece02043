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
from linkwork.integrators.alpha.parameter_slopes import LINEAR, SMOOTH
from linkwork.results.parts import rows_of
from linkwork.results.solution import Solution
from linkwork.run.run import Run
from linkwork.sensitivity.alpha import is_linear, ordered, serves, sort_of, words_of
from linkwork.sensitivity.cells import CellVariation
from linkwork.sensitivity.dynamic import check_events, vary_start
from linkwork.sensitivity.laws import MatrixCalls
from linkwork.sensitivity.memory import Changes, memory_of
from linkwork.sensitivity.numbers import STATES, slopes_by, slopes_of
from linkwork.sensitivity.outputs import energies_in
from linkwork.sensitivity.quick_starts import Varied
from linkwork.sensitivity.reach import points_are_straight
from linkwork.sensitivity.steps import LARGER, RELATIVE, size_of
from linkwork.sensitivity.variations import Path


def gradient_of(
    twin: Any, settings: Any, integrator: Any, paths: Sequence[Path],
    function: Callable[[Any], float], solution: Solution,
) -> np.ndarray | None:  # fmt: skip
    """Derivatives of function(solution) by some parameters; None if steps cannot be transposed.

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
                if not serves(run) or run.scheme.locates_events or run.scheme.is_automatic:
                    return None
                run.before_start = run.repeated = None
                rows = rows_of(run.execute())
                if run.context.counts.rejected or len(rows) != run.context.counts.steps + 1:
                    return None
                return _Backwards(run, rows, variations).gradient(function, solution)
            finally:
                settings.solutionSettings.solutionWritePeriod = every
                twin._model.functions.release_all()


SAME = 1.0e-6
"""Largest difference of states that are the same, relative to the largest one of their kind."""


def demand_same(own: np.ndarray, recorded: np.ndarray) -> None:
    """Raise an error if the states of a repeated run are not those of the run."""
    size = np.abs(recorded).max(initial=0.0)
    if not np.abs(own - recorded).max(initial=0.0) <= SAME * size:
        raise SysError(
            "gradient: the same run now leads to other states; what functions of users "
            "read, such as variables, has changed since, so solve again"
        )


def mirrored(order: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Places of the entries of a transposed matrix; order -- as `ordered` for its columns

    Entries without a mirror image keep their place: corrections decide whether that is enough.
    """
    size = int(max(rows.max(initial=0), columns.max(initial=0))) + 1
    keys, wanted = rows.astype(np.int64) * size + columns, columns.astype(np.int64) * size + rows
    known = np.argsort(keys)
    found = known[np.minimum(np.searchsorted(keys, wanted, sorter=known), len(keys) - 1)]
    found = np.where(keys[found] == wanted, found, np.arange(len(keys)))
    return np.asarray(found[order[len(order) - len(keys) :]])


class _Backwards:
    """One way back along the steps of a run."""

    def __init__(self, run: Run, rows: np.ndarray, variations: Sequence[Varied]) -> None:
        """rows -- those of the recorder, one for each step"""
        self._run, self._rows, self._variations = run, rows, list(variations)
        self._times = rows[:, 0]
        self._context, self._data = run.context, run.context.data
        model = run.context.model
        self.n, self.m = model.n_ode2, model.n_ae
        memory = memory_of(self._data)
        self._changes = [variation.changes(memory) for variation in variations]
        self._size = size_of(model)
        self._order: list[int] = []
        self._ends: dict[int, dict[int, list[int]]] = {}
        self._direct = np.zeros(len(self._variations))

    def gradient(self, function: Callable[[Any], float], solution: Solution) -> np.ndarray:
        weights = self._weights(function, solution)
        parameters, words, ends, colors = self._sorted()
        data, equations, model = self._data, self._context.equations, self._context.model
        rows, columns = equations.layout.entries()
        control = np.zeros(1, ADJOINT)
        control["steps"], control["width"] = len(self._rows) - 1, self._rows.shape[1]
        control["weighted"] = len(weights)
        control["parameters"], control["colors"] = len(parameters), len(colors)
        control["turns"] = model.has_moments
        control["is_straight"] = not model.has_moments and points_are_straight(data)
        calls = MatrixCalls(data)
        calls.tell(control[0])
        found = np.zeros(len(parameters))
        size = adjoint_size(self.n, self.m, len(data["values"]), len(data["markers"]))
        places, others = ordered(columns, rows, self.n + self.m)
        pools = dict(
            method=self._run.scheme.memory["method"], control=control, parameters=parameters,
            words=words, ends=ends, colors=colors, tangent_work=np.zeros(size),
            tangent_rows=np.concatenate([places, mirrored(places, rows, columns)]),
            tangent_columns=others, history=self._rows.reshape(-1),
            weights=weights.reshape(-1), gradient=found,
        )  # fmt: skip
        equations.layout.open(data)
        try:
            self._call(adjoint_steps, pools)
            if control["failed"][0]:
                raise SolverError(
                    "gradient: the derivatives of a step cannot be solved for; use smaller steps, "
                    "or SolveDynamic(settings, sensitivities=[...])"
                )
            self._add_start(weights[0, 1:], pools, found)
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
        """Rows of a step and the derivatives of the number by its q, v, a and multipliers.

        They are those of the start, and of all steps on which the number depends.
        """
        n, m, slack = self.n, self.m, 1.0e-9 * self._context.h
        slopes = slopes_of(function, solution)
        rows = np.searchsorted(self._times, solution.times - slack)
        if not np.allclose(self._times[rows], solution.times, rtol=0, atol=slack):
            raise SysError("gradient: the steps of the run cannot be taken again")
        for first, name in ((1, "coordinates"), (1 + n, "velocities")):
            demand_same(self._rows[rows, first : first + n], getattr(solution, name))
        sensed = self._sensed(slopes["sensors"], solution)
        given = np.column_stack([slopes[name] for name in STATES])
        found = np.flatnonzero(given.any(axis=1))
        weighted = np.unique(np.concatenate([[0], rows[found], list(sensed)]).astype(np.int64))
        weights = np.zeros((len(weighted), 1 + 3 * n + m))
        weights[:, 0] = weighted
        np.add.at(weights[:, 1:], np.searchsorted(weighted, rows[found]), given[found])
        for step, wanted in sensed.items():
            self._add_sensors(step, wanted[1:], weights[np.searchsorted(weighted, step), 1:])
        return weights

    def _sensed(self, slopes: dict[str, np.ndarray], solution: Solution) -> dict[int, np.ndarray]:
        """Step -> derivatives of the number by the values of the sensors at its end."""
        found: dict[int, np.ndarray] = {}
        energies = {self._context.model.items["sensor"][k].name for k in energies_in(self._context)}
        for name, values in slopes.items():
            if name in energies and values.any():
                raise SysError(f"gradient: the energy of {name!r} depends on all steps")
            times = solution.sensors[name][:, 0]
            for row in np.flatnonzero(values.any(axis=1)):
                step = int(np.searchsorted(self._times, times[row] - 1.0e-9 * self._context.h))
                place = self._context.recording.named_columns[name]
                wanted = found.setdefault(step, np.zeros(self._data.scalars.sensor_width))
                wanted[place] += values[row]
        return found

    def _add_sensors(self, step: int, wanted: np.ndarray, weights: np.ndarray) -> None:
        """Add the derivatives of a sum of the values of sensors at the end of a step."""
        data, s = self._data, self._data.scalars
        names = ("q", "v", "a", "multipliers")
        ends = np.cumsum([0, self.n, self.n, self.n, self.m])
        state = self._rows[step, 1 : 1 + ends[-1]].copy()
        data.set("sensed", np.zeros(s.sensor_width))
        s.between, s.t = 0, self._times[step]
        data["q_low"][:] = 0.0

        def value() -> float:
            for k, name in enumerate(names):
                data[name][:] = state[ends[k] : ends[k + 1]]
            s.sensor_rows = 0
            self._context.demand(self._context.equations.run("sensor_calls"))
            return float(wanted @ data["sensed"][1 : s.sensor_width])

        for k in range(len(names)):
            part = state[ends[k] : ends[k + 1]].reshape(1, -1)
            weights[ends[k] : ends[k + 1]] += slopes_by(value, part, value())[0]
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
        scales = np.array([self._variations[k].scale for k in self._order])
        colors = np.zeros(len(groups), COLOR)
        first = 0
        for c, group in enumerate(groups):
            linear, last = is_linear(self._run, *self._joined(group)), first + len(group)
            colors[c] = (first, last, linear)
            parameters["sort"][first:last] = LINEAR if linear else SMOOTH
            parameters["step"][first:last] = scales[first:last]
            if not linear:
                parameters["step"][first:last] *= self._size
            first = last
        for place, k in enumerate(others, first):
            row, scale = parameters[place], self._variations[k].scale
            row["sort"], row["step"] = sort_of(self._run, self._changes[k], scale)
        words, places = words_of([self._changes[k] for k in self._order])
        parameters["first"], parameters["last"] = places[:-1], places[1:]
        ends = [self._markers(k) for k in self._order]
        places = np.cumsum([0, *map(len, ends)])
        parameters["ends"], parameters["last_end"] = places[:-1], places[1:]
        return parameters, words, np.array([k for some in ends for k in some], np.int64), colors

    def _markers(self, k: int) -> list[int]:
        """Markers on which the forces of an item act, if these are all that a parameter changes."""
        variation = self._variations[k]
        if not isinstance(variation, CellVariation):
            return []
        table, kind = variation.table, variation.table.kind
        if kind.acts_directly or kind.blocks is None or variation.path.family != "object":
            return []
        if id(table) not in self._ends:
            lines, _, markers = kind.end_markers(table)
            found: dict[int, list[int]] = {}
            self._ends[id(table)] = found
            for line, marker in zip(np.asarray(lines).tolist(), markers, strict=True):
                found.setdefault(table.numbers[line], []).append(int(marker))
        return self._ends[id(table)].get(variation.path.number, [])

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
        first = np.split(self._rows[0, 1 : 1 + 3 * n + self.m], [n, 2 * n, 3 * n])
        for name, values in zip(("q", "v", "a"), first[:3], strict=True):
            getattr(state, name)[:] = values
        data["q_low"][:] = 0.0
        data.scalars.t = self._times[0]
        equations = self._context.equations
        equations.forget_factors()
        self._context.demand(equations.factorize_masses())
        row_mass = data["row_mass"]
        psi = equations.solve(np.concatenate([given["a"], row_mass * given["multipliers"]]))
        data["multipliers"][:] = first[3]
        pools["tangent_work"][:n] = psi[:n]
        before = found.copy()
        chosen = {name: pools[name] for name in OF_START}
        self._call(adjoint_start, chosen)
        colored = int(pools["colors"]["last"][-1]) if len(pools["colors"]) else 0
        for place in range(colored, len(self._order)):
            k = self._order[place]
            if self._variations[k].start is None:
                found[place] = before[place] - float(psi[:n] @ self._force_slope(k))

    def _force_slope(self, k: int) -> np.ndarray:
        """Derivatives of the residual by a parameter at the present state."""
        data, equations = self._data, self._context.equations
        changes, step = self._changes[k], self._size * self._variations[k].scale
        total = np.zeros(self.n)
        for many, weight in ((1.0, 8.0 / 12.0), (2.0, -1.0 / 12.0)):
            for sign in (1.0, -1.0):
                changes.apply(sign * many * step)
                self._context.demand(equations.forces(level=2))
                total += sign * weight / step * data["residual"]
                changes.undo()
        return total
