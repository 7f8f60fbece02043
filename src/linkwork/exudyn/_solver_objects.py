"""Solver objects: runs as a whole or in parts, compiled unless a script replaces a stage of a step.

    solver = exu.MainSolverImplicitSecondOrder()
    solver.InitializeSolver(mbs, settings)
    solver.SolveSteps(mbs, settings)
    solver.FinalizeSolver(mbs, settings)

Every call of SolveSteps is a run from the initial values at startTime to endTime. Rows of the runs
after InitializeSolver follow each other in files and in the stored data of sensors.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.errors import SolverError
from linkwork.exudyn import _missing
from linkwork.exudyn._console import Print
from linkwork.exudyn._solver_evaluation import Evaluation
from linkwork.exudyn._solver_stages import Stages
from linkwork.integrators.called import FunctionSteps
from linkwork.integrators.registry import integrator_of
from linkwork.run.compatible_start import curvature_of

COMPILED = "its steps are compiled; MainSolverImplicitSecondOrder has stages in Python"


class Runs(Evaluation):
    """Initialization, steps and end of a run.

    _is_ready -- whether the initial values were taken since the last steps
    """

    _name = ""
    _is_static = False

    def __init__(self) -> None:
        super().__init__()
        self._is_initialized = self._is_ready = False
        self._runs = 0

    # ------------------------------------------------------------------ runs

    def SolveSystem(self, mainSystem: Any, simulationSettings: Any) -> bool:
        """InitializeSolver, SolveSteps and FinalizeSolver; returns whether it was successful."""
        if not self.InitializeSolver(mainSystem, simulationSettings):
            return False
        success = self.SolveSteps(mainSystem, simulationSettings)
        self.FinalizeSolver(mainSystem, simulationSettings)
        return success

    def InitializeSolver(self, mainSystem: Any, simulationSettings: Any) -> bool:
        """Begin: the present state is the initial one, and nothing has been counted."""
        self.InitializeSolverPreChecks(mainSystem, simulationSettings)
        self.InitializeSolverOutput(mainSystem, simulationSettings)
        self.InitializeSolverData(mainSystem, simulationSettings)
        self.InitializeSolverInitialConditions(mainSystem, simulationSettings)
        self._is_initialized = self.output.initializationSuccessful = True
        return True

    def InitializeSolverPreChecks(self, mainSystem: Any, simulationSettings: Any) -> bool:
        """Assemble the system if necessary."""
        if mainSystem._model is None:
            mainSystem.Assemble()
        return True

    def InitializeSolverOutput(self, mainSystem: Any, simulationSettings: Any) -> None:
        """Forget how the last run ended; rows begin anew."""
        self.output.InitializeData()
        self.conv.InitializeData()
        self._error, self._runs = "", 0
        mainSystem._earlier_rows = {}

    def InitializeSolverData(self, mainSystem: Any, simulationSettings: Any) -> None:
        """Forget all counts, and take the sizes of the system."""
        self.it.InitializeData()
        self.timer.Reset(True)
        self._take_sizes(mainSystem)

    def InitializeSolverInitialConditions(self, mainSystem: Any, simulationSettings: Any) -> None:
        """The present state is the initial one; accelerations are found by SolveSteps."""
        start, end, steps = self._times(simulationSettings)
        mainSystem.systemData.to_initial_state()
        mainSystem._data.scalars.t = start
        it = self.it
        it.startTime, it.endTime, it.currentTime, it.numberOfSteps = start, end, start, steps
        it.maxStepSize = it.initialStepSize = (end - start) / max(1, steps)
        self._is_ready = True

    def PreInitializeSolverSpecific(self, mainSystem: Any, simulationSettings: Any) -> None:
        """Nothing: runs prepare themselves."""

    def PostInitializeSolverSpecific(self, mainSystem: Any, simulationSettings: Any) -> None:
        """Nothing: runs prepare themselves."""

    def SolveSteps(self, mainSystem: Any, simulationSettings: Any) -> bool:
        """All steps from startTime to endTime; returns whether they were successful."""
        self.CheckInitialized(mainSystem)
        if not self._is_ready:
            _missing.refuse(
                "SolveSteps without InitializeSolverInitialConditions",
                "every call is a run from the initial values; set them and call that first",
            )
        self._is_ready = False
        self._error = ""
        try:
            self._run(mainSystem, simulationSettings)
        except SolverError as error:
            if error.__cause__ is not None:
                raise
            self._error = str(error)
            Print(self._error)
        from linkwork.exudyn._solver_records import note_run

        note_run(self, mainSystem, simulationSettings)
        self._runs += 1
        return not self._error

    def _run(self, mbs: Any, settings: Any) -> None:
        """Run compiled steps."""
        mbs._take_part(settings, self._solver_type(settings), self._runs > 0)

    def FinalizeSolver(self, mainSystem: Any, simulationSettings: Any) -> None:
        """End: the solver is stored in mbs.sys."""
        key = "staticSolver" if self._is_static else "dynamicSolver"
        mainSystem.sys[key] = self
        mainSystem.sys["simulationSettings"] = simulationSettings
        self._is_ready = False

    def CheckInitialized(self, mainSystem: Any) -> bool:
        """True; an error if InitializeSolver was not called."""
        if not self._is_initialized:
            raise RuntimeError(f"{type(self).__name__}: call InitializeSolver first")
        return True

    # ------------------------------------------------------------------ answers

    def _times(self, settings: Any) -> tuple[float, float, int]:
        """Start, end and number of steps."""
        times = settings.timeIntegration
        return times.startTime, times.endTime, int(times.numberOfSteps)

    def _solver_type(self, settings: Any) -> Any:
        return "GeneralizedAlpha"

    def GetSolverName(self) -> str:
        """Name of the solver."""
        return self._name

    def IsStaticSolver(self) -> bool:
        """Whether it is the static solver."""
        return self._is_static

    def GetSimulationEndTime(self, simulationSettings: Any) -> float:
        """Time at which a run ends [s]."""
        return self._times(simulationSettings)[1]

    def HasAutomaticStepSizeControl(self, mainSystem: Any, simulationSettings: Any) -> bool:
        """Whether errors decide on the size of steps."""
        return False

    def ComputeLoadFactor(self, simulationSettings: Any) -> float:
        """Factor of the loads: 1 in dynamics."""
        return 1.0

    def GetErrorString(self) -> str:
        """Why the run failed; empty if it did not."""
        return self._error

    def IsVerboseCheck(self, level: int) -> bool:
        """Whether messages of a level are printed."""
        return bool(self.output.verboseMode >= level)

    def VerboseWrite(self, level: int, str: str) -> None:  # noqa: A002
        """Print a message of a level."""
        if self.IsVerboseCheck(level):
            Print(str, end="")

    ReduceStepSize = _missing.missing_function(
        "MainSolver.ReduceStepSize", "runs reduce steps themselves where these fail"
    )
    IncreaseStepSize = _missing.missing_function(
        "MainSolver.IncreaseStepSize", "runs increase reduced steps themselves"
    )
    WriteCoordinatesToFile = _missing.missing_function(
        "MainSolver.WriteCoordinatesToFile", "runs write the solution file when they end"
    )
    WriteSolutionFileHeader = _missing.missing_function(
        "MainSolver.WriteSolutionFileHeader", "runs write the solution file when they end"
    )


class MainSolverImplicitSecondOrder(Stages, Runs):
    """Generalized-alpha and Newmark's method."""

    _name = "implicit second order time integration"

    def InitializeSolverInitialConditions(self, mainSystem: Any, simulationSettings: Any) -> None:
        """The present state is the initial one, with its accelerations and multipliers."""
        super().InitializeSolverInitialConditions(mainSystem, simulationSettings)
        self._find_accelerations(mainSystem, simulationSettings.timeIntegration.generalizedAlpha)
        self._prepare_steps(mainSystem, simulationSettings)

    def _find_accelerations(self, mbs: Any, chosen: Any) -> None:
        """Accelerations and multipliers of the present state, as SolveSteps will find them."""
        n, data = mbs._model.n_ode2, mbs._data
        found = np.zeros(n + mbs._model.n_ae)
        if chosen.computeInitialAccelerations:
            with self._present(mbs) as present:
                gradients, units = present.gradients()
                bend = curvature_of(present.equations, present.demand)
                right = np.concatenate([present.forces()[0], -bend])
                matrix = np.block([[present.masses(), gradients.T], [gradients, np.diag(units)]])
            try:
                found = np.linalg.solve(matrix, right)
            except np.linalg.LinAlgError:
                found[:] = 0.0  # SolveSteps warns of it
        elif not chosen.resetAccelerations:
            found[:n] = data["a"]
        data["a"][:], data["multipliers"][:] = found[:n], found[n:]

    def _run(self, mbs: Any, settings: Any) -> None:
        """Run compiled steps, or those in Python if a stage was replaced."""
        if not self._functions:
            super()._run(mbs, settings)
            return
        self._prepare_steps(mbs, settings)
        kept = mbs._step_functions
        dropped = {"system_jacobian": None}
        dropped |= {"pre_step": None} if "InitializeStep" in self._functions else {}
        dropped |= {"post_step": None} if "FinishStep" in self._functions else {}
        mbs._step_functions = kept._replace(**dropped)
        level = settings.timeIntegration.generalizedAlpha.useIndex2Constraints
        try:
            with FunctionSteps(self._step, level) as steps:
                mbs._take_part(settings, steps, self._runs > 0)
        finally:
            mbs._step_functions = kept


