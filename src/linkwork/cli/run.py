"""`linkwork run`: solve a model file."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import Any

from linkwork.api.system import MainSystem
from linkwork.cli import files, pictures
from linkwork.cli.failures import FAILED, FINE, INTERRUPTED, REFUSED, Failure, tell
from linkwork.core.enums import DynamicSolverType
from linkwork.core.errors import SysError
from linkwork.core.near import near_names
from linkwork.integrators.registry import integrators
from linkwork.results.solution import Solution
from linkwork.run.scheme import check_run
from linkwork.settings.simulation import SimulationSettings

MOST_STEPS = 1e15
"""Largest number of steps that follows from an end time."""


def execute(options: argparse.Namespace) -> int:
    """Solve, write the requested files, print a summary."""
    targets = [files.target(name) for name in options.out]
    if options.html is not None:
        targets.append(
            files.target(options.html or f"{Path(options.model).stem}.html", files.PAGES)
        )
    pictures.check(options, targets)
    solver = None if options.static else solver_of(options.solver)
    refuse_both(options)
    path = files.existing(options.model)
    if options.resume is not None:
        files.existing(options.resume)
    mbs = files.model_of(path, options.import_functions)
    settings = _settings(mbs, options)
    mbs.Assemble()
    code, message = _solve(mbs, settings, solver, options.resume)
    solution = mbs.solution
    if solution is not None and not options.quiet:
        print("\n".join(summary(path, solution)))
    if solution is not None and len(solution):
        written = [str(target) for target in targets if _written(solution, target, options)]
        if written and not options.quiet:
            print(f"wrote {', '.join(written)}")
        if len(written) < len(targets):
            code = code or FAILED
    if message:
        tell(message)
    return code


def refuse_both(options: argparse.Namespace) -> None:
    """Statics have no solver type, no end time and no restart file."""
    others = (
        ("--solver", options.solver),
        ("--end-time", options.end_time),
        ("--resume", getattr(options, "resume", None)),
    )
    for option, value in others:
        if options.static and value is not None:
            raise Failure(f"--static cannot be combined with {option}: omit one of them")


def solver_of(name: str | None) -> str:
    """Name of the integrator of a name in upper or lower case."""
    if name is None:
        return DynamicSolverType.GeneralizedAlpha.name
    known = {each.lower(): each for each in integrators()}
    if name.lower() in known:
        return known[name.lower()]
    near = near_names(name.lower(), known, 1)
    names = ", ".join(known.values())
    hint = f"did you mean {known[near[0]]}?" if near else f"known names are {names}"
    raise Failure(f"--solver {name}: there is no such solver; {hint}")


def settings_of(mbs: MainSystem, options: argparse.Namespace) -> SimulationSettings:
    """The settings of the file or the defaults, with the times given by options.

    Another end time keeps the size of the steps, unless their number is given too.
    """
    settings = mbs.simulationSettings or SimulationSettings()
    static = options.static
    time: Any = settings.staticSolver if static else settings.timeIntegration
    steps = "numberOfLoadSteps" if static else "numberOfSteps"
    if options.end_time is not None and options.steps is None:
        time.numberOfSteps = _steps_until(options.end_time, time)
    for option, name, value in (
        ("--end-time", "endTime", options.end_time),
        ("--steps", steps, options.steps),
    ):
        if value is not None:
            try:
                setattr(time, name, value)
            except (TypeError, ValueError) as error:
                raise Failure(f"{option} {value}: {error}") from None
    return settings


def _steps_until(end: float, time: Any) -> int:
    """Number of steps to another end time whose size is that of the settings, or a little less."""
    span, wanted = time.endTime - time.startTime, end - time.startTime
    count: int = time.numberOfSteps
    if not (span > 0.0 and 0.0 < wanted < math.inf):
        return count  # is refused later
    steps: float = count * wanted / span
    if steps > MOST_STEPS:
        size = span / count
        raise Failure(
            f"--end-time {end}: it would take {steps:.3g} steps of {size:g} s; give --steps"
        )
    nearest = round(steps)
    return max(1, nearest if abs(steps - nearest) <= 1e-9 * steps else math.ceil(steps))


def _settings(mbs: MainSystem, options: argparse.Namespace) -> SimulationSettings:
    """The settings of a run, and what it prints."""
    settings = settings_of(mbs, options)
    time: Any = settings.staticSolver if options.static else settings.timeIntegration
    if options.quiet:
        settings.displayStatistics = settings.displayComputationTime = False
        time.verboseMode = 0
    elif sys.stderr is not None and sys.stderr.isatty():
        time.verboseMode = max(1, time.verboseMode)  # the progress bar; it would spoil a log
    elif options.static and time.verboseMode == 1:
        time.verboseMode = 0
    if not options.static:
        check_run(settings)
    return settings


def _solve(
    mbs: MainSystem,
    settings: SimulationSettings,
    solver: str | None,
    resume: str | None,
) -> tuple[int, str]:
    """(exit code, text for standard error); without a solver, find the equilibrium"""
    try:
        if solver is None:
            mbs.SolveStatic(settings)
        else:
            mbs.SolveDynamic(settings, solver, resumeFrom=resume)
    except SysError as error:
        # Without a solution nothing was started: the input, such as a restart file, was refused.
        return FAILED if mbs.solution is not None else REFUSED, f"error: {error}"
    except KeyboardInterrupt:
        if mbs.solution is None or not len(mbs.solution):
            raise
        return INTERRUPTED, f"interrupted at t = {mbs.solution.times[-1]:g} s"
    return FINE, ""


def _written(solution: Solution, path: Path, options: argparse.Namespace) -> bool:
    """Write a result; a failure must not prevent the other files."""
    try:
        files.write(solution, path, options)
    except (OSError, SysError, ImportError) as error:
        text = str(error)
        tell(f"error: {text if path.name in text else f'{path}: {text}'}")
        return False
    return True


def summary(path: Path, solution: Solution) -> list[str]:
    """Lines about a run: steps and time, span, last values of sensors."""
    lines = [f"{path.name}: {solution.statistics.headline()}"]
    if not len(solution):
        return lines
    times = solution.times
    state = "" if solution.success else " (incomplete)"
    rows = files.counted(len(times), "recorded time")
    lines.append(f"t = {times[0]:g} ... {times[-1]:g} s, {rows}{state}")
    names = [name for name, values in solution.sensors.items() if len(values)]
    width = max(map(len, names), default=0)
    for name in names:
        last = solution.sensors[name][-1]
        unit = files.sensor_facts(solution, name, solution.sensors[name])[1]
        shown = " ".join(f"{value:.9g}" for value in last[1:])
        lines.append(f"  {name:{width}}  {shown}{f' {unit}' if unit else ''}")
    return lines
