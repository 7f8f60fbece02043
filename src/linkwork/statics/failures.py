"""Why a load step found no equilibrium, by name."""

from __future__ import annotations

import numpy as np

from linkwork.statics.search import Search

ALMOST = 0.01
"""If remaining forces are at most this part of those acting, the constraints are to blame."""


def explain(search: Search, start: np.ndarray, fraction: float) -> str:
    """Why a search failed, with advice."""
    system = search.system
    status, state = system.evaluate()
    model = system.model
    if search.ran_away:
        worst = int(np.abs(state.q - start).argmax())
        force = -float(state.force[worst])
        name = model.numbering.coordinate_name(worst)
        if not search.is_free:
            return f": {name} runs away; the load may exceed what the model can carry"
        return (
            f": nothing holds {name} against a force of {force:.6g}; hold it by a constraint or a "
            "spring"
        )
    if status:
        return ""
    norms = search.norms(state)
    balanced = norms.force <= ALMOST * state.load
    if search.is_off(norms) or (balanced and norms.equations > norms.equations_limit):
        worst = int(np.abs(state.equations / system.row_sizes).argmax())
        name = _row_name(search, worst)
        return (
            f": {name} cannot be satisfied together with the others, {state.equations[worst]:.6g} "
            "remains; look for constraints that contradict it"
        )
    if norms.rates > norms.rates_limit:
        worst = int(np.abs(state.rates).argmax())
        return (
            f": the rate of {model.numbering.coordinate_name(worst, 'ode1')} does not become zero, "
            f"{state.rates[worst]:.6g} remains; hold first-order coordinates with "
            "staticSolver.constrainODE1coordinates = True"
        )
    if not len(state.force):
        return ""
    worst = int(np.abs(state.force).argmax())
    return (
        f": a force of {-state.force[worst]:.6g} remains at "
        f"{model.numbering.coordinate_name(worst)}; use "
        "more load steps (staticSolver.numberOfLoadSteps), start closer to the equilibrium, or "
        "check whether one exists at this load"
    )


def _row_name(search: Search, row: int) -> str:
    return search.system.equations.rows.name(row)
