"""Random models that are built again: the results of a system that takes over a model of another.

A system of the same structure but with other parameters and initial values is solved twice, once
after another system is gone whose model it can take over, and once without.
"""

import contextlib
import random
import warnings
from typing import Any

import numpy as np

import linkwork as exu
from linkwork.api import retired_models
from linkwork.core.declare.item import checked
from tests.fuzz import plans, resuming, running

Items = dict[str, list[Any]]

MOST = 2000
"""Steps of the longest run that is repeated."""


def _plain(item: Any) -> Any:
    """An item without functions: models with functions are not kept."""
    made = item.copy()
    for p in item.fields.values():
        if callable(getattr(item, p.name)):
            setattr(made, p.name, p.default)
    return made


def _varied(item: Any, r: random.Random) -> Any:
    """The same item with other values of some parameters that act at once."""
    made = item.copy()
    for p in item.fields.values():
        value = getattr(item, p.name)
        starts = item.family == "node" and p.name.startswith("initial") and "oord" not in p.name
        acts = item.family in ("object", "load") and not p.structural and p.name != "name"
        if not (starts or acts) or r.random() < 0.5:
            continue
        if type(value) is bool:
            setattr(made, p.name, not value if r.random() < 0.2 else value)
        elif type(value) is float or (isinstance(value, np.ndarray) and value.dtype.kind == "f"):
            setattr(made, p.name, value * (1.0 + 0.1 * r.random()))
    try:
        return checked(made)
    except exu.SysError:
        return item


def _solved(items: Items, settings: Any, solver: str, taken: list[bool]) -> list[Any]:
    """What a new system of these items gives: outputs before a run, results, texts of errors.

    taken -- gets whether it took over a model
    """
    mbs = exu.SystemContainer().AddSystem()
    mbs._take_items(items)
    found: list[Any] = []
    for ask in (
        lambda: _assemble(mbs, taken),
        lambda: [float(np.sum(mbs.GetObjectOutput(n, v))) for n, v in _asked(mbs)],
        lambda: [part.tolist() for part in mbs.systemData.GetSystemState(BEFORE)],
        lambda: mbs.SolveDynamic(settings, solver),
        lambda: mbs.SolveStatic(settings),
        lambda: mbs.SolveDynamic(settings, solver),
    ):
        try:
            found.append(ask())
        except exu.SysError as error:
            found.append(str(error))
    return found


def _only_assemble(items: Items) -> None:
    """Make a system that is gone before it was solved."""
    mbs = exu.SystemContainer().AddSystem()
    mbs._take_items(items)
    with contextlib.suppress(exu.SysError):
        mbs.Assemble()


def _assemble(mbs: Any, taken: list[bool]) -> None:
    known = list(retired_models._retired.values())
    mbs.Assemble()
    taken.append(any(mbs._model is retired.model for retired in known))


BEFORE = exu.ConfigurationType.StartOfStep


def _asked(mbs: Any) -> list[tuple[int, Any]]:
    """The first output of every object."""
    return [(n, next(iter(i.outputs))) for n, i in enumerate(mbs._items["object"]) if i.outputs]


def _difference(one: Any, other: Any) -> str:
    if not isinstance(one, exu.Solution) or not isinstance(other, exu.Solution):
        return "" if repr(one) == repr(other) else f"{one!r} and {other!r}"
    if one.statistics.force_evaluations != other.statistics.force_evaluations:
        return f"{one.statistics} and {other.statistics}"
    return resuming._first_difference(one, other)


def fault_of(seed: int) -> tuple[str, bool]:
    """(what differs in a system that took over a model, whether it did)"""
    plan, made = plans.make_seeded(seed, running.OPERATIONS)
    settings, solver, r = running.settings_of(plan), plan["operations"][0][1], random.Random(seed)
    settings.timeIntegration.verboseMode = settings.staticSolver.verboseMode = 0
    settings.solutionSettings.streamFileName = ""
    settings.solutionSettings.writeRestartFile = False
    if settings.timeIntegration.numberOfSteps > MOST:
        return "", False
    items = {family: list(map(_plain, members)) for family, members in made.mbs._items.items()}
    with np.errstate(all="ignore"):
        other = {family: [_varied(i, r) for i in members] for family, members in items.items()}
    with warnings.catch_warnings(), running.any_start(seed % 2 == 0):
        warnings.simplefilter("ignore")
        retired_models.forget()
        wanted = _solved(other, settings, solver, [])
        retired_models.forget()
        _solved(items, settings, solver, [])
        if seed % 4 == 1:
            _only_assemble(other)
        taken: list[bool] = []
        found = _solved(other, settings, solver, taken)
    for k, (one, another) in enumerate(zip(found, wanted, strict=True)):
        differs = _difference(one, another)
        if differs:
            return f"taken over, {k}: {differs}", any(taken)
    return "", any(taken)
