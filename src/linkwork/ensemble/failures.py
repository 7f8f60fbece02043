"""Members that failed: a table with the usual texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from linkwork.core.status import Failure, failure_of
from linkwork.ensemble.reduction import FUNCTION_FAILED

if TYPE_CHECKING:
    import pandas

SHOWN = 20
"""Rows that are printed."""


class MemberFailure(NamedTuple):
    """A member that failed.

    member -- its number; time -- the last time that it reached [s]
    item -- label of the item that caused it, empty if there is none; text -- what is wrong
    values -- its varied numbers by name
    """

    member: int
    time: float
    item: str
    text: str
    values: dict[str, float]


class FailureTable(Sequence[MemberFailure]):
    """Failed members of an ensemble, in the order of their numbers; empty if none failed."""

    def __init__(self, rows: Sequence[MemberFailure]) -> None:
        self._rows = list(rows)

    @overload
    def __getitem__(self, key: int) -> MemberFailure: ...
    @overload
    def __getitem__(self, key: slice) -> list[MemberFailure]: ...
    def __getitem__(self, key: int | slice) -> MemberFailure | list[MemberFailure]:
        return self._rows[key]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[MemberFailure]:
        return iter(self._rows)

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a DataFrame, with a column for each varied number."""
        from linkwork.results.files.tables import library

        pd = library("pandas", "data")
        rows = [{**row._asdict(), **row.values} for row in self._rows]
        columns = ["member", "time", "item", "text", *(self._rows[0].values if rows else ())]
        frame: pandas.DataFrame = pd.DataFrame(rows, columns=columns)
        return frame

    def __repr__(self) -> str:
        if not self._rows:
            return "no member failed"
        lines = [f"{'member':>8} {'time [s]':>12}  failure"]
        for row in self._rows[:SHOWN]:
            values = ", ".join(f"{name} = {value:.6g}" for name, value in row.values.items())
            who = f"{row.item}: " if row.item else ""
            lines += [f"{row.member:8d} {row.time:12.6g}  {who}{row.text} ({values})"]
        if len(self._rows) > SHOWN:
            lines.append(f"... and {len(self._rows) - SHOWN} more")
        return "\n".join(lines)


def text_of(status: int, item: int, items: Mapping[str, Sequence[Any]]) -> tuple[str, str]:
    """Label of the item and the text of a status."""
    if status == FUNCTION_FAILED:
        return "", "the function of record failed"
    failure = failure_of(status)
    named = Failure(failure.code, item if item >= 0 else failure.number, failure.text)
    return named.label(items) if named.names_item else "", named.text
