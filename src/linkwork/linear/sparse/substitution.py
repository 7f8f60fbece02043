"""Solutions with the factors of `lu.py`, block by block, refined where they need it."""

from linkwork.core.records import u8
from linkwork.core.status import OK
from linkwork.linear.sparse.full_pivoting import solve_fully
from linkwork.linear.sparse.lu import FOUR, FULL, ONE, REFINED, THREE, TWO, ZERO


def _forward(factors, lu_blocks, lu_ends, lu_below, y_out):
    """Columns of L block by block: those of a block have the same rows below it."""
    blocks = u8(lu_ends.size)
    place, low = u8(lu_blocks[blocks]), ZERO  # next entry of L, next row below a block
    for b in range(blocks):
        k, end, high = u8(lu_blocks[b]), u8(lu_blocks[b + ONE]), u8(lu_ends[b])
        count = high - low
        if end == k + FOUR:
            p0, p1 = place, place + THREE + count
            p2 = p1 + TWO + count
            p3 = p2 + ONE + count
            x0 = y_out[k]
            x1 = y_out[k + ONE] - factors[p0] * x0
            x2 = y_out[k + TWO] - factors[p0 + ONE] * x0 - factors[p1] * x1
            x3 = y_out[k + THREE] - factors[p0 + TWO] * x0 - factors[p1 + ONE] * x1
            x3 -= factors[p2] * x2
            y_out[k + ONE], y_out[k + TWO], y_out[k + THREE] = x1, x2, x3
            p0, p1, p2 = p0 + THREE, p1 + TWO, p2 + ONE
            for p in range(low, high):
                early = factors[p0] * x0 + factors[p1] * x1
                y_out[lu_below[p]] -= early + (factors[p2] * x2 + factors[p3] * x3)
                p0, p1, p2, p3 = p0 + ONE, p1 + ONE, p2 + ONE, p3 + ONE
            place = p3
        elif end == k + THREE:
            p0, p1 = place, place + TWO + count
            p2 = p1 + ONE + count
            x0 = y_out[k]
            x1 = y_out[k + ONE] - factors[p0] * x0
            x2 = y_out[k + TWO] - factors[p0 + ONE] * x0 - factors[p1] * x1
            y_out[k + ONE], y_out[k + TWO] = x1, x2
            p0, p1 = p0 + TWO, p1 + ONE
            for p in range(low, high):
                row = lu_below[p]
                y_out[row] -= factors[p0] * x0 + factors[p1] * x1 + factors[p2] * x2
                p0, p1, p2 = p0 + ONE, p1 + ONE, p2 + ONE
            place = p2
        elif end == k + TWO:
            p0, p1 = place, place + ONE + count
            x0 = y_out[k]
            x1 = y_out[k + ONE] - factors[p0] * x0
            y_out[k + ONE] = x1
            p0 += ONE
            for p in range(low, high):
                row = lu_below[p]
                y_out[row] -= factors[p0] * x0 + factors[p1] * x1
                p0, p1 = p0 + ONE, p1 + ONE
            place = p1
        else:
            for c in range(k, end):
                head = y_out[c]
                for i in range(c + ONE, end):
                    y_out[i] -= factors[place] * head
                    place += ONE
                for p in range(low, high):
                    y_out[lu_below[p]] -= factors[place] * head
                    place += ONE
        low = high


