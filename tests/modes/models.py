"""Models with known modes."""

import math

import numpy as np

import linkwork as exu
from linkwork.items import *

G = 9.81  # m/s^2


def system():
    return exu.SystemContainer().AddSystem()


def chain(count, mass=0.5, stiffness=200.0, rest=0.75, length=1.0, ends=True, damping=0.0):
    """Masses along x in space, joined by springs; with `ends` also to walls at both ends."""
    mbs = system()
    ground = mbs.AddObject(ObjectGround())
    places = length * np.arange(1, count + 1)
    markers = []
    for x in places:
        node = mbs.AddNode(NodePoint(referenceCoordinates=[x, 0, 0]))
        body = mbs.AddObject(MassPoint(physicsMass=mass, nodeNumber=node))
        markers.append(mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)))
    if ends:
        walls = [
            mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[x, 0, 0]))
            for x in (0.0, length * (count + 1))
        ]
        markers = [walls[0], *markers, walls[1]]
    for pair in zip(markers, markers[1:], strict=False):
        mbs.AddObject(
            SpringDamper(
                markerNumbers=list(pair), referenceLength=rest, stiffness=stiffness,
                damping=damping,
            )
        )  # fmt: skip
    mbs.Assemble()
    return mbs


def hanging_rods(masses, lengths, gravity=G, twice=()):
    """Masses below each other on rigid links; `twice` -- links that are there two times."""
    mbs = system()
    ground = mbs.AddObject(ObjectGround())
    last, y = ground, 0.0
    for k, (mass, length) in enumerate(zip(masses, lengths, strict=True)):
        y -= length
        body = mbs.CreateMassPoint(
            referencePosition=[0, y, 0], physicsMass=mass, gravity=[0, -gravity, 0]
        )
        for _ in range(2 if k in twice else 1):
            mbs.CreateDistanceConstraint(bodyNumbers=[last, body], distance=length)
        last = body
    mbs.Assemble()
    return mbs


def net(columns, rows, rest=0.9, border=True, damping=0.3):
    """Masses on a grid in the plane z = 0, each held by its neighbors; `border`: fixed around."""
    mbs = system()
    ground = mbs.AddObject(ObjectGround())
    markers = {}
    for i in range(columns + 2):
        for j in range(rows + 2):
            place = [1.0 * i, 1.25 * j, 0.0]
            if 0 < i <= columns and 0 < j <= rows:
                node = mbs.AddNode(NodePoint(referenceCoordinates=place))
                body = mbs.AddObject(MassPoint(physicsMass=0.2, nodeNumber=node))
                markers[i, j] = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
            elif border:
                wall = MarkerBodyPosition(bodyNumber=ground, localPosition=place)
                markers[i, j] = mbs.AddMarker(wall)
    for (i, j), marker in markers.items():
        for other, length in (((i + 1, j), 1.0), ((i, j + 1), 1.25)):
            if other in markers:
                mbs.AddObject(
                    SpringDamper(
                        markerNumbers=[marker, markers[other]], referenceLength=rest * length,
                        stiffness=500.0 / length, damping=damping,
                    )
                )  # fmt: skip
    mbs.Assemble()
    return mbs


def coordinates(count, mass=1.0):
    """A system of as many plain coordinates, each with a mass, and markers of them."""
    mbs = system()
    node = mbs.AddNode(
        NodeGenericODE2(
            referenceCoordinates=[0.0] * count, initialCoordinates=[0.0] * count,
            initialCoordinates_t=[0.0] * count, numberOfODE2Coordinates=count,
        )
    )  # fmt: skip
    return mbs, node


def generic(M, K, D=()):
    """A system with given matrices."""
    mbs, node = coordinates(len(M))
    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node], massMatrix=M, stiffnessMatrix=K,
            dampingMatrix=D if len(D) else np.zeros((0, 0)),
        )
    )  # fmt: skip
    mbs.Assemble()
    return mbs


def ziegler(force, mass=1.5, length=0.8, stiffness=3.0):
    """Two bars with masses 2 m and m at their ends, torsional springs, and a force along the tip.

    The reference point of each bar is its lower joint; the bars point along x.
    """
    mbs = system()
    ground = mbs.AddObject(ObjectGround())
    below = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
    for k, m in enumerate((2.0 * mass, mass)):
        node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[k * length, 0, 0]))
        body = mbs.AddObject(
            RigidBody2D(
                nodeNumber=node, physicsMass=m, physicsInertia=m * length**2,
                physicsCenterOfMass=[length, 0.0],
            )
        )  # fmt: skip
        foot = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))
        mbs.AddObject(RevoluteJoint2D(markerNumbers=[below, foot]))
        mbs.AddObject(TorsionalSpringDamper(markerNumbers=[below, foot], stiffness=stiffness))
        below = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[length, 0, 0]))
    mbs.AddLoad(LoadForceVector(markerNumber=below, loadVector=[-force, 0, 0], bodyFixed=True))
    mbs.Assemble()
    return mbs


def string_frequencies(count, mass, per_length):
    """omega of a string of masses: 2 sqrt(c/m) sin(k pi/(2 (count + 1))) [rad/s]."""
    k = np.arange(1, count + 1)
    return 2.0 * np.sqrt(per_length / mass) * np.sin(0.5 * np.pi * k / (count + 1))


def sleigh(mass, inertia, ahead, speed):
    """A body on a blade that slides along its own x axis, its mass ahead of the blade."""

    def across(mbs, t, itemNumber, q, q_t, velocityLevel):
        return [-math.sin(q[2]) * q_t[0] + math.cos(q[2]) * q_t[1]]

    def slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
        return [[-math.sin(q[2]), math.cos(q[2]), 0.0]]

    mbs = system()
    along = [speed * math.cos(0.3), speed * math.sin(0.3), 0.0]
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0, 0, 0.3], initialVelocities=along))
    mbs.AddObject(
        RigidBody2D(
            nodeNumber=node, physicsMass=mass, physicsInertia=inertia,
            physicsCenterOfMass=[ahead, 0.0],
        )
    )  # fmt: skip
    ends = [
        mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(NodePointGround()))),
        mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node)),
    ]
    mbs.AddObject(
        CoordinateVectorConstraint(
            markerNumbers=ends, scalingMarker0=np.zeros((1, 1)), velocityLevel=True,
            constraintUserFunction=across, jacobianUserFunction=slopes,
        )
    )  # fmt: skip
    return mbs
