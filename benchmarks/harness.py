"""Running a benchmark with both engines in one process, alternating, minimum of several."""

import math
import sys
import time
import warnings
from dataclasses import dataclass

import numpy as np

from benchmarks.engine import Benchmark, Engine, Run

UNEQUAL = 1.5  # our error may be at most this many times the peer's for a ratio to count
ROUNDING = 1e-12  # relative errors below this are rounding and count as equal


@dataclass(frozen=True)
class Measurement:
    """Best time in s, relative error of the final positions and Newton variant of one engine."""

    seconds: float
    error: float
    variant: str


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
    def notes(self) -> str:
        """Remarks for the table: unequal accuracy first, then the chosen Newton variants."""
        remarks = []
        if self.ours.error > max(UNEQUAL * self.peer.error, ROUNDING):
            remarks.append("UNEQUAL: ratio does not count")
        variants = [run.variant for run in (self.ours, self.peer) if run.variant]
        if variants:
            remarks.append("Newton " + "/".join(variants))
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


def measure(benchmark: Benchmark, engines: tuple[Engine, Engine], steps: int, repeat: int) -> Row:
    """Time one benchmark: a warm-up, then rounds in which the engines take turns.

    Each engine runs every Newton variant in every round; its fastest run counts.
    """
    reference = benchmark.reference(steps * benchmark.step_size)
    variants = benchmark.newton or ("",)
    best = [_warm_up(benchmark, engine, steps, variants) for engine in engines]
    for _ in range(repeat):
        for variant in variants:
            for index, engine in enumerate(engines):
                found = _time_once(benchmark, engine, steps, variant, reference)
                best[index] = min(best[index], found, key=lambda run: run.seconds)
    return Row(benchmark, steps, *best)


def _warm_up(
    benchmark: Benchmark, engine: Engine, steps: int, variants: tuple[str, ...]
) -> Measurement:
    """Compile and touch everything once; never the fastest."""
    for variant in variants:
        _time_once(benchmark, engine, steps, variant, np.ones(1))
    return Measurement(math.inf, math.nan, "")


def _time_once(
    benchmark: Benchmark, engine: Engine, steps: int, variant: str, reference: np.ndarray
) -> Measurement:
    run: Run = benchmark.build(engine, steps)
    run.settings.timeIntegration.newton.useModifiedNewton = variant == "modified"
    start = time.perf_counter()
    run.solve()
    seconds = time.perf_counter() - start
    error = np.max(np.abs(run.result() - reference)) / np.max(np.abs(reference))
    return Measurement(seconds, float(error), variant)
