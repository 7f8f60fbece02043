"""Solving a system: runs that keep what scripts ask for afterwards, and linearizations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from linkwork.api.system import MainSystem as Base
from linkwork.core.enums import ConfigurationType, DynamicSolverType
from linkwork.exudyn import _pictures, _solver_records
from linkwork.exudyn._notices import notice
from linkwork.exudyn._renderer import wants_pictures
from linkwork.exudyn._settings import SimulationSettings
from linkwork.exudyn._solver_timeout import limited
from linkwork.exudyn._viewer import note_run
from linkwork.results.files.compatible import sensed


def SolveDynamic(
    mbs: Any,
    simulationSettings=None,
    solverType=DynamicSolverType.GeneralizedAlpha,
    updateInitialValues=False,
    storeSolver=True,
    showHints=False,
    showCausingItems=True,
    autoAssemble=True,
):
    settings = _settings(simulationSettings)
    with _kept(mbs, settings, "dynamicSolver" if storeSolver else "", solverType):
        Base.SolveDynamic(
            mbs, settings, solverType, updateInitialValues, storeSolver, showHints,
            showCausingItems, autoAssemble,
        )  # fmt: skip
    return mbs.solution


def SolveStatic(
    mbs: Any,
    simulationSettings=None,
    updateInitialValues=False,
    storeSolver=True,
    showHints=False,
    showCausingItems=True,
    autoAssemble=True,
):
    settings = _settings(simulationSettings)
    with _kept(mbs, settings, "staticSolver" if storeSolver else "", None):
        Base.SolveStatic(
            mbs, settings, updateInitialValues, storeSolver, showHints, showCausingItems,
            autoAssemble,
        )  # fmt: skip
    return mbs.solution


@contextmanager
def _kept(mbs: Any, settings: Any, name: str, solver: Any) -> Iterator[None]:
    """Context of a run that keeps its solver in mbs.sys under a name, unless that is empty.

    solver -- None in statics
    """
    error = None
    _keep_rows(mbs, settings)
    mbs.systemData.forget_set_values()
    try:
        with limited(mbs), _pictured(mbs, settings):
            yield
    except BaseException as raised:
        error = raised
        raise
    finally:
        note_run(mbs)
        if name:
            mbs.sys["simulationSettings"] = settings
            mbs.sys[name] = _solver_records.of_run(mbs, settings, solver, error)


@contextmanager
def _pictured(mbs: Any, settings: Any) -> Iterator[None]:
    """Context of a run of which pictures are taken, if the script and the user want them."""
    chosen = settings.solutionSettings
    interval = chosen.recordImagesInterval
    if interval < 0.0:
        yield
        return
    chosen.recordImagesInterval = -1.0
    try:
        yield
        if not wants_pictures():
            notice("image", _pictures.NO_PICTURES)
        elif mbs._container is not None:
            _pictures.save_pictures_of_run(mbs, interval)
    finally:
        chosen.recordImagesInterval = interval


def take_part(mbs: Any, settings: Any, solver: Any, continues: bool) -> None:
    """A run of a solver object; continues -- its rows follow those of the runs before it.

    solver -- None in statics
    """
    if continues and mbs.solution is not None:
        stored = list(mbs.solution.sensors.values())
        for number, sensor in enumerate(mbs._items["sensor"][: len(stored)]):
            if getattr(sensor, "storeInternal", False):
                mbs._earlier_rows.setdefault(number, []).append(
                    sensed(stored[number], sensor, mbs._items)
                )
    chosen = settings.solutionSettings
    kept = chosen.appendToFile, chosen.sensorsAppendToFile
    chosen.appendToFile, chosen.sensorsAppendToFile = (each or continues for each in kept)
    try:
        with limited(mbs), _pictured(mbs, settings):
            if solver is None:
                Base.SolveStatic(mbs, settings)
            else:
                Base.SolveDynamic(mbs, settings, solver)
    finally:
        chosen.appendToFile, chosen.sensorsAppendToFile = kept
        note_run(mbs)


def _settings(given: Any) -> Any:
    return SimulationSettings() if given is None else given


def _keep_rows(mbs: Any, settings: Any) -> None:
    """Keep the stored rows of sensors if those of the next run are appended to them."""
    kept: dict[int, list[Any]] = {}
    if settings.solutionSettings.sensorsAppendToFile and mbs.solution is not None:
        for number, sensor in enumerate(mbs._items["sensor"]):
            if sensor.storeInternal and number < len(mbs.solution.sensors):
                kept[number] = [mbs.GetSensorStoredData(number)]
    mbs._earlier_rows = kept


def ComputeODE2Eigenvalues(
    mbs: Any,
    simulationSettings=None,
    useSparseSolver=False,
    numberOfEigenvalues=0,
    constrainedCoordinates=(),
    convert2Frequencies=False,
    useAbsoluteValues=True,
    computeComplexEigenvalues=False,
    ignoreAlgebraicEquations=False,
    singularValuesTolerance=1e-12,
    autoAssemble=True,
):
    if len(constrainedCoordinates) and not ignoreAlgebraicEquations and _has_constraints(mbs):
        raise ValueError(
            "ComputeODE2Eigenvalues: constrainedCoordinates cannot be combined with "
            "constraints; use ignoreAlgebraicEquations=True"
        )
    found = list(
        Base.ComputeODE2Eigenvalues(
            mbs, _settings(simulationSettings), useSparseSolver, numberOfEigenvalues,
            constrainedCoordinates, convert2Frequencies, useAbsoluteValues,
            computeComplexEigenvalues, ignoreAlgebraicEquations, singularValuesTolerance,
            autoAssemble,
        )
    )  # fmt: skip
    _return_to_start(mbs)
    return found


def ComputeLinearizedSystem(
    mbs: Any,
    simulationSettings=None,
    projectIntoConstraintNullspace=False,
    singularValuesTolerance=1e-12,
    returnConstraintJacobian=False,
    returnConstraintNullspace=False,
    autoAssemble=True,
):
    found = list(
        Base.ComputeLinearizedSystem(
            mbs, _settings(simulationSettings), projectIntoConstraintNullspace,
            singularValuesTolerance, returnConstraintJacobian, returnConstraintNullspace,
            autoAssemble,
        )
    )  # fmt: skip
    _return_to_start(mbs)
    return found


def ComputeSystemDegreeOfFreedom(
    mbs: Any,
    simulationSettings=None,
    threshold=1e-12,
    verbose=False,
    useSVD=False,
    autoAssemble=True,
):
    found = Base.ComputeSystemDegreeOfFreedom(
        mbs, _settings(simulationSettings), threshold, verbose, useSVD, autoAssemble
    )
    _return_to_start(mbs)
    return found


def _has_constraints(mbs: Any) -> bool:
    if mbs._model is None:
        mbs.Assemble()
    return bool(mbs.systemData.AEsize())


def _return_to_start(mbs: Any) -> None:
    """Make the initial state the current one, as scripts expect of linearizations."""
    data = mbs.systemData
    data.SetSystemState(data.GetSystemState(ConfigurationType.Initial))
    data.SetODE2Coordinates_tt(data.GetODE2Coordinates_tt(ConfigurationType.Initial))
    data.SetTime(0.0)


def GetPreStepUserFunction(mbs: Any, asDict: bool = False) -> Any:
    return Base.GetPreStepUserFunction(mbs)


def GetPostNewtonUserFunction(mbs: Any, asDict: bool = False) -> Any:
    return Base.GetPostNewtonUserFunction(mbs)


def GetPostStepUserFunction(mbs: Any, asDict: bool = False) -> Any:
    return Base.GetPostStepUserFunction(mbs)


def GetPreNewtonResidualUserFunction(mbs: Any, asDict: bool = False) -> Any:
    return Base.GetPreNewtonResidualUserFunction(mbs)


def GetSystemJacobianUserFunction(mbs: Any, asDict: bool = False) -> Any:
    return Base.GetSystemJacobianUserFunction(mbs)
