"""Branches of the planar spring-damper: which piece of its law is active, and where it ends.

The branch of a row (`connector.py`) is a number that encodes the active piece:

    branch = 4 piece + 2 positive + gone
    piece      Linear 0; Tensile, Compressive: 0 gate closed, 1 open; Tabular: number of the segment
    positive   1: F > 0; only used with noAdhesion of Linear and Tabular
    gone       1: noAdhesion, and the axial force N would have the wrong sign

A piece can be frozen beyond its boundaries, which are numbered too:

    boundary 0   gate, or lower end of the segment      boundary 2   N = 0
    boundary 1   upper end of the segment               boundary 3   F = 0
"""

import math

from linkwork.connectors.laws.planar_law import BUSHING, axis, is_gated, spring_force
from linkwork.connectors.laws.spring_types import COMPRESSIVE, LINEAR, TABULAR, TENSILE
from linkwork.math.tolerances import ON_BOUNDARY


def sticks_not(e):
    """Whether the sign of the axial force matters; without damper it equals that of the spring."""
    return e.no_adhesion != 0 and e.c > 0.0


def is_smooth(e):
    """Whether the law has one piece only."""
    return e.formulation == BUSHING or (e.spring == LINEAR and not sticks_not(e))


def size_of(e, markers, d):
    """Size of the lengths whose difference is s [m]."""
    p0, p1 = markers[e.m0].p, markers[e.m1].p
    return d + abs(e.l0 - e.p) + abs(p0[0]) + abs(p0[1]) + abs(p1[0]) + abs(p1[1])


def segment_of(e, at, segments):
    """Number of the segment of a stretch."""
    low, high = 0, e.n_segments
    while high - low > 1:
        middle = (low + high) // 2
        if at >= segments[e.first_segment + middle].s:
            low = middle
        else:
            high = middle
    return low


def piece_of(e, s, rate, band, segments):
    """Number of the piece of the spring's law; within a band around a boundary the rate decides."""
    if is_gated(e):
        sign = 1.0 if e.spring == TENSILE else -1.0
        return 1 if sign * s > band or (sign * s >= -band and sign * rate > 0.0) else 0
    if e.spring == TABULAR:
        return segment_of(e, s - band if rate < 0.0 else s + band, segments)
    return 0


def grip_of(e, d, s, rate, piece, band, segments):
    """2 positive + gone of the branch, with noAdhesion."""
    if is_gated(e) and piece == 0:
        return 0
    F, slope = spring_force(e, s, piece, segments)
    if d == 0.0 or (F == 0.0 and slope == 0.0):
        return 1
    N = F + e.c * rate
    if is_gated(e):
        return 0 if (N > 0.0 if e.spring == TENSILE else N < 0.0) else 1
    vanishes = abs(F) <= abs(slope) * band
    if (slope * rate > 0.0) if vanishes else (F > 0.0):
        return 2 if N > 0.0 else 3
    return 0 if N < 0.0 else 1


def branch_of(e, markers, D, V, segments):
    """Branch of a state."""
    if is_smooth(e):
        return 0
    d, u = axis(D)
    s, rate = d - (e.l0 - e.p), u[0] * V[0] + u[1] * V[1]
    band = ON_BOUNDARY * size_of(e, markers, d)
    piece = piece_of(e, s, rate, band, segments)
    return 4 * piece + (grip_of(e, d, s, rate, piece, band, segments) if sticks_not(e) else 0)


def ratio(value, size):
    """A dimensionless distance: a value divided by the size of the terms it is composed of."""
    return value / size if size > 0.0 else 0.0


def fill_distances(e, markers, D, V, branch, segments, values_out):
    """Signed distances to the boundaries of a branch; infinite if there is none."""
    for b in range(4):
        values_out[b] = math.inf
    if is_smooth(e):
        return
    d, u = axis(D)
    s, size, piece = d - (e.l0 - e.p), size_of(e, markers, d), branch // 4
    if is_gated(e):
        inside = s if (e.spring == TENSILE) == (piece == 1) else -s
        values_out[0] = ratio(inside, size)
        if piece == 0:
            return
    elif e.spring == TABULAR:
        if piece > 0:
            end = segments[e.first_segment + piece].s
            values_out[0] = ratio(s - end, size + abs(end))
        if piece + 1 < e.n_segments:
            end = segments[e.first_segment + piece + 1].s
            values_out[1] = ratio(end - s, size + abs(end))
    if sticks_not(e):
        fill_grip(e, s, size, u, V, branch, segments, values_out)


def may_turn(e, piece, segments):
    """Whether F may change its sign inside a piece, not only at its ends."""
    if e.spring != TABULAR:
        return e.spring == LINEAR
    here = e.first_segment + piece
    if piece + 1 < e.n_segments and segments[here + 1].force == 0.0:
        return False
    return segments[here].force != 0.0


def fill_grip(e, s, length, u, V, branch, segments, values_out):
    """Distances to the boundaries N = 0 and F = 0; length -- size of the terms of s [m]."""
    F, slope = spring_force(e, s, branch // 4, segments)
    if F == 0.0 and slope == 0.0:
        return
    size = abs(slope) * length
    if e.spring == TABULAR:
        segment = segments[e.first_segment + branch // 4]
        size += abs(segment.force) + abs(slope * segment.s)
    positive = (branch // 2) % 2 == 1
    if slope != 0.0 and may_turn(e, branch // 4, segments):
        values_out[3] = ratio(F if positive else -F, size)
    along, across = e.c * u[0] * V[0], e.c * u[1] * V[1]
    N = F + along + across
    pulls = e.spring == TENSILE or (positive and e.spring != COMPRESSIVE)
    holds = N if pulls else -N
    values_out[2] = ratio(holds if branch % 2 == 0 else -holds, size + abs(along) + abs(across))


def branch_behind(e, branch, boundary, segments):
    """Branch beyond a boundary that is crossed."""
    piece, gone = branch // 4, branch % 2
    if boundary == 2:
        return branch + 1 - 2 * gone
    if is_gated(e):
        return 4 if piece == 0 else 0
    if boundary == 3:
        # N = c ds/dt where F = 0: it keeps acting with the new sign of F unless F falls with s
        falls = spring_force(e, 0.0, piece, segments)[1] < 0.0
        return 4 * piece + (0 if (branch // 2) % 2 == 1 else 2) + (1 if falls else 0)
    new = piece + 1 if boundary == 1 else piece - 1
    if not sticks_not(e):
        return 4 * new
    if segments[e.first_segment + max(piece, new)].force != 0.0:
        return branch + 4 * (new - piece)
    slope = segments[e.first_segment + new].slope
    if slope == 0.0:
        return 4 * new + 1
    positive = (slope > 0.0) == (boundary == 1)
    return 4 * new + (2 if positive else 0) + (1 if slope < 0.0 else 0)
