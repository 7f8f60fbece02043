"""Comparison of stiffness and damping with the step size.

The fastest motion of a model decides whether an explicit solver is stable; the fastest one that
the start excites decides how many steps an implicit solver needs to follow it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.bodies.first_order import FirstOrder
from linkwork.connectors.connector import Connector
from linkwork.core.kernels.raised import raised
from linkwork.diagnosis.checks.run_settings import is_automatic
from linkwork.diagnosis.findings import ERROR, WARNING, Report
from linkwork.diagnosis.oscillator import (
    LARGEST_LOG,
    Decay,
    Oscillation,
    enough_steps,
    rounded_up,
    total_growth,
)
from linkwork.diagnosis.spectrum import Motion
from linkwork.diagnosis.subject import Subject
from linkwork.model.functions import functions_of

NOTABLE, HOPELESS = math.log(10.0), math.log(1e16)
"""Logarithm of the growth over a run from which a warning is given; from which rounding errors
become as large as the motion."""

FEWEST_PER_PERIOD = 8.0
"""Steps per period below which a motion is not resolved: its phase is off by 5 % of a period."""

VISIBLE = 0.05
"""Fraction of the displacement from which a frequency counts as excited."""

MANY_STEPS = 1.0e7
"""Number of steps of an embedded pair from which a hint is given."""

MOST_RATES = 300
"""Most first-order coordinates whose rates are checked."""

MOST_CALLS = 50_000
"""Most calls of user functions for their derivatives."""


def check(subject: Subject, report: Report) -> None:
    """Compare the frequencies at the start with the step size."""
    model = subject.model
    assert model is not None
    if not subject.duration > 0.0 or _costs(subject, report):
        return
    if 0 < model.n_ode1 <= MOST_RATES and not subject.is_implicit and not is_automatic(subject):
        _check_rates(subject, report)
    if model.n_ode2:
        _check_motion(subject, report)


def _check_motion(subject: Subject, report: Report) -> None:
    """Second-order coordinates: stability of explicit solvers, steps per period for all solvers."""
    matrices = subject.matrices
    mass, damping, right = matrices.mass, matrices.damping, matrices.right_sides()
    if mass is None or damping is None or right is None or (mass.diagonal() <= 0.0).any():
        return
    gradients = matrices.gradients()
    if gradients is None:
        return
    try:
        motion = Motion(mass, gradients[matrices.active_rows])
    except RuntimeError:  # singular ones are reported by other checks
        return
    stiffness = matrices.stiffness(motion.multipliers(*right))
    if stiffness is None:
        return
    stiffness, damping = (0.5 * (matrix + matrix.T) for matrix in (stiffness, damping))
    stable = subject.is_implicit or _is_stable(subject, report, motion, stiffness, damping)
    if stable and not is_automatic(subject):
        _check_excited(subject, report, motion, stiffness)


def _costs(subject: Subject, report: Report) -> bool:
    """Whether derivatives of user functions would cost too many calls."""
    model = subject.model
    assert model is not None
    calls = sum(
        8 * max(3, len(model.object_coordinates(number)))
        for (family, number, _), *_ in functions_of(subject.items)
        if family == "object" and not isinstance(subject.items["object"][number], FirstOrder)
    )
    if calls > MOST_CALLS:
        report.hint(
            "not-checked", "stiffness against step size",
            f"derivatives of user functions would take about {calls} calls",
            "compare the step size with the shortest period of the model by hand",
        )  # fmt: skip
    return calls > MOST_CALLS


def _highest(motion: Motion, matrix: Any) -> tuple[float, np.ndarray]:
    """(largest eigenvalue of M^-1 A, its vector); 0 if there is none above zero."""
    n = matrix.shape[0]
    start = motion.accelerations(np.random.default_rng(0).standard_normal(n))
    found = motion.lanczos(matrix, start)
    if not len(found.values) or not found.values[-1] > 0.0:
        return 0.0, np.zeros(n)
    return float(found.values[-1]), found.vectors[:, -1]


def _place(subject: Subject, vector: np.ndarray) -> str:
    """Where a motion is largest, and what acts there."""
    model = subject.model
    assert model is not None
    k = int(np.abs(vector).argmax())
    acting = [
        subject.label("object", number)
        for number, item in enumerate(subject.items["object"])
        if isinstance(item, Connector) and k in model.object_coordinates(number)
    ]
    told = f", where {' and '.join(acting[:2])} {'acts' if len(acting) == 1 else 'act'}"
    return model.numbering.coordinate_name(k) + (told if acting else "")


def _is_stable(
    subject: Subject, report: Report, motion: Motion, stiffness: Any, damping: Any
) -> bool:
    """Whether the fastest oscillation and the fastest decay do not grow in an explicit solver."""
    square, mode = _highest(motion, stiffness)
    decay, slowed = _highest(motion, damping)
    # the damping of the fastest oscillation itself, and the fastest decay by itself
    own = max(float(mode @ (damping @ mode)), 0.0)
    frequency = math.sqrt(square)
    fastest = (Oscillation(frequency, own), mode), (Oscillation(0.0, decay), slowed)
    if is_automatic(subject):
        _expect_steps(subject, report, *max(fastest, key=lambda pair: max(pair[0])))
        return True
    run = subject.solver, subject.duration, subject.steps
    worst, vector = max(fastest, key=lambda pair: total_growth(pair[0], *run))
    what = f"decays with {max(worst.damping, worst.frequency):.4g}/s"
    if worst.damping < 2.0 * worst.frequency:
        period = 2.0 * math.pi / frequency
        what = f"oscillates with {frequency:.4g} rad/s (period {period:.3g} s)"
    return not _grows(subject, report, worst, what, lambda: _place(subject, vector))


def _grows(
    subject: Subject,
    report: Report,
    motion: Oscillation | Decay,
    what: str,
    place: Callable[[], str],
) -> bool:
    """Whether a motion grows in an explicit solver; if so, report it."""
    run = subject.solver, subject.duration
    size = total_growth(motion, *run, subject.steps)
    if size <= NOTABLE:
        return False
    steps = enough_steps(motion, *run, subject.steps)
    power = size / math.log(10.0)
    times = f"1e{power:.0f} times" if size < LARGEST_LOG else f"more than 1e{power:.0f} times"
    report.add(
        ERROR if size > HOPELESS else WARNING, "unstable-step", place(),
        f"the fastest motion at the start {what}: {subject.solver.name} with steps of "
        f"{subject.h:.3g} s is unstable and would make it {times} larger in this run",
        f"use about {steps} steps (timeIntegration.numberOfSteps), less stiffness or damping, "
        "or an implicit solver",
    )  # fmt: skip
    return True


def _check_rates(subject: Subject, report: Report) -> None:
    """Decay of first-order coordinates in an explicit solver."""
    model, matrix = subject.model, subject.matrices.rates()
    assert model is not None
    if matrix is None:
        return
    rates, vectors = np.linalg.eig(np.asarray(matrix))
    decaying = np.flatnonzero(rates.real < 0.0)  # the others really grow
    if len(decaying):
        fast = decaying[np.abs(rates[decaying]).argmax()]
        name = model.numbering.coordinate_name(int(np.abs(vectors[:, fast]).argmax()), "ode1")
        what = f"decays with {-rates[fast].real:.4g}/s"
        _grows(subject, report, Decay(rates[decaying]), what, lambda: name)


def _expect_steps(
    subject: Subject, report: Report, motion: Oscillation, vector: np.ndarray
) -> None:
    """Embedded pairs choose their steps: report if these will be many."""
    rate = max(motion)
    steps = subject.duration * rate / 3.0
    least = subject.settings.timeIntegration.minimumStepSize
    if 3.0 < least * rate:
        report.warning(
            "minimum-step", _place(subject, vector),
            f"the fastest motion at the start has a rate of {rate:.4g}/s: {subject.solver.name} "
            f"needs steps of about {3.0 / rate:.1g} s, less than minimumStepSize = {least:g} s",
            "use an implicit solver, or lower timeIntegration.minimumStepSize",
        )  # fmt: skip
        return
    if steps > MANY_STEPS:
        report.hint(
            "many-steps", _place(subject, vector),
            f"the fastest motion at the start has a rate of {rate:.4g}/s: {subject.solver.name} "
            f"will take about {steps:.1e} steps",
            "an implicit solver needs fewer if this motion need not be resolved",
        )  # fmt: skip


def _check_excited(subject: Subject, report: Report, motion: Motion, stiffness: Any) -> None:
    """Steps per period of the fastest motion that initial forces and velocities excite."""
    status, forces, _ = subject.matrices.forces(0)
    raised.ignore()
    if status or not np.isfinite(forces).all():
        return
    data = subject.matrices.data
    fastest, mode = 0.0, np.zeros(len(forces))
    # an acceleration a excites the amplitude a/w^2 of a frequency w, a velocity v excites v/w
    for start, power in ((motion.accelerations(forces), 1.0), (data["v"].copy(), 0.5)):
        found = motion.lanczos(stiffness, start)
        real = found.values > 1e-12 * np.abs(found.values).max(initial=0.0)
        moved = found.shares[real] / found.values[real] ** power
        seen = np.flatnonzero(moved > VISIBLE * moved.max(initial=0.0))
        if len(seen):
            chosen = np.flatnonzero(real)[seen[-1]]
            frequency = math.sqrt(float(found.values[chosen]))
            if frequency > fastest:
                fastest, mode = frequency, found.vectors[:, chosen]
    if not fastest:
        return
    period = 2.0 * math.pi / fastest
    if period < FEWEST_PER_PERIOD * subject.h:
        steps = rounded_up(FEWEST_PER_PERIOD * 2.5 * subject.duration / period)
        report.hint(
            "few-steps-per-period", _place(subject, mode),
            f"the start excites an oscillation with {fastest:.4g} rad/s, but a step of "
            f"{subject.h:.3g} s is {subject.h / period:.2g} of its period of {period:.3g} s",
            f"use about {steps} steps (timeIntegration.numberOfSteps) if it should be resolved",
        )  # fmt: skip
