"""Forces of a disc in contact with a plane, and their changes; symbols: `rolling_disc_penalty.py`.

Gap, normal velocity v_n and slip (s0, s1) determine the branch (`disc_contact.py`) and its forces:
f at the contact point, f_r at the center. `write_change` is their derivative along any change of
the directions, vectors and velocities that they depend on.
"""

from __future__ import annotations

from linkwork.connectors.laws.disc_contact import (
    branch_of,
    friction_of,
    has_force,
    normal_force,
    pull_of,
    traction,
)
from linkwork.connectors.laws.rolling import FLAT, arms, directions, gap, relative_velocity
from linkwork.math.vec3 import add, cross, dot, scaled, sub

NONE = (0.0, 0.0, 0.0)


def size_of(e, m0, m1):
    """Size of the positions whose difference is the gap [m]"""
    size = e.r
    for r in range(3):
        size += abs(m0.p[r]) + abs(m1.p[r])
    return size


def speed_of(e, m0, m1, t0, t1, d):
    """Size of the terms of u [m/s]"""
    speed = 0.0
    for r in range(3):
        speed += abs(m0.v[r]) + abs(m1.v[r]) + e.r * abs(t1.omega[r])
        speed += abs(t0.omega[r]) * (abs(d[0]) + abs(d[1]) + abs(d[2]))
    return speed


def measured(e, m0, m1, t0, t1):
    """v_n, s0, s1, d_C; of a disc that lies flat only v_n, that of its center"""
    _, n, s, w2, w3, wl = directions(e, t0, t1)
    x, d = arms(e, m0, m1, w3)
    u = relative_velocity(m0, m1, t0, t1, x, d)
    if s < FLAT:
        return dot(n, u), 0.0, 0.0, d
    return dot(n, u), dot(wl, u), dot(w2, u), d


def found_branch(e, m0, m1, t0, t1):
    """Branch of the state"""
    g = gap(e, m0, m1, t0, t1)
    v_n, s0, s1, _ = measured(e, m0, m1, t0, t1)
    return branch_of(e, g, v_n, s0, s1, size_of(e, m0, m1))


def local_force(e, branch, last, g, v_n, s0, s1):
    """f0, f1, N of a branch"""
    if not has_force(e, branch):
        return NONE
    N = normal_force(e, g, v_n)
    load = -N if _pulls(branch, last, N) else N
    T = traction(e, friction_of(branch), last, s0, s1)
    return 0.0 - load * T[0], 0.0 - load * T[1], N


def _pulls(branch, last, N):
    """Whether |N| is -N: the branch decides, with `compatibility` the force itself"""
    return N < 0.0 if last[2] != 0 else pull_of(branch) != 0


def is_held(frozen, branches_held):
    """Whether branches are kept"""
    return frozen != 0 or branches_held != 0


def last_slip(e, compatible, data_coordinates):
    """Slip of the last solution, and whether it has the direction of friction"""
    first = e.first_data
    return data_coordinates[first], data_coordinates[first + 1], compatible


def center_velocity(m0, m1, t0, d):
    """Velocity of the center relative to the plane at the contact point"""
    return sub(sub(m1.v, m0.v), cross(t0.omega, d))


def tangential(n, v):
    return sub(v, scaled(dot(n, v), n))


def forces_of(e, branch, last, m0, m1, t0, d, n, w2, wl, u, g):
    """(f0, f1, N), |N| and its sign relative to N, f, f_r"""
    local = local_force(e, branch, last, g, dot(n, u), dot(wl, u), dot(w2, u))
    sign = -1.0 if _pulls(branch, last, local[2]) else 1.0
    load = sign * local[2]
    f = add(add(scaled(local[0], wl), scaled(local[1], w2)), scaled(local[2], n))
    f_r = scaled(-e.nu * load, tangential(n, center_velocity(m0, m1, t0, d)))
    return local, load, sign, f, f_r


def write_change(e, z, present, change, T, acting, block_out):
    """Write the changes of forces and moments to column z.

    present, change -- directions n, w2, wl, vectors x, d_C, p1 - p0, velocities u and that of the
    center, and their changes; T -- traction, acting -- forces of the present state
    """
    n, w2, wl, x, d, lever, u, v = present
    dn, dw2, dwl, dx, dd, dp, du, dv = change
    local, load, sign, f, f_r = acting
    f0, f1, N = local
    T0, T1, T00, T01, T10, T11 = T
    dN = normal_force(e, dot(dn, d) + dot(n, dd), dot(dn, u) + dot(n, du))
    ds0, ds1 = dot(dwl, u) + dot(wl, du), dot(dw2, u) + dot(w2, du)
    df0 = -sign * dN * T0 - load * (T00 * ds0 + T01 * ds1)
    df1 = -sign * dN * T1 - load * (T10 * ds0 + T11 * ds1)
    df = add(add(scaled(df0, wl), scaled(f0, dwl)), add(scaled(df1, w2), scaled(f1, dw2)))
    df = add(df, add(scaled(dN, n), scaled(N, dn)))
    dv_t = sub(sub(dv, scaled(dot(n, v), dn)), scaled(dot(dn, v) + dot(n, dv), n))
    df_r = scaled(-e.nu, add(scaled(sign * dN, tangential(n, v)), scaled(load, dv_t)))
    tau0 = add(add(cross(dd, f), cross(d, df)), add(cross(dp, f_r), cross(lever, df_r)))
    tau1, both = add(cross(dx, f), cross(x, df)), add(df, df_r)
    for r in range(3):
        block_out[r, z], block_out[3 + r, z] = -both[r], -tau0[r]
        block_out[6 + r, z], block_out[9 + r, z] = both[r], tau1[r]
