"""A point that slides along cables in the plane: its place, and the derivatives of what holds it.

The joint depends on z = (p_x, p_y, phi, q_0, ..., q_7, s): position and angle of the body, the
eight coordinates of the present cable, and the motion of its material, where it has one. With the
pair weights S, A = S', B = S'', C = S''' at the local position x, r = sum S_k q_k and likewise
a = r', b = r'', c = r''', D = r - p, rho = |a|, t = a/rho and n normal to it, x is the place where
the cable is closest to p:

    D . a = 0,  g = a . a + D . b,  x_z = sigma = -((S_k a + A_k D), -a)/g
    theta_z = tau = A_k n/rho + K sigma,  K = a x b/rho^2

The distance n . D then does not depend on x to first order, and its gradient is that at fixed x.
"""

from __future__ import annotations

import math

from linkwork.core.records import f8, i8, record
from linkwork.joints.slider_places import exact_gaps, searches
from linkwork.math.cable_shape import LEAST, bends, positions, slopes

SIZE = 12
"""Components of z."""

ANGLE, FIRST, ALONG = 2, 3, 11
"""Places of the angle, of the first coordinate of the cable and of s in z."""

ELEMENT = record(
    ("index", i8, 9), ("home", f8, 8), ("L", f8), ("start", f8), ("places", i8), ("edges", i8)
)  # fmt: skip
"""A cable of a joint.

index -- its coordinates, the last one that of s or -1; home -- their reference values
start -- arc length at its beginning; places, edges -- where its entries begin in these pools
"""


def weights(x, L):
    """(S, A, B, C): weights of the four pairs in r and its derivatives."""
    s, one = x / L, 1.0 / L
    f, g = slopes(s), bends(s, L)
    two = one * one
    return (
        positions(s, L),
        (-f[0] * one, f[1], f[0] * one, f[2]),
        (-g[0] * one, g[1], g[0] * one, g[2]),
        (12.0 * two * one, 6.0 * two, -12.0 * two * one, 6.0 * two),
    )


def vector(cable, W, q):
    """Weighted sum of the positions and slopes of a cable."""
    x = y = 0.0
    for k in range(4):
        x += W[k] * (cable.home[2 * k] + q[cable.index[2 * k]])
        y += W[k] * (cable.home[2 * k + 1] + q[cable.index[2 * k + 1]])
    return x, y


def rate(cable, W, v):
    """The same of velocities."""
    x = y = 0.0
    for k in range(4):
        x += W[k] * v[cable.index[2 * k]]
        y += W[k] * v[cable.index[2 * k + 1]]
    return x, y


def dot(x, y):
    """x . y"""
    return x[0] * y[0] + x[1] * y[1]


def speed_of(geometry, velocity, p_t, slope_t):
    """Rate of the local position of the closest point; slope_t -- rate of r' there"""
    _, _, D, a, _, _, g = geometry
    V = velocity[0] - p_t[0], velocity[1] - p_t[1]
    return -(dot(V, a) + dot(D, slope_t)) / g


def geometry_at(cable, q, p, x):
    """(x, weights, D, a, b, c, g)"""
    W = weights(x, cable.L)
    r, a = vector(cable, W[0], q), vector(cable, W[1], q)
    b, c = vector(cable, W[2], q), vector(cable, W[3], q)
    D = r[0] - p[0], r[1] - p[1]
    return x, W, D, a, b, c, dot(a, a) + dot(D, b)


exact_gap = exact_gaps(2)
closest, walk = searches(geometry_at, dot, rate, speed_of)


def frame_of(a):
    """(rho, t, n)"""
    rho = math.sqrt(max(a[0] * a[0] + a[1] * a[1], LEAST))
    t = a[0] / rho, a[1] / rho
    return rho, t, (-t[1], t[0])


