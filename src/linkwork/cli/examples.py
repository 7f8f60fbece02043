"""The bundled examples: where they are, what they show, how one is run.

An example is a script that checks its own result and leaves it in a variable
`solution`, which the command line plays and the gallery draws. Files whose name is in PARTS are
imported by others.
"""

from __future__ import annotations

import ast
import contextlib
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from linkwork.cli.failures import FAILED, Failure
from linkwork.core.near import near_names

PARTS = frozenset({"friction_damper"})


def folder() -> Path:
    """Folder of the examples: in the installed package, or of the checkout it is used from."""
    package = Path(__file__).resolve().parents[1]
    for found in (package / "examples", package.parents[1] / "examples"):
        if (found / "pendulum.py").is_file():
            return found
    raise Failure("the examples are not part of this installation; they are in the repository")


def examples() -> dict[str, Path]:
    """Name -> file of all examples."""
    return {p.stem: p for p in sorted(folder().glob("*.py")) if p.stem not in PARTS}


def example(name: str) -> Path:
    """File of an example; an unknown name is an error that suggests the nearest."""
    known = examples()
    stem = name.removesuffix(".py")
    if stem in known:
        return known[stem]
    near = near_names(stem, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else "'linkwork demo' lists them"
    raise Failure(f"there is no example {name!r}; {hint}")


def about(path: Path) -> str:
    """The title of an example: the first line of its text."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0]


def run(path: Path) -> Any:
    """Run an example as a program; returns its `solution`, None if it has none."""
    with _as_program(path):
        try:
            return solution_in(runpy.run_path(str(path), run_name="__main__"))
        except SystemExit as stop:
            if stop.code:
                raise Failure(f"{path.name} ended with {stop.code}", FAILED) from None
            return None


def solution_in(names: dict[str, Any]) -> Any:
    """The Solution among the variables of a script; solvers of `linkwork.planar` hold theirs."""
    found = names.get("solution")
    return getattr(found, "solution", found)


@contextlib.contextmanager
def _as_program(path: Path) -> Iterator[None]:
    """Arguments and import path as `python example.py` has them; no bytecode next to the files."""
    arguments, places, silent = sys.argv, list(sys.path), sys.dont_write_bytecode
    sys.argv, sys.dont_write_bytecode = [str(path)], True
    sys.path.insert(0, str(path.parent))
    try:
        yield
    finally:
        sys.argv, sys.path[:], sys.dont_write_bytecode = arguments, places, silent
