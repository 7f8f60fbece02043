"""Trolley on a rope
=================

A trolley rolls down a rope between two masts, through its lowest point and up again, and comes to
rest a little before the second mast, where it turns back. A sliding joint holds it on the rope: the
place on the rope follows from the positions, so that nothing but gravity drives the trolley. The
rope moves with it, and the total energy stays constant.
"""

import numpy as np

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import GenerateSlidingJoint, GenerateStraightLineANCFCable2D

span = 20.0  # m
mass, gravity = 12.0, 9.81  # kg, m/s^2
start = 1.0  # m from the first mast

SC = exu.SystemContainer()
mbs = SC.AddSystem()
rope = Cable2D(physicsMassPerLength=0.5, physicsAxialStiffness=2e4, physicsBendingStiffness=20.0)
nodes, elements, *_ = GenerateStraightLineANCFCable2D(
    mbs, [0, 0, 0], [span, 0, 0], 20, rope, massProportionalLoad=[0, -gravity, 0],
    fixedConstraintsNode0=[1, 1, 0, 0], fixedConstraintsNode1=[1, 1, 0, 0],
)  # fmt: skip

node = mbs.AddNode(NodePoint2D(referenceCoordinates=[start, 0]))
trolley = mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=mass))
weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=trolley))
mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, -gravity, 0]))
hook = mbs.AddMarker(MarkerBodyPosition(bodyNumber=trolley))
[joint] = GenerateSlidingJoint(
    mbs, elements, hook, localMarkerIndexOfStartCable=1, slidingCoordinateStartPosition=start
)

# a brake holds the trolley while rope and trolley settle
ground = mbs.AddObject(ObjectGround(referencePosition=[start, 0, 0]))
mast = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
brake = mbs.AddObject(CartesianSpringDamper(markerNumbers=[mast, hook], stiffness=[1e4, 0, 0]))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.staticSolver.numberOfLoadSteps = 10
mbs.SolveStatic(settings, updateInitialValues=True)

# then it is released
mbs.SetObjectParameter(brake, "activeConnector", False)
variables = exu.OutputVariableType
mbs.AddSensor(
    SensorObject(
        name="arc length", objectNumber=joint, outputVariableType=variables.SlidingCoordinate
    )
)
mbs.AddSensor(
    SensorObject(
        name="force on the trolley", objectNumber=joint, outputVariableType=variables.Force
    )
)
settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 6.0, 12000
settings.timeIntegration.generalizedAlpha.constraintLevel = "velocity"
settings.timeIntegration.generalizedAlpha.spectralRadius = 1.0
mbs.Assemble()
solution = mbs.SolveDynamic(settings)

way = solution.sensor("arc length")[:, 1]
energy = solution.energy()
lost = float(np.abs(energy.balance).max()) / float(np.ptp(energy.kinetic))
print(f"the trolley rolls from {way.min():.3f} m to {way.max():.3f} m along the rope")
print(f"error of the energy balance, relative to the kinetic energy: {lost:.1e}")
assert span - 3.0 < way.max() < span and lost < 1e-3
