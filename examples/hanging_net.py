"""Net of springs and rods
=======================

A net of springs and some rigid rods, held at its corners, falls and comes to rest in air. In this
large system the matrix is sparse, and the statistics show what the run did.
"""

import numpy as np

import linkwork as exu
from linkwork.items import *

side, spacing = 20, 0.1  # points along an edge, m
mass, stiffness, damping, drag, gravity = 0.01, 500.0, 0.1, 0.05, 9.81  # SI units

SC = exu.SystemContainer()
mbs = SC.AddSystem()

ground = mbs.AddObject(ObjectGround())
air = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
corners = [(i, j) for i in (0, side - 1) for j in (0, side - 1)]
markers = {}
for i in range(side):
    for j in range(side):
        place = [spacing * i, spacing * j, 0]
        if (i, j) in corners:
            marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=place))
        else:
            node = mbs.AddNode(NodePoint(referenceCoordinates=place))
            body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=mass))
            marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
            mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, 0, -mass * gravity]))
            mbs.AddObject(CartesianSpringDamper(markerNumbers=[air, marker], damping=[drag] * 3))
        markers[i, j] = marker

ropes, rods = [], []
for (i, j), marker in markers.items():
    for di, dj in ((1, 0), (0, 1), (1, 1), (1, -1)):
        if (i + di, j + dj) not in markers:
            continue
        pair, length = [marker, markers[i + di, j + dj]], spacing * np.hypot(di, dj)
        if dj == 0 and i % 4 == 1:  # every fourth one along x is rigid
            link = mbs.AddObject(DistanceConstraint(markerNumbers=pair, distance=length))
            rods.append(link)
        else:
            link = mbs.AddObject(
                SpringDamper(
                    markerNumbers=pair, referenceLength=length, stiffness=stiffness, damping=damping
                )
            )
        if (i, j) in corners or (i + di, j + dj) in corners:
            ropes.append((link, -1 if (i, j) in corners else 1))
mbs.Assemble()
print(mbs)

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 6
settings.timeIntegration.numberOfSteps = 300
settings.timeIntegration.newton.useModifiedNewton = True
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.6
settings.solutionSettings.solutionWritePeriod = 0.1
settings.displayStatistics = True
solution = mbs.SolveDynamic(settings)

weight = mass * gravity * (side**2 - len(corners))
held = sum(sign * mbs.GetObjectOutput(k, exu.OutputVariableType.Force)[2] for k, sign in ropes)
lengths = [mbs.GetObjectOutput(k, exu.OutputVariableType.Distance) for k in rods]
stretched = np.abs(np.array(lengths) - spacing).max()
print(f"\nweight {weight:.4f} N, held at the corners {held:.4f} N")
print(
    f"lowest point {solution.coordinates[-1, 2::3].min():.3f} m, fastest point "
    f"{np.abs(solution.velocities[-1]).max():.1e} m/s, rods kept to {stretched:.1e} m"
)
assert abs(held - weight) < 1e-5 * weight
assert stretched < 1e-9
assert solution.statistics.fallbacks == 0
