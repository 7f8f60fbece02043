"""A point that slides along cables in space: its place, and the derivatives of what holds it.

As in `slider_law.py`, with z = (p, q_0, ..., q_11) and vectors of three components. With two fixed
unit vectors e_1 and e_2, the equations are c_i = e_i . D; D . a = 0 holds by the choice of x, so
that D vanishes with both as long as e_1, e_2 and the tangent are independent:

    c_z = e_i . D_z + (e_i . a) sigma
    c_zz = (e_i . A_k) sigma^T + sigma (e_i . a_z)^T + (e_i . a) sigma_z

where D_z is that at fixed x and a_z the whole derivative.
"""

from __future__ import annotations

from linkwork.core.records import f8, i8, record
from linkwork.joints.slider_law import weights
from linkwork.joints.slider_places import exact_gaps, searches
from linkwork.math.vec3 import dot

SIZE = 15
"""Components of z."""

FIRST = 3
"""Place of the first coordinate of the cable in z."""

ELEMENT = record(
    ("index", i8, 12), ("home", f8, 12), ("L", f8), ("start", f8), ("places", i8), ("edges", i8)
)  # fmt: skip
"""A cable of a joint, as in `slider_law.py`."""


def vector(cable, W, q):
    """Weighted sum of the positions and slopes of a cable."""
    x = y = z = 0.0
    for k in range(4):
        x += W[k] * (cable.home[3 * k] + q[cable.index[3 * k]])
        y += W[k] * (cable.home[3 * k + 1] + q[cable.index[3 * k + 1]])
        z += W[k] * (cable.home[3 * k + 2] + q[cable.index[3 * k + 2]])
    return x, y, z


def rate(cable, W, v):
    """The same of velocities."""
    x = y = z = 0.0
    for k in range(4):
        x += W[k] * v[cable.index[3 * k]]
        y += W[k] * v[cable.index[3 * k + 1]]
        z += W[k] * v[cable.index[3 * k + 2]]
    return x, y, z


def geometry_at(cable, q, p, x):
    """(x, weights, D, a, b, c, g)"""
    W = weights(x, cable.L)
    r, a = vector(cable, W[0], q), vector(cable, W[1], q)
    b, c = vector(cable, W[2], q), vector(cable, W[3], q)
    D = r[0] - p[0], r[1] - p[1], r[2] - p[2]
    return x, W, D, a, b, c, dot(a, a) + dot(D, b)


def speed_of(geometry, velocity, p_t, slope_t):
    """Rate of the local position of the closest point; slope_t -- rate of r' there"""
    _, _, D, a, _, _, g = geometry
    V = velocity[0] - p_t[0], velocity[1] - p_t[1], velocity[2] - p_t[2]
    return -(dot(V, a) + dot(D, slope_t)) / g


exact_gap = exact_gaps(3)
closest, walk = searches(geometry_at, dot, rate, speed_of)


def gradients(geometry, axes, gradient_out, sigma_out):
    """Gradients of both equations and of x; axes -- numbers of the global axes e_1 and e_2"""
    _, W, D, a, _, _, g = geometry
    for i in range(3):
        sigma_out[i] = a[i] / g
        for k in range(4):
            sigma_out[FIRST + 3 * k + i] = -(W[0][k] * a[i] + W[1][k] * D[i]) / g
    for eq in range(2):
        along = a[axes[eq]]
        for j in range(SIZE):
            gradient_out[eq, j] = along * sigma_out[j]
        gradient_out[eq, axes[eq]] -= 1.0
        for k in range(4):
            gradient_out[eq, FIRST + 3 * k + axes[eq]] += W[0][k]


def changes(j, i, W, dx, geometry):
    """Changes of component i of D, a and b by component j of z, with the change dx of x."""
    _, _, _, a, b, c, _ = geometry
    dD = da = db = 0.0
    if j < FIRST:
        dD = -1.0 if i == j else 0.0
    elif (j - FIRST) % 3 == i:
        k = (j - FIRST) // 3
        dD, da, db = W[0][k], W[1][k], W[2][k]
    return dD + dx * a[i], da + dx * b[i], db + dx * c[i]


def hessian(geometry, axis, sigma, bend_out):
    """Second derivatives of the component of D along a global axis."""
    _, W, D, a, b, _, g = geometry
    for j in range(SIZE):
        dx = sigma[j]
        x, y, z = (
            changes(j, 0, W, dx, geometry),
            changes(j, 1, W, dx, geometry),
            changes(j, 2, W, dx, geometry),
        )
        dD, da, db = (x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2])
        dg = 2.0 * dot(a, da) + dot(dD, b) + dot(D, db)
        for r in range(SIZE):
            k, i = (r - FIRST) // 3, (r - FIRST) % 3
            change = -da[i]
            if r >= FIRST:
                change = dx * (W[1][k] * a[i] + W[2][k] * D[i]) + W[0][k] * da[i] + W[1][k] * dD[i]
            found = da[axis] * sigma[r] - a[axis] * (change + sigma[r] * dg) / g
            if r >= FIRST and i == axis:
                found += W[1][k] * dx
            bend_out[r, j] = found
