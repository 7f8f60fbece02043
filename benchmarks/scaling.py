"""Cost per step and memory against the number of masses, for chains of springs and of distances.

The time of a step is the slope between a short and a longer run of the same model, the same
numbers of steps for all sizes, so that all sizes are measured in the same phase of the motion.
"""

import math
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import large
from linkwork.bench.engine import DENSE_LIMIT, Engine, set_steps

SIZES = (10, 30, 100, 300, 1000, 3000, 10000)
QUICK_SIZES = (10, 100, 1000)
FITTED_FROM = 100  # smaller models are dominated by the fixed cost of a step
SHORT, LONG = 100, 300  # steps
MARKS = {("springs", 0): "s", ("springs", 1): "S", ("distances", 0): "d", ("distances", 1): "D"}
WIDTH, DECADE = 60, 4  # of the plot: columns, rows per power of ten

LEAST_SECONDS = 0.5  # small models are repeated at least this long

# Peak memory of a fresh process beyond that of the same process with the smallest model.
MEMORY = """
from benchmarks import scaling
from linkwork.bench import rounds
engine = rounds.load_engines()[{engine}]
for masses in (10, {masses}):
    run = scaling.build(engine, masses, {rigid})
    scaling.set_steps(run.settings, 2, scaling.large.STEP_SIZE)
    run.solve()
    print("peak", scaling.peak_of_process())
"""


@dataclass(frozen=True)
class Point:
    """One size: seconds per step and peak memory in bytes, of both engines."""

    kind: str
    masses: int
    seconds: tuple[float, float]
    memory: tuple[float, float]


def build(engine: Engine, masses: int, rigid: bool) -> Any:
    """A chain as a run with modified Newton and the best linear solver."""
    run = large.build(engine, SHORT, large.chain(masses, rigid), "GeneralizedAlpha")
    run.settings.timeIntegration.newton.useModifiedNewton = True
    if engine.name != "linkwork" and (3 if rigid else 2) * masses > DENSE_LIMIT:
        run.settings.linearSolverType = engine.exu.LinearSolverType.EigenSparse
    return run


def measure(
    engines: tuple[Engine, Engine], kind: str, masses: int, repeat: int, with_memory: bool
) -> Point:
    """Time one size with both engines, taking turns."""
    rigid = kind == "distances"
    runs = [build(engine, masses, rigid) for engine in engines]
    best = {(k, steps): math.inf for k in range(2) for steps in (SHORT, LONG)}
    began, rounds = time.perf_counter(), 0
    while rounds <= repeat or time.perf_counter() - began < LEAST_SECONDS:
        rounds += 1
        for k, run in enumerate(runs):
            set_steps(run.settings, 1, large.STEP_SIZE)
            run.solve()  # the first run after one of the other engine finds cold caches
            for steps in (SHORT, LONG):
                set_steps(run.settings, steps, large.STEP_SIZE)
                start = time.perf_counter()
                run.solve()
                best[k, steps] = min(best[k, steps], time.perf_counter() - start)
    ours, peer = ((best[k, LONG] - best[k, SHORT]) / (LONG - SHORT) for k in range(2))
    memory = (math.nan, math.nan)
    if with_memory and masses > SIZES[0]:
        memory = peak_memory(0, masses, rigid), peak_memory(1, masses, rigid)
    return Point(kind, masses, (ours, peer), memory)


def peak_memory(engine: int, masses: int, rigid: bool) -> float:
    """Bytes that building and solving a chain adds to the peak of a fresh process."""
    script = MEMORY.format(engine=engine, masses=masses, rigid=rigid)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script], capture_output=True, text=True, check=True
    )
    peaks = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("peak ")]
    return float(peaks[1]) - float(peaks[0])


def peak_of_process() -> float:
    """Largest resident memory of this process so far in bytes; nan where it is not available."""
    told = Path("/proc/self/status")
    lines = told.read_text().splitlines() if told.exists() else []
    return next((1024.0 * int(x.split()[1]) for x in lines if x.startswith("VmHWM:")), math.nan)


def exponent(points: list[Point], engine: int, what: str) -> float:
    """Slope of a quantity against the number of masses in a log-log plot."""
    pairs = [(p.masses, getattr(p, what)[engine]) for p in points if p.masses >= FITTED_FROM]
    pairs = [(x, y) for x, y in pairs if y > 0.0]
    if len(pairs) < 2:
        return math.nan
    x, y = np.log(np.array(pairs)).T
    return float(np.polyfit(x, y, 1)[0])


