"""Constraint equations that follow from others: which ones, and how implicit steps treat them.

Closed loops often have them: four revolute joints in a plane loop have three equations too many.
Their forces are not unique, and the matrix of the others and them is singular. Of all multipliers
that balance the loads, the smallest ones are taken. `integrators/sharing.py` has the kernels.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.assembly.dependent_rows import dependent_rows
from linkwork.integrators.sharing import keep_columns, mute, release, share, share_again
from linkwork.linear.layout import Layout
from linkwork.model.data import Memory, Part
from linkwork.model.model import Model

HELD = 1.0e30
"""Diagonal of a released row, relative to the largest mass: its unknown does not change."""


class RedundantRows:
    """Released equations of a model with one matrix layout.

    rows -- the released equations
    """

    def __init__(self, model: Model, layout: Layout, rows: np.ndarray, mass: float) -> None:
        """mass -- largest mass of a coordinate"""
        self.rows = rows
        n, m = model.n_ode2, model.n_ae
        row, column = layout.entries()
        unknown = n + rows
        touched = np.flatnonzero(np.isin(row, unknown) | np.isin(column, unknown))
        on_diagonal = row[touched] == column[touched]
        columns = [np.flatnonzero((column == each) & (row < n)) for each in unknown]
        slots = np.concatenate([np.zeros(0, np.int64), *columns])
        self.memory: Memory = {
            "released": rows.astype(np.int64),
            "released_slots": touched.astype(np.int64),
            "released_values": np.where(on_diagonal, HELD * (mass or 1.0), 0.0),
            "column_slots": slots.astype(np.int64),
            "column_starts": np.cumsum([0, *map(len, columns)]).astype(np.int64),
            "column_coordinates": row[slots].astype(np.int64),
            "column_values": np.zeros(len(slots)),
            "muted": np.zeros(len(rows)),
            "null_vectors": np.zeros(len(rows) * m),
            "gram": np.zeros(len(rows) * (len(rows) + 1)),
            "kept_x": np.zeros(layout.n),
        }

    def worst(self) -> tuple[int, float]:
        """(row, size) of the largest violation of a released equation, as evaluated last."""
        sizes = np.abs(self.memory["muted"])
        return int(self.rows[sizes.argmax()]), float(sizes.max())

    @property
    def matrix_parts(self) -> list[Part]:
        """Kernels that follow those of the matrix."""
        return [(keep_columns, self.memory), (release, self.memory)]

    @property
    def value_parts(self) -> list[Part]:
        """Kernels that follow those of the values of the equations."""
        return [(mute, self.memory)]

    @property
    def share_parts(self) -> list[Part]:
        """Kernels that follow a factorization, and the end of Newton's method."""
        return [(share, self.memory), (share_again, self.memory)]


def smallest_multipliers(C: Any, multipliers: np.ndarray) -> np.ndarray:
    """The multipliers of smallest norm with the same forces C^T lambda; C -- a sparse matrix."""
    dependent = dependent_rows(C)
    if not len(dependent):
        return multipliers
    kept = np.setdiff1d(np.arange(C.shape[0]), dependent)
    return smallest_of(C, kept, dependent, multipliers)


def smallest_of(
    C: Any, kept: np.ndarray, dependent: np.ndarray, multipliers: np.ndarray
) -> np.ndarray:
    """The same with known independent and dependent rows.

    Dependent rows are W times the others; (-W, 1) are the multipliers without a force. Where the
    others are so close to dependent that W is rounding, the multipliers stay as they are.
    """
    from scipy.sparse import diags, identity

    n, independent = C.shape[1], C[kept]
    # rows of one length, so that pivots can be compared
    lengths = np.sqrt(np.asarray(independent.multiply(independent).sum(axis=1)).ravel())
    system = factorized(identity(n), (diags(1.0 / lengths) @ independent).tocsr())
    if system is None:
        return multipliers
    right = np.zeros((n + len(kept), len(dependent)))
    right[:n] = C[dependent].T.toarray()
    W = system.solve(right)[n:].T / lengths
    idle = np.zeros((C.shape[0], len(dependent)))
    idle[kept] = -W.T
    idle[dependent] = np.eye(len(dependent))
    basis = np.linalg.qr(idle)[0]
    least: np.ndarray = multipliers - basis @ (basis.T @ multipliers)
    return least


def factorized(A: Any, C: Any) -> Any:
    """Factors of [[A, C^T], [C, 0]]; None if it is singular."""
    from scipy.sparse import bmat
    from scipy.sparse.linalg import splu

    try:
        made = splu(bmat([[A, C.T], [C, None]], format="csc") if C.shape[0] else A.tocsc())
    except RuntimeError:
        return None
    size = np.abs(made.U.diagonal())
    return made if size.min(initial=np.inf) > 1.0e-14 * size.max(initial=0.0) else None
