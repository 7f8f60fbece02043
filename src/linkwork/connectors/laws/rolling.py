"""A disc on a plane: contact point, directions, relative velocity, and their changes.

The plane contains the marker m0 and has the unit normal n0 in its axes; the disc has its center at
m1, the radius r, and the axis a1 in the axes of m1. With n = R0 n0 and a = R1 a1,

    s  = |a x n|                   sine of the angle between axis and normal
    w2 = (a x n) / s               longitudinal, the direction of rolling
    w3 = a x w2                    from the center to the lowest point of the disc
    wl = n x w2                    lateral
    x  = r w3,  p_C = p1 + x       contact point
    d  = p_C - p0
    g  = n . d = n . (p1 - p0) - r s                       gap
    u  = v1 + omega1 x x - v0 - omega0 x d                 velocity relative to the plane

g' = n . u: the motion of the contact point along the disc does not change the gap, because it is
the lowest point. Rotations phi0 and phi1 change n by phi0 x n and a by phi1 x a; the directions
follow (`turning`).
"""

from __future__ import annotations

from linkwork.core.enums import OutputVariableType as Variable
from linkwork.math.vec3 import add, cross, dot, scaled, sub, turned, unit

POSITION, VELOCITY = int(Variable.Position), int(Variable.Velocity)
ROTATION_MATRIX = int(Variable.RotationMatrix)

FLAT = 1.0e-10
"""Below this s, a disc lies flat: rounding would decide on its direction of rolling."""


def directions(e, t0, t1):
    """a, n, s, w2, w3, wl"""
    a, n = turned(t1.R, e.a1), turned(t0.R, e.n0)
    s, w2 = unit(cross(a, n))
    return a, n, s, w2, cross(a, w2), cross(n, w2)


def gap(e, m0, m1, t0, t1):
    """g, also of a disc that lies flat"""
    n = turned(t0.R, e.n0)
    s, _ = unit(cross(turned(t1.R, e.a1), n))
    rest = dot(n, sub(m1.p_low, m0.p_low))
    return dot(n, sub(m1.p, m0.p)) + rest - e.r * s


def arms(e, m0, m1, w3):
    """x, d"""
    x = scaled(e.r, w3)
    return x, add(sub(m1.p, m0.p), x)


def relative_velocity(m0, m1, t0, t1, x, d):
    """u"""
    disc, plane = add(m1.v, cross(t1.omega, x)), add(m0.v, cross(t0.omega, d))
    return sub(disc, plane)


def turning(a, n, s, w2, da, dn):
    """Changes of w2, w3 and wl that follow from changes of a and n"""
    across = add(cross(da, n), cross(a, dn))
    dw2 = scaled(1.0 / s, sub(across, scaled(dot(w2, across), w2)))
    return dw2, add(cross(da, w2), cross(a, dw2)), add(cross(dn, w2), cross(n, dw2))


def axis_unit(k):
    """Unit vector k"""
    return 1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0


def contact_output(e, variable, origin, m0, m1, t0, t1, value_out):
    """Position of the contact point, its velocity along its trail, and the axes [wl w2 n].

    origin -- factor of p0 that is subtracted from the position
    """
    a, n, s, w2, w3, wl = directions(e, t0, t1)
    x, d = arms(e, m0, m1, w3)
    if variable == ROTATION_MATRIX:
        for r in range(3):
            value_out[3 * r], value_out[3 * r + 1], value_out[3 * r + 2] = wl[r], w2[r], n[r]
        return
    value = sub(add(m1.p, x), scaled(origin, m0.p))
    if variable == VELOCITY:
        _, dw3, _ = turning(a, n, s, w2, cross(t1.omega, a), cross(t0.omega, n))
        plane = add(m0.v, cross(t0.omega, d))
        value = sub(add(m1.v, scaled(e.r, dw3)), plane)
    for r in range(3):
        value_out[r] = value[r]
