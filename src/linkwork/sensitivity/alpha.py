"""Derivatives along steps of generalized-alpha, in compiled code (`integrators/alpha/tangent.py`).

It serves models whose coordinates are added and whose steps are those of the equations alone. Other
ones are differentiated by differences of their steps (`steps.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.kernels.callbacks import python_address_of
from linkwork.core.kernels.compile import address_of
from linkwork.core.lanes import FOUR
from linkwork.core.records import CALL
from linkwork.integrators.alpha.loop import GeneralizedAlpha
from linkwork.integrators.alpha.parameter_slopes import (
    CLOSED,
    FIXED,
    LINEAR,
    LOADS,
    MASSES,
    PARAMETER,
    SMOOTH,
    WORD,
)
from linkwork.integrators.alpha.tangent import CONTROL, lanes_begin, tangent_steps, work_size
from linkwork.integrators.state import copied, restore_state
from linkwork.linear.choose import OwnLU
from linkwork.model.data import Data, entry_of, fill_calls
from linkwork.model.model import Model
from linkwork.run.run import Run
from linkwork.sensitivity.laws import (
    Law,
    MatrixCalls,
    closed_law_of,
    law_of,
    matrix_needs_forces,
)
from linkwork.sensitivity.memory import MOVED, Changes, arrays_of
from linkwork.sensitivity.reach import Reach, Reaches, points_are_straight
from linkwork.sensitivity.steps import Slopes, size_of

PARTS = ("q", "v", "a", "alpha", "multipliers")
"""Order of the derivatives in memory."""


def serves(run: Run) -> bool:
    """Whether the steps of a run are differentiated in compiled code."""
    context = run.context
    return serves_model(context.model, context.data, context.equations, run.scheme.integrator)


def serves_model(model: Model, data: Data, equations: Any, integrator: Any) -> bool:
    """The same for a model and the equations of its last run."""
    if not isinstance(integrator, GeneralizedAlpha) or model.n_ode1 or not model.n_ode2:
        return False
    if len(data["composed"]) or data.scalars.project_drift or equations.redundant is not None:
        return False
    tables = model.equation_tables()
    rates = any(t.kind.drifts or t.kind.rate_equations(t).any() for t in tables)
    return not rates and not len(data["search_calls"])


def sort_of(run: Run, changes: Changes, scale: float) -> tuple[int, float]:
    """How the equations depend on a parameter, and the step of differences.

    Which arrays it changes tells whether anything but masses or constant loads depends on it.
    Whether that is linear is tried in two states near the start, with other velocities and
    multipliers; laws with branches count as not linear, since they may have other ones later.
    """
    data, model = run.context.data, run.context.model
    changed = {part.words.ctypes.data for part in changes}
    if not changed & _addresses(data, (*FORCES, "constant_calls")):
        loads = data["constant_force"].ctypes.data
        moved = {data[name].ctypes.data for name in MOVED}
        if data.scalars.plain_masses and not changed & {loads, *moved}:
            return MASSES, scale
        if data.scalars.plain_masses and loads not in changed and not _feels(run, changes, scale):
            return MASSES, scale
    elif not changed & _addresses(data, FORCES) and not model.has_moments:
        others = {data[name].ctypes.data for name in ("masses", "reference", *MOVED)}
        if not changed & others:
            return LOADS, scale
    has_branches = any("events" in table.kind.kernels for table in model.tables.values())
    if has_branches or model.functions.bound or not is_linear(run, changes, scale):
        return SMOOTH, size_of(model) * scale
    return LINEAR, scale


def describe(
    run: Run, changes: Changes, scale: float, parameter: np.ndarray, sort: tuple[int, float] | None
) -> Law | None:
    """Write how equations depend on a parameter; returns the one law that does, if there is one.

    sort -- what `sort_of` has found, if that is known
    """
    law = closed_law_of(run, changes)
    if law is not None:
        parameter["sort"], parameter["step"] = CLOSED, scale
    else:
        parameter["sort"], parameter["step"] = sort or sort_of(run, changes, scale)
        law = law_of(run, changes) if parameter["sort"] in (LINEAR, SMOOTH) else None
    if law is not None:
        parameter["writes"] = law.writes
        parameter["law"], parameter["code"] = law.call.ctypes.data, law.call["code"][0]
    return law


FORCES = ("motion_calls", "force_calls", "constraint_calls", "gather_calls")
"""Lists of calls that evaluate forces."""


def _addresses(data: Any, lists: tuple[str, ...]) -> set[int]:
    parts = [over for name in lists for _, over in data.parts.get(name, [])]
    return {array.ctypes.data for over in parts for array in arrays_of(over)}


def _values(run: Run, changes: Changes, steps: tuple[float, ...]) -> list[list[np.ndarray]]:
    """The equations at two states, with the parameter displaced by some steps."""
    data, equations = run.context.data, run.context.equations
    s, rng = data.scalars, np.random.default_rng(5)
    kept, frozen, level = copied(data.group("state")), s.frozen, s.level
    size = max(equations.largest_position(), 1.0e-6)
    found: list[list[np.ndarray]] = []
    s.frozen = 1
    for _ in range(2):
        for name, least in (("q", 1.0e-3), ("v", 1.0), ("a", 1.0), ("multipliers", 1.0)):
            largest = float(np.abs(data[name]).max(initial=0.0)) if name != "q" else 0.0
            noise = rng.uniform(-1.0, 1.0, len(data[name]))
            data[name][:] += (largest or least * size) * noise
        rows = []
        for step in steps:
            changes.apply(step)
            status, parts = 0, []
            for each in sorted({0, int(level)}):  # constraints of positions, and the present ones
                status = status or equations.forces(each) or equations.run("inertia_calls")
                parts += [data["residual"].copy(), data["constraint"].copy()]
            forces = np.concatenate(parts)
            rows.append(forces if status == 0 else np.full_like(forces, np.nan))
            changes.undo()
        found.append(rows)
        restore_state(kept, data.group("state"))
    s.frozen, s.level = frozen, level
    return found


def _feels(run: Run, changes: Changes, scale: float) -> bool:
    """Whether forces without inertia depend on a parameter; NaN counts."""
    a = run.context.data["a"].copy()
    run.context.data["a"][:] = 0.0
    found = _values(run, changes, (0.0, scale))
    run.context.data["a"][:] = a
    return not all(np.array_equal(base, once) for base, once in found)


def is_linear(run: Run, changes: Changes, scale: float) -> bool:
    """Whether the equations depend linearly on a parameter, and do depend on it."""
    if any(table.kind.has_regimes for table in run.context.model.tables.values()):
        return False
    for base, once, twice, back in _values(run, changes, (0.0, scale, 2.0 * scale, -scale)):
        bend = np.abs(np.stack([twice - 2.0 * once + base, once + back - 2.0 * base])).max()
        largest = np.abs(np.stack([base, once, twice])).max()
        if not bend <= STRAIGHT * largest or np.array_equal(base, once):
            return False
    return True


STRAIGHT = 1.0e-14
"""Second differences up to this, relative to the values, are rounding."""


def ordered(rows: np.ndarray, columns: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Entries of a matrix row by row: (where rows begin, then places of entries; columns)."""
    order = np.lexsort((columns, rows))
    starts = np.searchsorted(np.asarray(rows)[order], np.arange(size + 1))
    return np.concatenate([starts, order]).astype(np.int64), np.asarray(columns, np.int64)[order]


