"""Small models for ensembles, with closed forms."""

import numpy as np

import linkwork as exu
from linkwork.items import *


def oscillator(stiffness=100.0, mass=2.0, start=0.1, velocity=0.0, force=None):
    """A mass on a spring along x, m x'' + k x = 0, named as users would."""
    mbs = exu.SystemContainer().AddSystem()
    fixed = mbs.AddNode(NodePointGround(name="fixed"))
    node = mbs.AddNode(
        Node1D(referenceCoordinates=[0], initialCoordinates=[start], initialVelocities=[velocity],
               name="node")
    )  # fmt: skip
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=mass, name="mass"))
    ends = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=each, coordinate=0)) for each in (fixed, node)
    ]
    more = {} if force is None else {"springForceUserFunction": force}
    mbs.AddObject(
        CoordinateSpringDamper(
            markerNumbers=ends, stiffness=stiffness, damping=0.0, name="spring", **more
        )
    )
    mbs.AddSensor(
        SensorNode(nodeNumber=node, name="tip",
                   outputVariableType=exu.OutputVariableType.Coordinates)
    )  # fmt: skip
    mbs.AddSensor(
        SensorNode(nodeNumber=node, name="speed",
                   outputVariableType=exu.OutputVariableType.Coordinates_t)
    )  # fmt: skip
    return mbs


def exact(t, stiffness=100.0, mass=2.0, start=0.1, velocity=0.0):
    """Position of the oscillator."""
    omega = np.sqrt(stiffness / mass)
    return start * np.cos(omega * t) + velocity / omega * np.sin(omega * t)


def steps(count=400, end=1.0):
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = count
    settings.timeIntegration.endTime = end
    settings.timeIntegration.generalizedAlpha.spectralRadius = 1.0
    return settings


def stiffening(mbs, t, itemNumber, u, v, k, d, offset):
    """A spring force that workers can import."""
    return k * (u + u**3)


def largest(times, rows):
    """A reduction that workers can import."""
    return {"largest": rows[:, 0].max(), "time": times[rows[:, 0].argmax()]}


def small_spring_length(gap=0.0):
    """A spring between points of which one sits on the other if the start is zero: it fails."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[0, 0, 0], initialCoordinates=[gap, 0, 0],
                                 name="node"))  # fmt: skip
    body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1, name="ball"))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=each)) for each in (ground, body)]
    mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=10, referenceLength=1, name="spring"))
    mbs.AddSensor(SensorNode(nodeNumber=node, name="tip",
                             outputVariableType=exu.OutputVariableType.Position))  # fmt: skip
    return mbs
