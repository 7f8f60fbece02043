"""Derivatives along steps: their cost in runs without them, step by step and of whole calls.

python -m benchmarks.sensitivities [--rounds N]

CPU times, the least of some rounds in which all variants take turns. Two lengths of a run tell the
cost of its steps from that of its start.
"""

import argparse
import time

import numpy as np

import linkwork as exu
from tests.sensitivity.models import rod_pendulum

STEP = 1.0e-3


def chain(count):
    """A row of masses on springs that swings."""
    mbs = exu.SystemContainer().AddSystem()
    last = mbs.CreateGround()
    for k in range(count):
        mass = mbs.CreateMassPoint(
            referencePosition=[1.0 + k, 0, 0], physicsMass=1.0, initialVelocity=[0, 0.1 * k, 0],
            gravity=[0, -9.81, 0],
        )  # fmt: skip
        mbs.CreateSpringDamper(
            bodyNumbers=[last, mass], referenceLength=1.0, stiffness=1000.0 + k, damping=1.0,
            name=f"spring{k}",
        )  # fmt: skip
        last = mass
    mbs.Assemble()
    return mbs


def settings_of(steps, modified=False):
    settings = exu.SimulationSettings()
    integration, kept = settings.timeIntegration, settings.solutionSettings
    integration.numberOfSteps, integration.endTime = steps, steps * STEP
    integration.verboseMode = 0
    integration.newton.useModifiedNewton = modified
    kept.writeSolutionToFile = False
    kept.solutionWritePeriod = kept.sensorsWritePeriod = steps * STEP
    return settings


def least(rounds, *variants):
    """Least CPU times of variants that take turns [s]."""
    for variant in variants:
        variant()
    found = np.full(len(variants), np.inf)
    for _ in range(rounds):
        for k, variant in enumerate(variants):
            began = time.thread_time()
            variant()
            found[k] = min(found[k], time.thread_time() - began)
    return found


def forward(title, mbs, names, steps, rounds, modified=False):
    """A row for a model with some parameters; steps -- a short and a long run."""
    runs = [
        lambda n=n, own=own: mbs.SolveDynamic(settings_of(n, modified), sensitivities=own)
        for n in steps
        for own in ((), names)
    ]
    short, short_with, long, long_with = least(rounds, *runs)
    each, each_with = (np.array([long - short, long_with - short_with])) / (steps[1] - steps[0])
    print(
        f"{title}, {len(names)} parameters: step {each * 1e6:.3f} us, with derivatives "
        f"{each_with / each:.2f} steps; start {(short_with - steps[0] * each_with) * 1e3:.1f} ms; "
        f"{steps[1]} steps {long_with / long:.2f} runs"
    )


def backward(count, rounds):
    """The gradient of one number by the stiffnesses of a chain."""
    mbs, settings = chain(count), settings_of(4000)
    names = [f"spring{k}.stiffness" for k in range(count)]
    plain = mbs.SolveDynamic(settings)

    def gradient():
        return plain.gradient(lambda solution: solution.coordinates[-1, -3], names)

    run, found = least(rounds, lambda: mbs.SolveDynamic(settings), gradient)
    print(
        f"gradient by {count} stiffnesses of a chain: {found / run:.2f} runs of {run * 1e3:.1f} ms"
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    rod = ["mass.physicsMass", "weight.loadVector[1]", "rod.distance", "air.damping[0]"]
    for names in (rod[:1], rod):
        forward("rod pendulum", rod_pendulum(), names, (2000, 22000), rounds, modified=True)
    for count, parameters in ((8, 4), (8, 8), (100, 8)):
        names = [f"spring{k}.stiffness" for k in range(parameters)]
        forward(f"chain of {count}", chain(count), names, (100, 1100), rounds)
    backward(100, rounds)


if __name__ == "__main__":
    main()
