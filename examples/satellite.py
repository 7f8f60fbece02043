"""Tumbling satellite
==================

A free body that spins about its axis of middle inertia does not keep spinning: it flips over, again
and again, although nothing acts on it. This is the Dzhanibekov effect. With principal moments of
inertia J1 < J2 < J3, the kinetic energy T and the angular momentum H, the spin w2 about the middle
axis swings between two values with the period 4 K(m)/p, where K is the complete elliptic integral::

    p^2 = (J3 - J2) (H^2 - 2 T J1) / (J1 J2 J3)
    m = (J2 - J1) (2 T J3 - H^2) / ((J3 - J2) (H^2 - 2 T J1))

for H^2 > 2 T J2, and with 1 and 3 exchanged otherwise.
"""

import numpy as np
from scipy.special import ellipk

import linkwork as exu
from linkwork import graphics
from linkwork.utilities import *

box = InertiaCuboid(density=300, sideLengths=[0.3, 0.7, 0.4])
panel = InertiaCuboid(density=400, sideLengths=[0.02, 0.3, 0.9])
satellite = box + panel.Translated([0, 0, 0.65]) + panel.Translated([0, 0, -0.65])
J = np.diag(satellite.Inertia())  # about x, y, z of the body
start = np.zeros(3)
start[np.argsort(J)] = 0.002, 1.0, 0.005  # rad/s: about the middle axis, almost

mbs = exu.SystemContainer().AddSystem()
dark = [0.16, 0.22, 0.42, 1]
body = mbs.CreateRigidBody(
    name="satellite",
    inertia=satellite,
    initialAngularVelocity=start,
    nodeType="RotationRotationVector",
    graphicsDataList=[
        graphics.Brick(size=[0.3, 0.7, 0.4], color=[0.80, 0.65, 0.30, 1]),
        graphics.Brick([0, 0, 0.65], [0.02, 0.3, 0.9], color=dark),
        graphics.Brick([0, 0, -0.65], [0.02, 0.3, 0.9], color=dark),
        graphics.Cylinder([0.15, 0, 0], [0.12, 0, 0], 0.15, color=graphics.color.lightgrey),
    ],
)
Out = exu.OutputVariableType
for name, variable in (("spin", Out.AngularVelocityLocal), ("A", Out.RotationMatrix)):
    mbs.AddSensor(SensorBody(bodyNumber=body, outputVariableType=variable, name=name))
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 120
settings.timeIntegration.numberOfSteps = 12000
settings.solutionSettings.solutionWritePeriod = 0.2
settings.solutionSettings.sensorsWritePeriod = 0.01
solution = mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)

spin = solution.sensors["spin"][:, 1:]
A = solution.sensors["A"][:, 1:].reshape(-1, 3, 3)
momentum = np.einsum("tij,tj->ti", A, spin * J)
energy = 0.5 * spin**2 @ J
J1, J2, J3 = np.sort(J)
H2, T2 = float(np.sum((J * start) ** 2)), float(np.sum(J * start**2))
if H2 < T2 * J2:
    J1, J3 = J3, J1
p = np.sqrt((J3 - J2) * (H2 - T2 * J1) / (J1 * J2 * J3))
m = (J2 - J1) * (T2 * J3 - H2) / ((J3 - J2) * (H2 - T2 * J1))
period = 4 * ellipk(m) / p
middle = spin[:, np.argsort(J)[1]]
times = solution.sensors["spin"][:, 0]
i = np.flatnonzero(np.diff(np.sign(middle)))
crossings = times[i] - middle[i] * (times[i + 1] - times[i]) / (middle[i + 1] - middle[i])
flips = np.diff(crossings)
drift = np.ptp(momentum, axis=0).max() / np.sqrt(H2)
print(f"J = {np.sort(J).round(2)} kg m^2; {len(crossings)} flips in 120 s")
print(f"{flips.mean():.4f} s between flips, by elliptic integrals {period / 2:.4f} s")
print(f"angular momentum constant to {drift:.1e}, energy to {np.ptp(energy) / energy[0]:.1e}")
assert len(crossings) >= 3
assert np.abs(flips - period / 2).max() < 1e-3
assert drift < 1e-8 and np.ptp(energy) / energy[0] < 1e-8