def gradients(geometry, psi, gradient_out, sigma_out, tau_out):
    """Gradients of the distance and of sin(theta - phi), and of x and theta; psi -- its cosine"""
    _, W, D, a, b, _, g = geometry
    rho, t, n = frame_of(a)
    K = dot(n, b) / rho
    for j in range(SIZE):
        for k in range(2):
            gradient_out[k, j] = 0.0
        sigma_out[j] = tau_out[j] = 0.0
    for i in range(2):
        gradient_out[0, i], sigma_out[i] = -n[i], a[i] / g
        for k in range(4):
            j = FIRST + 2 * k + i
            gradient_out[0, j] = W[0][k] * n[i]
            sigma_out[j] = -(W[0][k] * a[i] + W[1][k] * D[i]) / g
            tau_out[j] = W[1][k] * n[i] / rho
    for j in range(ALONG):
        tau_out[j] += K * sigma_out[j]
        gradient_out[1, j] = psi * tau_out[j]
    gradient_out[1, ANGLE] -= psi


def hessian(geometry, bend_out):
    """Second derivatives of the distance n . D."""
    _, W, D, a, b, _, g = geometry
    rho, t, n = frame_of(a)
    for r in range(SIZE):
        for j in range(SIZE):
            bend_out[r, j] = 0.0
    for j in range(ALONG):
        if j == ANGLE:
            continue
        dD, da, _ = unit_change(j, W)
        dx = -(dot(dD, a) + dot(D, da)) / g
        turn = (dot(n, da) + dx * dot(n, b)) / rho
        for i in range(2):
            bend_out[i, j] = t[i] * turn
            for k in range(4):
                bend_out[FIRST + 2 * k + i, j] = W[1][k] * n[i] * dx - W[0][k] * t[i] * turn


def unit_change(j, W):
    """Changes of D, a and b at fixed x by component j of z"""
    if j < 2:
        return ((-1.0, 0.0) if j == 0 else (0.0, -1.0)), (0.0, 0.0), (0.0, 0.0)
    k, i = (j - FIRST) // 2, (j - FIRST) % 2
    if i == 0:
        return (W[0][k], 0.0), (W[1][k], 0.0), (W[2][k], 0.0)
    return (0.0, W[0][k]), (0.0, W[1][k]), (0.0, W[2][k])


def turn_hessian(geometry, cosine, sine, sigma, tau, bend_out):
    """Second derivatives of sin(theta - phi), with the cosine and sine of that angle."""
    _, W, D, a, b, c, g = geometry
    rho, _, n = frame_of(a)
    square = rho * rho
    K = dot(n, b) / rho
    K_a = (b[1] - 2.0 * K * a[0]) / square, (-b[0] - 2.0 * K * a[1]) / square
    for j in range(ALONG):
        dD, da, db = (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)
        if j != ANGLE:
            dD, da, db = unit_change(j, W)
        dx = sigma[j]
        da = da[0] + dx * b[0], da[1] + dx * b[1]
        db = db[0] + dx * c[0], db[1] + dx * c[1]
        dD = dD[0] + dx * a[0], dD[1] + dx * a[1]
        along = 2.0 * dot(a, da) / (square * square)
        turned = -da[1] / square + a[1] * along, da[0] / square - a[0] * along
        dK = dot(K_a, da) + (a[0] * db[1] - a[1] * db[0]) / square
        dg = 2.0 * dot(a, da) + dot(dD, b) + dot(D, db)
        by_angle = tau[j] - (1.0 if j == ANGLE else 0.0)
        for r in range(ALONG):
            change, more = 0.0, 0.0
            if r < 2:
                more = -da[r]
            elif r >= FIRST:
                k, i = (r - FIRST) // 2, (r - FIRST) % 2
                more = dx * (W[1][k] * a[i] + W[2][k] * D[i]) + W[0][k] * da[i] + W[1][k] * dD[i]
                change = W[2][k] * dx * n[i] / rho + W[1][k] * turned[i]
            change += dK * sigma[r] - K * (more + sigma[r] * dg) / g
            own = tau[r] - (1.0 if r == ANGLE else 0.0)
            bend_out[r, j] = cosine * change - sine * own * by_angle
    for r in range(SIZE):
        bend_out[r, ALONG] = bend_out[ALONG, r] = 0.0