class MainSolverStatic(Runs):
    """Equilibria in load steps."""

    _name = "nonlinear static solver"
    _is_static = True

    def __init__(self) -> None:
        super().__init__()
        self.loadStepGeometricFactor = 0.0

    def _times(self, settings: Any) -> tuple[float, float, int]:
        static = settings.staticSolver
        start = static.loadStepStart
        return start, start + static.loadStepDuration, int(static.numberOfLoadSteps)

    def _run(self, mbs: Any, settings: Any) -> None:
        static = settings.staticSolver
        count = static.numberOfLoadSteps
        if static.loadStepGeometric and count > 1:
            self.loadStepGeometricFactor = static.loadStepGeometricRange ** (1.0 / (count - 1))
        mbs._take_part(settings, None, self._runs > 0)

    def ComputeNewtonResidual(self, mainSystem: Any, simulationSettings: Any) -> float:
        """[F + C_q^T lambda, f, c] with full loads; returns its norm."""
        n, rates, last = self._parts()
        with self._present(mainSystem) as present:
            forces, change = present.forces()
            gradients, units = present.gradients()
            values = present.violations()
        multipliers = mainSystem.systemData.GetAECoordinates()
        self._residual[n] = forces + gradients.T @ multipliers
        self._residual[rates] = change
        self._residual[last] = np.where(units != 0.0, multipliers, values)
        return float(np.linalg.norm(self._residual))

    def ComputeNewtonJacobian(self, mainSystem: Any, simulationSettings: Any) -> None:
        """dF/dq with C_q and its transpose; ones for the first-order coordinates."""
        self.ComputeJacobianODE2RHS(mainSystem)
        self.ComputeJacobianAE(mainSystem)
        rates = self._parts()[1]
        self._jacobian[rates, rates] += np.eye(self.loc.nODE1)

    def ComputeLoadFactor(self, simulationSettings: Any) -> float:
        """Part of the load steps that has been reached."""
        start, end, _ = self._times(simulationSettings)
        return (self.it.currentTime - start) / (end - start)


