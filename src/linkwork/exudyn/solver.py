"""Functions that solve a system; the methods of mbs are the same."""

import copy

import linkwork.exudyn as exudyn
from linkwork.core.enums import DynamicSolverType

solverCheckMemoryAllocations = True
solverCheckMemoryAllocationsThreshold = 100000


def SolveStatic(
    mbs,
    simulationSettings=None,
    updateInitialValues=False,
    storeSolver=True,
    showHints=False,
    showCausingItems=True,
    autoAssemble=True,
):
    """mbs.SolveStatic"""
    return mbs.SolveStatic(
        simulationSettings, updateInitialValues, storeSolver, showHints, showCausingItems,
        autoAssemble,
    )  # fmt: skip


def SolveDynamic(
    mbs,
    simulationSettings=None,
    solverType=DynamicSolverType.GeneralizedAlpha,
    updateInitialValues=False,
    storeSolver=True,
    showHints=False,
    showCausingItems=True,
    autoAssemble=True,
):
    """mbs.SolveDynamic"""
    return mbs.SolveDynamic(
        simulationSettings, solverType, updateInitialValues, storeSolver, showHints,
        showCausingItems, autoAssemble,
    )  # fmt: skip


def ComputeLinearizedSystem(
    mbs,
    simulationSettings=None,
    projectIntoConstraintNullspace=False,
    singularValuesTolerance=1e-12,
    returnConstraintJacobian=False,
    returnConstraintNullspace=False,
    autoAssemble=True,
):
    """mbs.ComputeLinearizedSystem"""
    return mbs.ComputeLinearizedSystem(
        simulationSettings, projectIntoConstraintNullspace, singularValuesTolerance,
        returnConstraintJacobian, returnConstraintNullspace, autoAssemble,
    )  # fmt: skip


def ComputeODE2Eigenvalues(
    mbs,
    simulationSettings=None,
    useSparseSolver=False,
    numberOfEigenvalues=0,
    constrainedCoordinates=[],  # noqa: B006
    convert2Frequencies=False,
    useAbsoluteValues=True,
    computeComplexEigenvalues=False,
    ignoreAlgebraicEquations=False,
    singularValuesTolerance=1e-12,
    autoAssemble=True,
):
    """mbs.ComputeODE2Eigenvalues"""
    return mbs.ComputeODE2Eigenvalues(
        simulationSettings, useSparseSolver, numberOfEigenvalues, constrainedCoordinates,
        convert2Frequencies, useAbsoluteValues, computeComplexEigenvalues,
        ignoreAlgebraicEquations, singularValuesTolerance, autoAssemble,
    )  # fmt: skip


def ComputeSystemDegreeOfFreedom(
    mbs,
    simulationSettings=None,
    threshold=1e-12,
    verbose=False,
    useSVD=False,
    autoAssemble=True,
):
    """mbs.ComputeSystemDegreeOfFreedom"""
    return mbs.ComputeSystemDegreeOfFreedom(
        simulationSettings, threshold, verbose, useSVD, autoAssemble
    )


def SolverSuccess(solverStructure):
    """[whether a run succeeded, why not], of the solver in mbs.sys."""
    return [bool(solverStructure.output.finishedSuccessfully), solverStructure.GetErrorString()]


def SolverErrorMessage(
    solver,
    mbs,
    isStatic=False,
    showCausingObjects=True,
    showCausingNodes=True,
    showHints=True,
):
    """Print why a run failed."""
    exudyn.Print(solver.GetErrorString())


def CheckSolverInfoStatistics(solverName, infoStat, numberOfEvaluations):
    """Nothing to check: Linkwork allocates no memory in its steps."""


def DeactivateWritingOfSolvers(simulationSettings):
    """Turn off files; returns what RestoreSimulationSettings needs."""
    store = copy.deepcopy(simulationSettings.solutionSettings.GetDictionary())
    simulationSettings.solutionSettings.writeSolutionToFile = False
    simulationSettings.solutionSettings.sensorsWriteFileHeader = False
    return store


def RestoreSimulationSettings(simulationSettings, store):
    """Undo DeactivateWritingOfSolvers."""
    simulationSettings.solutionSettings.SetDictionary(store)
