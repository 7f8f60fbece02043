"""`linkwork play`: a result or a model in the browser."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from linkwork.cli import files, pictures
from linkwork.cli.failures import FINE, Failure
from linkwork.results.solution import Solution


def execute(options: argparse.Namespace) -> int:
    """Open the player, or write its page."""
    target = target_of(options)
    path = files.existing(options.result)
    if path.suffix.lower() in files.PAGES and path.is_file():
        if target is None:
            files.open_page(path)
        elif target.suffix.lower() in files.PICTURES:
            raise Failure(
                f"--out {target}: a page cannot become a movie or a picture; use the result file"
            )
        elif target.resolve() != path.resolve():
            shutil.copyfile(path, target)
            print(f"wrote {target}")
        return FINE
    play(_solution(path), path.stem, target, options)
    return FINE


def target_of(options: argparse.Namespace) -> Path | None:
    """The page, movie or picture to write; None: the player is opened."""
    known = (*files.PAGES, *files.PICTURES)
    target = files.target(options.out, known) if options.out else None
    pictures.check(options, [target] if target else [])
    return target


def play(solution: Solution, title: str, target: Path | None, options: argparse.Namespace) -> None:
    """Write the page, movie or picture of a solution, or show it in the browser."""
    if target is not None and target.suffix.lower() in files.PICTURES:
        pictures.write(solution, target, options, title)
        print(f"wrote {target}")
    elif target is not None:
        solution.export_html(target, title)
        print(f"wrote {target}")
    else:
        solution.show(title)


def _solution(path: Path) -> Solution:
    if path.suffix.lower() in files.MODELS and path.is_file():
        return files.at_rest(files.system_at_rest(files.contents_of(path)))
    if files.is_robot(path):
        return files.at_rest(files.robot_system(path))
    solution = files.result_of(path)
    if not len(solution):
        raise Failure(f"{path}: there are no recorded states to play")
    return solution
