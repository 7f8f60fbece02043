"""Random models as members of an ensemble: the rows of single runs, bit for bit."""

import random
import re
import warnings
from typing import Any

import numpy as np

import linkwork as exu
from linkwork.api.parameter_paths import KINDS, ParameterPath, set_values
from linkwork.core.declare.matrices import MatrixContainer
from linkwork.ensemble.members import Members, new_report
from linkwork.ensemble.recorded import Recorded
from linkwork.ensemble.rows import rows_of
from tests.fuzz import running
from tests.fuzz.stepping import MOST, _made

ADDRESS = re.compile(r"0x[0-9a-f]+")
CHANGES = (1.0, 0.0), (1.0625, 0.03125), (0.75, 0.0), (1.5, -0.25)


def _numbers(mbs: Any) -> list[ParameterPath]:
    """Paths to a number of every real parameter."""
    found = []
    for family, items in mbs._items.items():
        for number, item in enumerate(items):
            for p in item.fields.values():
                value = getattr(item, p.name)
                value = value.dense() if isinstance(value, MatrixContainer) else value
                if isinstance(p.kind, KINDS) and np.size(value):
                    place = np.unravel_index(number % np.size(value), np.shape(value))
                    component = tuple(int(k) for k in place) if np.ndim(value) else ()
                    text = f"{item.name}.{p.name}{list(component)}"
                    found.append(
                        ParameterPath(text, family, number, p, type(item).__name__, component)
                    )
    return found


def _alone(seed: int, varied: list[ParameterPath], row: np.ndarray, members: Members) -> Any:
    """(rows, text of the error) of a single run of a new system."""
    mbs, _, solver = _made(seed)
    rows = np.full((len(members._times), len(members.columns)), np.nan)
    solution, text = None, ""
    try:
        set_values(mbs, varied, map(float, row))
        solution = mbs.SolveDynamic(members.settings, solver, showCausingItems=False)
    except exu.SolverError as error:
        solution, text = error.solution, str(error)
    except exu.SysError as error:
        text = str(error)
    if solution is not None:
        rows_of(solution, members._picks, members._times, members._grid.slack, rows)
    return rows, text


def fault_of(seed: int) -> tuple[str, bool]:
    """(what is wrong with members of a model, whether they were compiled)"""
    with warnings.catch_warnings(), running.any_start(seed % 2 == 0):
        warnings.simplefilter("ignore")
        try:
            return _fault_of(seed)
        except exu.SysError:
            return "", False  # a model or settings that are refused


def _fault_of(seed: int) -> tuple[str, bool]:
    mbs, settings, solver = _made(seed)
    numbers, r = _numbers(mbs), random.Random(seed)
    if (
        settings.timeIntegration.numberOfSteps > MOST
        or not numbers
        or mbs._step_functions.are_there
    ):
        return "", False
    acting = [path for path in numbers if path.family in ("object", "load")] or numbers
    varied = [r.choice(acting), *([r.choice(numbers)] if seed % 3 == 0 else [])]
    nominal = np.array([path.value(mbs) for path in varied])
    values = np.array([nominal * a + b for a, b in CHANGES])
    span = settings.timeIntegration
    times = np.linspace(span.startTime, span.endTime, 3)[seed % 2 :]
    members = Members(mbs, settings, solver, varied, Recorded((), times, True), 1 + seed % 2)
    results = np.full((len(values), len(times), len(members.columns)), -1.0)
    report = new_report(len(values))
    members.run(values, results, report)
    told = f"{solver}, {[path.text for path in varied]}, {members.reason or 'compiled'}"
    for k, row in enumerate(values):
        rows, text = _alone(seed, varied, row, members)
        own, text = (ADDRESS.sub("", each) for each in (members.messages.get(k, ""), text))
        if own != text:
            return f"{told}: member {k} ends with {own!r}, not {text!r}", True
        if results[k].tobytes() != rows.tobytes() and not np.array_equal(
            results[k], rows, equal_nan=True
        ):
            return f"{told}: member {k} differs by {np.nanmax(np.abs(results[k] - rows))}", True
    members.close()
    return "", members.reason == ""