def _backward(symmetric, factors, lu_blocks, lu_ends, lu_below, y_out):
    """Rows of U, or columns of L, block by block, the last one first."""
    blocks = u8(lu_ends.size)
    n = u8(lu_blocks[blocks])
    place, high = u8(factors.size), u8(lu_below.size)  # after the next entries
    if symmetric:
        place = n + (place - n) // TWO
        for k in range(n):
            y_out[k] *= factors[k]
    for j in range(blocks):
        b = blocks - ONE - j
        k, end = u8(lu_blocks[b]), u8(lu_blocks[b + ONE])
        low = u8(lu_ends[b - ONE]) if b > ZERO else ZERO
        count = high - low
        if end == k + FOUR:
            p3 = place - count
            start2 = p3 - ONE - count
            start1 = start2 - TWO - count
            start0 = place = start1 - THREE - count
            p0, p1, p2 = start0 + THREE, start1 + TWO, start2 + ONE
            x0, x1, x2, x3 = y_out[k], y_out[k + ONE], y_out[k + TWO], y_out[k + THREE]
            for p in range(low, high):
                y = y_out[lu_below[p]]
                x0 -= factors[p0] * y
                x1 -= factors[p1] * y
                x2 -= factors[p2] * y
                x3 -= factors[p3] * y
                p0, p1, p2, p3 = p0 + ONE, p1 + ONE, p2 + ONE, p3 + ONE
            d0, d1, d2, d3 = 1.0, 1.0, 1.0, 1.0
            if not symmetric:
                d0, d1 = factors[k], factors[k + ONE]
                d2, d3 = factors[k + TWO], factors[k + THREE]
            x3 *= d3
            x2 = (x2 - factors[start2] * x3) * d2
            x1 = (x1 - factors[start1 + ONE] * x3 - factors[start1] * x2) * d1
            x0 -= factors[start0 + TWO] * x3
            x0 = (x0 - factors[start0 + ONE] * x2 - factors[start0] * x1) * d0
            y_out[k], y_out[k + ONE], y_out[k + TWO], y_out[k + THREE] = x0, x1, x2, x3
        elif end == k + THREE:
            p2 = place - count
            start1 = p2 - ONE - count
            start0 = place = start1 - TWO - count
            p0, p1 = start0 + TWO, start1 + ONE
            x0, x1, x2 = y_out[k], y_out[k + ONE], y_out[k + TWO]
            for p in range(low, high):
                y = y_out[lu_below[p]]
                x0 -= factors[p0] * y
                x1 -= factors[p1] * y
                x2 -= factors[p2] * y
                p0, p1, p2 = p0 + ONE, p1 + ONE, p2 + ONE
            d0, d1, d2 = 1.0, 1.0, 1.0
            if not symmetric:
                d0, d1, d2 = factors[k], factors[k + ONE], factors[k + TWO]
            x2 *= d2
            x1 = (x1 - factors[start1] * x2) * d1
            x0 = (x0 - factors[start0 + ONE] * x2 - factors[start0] * x1) * d0
            y_out[k], y_out[k + ONE], y_out[k + TWO] = x0, x1, x2
        elif end == k + TWO:
            p1 = place - count
            start0 = place = p1 - ONE - count
            p0 = start0 + ONE
            x0, x1 = y_out[k], y_out[k + ONE]
            for p in range(low, high):
                y = y_out[lu_below[p]]
                x0 -= factors[p0] * y
                x1 -= factors[p1] * y
                p0, p1 = p0 + ONE, p1 + ONE
            d0, d1 = 1.0, 1.0
            if not symmetric:
                d0, d1 = factors[k], factors[k + ONE]
            x1 *= d1
            y_out[k], y_out[k + ONE] = (x0 - factors[start0] * x1) * d0, x1
        else:
            for i in range(end - k):
                c = end - ONE - i
                place -= count + i
                rest, at = y_out[c], place
                for r in range(c + ONE, end):
                    rest -= factors[at] * y_out[r]
                    at += ONE
                for p in range(low, high):
                    rest -= factors[at] * y_out[lu_below[p]]
                    at += ONE
                y_out[c] = rest if symmetric else rest * factors[c]
        high = low


def _subtract_product(values, lu_starts, lu_rows, y, rest_out):
    """rest -= A y, all in the order of elimination."""
    n = u8(lu_starts.size) - ONE
    upper = n + lu_starts[n]
    for k in range(n):
        total = values[k] * y[k]
        for p in range(lu_starts[k], lu_starts[k + ONE]):
            row = lu_rows[p]
            rest_out[row] -= values[n + p] * y[k]
            total += values[upper + p] * y[row]
        rest_out[k] -= total


def solve(
    frame, frame_address, values, factors, pivots, elimination, lu_starts, lu_rows, lu_blocks,
    lu_ends, lu_below, permuted_out, x_out,
):  # fmt: skip
    """Overwrite x by the solution."""
    if pivots[0] == FULL:
        return solve_fully(frame.full_solve, frame_address)
    n = elimination.size
    symmetric = pivots[1] != 0
    for k in range(n):
        permuted_out[k] = x_out[elimination[k]]
    if pivots[0] == REFINED:
        rest = permuted_out[n:]
        for k in range(n):
            rest[k] = permuted_out[k]
    _forward(factors, lu_blocks, lu_ends, lu_below, permuted_out)
    _backward(symmetric, factors, lu_blocks, lu_ends, lu_below, permuted_out)
    if pivots[0] == REFINED:
        rest = permuted_out[n:]
        _subtract_product(values, lu_starts, lu_rows, permuted_out, rest)
        _forward(factors, lu_blocks, lu_ends, lu_below, rest)
        _backward(symmetric, factors, lu_blocks, lu_ends, lu_below, rest)
        for k in range(n):
            permuted_out[k] += rest[k]
    for k in range(n):
        x_out[elimination[k]] = permuted_out[k]
    return OK
