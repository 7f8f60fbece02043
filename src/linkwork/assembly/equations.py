"""Systems solved outside of the time loop: initial accelerations, projections, masses of rows.

`Equations` binds a model to its work memory for one kind of solver. In Python it offers
initial accelerations, projection onto the constraints, and the check of the mass matrix; these
run the same compiled kernels as the time loop (`assembly/call_lists.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any

import numpy as np

from linkwork.assembly.call_lists import CallLists
from linkwork.assembly.constraint_rows import ConstraintRows
from linkwork.assembly.couplings import Couplings, couplings_of, mass_layout, own_tables, pattern_of
from linkwork.assembly.dependent_rows import dependent_rows
from linkwork.assembly.linearization import (
    MASSES,
    MatrixBlocks,
    evaluate_matrix,
    set_factors,
)
from linkwork.assembly.parts import Parts
from linkwork.assembly.redundant_rows import RedundantRows
from linkwork.core.enums import LinearSolverType
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.records import u4
from linkwork.core.status import OK, SINGULAR
from linkwork.integrators.projection import MANY_CORRECTIONS, project_state
from linkwork.integrators.state import copied, restore_state
from linkwork.linear.choose import choose
from linkwork.linear.dense.minimum_norm import MinimumNorm
from linkwork.linear.layout import Layout
from linkwork.linear.symmetry import LOWER, UPPER
from linkwork.math.norms import group_norms
from linkwork.math.tolerances import NO_MASS, PIVOT_RATIO
from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.model.position import set_position_calls
from linkwork.model.table import Table

UNMOVED = 1.0e-14
"""The factors of the masses stay valid while positions move less than this, relative to them."""

VIOLATED = 1.0e-6
"""Violation of an equation that should follow from the others, relative to positions."""


class Equations:
    """Systems solved with the kernels of one model; see the text of the module.

    lists -- its lists of kernel calls; rows -- its constraint equations
    row_sizes -- change of each equation per motion
    redundant -- equations that follow from others and are released, in implicit solvers
    wanted -- the linear solver that the settings request
    pace -- number of steps of a run that take about as long as a chunk, as far as it is known
    composed -- whether rotations of nodes with Euler parameters are composed
    has_pivots -- whether the order of elimination was judged (`pivots.py`)
    kept -- what users of these equations keep with them, by name
    """

    def __init__(self, model: Model, data: Data, layout: Layout, implicit: bool) -> None:
        self.model, self.data, self.layout, self.implicit = model, data, layout, implicit
        self.wanted: Any = None
        self.composed = data.composition.is_on
        self.has_pivots = self._knows_gradients = False
        self.kept: dict[str, Any] = {}
        self.pace = 1
        self.rows = ConstraintRows(model, data)
        self.row_sizes = np.ones(model.n_ae)
        self._factorized, self._factorized_at = -1, data["q"]
        self.lists = CallLists(model, data, layout, implicit)
        self.has_plain_masses = self.lists.has_plain_masses
        self.redundant: RedundantRows | None = None
        self.settle_loads()
        set_position_calls(model, data)

    @cached_property
    def parts(self) -> Parts:
        """Connected parts of the model."""
        return Parts(self.model, lambda: self.couplings)

    @cached_property
    def couplings(self) -> Couplings:
        """Which unknowns its items couple, in implicit solvers."""
        return couplings_of(self.model, True)

    @cached_property
    def blocks(self) -> MatrixBlocks:
        """Places of M, D, K and C_q among the entries of the matrix."""
        return MatrixBlocks(self)

    @property
    def shares_loads(self) -> bool:
        """Whether dependent constraints are solved by minimum norm."""
        return isinstance(self.layout, MinimumNorm)

    def release(self, rows: np.ndarray) -> None:
        """Release equations that follow from others; none: all of them act."""
        self.redundant = None
        if len(rows):
            mass = float(self.data["masses"].max(initial=0.0))
            edges = self.rows.entries()
            self.redundant = RedundantRows(self.model, self.layout, rows, mass, edges)
        self.lists.release(self.redundant)
        self.settle_loads()
        self.forget_factors()
        s = self.data.scalars
        s.factor_valid, s.redundant_error, s.redundant_limit = 0, 0.0, 0.0
        if len(rows):
            s.redundant_limit = VIOLATED * max(self.largest_position(), 1.0)

    def find_gradients(self) -> None:
        """Note which entries of a sparse matrix are gradients in the columns of multipliers."""
        if self.layout.is_sparse and not self._knows_gradients:
            n, m = self.model.n_ode2, self.model.n_ae
            of_rows, of_columns = (
                (n <= unknowns[self.layout.n :]) & (unknowns[self.layout.n :] < n + m)
                for unknowns in self.layout.entries()
            )
            rows, columns = (part[: len(part) // 2] for part in (of_rows, of_columns))
            halves = np.where(columns & ~rows, LOWER, np.where(rows & ~columns, UPPER, 0))
            self.data.set("gradient_halves", halves.astype(u4))
            self._knows_gradients = True

    # ------------------------------------------------------------------ evaluations

    def settle_loads(self, renew: bool = True) -> None:
        """Evaluate the constant loads, once until a parameter changes.

        renew -- other loads may be constant than before
        """
        data = self.data
        if renew:
            self.lists.sort_loads()
        data["marker_force"][:] = 0.0
        self.run("constant_calls")
        data["constant_force"][:] = data["marker_force"]

    def run(self, name: str) -> int:
        """Run one list of calls; the first nonzero status ends it."""
        return self.data.run_calls(name)

    def call(self, name: str, k: int) -> int:
        """Run call k of a list."""
        return int(call_kernel(*self.data.calls(name)[k], self.data.address))

    def forces(self, level: int) -> int:
        """Evaluate residual = -F and the constraint values of that level from the present state."""
        data = self.data
        data.scalars.level = level
        data.scalars.force_evaluations += 1
        data["marker_force"][:] = data["constant_force"]
        data["residual"][:] = 0.0
        for name in ("motion_calls", "force_calls", "gather_calls"):
            status = self.run(name)
            if status != OK:
                return status
        return OK

    def move_markers(self) -> int:
        """Find the motion of all markers at the present state, with their Jacobians."""
        status = self.run("motion_calls")
        for k in range(len(self.model.markers.jacobian_parts()) if self.implicit else 0):
            status = status or self.call("jacobian_calls", k)
        return status

    # ------------------------------------------------------------------ masses

    def factorize_masses(self) -> int:
        """Factorize the matrix of M and C_q (explicit solvers: M alone)."""
        data, s = self.data, self.data.scalars
        set_factors(s, 0.0, 0.0, 1.0)
        s.factor_valid, s.asymmetry = 0, 0.0
        s.zero_pivot = self.zero_pivot()
        if self.lists.direct or not self.factors_are_masses() or not self._has_rested():
            status = evaluate_matrix(self, MASSES, moved=True) or self.call("solver_calls", 0)
            if status != OK:
                return status
            self._factorized, self._factorized_at = s.factorizations, data["q"].copy()
        return OK

    @property
    def factorized(self) -> tuple[int, np.ndarray]:
        """The count and the positions of the last factorization of the masses."""
        return self._factorized, self._factorized_at

    @factorized.setter
    def factorized(self, known: tuple[int, np.ndarray]) -> None:
        self._factorized, self._factorized_at = known

    def forget_factors(self) -> None:
        """Mark the present factors as invalid."""
        self._factorized = -1

    def evaluate_masses(self) -> int:
        """Evaluate the matrix of M and C_q at the present positions."""
        set_factors(self.data.scalars, 0.0, 0.0, 1.0)
        return evaluate_matrix(self, MASSES, moved=True)

    def factors_are_masses(self) -> bool:
        """Whether the last factorization was that of the masses."""
        return self._factorized == self.data.scalars.factorizations

    def _has_rested(self) -> bool:
        """Whether no coordinate has changed since the masses were factorized."""
        moved = np.abs(self.data["q"] - self._factorized_at).max(initial=0.0)
        return bool(moved <= UNMOVED * self.largest_position())

    def solve(self, right: np.ndarray) -> np.ndarray:
        """Solution for one right-hand side with the present factors."""
        self.data["x"][: len(right)] = right
        self.data["x"][len(right) :] = 0.0
        self.call("solver_calls", 1)
        return self.data["x"][: len(right)].copy()

    def weigh(self) -> int:
        """Masses of the constraint rows: those that their markers move, combined in series.

        The matrix of M and C_q is factorized to check whether it is singular.
        """
        data, model = self.data, self.model
        data["row_mass"][:] = 1.0
        status = self.weigh_coordinates()
        if model.n_ae:
            with overflows_unnoticed():  # what cannot be moved has no mass
                self._weigh_rows()
                self.measure_rows()
        data.scalars.mass_pivot = self.zero_pivot()
        if status == OK and not model.n_ae and not self.data["masses"].all():
            return SINGULAR
        return status if status != OK or self.has_plain_masses else self.factorize_masses()

    def weigh_coordinates(self) -> int:
        """Set the masses of the coordinates; returns a status."""
        self._factorized = -1
        status = self.evaluate_masses()
        masses = self.layout.diagonal(self.data["values"])[: self.model.n_ode2]
        sizes = np.abs(masses)
        sizes[self.data.composition.idle] = 0.0  # they have unit mass, whatever the unit
        rounded = (sizes < NO_MASS * sizes.max(initial=0.0)) & (sizes > 0.0)
        self.data["masses"][:] = np.where(rounded, 0.0, masses)
        return status

    def _weigh_rows(self) -> None:
        """Set row_mass: the masses that the markers of an equation move, in series."""
        inverse = np.zeros(self.model.n_ae)
        for table, rows, coordinates, levers in self.weighed_edges():
            moved = self.data["masses"][coordinates]
            if table.kind.blocks is None:
                moved = table.kind.masses_of_edges(table, self.data["masses"])
            np.add.at(inverse, rows, levers / np.where(moved > 0.0, moved, np.inf))
        masses = 1.0 / inverse
        possible = np.isfinite(masses) & (masses > 0.0)
        self.data["row_mass"][possible] = masses[possible]

    def weighed_edges(self) -> Iterator[tuple[Table, np.ndarray, np.ndarray, np.ndarray]]:
        """(table, rows, coordinates, levers) of the constraints, without levers of rounding."""
        for table, edges in zip(self.model.equation_tables(), self.rows.edges(), strict=True):
            rows, coordinates, _, levers = edges
            largest = np.zeros(self.model.n_ae)
            np.maximum.at(largest, rows, levers)
            yield table, rows, coordinates, np.where(levers > NO_MASS * largest[rows], levers, 0.0)

    def measure_rows(self) -> None:
        """Set row_sizes: change of an equation per motion; 1 except for coordinate vectors."""
        self.row_sizes[:] = 1.0
        for table in self.lists.direct:
            if table.kind.has_equations:
                rows, _, slopes, _ = table.kind.edges(table)
                size = group_norms(rows, slopes, len(self.row_sizes))
                self.row_sizes[size > 0.0] = size[size > 0.0]

    def zero_pivot(self) -> float:
        """Size up to which pivots of M and C_q count as zero: that of rounding."""
        units = np.ones(1 if self.lists.has_units else 0)
        rows = self.data["row_mass"] * self.row_sizes
        scale = np.concatenate([self.data["masses"], rows, units])
        return float(PIVOT_RATIO * scale[scale > 0.0].min(initial=np.inf))

    def describe_singular(self) -> str:
        """Why the initial matrix is singular, by name."""
        model = self.model
        with overflows_unnoticed():
            massless = self._massless() if self.lacks_mass else np.zeros(0, np.int64)
        if len(massless):
            names = ", ".join(model.numbering.coordinate_name(k) for k in massless[:4])
            more = f" and {len(massless) - 4} more" if len(massless) > 4 else ""
            return (
                f"no mass acts on {names}{more}; put a body with mass on the node, or add mass to "
                "the matrix of its ObjectGenericODE2"
            )
        if not self.rows.tie_coordinates:
            return "the mass matrix is singular; give every coordinate its own mass"
        flat = self.rows.flat_names()
        if flat:
            return (
                f"{', '.join(flat)}: no coordinate changes it here, all of its derivatives are "
                "zero; start at another position or velocity"
            )
        what = ", ".join(self.rows.redundant_names()) or "the constraints"
        return f"{what} cannot be satisfied independently of the others; remove redundant ones"

    @property
    def lacks_mass(self) -> bool:
        """Whether nothing determines the acceleration of a coordinate: neither mass nor rows."""
        with overflows_unnoticed():
            columns = self.rows.gradients()[:, self._massless()].T.tocsr()
            return bool(len(dependent_rows(columns)))

    def _massless(self) -> np.ndarray:
        """Coordinates without mass, except for those that equations of their nodes determine."""
        held = self.rows.gradients()[: self.model.numbering.object_row[0]]
        unheld = np.asarray(abs(held).sum(axis=0)).ravel() == 0.0
        return np.flatnonzero((self.data["masses"] == 0.0) & unheld)

    # ------------------------------------------------------------------ consistent start

    def initial_accelerations(self, curvature: np.ndarray | None = None) -> int:
        """a and multipliers from M a + C_q^T lambda = F, C_q a = -(terms without a); also y_t.

        curvature -- these terms, if they are not those of the present time
        """
        data, n = self.data, self.model.n_ode2
        data["multipliers"][:] = 0.0
        if self.has_plain_masses:
            self.data.scalars.factor_valid = 0
            status = self.forces(level=2)
            data["a"][:] = -data["residual"] / self.data["masses"]
            data["y_t"][:] = data["rates"]
            return status
        status = self.factorize_masses() or self.forces(level=2) or self.run("drift_calls")
        if status != OK:
            return status
        terms = data["constraint"] if curvature is None else curvature
        right = np.concatenate([-data["residual"], -terms * data["row_mass"]])
        x = self.solve(right)
        data["a"][:] = x[:n]
        data["multipliers"][:] = data["row_mass"] * x[n:]
        data["y_t"][:] = data["rates"]
        return self.call("share_calls", 0) if self.redundant is not None else OK

    def initial_rates(self) -> int:
        """Compute only y_t of the present state."""
        status = self.forces(level=2)
        self.data["y_t"][:] = self.data["rates"]
        return status

    def project(self, level: int) -> int:
        """Move to the nearest state (in the metric of the masses) that satisfies the constraints.

        level 0 moves positions, level 1 velocities.
        """
        many = level == 0 or self.lists.direct
        return project_state(self, level, MANY_CORRECTIONS if many else 1)

    def renew_factors(self) -> int:
        """Compute M, C_q and their factors at the present state, for the next correction."""
        # gradients of vectors change with the state, and so do the weights of the rows
        return self.weigh() if self.lists.has_vectors else self.factorize_masses()

    def largest_position(self) -> float:
        """Largest coordinate of a marker [m], or of all coordinates where some have no marker."""
        largest = float(np.abs(self.data["markers"]["p"]).max(initial=0.0))
        if self.lists.direct or self.model.markers.turns.any():
            largest = float(
                np.abs(self.model.numbering.reference + self.data["q"]).max(initial=largest)
            )
        return largest

    def violations(self, level: int) -> tuple[int, np.ndarray]:
        """(status, constraint values of active rows at a level) at the present state."""
        self.data.scalars.cq = self.data.scalars.cv = 0.0  # no step: see connector.py
        multipliers = self.data["multipliers"].copy()
        self.data["multipliers"][:] = 0.0
        status = self.forces(level)
        values = self.data["constraint"].copy()
        self.data["multipliers"][:] = multipliers
        return status, values


def arranged(equations: Equations) -> Equations:
    """Equations that are ready for a run: what items derive from several rows, constant loads."""
    for table in equations.model.tables.values():
        table.kind.arrange(table.rows, table.own)
    equations.settle_loads()
    equations.run("settle_calls")
    return equations


def equations_for(
    model: Model, data: Data, settings: Any, implicit: bool, homes: np.ndarray | None = None
) -> Equations:
    """Equations of a run; those of the last run if they fit.

    homes -- blocks of the constraint rows, if they are known
    """
    last: Equations | None = data.equations
    wanted = LinearSolverType.EXUdense if data.wants_dense else settings.linearSolverType
    fits = last is not None and last.implicit == implicit and last.wanted == wanted
    if last is None or not fits or last.composed != data.composition.is_on or last.shares_loads:
        n = model.n_ode2 + model.n_ae + (model.n_ode1 if implicit else 0)
        found = cache(lambda: couplings_of(model, implicit))
        own = not implicit and not model.n_ae and wanted == LinearSolverType._None
        own = own and bool(own_tables(model))
        if implicit or model.n_ae or (model.masses_vary and not own):
            # nothing to solve: no pattern to analyze either
            chosen = wanted if n else LinearSolverType._None
            layout = choose(n, chosen, lambda: pattern_of(model, implicit, found(), homes))
        else:
            layout = mass_layout(model)
        data.equations = last = Equations(model, data, layout, implicit)
        data.kept_run = None
        last.wanted = wanted
        if implicit and found.cache_info().currsize:
            last.couplings = found()  # its parts need them, too
    if last.redundant is not None:
        last.release(np.zeros(0, np.int64))
    return arranged(last)


def renewed(last: Equations, settings: Any, homes: np.ndarray | None = None) -> Equations:
    """Equations of the same model with another pattern or order of elimination.

    Layout of the matrix and all lists of calls are created again; the state stays.
    homes -- blocks of the constraint rows, if they are known
    """
    data = last.data
    kept = copied(data.group("state"))
    data.equations = None
    made = equations_for(last.model, data, settings, last.implicit, homes)
    restore_state(kept, data.group("state"))
    return made


def share_loads(last: Equations) -> Equations:
    """The same equations, solved by minimum norm where constraints depend on each other."""
    layout = MinimumNorm(last.layout.n, last.layout.entries())
    made = Equations(last.model, last.data, layout, last.implicit)
    made.wanted = last.wanted
    last.data.equations = made
    return made
