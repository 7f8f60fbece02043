"""Running a benchmark with both engines in one process, alternating, minimum of several."""

import contextlib
import importlib
import io
import itertools
import math
import sys
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linkwork.bench.engine import OWN, Benchmark, Engine, Run

UNEQUAL = 1.5  # our error may be at most this many times the peer's for a ratio to count
IN_A_ROW = 3  # runs in each turn: the first one after the other engine finds cold caches
ROUNDING = 1e-12  # relative errors below this are rounding and count as equal


@dataclass(frozen=True)
class Variant:
    """What an engine may choose for itself: Newton's method and the linear solver ("": given)."""

    newton: str = ""
    solver: str = ""

    def __str__(self) -> str:
        return " ".join(part for part in (self.newton, self.solver) if part)


@dataclass(frozen=True)
class Measurement:
    """Best time in s, relative error of the final positions and chosen variant of one engine.

    Of large models `step_seconds` is the time of a further step in s, with its own variant.
    """

    seconds: float
    error: float
    variant: Variant
    step_seconds: float = math.nan
    step_variant: Variant = Variant()


@dataclass(frozen=True)
class Row:
    """One benchmark with both engines; without a peer its numbers are nan."""

    benchmark: Benchmark
    steps: int
    ours: Measurement
    peer: Measurement = Measurement(math.nan, math.nan, Variant())

    @property
    def ratio(self) -> float:
        """The peer's time divided by ours."""
        return self.peer.seconds / self.ours.seconds

    @property
    def step_ratio(self) -> float:
        """The same for a further step."""
        return self.peer.step_seconds / self.ours.step_seconds

    @property
    def notes(self) -> str:
        """Remarks for the table: unequal accuracy first, then the chosen variants."""
        remarks = []
        sides = [run for run in (self.ours, self.peer) if not math.isnan(run.seconds)]
        if len(sides) > 1 and not self.ours.error <= max(UNEQUAL * self.peer.error, ROUNDING):
            remarks.append("UNEQUAL: ratio does not count")
        variants = [str(run.variant) for run in sides]
        if any(variants):
            remarks.append(" / ".join(variants))
        if self.benchmark.notes:
            remarks.append(self.benchmark.notes)
        return "; ".join(remarks)


def own_engine() -> Engine:
    """Linkwork as an engine."""
    import linkwork
    import linkwork.items

    return Engine(OWN, linkwork, linkwork.items)


def peer_engine() -> Engine | None:
    """The peer in its fastest build, without range checks; None if it is not installed."""
    sys.exudynFast = True  # type: ignore[attr-defined]
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        try:
            exu = importlib.import_module("exudyn")
            items = importlib.import_module("exudyn.itemInterface")
        except ImportError:
            return None
    # The peer marks the documented names of settings and parameters as deprecated.
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    return Engine("exudyn", exu, items)


def load_engines() -> tuple[Engine, Engine]:
    """Both engines, for benchmarks that make no sense without the peer."""
    peer = peer_engine()
    if peer is None:
        raise SystemExit("the benchmarks need the peer: pip install 'linkwork[bench]'")
    return own_engine(), peer


def variants_of(benchmark: Benchmark, engine: Engine) -> list[Variant]:
    """All that an engine may choose from."""
    solvers = benchmark.peer_solvers if engine.name != OWN else ()
    pairs = itertools.product(benchmark.newton or ("",), solvers or ("",))
    return [Variant(*pair) for pair in pairs]


def measure(benchmark: Benchmark, engines: Sequence[Engine], steps: int, repeat: int) -> Row:
    """Time one benchmark: a warm-up, then rounds in which the engines take turns.

    Each engine runs every variant in every round; its fastest run counts. Without a peer the
    row has no numbers of it.
    """
    reference = benchmark.reference(steps * benchmark.step_size)
    best = []
    for engine in engines:
        for variant in variants_of(benchmark, engine):
            solve(benchmark.build(engine, steps), engine, variant)
        best.append(Measurement(math.inf, math.nan, Variant()))
    for _ in range(repeat):
        for index, engine in enumerate(engines):
            for variant, _ in itertools.product(variants_of(benchmark, engine), range(IN_A_ROW)):
                run = benchmark.build(engine, steps)
                seconds = solve(run, engine, variant)
                if seconds < best[index].seconds:
                    best[index] = Measurement(seconds, error_of(run, reference), variant)
    return Row(benchmark, steps, *best)


def solve(run: Run, engine: Engine, variant: Variant) -> float:
    """Seconds of one run, of CPU time with one thread."""
    run.settings.timeIntegration.newton.useModifiedNewton = variant.newton == "modified"
    if variant.solver:
        solver = getattr(engine.exu.LinearSolverType, variant.solver)
        run.settings.linearSolverType = solver
    one_thread = run.settings.parallel.numberOfThreads <= 1
    clock = time.process_time if one_thread else time.perf_counter
    start = clock()
    run.solve()
    return clock() - start


def error_of(run: Run, reference: np.ndarray) -> float:
    """Largest error of a final position, relative to the largest position."""
    return float(np.max(np.abs(run.result() - reference)) / np.max(np.abs(reference)))
