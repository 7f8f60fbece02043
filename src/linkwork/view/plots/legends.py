"""Legends that cover no curve: in lines above the panel, or inside with room made for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

NOTE: dict[str, Any] = dict(fontsize=9.0, color="#868e96")
"""Style of texts next to the curves."""

LINE = 0.215
"""Height of a line of a legend with letters of 10 points [inch]."""

LETTER, SAMPLE = 0.58, 3.6
"""Width of a letter, and of the sample of a curve with the gaps beside it, per font size."""

HIGHEST = 0.5
"""Largest part of a panel that a legend inside of it may take."""


def per_line(names: Sequence[str], room: float, size: float = 10.0, group: int = 1) -> int:
    """Number of names in a line; lines are balanced, or hold whole groups.

    room -- width of the panel [inch]; size -- of letters [points]
    group -- number of names that belong together, such as x, y, z of a sensor
    """
    counts = range(len(names), 0, -1)
    fit = next((n for n in counts if sum(_widths(names, n, size)) <= room * 72.0), 1)
    if len(names) <= fit:
        return len(names)
    if 1 < group <= fit:
        return fit - fit % group
    lines = -(-len(names) // fit)
    return -(-len(names) // lines)


def _widths(names: Sequence[str], columns: int, size: float) -> list[float]:
    """Widths of the columns of a legend [points]."""
    longest = [max(map(len, names[column::columns])) for column in range(columns)]
    return [size * (SAMPLE + LETTER * letters) for letters in longest]


def line_count(names: Sequence[str], note: str, room: float, group: int = 1) -> int:
    """Number of lines of a legend with its note; 0 if there is nothing to tell."""
    if not any(names):
        return 1 if note else 0
    columns = per_line(names, room, group=group)
    lines = -(-len(names) // columns)
    return lines + (1 if note and not _fits(note, names, columns, room) else 0)


def _fits(note: str, names: Sequence[str], columns: int, room: float, size: float = 10.0) -> bool:
    """Whether a note has room to the right of the last line of names."""
    last = (len(names) - 1) % columns + 1
    used = sum(_widths(names, columns, size)[:last])
    width: float = LETTER * NOTE["fontsize"] * len(note)
    return used + width < room * 72.0


def above(
    ax: Any, lines: Sequence[Any], names: Sequence[str], note: str = "", *, room: float,
    size: float = 10.0, group: int = 1,
) -> Any:  # fmt: skip
    """Names in lines above the panel; a note follows them, or is above them if it does not fit."""
    columns = per_line(names, room, size, group)
    beside = bool(note) and _fits(note, names, columns, room, size)
    order = _read_by_lines(len(names), columns)
    made = ax.legend(
        [lines[k] for k in order], [names[k] for k in order], loc="lower left",
        bbox_to_anchor=(0.0, 1.0), ncols=columns, borderaxespad=0.2, handlelength=1.4,
        columnspacing=1.4, title=None if beside else note or None, alignment="left", fontsize=size,
        frameon=False,
    )  # fmt: skip
    made.get_title().set(**NOTE)
    if beside:
        ax.set_title(note, loc="right", **NOTE)
    # The power of ten of the axis is above its numbers, to the left of the legend.
    ax.yaxis.get_offset_text().set_horizontalalignment("right")
    return made


def _read_by_lines(count: int, columns: int) -> list[int]:
    """Order of names that reads from left to right: Matplotlib fills columns."""
    return [k for column in range(columns) for k in range(column, count, columns)]


def inside(ax: Any, lines: Sequence[Any], names: Sequence[str], note: str = "") -> Any:
    """A legend where it covers least; the y axis grows if it would cover a curve."""
    made = ax.legend(lines, names, title=note or None)
    ax.get_xlim(), ax.get_ylim()  # brings the limits up to date, and so the places on the screen
    box = made.get_window_extent()
    if not any(_crosses(line, box) for line in ax.lines):
        return made
    part = (box.height + 8.0) / ax.get_window_extent().height
    if part > HIGHEST:
        return made
    made.set_loc("upper right")
    scale = ax.yaxis.get_transform()
    low, high = scale.transform(np.array(ax.get_ylim()))
    top = scale.inverted().transform(np.array([low + (high - low) / (1.0 - part)]))
    ax.set_ylim(top=float(top[0]), auto=None)
    return made


def _crosses(line: Any, box: Any) -> bool:
    """Whether a curve goes through a box on the screen."""
    path = line.get_transform().transform_path(line.get_path())
    return bool(path.intersects_bbox(box, filled=False))
