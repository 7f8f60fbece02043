"""Whether the items fit together and can be assembled: all mistakes at once."""

from __future__ import annotations

from linkwork.core.errors import SysError
from linkwork.diagnosis.findings import Report
from linkwork.diagnosis.subject import Subject
from linkwork.model.model import check_item
from linkwork.model.numbering import check_room


def check(subject: Subject, report: Report) -> None:
    """Partners of the wrong kind, missing parameters, duplicate names, too little memory.

    A consistent model is assembled.
    """
    if not any(subject.items.values()):
        report.hint("empty", "the system", "it has no items", "add nodes and objects")
    for family, members in subject.items.items():
        seen: dict[str, int] = {}
        for number, item in enumerate(members):
            first = seen.setdefault(item.name, number)
            if item.name and first != number:
                report.error(
                    "same-name", item.label(number),
                    f"{family} {first} has the same name {item.name!r}",
                    "give it another name: names must be unique per family",
                )  # fmt: skip
    try:
        subject.assemble()
    except Exception as error:
        _tell_all(subject, report, error)


def _tell_all(subject: Subject, report: Report, error: Exception) -> None:
    """Assembling stops at the first mistake: report all of them."""
    before = len(report.findings)
    for members in subject.items.values():
        for number, item in enumerate(members):
            try:
                check_item(item, number, subject.items)
            except Exception as found:
                report.refusal("misfit", item.label(number), found)
    try:
        check_room(subject.items["node"])
    except SysError as found:
        report.refusal("memory", str(found).partition(": ")[0], found)
    if len(report.findings) == before:
        report.refusal("not-assembled", "the system", error)
