"""Shapes of planar bodies, springs and supports as lines and outlines, without a plotting library.

Outlines of bodies are in body axes [m]: the center of mass is the origin. Lines of springs and
supports are in global axes [m].
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from linkwork.planar.bodies import Circle, Disc, Ellipse, RigidBody, Semicircle

Points = NDArray[np.float64]

RING = 0.86
"""Inner radius of a hoop relative to its outer one; only the drawing has a thickness."""


def arc(radius_x: float, radius_y: float, start: float = 0.0, stop: float = 2 * math.pi) -> Points:
    """Points of an elliptic arc around the origin, of shape (n, 2); angles in rad."""
    angle = np.linspace(start, stop, 97)
    return np.column_stack([radius_x * np.cos(angle), radius_y * np.sin(angle)])


def has_shape(body: RigidBody) -> bool:
    """Whether the class of a body defines its shape."""
    return isinstance(body, (Disc, Circle, Semicircle, Ellipse))


def outlines(body: RigidBody, least: float) -> tuple[list[Points], list[Points]]:
    """Closed outlines of a body, and lines that show its rotation, in body axes.

    least -- smallest radius that is drawn [m], for bodies without size
    """
    if isinstance(body, Ellipse):
        a, b = max(body.a, least), max(body.b, least)
        return [arc(a, b)], [np.array([[0.0, 0.0], [a, 0.0]]), np.array([[0.0, 0.0], [0.0, b]])]
    R = max(body.R, least)
    if isinstance(body, Circle):
        inner = RING * R
        return [arc(R, R), arc(inner, inner)[::-1]], [np.array([[0.6 * R, 0.0], [R, 0.0]])]
    if isinstance(body, Semicircle):
        # The center of mass is 4R/(3 pi) above the straight edge.
        down = np.array([0.0, -4.0 * R / (3.0 * math.pi)])
        return [arc(R, R, 0.0, math.pi) + down], [np.array([[0.0, 0.0], [0.0, R + down[1]]])]
    if isinstance(body, Disc):
        return [arc(R, R)], [np.array([[0.0, 0.0], [R, 0.0]])]
    across = 0.35 * R
    cross = [np.array([[-across, 0.0], [across, 0.0]]), np.array([[0.0, -across], [0.0, across]])]
    return [arc(R, R)], [*cross, np.array([[0.8 * R, 0.0], [R, 0.0]])]


def reach(body: RigidBody, least: float) -> float:
    """Largest distance of a drawn point from the center of mass [m]."""
    return float(max(np.hypot(*points.T).max() for points in outlines(body, least)[0]))


def coil(start: Points, end: Points, width: float, count: int) -> Points:
    """A coil from one point to another with `count` windings, `width` across, of shape (n, 2)."""
    span = end - start
    length = float(np.hypot(*span))
    if length == 0.0:
        return np.array([start, end])
    along = span / length
    across = np.array([-along[1], along[0]])
    lead = min(0.15 * length, 0.8 * width)
    pitch = (length - 2.0 * lead) / count
    turns = np.linspace(0.0, count, 24 * count + 1)
    grow = np.clip(2.0 * np.minimum(turns, count - turns), 0.0, 1.0)
    # Windings are drawn slightly from the side: they overlap for any pitch.
    axis = lead + pitch * (turns - 0.35 * grow * np.cos(2 * math.pi * turns))
    sway = 0.5 * width * grow * np.sin(2 * math.pi * turns)
    return np.vstack([start, start + np.outer(axis, along) + np.outer(sway, across), end])


def spiral(center: Points, inner_angle: float, outer_angle: float, radius: float) -> Points:
    """A flat spiral spring, from a hub at `inner_angle` to its end at `outer_angle` [rad].

    It has two and a half turns when both angles are equal, and winds up with their difference.
    """
    total = 5 * math.pi + outer_angle - inner_angle
    if abs(total) < math.pi:
        total = math.copysign(math.pi, total)
    part = np.linspace(0.0, 1.0, 24 * max(4, int(abs(total))) + 1)
    angle = outer_angle - total * (1.0 - part)
    distance = radius * (0.25 + 0.75 * part)
    return center + np.column_stack([distance * np.cos(angle), distance * np.sin(angle)])


def support(point: Points, size: float, away: Points) -> list[Points]:
    """A triangle on hatched ground with its tip at a point fixed in space.

    away -- direction to the ground, rounded to the nearest of the four axes
    """
    if abs(away[0]) > abs(away[1]):
        down = np.array([math.copysign(1.0, away[0]), 0.0])
    else:
        down = np.array([0.0, 1.0 if away[1] > 0.0 else -1.0])
    side = np.array([-down[1], down[0]])
    shapes = [
        [[0.0, 0.0], [-0.6, 1.0], [0.6, 1.0], [0.0, 0.0]],
        [[-1.0, 1.0], [1.0, 1.0]],
        *([[start, 1.0], [start - 0.4, 1.4]] for start in np.linspace(-0.7, 1.0, 5)),
    ]
    axes = size * np.array([side, down])
    return [point + np.array(shape) @ axes for shape in shapes]
