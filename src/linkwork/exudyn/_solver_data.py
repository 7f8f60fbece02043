"""What solvers tell about themselves: iterations, convergence, output, times, sizes."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from linkwork.core.enums import LinearSolverType


class SolverData:
    """Values with defaults, which scripts may read and set."""

    _defaults: ClassVar[dict[str, Any]] = {}

    def __init__(self) -> None:
        self.InitializeData()

    def InitializeData(self) -> None:
        """Set all values to their defaults."""
        self.__dict__.update(self._defaults)

    def ToString(self) -> str:
        """All values, one in a line."""
        return "\n".join(f"{name} = {value}" for name, value in sorted(vars(self).items()))

    def __repr__(self) -> str:
        return self.ToString()


class SolverIterationData(SolverData):
    """Times, step sizes and counts; those of Newton's method are Linkwork's own."""

    _defaults = dict(
        adaptiveStep=True, automaticStepSize=False, automaticStepSizeError=0.0,
        currentStepIndex=0, currentStepSize=0.0, currentTime=0.0,
        discontinuousIteration=0, discontinuousIterationsCount=0, endTime=0.0,
        initialStepSize=1e-6, lastStepSize=0.0, maxStepSize=0.0, minStepSize=0.0,
        newtonJacobiCount=0, newtonSteps=0, newtonStepsCount=0, numberOfSteps=0,
        recommendedStepSize=-1.0, rejectedAutomaticStepSizeSteps=0,
        rejectedModifiedNewtonSteps=0, startTime=0.0,
    )  # fmt: skip


class SolverConvergenceData(SolverData):
    """Residuals and convergence of Newton's method."""

    _defaults = dict(
        contractivity=0.0, discontinuousIterationError=0.0, discontinuousIterationSuccessful=True,
        errorCoordinateFactor=1.0, jacobianUpdateRequested=False, lastResidual=0.0,
        linearSolverCausingRow=-1, linearSolverFailed=False, massMatrixNotInvertible=False,
        newtonConverged=False, newtonSolutionDiverged=False, residual=0.0,
        stepReductionFailed=False, stopNewton=False,
    )  # fmt: skip


class SolverOutputData(SolverData):
    """How a run ended, and what it wrote last."""

    _defaults = dict(
        cpuLastTimePrinted=0.0, cpuSolverStartTime=0.0, cpuStartTime=0.0,
        finishedSuccessfully=False, initializationSuccessful=False,
        lastDiscontinuousIterationsCount=0, lastImageRecorded=0.0, lastNewtonJacobiCount=0,
        lastNewtonStepsCount=0, lastSensorsWritten=0.0, lastSolutionWritten=0.0,
        lastVerboseStepIndex=0, multiThreadingMode=0, numberOfThreadsUsed=1,
        simulationStoppedByUser=False, simulationStoppedByUserFunction=False,
        simulationTimeout=False, stepInformation=0, verboseMode=0, verboseModeFile=0,
        writeToSolutionFile=False, writeToSolverFile=False,
    )  # fmt: skip


PARTS = (
    "AERHS", "ODE1RHS", "ODE2RHS", "errorEstimator", "factorization", "integrationFormula",
    "jacobianAE", "jacobianODE1", "jacobianODE2", "jacobianODE2_t", "massMatrix",
    "newtonIncrement", "overhead", "postNewton", "python", "reactionForces", "realtimeIdleCPU",
    "totalJacobian", "visualization", "writeSolution",
)  # fmt: skip


class CSolverTimer(SolverData):
    """Times of a run [s]: the whole, and zero where Linkwork does not measure that part."""

    _defaults = dict(total=0.0, useTimer=True, **dict.fromkeys(PARTS, 0.0))

    def Reset(self, useSolverTimer: bool) -> None:
        """Set all times to zero."""
        self.InitializeData()
        self.useTimer = bool(useSolverTimer)

    def Sum(self) -> float:
        """Sum of the parts [s]."""
        return float(sum(getattr(self, part) for part in PARTS))

    def StartTimer(self, value: float) -> None:
        """Accepted: runs are timed as a whole."""

    def StopTimer(self, value: float) -> None:
        """Accepted: runs are timed as a whole."""


class SolverLocalData(SolverData):
    """Sizes of a system and the vectors of the last step of a solver in Python."""

    _defaults = dict(
        nAE=0, nData=0, nODE1=0, nODE2=0, nSys=0, startAE=0,
        **{
            name: np.zeros(0)
            for name in (
                "aAlgorithmic", "newtonSolution", "startOfStepStateAAlgorithmic", "systemResidual",
                "temp2ODE2", "tempODE1F0", "tempODE1F1", "tempODE2", "tempODE2F0", "tempODE2F1",
            )
        },
    )  # fmt: skip

    def CleanUpMemory(self) -> None:
        """Forget all vectors."""
        self.InitializeData()

    def GetLinearSolverType(self) -> LinearSolverType:
        """Linear systems of solvers in Python are dense."""
        return LinearSolverType.EXUdense

    def SetLinearSolverType(
        self,
        linearSolverType: LinearSolverType,
        reuseAnalyzedPattern: bool = False,
        ignoreSingularJacobian: bool = False,
        pivotThreshold: float = 0.0,
    ) -> None:
        """Accepted: linear systems of solvers in Python are dense."""


class SolverFileData(SolverData):
    """Files are written by Linkwork."""
