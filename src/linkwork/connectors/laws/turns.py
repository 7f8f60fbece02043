"""The angle of two frames about their z axes, and its branches.

The third of the angles about x, y, z of J0^T J1 is in (-pi, pi]. It jumps where it passes +-pi,
unless whole turns are added: to continue a branch smoothly beyond +-pi, or to be next to another
angle.
"""

from __future__ import annotations

import math

from linkwork.math.tait_bryan import ON_EDGE
from linkwork.math.tolerances import ON_BOUNDARY
from linkwork.math.vec3 import dot

LOW, MIDDLE, HIGH = -1, 0, 1
"""Branches: theta near -pi, in between, near pi. Beyond +-pi the first and the last continue."""

NEAR = 2.0
"""Angle from which theta is near +-pi [rad]."""

TURN = 2.0 * math.pi


def wrapped(first, second):
    """Angle of two frames, in (-pi, pi]; first, second -- their axes"""
    across, along = -dot(first[0], second[1]), dot(first[0], second[0])
    if math.hypot(across, along) <= ON_EDGE:
        return math.atan2(dot(first[1], second[0]), dot(first[1], second[1]))
    return math.atan2(across, along)


def branch_of(theta, omega):
    """Branch of an angle in [-pi, pi]; at its ends the angular velocity decides"""
    if abs(theta) < NEAR:
        return MIDDLE
    if math.pi - abs(theta) <= ON_BOUNDARY * math.pi and omega != 0.0:
        return LOW if omega > 0.0 else HIGH
    return HIGH if theta > 0.0 else LOW


def continued(theta, branch):
    """Angle of a branch, of one in [-pi, pi]"""
    if branch == HIGH and theta < 0.0:
        return theta + TURN
    return theta - TURN if branch == LOW and theta > 0.0 else theta


def next_to(theta, stored):
    """The angle that differs from theta by whole turns and is next to the stored one"""
    return theta + TURN * math.floor((stored - theta) / TURN + 0.5)
