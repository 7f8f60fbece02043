"""Bricard's mechanism
===================

Six revolute joints in a ring of six links do not move, by count: five moving bodies have 30 degrees
of freedom, and the joints take 30. Bricard found linkages that move nevertheless, because some of
their constraints depend on others in every position. Here the links are edges of a cube, one of
them the ground, and each axis is normal to the two links that it joins. Linkwork finds forces of
least norm in the joints; the motion is unique. The ring falls from rest, turns inside out, and
energy is constant.
"""

import warnings

import numpy as np

import linkwork as exu
from linkwork.utilities import *

corners = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1], [0, 1, 1], [0, 0, 1]], float)  # m
g = 9.81

mbs = exu.SystemContainer().AddSystem()
ground = mbs.CreateGround()
rod = InertiaCuboid(density=100, sideLengths=[1, 0.1, 0.1])
links = []
for k in range(5):
    start, along = corners[k], corners[k + 1] - corners[k]
    axes = np.column_stack([along, *ComputeOrthonormalBasisVectors(along)[1:]])
    links.append(
        mbs.CreateRigidBody(
            name=f"link {k}",
            referencePosition=start + along / 2,
            referenceRotationMatrix=axes,
            inertia=rod,
            gravity=[0, 0, -g],
        )
    )
ring = [ground, *links, ground]
for k in range(6):
    before, after = corners[k] - corners[k - 1], corners[(k + 1) % 6] - corners[k]
    mbs.CreateRevoluteJoint(
        name=f"joint {k}",
        bodyNumbers=[ring[k], ring[k + 1]],
        position=corners[k],
        axis=np.cross(before, after),
    )
Position = exu.OutputVariableType.Position
for k, end in ((1, 0.5), (3, -0.5)):
    mbs.AddSensor(
        SensorBody(
            bodyNumber=links[k], localPosition=[end, 0, 0], outputVariableType=Position,
            name=f"corner of link {k}",
        )
    )  # fmt: skip
mbs.Assemble()
facts = mbs.ComputeSystemDegreeOfFreedom()

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 4
settings.timeIntegration.numberOfSteps = 4000
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.95
settings.solutionSettings.solutionWritePeriod = 0.02
settings.solutionSettings.sensorsWritePeriod = 0.01
with warnings.catch_warnings(record=True) as told:  # forces in the joints are not unique
    warnings.simplefilter("always")
    solution = mbs.SolveDynamic(settings)

energy = solution.energy()
moved = np.ptp(solution.sensors["corner of link 1"][:, 1:], axis=0)
fall = np.ptp(energy.potential)
print(f"degree of freedom {facts['degreeOfFreedom']}, {facts['redundantConstraints']} redundant")
print(f"a corner moves by {moved.round(3)} m")
print(f"{fall:.2f} J move between potential and kinetic energy, {energy.error:.1e} J are lost")
assert facts["degreeOfFreedom"] == 1 and "remove redundant constraints" in str(told[0].message)
assert fall > 5 and energy.error < 1e-3 * fall