class MainSolverExplicit(Runs):
    """Explicit solvers, chosen by timeIntegration.explicitIntegration.dynamicSolverType."""

    _chosen: Any = "RK44"

    def GetSolverName(self) -> str:
        """Name of the solver, with that of the method."""
        return f"explicit time integration ({integrator_of(self._chosen).name})"

    def _solver_type(self, settings: Any) -> Any:
        self._chosen = settings.timeIntegration.explicitIntegration.dynamicSolverType
        return self._chosen

    def _run(self, mbs: Any, settings: Any) -> None:
        """Run compiled steps; the setting is an argument of runs."""
        chosen, kind = settings.timeIntegration.explicitIntegration, self._solver_type(settings)
        chosen.dynamicSolverType = type(chosen)().dynamicSolverType
        try:
            mbs._take_part(settings, kind, self._runs > 0)
        finally:
            chosen.dynamicSolverType = kind

    def HasAutomaticStepSizeControl(self, mainSystem: Any, simulationSettings: Any) -> bool:
        """Whether errors decide on the size of steps."""
        method = integrator_of(self._solver_type(simulationSettings))
        return bool(method.is_automatic(simulationSettings))

    def GetMethodOrder(self) -> int:
        """Order of the chosen method."""
        tableau = self._tableau()
        return 2 if tableau is None else int(tableau.order)

    def GetNumberOfStages(self) -> int:
        """Number of stages of the chosen method."""
        tableau = self._tableau()
        return 1 if tableau is None else len(tableau.c)

    def _tableau(self) -> Any:
        """The Butcher tableau; VelocityVerlet, of order 2 with one evaluation, has none."""
        return getattr(integrator_of(self._chosen), "tableau", None)


for _made, _names in (
    (MainSolverStatic, ("PostNewton", "GetNewtonSolution")),
    (MainSolverExplicit, ("ComputeNewtonJacobian", "ComputeNewtonResidual")),
):
    for _each in (
        "ComputeNewtonUpdate", "DiscontinuousIteration", "FinishStep", "InitializeStep", "Newton",
        "UpdateCurrentTime", *_names,
    ):  # fmt: skip
        setattr(_made, _each, _missing.missing_function(f"{_made.__name__}.{_each}", COMPILED))
