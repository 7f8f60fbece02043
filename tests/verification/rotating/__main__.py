"""Table of errors of the 21 mechanisms.

python -m tests.verification.rotating [names]       errors of runs with default settings
... --set generalizedAlpha__useIndex2Constraints=1  with other settings of timeIntegration
... --limit 20                                      a run may take 20 s
... --check                                         references against NumPy and the library
... --references                                    compute `references.json` again
"""

from __future__ import annotations

import argparse
import json
import signal
from typing import Any

from tests.verification.rotating.mechanisms import MECHANISMS
from tests.verification.rotating.runs import Errors, agreement, nodes_of, regenerate, run

ANGLES = (None, 0.5, 0.2, 0.1, 0.02)
"""Angles per step h w; None: 100 steps."""


def cell(name: str, node: str, h_w: float | None, limit: int, changes: dict[str, Any]) -> str:
    """Errors of a run: largest of positions and rotations / energy; F: fails, w: warnings."""
    signal.alarm(limit)
    try:
        found: Errors = run(name, node, h_w, **changes)
    except TimeoutError:
        return "hangs"
    except AssertionError as error:
        return str(error)
    finally:
        signal.alarm(0)
    told = f" w{len(found.warnings)}" if found.warnings else ""
    if not found.ended:
        return f"F{told}"
    return f"{max(found.position, found.rotation):.0e} / {found.energy:.0e}{told}"


def expired(*_: Any) -> None:
    raise TimeoutError


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=list(MECHANISMS))
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE")
    parser.add_argument("--limit", type=int, default=60, metavar="SECONDS")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--references", action="store_true")
    given = parser.parse_args()
    if given.references:
        regenerate()
        return
    if given.check:
        for name in given.names:
            print("\n".join(agreement(name)), flush=True)
        return
    signal.signal(signal.SIGALRM, expired)
    changes = {key: json.loads(value) for key, value in (part.split("=") for part in given.set)}
    titles = ["100 steps" if angle is None else f"h w = {angle}" for angle in ANGLES]
    print(f"| {'mechanism':26s} | " + " | ".join(f"{title:16s}" for title in titles) + " |")
    print("|---" * (len(ANGLES) + 1) + "|")
    for name in given.names:
        for node in nodes_of(name):
            cells = [cell(name, node, h_w, given.limit, changes) for h_w in ANGLES]
            print(
                f"| {name:26s} {node} | " + " | ".join(f"{c:16s}" for c in cells) + " |", flush=True
            )


main()
