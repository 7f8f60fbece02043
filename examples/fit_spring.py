"""Fitting a spring to a record
============================

Stiffness and damping of a spring are fitted to a noisy record of a motion. The model is built once.
Further runs with other parameters need no assembly and no compilation, so that a fit takes a
fraction of a second. It also says how certain the values are.
"""

import time

import numpy as np

import linkwork as exu
from linkwork.utilities import *

TRUE = {"spring.stiffness": 250.0, "spring.damping": 1.8}

mbs = exu.SystemContainer().AddSystem()
ground = mbs.CreateGround()
mass = mbs.CreateMassPoint(
    name="mass", referencePosition=[0, 1, 0], initialDisplacement=[0, 0.1, 0], physicsMass=1.5
)
mbs.CreateSpringDamper(
    name="spring", bodyNumbers=[ground, mass], referenceLength=1.0,
    stiffness=TRUE["spring.stiffness"], damping=TRUE["spring.damping"],
)  # fmt: skip
mbs.AddSensor(SensorBody(bodyNumber=mass, outputVariableType=exu.OutputVariableType.Position,
                         name="height"))  # fmt: skip
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 2
settings.timeIntegration.numberOfSteps = 1000
settings.solutionSettings.sensorsWritePeriod = 0.002

rows = mbs.SolveDynamic(settings).sensor("height")
times = rows[:, 0]
heights = rows[:, 2] + np.random.default_rng(5).normal(0.0, 1e-3, len(times))

began = time.perf_counter()
vary = {"spring.stiffness": (200, 0, np.inf), "spring.damping": 1.0}
fit = exu.fit(mbs, {"height.y": (times, heights)}, vary, settings)
took = time.perf_counter() - began

print(fit)
print(f"{fit.runs} runs of 1000 steps in {took * 1e3:.0f} ms")
solution = fit.solution
for name, value in TRUE.items():
    assert abs(fit.values[name] - value) < 3 * fit.errors[name] < 0.03 * value
