"""Errors of constraints in a result: their equations at the recorded states.

    position level   c(q, t)
    velocity level   dc/dt = C_q v + c_t

Both are zero in an exact solution. Units are those of the equation, and per second.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.connectors.connector import Constraint
from linkwork.model.data import Data, Part
from linkwork.model.model import Model
from linkwork.model.table import Table
from linkwork.results.replay.kernels import note_errors, position_level, velocity_level
from linkwork.results.replay.replay import evaluate_rows
from linkwork.results.snapshot import Snapshot


@dataclass(frozen=True)
class ConstraintErrors:
    """Values of all constraint equations at the recorded times of a result.

    times -- recorded times [s]
    position, velocity -- values of the equations at position and velocity level, one row per time,
    one column per equation; NaN where there is no such value (see `missing`)
    equations -- name of each column: the item, and the number of the equation if it has several
    units -- unit of each column at position level, "1" where it is not known; at velocity level
    per second
    objects, nodes -- number of the object, or of the node, that owns the equation of each column;
    -1 for the other one
    missing -- constraints without values, and why
    """

    times: np.ndarray
    position: np.ndarray
    velocity: np.ndarray
    equations: list[str]
    units: list[str]
    objects: np.ndarray
    nodes: np.ndarray
    missing: list[str] = field(default_factory=list)

    @property
    def largest_position(self) -> np.ndarray:
        """Largest |c| of each equation over time; NaN where there is none."""
        return _largest(self.position)

    @property
    def largest_velocity(self) -> np.ndarray:
        """Largest |dc/dt| of each equation over time; NaN where there is none."""
        return _largest(self.velocity)

    def of_objects(self) -> dict[int, tuple[float, float]]:
        """Number of each constraint object -> its largest |c| and |dc/dt|."""
        return self._of(self.objects)

    def of_nodes(self) -> dict[int, tuple[float, float]]:
        """The same of the nodes with equations, such as the norm of Euler parameters."""
        return self._of(self.nodes)

    def _of(self, owners: np.ndarray) -> dict[int, tuple[float, float]]:
        found = {}
        for number in dict.fromkeys(owners[owners >= 0].tolist()):
            own = owners == number
            sizes = (_largest(values[:, own].reshape(-1, 1)) for values in self._levels())
            position, velocity = (float(size[0]) for size in sizes)
            found[number] = position, velocity
        return found

    @property
    def unit(self) -> str | None:
        """Unit of all equations at position level, None if they differ."""
        return self.units[0] if len(set(self.units)) == 1 else None

    def _levels(self) -> tuple[np.ndarray, np.ndarray]:
        return self.position, self.velocity

    def __repr__(self) -> str:
        lines = [f"ConstraintErrors of {len(self.equations)} equations at {len(self.times)} times"]
        sizes = zip(self.largest_position, self.largest_velocity, strict=True)
        for name, unit, (position, velocity) in zip(self.equations, self.units, sizes, strict=True):
            told = "" if unit == "1" else f" {unit}"
            rate = "" if unit == "1" else f" {unit}/s"
            lines.append(f"  {name}: |c| <= {position:.3g}{told}, |dc/dt| <= {velocity:.3g}{rate}")
        return "\n".join(lines)


def _largest(values: np.ndarray) -> np.ndarray:
    """Largest absolute value of each column, ignoring NaN."""
    sizes = np.abs(values)
    known = ~np.isnan(sizes)
    found = np.where(known, sizes, 0.0).max(axis=0, initial=0.0)
    return np.where(known.any(axis=0), found, np.nan)


def constraint_errors_of(
    snapshot: Snapshot, times: np.ndarray, state: Mapping[str, Any]
) -> ConstraintErrors:
    """Constraint equations of a model at recorded states.

    state -- arrays of `replay.STATE`, one row per time
    """
    model = snapshot.copy_of_model()
    tables = [
        table
        for table in model.equation_tables()
        if issubclass(table.kind, Constraint) or table.kind.active_equations(table).any()
    ]
    equations: list[Part] = [(t.kind.kernels["residual"], t) for t in tables]
    noting = [(t.kind.kernels["search"], t) for t in tables if "search" in t.kind.kernels]
    parts: list[Part] = [*noting, (position_level, None), *equations, (note_errors, None)]
    parts += [(velocity_level, None), *equations, (note_errors, None)]
    found = evaluate_rows(model, Data(model), parts, 2 * model.n_ae, times, state)
    of_rates = np.zeros(model.n_ae, bool)
    for table in tables:
        of_rates[table.kind.equation_rows(table)[0]] = table.kind.rate_equations(table)
    columns, names, units, owners, missing = [], [], [], [], []
    for family, number, rows in _owners(model, tables):
        item = model.items[family][number]
        label = item.label(number)
        several = len(rows) > 1
        columns += rows.tolist()
        names += [f"equation {k} of {label}" if several else label for k in range(len(rows))]
        units += item.equation_units(model.items)
        owners += [(number, -1) if family == "object" else (-1, number)] * len(rows)
        why = _without_value(item) if isinstance(item, Constraint) else ""
        if (family, number) in snapshot.changed:
            why = "its parameters were changed during the run"
        if why:
            found[:, rows] = found[:, model.n_ae + rows] = np.nan
            missing.append(f"{label}: {why}")
        elif of_rates[rows].any():
            found[:, rows[of_rates[rows]]] = np.nan
            which = "" if of_rates[rows].all() else "equations of velocities: "
            missing.append(f"{label}: {which}there is no equation of positions")
    levels = found[:, columns], found[:, [model.n_ae + column for column in columns]]
    objects, nodes = np.array(owners, int).reshape(-1, 2).T
    return ConstraintErrors(np.asarray(times), *levels, names, units, objects, nodes, missing)


def _owners(model: Model, tables: list[Table]) -> list[tuple[str, int, np.ndarray]]:
    """(family, number, rows) of the items of some tables, in the order of their equations."""
    found = []
    for table in tables:
        rows, lines = table.kind.equation_rows(table)
        for line in dict.fromkeys(lines.tolist()):
            found.append((table.kind.family, int(table.numbers[line]), rows[lines == line]))
    return sorted(found, key=lambda owner: int(owner[2][0]))


def _without_value(item: Constraint) -> str:
    """Why the equations of a constraint have no values here; empty if they have some."""
    if not item.activeConnector:
        return "it is not active"
    functions = [p.name for p in item.function_parameters() if callable(getattr(item, p.name))]
    if functions:
        return f"{', '.join(functions)}: user functions are not called again after a run"
    return ""
