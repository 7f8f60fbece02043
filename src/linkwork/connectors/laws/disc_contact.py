"""Contact and friction of a disc on a plane: branches, forces of a branch, boundaries.

With the gap g, the normal velocity v_n and the slip (s0, s1), lateral and longitudinal,

    N = -(k g + d v_n)          normal force
    f = -|N| T(s)               friction: T = phi mu s/|s|,   mu = B^T diag(m) B
    m_i = mu_i + d_i |s|        B = [[cos, -sin], [sin, cos]] of the angle alpha
    phi = x (2 - x), linear x, of x = |s| / v_mu up to 1 in the proportional zone, else 1

The branch of a row (`connector.py`) is OPEN, or holds the sign of N and the state of the friction:

    branch = 1 + pull + 2 friction         pull = 1: N < 0
    friction   INSIDE the zone, or slide: 1 + number of the sector that holds the direction of s

Beyond its boundary, each formula continues smoothly, and in such a way that Newton's method can
solve the step: |N| as N or -N; INSIDE with phi = 1 + (x - 1)^2 (linear: x), which pulls back into
the zone; slide with the direction of its sector e: where c = s . e is below h = HALF v_mu, the part
of s along e is h / (2 - c/h) instead of c, which stays positive. So slip that comes to rest within
a step does not reverse its friction there. The sector follows the slip after each step.

With `compatibility` of the settings, friction has the direction of the slip after the last solution
while that slip or the present one is outside of the zone, and phi = 1.

Boundaries: 0 g = 0;  1 N = 0;  2 |s| = v_mu;  3 c = HALF v_mu (slip has turned within the step).
"""

from __future__ import annotations

import math

from linkwork.math.tolerances import ON_BOUNDARY

OPEN, INSIDE = 0, 0
EVERYWHERE = -1
"""Friction with the law of the zone for any slip, which is no branch (`traction`)."""

PRESS, PULL = 0, 1

SECTORS = 16
"""Number of directions of slip."""

HALF = 0.5
"""Part of the zone v_mu down to which, along its sector, slip is outside of it."""


def rubs(e):
    """Whether friction has a proportional zone"""
    return e.v_mu > 0.0 and max(e.mu[0], e.mu[1], e.d_mu[0], e.d_mu[1]) > 0.0


def composed(pull, friction):
    """Branch in contact"""
    return 1 + pull + 2 * friction


def pull_of(branch):
    return (branch - 1) % 2


def friction_of(branch):
    return (branch - 1) // 2


def has_force(e, branch):
    """Whether a branch has a force at all"""
    return branch != OPEN and (e.no_adhesion == 0 or pull_of(branch) == PRESS)


# ------------------------------------------------------------------------------- friction


def _along(friction):
    """Direction of a sector"""
    angle = 2.0 * math.pi / SECTORS * (friction - 1)
    return math.cos(angle), math.sin(angle)


def sector_of(s0, s1):
    """State of friction that slides in the direction of a slip"""
    turn = math.atan2(s1, s0) * (SECTORS / (2.0 * math.pi))
    return 1 + int(math.floor(turn + 0.5)) % SECTORS


def sliding(e, s0, s1):
    """State of the friction of a slip"""
    if not rubs(e) or math.hypot(s0, s1) <= e.v_mu:
        return INSIDE
    return sector_of(s0, s1)


def _weight(e, friction, size):
    """phi / |s| and its slope by |s|"""
    if friction <= INSIDE and e.linear_zone != 0:
        return 1.0 / e.v_mu, 0.0
    if friction > INSIDE:
        return 1.0 / size, -1.0 / (size * size)
    if size < e.v_mu or friction == EVERYWHERE:
        return (2.0 - size / e.v_mu) / e.v_mu, -1.0 / (e.v_mu * e.v_mu)
    beyond_it = size / e.v_mu - 1.0
    phi = 1.0 + beyond_it * beyond_it
    return phi / size, (2.0 * beyond_it / e.v_mu - phi / size) / size


def _continued(e, friction, s0, s1):
    """Slip of a branch, and its slope along the sector: 1 in the branch"""
    if friction <= INSIDE:
        return s0, s1, 1.0
    e0, e1 = _along(friction)
    c, h = s0 * e0 + s1 * e1, HALF * e.v_mu
    if c >= h:
        return s0, s1, 1.0
    rest = h / (2.0 - c / h)
    return s0 + (rest - c) * e0, s1 + (rest - c) * e1, (rest / h) ** 2


def _mixed(e, m0, m1):
    """B^T diag(m0, m1) B: entries 00, 01 = 10, 11"""
    cos, sin = math.cos(e.alpha), math.sin(e.alpha)
    return (
        m0 * cos * cos + m1 * sin * sin,
        (m1 - m0) * sin * cos,
        m0 * sin * sin + m1 * cos * cos,
    )


def _traction_along(e, last, s0, s1):
    """The same with the direction of another slip, outside of the zone"""
    da, db, dc = _mixed(e, e.d_mu[0], e.d_mu[1])
    size, length = math.hypot(s0, s1), math.hypot(last[0], last[1])
    if length == 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    e0, e1 = last[0] / length, last[1] / length
    a, b, c = _mixed(e, e.mu[0] + e.d_mu[0] * size, e.mu[1] + e.d_mu[1] * size)
    z0, z1, u0, u1 = da * e0 + db * e1, db * e0 + dc * e1, s0 / size, s1 / size
    return a * e0 + b * e1, b * e0 + c * e1, z0 * u0, z0 * u1, z1 * u0, z1 * u1


