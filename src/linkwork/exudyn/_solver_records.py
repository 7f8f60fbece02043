"""What a run tells in mbs.sys['dynamicSolver'] and ['staticSolver'], and in solver objects."""

from __future__ import annotations

from typing import Any

from linkwork.exudyn._solver_objects import (
    MainSolverExplicit,
    MainSolverImplicitSecondOrder,
    MainSolverStatic,
    Runs,
)
from linkwork.integrators.registry import integrator_of

NEAR = 1e-9
"""Part of a step by which a run may miss its end."""


def of_run(mbs: Any, settings: Any, solver_type: Any, error: BaseException | None) -> Runs:
    """The solver of the last run of a system; solver_type -- None in statics."""
    made: Runs
    if solver_type is None:
        made = MainSolverStatic()
    elif integrator_of(solver_type).implicit:
        made = MainSolverImplicitSecondOrder()
    else:
        made = MainSolverExplicit()
        made._chosen = solver_type
    if mbs._model is not None:
        made._take_sizes(mbs)
    made._error = "" if error is None else str(error) or type(error).__name__
    note_run(made, mbs, settings)
    made._is_initialized = made.output.initializationSuccessful
    return made


def note_run(solver: Any, mbs: Any, settings: Any) -> None:
    """Take counts and times of the last run of a system; counts of several runs add up."""
    static, it, output = solver.IsStaticSolver(), solver.it, solver.output
    part = settings.staticSolver if static else settings.timeIntegration
    start, end, steps = solver._times(settings)
    solution, data = mbs.solution, mbs._data
    it.startTime, it.endTime, it.numberOfSteps = start, end, steps
    it.minStepSize, it.adaptiveStep = part.minimumStepSize, part.adaptiveStep
    it.initialStepSize = it.maxStepSize = it.currentStepSize = (end - start) / max(1, steps)
    it.currentTime, it.currentStepIndex = start, 1
    it.automaticStepSize = solver.HasAutomaticStepSizeControl(mbs, settings)
    output.initializationSuccessful = solution is not None
    output.finishedSuccessfully = solver.conv.newtonConverged = not solver._error
    solver.conv.stepReductionFailed = bool(solver._error)
    output.verboseMode = part.verboseMode
    output.writeToSolutionFile = settings.solutionSettings.writeSolutionToFile
    if solution is None:
        return
    counts = solution.statistics
    it.currentStepIndex = counts.steps + 1
    it.currentTime = float(data.scalars.t)
    it.currentStepSize = it.lastStepSize = float(data.scalars.h)
    it.rejectedAutomaticStepSizeSteps += counts.rejected if it.automaticStepSize else 0
    if not getattr(solver, "_functions", None):
        it.newtonStepsCount += counts.newton_iterations
        it.newtonJacobiCount += counts.jacobians
        it.discontinuousIterationsCount += counts.steps
        it.discontinuousIteration = int(counts.steps > 0)
        it.newtonSteps = round(counts.newton_iterations / counts.steps) if counts.steps else 0
    output.lastSensorsWritten = output.lastSolutionWritten = it.currentTime
    early = it.currentTime < end - NEAR * it.currentStepSize and not solver._error
    output.simulationTimeout = early and mbs._timed_out
    output.simulationStoppedByUser = early and mbs._interrupted
    output.simulationStoppedByUserFunction = early and not (mbs._timed_out or mbs._interrupted)
    solver.timer.total += counts.seconds
    solver.timer.overhead = solver.timer.total
