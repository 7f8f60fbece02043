"""Running a benchmark with both engines in one process, alternating, minimum of several."""

import math
import sys
import time
import warnings
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.models import Benchmark, Engine, Run

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
    """One benchmark with both engines; `peer` is None where the peer was left out."""

    benchmark: Benchmark
    steps: int
    ours: Measurement
    peer: Measurement | None

    @property
    def ratio(self) -> float:
        """The peer's time divided by ours."""
        return self.peer.seconds / self.ours.seconds if self.peer else math.nan

    @property
    def notes(self) -> str:
        """Remarks for the table: unequal accuracy first, then the chosen Newton variants."""
        remarks = []
        if self.peer and self.ours.error > max(UNEQUAL * self.peer.error, ROUNDING):
            remarks.append("UNEQUAL: ratio does not count")
        variants = [m.variant for m in (self.ours, self.peer) if m and m.variant]
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


def measure(benchmark: Benchmark, engines: tuple[Engine, ...], steps: int, repeat: int) -> Row:
    """Time one benchmark: a warm-up that also picks the Newton variant, then `repeat` rounds."""
    reference = benchmark.reference(steps * benchmark.step_size)
    results = [_warm_up(benchmark, engine, steps, reference) for engine in engines]
    for _ in range(repeat):
        for index, engine in enumerate(engines):
            seconds, _ = _time_once(benchmark, engine, steps, results[index].variant)
            best = min(seconds, results[index].seconds)
            results[index] = replace(results[index], seconds=best)
    return Row(benchmark, steps, results[0], results[1] if len(results) > 1 else None)


def _warm_up(
    benchmark: Benchmark, engine: Engine, steps: int, reference: np.ndarray
) -> Measurement:
    """Run each Newton variant twice (the first run compiles) and keep the faster one."""
    found = []
    for variant in benchmark.newton or ("",):
        _time_once(benchmark, engine, steps, variant)
        seconds, final = _time_once(benchmark, engine, steps, variant)
        error = float(np.max(np.abs(final - reference)) / np.max(np.abs(reference)))
        found.append(Measurement(seconds, error, variant))
    return min(found, key=lambda measurement: measurement.seconds)


def _time_once(
    benchmark: Benchmark, engine: Engine, steps: int, variant: str
) -> tuple[float, np.ndarray]:
    run: Run = benchmark.build(engine, steps)
    run.settings.timeIntegration.newton.useModifiedNewton = variant == "modified"
    start = time.perf_counter()
    run.solve()
    seconds = time.perf_counter() - start
    return seconds, run.result()
