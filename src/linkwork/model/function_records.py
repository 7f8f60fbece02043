"""Records of the user functions of a system: their item, how they are called, and why."""

from __future__ import annotations

from typing import Any, NamedTuple

from linkwork.core.functions.marked import Choice, name_of, unmarked
from linkwork.model.functions import Key, choose_all, functions_of
from linkwork.model.partners import Items


class UserFunctionRecord(NamedTuple):
    """One user function of an item.

    family -- "object", "load", "sensor"; number, name, kind -- of the item
    parameter -- that holds the function; function -- its name
    compiled -- whether it is compiled; reason -- why it is called back, else empty
    """

    family: str
    number: int
    name: str
    kind: str
    parameter: str
    function: str
    compiled: bool
    reason: str


def records_of(
    items: Items, chosen: dict[Key, tuple[Any, Choice]], others_run: bool = False
) -> list[UserFunctionRecord]:
    """Records of all functions of items.

    chosen -- the choices of the last run; for other functions, the record states what a run would
    choose now, with others_run as in `choose`
    """
    found = list(functions_of(items))
    known = all(key in chosen and chosen[key][0] is function for key, _, _, function in found)
    choices = {} if known else choose_all(items, others_run)
    records = []
    for key, item, p, function in found:
        last = chosen.get(key)
        choice = last[1] if last is not None and last[0] is function else choices[key]
        kind = item.short_name or type(item).__name__
        told = name_of(unmarked(function)[0])
        records.append(
            UserFunctionRecord(
                key[0], key[1], item.name, kind, p.name, told, bool(choice.address), choice.reason
            )
        )
    return records


def lines_of(records: list[UserFunctionRecord]) -> list[str]:
    """One line per function; items that share one are counted."""
    groups: dict[tuple[Any, ...], list[UserFunctionRecord]] = {}
    for record in records:
        groups.setdefault((record.family, *record[3:]), []).append(record)
    lines = []
    for members in groups.values():
        first = members[0]
        how = "compiled" if first.compiled else f"called back: {first.reason}"
        item = f"{first.kind} {first.number} '{first.name}'"
        if len(members) > 1:
            numbers = [record.number for record in members]
            shown = ", ".join(map(str, numbers[:3])) + (", ..." if len(numbers) > 3 else "")
            item = f"{len(members)} {first.kind} ({shown})"
        lines.append(f"{item}, {first.parameter}: {first.function}, {how}")
    return lines
