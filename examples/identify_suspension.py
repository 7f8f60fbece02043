"""Identifying a suspension
========================

A quarter of a car drives over a bump. Accelerometers on body and wheel and the travel of the
suspension are recorded, all with noise. Stiffnesses, damping and masses are fitted to the records.
Where the road moves the car, forces are not measured, so the data know ratios only: the first fit
says so. The second fit knows the mass of the body, which was weighed.
"""

import numpy as np

import linkwork as exu
from linkwork.utilities import *

BODY, WHEEL = 350.0, 40.0  # kg
SPRING, DAMPER, TIRE = 20e3, 1500.0, 200e3  # N/m, N s/m, N/m
speed, length, height = 6.0, 1.0, 0.03  # m/s, m, m

way = np.linspace(0, length, 21)
bump = 0.5 * height * (1 - np.cos(2 * np.pi * way / length))

mbs = exu.SystemContainer().AddSystem()
road = mbs.CreateMovingPoint(name="road", axis=[0, 0, 1], times=0.1 + way / speed, values=bump)
wheel = mbs.CreateMassPoint(name="wheel", referencePosition=[0, 0, 0.3], physicsMass=WHEEL)
body = mbs.CreateMassPoint(name="body", referencePosition=[0, 0, 0.9], physicsMass=BODY)
for name, ends, gap, stiffness, damping in (
    ("tire", [road, wheel], 0.3, TIRE, 0.0),
    ("suspension", [wheel, body], 0.6, SPRING, DAMPER),
):
    mbs.CreateCartesianSpringDamper(
        name=name, bodyNumbers=ends, stiffness=[1e3, 1e3, stiffness], damping=[0, 0, damping],
        offset=[0, 0, gap],
    )  # fmt: skip
Out = exu.OutputVariableType
for item, name in ((body, "body acceleration"), (wheel, "wheel acceleration")):
    mbs.AddSensor(SensorBody(bodyNumber=item, outputVariableType=Out.Acceleration, name=name))
suspension = mbs.GetObjectNumber("suspension")
mbs.AddSensor(
    SensorObject(objectNumber=suspension, outputVariableType=Out.Displacement, name="travel")
)

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 1.5
settings.timeIntegration.numberOfSteps = 1500
settings.solutionSettings.sensorsWritePeriod = 0.005

# What was measured: every 5 ms, with noise of 0.2 m/s^2 and 0.5 mm.
measured = mbs.SolveDynamic(settings)
random = np.random.default_rng(7)
noise = {"body acceleration": 0.2, "wheel acceleration": 0.2, "travel": 0.5e-3}
records = {}
for name, size in noise.items():
    rows = measured.sensor(name)
    records[name, "z"] = rows[:, 0], rows[:, 3] + random.normal(0, size, len(rows))
weights = {key: 1 / noise[key[0]] for key in records}

# What is known: the order of magnitude.
vary = {
    "suspension.stiffness[2]": (12e3, 1e3, 1e5),
    "suspension.damping[2]": (800.0, 0, 1e4),
    "tire.stiffness[2]": (150e3, 1e4, 1e6),
    "wheel.physicsMass": (30.0, 5, 200),
}
everything = {**vary, "body.physicsMass": (300.0, 100, 1000)}
vague = exu.fit(mbs, records, everything, settings, weights=weights, apply=False)
for sentence in vague.unknown:
    print(sentence)

fit = exu.fit(mbs, records, vary, settings, weights=weights)
print(fit)
solution = fit.solution

true = dict(zip(vary, (SPRING, DAMPER, TIRE, WHEEL), strict=True))
assert fit and "ratios" in vague.unknown[0] and not fit.unknown
for name, value in true.items():
    assert abs(fit.values[name] - value) < 3 * fit.errors[name] < 0.05 * value
assert abs(fit.records[2].rms[0] / noise["travel"] - 1) < 0.1
