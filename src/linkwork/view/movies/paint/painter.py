"""Pictures of a scene without a browser: Matplotlib draws what is behind and the texts."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from linkwork.view.movies.encoder import Picture
from linkwork.view.movies.look import Look
from linkwork.view.movies.paint.backdrop import draw_backdrop, ground_level, theme_of
from linkwork.view.movies.paint.camera import NEAR, Camera
from linkwork.view.movies.paint.film import Film, Pose
from linkwork.view.movies.paint.kinds import parts_of
from linkwork.view.movies.paint.lines import dashes, ribbons, segments
from linkwork.view.movies.paint.parts import Parts, is_due
from linkwork.view.movies.paint.raster import Raster
from linkwork.view.movies.paint.solids import Solid
from linkwork.view.movies.paint.tones import Legend, Tones
from linkwork.view.plots.canvas import library, plain
from linkwork.view.scene.writer import Scene

Array = np.ndarray

DPI = 100.0

FONT: dict[str, Any] = {"text.usetex": False, "font.family": "sans-serif"}

SMALL = 11.0
"""Height of the numbers of items [px]."""

SHADED = 800
"""Number of items up to which they cast shadows."""

FALL = {"z": (0.28, 0.2, -1.0), "y": (0.28, -1.0, -0.25)}
"""Direction in which shadows fall, by the axis that points up."""

LAMP = np.array([-0.5, 0.9, 1.1]) / np.linalg.norm([-0.5, 0.9, 1.1])
"""Direction to the lamp over the viewer's shoulder: right, up, front."""


