"""Constraints: redundant, conflicting, without effect, or switched off."""

from __future__ import annotations

from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from linkwork.assembly.constraint_rows import FLAT
from linkwork.assembly.dependent_rows import dependent_rows
from linkwork.connectors.connector import Constraint
from linkwork.core.kernels.raised import raised
from linkwork.core.status import OK
from linkwork.diagnosis.findings import ERROR, WARNING, Report
from linkwork.diagnosis.subject import Subject
from linkwork.run.consistent_start import WHAT, unit_of

MANY_CORRECTIONS, FEW_CORRECTIONS = 60, 12
"""Most corrections of the positions, as at the start of a run; fewer for large systems, which are
slow."""

CONFLICT = 1.0e-7
"""Remaining violation, relative to positions, from which constraints contradict each other."""

PARTNERS = 1.0e-6
"""Weight, relative to the largest one, from which a redundant constraint depends on another."""

FEW = 500
"""Most equations of a system for which the partners of a redundant one are reported."""


def check(subject: Subject, report: Report) -> None:
    """Check the constraint equations at the initial state."""
    model = subject.model
    assert model is not None
    for table in model.tables_of(Constraint):
        for number in np.asarray(table.numbers)[table.rows["active"] == 0]:
            report.hint(
                "inactive-constraint", subject.label("object", int(number)),
                "it is switched off (activeConnector = False), and its forces are zero",
                "switch it on if it is needed, also during a run in a pre-step function",
            )  # fmt: skip
    active = subject.matrices.active_rows
    gradients = subject.matrices.gradients() if len(active) else None
    if gradients is None:
        return
    gradients = gradients[active]
    flat = _tell_flat(subject, report, gradients)
    kept = np.setdiff1d(np.arange(len(active)), flat)
    dependent = kept[dependent_rows(gradients[kept])] if len(kept) else kept
    remain = _remaining(subject)
    conflicting = np.flatnonzero(remain[active] > 0.0)
    _tell_conflicts(subject, report, remain, conflicting, dependent, 0)
    if len(dependent) and not len(conflicting):
        remain = _remaining_rates(subject)
        conflicting = np.flatnonzero(remain[active] > 0.0)
        _tell_conflicts(subject, report, remain, conflicting, dependent, 1)
    _tell_redundant(subject, report, gradients, kept, np.setdiff1d(dependent, conflicting))


def _tell_flat(subject: Subject, report: Report, gradients: Any) -> np.ndarray:
    """Report equations that do not depend on any coordinate."""
    active = subject.matrices.active_rows
    sizes = np.asarray(abs(gradients).sum(axis=1)).ravel()
    largest = sizes.max(initial=0.0)
    flat = np.flatnonzero(sizes <= FLAT * largest)
    for k in flat:
        if report.tells("singular-force", subject.constraint_name(int(active[k]))):
            continue
        report.add(
            ERROR if subject.is_implicit else WARNING,
            "flat-constraint", subject.constraint_name(int(active[k])),
            "it does not depend on any coordinate at the start: all its derivatives are zero",
            "start at another position or velocity; remove it if it is between fixed points",
        )  # fmt: skip
    return flat


def _remaining(subject: Subject) -> np.ndarray:
    """Remaining violation of each position equation at the nearest positions; 0 if satisfied.

    The initial state is restored afterwards.
    """
    matrices, data = subject.matrices, subject.matrices.data
    active, start = matrices.active_rows, data["q"].copy()
    best, values, allowed = np.inf, np.zeros(len(data["constraint"])), np.zeros(len(active))
    place, change, factor = start, np.zeros_like(start), 1.0
    for _ in range(MANY_CORRECTIONS if len(active) <= FEW else FEW_CORRECTIONS):
        found = _linearized(subject)
        if found is None:
            if best == np.inf:
                break  # reported by other checks
            size = np.inf
        else:
            size = float(np.linalg.norm(found.values[active] / found.sizes))
        if found is not None and size < best:
            best, values, place = size, found.values, data["q"].copy()
            allowed = CONFLICT * found.scale * found.sizes
            if (np.abs(values[active]) <= 1e-3 * allowed).all():
                break
            change, factor = found.correction(active), 1.0
        else:
            factor *= 0.25  # too far: the equations are not linear
        if np.abs(factor * change).max(initial=0.0) <= 1e-12 * np.abs(place).max(initial=1e-6):
            break
        data["q"][:] = place - factor * change
    raised.ignore()
    data["q"][:] = start
    remain = np.abs(values)
    remain[active[remain[active] <= allowed]] = 0.0
    return remain


