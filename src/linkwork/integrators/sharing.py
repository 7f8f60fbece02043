"""Implicit steps with redundant constraints: the smallest multipliers that balance the loads.

Redundant equations, which follow from the others, are released: their rows and columns of the
matrix are empty, so Newton's method keeps their multipliers and need not satisfy them, since the
others do. With C_d the gradients of the released equations and C_k those of the others,

    n = (-C_d on top of the released ones, n_k with C_k^T n_k = -C_d^T)      C^T n = 0

are changes of the multipliers without a force: one per released equation, found with the factors
of the step from the right-hand side -C_d^T. After each factorization, and at the end of Newton's
method, the multipliers are moved along them until their norm is smallest. Matrices of such models
are computed anew in every step.

    keep_columns   keeps C_d^T, which the matrix has as columns
    release        empties the rows and columns of the released equations
    mute           sets the values of these equations to zero, and notes how large they are
    share          finds the changes without a force, and moves the multipliers
    share_again    moves the multipliers along the changes that were found last
"""

from __future__ import annotations

from linkwork.integrators.evaluate import solve


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
    frame, system, multipliers_out, row_mass, released, column_starts, column_coordinates,
    column_values, null_vectors_out, gram_out, kept_x_out,
):  # fmt: skip
    x, n, m = system.x, system.residual.size, multipliers_out.size
    for i in range(x.size):
        kept_x_out[i] = x[i]
    status = 0
    for d in range(released.size):
        for i in range(x.size):
            x[i] = 0.0
        for k in range(column_starts[d], column_starts[d + 1]):
            x[column_coordinates[k]] = -column_values[k]
        status = solve(frame, system)
        if status != 0:
            break
        for j in range(m):
            null_vectors_out[d * m + j] = row_mass[j] * x[n + j]
        null_vectors_out[d * m + released[d]] = row_mass[released[d]]
    for i in range(x.size):
        x[i] = kept_x_out[i]
    if status == 0:
        _remove(released.size, m, null_vectors_out, gram_out, multipliers_out)
    return status


def share_again(released, null_vectors, gram_out, multipliers_out):
    _remove(released.size, multipliers_out.size, null_vectors, gram_out, multipliers_out)


def _remove(count, m, null_vectors, gram_out, multipliers_out):
    """Remove the part of the multipliers along the vectors, which need not be orthogonal."""
    width = count + 1
    for a in range(count):
        for b in range(count + 1):
            total = 0.0
            for j in range(m):
                other = null_vectors[b * m + j] if b < count else multipliers_out[j]
                total += null_vectors[a * m + j] * other
            gram_out[a * width + b] = total
    for a in range(count):  # elimination without exchanges: the matrix is positive definite
        pivot = gram_out[a * width + a]
        if not pivot > 0.0:
            continue
        for b in range(a + 1, count):
            factor = gram_out[b * width + a] / pivot
            for c in range(a, width):
                gram_out[b * width + c] -= factor * gram_out[a * width + c]
    for a in range(count - 1, -1, -1):
        pivot, part = gram_out[a * width + a], gram_out[a * width + count]
        for b in range(a + 1, count):
            part -= gram_out[a * width + b] * gram_out[b * width + count]
        gram_out[a * width + count] = part / pivot if pivot > 0.0 else 0.0
        for j in range(m):
            multipliers_out[j] -= gram_out[a * width + count] * null_vectors[a * m + j]
