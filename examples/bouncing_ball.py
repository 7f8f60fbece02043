"""Bouncing ball
=============

A ball falls on a floor. An event function finds each impact, and an action reverses the velocity of
the ball. A second event watches a sensor and ends the run 1 m away.
"""

import numpy as np

import linkwork as exu
from linkwork.items import *

height, gravity, restitution = 1.0, 9.81, 0.8  # m, m/s^2, -

SC = exu.SystemContainer()
mbs = SC.AddSystem()

node = mbs.AddNode(NodePoint2D(referenceCoordinates=[0, height], initialVelocities=[0.5, 0]))
mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=0.1))
ball = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
mbs.AddLoad(Force(markerNumber=ball, loadVector=[0, -0.1 * gravity, 0]))


def above_floor(mbs, t, itemNumber, q, q_t):
    return height + q[1]


def bounce(mbs, t, itemNumber):
    velocities = mbs.systemData.GetODE2Coordinates_t()
    velocities[1] *= -restitution
    mbs.systemData.SetODE2Coordinates_t(velocities)
    return True


place = mbs.AddSensor(
    SensorNode(nodeNumber=node, outputVariableType=exu.OutputVariableType.Position, name="place")
)
mbs.AddSensor(
    SensorEvent(
        name="impact", eventUserFunction=above_floor, direction=-1, actionUserFunction=bounce
    )
)
mbs.AddSensor(
    SensorEvent(name="away", sensorNumber=place, component=0, threshold=1.0, terminal=True)
)
mbs.Assemble()

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 5
settings.timeIntegration.numberOfSteps = 500
solution = mbs.SolveDynamic(settings)

first = np.sqrt(2 * height / gravity)
impacts = first * np.cumsum([1, 2 * restitution, 2 * restitution**2])
print("impacts at", solution.event_times("impact"), "s")
print(f"1 m away after {solution.times[-1]:.6f} s")
assert np.abs(solution.event_times("impact") - impacts).max() < 1e-14
assert abs(solution.times[-1] - 2.0) < 1e-14
