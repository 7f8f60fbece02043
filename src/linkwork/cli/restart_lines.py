"""Lines of `linkwork info` about a restart file: which run, how far it got, how to resume it."""

from __future__ import annotations

from datetime import datetime
from operator import attrgetter
from pathlib import Path
from typing import Any

from linkwork.cli import files
from linkwork.cli.info import contents_lines
from linkwork.core.declare.values import shown
from linkwork.core.enums import DynamicSolverType
from linkwork.core.errors import SysError
from linkwork.core.files.whole_files import reason
from linkwork.restart.checkpoint import ROWS, Checkpoint, read_checkpoint, rows_of
from linkwork.restart.identity import versions
from linkwork.results.record import rows_file
from linkwork.settings.simulation import SimulationSettings


def restart_lines(path: Path) -> list[str]:
    """Run, time reached, when and by what it was written, results, model, how to resume it."""
    checkpoint = read_checkpoint(path)
    return [
        f"{path.name}: a restart file",
        *_progress(checkpoint.content),
        *_origin(checkpoint.content),
        *_rows(checkpoint),
        *_model(checkpoint.content["identity"]),
        *_advice(checkpoint),
    ]


def rows_lines(path: Path) -> list[str]:
    """Lines about the file of rows next to a restart file."""
    lines = [f"{path.name}: recorded rows of a run that wrote restart files"]
    restart = path.with_name(path.name.removesuffix(ROWS))
    if restart != path and restart.is_file():
        lines.append(f"  part of {restart.name}: linkwork info {restart}")
    else:
        lines.append("  the restart file, whose name is this one without .rows, does not exist")
    return lines


def _progress(content: dict[str, Any]) -> list[str]:
    identity, state = content["identity"], content["state"]
    start, end, count = (
        _setting(identity, f"timeIntegration.{name}")
        for name in ("startTime", "endTime", "numberOfSteps")
    )
    t = state["scalars"]["t"]
    part = 100.0 * (t - start) / (end - start)
    steps = files.counted(state["counts"]["steps"], "step")
    span = f"from {start:g} to {end:g} s ({part:.1f} %)"
    return [
        f"  {identity['solver']}: t = {t:.9g} s reached, {span}",
        f"  {steps} done; numberOfSteps is {count}",
    ]


def _setting(identity: dict[str, Any], path: str) -> Any:
    """A setting of the run: files hold those that differ from their defaults."""
    return identity["settings"].get(path, attrgetter(path)(SimulationSettings()))


def _origin(content: dict[str, Any]) -> list[str]:
    when = datetime.fromtimestamp(content["written"]).astimezone()
    by = content["identity"]["versions"]
    told = ", ".join(f"{name} {value}" for name, value in by.items() if name != "machine")
    return [
        f"  written {when:%Y-%m-%d %H:%M:%S %z} on {content['processor']}, {by['machine']}",
        f"  by {told}",
    ]


def _rows(checkpoint: Checkpoint) -> list[str]:
    """Recorded rows, and whether they can be read."""
    content, extent = checkpoint.content, rows_file.Extent(*checkpoint.content["extent"])
    states, sensed, events, _ = extent.rows
    lines = []
    if content["stream"] is not None:
        lines.append("  recorded times: in the folder of the stream, which is needed to resume")
    if extent.length:
        place = rows_of(checkpoint.path)
        counts = files.counted(events, "event")
        if content["stream"] is None:
            last = content["rows"] or ((), ())  # in the checkpoint itself
            states, sensed = (n + len(rows) for n, rows in zip((states, sensed), last, strict=True))
            counts = f"{files.counted(states, 'recorded time')}, {sensed} of sensors, {counts}"
        try:
            rows_file.content_of(place, content["key"], extent)
            lines.append(f"  {counts}: in {place.name}")
        except (OSError, ValueError) as error:
            lines.append(f"  {counts}: {place.name} cannot be used: {reason(error)}")
    return lines


def _model(identity: dict[str, Any]) -> list[str]:
    from linkwork.model_file import items_of

    lines = ["  model:"]
    try:
        contents = items_of(identity["model"], missing="placeholder")
        lines += [f"  {line}" for line in contents_lines(contents)]
    except SysError as error:  # it has items of modules that are not imported
        lines.append(f"    {error}")
    if identity["functions"]:
        lines.append(f"    user functions: {', '.join(identity['functions'])}")
    lines.append("  settings that affect results and differ from the defaults:")
    return lines + [f"    {name} = {shown(value)}" for name, value in identity["settings"].items()]


def _advice(checkpoint: Checkpoint) -> list[str]:
    """How to resume, or why this installation cannot."""
    identity, here = checkpoint.content["identity"], versions()
    other = [
        f"{name} is {here.get(name, 'unknown')}, but was {old}"
        for name, old in identity["versions"].items()
        if here.get(name) != old
    ]
    if other:
        return [f"  cannot be resumed by this installation: {'; '.join(other)}"]
    solver, usual = identity["solver"], DynamicSolverType.GeneralizedAlpha.name
    option, argument = "", ""
    if solver != usual:
        known = solver in DynamicSolverType.__members__
        option = f" --solver {solver}"
        argument = f"exu.DynamicSolverType.{solver}, " if known else f"{solver!r}, "
    return [
        "  to resume, with the same model and settings:",
        f"    linkwork run MODEL.json{option} --resume {checkpoint.path}",
        f"    mbs.SolveDynamic(settings, {argument}resumeFrom={str(checkpoint.path)!r})",
    ]
