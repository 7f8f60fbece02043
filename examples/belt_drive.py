"""Belt drive
==========

A flat belt of ANCF elements runs over two pulleys. Each element may touch both of them: the contact
presses it outwards, and friction carries the belt along. The left pulley is brought to speed, then
the right one is loaded. The belt creeps: it is stretched where it is tight, so the loaded pulley is
slower than the driving one, and the two bearings carry the tension of both strands.
"""

import math

import numpy as np

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import CreateReevingCurve, PointsAndSlopes2ANCFCable2D

radius, distance = 0.1, 0.5  # m
count, segments = 32, 3  # elements of the belt, contact segments of each
stiffness, strain = 2e3, 0.01  # N, 1: the belt is mounted with this strain
speed, torque = 10.0, -0.5  # rad/s, N m
ramp, loading, end = 0.5, 0.2, 1.2  # s


def driven_angle(mbs, t, itemNumber, lOffset):
    if t >= ramp:
        return speed * (t - 0.5 * ramp)
    return 0.5 * speed * (t - ramp / math.pi * math.sin(math.pi * t / ramp))


def growing_torque(mbs, t, load):
    return load * min(max((t - ramp) / loading, 0.0), 1.0)


SC = exu.SystemContainer()
SC.visualizationSettings.nodes.show = SC.visualizationSettings.markers.show = False
mbs = SC.AddSystem()

# the belt: a closed curve around both pulleys
curve = CreateReevingCurve(
    [[[0, 0], radius, "L"], [[distance, 0], radius, "L"]],
    numberOfANCFnodes=count,
    closedCurve=True,
)
template = Cable2D(
    physicsMassPerLength=0.05,
    physicsBendingStiffness=1e-3,
    physicsAxialStiffness=stiffness,
    physicsBendingDamping=1e-4,
    physicsAxialDamping=0.5,
    physicsReferenceAxialStrain=-strain,
    visualization=VCable2D(drawHeight=0.005),
)
belt = PointsAndSlopes2ANCFCable2D(
    mbs, curve["ancfPointsSlopes"], curve["elementLengths"], template
)[1]

# pulleys in their bearings
fixed = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
pulleys, angles, bearings = [], [], []
for x in (0.0, distance):
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[x, 0, 0]))
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=0.01))
    pulleys.append(mbs.AddMarker(MarkerBodyRigid(bodyNumber=body)))
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=c)) for c in range(3)]
    holds = [
        mbs.AddObject(
            CoordinateConstraint(
                markerNumbers=[fixed, m], visualization=VCoordinateConstraint(show=False)
            )
        )
        for m in ends[:2]
    ]
    angles.append(ends[2])
    bearings.append(holds[0])
motor = mbs.AddObject(
    CoordinateConstraint(
        markerNumbers=[fixed, angles[0]],
        offsetUserFunction=driven_angle,
        visualization=VCoordinateConstraint(show=False),
    )
)
mbs.AddLoad(LoadCoordinate(markerNumber=angles[1], load=torque, loadUserFunction=growing_torque))

# every element may touch both pulleys; data: gaps, states of friction, sticking positions
for element in belt:
    for pulley in pulleys:
        data = mbs.AddNode(
            NodeGenericData(
                initialCoordinates=[0.1] * segments + [-2] * segments + [0] * segments,
                numberOfDataCoordinates=3 * segments,
            )
        )
        shape = mbs.AddMarker(MarkerBodyCable2DShape(bodyNumber=element, numberOfSegments=segments))
        mbs.AddObject(
            ObjectContactFrictionCircleCable2D(
                markerNumbers=[pulley, shape],
                nodeNumber=data,
                numberOfContactSegments=segments,
                contactStiffness=2e4,
                contactDamping=10,
                frictionVelocityPenalty=50,
                frictionCoefficient=0.5,
                circleRadius=radius,
            )
        )

omega = exu.OutputVariableType.AngularVelocity
force = exu.OutputVariableType.Force
mbs.AddSensor(SensorNode(name="loaded pulley", nodeNumber=node, outputVariableType=omega))
for name, number in (("left bearing", bearings[0]), ("motor", motor)):
    mbs.AddSensor(SensorObject(name=name, objectNumber=number, outputVariableType=force))
mbs.Assemble()

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = end
settings.timeIntegration.numberOfSteps = 4800
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.6
settings.solutionSettings.sensorsWritePeriod = 1e-3
settings.solutionSettings.solutionWritePeriod = 5e-3
solution = mbs.SolveDynamic(settings)

late = solution.sensor("motor")[:, 0] > end - 0.2
means = {name: solution.sensor(name)[late, -1].mean() for name in solution.sensors}
print(f"the loaded pulley turns at {means['loaded pulley']:.3f} rad/s")
print(f"the motor takes {-means['motor'] * speed:.2f} W, the load {-torque * speed:.2f} W")
assert 0.97 * speed < means["loaded pulley"] < speed
assert np.isclose(abs(means["left bearing"]), 2 * stiffness * strain, rtol=0.15)
assert -means["motor"] > -torque
