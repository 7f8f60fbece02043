"""Equilibrium, then motion
========================

A mass hangs on two slack cables, each a chain of rods, and a spring pulls it to the side. The
static solver finds the equilibrium from a distant initial state, load step by load step; a dynamic
run then starts at rest from there, and swings when the spring is cut.
"""

import numpy as np

import linkwork as exu
from linkwork.items import *

count, link, span = 8, 0.5, 6.0  # links of each cable, m, m
mass, bead, gravity = 5.0, 0.2, 9.81  # kg, kg, m/s^2
stiffness = 40.0  # N/m

SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.AddObject(ObjectGround())


def fixed(*place):
    return mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=list(place)))


def point(place, weight):
    node = mbs.AddNode(NodePoint(referenceCoordinates=list(place)))
    body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=weight))
    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
    load = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    mbs.AddLoad(Gravity(markerNumber=load, loadVector=[0, -gravity, 0]))
    return node, marker


# initial state: both cables straight, the mass where they meet
depth = np.sqrt((count * link) ** 2 - (span / 2) ** 2)
middle, held = point([span / 2, -depth, 0], mass)
rods = []
for side in (0.0, span):
    before = fixed(side, 0, 0)
    for k in range(1, count):
        share = k / count
        _, marker = point([side + share * (span / 2 - side), -share * depth, 0], bead)
        rods.append(DistanceConstraint(markerNumbers=[before, marker], distance=link))
        before = marker
    rods.append(DistanceConstraint(markerNumbers=[before, held], distance=link))
rods = [mbs.AddObject(rod) for rod in rods]
pull = mbs.AddObject(
    CartesianSpringDamper(
        markerNumbers=[fixed(span, -depth, 0), held], stiffness=[stiffness, 0, stiffness]
    )
)
mbs.Assemble()

settings = exu.SimulationSettings()
settings.staticSolver.numberOfLoadSteps = 5
rest = mbs.SolveStatic(settings, updateInitialValues=True)
place = mbs.GetNodeOutput(middle, exu.OutputVariableType.Position)
print(f"the mass rests at x = {place[0]:.6f} m, y = {place[1]:.6f} m")

# the supports carry the whole weight and balance the spring
ends = np.zeros(3)
for rod in (rods[0], rods[count]):
    force = mbs.GetObjectOutput(rod, exu.OutputVariableType.Force)
    first = mbs.GetObjectOutput(rod, exu.OutputVariableType.Displacement)
    ends += force * first / np.linalg.norm(first)
weight = (mass + 2 * (count - 1) * bead) * gravity
assert abs(ends[1] + weight) < 1e-8 * weight
assert abs(ends[0] - stiffness * (span - place[0])) < 1e-7 * weight

# the equilibrium stays at rest; without the spring the mass swings back
settings.timeIntegration.endTime = 0.5
still = mbs.SolveDynamic(settings)
assert np.abs(still.coordinates - still.coordinates[0]).max() < 1e-8

mbs.SetObjectParameter(pull, "activeConnector", False)
settings.timeIntegration.endTime = 2.0
settings.timeIntegration.numberOfSteps = 1000
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.6
solution = mbs.SolveDynamic(settings)
assert solution.coordinates[:, 0].min() < place[0] - span / 2 - 0.3
