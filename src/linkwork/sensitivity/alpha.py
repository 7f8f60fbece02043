"""Derivatives along steps of generalized-alpha, in compiled code (`integrators/alpha/tangent.py`).

It serves models whose coordinates are added and whose steps are those of the equations alone. Other
ones are differentiated by differences of their steps (`steps.py`).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.core.kernels.callbacks import python_address_of
from linkwork.core.kernels.compile import address_of
from linkwork.integrators.alpha.loop import GeneralizedAlpha
from linkwork.integrators.alpha.tangent import (
    CONTROL,
    LINEAR,
    LOADS,
    MASSES,
    PARAMETER,
    SMOOTH,
    WORD,
    tangent_steps,
    work_size,
)
from linkwork.integrators.state import copied, restore_state
from linkwork.run.run import Run
from linkwork.sensitivity.memory import Changes
from linkwork.sensitivity.steps import LARGER, RELATIVE, Slopes

PARTS = ("q", "v", "a", "alpha", "multipliers")
"""Order of the derivatives in memory."""


def serves(run: Run) -> bool:
    """Whether the steps of a run are differentiated in compiled code."""
    model, data, s = run.context.model, run.context.data, run.context.data.scalars
    if not isinstance(run.scheme.integrator, GeneralizedAlpha) or model.n_ode1 or not model.n_ode2:
        return False
    if len(data["composed"]) or s.project_drift or run.context.equations.redundant is not None:
        return False
    tables = model.equation_tables()
    rates = any(t.kind.drifts or t.kind.rate_equations(t).any() for t in tables)
    return not rates and not len(data["search_calls"])


def sort_of(run: Run, changes: Changes, scale: float) -> tuple[int, float]:
    """How the equations depend on a parameter, and the step of differences.

    They are evaluated with other velocities and multipliers than those of the start, which may be
    zero.
    """
    data, s, rng = run.context.data, run.context.data.scalars, np.random.default_rng(5)
    kept, frozen, level = copied(data.group("state")), s.frozen, s.level
    size = max(run.context.equations.largest_position(), 1.0e-6)
    for name in ("v", "a", "multipliers"):
        largest = float(np.abs(data[name]).max(initial=0.0)) or size
        data[name][:] += largest * rng.uniform(-1.0, 1.0, len(data[name]))
    s.frozen = 1
    try:
        return _sorted(run, changes, scale)
    finally:
        restore_state(kept, data.group("state"))
        s.frozen, s.level = frozen, level


def _sorted(run: Run, changes: Changes, scale: float) -> tuple[int, float]:
    data, equations = run.context.data, run.context.equations
    inertia = not data.scalars.plain_masses

    def evaluated(step: float, without: str = "") -> np.ndarray:
        changes.apply(step)
        if without:
            kept = data[without].copy()
            data[without][:] = before[without]
        status = equations.forces(int(data.scalars.level)) or (
            equations.run("inertia_calls") if inertia else 0
        )
        forces = data["residual"].copy()
        if not inertia and without != "masses":
            forces += data["masses"] * data["a"]
        found = np.concatenate([forces, data["constraint"]])
        if without:
            data[without][:] = kept
        changes.undo()
        return found if status == 0 else np.full_like(found, np.nan)

    before = {name: data[name].copy() for name in ("masses", "constant_force")}
    base = evaluated(0.0)
    if not inertia and np.array_equal(evaluated(0.0, "masses"), evaluated(scale, "masses")):
        return MASSES, scale
    moments = run.context.model.has_moments
    if not moments and np.array_equal(base, evaluated(scale, "constant_force")):
        return LOADS, scale
    once, twice, back = evaluated(scale), evaluated(2.0 * scale), evaluated(-scale)
    bend = np.abs(np.stack([twice - 2.0 * once + base, once + back - 2.0 * base])).max()
    largest = np.abs(np.stack([base, once, twice])).max()
    if bend <= STRAIGHT * largest:
        return LINEAR, scale
    return SMOOTH, LARGER * RELATIVE * scale


STRAIGHT = 1.0e-14
"""Second differences up to this, relative to the values, are rounding."""


class AlphaTangent:
    """The kernel that advances the derivatives after each step, and its memory."""

    def __init__(self, run: Run, count: int, report: Callable[[int, int], int]) -> None:
        """count -- number of parameters; report -- called where rows are recorded"""
        data, model = run.context.data, run.context.model
        self._run, self._data = run, data
        self.n, self.m = model.n_ode2, model.n_ae
        rows, columns = run.context.equations.layout.entries()
        address = python_address_of(report)
        run.context.callbacks.append(address)
        self.control = np.zeros(1, CONTROL)
        self.control["count"], self.control["report"] = count, address
        self.tangents = np.zeros((count, 4 * self.n + self.m))
        self._parameters = np.zeros(count, PARAMETER)
        self._entries = np.asarray(rows, np.int64), np.asarray(columns, np.int64)
        self._work = np.zeros(work_size(self.n, self.m, len(data["values"])))

    def begin(self, slopes: list[Slopes], changes: list[Changes], scales: list[float]) -> None:
        """Put the kernel behind all steps; slopes -- derivatives at their start."""
        data, memory = self._data, self._run.scheme.memory
        ends = np.cumsum([0, *map(len, changes)])
        words = np.zeros(ends[-1], WORD)
        for k, change in enumerate(changes):
            place = int(ends[k])
            for part in change:
                some = words[place : place + len(part.places)]
                some["address"] = part.words.ctypes.data + 8 * part.places
                some["slope"] = part.slopes
                place += len(part.places)
        self._parameters["first"], self._parameters["last"] = ends[:-1], ends[1:]
        for k, (change, scale) in enumerate(zip(changes, scales, strict=True)):
            self._parameters[k]["sort"], self._parameters[k]["step"] = sort_of(
                self._run, change, scale
            )
        self._words = words
        self.take(slopes)
        self.control["t"], self.control["h"] = data.scalars.t, 0.0
        pools = dict(
            method=memory["method"], alpha=memory["alpha"], control=self.control,
            parameters=self._parameters, words=words, tangents=self.tangents.reshape(-1),
            tangent_work=self._work, tangent_rows=self._entries[0],
            tangent_columns=self._entries[1],
        )  # fmt: skip
        before = list(data.parts.get("accept_calls", []))
        data.set_calls("accept_calls", [*before, (tangent_steps, pools)], address_of)
        self._run.context.releases.append(
            lambda: data.set_calls("accept_calls", before, address_of)
        )

    def take(self, slopes: list[Slopes]) -> None:
        """Continue from these derivatives: the integrator has begun anew."""
        for row, slope in zip(self.tangents, slopes, strict=True):
            row[:] = np.concatenate([slope[name] for name in PARTS])
        self.control["restarted"] = 1

    def slopes(self) -> list[Slopes]:
        """The present derivatives."""
        ends = np.cumsum([0, self.n, self.n, self.n, self.n, self.m])
        nothing = np.zeros(0)
        return [
            {name: row[ends[k] : ends[k + 1]].copy() for k, name in enumerate(PARTS)}
            | {"y": nothing, "y_t": nothing}
            for row in self.tangents
        ]
