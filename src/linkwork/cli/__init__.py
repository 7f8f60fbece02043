"""The command line: `linkwork` or `python -m linkwork`.

The parser knows all commands without importing them, so that help and mistakes in the arguments
cost no import of NumPy. A command is a module of this package with a function `execute`, which
takes the parsed options and returns the exit code.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import traceback
import warnings
from collections.abc import Sequence

from linkwork.cli.arguments import parse
from linkwork.cli.failures import INTERRUPTED, Failure, describe, tell


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    debug = False
    try:
        try:
            options = parse(arguments)
        except SystemExit as stop:  # argparse has printed help, version or an error
            sys.stdout.flush()
            return stop.code if isinstance(stop.code, int) else 0
        debug = options.debug
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning  # type: ignore[assignment]
            command = importlib.import_module(f"linkwork.cli.{options.command}")
            code: int = command.execute(options)
            sys.stdout.flush()
            return code
    except BrokenPipeError:
        _forget_output()
        return 0
    except KeyboardInterrupt:
        tell("interrupted")
        return INTERRUPTED
    except Exception as error:
        if debug:
            traceback.print_exc()
        text, code = describe(error)
        tell(text if isinstance(error, Failure) else f"error: {text}")
        return code


def _show_warning(message: Warning | str, *_: object) -> None:
    """A warning as one line, without the place in a program that the user did not write."""
    tell(f"warning: {message}")


def _forget_output() -> None:
    """The reader has closed the pipe: output that is still buffered must not fail at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
