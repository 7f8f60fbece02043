"""Drawing of a planar model at one time: matplotlib artists that follow the bodies."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.planar.bodies import RigidBody
from linkwork.planar.files import body_name
from linkwork.planar.pictures import drawing
from linkwork.planar.pictures.drawing import Points
from linkwork.planar.rotational_spring import RotationalSpringDamper
from linkwork.planar.springs import SpringDamper, attachment

COLORS = (
    "#4c78a8", "#f58518", "#54a24b", "#e45756", "#72b7b2", "#b279a2", "#eeca3b", "#9d755d",
)  # fmt: skip
INK, PALE = "#333333", "#9a9a9a"
PIXELS_PER_INCH = 100
LARGEST, SMALLEST = (6.0, 5.2), 1.6  # width and height of the axes, in inches, as all below
MARGINS = 0.7, 0.2, 0.4, 0.6  # left, right, top, bottom
LEGEND_ROW, COLUMNS = 0.25, 5
COIL, SUPPORT = 0.03, 0.025  # spring width and support height, relative to the size of the view


class Scene:
    """A figure with all bodies and springs; `show` moves them to a pose.

    motion -- poses of the whole run, of shape (n, N, 3) [m, rad]
    least -- smallest radius that is drawn [m]
    xlim, ylim -- limits of the view [m]
    shown -- indices of the bodies to draw; a spring is drawn if all its bodies are
    concise -- no axes, legend, paths and guides
    """

    def __init__(
        self,
        bodies: list[RigidBody],
        springs: list[SpringDamper],
        motion: Points,
        least: float,
        colors: list[Any],
        shown: list[int],
        xlim: tuple[float, float],
        ylim: tuple[float, float],
        concise: bool,
    ) -> None:
        self.bodies, self.springs, self.shown, self.concise = bodies, springs, shown, concise
        self.motion, self.least = motion, least
        self._joined = [_joined(spring, bodies) for spring in springs]
        self.size = max(xlim[1] - xlim[0], ylim[1] - ylim[0])
        self._background: Any = None
        self._make_figure(xlim, ylim)
        self.outlines: dict[int, Any] = {}
        self._frames: dict[int, Any] = {}
        self._paths: dict[int, Any] = {}
        self.lines: dict[int, Any] = {}
        self.ends: dict[int, Any] = {}
        for index in shown:
            self._add_body(index, colors[index])
        for number in range(len(springs)):
            self._add_spring(number)
        if self._labels():
            self.figure.legend(
                [self.outlines[index] for index in shown], self._labels(),
                loc="lower center", ncols=COLUMNS, frameon=False, fontsize=9,
                borderaxespad=0.2, columnspacing=1.4, handlelength=1.6,
            )  # fmt: skip

    def show(self, title: str, pose: Points, path: Points | None = None) -> None:
        """Move everything to poses of shape (N, 3); path -- poses so far, of shape (n, N, 3)."""
        for index, frame in self._frames.items():
            x, y, theta = pose[index]
            frame.clear().rotate(theta).translate(x, y)
            if path is not None and index in self._paths:
                self._paths[index].set_data(path[:, index, 0], path[:, index, 1])
        for number, line in self.lines.items():
            points = self._spring_points(number, pose)
            line.set_data(points[:, 0], points[:, 1])
            ends = self._end_points(number, pose)
            self.ends[number].set_data(ends[:, 0], ends[:, 1])
        self.axes.set_title(title, fontsize=11, color=INK)

    def picture(self) -> NDArray[np.uint8]:
        """The pixels of the current figure, of shape (height, width, 3).

        Axes, grid and legend are drawn only once, since texts would take most of the time.
        """
        axes = self.axes
        moving = sorted(
            [*axes.patches, *axes.lines, *axes.collections, axes.title],
            key=lambda artist: artist.get_zorder(),
        )
        if self._background is None:
            for artist in moving:
                artist.set_animated(True)
            self.canvas.draw()
            self._background = self.canvas.copy_from_bbox(self.figure.bbox)
            for artist in moving:
                artist.set_animated(False)
        self.canvas.restore_region(self._background)
        for artist in moving:
            axes.draw_artist(artist)
        return np.array(self.canvas.buffer_rgba())[:, :, :3]

    # ------------------------------------------------------------------ making

    def _make_figure(self, xlim: tuple[float, float], ylim: tuple[float, float]) -> None:
        # The figure has its own canvas, so no window or other backend is involved.
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        left, right, top, bottom = (0.1, 0.1, 0.4, 0.1) if self.concise else MARGINS
        bottom += LEGEND_ROW * math.ceil(len(self._labels()) / COLUMNS)
        spans = xlim[1] - xlim[0], ylim[1] - ylim[0]
        scale = min(LARGEST[0] / spans[0], LARGEST[1] / spans[1])
        inner = [max(scale * span, SMALLEST) for span in spans]
        # Movies need even numbers of pixels.
        width, height = (
            2 * math.ceil(0.5 * PIXELS_PER_INCH * side) / PIXELS_PER_INCH
            for side in (left + inner[0] + right, bottom + inner[1] + top)
        )
        self.figure = Figure(figsize=(width, height), dpi=PIXELS_PER_INCH)
        self.canvas: Any = FigureCanvasAgg(self.figure)
        self.axes = self.figure.add_axes(
            (left / width, bottom / height, inner[0] / width, inner[1] / height)
        )
        self.axes.set(xlim=xlim, ylim=ylim, aspect="equal")
        if self.concise:
            self.axes.set_axis_off()
            return
        self.axes.set_xlabel("x [m]", color=INK)
        self.axes.set_ylabel("y [m]", color=INK)
        self.axes.tick_params(color=PALE, labelcolor=INK, labelsize=9)
        self.axes.grid(color="#e6e6e6", linewidth=0.6)
        self.axes.set_axisbelow(True)
        for spine in self.axes.spines.values():
            spine.set_color("#cccccc")

    def _add_body(self, index: int, color: Any) -> None:
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path
        from matplotlib.transforms import Affine2D

        body = self.bodies[index]
        closed, marks = drawing.outlines(body, self.least)
        self._frames[index] = frame = Affine2D()
        follow = frame + self.axes.transData
        plain = not drawing.has_shape(body)
        outline = PathPatch(
            Path.make_compound_path(*(Path(points, closed=True) for points in closed)),
            facecolor=(color, 0.35 if plain else 0.75), edgecolor=INK, linewidth=1.2,
            linestyle="--" if plain else "-", zorder=3, transform=follow,
        )  # fmt: skip
        self.outlines[index] = self.axes.add_patch(outline)
        strokes = Path.make_compound_path(*(Path(points) for points in marks))
        self.axes.add_patch(
            PathPatch(strokes, fill=False, edgecolor=INK, linewidth=1.2, zorder=4, transform=follow)
        )
        held = body.dof_constraint
        # A square center mark shows a held angle.
        self.axes.plot(
            [0.0], [0.0], "s" if held[2] else "o", markersize=5, markerfacecolor="white",
            markeredgecolor=INK, zorder=5, transform=follow,
        )  # fmt: skip
        if self.concise:
            return
        (self._paths[index],) = self.axes.plot(
            [], [], color=color, linewidth=1, alpha=0.5, zorder=1
        )
        self._add_guide(index, held)

    def _add_guide(self, index: int, held: tuple[bool, ...]) -> None:
        """A dash-dotted line along which a body moves; a support if it cannot move."""
        x, y = self.motion[0, index, :2]
        still = [held[k] and np.ptp(self.motion[:, index, k]) == 0.0 for k in range(2)]
        if still[0] and still[1]:
            self._add_support(np.array([x, y]), np.zeros(2), zorder=4.2)
        elif still[0]:
            self.axes.axvline(x, color=PALE, linewidth=0.9, linestyle="-.", zorder=1)
        elif still[1]:
            self.axes.axhline(y, color=PALE, linewidth=0.9, linestyle="-.", zorder=1)

    def _add_spring(self, number: int) -> None:
        joined = self._joined[number]
        if any(body is not None and body not in self.shown for body in joined):
            return
        flat = self._is_flat(number)
        (self.lines[number],) = self.axes.plot(
            [], [], color=INK, linewidth=1.2, solid_joinstyle="round", zorder=4 if flat else 2.5
        )
        (self.ends[number],) = self.axes.plot(
            [], [], color=INK, linestyle=":" if flat else "none", linewidth=1.2,
            marker="" if flat else "o", markersize=3.5, zorder=2 if flat else 4.5,
        )  # fmt: skip
        if flat:
            return
        first, second = self._end_points(number, self.motion[0])
        for body, point, other in zip(joined, (first, second), (second, first), strict=True):
            if body is None:
                self._add_support(point, point - other)

    def _add_support(self, point: Points, away: Points, zorder: float = 2.0) -> None:
        from matplotlib.collections import LineCollection

        lines = drawing.support(point, SUPPORT * self.size, away)
        self.axes.add_collection(
            LineCollection(lines, colors=INK, linewidths=1.0, zorder=zorder, capstyle="round"),
            autolim=False,
        )

    def _labels(self) -> list[str]:
        """Names of the bodies for a legend; none if no body has a name or an ID."""
        if self.concise:
            return []
        bodies = [self.bodies[index] for index in self.shown]
        if not any(body.name or body.ID is not None for body in bodies):
            return []
        return [body_name(body, index) for body, index in zip(bodies, self.shown, strict=True)]

    # ------------------------------------------------------------------ springs

    def _is_flat(self, number: int) -> bool:
        """Whether a spring acts on angles alone."""
        return isinstance(self.springs[number], RotationalSpringDamper)

    def _end_points(self, number: int, pose: Points) -> Points:
        """Both ends of a spring; for a rotational one, the centers of its bodies."""
        poses = [None if body is None else pose[body] for body in self._joined[number]]
        if self._is_flat(number):
            return np.array([at[:2] for at in poses if at is not None]).reshape(-1, 2)
        places = [place for _, place in self.springs[number].ends()]
        return np.array([attachment(*end) for end in zip(poses, places, strict=True)])

    def _windings(self, number: int) -> int:
        """Number of windings of a coil; fixed from the start, so stretching shows."""
        first, second = self._end_points(number, self.motion[0])
        length = math.hypot(*(second - first))
        return min(max(round(length / (0.8 * COIL * self.size)), 5), 30)

    def _spring_points(self, number: int, pose: Points) -> Points:
        """A coil between the ends; a spiral around the child whose end rotates with the parent."""
        if not self._is_flat(number):
            first, second = self._end_points(number, pose)
            return drawing.coil(first, second, COIL * self.size, self._windings(number))
        parent, child = self._joined[number]
        hub, outer = (parent, child) if child is None else (child, parent)
        assert hub is not None
        radius = min(0.6 * drawing.reach(self.bodies[hub], self.least), 3.0 * COIL * self.size)
        turn = 0.0 if outer is None else pose[outer, 2]
        return drawing.spiral(pose[hub, :2], pose[hub, 2], turn, radius)


def _joined(spring: SpringDamper, bodies: list[RigidBody]) -> list[int | None]:
    """Indices of the bodies that a spring connects; None is the ground."""
    places = {id(body): index for index, body in enumerate(bodies)}
    return [None if body is None else places[id(body)] for body, _ in spring.ends()]
