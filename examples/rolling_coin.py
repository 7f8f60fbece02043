"""Rolling coin
============

A coin that leans inward rolls on a circle, if it does so at the right speed. A thin disc of radius
r whose center moves on a circle of radius R, leaning by the angle a, turns about the vertical at
the rate W with::

    W^2 = g tan(a) / (3 R/2 + r sin(a)/4)

and rolls, so that it spins about its own axis by -W (R + r sin(a))/r. The RollingDiscJoint keeps
the contact point at rest; nothing else holds the coin. The second coin is a little slower. It
leans over more, and wobbles around its circle.
"""

import math

import numpy as np

import linkwork as exu
from linkwork.utilities import *

r, R, lean, g = 0.1, 0.4, math.radians(20), 9.81  # m, m, rad, m/s^2
W = math.sqrt(g * math.tan(lean) / (1.5 * R + 0.25 * r * math.sin(lean)))
flat = InertiaCylinder(density=7800, length=0.004, outerRadius=r, axis=0)
m = flat.Mass()
coin = RigidBodyInertia(m, m * r**2 * np.diag([0.5, 0.25, 0.25]))  # without thickness


def add(mbs, ground, name, share, side):
    """A coin that starts with a share of the right speed, on one side of its circle."""
    out = np.array([side, 0, 0])  # from the center of the circle
    up = np.array([0, 0, 1.0])
    axis = math.cos(lean) * out + math.sin(lean) * up
    ahead = np.cross(up, out)
    center = R * out + r * math.cos(lean) * up
    rate = share * W
    spin = -rate * (R + r * math.sin(lean)) / r
    body = mbs.CreateRigidBody(
        name=name,
        referencePosition=center,
        referenceRotationMatrix=np.column_stack([axis, ahead, np.cross(axis, ahead)]),
        inertia=coin,
        initialVelocity=rate * R * ahead,
        initialAngularVelocity=rate * up + spin * axis,
        gravity=[0, 0, -g],
    )
    mbs.CreateRollingDisc(
        name=f"{name} rolls", bodyNumbers=[ground, body], axisPosition=[0, 0, 0],
        axisVector=[1, 0, 0], discRadius=r, discWidth=0.012,
    )  # fmt: skip
    mbs.AddSensor(
        SensorBody(bodyNumber=body, outputVariableType=exu.OutputVariableType.Position, name=name)
    )


mbs = exu.SystemContainer().AddSystem()
ground = mbs.CreateGround()
add(mbs, ground, "steady coin", 1.0, 1)
add(mbs, ground, "slower coin", 0.96, -1)
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 2 * math.pi / W
settings.timeIntegration.numberOfSteps = 4000
settings.solutionSettings.solutionWritePeriod = 0.01
settings.solutionSettings.sensorsWritePeriod = 0.005
solution = mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)

place = solution.sensors["steady coin"][:, 1:]
away = np.abs(np.hypot(place[:, 0], place[:, 1]) - R).max()
home = np.linalg.norm(place[-1] - place[0])
energy = solution.energy()
print(f"one round in {2 * math.pi / W:.4f} s: {away:.1e} m off the circle, {home:.1e} m from home")
slow = solution.sensors["slower coin"][:, 3]
print(f"the slower coin sinks by up to {1e3 * (r * math.cos(lean) - slow.min()):.2f} mm")
print(f"energy constant to {np.ptp(energy.total) / energy.kinetic[0]:.1e}")
assert away < 1e-6 and home < 1e-6
assert np.ptp(energy.total) < 1e-6 * energy.kinetic[0]
