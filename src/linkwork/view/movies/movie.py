"""Movies and pictures of a Solution as files."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np

from linkwork.core.declare.values import real, shown
from linkwork.core.errors import ParameterError, SysError, warn
from linkwork.core.files.whole_files import path_of, replacing
from linkwork.results.solution import Solution
from linkwork.view.movies import encoder
from linkwork.view.movies.browser import BrowserRenderer, absence
from linkwork.view.movies.chromium import VARIABLE, BrowserError, find_chromium
from linkwork.view.movies.look import RENDERERS, Look, among, look_of, positive
from linkwork.view.movies.progress import with_progress
from linkwork.view.scene.writer import FRAMES, Scene, scene_of

IMAGES = (".png",)
MOVIES = encoder.SUFFIXES

SIZES = {".gif": (800, 450)}
"""Default sizes that differ from that of the others: GIF files grow fast."""

RATES = {".gif": 25.0}
"""Default frames per second that differ: GIF counts time in 1/100 s."""

SHORTEST, LONGEST = 2.0, 30.0
"""Limits between which the default speed keeps the duration [s], as in the player."""

MOST_FRAMES = 50_000
MOST_STATES = 20_000

Result = TypeVar("Result")


class Renderer(Protocol):
    """What draws a scene: the player in a browser, or Matplotlib; a context that is left."""

    def __enter__(self) -> Renderer: ...

    def __exit__(self, *_: object) -> None: ...

    def png(self, time: float) -> bytes: ...

    def pictures(self, times: np.ndarray) -> Any: ...


def movie(
    solution: Solution,
    fileName: str | os.PathLike[str],
    *,
    fps: float | None = None,
    speed: float | None = None,
    size: Any = None,
    view: Any = "auto",
    theme: str = "light",
    start: float | None = None,
    end: float | None = None,
    title: str = "",
    showTime: bool = True,
    renderer: str = "auto",
    progress: bool = True,
    contour: Any = None,
) -> Path:
    """Write a movie; see results/views.py."""
    path = _path(fileName, MOVIES, "movie", "image")
    gif = path.suffix.lower() == ".gif"
    rate = positive("fps", RATES.get(path.suffix.lower(), 30.0) if fps is None else fps)
    look = checked(
        path.suffix.lower(), size, view, theme, title, showTime, renderer, fps=rate, speed=speed
    )
    encoder.check_means(path.suffix.lower())
    times = frame_times(solution, rate, speed, start, end)
    scene = scene_of(solution, title, _states(solution.times, times), contour)
    look = look.of_scene(scene.form["planar"])

    def write(drawn: Renderer) -> None:
        sample = None
        if gif:
            chosen = times[np.unique(np.linspace(0, len(times) - 1, 6).astype(int))]
            sample = np.concatenate(list(drawn.pictures(chosen)))
        pictures = drawn.pictures(times)
        if progress:
            pictures = with_progress(pictures, len(times), path.name)
        encoder.write(path, pictures, rate, sample)

    _drawn(scene, look, renderer, gif, write)
    return path


def image(
    solution: Solution,
    fileName: str | os.PathLike[str],
    t: float | None = None,
    *,
    size: Any = None,
    view: Any = "auto",
    theme: str = "light",
    title: str = "",
    showTime: bool = True,
    renderer: str = "auto",
    contour: Any = None,
) -> Path:
    """Write a picture; see results/views.py."""
    path = _path(fileName, IMAGES, "image", "movie")
    look = checked(path.suffix.lower(), size, view, theme, title, showTime, renderer)
    first, last = _span(solution)
    time = last if t is None else _inside("t", t, first, last)
    scene = scene_of(solution, title, _states(solution.times, np.array([time])), contour)
    look = look.of_scene(scene.form["planar"])

    def write(drawn: Renderer) -> None:
        content = drawn.png(time)
        with replacing(path) as part:
            part.write_bytes(content)

    _drawn(scene, look, renderer, True, write)
    return path


def images(
    solution: Solution,
    files: Sequence[Path],
    times: Sequence[float],
    size: Any = None,
    showTime: bool = True,
) -> None:
    """Write a picture at each of some times, with one renderer for all of them; .png."""
    look = checked(".png", size, showTime=showTime)
    scene = scene_of(solution, "", _states(solution.times, np.asarray(times, float)))

    def write(drawn: Renderer) -> None:
        for file, time in zip(files, times, strict=True):
            file.parent.mkdir(parents=True, exist_ok=True)
            with replacing(file) as part:
                part.write_bytes(drawn.png(float(time)))

    _drawn(scene, look.of_scene(scene.form["planar"]), "auto", True, write)


def checked(
    suffix: str,
    size: Any = None,
    view: Any = "auto",
    theme: Any = "light",
    title: Any = "",
    showTime: Any = True,
    renderer: Any = "auto",
    *,
    fps: Any = 30.0,
    speed: Any = None,
) -> Look:
    """The look that a user has chosen for a file; bad values are refused."""
    positive("fps", fps)
    if speed is not None:
        positive("speed", speed)
    among("renderer", renderer, RENDERERS)
    wanted = SIZES.get(suffix, (1280, 720)) if size is None else size
    look = look_of(wanted, view, theme, title, showTime, suffix == ".gif")
    if suffix == ".mp4" and (look.size[0] % 2 or look.size[1] % 2):
        even = tuple(side + side % 2 for side in look.size)
        raise ParameterError(
            f"size of an .mp4 file must be two even numbers, got {look.size}; use {even}"
        )
    return look


def frame_times(
    solution: Solution,
    fps: float,
    speed: float | None = None,
    start: float | None = None,
    end: float | None = None,
) -> np.ndarray:
    """Times of the run that the frames show, from start to end [s]."""
    first, last = _span(solution)
    begin = first if start is None else _inside("start", start, first, last)
    stop = last if end is None else _inside("end", end, first, last)
    if begin > stop:
        raise ParameterError(f"start must not be after end, got start = {begin:g}, end = {stop:g}")
    span = stop - begin
    if speed is None:
        speed = min(span / SHORTEST, max(span / LONGEST, 1.0)) if span > 0.0 else 1.0
    wanted = span / speed * fps
    if not wanted < MOST_FRAMES:
        raise ParameterError(
            f"the movie of {span:g} s at speed = {speed:g} and fps = {fps:g} would have "
            f"{wanted:.3g} frames, more than {MOST_FRAMES}; choose a higher speed or a lower fps"
        )
    count = math.ceil(wanted - 1e-6) + 1
    found: np.ndarray = np.minimum(begin + np.arange(count) * (speed / fps), stop)
    return found


def _span(solution: Solution) -> tuple[float, float]:
    times = solution.times
    if not len(times):
        raise SysError("this Solution is empty: there is no recorded state to draw")
    return float(times[0]), float(times[-1])


def _inside(name: str, value: Any, first: float, last: float) -> float:
    time = real(value)
    slack = 1e-9 * max(abs(first), abs(last))
    if time is None or not first - slack <= time <= last + slack:
        raise ParameterError(
            f"{name} must be a time of the run, {first:g} ... {last:g} s, got {shown(value)}"
        )
    return min(max(time, first), last)


def _states(recorded: np.ndarray, times: np.ndarray) -> int:
    """Number of recorded states that a scene holds: as dense as the frames, within limits."""
    inside = int(np.count_nonzero((recorded >= times[0]) & (recorded <= times[-1])))
    wanted = 2.0 * len(times) * len(recorded) / max(inside, 1)
    return int(min(max(FRAMES, wanted), MOST_STATES))


def _path(
    fileName: str | os.PathLike[str], suffixes: tuple[str, ...], name: str, other: str
) -> Path:
    path = path_of(fileName)
    if path.is_dir():
        raise SysError(f"{path} is a folder; give the name of a file in it")
    path = path if path.suffix else path.with_suffix(suffixes[-1])
    suffix = path.suffix.lower()
    if suffix not in suffixes:
        told = f"{path}: the file of `{name}` must end in {' or '.join(suffixes)}"
        if suffix in (*IMAGES, *MOVIES):
            told += f"; use `{other}` for {suffix}"
        raise ParameterError(told)
    return path


def _drawn(
    scene: Scene, look: Look, renderer: str, lossless: bool, write: Callable[[Renderer], None]
) -> None:
    """Call `write` with the wanted renderer; if the browser fails, with Matplotlib."""
    if renderer == "browser" or (renderer == "auto" and _has_browser()):
        try:
            with BrowserRenderer(scene, look, lossless) as drawn:
                write(drawn)
            return
        except BrowserError as error:
            if renderer == "browser":
                raise SysError(f"renderer='browser' failed: {error}") from error
            warn(f"the browser could not draw the scene, Matplotlib draws it instead: {error}")
    from linkwork.view.movies.paint.painter import MatplotlibRenderer

    with MatplotlibRenderer(scene, look) as painted:
        write(painted)


def _has_browser() -> bool:
    """Whether there is a browser; one that is named and missing gives a warning."""
    if find_chromium() is not None:
        return True
    if os.environ.get(VARIABLE):
        warn(f"Matplotlib draws the scene, because {absence()}")
    return False
