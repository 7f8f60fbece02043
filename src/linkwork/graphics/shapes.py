"""Shapes of graphicsData for scenes: a few simple ones, everything else as a mesh."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.core.declare.graphics_data import checked_shape, flat_list
from linkwork.core.declare.meshed_shapes import exact_forms
from linkwork.graphics import meshes
from linkwork.graphics.colors import color as colors

ORIGIN = (0.0, 0.0, 0.0)
BLACK = colors.black
ROUND = 12
"""Default number of sides of an arrow."""
FONT_SIZE, POINTS = 12.0, 30.0
"""Default fontSize of texts of other programs, and that of a text as large as ours."""


@dataclass
class Shape:
    """One shape.

    type -- "sphere" (radius), "box" (sizes), "cylinder" (axis from `at`, its length is the height;
        radius), "lines" (points (n, 3), pairs: segments instead of a polyline), "text" (text,
        height [m], 0: by the size of the scene; scale of this height; offset in letters), "mesh"
        (points (n, 3), triangles (m, 3), colors (n, 4) or none, flat: facets instead of a smooth
        surface)
    at -- position in the axes of the body [m]; points are relative to it
    color -- RGBA, None for that of the body
    values -- the others by name; arrays are float32 and uint32
    """

    type: str
    at: list[float]
    color: list[float] | None
    values: dict[str, Any] = field(default_factory=dict)

    def scene_form(self, reference: Callable[[np.ndarray], Any]) -> dict[str, Any]:
        """The shape in the form of a scene; reference -- returns the replacement of an array."""
        form: dict[str, Any] = {"type": self.type, "at": self.at}
        if self.color is not None:
            form["color"] = self.color
        for name, value in self.values.items():
            form[name] = reference(value) if isinstance(value, np.ndarray) else value
        return form

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Smallest and largest coordinates in the axes of the body; for a text its point [m]."""
        at, v = np.array(self.at), self.values
        if self.type in ("lines", "mesh"):
            points = v["points"].astype(float)
            return at + points.min(axis=0), at + points.max(axis=0)
        if self.type == "cylinder":
            axis = np.array(v["axis"])
            w = axis / np.abs(axis).max()
            across = v["radius"] * np.sqrt(np.maximum(1.0 - w**2 / (w @ w), 0.0))
            ends = np.array([at, at + axis])
            return ends.min(axis=0) - across, ends.max(axis=0) + across
        half = np.zeros(3)
        if self.type == "sphere":
            half = np.full(3, v["radius"])
        if self.type == "box":
            half = 0.5 * np.array(v["sizes"])
        return at - half, at + half


def shapes_of(graphics_data: Iterable[Mapping[str, Any]]) -> list[Shape]:
    """The shapes of a list of dictionaries, in their stored form or as given by users."""
    return [
        shape for form in flat_list(list(graphics_data)) for shape in _made(checked_shape(form))
    ]


def _made(form: Mapping[str, Any]) -> Iterator[Shape]:
    """The shapes of a dictionary; exact ones instead of triangles where they are known."""
    exact = exact_forms(form)
    for part in exact:
        yield from MAKERS[part["type"]](part)
    yield from _edges(form) if exact else MAKERS[form["type"]](form)


Form = Mapping[str, Any]


def _color(value: Any) -> list[float] | None:
    """A color of a form; None for the default."""
    if value is None or value[0] == -1.0:
        return None
    return [min(float(part), 1.0) for part in value]


def _listed(value: Any) -> list[float]:
    return [float(part) for part in value]


def _sphere(form: Form) -> Iterator[Shape]:
    color = _color(form.get("color"))
    yield Shape("sphere", _listed(form["point"]), color, {"radius": form["radius"]})


def _spheres(form: Form) -> Iterator[Shape]:
    count = len(form["points"])
    radii = np.broadcast_to(form["radii"], count)
    given = np.broadcast_to(form.get("colors", np.full((1, 4), -1.0)), (count, 4))
    for point, radius, color in zip(form["points"], radii, given, strict=True):
        yield Shape("sphere", _listed(point), _color(color), {"radius": float(radius)})


def _brick(form: Form) -> Iterator[Shape]:
    sizes = _listed(form["size"])
    yield Shape("box", _listed(form["centerPoint"]), _color(form.get("color")), {"sizes": sizes})


def _cylinder(form: Form) -> Iterator[Shape]:
    values = {"axis": _listed(form["vAxis"]), "radius": form["radius"]}
    yield Shape("cylinder", _listed(form["pAxis"]), _color(form.get("color")), values)


def _lines(points: np.ndarray, color: Any, pairs: bool) -> Shape:
    at, local = _centered(points)
    return Shape("lines", at, _color(color), {"points": local, "pairs": pairs})


def _line(form: Form) -> Iterator[Shape]:
    yield _lines(form["data"], form.get("color"), False)


def _segments(form: Form) -> Iterator[Shape]:
    given = form.get("colors", ())
    if len(given) <= 1:
        yield _lines(form["points"], given[0] if len(given) else form.get("color"), True)
        return
    for k in range(0, len(form["points"]), 2):
        color = given[min(k, len(given) - 1)]
        yield _lines(form["points"][k : k + 2], color, True)


