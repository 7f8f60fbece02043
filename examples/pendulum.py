"""Pendulum with a rigid rod
=========================

A mass on a Distance constraint, released from the horizontal: benchmark A01 of the IFToMM library,
whose exact motion is known.
"""

import numpy as np

import linkwork as exu
from linkwork.items import *

mass, length, gravity = 1.0, 1.0, 9.81  # SI units
exact = np.array([-0.94230543504375734, -0.33475433841400058])  # m at 5 s, elliptic functions

SC = exu.SystemContainer()
mbs = SC.AddSystem()

ground = mbs.AddObject(ObjectGround())
node = mbs.AddNode(NodePoint2D(referenceCoordinates=[-length, 0]))
mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=mass))
pivot = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
bob = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
mbs.AddObject(DistanceConstraint(markerNumbers=[pivot, bob], distance=length))
mbs.AddLoad(Force(markerNumber=bob, loadVector=[0, -mass * gravity, 0]))
mbs.Assemble()

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 5
settings.timeIntegration.numberOfSteps = 10000
settings.timeIntegration.newton.useModifiedNewton = True
settings.solutionSettings.solutionWritePeriod = 0.005
solution = mbs.SolveDynamic(settings)

position = mbs.GetNodeOutput(node, exu.OutputVariableType.Position)[:2]
tension = solution.multipliers[:, 0]
height = solution.coordinates[:, 1]
energy = 0.5 * mass * np.sum(solution.velocities**2, axis=1) + mass * gravity * height

print(f"position after 5 s: ({position[0]:.6f}, {position[1]:.6f}) m, exact {exact.round(6)} m")
print(f"largest tension: {tension.max():.4f} N, exact {3 * mass * gravity:.4f} N")
print(f"energy error: {np.abs(energy).max():.1e} J")
assert np.abs(position - exact).max() < 5e-5
assert abs(tension.max() - 3 * mass * gravity) < 1e-2
assert np.abs(energy).max() < 5e-5
