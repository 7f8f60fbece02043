"""Simple shapes for bodies and the ground: dictionaries for `graphicsData`.

    from linkwork import graphics

    ObjectGround(visualization={"graphicsData": [graphics.Brick(size=[1, 0.1, 0.5])]})

Lengths are in meters, points and directions in the axes of the body. A color is RGBA in [0, 1];
without one a shape has the color of its body.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwork.core.declare.graphics_data import checked_shape, plain_shape
from linkwork.core.errors import ParameterError
from linkwork.graphics.colors import color as color
from linkwork.graphics.stl import FromSTLfile

__all__ = [
    "Arrow",
    "Basis",
    "Brick",
    "CheckerBoard",
    "Circle",
    "Cylinder",
    "FromSTLfile",
    "Line",
    "Lines",
    "Sphere",
    "Text",
    "color",
]

Numbers = Sequence[float]
Shape = dict[str, Any]
DEFAULT = color.default
UNIT = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def _shape(kind: str, **values: Any) -> Shape:
    """A checked dictionary of lists; the default color is omitted."""
    form = {"type": kind} | {k: v for k, v in values.items() if k != "color" or v is not DEFAULT}
    try:
        return plain_shape(checked_shape(form))
    except ParameterError as error:
        raise ParameterError(f"linkwork.graphics: a shape {error}") from None


def Sphere(
    point: Numbers = (0.0, 0.0, 0.0), radius: float = 0.1, color: Numbers = DEFAULT
) -> Shape:
    """A sphere centered at a point."""
    return _shape("Sphere", point=point, radius=radius, color=color)


def Brick(
    centerPoint: Numbers = (0.0, 0.0, 0.0),
    size: Numbers = (0.1, 0.1, 0.1),
    color: Numbers = DEFAULT,
) -> Shape:
    """A box with edges along the axes of the body, of the given lengths."""
    return _shape("Brick", centerPoint=centerPoint, size=size, color=color)


def Cylinder(
    pAxis: Numbers = (0.0, 0.0, 0.0),
    vAxis: Numbers = (0.0, 0.0, 1.0),
    radius: float = 0.1,
    color: Numbers = DEFAULT,
) -> Shape:
    """A cylinder with its axis from pAxis to pAxis + vAxis."""
    return _shape("Cylinder", pAxis=pAxis, vAxis=vAxis, radius=radius, color=color)


def Lines(pList: Sequence[Numbers], color: Numbers = DEFAULT) -> Shape:
    """A line through all points of a list."""
    return _shape("Line", data=pList, color=color)


def Line(p0: Numbers, p1: Numbers, color: Numbers = DEFAULT) -> Shape:
    """A straight line between two points."""
    return _shape("Line", data=[p0, p1], color=color)


def Circle(
    point: Numbers = (0.0, 0.0, 0.0),
    radius: float = 1.0,
    color: Numbers = DEFAULT,
    normal: Numbers = (0.0, 0.0, 1.0),
) -> Shape:
    """A circle centered at a point, drawn as a line."""
    return _shape("Circle", position=point, radius=radius, normal=normal, color=color)


def Text(
    point: Numbers = (0.0, 0.0, 0.0),
    text: str = "",
    color: Numbers = DEFAULT,
    fontSize: float = 0.0,
) -> Shape:
    """A text at a point.

    fontSize -- height of the letters [m]; 0: chosen from the size of the scene
    """
    return _shape("Text", position=point, text=text, height=fontSize, color=color)


def CheckerBoard(
    point: Numbers = (0.0, 0.0, 0.0),
    normal: Numbers = (0.0, 0.0, 1.0),
    size: float = 1.0,
    color: Numbers = color.lightgrey,
    alternatingColor: Numbers = color.lightgrey2,
    nTiles: int = 10,
) -> Shape:
    """A square board of nTiles x nTiles squares in two colors, centered at a point."""
    place = {"point": point, "normal": normal, "size": size, "nTiles": nTiles}
    return _shape("CheckerBoard", **place, color=color, alternatingColor=alternatingColor)


def Arrow(
    pAxis: Numbers,
    vAxis: Numbers,
    radius: float,
    color: Numbers = DEFAULT,
    headFactor: float = 2.0,
    headStretch: float = 4.0,
    nTiles: int = 12,
) -> Shape:
    """An arrow from pAxis to pAxis + vAxis.

    radius -- of the shaft; the head has headFactor times this radius, and headFactor headStretch
    times this length, but is no longer than the arrow
    """
    head = {"headFactor": headFactor, "headStretch": headStretch, "nTiles": nTiles}
    return _shape("Arrow", pAxis=pAxis, vAxis=vAxis, radius=radius, color=color, **head)


def Basis(
    origin: Numbers = (0.0, 0.0, 0.0),
    rotationMatrix: Any = UNIT,
    length: float = 1.0,
    colors: Sequence[Numbers] = (color.red, color.green, color.blue),
    headFactor: float = 2.0,
    headStretch: float = 4.0,
    nTiles: int = 12,
) -> Shape:
    """Three arrows along the columns of a rotation matrix, by default red x, green y, blue z."""
    head = {"headFactor": headFactor, "headStretch": headStretch, "nTiles": nTiles}
    place = {"origin": origin, "rotationMatrix": rotationMatrix, "length": length}
    return _shape("Basis", **place, colors=colors, **head)
