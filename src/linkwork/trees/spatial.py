"""Spatial vectors and inertias of links, as tuples in registers.

A motion is (omega, v), a force (n, f). An inertia is (m, h, I): mass, mass times center, and the
six entries xx, yy, zz, xy, xz, yz about the common origin.

    J (omega, v) = (I omega + h x v, m v - h x omega)
    V x (omega, v) = (V_omega x omega, V_omega x v + V_v x omega)
    V x* (n, f) = (V_omega x n + V_v x f, V_omega x f)
"""

from linkwork.math.vec3 import dot, scaled


def vector(a):
    """Three numbers of an array as a tuple."""
    return a[0], a[1], a[2]


def rows(R):
    """A matrix of an array as a tuple of rows."""
    return (
        (R[0, 0], R[0, 1], R[0, 2]),
        (R[1, 0], R[1, 1], R[1, 2]),
        (R[2, 0], R[2, 1], R[2, 2]),
    )


def angular(a):
    """First half of a spatial vector."""
    return a[0], a[1], a[2]


def linear(a):
    """Second half of a spatial vector."""
    return a[3], a[4], a[5]


def write(first, second, a_out):
    """Write a spatial vector."""
    a_out[0] = first[0]
    a_out[1] = first[1]
    a_out[2] = first[2]
    a_out[3] = second[0]
    a_out[4] = second[1]
    a_out[5] = second[2]


def add_to(first, second, a_out):
    """Add a spatial vector."""
    a_out[0] += first[0]
    a_out[1] += first[1]
    a_out[2] += first[2]
    a_out[3] += second[0]
    a_out[4] += second[1]
    a_out[5] += second[2]


def write_rows(R, R_out):
    """Write a matrix."""
    R_out[0, 0], R_out[0, 1], R_out[0, 2] = R[0]
    R_out[1, 0], R_out[1, 1], R_out[1, 2] = R[1]
    R_out[2, 0], R_out[2, 1], R_out[2, 2] = R[2]


def write_vector(a, a_out):
    """Write three numbers."""
    a_out[0] = a[0]
    a_out[1] = a[1]
    a_out[2] = a[2]


def product(A, B):
    """A B of two matrices as rows."""
    return (
        (
            A[0][0] * B[0][0] + A[0][1] * B[1][0] + A[0][2] * B[2][0],
            A[0][0] * B[0][1] + A[0][1] * B[1][1] + A[0][2] * B[2][1],
            A[0][0] * B[0][2] + A[0][1] * B[1][2] + A[0][2] * B[2][2],
        ),
        (
            A[1][0] * B[0][0] + A[1][1] * B[1][0] + A[1][2] * B[2][0],
            A[1][0] * B[0][1] + A[1][1] * B[1][1] + A[1][2] * B[2][1],
            A[1][0] * B[0][2] + A[1][1] * B[1][2] + A[1][2] * B[2][2],
        ),
        (
            A[2][0] * B[0][0] + A[2][1] * B[1][0] + A[2][2] * B[2][0],
            A[2][0] * B[0][1] + A[2][1] * B[1][1] + A[2][2] * B[2][1],
            A[2][0] * B[0][2] + A[2][1] * B[1][2] + A[2][2] * B[2][2],
        ),
    )


def symmetric_times(K, a):
    """K a for a symmetric matrix of six entries."""
    return (
        K[0] * a[0] + K[3] * a[1] + K[4] * a[2],
        K[3] * a[0] + K[1] * a[1] + K[5] * a[2],
        K[4] * a[0] + K[5] * a[1] + K[2] * a[2],
    )


def turned_symmetric(R, K):
    """R K R^T of six entries."""
    x = symmetric_times(K, R[0])
    y = symmetric_times(K, R[1])
    z = symmetric_times(K, R[2])
    return (
        dot(R[0], x), dot(R[1], y), dot(R[2], z),
        dot(R[0], y), dot(R[0], z), dot(R[1], z),
    )  # fmt: skip


