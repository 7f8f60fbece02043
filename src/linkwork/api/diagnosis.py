"""The check of a system: a door to the diagnosis, which is imported when it is used."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from linkwork.core.enums import DynamicSolverType
from linkwork.core.errors import ParameterError, SysError
from linkwork.settings import SimulationSettings

if TYPE_CHECKING:
    from linkwork.diagnosis import Diagnosis


class SystemCheck:
    """Mixin of MainSystem."""

    if TYPE_CHECKING:  # of the items of a system

        def _refuse_while_running(self, what: str) -> None: ...
        def _held(self, what: str) -> AbstractContextManager[None]: ...

    def Check(
        self,
        simulationSettings: SimulationSettings | None = None,
        solverType: DynamicSolverType | int | None = None,
        static: bool = False,
    ) -> Diagnosis:
        """Tell what is wrong or suspicious before solving: a Diagnosis, a list of findings.

        simulationSettings -- of the run that is meant; None: those of the model file the system
        was loaded from, else the defaults
        solverType -- of that run; None: GeneralizedAlpha
        static -- whether SolveStatic is meant, which needs no masses

        Each finding has a severity ("error", "warning", "hint"), the item, what is wrong and what
        to do. The system is not changed, and need not be assembled. User functions are called a
        few times at the initial state, with a copy of the system as their `mbs`.
        """
        from linkwork.diagnosis import check

        self._refuse_while_running("Check")
        settings = simulationSettings
        if settings is not None and not isinstance(settings, SimulationSettings):
            raise ParameterError(f"Check takes SimulationSettings, got {settings!r}")
        if static and solverType is not None:
            raise ParameterError(
                f"Check takes either static=True or a solverType, got {solverType!r} as well"
            )
        solver = DynamicSolverType.GeneralizedAlpha if solverType is None else solverType
        if type(solver) is int and solver in list(map(int, DynamicSolverType)):
            solver = DynamicSolverType(solver)
        if not isinstance(solver, DynamicSolverType):
            raise ParameterError(f"solverType is a DynamicSolverType, got {solverType!r}")
        with self._held("Check"):
            return check(self, settings, None if static else solver)

    def _explain(self, error: SysError, settings: Any, solver: DynamicSolverType | None) -> None:
        """Add to an error of a solver what may be behind it."""
        from linkwork.diagnosis import explain

        explain(error, self, settings, solver)
