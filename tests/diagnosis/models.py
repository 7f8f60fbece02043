"""Small models that the tests of the diagnosis spoil in one place each."""

import linkwork as exu
from linkwork.items import *

Solver = exu.DynamicSolverType


def system():
    return exu.SystemContainer().AddSystem()


def ground(mbs, place=(0, 0, 0)):
    """A marker that does not move."""
    body = mbs.AddObject(ObjectGround(referencePosition=list(place)))
    return mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))


def mass(mbs, place=(1, 0, 0), velocity=(0, 0, 0), kg=1.0):
    """A marker of a point mass."""
    node = mbs.AddNode(NodePoint(referenceCoordinates=list(place), initialVelocities=velocity))
    body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=kg))
    return mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))


def spring(place=(1.05, 0, 0), **parameters):
    """A mass on a spring of 100 N/m."""
    mbs = system()
    ends = [ground(mbs), mass(mbs, place)]
    values = dict(name="spring", referenceLength=1, stiffness=100) | parameters
    mbs.AddObject(SpringDamper(markerNumbers=ends, **values))
    return mbs


def pendulum(place=(1, 0, 0), velocity=(0, 0, 0), lengths=(1.0,)):
    """A mass on rods rod0, rod1, ... from the origin, under its weight."""
    mbs = system()
    ends = [ground(mbs), mass(mbs, place, velocity)]
    for k, length in enumerate(lengths):
        mbs.AddObject(DistanceConstraint(name=f"rod{k}", markerNumbers=ends, distance=length))
    mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[0, -9.81, 0]))
    return mbs


def oscillator(frequency, damping=0.0, velocity=1.0):
    """A mass of 1 kg on one axis; frequency [rad/s], damping [1/s]."""
    mbs = system()
    node = mbs.AddNode(Node1D(name="mass", initialVelocities=[velocity]))
    fixed = mbs.AddNode(NodePointGround())
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=1))
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (fixed, node)]
    mbs.AddObject(
        CoordinateSpringDamper(
            name="spring", markerNumbers=ends, stiffness=frequency**2, damping=damping
        )
    )
    return mbs


def settings(end=1.0, steps=100):
    made = exu.SimulationSettings()
    made.timeIntegration.endTime = end
    made.timeIntegration.numberOfSteps = steps
    return made


def only(found, code):
    """The one finding of a kind."""
    (finding,) = found.of(code)
    return finding


def codes(found):
    return [finding.code for finding in found]
