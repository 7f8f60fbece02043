"""What the items of a scene consist of: solids, balls, strokes and texts that follow frames."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.view.movies.paint import solids
from linkwork.view.movies.paint.film import Film, Pose, axes_along
from linkwork.view.movies.paint.parts import Ball, Parts, Stroke, Text, Trace
from linkwork.view.movies.paint.solids import Solid

Array = np.ndarray

NUMBERS = {
    "node": ("n", 14, 10), "body": ("o", -14, 10), "connector": ("o", 14, 10),
    "marker": ("m", 14, -10), "load": ("l", -14, -10), "sensor": ("s", 14, 24),
    "ground": ("g", 14, -24),
}  # fmt: skip
"""Letters before the numbers of items, and where these are relative to the item [px]."""

GRAY = (0.5, 0.55, 0.6, 1.0)

LETTER = 0.6
"""Width of a letter relative to its height."""

LEAD = 0.1
"""Straight share at each end of a coil."""


def parts_of(film: Film) -> Parts:
    """The parts of all items; kinds that are unknown, and broken items, are left out."""
    maker = _Maker(film)
    numbered: set[Any] = set()
    for item in film.form["items"]:
        own = item["family"], item["number"], item["label"]
        if item.get("showNumber") and item["number"] >= 0 and own not in numbered:
            numbered.add(own)
            maker.add_number(item)
        draw = getattr(maker, f"add_{item['kind']}", None)
        if draw is None:
            continue
        when = item.get("when")
        tone, color = item.get("tone", -1), np.array(item.get("color", GRAY), float)
        if tone >= 0:
            color[:3] = 1.0  # the color of the output comes later
        begun = None if when is None else tuple(when)
        maker.parts.begin(item["family"] != "ground", begun, tone)
        with contextlib.suppress(LookupError, TypeError, ValueError):
            draw(item, color)
        maker.parts.end()
    return maker.parts


def _darker(color: Array, share: float = 0.55) -> Array:
    return np.array([*(share * color[:3]), color[3]])


class _Maker:
    """One method for each kind of item: it adds the parts that the item consists of."""

    def __init__(self, film: Film) -> None:
        self.film, self.parts = film, Parts()
        self.size = film.size

    def place(self, point: Any) -> tuple[int, Array]:
        """Frame and local position of a POINT; in space, relative to the middle of the view."""
        return self.film.frame(point), np.array(point[1:], float) / self.film.unit

    def fixed(self, body: Solid, color: Array, point: Any, matrix: Array) -> None:
        """A unit body that is fixed in a frame."""
        frame, local = self.place(point)

        def placing(pose: Pose) -> tuple[Array, Array]:
            return pose.place(frame, local), pose.R[frame] @ matrix

        self.parts.add(body, color, placing)

    def between(
        self, body: Solid, color: Array, ends: Any, width: float,
        span: Callable[[float], tuple[float, float]] = lambda length: (0.0, length),
    ) -> None:  # fmt: skip
        """A unit body along the line between two points, from one length to another."""
        (f, a), (g, b) = (self.place(point) for point in ends)

        def placing(pose: Pose) -> tuple[Array, Array] | None:
            start = pose.place(f, a)
            axes, length = axes_along(pose.place(g, b) - start)
            low, high = span(length)
            if not high > low:
                return None
            return start + low * axes[:, 2], axes * np.array([width, width, high - low])

        self.parts.add(body, color, placing)

    # ------------------------------------------------------------------ at a point

    def add_sphere(self, item: Any, color: Array) -> None:
        frame, local = self.place(item["point"])
        self._ball(frame, local, item["size"], color)

    def add_number(self, item: Any) -> None:
        """Letter of the family and number of an item, beside it."""
        point = item.get("point") or (item.get("ends") or item.get("points") or [None])[0]
        if isinstance(point, (list, tuple)) and item["family"] in NUMBERS:
            letter, x, y = NUMBERS[item["family"]]
            frame, local = self.place(point)
            text = Text(f"{letter}{item['number']}", frame, local, None, 0.0, (x, y))
            self.parts.texts.append(text)

    def _ball(self, frame: int, local: Array, radius: float, color: Array) -> None:
        drawn = Ball(frame, local, self.film.length(radius), color, self.parts.casts)
        self.parts.balls.append(drawn)

    def _single(self, body: Solid, item: Any, color: Array) -> None:
        self.fixed(body, color, item["point"], self.film.length(item["size"]) * np.eye(3))

    def add_disc(self, item: Any, color: Array) -> None:
        self._single(solids.disc(), item, color)

    def add_pin(self, item: Any, color: Array) -> None:
        self._single(solids.pin(), item, color)

    def add_marker(self, item: Any, color: Array) -> None:
        self._single(solids.marker(), item, color)

    def _sized(self, body: Solid, item: Any, color: Array) -> None:
        sizes = np.array([self.film.length(size) for size in item["sizes"]])
        axes = _axes(item)
        self.fixed(body, color, item["point"], axes * sizes)

    def add_box(self, item: Any, color: Array) -> None:
        self._sized(solids.box(), item, color)

    def add_cylinder(self, item: Any, color: Array) -> None:
        self._sized(solids.middle_column(), item, color)

    def add_wheel(self, item: Any, color: Array) -> None:
        self._sized(solids.wheel(), item, color)

    def add_cup(self, item: Any, color: Array) -> None:
        self._sized(solids.cup(), item, color)

    def add_support(self, item: Any, color: Array) -> None:
        axes, _ = axes_along(np.array(item["direction"], float))
        size = self.film.length(item["size"])
        self.fixed(solids.support(), color, item["point"], size * axes)

    # ------------------------------------------------------------------ between points

    def add_rod(self, item: Any, color: Array) -> None:
        self.between(solids.column(14), color, item["ends"], self.film.length(item["size"]))

    def add_damper(self, item: Any, color: Array) -> None:
        width = self.film.length(item["size"])
        first = self.film.pose(self.film.times[0])
        a, b = (first.place(*self.place(point)) for point in item["ends"])
        start = float(np.linalg.norm(b - a)) or 0.1 * self.size
        lead, reach = 0.15 * start, 0.6 * start
        dark, body, ends = _darker(color), solids.column(14), item["ends"]
        self.between(body, dark, ends, 0.3 * width, lambda length: (0.0, min(lead, length)))
        self.between(
            body, color, ends, width, lambda length: (min(lead, 0.3 * length), min(reach, length))
        )
        self.between(body, dark, ends, 0.42 * width, lambda length: (min(reach, length), length))

    def add_coil(self, item: Any, color: Array) -> None:
        windings = int(np.clip(item.get("windings", 8), 1, 40))
        width = self.film.length(item["size"])
        u = np.linspace(0.0, 1.0, 14 * windings + 1)
        ramp = 0.6 / windings
        radius = 0.5 * width * _smooth(u / ramp) * _smooth((1.0 - u) / ramp)
        angle = 2.0 * np.pi * windings * u
        around = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
        around = np.vstack([[0.0, 0.0], around, [0.0, 0.0]])
        along = np.concatenate([[0.0], LEAD + (1.0 - 2.0 * LEAD) * u, [1.0]])
        (f, a), (g, b) = (self.place(point) for point in item["ends"])

        def points(pose: Pose) -> Array:
            start = pose.place(f, a)
            axes, length = axes_along(pose.place(g, b) - start)
            found: Array = start + np.column_stack([around, length * along]) @ axes.T
            return found

        stroke = Stroke(points, color, 1.5, 0.11 * width)
        self.parts.strokes.append(stroke)

    def add_line(self, item: Any, color: Array) -> None:
        (f, a), (g, b) = (self.place(point) for point in item["ends"])
        dash = max(0.05 * self.size, 0.004) if item.get("dashed") else 0.0

        def points(pose: Pose) -> Array:
            return np.stack([pose.place(f, a), pose.place(g, b)])

        width = self.film.length(item["size"]) if item["size"] > 0.0 else 0.0
        self.parts.strokes.append(Stroke(points, color, 1.5, width, dash))

    def add_slider(self, item: Any, color: Array) -> None:
        first, second = item["points"]
        size = self.film.length(item["size"])
        axes, _ = axes_along(np.array(item["axis"], float))
        (f, a), (g, b) = self.place(first), self.place(second)
        places = []
        times = self.film.times
        for time in times[:: max(1, len(times) // 500)]:
            pose = self.film.pose(time)
            places.append((pose.place(g, b) - pose.place(f, a)) @ (pose.R[f] @ axes[:, 2]))
        low, high = min(0.0, *places), max(0.0, *places)
        middle = a + 0.5 * (low + high) * axes[:, 2]
        rail = axes * np.array([0.22 * size, 0.22 * size, high - low + 3.0 * size])
        point = [first[0], *(middle * self.film.unit)]
        self.fixed(solids.box(), _darker(color), point, rail)
        self.fixed(
            solids.box(), color, second, axes * np.array([0.8 * size, 0.8 * size, 1.3 * size])
        )

    def add_spiral(self, item: Any, color: Array) -> None:
        frame, local = self.place(item["points"][0])
        size = self.film.length(item["size"])
        axes = _axes(item)
        angles = self.film.array(item["angle"]) if "angle" in item else np.zeros(1)
        share = np.linspace(0.0, 1.0, 90)
        radius = size * (0.12 + 0.88 * share)

        def points(pose: Pose) -> Array:
            wound = float(pose.mixed(angles)) if len(angles) > 1 else float(angles[0])
            turned = share * (6.0 * np.pi + (wound if np.isfinite(wound) else 0.0))
            flat = [radius * np.cos(turned), radius * np.sin(turned), 0.0 * share]
            found: Array = (
                pose.place(frame, local) + np.column_stack(flat) @ (pose.R[frame] @ axes).T
            )
            return found

        self.parts.strokes.append(Stroke(points, color, 1.5, 0.11 * size))

    # ------------------------------------------------------------------ loads and paths

    def _vector(self, item: Any) -> Callable[[Pose], tuple[Array, Array, float]]:
        """Start, axes and length of an arrow."""
        frame, local = self.place(item["point"])
        given = item["vector"]
        values = np.array(given, float) if isinstance(given, list) else self.film.array(given)
        size = self.film.length(item["size"], 0.1)
        per_unit = size / item["largest"] if item["largest"] > 0.0 else 0.0

        def arrow(pose: Pose) -> tuple[Array, Array, float]:
            vector = values if values.ndim == 1 else pose.mixed(values)
            if item.get("local"):
                vector = pose.R[frame] @ vector
            axes, length = axes_along(vector)
            return pose.place(frame, local), axes, per_unit * length

        return arrow

    def add_arrow(self, item: Any, color: Array) -> None:
        arrow, size = self._vector(item), self.film.length(item["size"], 0.1)

        def shaft(pose: Pose) -> tuple[Array, Array] | None:
            start, axes, length = arrow(pose)
            wide = 0.045 * size * min(1.0, 2.0 * length / size + 0.2)
            till = length - min(0.45 * length, 0.22 * size)
            return (start, axes * np.array([wide, wide, till])) if length > 0.0 else None

        def tip(pose: Pose) -> tuple[Array, Array] | None:
            start, axes, length = arrow(pose)
            wide = 0.135 * size * min(1.0, 2.0 * length / size + 0.2)
            head = min(0.45 * length, 0.22 * size)
            if not length > 0.0:
                return None
            return start + (length - head) * axes[:, 2], axes * np.array([wide, wide, head])

        self.parts.add(solids.column(10), color, shaft)
        self.parts.add(solids.column(14, 0.0), color, tip)

    def add_torque(self, item: Any, color: Array) -> None:
        arrow, size = self._vector(item), self.film.length(item["size"], 0.1)
        angle = np.linspace(0.0, 1.45 * np.pi, 40)
        arc = 0.5 * np.column_stack([np.cos(angle), np.sin(angle), 0.0 * angle])
        out = np.array([np.cos(angle[-1]), np.sin(angle[-1]), 0.0])
        ahead = np.array([-out[1], out[0], 0.0])

        def points(pose: Pose) -> Array | None:
            start, axes, length = arrow(pose)
            found: Array = start + length * arc @ axes.T
            return found if length > 0.0 else None

        def tip(pose: Pose) -> tuple[Array, Array] | None:
            start, axes, length = arrow(pose)
            if not length > 0.0:
                return None
            own = axes @ np.column_stack([out, [0.0, 0.0, 1.0], ahead])
            own[:, 1] *= -1.0  # right-handed: out, -axis, ahead
            origin = start + length * axes @ (0.5 * out)
            return origin, own * np.array([0.22, 0.22, 0.28]) * length

        self.parts.strokes.append(Stroke(points, color, 1.5, 0.07 * size))
        self.parts.add(solids.column(14, 0.0), color, tip)

    def add_trace(self, item: Any, color: Array) -> None:
        film = self.film
        points = (film.array(item["points"]) - film.middle) / film.unit
        px = min(20.0, item["width"]) if item.get("width", 0.0) > 0.0 else 2.0
        self.parts.traces.append(Trace(points, film.array(item["times"]), color, px))

    # ------------------------------------------------------------------ shapes

    def add_shape(self, item: Any, color: Array) -> None:
        shape = self.film.form["shapes"][item["shape"]]
        toned = self.parts.tone >= 0 and shape["type"] != "text"
        own = color if toned else np.array(shape.get("color", color), float)
        frame, *local = item["point"]
        point = [frame, *np.add(local, shape.get("at", (0.0, 0.0, 0.0)))]
        draw = getattr(self, f"_shape_{shape['type']}", None)
        if draw is not None:
            draw(shape, point, own)

    def _shape_sphere(self, shape: Any, point: Any, color: Array) -> None:
        frame, local = self.place(point)
        self._ball(frame, local, shape["radius"], color)

    def _shape_box(self, shape: Any, point: Any, color: Array) -> None:
        sizes = [self.film.length(size, 1e-4) for size in shape["sizes"]]
        self.fixed(solids.box(), color, point, np.diag(sizes))

    def _shape_cylinder(self, shape: Any, point: Any, color: Array) -> None:
        axes, length = axes_along(np.array(shape["axis"], float))
        wide = 2.0 * self.film.length(shape["radius"])
        scale = np.array([wide, wide, length / self.film.unit])
        self.fixed(solids.column(28), color, point, axes * scale)

    def _shape_mesh(self, shape: Any, point: Any, color: Array) -> None:
        points = self.film.array(shape["points"]) / self.film.unit
        triangles = self.film.array(shape["triangles"]).reshape(-1, 3)
        if not len(triangles) or triangles.max() >= len(points):
            return
        shades = np.ones(len(triangles))
        if "colors" in shape and self.parts.tone < 0:
            colors = self.film.array(shape["colors"]).reshape(-1, 4)[triangles].mean(axis=1)
            color, shades = np.array([1.0, 1.0, 1.0, colors[:, 3].mean()]), colors[:, :3]
        faces = ((triangles, shades),)
        self.fixed(Solid(points, faces, open=True), color, point, np.eye(3))

    def _shape_lines(self, shape: Any, point: Any, color: Array) -> None:
        frame, local = self.place(point)
        corners = local + self.film.array(shape["points"]).reshape(-1, 3) / self.film.unit
        pieces = corners.reshape(-1, 2, 3) if shape.get("pairs") else [corners]
        for piece in pieces:
            self.parts.strokes.append(Stroke(_following(frame, piece), color, 1.75))

    def _shape_text(self, shape: Any, point: Any, color: Array) -> None:
        frame, local = self.place(point)
        height = self.film.length(shape.get("height", 0.0), 0.05) * shape.get("scale", 1.0)
        right, up = shape.get("offset", (0.0, 0.0))
        offset = LETTER * right * height, up * height
        text, align = str(shape.get("text", "")), str(shape.get("align", "left"))
        self.parts.texts.append(Text(text, frame, local, color, height, align=align, offset=offset))


def _axes(item: Any) -> Array:
    """Axes of an item in columns; without three directions, those of its frame."""
    given = [float(value) for axis in item.get("axes", ()) for value in axis]
    known = len(given) == 9 and np.isfinite(given).all()
    return np.array(given).reshape(3, 3).T if known else np.eye(3)


def _following(frame: int, local: Array) -> Callable[[Pose], Array]:
    """Points that are fixed in a frame."""
    return lambda pose: pose.place(frame, local)


def _smooth(share: Array) -> Array:
    """Smooth step from 0 to 1."""
    x = np.clip(share, 0.0, 1.0)
    found: Array = x * x * (3.0 - 2.0 * x)
    return found
