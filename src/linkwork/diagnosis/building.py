"""Whether the items fit together and can be assembled: all mistakes at once."""

from __future__ import annotations

from linkwork.diagnosis.findings import ERROR, Report
from linkwork.diagnosis.subject import Subject
from linkwork.model import check_item
from linkwork.numbering import check_room


def check(subject: Subject, report: Report) -> None:
    """Partners of the wrong kind, missing parameters, names that are taken, too little memory.

    What fits is assembled.
    """
    for family, members in subject.items.items():
        seen: dict[str, int] = {}
        for number, item in enumerate(members):
            try:
                check_item(item, number, subject.items)
            except Exception as error:
                report.refusal("misfit", item.label(number), error)
            first = seen.setdefault(item.name, number)
            if item.name and first != number:
                report.error(
                    "same-name", item.label(number),
                    f"the name {item.name!r} is that of {family} {first} too",
                    "give it another name: names are unique per family",
                )  # fmt: skip
    if not any(subject.items.values()):
        report.hint("empty", "the system", "it has no items", "add nodes and objects")
    try:
        check_room(subject.items["node"])
    except Exception as error:
        report.refusal("memory", "the system", error)
    if report.has(ERROR):
        return
    try:
        subject.assemble()
    except Exception as error:
        report.refusal("not-assembled", "the system", error)
