"""Sparse LDL^T and LU of fixed order for matrices with much fill, such as those of nets.

Multifrontal (Duff and Reid 1983): blocks with the same columns of L are eliminated together as a
dense front. A front has `pivots` columns and `height` rows below them; its columns are stored in
their final place (`panel`, column-major, diagonal block on top). Its contribution to later columns
is its update matrix, which its parent adds to its own front. Update matrices of even and odd
depths are stored on two stacks, so that those of a front and of its children never share one.

LDL^T if the matrix is symmetric, or in Newton's method if it is symmetric up to small terms
(`symmetry.py`), else LU with row exchanges inside the diagonal block of a front, whose
U is stored transposed (`upper`). Fronts of a few columns run in plain loops, larger ones call BLAS.

If pivots are lost, LDL^T is replaced by LU, and LU by full pivoting (`full_pivoting.py`).
"""

from linkwork.core.kernels.marks import with_long_loops
from linkwork.core.status import OK, SINGULAR
from linkwork.linear.blas import lu, solve_right, subtract_product, subtract_times
from linkwork.linear.sparse.full_pivoting import pivot_fully, solve_fully
from linkwork.linear.symmetry import UPPER, differs, pairs_are_even, projects
from linkwork.math.tolerances import EVEN

SYMMETRIC, UNSYMMETRIC, FULL = 0, 1, 2
"""Kind of the factors, stored in pivots[0]."""

LOST = 1.0e-8
"""Pivots of LDL^T below this fraction of the largest entry under them are lost."""

GROWN = 1.0e10
"""Entries of L above this mean that pivots of LU are lost.

Multipliers of long chains have entries of 1e8 for 3000 bodies without any loss of digits: they
relate forces to accelerations of all bodies up to there.
"""

BLOCK, STRIP, SMALL = 24, 64, 8
"""Columns eliminated between two products, columns of a product, fronts that run in loops."""


def _scatter(
    frame, values, front_targets, front_pairs, gradient_halves, symmetric, sizes, factors_out
):  # fmt: skip
    """Copy matrix entries to the fronts; returns whether they are as symmetric as required."""
    both = frame.front_entries
    diagonal = values.size - 2 * both
    for i in range(diagonal):
        factors_out[front_targets[i]] = values[i]
    if not symmetric:
        for i in range(diagonal, values.size):
            factors_out[front_targets[i]] = values[i]
        return True
    limit = max(frame.asymmetry, EVEN)
    even = True
    for i in range(both):
        low, high = values[diagonal + i], values[diagonal + both + i]
        factors_out[front_targets[diagonal + i]] = 0.5 * (low + high)
        if low != high:
            one, other = values[front_pairs[i, 0]], values[front_pairs[i, 1]]
            even = even and not differs(low, high, limit, one, other)
    if projects(frame):
        for i in range(gradient_halves.size):
            if gradient_halves[i] != 0:
                place = diagonal + i + (both if gradient_halves[i] == UPPER else 0)
                factors_out[front_targets[diagonal + i]] = values[place]
    if even or frame.front_symmetric == 1:
        return True
    return pairs_are_even(limit, values, front_pairs, sizes)


def _subtract(target_out, source, factor):
    """target -= factor source"""
    for i in range(target_out.size):
        target_out[i] -= factor * source[i]


def _scatter_add(target_out, places, source):
    """target[places] += source"""
    for i in range(source.size):
        target_out[places[i]] += source[i]


def _add_child(child, front, relative, symmetric, updates_out, factors_out):
    """Add the update matrix of a child into the front of its parent."""
    p, height = front.pivots, front.height
    count = child.height
    rows = relative[child.rows : child.rows + count]
    inside = 0  # rows of the child that are pivots of the parent; they come first
    while inside < count and rows[inside] < p:
        inside += 1
    for j in range(inside):
        at = front.panel + rows[j] * (p + height)
        start = j if symmetric else 0
        source = updates_out[child.update + j * count + start : child.update + (j + 1) * count]
        _scatter_add(factors_out[at : at + p + height], rows[start:], source)
    for j in range(inside, count):
        # rows are counted from the first pivot, which would be this far before the column;
        # the array begins with as many places as the widest front has pivots
        at = front.update + (rows[j] - p) * height - p
        start = j if symmetric else inside
        source = updates_out[child.update + j * count + start : child.update + (j + 1) * count]
        _scatter_add(updates_out[at : at + p + height], rows[start:], source)
        if not symmetric:
            upper = front.upper + rows[j] - p
            for i in range(inside):
                place = upper + rows[i] * height
                factors_out[place] += updates_out[child.update + j * count + i]


