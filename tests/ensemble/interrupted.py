"""A stored sweep in processes, which a test interrupts as a terminal does."""

import sys

import numpy as np

import linkwork as exu
from tests.ensemble.oscillators import oscillator, steps


def main(path):
    ensemble = exu.Ensemble(oscillator()).vary("spring.stiffness", np.linspace(50, 150, 100000))
    ensemble.record(["tip"], times=2)
    options = dict(scheduler="processes", threads=1, chunk=50, progress=False)
    try:
        ensemble.solve(steps(2000), store=path, **options)
    except KeyboardInterrupt:
        result = ensemble.result
        print("interrupted", int(result.done.sum()), int((result.status == -1).sum()))


if __name__ == "__main__":
    main(sys.argv[1])
