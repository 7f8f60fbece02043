"""Options of movies and pictures, checked before anything is solved for them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from linkwork.cli.failures import Failure

MOVIES = (".mp4", ".gif")
IMAGES = (".png",)

OF_MOVIES = ("fps", "speed")
OF_IMAGES = ("at",)
OF_BOTH = ("size", "view", "theme", "renderer")


def add_options(sub: argparse.ArgumentParser) -> None:
    """Let a command take the options of movies and pictures."""
    group = sub.add_argument_group(
        "movies (--out run.mp4, run.gif) and pictures (--out run.png)",
        "The player draws them in a headless Chromium, Chrome or Edge if there is one, else\n"
        "Matplotlib.",
    )
    group.add_argument("--fps", type=float, metavar="N", help="frames per second; default 30")
    group.add_argument(
        "--speed", type=float, metavar="X", help="simulated seconds per second; default 1, within "
        "2 to 30 s of movie",
    )  # fmt: skip
    group.add_argument("--at", type=float, metavar="T", help="time of a picture; default: the end")
    group.add_argument(
        "--size", type=_size, metavar="WxH", help="in pixels, such as 1920x1080; default 1280x720"
    )
    group.add_argument(
        "--view", type=_view, metavar="V", help="x, y, z, iso, 2d, or the direction from which one "
        "looks, such as --view=-1,2,0.5",
    )  # fmt: skip
    group.add_argument("--theme", metavar="NAME", help="light or dark")
    group.add_argument("--renderer", metavar="NAME", help="auto, browser or matplotlib")


def _size(text: str) -> tuple[int, int]:
    parts = text.lower().split("x")
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1280x720")
    return int(parts[0]), int(parts[1])


def _view(text: str) -> Any:
    if "," not in text:
        return text
    try:
        x, y, z = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a direction such as 1,-1,0.5") from None
    return x, y, z


def check(options: argparse.Namespace, targets: Iterable[Path]) -> None:
    """Refuse options that no file uses, bad values, and formats that cannot be written here."""
    suffixes = {target.suffix.lower() for target in targets}
    for names, users in (
        (OF_MOVIES, MOVIES), (OF_IMAGES, IMAGES), (OF_BOTH, (*MOVIES, *IMAGES))
    ):  # fmt: skip
        for name in names:
            if getattr(options, name, None) is not None and not suffixes & {*users}:
                raise Failure(f"--{name} needs --out with a file that ends in {' or '.join(users)}")
    for suffix in sorted(suffixes & {*MOVIES, *IMAGES}):
        _check_values(options, suffix)


def _check_values(options: argparse.Namespace, suffix: str) -> None:
    from linkwork.core.errors import ParameterError
    from linkwork.view.movies import encoder, movie

    chosen = _chosen(options, OF_BOTH)
    try:
        if suffix in MOVIES:
            movie.checked(suffix, **chosen, **_chosen(options, OF_MOVIES))
            encoder.check_means(suffix)
        else:
            movie.checked(suffix, **chosen)
    except (ParameterError, ImportError) as error:
        raise Failure(str(error)) from error


def _chosen(options: argparse.Namespace, names: Iterable[str]) -> dict[str, Any]:
    """The options that were given."""
    given = {name: getattr(options, name, None) for name in names}
    return {name: value for name, value in given.items() if value is not None}


def write(solution: Any, path: Path, options: argparse.Namespace, title: str = "") -> None:
    """Write a movie or a picture, by the suffix of a path."""
    chosen = {**_chosen(options, OF_BOTH), "title": title}
    if path.suffix.lower() in IMAGES:
        solution.image(path, getattr(options, "at", None), **chosen)
    else:
        progress = not getattr(options, "quiet", False)
        solution.movie(path, **chosen, **_chosen(options, OF_MOVIES), progress=progress)
