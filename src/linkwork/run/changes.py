"""Parameters that change during a run, through Set...Parameter in a pre-step function.

How a run continues depends on what changed:

    a constraint is switched    or replaced by another: positions and velocities are projected
                                onto the constraints (the impact of an activation), accelerations
                                are computed again
    a constraint is driven      e.g. the length of a rod: the position level follows by itself,
                                the velocity level needs the rate of change in this step
    anything else               accelerations are computed again if the change is a jump; a
                                parameter that moves in small steps acts like a function of time,
                                and a restart in every step would cost an order of accuracy
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.connectors.connector import Constraint
from linkwork.core.declare.item import Item, Parameter
from linkwork.integrators.changes import DRIVEN, FORCES, LAW, MASS, RATES, SWITCHED
from linkwork.model.model import Model
from linkwork.model.table import Table


def reason(item: Item, p: Parameter) -> int:
    """Returns which kind of change a new value of a parameter is."""
    if isinstance(item, Constraint):
        if p.symbol in item.switches:
            return SWITCHED
        if p.symbol == item.driven:
            return DRIVEN
    if isinstance(item, Body):
        return LAW | MASS
    if p.symbol in item.symbols_of_rates:
        return RATES
    return FORCES if item.family == "load" and "jacobian" not in item.kernels else LAW


class Drives:
    """Rates of driven constraints at the end of a step, from their values in the last steps."""

    def __init__(self, model: Model) -> None:
        self._tables = [t for t in model.tables_of(Constraint) if t.kind.driven]
        self._values = [self._read(table)[0] for table in self._tables]
        self._active = [self._read(table)[1] for table in self._tables]
        self._slopes = [np.zeros(len(values)) for values in self._values]
        self._before: dict[int, tuple[np.ndarray, np.ndarray, np.ndarray | None]] = {}
        self._step = -1
        self.moving = False
        self.rest()

    @property
    def is_there(self) -> bool:
        """Whether there are constraints that can be driven."""
        return bool(self._tables)

    @property
    def have_moved(self) -> bool:
        """Whether a constraint was driven since the start of the run."""
        return self._step >= 0

    def differ(self) -> bool:
        """Whether a driven constraint has another value than in the last step."""
        pairs = zip(self._tables, self._values, strict=True)
        return any(not np.array_equal(self._read(table)[0], values) for table, values in pairs)

    @staticmethod
    def _read(table: Table) -> tuple[np.ndarray, np.ndarray]:
        values, _, active = table.kind.driven_arrays(table)  # type: ignore[attr-defined]
        return values.copy(), active.copy()

    @staticmethod
    def _write(table: Table, rates: Any) -> None:
        table.kind.driven_arrays(table)[1][:] = rates  # type: ignore[attr-defined]

    def move(self, h: float, step: int) -> None:
        """Set the rates for the present step of size h, which makes the change since the last step.

        Differences over two consecutive steps are extrapolated to the end of the step. A constraint
        that is switched in this step has no rate, because it jumps. A step that is repeated with
        another size starts from the same values as before.
        """
        in_a_row, again = step == self._step + 1, step == self._step
        for k, table in enumerate(self._tables):
            if not again:
                last = self._slopes[k] if in_a_row else None
                self._before[k] = self._values[k], self._active[k], last
            old, was_active, last = self._before[k]
            values, active = self._read(table)
            slopes = np.where(active & was_active, (values - old) / h, 0.0)
            self._write(table, 1.5 * slopes - 0.5 * (slopes if last is None else last))
            self._values[k], self._active[k], self._slopes[k] = values, active, slopes
        self._step = step
        self.moving = True

    def state(self) -> dict[str, Any]:
        """Returns what the next steps depend on; see `restart/state.py`."""
        kept = {name: value for name, value in vars(self).items() if name != "_tables"}
        rates = [table.kind.driven_arrays(table)[1].copy() for table in self._tables]  # type: ignore[attr-defined]
        return {**kept, "rates": rates}

    def take(self, state: Mapping[str, Any]) -> None:
        """Continue from such a state."""
        for name, value in state.items():
            if name != "rates":
                setattr(self, name, value)
        self._values, self._active, self._slopes = map(
            list, (self._values, self._active, self._slopes)
        )
        self._before = dict(self._before)
        for table, rates in zip(self._tables, state["rates"], strict=True):
            self._write(table, rates)

    def rest(self) -> None:
        """Set all rates to zero: nothing is driven in the next step."""
        for table in self._tables:
            self._write(table, 0.0)
        self.moving = False


class Switches:
    """Finds constraints that were switched on, or replaced, since the last look."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._tables = model.tables_of(Constraint)
        self.look()

    def _read(self, table: Table) -> list[np.ndarray]:
        kind: Any = table.kind
        return [table.rows[name].copy() for name in kind.switches]

    def look(self) -> None:
        """Note the present state of all constraints."""
        self._seen = [self._read(table) for table in self._tables]

    def state(self) -> list[list[np.ndarray]]:
        """Returns what was noted; `take` brings it back."""
        return self._seen

    def take(self, state: list[list[np.ndarray]]) -> None:
        """Compare with such a state from now on."""
        self._seen = state

    def differ(self) -> bool:
        """Whether a constraint was changed since the last look."""
        return any(
            not np.array_equal(a, b)
            for table, seen in zip(self._tables, self._seen, strict=True)
            for a, b in zip(self._read(table), seen, strict=True)
        )

    def rows(self) -> np.ndarray:
        """Whether each equation is one of an active constraint that was changed."""
        found = np.zeros(self._model.n_ae, bool)
        for table, seen in zip(self._tables, self._seen, strict=True):
            now = self._read(table)
            changed = np.any([a != b for a, b in zip(now, seen, strict=True)], axis=0)
            rows, lines = table.kind.equation_rows(table)
            found[rows] = (changed & (table.rows["active"] != 0))[lines]
        return found
