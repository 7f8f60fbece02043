"""Bodies that slide along cables: models of the tests."""

import math

import numpy as np

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import GenerateStraightLineANCFCable2D

from .cable_models import Variable, hold, material

G = 9.81


def sliding(
    held, end=(2.0, 0.0), speed=2.0, start=0.1, elements=4, values=None, body=MassPoint2D, **joint
):
    """A mass of 1 kg on a straight cable; returns the system, the mass, the joint and the nodes.

    held -- all nodes are held, else only the ends of the cable
    """
    mbs = exu.SystemContainer().AddSystem()
    flags = [1, 1, 1, 1] if held else [1, 1, 0, 0]
    template = Cable2D(**(values or material(10.0, 1e4)))
    nodes, cables, *_ = GenerateStraightLineANCFCable2D(
        mbs, [0, 0, 0], [*end, 0], elements, template, [0, 0, 0], flags, flags
    )
    for node in nodes[1:-1] if held else ():
        hold(mbs, node, range(4))
    length = math.hypot(*end)
    along = np.array(end) / length
    if body is MassPoint2D:
        node = NodePoint2D(referenceCoordinates=start * along, initialVelocities=speed * along)
        mass = mbs.AddObject(MassPoint2D(nodeNumber=mbs.AddNode(node), physicsMass=1))
        marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
    else:
        angle = math.atan2(end[1], end[0])
        node = NodeRigidBody2D(
            referenceCoordinates=[*(start * along), angle], initialVelocities=[*(speed * along), 0]
        )
        mass = mbs.AddObject(
            RigidBody2D(nodeNumber=mbs.AddNode(node), physicsMass=1, physicsInertia=0.02)
        )
        marker = mbs.AddMarker(MarkerBodyRigid(bodyNumber=mass))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, -G, 0]))
    markers = [mbs.AddMarker(MarkerBodyCable2DCoordinates(bodyNumber=cable)) for cable in cables]
    size = length / elements
    index = min(int(start / size), elements - 1)
    data = NodeGenericData(numberOfDataCoordinates=2, initialCoordinates=[index, start])
    number = mbs.AddObject(
        SlidingJoint2D(
            markerNumbers=[marker, markers[index]],
            slidingMarkerNumbers=markers,
            slidingMarkerOffsets=[k * size for k in range(elements)],
            nodeNumber=mbs.AddNode(data),
            **joint,
        )
    )
    return mbs, mass, number, nodes


def state(mbs, mass):
    """x, y and velocity of the mass."""
    return [
        *mbs.GetObjectOutputBody(mass, Variable.Position)[:2],
        *mbs.GetObjectOutputBody(mass, Variable.Velocity)[:2],
    ]
