"""Ensembles: cost of a member, gain of threads and Dask workers, stores, memory.

python -m benchmarks.ensembles [--members N] [--rounds N]

The times of a row are the least of some rounds in which all its variants take turns. Gains of
threads and workers need idle processors.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np

import linkwork as exu
from tests.ensemble.models import four_bar, spring_mass

STEPS = 1000
MEMORY = 100000
"""Members of the row on memory."""


def pendulum(members):
    """A mass on a spring; a variant changes its stiffness."""
    ensemble = exu.Ensemble(spring_mass()).vary("spring.stiffness", np.linspace(50, 150, members))
    return ensemble.record(["at"], times=1)


def bars(members):
    """Three planar bodies in a loop; a variant changes the stiffness of a torsional spring."""
    ensemble = exu.Ensemble(four_bar()).vary("spring.stiffness", np.linspace(10, 30, members))
    return ensemble.record(coordinates=True, sensors=[], times=1)


def settings_of(steps=STEPS):
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    return settings


def timed(ensemble, **options):
    """Wall and CPU time of a member [ms]."""
    wall, cpu = time.perf_counter(), time.process_time()
    assert ensemble.solve(settings_of(), progress=False, **options)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return np.array([wall, cpu]) / ensemble.members * 1e3


def least(rounds, *variants):
    """Least times of variants that take turns."""
    for variant in variants:
        variant()
    return np.min([[variant() for variant in variants] for _ in range(rounds)], axis=0)


def threads(name, make, members, rounds):
    one, two = (make(members) for _ in range(2))
    found = least(rounds, lambda: timed(one, threads=1), lambda: timed(two, threads=2))
    gain = found[0, 0] / found[1, 0]
    told = [f"{wall:.4f} ms (CPU {cpu:.4f})" for wall, cpu in found]
    print(f"{name:10} one thread {told[0]}, two {told[1]}: {gain:.2f} times")


def stores(members, rounds):
    """What a store adds to the CPU time of a member."""
    without, within = (pendulum(members).record(["at"], times=101) for _ in range(2))
    with tempfile.TemporaryDirectory() as folder:
        names = (Path(folder) / f"{k}.zarr" for k in range(1000))
        found = least(
            rounds,
            lambda: timed(without, threads=1),
            lambda: timed(within, threads=1, store=next(names)),
        )
    print(f"store      {found[0, 1]:.4f} ms, with .zarr {found[1, 1]:.4f} ms of CPU a member")


def workers(members, rounds, profiled):
    """Two Dask workers against one; profiled -- whether workers watch their own code."""
    import dask
    import distributed

    warnings.simplefilter("ignore")
    ensemble, times = bars(members), {}
    for _ in range(rounds):
        for count in (1, 2):
            options = dict(n_workers=count, threads_per_worker=1, dashboard_address=None)
            with (
                dask.config.set({"distributed.worker.profile.enabled": profiled}),
                distributed.LocalCluster(**options) as cluster,
                distributed.Client(cluster) as c,
            ):
                bars(20 * count).solve(settings_of(), scheduler=c, progress=False)
                found = timed(ensemble, scheduler=c)[0]
            times[count] = min(times.get(count, np.inf), found)
    told = "with" if profiled else "without"
    print(f"Dask       one worker {times[1]:.4f} ms, two {times[2]:.4f} ms a member: "
          f"{times[1] / times[2]:.2f} times, {told} Dask's profiler")  # fmt: skip


def memory():
    """Memory of many members in a process of its own, against what was told."""
    command = [sys.executable, "-m", "benchmarks.ensembles", "--memory"]
    print(subprocess.run(command, capture_output=True, text=True, check=True).stdout, end="")


def measure_memory():
    ensemble = pendulum(MEMORY).record(["at", "a"], times=101)
    small = pendulum(100).record(["at", "a"], times=101)
    small.solve(settings_of(100), progress=False)
    before = _resident()
    result = ensemble.solve(settings_of(100), progress=False)
    used = _resident() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before
    told = ensemble.memory()
    print(f"memory     {len(result)} members: told {told / 1e6:.0f} MB, used {used / 1e6:.0f} MB, "
          f"at most {peak / 1e6:.0f} MB")  # fmt: skip


def _resident():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--members", type=int, default=10000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--memory", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.memory:
        measure_memory()
        return
    threads("pendulum", pendulum, options.members, options.rounds)
    threads("four-bar", bars, options.members // 10, options.rounds)
    stores(options.members // 5, options.rounds)
    memory()
    for profiled in (True, False):
        workers(options.members, 1, profiled)


if __name__ == "__main__":
    main()
