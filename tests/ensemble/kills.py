"""Kill a stored sweep at random moments and resume it, until it is done.

python -m tests.ensemble.kills 20          as many kills, each in a process of its own
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

MEMBERS = 1500
LONGEST = 60.0
"""Time for one process [s]."""


def sweep():
    ensemble = exu.Ensemble(oscillator()).vary("spring.stiffness", np.linspace(50, 150, MEMBERS))
    return ensemble.record(["tip", "speed"], times=11)


def solve(path):
    """What the processes do: say when members begin, and run them."""
    ensemble = sweep()
    print("begin", flush=True)
    ensemble.solve(steps(1000), store=path, chunk=20, threads=1, progress=False)
    print("end", flush=True)


def killed_sweeps(kills, folder, seed):
    """Kill and resume until so many kills hit running sweeps; returns how often a sweep ended.

    Sweeps that come to their end are compared with one that was not stored, bit for bit.
    """
    wanted = sweep().solve(steps(1000), progress=False)
    chance, hits, ended, number = random.Random(seed), 0, 0, 0
    while hits < kills or not ended:
        path = Path(folder) / f"runs{number}.zarr"
        command = [sys.executable, "-m", "tests.ensemble.kills", "--solve", str(path)]
        root = Path(__file__).parents[2]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root)
        try:
            assert process.stdout.readline() == "begin\n"
            if hits < kills:
                time.sleep(chance.uniform(0.0, 1.0))
                process.send_signal(signal.SIGKILL)
            rest = process.communicate(timeout=LONGEST)[0]
        finally:
            process.kill()
        if process.returncode == -signal.SIGKILL and "end" not in rest:
            hits += 1
            continue
        found = exu.EnsembleResult.load(path)
        assert np.array_equal(found.values, wanted.values)
        assert np.array_equal(found.report, wanted.report)
        ended, number = ended + 1, number + 1
    return ended


if __name__ == "__main__":
    if sys.argv[1] == "--solve":
        solve(sys.argv[2])
    else:
        with tempfile.TemporaryDirectory() as place:
            count = int(sys.argv[1])
            told = killed_sweeps(count, place, seed=int(time.time()))
            print(f"{count} kills, {told} sweeps equal bit for bit")
