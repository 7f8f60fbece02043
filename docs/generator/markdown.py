"""Helpers that format Markdown."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence


def code(text: str, language: str) -> str:
    """A block of code."""
    return f"```{language}\n{text.rstrip()}\n```"


def prose(text: str) -> str:
    """Convert a docstring: paragraphs stay text, indented lines become code, tables stay tables."""
    parts = []
    for block in blocks(text):
        if block.startswith("    "):
            parts.append(code(textwrap.dedent(block), "text"))
        else:
            parts.append("\n".join(map(plain, block.splitlines())))
    return "\n\n".join(parts)


def blocks(text: str) -> list[str]:
    """Paragraphs; consecutive indented ones are joined, with the empty lines between them."""
    found: list[str] = []
    was_law = False
    for part in text.split("\n\n"):
        is_law = part.startswith("    ")
        if is_law and was_law:
            found[-1] += f"\n\n{part}"
        else:
            found.append(part)
        was_law = is_law
    return found


def plain(line: str) -> str:
    """Text with all Markdown markup escaped."""
    parts = line.split("`")
    for k in range(0, len(parts), 2):  # outside of code
        parts[k] = powers(parts[k])
        parts[k] = re.sub(r"([*_<$\[\]\\^~#])", r"\\\1", parts[k])
        if not line.startswith("|"):
            parts[k] = parts[k].replace("|", "\\|")
    text = "`".join(parts)
    return re.sub(r"^([-+]|\d+[.)]) ", r"\\\1 ", text)


def powers(text: str) -> str:
    """Squares and cubes as they are printed: m/s^2 becomes m/s²."""
    return re.sub(r"(?<=[A-Za-z)])\^([23])(?![\w.])", lambda found: "²³"[int(found[1]) - 2], text)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table without empty columns; vertical bars inside cells are escaped."""
    rows = list(rows)
    used = [k for k in range(len(head)) if any(row[k] for row in rows)]
    lines = [[line[k] for k in used] for line in (head, ["---"] * len(head), *rows)]
    return "\n".join(f"| {' | '.join(_cell(part) for part in line)} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
