"""Newton's method of one implicit step, full or modified.

Residuals are forces: equilibrium rows as they are, constraint rows scaled to forces by the step
and a mass; those of first-order coordinates are rates. Each group of rows has its own norm (root
mean square), which must fall below

    max(absoluteTolerance, relativeTolerance * max(first norm, typical load))

where the typical load is the root mean square of the forces on the markers, for first-order rows
that of the rates; the absolute tolerance counts up to 1e-8 of it, so that small units lose no
digits. Models of several connected parts are judged part by part (`parts_judge.py`). Every step
gets at least one update unless its residual is exactly zero; a residual below tolerance before an
update is not evaluated again after it. In a linear system, only the first update with new factors
is checked: if it solves the step, so do all others. Newton's method has also converged if an
update that moved no position by more than rounding did not reduce the residual any further.

Full Newton evaluates the matrix for every update except the last polishing one; modified Newton
keeps its factors, also across steps, until an update reduces the residual by less than
`modifiedNewtonContractivity`, or until the updates that fresh factors would have saved have
cost as much as a factorization.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from linkwork.core.kernels.calls import STRIDE, run_calls
from linkwork.core.kernels.marks import contracted
from linkwork.core.kernels.pointer import call_kernel, likely, view
from linkwork.core.records import CALL
from linkwork.core.status import NEWTON_FAILED, NOT_FINITE, OK
from linkwork.integrators import first_order
from linkwork.integrators.alpha import long_loops
from linkwork.integrators.evaluate import (
    MANY,
    evaluate_forces,
    largest_position,
)
from linkwork.integrators.parts_judge import (
    AGAIN,
    BEGIN,
    MOVED,
    ROUNDING,
    square_loads,
    tolerance,
)
from linkwork.linear.symmetry import ITERATED
from linkwork.math.exact import two_sum

SOLVED = 1.0e-9
"""An update that leaves no more than this part of the residual has solved a linear system."""


def square_rows(frame, masses, a, residual, constraint, row_mass, x_out):
    """Sums of squares of equilibrium and constraint rows; x = -(residual, scaled constraints).

    Diagonal masses are added to the residual here: that saves a pass over the bodies.
    """
    n, m = residual.size, constraint.size
    if frame.plain_masses != 0:
        for i in range(n):
            residual[i] += masses[i] * a[i]
            x_out[i] = -residual[i]
    else:
        for i in range(n):
            x_out[i] = -residual[i]
    balance = _squares(residual)
    rows = 0.0
    for i in range(m):
        value = constraint[i] * frame.row_scale * row_mass[i]
        rows += value * value
        x_out[n + i] = -value
    return balance, rows


def _is_fine(frame, balance, rows, loads, n, m):
    """Whether both norms are within the relative tolerance of the typical load.

    Sums of squares are compared, without divisions and roots, which take a tenth of a small step.
    Norms that may be too large do not count.
    """
    limit = frame.relative_tolerance * frame.relative_tolerance * loads
    bounded = 4.0 * (balance + rows) < frame.max_norm * frame.max_norm
    return bounded and balance <= limit and rows * n <= limit * m


def _squares(array):
    """Sum of squares, in four independent partial sums."""
    s0 = s1 = s2 = s3 = 0.0
    whole = array.size // 4 * 4
    for i in range(0, whole, 4):
        s0 += array[i] * array[i]
        s1 += array[i + 1] * array[i + 1]
        s2 += array[i + 2] * array[i + 2]
        s3 += array[i + 3] * array[i + 3]
    for i in range(whole, array.size):
        s0 += array[i] * array[i]
    return (s0 + s1) + (s2 + s3)


def magnitude(array):
    """Sum of absolute values, in eight independent partial sums."""
    s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = 0.0
    whole = array.size // 8 * 8
    for i in range(0, whole, 8):
        s0 += abs(array[i])
        s1 += abs(array[i + 1])
        s2 += abs(array[i + 2])
        s3 += abs(array[i + 3])
        s4 += abs(array[i + 4])
        s5 += abs(array[i + 5])
        s6 += abs(array[i + 6])
        s7 += abs(array[i + 7])
    for i in range(whole, array.size):
        s0 += abs(array[i])
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))


def _update_for(many: bool) -> Callable[..., Any]:
    """The function that applies an update; many -- coordinates may be many."""

    @contracted
    def update(frame, q_out, q_low_out, v_out, a_out, multipliers_out, row_mass, x):
        """Apply an update; returns the largest change of a position."""
        n = q_out.size
        cq, cv, few = frame.cq, frame.cv, n
        if many and n >= MANY:
            long_loops.change(cq, cv, x[:n], q_out, q_low_out, v_out, a_out)
            few = 0
        for i in range(few):
            change = x[i]
            a_out[i] += change
            v_out[i] += cv * change
            q_out[i], q_low_out[i] = two_sum(q_out[i], cq * change + q_low_out[i])
        for i in range(multipliers_out.size):
            multipliers_out[i] += row_mass[i] * x[n + i]
        return _largest(x[:n]) * cq

    return update


def _largest(array):
    """Largest absolute value, from two independent searches."""
    first = second = 0.0
    whole = array.size // 2 * 2
    for i in range(0, whole, 2):
        first = max(first, abs(array[i]))
        second = max(second, abs(array[i + 1]))
    if whole < array.size:
        first = max(first, abs(array[whole]))
    return max(first, second)


def _factorize(frame, system, work):
    """Compute the matrix of the present state, and its factors."""
    values = system.values
    for i in range(values.size):
        values[i] = 0.0
    # one update of a linear system must be exact, and its factors must show that it is
    frame.asymmetry = ITERATED if frame.linear == 0 else 0.0
    frame.linear = min(2 * frame.linear, 2)
    status = run_calls(frame.jacobian_calls, frame.n_jacobian_calls, system.address)
    if status == 0:
        status = call_kernel(system.solver_calls[0].code, frame.solver_calls, system.address)
    if status == 0 and frame.n_share_calls > 0:
        status = _share(frame.share_calls, system.address)
    frame.jacobians += 1
    frame.excess = 0.0
    frame.factor_valid = 1 if status == 0 else 0
    return status


def _share(call, address):
    """Take the smallest multipliers of redundant constraints: after a factorization, at the end."""
    return call_kernel(view(call, (1,), CALL)[0].code, call, address)


def _judge(frame, frame_address):
    """The largest residual of a part, relative to its limit."""
    call_kernel(frame.judge, 0, frame_address)
    return frame.parts_norm


def newton_with(
    evaluate: Callable[..., Any],
    factorize: Callable[..., Any],
    solve: Callable[..., Any],
    rates: bool,
    many: bool,
) -> Callable[..., Any]:
    """Newton's method with functions that evaluate the equations, and factorize and solve them.

    `work` is passed on to all of them. rates -- there may be first-order coordinates; many -- there
    may be many coordinates. The compiler never sees the code for what there is not
    """
    update = _update_for(many)

    def newton(frame, state, system, work):
        """Solve for a, multipliers and y_t at frame.t, starting from the predicted state."""
        q, q_low, v, a, multipliers = state.q, state.q_low, state.v, state.a, state.multipliers
        y, y_t, x = state.y, state.y_t, system.x
        tolerance_f = tolerance_c = tolerance_y = last = moved = moved_y = norm_y = typical = 0.0
        norm = loads = 0.0
        n, m = q.size, multipliers.size
        since_factors = refreshed = 0
        modified = frame.modified_newton != 0
        always = frame.jacobian_per_step + frame.single_update + frame.n_share_calls > 0
        if always or frame.excess >= frame.refresh_cost:
            frame.factor_valid = 0
        in_parts = frame.judge != 0 and (frame.linear != 1 or frame.factor_valid == 0)
        plain = not in_parts and frame.linear == 0 and y.size == 0
        for iteration in range(frame.max_iterations + 1):
            frame.frozen = 1 if iteration > frame.branch_updates else 0
            status = evaluate(frame, system, work)
            if status != 0:
                return status
            balance, rows = square_rows(
                frame, system.masses, a, system.residual, system.constraint, system.row_mass, x
            )
            fine = False
            if iteration == 0 and not in_parts:
                loads = square_loads(frame, system.marker_force)
                fine = plain and _is_fine(frame, balance, rows, loads, n, m)
            if likely(fine and balance + rows > 0.0):
                done = True  # one update, and no norm is needed
            else:
                norm_f, norm_c = math.sqrt(balance / max(n, 1)), math.sqrt(rows / max(m, 1))
                if rates and y.size > 0:
                    norm_y, typical = first_order.residual_norms(y_t, system.rates, x)
                norm = norm_f + norm_c + norm_y
                if not norm < frame.max_norm:
                    return NOT_FINITE
                if iteration == 0:
                    if norm == 0.0:
                        break
                    if in_parts:
                        if frame.linear == 0:
                            call_kernel(frame.glance, 0, system.address)
                        if frame.linear != 0 or frame.parts_fine == 0:
                            frame.judging = BEGIN
                            norm = _judge(frame, system.address)
                        done = frame.parts_fine != 0
                    else:
                        load = math.sqrt(loads / max(n, 1))
                        tolerance_f = tolerance(frame, norm_f, load)
                        tolerance_c = tolerance(frame, norm_c, load)
                        tolerance_y = tolerance(frame, norm_y, typical)
                        within = frame.relative_tolerance
                        done = max(norm_f, norm_c) <= within * load and norm_y <= within * typical
                else:
                    if in_parts:
                        frame.judging = AGAIN
                        norm = _judge(frame, system.address)
                        done, rests = norm <= 1.0, norm > 0.5 * last and frame.parts_rest != 0
                    else:
                        done = norm_f <= tolerance_f and norm_c <= tolerance_c
                        done = done and norm_y <= tolerance_y
                        rests = norm > 0.5 * last and moved_y <= ROUNDING
                        rests = rests and moved <= ROUNDING * largest_position(
                            frame, system.markers
                        )
                    done = done or (frame.linear == 2 and iteration == 1 and norm <= SOLVED * last)
                    if done or rests:
                        # factors that must be symmetric may fail where nothing moves yet
                        if frame.linear == 2 and iteration == 1 and frame.front_symmetric != 1:
                            frame.linear = 1
                        break
            if iteration == frame.max_iterations:
                return NEWTON_FAILED
            slow = iteration > 0 and norm > frame.contractivity * last
            stale = not done
            if modified:
                most = frame.max_modified_iterations
                most = most if refreshed == 0 else frame.max_modified_restarts
                stale = slow or since_factors >= most
            stale = stale and frame.linear == 0
            last = norm
            if not likely(frame.factor_valid != 0 and not stale):
                status = factorize(frame, system, work)
                if status != 0:
                    return status
                since_factors, refreshed = 0, 1
            since_factors += 1
            solve(frame, system, work)
            moved = update(frame, q, q_low, v, a, multipliers, system.row_mass, x)
            if frame.n_move_calls > 0:
                call_kernel(frame.update_code, 0, system.address)
            if rates and y.size > 0:
                moved_y = first_order.update(frame.cy, y, y_t, x)
            frame.newton_iterations += 1
            frame.slowest = max(frame.slowest, iteration + 1)
            frame.excess += 1.0 if iteration > 0 else 0.0
            if likely(
                frame.single_update != 0 or frame.linear == 1 or (done and frame.linear == 0)
            ):
                break
            if in_parts:
                frame.judging = MOVED
                _judge(frame, system.address)
        if frame.n_share_calls > 0:
            _share(frame.share_calls + STRIDE, system.address)
        size = magnitude(q) + magnitude(v)
        if rates:
            size += magnitude(y)
        return OK if size < frame.max_norm else NOT_FINITE

    return newton


def _evaluate(frame, system, work):
    """Residuals of the present state."""
    status = evaluate_forces(frame, system)
    if status == 0 and frame.plain_masses == 0:
        status = run_calls(frame.inertia_calls, frame.n_inertia_calls, system.address)
    return status


def _solve(frame, system, work):
    """x = solution with the present factors of the right-hand side in x."""
    code = system.solver_calls[1].code
    return call_kernel(code, frame.solver_calls + STRIDE, system.address)


def newton_over_lists(rates: bool, many: bool) -> Callable[..., Any]:
    """Newton's method over lists of calls; `work` is empty."""
    return newton_with(_evaluate, _factorize, _solve, rates, many)
