"""Small pieces of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def code(text: str, language: str) -> str:
    """A block of code."""
    return f"```{language}\n{text.rstrip()}\n```"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; bars inside cells are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(_cell(part) for part in line)} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
