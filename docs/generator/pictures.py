"""Still pictures of a Solution: its model at several times, drawn from the scene of the player."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from linkwork.results.solution import Solution
from linkwork.view.scene import scene_of

FRAMES = 400
STAGES = 4
"""Number of states drawn on top of each other; the last one is the most opaque."""
WAYS = 12
"""Largest number of bodies whose paths are drawn."""
CROWD = 200
"""Number of items above which only the last state is drawn."""
THICK = {"rod": 3.0, "damper": 2.4}
"""Widths of thick lines [points]."""
FACES = (0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4), (1, 3, 7, 5)
"""Corners of the faces of a box."""
VIEW = np.array([[0.88, -0.36, 0.0], [0.19, 0.42, 0.89]])
"""Rows: directions to the right and upward in pictures of spatial models."""


class Picture:
    """The scene of a Solution with its arrays, which can draw itself."""

    def __init__(self, solution: Solution) -> None:
        scene = scene_of(solution, frames=FRAMES)
        self.form, self.data = scene.form, scene.data
        self.times, self.tracks = self._array("times"), self._array("tracks")
        self.turns = self._array("turns")
        self.view = np.eye(2, 3) if self.form["planar"] else VIEW

    def _array(self, name: str) -> np.ndarray:
        return self.array(self.form[name])

    def array(self, reference: dict[str, Any]) -> np.ndarray:
        """The array to which a reference points."""
        shape = tuple(reference["shape"])
        count = int(np.prod(shape))
        found = np.frombuffer(self.data, f"<{reference['type']}", count, reference["at"])
        return found.reshape(shape).astype(float)

    @property
    def moves(self) -> bool:
        """Whether any motion is visible."""
        return any(np.ptp(track, axis=0).max() > 0 for track in self.tracks) or len(self.turns) > 0

    # ------------------------------------------------------------------ places

    def place(self, point: Any, frame: int) -> np.ndarray:
        """Position of a scene point in the plane of the picture."""
        return self.view @ self.position(point, frame)

    def position(self, point: Any, frame: int) -> np.ndarray:
        """Position of a scene point in space [m]."""
        number, local = int(point[0]), np.array(point[1:], float)
        if number < 0:
            return local
        given = self.form["frames"][number]
        origin = np.array(given["at"], float)
        if given["track"] >= 0:
            origin = origin + self.tracks[given["track"], frame]
        if given["turn"] >= 0:
            local = _rotated(self.turns[given["turn"], frame], local)
        return origin + local

    def _nearness(self, point: Any, frame: int) -> float:
        """How near a point is to the viewer of a spatial model, in [-1, 1]."""
        if self.form["planar"]:
            return 0.0
        away = self.position(point, frame) - np.mean(self.form["bounds"], axis=0)
        return float(np.clip(away @ np.cross(*self.view) / self.form["size"], -1.0, 1.0))

    # ------------------------------------------------------------------ drawing

    def draw(self, path: Path) -> None:
        """Write the picture to a file."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(4.8, 3.6), layout="constrained")
        ax = figure.add_subplot()
        items = self.form["items"]
        self._paths(ax, items)
        last = len(self.times) - 1
        stages = [last] if len(items) > CROWD else _spread(last)
        for k, frame in enumerate(stages):
            strength = 1.0 if frame == last else 0.18 + 0.14 * k
            for item in items:
                self._item(ax, item, frame, strength)
        ax.set_aspect("equal", adjustable="datalim")
        ax.margins(0.1)
        ax.tick_params(labelsize=7, colors="#868e96", length=2)
        for side in ax.spines.values():
            side.set_color("#dee2e6")
        if self.form["planar"]:
            ax.grid(color="#f1f3f5", lw=0.8)
            ax.set_axisbelow(True)
        else:
            ax.set_xticks([])
            ax.set_yticks([])
        figure.savefig(path, dpi=170)

    def _paths(self, ax: Any, items: list[dict[str, Any]]) -> None:
        """Draw the paths of moving bodies and the traces of sensors."""
        drawn: set[tuple[float, ...]] = set()
        bodies = {tuple(i["point"]) for i in items if i["family"] == "body" and "point" in i}
        for item in items:
            if item["kind"] == "trace":
                line = self.array(item["points"]) @ self.view.T
                ax.plot(*line.T, color=item["color"][:3], lw=1.0, alpha=0.6, zorder=1)
            elif item["family"] == "body" and "point" in item and len(bodies) <= WAYS:
                key = tuple(item["point"])
                if key[0] < 0 or key in drawn:
                    continue
                drawn.add(key)
                way = [self.place(item["point"], k) for k in range(len(self.times))]
                ax.plot(*np.array(way).T, color="#adb5bd", lw=0.8, zorder=0)

    def _item(self, ax: Any, item: dict[str, Any], frame: int, strength: float) -> None:
        kind, color = item["kind"], item.get("color", [0.4, 0.4, 0.4, 1.0])
        style = dict(color=color[:3], alpha=strength * color[3])
        if kind in ("coil", "damper", "rod", "line"):
            ends = [self.place(end, frame) for end in item["ends"]]
            length = float(np.hypot(*(ends[1] - ends[0])))
            wide = min(max(0.5 * item["size"], 0.025 * self.form["size"]), 0.15 * length)
            zigzag = kind == "coil" and len(self.form["items"]) <= CROWD
            line = _zigzag(*ends, wide) if zigzag else np.array(ends)
            width = 0.7 if len(self.form["items"]) > CROWD else THICK.get(kind, 1.3)
            dash = "--" if item.get("dashed") else "-"
            order = 4.5 if kind == "coil" else 2  # springs end inside of large bodies
            ax.plot(*line.T, dash, lw=width, zorder=order, solid_joinstyle="round", **style)
        elif kind in ("sphere", "disc"):
            self._circle(ax, item, frame, style)
        elif kind in ("box", "cylinder", "wheel", "cup"):
            local = _corners(item["sizes"]) if kind == "box" else _rims(item["sizes"])
            local = local @ np.array(item.get("axes", np.eye(3)))
            self._hull(ax, item["point"], local, frame, style)
        elif kind == "shape":
            self._shape(ax, item, frame, strength)
        elif kind == "pin":
            x, y = self.place(item["point"], frame)
            ax.plot(x, y, "o", ms=5, mfc="white", mew=1.4, zorder=5, mec=color[:3], alpha=strength)
        elif kind == "support" and strength == 1.0:
            x, y = self.place(item["point"], frame)
            ax.plot(x, y, "^", ms=9, zorder=2, **style)

    def _circle(self, ax: Any, item: dict[str, Any], frame: int, style: dict[str, Any]) -> None:
        from matplotlib.patches import Circle

        center, radius = self.place(item["point"], frame), item["size"]
        if len(self.form["items"]) > CROWD:
            radius *= 0.3
        order = 4 if self.form["planar"] else 3 + 0.5 * self._nearness(item["point"], frame)
        ax.add_patch(Circle(center, radius, zorder=order, lw=0, **style))
        if item["kind"] == "disc":
            frame_of, *local = item["point"]
            mark = self.place([frame_of, local[0] + radius, *local[1:]], frame)
            ax.plot(*np.array([center, mark]).T, color="white", lw=1.2, zorder=4)
        ax.update_datalim([center - radius, center + radius])

    def _shape(self, ax: Any, item: dict[str, Any], frame: int, strength: float) -> None:
        shape = self.form["shapes"][item["shape"]]
        points = _outline(self, shape)
        color = shape.get("color", item["color"])
        style = dict(color=color[:3], alpha=strength * color[3])
        if shape["type"] == "sphere":
            frame_of, *local = item["point"]
            ball = {"point": [frame_of, *(local + np.array(shape["at"]))], "size": shape["radius"]}
            self._circle(ax, {"kind": "sphere", **ball}, frame, style)
        elif shape["type"] == "lines":
            frame_of, *local = item["point"]
            line = [self.place([frame_of, *(local + p)], frame) for p in points]
            ax.plot(*np.array(line).T, lw=1.2, zorder=3, **style)
        elif len(points):
            self._hull(ax, item["point"], points, frame, style)

    def _hull(
        self, ax: Any, point: Any, local: np.ndarray, frame: int, style: dict[str, Any]
    ) -> None:
        """Fill the convex hull of points around a point of the scene."""
        from matplotlib.patches import Polygon
        from scipy.spatial import ConvexHull, QhullError

        frame_of, *origin = point
        if len(local) == 8 and not self.form["planar"]:
            self._facets(ax, point, local, frame, style)
            return
        seen = np.array([self.place([frame_of, *(origin + p)], frame) for p in local])
        try:
            corners = seen[ConvexHull(seen).vertices]
        except QhullError:  # all on a line
            corners = seen
        order = 3 + 0.5 * self._nearness(point, frame)
        ax.add_patch(Polygon(corners, zorder=order, lw=0.7, ec="white", fc=style["color"],
                             alpha=style["alpha"]))  # fmt: skip
        ax.update_datalim(corners)

    def _facets(
        self, ax: Any, point: Any, local: np.ndarray, frame: int, style: dict[str, Any]
    ) -> None:
        """Draw the faces of a box that the viewer sees; the corners are those of `_corners`."""
        from matplotlib.patches import Polygon

        frame_of, *origin = point
        corners = np.array([self.position([frame_of, *(origin + p)], frame) for p in local])
        middle, viewer = corners.mean(axis=0), np.cross(*self.view)
        order = 3 + 0.5 * self._nearness([-1, *middle], frame)
        for face in FACES:
            outward = corners[list(face)].mean(axis=0) - middle
            toward = float(outward @ viewer / max(np.linalg.norm(outward), 1e-300))
            if toward <= 0.0:
                continue
            shade = 0.72 + 0.28 * toward
            seen = corners[list(face)] @ self.view.T
            ax.add_patch(Polygon(seen, zorder=order, lw=0.5, ec="white", alpha=style["alpha"],
                                 fc=[shade * part for part in style["color"]]))  # fmt: skip
            ax.update_datalim(seen)


