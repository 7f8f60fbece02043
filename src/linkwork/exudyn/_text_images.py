"""Images as text: lines and triangles in space, written, read, and plotted with Matplotlib.

A file begins with HEADER and ends with #END. A line #COLOR, #LINE or #TRIANGLE is followed by one
of numbers with commas: red, green, blue, opacity of what follows; x, y, z of two or more points of
a line; or of the three corners of a triangle [m].
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.files.whole_files import write_whole
from linkwork.exudyn._notices import notice

HEADER = "#Exudyn text image export file"
BLACK = (0.0, 0.0, 0.0, 1.0)
WIDTHS = {"COLOR": 4, "TRIANGLE": 9}


def load_image(fileName: str, trianglesAsLines: bool, verbose: bool) -> dict[str, Any]:
    """See plot.LoadImage."""
    lines = Path(fileName).read_text("utf-8").splitlines()
    if not lines or not lines[0].startswith(HEADER.split(" export")[0]):
        raise ValueError(
            f"LoadImage: {fileName} is not a text image: it must begin with {HEADER!r}"
        )
    found: dict[str, Any] = {"linePoints": [], "lineColors": [], "triangles": []}
    color: tuple[float, ...] = BLACK
    for number, (mark, content) in enumerate(itertools.pairwise(lines), 1):
        kind = mark.strip().removeprefix("#")
        if not mark.startswith("#") or kind not in ("COLOR", "LINE", "TRIANGLE"):
            continue
        values = _numbers(content, kind, f"LoadImage: line {number + 1} of {fileName}")
        if kind == "COLOR":
            color = tuple(values)
        elif kind == "LINE" or trianglesAsLines:
            found["linePoints"].append(values if kind == "LINE" else [*values, *values[:3]])
            found["lineColors"].append(color)
        else:
            found["triangles"].append((values, color))
    if lines[-1].strip() != "#END":
        notice("image end", f"LoadImage: {fileName} does not end with #END; it may be incomplete")
    if verbose:
        counts = len(found["linePoints"]), len(found["triangles"])
        print(f"LoadImage: {fileName}: {counts[0]} lines, {counts[1]} triangles")
    return found


def _numbers(content: str, kind: str, where: str) -> list[float]:
    try:
        values = [float(word) for word in content.split(",")]
    except ValueError:
        raise ValueError(f"{where} must be numbers with commas, got {content!r}") from None
    fits = (
        len(values) == WIDTHS[kind] if kind in WIDTHS else len(values) >= 6 and not len(values) % 3
    )
    if not fits:
        wanted = WIDTHS.get(kind, "3, 6, 9, ... (two or more points)")
        raise ValueError(f"{where}, after #{kind}, must have {wanted} numbers, got {len(values)}")
    return values


def plot_image(image: dict[str, Any], HT: Any, chosen: dict[str, Any]) -> None:
    """See plot.PlotImage; chosen -- its other arguments."""
    import matplotlib.pyplot as plt

    if chosen["closeAll"]:
        plt.close("all")
    transform = np.asarray(HT, float)
    lines = [_moved(points, transform) for points in image["linePoints"]]
    triangles = [(_moved(points, transform), color) for points, color in image["triangles"]]
    with plt.rc_context({"font.size": chosen["fontSize"]}):
        figure = plt.figure(chosen["figureName"] or None)
        if chosen["plot3D"]:
            ax = _plot_space(figure, lines, image["lineColors"], triangles, chosen)
        else:
            ax = _plot_plane(figure, lines, image["lineColors"], chosen)
            if triangles:
                notice("image triangles", "PlotImage draws triangles with plot3D=True only")
        if chosen["title"]:
            ax.set_title(chosen["title"])
        if chosen["removeAxes"]:
            ax.set_axis_off()
        if chosen["fileName"]:
            Path(chosen["fileName"]).parent.mkdir(parents=True, exist_ok=True)
            figure.savefig(chosen["fileName"])
    if plt.isinteractive() or plt.get_backend().lower() != "agg":
        plt.show(block=False)


def _moved(points: Any, transform: np.ndarray) -> np.ndarray:
    return np.asarray(points, float).reshape(-1, 3) @ transform[:3, :3].T + transform[:3, 3]


def _plot_plane(figure: Any, lines: list[np.ndarray], colors: Any, chosen: Any) -> Any:
    from matplotlib.collections import LineCollection

    ax = figure.add_subplot()
    ax.add_collection(
        LineCollection(
            [line[:, :2] for line in lines], colors=colors, linewidths=chosen["lineWidths"],
            linestyles=chosen["lineStyles"],
        )
    )  # fmt: skip
    ax.autoscale()
    ax.set_aspect("equal" if chosen["axesEqual"] else "auto")
    return ax


def _plot_space(
    figure: Any, lines: list[np.ndarray], colors: Any, triangles: Any, chosen: Any
) -> Any:
    from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection

    ax = figure.add_subplot(projection="3d", azim=chosen["azim"], elev=chosen["elev"])
    ax.set_proj_type("ortho" if chosen["orthogonalProjection"] else "persp")
    if lines:
        ax.add_collection3d(
            Line3DCollection(
                lines, colors=colors, linewidths=chosen["lineWidths"],
                linestyles=chosen["lineStyles"],
            )
        )  # fmt: skip
    if triangles:
        ax.add_collection3d(
            Poly3DCollection(
                [corners for corners, _ in triangles],
                facecolors=[color for _, color in triangles],
                edgecolors=chosen["triangleEdgeColors"], linewidths=chosen["triangleEdgeWidths"],
            )
        )  # fmt: skip
    reached = [*lines, *(corners for corners, _ in triangles)]
    if reached:
        points = np.vstack(reached)
        low, high = points.min(axis=0), points.max(axis=0)
        half = 0.5 * max(float((high - low).max()), 1e-12)
        for name, middle in zip("xyz", 0.5 * (low + high), strict=True):
            getattr(ax, f"set_{name}lim")(middle - half, middle + half)
    return ax


def write_image(path: Path, scene: Any, with_lines: bool, with_triangles: bool) -> None:
    """Write a scene at its last state as text."""
    from linkwork.exudyn.graphics import Sphere
    from linkwork.view.movies.paint.film import Film
    from linkwork.view.movies.paint.kinds import parts_of

    film = Film(scene)
    parts, pose = parts_of(film), film.pose(float(film.times[-1]))
    rows = [HEADER, "# lines and triangles of a scene"]
    if with_lines:
        for stroke in parts.strokes:
            points = stroke.points(pose)
            if points is not None:
                rows += _row("LINE", film.middle + film.unit * points, stroke.color)
    for body, members in parts.bodies.values() if with_triangles else ():
        for placing, color, _, _ in members:
            placed = placing(pose)
            if placed is None:
                continue
            corners = film.middle + film.unit * (placed[0] + body.points @ placed[1].T)
            for indices, _ in body.faces:
                for face in indices:
                    for second, third in itertools.pairwise(face[1:]):
                        rows += _row("TRIANGLE", corners[[face[0], second, third]], color)
    for ball in parts.balls if with_triangles else ():
        place = film.middle + film.unit * pose.place(ball.frame, ball.local)
        mesh: Any = Sphere(point=place, radius=film.unit * ball.radius, nTiles=8)
        corners = np.reshape(mesh["points"], (-1, 3))
        for face in np.reshape(mesh["triangles"], (-1, 3)):
            rows += _row("TRIANGLE", corners[face], ball.color)
    write_whole(path, "\n".join([*rows, "#END", ""]))


def _row(kind: str, points: np.ndarray, color: Any) -> list[str]:
    def told(values: Any) -> str:
        return ",".join(f"{value:.6g}" for value in np.ravel(values))

    return ["#COLOR", told(color), f"#{kind}", told(points)]