def _remaining_rates(subject: Subject) -> np.ndarray:
    """Remaining violation of each velocity equation at the nearest ones; 0 if satisfied."""
    matrices, active = subject.matrices, subject.matrices.active_rows
    found = _linearized(subject)
    status, _, rates = matrices.forces(1)
    raised.ignore()
    if found is None or status != OK or not np.isfinite(rates).all():
        return np.zeros(len(rates))
    change = found._replace(values=rates).correction(active)
    left = rates[active] - found.rows @ change
    speed = max(float(np.abs(matrices.data["v"]).max(initial=0.0)), np.abs(rates).max())
    left[np.abs(left) <= CONFLICT * speed * found.sizes] = 0.0
    remain = np.zeros(len(rates))
    remain[active] = np.abs(left)
    return remain


class _Linearized(NamedTuple):
    """Constraint equations at a state: values, gradients of the active rows and their sizes.

    scale -- length to which violations are compared [m]
    """

    values: np.ndarray
    rows: Any
    sizes: np.ndarray
    scale: float

    def correction(self, active: np.ndarray) -> np.ndarray:
        """Shortest change of the coordinates that removes the violations, to first order.

        A small shift regularizes equations that depend on each other.
        """
        from scipy.sparse import identity
        from scipy.sparse.linalg import splu

        normal = (self.rows @ self.rows.T).tocsc()
        shift = 1e-12 * max(float(normal.diagonal().max()), 1e-300)
        matrix = normal + shift * identity(len(active), format="csc")
        if not np.isfinite(matrix.data).all():
            return np.zeros(self.rows.shape[1])
        return np.asarray(self.rows.T @ splu(matrix).solve(self.values[active]))


def _linearized(subject: Subject) -> _Linearized | None:
    """The equations at the current positions; None if they cannot be evaluated."""
    matrices = subject.matrices
    status, _, values = matrices.forces(0)
    gradients = matrices.gradients()
    if status != OK or gradients is None or not np.isfinite(values).all():
        return None
    rows = gradients[matrices.active_rows]
    sizes = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    sizes[~((sizes > 0.0) & np.isfinite(sizes))] = 1.0
    return _Linearized(values, rows, sizes, max(matrices.equations.largest_position(), 1e-6))


def _tell_conflicts(
    subject: Subject,
    report: Report,
    remain: np.ndarray,
    conflicting: np.ndarray,
    dependent: np.ndarray,
    level: int,
) -> None:
    """Report equations that no positions (level 0) or velocities (1) satisfy together."""
    active, model = subject.matrices.active_rows, subject.model
    assert model is not None
    names = [subject.constraint_name(int(active[k])) for k in conflicting]
    known = set(dependent.tolist())
    for k, name in zip(conflicting.tolist(), names, strict=True):
        others = list(islice((other for other in names if other != name), 3))
        against = f" together with {', '.join(others)}" if others else ""
        also = ", and it depends on others" if k in known else ""
        report.error(
            "conflict", name,
            f"no {WHAT[level]} near the start satisfy it{against}: {remain[active[k]]:.3g}"
            f"{unit_of(model, int(active[k]), level)} remain{also}",
            "correct lengths or offsets, or remove one of these constraints",
        )  # fmt: skip


def _tell_redundant(
    subject: Subject, report: Report, gradients: Any, kept: np.ndarray, dependent: np.ndarray
) -> None:
    """Report equations whose gradients are combinations of others."""
    active = subject.matrices.active_rows
    what = "constraint forces are not unique, the smallest ones are used"
    partners = _partners(gradients, np.setdiff1d(kept, dependent), dependent)
    for k, others in zip(dependent, partners, strict=True):
        behind = [subject.constraint_name(int(active[other])) for other in others[:3]]
        of = f" of {', '.join(behind)}" if behind else " of others"
        report.add(
            WARNING, "redundant", subject.constraint_name(int(active[k])),
            f"at the start its gradient is a combination{of}: {what}",
            "remove it if it is redundant, or else start at another position",
        )  # fmt: skip


def _partners(gradients: Any, others: np.ndarray, dependent: np.ndarray) -> list[list[int]]:
    """Rows that each dependent row combines, the strongest first; none if there are many.

    others -- rows that are independent
    """
    if not len(others) or not len(dependent) or len(others) + len(dependent) > FEW:
        return [[] for _ in dependent]
    wanted = gradients[dependent].toarray().T
    weights = np.abs(np.linalg.lstsq(gradients[others].toarray().T, wanted, rcond=None)[0])
    order = np.argsort(-weights, axis=0, kind="stable")
    return [
        [int(others[k]) for k in order[:, j] if weights[k, j] > PARTNERS * weights[:, j].max()]
        for j in range(len(dependent))
    ]