def _eliminate_symmetric(front, zero_pivot, k0, k1, factors_out):
    """Columns k0 to k1 of a front by LDL^T, applied to each other.

    The inverse of D is left on the diagonal. Returns whether all pivots are large enough.
    """
    size = front.pivots + front.height
    for k in range(k0, k1):
        at = front.panel + k * size
        pivot = factors_out[at + k]
        column = factors_out[at + k + 1 : at + size]
        largest = 0.0
        for i in range(column.size):
            largest = max(largest, abs(column[i]))
        if not abs(pivot) > max(zero_pivot, LOST * largest):
            return False
        inverse = 1.0 / pivot
        for j in range(k + 1, k1):
            target = front.panel + j * size
            head = factors_out[at + j] * inverse
            _subtract(factors_out[target + j : target + size], column[j - k - 1 :], head)
        for i in range(column.size):
            column[i] *= inverse
        factors_out[at + k] = inverse
    return True


def _scaled(front, k0, k1, first, last, factors, scaled_out):
    """scaled = rows first to last of L D, columns k0 to k1, one below the other."""
    size = front.pivots + front.height
    rows = last - first
    for k in range(k0, k1):
        at = front.panel + k * size
        d = 1.0 / factors[at + k]
        source, target = factors[at + first : at + last], scaled_out[(k - k0) * rows :]
        for i in range(rows):
            target[i] = source[i] * d


def _front_symmetric(front, zero_pivot, blas, blas_reals, scaled, updates_out, factors_out):
    """Eliminate a front by LDL^T and subtract its contribution from its update matrix."""
    p, height = front.pivots, front.height
    size = p + height
    panel = factors_out.ctypes.data + 8 * front.panel
    place = scaled.ctypes.data
    for k0 in range(0, p, BLOCK):
        k1 = min(k0 + BLOCK, p)
        if not _eliminate_symmetric(front, zero_pivot, k0, k1, factors_out):
            return False
        for c0 in range(k1, p, STRIP):
            c1 = min(c0 + STRIP, p)
            _scaled(front, k0, k1, c0, c1, factors_out, scaled)
            subtract_product(
                blas, blas_reals, size - c0, c1 - c0, k1 - k0, panel + 8 * (k0 * size + c0), size,
                place, c1 - c0, panel + 8 * (c0 * size + c0), size,
            )  # fmt: skip
    if p < SMALL and height < 2 * SMALL:
        for k in range(p):
            at = front.panel + k * size + p
            d = 1.0 / factors_out[at - p + k]
            for j in range(height):
                head = factors_out[at + j] * d
                target = front.update + j * height
                for i in range(j, height):
                    updates_out[target + i] -= head * factors_out[at + i]
        return True
    update = updates_out.ctypes.data + 8 * front.update
    for c0 in range(0, height, STRIP):
        c1 = min(c0 + STRIP, height)
        _scaled(front, 0, p, p + c0, p + c1, factors_out, scaled)
        subtract_product(
            blas, blas_reals, height - c0, c1 - c0, p, panel + 8 * (p + c0), size,
            place, c1 - c0, update + 8 * (c0 * height + c0), height,
        )  # fmt: skip
    return True


