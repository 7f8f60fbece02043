"""Tables of texts."""

from __future__ import annotations

from collections.abc import Sequence


def aligned(rows: Sequence[Sequence[str]], sides: str, indent: str = "  ") -> list[str]:
    """Lines of a table with aligned columns; sides -- "<" or ">" for each of them."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(sides))]
    forms = [f"{side}{width}" for side, width in zip(sides, widths, strict=True)]
    lines = ("  ".join(map(format, row, forms)) for row in rows)
    return [(indent + line).rstrip() for line in lines]


def counted(count: int, word: str) -> str:
    """A number of things, as in "1 record" and "2 records"."""
    return f"{count} {word}{'s' * (count != 1)}"


def in_turn(reason: str) -> list[str]:
    """A line on runs that were made one after the other although a scheduler was given, if any."""
    return [f"runs were made one after the other: {reason}"] if reason else []
