"""A small system with access to its equations: state, residual, matrix, differences.

For checks of items: the matrix of the kernels against differences of the residual.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from linkwork.api.system import MainSystem
from linkwork.assembly.equations import Equations
from linkwork.assembly.linearization import ALL, evaluate_matrix
from linkwork.core.errors import SysError
from linkwork.core.status import failure_of
from linkwork.linear.choose import OwnLU
from linkwork.model.position import move_by

KEPT = ("v", "a", "multipliers", "y", "y_t")
"""What differences change, besides positions."""


class Probe:
    """A system that is assembled here, with the user functions of its items called back.

    markers -- those whose forces and positions are read; functions -- number of user functions

    Unknowns are accelerations, multipliers scaled by row_mass, and rates of first-order
    coordinates; q, v and a follow the accelerations with the factors cq, cv, ca, y follows its
    rates with cy, rows of constraints are scaled by row_mass * row_scale (`core/blocks.py`).
    """

    def __init__(self, mbs: MainSystem, markers: list[int], functions: int) -> None:
        mbs.Assemble()
        assert mbs._model is not None and mbs._data is not None
        self.mbs, self.markers, self.functions = mbs, markers, functions
        self.model, self.data = mbs._model, mbs._data
        self.n = self.model.n_ode2 + self.model.n_ae + self.model.n_ode1
        self.model.functions.bind_all_back()
        self.equations = Equations(self.model, self.data, OwnLU(self.n), True)
        self.data.scalars.row_scale = 1.0
        self.data.scalars.t, self.data.scalars.h = 0.5, 0.01

    def shake(self, rng: np.random.Generator, size: float = 0.1) -> None:
        """A random state: positions move by up to `size`, everything else is of order one."""
        for name in ("v", "a", "multipliers"):
            self.data[name][:] = rng.uniform(-1.0, 1.0, self.data[name].size)
        self.data["q"][:] = rng.uniform(-size, size, self.data["q"].size)
        self.data.settle()
        self.data["y_t"][:] = rng.uniform(-1.0, 1.0, self.data["y_t"].size)
        self.data["row_mass"][:] = rng.uniform(0.5, 2.0, self.data["row_mass"].size)

    def factors(self, cq: float, cv: float, ca: float, row_scale: float) -> None:
        s = self.data.scalars
        s.cq, s.cv, s.ca, s.row_scale = cq, cv, ca, row_scale
        s.row_cq, s.row_cv = row_scale * cq, row_scale * cv
        s.cy = 0.5 * (cq + cv)

    def residual(self, level: int) -> np.ndarray:
        """Rows of the balance of forces, scaled rows of the constraints, then those of rates."""
        data = self.data
        self._has_addresses()
        _demand(self.equations.forces(level))
        _demand(self.equations.run("inertia_calls"))
        if level == 2 and len(data["drift_calls"]):
            _demand(self.equations.run("mass_calls") or self.equations.run("drift_calls"))
        rows = data["row_mass"] * data.scalars.row_scale * data["constraint"]
        rates = data["y_t"] - data["rates"]
        return np.concatenate([data["residual"], rows, rates])

    def matrix(self, level: int) -> np.ndarray:
        """The system matrix computed by the kernels."""
        self._has_addresses()
        _demand(self.equations.forces(level))  # markers that turn need their forces
        s = self.data.scalars
        kept, s.row_cv = s.row_cv, s.row_cv if level else 0.0
        _demand(evaluate_matrix(self.equations, ALL))
        s.row_cv = kept
        return self.equations.layout.full(self.data["values"]).copy()

    def differences(self, level: int, step: float = 1e-5) -> np.ndarray:
        """The system matrix by central differences of the residual."""
        data, s = self.data, self.data.scalars
        columns = []
        unknowns = [
            *(("a", k) for k in range(self.model.n_ode2)),
            *(("multipliers", k) for k in range(self.model.n_ae)),
            *(("y_t", k) for k in range(self.model.n_ode1)),
        ]
        for name, k in unknowns:
            kept = {state: data[state].copy() for state in KEPT}
            sides = []
            for h in (step, -step):
                change = np.zeros(self.model.n_ode2)
                if name == "multipliers":
                    data["multipliers"][k] += h * data["row_mass"][k]
                elif name == "y_t":
                    data["y_t"][k] += h
                    data["y"][k] += s.cy * h
                else:
                    change[k] = s.cq * h
                    data["v"][k] += s.cv * h
                    data["a"][k] += s.ca * h
                with self.moved(change):
                    sides.append(self.residual(level))
                for state, values in kept.items():
                    data[state][:] = values
            columns.append((sides[0] - sides[1]) / (2.0 * step))
        return np.array(columns).T.reshape(self.n, self.n)

    @contextmanager
    def moved(self, change: np.ndarray) -> Iterator[None]:
        """The system with its coordinates moved by a change; they are put back at the end."""
        kept = {name: self.data[name].copy() for name in ("q", "poses")}
        move_by(self.equations, change, compensated=False)
        try:
            yield
        finally:
            for name, values in kept.items():
                self.data[name][:] = values

    def forces(self) -> tuple[np.ndarray, ...]:
        """Forces on the markers."""
        self._has_addresses()
        _demand(self.equations.forces(0))
        return tuple(self.data["marker_force"][self.markers].copy())

    def power(self) -> float:
        """Power of the forces and moments on the markers [W]."""
        forces = np.array(self.forces())
        velocities = self.data["markers"]["v"][self.markers]
        moments, turning = self.data["marker_moment"], self.data["rotations"]["omega"]
        power = (moments[self.markers] * turning[self.markers]).sum()
        return float((forces * velocities).sum() + power)

    def points(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """p0, p1, v0, v1 of two markers."""
        _demand(self.equations.run("motion_calls"))
        ends = self.data["markers"][self.markers]
        return (*ends["p"].copy(), *ends["v"].copy())

    def _has_addresses(self) -> None:
        assert len(self.model.functions.bound) == self.functions, "a user function has no address"


def _demand(status: int) -> None:
    if status != 0:
        failure = failure_of(status)
        raise SysError(f"item {failure.number}: {failure.text}")
