"""Settings of the planned run that are invalid, or have no effect or unexpected ones."""

from __future__ import annotations

import math

from linkwork.diagnosis.findings import Report
from linkwork.diagnosis.subject import Subject
from linkwork.results.record.recording import LIMIT
from linkwork.run.scheme import shortest_step
from linkwork.settings.simulation import SimulationSettings

MUCH = 0.25
"""Fraction of the limit of recorded memory from which a hint is given."""


def check(subject: Subject, report: Report) -> None:
    """Check times, and report settings that were changed but have no effect."""
    if not subject.is_static:
        _check_times(subject, report)
    for path, reason in subject.settings.changed_without_effect():
        report.warning(
            "no-effect-setting", path, f"it was changed, but has no effect: {reason}",
            "leave it at its default",
        )  # fmt: skip


def _check_times(subject: Subject, report: Report) -> None:
    """Check times and step size."""
    time = subject.settings.timeIntegration
    if not subject.duration > 0.0:
        report.error(
            "end-time", "timeIntegration.endTime",
            f"{time.endTime:g} s is not after startTime = {time.startTime:g} s",
            "set endTime > startTime",
        )  # fmt: skip
    elif subject.h < (least := shortest_step(time.startTime, time.endTime)):
        report.error(
            "step-size", "timeIntegration",
            f"steps of {subject.h:g} s are too short for floating-point numbers, the minimum is "
            f"{least:g} s at these times",
            "change startTime, endTime or numberOfSteps",
        )  # fmt: skip


def check_records(subject: Subject, report: Report) -> None:
    """Check recording against steps and memory, and damping of constraints at position level."""
    if not subject.duration > 0.0:
        return
    _compare_periods(subject, report)
    _measure_records(subject, report)
    model, chosen = subject.model, subject.settings.timeIntegration.generalizedAlpha
    if model is not None and model.n_ae and subject.solver.lacks_damping(subject.settings, model):
        report.warning(
            "undamped-constraints", "timeIntegration.generalizedAlpha",
            f"without numerical damping (spectralRadius = {chosen.spectralRadius:g}) the forces of "
            "constraints at position level can grow without bound",
            "set spectralRadius < 1 or constraintLevel = 'velocity'",
        )  # fmt: skip


def check_limits(subject: Subject, report: Report) -> None:
    """Check that the run stays within the times of tables that must not be left."""
    assert subject.model is not None
    time, static = subject.settings.timeIntegration, subject.settings.staticSolver
    start, end, of_run = time.startTime, time.endTime, "timeIntegration.endTime"
    if subject.is_static:
        start, end = static.loadStepStart, static.loadStepStart + static.loadStepDuration
        of_run = "staticSolver.loadStepDuration"
    for table in subject.model.tables.values():
        for line, first, last in table.kind.time_limits(table):
            if start < first or end > last:
                report.error(
                    "table-end", subject.label(table.kind.family, int(table.numbers[line])),
                    f"its table covers t = {first:g} s to {last:g} s, and beyond = 'error' forbids "
                    f"other times; the run is to go from {start:g} s to {end:g} s",
                    f"extend the table, change {of_run}, or choose beyond 'hold' or 'periodic'",
                )  # fmt: skip


def _compare_periods(subject: Subject, report: Report) -> None:
    """Check periods: states are recorded at ends of steps, so shorter periods have no effect."""
    solution, default = subject.settings.solutionSettings, SimulationSettings().solutionSettings
    if is_automatic(subject):
        return  # such runs adapt steps to the times of records
    for name in ("solutionWritePeriod", "sensorsWritePeriod"):
        period = getattr(solution, name)
        if name == "sensorsWritePeriod" and not subject.items["sensor"]:
            continue
        if period != getattr(default, name) and 0.0 < period < subject.h * (1.0 - 1e-9):
            report.hint(
                "write-period", f"solutionSettings.{name}",
                f"{period:g} s is shorter than the step of {subject.h:g} s: only one record per "
                "step is possible",
                f"use at least {math.ceil(subject.duration / period)} steps, or a period of 0",
            )  # fmt: skip


def _measure_records(subject: Subject, report: Report) -> None:
    """Check the memory of the records of all steps."""
    model, solution = subject.model, subject.settings.solutionSettings
    assert model is not None
    if solution.streamFileName:
        return
    width = 1 + 3 * model.n_ode2 + model.n_ae + 2 * model.n_ode1 + model.n_data
    period = solution.solutionWritePeriod
    rows = subject.steps + 3
    if period > 0.0:
        rows = int(min(subject.duration / period, subject.steps)) + 3
    size = 8.0 * rows * width
    advice = (
        "raise solutionSettings.solutionWritePeriod, or stream to disk with "
        "solutionSettings.streamFileName = 'run.lw'"
    )
    text = f"{rows} rows of {width} numbers take {size / 1e9:.3g} GB"
    if size > LIMIT:
        text += f", more than the limit of {LIMIT / 1e9:g} GB"
        report.error("records", "the records of the run", text, advice)
    elif size > MUCH * LIMIT:
        report.hint("records", "the records of the run", text, advice)


def is_automatic(subject: Subject) -> bool:
    """Whether the run chooses its step size."""
    return subject.solver.is_automatic(subject.settings)
