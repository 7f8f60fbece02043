"""Solving a system: in time, and for its equilibrium."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any

from linkwork.api.diagnosis import explain
from linkwork.core.collector import collector_paused
from linkwork.core.enums import DynamicSolverType
from linkwork.core.errors import ParameterError
from linkwork.core.functions.step_functions import FUNCTIONS
from linkwork.core.nesting import nested
from linkwork.core.overflows import overflows_unnoticed
from linkwork.results.solution import Solution
from linkwork.settings.simulation import SimulationSettings

if TYPE_CHECKING:
    from linkwork.api.parameter_paths import ParameterPath
    from linkwork.api.system import MainSystem
    from linkwork.integrators.registry import Integrator
    from linkwork.run import stepper as run_stepper
    from linkwork.run.execution import Explain, SolverRun
    from linkwork.run.run import Run

PreStep = Callable[["MainSystem", float], bool]
PostNewton = Callable[["MainSystem", float], Sequence[float]]
PreNewton = Callable[["MainSystem", float, int, int], None]
SystemJacobian = Callable[["MainSystem", float, float, float, float], Any]


def SetPreStepUserFunction(mbs: MainSystem, value: PreStep | int | None) -> None:
    """Function f(mbs, t) -> bool called before each step with the time at its end.

    True continues, False makes this step the last; 0 or None removes the function.
    """
    _set_function(mbs, "pre_step", value, "SetPreStepUserFunction")


def GetPreStepUserFunction(mbs: MainSystem) -> PreStep | int:
    """The pre-step function, 0 if there is none."""
    return mbs._step_functions.pre_step or 0


def SetPostNewtonUserFunction(mbs: MainSystem, value: PostNewton | int | None) -> None:
    """Function f(mbs, t) -> [error, recommendedStepSize] called after Newton's method.

    It may compare the solution with data coordinates and change these (systemData), which also
    have their values at the start of the step (configuration StartOfStep). While its error [N] is
    larger than discontinuous.iterationTolerance allows, the step is solved again with the new
    data. A step size >= 0 smaller than the present one lets the step be repeated with it, and with
    the data of its start; a negative one recommends nothing. Explicit solvers call the function
    once after each step. 0 or None removes the function.
    """
    _set_function(mbs, "post_newton", value, "SetPostNewtonUserFunction")


def GetPostNewtonUserFunction(mbs: MainSystem) -> PostNewton | int:
    """The post-Newton function, 0 if there is none."""
    return mbs._step_functions.post_newton or 0


def SetPostStepUserFunction(mbs: MainSystem, value: PreStep | int | None) -> None:
    """Function f(mbs, t) -> bool called after each step, before its row is recorded.

    True continues, False makes this step the last. It may set coordinates and parameters, which
    act from the next step on. With `compatibility` of the settings it is also called at the start
    of a run. 0 or None removes the function.
    """
    _set_function(mbs, "post_step", value, "SetPostStepUserFunction")


def GetPostStepUserFunction(mbs: MainSystem) -> PreStep | int:
    """The post-step function, 0 if there is none."""
    return mbs._step_functions.post_step or 0


def SetPreNewtonResidualUserFunction(mbs: MainSystem, value: PreNewton | int | None) -> None:
    """Function f(mbs, t, newtonIteration, discontinuousIteration) called before each residual.

    Implicit solvers and statics call it whenever Newton's method evaluates its equations. It may
    set loads, parameters of laws and data coordinates, which act at once. newtonIteration counts
    the updates of the state so far, discontinuousIteration how often the step was solved before.
    0 or None removes the function.
    """
    _set_function(mbs, "pre_newton", value, "SetPreNewtonResidualUserFunction")


def GetPreNewtonResidualUserFunction(mbs: MainSystem) -> PreNewton | int:
    """The function before each residual, 0 if there is none."""
    return mbs._step_functions.pre_newton or 0


def SetSystemJacobianUserFunction(mbs: MainSystem, value: SystemJacobian | int | None) -> None:
    """Function f(mbs, t, factorODE2, factorODE2_t, factorODE1) -> matrix added to the Jacobian.

    For forces F whose derivatives Linkwork does not know, such as those that a pre-Newton function
    sets, the matrix is factorODE2 dF/dq + factorODE2_t dF/dq_t, with the factors -beta h^2 and
    -gamma h of implicit steps, and 1 and 0 in statics. Its rows and columns are the ODE2
    coordinates, then those of ODE1 and the algebraic ones; a smaller matrix is one of the first of
    them. It is a MatrixContainer, an array or a SciPy sparse matrix, and changes the convergence of
    Newton's method, not its solution. The matrices of such a run are dense. Explicit solvers do not
    call the function. 0 or None removes it.
    """
    _set_function(mbs, "system_jacobian", value, "SetSystemJacobianUserFunction")


def GetSystemJacobianUserFunction(mbs: MainSystem) -> SystemJacobian | int:
    """The function of the system Jacobian, 0 if there is none."""
    return mbs._step_functions.system_jacobian or 0


def _set_function(mbs: MainSystem, field: str, value: Any, method: str) -> None:
    """Check a function of a step and keep it; 0 or None: there is none."""
    try:
        checked = FUNCTIONS[field].check(value)
    except ParameterError as error:
        raise ParameterError(f"{method}: the value {error}") from None
    found = checked if callable(checked) else None
    mbs._step_functions = mbs._step_functions._replace(**{field: found})


def SolveDynamic(
    mbs: MainSystem,
    simulationSettings: SimulationSettings | None = None,
    solverType: DynamicSolverType | int | str = DynamicSolverType.GeneralizedAlpha,
    updateInitialValues: bool = False,
    storeSolver: bool = True,
    showHints: bool = False,
    showCausingItems: bool = True,
    autoAssemble: bool = True,
    resumeFrom: str | PathLike[str] | None = None,
    sensitivities: Sequence[str] = (),
) -> Solution:
    """Integrate in time from the initial values; returns the Solution.

    solverType is a member of DynamicSolverType, or the name of a registered integrator.
    updateInitialValues makes the end state the start of the next run. showCausingItems adds the
    findings of mbs.Check() to errors. storeSolver and showHints are accepted for compatibility:
    errors always name the item and give advice.
    resumeFrom is the restart file of an interrupted run of this model with these settings: the
    run continues from there, to the same result.
    sensitivities is a list of parameters and initial values, such as "spring.stiffness": the
    Solution then has its derivatives by them, see `Solution.sensitivity`.
    """
    if len(sensitivities):
        return _differentiated_run(
            mbs, sensitivities, simulationSettings, solverType, updateInitialValues,
            showCausingItems, autoAssemble, resumeFrom,
        )  # fmt: skip
    if resumeFrom is None and _can_repeat(mbs, simulationSettings):
        from linkwork.integrators.registry import integrator_of

        solver = integrator_of(solverType)
        again = _solved_again(mbs, simulationSettings, solver, updateInitialValues)
        if again is not None:
            return again
    make, explained = _prepared_run(
        mbs,
        "SolveDynamic",
        simulationSettings,
        solverType,
        showCausingItems,
        autoAssemble,
        resumeFrom,
    )
    return _run(mbs, "SolveDynamic", make, updateInitialValues, explained)


def _differentiated_run(
    mbs: MainSystem, names: Sequence[str], simulationSettings: SimulationSettings | None,
    solverType: Any, updateInitialValues: bool, showCausingItems: bool, autoAssemble: bool,
    resumeFrom: Any,
) -> Solution:  # fmt: skip
    """SolveDynamic with derivatives by some parameters."""
    from linkwork.integrators.registry import integrator_of
    from linkwork.run.run import Run
    from linkwork.sensitivity.dynamic import RunSensitivities, check_differentiable, vary_start
    from linkwork.sensitivity.known_starts import known_start

    if resumeFrom is not None:
        raise ParameterError("sensitivities cannot be computed in a run that is resumed")
    settings = simulationSettings if simulationSettings is not None else SimulationSettings()
    _, explained = _prepared_run(
        mbs, "SolveDynamic", settings, solverType, showCausingItems, autoAssemble, None
    )
    paths = paths_of(mbs, names)
    check_differentiable(mbs, settings, mbs._step_functions)
    integrator = integrator_of(solverType)
    model, data = mbs._assembled("SolveDynamic")
    texts = [path.text for path in paths]
    known = known_start(
        mbs, texts, settings, integrator, lambda: vary_start(mbs, paths, settings, integrator)
    )
    made: list[RunSensitivities] = []

    def make() -> Run:
        with overflows_unnoticed():
            run = Run(model, data, settings, integrator)
        made.append(RunSensitivities(run, known))
        return run

    solution = _run(mbs, "SolveDynamic", make, updateInitialValues, explained)
    solution.sensitivities = made[0].results(solution)
    return solution


def paths_of(mbs: MainSystem, names: Sequence[str]) -> list[ParameterPath]:
    """The parameters of some names; each may be named once."""
    from linkwork.api.parameter_paths import parameter_path

    if isinstance(names, str):
        raise ParameterError(f"sensitivities takes a list of names, got {names!r}")
    found = [parameter_path(mbs, name) for name in names]
    for path in found:
        if path.family == "sensor":
            raise ParameterError(f"{path.text!r}: parameters of sensors cannot be differentiated")
    texts = [path.text for path in found]
    for text in texts:
        if texts.count(text) > 1:
            raise ParameterError(f"sensitivities names {text!r} twice")
    return found


def _can_repeat(mbs: MainSystem, settings: Any) -> bool:
    """Whether the last run may be repeated as a whole."""
    run = mbs._data.kept_run if mbs._data is not None else None
    possible = run is not None and run.direct is not None and not mbs.is_running
    return possible and type(settings) is SimulationSettings


def _solved_again(
    mbs: MainSystem, settings: Any, solver: Integrator | None, updateInitialValues: bool
) -> Solution | None:
    """The Solution of the last run, repeated as a whole; None if the usual way must be taken.

    solver -- None in statics
    """
    data = mbs._data
    assert data is not None
    run = data.kept_run
    if not run.token.fits(settings, solver, mbs._step_functions, data):
        return None
    with mbs._locked():
        try:
            found: Solution | None = run.direct.solve(settings, mbs.systemData.initial_is_result)
        finally:
            if run.context.solution is not None:
                mbs.solution, run.context.solution = run.context.solution, None
                mbs.systemData.restore_numbers()
    if found is not None and updateInitialValues:
        mbs.systemData.keep_as_initial_state()
    return found


def Stepper(
    mbs: MainSystem,
    simulationSettings: SimulationSettings | None = None,
    solverType: DynamicSolverType | int | str = DynamicSolverType.GeneralizedAlpha,
    showCausingItems: bool = True,
    autoAssemble: bool = True,
) -> run_stepper.Stepper:
    """Begin a run in time that is advanced step by step, for controllers and learning.

        with mbs.Stepper(settings) as run:
            run.step(10)
            print(run.time, run.coordinates)

    The arguments are those of SolveDynamic. After the block, the system holds the last state and
    mbs.solution the recorded results.
    """
    from linkwork.run.stepper import Stepper as Made

    make, explained = _prepared_run(
        mbs, "Stepper", simulationSettings, solverType, showCausingItems, autoAssemble, None
    )
    return Made(mbs, make, explained)


def _prepared_run(
    mbs: MainSystem,
    what: str,
    simulationSettings: SimulationSettings | None,
    solverType: DynamicSolverType | int | str,
    showCausingItems: bool,
    autoAssemble: bool,
    resumeFrom: str | PathLike[str] | None,
) -> tuple[Callable[[], Run], Explain | None]:
    """Check the arguments of a run in time; returns a function that makes it."""
    if "linkwork.run.run" not in sys.modules:
        with collector_paused():
            import linkwork.run.run  # noqa: F401 -- with all that a run needs
    from linkwork.integrators.registry import integrator_of
    from linkwork.restart.checkpoint import read_checkpoint
    from linkwork.run.kept_runs import kept_run
    from linkwork.run.run import Run
    from linkwork.run.scheme import check_run

    mbs._refuse_while_running(what)
    settings = simulationSettings if simulationSettings is not None else SimulationSettings()
    if not isinstance(settings, SimulationSettings):
        raise ParameterError(f"{what} takes SimulationSettings, got {settings!r}")
    if mbs._model is None and autoAssemble:
        mbs.Assemble()
    model, data = mbs._assembled(what)
    integrator, functions = integrator_of(solverType), mbs._step_functions
    resumed = read_checkpoint(resumeFrom) if resumeFrom is not None else None
    continued = mbs.systemData.initial_is_result

    def make() -> Run:
        last: Run | None = None
        if resumed is None:
            anew = what == "Stepper"
            last = kept_run(data, settings, integrator, functions, continued, anew)
        if last is not None:
            return last
        with overflows_unnoticed():
            return Run(model, data, settings, integrator, functions, continued, resumed)

    run = data.kept_run
    if run is None or not run.token.fits(settings, integrator, functions, data):
        check_run(settings)
    causes = partial(explain, mbs, settings=settings, solver=integrator)
    return make, causes if showCausingItems else None


def SolveStatic(
    mbs: MainSystem,
    simulationSettings: SimulationSettings | None = None,
    updateInitialValues: bool = False,
    storeSolver: bool = True,
    showHints: bool = False,
    showCausingItems: bool = True,
    autoAssemble: bool = True,
    sensitivities: Sequence[str] = (),
) -> Solution:
    """Find the equilibrium at rest in load steps, from the initial values; see `docs/statics`.

    updateInitialValues makes the equilibrium the start of the next run. showCausingItems adds
    the findings of mbs.Check() to errors. storeSolver and showHints are accepted for
    compatibility: errors always name the item and give advice.
    sensitivities is a list of parameters, such as "spring.stiffness": the Solution then has the
    derivatives of the last equilibrium by them, see `Solution.sensitivity`.
    """
    if not len(sensitivities) and _can_repeat(mbs, simulationSettings):
        again = _solved_again(mbs, simulationSettings, None, updateInitialValues)
        if again is not None:
            return again
    from linkwork.statics.run import StaticRun, check_static

    mbs._refuse_while_running("SolveStatic")
    settings = simulationSettings if simulationSettings is not None else SimulationSettings()
    if not isinstance(settings, SimulationSettings):
        raise ParameterError(f"SolveStatic takes SimulationSettings, got {settings!r}")
    if mbs._model is None and autoAssemble:
        mbs.Assemble()
    model, data = mbs._assembled("SolveStatic")
    check_static(settings)
    variations, made = _static_variations(mbs, sensitivities, settings), []

    def make() -> StaticRun:
        with overflows_unnoticed():
            run = StaticRun(model, data, settings, mbs._step_functions)
        if variations:
            from linkwork.sensitivity.static import StaticSensitivities

            made.append(StaticSensitivities(run, variations))
        return run

    explained = partial(explain, mbs, settings=settings, solver=None) if showCausingItems else None
    solution = _run(mbs, "SolveStatic", make, updateInitialValues, explained)
    if made:
        solution.sensitivities = made[0].results(solution)
    return solution


def _static_variations(mbs: MainSystem, names: Sequence[str], settings: Any) -> list[Any]:
    """How the equations of an equilibrium depend on some parameters."""
    if not len(names):
        return []
    from linkwork.sensitivity.dynamic import check_differentiable
    from linkwork.sensitivity.static import vary_equilibrium

    paths = paths_of(mbs, names)
    check_differentiable(mbs, settings, mbs._step_functions, static=True)
    return vary_equilibrium(mbs, paths, settings)


def _run(
    mbs: MainSystem,
    what: str,
    make: Callable[[], SolverRun],
    updateInitialValues: bool,
    explained: Explain | None,
) -> Solution:
    """Make a run from the initial values and execute it."""
    assert mbs._model is not None
    with nested(what), mbs._locked():
        try:
            mbs.systemData.to_initial_state()
            run = make()
            try:
                solution = run.execute(explained)
            finally:
                mbs.solution, run.context.solution = run.context.solution, None
        finally:
            assert mbs._data is not None
            mbs._data.composition.end(mbs._data)  # a run that was made may have been refused
            mbs.systemData.restore_numbers()
            mbs._model.functions.release_all()
    if updateInitialValues:
        mbs.systemData.keep_as_initial_state()
    return solution
