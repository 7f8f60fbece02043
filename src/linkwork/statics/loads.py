"""Load steps, and what they change in the tables of a model: loads, constraints of rates."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.assembly.equations import Equations
from linkwork.connectors.connector import Constraint
from linkwork.core.errors import warn
from linkwork.loads.load import Load
from linkwork.model.model import Model

MOST_NAMES = 4
"""Number of items that a text names before it counts the others."""


def listed(names: list[str]) -> str:
    """The first names, and the number of the others."""
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more


def load_step(settings: Any, k: int) -> float:
    """End of load step k = 1, 2, ... as a fraction of the duration; 0 is the start."""
    count = settings.numberOfLoadSteps
    if settings.loadStepGeometric and count > 1 and k > 0:
        return float(settings.loadStepGeometricRange ** ((k - count) / (count - 1)))
    return float(k / count)


class LoadFactor:
    """Scales the loads without a time function; outside of the search, loads are full."""

    def __init__(self, model: Model) -> None:
        self._tables = [t for t in model.tables_of(Load) if t.kind.magnitude]  # type: ignore[attr-defined]
        self._full: list[np.ndarray] = []

    def scale(self, equations: Equations, factor: float, renew: bool) -> None:
        """Set the loads to this fraction of the full loads.

        renew -- parameters may have changed since the last call
        """
        self.restore()
        if factor != 1.0:
            for table in self._tables:
                values = table.rows[_column(table)]
                self._full.append(values.copy())
                functions = [table.rows[p.symbol] for p in table.kind.function_parameters()]
                if any(function.any() for function in functions):
                    values[~np.any([function != 0 for function in functions], axis=0)] *= factor
                else:
                    values *= factor
        equations.settle_loads(renew)

    def restore(self) -> None:
        """Restore the full loads."""
        if not self._full:
            return
        for table, values in zip(self._tables, self._full, strict=False):
            table.rows[_column(table)] = values
        self._full = []


def _column(table: Any) -> str:
    name: str = table.kind.magnitude
    return name


class WithoutRates:
    """Switches off constraints of velocities: at rest they do not determine positions."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._dropped: set[tuple[str, int]] = set()

    def drop(self) -> None:
        """Switch them off, including newly activated ones; warn of each once."""
        names = []
        for table in self._model.tables_of(Constraint):
            kind: Any = table.kind
            for line in np.unique(kind.equation_rows(table)[1][kind.rate_equations(table)]):
                if kind.drop_rates(table, line):
                    number = int(table.numbers[line])
                    if ("object", number) not in self._dropped:
                        names.append(self._model.items["object"][number].label(number))
                    self._dropped.add(("object", number))
        if names:
            warn(
                f"{listed(names)}: constraints of velocities do not act in statics, and their "
                "multipliers are 0; to hold a position, constrain it, for instance by "
                "velocityLevel=False"
            )

    def restore(self) -> None:
        """Switch them on again."""
        for place in self._dropped:
            table, row = self._model.place[place]
            self._model.items["object"][place[1]].restore_rates(table, row)