def _eliminate_rows(front, zero_pivot, pivots_out, factors_out):
    """LU of a small diagonal block with row exchanges, as LAPACK stores it."""
    p, size = front.pivots, front.pivots + front.height
    for k in range(p):
        at = front.panel + k * size
        pivot, largest = k, abs(factors_out[at + k])
        for i in range(k + 1, p):
            if abs(factors_out[at + i]) > largest:
                pivot, largest = i, abs(factors_out[at + i])
        pivots_out[front.first + k] = pivot + 1
        if not largest > zero_pivot:
            return False
        if pivot != k:
            for j in range(p):
                a = front.panel + j * size
                swap = factors_out[a + k]
                factors_out[a + k] = factors_out[a + pivot]
                factors_out[a + pivot] = swap
        inverse = 1.0 / factors_out[at + k]
        for i in range(k + 1, p):
            factors_out[at + i] *= inverse
        for j in range(k + 1, p):
            target = front.panel + j * size
            head = factors_out[target + k]
            for i in range(k + 1, p):
                factors_out[target + i] -= head * factors_out[at + i]
    return True


def _front_unsymmetric(frame, front, blas, blas_reals, pivots_out, updates_out, factors_out):
    """Eliminate a front by LU and subtract its contribution from its update matrix."""
    p, height = front.pivots, front.height
    size = p + height
    start = factors_out.ctypes.data
    panel, upper = start + 8 * front.panel, start + 8 * front.upper
    exchanges = pivots_out[front.first : front.first + p]
    if p < 2 * SMALL:
        if not _eliminate_rows(front, frame.zero_pivot, pivots_out, factors_out):
            return False
    elif lu(blas, p, panel, size, exchanges.ctypes.data) != 0:
        return False
    smallest = largest = abs(factors_out[front.panel])
    for k in range(p):
        pivot = abs(factors_out[front.panel + k * size + k])
        smallest, largest = min(smallest, pivot), max(largest, pivot)
        other = exchanges[k] - 1
        if other != k:
            for i in range(height):
                swap = factors_out[front.upper + k * height + i]
                factors_out[front.upper + k * height + i] = factors_out[
                    front.upper + other * height + i
                ]
                factors_out[front.upper + other * height + i] = swap
    if not smallest > max(frame.zero_pivot, LOST * LOST * largest):
        return False
    if height == 0:
        return True
    solve_right(blas, blas_reals, True, False, False, height, p, panel, size, panel + 8 * p, size)
    solve_right(blas, blas_reals, False, True, True, height, p, panel, size, upper, height)
    growth = 0.0
    for k in range(p):
        at = front.panel + k * size + p
        for i in range(height):
            growth = max(growth, abs(factors_out[at + i]))
    if not growth < GROWN:
        return False
    subtract_product(
        blas, blas_reals, height, height, p, panel + 8 * p, size, upper, height,
        updates_out.ctypes.data + 8 * front.update, height,
    )  # fmt: skip
    return True


def _factor_as(
    frame, symmetric, values, fronts, front_relative, front_targets, front_pairs, front_pivots,
    gradient_halves, blas, blas_reals, scaled, updates, permuted, factors_out,
):  # fmt: skip
    """LDL^T or LU; False if it would not be reliable."""
    end = factors_out.size if not symmetric else frame.front_uppers
    for i in range(end):
        factors_out[i] = 0.0
    if not _scatter(
        frame, values, front_targets, front_pairs, gradient_halves, symmetric, permuted, factors_out
    ):
        return False
    for f in range(fronts.size):
        front = fronts[f]
        for i in range(front.update, front.update + front.height * front.height):
            updates[i] = 0.0
        child = front.child
        while child >= 0:
            _add_child(fronts[child], front, front_relative, symmetric, updates, factors_out)
            child = fronts[child].sibling
        if symmetric:
            fine = _front_symmetric(
                front, frame.zero_pivot, blas, blas_reals, scaled, updates, factors_out
            )
        else:
            fine = _front_unsymmetric(
                frame, front, blas, blas_reals, front_pivots, updates, factors_out
            )
        if not fine:
            return False
    return True


