"""Frames of links and the motions of their joints."""

from linkwork.math.sines import sine_and_cosine_of
from linkwork.math.vec3 import cross, turned
from linkwork.trees.records import PRISMATIC
from linkwork.trees.spatial import (
    placed,
    plus_scaled,
    product,
    rows,
    vector,
    write,
    write_rows,
    write_vector,
)


def set_base(gravity, base_out):
    """The base: at rest at the origin, accelerated against gravity."""
    write_rows(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), base_out.R)
    zero = (0.0, 0.0, 0.0)
    write_vector(zero, base_out.o)
    write(zero, zero, base_out.V)
    write(zero, zero, base_out.F)
    write(zero, (-gravity[0], -gravity[1], -gravity[2]), base_out.A)


def joint_frame(link, up, position):
    """R, o of a link behind a joint of one coordinate; up -- work record of its parent"""
    P = rows(up.R)
    F = product(P, rows(link.R))
    o = placed(P, vector(up.o), vector(link.p))
    if link.kind == PRISMATIC:
        return F, plus_scaled(o, position, (F[0][2], F[1][2], F[2][2]))
    s, c = sine_and_cosine_of(position)
    R = (
        (F[0][0] * c + F[0][1] * s, F[0][1] * c - F[0][0] * s, F[0][2]),
        (F[1][0] * c + F[1][1] * s, F[1][1] * c - F[1][0] * s, F[1][2]),
        (F[2][0] * c + F[2][1] * s, F[2][1] * c - F[2][0] * s, F[2][2]),
    )
    return R, o


def joint_motion(link, R, o):
    """S of such a joint: two vectors."""
    axis = (link.ratio * R[0][2], link.ratio * R[1][2], link.ratio * R[2][2])
    if link.kind == PRISMATIC:
        return (0.0, 0.0, 0.0), axis
    return axis, cross(o, axis)


def free_rotation(link, q):
    """R of a free link, also for a quaternion that is not of length 1."""
    k = link.iq
    a, x, y, z = q[k + 3], q[k + 4], q[k + 5], q[k + 6]
    f = 2.0 / (a * a + x * x + y * y + z * z)
    fx, fy, fz = f * x, f * y, f * z
    return (
        (1.0 - fy * y - fz * z, fx * y - fz * a, fx * z + fy * a),
        (fx * y + fz * a, 1.0 - fx * x - fz * z, fy * z - fx * a),
        (fx * z - fy * a, fy * z + fx * a, 1.0 - fx * x - fy * y),
    )


def free_vectors(R, values, k):
    """Angular and linear part in global axes of six numbers in the axes of a free link."""
    return (
        turned(R, (values[k + 3], values[k + 4], values[k + 5])),
        turned(R, (values[k], values[k + 1], values[k + 2])),
    )


def resistance(link, position, rate):
    """Force of a joint against its motion: spring, damping and regularized dry friction."""
    force = link.damping * rate + link.stiffness * (position - link.rest)
    if link.friction != 0.0:
        force += link.friction * min(max(rate / link.zone, -1.0), 1.0)
    return force
