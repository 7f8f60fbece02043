"""Pendulum with an explicit method
================================

The pendulum with a rigid rod again: error control chooses the steps, and the rod stays rigid
up to rounding.
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
settings.timeIntegration.numberOfSteps = 50  # the largest step is 0.1 s
settings.timeIntegration.absoluteTolerance = 1e-10
settings.timeIntegration.relativeTolerance = 1e-10
settings.solutionSettings.solutionWritePeriod = 0.1
solution = mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.DOPRI5)

positions = solution.coordinates + [-length, 0]
error = np.abs(positions[-1] - exact).max()
stretch = np.abs(np.linalg.norm(positions, axis=1) - length).max()
tension = -3 * mass * gravity * positions[:, 1] / length  # follows from the height

print(f"{solution.statistics.steps} steps, {solution.statistics.rejected} rejected")
print(f"off by {error:.1e} m after 5 s, rod kept to {stretch:.1e} m")
assert error < 1e-9
assert stretch < 1e-14
assert np.abs(solution.multipliers[:, 0] - tension).max() < 1e-7
