"""Slider-crank in space
=====================

A motor turns a crank about the x axis, and the crank drives a slider along x, out of its own plane.
The rod between them has a ball joint at the crank and a universal joint at the slider, so nothing
is constrained twice. The motor is a GenericJoint that is driven by a function: it
starts from rest and reaches its speed within a second. The position s of the slider follows from
the length L of the rod and the position (y, z) of the crank pin::

    s^2 + y^2 + z^2 = L^2
"""

import math

import numpy as np

import linkwork as exu
from linkwork.utilities import *

r, L, speed = 0.08, 0.30, 2 * math.pi  # m, m, rad/s
center = np.array([0, 0.10, 0.12])  # of the crank
pin = center + [0, 0, r]
end = np.array([math.sqrt(L**2 - pin @ pin), 0, 0])  # of the rod, at the slider


def motor(mbs, t, itemNumber, offsetUserFunctionParameters):
    """Displacements and angles of the crank: at rest for 0.1 s, at full speed after 1.1 s."""
    s = min(max(t - 0.1, 0.0), 1.0)
    angle = speed * (s - math.sin(math.pi * s) / math.pi) / 2 + speed * max(t - 1.1, 0.0)
    return [0, 0, 0, angle, 0, 0]


mbs = exu.SystemContainer().AddSystem()
ground = mbs.CreateGround()
along = (end - pin) / L
across = np.cross([0, 0, 1], along) / np.linalg.norm(along[:2])
axes = np.column_stack([along, across, np.cross(along, across)])
crank = mbs.CreateRigidBody(
    name="crank",
    referencePosition=center + [0, 0, r / 2],
    inertia=InertiaCuboid(density=2700, sideLengths=[0.016, 0.03, r]),
    gravity=[0, 0, -9.81],
)
rod = mbs.CreateRigidBody(
    name="rod",
    referencePosition=(pin + end) / 2,
    referenceRotationMatrix=axes,
    inertia=InertiaCuboid(density=2700, sideLengths=[L, 0.014, 0.014]),
    gravity=[0, 0, -9.81],
)
slider = mbs.CreateRigidBody(
    name="slider",
    referencePosition=end,
    inertia=InertiaCuboid(density=7800, sideLengths=[0.06, 0.04, 0.04]),
    gravity=[0, 0, -9.81],
)
mbs.CreateGenericJoint(
    name="motor", bodyNumbers=[ground, crank], position=center, offsetUserFunction=motor
)
mbs.CreateSphericalJoint(bodyNumbers=[crank, rod], position=pin)
mbs.CreateUniversalJoint(
    bodyNumbers=[slider, rod], position=end, axis0=np.cross(along, across), axis1=across
)
mbs.CreatePrismaticJoint(bodyNumbers=[ground, slider], position=end, axis=[1, 0, 0])
Position = exu.OutputVariableType.Position
mbs.AddSensor(
    SensorBody(
        bodyNumber=crank, localPosition=[0, 0, r / 2], outputVariableType=Position, name="pin"
    )
)
mbs.AddSensor(SensorBody(bodyNumber=slider, outputVariableType=Position, name="slider"))
mbs.Assemble()
facts = mbs.ComputeSystemDegreeOfFreedom()

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 3
settings.timeIntegration.numberOfSteps = 3000
settings.solutionSettings.solutionWritePeriod = 0.01
settings.solutionSettings.sensorsWritePeriod = 0.01
solution = mbs.SolveDynamic(settings)

t = solution.sensors["pin"][:, 0]
angle = np.array([motor(None, time, 0, [])[3] for time in t])
y, z = center[1] - r * np.sin(angle), center[2] + r * np.cos(angle)
path = np.sqrt(L**2 - y**2 - z**2)
error = np.abs(solution.sensors["slider"][:, 1] - path).max()
energy = solution.energy()
print(f"degrees of freedom: {facts['degreeOfFreedom']}, with the motor that holds its angle")
print(f"stroke of the slider {np.ptp(path):.5f} m, {error:.1e} m off the formula")
print(f"the motor has done {energy.work[-1]:.4f} J of work, balanced to {energy.error:.1e} J")
assert facts["degreeOfFreedom"] == 0 and facts["redundantConstraints"] == 0
assert error < 1e-9
assert energy.error < 2e-4
