"""The matrices of a model about a state: every evaluation of M, D, K, C_q uses this module.

The kernels of Newton's method write the system matrix with factors of positions, velocities and
accelerations:

    [ cq K + cv D + ca M   C_q^T   -cy F_y   ]
    [ C_q                  0                 ]
    [ -cq R_q - cv R_v             I - cy A  ]        A = d(rates)/dy of first-order coordinates

so each of M, D, K, C_q and A takes one evaluation, in the layout of the linear solver of a run.
F_y, R_q and R_v are those of connectors with first-order coordinates, where cy is not 0.
K includes the forces that were evaluated last, and the multipliers of the state.

| caller | matrices | if a kernel fails |
|---|---|---|
| `assembly/equations.py` | M and C_q, for starts and projections | returns the status |
| `statics/system.py` | K and C_q, shifted, with its own weights of rows | returns the status |
| `modes/linearizer.py` | each matrix by itself | raises |
| `diagnosis/matrices.py` | each matrix by itself | continues without it |
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from linkwork.assembly.equations import Equations

ALL, MASSES = "jacobian_calls", "mass_calls"
"""Lists of kernels: the whole matrix, and M and C_q alone."""


def set_factors(
    scalars: Any, cq: float, cv: float, ca: float, cy: float = 0.0, rows: float = 1.0,
    level: int = 0,
) -> None:  # fmt: skip
    """Set the factors of the next matrix.

    rows -- factor of constraint rows; level -- 0: these are dc/dq; 1: they are dc'/dq
    """
    s = scalars
    s.cq, s.cv, s.ca, s.cy, s.level = cq, cv, ca, cy, level
    s.row_cq, s.row_cv, s.row_scale = rows, 0.0, rows


def evaluate_matrix(equations: Equations, calls: str, moved: bool = False) -> int:
    """Evaluate the entries of the matrix with the present factors into `values`; returns a status.

    moved -- the markers are not those of the present positions yet
    """
    equations.data["values"][:] = 0.0
    return (equations.run("motion_calls") if moved else 0) or equations.run(calls)


class MatrixBlocks:
    """The blocks of a system matrix, as sparse or full matrices.

    rows, columns -- unknowns of each entry of `values`
    """

    def __init__(self, equations: Equations) -> None:
        self._n, self._m = equations.model.n_ode2, equations.model.n_ae
        self._n_ode1 = equations.model.n_ode1
        self.rows, self.columns = equations.layout.entries()

    @cached_property
    def motion(self) -> Block:
        """Coordinates by coordinates: cq K + cv D + ca M."""
        return Block(self, (0, 0), (self._n, self._n))

    @cached_property
    def gradients(self) -> Block:
        """Constraint rows by coordinates: C_q."""
        return Block(self, (self._n, 0), (self._m, self._n))

    @cached_property
    def first_order(self) -> Block:
        """First-order coordinates by first-order coordinates: I - cy A."""
        first = self._n + self._m
        return Block(self, (first, first), (self._n_ode1, self._n_ode1))

    @cached_property
    def forces_by_rates(self) -> Block:
        """Coordinates by first-order coordinates: -cy F_y."""
        return Block(self, (0, self._n + self._m), (self._n, self._n_ode1))

    @cached_property
    def rates_by_motion(self) -> Block:
        """First-order coordinates by coordinates: -(cq R_q + cv R_v)."""
        return Block(self, (self._n + self._m, 0), (self._n_ode1, self._n))


class Block:
    """Places of the entries of a block of the matrix, in the order of a sparse matrix."""

    def __init__(self, of: MatrixBlocks, first: tuple[int, int], shape: tuple[int, int]) -> None:
        r, c = of.rows - first[0], of.columns - first[1]
        places = np.flatnonzero((r >= 0) & (r < shape[0]) & (c >= 0) & (c < shape[1]))
        r, c = r[places], c[places]
        order = np.lexsort((c, r))
        self._places, self._rows, self._columns = places[order], r[order], c[order]
        self._starts = np.searchsorted(self._rows, np.arange(shape[0] + 1))
        self._in_full = self._rows * shape[1] + self._columns
        self._shape = shape

    def of(self, values: np.ndarray) -> Any:
        """The block as a sparse matrix without its zeros."""
        from scipy.sparse import csr_matrix

        entries = values[self._places]
        made = csr_matrix((entries, self._columns, self._starts), shape=self._shape, copy=True)
        made.eliminate_zeros()
        return made

    def full(self, values: np.ndarray) -> np.ndarray:
        """The block as an array."""
        if not self._in_full.size:
            return np.zeros(self._shape)
        made = np.zeros(self._shape[0] * self._shape[1])
        made[self._in_full] = values[self._places]
        return made.reshape(self._shape)

    def largest_in_rows(self, values: np.ndarray) -> np.ndarray:
        """Size of the largest entry of each row."""
        found = np.zeros(self._shape[0])
        np.maximum.at(found, self._rows, np.abs(values[self._places]))
        return found
