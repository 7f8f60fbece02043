"""Strains, forces and shape of sections of beams with slopes; `ancf_beam.py` has the law.

The strains in the middle depend on five vectors z: d_1 = r_x, d_2 = r_y, d_3 = r_z, and the
derivatives k_2, k_3 of the last two along x, which are linear in the 18 coordinates. In section
axes (`math/directors.py`) d_2 = (0, a, b), d_3 = (0, 0, rho), and with c_2, c_3 for k_2, k_3,

    kappa = (-c_3y/rho, c_3x/rho, -c_2x/a + b c_3x/(a rho))

that is the turn of the frame per length. First and second derivatives are those along changes of
the five vectors; components of a vector that stays the same in global axes change by -t x vector
with the turn t of the frame.
"""

from linkwork.bodies.section_law import DAMPING, STIFFNESS, section_times
from linkwork.math.directors import in_axes, lengths, turn, turn_slope
from linkwork.math.vec3 import add, cross, dot, scaled, sub, three


def vectors_of(e, values, with_home):
    """z of coordinates or their rates"""
    i, one = e.index, 1.0 / e.L
    r, a, b = three(values, i[0]), three(values, i[3]), three(values, i[6])
    s, c, d = three(values, i[9]), three(values, i[12]), three(values, i[15])
    if with_home:
        r, a, b = add(r, three(e.home, 0)), add(a, three(e.home, 3)), add(b, three(e.home, 6))
        s, c, d = add(s, three(e.home, 9)), add(c, three(e.home, 12)), add(d, three(e.home, 15))
    return (
        scaled(one, sub(s, r)), scaled(0.5, add(a, c)), scaled(0.5, add(b, d)),
        scaled(one, sub(c, a)), scaled(one, sub(d, b)),
    )  # fmt: skip


def part_of(k):
    """Which vector of a node, position or slope, is in vector k of z"""
    return k if k < 3 else k - 2


def in_section_axes(frame, z):
    """All vectors of z in axes of the frame"""
    return (
        in_axes(frame, z[0]), in_axes(frame, z[1]), in_axes(frame, z[2]), in_axes(frame, z[3]),
        in_axes(frame, z[4]),
    )  # fmt: skip


def strains_of(frame, x):
    """Gamma and kappa; x -- z in axes of the frame"""
    _, a, b, rho = frame
    d, c2, c3 = x[0], x[3], x[4]
    kappa = -c3[1] / rho, c3[0] / rho, (b * c3[0] / rho - c2[0]) / a
    return d[0] - 1.0, d[1], d[2], kappa[0], kappa[1], kappa[2]


def changes_of(frame, x, u):
    """(t, changes of d_1, c_2, c_3, lengths) by changes u of the vectors"""
    t = turn(frame, u[1], u[2])
    return (
        t, add(u[0], cross(x[0], t)), add(u[3], cross(x[3], t)), add(u[4], cross(x[4], t)),
        lengths(frame, t, u[1], u[2]),
    )  # fmt: skip


def _curved(frame, c2, c3, dc2, dc3, size):
    """Change of kappa by changes of c_2, c_3 and the lengths"""
    _, a, b, rho = frame
    da, db, drho = size
    F, m = b * c3[0] / (a * rho), a * rho
    return (
        (c3[1] * drho / rho - dc3[1]) / rho,
        (dc3[0] - c3[0] * drho / rho) / rho,
        (c2[0] * da / a - dc2[0]) / a
        + (db * c3[0] + b * dc3[0] - F * (da * rho + a * drho)) / m,
    )  # fmt: skip


def slope_of(frame, x, change):
    """Change of the strains by changes of the vectors, as `changes_of` gives them"""
    _, d, dc2, dc3, size = change
    kappa = _curved(frame, x[3], x[4], dc2, dc3, size)
    return d[0], d[1], d[2], kappa[0], kappa[1], kappa[2]


