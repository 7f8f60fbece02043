"""M x = b by articulated bodies: factors and solutions without the mass matrix of a tree.

    reduce:  U = IA S,  D = S . U + armature,  IA_parent += IA - U U^T / D
    solve:   u = b - S . p,  p_parent += p + U u / D                    from the leaves
             x = (u - U . A) / D,  A = A_parent + S x                   from the base
    free link:  IA A = (n, f) - p

Frames and motions of the links come first (`mass.place`, `inverse.accelerate`).
"""

from linkwork.math.tolerances import ROUNDED_PIVOT
from linkwork.math.vec3 import turned_back
from linkwork.trees.forward import (
    articulated_times,
    free_acceleration,
    free_parts,
    inertia_parts,
    largest_pivot,
    reduce_parent,
)
from linkwork.trees.placing import free_vectors
from linkwork.trees.records import FREE
from linkwork.trees.spatial import (
    add_to,
    angular,
    dot_pair,
    inertia_about_origin,
    linear,
    plus_scaled,
    rows,
    vector,
    write,
)


def reduce_inertias(links, work_out, pivots_out):
    """IA, U and D of all links; D is also written to the places of the joints' velocities.

    Returns whether M is positive definite.
    """
    for i in range(1, links.size):
        link, here = links[i], work_out[i]
        J = inertia_about_origin(
            rows(here.R), vector(here.o), link.mass, vector(link.center), link.inertia
        )
        inertia_parts(J, here.IA)
    definite = True
    for i in range(links.size - 1, 0, -1):
        link, here = links[i], work_out[i]
        IA = here.IA
        if link.kind == FREE:
            definite = definite and _is_definite(IA)
            continue
        Sw, Su = angular(here.S), linear(here.S)
        Uw, Uu = articulated_times(IA, Sw, Su)
        write(Uw, Uu, here.U)
        D = dot_pair(here.S, Uw, Uu) + link.armature
        d = 1.0 / D if D > 0.0 else 0.0
        here.D, here.d = D, d
        pivots_out[link.iv] = D
        definite = definite and D > ROUNDED_PIVOT * largest_pivot(IA, here.S)
        if link.parent != 0:
            reduce_parent(IA, Uw, Uu, d, work_out[link.parent].IA)
    return definite


def _is_definite(IA):
    """Whether an articulated inertia can be inverted."""
    if not (IA[15] > 0.0 and IA[16] > 0.0 and IA[17] > 0.0):
        return False
    mass, left = free_parts(IA)
    fine = True
    for K in (mass, left):
        pivot = K[1] - K[3] * K[3] / K[0]
        rest = K[5] - K[4] * K[3] / K[0]
        fine = fine and K[0] > 0.0 and pivot > ROUNDED_PIVOT * K[1]
        fine = fine and K[2] - K[4] * K[4] / K[0] - rest * rest / pivot > ROUNDED_PIVOT * K[2]
    return fine


def solve_articulated(links, b, work_out, x_out):
    """x with M x = b, for the factors in the work memory."""
    zero = (0.0, 0.0, 0.0)
    for i in range(links.size):
        write(zero, zero, work_out[i].F)
    for i in range(links.size - 1, 0, -1):
        link, here = links[i], work_out[i]
        if link.kind == FREE:
            continue
        n, f = angular(here.F), linear(here.F)
        here.u = b[link.iv] - dot_pair(here.S, n, f)
        if link.parent != 0:
            t, U = here.u * here.d, here.U
            add_to(
                plus_scaled(n, t, angular(U)), plus_scaled(f, t, linear(U)),
                work_out[link.parent].F,
            )  # fmt: skip
    write(zero, zero, work_out[0].A)
    for i in range(1, links.size):
        link, here = links[i], work_out[i]
        if link.kind == FREE:
            R, k = rows(here.R), link.iv
            n, f = free_vectors(R, b, k)
            w, u = free_acceleration(here, n, f)
            write(w, u, here.A)
            w, u = turned_back(R, w), turned_back(R, u)
            x_out[k], x_out[k + 1], x_out[k + 2] = u
            x_out[k + 3], x_out[k + 4], x_out[k + 5] = w
            continue
        up, S = work_out[link.parent], here.S
        w, u = angular(up.A), linear(up.A)
        found = (here.u - dot_pair(here.U, w, u)) * here.d
        x_out[link.iv] = found
        write(plus_scaled(w, found, angular(S)), plus_scaled(u, found, linear(S)), here.A)
