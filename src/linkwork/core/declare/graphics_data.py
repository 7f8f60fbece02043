"""GraphicsData: dictionaries that describe shapes, checked key by key.

    {"type": "Sphere", "point": [0, 0, 0], "radius": 0.1, "color": [1, 0, 0, 1]}

`linkwork.graphics` creates them; FORMS lists all types with their keys. Lengths are in meters,
points in the axes of the body. Long lists are stored as read-only arrays and returned as lists.
An opacity above 1 is opaque; other programs use 1000 + n for a material n.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.meshed_shapes import Meshed, exact_forms
from linkwork.core.declare.parameters import Array, Kind, PReal, Rotation, Text, UInt, UReal
from linkwork.core.declare.values import real, shown
from linkwork.core.errors import ParameterError
from linkwork.core.frozen import frozen
from linkwork.core.near import near_names

LARGEST = 1e30
"""Largest length of a drawing [m], within the range of single precision."""

MOST_TILES = 500


@frozen
class Rows(Kind):
    """Rows of a given number of columns, given row by row or as one list of all numbers."""

    columns: int
    least: int = 1
    whole: bool = False

    def check(self, value: Any) -> np.ndarray:
        wants = f"rows of {self.columns} {'whole' if self.whole else 'finite real'} numbers"
        if self.least:
            wants += f", at least {self.least}"
        try:
            given = np.asarray(value)
            if given.dtype.kind not in ("iu" if self.whole else "iuf") and given.size:
                raise ValueError
            rows = given.astype(np.int64 if self.whole else np.float64).reshape(-1, self.columns)
        except (TypeError, ValueError, OverflowError):
            raise self.refuse(value, wants) from None
        flat_rows = given.ndim == 2 and given.shape[1] != self.columns
        if given.ndim > 2 or flat_rows or len(rows) < self.least or not np.isfinite(rows).all():
            raise self.refuse(value, wants)
        rows = rows.copy()
        rows.setflags(write=False)
        return rows


def _are_colors(rows: np.ndarray) -> bool:
    """Whether rows are RGBA in [0, 1] or the default color; opacities may be larger."""
    known = (rows >= 0.0).all(axis=1) & (rows[:, :3] <= 1.0).all(axis=1)
    return bool(((rows[:, 0] == -1.0) | known).all())


class Color(Kind):
    """RGBA in [0, 1], the opacity also above it; a first entry of -1 means the default color."""

    depth = 1

    def check(self, value: Any) -> list[float]:
        wants = "four numbers RGBA in [0, 1], or R = -1 for the default"
        try:
            color = Array((4,)).check(value)
        except ParameterError:
            raise self.refuse(value, wants) from None
        if not _are_colors(color[None]):
            raise self.refuse(value, wants)
        return [float(part) for part in color]

    def plain(self, value: Any) -> Any:
        return list(value)


class Colors(Kind):
    """One color, or one for each point."""

    def check(self, value: Any) -> np.ndarray:
        rows = Rows(4).check(value)
        if not _are_colors(rows):
            raise self.refuse(value, "RGBA rows of numbers in [0, 1], or R = -1 for the default")
        return rows


class Radii(Kind):
    """One radius, or one for each point."""

    def check(self, value: Any) -> np.ndarray:
        rows = Rows(1).check([value] if real(value) is not None else value)
        if not (rows > 0.0).all():
            raise self.refuse(value, "numbers > 0")
        return np.array(rows[:, 0])


class Tiles(UInt):
    """Number of tiles or sides; 0 and negative values of other programs mean a default."""

    wants = f"a whole number up to {MOST_TILES}"

    def check(self, value: Any) -> int:
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
            raise self.refuse(value)
        if value > MOST_TILES:
            raise self.refuse(value)
        return max(int(value), 0)


POINT = Array((3,))


class Direction(Array):
    """A nonzero vector."""

    def check(self, value: Any) -> np.ndarray:
        vector = super().check(value)
        if not vector.any():
            raise self.refuse(value, "a nonzero vector of three numbers")
        return vector


class Sizes(Array):
    """Lengths of edges."""

    def check(self, value: Any) -> np.ndarray:
        sizes = super().check(value)
        if (sizes < 0.0).any():
            raise self.refuse(value, "three numbers >= 0")
        return sizes


@frozen
class Form:
    """Keys of one type of shapes; `fits` returns what is inconsistent, or an empty text."""

    needed: dict[str, Kind]
    optional: dict[str, Kind]
    fits: Callable[[dict[str, Any]], str] = lambda form: ""


def _spheres_fit(form: dict[str, Any]) -> str:
    count = len(form["points"])
    for key in ("radii", "colors"):
        if key in form and len(form[key]) not in (1, count):
            return f"{key} must be one or {count}, the number of points, got {len(form[key])}"
    return ""


def _triangles_fit(form: dict[str, Any]) -> str:
    count = len(form["points"])
    if "triangles" not in form and "triangles6" not in form:
        return "it needs the key 'triangles'"
    for key in ("triangles", "triangles6", "edges", "edges3"):
        given = form.get(key, np.zeros(0, np.int64))
        wrong = given[(given < 0) | (given >= count)]
        if wrong.size:
            return f"{key} must be indices of points from 0 to {count - 1}, got {wrong[0]}"
    if "normals" in form and len(form["normals"]) != count:
        return f"normals must be {count}, the number of points, got {len(form['normals'])}"
    if "colors" in form and len(form["colors"]) not in (1, count):
        return f"colors must be one or {count}, the number of points, got {len(form['colors'])}"
    return ""


def _pairs_fit(form: dict[str, Any]) -> str:
    count = len(form["points"])
    return "" if count % 2 == 0 else f"the number of points must be even, two per line, got {count}"


def _basis_fits(form: dict[str, Any]) -> str:
    count = len(form.get("colors", "xyz"))
    return "" if count == 3 else f"colors must be three, got {count}"


COLOR: dict[str, Kind] = {"color": Color()}
HEAD: dict[str, Kind] = {"headFactor": PReal, "headStretch": PReal, "nTiles": Tiles()}
FORMS: dict[str, Form] = {
    "Sphere": Form({"point": POINT, "radius": PReal}, COLOR),
    "Spheres": Form(
        {"points": Rows(3), "radii": Radii()},
        {"colors": Colors(), "resolution": Tiles(), "nTiles": Tiles()},
        _spheres_fit,
    ),
    "Brick": Form({"centerPoint": POINT, "size": Sizes((3,))}, COLOR),
    "Cylinder": Form({"pAxis": POINT, "vAxis": Direction((3,)), "radius": PReal}, COLOR),
    "Line": Form({"data": Rows(3, 2)}, COLOR),
    "Lines": Form({"points": Rows(3, 2)}, {**COLOR, "colors": Colors()}, _pairs_fit),
    "Circle": Form({"position": POINT, "radius": PReal}, {**COLOR, "normal": Direction((3,))}),
    "Text": Form(
        {"text": Text(), "position": POINT},
        {**COLOR, "height": UReal, "fontSize": UReal, "offset": Array((2,))},
    ),
    "CheckerBoard": Form(
        {"point": POINT, "normal": Direction((3,)), "size": PReal, "nTiles": Tiles()},
        {**COLOR, "alternatingColor": Color()},
    ),
    "Arrow": Form(
        {"pAxis": POINT, "vAxis": Direction((3,)), "radius": PReal}, {**COLOR, **HEAD}
    ),
    "Basis": Form(
        {"origin": POINT, "rotationMatrix": Rotation(), "length": PReal},
        {"colors": Colors(), **HEAD},
        _basis_fits,
    ),
    "TriangleList": Form(
        {"points": Rows(3)},
        {
            "triangles": Rows(3, 0, True), "triangles6": Rows(6, 0, True), "normals": Rows(3),
            "colors": Colors(), "color": Color(), "edges": Rows(2, 0, True),
            "edges3": Rows(3, 0, True), "edgeColor": Color(),
        },
        _triangles_fit,
    ),
}  # fmt: skip
"""Type -> its keys."""

LENGTHS = frozenset(
    ("point", "points", "radius", "radii", "centerPoint", "size", "pAxis", "vAxis", "data")
) | {"position", "origin", "length", "height"}
"""Keys whose numbers are lengths."""


def checked_shape(given: Mapping[Any, Any]) -> dict[str, Any]:
    """The stored form of a dictionary; an error names type, key, limit and value."""
    name = given.get("type")
    form = FORMS.get(name) if isinstance(name, str) else None
    if form is None:
        near = near_names(str(name), FORMS, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(FORMS)}"
        told = f"an unknown type {shown(name)}" if "type" in given else "no type"
        raise ParameterError(f"has {told}; {hint}, got {shown(given)}")
    keys = {**form.needed, **form.optional}
    for key in given:
        if key != "type" and key not in keys:
            near = near_names(str(key), keys, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(keys)}"
            raise ParameterError(
                f"of type {name} has no key {shown(key)}; {hint}, got {shown(given[key])}"
            )
    missing = [key for key in form.needed if key not in given]
    if missing:
        raise ParameterError(f"of type {name} needs the key {missing[0]!r}, got {shown(given)}")
    stored: dict[str, Any] = {"type": name}
    for key, value in given.items():
        if key != "type":
            stored[key] = _checked_value(keys[key], value, f"of type {name}: {key}", key)
    trouble = form.fits(stored)
    if trouble:
        raise ParameterError(f"of type {name}: {trouble}")
    exact = exact_forms(given)
    return Meshed(stored, [checked_shape(form) for form in exact]) if exact else stored


def flat_list(shapes: Any) -> list[Any]:
    """A list of shapes without the lists inside of it."""
    if not isinstance(shapes, (list, tuple)):
        return [shapes]
    return [shape for part in shapes for shape in flat_list(part)]


def _checked_value(kind: Kind, value: Any, owner: str, key: str) -> Any:
    try:
        made = kind.check(value)
    except ParameterError as error:
        raise ParameterError(f"{owner} {error}") from None
    if key in LENGTHS and np.size(made) and np.abs(made).max() > LARGEST:
        raise ParameterError(f"{owner} must be at most {LARGEST:g} m, got {shown(value)}")
    if isinstance(made, np.ndarray):
        made.setflags(write=False)
    return made


def plain_shape(stored: Mapping[str, Any]) -> dict[str, Any]:
    """A stored dictionary as users see it: with lists, which they may change."""
    return {key: _listed(value) for key, value in stored.items()}


def _listed(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    return list(value) if isinstance(value, list) else value


class GraphicsData(Kind):
    """A list of dictionaries that describe the shapes of a body; it may contain such lists."""

    wants = "a list of shapes (dictionaries as created by linkwork.graphics)"

    def check(self, value: Any) -> list[dict[str, Any]]:
        if not isinstance(value, (list, tuple)):
            raise self.refuse(value)
        made = []
        for number, part in enumerate(flat_list(value)):
            if not isinstance(part, Mapping):
                raise self.refuse(value)
            try:
                made.append(checked_shape(part))
            except ParameterError as error:
                raise ParameterError(f"must be {self.wants}; shape {number} {error}") from None
        return made

    def plain(self, value: Any) -> Any:
        return [plain_shape(part) for part in value]


class GraphicsDataLists(Kind):
    """A list of such lists, one for each part of a body; empty: no shapes."""

    wants = "a list of lists of shapes (dictionaries as created by linkwork.graphics)"
    each: ClassVar[GraphicsData] = GraphicsData()

    def check(self, value: Any) -> list[list[dict[str, Any]]]:
        if not isinstance(value, (list, tuple)):
            raise self.refuse(value)
        for part in value:
            if not isinstance(part, (list, tuple)) or not all(
                isinstance(shape, Mapping) for shape in flat_list(part)
            ):
                raise self.refuse(value)
        return [self.each.check(part) for part in value]

    def plain(self, value: Any) -> Any:
        return [self.each.plain(part) for part in value]
