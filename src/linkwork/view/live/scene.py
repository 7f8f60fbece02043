"""The scene of a live view: equal shapes are one batch of meshes, moved together in a frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.declare.indices import ItemIndex
from linkwork.graphics.meshes import axes_of
from linkwork.graphics.shapes import Shape
from linkwork.view.live.follow import Follower, Places, along, places_of
from linkwork.view.live.meshes import GAMMA, SINGLE, Mesh, arrow, ball, coil, column, cube
from linkwork.view.live.paths import Paths, lines_of
from linkwork.view.scene.motion import quaternions
from linkwork.view.scene.writer import SceneWriter

GRIDS = {
    "light": ((190, 197, 208), (150, 159, 174)),
    "dark": ((44, 50, 60), (70, 78, 92)),
}
"""Theme -> colors of the fine and the strong lines of the grid."""

Frames = tuple[np.ndarray, np.ndarray]


def product(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Products of quaternions w x y z, row by row."""
    w, v = first[:, :1], first[:, 1:]
    s, u = second[:, :1], second[:, 1:]
    scalar = w * s - (v * u).sum(axis=1, keepdims=True)
    return np.hstack([scalar, w * u + s * v + np.cross(v, u)])


class LiveScene:
    """A model in a viser server; `show` moves it to a state.

    bounds -- of all states that were shown
    planar -- whether the model lies in the plane
    up -- axis that points up: "y" for models in the plane
    axes, grid, paths -- axes of bodies, grid and paths, which can be hidden
    """

    def __init__(
        self,
        server: Any,
        writer: SceneWriter,
        chosen: tuple[ItemIndex, ...] | None = None,
        theme: str = "light",
    ) -> None:
        self.server, self.theme = server, theme
        self._moves: list[Callable[[Frames], None]] = []
        self.planar = bool(writer.scene().form["planar"])
        lines = lines_of(writer, chosen)
        self.follower = Follower(writer.motion)
        self.bounds, self.up = writer.bounds, "y" if self.planar else "z"
        self._places, self._radii = places_of(writer.items)
        groups: dict[Any, list[dict[str, Any]]] = {}
        for item in writer.items:
            if item["kind"] == "shape":
                self._add_shape(item, writer, len(self._moves))
                continue
            groups.setdefault((item["kind"], item.get("windings", 0)), []).append(item)
        for (kind, windings), items in groups.items():
            self._add_group(kind, windings, items)
        self.paths = Paths(server, lines)
        self._add_space()
        self._add_axes([k for k, frame in enumerate(writer.motion.frames) if frame["turn"] >= 0])

    def show(self, q: np.ndarray) -> None:
        """Move everything to the ODE2 coordinates q."""
        frames = self.follower.frames(q)
        self.bounds.reach(self._places.positions(frames), self._radii)
        self._pass(frames)
        with self.server.atomic():
            for move in self._moves:
                move(frames)
            self.paths.show()

    def pass_by(self, q: np.ndarray) -> None:
        """Lead the paths through coordinates that are not shown themselves."""
        self._pass(self.follower.frames(q))

    def _pass(self, frames: Frames) -> None:
        if self.paths.handle is not None:
            ends = self.paths.add(frames)
            self.bounds.reach(ends, np.zeros(len(ends)))

    def dress(self, theme: str) -> None:
        """Colors of a theme."""
        self.theme = theme
        self.grid.cell_color, self.grid.section_color = GRIDS[theme]

    def set_up(self, up: str) -> None:
        """Let "y" or "z" point up; the grid lies below, behind models in the plane."""
        visible, self.up = self.grid.visible, up
        self._add_space()
        self.grid.visible = visible

    def _add_space(self) -> None:
        """The grid under the scene (behind it, in the plane), and the axes of space."""
        low, high = (np.array(corner) for corner in self.bounds.corners())
        size, middle = self.bounds.size, 0.5 * (low + high)
        step = round_step(0.08 * size)
        middle = step * 5.0 * np.round(middle / (5.0 * step))  # lines at round coordinates
        behind = self.planar and self.up == "y"
        below = 2 if behind else "xyz".index(self.up)
        middle[below] = low[below] - (0.05 if behind else 0.015) * size
        reach = 5.0 * step * np.ceil(4.0 * size / (5.0 * step))
        self.grid = self.server.scene.add_grid(
            "/grid", reach, reach, plane="xy" if below == 2 else "xz",
            cell_size=step, section_size=5.0 * step,
            cell_color=GRIDS[self.theme][0], section_color=GRIDS[self.theme][1],
            position=tuple(middle), fade_distance=6.0 * size, shadow_opacity=0.0,
        )  # fmt: skip
        at = np.zeros(3) if ((low <= 0.0) & (high >= 0.0)).all() else low
        self.server.scene.add_frame(
            "/space", axes_length=0.1 * size, axes_radius=0.002 * size, position=tuple(at)
        )

    def _add_axes(self, turning: list[int]) -> None:
        """Axes of all frames that turn; they are hidden until `axes` is made visible."""
        count, length = len(turning), 0.07 * self.bounds.size
        self.axes = self.server.scene.add_batched_axes(
            "/axes", np.tile([1.0, 0.0, 0.0, 0.0], (count, 1)), np.zeros((count, 3)),
            axes_length=length, axes_radius=0.03 * length, visible=False,
        )  # fmt: skip

        def move(frames: Frames) -> None:
            self.axes.batched_positions = frames[0][turning]
            self.axes.batched_wxyzs = frames[1][turning]

        if turning:
            self._moves.append(move)

    # ------------------------------------------------------------------ batches

    def _add_group(self, kind: str, windings: int, items: list[dict[str, Any]]) -> None:
        if kind in SINGLE:
            self._add_points(kind, items)
        elif kind in ("coil", "rod", "damper", "line"):
            self._add_spans(kind, coil(windings) if kind == "coil" else column(), items)
        elif kind in ("arrow", "torque"):
            self._add_arrows(kind, [item for item in items if isinstance(item["vector"], list)])

    def _batch(self, name: str, mesh: Mesh, items: list[dict[str, Any]], scales: Any) -> Any:
        colors = np.array([item["color"][:3] for item in items])
        count = len(items)
        return self.server.scene.add_batched_meshes_simple(
            f"/{name}", *mesh,
            batched_wxyzs=np.tile([1.0, 0.0, 0.0, 0.0], (count, 1)),
            batched_positions=np.zeros((count, 3)),
            batched_scales=np.asarray(scales, np.float32),
            batched_colors=np.round(255.0 * colors**GAMMA).astype(np.uint8),
            flat_shading=SINGLE.get(name) is cube,
        )  # fmt: skip

    def _add_points(self, kind: str, items: list[dict[str, Any]]) -> None:
        mesh = SINGLE[kind]()
        if "sizes" in items[0]:
            scales = [item["sizes"] for item in items]
        else:
            scales = [[item["size"]] * 3 for item in items]
        handle = self._batch(kind, mesh, items, scales)
        places = Places([item.get("point") or item["points"][0] for item in items])
        axes = [np.array(item.get("axes", np.eye(3))).T for item in items]
        own = quaternions(np.array(axes))[:, [3, 0, 1, 2]]

        def move(frames: Frames) -> None:
            handle.batched_positions = places.positions(frames)
            handle.batched_wxyzs = product(frames[1][places.frame], own)

        self._moves.append(move)

    def _add_spans(self, kind: str, mesh: Mesh, items: list[dict[str, Any]]) -> None:
        width = np.array([item["size"] for item in items])
        handle = self._batch(kind, mesh, items, np.ones((len(items), 3)))
        first, second = (Places([item["ends"][k] for item in items]) for k in (0, 1))

        def move(frames: Frames) -> None:
            start = first.positions(frames)
            span = second.positions(frames) - start
            length = np.linalg.norm(span, axis=1)
            handle.batched_positions = start
            handle.batched_wxyzs = along(span)
            handle.batched_scales = np.column_stack([width, width, length])

        self._moves.append(move)

    def _add_arrows(self, kind: str, items: list[dict[str, Any]]) -> None:
        if not items:
            return
        vectors = np.array([item["vector"] for item in items])
        lengths = np.linalg.norm(vectors, axis=1)
        scales = lengths * [item["size"] / item["largest"] for item in items]
        handle = self._batch(kind, arrow(), items, np.repeat(scales[:, None], 3, axis=1))
        handle.batched_wxyzs = along(vectors)
        places = Places([item["point"] for item in items])

        def move(frames: Frames) -> None:
            handle.batched_positions = places.positions(frames)

        self._moves.append(move)

    def _add_shape(self, item: dict[str, Any], writer: SceneWriter, number: int) -> None:
        shape = writer.drawn_shapes[item["shape"]]
        color = shape.color or item["color"]
        name, rgb = f"/shape{number}", np.round(255.0 * np.array(color[:3])).astype(np.uint8)
        if shape.type == "text":
            handle = self.server.scene.add_label(name, shape.values["text"])
        elif shape.type == "lines":
            points = segments_of(shape)
            rgb = np.round(255.0 * np.array(color[:3]) ** GAMMA).astype(np.uint8)
            handle = self.server.scene.add_line_segments(
                name, points, np.broadcast_to(rgb, points.shape), thickness=2.0,
                thickness_units="screen",
            )  # fmt: skip
        else:
            opacity = None if color[3] >= 1.0 else color[3]
            handle = self.server.scene.add_mesh_simple(
                name, *mesh_of(shape), color=rgb, opacity=opacity, side="double"
            )
        frame, *local = item["point"]
        shift = shape.at if shape.type in ("text", "lines") else [0.0] * 3
        places = Places([(frame, *np.add(local, shift).tolist())])

        def move(frames: Frames) -> None:
            handle.position = places.positions(frames)[0]
            handle.wxyz = frames[1][places.frame[0]]

        self._moves.append(move)


