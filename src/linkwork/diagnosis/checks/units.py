"""Numbers that look like another system of units; only guesses, so they are hints."""

from __future__ import annotations

import numpy as np

from linkwork.diagnosis.findings import Report
from linkwork.diagnosis.subject import Subject
from linkwork.loads.mass_proportional import LoadMassProportional

FIELDS = {
    "mm": (9780.0, 9833.0, "forces in N then need masses in t, stiffness in N/mm"),
    "cm": (978.0, 983.3, "forces, masses and stiffness must be in units consistent with cm and s"),
}
"""Unit of length -> gravity at the Earth's surface in it, and what follows."""


def check(subject: Subject, report: Report) -> None:
    """Gravity of the Earth in units other than meters."""
    for number, load in enumerate(subject.items["load"]):
        if not isinstance(load, LoadMassProportional):
            continue
        size = float(np.linalg.norm(load.loadVector))
        for unit, (low, high, follows) in FIELDS.items():
            if low < size < high:
                report.hint(
                    "units", subject.label("load", number),
                    f"{size:g} is the gravity of the Earth in {unit}/s^2, so lengths are in {unit}",
                    f"check all units: {follows}",
                )  # fmt: skip
                return
