"""Sparse LU of fixed pattern for matrices with little fill, such as those of chains.

Pattern and order are found once (`pattern.py`). The pattern is symmetric, so the rows of U have
the same indices as the columns of L; `values` and `factors` hold diagonal, L by columns and U by
rows. Elimination is right-looking: every product l u has its place in `lu_targets`, so that the
inner loop is one indexed subtraction without any search. The memory of these places grows with
the square of the column lengths: matrices with more fill are left to `multifrontal.py`.

Pivots are taken in the given order. Multipliers beyond `GROWN` make the factors suspicious, and
solutions are refined once; beyond `LOST`, or with a pivot that counts as zero, the matrix is
factorised anew with full pivoting (`full_pivoting.py`).
"""

from linkwork.core.status import OK, SINGULAR
from linkwork.solvers.linear.full_pivoting import pivot_fully, solve_fully

GROWN, LOST = 1.0e4, 1.0e8
"""Sizes of multipliers from which solutions are refined, and factors given up."""

DIRECT, REFINED, FULL = 0, 1, 2
"""How to solve, kept in pivots[0]: factors as they are, with refinement, with full pivoting."""


def factor(frame, values, factors_out, pivots_out, lu_starts, lu_targets):
    """factors = L U of values; the diagonal is stored inverted."""
    n = lu_starts.size - 1
    upper = n + lu_starts[n]
    for i in range(values.size):
        factors_out[i] = values[i]
    place = 0
    growth = 0.0
    for k in range(n):
        pivot = factors_out[k]
        start, end = lu_starts[k], lu_starts[k + 1]
        inverse = 1.0 / pivot if abs(pivot) > frame.zero_pivot else 0.0
        if inverse == 0.0:
            growth = 2.0 * LOST
            break
        factors_out[k] = inverse
        for p in range(start, end):
            head = factors_out[n + p] * inverse
            growth = max(growth, abs(head))
            factors_out[n + p] = head
            for r in range(start, end):
                factors_out[lu_targets[place]] -= head * factors_out[upper + r]
                place += 1
    if growth < LOST:
        pivots_out[0] = DIRECT if growth < GROWN else REFINED
        return OK
    frame.fallbacks += 1
    pivots_out[0] = FULL
    return pivot_fully(frame.full_factor) if frame.full_factor != 0 else SINGULAR


def _substitute(factors, lu_starts, lu_rows, y_out):
    """Forward and backward substitution in the order of elimination."""
    n = lu_starts.size - 1
    upper = n + lu_starts[n]
    for k in range(n):
        head = y_out[k]
        for p in range(lu_starts[k], lu_starts[k + 1]):
            y_out[lu_rows[p]] -= factors[n + p] * head
    for k in range(n - 1, -1, -1):
        rest = y_out[k]
        # the unknown that was found last comes last: the others need not wait for it
        for p in range(lu_starts[k + 1] - 1, lu_starts[k] - 1, -1):
            rest -= factors[upper + p] * y_out[lu_rows[p]]
        y_out[k] = rest * factors[k]


def _subtract_product(values, lu_starts, lu_rows, y, rest_out):
    """rest -= A y, all in the order of elimination."""
    n = lu_starts.size - 1
    upper = n + lu_starts[n]
    for k in range(n):
        total = values[k] * y[k]
        for p in range(lu_starts[k], lu_starts[k + 1]):
            row = lu_rows[p]
            rest_out[row] -= values[n + p] * y[k]
            total += values[upper + p] * y[row]
        rest_out[k] -= total


def solve(frame, values, factors, pivots, elimination, lu_starts, lu_rows, permuted_out, x_out):
    """Overwrite x by the solution."""
    if pivots[0] == FULL:
        return solve_fully(frame.full_solve)
    n = elimination.size
    for k in range(n):
        permuted_out[k] = x_out[elimination[k]]
    if pivots[0] == REFINED:
        rest = permuted_out[n:]
        for k in range(n):
            rest[k] = permuted_out[k]
    _substitute(factors, lu_starts, lu_rows, permuted_out)
    if pivots[0] == REFINED:
        rest = permuted_out[n:]
        _subtract_product(values, lu_starts, lu_rows, permuted_out, rest)
        _substitute(factors, lu_starts, lu_rows, rest)
        for k in range(n):
            permuted_out[k] += rest[k]
    for k in range(n):
        x_out[elimination[k]] = permuted_out[k]
    return OK


def targets(lu_starts, lu_rows, place_out, targets_out):
    """Place in `factors` of every product of elimination; `place_out` is work of n numbers."""
    n = lu_starts.size - 1
    upper = n + lu_starts[n]
    first = 0
    for k in range(n):
        start, end = lu_starts[k], lu_starts[k + 1]
        count = end - start
        for r in range(start, end):
            j = lu_rows[r]
            for p in range(lu_starts[j], lu_starts[j + 1]):
                place_out[lu_rows[p]] = p
            targets_out[first + (r - start) * count + r - start] = j
            for p in range(r + 1, end):
                place = place_out[lu_rows[p]]
                targets_out[first + (p - start) * count + r - start] = n + place
                targets_out[first + (r - start) * count + p - start] = upper + place
        first += count * count