def round_step(least: float) -> float:
    """Smallest of 1, 2, 5 times a power of ten that is not below a length."""
    base = 10.0 ** np.floor(np.log10(least))
    steps = (factor * base for factor in (1.0, 2.0, 5.0, 10.0))
    return float(next(step for step in steps if step >= least * (1.0 - 1.0e-9)))


def segments_of(shape: Shape) -> np.ndarray:
    """Ends of the straight parts of lines, (n, 2, 3)."""
    points = shape.values["points"]
    if shape.values["pairs"]:
        return np.asarray(points.reshape(-1, 2, 3))
    return np.stack([points[:-1], points[1:]], axis=1)


def mesh_of(shape: Shape) -> Mesh:
    """Triangles of a solid shape in the axes of its body."""
    at, values = np.array(shape.at, np.float32), shape.values
    if shape.type == "mesh":
        return values["points"] + at, values["triangles"]
    if shape.type == "sphere":
        points, faces = ball()
        return points * np.float32(values["radius"]) + at, faces
    if shape.type == "box":
        points, faces = cube()
        return points * np.array(values["sizes"], np.float32) + at, faces
    points, faces = column()
    axis = np.array(values["axis"])
    wide = 2.0 * values["radius"]
    points = points * np.array([wide, wide, np.linalg.norm(axis)], np.float32)
    return (points @ axes_of(axis).T.astype(np.float32)) + at, faces
