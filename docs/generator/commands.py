"""The page about the command line, generated from its parser."""

from __future__ import annotations

import argparse
import os
from unittest import mock

from docs.generator.markdown import code
from linkwork.cli.arguments import parser

ABOUT = """\
# Command line

`linkwork`, or `python -m linkwork`, solves model files, plays results and runs the examples.
Errors are printed as one line on standard error; `--debug` adds the traceback.
"""


def pages() -> dict[str, str]:
    """Page path relative to the reference -> text."""
    with mock.patch.dict(os.environ, COLUMNS="92"):
        top = parser()
        parts = [ABOUT, code(top.format_help(), "text")]
        for name, command in commands(top).items():
            parts += [f"## linkwork {name}", code(command.format_help(), "text")]
    return {"command-line.md": "\n\n".join(parts) + "\n"}


def commands(top: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Name of each command -> its parser."""
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}
