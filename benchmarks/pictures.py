"""Pages, files and the live view: their times, and how much they slow down a run."""

import socket
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import linkwork as exu

FRAMES = 1000
MASSES = 1000
LIVE_STEPS = 60_000


class Row(NamedTuple):
    """title, seconds, remark"""

    title: str
    seconds: float
    note: str


def pendulum() -> exu.MainSystem:
    """A mass on a rigid rod."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    mass = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=1, gravity=[0, -9.81, 0])
    mbs.CreateDistanceConstraint(bodyNumbers=[ground, mass])
    return mbs


def chain(count: int) -> exu.MainSystem:
    """Masses on springs in a row."""
    mbs = exu.SystemContainer().AddSystem()
    last = mbs.CreateGround()
    for k in range(count):
        place = [0.1 * (k + 1), 0, 0]
        mass = mbs.CreateMassPoint(referencePosition=place, physicsMass=1, gravity=[0, -9.81, 0])
        mbs.CreateSpringDamper(bodyNumbers=[last, mass], stiffness=1e4, damping=5)
        last = mass
    return mbs


def solved(mbs: exu.MainSystem, end: float, frames: int) -> exu.Solution:
    """A run with a given number of recorded states."""
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = frames - 1
    settings.solutionSettings.solutionWritePeriod = 0
    return mbs.SolveDynamic(settings)


def fastest(action: Callable[[], object], repeat: int) -> float:
    """Shortest time of several calls [s]."""
    found = []
    for _ in range(repeat):
        start = time.perf_counter()
        action()
        found.append(time.perf_counter() - start)
    return min(found)


def rows(quick: bool, repeat: int) -> Iterator[Row]:
    """Measure pages, result files, and the live view."""
    count = MASSES // 10 if quick else MASSES
    with tempfile.TemporaryDirectory() as folder:
        for title, mbs, end in (
            ("pendulum", pendulum(), 10.0),
            (f"chain of {count} springs", chain(count), 1.0),
        ):
            solution = solved(mbs, end, FRAMES)
            page, file = Path(folder) / "run.html", Path(folder) / "run.npz"
            seconds = fastest(lambda: solution.export_html(page), repeat)  # noqa: B023
            size = f"{page.stat().st_size / 1e6:.2f} MB"
            yield Row(f"page of {FRAMES} states, {title}", seconds, size)
            seconds = fastest(lambda: solution.save(file), repeat)  # noqa: B023
            yield Row(f"npz file, {title}", seconds, f"{file.stat().st_size / 1e6:.2f} MB")
    yield live(LIVE_STEPS // 10 if quick else LIVE_STEPS, repeat)


def live(steps: int, repeat: int) -> Row:
    """Runs without and with a live view in turns; its page is not opened."""
    mbs = chain(100)
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 1e-4 * steps
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.verboseMode = 0
    mbs.SolveDynamic(settings)
    ratios, rates, alone, watched = [], [], 0.0, 0.0
    for _ in range(max(3, repeat)):
        alone = fastest(lambda: mbs.SolveDynamic(settings), 1)
        with mbs.LiveView(port=_free_port(), openBrowser=False) as view:
            shown = view.frames
            watched = fastest(lambda: mbs.SolveDynamic(settings), 1)
            rates.append((view.frames - shown) / watched)
        ratios.append(watched / alone)
    note = f"{statistics.median(ratios):.2f} of the time without, {statistics.median(rates):.0f}/s"
    return Row("run of 100 springs with a live view", watched, note)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
