"""How much memory the machine has."""

from __future__ import annotations

import os

UNKNOWN = 64.0e9
"""Assumed memory [bytes] of machines that do not report it."""


def physical_memory() -> float:
    """Memory of the machine [bytes]."""
    try:
        return float(os.sysconf("SC_PHYS_PAGES")) * float(os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, OSError, ValueError):
        return UNKNOWN