class MatplotlibRenderer:
    """Draws the scene as the player does, without a browser."""

    def __init__(self, scene: Scene, look: Look) -> None:
        library()
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.colors import to_rgb
        from matplotlib.figure import Figure

        self.film, self.look = Film(scene), look
        self.tones = Tones(self.film) if self.film.form.get("contour") else None
        self._toned = np.zeros((0, 3))
        self.px = max(13, round(look.size[1] / 45))
        has_bar = self.tones is not None and self.tones.has_bar
        self.camera = Camera(self.film, look, 7.5 * self.px if has_bar else 0.0)
        self.parts: Parts = parts_of(self.film)
        self.theme = theme_of(self.film, look.theme)
        if look.plain:
            self.theme["stage"] = (self.theme["backdrop"],) * 2
        self.backdrop = np.array(to_rgb(self.theme["backdrop"]))
        self.casts = not self.camera.flat and len(self.film.form["items"]) <= SHADED
        width, height = look.size
        with library().rc_context(FONT):
            self.figure = Figure(figsize=(width / DPI, height / DPI), dpi=DPI)
            make: Any = FigureCanvasAgg
            self.canvas = make(self.figure)
            self.axes = self.figure.add_axes((0.0, 0.0, 1.0, 1.0))
            self.axes.set_axis_off()
            draw_backdrop(self.axes, self.film, self.camera, self.theme)
            self.axes.set(xlim=(0, width), ylim=(height, 0))
            self.canvas.draw()
            self.pixels = np.asarray(self.canvas.buffer_rgba())
            self.raster = Raster(self.pixels[:, :, :3].copy(), self.theme["shadow"])
            self._make_texts()
            self._shorten_title()
        self.legend = None
        if self.tones is not None and self.tones.has_bar:
            self.legend = Legend(self.axes, self.tones, self.theme, look.size, self.px, DPI)

    def __enter__(self) -> MatplotlibRenderer:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def png(self, time: float) -> bytes:
        """The picture at a time as a PNG file."""
        from matplotlib.image import imsave

        content = io.BytesIO()
        imsave(content, self.picture(time), format="png")
        return content.getvalue()

    def pictures(self, times: Array) -> Iterator[Picture]:
        """The pictures at some times, of shape (height, width, 3)."""
        return (self.picture(time) for time in times)

    def picture(self, time: float) -> Picture:
        """The picture at a time [s]."""
        pose = self.film.pose(float(time))
        if self.tones is not None:
            self._toned = self.tones.at(pose)
        self.raster.clear()
        for body, members in self.parts.bodies.values():
            self._draw_solids(body, members, pose)
        self._draw_balls(pose)
        self._draw_strokes(pose)
        self._draw_traces(float(time))
        self.pixels[:, :, :3] = self.raster.picture()
        with library().rc_context(FONT):
            self._draw_texts(pose)
            if self.legend is not None:
                self.legend.draw(self.pixels, self.canvas.get_renderer())
        return self.pixels[:, :, :3].copy()

    # ------------------------------------------------------------------ texts

    def _make_texts(self) -> None:
        px = self.px
        shared: dict[str, Any] = dict(color=self.theme["text"], fontsize=72.0 * px / DPI, va="top")
        self._title = self.axes.text(
            px, px, plain(self.look.title), ha="left", fontweight="bold", **shared
        )
        self._clock = self.axes.text(self.look.size[0] - px, px, "", ha="right", **shared)
        self._labels: list[Any] = [
            self.axes.text(
                0,
                0,
                plain(text.text),
                ha=text.align,
                va="center",
                color=self.theme["text"] if text.color is None else text.color[:3],
            )
            for text in self.parts.texts
        ]

    def _draw_texts(self, pose: Pose) -> None:
        renderer = self.canvas.get_renderer()
        for text, label in zip(self.parts.texts, self._labels, strict=True):
            place = pose.place(text.frame, text.local)
            pixels = float(self.camera.pixels(self.camera.depth(place)))
            height = text.height * pixels if text.height > 0.0 else SMALL
            if is_due(text.when, pose) and np.isfinite(place).all() and height > 1.0:
                x, y = self.camera.project(place)
                right, up = (text.shift[k] + pixels * text.offset[k] for k in range(2))
                label.set_position((x + right, y - up))
                label.set_fontsize(min(height, 0.5 * self.look.size[1]) * 72.0 / DPI)
                label.draw(renderer)
        self._title.draw(renderer)
        if self.look.time:
            self._clock.set_text(f"t = {self._told(pose.time)} s")
            self._clock.draw(renderer)

    def _shorten_title(self) -> None:
        """Cut the title where the time begins."""
        renderer, room = self.canvas.get_renderer(), float(self.look.size[0])
        if self.look.time:
            self._clock.set_text(f"t = {self._told(self.film.times[-1])} s")
            room = self._clock.get_window_extent(renderer).x0
        title = self.look.title
        for length in range(len(title) - 1, 0, -1):
            if self._title.get_window_extent(renderer).x1 <= room - self._title.get_position()[0]:
                break
            self._title.set_text(plain(title[:length].rstrip() + "…"))

    def _told(self, time: float) -> str:
        """A time with as many decimals as the run needs."""
        first, last = self.film.times[0], self.film.times[-1]
        largest = max(abs(first), abs(last))
        if largest > 0.0 and (largest >= 1e6 or largest < 1e-3):
            return f"{time:.3e}"
        span = float(last - first) or largest or 1.0
        return f"{time:.{min(9, max(0, 3 - math.floor(math.log10(span))))}f}"

    # ------------------------------------------------------------------ parts

    def _draw_solids(self, body: Solid, members: Any, pose: Pose) -> None:
        """All bodies of one form: faces toward the viewer, shaded by their direction."""
        placed = [
            (placing(pose), self._color(color, tone), casts)
            for placing, color, casts, tone in members
        ]
        found = [
            (*place, color, casts) for place, color, casts in placed
            if place is not None and np.isfinite(place[0]).all() and np.isfinite(place[1]).all()
        ]  # fmt: skip
        if not found:
            return
        origins, matrices, colors, casts = (np.array(each) for each in zip(*found, strict=True))
        points = np.einsum("nij,vj->nvi", matrices, body.points) + origins[:, None]
        for indices, shades in body.faces:
            corners = points[:, indices].reshape(-1, indices.shape[1], 3)
            self._draw_shadow(corners[np.repeat(casts, len(indices))])
            color = np.repeat(colors, len(indices), axis=0)
            normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 1])
            length = np.linalg.norm(normal, axis=1, keepdims=True)
            normal = normal / np.where(length > 0.0, length, 1.0)
            facing = (normal * self.camera.toward(corners.mean(axis=1))).sum(axis=1)
            if body.open:
                normal = normal * np.where(facing < 0.0, -1.0, 1.0)[:, None]
            shade = np.tile(shades.reshape(len(shades), -1), (len(colors), 1))
            color[:, :3] *= shade * self._light(normal)[:, None]
            depth = self.camera.depth(corners)
            seen = ((facing > 0.0) | body.open) & (depth.min(axis=1) > NEAR)
            near = self.camera.nearness(depth[seen])
            self.raster.faces(self.camera.project(corners[seen]), near, color[seen])

    def _color(self, color: Array, tone: int) -> Array:
        """Color of a part at the present pose."""
        return color if tone < 0 else np.array([*(color[:3] * self._toned[tone]), color[3]])

    def _light(self, normal: Array) -> Array:
        """Brightness of faces: soft light from above, and a lamp over the viewer's shoulder."""
        camera = self.camera
        lamp = LAMP @ np.array([camera.right, camera.upward, camera.away])
        sky = normal[:, "xyz".index(camera.up)]
        found: Array = 0.64 + 0.06 * sky + 0.36 * np.maximum(normal @ lamp, 0.0)
        return found

    def _draw_shadow(self, corners: Array) -> None:
        if not self.casts or not len(corners):
            return
        fall, up = np.array(FALL[self.camera.up]), "xyz".index(self.camera.up)
        level = ground_level(self.film, self.camera)
        fallen = corners + ((level - corners[..., up]) / fall[up])[..., None] * fall
        seen = (self.camera.depth(fallen) > NEAR).all(axis=1)
        self.raster.shadows(self.camera.project(fallen[seen]))

    def _draw_balls(self, pose: Pose) -> None:
        camera = self.camera
        balls = [ball for ball in self.parts.balls if is_due(ball.when, pose)]
        if not balls:
            return
        centers = np.array([pose.place(ball.frame, ball.local) for ball in balls])
        radii = np.array([ball.radius for ball in balls])
        depth = camera.depth(centers)
        good = np.isfinite(centers).all(axis=1) & (depth > radii + NEAR)
        centers, radii, depth = centers[good], radii[good], depth[good]
        near = camera.nearness(depth)
        self.raster.balls(
            camera.project(centers), radii * camera.pixels(depth), near,
            camera.nearness(depth - radii) - near,
            np.array([self._color(ball.color, ball.tone)[:3] for ball in balls])[good], LAMP,
        )  # fmt: skip
        casts = np.array([ball.casts for ball in balls])[good]
        angles = 2.0 * np.pi * np.arange(24) / 24
        fall = np.array(FALL[camera.up])
        side = np.cross(fall, camera.away)
        axes = np.array([side, np.cross(side, fall)])
        axes /= np.linalg.norm(axes, axis=1, keepdims=True)
        ring = np.column_stack([np.cos(angles), np.sin(angles)]) @ axes
        self._draw_shadow((centers[:, None] + radii[:, None, None] * ring)[casts])

    def _draw_strokes(self, pose: Pose) -> None:
        found, px, widths, colors = [], [], [], []
        for stroke in self.parts.strokes:
            points = stroke.points(pose)
            if points is None or not np.isfinite(points).all():
                continue
            parts = dashes(points, stroke.dash) if stroke.dash else segments(points)
            found.append(parts)
            px += [stroke.px] * len(parts)
            widths += [stroke.width] * len(parts)
            color = self._color(stroke.color, stroke.tone)
            share = color[3]  # as far as it can be seen through, it has the color behind it
            colors += [share * color[:3] + (1.0 - share) * self.backdrop] * len(parts)
        if found:
            each = np.concatenate(found)
            self._draw_segments(each, np.array(px), np.array(widths), np.array(colors))

    def _draw_traces(self, time: float) -> None:
        """Paths up to now, and what follows in a weak color."""
        for trace in self.parts.traces:
            parts = np.stack([trace.points[:-1], trace.points[1:]], axis=1)
            past = (trace.times[1:] <= time + 1e-9 * abs(time))[:, None]
            share = np.where(past, 1.0, 0.3) * trace.color[3]
            colors = share * trace.color[:3] + (1.0 - share) * self.backdrop
            good = np.isfinite(parts).all(axis=(1, 2))
            count = np.count_nonzero(good)
            px = np.full(count, trace.px)
            lifts = np.where(past[good, 0], 1e-3, -100.0)  # what follows is behind everything
            self._draw_segments(parts[good], px, np.zeros(count), colors[good], lifts)

    def _draw_segments(
        self, parts: Array, px: Array, widths: Array, colors: Array, lifts: Any = 0.0
    ) -> None:
        """Segments (n, 2, 3) with a least width [px], a width, and a color each.

        lifts -- by how much they are nearer than where they are
        """
        lifts = np.broadcast_to(lifts, len(parts))
        depth = self.camera.depth(parts)
        seen = (depth > NEAR).all(axis=1)
        parts, depth, px, widths, colors, lifts = (
            each[seen] for each in (parts, depth, px, widths, colors, lifts)
        )
        wide = np.maximum(px, widths * self.camera.pixels(depth.mean(axis=1)))
        places = self.camera.project(parts)
        # Thick wires are round: a dark rim, and a core that is nearer.
        round_ones = wide > 3.0
        rim = np.where(round_ones, 0.74, 1.0)[:, None] * colors
        for share, some, shade in ((1.0, wide > 0.0, rim), (0.6, round_ones, colors)):
            lift = (0.5 if share < 1.0 else 0.25) * widths[some] + lifts[some]
            near = self.camera.nearness(np.maximum(depth[some] - lift[:, None], NEAR))
            quads, corners = ribbons(places[some], near, share * wide[some])
            self.raster.faces(quads, corners, shade[some])