def factor(
    frame, frame_address, values, factors_out, pivots_out, fronts, front_relative, front_targets,
    front_pairs, front_pivots, gradient_halves, blas, blas_reals, scaled, updates, permuted,
):  # fmt: skip
    """factors = L D L^T or L U of values."""
    frame.factorizations += 1
    if frame.front_symmetric != 2 and _factor_as(
        frame, True, values, fronts, front_relative, front_targets, front_pairs, front_pivots,
        gradient_halves, blas, blas_reals, scaled, updates, permuted, factors_out,
    ):  # fmt: skip
        pivots_out[0], frame.partial = SYMMETRIC, 1
        return OK
    pivots_out[0], frame.partial = UNSYMMETRIC, 0
    if _factor_as(
        frame, False, values, fronts, front_relative, front_targets, front_pairs, front_pivots,
        gradient_halves, blas, blas_reals, scaled, updates, permuted, factors_out,
    ):  # fmt: skip
        return OK
    frame.fallbacks += 1
    pivots_out[0] = FULL
    return pivot_fully(frame.full_factor, frame_address) if frame.full_factor != 0 else SINGULAR


def _forward(front, symmetric, factors, front_rows, front_pivots, blas, blas_reals, rest, y_out):
    """Eliminate the unknowns of a front from the right-hand side."""
    p, height = front.pivots, front.height
    size, first = p + height, front.first
    if not symmetric:
        for k in range(p):
            other = front_pivots[first + k] - 1
            if other != k:
                swap = y_out[first + k]
                y_out[first + k] = y_out[first + other]
                y_out[first + other] = swap
    for k in range(p):
        at, head = front.panel + k * size, y_out[first + k]
        for i in range(k + 1, p):
            y_out[first + i] -= factors[at + i] * head
    if p * height < SMALL * SMALL:
        for k in range(p):
            at, head = front.panel + k * size + p, y_out[first + k]
            for i in range(height):
                y_out[front_rows[front.rows + i]] -= factors[at + i] * head
        return
    for i in range(height):
        rest[i] = y_out[front_rows[front.rows + i]]
    subtract_times(
        blas, blas_reals, False, height, p, factors.ctypes.data + 8 * (front.panel + p), size,
        y_out.ctypes.data + 8 * first, rest.ctypes.data,
    )  # fmt: skip
    for i in range(height):
        y_out[front_rows[front.rows + i]] = rest[i]


def _backward(front, symmetric, factors, front_rows, blas, blas_reals, rest, y_out):
    """Compute the unknowns of a front from those below it."""
    p, height = front.pivots, front.height
    size, first = p + height, front.first
    if symmetric:
        for k in range(p):
            y_out[first + k] *= factors[front.panel + k * size + k]
    at, stride = front.panel + p, size
    if not symmetric:
        at, stride = front.upper, height
    for i in range(height):
        rest[i] = y_out[front_rows[front.rows + i]]
    if p * height < SMALL * SMALL:
        for k in range(p):
            total = 0.0
            for i in range(height):
                total += factors[at + k * stride + i] * rest[i]
            y_out[first + k] -= total
    else:
        subtract_times(
            blas, blas_reals, True, height, p, factors.ctypes.data + 8 * at, stride,
            rest.ctypes.data, y_out.ctypes.data + 8 * first,
        )  # fmt: skip
    for k in range(p - 1, -1, -1):
        at = front.panel + k * size
        if symmetric:
            total = y_out[first + k]
            for i in range(k + 1, p):
                total -= factors[at + i] * y_out[first + i]
            y_out[first + k] = total
        else:
            head = y_out[first + k] / factors[at + k]
            y_out[first + k] = head
            for i in range(k):
                y_out[first + i] -= factors[at + i] * head


def solve(
    frame, frame_address, factors, pivots, elimination, fronts, front_rows, front_pivots, blas,
    blas_reals, permuted_out, x_out,
):  # fmt: skip
    """Overwrite x by the solution."""
    if pivots[0] == FULL:
        return solve_fully(frame.full_solve, frame_address)
    n = elimination.size
    symmetric = pivots[0] == SYMMETRIC
    y, rest = permuted_out[:n], permuted_out[n:]
    for k in range(n):
        y[k] = x_out[elimination[k]]
    for f in range(fronts.size):
        _forward(fronts[f], symmetric, factors, front_rows, front_pivots, blas, blas_reals, rest, y)
    for f in range(fronts.size - 1, -1, -1):
        _backward(fronts[f], symmetric, factors, front_rows, blas, blas_reals, rest, y)
    for k in range(n):
        x_out[elimination[k]] = y[k]
    return OK


factor, solve = with_long_loops(factor), with_long_loops(solve)
