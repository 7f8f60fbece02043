"""Law of the planar spring-damper: force, torques and their derivatives; helpers of kernels.

`planar_spring_damper.py` states the law. Here e is a row of its table, D = r_p - r_c and
V = v_p - v_c on the axes on which lengths are measured, and f the force on the child m1; the parent
m0 receives -f.

The law is piecewise: the force depends on the branch (`planar_branches.py`), which all functions
take as an argument.
"""

import math

from linkwork.connectors.laws.spring_types import COMPRESSIVE, TABULAR, TENSILE
from linkwork.core.records import f8, record

RELEASES = ("project", "mask")
PROJECT, MASK = range(2)
FORMULATIONS = ("axial", "bushing")
AXIAL, BUSHING = range(2)
DIRECTIONS = ("isotropic", "axial")
ISOTROPIC, ALONG = range(2)

SEGMENT = record(("s", f8), ("force", f8), ("slope", f8), ("energy", f8))
"""Segment of a curve: force + slope (stretch - s) [N], energy at s [J].

A curve of n points has n + 1 segments: number 0 lies before the first point, number j begins at
point j - 1. The s of segment 0 is that of the first point, where it ends.
"""


# ------------------------------------------------------------------------------- kinematics


def weights(e):
    """1 for axes x, y on which lengths are measured, 0 for those that are projected out."""
    drops = e.release == PROJECT
    w_x = 0.0 if drops and e.released[0] != 0 else 1.0
    w_y = 0.0 if drops and e.released[1] != 0 else 1.0
    return w_x, w_y


def relative(e, markers):
    """(D, V): r_p - r_c and v_p - v_c on the measured axes."""
    m0, m1 = markers[e.m0], markers[e.m1]
    w_x, w_y = weights(e)
    D = (w_x * (m0.p[0] - m1.p[0]), w_y * (m0.p[1] - m1.p[1]))
    V = (w_x * (m0.v[0] - m1.v[0]), w_y * (m0.v[1] - m1.v[1]))
    return D, V


def axis(D):
    """(d, u): length of D and its direction, which is zero at d = 0."""
    d = math.sqrt(D[0] * D[0] + D[1] * D[1])
    if d == 0.0:
        return 0.0, (0.0, 0.0)
    return d, (D[0] / d, D[1] / d)


def offset(e, D):
    """D - l0v of a bushing, on the measured axes."""
    w_x, w_y = weights(e)
    return D[0] - w_x * e.l0v[0], D[1] - w_y * e.l0v[1]


def stretch(e, D):
    """s = d - l0 + p; for a bushing the length of D - l0v."""
    if e.formulation == BUSHING:
        return axis(offset(e, D))[0]
    return axis(D)[0] - (e.l0 - e.p)


# ------------------------------------------------------------------------------- force


def is_gated(e):
    """Whether there is a gate."""
    return e.spring == TENSILE or e.spring == COMPRESSIVE


def spring_force(e, s, piece, segments):
    """(F, dF/ds) of the spring without the damper."""
    if e.spring == TABULAR:
        segment = segments[e.first_segment + piece]
        return segment.force + segment.slope * (s - segment.s), segment.slope
    if is_gated(e) and piece == 0:
        return 0.0, 0.0
    return e.k * s, e.k


