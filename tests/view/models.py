"""Models that the tests of pictures share: something of every kind that has a place in space."""

import math

import numpy as np

import linkwork as exu
from linkwork.items import *

Output = exu.OutputVariableType


def turned_about(axis, angle):
    """Rotation matrix about an axis (0, 1, 2)."""
    matrix = np.eye(3)
    i, j = [k for k in range(3) if k != axis]
    matrix[i, i] = matrix[j, j] = math.cos(angle)
    matrix[i, j], matrix[j, i] = -math.sin(angle), math.sin(angle)
    return matrix


def settings_for(end_time=0.5, steps=50):
    """A quiet run that records every step."""
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end_time
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.verboseMode = 0
    settings.solutionSettings.solutionWritePeriod = 0
    settings.solutionSettings.sensorsWritePeriod = 0
    return settings


def zoo():
    """Points, planes, axes, poses and held coordinates, all in motion; a sensor on each marker."""
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    ground = mbs.AddObject(
        ObjectGround(referencePosition=[0.1, 0.2, 0.3], referenceRotation=turned_about(0, 0.4))
    )
    flat = mbs.AddObject(
        ObjectGround(referencePosition=[1, 0, 0], referenceRotation=turned_about(2, 0.7))
    )
    space = mbs.AddNode(
        NodePoint(referenceCoordinates=[1, 2, 3], initialVelocities=[1, -2, 0.5], name="space")
    )
    plane = mbs.AddNode(
        NodePoint2D(referenceCoordinates=[-1, 1], initialVelocities=[0.3, 2], name="plane")
    )
    line = mbs.AddNode(Node1D(referenceCoordinates=[0.5], initialVelocities=[-0.7], name="line"))
    pose = mbs.AddNode(
        NodeRigidBody2D(
            referenceCoordinates=[2, -1, 0.3], initialVelocities=[0.2, 0.1, 4], name="pose"
        )
    )
    held = mbs.AddNode(
        NodePlanar(
            referenceCoordinates=[0, 3, 0.1], initialCoordinates=[0.4, 0, 0.2],
            initialVelocities=[0, 1, 3], heldCoordinates=[True, False, False], name="held",
        )
    )  # fmt: skip
    fixed_node = mbs.AddNode(NodePointGround(referenceCoordinates=[0, 0, -2], name="fixed"))
    bodies = [
        mbs.AddObject(MassPoint(nodeNumber=space, physicsMass=2)),
        mbs.AddObject(MassPoint2D(nodeNumber=plane, physicsMass=1)),
        mbs.AddObject(
            Mass1D(
                nodeNumber=line, physicsMass=0.5, referencePosition=[0, 1, 0],
                referenceRotation=turned_about(1, 0.6),
            )
        ),
        mbs.AddObject(
            RigidBody2D(
                nodeNumber=pose, physicsMass=3, physicsInertia=2, physicsCenterOfMass=[0.2, 0.1]
            )
        ),
        mbs.AddObject(RigidBody2D(nodeNumber=held, physicsMass=1, physicsInertia=0.3)),
    ]  # fmt: skip
    local = [0.3, -0.2, 0.0]
    places = [
        *(dict(bodyNumber=body, localPosition=local) for body in (ground, flat, *bodies[2:])),
        *(dict(bodyNumber=body) for body in bodies[:2]),
    ]
    markers = [mbs.AddMarker(MarkerBodyPosition(**place)) for place in places]
    markers += [mbs.AddMarker(MarkerNodePosition(nodeNumber=n)) for n in (space, plane, fixed_node)]
    markers += [
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=b, localPosition=local)) for b in (flat, bodies[3])
    ]
    markers += [mbs.AddMarker(MarkerNodeRigid(nodeNumber=node)) for node in (pose, held)]
    markers += [mbs.AddMarker(MarkerBodyMass(bodyNumber=bodies[3]))]
    for number, marker in enumerate(markers):
        mbs.AddSensor(
            SensorMarker(
                markerNumber=marker, outputVariableType=Output.Position, name=f"at{number}"
            )
        )
    return mbs, markers


def pendulum(name="mass", **options):
    """A mass on a rigid rod, with gravity and a sensor of its position; SC, mbs and node."""
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    ground = mbs.AddObject(ObjectGround(name="ground"))
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], name="tip", **options))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1, name=name))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
    mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1, name="rod"))
    heavy = mbs.AddMarker(MarkerBodyMass(bodyNumber=mass))
    mbs.AddLoad(Gravity(markerNumber=heavy, loadVector=[0, -9.81, 0], name="gravity"))
    mbs.AddSensor(SensorNode(nodeNumber=node, outputVariableType=Output.Position, name="position"))
    return SC, mbs, node


def chain(count):
    """Masses on springs in a row, falling."""
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    last = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround())))
    for k in range(count):
        node = mbs.AddNode(NodePoint(referenceCoordinates=[0.1 * (k + 1), 0, 0]))
        mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
        end = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
        mbs.AddObject(
            SpringDamper(markerNumbers=[last, end], referenceLength=0.1, stiffness=1e4, damping=5)
        )
        heavy = mbs.AddMarker(MarkerBodyMass(bodyNumber=mass))
        mbs.AddLoad(Gravity(markerNumber=heavy, loadVector=[0, -9.81, 0]))
        last = end
    return SC, mbs
