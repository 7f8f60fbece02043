"""The gradient of one number by many parameters: the steps of `alpha/tangent.py`, transposed.

With the derivatives (bars) of the number by q, v, a and alpha at the end of a step,

    x = (a- + cq q- + cv v- + (1 - alpha_f)/(1 - alpha_m) alpha-,  row_mass lambda-)
    G^T psi = x,    gradient -= psi^T dr/dθ,    p_q = q- - K^T psi,    p_v = v- - D^T psi

and those at its start follow from p_q and p_v. Steps are taken from the last to the first, at the
recorded states. G is symmetric or nearly so: its factors solve G^T psi = x with corrections.

The forces of connectors change in the motion of their own markers alone. With psi as velocities,
the markers move with J psi, and psi^T dr/dθ is the power of the changed forces: all parameters
whose items share no marker (a color) take one evaluation together.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.calls import STRIDE, run_calls
from linkwork.core.kernels.pointer import call_kernel, view
from linkwork.core.lanes import FOUR, rows_of_four
from linkwork.core.records import ROTATION, f8, i8, record
from linkwork.integrators.alpha.corrections import CONVERGED, MOST, SLOW
from linkwork.integrators.alpha.parameter_slopes import (
    SLOPE,
    WORD,
    apply_words,
    evaluate_equations,
    keep_words,
    slopes_by_parameter,
)
from linkwork.integrators.alpha.step_matrices import (
    PASSES,
    compose,
    evaluate_parts,
    factorize,
    residual_is_rounding,
    set_factors,
)
from linkwork.integrators.alpha.step_size import METHOD
from linkwork.integrators.evaluate import clear_forces

FLOAT = np.dtype(f8)

ADJOINT = record(
    ("steps", i8), ("parameters", i8), ("colors", i8), ("turns", i8), ("failed", i8),
    ("factorized", i8), ("solved", i8), ("start", i8), *PASSES,
)  # fmt: skip
"""Numbers of steps, of parameters and of colors; whether markers turn; whether a solution has not
converged, counts; and whether the start is evaluated."""

MEMBER = record(*SLOPE, ("ends", i8), ("last_end", i8))
"""A parameter as `PARAMETER`, and its markers in `ends`."""

COLOR = record(("first", i8), ("last", i8), ("is_linear", i8))
"""Parameters that are evaluated together."""

POOLS = dict(
    method=METHOD, control=ADJOINT, parameters=MEMBER, words=WORD, ends=i8, colors=COLOR,
    tangent_work=f8, tangent_rows=i8, tangent_columns=i8, history=f8, weights=f8, gradient=f8,
)  # fmt: skip
"""Memory of the kernel; history -- rows of t, q, v, a and multipliers; weights -- derivatives of
the number by q, v, a and multipliers of these rows."""

OF_START = ("control", "parameters", "words", "ends", "colors", "tangent_work", "gradient")
"""Memory of `adjoint_start`."""


def adjoint_size(n: int, m: int, entries: int, markers: int) -> int:
    """Length of `tangent_work`."""
    return 2 * entries + (7 + FOUR) * (n + m) + 4 * n + 12 * markers


def _load(frame, state, row):
    """Make a recorded state the present one."""
    n, m = state.q.size, state.multipliers.size
    frame.t = row[0]
    for i in range(n):
        state.q[i], state.v[i], state.a[i] = row[1 + i], row[1 + n + i], row[1 + 2 * n + i]
        state.q_low[i] = 0.0
    for i in range(m):
        state.multipliers[i] = row[1 + 3 * n + i]


def _solve_transposed(frame, system, values, order, starts, others, right, x_out, rest, control):
    """Solve matrix^T x = right with the factors of the matrix; 1 if corrections are slow."""
    size, unknown = right.size, system.x
    last = 0.0
    for i in range(size):
        x_out[i] = 0.0
        rest[i] = right[i]
    for iteration in range(4 * MOST):
        for i in range(size):
            unknown[i] = rest[i]
        call_kernel(system.solver_calls[1].code, frame.solver_calls + STRIDE, system.address)
        control[0].solved += 1
        changed = largest = 0.0
        for i in range(size):
            x_out[i] += unknown[i]
            changed = max(changed, abs(unknown[i]))
            largest = max(largest, abs(x_out[i]))
        if not changed < np.inf:
            return 1
        if changed <= CONVERGED * largest:
            return 0
        if iteration > 0 and changed > 5.0 * SLOW * last:
            return 0 if changed <= 1.0e4 * CONVERGED * largest else 1
        last = changed
        if residual_is_rounding(values, order, starts, others, right, x_out, rest) != 0:
            return 0
    return 1


def _forces_only(frame, system):
    """Forces on the markers at the present motion."""
    clear_forces(frame, system)
    return run_calls(frame.force_calls, frame.n_force_calls, system.address)


def _move_with(frame, state, system, psi, moved_out, turns):
    """moved = J psi of all markers: the motion kernels with psi as velocities."""
    n, markers = state.q.size, system.markers
    for i in range(n):
        state.a[i], state.v[i] = state.v[i], psi[i]
    status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    for k in range(markers.size):
        for r in range(3):
            moved_out[6 * k + r] = markers[k].v[r]
    if turns != 0:
        rotations = view(frame.rotations, (markers.size,), ROTATION)
        for k in range(markers.size):
            for r in range(3):
                moved_out[6 * k + 3 + r] = rotations[k].omega[r]
    for i in range(n):
        state.v[i] = state.a[i]
    if status == 0:
        status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    return status


def _powers(frame, system, member, ends, moved, base, turns):
    """Power of the forces on the markers of an item, beyond those of `base`, in J psi."""
    power, force = 0.0, system.marker_force
    moments = view(frame.marker_moment, (force.shape[0], 3), FLOAT)
    for j in range(member.ends, member.last_end):
        k = ends[j]
        for r in range(3):
            power += (force[k, r] - base[6 * k + r]) * moved[6 * k + r]
            if turns != 0:
                power += (moments[k, r] - base[6 * k + 3 + r]) * moved[6 * k + 3 + r]
    return power


def _add_colors(
    frame, state, system, control, parameters, words, ends, colors, psi, moved, base, gradient_out
):  # fmt: skip
    """gradient += power of the forces that change with parameters; returns a status."""
    turns, force = control[0].turns, system.marker_force
    status = _move_with(frame, state, system, psi, moved, turns)
    if status == 0:
        status = _forces_only(frame, system)
    moments = view(frame.marker_moment, (force.shape[0] if turns != 0 else 0, 3), FLOAT)
    for k in range(force.shape[0]):
        for r in range(3):
            base[6 * k + r] = force[k, r]
            if turns != 0:
                base[6 * k + 3 + r] = moments[k, r]
    for c in range(control[0].colors):
        color = colors[c]
        for p in range(color.first, color.last):
            keep_words(words, parameters[p].first, parameters[p].last)
        for k in range(1 if color.is_linear != 0 else 4):
            sign = 1.0 if k % 2 == 0 else -1.0
            many, weight = (1.0, 8.0 / 12.0) if k < 2 else (2.0, -1.0 / 12.0)
            if color.is_linear != 0:
                weight = 1.0
            for p in range(color.first, color.last):
                one = parameters[p]
                apply_words(words, one.first, one.last, sign * many * one.step)
            if status == 0:
                status = _forces_only(frame, system)
            for p in range(color.first, color.last):
                power = _powers(frame, system, parameters[p], ends, moved, base, turns)
                gradient_out[p] += sign * weight / parameters[p].step * power
        for p in range(color.first, color.last):
            apply_words(words, parameters[p].first, parameters[p].last, 0.0)
    return status


def _add_others(
    frame, state, system, control, colors, parameters, words, ends, psi, base, slopes, rest,
    gradient_out,
):  # fmt: skip
    """The same for parameters of any other sort, one by one."""
    colored = colors[control[0].colors - 1].last if control[0].colors > 0 else 0
    for p in range(colored, control[0].parameters):
        for i in range(psi.size):
            slopes[i, 0] = 0.0
        status = slopes_by_parameter(
            frame, system, state, parameters[p], words, ends, base, rest, 0, slopes
        )
        if status != 0:
            return status
        for i in range(psi.size):
            gradient_out[p] += psi[i] * slopes[i, 0]
    return 0


def adjoint_steps(
    frame, state, system, method, control, parameters, words, ends, colors, tangent_work,
    tangent_rows, tangent_columns, history, weights, gradient,
):  # fmt: skip
    """Take all steps backwards; weights of the first row become the derivatives by the start."""
    n, m, entries = state.q.size, state.multipliers.size, system.values.size
    size, steps, markers = n + m, control[0].steps, system.markers.size
    starts, order = tangent_rows[: size + 1], tangent_rows[size + 1 :]
    others, work = tangent_columns, tangent_work
    stiffness, damping = work[:entries], work[entries : 2 * entries]
    whole, work = system.values, work[2 * entries :]
    base, right, psi = work[:size], work[size : 2 * size], work[2 * size : 3 * size]
    rest, pq, pv = work[3 * size : 4 * size], work[4 * size : 5 * size], work[5 * size : 6 * size]
    slopes, work = rows_of_four(work[7 * size :].ctypes.data, 0, size), work[(7 + FOUR) * size :]
    qbar, vbar, abar, alphabar = work[:n], work[n : 2 * n], work[2 * n : 3 * n], work[3 * n : 4 * n]
    moved = work[4 * n : 4 * n + 6 * markers]
    before = work[4 * n + 6 * markers : 4 * n + 12 * markers]
    alpha_m, alpha_f = method[0].alpha_m, method[0].alpha_f
    beta, gamma, divisor = method[0].beta, method[0].gamma, 1.0 / (1.0 - method[0].alpha_m)
    ratio, width, weight_width = (1.0 - alpha_f) * divisor, 1 + 3 * n + m, 3 * n + m
    frame.frozen = 1
    for i in range(n):
        qbar[i] = vbar[i] = abar[i] = alphabar[i] = 0.0
    for step in range(steps, 0, -1):
        row = history[step * width : (step + 1) * width]
        given = weights[step * weight_width : (step + 1) * weight_width]
        _load(frame, state, row)
        h = row[0] - history[(step - 1) * width]
        cq, cv = h * h * beta * ratio, h * gamma * ratio
        row_cq, row_cv, row_scale = 1.0, 0.0, 1.0 / cq
        if frame.index2 != 0:
            row_cq, row_cv, row_scale = cq / cv, 1.0, 1.0 / cv
        frame.h, frame.row_scale = h, row_scale
        set_factors(frame, cq, cv, 1.0, row_cq, row_cv)
        frame.level = 1 if frame.index2 != 0 else 0
        status = evaluate_equations(frame, system, state.a, base)
        if status == 0:
            status = evaluate_parts(frame, system, control[0], stiffness, damping, whole)
        compose(
            stiffness, damping, frame.plain_masses, system.masses, cq, cv, row_cq, row_cv, n,
            order, starts, others, 1, whole,
        )  # fmt: skip
        if status == 0:
            status = factorize(frame, system, control)
        if status != 0:
            return status
        for i in range(n):
            qbar[i] += given[i]
            vbar[i] += given[n + i]
            abar[i] += given[2 * n + i]
            right[i] = abar[i] + cq * qbar[i] + cv * vbar[i] + ratio * alphabar[i]
        for i in range(m):
            right[n + i] = system.row_mass[i] * given[3 * n + i]
        if _solve_transposed(
            frame, system, whole, order, starts, others, right, psi, rest, control
        ) != 0:  # fmt: skip
            control[0].failed = 1
            return 0
        for c in range(n):
            by_q = by_v = 0.0
            for k in range(starts[c], starts[c + 1]):
                factor = row_scale * psi[others[k]] if others[k] >= n else psi[others[k]]
                by_q += factor * stiffness[order[k]]
                by_v += factor * damping[order[k]]
            pq[c], pv[c] = qbar[c] - by_q, vbar[c] - by_v
        status = _add_others(
            frame, state, system, control, colors, parameters, words, ends, psi, base, slopes,
            rest, gradient,
        )  # fmt: skip
        if status == 0 and control[0].colors > 0:
            status = _add_colors(
                frame, state, system, control, parameters, words, ends, colors, psi, moved, before,
                gradient,
            )  # fmt: skip
        if status != 0:
            return status
        for i in range(n):
            bbar = alphabar[i] + h * h * beta * pq[i] + h * gamma * pv[i]
            qbar[i] = pq[i]
            vbar[i] = h * pq[i] + pv[i]
            alphabar[i] = h * h * (0.5 - beta) * pq[i] + h * (1.0 - gamma) * pv[i]
            alphabar[i] -= divisor * alpha_m * bbar
            abar[i] = divisor * alpha_f * bbar
    for i in range(n):
        weights[i] += qbar[i]
        weights[n + i] += vbar[i]
        weights[2 * n + i] += abar[i] + alphabar[i]
    return 0


def adjoint_start(
    frame, state, system, control, parameters, words, ends, colors, tangent_work, gradient
):  # fmt: skip
    """Add what the start contributes: psi, at the beginning of the work memory, is known."""
    n, markers = state.q.size, system.markers.size
    psi, work = tangent_work[:n], tangent_work[n:]
    moved, before = work[: 6 * markers], work[6 * markers : 12 * markers]
    frame.frozen = 1
    if control[0].colors == 0:
        return 0
    return _add_colors(
        frame, state, system, control, parameters, words, ends, colors, psi, moved, before, gradient
    )  # fmt: skip
