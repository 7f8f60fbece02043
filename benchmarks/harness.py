"""Timing large models with both engines: whole runs, and further steps."""

import math

import numpy as np

from linkwork.bench.engine import OWN, Benchmark, Engine, set_steps
from linkwork.bench.rounds import Measurement, Row, Variant, error_of, solve, variants_of

HOPELESS = 2.0  # a variant this many times slower than the best is not timed again


def measure_large(
    benchmark: Benchmark, engines: tuple[Engine, Engine], steps: int, repeat: int, threads: int = 1
) -> Row:
    """Time a large model: whole runs of `steps` steps, and the steps after them.

    Every run begins with a new Assemble, so that its time includes the analysis of the matrix and
    everything else that a first run has to do. The time of a further step comes from runs of twice
    the steps. `threads` are the peer's.
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
        if engine.name != OWN:
            self.run.settings.parallel.numberOfThreads = threads
        self.error: dict[Variant, float] = {}
        self.short: dict[Variant, float] = {}
        self.long: dict[Variant, float] = {}
        for variant in variants_of(benchmark, engine):
            self.run.system.Assemble()
            self.short[variant] = self._seconds(variant, steps)
            self.error[variant] = error_of(self.run, reference)
        limit = HOPELESS * min(self.short.values())
        self.variants = [variant for variant, seconds in self.short.items() if seconds <= limit]
        self.short = dict.fromkeys(self.variants, math.inf)
        self.long = dict.fromkeys(self.variants, math.inf)

    def _seconds(self, variant: Variant, steps: int) -> float:
        set_steps(self.run.settings, steps, self.benchmark.step_size)
        return solve(self.run, self.engine, variant)

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
