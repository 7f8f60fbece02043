"""Random models in a Stepper: the steps of a run, and the same ones again after a snapshot."""

import warnings
from typing import Any

import linkwork as exu
from tests.fuzz import plans, running

MOST = 200
"""Steps of the longest run that is stepped."""


def _made(seed: int) -> tuple[Any, Any, str]:
    """(system, settings, solver) of a plan; the system is new and not solved yet."""
    plan, made = plans.make_seeded(seed, running.OPERATIONS)
    made.mbs.Assemble()
    settings = running.settings_of(plan)
    settings.timeIntegration.verboseMode = 0
    settings.solutionSettings.writeRestartFile = False
    settings.solutionSettings.streamFileName = ""
    return made.mbs, settings, plan["operations"][0][1]


def _steps(run: Any, count: int) -> list[Any]:
    """Every state of some steps, as bytes; the text of an error ends them."""
    found: list[Any] = []
    for _ in range(count):
        try:
            run.step()
        except exu.SolverError as error:
            return [*found, str(error)]
        arrays = run.coordinates, run.velocities, run.accelerations
        found.append((run.time, run.steps, *(values.tobytes() for values in arrays)))
        if run.stopped:
            break
    return found


def _solved(seed: int) -> tuple[Any, str]:
    """(what SolveDynamic has recorded, text of its error)"""
    mbs, settings, solver = _made(seed)
    try:
        return mbs.SolveDynamic(settings, solver), ""
    except exu.SolverError as error:
        return error.solution, str(error)


def fault_of(seed: int) -> tuple[str, bool]:
    """(what is wrong with the steps of a model, whether it was stepped)"""
    with warnings.catch_warnings(), running.any_start(seed % 2 == 0):
        warnings.simplefilter("ignore")
        try:
            return _fault_of(seed)
        except exu.SysError:
            return "", False  # a model or settings that are refused


def _fault_of(seed: int) -> tuple[str, bool]:
    mbs, settings, solver = _made(seed)
    count = settings.timeIntegration.numberOfSteps
    if count > MOST:
        return "", False
    expected, told = _solved(seed)
    with mbs.Stepper(settings, solver) as run:
        ends = _steps(run, count // 3)
        kept, replaced, variables = run.snapshot(), mbs._store.replaced, dict(mbs.variables)
        once = _steps(run, count - count // 3)
        failure = next((text for text in [*ends, *once] if isinstance(text, str)), "")
        whole = run.solution()
        plain = not run._run.scheme.is_automatic and not expected.statistics["rejected"]
        own = mbs._model.functions.owners or mbs._store.replaced != replaced
        if not own and not (ends and isinstance(ends[-1], str)):
            run.restore(kept)
            mbs.variables.clear()
            mbs.variables.update(variables)
            if _steps(run, count - count // 3) != once:
                return "restored: other steps than before", True
    if mbs.is_running or mbs.systemData.is_locked:
        return "locked: the system is still running or locked", True
    if plain and failure != told:
        return f"failure: {failure!r} instead of {told!r}", True
    if plain and not told:
        for name in ("times", "coordinates", "velocities", "multipliers"):
            if getattr(whole, name).tobytes() != getattr(expected, name).tobytes():
                return f"stepped: other {name} than those of SolveDynamic", True
    return "", True
