"""The eigenvalue problem of a linearized system, and its operator for a few of many eigenvalues."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.assembly.dependent_rows import dependent_rows
from linkwork.core.errors import SysError
from linkwork.core.status import OK
from linkwork.linear.symmetry import is_even
from linkwork.math.tolerances import (
    EVEN_STIFFNESS,
    FAINT_PART,
    LEAST_THRESHOLD,
    LOST_PIVOT,
    NO_STIFFNESS,
    NO_STIFFNESS_BY_DIFFERENCES,
    NULL_SPACE,
)
from linkwork.modes.linearizer import Linearizer
from linkwork.modes.null_space import null_space

GROW_BEYOND = "the state is unstable: some modes that are not listed grow"
"""Remark if only eigenvalues nearest to zero are listed and others are unstable."""

FULL = 100
"""Unknowns up to which matrices are arrays: SciPy's sparse ones cost more for any operation."""

DENSE = 500
"""Number of coordinates up to which everything is dense."""

LARGEST_FULL = 30000
"""Number of coordinates beyond which full matrices are not allowed."""


class Problem:
    """M u'' + D u' + K u + C^T mu = 0, C u = 0, some coordinates held, about one state.

    n -- number of coordinates; M -- mass matrix: an array if there are few coordinates, else sparse
    C -- rows of all constraints in use, followed by those of held coordinates; rows -- their
    algebraic equations
    """

    def __init__(
        self, at: Linearizer, held: Sequence[int] = (), constraints: bool = True,
        threshold: float = NULL_SPACE,
    ) -> None:  # fmt: skip
        self.at, self.n, self.threshold = at, at.n, max(threshold, LEAST_THRESHOLD)
        self.held = np.array(sorted(set(held)), np.int64)
        self.is_full = at.n + at.m <= FULL
        self.M, C = at.matrices(0.0, 0.0, 1.0, self.is_full)
        self.rows = np.flatnonzero(~at.pure) if constraints else np.zeros(0, np.int64)
        self.C = self._with_held(C[self.rows])
        self.notes = list(at.notes)

    @cached_property
    def K(self) -> Any:  # noqa: N802
        """Stiffness matrix."""
        return self.at.matrices(1.0, 0.0, 0.0, self.is_full)[0]

    def _with_held(self, C: Any) -> Any:
        """Rows of constraints, followed by those of the coordinates that are held."""
        count = len(self.held)
        if not count:
            return C
        if self.is_full:
            return np.concatenate([C, np.eye(self.n)[self.held]])
        from scipy.sparse import csr_matrix, vstack

        units = csr_matrix((np.ones(count), (np.arange(count), self.held)), (count, self.n))
        return vstack([C, units]).tocsr()

    @cached_property
    def is_free(self) -> bool:
        """Whether nothing ties or holds a coordinate."""
        return not self.C.shape[0]

    @cached_property
    def plain_masses(self) -> np.ndarray | None:
        """Masses of the coordinates if the mass matrix is diagonal and positive, else None."""
        masses: np.ndarray = self.M.diagonal()
        count = np.count_nonzero(self.M) if self.is_full else self.M.nnz
        return masses if count == self.n and bool((masses > 0.0).all()) else None

    @cached_property
    def damping(self) -> Any:
        """Damping matrix.

        Velocities of composed rotations are angular velocities w in body axes. With u about the
        axes in which the body is now, but at rest, w changes by u', and w' by u'' - w x u'.
        """
        D = self.at.matrices(0.0, 1.0, 0.0, self.is_full)[0]
        if not self.at.data["v"].any():
            return D
        spins = self.at.spins()
        return D - self.M @ spins if spins.count_nonzero() else D

    @cached_property
    def is_symmetric(self) -> bool:
        """Whether K and M are symmetric up to rounding."""
        return is_even(self.K, EVEN_STIFFNESS) and is_even(self.M, EVEN_STIFFNESS)

    @cached_property
    def dependent(self) -> np.ndarray:
        """Rows of C that depend on others."""
        if not self.C.shape[0]:
            return np.zeros(0, np.int64)
        if not len(self.held):
            return dependent_rows(self.C, self.threshold)
        # rows of held coordinates come first: they stay, rows that depend on them do not
        count = self.C.shape[0]
        order = np.roll(np.arange(count), len(self.held))
        return np.sort(order[dependent_rows(self.C[order], self.threshold)])

    @property
    def freedom(self) -> int:
        """Number of independent coordinates."""
        return int(self.n - self.C.shape[0] + len(self.dependent))

    @cached_property
    def basis(self) -> np.ndarray:
        """Orthonormal basis of the directions that constraints leave free."""
        if self.n > LARGEST_FULL:
            raise SysError(
                f"all eigenvalues of {self.n} coordinates need full matrices; request a few "
                "(numberOfEigenvalues) with useSparseSolver=True"
            )
        if self.C.shape[0] == len(self.held):
            return np.delete(np.eye(self.n), self.held, axis=1)
        return null_space(self.C, self.n, self.threshold)

    @cached_property
    def scale(self) -> float:
        """Size of the largest eigenvalues, roughly [1/s^2]."""
        masses, stiffness = self.M.diagonal(), np.abs(self.K.diagonal())
        heavy = masses > 0.0
        if not self.n:
            return 0.0
        if (masses < 0.0).any():
            name = self.at.model.numbering.coordinate_name(int(masses.argmin()))
            raise SysError(
                f"the mass {masses.min():g} of {name} is negative; eigenvalues need a mass matrix "
                "without negative masses"
            )
        if not heavy.any():
            raise SysError(
                "the system has no mass and so no eigenvalues; put bodies with mass on its nodes"
            )
        return float((stiffness[heavy] / masses[heavy]).max())

    def moved_masses(self, vectors: np.ndarray) -> np.ndarray:
        """u^T M u of shapes."""
        if self.plain_masses is not None:
            found: np.ndarray = self.plain_masses @ (vectors * vectors)
            return found
        return np.asarray(np.einsum("ij,ij->j", vectors, self.M @ vectors))

    def stiffnesses(self, vectors: np.ndarray) -> np.ndarray:
        """u^T K u of shapes, zero if that is only rounding."""
        if not vectors.size:
            return np.zeros(vectors.shape[1])
        work: np.ndarray = np.einsum("ij,ij->j", vectors, self.K @ vectors)
        if (np.abs(work) > self._largest_rounding(vectors)).all():
            return work
        resisted = np.abs(work) > self.rounding(np.abs(vectors))
        return np.where(resisted, work, 0.0)

    def _largest_rounding(self, vectors: np.ndarray) -> np.ndarray:
        """A bound of `rounding` that takes no product with K."""
        part = NO_STIFFNESS_BY_DIFFERENCES if self.at.model.functions.bound else NO_STIFFNESS
        largest = float(abs(self.K).sum(axis=1).max())
        lengths = np.einsum("ij,ij->j", vectors, vectors)
        found: np.ndarray = part * largest * (1.0 + self.n * FAINT_PART**2) * lengths
        return found

    def rounding(self, sizes: np.ndarray) -> np.ndarray:
        """Largest u^T K u due to rounding, for the sizes |u| of shapes.

        With user functions, K comes from differences, which have fewer digits.
        """
        entries, sizes = abs(self.K), np.maximum(sizes, FAINT_PART * sizes.max(axis=0, initial=0.0))
        exact: np.ndarray = np.einsum("ij,ij->j", sizes, entries @ sizes)
        asked = np.zeros((self.n, 1))
        for family, number, _ in self.at.model.functions.bound:
            if family == "object":
                asked[self.at.model.object_coordinates(number)] = 1.0
        if not asked.any():
            return NO_STIFFNESS * exact
        by_differences = np.einsum("ij,ij->j", asked * sizes, entries @ (asked * sizes))
        found: np.ndarray = np.maximum(
            NO_STIFFNESS * exact, NO_STIFFNESS_BY_DIFFERENCES * by_differences
        )
        return found