def bend_of(frame, x, u, change, other):
    """Second derivative of the strains along two changes

    u, change -- the first one, and what it changes; other -- v and what it changes
    """
    _, a, b, rho = frame
    v, also = other
    t, _, dc2, dc3, size = change
    s, d_v, c2_v, c3_v, size_v = also
    t_v = turn_slope(frame, u[1], u[2], v[1], v[2])
    d = add(cross(u[0], s), add(cross(x[0], t_v), cross(d_v, t)))
    c2 = add(cross(u[3], s), add(cross(x[3], t_v), cross(c2_v, t)))
    c3 = add(cross(u[4], s), add(cross(x[4], t_v), cross(c3_v, t)))
    side, end = cross(u[1], s), cross(u[2], s)
    size2 = (
        side[1] + t_v[0] * b + t[0] * size_v[1],
        side[2] - t_v[0] * a - t[0] * size_v[0],
        end[2],
    )
    kappa = _curved(frame, x[3], x[4], c2, c3, size2)
    da, db, dr = size
    ea, eb, er = size_v
    cx, cy = x[4][0], x[4][1]
    m, F = a * rho, b * cx / (a * rho)
    m_u, m_v = da * rho + a * dr, ea * rho + a * er
    F_u = (db * cx + b * dc3[0] - F * m_u) / m
    F_v = (eb * cx + b * c3_v[0] - F * m_v) / m
    mixed = db * c3_v[0] + eb * dc3[0] - F_u * m_v - F_v * m_u - F * (da * er + ea * dr)
    square = rho * rho
    more = (
        (dc3[1] * er + c3_v[1] * dr - 2.0 * cy * dr * er / rho) / square,
        -(dc3[0] * er + c3_v[0] * dr - 2.0 * cx * dr * er / rho) / square,
        (dc2[0] * ea + c2_v[0] * da - 2.0 * x[3][0] * da * ea / a) / (a * a) + mixed / m,
    )
    return d[0], d[1], d[2], kappa[0] + more[0], kappa[1] + more[1], kappa[2] + more[2]


def product(x, y):
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2] + x[3] * y[3] + x[4] * y[4] + x[5] * y[5]


def _plus(x, y):
    return x[0] + y[0], x[1] + y[1], x[2] + y[2], x[3] + y[3], x[4] + y[4], x[5] + y[5]


def unit_change(frame, k, c):
    """A unit change of component c of vector k of z, in axes of the frame"""
    still, e = (0.0, 0.0, 0.0), (frame[0][c][0], frame[0][c][1], frame[0][c][2])
    return (
        e if k == 0 else still, e if k == 1 else still, e if k == 2 else still,
        e if k == 3 else still, e if k == 4 else still,
    )  # fmt: skip


def section_force(e, frame, x, rate):
    """n; rate -- rates of z in axes of the frame"""
    n = section_times(e.section, STIFFNESS, strains_of(frame, x))
    speed = slope_of(frame, x, changes_of(frame, x, rate))
    return _plus(n, section_times(e.section, DAMPING, speed))


def stresses_of(e, d2, d3, u2, u3):
    """Stresses of the shape of a section, times L/2; u2, u3 -- rates of the slopes"""
    half = 0.5 * e.L
    EA, GA = half * e.section[0], half * (e.section[7] + e.section[14])
    yy, zz, yz = 0.5 * (dot(d2, d2) - 1.0), 0.5 * (dot(d3, d3) - 1.0), 0.5 * dot(d2, d3)
    yz_t = 0.5 * (dot(d2, u3) + dot(d3, u2))
    return (
        EA * (e.k_cs[0] * yy + e.d_cs[0] * dot(d2, u2)),
        EA * (e.k_cs[1] * zz + e.d_cs[1] * dot(d3, u3)),
        GA * (e.k_cs[2] * yz + e.d_cs[2] * yz_t),
    )


def slopes_at(e, node, q):
    """r_y and r_z of a node"""
    k = 9 * node
    return (
        add(three(q, e.index[k + 3]), three(e.home, k + 3)),
        add(three(q, e.index[k + 6]), three(e.home, k + 6)),
    )
