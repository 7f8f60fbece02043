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
from linkwork.integrators.alpha.lanes import FOUR
from linkwork.integrators.alpha.loop import GeneralizedAlpha
from linkwork.integrators.alpha.parameter_slopes import (
    CLOSED,
    LINEAR,
    LOADS,
    MASSES,
    PARAMETER,
    SMOOTH,
    WORD,
)
from linkwork.integrators.alpha.tangent import CONTROL, tangent_steps, work_size
from linkwork.integrators.state import copied, restore_state
from linkwork.linear.choose import OwnLU
from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.run.run import Run
from linkwork.sensitivity.laws import (
    MatrixCalls,
    closed_law_of,
    law_of,
    matrix_needs_forces,
    no_calls,
)
from linkwork.sensitivity.memory import MOVED, Changes, arrays_of
from linkwork.sensitivity.steps import LARGER, RELATIVE, Slopes

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
        return SMOOTH, LARGER * RELATIVE * scale
    return LINEAR, scale


def describe(
    run: Run, changes: Changes, scale: float, parameter: np.ndarray, law: np.ndarray
) -> None:
    """Write how equations depend on a parameter; law -- memory for the call of its law"""
    closed = closed_law_of(run, changes)
    if closed is not None:
        law[:], parameter["writes"] = closed
        parameter["sort"], parameter["step"] = CLOSED, scale
        parameter["law"], parameter["code"] = law.ctypes.data, law["code"][0]
        return
    parameter["sort"], parameter["step"] = sort_of(run, changes, scale)
    found = law_of(run, changes) if parameter["sort"] in (LINEAR, SMOOTH) else None
    if found is not None:
        law[:], parameter["writes"] = found
        parameter["law"], parameter["code"] = law.ctypes.data, law["code"][0]


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


class AlphaTangent:
    """The kernel that advances the derivatives after each step, and its memory."""

    def __init__(self, run: Run, count: int, report: Callable[[int, int], int]) -> None:
        """count -- number of parameters; report -- called where rows are recorded"""
        data, model = run.context.data, run.context.model
        self._run, self._data, self._count = run, data, count
        self.n, self.m = model.n_ode2, model.n_ae
        layout = run.context.equations.layout
        rows, columns = layout.entries()
        address = python_address_of(report)
        run.context.callbacks.append(address)
        self._calls, self._laws = MatrixCalls(data), no_calls(count)
        self.control = np.zeros(1, CONTROL)
        control = self.control[0]
        control["count"], control["report"] = count, address
        self._calls.tell(control)
        control["own"] = type(layout) is OwnLU
        self.tangents = np.zeros((-(-count // FOUR), 4 * self.n + self.m, FOUR))
        self._parameters = np.zeros(count, PARAMETER)
        self._entries = ordered(rows, columns, self.n + self.m)
        self._branches = data["branches"].copy()
        self._work = np.zeros(work_size(self.n, self.m, len(data["values"])))

    def begin(self, slopes: list[Slopes], changes: list[Changes], scales: list[float]) -> None:
        """Put the kernel behind all steps; slopes -- derivatives at their start."""
        data, memory = self._data, self._run.scheme.memory
        words, ends = words_of(changes)
        self._parameters["first"], self._parameters["last"] = ends[:-1], ends[1:]
        for k, (change, scale) in enumerate(zip(changes, scales, strict=True)):
            describe(self._run, change, scale, self._parameters[k], self._laws[k : k + 1])
        whole = (self._parameters["sort"] == LINEAR) & (self._parameters["law"] == 0)
        self.control["base"] = whole.any() or matrix_needs_forces(data)
        self._words = words
        self.take(slopes)
        self.control["t"], self.control["h"] = data.scalars.t, 0.0
        pools = dict(
            method=memory["method"], control=self.control, parameters=self._parameters,
            words=words, tangents=self.tangents.reshape(-1), tangent_work=self._work,
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