def demand_numbers(A: np.ndarray) -> None:
    """Raise an error if entries are not finite."""
    if not np.isfinite(A).all():
        raise SysError(
            "the eigenvalues cannot be computed: stiffness, damping and masses of the system "
            "differ too much in magnitude; look for unrealistic masses and stiffnesses"
        )


class Shifted:
    """Solves (K + cv D + ca M) u + C^T mu = f, C u = 0, with the linear solver of a run."""

    def __init__(self, problem: Problem, symmetric: bool) -> None:
        self.problem = problem
        at = problem.at
        self._symmetric = symmetric
        total = at.equations.layout.n
        off = np.zeros(total, bool)
        off[problem.held] = True
        kept = np.setdiff1d(np.arange(len(problem.rows)), problem.dependent)
        off[at.n : at.n + at.m] = True
        off[at.n + problem.rows[kept]] = False
        rows, columns = at.blocks.rows, at.blocks.columns
        self._cleared = np.flatnonzero(off[rows] | off[columns])
        self._ones = np.flatnonzero((rows == columns) & off[rows])
        self._multipliers = len(kept)

    def factorize(self, cv: float, ca: float) -> bool:
        """Make factors; False if the matrix is singular."""
        at = self.problem.at
        data = at.data
        weight = self._weight(ca)
        values = at.values(1.0, cv, ca, weight=weight)
        values[self._cleared] = 0.0
        values[self._ones] = weight
        data.scalars.front_symmetric = 1 if self._symmetric else 2
        data.scalars.zero_pivot = 0.0
        if at.equations.call("solver_calls", 0) != OK:
            return False
        inverse = at.equations.layout.inverse_pivots(data)
        self._inverse = None if inverse is None or not self._symmetric else inverse.copy()
        if self._inverse is not None and len(self._inverse):
            sizes = np.abs(self._inverse)
            return bool(sizes.min() > LOST_PIVOT * sizes.max() and np.isfinite(sizes).all())
        # one solution shows whether the matrix is nearly singular
        largest = float(np.abs(values).max(initial=0.0))
        found = np.abs(self.solve(np.random.default_rng(0).uniform(0.5, 1.0, at.n))).max(
            initial=0.0
        )
        return bool(LOST_PIVOT * largest * found < 1.0)

    def _weight(self, ca: float) -> float:
        """Factor of constraint rows: between the largest and the smallest pivots next to them."""
        sizes = np.abs(self.problem.K.diagonal() + ca * self.problem.M.diagonal())
        sizes = sizes[sizes > LOST_PIVOT * sizes.max(initial=0.0)]
        return float(np.sqrt(sizes.min() * sizes.max())) if len(sizes) else 1.0

    def negatives(self) -> int | None:
        """Eigenvalues below the shift, by the signs of the pivots; None if unknown."""
        if self._inverse is None:
            return None
        return int(np.count_nonzero(self._inverse < 0.0)) - self._multipliers

    def solve(self, right: np.ndarray) -> np.ndarray:
        """u of one right-hand side."""
        full = np.zeros(self.problem.at.equations.layout.n)
        full[: self.problem.n] = right
        full[self.problem.held] = 0.0
        return self.problem.at.equations.solve(full)[: self.problem.n]
