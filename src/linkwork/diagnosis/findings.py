"""Finding and Diagnosis: the results of a check, and their text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import overload

from linkwork.core.errors import SysError

ERROR, WARNING, HINT = "error", "warning", "hint"
SEVERITIES = ERROR, WARNING, HINT
"""Severities, the worst first: a run fails or is wrong, it may, worth a look."""

SHOWN = 6
"""Most findings of one kind that are shown; the others are counted."""


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong or suspicious.

    severity -- "error": a run fails or gives wrong results; "warning": it may; "hint": worth a look
    code -- kind of the finding, such as "no-mass"; docs/diagnosis.md lists them
    item -- the item concerned, as in error texts
    text -- what is wrong, with the numbers; advice -- what to do
    """

    severity: str
    code: str
    item: str
    text: str
    advice: str

    def __str__(self) -> str:
        return f"{self.severity}: {self.item}: {self.text}; {self.advice}"


class Diagnosis(Sequence[Finding]):
    """The findings of a check, errors first; its `bool` is True if nothing is wrong.

    Nothing is wrong if there are neither errors nor warnings; hints do not count.
    """

    def __init__(self, findings: Iterable[Finding] = ()) -> None:
        order = {severity: place for place, severity in enumerate(SEVERITIES)}
        self._findings = tuple(sorted(findings, key=lambda finding: order[finding.severity]))

    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Finding, ...]: ...
    def __getitem__(self, index: int | slice) -> Finding | tuple[Finding, ...]:
        return self._findings[index]

    def __len__(self) -> int:
        return len(self._findings)

    def __bool__(self) -> bool:
        return not self.errors and not self.warnings

    def _of(self, severity: str) -> list[Finding]:
        return [finding for finding in self._findings if finding.severity == severity]

    @property
    def errors(self) -> list[Finding]:
        """Findings because of which a run fails or gives wrong results."""
        return self._of(ERROR)

    @property
    def warnings(self) -> list[Finding]:
        """Findings because of which a run may fail or give wrong results."""
        return self._of(WARNING)

    @property
    def hints(self) -> list[Finding]:
        """Findings that are worth a look."""
        return self._of(HINT)

    def of(self, code: str) -> list[Finding]:
        """Findings of one kind, such as "no-mass".

        code -- kind of the findings, such as "no-mass"
        """
        return [finding for finding in self._findings if finding.code == code]

    def raise_errors(self) -> None:
        """Raise a SysError that lists all errors, if there are any."""
        if self.errors:
            raise SysError("\n".join(str(finding) for finding in self.errors))

    def __repr__(self) -> str:
        if not self._findings:
            return "Check: nothing found"
        lines = [f"Check: {self.counts()}"]
        shown: dict[tuple[str, str], int] = {}
        for finding in self._findings:
            key = finding.severity, finding.code
            shown[key] = shown.get(key, 0) + 1
            if shown[key] <= SHOWN:
                lines += _lines_of(finding)
        for (severity, code), count in shown.items():
            if count > SHOWN:
                lines.append(f"{severity:8} and {count - SHOWN} more of {code}")
        return "\n".join(lines)

    def counts(self) -> str:
        """Numbers of findings: 1 error, 2 warnings, 0 hints."""
        counted = [(len(self._of(severity)), severity) for severity in SEVERITIES]
        return ", ".join(f"{n} {word}" + ("" if n == 1 else "s") for n, word in counted)


def _lines_of(finding: Finding) -> list[str]:
    """A finding as it is printed: item, what is wrong, what to do."""
    return [
        f"{finding.severity:8} {finding.item}",
        f"{'':8}   {finding.text}",
        f"{'':8}   -> {finding.advice}",
    ]


class Report:
    """Collects the findings of checks."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self._told: set[tuple[str, str]] = set()

    def add(self, severity: str, code: str, item: str, text: str, advice: str) -> None:
        """Add a finding."""
        self.findings.append(Finding(severity, code, item, text, advice))
        self._told.add((code, item))

    def error(self, code: str, item: str, text: str, advice: str) -> None:
        """Something because of which a run fails or is wrong."""
        self.add(ERROR, code, item, text, advice)

    def warning(self, code: str, item: str, text: str, advice: str) -> None:
        """Something because of which a run may fail or be wrong."""
        self.add(WARNING, code, item, text, advice)

    def hint(self, code: str, item: str, text: str, advice: str) -> None:
        """Something that is worth a look."""
        self.add(HINT, code, item, text, advice)

    def refusal(self, code: str, item: str, error: Exception) -> None:
        """An error that was raised elsewhere, divided into what is wrong and what to do."""
        text = str(error).removeprefix(f"{item}: ") or type(error).__name__
        what, semicolon, advice = text.rpartition("; ")
        if not semicolon or advice.startswith("there "):
            what, advice = text, "correct it: otherwise the system cannot be assembled"
        self.error(code, item, what, advice)

    def tells(self, code: str, item: str) -> bool:
        """Whether there is a finding of that kind about an item."""
        return (code, item) in self._told
