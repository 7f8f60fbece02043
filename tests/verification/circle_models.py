"""Cables on circles: models of the tests."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import CreateReevingCurve, PointsAndSlopes2ANCFCable2D
from tests.verification.cable_models import hold, line, material, pull

Variable = exu.OutputVariableType
OPEN, NO_STATE = 0.1, -2.0


def add_contact(mbs, circle, element, segments, start=None, height=0.0, **values):
    """A contact of a cable with the circle of a marker; with friction if `values` have some."""
    friction = "frictionCoefficient" in values
    count = 3 * segments if friction else segments
    data = start or [OPEN] * segments + ([NO_STATE] * segments + [0.0] * segments) * friction
    node = mbs.AddNode(
        NodeGenericData(numberOfDataCoordinates=count, initialCoordinates=list(data))
    )
    shape = mbs.AddMarker(
        MarkerBodyCable2DShape(bodyNumber=element, numberOfSegments=segments, verticalOffset=height)
    )
    kind = ObjectContactFrictionCircleCable2D if friction else ObjectContactCircleCable2D
    given = dict(markerNumbers=[circle, shape], nodeNumber=node, numberOfContactSegments=segments)
    return mbs.AddObject(kind(**given, **values)), node


def tie(mbs, nodes, coordinate):
    """Let two nodes have the same coordinate."""
    ends = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=coordinate))
        for node in nodes
    ]
    mbs.AddObject(CoordinateConstraint(markerNumbers=ends))


def block(c, below, segments=1, velocity=0.0, slides=False, start=None, force=None, **values):
    """A cable of length 1 and mass 1 that only moves up and down, over a circle at x = c."""
    mbs, nodes, (element,) = line(
        1, [-0.5, 0], [0.5, 0], lambda x, y: [0, velocity, 0, 0], **material(EI=1.0, EA=1e6)
    )
    for node in nodes:
        hold(mbs, node, (2, 3) if slides else (0, 2, 3))
    tie(mbs, nodes, 1)
    if slides:
        tie(mbs, nodes, 0)
    for node in nodes if force is not None else ():
        pull(mbs, node, force)
    ground = mbs.AddObject(ObjectGround(referencePosition=[c, -0.2 - below, 0]))
    circle = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
    contact, data = add_contact(mbs, circle, element, segments, start, circleRadius=0.2, **values)
    mbs.Assemble()
    return mbs, nodes, contact, data


def moved(mbs, node):
    """Displacement and velocity of a node."""
    return (
        mbs.GetNodeOutput(node, Variable.Displacement)[:2],
        mbs.GetNodeOutput(node, Variable.Velocity)[:2],
    )


def pulley(mbs, center, radius, inertia, omega=0.0, free=False):
    """A pulley; returns its node, its body and its marker."""
    node = mbs.AddNode(
        NodeRigidBody2D(referenceCoordinates=[*center, 0.0], initialVelocities=[0, 0, omega])
    )
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1.0, physicsInertia=inertia))
    if not free:
        hold(mbs, node, (0, 1))
    return node, body, mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))


def capstan(n, omega, friction=0.2, segments=4, speed=None, **others):
    """A cable over half a turn of a pulley that turns; returns the system and the held node.

    speed -- of the material along the cable, if it moves; its inertia does not move with it then
    """
    mbs = exu.SystemContainer().AddSystem()
    r, straight = 0.2, 0.3
    total = 2 * straight + math.pi * r

    def place(s):
        if s <= straight:
            return [-r, -straight + s, 0.0, 1.0]
        if s >= straight + math.pi * r:
            return [r, -(s - straight - math.pi * r), 0.0, -1.0]
        phi = math.pi - (s - straight) / r
        return [r * math.cos(phi), r * math.sin(phi), math.sin(phi), -math.cos(phi)]

    nodes = [
        mbs.AddNode(NodePoint2DSlope1(referenceCoordinates=place(total * k / n)))
        for k in range(n + 1)
    ]
    values = material(EI=1e-3, EA=1e3, rhoA=0.1, physicsAxialDamping=0.5)
    kind, way = Cable2D, []
    if speed is not None:
        kind, values = ALECable2D, values | dict(physicsMovingMassFactor=0.0)
        way = [mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=1))]
        drive(mbs, way[0], speed, 0)
    elements = [
        mbs.AddObject(kind(physicsLength=total / n, nodeNumbers=nodes[k : k + 2] + way, **values))
        for k in range(n)
    ]
    hold(mbs, nodes[0], (0, 1))
    held = mbs.systemData.NumberOfObjects() - 1
    pull(mbs, nodes[-1], [0, -10, 0])
    node, _, circle = pulley(mbs, [0, 0], r, 1.0, omega)
    drive(mbs, node, omega)
    contact = dict(contactStiffness=1e4, contactDamping=5.0, frictionVelocityPenalty=100.0)
    contact |= dict(frictionCoefficient=friction, circleRadius=r) | others
    for element in elements:
        add_contact(mbs, circle, element, segments, **contact)
    mbs.Assemble()
    return mbs, held


def drive(mbs, node, rate, coordinate=2):
    """Let a coordinate of a node, here the angle, change at a constant rate."""
    ground = mbs.AddNode(NodePointGround())
    ends = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=ground, coordinate=0)),
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=coordinate)),
    ]
    return mbs.AddObject(CoordinateConstraint(markerNumbers=ends, velocityLevel=True, offset=rate))


def driven_angle(t):
    """Angle of the driving pulley: up to 10 rad/s within 0.5 s."""
    if t < 0.5:
        return 5.0 * (t - math.sin(2.0 * math.pi * t) / (2.0 * math.pi))
    return 2.5 + 10.0 * (t - 0.5)


def turned(mbs, t, itemNumber, lOffset):
    return driven_angle(t)


def loaded(mbs, t, load):
    return load * min(max((t - 0.5) / 0.2, 0.0), 1.0)


def belt_drive(n, segments=3, **others):
    """A belt over two pulleys; returns the system and numbers of its sensors.

    Sensors: speed of the second pulley, forces of both bearings along x, drive torque
    """
    mbs = exu.SystemContainer().AddSystem()
    r, length = 0.1, 1.6283185307179586
    curve = CreateReevingCurve(
        [[[0, 0], r, "L"], [[0.5, 0], r, "L"]], numberOfANCFnodes=n, closedCurve=True
    )
    cable = Cable2D(
        **material(EI=1e-3, EA=2e3, rhoA=0.05, physicsAxialDamping=0.5),
        physicsBendingDamping=1e-4, physicsReferenceAxialStrain=-0.01,
    )  # fmt: skip
    belt = PointsAndSlopes2ANCFCable2D(
        mbs, curve["ancfPointsSlopes"], curve["elementLengths"], cable
    )
    assert sum(curve["elementLengths"]) == pytest.approx(length)
    sensors, circles = [], []
    for k, x in enumerate((0.0, 0.5)):
        node, _, circle = pulley(mbs, [x, 0.0], r, 0.01)
        bearing = mbs.systemData.NumberOfObjects() - 2
        circles.append(circle)
        if k == 0:
            ends = [
                mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=m, coordinate=c))
                for m, c in ((mbs.AddNode(NodePointGround()), 0), (node, 2))
            ]
            motor = mbs.AddObject(
                CoordinateConstraint(markerNumbers=ends, offsetUserFunction=turned)
            )
        else:
            sensors.append(
                mbs.AddSensor(
                    SensorNode(
                        nodeNumber=node,
                        outputVariableType=Variable.AngularVelocity,
                        storeInternal=True,
                    )
                )
            )
            angle = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=2))
            mbs.AddLoad(LoadCoordinate(markerNumber=angle, load=-0.5, loadUserFunction=loaded))
        sensors.append(
            mbs.AddSensor(
                SensorObject(
                    objectNumber=bearing, outputVariableType=Variable.Force, storeInternal=True
                )
            )
        )
    sensors.append(
        mbs.AddSensor(
            SensorObject(objectNumber=motor, outputVariableType=Variable.Force, storeInternal=True)
        )
    )
    contact = dict(contactStiffness=2e4, contactDamping=10.0, frictionVelocityPenalty=50.0)
    contact |= dict(frictionCoefficient=0.5, circleRadius=r, **others)
    for element in belt[1]:
        for circle in circles:
            add_contact(mbs, circle, element, segments, **contact)
    mbs.Assemble()
    return mbs, sensors


def touching_disc(friction, swap=False):
    """A free cable that flies against a free disc that spins.

    Returns the system, and a function for momentum and angular momentum of both.
    """
    mbs = exu.SystemContainer().AddSystem()

    def disc():
        return pulley(mbs, [0.05, -0.25], 0.2, 0.02, 6.0, free=True)

    if swap:
        node, body, circle = disc()
    nodes = [
        mbs.AddNode(
            NodePoint2DSlope1(referenceCoordinates=[x, 0, 1, 0], initialVelocities=[0.5, -1, 0, 0])
        )
        for x in (-0.5, 0.0, 0.5)
    ]
    values = material(EI=1.0, EA=1e3)
    cables = [
        mbs.AddObject(Cable2D(physicsLength=0.5, nodeNumbers=nodes[k : k + 2], **values))
        for k in range(2)
    ]
    if not swap:
        node, body, circle = disc()
    contact = dict(contactStiffness=2e3, contactDamping=2.0, circleRadius=0.2)
    if friction:
        contact |= dict(
            frictionVelocityPenalty=20.0, frictionStiffness=500.0, frictionCoefficient=0.4,
            exactLever=True,
        )  # fmt: skip
    for cable in cables:
        add_contact(mbs, circle, cable, 3, **contact)
    mbs.Assemble()

    def momenta(mbs, each=False):
        points, weights = [], []
        gauss = np.polynomial.legendre.leggauss(4)
        for cable in cables:
            points += [(cable, 0.25 * (1.0 + x)) for x in gauss[0]]
            weights += (0.25 * gauss[1]).tolist()
        p, spin = np.zeros(2), 0.0
        for (cable, x), w in zip(points, weights, strict=True):
            place, speed = (
                mbs.GetObjectOutputBody(cable, kind, [x, 0, 0])
                for kind in (Variable.Position, Variable.Velocity)
            )
            p += w * speed[:2]
            spin += w * (place[0] * speed[1] - place[1] * speed[0])
        place, speed = (
            mbs.GetNodeOutput(node, kind) for kind in (Variable.Position, Variable.Velocity)
        )
        omega = mbs.GetNodeOutput(node, Variable.AngularVelocity)[2]
        q = speed[:2]
        turning = 0.02 * omega + place[0] * speed[1] - place[1] * speed[0]
        return [*p, spin, *q, turning] if each else [*(p + q), spin + turning]

    return mbs, momenta
