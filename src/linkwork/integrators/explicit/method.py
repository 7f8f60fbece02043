"""Runge-Kutta methods as integrators: the loop reads the coefficients of a method from memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.records import f8
from linkwork.integrators.evaluate import MANY
from linkwork.integrators.explicit.compatible import compatible_runge_kutta
from linkwork.integrators.explicit.controlled import controlled_runge_kutta
from linkwork.integrators.explicit.fused import FUSED
from linkwork.integrators.explicit.runge_kutta import METHOD, Tableau, long_runge_kutta, runge_kutta
from linkwork.integrators.registry import Integrator, Plan
from linkwork.model.data import Data
from linkwork.model.model import Model


def _may_be_quick(model: Model) -> bool:
    """Whether nothing reads coordinates that are composed, or low parts, within a step.

    Items of users and their functions may; so do markers of such coordinates.
    """
    reads = model.n_ae or model.functions.bound or model.markers.ends or model.direct_tables()
    return not reads and all(kind.__module__.startswith("linkwork.") for kind in model.tables)


class RungeKutta(Integrator):
    """The explicit method of a tableau; embedded pairs may choose the step size by their error."""

    composes = True
    pools = {"method": METHOD, "tableau": f8, "stage_v": f8, "stage_a": f8, "stage_y": f8}
    kernels = (runge_kutta, long_runge_kutta, controlled_runge_kutta, compatible_runge_kutta)
    rare = (long_runge_kutta, compatible_runge_kutta)

    def __init__(self, name: str, tableau: Tableau, compatible: Tableau | None = None) -> None:
        """compatible -- another tableau, for runs with `compatibility` of the settings"""
        super().__init__(name)
        self.tableau, self.compatible = tableau, compatible

    def is_automatic(self, settings: Any) -> bool:
        chooses = settings.timeIntegration.automaticStepSize or settings.compatibility
        return bool(self.tableau.is_pair and chooses)

    def plan(self, model: Model, data: Data, settings: Any) -> Plan:
        automatic = self.is_automatic(settings)
        compatible = bool(settings.compatibility)
        tableau = self.compatible or self.tableau if compatible else self.tableau
        tableau = tableau if automatic else tableau.without_estimate()
        stages = tableau.stages
        data.scalars.quick_stages = _may_be_quick(model)
        memory = {
            "method": np.array([(stages, tableau.ends_at_result)], METHOD),
            "tableau": tableau.packed(),
            "stage_v": np.zeros(model.n_ode2 * stages),
            "stage_a": np.zeros(model.n_ode2 * stages),
            "stage_y": np.zeros(model.n_ode1 * stages),
        }
        loop = self.loop_for(model, settings)
        fused = FUSED if loop is runge_kutta else None
        order = tableau.estimate_order
        if compatible and automatic:
            order = tableau.order - 1  # the error is raised to -1/order of the method
        return Plan(loop, memory, automatic, order, straight=stages == 1, fused=fused)

    def loop_for(self, model: Model, settings: Any) -> Callable[..., Any]:
        automatic = self.is_automatic(settings)
        if settings.compatibility and automatic:
            return compatible_runge_kutta
        if automatic or model.n_ae or model.masses_vary or model.n_ode1:
            return controlled_runge_kutta
        return long_runge_kutta if model.n_ode2 >= MANY else runge_kutta

    def growth(self, frequency: float, damping: float) -> float:
        root = np.sqrt(complex(0.25 * damping * damping - frequency * frequency))
        return self.growth_of_rates(-0.5 * damping + np.array([root, -root]))

    def growth_of_rates(self, rates: np.ndarray) -> float:
        """A step multiplies a motion exp(s t) by the stability polynomial R(h s)."""
        coefficients = self.tableau.without_estimate().stability_polynomial()
        with np.errstate(over="ignore", invalid="ignore"):
            sizes = np.abs(np.polyval(coefficients[::-1], rates))
        return float(np.nan_to_num(sizes, nan=np.inf).max())
