"""The run that a checkpoint was written by: model, settings, solver, versions; and differences.

A resumed run must be the one that was interrupted, or its results would match neither. Settings
that only decide where and how results are written may differ.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sys
import types
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from operator import attrgetter
from typing import Any

from linkwork import __version__
from linkwork.core.declare.values import shown
from linkwork.core.functions.marked import unmarked
from linkwork.core.functions.step_functions import StepFunctions
from linkwork.settings.form import changed_values

Identity = dict[str, Any]

FREE = (
    "displayComputationTime", "displayStatistics", "displayGlobalTimers", "outputPrecision",
    "cleanUpMemory", "pauseAfterEachStep", "staticSolver", "parallel", "linearSolverSettings",
    "timeIntegration.verboseMode", "timeIntegration.verboseModeFile",
    "timeIntegration.stepInformation", "timeIntegration.simulateInRealtime",
    "timeIntegration.realtimeFactor", "timeIntegration.realtimeWaitMicroseconds",
    "solutionSettings.sensorsAppendToFile", "solutionSettings.sensorsWriteFileHeader",
    "solutionSettings.sensorsWriteFileFooter", "solutionSettings.writeSolutionToFile",
    "solutionSettings.coordinatesSolutionFileName", "solutionSettings.appendToFile",
    "solutionSettings.binarySolutionFile", "solutionSettings.writeFileHeader",
    "solutionSettings.writeFileFooter", "solutionSettings.solutionInformation",
    "solutionSettings.exportVelocities", "solutionSettings.exportAccelerations",
    "solutionSettings.exportODE1Velocities", "solutionSettings.exportAlgebraicCoordinates",
    "solutionSettings.exportDataCoordinates", "solutionSettings.outputPrecision",
    "solutionSettings.flushFilesImmediately", "solutionSettings.flushFilesDOF",
    "solutionSettings.recordImagesInterval", "solutionSettings.solverInformationFileName",
    "solutionSettings.restartFileName", "solutionSettings.restartWallPeriod",
)  # fmt: skip
"""Settings, and groups of settings, that do not affect the numbers of a run."""

STREAM = "solutionSettings.streamFileName"
"""The folder may differ, but not whether there is one."""


def identity_of(model: Any, settings: Any, solver: Any, functions: StepFunctions) -> Identity:
    """Everything that affects the numbers of a run."""
    from linkwork.model_file import text_of

    chosen = dict(_flat(changed_values(settings)))
    kept = {path: value for path, value in chosen.items() if not _is_free(path)}
    if kept.get(STREAM):
        kept[STREAM] = "a folder"
    return {
        "solver": solver.name,
        "settings": kept,
        "model": text_of(model.items, step_functions=functions),
        "functions": dict(_functions(model, functions)),
        "versions": versions(),
    }


@cache
def versions() -> dict[str, str]:
    """Versions of the programs whose rounding affects the numbers; constant within a process."""
    found = {name: version(name) for name in ("numpy", "scipy", "numba")}
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return {"Linkwork": __version__, **found, "Python": python, "machine": platform.machine()}


def differences(there: Identity, here: Identity, defaults: Any) -> list[str]:
    """Differences between a checkpoint and the run that is to resume it, in words.

    defaults -- the default settings
    """
    found = []
    if there["solver"] != here["solver"]:
        found.append(f"the solver is {here['solver']}, it was {there['solver']}")
    for path in sorted({*there["settings"], *here["settings"]}):
        usual = attrgetter(path)(defaults)
        old, new = (part["settings"].get(path, usual) for part in (there, here))
        if old != new or type(old) is not type(new):
            found.append(f"{path} is {shown(new)}, it was {shown(old)}")
    if there["model"] != here["model"]:
        found += _in_model(json.loads(there["model"]), json.loads(here["model"]))
    for name in sorted({*there["functions"], *here["functions"]}):
        if there["functions"].get(name) != here["functions"].get(name) and not found:
            found.append(f"the code of {name} has changed")
    for name in sorted({*there["versions"], *here["versions"]}):
        old, new = (part["versions"].get(name, "unknown") for part in (there, here))
        if old != new:
            found.append(f"{name} is {new}, it was {old}")
    return found


def _flat(form: dict[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in form.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield above + name, value


def _is_free(path: str) -> bool:
    return any(path == name or path.startswith(name + ".") for name in FREE)


def _in_model(there: dict[str, Any], here: dict[str, Any]) -> list[str]:
    """The first differences of two model files."""
    found = []
    for key in dict.fromkeys((*there, *here)):
        old, new = there.get(key), here.get(key)
        if old == new:
            continue
        if not isinstance(old, list) or not isinstance(new, list):
            found.append(f"{key} is {shown(new)}, it was {shown(old)}")
        elif len(old) != len(new):
            found.append(f"there are {len(new)} {key}, there were {len(old)}")
        else:
            pairs = zip(old, new, strict=True)
            number = next(k for k, (one, other) in enumerate(pairs) if one != other)
            one, other = old[number], new[number]
            name = next(k for k in dict.fromkeys((*one, *other)) if one.get(k) != other.get(k))
            item = f"{key[:-1]} {number} {other.get('name', '')!r}"
            told = f"{shown(other.get(name, 'default'))}, it was {shown(one.get(name, 'default'))}"
            found.append(f"{item}: {name} is {told}")
    return found or ["the model differs"]


# ------------------------------------------------------------------ user functions


def _functions(model: Any, functions: StepFunctions) -> Iterator[tuple[str, str]]:
    """Names of user functions and digests of their code."""
    for name, function in functions.named():
        yield f"the {name}", code_of(function)
    for members in model.items.values():
        for number, item in enumerate(members):
            for name in item.fields:
                value = getattr(item, name)
                if callable(value) and not isinstance(value, type):
                    yield f"{item.label(number)}: {name}", code_of(value)


def code_of(function: Any) -> str:
    """Digest of the instructions and constants of a function, without the variables it reads."""
    code = getattr(unmarked(function)[0], "__code__", None)
    if code is None:
        return type(function).__name__
    total = hashlib.sha256()
    for part in _walk(code):
        total.update(b"%d:" % len(part) + part)
    return total.hexdigest()[:32]


def _walk(code: types.CodeType) -> Iterator[bytes]:
    yield code.co_code
    yield repr((code.co_names, code.co_varnames, code.co_freevars)).encode()
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _walk(constant)
        elif isinstance(constant, frozenset):
            yield repr(sorted(map(repr, constant))).encode()
        else:
            yield repr(constant).encode()
