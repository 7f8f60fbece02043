"""`linkwork demo`: the bundled examples."""

from __future__ import annotations

import argparse
from pathlib import Path

from linkwork.cli import examples
from linkwork.cli.failures import FINE, Failure
from linkwork.cli.play import play, target_of


def execute(options: argparse.Namespace) -> int:
    """List the examples, run one, or write its source."""
    if options.name is None:
        if options.show or options.out or options.copy:
            raise Failure("name the example, for instance: linkwork demo pendulum --show")
        found = examples.examples()
        width = max(map(len, found))
        for name, path in found.items():
            print(f"{name:{width}}  {examples.about(path)}")
        return FINE
    path = examples.example(options.name)
    if options.copy:
        _copy(path, Path(options.copy))
        return FINE
    target = target_of(options)
    solution = examples.run(path)
    if options.show or target:
        if solution is None:
            raise Failure(f"{path.name} has no solution to play")
        play(solution, examples.about(path), target, options)
    return FINE


def _copy(path: Path, target: Path) -> None:
    """Write the source of an example; an existing file is kept."""
    if target.is_dir():
        target = target / path.name
    if target.exists():
        raise Failure(f"--copy {target}: the file exists already; choose another name")
    if not target.parent.is_dir():
        raise Failure(f"--copy {target}: there is no folder {str(target.parent)!r}; create it")
    target.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    print(f"wrote {target}")
