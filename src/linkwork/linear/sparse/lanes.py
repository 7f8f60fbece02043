"""Four solutions at once with the factors of `sparse/lu.py`, in rows of four numbers."""

from linkwork.core.kernels.marks import contracted, with_lanes
from linkwork.core.lanes import add, less, put, rows_of_four
from linkwork.core.records import f8, u8
from linkwork.linear.sparse.lu import DIRECT, ONE, TWO, ZERO

POOLS = dict(lanes=f8, permuted_lanes=f8)
"""Memory of the kernel: right-hand sides, and work memory of the same size."""

ONE_BY_ONE = 1
"""Status where solutions are refined or use other factors."""


@with_lanes
def solve_lanes(
    factors, pivots, elimination, lu_blocks, lu_ends, lu_below, lanes, permuted_lanes
):  # fmt: skip
    """Overwrite four right-hand sides by their solutions."""
    if pivots[0] != DIRECT:
        return ONE_BY_ONE
    n = u8(elimination.size)
    x, y = rows_of_four(lanes.ctypes.data, 0, n), rows_of_four(permuted_lanes.ctypes.data, 0, n)
    for k in range(n):
        row = x[elimination[k]]
        put(y[k], row[0], row[1], row[2], row[3])
    _forward(factors, lu_blocks, lu_ends, lu_below, y)
    _backward(pivots[1] != 0, factors, lu_blocks, lu_ends, lu_below, y)
    for k in range(n):
        row = y[k]
        put(x[elimination[k]], row[0], row[1], row[2], row[3])
    return 0


def _forward(factors, lu_blocks, lu_ends, lu_below, y_out):
    """As in `lu.py`."""
    blocks = u8(lu_ends.size)
    place, low = u8(lu_blocks[blocks]), ZERO
    for b in range(blocks):
        k, end, high = u8(lu_blocks[b]), u8(lu_blocks[b + ONE]), u8(lu_ends[b])
        for c in range(k, end):
            row = y_out[c]
            x0, x1, x2, x3 = row[0], row[1], row[2], row[3]
            for i in range(c + ONE, end):
                add(y_out[i], -factors[place], x0, x1, x2, x3)
                place += ONE
            for p in range(low, high):
                add(y_out[lu_below[p]], -factors[place], x0, x1, x2, x3)
                place += ONE
        low = high


@contracted
def _backward(symmetric, factors, lu_blocks, lu_ends, lu_below, y_out):
    blocks = u8(lu_ends.size)
    n = u8(lu_blocks[blocks])
    place, high = u8(factors.size), u8(lu_below.size)
    if symmetric:
        place = n + (place - n) // TWO
    for j in range(blocks):
        b = blocks - ONE - j
        k, end = u8(lu_blocks[b]), u8(lu_blocks[b + ONE])
        low = u8(lu_ends[b - ONE]) if b > ZERO else ZERO
        count = high - low
        for i in range(end - k):
            c = end - ONE - i
            place -= count + i
            row, at, scale = y_out[c], place, factors[c]
            first, last = (scale, 1.0) if symmetric else (1.0, scale)
            t0, t1, t2, t3 = first * row[0], first * row[1], first * row[2], first * row[3]
            for r in range(c + ONE, end):
                t0, t1, t2, t3 = less(t0, t1, t2, t3, factors[at], y_out[r])
                at += ONE
            for p in range(low, high):
                t0, t1, t2, t3 = less(t0, t1, t2, t3, factors[at], y_out[lu_below[p]])
                at += ONE
            put(row, last * t0, last * t1, last * t2, last * t3)
        high = low
