"""Linear systems of `alpha/tangent.py` that are not small and full: factors, and corrections.

Factors are those of Newton's method or of the derivatives themselves, from this step or an earlier
one. Solutions are corrected with the matrix of the step until their residuals are rounding.
`control` is the record CONTROL.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.calls import STRIDE
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.lanes import FOUR, add, put
from linkwork.integrators.alpha.lanes import four_are_solved
from linkwork.integrators.alpha.step_matrices import factorize

SMALL = 40
"""Unknowns up to which a factorization is cheaper than corrections with old factors."""

SAVED = 5.0
"""Corrections that new factors save for each parameter, about."""

SLOW = 0.1
"""Corrections that fall by less than this need new factors."""

CONVERGED = 1.0e-13
"""Size of the last correction, relative to the solution."""

MOST = 12
"""Most corrections with one set of factors."""


def exchange(frame, control):
    """Let the frame refer to the matrix and factors of the derivatives, or back to those before."""
    one = control[0]
    frame.values, one.values = one.values, frame.values
    frame.factors, one.factors = one.factors, frame.factors
    frame.pivots, one.pivots = one.pivots, frame.pivots
    frame.front_pivots, one.front_pivots = one.front_pivots, frame.front_pivots
    frame.partial, one.partial = one.partial, frame.partial


def factorize_own(frame, system, control):
    """Factorize the matrix of the derivatives; the frame refers to it from here on."""
    exchange(frame, control)
    control[0].exchanged = control[0].known = 1
    control[0].seen, control[0].factors_cq = frame.jacobians, frame.cq
    return factorize(frame, system, control)


def _substitute(frame, system, control, rest, many):
    """Overwrite right-hand sides by solutions with the present factors."""
    one, x = control[0], system.x
    one.solved += many
    if one.lanes_code != 0 and call_kernel(one.lanes_code, one.lanes_call, system.address) == 0:
        return
    for lane in range(many):
        for i in range(x.size):
            x[i] = rest[i, lane]
        call_kernel(system.solver_calls[1].code, frame.solver_calls + STRIDE, system.address)
        for i in range(x.size):
            rest[i, lane] = x[i]


def _sizes(rows):
    """Sums of absolute values of the lanes."""
    x0 = x1 = x2 = x3 = 0.0
    for i in range(rows.shape[0]):
        row = rows[i]
        x0, x1, x2, x3 = x0 + abs(row[0]), x1 + abs(row[1]), x2 + abs(row[2]), x3 + abs(row[3])
    return x0, x1, x2, x3


def _share(changed, whole):
    """The largest change of a lane, relative to its size; not finite if a number is not."""
    found = 0.0
    for lane in range(FOUR):
        if not changed[lane] <= found * whole[lane]:
            found = changed[lane] / max(whole[lane], 1.0e-300)
    return found


def _solve(frame, system, control, whole, order, starts, columns, right, x, rest, many):
    """Solve matrix x = right by corrections with the present factors; 0, or 1 if they are slow."""
    last = np.inf
    for i in range(right.shape[0]):
        row = right[i]
        put(rest[i], row[0], row[1], row[2], row[3])
        put(x[i], 0.0, 0.0, 0.0, 0.0)
    for iteration in range(MOST):
        _substitute(frame, system, control, rest, many)
        for i in range(x.shape[0]):
            row = rest[i]
            add(x[i], 1.0, row[0], row[1], row[2], row[3])
        if iteration > 0:
            share = _share(_sizes(rest), _sizes(x))
            if not share < np.inf:
                return 1
            if share <= CONVERGED:
                return 0
            if share > SLOW * last:
                # rounding is as good as it gets
                return 0 if share <= 1.0e4 * CONVERGED else 1
            last = share
        if four_are_solved(whole, order, starts, columns, right, x, rest) != 0:
            return 0
    return 1


def solve_with_corrections(
    frame, system, control, whole, order, starts, columns, right, x, rest, many
):  # fmt: skip
    """Solve for four parameters, with new factors if it takes them; returns a status."""
    slow = _solve(frame, system, control, whole, order, starts, columns, right, x, rest, many)
    if slow != 0 and control[0].is_new == 0:
        if control[0].exchanged != 0:
            exchange(frame, control)
        status = factorize_own(frame, system, control)
        control[0].is_new = 1
        if status != 0:
            return status
        slow = _solve(frame, system, control, whole, order, starts, columns, right, x, rest, many)
    if slow != 0:
        control[0].failed = 1
    return 0


def choose_factors(frame, system, control, size, cq):
    """Choose the factors with which solutions begin: new, known ones, or those of Newton's method.

    The latter may be younger.
    """
    one = control[0]
    cheap = size <= SMALL or one.count * SAVED >= frame.refresh_cost
    one.is_new = 0
    if not cheap:
        same = abs(one.factors_cq - cq) <= 1.0e-9 * cq
        if one.known != 0 and same and one.seen == frame.jacobians:
            exchange(frame, control)
            one.exchanged = 1
            return 0
        if frame.factor_valid != 0 and abs(one.newton_cq - cq) <= 1.0e-9 * cq:
            return 0
    one.is_new = 1
    return factorize_own(frame, system, control)
