"""CreateReevingCurve: the way of a rope around circles, as lines, arcs and nodes of cables.

Between two circles the rope follows a common tangent. With the distance D and the direction delta
from one center to the next, and s = 1 where the rope passes a circle on its left side ('L'), -1 on
its right side ('R'), the direction of the tangent and its points at the centers c are

    theta = delta + asin((s_1 r_1 - s_0 r_0)/D),    p = c + s r (-sin(theta), cos(theta))

On a circle with 'L' the rope turns to the right, with curvature -1/r, otherwise to the left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError

__all__ = ["CreateReevingCurve"]

OWNER = "CreateReevingCurve"
TURN = 2.0 * math.pi
ROUNDED = 1.0e-12
"""Arcs that miss a full turn by less are none."""


class _Circle(NamedTuple):
    """A circle that the rope passes; side -- 1: on its left, -1: on its right."""

    center: np.ndarray
    radius: float
    side: float


class _Piece(NamedTuple):
    """A line or an arc of the rope.

    start -- point and direction [rad] where it begins; curvature [1/m] -- 0 of lines
    """

    point: np.ndarray
    angle: float
    length: float
    curvature: float

    def at(self, way: float) -> tuple[np.ndarray, float]:
        """Point and direction after this way."""
        angle = self.angle + way * self.curvature
        if self.curvature == 0.0:
            along = np.array([math.cos(self.angle), math.sin(self.angle)])
            return self.point + way * along, angle
        turned = np.array([
            math.sin(angle) - math.sin(self.angle), math.cos(self.angle) - math.cos(angle)
        ])  # fmt: skip
        return self.point + turned / self.curvature, angle


def CreateReevingCurve(
    circleList: Any,
    drawingLinesPerCircle: int = 64,
    numberOfANCFnodes: int = -1,
    removeLastLine: bool = False,
    removeFirstLine: bool = False,
    radialOffset: float = 0.0,
    closedCurve: bool = False,
    graphicsElementsPerCircle: int = 64,
    graphicsNodeSize: float = 0,
    colorCircles: Sequence[float] = (0.0, 0.5, 1.0, 1.0),
    colorLines: Sequence[float] = (1.0, 0.5, 0.0, 1.0),
) -> dict[str, Any]:
    """Find the way of a rope around circles: lines and arcs, and nodes of cables at equal lengths.

    circleList -- circles in the order of the rope, each [[x, y], radius, 'L' or 'R']: the rope
    passes on this side, seen along its way
    drawingLinesPerCircle -- lines that a full circle of the rope is drawn with
    numberOfANCFnodes -- nodes along the rope, of a closed one without its last node, which is the
    first; -1: none
    removeLastLine, removeFirstLine -- the rope begins or ends on a circle
    radialOffset [m] -- distance of the rope from the circles
    closedCurve -- the rope returns to the first circle
    graphicsElementsPerCircle -- has no effect
    graphicsNodeSize [m] -- size of the drawn nodes; 0: none
    colorCircles, colorLines -- RGBA of the drawing

    Returns a dictionary: ancfPointsSlopes (x, y, slope x, slope y of each node), elementLengths,
    elementCurvatures (those where each element ends), totalLength, circleData (lines and arcs),
    lineData (points of the drawing), graphicsDataLines, graphicsDataCircles.
    """
    circles = _circles(circleList, float(radialOffset))
    if closedCurve:
        circles += circles[:2]
    if len(circles) < 2:
        raise ParameterError(
            f"{OWNER}: circleList must have at least two circles, got {circleList}"
        )
    pieces = _pieces(circles)
    if closedCurve or removeLastLine:
        pieces = pieces[:-1]
    if removeFirstLine:
        pieces = pieces[1:]
    if not pieces:
        raise ParameterError(f"{OWNER}: nothing is left of the rope; keep its first or last line")
    total = sum(piece.length for piece in pieces)
    nodes = _nodes(pieces, total, numberOfANCFnodes, closedCurve)
    count = max(0, len(nodes) - 1)
    points = _polygon(pieces, drawingLinesPerCircle)
    flat = [x for point in points for x in (float(point[0]), float(point[1]), 0.0)]
    drawn: list[dict[str, Any]] = [{"type": "Line", "color": list(colorLines), "data": flat}]
    if graphicsNodeSize > 0:
        size = 0.5 * float(graphicsNodeSize)
        drawn += [_circle(node, size, colorLines) for node in nodes]
    return {
        "ancfPointsSlopes": [node[:4] for node in nodes],
        "elementLengths": [total / count] * count if count else [],
        "elementCurvatures": [node[4] for node in nodes[1:]],
        "totalLength": total,
        "circleData": [_data(piece) for piece in pieces],
        "lineData": flat,
        "graphicsDataLines": drawn,
        "graphicsDataCircles": [_circle(c.center, c.radius, colorCircles) for c in circles],
    }


def _circles(given: Any, offset: float) -> list[_Circle]:
    """The circles, with the offset added to their radii."""
    found = []
    for k, circle in enumerate(given):
        try:
            center, radius, side = circle
            place = np.array(center, float)
        except (TypeError, ValueError):
            place, radius, side = np.zeros(0), 0.0, ""
        if place.shape not in ((2,), (3,)) or side not in ("L", "R"):
            raise ParameterError(
                f"{OWNER}: circle {k} of circleList must be [[x, y], radius, 'L' or 'R'], got "
                f"{shown(circle)}"
            )
        if not float(radius) + offset >= 0.0:
            raise ParameterError(
                f"{OWNER}: the radius of circle {k} with radialOffset must not be negative, got "
                f"{float(radius) + offset:g} m"
            )
        found.append(_Circle(place[:2], float(radius) + offset, 1.0 if side == "L" else -1.0))
    return found


def _pieces(circles: list[_Circle]) -> list[_Piece]:
    """Line, arc, line, ..., line: tangents between the circles and arcs on those in between."""
    found: list[_Piece] = []
    for k in range(len(circles) - 1):
        line = _tangent(circles[k], circles[k + 1], k)
        if found:
            circle, before = circles[k], found[-1]
            turned = -circle.side * (line.angle - before.angle) % TURN
            turned = 0.0 if turned > TURN - ROUNDED else turned
            curvature = -circle.side / circle.radius if circle.radius > 0.0 else 0.0
            point, angle = before.at(before.length)
            found.append(_Piece(point, angle, circle.radius * turned, curvature))
        found.append(line)
    return found


def _tangent(start: _Circle, end: _Circle, k: int) -> _Piece:
    """The line from one circle to the next one; k -- number of the first."""
    way = end.center - start.center
    distance = float(np.hypot(*way))
    step = end.side * end.radius - start.side * start.radius
    if not abs(step) < distance:
        raise ParameterError(
            f"{OWNER}: circles {k} and {k + 1} have no common tangent on these sides: the distance "
            f"of their centers, {distance:g} m, must be larger than {abs(step):g} m"
        )
    angle = math.atan2(way[1], way[0]) + math.asin(step / distance)
    across = np.array([-math.sin(angle), math.cos(angle)])
    point = start.center + start.side * start.radius * across
    return _Piece(point, angle, math.sqrt(distance * distance - step * step), 0.0)


def _nodes(pieces: list[_Piece], total: float, count: int, closed: bool) -> list[list[float]]:
    """x, y, slope x, slope y and curvature of nodes at equal lengths; the last one is the end."""
    if count <= 0:
        return []
    if count < (1 if closed else 2):
        raise ParameterError(
            f"{OWNER}: numberOfANCFnodes must be at least 2, or -1 for none, got {count}"
        )
    ends = np.cumsum([piece.length for piece in pieces])
    parts, found = count if closed else count - 1, []
    for k in range(parts + 1):
        way = total * k / parts
        p = min(int(np.searchsorted(ends, way * (1.0 - ROUNDED))), len(pieces) - 1)
        piece = pieces[p]
        point, angle = piece.at(way - (ends[p] - piece.length))
        found.append([
            *(float(point[0]), float(point[1]), math.cos(angle), math.sin(angle)),
            piece.curvature,
        ])  # fmt: skip
    return found


def _polygon(pieces: list[_Piece], per_circle: int) -> list[np.ndarray]:
    """Points of the drawing."""
    points = [pieces[0].point]
    for piece in pieces:
        turned = abs(piece.length * piece.curvature)
        count = max(1, math.ceil(turned / TURN * per_circle))
        points += [piece.at(piece.length * (k + 1) / count)[0] for k in range(count)]
    return points


def _data(piece: _Piece) -> dict[str, Any]:
    """A line or an arc as a dictionary."""
    point, angle = piece.at(piece.length)
    if piece.curvature == 0.0:
        return {"type": "LINE", "point0": piece.point, "point1": point}
    return {
        "type": "ARC",
        "point0": piece.point,
        "radius": 1.0 / abs(piece.curvature),
        "startAngle": piece.angle,
        "endAngle": angle,
        "arcAngle": angle - piece.angle,
    }


def _circle(center: Any, radius: float, color: Sequence[float]) -> dict[str, Any]:
    place = [float(center[0]), float(center[1]), 0.0]
    return {"type": "Circle", "color": list(color), "position": place, "radius": radius}
