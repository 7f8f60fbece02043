"""How far from equilibrium a state of statics is: norms of its residuals, and their limits.

Norms are root mean squares of the forces, of the equations as changes of coordinates, and of the
rates of first-order coordinates that are solved for. Forces are compared to the forces that act in
the present state, as in Newton's method of a time step (`newton.py`), equations to the size of the
model, and rates to the largest rates so far.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.statics.system import State, StaticSystem, mean

NEGLIGIBLE = 1.0e-8
"""The absolute tolerance accepts residuals up to this fraction of the acting forces."""

EXACT = 1.0e-3
"""Equations are solved this much more accurately than forces: that costs nothing."""


class Norms(NamedTuple):
    """Norms of the residuals, and the limits below which they count as zero."""

    force: float
    equations: float
    rates: float
    force_limit: float
    equations_limit: float
    rates_limit: float

    @property
    def done(self) -> bool:
        """Whether all residuals are within their limits."""
        return (
            self.force <= self.force_limit
            and self.equations <= self.equations_limit
            and self.rates <= self.rates_limit
        )

    @property
    def total(self) -> float:
        """One number for all norms, in units of their limits."""
        pairs = (
            (self.force, self.force_limit),
            (self.equations, self.equations_limit),
            (self.rates, self.rates_limit),
        )
        return sum(size / limit if limit > 0.0 else size for size, limit in pairs)


class Judge:
    """Computes norms of states of one system, with the settings of Newton's method."""

    def __init__(self, system: StaticSystem, newton: Any) -> None:
        self._system = system
        self._absolute, self._relative = newton.absoluteTolerance, newton.relativeTolerance
        self._rates = 0.0

    def __call__(self, state: State) -> Norms:
        absolute, relative, system = self._absolute, self._relative, self._system
        least = min(absolute, NEGLIGIBLE * state.load) if state.load > 0.0 else absolute
        size = max(system.size, float(np.abs(state.q[system.own]).max(initial=0.0)))
        rates = mean(state.rates[system.own_rates] if len(state.rates) else state.rates)
        self._rates = max(self._rates, rates)
        return Norms(
            mean(state.force[system.own]),
            mean((state.equations / system.row_sizes)[system.own_rows]),
            rates,
            max(least, relative * state.load),
            EXACT * max(min(absolute, size), relative * size),
            max(min(absolute, NEGLIGIBLE * self._rates), relative * self._rates),
        )
