"""MainSystem.Check, which imports `diagnosis` when it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.core.enums import DynamicSolverType
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.nesting import nested
from linkwork.settings.simulation import SimulationSettings

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem
    from linkwork.diagnosis import Diagnosis
    from linkwork.integrators.registry import Integrator


def Check(
    mbs: MainSystem,
    simulationSettings: SimulationSettings | None = None,
    solverType: DynamicSolverType | int | str | None = None,
    static: bool = False,
) -> Diagnosis:
    """Check the model before solving; returns a Diagnosis, a list of findings.

    simulationSettings -- of the planned run; None: those of the model file the system was
    loaded from, else the defaults
    solverType -- of the planned run; None: GeneralizedAlpha
    static -- whether to check for SolveStatic, which needs no masses; together with a solverType
    both runs are checked, as for a run in time that starts from the equilibrium

    Each finding has a severity ("error", "warning", "hint"), the item, what is wrong and what
    to do. The system is not changed, and need not be assembled. User functions are called a
    few times at the initial state, with a copy of the system as their `mbs`.
    """
    from linkwork.diagnosis import Diagnosis, check
    from linkwork.integrators.registry import integrator_of

    mbs._refuse_while_running("Check")
    settings = simulationSettings
    if settings is not None and not isinstance(settings, SimulationSettings):
        is_solver = isinstance(settings, DynamicSolverType | str)
        hint = f"; give the solver by its name: Check(solverType={settings!r})" if is_solver else ""
        raise ParameterError(f"Check takes SimulationSettings, got {settings!r}{hint}")
    solver = integrator_of(DynamicSolverType.GeneralizedAlpha if solverType is None else solverType)
    with nested("Check"), mbs._locked():
        if not static:
            return check(mbs, settings, solver)
        found = check(mbs, settings, None)
        if solverType is None:
            return found
        return Diagnosis(dict.fromkeys([*found, *check(mbs, settings, solver)]))


def explain(mbs: MainSystem, error: SysError, settings: Any, solver: Integrator | None) -> None:
    """Add possible causes to an error of a solver."""
    from linkwork.diagnosis import explain as add_findings

    add_findings(error, mbs, settings, solver)