def words_of(changes: list[Changes]) -> tuple[np.ndarray, np.ndarray]:
    """The numbers in memory that follow from some parameters, and where those of each begin."""
    ends = np.cumsum([0, *map(len, changes)])
    words = np.zeros(ends[-1], WORD)
    place = 0
    for part in (part for change in changes for part in change):
        some = words[place : place + len(part.places)]
        some["address"] = part.words.ctypes.data + 8 * part.places
        some["slope"] = part.slopes
        place += len(part.places)
    return words, ends


def fixed_words(data: Data, changes: Changes) -> np.ndarray:
    """Derivatives of the residual by a parameter of constant loads on points, as words."""
    force, residual, constant = data["marker_force"], data["residual"], data["constant_force"]
    force[:], residual[:] = 0.0, 0.0
    for part in changes:
        if part.words.ctypes.data == constant.ctypes.data:
            force.reshape(-1)[part.places] = part.slopes
    data.run_calls("gather_calls")
    places = np.flatnonzero(residual)
    words = np.zeros(len(places), WORD)
    words["address"], words["slope"] = places, residual[places]
    return words


OWN = ("values", "factors", "pivots", "front_pivots")
"""Arrays of the linear solver of which derivatives have their own."""


class AlphaTangent:
    """The kernel that advances the derivatives after each step, and its memory.

    sorts -- what `sort_of` has found, by parameter
    """

    def __init__(self, run: Run, count: int, report: Callable[[int, int], int]) -> None:
        """count -- number of parameters; report -- called where rows are recorded"""
        data, model = run.context.data, run.context.model
        self._run, self._data, self._count = run, data, count
        self.n, self.m = model.n_ode2, model.n_ae
        layout = run.context.equations.layout
        rows, columns = layout.entries()
        address = python_address_of(report)
        run.context.callbacks.append(address)
        self._calls = MatrixCalls(data)
        self.sorts: dict[int, tuple[int, float]] = {}
        self._laws: list[Law] = []
        self._reached: list[Reach] = []
        self.control = np.zeros(1, CONTROL)
        control = self.control[0]
        control["count"], control["report"] = count, address
        self._calls.tell(control)
        control["own"] = type(layout) is OwnLU
        self.tangents = np.zeros((-(-count // FOUR), 4 * self.n + self.m, FOUR))
        self._parameters = np.zeros(count, PARAMETER)
        self._entries = self._ordered(rows, columns)
        self._branches = data["branches"].copy()
        self._own = {name: np.zeros_like(data[name]) for name in OWN}
        for name, array in self._own.items():
            control[name] = array.ctypes.data
        self._work = np.zeros(work_size(self.n, self.m, len(data["values"])))
        if layout.solve_lanes is not None:
            self._solve_side_by_side(layout.solve_lanes)

    def _ordered(self, rows: np.ndarray, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Entries row by row, as `ordered`, then where the columns of multipliers begin."""
        places, others = ordered(rows, columns, self.n + self.m)
        counts = np.bincount(np.asarray(rows)[np.asarray(columns) < self.n], None, self.n + self.m)
        return np.concatenate([places, places[: self.n + self.m] + counts]), others

    def _solve_side_by_side(self, kernel: Callable[..., Any]) -> None:
        """Let the solver of the layout find four solutions at once."""
        lanes = self._work[lanes_begin(self.n, self.m, len(self._data["values"])) :]
        size = FOUR * (self.n + self.m)
        pools = dict(lanes=lanes[:size], permuted_lanes=lanes[size : 2 * size])
        self._lanes = np.zeros(1, CALL)
        fill_calls(self._lanes, [pools])
        self.control["lanes_code"] = address_of(entry_of(kernel, pools))
        self.control["lanes_call"] = self._lanes.ctypes.data

    def _describe(self, changes: list[Changes], scales: list[float]) -> tuple[np.ndarray, ...]:
        """Write the records of the parameters; returns their words, and what laws reach."""
        data, reaches = self._data, Reaches(self._run.context.model, self._data)
        words, ends = words_of(changes)
        found = [words]
        reach: list[np.ndarray] = [np.zeros(0, np.int64)]
        self._parameters["first"], self._parameters["last"] = ends[:-1], ends[1:]
        for k, (change, scale) in enumerate(zip(changes, scales, strict=True)):
            row = self._parameters[k]
            law = describe(self._run, change, scale, row, self.sorts.get(k))
            self.sorts[k] = int(row["sort"]), float(row["step"])
            if row["sort"] == LOADS and points_are_straight(data):
                found.append(fixed_words(data, change))
                row["sort"], row["first"] = FIXED, sum(map(len, found[:-1]))
                row["last"] = row["first"] + len(found[-1])
            if law is None:
                continue
            self._laws.append(law)
            reached = reaches.of(law)
            self._reached.append(reached)
            row["gather"], row["n_gather"] = reached.calls.ctypes.data, len(reached.calls)
            row["markers"] = sum(map(len, reach))
            row["coordinates"] = row["markers"] + len(reached.markers)
            row["last_coordinate"] = row["coordinates"] + len(reached.coordinates)
            reach += [reached.markers, reached.coordinates]
        return np.concatenate(found), np.concatenate(reach).astype(np.int64)

    def begin(self, slopes: list[Slopes], changes: list[Changes], scales: list[float]) -> None:
        """Put the kernel behind all steps; slopes -- derivatives at their start."""
        data, memory = self._data, self._run.scheme.memory
        words, reach = self._describe(changes, scales)
        whole = (self._parameters["sort"] == LINEAR) & (self._parameters["law"] == 0)
        self.control["base"] = whole.any() or matrix_needs_forces(data)
        self.take(slopes)
        self.control["t"], self.control["h"] = data.scalars.t, 0.0
        self.control["divisor"] = 1.0 / (1.0 - memory["method"]["alpha_m"])
        pools = dict(
            method=memory["method"], control=self.control, parameters=self._parameters,
            words=words, reach=reach, tangents=self.tangents.reshape(-1), tangent_work=self._work,
            tangent_rows=self._entries[0], tangent_columns=self._entries[1],
            tangent_branches=self._branches,
        )  # fmt: skip
        before = list(data.parts.get("accept_calls", []))
        data.set_calls("accept_calls", [*before, (tangent_steps, pools)], address_of)
        self._run.context.releases.append(
            lambda: data.set_calls("accept_calls", before, address_of)
        )

    def take(self, slopes: list[Slopes]) -> None:
        """Continue from these derivatives: the integrator has begun anew."""
        for k, slope in enumerate(slopes):
            self.tangents[k // FOUR, :, k % FOUR] = np.concatenate([slope[name] for name in PARTS])
        self.control["restarted"] = 1

    def switch(self, branches: np.ndarray) -> None:
        """Laws have changed their branches at the end of a step; branches -- those within it."""
        self._branches[:], self.control["switched"] = branches, 1

    def slopes(self) -> list[Slopes]:
        """The present derivatives."""
        ends = np.cumsum([0, self.n, self.n, self.n, self.n, self.m])
        nothing = np.zeros(0)
        rows = [self.tangents[k // FOUR, :, k % FOUR] for k in range(self._count)]
        return [
            {name: row[ends[k] : ends[k + 1]].copy() for k, name in enumerate(PARTS)}
            | {"y": nothing, "y_t": nothing}
            for row in rows
        ]
