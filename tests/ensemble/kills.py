"""Kill stored sweeps at random moments, resume each, and compare it with one that was left alone.

python -m tests.ensemble.kills 20          as many sweeps, each killed once
"""

import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import linkwork as exu
from tests.ensemble.oscillators import oscillator, steps

ROOT = Path(__file__).parents[2]
LONGEST = 600.0
"""Time for one process [s]."""


def sweep(members):
    ensemble = exu.Ensemble(oscillator()).vary("spring.stiffness", np.linspace(50, 150, members))
    return ensemble.record(["tip", "speed"], times=11)


def solve(path, members):
    """What the processes do: tell when members begin and end."""
    ensemble = sweep(members)
    sweep(20).solve(steps(10), progress=False)  # imports, and loads kernels
    print("begin", flush=True)
    ensemble.solve(steps(1000), store=path, chunk=20, threads=1, progress=False)
    print("end", flush=True)


def run(path, members, after=None):
    """Run a sweep, or kill it some seconds after its beginning; returns whether it was killed."""
    command = [sys.executable, "-m", "tests.ensemble.kills", "--solve", str(path), str(members)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert process.stdout.readline() == "begin\n"
        if after is not None:
            time.sleep(after)
            process.send_signal(signal.SIGKILL)
        rest = process.communicate(timeout=LONGEST)[0]
    finally:
        process.kill()
        process.wait()
    assert after is not None or rest == "end\n"
    return "end" not in rest


def killed_sweeps(kills, folder, seed, members=2000):
    """Kill and resume so many sweeps; each must equal one that was not stored, bit for bit.

    Returns the part of the members that was done when the sweeps were killed.
    """
    wanted = sweep(members).solve(steps(1000), progress=False)
    chance, done, number = random.Random(seed), [], 0
    began = time.perf_counter()
    run(Path(folder) / "whole.zarr", members)
    longest = time.perf_counter() - began
    while len(done) < kills:
        path, number = Path(folder) / f"runs{number}.zarr", number + 1
        if run(path, members, chance.uniform(0.0, longest)):
            found = exu.EnsembleResult.load(path).status if path.exists() else np.array([-1])
            done.append(float((found == 0).mean()))
            run(path, members)
        found = exu.EnsembleResult.load(path)
        assert np.array_equal(found.values, wanted.values)
        assert np.array_equal(found.report, wanted.report)
    return done


if __name__ == "__main__":
    if sys.argv[1] == "--solve":
        solve(sys.argv[2], int(sys.argv[3]))
    else:
        with tempfile.TemporaryDirectory() as place:
            parts = killed_sweeps(int(sys.argv[1]), place, int(time.time()), members=6000)
            print(f"{len(parts)} sweeps were killed, resumed, and are equal bit for bit")
            print("done when they were killed:", ", ".join(f"{part:.0%}" for part in parts))
