"""Sparse LU and L D L^T of fixed pattern for matrices with little fill, such as those of chains.

Pattern and order are found once (`pattern.py`). The pattern is symmetric, so the rows of U have
the same indices as the columns of L; `values` and `factors` hold diagonal, L by columns and U by
rows. Elimination is right-looking: every product l u has its place in `lu_targets`, so the inner
loop is one indexed subtraction without any search. Substitution (`substitution.py`) processes the
columns of a block together (`lu_blocks`: their first unknowns), since they have the same rows below
(`lu_below`, those of each block up to `lu_ends`). The memory for the places grows with the square
of the column lengths: matrices with more fill are left to `multifrontal.py`.

L D L^T if the matrix is symmetric, or in Newton's method if it is symmetric up to small terms
(`symmetry.py`): half the memory, which matters when factors do not fit in the caches.

Pivots are taken in the given order. Multipliers beyond `GROWN` make the factors suspicious, and
solutions are refined once; beyond `LOST`, or with a pivot that counts as zero, the matrix is
factorized again with full pivoting (`full_pivoting.py`).
"""

import math

from linkwork.core.records import u8
from linkwork.core.status import OK, SINGULAR
from linkwork.linear.sparse.full_pivoting import pivot_fully
from linkwork.linear.symmetry import UPPER, columns_are_even, projects
from linkwork.math.tolerances import EVEN

GROWN, LOST = 1.0e6, 1.0e8
"""Sizes of multipliers from which solutions are refined, and factors discarded."""

ZERO, ONE, TWO, THREE, FOUR = u8(0), u8(1), u8(2), u8(3), u8(4)
"""Indices are unsigned, so compiled code need not check whether they count from the end."""

DIRECT, REFINED, FULL = 0, 1, 2
"""How to solve, stored in pivots[0]: factors as they are, with refinement, with full pivoting.

pivots[1] -- whether the factors are those of L D L^T
"""


def _is_symmetric(frame, values, lu_starts, lu_rows, sizes):
    """Whether L may serve as U^T: as required by the settings, else if both are equal."""
    if frame.front_symmetric != 0:
        return frame.front_symmetric == 1
    return columns_are_even(max(frame.asymmetry, EVEN), values, lu_starts, lu_rows, sizes)


def _eliminate_symmetric(frame, factors_out, lu_starts, lu_blocks, lu_targets):
    """L D L^T in place of the lower entries, D inverted; returns the largest multiplier."""
    n = u8(lu_starts.size) - ONE
    place = ZERO
    growth = 0.0
    for b in range(u8(lu_blocks.size) - ONE):
        first, last = u8(lu_blocks[b]), u8(lu_blocks[b + ONE])
        if last == first + FOUR:
            count = lu_starts[last] - lu_starts[last - ONE]
            for more in range(1, 4):
                place += (count + u8(more)) * (count + u8(more))
            found = _eliminate_four(frame, n, first, place, factors_out, lu_starts, lu_targets)
            growth = max(growth, found)
            place += count * count
            continue
        for k in range(first, last):
            pivot = factors_out[k]
            start, count = n + lu_starts[k], lu_starts[k + ONE] - lu_starts[k]
            if not abs(pivot) > frame.zero_pivot:
                return math.inf
            inverse = 1.0 / pivot
            factors_out[k] = inverse
            for p in range(count):
                head = factors_out[start + p] * inverse
                growth = max(growth, abs(head))
                for r in range(p, count):
                    target = lu_targets[place + r * count + p]
                    factors_out[target] -= head * factors_out[start + r]
                factors_out[start + p] = head
            place += count * count
    return growth


