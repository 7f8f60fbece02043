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

Edges = tuple[np.ndarray, np.ndarray]
"""Equations and coordinates, one line per entry of C_q."""

HELD = 1.0e30
"""Diagonal of a released row, relative to the largest mass: its unknown does not change."""


class RedundantRows:
    """Released equations of a model with one matrix layout.

    rows -- the released equations, in ascending order
    """

    def __init__(
        self, model: Model, layout: Layout, rows: np.ndarray, mass: float, edges: Edges
    ) -> None:
        """mass -- largest mass of a coordinate; edges -- (equations, coordinates) of all gradients

        For kernels, released equations are sorted by parts: those that constraints connect.
        """
        self.rows = rows
        n, m = model.n_ode2, model.n_ae
        part, equations = parts_of(*edges, m, n, rows)
        by_part = np.lexsort((rows, part))
        released, count = rows[by_part], np.bincount(part)
        row, column = layout.entries()
        unknown = n + released
        touched = np.flatnonzero(np.isin(row, unknown) | np.isin(column, unknown))
        on_diagonal = row[touched] == column[touched]
        place = np.full(layout.n, -1)
        place[unknown] = np.arange(len(released))
        slots = touched[(row[touched] < n) & (place[column[touched]] >= 0)]
        slots = slots[np.argsort(place[column[slots]], kind="stable")]
        entries = np.bincount(place[column[slots]], minlength=len(released))
        most = int(count.max())
        common: Memory = {"released": released.astype(np.int64)}
        kept: Memory = {"column_values": np.zeros(len(slots))}
        self._matrix: Memory = {
            **kept,
            "released_slots": touched.astype(np.int64),
            "released_values": np.where(on_diagonal, HELD * (mass or 1.0), 0.0),
            "column_slots": slots.astype(np.int64),
        }
        self._values: Memory = {**common, "muted": np.zeros(len(rows))}
        self._shares: Memory = {
            **common,
            **kept,
            "part_starts": starts_of(count),
            "equation_starts": starts_of([len(own) for own in equations]),
            "equations": np.concatenate(equations).astype(np.int64),
            "column_starts": starts_of(entries),
            "column_coordinates": row[slots].astype(np.int64),
            "null_vectors": np.zeros(most * m),
            "ranges": np.zeros(2 * most, np.int64),
            "gram": np.zeros(most * (most + 1)),
            "kept_x": np.zeros(layout.n),
        }

    def worst(self) -> tuple[int, float]:
        """(row, size) of the largest violation of a released equation, as evaluated last."""
        sizes = np.abs(self._values["muted"])
        return int(self._values["released"][sizes.argmax()]), float(sizes.max())

    @property
    def matrix_parts(self) -> list[Part]:
        """Kernels that follow those of the matrix."""
        return [(keep_columns, self._matrix), (release, self._matrix)]

    @property
    def value_parts(self) -> list[Part]:
        """Kernels that follow those of the values of the equations."""
        return [(mute, self._values)]

    @property
    def share_parts(self) -> list[Part]:
        """Kernels that follow a factorization, and the end of Newton's method."""
        return [(share, self._shares), (share_again, self._shares)]


def starts_of(counts: Any) -> np.ndarray:
    """Where groups of these sizes start, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)


def parts_of(
    rows: np.ndarray, coordinates: np.ndarray, m: int, n: int, released: np.ndarray
) -> tuple[np.ndarray, list[np.ndarray]]:
    """(part of each released equation, equations of each of these parts).

    Parts are equations that share coordinates, or are connected by others that do. Entries count
    whatever their value, which changes when the model moves.

    rows, coordinates -- of the m equations and n coordinates, one line per entry of C_q
    """
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    links = coo_matrix((np.ones(len(rows)), (rows, m + coordinates)), shape=(m + n, m + n))
    label = connected_components(links, directed=False)[1][:m]
    found, part = np.unique(label[released], return_inverse=True)
    order = np.argsort(label, kind="stable")
    ends = np.searchsorted(label[order], found), np.searchsorted(label[order], found, "right")
    return part, [order[first:last] for first, last in zip(*ends, strict=True)]


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
