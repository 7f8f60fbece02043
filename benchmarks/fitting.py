"""Fits and optimizations: runs one after the other, and as members of an ensemble.

python -m benchmarks.fitting [--rounds N]

The times of a row are the least of some rounds in which its variants take turns. Wall times need
idle processors.
"""

import argparse
import time

import numpy as np

import linkwork as exu
from tests.fit.models import chain, record_of, settings_of

VARIANTS = (None, "serial", "threads")
PARTS = (("stiffness", 280.0, 100.0, 500.0), ("damping", 1.0, 0.2, 5.0))
VARY = {
    f"spring {k}.{part}": (start, low, high) for k in range(3) for part, start, low, high in PARTS
}


def fitted(solver, steps, multistart):
    """A fit of six parameters of three masses on springs; returns what a variant does."""
    settings = settings_of(end=2.0, steps=steps)
    times, values = record_of(chain(), settings, every=steps // 200)
    noisy = values + np.random.default_rng(5).normal(0, 1e-4, len(values))

    def run(scheduler):
        return exu.fit(
            chain(), {"tip.x": (times, noisy)}, VARY, settings, solver, multistart=multistart,
            seed=1, scheduler=scheduler,
        )  # fmt: skip

    return run


def evolved(solver, steps):
    """Ten generations of 90 designs of the same model."""
    settings = settings_of(end=2.0, steps=steps)
    settings.solutionSettings.sensorsWritePeriod = 0.01

    def run(scheduler):
        return exu.optimize(
            chain(), ("tip", "x", "rms"), VARY, settings, solver, seed=1, scheduler=scheduler,
            method="differential_evolution", options={"maxiter": 10, "tol": 0},
        )  # fmt: skip

    return run


def timed(run, scheduler):
    """Wall and CPU time [s], and the result."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = run(scheduler)
    return time.perf_counter() - wall, time.process_time() - cpu, result


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    rows = {
        "fit, GeneralizedAlpha, 400 steps": fitted("GeneralizedAlpha", 400, 0),
        "fit, GeneralizedAlpha, 4000 steps": fitted("GeneralizedAlpha", 4000, 0),
        "fit, RK44, 4000 steps": fitted("RK44", 4000, 0),
        "fit with 9 starts, GeneralizedAlpha, 400 steps": fitted("GeneralizedAlpha", 400, 8),
        "differential_evolution, GeneralizedAlpha, 400 steps": evolved("GeneralizedAlpha", 400),
        "differential_evolution, RK44, 4000 steps": evolved("RK44", 4000),
    }
    print(f"{'':52}{'runs':>6}  scheduler    wall [s]    CPU [s]")
    for name, run in rows.items():
        for scheduler in VARIANTS:
            run(scheduler)
        found = [[timed(run, scheduler) for scheduler in VARIANTS] for _ in range(rounds)]
        values = {tuple(result.values.values()) for each in found for *_, result in each}
        assert len(values) == 1, "the variants have different results"
        for k, scheduler in enumerate(VARIANTS):
            wall, cpu = (min(each[k][part] for each in found) for part in (0, 1))
            title = f"{name:52}{found[0][k][2].runs:6}" if k == 0 else " " * 58
            print(f"{title}  {scheduler or 'none':9}  {wall:10.3f} {cpu:10.3f}", flush=True)


if __name__ == "__main__":
    main()
