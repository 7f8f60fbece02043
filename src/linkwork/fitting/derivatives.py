"""Where derivatives of records come from: differences of runs, or differentiated steps.

Both are right; which of them takes less time is estimated from the size of a model, the number of
its steps and of the parameters. The estimates are measured times, rounded: a choice by a clock
would make the last digits of a fit depend on what else the computer does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError
from linkwork.fitting.varied import Varied
from linkwork.integrators.registry import integrator_of
from linkwork.sensitivity.alpha import serves_model

if TYPE_CHECKING:
    from linkwork.fitting.residuals import Experiment

AUTO, DIFFERENCES, SENSITIVITIES = "auto", "differences", "sensitivities"

STEP = 0.05e-6
"""Time of a step for each unknown of a model [s]."""

RUN = 0.3e-3
"""Time of a run beyond its steps [s]."""

START, EACH_START = 8.0e-3, 1.0e-3
"""Time of the start of a run with sensitivities, and what each parameter adds [s]."""

STEPS, EACH_STEPS = 3.0, 0.5
"""Time of steps with sensitivities, in steps without them, and what each parameter adds."""

ROW = 0.15e-3
"""Time of the derivatives of a recorded row [s]."""


def checked(derivatives: str, can: bool) -> str:
    """The choice of a user; can -- whether SolveDynamic takes sensitivities."""
    if derivatives not in (AUTO, DIFFERENCES, SENSITIVITIES):
        raise ParameterError(
            f"derivatives is 'auto', 'differences' or 'sensitivities', got {shown(derivatives)}"
        )
    if derivatives == SENSITIVITIES and not can:
        raise ParameterError("SolveDynamic takes no sensitivities; choose 'differences'")
    return derivatives if can else DIFFERENCES


def are_steps_cheaper(experiments: Sequence[Experiment], varied: Varied) -> bool:
    """Whether differentiated steps take less time than differences; a run has been made."""
    by_runs = by_steps = 0.0
    paths = sum(map(len, varied.paths))
    for each in experiments:
        mbs: Any = each.place.mbs
        integration = each.settings.timeIntegration
        integrator = integrator_of(each.solver)
        if not _is_served(mbs, integrator) or integrator.is_automatic(each.settings):
            return False
        step = STEP * (mbs._model.n_ode2 + mbs._model.n_ae) * integration.numberOfSteps
        rows = max(len(record.times) for record in each.records)
        by_runs += 2.0 * len(varied) * (RUN + step)
        by_steps += START + EACH_START * paths + (STEPS + EACH_STEPS * paths) * step + ROW * rows
    return by_steps < by_runs


def _is_served(mbs: Any, integrator: Any) -> bool:
    """Whether steps are differentiated in compiled code; explicit ones take many runs."""
    model, data = mbs._model, mbs._data
    if model is None or data is None or data.equations is None:
        return False
    return serves_model(model, data, data.equations, integrator)
