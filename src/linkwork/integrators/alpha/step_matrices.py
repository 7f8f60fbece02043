"""Stiffness, damping and the matrix of a step, from separate passes over the calls that write them.

Laws write their blocks once, unless these depend on factors. Then the blocks go into the matrix
with cq = 1 alone (K and C_q), with cv = 1 alone (D) and, unless masses are diagonal, with ca = 1
alone (M); the matrix of the step is their sum. A pass runs only the calls that contribute to it.
"""

from __future__ import annotations

from linkwork.core.kernels.calls import STRIDE, run_calls
from linkwork.core.kernels.marks import inlined
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.records import i8, u8

PASSES = (("calls", i8), ("blocks", i8), ("stiff", i8), ("damped", i8), ("inertial", i8))
"""Fields of what controls derivatives: address of a list of calls, and how many of them write
blocks, and belong to the three passes; they follow each other in the list."""


def set_factors(frame, cq, cv, ca, row_cq, row_cv):
    frame.cq, frame.cv, frame.ca, frame.row_cq, frame.row_cv = cq, cv, ca, row_cq, row_cv


def _pass(frame, system, values, first, count, cq, cv, ca, row_cq, row_cv):
    """Write the values of a matrix with these factors; first -- address of the first call"""
    set_factors(frame, cq, cv, ca, row_cq, row_cv)
    kept, frame.values = frame.values, values.ctypes.data
    for i in range(values.size):
        values[i] = 0.0
    status = run_calls(first, count, system.address)
    frame.values = kept
    return status


def evaluate_parts(frame, system, passes, stiffness_out, damping_out, whole_out):
    """Entries of K with C_q, of D if there is damping, and of M unless masses are diagonal.

    passes -- a record with the fields PASSES; the frame must have the factors of the step, and has
    them again after it
    """
    first = passes.calls
    cq, cv, ca, row_cq, row_cv = frame.cq, frame.cv, frame.ca, frame.row_cq, frame.row_cv
    status = run_calls(first, passes.blocks, system.address)
    first += STRIDE * passes.blocks
    if status == 0:
        status = _pass(frame, system, stiffness_out, first, passes.stiff, 1.0, 0.0, 0.0, 1.0, 0.0)
    first += STRIDE * passes.stiff
    if status == 0 and passes.damped > 0:
        status = _pass(frame, system, damping_out, first, passes.damped, 0.0, 1.0, 0.0, 0.0, 1.0)
    first += STRIDE * passes.damped
    if status == 0 and frame.plain_masses == 0:
        status = _pass(frame, system, whole_out, first, passes.inertial, 0.0, 0.0, 1.0, 0.0, 0.0)
    set_factors(frame, cq, cv, ca, row_cq, row_cv)
    return status


def compose(
    stiffness, damping, plain, masses, cq, cv, row_cq, row_cv, n, order, starts, columns, whole_out
):  # fmt: skip
    """The matrix of the step; it holds M before unless masses are diagonal (plain).

    order -- places of the entries row by row; starts, columns -- where rows begin, and columns of
    the entries
    """
    for r in range(u8(starts.size - 1)):
        for j in range(starts[r], starts[r + 1]):
            k, c = order[j], u8(columns[j])
            if c >= n:
                whole_out[k] = stiffness[k]
            elif r >= n:
                whole_out[k] = row_cq * stiffness[k] + row_cv * damping[k]
            else:
                mass = (masses[r] if r == c else 0.0) if plain != 0 else whole_out[k]
                whole_out[k] = mass + cv * damping[k] + cq * stiffness[k]


@inlined
def compose_dense(
    stiffness, damping, inertia, plain, masses, cq, cv, row_cq, row_cv, n, size, whole_out
):  # fmt: skip
    """The same for full matrices, column by column; n, size -- unsigned"""
    for c in range(size):
        for r in range(size):
            k = c * size + r
            if c >= n:
                whole_out[k] = stiffness[k]
            elif r >= n:
                whole_out[k] = row_cq * stiffness[k] + row_cv * damping[k]
            else:
                mass = (masses[r] if r == c else 0.0) if plain != 0 else inertia[k]
                whole_out[k] = mass + cv * damping[k] + cq * stiffness[k]


def factorize(frame, system, control):
    """Factorize the matrix that the frame refers to."""
    frame.asymmetry = 0.0
    control[0].factorized += 1
    return call_kernel(system.solver_calls[0].code, frame.solver_calls, system.address)
