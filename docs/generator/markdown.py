"""Small pieces of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def code(text: str, language: str) -> str:
    """A block of code."""
    return f"```{language}\n{text.rstrip()}\n```"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table without its empty columns; bars inside cells are escaped."""
    rows = list(rows)
    used = [k for k in range(len(head)) if any(row[k] for row in rows)]
    lines = [[line[k] for k in used] for line in (head, ["---"] * len(head), *rows)]
    return "\n".join(f"| {' | '.join(_cell(part) for part in line)} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
