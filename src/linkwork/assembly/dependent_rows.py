"""Which rows of a matrix depend on others: the names to report for a singular system."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.math.tolerances import CLEAR_ROW, DEPENDENT_ROW, SQUARE_SHIFT, SUSPECT_SQUARE

FEW = 500
"""Up to this many rows, all computations are dense."""

ORDERED = 4000
"""Up to this many rows, sparse factors keep the order of the rows, whatever the fill."""


def dependent_rows(matrix: Any, threshold: float = DEPENDENT_ROW) -> np.ndarray:
    """All rows of a matrix, sparse or full, that depend on those before them, in ascending order.

    threshold -- largest remainder of a dependent row, relative to it

    For matrices with more than `ORDERED` rows: a smallest set of rows without which the others are
    independent.
    """
    if isinstance(matrix, np.ndarray):
        lengths = np.sqrt(np.einsum("ij,ij->i", matrix, matrix))
    else:
        lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    zero = np.flatnonzero(lengths == 0.0)
    rest = np.flatnonzero(lengths)
    if not len(rest):
        return zero
    if isinstance(matrix, np.ndarray):
        if not len(zero) and len(rest) <= FEW:
            return _ordered(matrix / lengths[:, None], threshold)
        scaled: Any = matrix[rest] / lengths[rest, None]
    else:
        from scipy.sparse import diags

        scaled = (diags(1.0 / lengths[rest]) @ matrix.tocsr()[rest]).tocsr()
    if len(rest) <= FEW:
        full = scaled if isinstance(scaled, np.ndarray) else scaled.toarray()
        found = _ordered(full, threshold)
    else:
        found = _sparse(scaled, threshold)
    return np.sort(np.concatenate([zero, rest[found]])).astype(np.int64)


def _ordered(rows: np.ndarray, threshold: float) -> np.ndarray:
    """Dependent ones among rows of unit length, each compared with those before it."""
    columns: Any = np.linalg.qr(rows.T, mode="r")
    if columns.shape[0] == columns.shape[1] and (
        np.abs(np.diagonal(columns)).min() > max(threshold, CLEAR_ROW)
    ):
        return np.zeros(0, np.int64)  # without dependent rows, the diagonal has the remainders
    basis = np.zeros((min(columns.shape), columns.shape[0]))
    count, found = 0, []
    for k in range(columns.shape[1]):
        rest = columns[:, k].copy()
        for _ in range(2):  # a second pass removes what rounding has left
            rest -= basis[:count].T @ (basis[:count] @ rest)
        size = float(np.linalg.norm(rest))
        if size < threshold or count == len(basis):
            found.append(k)
        else:
            basis[count] = rest / size
            count += 1
    return np.array(found, np.int64)


def _sparse(rows: Any, threshold: float) -> np.ndarray:
    """The same for many rows.

    Pivots of the products of rows are squares of the remainder of each row. Squares resolve only
    half of the digits, so the small ones are suspects, which are checked against the others again.
    """
    from scipy.sparse import csr_matrix, identity
    from scipy.sparse.linalg import splu

    rows = csr_matrix(rows)
    count = rows.shape[0]
    order = "NATURAL" if count <= ORDERED else "MMD_AT_PLUS_A"
    factors = splu(
        (rows @ rows.T + SQUARE_SHIFT * identity(count)).tocsc(), permc_spec=order,
        diag_pivot_thresh=0.0, options={"SymmetricMode": True},
    )  # fmt: skip
    left = factors.U.diagonal()[factors.perm_c]
    suspects = np.flatnonzero(left < SUSPECT_SQUARE + 10.0 * SQUARE_SHIFT * count)
    if not len(suspects):
        return suspects
    found = []
    for part in _parts_with(rows, suspects):
        own = rows[part]
        own = own[:, np.unique(own.indices)]
        doubtful = np.flatnonzero(np.isin(part, suspects))
        dependent = _ordered(_taken_off(own, doubtful), threshold)
        found.append(part[doubtful[dependent]])
    return np.sort(np.concatenate(found))


def _parts_with(rows: Any, chosen: np.ndarray) -> list[np.ndarray]:
    """Groups of rows that common columns connect, those with chosen rows, each in ascending order.

    Rows of different groups cannot depend on each other.
    """
    from scipy.sparse import bmat
    from scipy.sparse.csgraph import connected_components

    links = bmat([[None, rows], [rows.T, None]])
    label = connected_components(links, directed=False)[1][: rows.shape[0]]
    order = np.argsort(label, kind="stable")
    wanted = np.unique(label[chosen])
    ends = np.searchsorted(label[order], wanted), np.searchsorted(label[order], wanted, "right")
    return [order[first:last] for first, last in zip(*ends, strict=True)]


def _taken_off(rows: Any, suspects: np.ndarray) -> np.ndarray:
    """Remainders of the suspects after all other rows are projected out, not scaled."""
    from scipy.sparse import bmat, identity
    from scipy.sparse.linalg import splu

    others = rows[np.setdiff1d(np.arange(rows.shape[0]), suspects)]
    n = rows.shape[1]
    system = splu(bmat([[identity(n), others.T], [others, None]], format="csc"))
    right = np.zeros((n + others.shape[0], len(suspects)))
    right[:n] = rows[suspects].T.toarray()
    found: np.ndarray = system.solve(right)[:n].T
    return found
