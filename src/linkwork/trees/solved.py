"""Forward dynamics by the mass matrix, for trees in which joints follow others."""

import math

from linkwork.core.kernels.marks import contracted
from linkwork.core.kernels.pointer import view
from linkwork.math.tolerances import ROUNDED_PIVOT
from linkwork.trees.inverse import accelerate, collect_forces
from linkwork.trees.mass import composite_masses, set_inertias
from linkwork.trees.records import NUMBER, TASK
from linkwork.trees.tasks import links_of, state_of

SINGULAR = 1
"""Status of states whose mass matrix is not positive definite; their accelerations are nan."""


@contracted
def solved_forward_dynamics(address):
    """out0 = q'' for every state q, v and force a of a task."""
    task = view(address, (1,), TASK)[0]
    links, work = links_of(task)
    nv = task.nv
    M = view(task.scratch, (nv, nv), NUMBER)
    zero = view(task.scratch + 8 * nv * nv, (nv,), NUMBER)
    status = 0
    for s in range(task.rows):
        q, v, tau = state_of(task, s)
        a_out = view(task.out0 + 8 * s * nv, (nv,), NUMBER)
        if accelerations(links, task.gravity, q, v, tau, zero, work, M, a_out) != 0:
            status = SINGULAR
    return status


def accelerations(links, gravity, q, v, tau, zero, work, M_out, a_out):
    """q'' of one state; M_out becomes the factor of the mass matrix."""
    accelerate(links, gravity, q, v, zero, work)
    collect_forces(links, q, v, zero, work, a_out)
    set_inertias(links, work)
    composite_masses(links, False, work, M_out)
    for k in range(a_out.size):
        a_out[k] = tau[k] - a_out[k]
    if factor(M_out) != 0:
        a_out[:] = math.nan
        return SINGULAR
    solve(M_out, a_out)
    return 0


def factor(M_out):
    """Replace the lower half of a matrix by its Cholesky factor, with inverse diagonal."""
    n = M_out.shape[0]
    for i in range(n):
        for j in range(i):
            value = M_out[i, j]
            for k in range(j):
                value -= M_out[i, k] * M_out[j, k]
            M_out[i, j] = value * M_out[j, j]
        value = M_out[i, i]
        scale = value
        for k in range(i):
            value -= M_out[i, k] * M_out[i, k]
        if not value > ROUNDED_PIVOT * scale:
            return SINGULAR
        M_out[i, i] = 1.0 / math.sqrt(value)
    return 0


def solve(L, x_out):
    """Replace x by M^-1 x."""
    n = x_out.size
    for i in range(n):
        value = x_out[i]
        for k in range(i):
            value -= L[i, k] * x_out[k]
        x_out[i] = value * L[i, i]
    for i in range(n - 1, -1, -1):
        value = x_out[i] * L[i, i]
        x_out[i] = value
        for k in range(i):
            x_out[k] -= L[i, k] * value