def inertia_about_origin(R, o, mass, center, K):
    """(m, h, I) of a link: K -- inertia about its center in its own axes."""
    c = placed(R, o, center)
    h = scaled(mass, c)
    T = turned_symmetric(R, K)
    xx, yy, zz = h[0] * c[0], h[1] * c[1], h[2] * c[2]
    return (
        mass, h[0], h[1], h[2],
        T[0] + (yy + zz), T[1] + (xx + zz), T[2] + (xx + yy),
        T[3] - h[0] * c[1], T[4] - h[0] * c[2], T[5] - h[1] * c[2],
    )  # fmt: skip


def write_inertia(J, J_out):
    """Write an inertia."""
    J_out[0], J_out[1], J_out[2], J_out[3], J_out[4] = J[0], J[1], J[2], J[3], J[4]
    J_out[5], J_out[6], J_out[7], J_out[8], J_out[9] = J[5], J[6], J[7], J[8], J[9]


def placed(R, o, a):
    """o + R a"""
    return (
        o[0] + R[0][0] * a[0] + R[0][1] * a[1] + R[0][2] * a[2],
        o[1] + R[1][0] * a[0] + R[1][1] * a[1] + R[1][2] * a[2],
        o[2] + R[2][0] * a[0] + R[2][1] * a[1] + R[2][2] * a[2],
    )


def inertia_times(J, w, v):
    """J (w, v): two vectors."""
    m, h = J[0], (J[1], J[2], J[3])
    return (
        (
            J[4] * w[0] + J[7] * w[1] + J[8] * w[2] + h[1] * v[2] - h[2] * v[1],
            J[7] * w[0] + J[5] * w[1] + J[9] * w[2] + h[2] * v[0] - h[0] * v[2],
            J[8] * w[0] + J[9] * w[1] + J[6] * w[2] + h[0] * v[1] - h[1] * v[0],
        ),
        (
            m * v[0] - h[1] * w[2] + h[2] * w[1],
            m * v[1] - h[2] * w[0] + h[0] * w[2],
            m * v[2] - h[0] * w[1] + h[1] * w[0],
        ),
    )


def two_crosses(a, b, c, d):
    """a x b + c x d"""
    return (
        a[1] * b[2] - a[2] * b[1] + c[1] * d[2] - c[2] * d[1],
        a[2] * b[0] - a[0] * b[2] + c[2] * d[0] - c[0] * d[2],
        a[0] * b[1] - a[1] * b[0] + c[0] * d[1] - c[1] * d[0],
    )


def plus_cross(a, b, c):
    """a + b x c"""
    return (
        a[0] + b[1] * c[2] - b[2] * c[1],
        a[1] + b[2] * c[0] - b[0] * c[2],
        a[2] + b[0] * c[1] - b[1] * c[0],
    )


def plus_scaled(a, factor, b):
    """a + factor b"""
    return a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]


def dot6(a, b):
    """Product of a motion and a force in arrays of six."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5]


def dot_pair(a, n, f):
    """Product of an array of six with a pair of vectors."""
    # three sums side by side, which do not wait for each other
    return (a[0] * n[0] + a[3] * f[0]) + (a[1] * n[1] + a[4] * f[1]) + (a[2] * n[2] + a[5] * f[2])


def solved_symmetric(K, b):
    """x with K x = b, for a positive definite matrix of six entries xx, yy, zz, xy, xz, yz."""
    d0 = K[0]
    l10, l20 = K[3] / d0, K[4] / d0
    d1 = K[1] - l10 * K[3]
    l21 = (K[5] - l20 * K[3]) / d1
    d2 = K[2] - l20 * K[4] - l21 * l21 * d1
    y1 = b[1] - l10 * b[0]
    y2 = b[2] - l20 * b[0] - l21 * y1
    x2 = y2 / d2
    x1 = y1 / d1 - l21 * x2
    return b[0] / d0 - l10 * x1 - l20 * x2, x1, x2
