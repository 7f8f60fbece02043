"""The initial state against the constraints, and forces that are undefined there."""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.raised import raised
from linkwork.core.status import OK, failure_of
from linkwork.diagnosis.findings import ERROR, WARNING, Report
from linkwork.diagnosis.subject import Subject
from linkwork.run.consistent_start import FLOOR, SILENT, WHAT, uncertainty, unit_of
from linkwork.run.misfits import LARGEST, misfit, name_of


def check(subject: Subject, report: Report) -> None:
    """Check violations of positions and velocities, and whether forces are finite."""
    for level in (0, 1):
        status, forces, values = subject.matrices.forces(level)
        failed = bool(raised)
        raised.ignore()
        failure = failure_of(status)
        if failure.number is not None and failure.names_item:
            what, _, advice = failure.text.rpartition("; ")
            label = subject.label(failure.family, failure.number)
            report.error("singular-force", label, what, advice)
            return
        if status != OK or failed:
            return
        if not np.isfinite(forces).all():
            _tell_infinite(subject, report, forces)
            return
        if subject.is_static:
            return  # statics computes the positions
        if level == 0:
            _measure(subject, report, forces)
        _compare(subject, report, values, level)


def _measure(subject: Subject, report: Report, forces: np.ndarray) -> None:
    """Report values beyond the limit at which solvers end a run."""
    model, data = subject.model, subject.matrices.data
    assert model is not None
    most = subject.settings.timeIntegration.newton.maximumSolutionNorm
    mass = subject.matrices.mass
    masses = np.ones(model.n_ode2) if mass is None else np.abs(mass.diagonal())
    accelerations = np.abs(forces) / np.where(masses > 0.0, masses, np.inf)
    sizes = {"acceleration": accelerations}
    if subject.is_implicit:  # Newton's method checks residuals, which are forces here
        norm = np.sqrt(np.mean(forces**2)) if len(forces) else 0.0
        sizes["force"] = np.abs(forces) if not norm < most else np.zeros(0)
    else:
        sizes |= {"coordinate": np.abs(data["q"]), "velocity": np.abs(data["v"])}
    for what, values in sizes.items():
        if len(values) and not values.max() < most:
            worst = int(values.argmax())
            held = what == "acceleration" and len(subject.matrices.active_rows) > 0
            report.add(
                WARNING if held else ERROR,  # constraints may remove it
                "too-large", model.numbering.coordinate_name(worst),
                f"its {what} of {values[worst]:.3g} at the start is beyond "
                f"newton.maximumSolutionNorm = {most:g}, which ends a run",
                "look for numbers in wrong units, or raise "
                "timeIntegration.newton.maximumSolutionNorm",
            )  # fmt: skip
            return


def _tell_infinite(subject: Subject, report: Report, forces: np.ndarray) -> None:
    assert subject.model is not None
    worst = int(np.flatnonzero(~np.isfinite(forces))[0])
    report.error(
        "force-not-finite", subject.model.numbering.coordinate_name(worst),
        f"the force on it is {forces[worst]:g} at the start",
        "check parameters and positions of the items that act on it: numbers may be too large",
    )  # fmt: skip


def _compare(subject: Subject, report: Report, values: np.ndarray, level: int) -> None:
    """Report active equations that the initial state violates by more than rounding."""
    equations, data = subject.matrices.equations, subject.matrices.data
    position = equations.largest_position()
    scale = max(float(np.abs(data["v"]).max(initial=0.0)) if level else position, FLOOR)
    for table in equations.model.equation_tables():
        kind = table.kind
        rows, _ = kind.equation_rows(table)
        sizes = np.abs(values[rows]) * kind.active_equations(table)
        lengths = kind.scales(table, equations.model, data)
        slopes = np.ones(len(rows))
        if kind.acts_directly:
            gradients = subject.matrices.gradients()
            if gradients is None:
                return
            found = np.sqrt(np.asarray(gradients[rows].power(2).sum(axis=1)).ravel())
            slopes = np.where(found > 0.0, found, 1.0)
        wrong = sizes > SILENT * scale * slopes
        if level == 0:
            wrong |= sizes > LARGEST * lengths
        for k in np.flatnonzero(wrong):
            if level == 1 and sizes[k] <= uncertainty(equations, values, 1, int(rows[k])):
                continue
            if level == 0 and sizes[k] > LARGEST * lengths[k]:
                _tell_misfit(subject, report, values, int(rows[k]), lengths[k])
            else:
                _tell(subject, report, level, int(rows[k]), sizes[k], lengths[k], scale)


def _tell_misfit(
    subject: Subject, report: Report, values: np.ndarray, row: int, length: float
) -> None:
    """Report a constraint that is too far from satisfied for a run to start, once."""
    assert subject.model is not None
    label = name_of(subject.model, row)
    if report.tells("violated-positions", label):
        return
    what, _, advice = misfit(subject.model, values, row, length).rpartition("; ")
    report.error(
        "violated-positions", label,
        f"the initial positions {what}: this is not corrected, and the run does not start", advice,
    )  # fmt: skip


def _tell(
    subject: Subject,
    report: Report,
    level: int,
    row: int,
    size: float,
    length: float,
    scale: float,
) -> None:
    assert subject.model is not None
    unit = unit_of(subject.model, row, level)
    by = f"the initial {WHAT[level]} violate it by {size:.6g}{unit}"
    name = subject.constraint_name(row)
    if subject.is_continued and level == 1:
        return  # velocities at the end of a run have errors of order h^2
    family, number, _ = subject.model.numbering.row_owner(row)
    if level == 0 and subject.model.items[family][number].joins:
        report.warning(
            "violated-positions", name, f"{by}: a run corrects them before its first step",
            "give positions and rotations in which the joint fits if this is not intended",
        )  # fmt: skip
        return
    compared = size / length if np.isfinite(length) and level == 0 else size / scale
    what = "its length" if np.isfinite(length) and level == 0 else (
        "the largest speed" if level else "the largest position"
    )  # fmt: skip
    report.warning(
        f"violated-{WHAT[level]}", name,
        f"{by}, {100.0 * compared:.2g} % of {what}: a run corrects them before its first step",
        f"give {WHAT[level]} that satisfy the constraint if the correction is not intended",
    )  # fmt: skip
