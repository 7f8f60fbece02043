"""A run that is resumed from its last checkpoint: the same numbers, or the same failure."""

import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as exu

COMPARED = (
    "times", "coordinates", "velocities", "accelerations", "multipliers", "ode1_coordinates",
    "ode1_velocities", "data_coordinates",
)  # fmt: skip
"""Arrays of a Solution that are the same bit by bit."""


def _outcome(mbs: Any, settings: Any, solver: str, resume: Path | None) -> tuple[str, Any]:
    """(text of the failure, what was recorded)"""
    mbs.variables.clear()
    try:
        return "", mbs.SolveDynamic(settings, solverType=solver, resumeFrom=resume)
    except exu.SolverError as error:
        return str(error), error.solution


def difference(mbs: Any, settings: Any, solver: str) -> str:
    """What differs between a run and the same run resumed from its last checkpoint; "" if nothing.

    Settings are left as they were. A run that does not begin raises its error.
    """
    chosen, t = settings.solutionSettings, settings.timeIntegration
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.lwr"
        kept = {name: getattr(chosen, name) for name in ("writeRestartFile", "restartFileName")}
        kept["restartWritePeriod"] = chosen.restartWritePeriod
        chosen.writeRestartFile, chosen.restartFileName = True, str(path)
        chosen.restartWritePeriod = 0.3 * abs(t.endTime - t.startTime)
        try:
            told, whole = _outcome(mbs, settings, solver, None)
            if not path.exists():
                return ""
            again, resumed = _outcome(mbs, settings, solver, path)
        finally:
            for name, value in kept.items():
                setattr(chosen, name, value)
    if told != again:
        return f"it ended with {told!r}, resumed with {again!r}"
    if (whole is None) != (resumed is None):
        return f"{whole!r} and {resumed!r}"
    return _first_difference(whole, resumed) if whole is not None else ""


def _first_difference(whole: Any, resumed: Any) -> str:
    pairs = {name: (getattr(whole, name), getattr(resumed, name)) for name in COMPARED}
    pairs |= {
        f"sensor {name}": (whole.sensors[name], resumed.sensors[name]) for name in whole.sensors
    }
    for name, (one, other) in pairs.items():
        if one.shape != other.shape:
            return f"{name}: {one.shape} and {other.shape}"
        if one.tobytes() != other.tobytes():
            at = np.unravel_index(np.argmax(one != other), one.shape)
            return f"{name}{[int(k) for k in at]}: {one[at]!r} and {other[at]!r}"
    return "" if repr(whole.events) == repr(resumed.events) else "events"
