"""The check of a system, and the explanation of a failed run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.enums import DynamicSolverType
from linkwork.core.errors import SysError
from linkwork.core.kernels.raised import raised, stops
from linkwork.diagnosis.checks import (
    building,
    constraints,
    doubts,
    functions,
    masses,
    run_settings,
    start_state,
    stiffness,
    units,
    unused,
)
from linkwork.diagnosis.findings import ERROR, Diagnosis, Report
from linkwork.diagnosis.subject import Subject
from linkwork.settings.simulation import SimulationSettings

Check = Callable[[Subject, Report], None]

OF_ITEMS: tuple[Check, ...] = building.check, run_settings.check
"""Checks that need no assembled model; the first makes it."""

OF_MODELS: tuple[Check, ...] = (
    run_settings.check_records,
    run_settings.check_limits,
    unused.check,
    doubts.check,
    functions.check,
    masses.check,
    start_state.check,
    constraints.check,
    stiffness.check,
    units.check,
)
"""Checks of an assembled model, in the order of their findings."""

OF_MODELS_AT_REST: tuple[Check, ...] = (
    run_settings.check_limits,
    unused.check,
    doubts.check,
    functions.check,
    start_state.check,
    constraints.check,
    units.check,
)
"""Checks for statics, which needs no masses, velocities or time steps."""

TOLD = frozenset(
    ("no-mass", "redundant", "conflict", "flat-constraint", "violated-positions", "singular-force")
)
"""Findings that errors of solvers already report, if they name the item."""

EXPLAINING = frozenset(
    (
        "unstable-step", "minimum-step", "redundant", "flat-constraint", "not-deterministic",
        "masses-far-apart", "mass-not-symmetric", "zero-length", "undamped-constraints",
        "too-large",
    )
)  # fmt: skip
"""Warnings that may explain a failure; others cannot cause one."""

OF_STATICS = frozenset(
    (
        "redundant",
        "conflict",
        "flat-constraint",
        "zero-length",
        "singular-force",
        "not-deterministic",
    )
)
"""Findings that concern equilibria."""

REFUSED = frozenset(("end-time", "step-size", "records", "function", "table-end"))
"""Findings that end a run before its start, or with their own error."""

MOST_LINES = 3
"""Most findings in the text of an error."""


def check(
    mbs: Any,
    settings: SimulationSettings | None = None,
    solver: Any = DynamicSolverType.GeneralizedAlpha,
) -> Diagnosis:
    """What is wrong or suspicious in a system, and in a run with this solver; None: statics."""
    given = settings if settings is not None else mbs.simulationSettings
    subject = Subject(
        mbs, given or SimulationSettings(),
        DynamicSolverType.GeneralizedAlpha if solver is None else solver,
        static=solver is None,
    )  # fmt: skip
    report = Report()
    raised.clear()  # what other programs have left there is not of this system
    try:
        for part in OF_ITEMS:
            _try(part, subject, report)
        if subject.model is not None:
            for part in OF_MODELS_AT_REST if subject.is_static else OF_MODELS:
                _try(part, subject, report)
    finally:
        raised.clear()
        if subject.model is not None:
            subject.model.functions.release_all()
    return Diagnosis(report.findings)


def _try(part: Check, subject: Subject, report: Report) -> None:
    """Run a check; if it fails, this is reported and the other checks still run."""
    try:
        with np.errstate(all="ignore"):
            part(subject, report)
    except Exception as error:
        if stops(error):
            raise
        name = part.__module__.rpartition(".")[2].replace("_", " ")
        report.hint(
            "not-checked", f"the check of {name}",
            f"it could not be completed: {type(error).__name__}: {error}",
            "look at the other findings first: it may not be possible to evaluate the model",
        )  # fmt: skip


def explain(
    error: SysError,
    mbs: Any,
    settings: SimulationSettings | None = None,
    solver: Any = DynamicSolverType.GeneralizedAlpha,
) -> None:
    """Add possible causes to an error of a solver; never fails. Without a solver: statics.

    `error.diagnosis` becomes the complete Diagnosis, and the text of the error ends with up to
    three findings that it does not report itself. Errors of user functions are not changed, since
    their cause is known.
    """
    if error.__cause__ is not None or getattr(error, "diagnosis", None) is not None:
        return
    try:
        found = check(mbs, settings, solver)
        if solver is None:
            found = Diagnosis(finding for finding in found if finding.code in OF_STATICS)
    except (Exception, KeyboardInterrupt):  # nothing may hide the error itself
        return
    error.diagnosis = found  # type: ignore[attr-defined]
    text = str(error)
    behind = [
        finding
        for finding in found
        if (finding.severity == ERROR or finding.code in EXPLAINING)
        and finding.code not in REFUSED
        and not (finding.code in TOLD and finding.item in text)
    ]
    if behind:
        more = f" ({len(behind)} in all)" if len(behind) > MOST_LINES else ""
        lines = [f"possible causes found by mbs.Check(){more}:", *map(str, behind[:MOST_LINES])]
        error.args = ("\n  ".join([text, *lines]), *error.args[1:])