def _circle(form: Form) -> Iterator[Shape]:
    normal = np.asarray(form.get("normal", (0.0, 0.0, 1.0)), float)
    points = meshes.circle(normal, form["radius"]).astype(np.float32)
    values = {"points": points, "pairs": False}
    yield Shape("lines", _listed(form["position"]), _color(form.get("color")), values)


def _text(form: Form) -> Iterator[Shape]:
    values = {"text": form["text"], "height": form.get("height", 0.0)}
    if "height" not in form:
        values["scale"] = (form.get("fontSize", 0.0) or FONT_SIZE) / POINTS
    if np.any(form.get("offset", 0.0)):
        values["offset"] = _listed(form["offset"])
    yield Shape("text", _listed(form["position"]), _color(form.get("color")), values)


def _checkerboard(form: Form) -> Iterator[Shape]:
    tiles = form["nTiles"] or 10
    mesh, other = meshes.checkerboard(np.asarray(form["normal"]), form["size"], tiles)
    first = _color(form.get("color")) or colors.lightgrey
    second = _color(form.get("alternatingColor")) or colors.lightgrey2
    made = np.where(other[:, None], second, first)
    yield _mesh(mesh, _listed(form["point"]), None, made, True)


def _arrow(form: Form) -> Iterator[Shape]:
    factor, stretch = form.get("headFactor", 2.0), form.get("headStretch", 4.0)
    sides = max(form.get("nTiles", 0) or ROUND, 3)
    mesh = meshes.arrow(np.asarray(form["vAxis"]), form["radius"], factor, stretch, sides)
    yield _mesh(mesh, _listed(form["pAxis"]), _color(form.get("color")), None, False)


def _basis(form: Form) -> Iterator[Shape]:
    length = form["length"]
    given = form.get("colors", np.array([colors.red, colors.green, colors.blue]))
    head = {key: form[key] for key in ("headFactor", "headStretch", "nTiles") if key in form}
    for k in range(3):
        axis = length * np.asarray(form["rotationMatrix"])[:, k]
        arrow = {"pAxis": form["origin"], "vAxis": axis, "radius": 0.01 * length, **head}
        yield from _arrow(arrow | {"color": given[k]})


def _triangles(form: Form) -> Iterator[Shape]:
    points = form["points"]
    parts = [form["triangles"]] if "triangles" in form else []
    if "triangles6" in form:
        # Corners 0, 1, 2, then the midpoints of the edges 01, 12, 20.
        quarters = ((0, 3, 5), (3, 1, 4), (5, 4, 2), (3, 4, 5))
        parts += [form["triangles6"][:, list(quarter)] for quarter in quarters]
    triangles = np.concatenate(parts)
    color, each = _color(form.get("color")), None
    if "colors" in form and len(form["colors"]) == 1:
        color = _color(form["colors"][0])
    elif "colors" in form:
        same = (form["colors"] == form["colors"][0]).all()
        color, each = (_color(form["colors"][0]), None) if same else (None, form["colors"])
    if len(triangles):
        at, local = _centered(points)
        smooth = "normals" in form
        yield _mesh(meshes.Mesh(local, triangles), at, color, each, not smooth)
    yield from _edges(form)


def _edges(form: Form) -> Iterator[Shape]:
    """Edges of a list of triangles."""
    pairs = [form[key] for key in ("edges",) if key in form]
    if "edges3" in form:  # ends, then the midpoint
        pairs += [form["edges3"][:, [0, 2]], form["edges3"][:, [2, 1]]]
    edges = np.concatenate(pairs).ravel() if pairs else np.zeros(0, int)
    if len(edges):
        yield _lines(form["points"][edges], form.get("edgeColor", BLACK), True)


def _mesh(
    mesh: meshes.Mesh, at: list[float], color: Any, each: np.ndarray | None, flat: bool
) -> Shape:
    values: dict[str, Any] = {
        "points": mesh.points.astype(np.float32),
        "triangles": mesh.triangles.astype(np.uint32),
        "flat": flat,
    }
    if each is not None:
        grey = each[:, :1] == -1.0
        values["colors"] = np.minimum(np.where(grey, colors.grey, each), 1.0).astype(np.float32)
    return Shape("mesh", at, color, values)


def _centered(points: np.ndarray) -> tuple[list[float], np.ndarray]:
    """The center of points, and the points relative to it, which suit single precision."""
    middle = 0.5 * points.min(axis=0) + 0.5 * points.max(axis=0)
    return _listed(middle), (points - middle).astype(np.float32)


MAKERS: dict[str, Callable[[Form], Iterator[Shape]]] = {
    "Sphere": _sphere,
    "Spheres": _spheres,
    "Brick": _brick,
    "Cylinder": _cylinder,
    "Line": _line,
    "Lines": _segments,
    "Circle": _circle,
    "Text": _text,
    "CheckerBoard": _checkerboard,
    "Arrow": _arrow,
    "Basis": _basis,
    "TriangleList": _triangles,
}
"""Type of a dictionary -> its shapes."""
