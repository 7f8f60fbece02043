"""A mass in the plane, tied by CoordinateVectorConstraints; shared by their tests."""

import numpy as np

import linkwork as exu
from linkwork.items import *

from .models import make_settings

Out = exu.OutputVariableType
G = 9.81
MASS = 2.0
SOLVERS = ["GeneralizedAlpha", "TrapezoidalIndex2", "RK44", "DOPRI5", "VelocityVerlet"]


def run(mbs, h, end, solver="GeneralizedAlpha", linear=None, **options):
    settings = make_settings(h, end, **options)
    if linear is not None:
        settings.linearSolverType = linear
    return mbs.SolveDynamic(settings, getattr(exu.DynamicSolverType, solver))


class Bead:
    """A mass in the plane, by default under gravity along -y, and a ground marker."""

    def __init__(self, position, velocity=(0.0, 0.0), gravity=G, reference=(0.0, 0.0)):
        self.mbs = mbs = exu.SystemContainer().AddSystem()
        ground = mbs.AddNode(NodePointGround())
        self.ground = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=ground))
        self.node = mbs.AddNode(
            NodePoint2D(
                referenceCoordinates=list(reference),
                initialCoordinates=list(np.subtract(position, reference)),
                initialVelocities=list(velocity),
            )
        )
        self.body = mbs.AddObject(MassPoint2D(nodeNumber=self.node, physicsMass=MASS))
        self.marker = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=self.node))
        point = mbs.AddMarker(MarkerNodePosition(nodeNumber=self.node))
        if gravity:
            mbs.AddLoad(Force(markerNumber=point, loadVector=[0, -MASS * gravity, 0]))

    def tie(self, **values):
        values.setdefault("markerNumbers", [self.ground, self.marker])
        self.tied = self.mbs.AddObject(CoordinateVectorConstraint(**values))
        return self

    def run(self, *arguments, **options):
        return run(self.mbs, *arguments, **options)

    def output(self, variable):
        return self.mbs.GetObjectOutput(self.tied, variable)

    def state(self):
        """Position, velocity and multipliers at the end of a run."""
        place, speed = (
            self.mbs.GetNodeOutput(self.node, name)[:2] for name in (Out.Position, Out.Velocity)
        )
        return np.concatenate([place, speed, np.atleast_1d(self.output(Out.Force))])


def system():
    return exu.SystemContainer().AddSystem()


def add_mass(mbs, place, speed=(0.0, 0.0), mass=MASS, reference=(0.0, 0.0)):
    """A mass in the plane; (node, marker of its vector)."""
    node = mbs.AddNode(
        NodePoint2D(
            referenceCoordinates=list(reference),
            initialCoordinates=list(np.subtract(place, reference)),
            initialVelocities=list(speed),
        )
    )
    mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=mass))
    return node, mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node))


def push(mbs, node, force):
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    return mbs.AddLoad(Force(markerNumber=marker, loadVector=[*force, 0]))