def _spread(last: int) -> list[int]:
    """Frames of the drawn states, in order."""
    return sorted({round(k * last / (STAGES - 1)) for k in range(STAGES)})


def _rotated(quaternion: np.ndarray, vector: np.ndarray) -> np.ndarray:
    axis, w = quaternion[:3], quaternion[3]
    across = 2.0 * np.cross(axis, vector)
    return np.asarray(vector + w * across + np.cross(axis, across))


def _zigzag(start: np.ndarray, end: np.ndarray, width: float, windings: int = 8) -> np.ndarray:
    """Zigzag line of a spring between two points of the picture."""
    along = end - start
    length = float(np.hypot(*along))
    if length == 0.0:
        return np.array([start, end])
    across = np.array([-along[1], along[0]]) / length * width
    places = np.linspace(0.12, 0.88, 2 * windings)
    teeth = [start + s * along + (-1) ** k * across for k, s in enumerate(places)]
    return np.array([start, start + 0.1 * along, *teeth, start + 0.9 * along, end])


def _corners(sizes: Any) -> np.ndarray:
    return np.array(np.meshgrid(*([-0.5, 0.5],) * 3)).reshape(3, -1).T * np.array(sizes)


def _rims(sizes: Any) -> np.ndarray:
    turn = np.linspace(0.0, 2.0 * np.pi, 40, endpoint=False)
    rim = 0.5 * np.column_stack([np.cos(turn), np.sin(turn), np.ones_like(turn)])
    return np.vstack([rim, rim * [1.0, 1.0, -1.0]]) * np.array(sizes)


def _outline(picture: Picture, shape: dict[str, Any]) -> np.ndarray:
    """Points whose convex hull is the outline of a shape."""
    at, kind = np.array(shape.get("at", [0, 0, 0]), float), shape["type"]
    turn = np.linspace(0.0, 2.0 * np.pi, 40, endpoint=False)
    if kind == "sphere":
        ring = np.column_stack([np.cos(turn), np.sin(turn), 0 * turn]) * shape["radius"]
        return at + np.vstack([ring, ring[:, [0, 2, 1]], ring[:, [2, 0, 1]]])
    if kind == "box":
        return at + _corners(shape["sizes"])
    if kind == "cylinder":
        axis = np.array(shape["axis"], float)
        other = np.eye(3)[int(np.argmin(np.abs(axis)))]
        u = np.cross(axis, other) / np.linalg.norm(np.cross(axis, other))
        v = np.cross(axis, u) / np.linalg.norm(axis)
        ring = shape["radius"] * (np.outer(np.cos(turn), u) + np.outer(np.sin(turn), v))
        return at + np.vstack([ring, ring + axis])
    if "points" in shape:
        return at + picture.array(shape["points"])
    return np.zeros((0, 3))