def is_off(e, branch):
    """Whether no force acts: the gate is closed, or noAdhesion has released the connector."""
    return branch % 2 == 1 or (is_gated(e) and branch // 4 == 0)


def force(e, D, V, branch, segments):
    """(f, size of the spring part of f): force on the child before released axes are dropped."""
    if is_off(e, branch):
        return (0.0, 0.0), 0.0
    d, u = axis(D)
    if e.formulation == BUSHING:
        x, y = offset(e, D)
        f_x, f_y = e.k * x, e.k * y
        size = math.sqrt(f_x * f_x + f_y * f_y)
    else:
        F = spring_force(e, d - (e.l0 - e.p), branch // 4, segments)[0] if d > 0.0 else 0.0
        f_x, f_y, size = F * u[0], F * u[1], abs(F)
    if e.direction == ALONG:
        rate = e.c * (u[0] * V[0] + u[1] * V[1])
        return (f_x + rate * u[0], f_y + rate * u[1]), size
    return (f_x + e.c * V[0], f_y + e.c * V[1]), size


def masked(e, f):
    """Force without the components that release "mask" drops."""
    if e.release != MASK:
        return f
    return (0.0 if e.released[0] != 0 else f[0], 0.0 if e.released[1] != 0 else f[1])


def twist(e, turn0, turn1):
    """mu_k (phi_p - phi_c - l0t) + mu_c (omega_p - omega_c): torque per spring force [m]."""
    angle = turn0.angle - turn1.angle - e.l0t
    return e.mu[0] * angle + e.mu[1] * (turn0.omega[2] - turn1.omega[2])


def moment(arm, f):
    """Moment of a force about the node [N m]."""
    return arm[0] * f[1] - arm[1] * f[0]


def torques(e, f, size, turn0, turn1):
    """Torques on the markers besides the moments of the forces, which they cancel if released."""
    if e.released[2] != 0:
        return moment(turn0.arm, f), -moment(turn1.arm, f)
    T = -size * twist(e, turn0, turn1)
    return T, -T


# ------------------------------------------------------------------------------- derivatives


def spring_slopes(e, D, branch, segments):
    """((K_xx, K_xy, K_yy), gradient of the size of the spring part): derivatives by D.

    At d = 0 a spring without free length is smooth: near there its force is dF/ds D.
    """
    if e.formulation == BUSHING:
        n = axis(offset(e, D))[1]
        return (e.k, 0.0, e.k), (e.k * n[0], e.k * n[1])
    d, u = axis(D)
    s = d - (e.l0 - e.p)
    if d == 0.0:
        F, slope = spring_force(e, s, branch // 4, segments)
        slope = slope if F == 0.0 else 0.0
        return (slope, 0.0, slope), (0.0, 0.0)
    F, slope = spring_force(e, s, branch // 4, segments)
    across = F / d
    K = (
        slope * u[0] * u[0] + across * u[1] * u[1],
        (slope - across) * u[0] * u[1],
        slope * u[1] * u[1] + across * u[0] * u[0],
    )
    up = slope if F > 0.0 else (-slope if F < 0.0 else 0.0)
    return K, (up * u[0], up * u[1])


def damper_slopes(e, D, V):
    """(derivatives by D, by V), each xx, xy, yx, yy."""
    if e.direction == ISOTROPIC:
        return (0.0, 0.0, 0.0, 0.0), (e.c, 0.0, 0.0, e.c)
    d, u = axis(D)
    by_rate = (e.c * u[0] * u[0], e.c * u[0] * u[1], e.c * u[0] * u[1], e.c * u[1] * u[1])
    if d == 0.0:
        return (0.0, 0.0, 0.0, 0.0), by_rate
    # n is u turned by 90 degrees: du = n (n dD) / d, and u V changes by (n V)(n dD) / d
    n = (-u[1], u[0])
    along = e.c * (u[0] * V[0] + u[1] * V[1]) / d
    across = e.c * (n[0] * V[0] + n[1] * V[1]) / d
    g = (across * u[0] + along * n[0], across * u[1] + along * n[1])
    return (g[0] * n[0], g[0] * n[1], g[1] * n[0], g[1] * n[1]), by_rate


def fill_forces(e, i, K, block_out):
    """Rows of both forces from the derivatives K (xx, xy, yx, yy) of f by D or V."""
    w_x, w_y = weights(e)
    row_x, row_y = masked(e, (1.0, 1.0))
    k_xx, k_xy = row_x * w_x * K[0], row_x * w_y * K[1]
    k_yx, k_yy = row_y * w_x * K[2], row_y * w_y * K[3]
    for end in range(2):
        sign = -1.0 if end == 0 else 1.0
        for other in range(2):
            both = sign if other == 0 else -sign
            block_out[i, 3 * end, 3 * other] = both * k_xx
            block_out[i, 3 * end, 3 * other + 1] = both * k_xy
            block_out[i, 3 * end + 1, 3 * other] = both * k_yx
            block_out[i, 3 * end + 1, 3 * other + 1] = both * k_yy


def fill_moments(i, arm0, arm1, block_out):
    """Rows of the torques that cancel the moments of the forces, whose rows are already written."""
    for column in range(6):
        if column == 2 or column == 5:
            continue
        f0 = (block_out[i, 0, column], block_out[i, 1, column])
        f1 = (block_out[i, 3, column], block_out[i, 4, column])
        block_out[i, 2, column] = -moment(arm0, f0)
        block_out[i, 5, column] = -moment(arm1, f1)


def fill_coupling(e, i, gradient, factor, angle_slope, block_out):
    """Rows of the coupling torque T = -size twist on the parent, -T on the child.

    gradient -- d(size)/dD, factor -- twist, angle_slope -- dT by the angle (rate) of the parent
    """
    w_x, w_y = weights(e)
    t_x, t_y = -factor * w_x * gradient[0], -factor * w_y * gradient[1]
    for end in range(2):
        sign = 1.0 if end == 0 else -1.0
        for other in range(2):
            both = sign if other == 0 else -sign
            block_out[i, 3 * end + 2, 3 * other] = both * t_x
            block_out[i, 3 * end + 2, 3 * other + 1] = both * t_y
            block_out[i, 3 * end + 2, 3 * other + 2] = both * angle_slope


# ------------------------------------------------------------------------------- energy


def energy(e, s, piece, segments):
    """Energy of the spring in a piece of its law [J]; zero at s = 0."""
    if e.spring == TABULAR:
        segment = segments[e.first_segment + piece]
        x = s - segment.s
        return segment.energy + (segment.force + 0.5 * segment.slope * x) * x
    if is_gated(e) and piece == 0:
        return 0.0
    return 0.5 * e.k * s * s