def run(engines: tuple[Engine, Engine], repeat: int, quick: bool, plot: str) -> None:
    """Measure all sizes, print table and plot, write a picture if requested."""
    print("\ncost per step against the number of masses, generalized-alpha, modified Newton")
    print(
        f"{'chain of':<12}{'masses':>8}{'ours':>12}{'peer':>12}{'ratio':>8}{'ours':>10}{'peer':>10}"
    )
    print(f"{'':<20}{'us/step':>12}{'us/step':>12}{'':>8}{'MB':>10}{'MB':>10}")
    points: list[Point] = []
    for kind in ("springs", "distances"):
        for masses in QUICK_SIZES if quick else SIZES:
            points.append(measure(engines, kind, masses, repeat, with_memory=not quick))
            print(_line(points[-1]), flush=True)
        of_kind = [point for point in points if point.kind == kind]
        exponents = [exponent(of_kind, k, w) for w in ("seconds", "memory") for k in (0, 1)]
        print(
            f"{'  exponent from ' + str(FITTED_FROM):<20}{exponents[0]:>12.2f}{exponents[1]:>12.2f}"
            f"{'':>8}{exponents[2]:>10.2f}{exponents[3]:>10.2f}"
        )
    print("\n" + text_plot(points))
    if plot:
        _picture(points, Path(plot))


def _line(point: Point) -> str:
    ours, peer = (1e6 * seconds for seconds in point.seconds)
    memory = "".join(
        f"{'' if math.isnan(bytes_) else format(bytes_ / 1e6, '.1f'):>10}"
        for bytes_ in point.memory
    )
    return f"{point.kind:<12}{point.masses:>8}{ours:>12.2f}{peer:>12.2f}{peer / ours:>8.1f}{memory}"


def text_plot(points: list[Point]) -> str:
    """Both engines and both chains in one logarithmic plot of characters."""
    curves = [(p.masses, 1e6 * p.seconds[k], MARKS[p.kind, k]) for p in points for k in (1, 0)]
    curves = [curve for curve in curves if curve[1] > 0.0]
    low_x, high_x = (math.log10(pick(c[0] for c in curves)) for pick in (min, max))
    low_y = math.floor(min(math.log10(c[1]) for c in curves))
    high_y = math.ceil(max(math.log10(c[1]) for c in curves))
    height = DECADE * (high_y - low_y) + 1
    cells = [[" "] * WIDTH for _ in range(height)]
    for masses, microseconds, mark in curves:
        column = round((math.log10(masses) - low_x) / (high_x - low_x) * (WIDTH - 1))
        cells[round(DECADE * (high_y - math.log10(microseconds)))][column] = mark
    lines = []
    for row, line in enumerate(cells):
        label = f"{10.0 ** (high_y - row // DECADE):g}" if row % DECADE == 0 else ""
        lines.append(f"{label:>9} |" + "".join(line))
    lines.append(f"{'us/step':>9} +" + "-" * WIDTH)
    first, last = f"{10**low_x:.0f}", f"{10**high_x:.0f} masses"
    lines.append(" " * 11 + first + last.rjust(WIDTH - len(first)))
    lines.append("s, S: springs, Linkwork and Exudyn; d, D: distances, Linkwork and Exudyn")
    return "\n".join(line.rstrip() for line in lines)


def _picture(points: list[Point], path: Path) -> None:
    """The same plot as a picture by Matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise SystemExit(
            f"--plot needs Matplotlib: pip install 'linkwork[plot]' ({error})"
        ) from error
    figure = Figure(figsize=(7, 5), layout="constrained")
    axes = figure.add_subplot()
    for (kind, engine), color in zip(MARKS, ("C0", "C0", "C3", "C3"), strict=True):
        chosen = [p for p in points if p.kind == kind]
        axes.loglog(
            [p.masses for p in chosen],
            [1e6 * p.seconds[engine] for p in chosen],
            "o-" if engine == 0 else "s--",
            color=color,
            label=f"{kind}, {('Linkwork', 'Exudyn')[engine]}",
        )
    axes.set(xlabel="masses", ylabel="time per step [us]", title="chains, generalized-alpha")
    axes.grid(which="both", alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=150)
    print(f"\nwritten: {path}")