def traction(e, friction, last, s0, s1):
    """T0, T1, and the derivatives of both by s0 and by s1

    last -- slip of the last solution and whether it decides, with `compatibility` of the settings:
    there is no friction if it is zero; inside of the zone, the law of the zone holds for any slip;
    outside, friction has its direction
    """
    if last[2] != 0 and rubs(e):
        size = math.hypot(last[0], last[1])
        if size == 0.0 or size > e.v_mu:
            return _traction_along(e, last, s0, s1)
        return _traction_of(e, EVERYWHERE, s0, s1)
    return _traction_of(e, friction, s0, s1)


def _traction_of(e, friction, s0, s1):
    """The same in a state of the friction"""
    da, db, dc = _mixed(e, e.d_mu[0], e.d_mu[1])
    if not rubs(e):  # viscous friction alone, without a zone
        return da * s0 + db * s1, db * s0 + dc * s1, da, db, db, dc
    x0, x1, slope = _continued(e, friction, s0, s1)
    size = math.hypot(x0, x1)
    w, dw = _weight(e, friction, size)
    a, b, c = _mixed(e, e.mu[0] + e.d_mu[0] * size, e.mu[1] + e.d_mu[1] * size)
    y0, y1 = a * x0 + b * x1, b * x0 + c * x1
    z0 = dw * y0 + w * (da * x0 + db * x1)  # changes of T with |s|
    z1 = dw * y1 + w * (db * x0 + dc * x1)
    u0, u1 = (x0 / size, x1 / size) if size > 0.0 else (0.0, 0.0)
    T00, T01 = w * a + z0 * u0, w * b + z0 * u1
    T10, T11 = w * b + z1 * u0, w * c + z1 * u1
    if friction > INSIDE:  # they are those by the continued slip
        e0, e1 = _along(friction)
        p, q = (slope - 1.0) * (T00 * e0 + T01 * e1), (slope - 1.0) * (T10 * e0 + T11 * e1)
        T00, T01, T10, T11 = T00 + p * e0, T01 + p * e1, T10 + q * e0, T11 + q * e1
    return w * y0, w * y1, T00, T01, T10, T11


# ------------------------------------------------------------------------------- branches


def normal_force(e, g, v_n):
    """N"""
    return -(e.k * g + e.d * v_n)


def branch_of(e, g, v_n, s0, s1, size):
    """Branch of a state; size -- of the positions whose difference is g"""
    band = ON_BOUNDARY * size
    if g > band or (g >= -band and v_n >= 0.0):
        return OPEN
    pull = PULL if normal_force(e, g, v_n) < 0.0 else PRESS
    return composed(pull, sliding(e, s0, s1))


def next_branch(e, old, g, v_n, s0, s1, size):
    """Branch of a state that was found with another branch.

    Friction that slides into another sector passes the zone first: the slip may have come to rest.
    """
    new = branch_of(e, g, v_n, s0, s1, size)
    if new == OPEN or old == OPEN or friction_of(old) == INSIDE or friction_of(new) == INSIDE:
        return new
    if is_turned(e, friction_of(old), s0, s1):
        return composed(pull_of(new), INSIDE)
    return new


def is_turned(e, friction, s0, s1):
    """Whether a slip is beyond boundary 3 of its sector"""
    e0, e1 = _along(friction)
    return s0 * e0 + s1 * e1 < HALF * e.v_mu


def beyond(e, branch, boundary, s0, s1):
    """Branch beyond a boundary that is crossed with this slip"""
    if branch == OPEN:
        return composed(PRESS, sliding(e, s0, s1))
    if boundary == 0:
        return OPEN
    pull, friction = pull_of(branch), friction_of(branch)
    if boundary == 1:
        kept = friction if pull == PRESS or e.no_adhesion == 0 else sliding(e, s0, s1)
        return composed(1 - pull, kept)
    if boundary == 3 or friction == INSIDE:
        return composed(pull, sector_of(s0, s1))
    return composed(pull, INSIDE)


def distances(e, branch, g, v_n, s0, s1, size, speed, values_out):
    """Signed distances to the boundaries; size, speed -- of the terms of positions, velocities"""
    values_out[0] = g / size if branch == OPEN else -g / size
    if branch == OPEN:
        return
    terms = e.k * size + e.d * speed
    if e.d > 0.0 and terms > 0.0:
        N = normal_force(e, g, v_n) / terms
        values_out[1] = N if pull_of(branch) == PRESS else -N
    if not rubs(e) or not has_force(e, branch):
        return
    friction, fast, slip = friction_of(branch), speed + e.v_mu, math.hypot(s0, s1)
    if friction == INSIDE:
        values_out[2] = (e.v_mu - slip) / fast
        return
    e0, e1 = _along(friction)
    values_out[2] = (slip - e.v_mu) / fast
    values_out[3] = (s0 * e0 + s1 * e1 - HALF * e.v_mu) / fast
