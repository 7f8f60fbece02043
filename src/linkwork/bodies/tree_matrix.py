"""The matrix of kinematic trees; `tree_law.py` has their forces."""

from __future__ import annotations

from linkwork.bodies.tree_law import joint_function, zero_vector
from linkwork.bodies.tree_state import (
    LEFT,
    RESULT,
    SECOND,
    VELOCITIES,
    add_with_base,
    vector_of,
    write_state,
)
from linkwork.core.kernels.pointer import view
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.math.differences import LEAST_SIZE, central_step
from linkwork.math.vec3 import dot, sub, turned_back
from linkwork.trees.derivatives import differentiate
from linkwork.trees.mass import composite_masses, place, set_inertias
from linkwork.trees.points import add_wrench_slopes
from linkwork.trees.records import NUMBER
from linkwork.trees.spatial import angular, linear, plus_cross, rows, vector


def jacobian(
    table, t, q, v, a, reference, poses, ca, cq, cv, indices, links, given, forces, slots,
    passes_out, state_out, matrices_out, work_out, values_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        n, s, m, b = e.n, e.state_start, e.matrix_start, e.free
        first, end, k = e.link_start, e.link_start + e.rows, e.n + e.free
        write_state(e, q, v, a, reference, poses, indices, state_out)
        x, u = vector_of(e, state_out, 0), vector_of(e, state_out, VELOCITIES)
        ls, ps = links[first:end], passes_out[first:end]
        by_q = view(matrices_out[m:].ctypes.data, (k, k), NUMBER)
        by_v = view(matrices_out[m + k * k :].ctypes.data, (k, k), NUMBER)
        by_a = view(matrices_out[m + 2 * k * k :].ctypes.data, (k, k), NUMBER)
        tau = state_out[s + RESULT * e.width : s + (RESULT + 1) * e.width]
        column = matrices_out[m + 3 * k * k : m + 3 * k * k + k]
        if cq == 0.0 and cv == 0.0:
            place(ls, zero_vector(), x, False, ps)
            set_inertias(ls, ps)
            composite_masses(ls, False, ps, by_a)
            by_q[:] = 0.0
            by_v[:] = 0.0
        else:
            second, left = vector_of(e, state_out, SECOND), vector_of(e, state_out, LEFT)
            for r in range(k):
                tau[r] = second[r] + left[r]
            differentiate(ls, e.g, x, u, tau, ps, by_q, by_v, by_a)
            _add_force_slopes(e, ls, ps, forces, by_q)
            if b != 0:
                _base_forces(e, ps, forces, tau)
            for r in range(n):
                by_q[b + r, b + r] += given[e.given_start + n + r]
                by_v[b + r, b + r] += given[e.given_start + 3 * n + r]
            if e.UF != 0 and _add_slopes(e, t, state_out[s:], work_out, by_q, by_v) != 0:
                return fail(USER_FUNCTION, e.number)
        if b != 0:
            add_with_base(
                e, q, v, a, poses, ca, cq, cv, tau, by_q, by_v, by_a, slots, column,
                values_out,
            )  # fmt: skip
            continue
        for r in range(n):
            for c in range(n):
                slot = slots[e.slot_start + r * n + c]
                if slot >= 0:
                    values_out[slot] += ca * by_a[r, c] + cq * by_q[r, c] + cv * by_v[r, c]
    return 0


def _base_forces(e, passes, forces, tau_out):
    """Force and moment that move a free base, in its axes, from sums over all links."""
    here = passes[1]
    n, f = angular(here.F), linear(here.F)
    for r in range(e.links):
        k = e.force_start + 6 * r
        force = (forces[k], forces[k + 1], forces[k + 2])
        moment = (forces[k + 3], forces[k + 4], forces[k + 5])
        f = sub(f, force)
        n = sub(n, plus_cross(moment, vector(passes[e.rows - e.links + r].o), force))
    R = rows(here.R)
    f, n = turned_back(R, f), turned_back(R, n)
    tau_out[0], tau_out[1], tau_out[2] = f
    tau_out[3], tau_out[4], tau_out[5] = n


def _add_force_slopes(e, links, passes, forces, by_q_out):
    """Add the derivatives of forces on links, which act against the motion in the residual."""
    for r in range(e.links):
        k = e.force_start + 6 * r
        f = (forces[k], forces[k + 1], forces[k + 2])
        n = (forces[k + 3], forces[k + 4], forces[k + 5])
        if dot(f, f) + dot(n, n) != 0.0:
            here = passes[e.rows - e.links + r]
            # link numbers are unsigned, as parents are
            i = links[e.rows - e.links + r].own
            add_wrench_slopes(links, passes, i, vector(here.o), f, n, -1.0, by_q_out)


def _add_slopes(e, t, state_out, work_out, by_q_out, by_v_out):
    """Subtract the derivatives of UF: central differences."""
    n, b = e.n, e.free
    for part in range(2):
        first = e.width - n if part == 0 else e.width + b
        size = LEAST_SIZE
        for r in range(n):
            size = max(size, abs(state_out[first + r]))
        for c in range(n):
            k = first + c
            kept = state_out[k]
            step = central_step(kept, size)
            for side in range(2):
                state_out[k] = kept + step if side == 0 else kept - step
                status = joint_function(e, t, state_out, work_out)
                state_out[k] = kept
                if status != 0:
                    return 1
                for r in range(n):
                    f = work_out[e.w_force + 2 * n + r] / (2.0 * step)
                    slope = -f if side == 0 else f
                    if part == 0:
                        by_q_out[b + r, b + c] += slope
                    else:
                        by_v_out[b + r, b + c] += slope
    return 0
