"""Dense LU with partial pivoting for small systems; column-major, in place.

Plain loops are faster than calling LAPACK below about a dozen unknowns, and as fast up to 30.
"""

from linkwork.core.kernels.marks import inlined
from linkwork.core.records import u8
from linkwork.core.status import SINGULAR

ONE = u8(1)
"""Indices are unsigned, so compiled code need not check whether they count from the end."""


def factor(frame, values, zero_pivot, factors_out, pivots_out):
    """factors = L U of values, with rows exchanged according to pivots."""
    frame.factorizations += 1
    n = u8(pivots_out.size)
    for i in range(n * n):
        factors_out[i] = values[i]
    return eliminate(n, zero_pivot, factors_out, pivots_out)


@inlined
def eliminate(n, zero_pivot, factors_out, pivots_out):
    """The same in place; n -- number of unknowns, unsigned"""
    for k in range(n):
        column = k * n
        largest, pivot = abs(factors_out[column + k]), k
        for i in range(k + ONE, n):
            size = abs(factors_out[column + i])
            if size > largest:
                largest, pivot = size, i
        pivots_out[k] = pivot
        if not largest > zero_pivot:
            return SINGULAR
        if pivot != k:
            for j in range(n):
                swap = factors_out[j * n + k]
                factors_out[j * n + k] = factors_out[j * n + pivot]
                factors_out[j * n + pivot] = swap
        inverse = 1.0 / factors_out[column + k]
        for i in range(k + ONE, n):
            factors_out[column + i] *= inverse
        for j in range(k + ONE, n):
            head = factors_out[j * n + k]
            if head != 0.0:
                for i in range(k + ONE, n):
                    factors_out[j * n + i] -= head * factors_out[column + i]
        factors_out[column + k] = inverse
    return 0


def solve(factors, pivots, x_out):
    """Overwrite x by the solution; the diagonal of U is stored inverted."""
    n = u8(pivots.size)
    for k in range(n):
        pivot = u8(pivots[k])
        if pivot != k:
            swap = x_out[k]
            x_out[k] = x_out[pivot]
            x_out[pivot] = swap
    for k in range(n):
        head = x_out[k]
        if head != 0.0:
            for i in range(k + ONE, n):
                x_out[i] -= head * factors[k * n + i]
    for j in range(n):
        k = n - ONE - j
        head = x_out[k] * factors[k * n + k]
        x_out[k] = head
        for i in range(k):
            x_out[i] -= head * factors[k * n + i]
    return 0
