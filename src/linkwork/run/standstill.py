"""A run that is asked for another attempt at the same time again and again."""

from __future__ import annotations

from collections import Counter

from linkwork.core.records import Scalars
from linkwork.core.status import (
    CHANGED,
    CHECKPOINT,
    EVENT,
    NEW_LAYOUT,
    OK,
    RECORD_FULL,
    failure_of,
)
from linkwork.model.model import Model

MOST = 1000
"""Consecutive attempts without progress; a run has at most a few for each step."""

NAMED = 3
"""Reasons that an error names."""

REASONS = {
    OK: "no step was taken",
    CHANGED: "parameters were changed",
    CHECKPOINT: "a checkpoint was due",
    EVENT: "an event occurred",
    NEW_LAYOUT: "items act on others than before",
    RECORD_FULL: "memory for records was needed",
}
"""Statuses that are no failures, in words."""


class Standstill:
    """Counts attempts that have led neither to a later time nor to a smaller step."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._t, self._least = float("nan"), 0.0
        self._reasons: Counter[int] = Counter()

    def note(self, status: int, s: Scalars) -> str:
        """Note how an attempt has ended; returns what is wrong if there were too many."""
        if s.t != self._t or s.h < self._least or s.steps_done:
            self._t, self._least = s.t, s.h
            self._reasons.clear()
            return ""
        self._reasons[status] += 1
        if self._reasons.total() < MOST:
            return ""
        told = ", ".join(
            f"{self._told(reason)} ({count} times)"
            for reason, count in self._reasons.most_common(NAMED)
        )
        return (
            f"{MOST} attempts at the same time have led to no step: {told}; look at what user "
            "functions, events, contacts and redundant constraints do there, use smaller steps "
            "(timeIntegration.numberOfSteps), or let the first failure end the run "
            "(timeIntegration.adaptiveStep = False)"
        )

    def _told(self, status: int) -> str:
        """A reason in words, with the item."""
        if status in REASONS:
            return REASONS[status]
        failure = failure_of(status)
        what = failure.text.rpartition("; ")[0] or failure.text
        return f"{failure.label(self._model.items)}: {what}" if failure.names_item else what
