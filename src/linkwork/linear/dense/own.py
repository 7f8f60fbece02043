"""Dense LU with partial pivoting for small systems; column-major, in place.

Plain loops are faster than calling LAPACK below about a dozen unknowns, and as fast up to 30.
"""

from linkwork.core.status import SINGULAR


def factor(frame, values, zero_pivot, factors_out, pivots_out):
    """factors = L U of values, with rows exchanged according to pivots."""
    frame.factorizations += 1
    n = pivots_out.size
    for i in range(n * n):
        factors_out[i] = values[i]
    for k in range(n):
        column = k * n
        largest, pivot = abs(factors_out[column + k]), k
        for i in range(k + 1, n):
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
        for i in range(k + 1, n):
            factors_out[column + i] *= inverse
        for j in range(k + 1, n):
            head = factors_out[j * n + k]
            if head != 0.0:
                for i in range(k + 1, n):
                    factors_out[j * n + i] -= head * factors_out[column + i]
        factors_out[column + k] = inverse
    return 0


def solve(factors, pivots, x_out):
    """Overwrite x by the solution; the diagonal of U is stored inverted."""
    n = pivots.size
    for k in range(n):
        pivot = pivots[k]
        if pivot != k:
            swap = x_out[k]
            x_out[k] = x_out[pivot]
            x_out[pivot] = swap
    for k in range(n):
        head = x_out[k]
        if head != 0.0:
            for i in range(k + 1, n):
                x_out[i] -= head * factors[k * n + i]
    for k in range(n - 1, -1, -1):
        head = x_out[k] * factors[k * n + k]
        x_out[k] = head
        for i in range(k):
            x_out[i] -= head * factors[k * n + i]
    return 0
