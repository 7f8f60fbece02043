"""Running a benchmark with both engines in one process, alternating, minimum of several."""

import itertools
import math
import sys
import time
import warnings
from dataclasses import dataclass

import numpy as np

from benchmarks.engine import Benchmark, Engine, Run, set_steps

UNEQUAL = 1.5  # our error may be at most this many times the peer's for a ratio to count
ROUNDING = 1e-12  # relative errors below this are rounding and count as equal
HOPELESS = 2.0  # a variant this many times slower than the best is not timed again


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
    """One benchmark with both engines."""

    benchmark: Benchmark
    steps: int
    ours: Measurement
    peer: Measurement

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
        if not self.ours.error <= max(UNEQUAL * self.peer.error, ROUNDING):
            remarks.append("UNEQUAL: ratio does not count")
        variants = [str(run.variant) for run in (self.ours, self.peer)]
        if any(variants):
            remarks.append(" / ".join(variants))
        if self.benchmark.notes:
            remarks.append(self.benchmark.notes)
        return "; ".join(remarks)


def load_engines() -> tuple[Engine, Engine]:
    """Import both engines; the peer in its fastest build, without range checks."""
    import linkwork
    import linkwork.items

    sys.exudynFast = True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import exudyn
            import exudyn.itemInterface
        except ImportError as error:
            raise SystemExit(
                f"the benchmarks need the peer: pip install 'linkwork[bench]' ({error})"
            ) from error
    # The peer marks the documented names of settings and parameters as deprecated.
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    return (
        Engine("linkwork", linkwork, linkwork.items),
        Engine("exudyn", exudyn, exudyn.itemInterface),
    )


def variants_of(benchmark: Benchmark, engine: Engine) -> list[Variant]:
    """All that an engine may choose from."""
    solvers = benchmark.peer_solvers if engine.name != "linkwork" else ()
    pairs = itertools.product(benchmark.newton or ("",), solvers or ("",))
    return [Variant(*pair) for pair in pairs]


def measure(benchmark: Benchmark, engines: tuple[Engine, Engine], steps: int, repeat: int) -> Row:
    """Time one benchmark: a warm-up, then rounds in which the engines take turns.

    Each engine runs every variant in every round; its fastest run counts.
    """
    reference = benchmark.reference(steps * benchmark.step_size)
    best = []
    for engine in engines:
        for variant in variants_of(benchmark, engine):
            _solve(benchmark.build(engine, steps), engine, variant)
        best.append(Measurement(math.inf, math.nan, Variant()))
    for _ in range(repeat):
        for index, engine in enumerate(engines):
            for variant in variants_of(benchmark, engine):
                run = benchmark.build(engine, steps)
                seconds = _solve(run, engine, variant)
                if seconds < best[index].seconds:
                    best[index] = Measurement(seconds, _error(run, reference), variant)
    return Row(benchmark, steps, *best)


def measure_large(
    benchmark: Benchmark, engines: tuple[Engine, Engine], steps: int, repeat: int, threads: int = 1
) -> Row:
    """Time a large model: whole runs of `steps` steps, and the steps behind them.

    Every run begins with a new Assemble, so that its time holds the analysis of the matrix and
    all that a first run has to do. The time of a further step comes from runs of twice the steps.
    `threads` are the peer's.
    """
    reference = benchmark.reference(steps * benchmark.step_size)
    sides = [_Side(benchmark, engine, steps, reference, threads) for engine in engines]
    for _ in range(repeat):
        for side in sides:
            side.round()
    return Row(benchmark, steps, *(side.result() for side in sides))


class _Side:
    """One engine with one large model: its variants and their best times so far."""

    def __init__(
        self, benchmark: Benchmark, engine: Engine, steps: int, reference: np.ndarray, threads: int
    ) -> None:
        self.benchmark, self.engine, self.steps = benchmark, engine, steps
        self.run = benchmark.build(engine, steps)
        if engine.name != "linkwork":
            self.run.settings.parallel.numberOfThreads = threads
        self.error: dict[Variant, float] = {}
        self.short: dict[Variant, float] = {}
        self.long: dict[Variant, float] = {}
        for variant in variants_of(benchmark, engine):
            self.run.system.Assemble()
            self.short[variant] = self._seconds(variant, steps)
            self.error[variant] = _error(self.run, reference)
        limit = HOPELESS * min(self.short.values())
        self.variants = [variant for variant, seconds in self.short.items() if seconds <= limit]
        self.short = dict.fromkeys(self.variants, math.inf)
        self.long = dict.fromkeys(self.variants, math.inf)

    def _seconds(self, variant: Variant, steps: int) -> float:
        set_steps(self.run.settings, steps, self.benchmark.step_size)
        return _solve(self.run, self.engine, variant)

    def round(self) -> None:
        """Time every variant once."""
        self._seconds(self.variants[0], 1)  # the first run after the other engine finds cold caches
        for variant in self.variants:
            for best, steps in ((self.short, self.steps), (self.long, 2 * self.steps)):
                self.run.system.Assemble()
                best[variant] = min(best[variant], self._seconds(variant, steps))

    def result(self) -> Measurement:
        whole = min(self.variants, key=lambda variant: self.short[variant])
        further = {v: (self.long[v] - self.short[v]) / self.steps for v in self.variants}
        step = min(self.variants, key=lambda variant: further[variant])
        return Measurement(self.short[whole], self.error[whole], whole, further[step], step)


def _solve(run: Run, engine: Engine, variant: Variant) -> float:
    """Seconds of one run."""
    run.settings.timeIntegration.newton.useModifiedNewton = variant.newton == "modified"
    if variant.solver:
        solver = getattr(engine.exu.LinearSolverType, variant.solver)
        run.settings.linearSolverType = solver
    start = time.perf_counter()
    run.solve()
    return time.perf_counter() - start


def _error(run: Run, reference: np.ndarray) -> float:
    """Largest error of a final position, relative to the largest position."""
    return float(np.max(np.abs(run.result() - reference)) / np.max(np.abs(reference)))
