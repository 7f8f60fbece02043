"""The equations of statics: residuals, their matrix, and its factors.

Unknowns are displacements q, scaled multipliers (lambda = row_mass * unknown) and, where they are
solved for, first-order coordinates y. With v = 0 and a = 0

    g = -F(q, t) + C_q^T lambda = 0,    c(q, t) = 0,    rates(y, t) = 0

and the matrix is that of an implicit step with cq = 1, cv = 0, ca = 0: K with geometric stiffness,
row_mass C_q^T and row_mass C_q. The same kernels serve statics and dynamics.

Terms that are added to the matrix, but never to the residual:

    shift * metric      on the diagonal of K: a step along the forces where K alone does not help
    -SLACK_ROWS         on the diagonal of constraint rows, relative to C K^-1 C^T: equations that
                        depend on each other then share their forces
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from linkwork.assembly.equations import Equations
from linkwork.assembly.linearization import ALL, evaluate_matrix, set_factors
from linkwork.assembly.sides import Sides
from linkwork.core.kernels.raised import raised
from linkwork.core.status import NOT_FINITE, OK
from linkwork.linear.symmetry import is_even
from linkwork.math.tolerances import EVEN_FORCES
from linkwork.model.position import move_by
from linkwork.statics.measure import POOLS, KernelCall, measure

SLACK_ROWS = 1.0e-10
"""Compliance of constraint rows in the matrix, relative to that of the coordinates they act on."""

FLAT = 1.0e-14
"""Stiffnesses on the diagonal below this, relative to their mean, count as zero."""

LIFTS = 1.0e-9, 1.0e-6, 1.0e-3
"""Negative stiffness up to this size, relative to the metric, does not count; larger ones serve
where a pivot vanishes with the first."""

LEAST_MASS = 1.0e-6
"""Smallest weight of a coordinate in the metric, relative to the mean of those with mass."""


SMALL_SQUARE, LARGE_SQUARE = 1.0e-200, 1.0e200
"""Sums of squares between these limits have lost no digits."""


def mean(values: np.ndarray) -> float:
    """Root mean square, without overflow or underflow of squares; 0 for an empty array."""
    square = float(np.vdot(values, values))
    if SMALL_SQUARE < square < LARGE_SQUARE:
        return math.sqrt(square / values.size)
    largest = float(np.abs(values).max(initial=0.0))
    if not 0.0 < largest < np.inf:
        return largest
    return largest * mean(values / largest)


NOTHING = np.zeros(0)
"""Rates that are no residuals."""

EVERYTHING: Any = slice(None)
"""All coordinates or rows."""


def _relative_masses(found: np.ndarray) -> np.ndarray:
    """Masses of coordinates, relative to their mean; those without mass get a small value."""
    heavy = np.isfinite(found) & (found > 0.0)
    if not heavy.any():
        return np.ones(len(found))
    masses = np.where(heavy, found, 0.0) / found[heavy].mean()
    return np.where(masses > LEAST_MASS, masses, 1.0 if not heavy.all() else LEAST_MASS)


class State(NamedTuple):
    """A state and its residuals.

    force -- g; equations -- c; rates -- of first-order coordinates that are solved for
    load -- root mean square of the forces that act, per coordinate
    """

    q: np.ndarray
    q_low: np.ndarray
    poses: np.ndarray
    multipliers: np.ndarray
    y: np.ndarray
    force: np.ndarray
    equations: np.ndarray
    rates: np.ndarray
    load: float


class Step(NamedTuple):
    """A change of the unknowns; the multipliers are scaled."""

    q: np.ndarray
    multipliers: np.ndarray
    y: np.ndarray


ROUNDED = 1.0e-12
"""An extent up to this, relative to the displacement that is needed, is rounding."""


class StaticSystem:
    """Residuals and matrix of one model at one time; see the text of the module.

    metric -- weights of the coordinates, proportional to the masses, in units of stiffness
    size -- extent of the model [m], 0 if everything is at one point
    stiffness -- typical stiffness, from the first matrix of a load step
    is_flat -- whether the matrix cannot be positive definite: an entry of its diagonal is zero
    give -- compliance of constraint rows in the matrix
    own, own_rows, own_rates -- the unknowns included: all, or those of some parts of the model
    (`focus`), while the others stay in place; their residuals are zero, their matrix is diagonal
    """

    def __init__(self, equations: Equations, settings: Any) -> None:
        """settings -- staticSolver"""
        self.equations, self.data, self.model = equations, equations.data, equations.model
        self.holds_rates = settings.constrainODE1coordinates
        self._stabilizer = settings.stabilizerODE2term
        self._largest = settings.newton.maximumSolutionNorm
        self.n, self.m = self.model.n_ode2, self.model.n_ae
        self._added = 0.0
        self._sides: Sides | None = None
        self._anchor = self.data["q"]
        self.give = np.zeros(self.m)
        self.row_sizes = np.ones(self.m)
        self.size = self.stiffness = 0.0
        self.is_flat = False
        self._parts: np.ndarray | None = None
        self.own = self.own_rows = self.own_rates = EVERYTHING
        self._others = self._other_entries = np.zeros(0, np.int64)
        self.masses = self.metric = np.ones(self.n)
        self._measure = self._measure_of(equations)

    # ------------------------------------------------------------------ set up

    def _measure_of(self, equations: Equations) -> KernelCall:
        """The compiled evaluation, which is kept for the next run."""
        if "measure" not in equations.kept:
            pools = {name: np.zeros(1, kind) for name, kind in POOLS.items()}
            equations.kept["measure"] = KernelCall(measure, pools, self.data)
        found: KernelCall = equations.kept["measure"]
        found.numbers.turns, found.numbers.rates = self.model.has_moments, not self.holds_rates
        return found

    @cached_property
    def _diagonal(self) -> np.ndarray:
        """Places of the diagonal of the matrix."""
        rows = np.arange(self.n + self.m)
        return self.equations.layout.slots(rows, rows)

    @cached_property
    def _found_masses(self) -> np.ndarray:
        """Diagonal of the mass matrix, which is evaluated where it is needed first."""
        self.equations.evaluate_masses()
        found: np.ndarray = np.abs(self.equations.layout.diagonal(self.data["values"])[: self.n])
        raised.ignore()
        return found

    def focus(self, parts: np.ndarray | None) -> None:
        """Include only some connected parts, or (None) the whole model."""
        n, m = self.n, self.m
        self._parts = parts
        if parts is None:
            self.own = self.own_rows = self.own_rates = EVERYTHING
            self._others = self._other_entries = np.zeros(0, np.int64)
            return
        own = np.isin(self.equations.parts.unknowns, parts)
        self.own, self.own_rows, self.own_rates = own[:n], own[n : n + m], own[n + m :]
        self._others = np.flatnonzero(~own)
        rows, columns = self.equations.layout.entries()
        self._other_entries = np.flatnonzero(~own[rows] | ~own[columns])

    def diagonal_stiffness(self) -> np.ndarray:
        """Sizes of the diagonal entries of K at the state evaluated last."""
        self.data["row_mass"][:] = 1.0
        self._fill()
        found: np.ndarray = np.abs(self.data["values"][self._diagonal[: self.n]])
        return found

    def begin(self, fraction: float) -> None:
        """Begin a load step to that fraction of the duration at the present state."""
        data, s = self.data, self.data.scalars
        self._added = self._stabilizer * (1.0 - fraction * fraction)
        self._anchor = data["q"].copy() if self._stabilizer else data["q"]
        self._sides = None
        if self._parts is not None:
            self.focus(None)
        s.frozen = s.linear = 0
        data["a"][:] = 0.0
        if not s.compatible:
            data["v"][:] = 0.0
        if self.m:
            data["row_mass"][:] = 1.0

    def weigh(self) -> int:
        """Compute typical stiffness and size, metric, and weights of the constraint rows."""
        data = self.data
        data["row_mass"][:] = 1.0
        self.masses = np.ones(self.n)
        self.masses[self.own] = _relative_masses(self._found_masses[self.own])
        status = self._fill()
        if status != OK:
            return status
        found = np.abs(data["values"][self._diagonal[: self.n]])
        own = found[self.own]
        mean = float(own.sum()) / max(len(own), 1)
        free = not len(data["constraint"][self.own_rows])
        self.is_flat = free and bool((own <= FLAT * mean).any())
        force = np.abs(data["residual"][self.own]).max(initial=0.0)
        equations = np.abs(data["constraint"][self.own_rows]).max(initial=0.0)
        self.size = self._extent()
        if self.size <= ROUNDED * max(equations, force / mean if mean else 0.0):
            self.size = 0.0  # points that have returned to one place, but for rounding
        self.stiffness = mean or force / (self.size or 1.0)
        self.stiffness = self.stiffness or 1.0
        self.metric = self.masses * self.stiffness
        self._weigh_rows(np.maximum(found, 0.1 * self.stiffness))
        return OK

    def _extent(self) -> float:
        """Largest distance between markers along an axis, or largest coordinate."""
        places = self.data["markers"]["p"]
        if self._parts is not None:
            markers, parts = self.equations.parts.places
            places = places[markers[np.isin(parts, self._parts)]]
        extent = float(np.ptp(places, axis=0).max(initial=0.0)) if len(places) else 0.0
        if not extent or self.equations.lists.direct:
            reference = self.model.numbering.reference[self.own]
            extent = max(extent, float(np.abs(reference).max(initial=0.0)))
        return extent

    def _weigh_rows(self, stiffness: np.ndarray) -> None:
        """Set row_mass: constraint rows get the magnitude of the stiffness that they act on."""
        softness, squares, last = np.zeros(self.m), np.zeros(self.m), self.n + self.m
        for rows, coordinates, slopes, _ in self.equations.rows.edges() if self.m else ():
            np.add.at(softness, rows, slopes**2 / stiffness[coordinates])
            np.add.at(squares, rows, slopes**2)
        acts = softness > 0.0
        self.row_sizes = np.where(acts, np.sqrt(squares), 1.0)
        weights = np.full(self.m, self.stiffness)
        weights[acts] = self.row_sizes[acts] / softness[acts]
        self.data["row_mass"][:] = weights
        self.give = np.where(acts, SLACK_ROWS * weights**2 * softness, 0.0)
        self.give[self._others[(self._others >= self.n) & (self._others < last)] - self.n] = 0.0

    def stiffen_rows(self) -> None:
        """Take constraint rows without compliance: equations that depend on others are singular."""
        self.give = np.zeros(self.m)

    # ------------------------------------------------------------------ residuals

    def set_scalars(self) -> None:
        """Set the factors of the matrix, and how it is factorized."""
        s = self.data.scalars
        set_factors(s, 1.0, 0.0, self._added, 0.0 if self.holds_rates else 1.0)
        s.zero_pivot, s.asymmetry = 0.0, EVEN_FORCES

    def evaluate(self) -> tuple[int, State]:
        """(status, the present state with its residuals)"""
        data = self.data
        self.set_scalars()
        status = self._measure()
        if status == OK and self.m:
            self._sides = self._sides or Sides(self.equations)
            status = self._sides.differ()
        if (self._added or data.scalars.compatible) and status == OK:
            data["a"][:] = self._added * (data["q"] - self._anchor)  # velocities may act, too
            status = self.equations.run("inertia_calls")
        rates = NOTHING if self.holds_rates else data["rates"].copy()
        state = State(
            data["q"].copy(),
            data["q_low"].copy(),
            data["poses"].copy(),
            data["multipliers"].copy(),
            data["y"].copy(),
            data["residual"].copy(),
            data["constraint"].copy(),
            rates,
            self._load(),
        )
        largest = self._measure.numbers.largest
        if self._parts is not None or self._added:
            parts = state.force, state.equations, state.rates
            for values, own in zip(parts, (self.own, self.own_rows, self.own_rates), strict=True):
                if len(values) and self._parts is not None:
                    values[~own] = 0.0
            largest = max(float(np.abs(values).max(initial=0.0)) for values in parts)
        return status or self._judge_size(largest), state

    def _judge_size(self, largest: float) -> int:
        """OK if the largest residual is below the limit, else NOT_FINITE."""
        return OK if largest < self._largest else NOT_FINITE

    def try_forces(self) -> int:
        """Evaluate the forces of the present state; returns a status."""
        self.set_scalars()
        return self._measure() or self._judge_size(self._measure.numbers.largest)

    def _load(self) -> float:
        """Root mean square of the forces on markers and coordinates, per coordinate."""
        data, count = self.data, max(self.n, 1)
        if self._parts is not None:
            squares = self.equations.parts.loads(data)[self._parts].sum()
            return float(np.sqrt(squares / max(int(self.own.sum()), 1)))
        squares = self._measure.numbers.loads
        if SMALL_SQUARE < squares < LARGE_SQUARE:
            return math.sqrt(squares / count)
        load = mean(data["marker_force"].ravel()) * np.sqrt(data["marker_force"].size / count)
        if self.model.has_moments:
            moment = mean(data["marker_moment"].ravel())
            load = np.hypot(load, moment * np.sqrt(data["marker_moment"].size / count))
        return float(np.hypot(load, np.sqrt(data.scalars.direct_load / count)))

    def go_to(self, state: State) -> None:
        """Make a state the present one."""
        for name in ("q", "q_low", "poses", "multipliers", "y"):
            self.data[name][:] = getattr(state, name)

    def move(self, step: Step, factor: float = 1.0) -> None:
        """Add a step to the present state; displacements keep their rounding errors in q_low."""
        data = self.data
        if self._parts is not None:
            step = Step(
                np.where(self.own, step.q, 0.0),
                np.where(self.own_rows, step.multipliers, 0.0),
                np.where(self.own_rates, step.y, 0.0) if len(step.y) else step.y,
            )
        move_by(self.equations, factor * step.q)
        data["multipliers"][:] += factor * data["row_mass"] * step.multipliers
        data["y"][:] += factor * step.y

    # ------------------------------------------------------------------ matrix

    def _fill(self) -> int:
        """Compute the matrix entries of the present state, whose forces were evaluated last."""
        self.set_scalars()
        self.data.scalars.jacobians += 1
        status = evaluate_matrix(self.equations, ALL)
        if not self.holds_rates and status == OK:
            self.data["values"][self.data["unit_slots"]] -= 1.0  # of y_t, which is zero
        return status

    def factorize(self, shift: float) -> int:
        """Factorize the matrix of the state evaluated last."""
        status = self._fill()
        if status != OK:
            return status
        values, n = self.data["values"], self.n
        values[self._diagonal[:n]] += shift * self.metric
        values[self._diagonal[n:]] -= self.give
        if self._parts is not None:
            self._hold_others(shift)
        return self.equations.call("solver_calls", 0)

    def _hold_others(self, shift: float) -> None:
        """Set the matrix of parts that are not included to the metric, as if that were their K."""
        values, others, n = self.data["values"], self._others, self.n
        values[self._other_entries] = 0.0
        values[self._diagonal[others[others < n]]] = (1.0 + shift) * self.metric[others[others < n]]
        values[self._diagonal[others[(others >= n) & (others < n + self.m)]]] = 1.0
        values[self.data["unit_slots"][others[others >= n + self.m] - n - self.m]] = 1.0

    def matrix(self) -> np.ndarray:
        """The matrix that was factorized last, in full."""
        return self.equations.layout.full(self.data["values"])

    def has_stable_pivots(self) -> bool:
        """Whether the last factors show that K has no negative eigenvalue along the constraints."""
        if not self.holds_rates and len(self.data["y"]):
            return False
        pivots = self.equations.layout.inverse_pivots(self.data)
        rows = int((self.give > 0.0).sum())
        return pivots is not None and int((pivots < 0.0).sum()) <= rows

    def negative_directions(self) -> int:
        """Negative eigenvalues of K along the constraints, in the matrix factorized last.

        By Sylvester's law, their number is that of the negative pivots of a symmetric elimination,
        minus one for each active constraint row. 0 where they cannot be counted: K is not
        symmetric, or a pivot was too small. The present factors show whether there are none; zeros
        on their diagonal may have any sign, so others are computed where there seem to be some.
        """
        from scipy.sparse import csc_matrix, diags_array
        from scipy.sparse.linalg import splu

        if not self.holds_rates and len(self.data["y"]):
            return 0
        if self.has_stable_pivots():
            return 0
        layout, rows = self.equations.layout, int((self.give > 0.0).sum())
        matrix = layout.matrix(self.data["values"])
        matrix.eliminate_zeros()  # of inactive rows
        size = np.abs(matrix.data).max(initial=0.0)
        if not np.isfinite(size) or not is_even(matrix, EVEN_FORCES):
            return 0
        metric = np.zeros(matrix.shape[0])
        metric[: self.n] = self.metric
        for lift in LIFTS:  # zeros on the diagonal would be no pivots
            lifted = csc_matrix(matrix + diags_array(lift * metric))
            try:
                made = splu(lifted, "MMD_AT_PLUS_A", 0.0, options={"SymmetricMode": True})
            except RuntimeError:  # exactly singular
                continue
            if np.array_equal(made.perm_r, made.perm_c):
                return max(0, int((made.U.diagonal() < 0.0).sum()) - rows)
        return 0

    def solve(self, force: np.ndarray, equations: np.ndarray, rates: np.ndarray) -> Step:
        """The step that removes these residuals, to first order."""
        n, m = self.n, self.m
        right = np.zeros(len(self.data["x"]))
        right[:n] = -force
        right[n : n + m] = -equations * self.data["row_mass"]
        if len(rates):
            right[n + m :] = rates
        x: Any = self.equations.solve(right)
        return Step(x[:n], x[n : n + m], x[n + m :] if not self.holds_rates else 0.0 * x[n + m :])
