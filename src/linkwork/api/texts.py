"""Texts about a system: its items, coordinates and user functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.core.functions.marked import name_of
from linkwork.model.function_records import UserFunctionRecord, lines_of, records_of

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem


def UserFunctionInfo(mbs: MainSystem) -> list[UserFunctionRecord]:
    """How the last run called each user function, or a run would call it now, and why."""
    chosen = mbs._model.functions.chosen if mbs._model is not None else {}
    return records_of(mbs._items, chosen, mbs._step_functions.are_there)


def Info(mbs: MainSystem) -> None:
    """Print items, coordinates and how user functions are called."""
    print(repr(mbs)[1:-1])
    functions = lines_of(mbs.UserFunctionInfo())
    for name, function in mbs._step_functions.named():
        functions.append(f"{name}: {name_of(function)}, called back")
    print(
        "\n".join(
            [
                f"  {counted(len(functions), 'user function')}:",
                *(f"    {line}" for line in functions),
            ]
        )
        if functions
        else "  no user functions"
    )


def summary(mbs: MainSystem) -> str:
    """How many items of which kinds, and coordinates: the text of repr(mbs)."""
    lines = ["<MainSystem"]
    for family, members in mbs._items.items():
        kinds: dict[str, int] = {}
        for item in members:
            label = item.short_name or type(item).__name__
            kinds[label] = kinds.get(label, 0) + 1
        told = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        lines.append(f"  {counted(len(members), family)}" + (f": {told}" if told else ""))
    if mbs._model is None:
        lines.append("  not assembled")
    else:
        others = (mbs._model.n_ode1, "first-order"), (mbs._model.n_data, "data")
        further = [f"{counted(n, kind + ' coordinate')}, " for n, kind in others if n]
        lines.append(
            f"  assembled: {counted(mbs._model.n_ode2, 'coordinate')}, {''.join(further)}"
            f"{counted(mbs._model.n_ae, 'constraint equation')}, "
            f"t = {mbs.systemData.GetTime():g} s"
        )
    return "\n".join(lines) + ">"


def counted(count: int, noun: str) -> str:
    """1 node, 2 nodes"""
    return f"{count} {noun}" + ("" if count == 1 else "s")
