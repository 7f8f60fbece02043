"""`linkwork migrate`: rewrite a script that was written for exudyn into one of Linkwork."""

from __future__ import annotations

import argparse
import tokenize
from pathlib import Path

from linkwork.cli import files
from linkwork.cli.failures import FINE, Failure, tell


def execute(options: argparse.Namespace) -> int:
    """Print the difference, or write the new script."""
    from linkwork.exudyn._migration import difference, migrate

    path = Path(files.existing(options.script))
    with tokenize.open(path) as file:
        source = file.read()
    try:
        found = migrate(source, path.name)
    except SyntaxError as error:
        raise Failure(f"{path}: line {error.lineno} is no Python: {error.msg}") from None
    out = Path(options.out) if options.out else None
    new_name = str(out or f"{path.stem} (Linkwork)")
    print(difference(source, found.text, str(path), new_name) or f"{path}: nothing to change")
    for note in found.notes:
        tell(note)
    if out is not None:
        if out.exists() and out.samefile(path):
            raise Failure(f"--out {out}: it is the script itself; choose another name")
        out.write_text(found.text, encoding="utf-8")
        tell(f"wrote {out}")
    return FINE
