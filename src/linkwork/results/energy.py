"""Energies of a result: kinetic energy and potentials, evaluated again at the recorded states.

    kinetic     of bodies: v^T M(q) v / 2, by their kernels `kinetic`
    potential   of springs, mutual gravity, matrices of generic systems, and of loads that are
                constant, by their kernels `potential`; a constant force F has the energy -F p, a
                field of gravity -m g p, so both are zero at the origin
    total       kinetic + potential: constant as long as nothing dissipates or drives

What has no potential although it may do work (user functions, forces that follow time or turn with
a body) is left out and named in `missing`. Dampers, friction and constraints have none by nature.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.first_order import FirstOrder
from linkwork.connectors.connector import Connector, Constraint
from linkwork.data import Data, Part
from linkwork.loads.load import Load
from linkwork.model import Model
from linkwork.results.replay import evaluate_rows
from linkwork.results.replay_kernels import SUMMED, add_energies
from linkwork.results.snapshot import Snapshot
from linkwork.table import Table

FORMS = ("kinetic", "potential")
"""Forms of energy, which are also the names of the kernels that tell them."""


@dataclass(frozen=True)
class Energies:
    """Energies at the recorded times of a result [J].

    times -- recorded times [s]
    kinetic, potential -- sums over all items [J]
    parts -- form ("kinetic", "potential") -> name of an item type -> energy of its items [J]
    missing -- what could do work and has no potential: left out of all sums
    """

    times: np.ndarray
    kinetic: np.ndarray
    potential: np.ndarray
    parts: dict[str, dict[str, np.ndarray]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    @property
    def total(self) -> np.ndarray:
        """kinetic + potential [J]."""
        total: np.ndarray = self.kinetic + self.potential
        return total

    @property
    def drift(self) -> float:
        """Largest deviation of the total from its first value [J]."""
        total = self.total
        return float(np.abs(total - total[:1]).max(initial=0.0))

    def __repr__(self) -> str:
        left_out = f", {len(self.missing)} left out" if self.missing else ""
        return f"Energies at {len(self.times)} times, drift {self.drift:.3g} J{left_out}"


def energies_of(snapshot: Snapshot, times: np.ndarray, state: Mapping[str, Any]) -> Energies:
    """Energies of a model at recorded states.

    state -- arrays of `replay.STATE`, one row per time
    """
    model = snapshot.copy_of_model()
    data = Data(model)
    parts: list[Part] = []
    columns: list[tuple[str, str]] = []
    missing: list[str] = []
    for form in FORMS:
        for table in model.tables.values():
            counted = _counted(model, table, form, snapshot.changed, missing)
            if not counted:
                continue
            rows = np.zeros(len(counted), SUMMED)
            rows["row"], rows["column"] = counted, len(columns)
            parts += [(table.kind.kernels[form], table), (add_energies, rows)]
            columns.append((form, table.kind.short_name or table.kind.__name__))
    longest = max((len(table.rows) for table in model.tables.values()), default=0)
    data.set("energy", np.zeros(longest))
    found = evaluate_rows(model, data, parts, len(columns), times, state).T
    told: dict[str, dict[str, np.ndarray]] = {form: {} for form in FORMS}
    for (form, kind), values in zip(columns, found, strict=True):
        told[form][kind] = values.copy()
    kinetic, potential = (sum(told[form].values(), np.zeros(len(times))) for form in FORMS)
    return Energies(np.asarray(times), kinetic, potential, told, missing)


def _counted(
    model: Model, table: Table, form: str, changed: Container[tuple[str, int]], missing: list[str]
) -> list[int]:
    """Rows of a table whose energy is known; the others are added to `missing`."""
    if not _may_have(table.kind, form):
        return []
    counted = []
    for row, number in enumerate(table.numbers):
        item = model.items[table.kind.family][number]
        why = item.lacks_energy(form)
        if (item.family, number) in changed:
            why = "its parameters were changed during the run"
        elif form not in table.kind.kernels:
            why = why or f"it has no {form} energy that could be told"
        if why:
            missing.append(f"{item.label(number)}: {why}")
        else:
            counted.append(row)
    return counted


def _may_have(kind: Any, form: str) -> bool:
    """Whether items of a kind can have a form of energy at all."""
    if form in kind.kernels:
        return True
    if form == "kinetic":
        return issubclass(kind, Body) and "inertia" in kind.kernels
    return issubclass(kind, (Connector, FirstOrder, Load)) and not issubclass(kind, Constraint)
