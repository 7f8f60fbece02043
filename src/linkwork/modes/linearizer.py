"""A model at one state: its matrices, and systems solved with them.

The matrices come from `assembly/linearization.py`, in the layout and with the factorization of the
linear solver of a run. Multipliers in K are those of the state: M a + C^T lambda = F. With
`compatibility` of the settings, constraint forces, loads and accelerations have no part in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import TracebackType
from typing import Any

import numpy as np

from linkwork.assembly.equations import Equations, equations_for
from linkwork.assembly.linearization import ALL, evaluate_matrix, set_factors
from linkwork.core.errors import SysError, warn
from linkwork.core.functions.user_functions import raise_user_error
from linkwork.core.kernels.raised import raised
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.records import COUNTERS
from linkwork.core.status import OK, SINGULAR, failure_of
from linkwork.loads.load import Load
from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.model.position import composed_of
from linkwork.modes.constraint_forces import minimum_norm_forces

KEPT = ("branches", "row_mass", "masses")
"""Arrays that are restored after an evaluation at another state, in addition to the state."""

SCALARS = (
    "t",
    "compatible",
    "frozen",
    "level",
    "changed",
    "h",
    "zero_pivot",
    "front_symmetric",
    *COUNTERS,
)
"""Scalars that are restored."""


class Linearizer:
    """A model at one state; a context manager, which restores the state of the system at its end.

    n, m, n_ode1 -- numbers of ODE2 coordinates, algebraic equations, first-order coordinates
    pure -- for each algebraic equation: whether it involves no coordinates (inactive constraints)
    of_velocities -- for each: whether it ties velocities
    blocks -- places of the matrices among the entries of the system matrix
    notes -- reasons for doubt about the results
    """

    def __init__(
        self, model: Model, data: Data, settings: Any, state: Mapping[str, np.ndarray], t: float,
        moves: bool = True,
    ) -> None:  # fmt: skip
        """moves -- False: only the constraints are linearized, without forces and accelerations"""
        self.model, self.data, self.settings, self._moves = model, data, settings, moves
        self.n, self.m, self.n_ode1 = model.n_ode2, model.n_ae, model.n_ode1
        self._state, self._t = {name: state[name].copy() for name in state}, t
        self.notes: list[str] = []
        self._loads: list[tuple[np.ndarray, np.ndarray]] = []
        self._is_static = False

    def __enter__(self) -> Linearizer:
        data, s = self.data, self.data.scalars
        self._quiet = overflows_unnoticed()
        self._quiet.__enter__()
        self._kept_state = data.state_block.copy()
        self._kept = {name: data[name].copy() for name in KEPT}
        self._scalars = {name: getattr(s, name) for name in SCALARS}
        raised.clear()
        try:
            self.model.functions.bind_all_back()
            self.equations: Equations = equations_for(self.model, data, self.settings, True)
            self.equations.layout.open(data)
            for name, values in self._state.items():
                data[name][:] = values
            data["q_low"][:] = 0.0
            self.equations.run("settle_calls")
            s.t, s.frozen, s.compatible = self._t, 0, bool(self.settings.compatibility)
            self._index()
            if self._moves:
                self._find_forces()
                if self.settings.compatibility:
                    self._leave_out_forces()
                self._evaluate_forces()
            else:
                self.equations.measure_rows()
                self._look_at_constraints()
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._leave()

    def _leave(self) -> None:
        data = self.data
        for rows, values in self._loads:
            rows[:] = values
        if hasattr(self, "equations"):
            if self._loads:
                self.equations.settle_loads()
            self.equations.layout.close()
        data.state_block[:] = self._kept_state
        for name, values in self._kept.items():
            data[name][:] = values
        for name, value in self._scalars.items():
            setattr(data.scalars, name, value)
        raised.clear()
        self.model.functions.release_all()
        self._quiet.__exit__(None, None, None)

    def demand(self, status: int) -> None:
        """Raise the error that a status means."""
        if status == OK and not raised:
            return
        when = f"when the system is linearized at t = {self._t:.9g} s"
        if raised:
            raise_user_error(when)
        failure = failure_of(status)
        label = f"{failure.label(self.model.items)} " if failure.names_item else ""
        raise SysError(f"{label}{when}: {failure.text}")

    def warn_of_notes(self, what: str) -> None:
        """Warn of doubts about results that have no notes."""
        for note in self.notes:
            warn(f"{what}: {note}")

    # ------------------------------------------------------------------ state

    def _find_forces(self) -> None:
        """Accelerations and multipliers of the state: M a + C^T lambda = F, c'' = 0."""
        data, equations = self.data, self.equations
        data.scalars.cq = data.scalars.cv = 0.0
        status = equations.weigh()
        self._look_at_constraints()
        if status == OK:
            status = equations.initial_accelerations()
        if status == SINGULAR:
            self._share_forces()
        else:
            self.demand(status)
        for what in ("a", "multipliers"):
            if not np.isfinite(data[what]).all():
                raise SysError(
                    f"the system cannot be linearized: {what} of the state are not finite; look "
                    "for forces or initial values that are not finite"
                )

    def _share_forces(self) -> None:
        """Balance the forces where masses are missing or constraints depend on each other."""
        data, equations = self.data, self.equations
        data["multipliers"][:] = 0.0
        self.demand(equations.forces(level=2) or equations.run("drift_calls"))
        right = -data["residual"].copy(), -data["constraint"].copy()
        M, C = self.matrices(0.0, 0.0, 1.0)
        active = np.flatnonzero(~self.pure)
        # nodes with algebraic coordinates determine them: their multipliers are their values
        data["multipliers"][:] = 0.0
        data["multipliers"][self.pure] = self._state["multipliers"][self.pure]
        found = minimum_norm_forces(M, C[active], right[0], right[1][active])
        data["a"][:], data["multipliers"][active] = found.accelerations, found.multipliers
        self._is_static = found.is_static

    def _leave_out_forces(self) -> None:
        """Let matrices have no part of constraint forces, loads and accelerations."""
        self.data["a"][:] = 0.0
        self.data["multipliers"][~self.pure] = 0.0
        for table in self.model.tables_of(Load):
            kind: Any = table.kind
            names = [kind.magnitude, *(p.symbol for p in kind.function_parameters())]
            self._loads.append((table.rows, table.rows.copy()))
            for name in names:
                if name and name in table.rows.dtype.fields:
                    table.rows[name] = 0
        self.equations.settle_loads()

    def _look_at_constraints(self) -> None:
        """Note a state that violates constraints by more than rounding."""
        if not self.m:
            return
        status, values = self.equations.violations(0)
        self.demand(status)
        sizes = np.abs(values) / self.equations.row_sizes * ~self.pure
        worst = int(sizes.argmax())
        limit = 1.0e-6 * max(self.equations.largest_position(), 1.0e-6)
        if sizes[worst] > limit:
            self.notes.append(
                f"{self.equations.rows.name(worst)} is violated by {sizes[worst]:.3g}: the "
                "state does not satisfy the constraints"
            )

    def _evaluate_forces(self) -> None:
        """Evaluate the forces for the matrix kernels."""
        self.data.scalars.cq = self.data.scalars.cv = 0.0
        self.demand(self.equations.forces(level=0))

    @cached_property
    def remarks(self) -> list[str]:
        """Properties of the state that are no reasons for doubt; only while it is the present one.

        They are found on request, since most results do not list them.
        """
        data, found = self.data, []
        if self._is_static:
            found.append(
                "coordinates have no mass: accelerations are assumed to be zero, and the "
                "constraint forces are those that balance the others best"
            )
        largest = float(np.abs(data["a"]).max(initial=0.0))
        if largest > 1.0e-6 * self._acceleration_scale() and largest > self._rounding():
            found.append(
                f"the state is not an equilibrium: accelerations of up to {largest:.3g} "
                "(coordinates per s^2)"
            )
        if np.any(data["v"]):
            found.append("velocities are not zero: matrices hold for this moment")
        return found

    def _acceleration_scale(self) -> float:
        """Accelerations that the forces on single markers would cause."""
        data = self.data
        masses = data["masses"][data["masses"] > 0.0]
        force = np.abs(data["marker_force"]).max(initial=0.0)
        speed = float(np.abs(data["v"]).max(initial=0.0))
        return max(float(force / masses.min(initial=np.inf)), speed, 1e-9)

    def _rounding(self) -> float:
        """Accelerations that the rounding of positions causes, with all stiffnesses."""
        masses = self.data["masses"]
        stiffness = self.blocks.motion.largest_in_rows(self.values(1.0, 0.0, 0.0))
        heavy = masses > 0.0
        rate = (stiffness[heavy] / masses[heavy]).max(initial=0.0)
        return 1.0e-14 * float(rate) * self.equations.largest_position()

    # ------------------------------------------------------------------ matrices

    def _index(self) -> None:
        """Find the places of the blocks in `values`, and which equations are pure."""
        n, last = self.n, self.n + self.m
        self.blocks = self.equations.blocks
        self.data["row_mass"][:] = 1.0
        self.demand(self.equations.run("motion_calls"))
        self.pure = self.of_velocities = np.zeros(0, bool)
        if not self.m:
            return
        values = self.values(0.0, 0.0, 1.0)
        self.pure = self.equations.layout.diagonal(values)[n:last] != 0.0
        self.of_velocities = np.zeros(self.m, bool)
        for table in self.model.equation_tables():
            rows, _ = table.kind.equation_rows(table)
            self.of_velocities[rows] = table.kind.rate_equations(table)

    def values(
        self, cq: float, cv: float, ca: float, *, level: int = 0, weight: float = 1.0,
        cy: float = 0.0,
    ) -> np.ndarray:  # fmt: skip
        """Entries of the matrix; weight -- factor of constraint rows and columns.

        level -- 0: rows are dc/dq; 1: they are dc'/dq
        """
        set_factors(self.data.scalars, cq, cv, ca, cy, level=level)
        self.data["row_mass"][:] = weight
        self.demand(evaluate_matrix(self.equations, ALL))
        found: np.ndarray = self.data["values"]
        if np.isfinite(found).tobytes().find(0) >= 0:  # twice as fast as all()
            raise SysError(
                "the system cannot be linearized: derivatives of its forces are not finite; look "
                "for springs of length zero and user functions with kinks"
            )
        return found

    def matrices(self, cq: float, cv: float, ca: float, full: bool = False) -> tuple[Any, Any]:
        """(cq K + cv D + ca M, C) as sparse matrices, or as arrays."""
        values, motion, gradients = (
            self.values(cq, cv, ca),
            self.blocks.motion,
            self.blocks.gradients,
        )
        if full:
            return motion.full(values), gradients.full(values)
        return motion.of(values), gradients.of(values)

    def rate_gradients(self, full: bool = False) -> Any:
        """dc'/dq of all equations."""
        # with a factor of velocities: without one, equations of users are not differentiated
        values, gradients = self.values(0.0, 1.0, 0.0, level=1), self.blocks.gradients
        return gradients.full(values) if full else gradients.of(values)

    def spins(self) -> Any:
        """Matrix whose blocks w~ of composed rotations give w x u, zero elsewhere."""
        from scipy.sparse import coo_matrix

        v, found = self.data["v"], composed_of(self.model)
        triples = [part for part in found if part.shape[1] == 3]
        x, y, z = np.concatenate([np.zeros((0, 3), np.int64), *triples]).T
        rows, columns = np.concatenate([x, y, z, x, y, z]), np.concatenate([z, x, y, y, z, x])
        values = np.concatenate([v[y], v[z], v[x], -v[z], -v[x], -v[y]])
        return coo_matrix((values, (rows, columns)), shape=(self.n, self.n)).tocsr()

    def first_order(self, full: bool = False) -> Any:
        """d(rates)/dy of the first-order coordinates."""
        if full and not self.n_ode1:
            return np.zeros((0, 0))
        values = self.values(0.0, 0.0, 0.0, cy=1.0)
        if full:
            return np.eye(self.n_ode1) - self.blocks.first_order.full(values)
        from scipy.sparse import identity

        return (identity(self.n_ode1) - self.blocks.first_order.of(values)).tocsr()

    def rate_couplings(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """dF/dy, d(rates)/dq and d(rates)/dv of connectors with first-order coordinates."""
        values = self.values(0.0, 0.0, 0.0, cy=1.0)
        forces = -self.blocks.forces_by_rates.full(values)
        by_q = -self.blocks.rates_by_motion.full(self.values(1.0, 0.0, 0.0, cy=1.0))
        by_v = -self.blocks.rates_by_motion.full(self.values(0.0, 1.0, 0.0, cy=1.0))
        return forces, by_q, by_v

    def constraint_name(self, row: int) -> str:
        """The item of an equation, and which of its equations."""
        return self.equations.rows.name(row)
