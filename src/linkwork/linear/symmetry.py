"""Whether a matrix is symmetric enough for L D L^T, judged entry by entry.

An entry and its mirror image may differ by a fraction of the sizes of their row and their column,

    |a_ij - a_ji| <= limit sqrt(s_i s_j)

so units do not matter, and a stiff part of a model does not hide an unsymmetric one. The size s_k
is the diagonal entry. If that is zero, as in rows of constraints, it is the pivot that
elimination would leave there, the largest a_kj^2 / |a_jj|.

The limit is `frame.asymmetry`, set by callers that iterate and so may use inexact factors, and
never less than rounding.

Steps at velocity level project positions with the factors of Newton's method. Corrections are
combinations of M^-1 C_q^T, the same with all linear solvers, if L D L^T takes the gradients from
the columns of the multipliers: their rows also contain derivatives of velocities.
`gradient_halves` has LOWER or UPPER for each pair of mirror images, the half of `values` in which
the gradient is, and 0 for pairs without one.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.core.records import u8

LOWER, UPPER = 1, 2

ONE = u8(1)
"""Indices of `sparse/lu.py` are unsigned."""

ITERATED = 1.0e-3
"""Differences of A and A^T that do not matter in Newton's method (damping rotates with bodies)."""


def is_even(matrix: Any, limit: float) -> bool:
    """Whether an array or a sparse matrix equals its transpose; sizes are the largest entries."""
    if isinstance(matrix, np.ndarray):
        whole = np.abs(matrix)
        sizes = np.sqrt(np.maximum(whole, whole.T).max(axis=1, initial=0.0))
        return bool((np.abs(matrix - matrix.T) <= limit * sizes[:, None] * sizes).all())
    if not matrix.nnz:
        return True
    entries = abs(matrix)
    sizes = np.sqrt(entries.maximum(entries.T).max(axis=1).toarray().ravel())
    skew = abs(matrix - matrix.T).tocoo()
    return bool((skew.data <= limit * sizes[skew.row] * sizes[skew.col]).all())


def projects(frame):
    """Whether a step at velocity level projects positions with the factors."""
    return frame.index2 != 0 and frame.level == 1 and frame.project_drift != 0


def differs(low, high, limit, one, other):
    """Whether an entry differs from its mirror image by more than their sizes allow."""
    difference, one, other = abs(low - high), abs(one), abs(other)
    if difference <= limit * min(one, other):
        return False
    return not difference <= limit * math.sqrt(one) * math.sqrt(other)


def _raise(sizes_out, values, k, other, low, high):
    """Size of row k, whose diagonal entry is zero, from its entries at another diagonal entry."""
    entry, pivot = max(abs(low), abs(high)), abs(values[other])
    if values[k] == 0.0 and pivot > 0.0:
        sizes_out[k] = max(sizes_out[k], entry * (entry / pivot))


def _are_equal(low, high):
    """Whether two arrays are equal, compared four by four."""
    whole = low.size // 4 * 4
    differ = False
    for p in range(whole, low.size):
        differ = differ | (low[p] != high[p])
    for p in range(0, whole, 4):
        differ = differ | (low[p] != high[p]) | (low[p + 1] != high[p + 1])
        differ = differ | (low[p + 2] != high[p + 2]) | (low[p + 3] != high[p + 3])
        if differ:
            break
    return not differ


def columns_are_even(limit, values, lu_starts, lu_rows, sizes_out):
    """Whether L by columns and U by rows, after the diagonal, are equal (`sparse/lu.py`)."""
    n = u8(lu_starts.size) - ONE
    upper = n + lu_starts[n]
    if _are_equal(values[n:upper], values[upper:]):
        return True
    for k in range(n):
        for p in range(lu_starts[k], lu_starts[k + ONE]):
            low, high = values[n + p], values[upper + p]
            if low != high and differs(low, high, limit, values[k], values[lu_rows[p]]):
                return _columns_are_even(limit, values, lu_starts, lu_rows, sizes_out)
    return True


def _columns_are_even(limit, values, lu_starts, lu_rows, sizes_out):
    """The same if zeros of the diagonal need a size."""
    n = u8(lu_starts.size) - ONE
    upper = n + lu_starts[n]
    for k in range(n):
        sizes_out[k] = abs(values[k])
    for k in range(n):
        for p in range(lu_starts[k], lu_starts[k + ONE]):
            low, high, row = values[n + p], values[upper + p], lu_rows[p]
            _raise(sizes_out, values, k, row, low, high)
            _raise(sizes_out, values, row, k, low, high)
    for k in range(n):
        for p in range(lu_starts[k], lu_starts[k + ONE]):
            low, high = values[n + p], values[upper + p]
            if low != high and differs(low, high, limit, sizes_out[k], sizes_out[lu_rows[p]]):
                return False
    return True


def pairs_are_even(limit, values, pairs, sizes_out):
    """Whether entries below the diagonal equal their mirror images, if zeros of the diagonal need
    a size; pairs -- their rows and columns (`multifrontal.py`)."""
    both = pairs.shape[0]
    n = values.size - 2 * both
    for k in range(n):
        sizes_out[k] = abs(values[k])
    for i in range(both):
        low, high, row, column = values[n + i], values[n + both + i], pairs[i, 0], pairs[i, 1]
        _raise(sizes_out, values, row, column, low, high)
        _raise(sizes_out, values, column, row, low, high)
    for i in range(both):
        low, high = values[n + i], values[n + both + i]
        one, other = sizes_out[pairs[i, 0]], sizes_out[pairs[i, 1]]
        if low != high and differs(low, high, limit, one, other):
            return False
    return True
