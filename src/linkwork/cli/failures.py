"""Exit codes, and errors as the command line prints them."""

from __future__ import annotations

import sys

FINE, FAILED, REFUSED, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: success; the run failed; wrong usage or input file; stopped by Ctrl-C."""


class Failure(Exception):
    """Ends a command with a text for the user and an exit code."""

    def __init__(self, text: str, code: int = REFUSED) -> None:
        super().__init__(f"error: {text}")
        self.code = code


def tell(text: str) -> None:
    """Print a line to standard error."""
    if sys.stderr is not None:
        print(f"linkwork: {text}", file=sys.stderr, flush=True)


def describe(error: Exception) -> tuple[str, int]:
    """(text, exit code) of an exception."""
    if isinstance(error, Failure):
        return str(error), error.code
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        return f"{place}{error.strerror or error}", REFUSED
    from linkwork.core.errors import SolverError, SysError

    if isinstance(error, SolverError):
        return str(error), FAILED
    if isinstance(error, SysError | ModuleNotFoundError):
        return str(error), REFUSED
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"{text} (--debug shows where)", FAILED
