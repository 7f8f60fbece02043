"""Damaged model files: any value of a valid one is replaced, moved, doubled or taken away."""

import copy
import functools
import json
import traceback
import warnings
from pathlib import Path
from typing import Any

import linkwork as exu
from linkwork import model_file
from linkwork.core.functions.step_functions import StepFunctions
from tests.items.samples import world

ATOMS = [
    None, True, False, 0, -1, 1, 2, 10**9, 2**63, -(2**63), 10**30, 0.0, -0.0, 1e308, -1e308,
    5e-324, 1.5, "", "x", "\ud800", "__class__", "linkwork:load", [], {}, [[]], [None], [1e308] * 3,
    {"supply": "f"}, {"supply": 3}, {"triplets": [], "numberOfRows": 10**9, "numberOfColumns": 1},
    {"triplets": [[0, 0, 1.0]], "numberOfRows": 2**31, "numberOfColumns": 2**31},
]  # fmt: skip
"""Values that stand anywhere."""


@functools.cache
def valid_text() -> str:
    """A model file with one item of every kind, and settings."""
    mbs = world().mbs
    mbs.SetPreStepUserFunction(_goes_on)
    kept = exu.SimulationSettings()
    kept.timeIntegration.endTime = 2.0
    kept.timeIntegration.newton.useModifiedNewton = True
    shown = exu.VisualizationSettings()
    functions = StepFunctions(_goes_on, _agrees)
    return model_file.text_of(
        mbs._items, step_functions=functions, simulation=kept, visualization=shown
    )


def _agrees(mbs: Any, t: float) -> list[float]:
    return [0.0, -1.0]


def _goes_on(mbs: Any, t: float) -> bool:
    return True


DEEPEST = 100
"""Lists and dictionaries inside each other that changes look into."""


def _spots(value: Any, path: tuple[Any, ...] = ()) -> Any:
    """Paths of all values of a form; those inside many lists are left alone."""
    if path:
        yield path
    if len(path) > DEEPEST:
        return
    if isinstance(value, dict):
        for key in value:
            yield from _spots(value[key], (*path, key))
    elif isinstance(value, list):
        for k, part in enumerate(value):
            yield from _spots(part, (*path, k))


def _owner(form: Any, path: tuple[Any, ...]) -> Any:
    for part in path[:-1]:
        form = form[part]
    return form


def _change(form: Any, r: Any) -> None:
    """One change of a form."""
    spots = list(_spots(form))
    if not spots:
        return
    path, other = r.choice(spots), r.choice(spots)
    owner, last = _owner(form, path), path[-1]
    way = r.choice(["atom"] * 5 + ["other"] * 3 + ["remove", "rename", "double", "deep", "wrap"])
    if way == "atom":
        owner[last] = _copied(r.choice(ATOMS))
    elif way == "other":
        owner[last] = _copied(_owner(form, other)[other[-1]])
    elif way == "remove":
        del owner[last]
    elif way == "rename" and isinstance(owner, dict):
        owner[r.choice([str(other[-1]), str(last) + "s", str(last).swapcase()])] = owner.pop(last)
    elif way == "double" and isinstance(owner, list):
        owner.insert(last, _copied(owner[last]))
    elif way == "deep":
        for _ in range(r.choice([2, 35, 60, 500])):
            owner[last] = [owner[last]]
    else:
        owner[last] = {str(other[-1]): owner[last]}


def _copied(value: Any) -> Any:
    """A copy; of lists that are too deep for it, something else that is wrong."""
    try:
        return copy.deepcopy(value)
    except RecursionError:
        return [[]]


def changed_text(r: Any) -> str:
    """A model file with random changes; r is a random.Random or stands for one."""
    form = json.loads(valid_text())
    for _ in range(r.choice([1, 1, 1, 2, 4])):
        _change(form, r)
    try:
        text = json.dumps(form)
    except RecursionError:  # deeper than can be written: deeper than can be read, too
        text = "[" * 100_000 + "]" * 100_000
    for _ in range(r.choice([0, 0, 0, 1])):
        first = r.randrange(len(text))
        piece = r.choice(["", ",", "}", "1e999", "NaN", '"', text])
        text = text[:first] + piece + text[first + 1 :]
    return text[: r.randrange(len(text))] if r.random() < 0.05 else text


def fault_of(text: str, told: str = "") -> str:
    """What is wrong with how a text is read; empty if it loads, or is refused with its place.

    told -- what the refusal must say
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", category=UserWarning)
        try:
            try:
                read = model_file.items_of(text, missing="placeholder", name="damaged.json")
            except exu.SysError as error:
                if not str(error).startswith("damaged.json, line ") or told not in str(error):
                    return f"nameless: {error}"
                return ""
            if told:
                return f"loaded: {told}"
            return _use(read)
        except Exception as error:
            inner = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(inner.filename).name}:{inner.lineno}"
            return f"foreign: {type(error).__name__} at {place}: {error}"[:500]


def _use(read: Any) -> str:
    """Solve what was read for a step; our own errors are fine."""
    mbs = exu.SystemContainer().AddSystem()
    add = dict(node=mbs.AddNode, object=mbs.AddObject, marker=mbs.AddMarker, load=mbs.AddLoad,
               sensor=mbs.AddSensor)  # fmt: skip
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1e-3, 1
    try:
        for family, members in read.items.items():
            for item in members:
                if family == "sensor":
                    item.fileName = ""  # nothing is written
                add[family](item)
        mbs.Assemble()
        mbs.SolveDynamic(settings)
    except exu.SysError as error:
        return "" if str(error) else "nameless: an empty error"
    return ""
