"""Gyroscope
=========

A fast top, held at its tip by a ball joint and released from rest, does not fall: it nods between
two angles (nutation) and its axis walks around the vertical (precession), with a cusp at every nod.
With the moments of inertia J1 about the tip and J3 about the axis, the distance l of the center of
mass and the spin w, the angular momenta about the axis and about the vertical are constant, and so
is the energy. For u = cos(theta), where theta is the angle of the axis to the vertical, they give::

    phi' = J3 w (u0 - u) / (J1 (1 - u^2))                              rate of precession
    u'^2 = (2 m g l/J1) (u0 - u) (1 - u^2 - k (u0 - u)),   k = (J3 w)^2 / (2 J1 m g l)

The axis turns back where u' = 0, at u0 and at u2 < u0; integrals over u give the period of a nod
and the precession in it, which a fast top does at a rate of about m g l / (J3 w).
"""

import numpy as np

import linkwork as exu
from linkwork import graphics
from linkwork.utilities import *

tilt, spin, g = 0.5, 300.0, 9.81  # rad, rad/s, m/s^2
shaft = InertiaCylinder(density=2700, length=0.25, outerRadius=0.006, axis=2)
wheel = InertiaCylinder(density=7800, length=0.02, outerRadius=0.08, axis=2)
top = shaft.Translated([0, 0, 0.125]) + wheel.Translated([0, 0, 0.17])  # about its tip
J1, J3 = top.Inertia()[0, 0], top.Inertia()[2, 2]
weight = top.Mass() * g * top.COM()[2]  # m g l, the torque at 90 degrees

mbs = exu.SystemContainer().AddSystem()
ground = mbs.CreateGround()
A = RotationMatrixX(-tilt)
body = mbs.CreateRigidBody(
    name="top",
    inertia=top,
    referenceRotationMatrix=A,
    initialAngularVelocity=A @ [0, 0, spin],
    gravity=[0, 0, -g],
    nodeType="RotationRotationVector",
    graphicsDataList=[
        graphics.Cylinder(vAxis=[0, 0, 0.25], radius=0.006, color=graphics.color.grey),
        graphics.Cylinder(pAxis=[0, 0, 0.16], vAxis=[0, 0, 0.02], radius=0.08),
        graphics.Brick([0.055, 0, 0.181], [0.03, 0.012, 0.002], color=graphics.color.orange),
    ],
)
mbs.CreateSphericalJoint(bodyNumbers=[ground, body], position=[0, 0, 0], jointRadius=0.008)
Out = exu.OutputVariableType
for name, variable, place in (
    ("tip of the axis", Out.Position, [0, 0, 0.25]),
    ("rotation", Out.RotationMatrix, [0, 0, 0]),
    ("spin", Out.AngularVelocityLocal, [0, 0, 0]),
):
    mbs.AddSensor(
        SensorBody(bodyNumber=body, localPosition=place, outputVariableType=variable, name=name)
    )
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 2
settings.timeIntegration.numberOfSteps = 8000
settings.solutionSettings.solutionWritePeriod = 0.004
settings.solutionSettings.sensorsWritePeriod = 0.0005
solution = mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)

k, u0 = (J3 * spin) ** 2 / (2 * J1 * weight), np.cos(tilt)
u2, u3 = k / 2 + np.array([-1, 1]) * np.sqrt(k * k / 4 - k * u0 + 1)
u = (u0 + u2) / 2 + (u0 - u2) / 2 * np.cos(np.pi * (np.arange(40) + 0.5) / 40)  # Gauss-Chebyshev
slowness = 2 * np.pi / 40 / np.sqrt(2 * weight / J1 * (u3 - u))
period = slowness.sum()
angle = (slowness * J3 * spin * (u0 - u) / (J1 * (1 - u * u))).sum()

times = solution.sensors["spin"][:, 0]
axis = solution.sensors["rotation"][:, 1:].reshape(-1, 3, 3)[:, :, 2]
omega = solution.sensors["spin"][:, 1:]
nods = int(times[-1] / period)
turned = np.unwrap(np.arctan2(axis[:, 1], axis[:, 0]))
turned = np.interp(nods * period, times, turned - turned[0])
lowest = np.arccos(axis[:, 2]).max()
energy = 0.5 * (omega**2 @ np.diag(top.Inertia())) + weight * axis[:, 2]
change = np.ptp(energy) / energy[0]
print(f"the axis nods from {tilt:.5f} to {lowest:.5f} rad, by the formula {np.arccos(u2):.5f} rad")
print(f"in {nods} nods it turns by {turned:.5f} rad, by the integral {nods * angle:.5f} rad")
print(f"precession {angle / period:.3f} rad/s, m g l/(J3 w) = {weight / (J3 * spin):.3f} rad/s")
print(f"energy constant to {change:.1e}, spin to {np.ptp(omega[:, 2]):.1e} rad/s")
assert abs(lowest - np.arccos(u2)) < 1e-4
assert abs(turned - nods * angle) < 1e-4
assert change < 1e-8 and np.ptp(omega[:, 2]) < 1e-9
