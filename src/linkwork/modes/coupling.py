"""Coupling of first-order coordinates with the rest of a system.

Connectors with first-order coordinates have exact derivatives. User functions, which read the state
of the system, may couple anything: where there are some, couplings are found by differences of
forces and rates, one pair of evaluations per coordinate.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from linkwork.modes.linearizer import Linearizer

STEP, SIZE = 1.0e-6, 0.1
"""Step of differences, relative to the size of a coordinate; smallest size."""


class Coupling(NamedTuple):
    """A -- d(rates)/dy; forces_by_y -- dF/dy; rates_by_q, rates_by_v -- d(rates)/dq, /dv"""

    A: np.ndarray
    forces_by_y: np.ndarray
    rates_by_q: np.ndarray
    rates_by_v: np.ndarray

    @property
    def is_coupled(self) -> bool:
        """Whether first-order coordinates and the others affect each other."""
        return any(np.any(part) for part in self[1:])


def coupling_of(at: Linearizer) -> Coupling | None:
    """Matrices of the first-order coordinates; None if there are none."""
    if not at.n_ode1:
        return None
    A = at.first_order(full=True)
    if not at.model.functions.bound:
        return Coupling(A, *at.rate_couplings())
    forces, rates = _slopes(at, "y")
    found = Coupling(rates, forces, _slopes(at, "q")[1], _slopes(at, "v")[1])
    at.demand(at.equations.forces(level=0))
    return found


def _slopes(at: Linearizer, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Derivatives of forces and rates with respect to one part of the state."""
    data = at.data
    state = data[name]
    forces, rates = np.zeros((at.n, len(state))), np.zeros((at.n_ode1, len(state)))
    data.scalars.cq = data.scalars.cv = 0.0
    for k in range(len(state)):
        kept = state[k]
        step = STEP * max(abs(kept), SIZE)
        sides = []
        for value in (kept + step, kept - step):
            state[k] = value
            at.demand(at.equations.forces(level=0))
            sides.append((value, -data["residual"].copy(), data["rates"].copy()))
        state[k] = kept
        width = sides[0][0] - sides[1][0]
        forces[:, k] = (sides[0][1] - sides[1][1]) / width
        rates[:, k] = (sides[0][2] - sides[1][2]) / width
    return forces, rates
