"""The linear systems of `alpha/adjoint.py`: G^T psi = right, with K^T psi and D^T psi.

Solutions are corrected with factors of G^T, of this step or an earlier one. G^T itself is only made
where it is factorized: K^T psi and D^T psi, which the step needs anyway, give the products with it.
`control` is the record ADJOINT. Matrices come column by column: order -- places of their entries;
starts, others -- where columns begin, and the rows of the entries.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.calls import STRIDE
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.records import u8
from linkwork.integrators.alpha.corrections import CONVERGED, MOST, SLOW
from linkwork.integrators.alpha.step_matrices import factorize


def _multiply(
    stiffness, damping, inertia, masses, plain, order, starts, others, n, cq, cv, row_scale, right,
    psi, scaled, by_q_out, by_v_out, rest_out,
):  # fmt: skip
    """K^T psi, D^T psi and rest = right - G^T psi; returns size and largest part of the rest.

    The latter compares each row with its own terms: the sum says nothing about light parts of a
    model beside heavy ones.
    scaled -- work memory; n -- unsigned
    """
    size, remains, share = u8(psi.size), 0.0, 0.0
    for i in range(size):
        scaled[i] = psi[i] if i < n else row_scale * psi[i]
    for c in range(n):
        by_q = by_v = by_a = 0.0
        first, last = starts[c], starts[c + 1]
        for k in range(first, last):
            factor, place = scaled[others[k]], order[k]
            by_q += factor * stiffness[place]
            by_v += factor * damping[place]
        if plain != 0:
            by_a = masses[c] * psi[c]
        else:
            for k in range(first, last):
                if others[k] < n:
                    by_a += psi[others[k]] * inertia[order[k]]
        by_q_out[c], by_v_out[c] = by_q, by_v
        rest_out[c] = right[c] - (by_a + cv * by_v + cq * by_q)
        left = abs(rest_out[c])
        remains += left
        if left > share * (abs(right[c]) + abs(by_a) + cv * abs(by_v) + cq * abs(by_q)):
            share = left / (abs(right[c]) + abs(by_a) + cv * abs(by_v) + cq * abs(by_q))
    for c in range(n, size):
        total, terms = right[c], abs(right[c])
        for k in range(starts[c], starts[c + 1]):
            term = psi[others[k]] * stiffness[order[k]]
            total -= term
            terms += abs(term)
        rest_out[c] = total
        remains += abs(total)
        if abs(total) > share * terms:
            share = abs(total) / terms
    return remains, share


def _factorize_transposed(
    frame, system, control, stiffness, damping, inertia, order, starts, others, mirror, n, cq, cv,
    row_cq, row_cv,
):  # fmt: skip
    """Factorize G^T; mirror -- places of its entries"""
    whole, plain, masses = system.values, frame.plain_masses, system.masses
    for c in range(u8(starts.size - 1)):
        for j in range(starts[c], starts[c + 1]):
            r, k = others[j], order[j]
            if c >= n:
                whole[mirror[j]] = stiffness[k]
            elif r >= n:
                whole[mirror[j]] = row_cq * stiffness[k] + row_cv * damping[k]
            else:
                mass = (masses[r] if r == c else 0.0) if plain != 0 else inertia[k]
                whole[mirror[j]] = mass + cv * damping[k] + cq * stiffness[k]
    control[0].factors_cq, control[0].with_new, control[0].wasted = cq, -1, 0
    return factorize(frame, system, control)


def extrapolate(control, psi, last, second, third, fourth):
    """Move the known solutions on by one step; psi becomes an extrapolation of them."""
    known = control[0].known
    w0, w1, w2, w3 = 0.0, 0.0, 0.0, 0.0
    if known == 1:
        w0 = 1.0
    elif known == 2:
        w0, w1 = 2.0, -1.0
    elif known == 3:
        w0, w1, w2 = 3.0, -3.0, 1.0
    elif known > 3:
        w0, w1, w2, w3 = 4.0, -6.0, 4.0, -1.0
    for i in range(psi.size):
        p0, p1, p2, p3 = psi[i], last[i], second[i], third[i]
        last[i], second[i], third[i], fourth[i] = p0, p1, p2, p3
        psi[i] = w0 * p0 + w1 * p1 + w2 * p2 + w3 * p3
    control[0].known = known + 1


def _correct(frame, system, control, rest, psi_out):
    """Correct a solution with the present factors; returns the sizes of correction and solution."""
    unknown = system.x
    for i in range(rest.size):
        unknown[i] = rest[i]
    call_kernel(system.solver_calls[1].code, frame.solver_calls + STRIDE, system.address)
    control[0].solved += 1
    changed = largest = 0.0
    for i in range(rest.size):
        psi_out[i] += unknown[i]
        changed += abs(unknown[i])
        largest += abs(psi_out[i])
    return changed, largest


ENOUGH = 1.0e-12
"""Error of a solution that remains after a correction, relative to the solution."""

ROWS_ENOUGH = 1.0e-10
"""Largest part of a row that a solution may leave with old factors, relative to its terms."""

FOUND, FALLING, SLOWLY = 0, 1, 2
"""Whether a solution is found, and whether what it leaves falls quickly."""


def _judge(changed, largest, left, before, share):
    """What a correction has done; left, before -- size of the rest after and before it

    share -- part of its terms that a row leaves, 0 if factors are new: there is nothing better
    """
    if not changed < np.inf or not left < np.inf:
        return SLOWLY
    if share <= ROWS_ENOUGH and changed * min(left, before) <= ENOUGH * largest * before:
        return FOUND
    if left > SLOW * before:
        # rounding is as good as it gets
        small = share <= ROWS_ENOUGH and changed <= 1.0e4 * CONVERGED * largest
        return FOUND if small else SLOWLY
    return FALLING


def _count(frame, control, corrections):
    """Discard factors that have wasted as many corrections as new ones cost."""
    one = control[0]
    if one.with_new < 0:
        one.with_new = corrections
    one.wasted += max(corrections - one.with_new, 0)
    if one.wasted > frame.refresh_cost:
        one.factors_cq = 0.0


def solve_transposed(
    frame, system, control, stiffness, damping, inertia, order, starts, others, mirror, n, cq, cv,
    row_cq, row_cv, right, scaled, rest, psi_out, by_q_out, by_v_out,
):  # fmt: skip
    """Solve G^T psi = right, beginning with the present psi; returns a status.

    control.failed -- there is no solution; mirror -- places of the entries of G^T
    scaled, rest -- work memory; n -- unsigned
    """
    one, masses, plain = control[0], system.masses, frame.plain_masses
    found = FALLING if abs(one.factors_cq - cq) <= 1.0e-9 * cq else SLOWLY
    for attempt in range(2):
        are_new = found == SLOWLY
        if are_new:
            status = _factorize_transposed(
                frame, system, control, stiffness, damping, inertia, order, starts, others, mirror,
                n, cq, cv, row_cq, row_cv,
            )  # fmt: skip
            if status != 0:
                return status
            if attempt > 0:
                for i in range(right.size):
                    psi_out[i] = 0.0
        left, share = _multiply(
            stiffness, damping, inertia, masses, plain, order, starts, others, n, cq, cv,
            frame.row_scale, right, psi_out, scaled, by_q_out, by_v_out, rest,
        )  # fmt: skip
        for iteration in range(MOST):
            before = left
            changed, largest = _correct(frame, system, control, rest, psi_out)
            left, share = _multiply(
                stiffness, damping, inertia, masses, plain, order, starts, others, n, cq, cv,
                frame.row_scale, right, psi_out, scaled, by_q_out, by_v_out, rest,
            )  # fmt: skip
            found = _judge(changed, largest, left, before, 0.0 if are_new else share)
            if found == FOUND:
                _count(frame, control, iteration)
                return 0
            if found == SLOWLY:
                break
        found = SLOWLY
    one.failed = 1
    return 0
