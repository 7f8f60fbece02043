"""Animator: a planar run as a GIF or MP4 file.

Discs, semicircles and ellipses are filled, hoops are rings, other bodies are dashed circles of
radius R; a line from the center shows the rotation. A square center mark is a body whose angle is
held. A dash-dotted line is the path of a body that is held in x or y, a triangle on hatched ground
is a fixed point. Springs are coils, rotational springs are spirals.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.planar.pictures import drawing, scene
from linkwork.planar.pictures.drawing import Points
from linkwork.planar.rotational_spring import RotationalSpringDamper
from linkwork.planar.solver import Solver
from linkwork.view.movies import encoder
from linkwork.view.movies.progress import with_progress

PADDING = 0.06
"""Free space around the motion, relative to its size."""

LEAST = 0.015
"""Smallest radius of a body, relative to the size of the motion."""

PATH_POINTS = 2000
"""Largest number of points of the path of a body."""


class Animator:
    """Draws a solved planar model.

    solution -- the solved Solver, as Solver.solve returns it
    fps -- frames per second of the file
    xlim, ylim -- limits of the view [m], by default those of the motion

    These entries of the configuration have an effect:

    render_name -- file, .gif or .mp4, .gif without a suffix; by default output_name. Relative
    names go to output_path
    n_frames -- number of frames, evenly spaced over the run
    bodies_to_render -- IDs, names or indices; None or empty: all
    body_colors -- a list in the order of the bodies, a dict by ID, name or index, or one color
    animate_concise -- only bodies that move and springs between them and the ground; no axes,
    legend, paths and guides
    """

    def __init__(
        self,
        solution: Solver,
        fps: float = 15,
        xlim: Sequence[float] | None = None,
        ylim: Sequence[float] | None = None,
    ) -> None:
        _import_matplotlib()
        if not (isinstance(fps, (int, float, np.number)) and 0.0 < fps < math.inf):
            raise ValueError(f"Animator: fps must be a number > 0, but is {fps!r}")
        if not isinstance(solution, Solver):
            raise TypeError(f"Animator: solution must be a solved Solver, but is {solution!r}")
        if getattr(solution, "position_array", None) is None:
            raise ValueError("Animator: the solution has no positions; call solve() first")
        self.solution, self.fps, self.config = solution, float(fps), solution.config
        self.bodies, self.springs = list(solution.bodies), list(solution.springs)
        self.times = np.asarray(solution.timesteps, dtype=float)
        self.motion = _motion(solution.position_array, len(self.times), len(self.bodies))
        self.colors = self._colors()
        self.shown = self._shown()
        self.least = self._least()
        self.xlim, self.ylim = self._limits(xlim, ylim)
        self.n_frames = self.config.n_frames
        self.stride = 1 + len(self.times) // PATH_POINTS
        self.frame_times = np.linspace(self.times[0], self.times[-1], self.n_frames)

    def animate(self) -> Path:
        """Write the file and return its path; an unfinished file is removed."""
        path = self.path()
        last = self._new_scene()
        self._show(last, self.times[-1])
        pictures = with_progress(self._pictures(), self.n_frames, path.name)
        encoder.write(path, pictures, self.fps, last.picture())
        return path

    def path(self) -> Path:
        """The file that `animate` writes."""
        config = self.config
        name = config.render_name or config.output_name
        path = Path(config.output_path or ".") / name
        if not path.suffix:
            path = path.with_suffix(".gif")
        if path.suffix.lower() not in encoder.SUFFIXES:
            raise ValueError(
                f"Animator: config.render_name must end in {' or '.join(encoder.SUFFIXES)} or have "
                f"no suffix, but is {name!r}"
            )
        return path

    def frame(self, k: int) -> Any:
        """The matplotlib figure of a frame, 0 <= k < n_frames; negative k count from the end.

        k -- number of the frame
        """
        if not -self.n_frames <= k < self.n_frames:
            raise IndexError(f"Animator: frame {k} does not exist, there are {self.n_frames}")
        return self.figure(self.frame_times[k])

    def figure(self, time: float) -> Any:
        """The matplotlib figure at a time of the run [s]; poses are interpolated linearly.

        time -- time of the run [s]
        """
        if not self.times[0] <= time <= self.times[-1]:
            raise ValueError(
                f"Animator: time must be in {self.times[0]:g} .. {self.times[-1]:g} s, "
                f"but is {time!r}"
            )
        view = self._new_scene()
        self._show(view, time)
        return view.figure

    # ------------------------------------------------------------------ pictures

    def pose(self, time: float) -> Points:
        """Poses of all bodies at a time, of shape (N, 3) [m, rad].

        time -- time of the run [s]
        """
        columns = self.motion.reshape(len(self.times), -1).T
        return np.array([np.interp(time, self.times, column) for column in columns]).reshape(-1, 3)

    def _new_scene(self) -> scene.Scene:
        return scene.Scene(
            self.bodies, self.springs, self.motion, self.least, self.colors, self.shown,
            self.xlim, self.ylim, self.config.animate_concise,
        )  # fmt: skip

    def _show(self, view: scene.Scene, time: float) -> None:
        step = (self.times[-1] - self.times[0]) / max(self.n_frames - 1, 1)
        decimals = max(0, min(9, 1 - math.floor(math.log10(step)))) if step > 0.0 else 3
        pose = self.pose(time)
        # Some of the points are enough to show the path of a long run.
        past = self.motion[: np.searchsorted(self.times, time, "right") : self.stride]
        view.show(f"t = {time:.{decimals}f} s", pose, np.concatenate([past, pose[None]]))

    def _pictures(self) -> Iterator[Any]:
        view = self._new_scene()
        for moment in self.frame_times:
            self._show(view, moment)
            yield view.picture()

    # ------------------------------------------------------------------ choices

    def _index(self, key: Any, what: str) -> int:
        """Index of a body given by its ID, its name or its index."""
        for label in ("ID", "name"):
            for index, body in enumerate(self.bodies):
                found = getattr(body, label)
                if found is not None and found != "" and found == key:
                    return index
        if isinstance(key, (int, np.integer)) and 0 <= key < len(self.bodies):
            return int(key)
        known = [body.ID for body in self.bodies if body.ID is not None]
        known += [body.name for body in self.bodies if body.name]
        raise ValueError(
            f"Animator: config.{what} has {key!r}, but the bodies have the indices 0 to "
            f"{len(self.bodies) - 1}" + (f", IDs and names {known}" if known else "")
        )

    def _shown(self) -> list[int]:
        chosen = self.config.bodies_to_render
        if chosen is None or len(chosen) == 0:
            shown = list(range(len(self.bodies)))
        else:
            shown = sorted({self._index(key, "bodies_to_render") for key in chosen})
        if self.config.animate_concise:
            moving = np.any(np.ptp(self.motion, axis=0) > 0.0, axis=1)
            # A model at rest is drawn as it is.
            shown = [index for index in shown if moving[index]] or shown
        return shown

    def _colors(self) -> list[Any]:
        from matplotlib.colors import is_color_like

        given = self.config.body_colors
        colors: list[Any] = [
            scene.COLORS[index % len(scene.COLORS)] for index in range(len(self.bodies))
        ]
        if isinstance(given, dict):
            for key, color in given.items():
                colors[self._index(key, "body_colors")] = color
        elif isinstance(given, str):
            colors = [given] * len(colors)
        elif given is not None:
            for index, color in zip(range(len(colors)), given, strict=False):
                colors[index] = color
        for index, color in enumerate(colors):
            if not is_color_like(color):
                raise ValueError(
                    f"Animator: config.body_colors of body {index} must be a color of matplotlib, "
                    f"for example 'tab:blue' or '#4c78a8', but is {color!r}"
                )
        return colors

    def _anchors(self) -> list[Points]:
        """Points of springs that are fixed in space, each of shape (1, 2)."""
        return [
            np.array([place], dtype=float)
            for spring in self.springs
            if not isinstance(spring, RotationalSpringDamper)
            for body, place in spring.ends()
            if body is None
        ]

    def _least(self) -> float:
        """Smallest radius that is drawn [m]: bodies without size are small discs."""
        centers = self.motion[:, self.shown, :2].reshape(-1, 2)
        size = float(np.ptp(np.concatenate([centers, *self._anchors()]), axis=0).max())
        return LEAST * size if size > 0.0 else 1e-3

    def _limits(
        self, xlim: Sequence[float] | None, ylim: Sequence[float] | None
    ) -> tuple[tuple[float, float], tuple[float, float]]:
        """Given limits, or those of everything that is drawn, with some space around."""
        corners = self._anchors()
        for index in self.shown:
            around = drawing.reach(self.bodies[index], self.least)
            place = self.motion[:, index, :2]
            corners += [place - around, place + around]
        points = np.concatenate(corners)
        low, high = points.min(axis=0), points.max(axis=0)
        size = float((high - low).max()) or 1.0
        # Motions along a line still need room for coils and supports.
        room = np.maximum(PADDING * size, 0.5 * (0.2 * size - (high - low)))
        low, high = low - room, high + room
        return (
            _given("xlim", xlim, (float(low[0]), float(high[0]))),
            _given("ylim", ylim, (float(low[1]), float(high[1]))),
        )


def _given(
    name: str, limits: Sequence[float] | None, automatic: tuple[float, float]
) -> tuple[float, float]:
    if limits is None:
        return automatic
    if len(limits) != 2 or not -math.inf < limits[0] < limits[1] < math.inf:
        raise ValueError(f"Animator: {name} must be (low, high) with low < high, but is {limits!r}")
    return float(limits[0]), float(limits[1])


def _motion(positions: Any, times: int, bodies: int) -> Points:
    array = np.asarray(positions, dtype=float)
    if array.shape != (times, 3 * bodies):
        raise ValueError(
            f"Animator: position_array must have the shape ({times}, {3 * bodies}) of {times} "
            f"times and {bodies} bodies, but has {array.shape}"
        )
    if not np.isfinite(array).all():
        raise ValueError("Animator: position_array has values that are not finite")
    return array.reshape(times, bodies, 3)


def _import_matplotlib() -> None:
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise encoder.missing("matplotlib", "Animator") from error