def _eliminate_four(frame, n, k, place, factors_out, lu_starts, lu_targets):
    """The same for the columns of a block of four; each place below is changed once for all four.

    A row below is first solved with the block: w = l D; products of its w with the l of the rows
    up to it go to their places, which are those of the last column.
    """
    s0, s1 = n + lu_starts[k], n + lu_starts[k + ONE]
    s2, s3 = n + lu_starts[k + TWO], n + lu_starts[k + THREE]
    count = lu_starts[k + FOUR] - lu_starts[k + THREE]
    w10, w20, w30 = factors_out[s0], factors_out[s0 + ONE], factors_out[s0 + TWO]
    d0 = factors_out[k]
    i0 = 1.0 / d0
    l10, l20, l30 = w10 * i0, w20 * i0, w30 * i0
    d1 = factors_out[k + ONE] - l10 * w10
    w21, w31 = factors_out[s1] - l10 * w20, factors_out[s1 + ONE] - l10 * w30
    i1 = 1.0 / d1
    l21, l31 = w21 * i1, w31 * i1
    d2 = factors_out[k + TWO] - l20 * w20 - l21 * w21
    w32 = factors_out[s2] - l20 * w30 - l21 * w31
    i2 = 1.0 / d2
    l32 = w32 * i2
    d3 = factors_out[k + THREE] - l30 * w30 - l31 * w31 - l32 * w32
    i3 = 1.0 / d3
    if not min(min(abs(d0), abs(d1)), min(abs(d2), abs(d3))) > frame.zero_pivot:
        return math.inf
    factors_out[k], factors_out[k + ONE] = i0, i1
    factors_out[k + TWO], factors_out[k + THREE] = i2, i3
    factors_out[s0], factors_out[s0 + ONE], factors_out[s0 + TWO] = l10, l20, l30
    factors_out[s1], factors_out[s1 + ONE], factors_out[s2] = l21, l31, l32
    growth = max(max(abs(l10), abs(l20)), max(abs(l30), abs(l21)))
    growth = max(growth, max(abs(l31), abs(l32)))
    s0, s1, s2 = s0 + THREE, s1 + TWO, s2 + ONE
    for p in range(count):
        w0 = factors_out[s0 + p]
        w1 = factors_out[s1 + p] - l10 * w0
        w2 = factors_out[s2 + p] - l20 * w0 - l21 * w1
        w3 = factors_out[s3 + p] - l30 * w0 - l31 * w1 - l32 * w2
        l0, l1, l2, l3 = w0 * i0, w1 * i1, w2 * i2, w3 * i3
        factors_out[s0 + p], factors_out[s1 + p] = l0, l1
        factors_out[s2 + p], factors_out[s3 + p] = l2, l3
        growth = max(growth, max(max(abs(l0), abs(l1)), max(abs(l2), abs(l3))))
        for r in range(p + ONE):
            early = factors_out[s0 + r] * w0 + factors_out[s1 + r] * w1
            late = factors_out[s2 + r] * w2 + factors_out[s3 + r] * w3
            factors_out[lu_targets[place + p * count + r]] -= early + late
    return growth


def _eliminate(frame, n, factors_out, lu_starts, lu_targets):
    """L U in place, the diagonal inverted; returns the largest multiplier."""
    upper = n + lu_starts[n]
    place = ZERO
    growth = 0.0
    for k in range(n):
        pivot = factors_out[k]
        start, end = lu_starts[k], lu_starts[k + ONE]
        if not abs(pivot) > frame.zero_pivot:
            return math.inf
        inverse = 1.0 / pivot
        factors_out[k] = inverse
        for p in range(n + start, n + end):
            head = factors_out[p] * inverse
            growth = max(growth, abs(head))
            factors_out[p] = head
            for r in range(upper + start, upper + end):
                factors_out[lu_targets[place]] -= head * factors_out[r]
                place += ONE
    return growth


def factor(
    frame, frame_address, values, factors_out, pivots_out, lu_starts, lu_rows, lu_blocks,
    lu_targets, permuted, gradient_halves,
):  # fmt: skip
    """factors = L D L^T or L U of values; the diagonal is stored inverted."""
    frame.factorizations += 1
    n = u8(lu_starts.size) - ONE
    symmetric = _is_symmetric(frame, values, lu_starts, lu_rows, permuted)
    for i in range(n + lu_starts[n] if symmetric else u8(values.size)):
        factors_out[i] = values[i]
    if symmetric:
        if projects(frame):
            lower, upper = n, n + u8(lu_starts[n])
            for i in range(u8(gradient_halves.size)):
                if gradient_halves[i] == UPPER:
                    factors_out[lower + i] = values[upper + i]
        growth = _eliminate_symmetric(frame, factors_out, lu_starts, lu_blocks, lu_targets)
    else:
        growth = _eliminate(frame, n, factors_out, lu_starts, lu_targets)
    pivots_out[1] = frame.partial = 1 if symmetric else 0
    if growth < LOST:
        pivots_out[0] = DIRECT if growth < GROWN else REFINED
        return OK
    frame.fallbacks += 1
    pivots_out[0] = FULL
    return pivot_fully(frame.full_factor, frame_address) if frame.full_factor != 0 else SINGULAR


def targets(starts, lu_rows, place_out, targets_out):
    """Place in `factors` of every product of elimination; `place_out` is work of n numbers."""
    n = starts.size - 1
    upper = n + starts[n]
    first = 0
    for k in range(n):
        start, end = starts[k], starts[k + 1]
        count = end - start
        for r in range(start, end):
            j = lu_rows[r]
            for p in range(starts[j], starts[j + 1]):
                place_out[lu_rows[p]] = p
            targets_out[first + (r - start) * count + r - start] = j
            for p in range(r + 1, end):
                place = place_out[lu_rows[p]]
                targets_out[first + (p - start) * count + r - start] = n + place
                targets_out[first + (r - start) * count + p - start] = upper + place
        first += count * count
