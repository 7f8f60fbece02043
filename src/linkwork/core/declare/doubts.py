"""What a kind finds doubtful about its items."""

from __future__ import annotations

from typing import NamedTuple


class Doubt(NamedTuple):
    """Something about an item that may not be intended; mbs.Check reports it as a warning.

    line -- of the item in its table; code -- kind of the finding (docs/diagnosis.md)
    text -- what is doubtful; advice -- what to do; warns -- runs that start with it warn, too
    """

    line: int
    code: str
    text: str
    advice: str
    warns: bool = False
