"""What kinds of items find doubtful about them at the initial state."""

from __future__ import annotations

from linkwork.diagnosis.findings import Report
from linkwork.diagnosis.subject import Subject


def check(subject: Subject, report: Report) -> None:
    """Ask all kinds; runs also warn of some of it (`run/doubts.py`)."""
    model, data = subject.model, subject.data
    assert model is not None
    subject.matrices.equations.move_markers()
    for table in model.tables.values():
        for doubt in table.kind.doubts(table, model, data):
            label = subject.label(table.kind.family, int(table.numbers[doubt.line]))
            report.warning(doubt.code, label, doubt.text, doubt.advice)
