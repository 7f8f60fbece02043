"""Implicit steps with redundant constraints: the smallest multipliers that balance the loads.

Redundant equations, which follow from the others, are released: their rows and columns of the
matrix are empty, so Newton's method keeps their multipliers and need not satisfy them, since the
others do. With C_d the gradients of the released equations and C_k those of the others,

    n = (-C_d on top of the released ones, n_k with C_k^T n_k = -C_d^T)      C^T n = 0

are changes of the multipliers without a force: one per released equation, found with the factors
of the step from the right-hand side -C_d^T. After each factorization, and at the end of Newton's
method, the multipliers are moved along them until their norm is smallest. Matrices of such models
are computed anew in every step.

Equations that no coordinate connects are in different parts (`assembly/redundant_rows.py`). A
change has entries in its own part only, so one solution serves all parts: line k of `null_vectors`
holds change k of every part. Entries of rounding size at both ends of a change are left out.

    keep_columns   keeps C_d^T, which the matrix has as columns
    release        empties the rows and columns of the released equations
    mute           sets the values of these equations to zero, and notes how large they are
    share          finds the changes without a force, and moves the multipliers
    share_again    moves the multipliers along the changes that were found last
"""

from __future__ import annotations

from linkwork.integrators.evaluate import solve

NEGLIGIBLE = 1.0e-11
"""Entries of a change without a force below this, relative to the largest one, are rounding."""


def keep_columns(values, column_slots, column_values_out):
    for i in range(column_slots.size):
        column_values_out[i] = values[column_slots[i]]


def release(released_slots, released_values, values_out):
    for i in range(released_slots.size):
        values_out[released_slots[i]] = released_values[i]


def mute(frame, level, released, muted_out, constraint_out):
    largest = 0.0
    for i in range(released.size):
        muted_out[i] = constraint_out[released[i]]
        largest = max(largest, abs(muted_out[i]))
        constraint_out[released[i]] = 0.0
    if level == 0:
        frame.redundant_error = largest


def share(
    frame, system, multipliers_out, row_mass, released, part_starts, equation_starts, equations,
    column_starts, column_coordinates, column_values, null_vectors_out, ranges_out, gram_out,
    kept_x_out,
):  # fmt: skip
    x, n, m = system.x, system.residual.size, multipliers_out.size
    for i in range(x.size):
        kept_x_out[i] = x[i]
    most = 0
    for part in range(part_starts.size - 1):
        most = max(most, part_starts[part + 1] - part_starts[part])
    status = 0
    for k in range(most):
        for i in range(x.size):
            x[i] = 0.0
        for part in range(part_starts.size - 1):
            d = part_starts[part] + k
            if d < part_starts[part + 1]:
                for i in range(column_starts[d], column_starts[d + 1]):
                    x[column_coordinates[i]] = -column_values[i]
        status = solve(frame, system)
        if status != 0:
            break
        for j in range(m):
            null_vectors_out[k * m + j] = row_mass[j] * x[n + j]
        for part in range(part_starts.size - 1):
            d = part_starts[part] + k
            if d < part_starts[part + 1]:
                null_vectors_out[k * m + released[d]] = row_mass[released[d]]
    for i in range(x.size):
        x[i] = kept_x_out[i]
    if status == 0:
        share_again(
            part_starts, equation_starts, equations, null_vectors_out, ranges_out, gram_out,
            multipliers_out,
        )  # fmt: skip
    return status


def share_again(
    part_starts, equation_starts, equations, null_vectors, ranges_out, gram_out, multipliers_out
):
    m = multipliers_out.size
    for part in range(part_starts.size - 1):
        own = equations[equation_starts[part] : equation_starts[part + 1]]
        count = part_starts[part + 1] - part_starts[part]
        for a in range(count):
            _find_range(own, null_vectors[a * m : (a + 1) * m], ranges_out[2 * a : 2 * a + 2])
        _remove(count, own, null_vectors, ranges_out, gram_out, multipliers_out)


def _find_range(own, vector, range_out):
    """First entry of a vector, among those of the part, that is not rounding, and one past the
    last.
    """
    largest = 0.0
    for i in range(own.size):
        largest = max(largest, abs(vector[own[i]]))
    first, last = 0, own.size
    while first < last and not abs(vector[own[first]]) > NEGLIGIBLE * largest:
        first += 1
    while last > first and not abs(vector[own[last - 1]]) > NEGLIGIBLE * largest:
        last -= 1
    range_out[0], range_out[1] = first, last


def _remove(count, own, null_vectors, ranges, gram_out, multipliers_out):
    """Remove the part of the multipliers along the vectors, which need not be orthogonal.

    own -- equations of the part
    """
    width, m = count + 1, multipliers_out.size
    for a in range(count):
        for b in range(a, count + 1):
            first, last = ranges[2 * a], ranges[2 * a + 1]
            if b < count:
                first, last = max(first, ranges[2 * b]), min(last, ranges[2 * b + 1])
            total = 0.0
            for i in range(first, last):
                j = own[i]
                other = null_vectors[b * m + j] if b < count else multipliers_out[j]
                total += null_vectors[a * m + j] * other
            gram_out[a * width + b] = total
            if b < count:
                gram_out[b * width + a] = total
    for a in range(count):  # elimination without exchanges: the matrix is positive definite
        pivot = gram_out[a * width + a]
        if not pivot > 0.0:
            continue
        for b in range(a + 1, count):
            factor = gram_out[b * width + a] / pivot
            if factor != 0.0:
                for c in range(a, width):
                    gram_out[b * width + c] -= factor * gram_out[a * width + c]
    for a in range(count - 1, -1, -1):
        pivot, rest = gram_out[a * width + a], gram_out[a * width + count]
        for b in range(a + 1, count):
            rest -= gram_out[a * width + b] * gram_out[b * width + count]
        gram_out[a * width + count] = rest / pivot if pivot > 0.0 else 0.0
        for i in range(ranges[2 * a], ranges[2 * a + 1]):
            j = own[i]
            multipliers_out[j] -= gram_out[a * width + count] * null_vectors[a * m + j]
