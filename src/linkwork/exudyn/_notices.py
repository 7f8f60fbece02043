"""Short notices on stderr: each kind is shown once per process, none with LINKWORK_QUIET=1."""

from __future__ import annotations

import os
import sys

shown: set[str] = set()
"""Kinds of notices that were shown."""


def notice(kind: str, text: str) -> None:
    """Show a notice unless one of its kind was shown before."""
    if kind in shown or os.environ.get("LINKWORK_QUIET", "0") not in ("", "0"):
        return
    shown.add(kind)
    if sys.stderr is not None:
        print(f"linkwork: {text}", file=sys.stderr, flush=True)
