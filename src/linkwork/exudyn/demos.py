"""Two small models, for a first try."""

import linkwork.exudyn as exu
from linkwork.exudyn.itemInterface import *


def DemoInfo():
    """Print what there is."""
    exu.Print("Demo1: a mass in the plane under a force; Demo2: a chain of bricks under gravity")


def Demo1(showAll=True):
    """A mass of 10 kg in the plane, pulled by 0.001 N; returns [mbs, SC]."""
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    node = mbs.AddNode(NodePoint2D(referenceCoordinates=[0.0, 0.0]))
    mbs.AddObject(MassPoint2D(physicsMass=10, nodeNumber=node))
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[0.001, 0, 0]))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    mbs.SolveDynamic(settings)
    if showAll:
        exu.Print(mbs.GetNodeOutput(node, exu.OutputVariableType.Position))
    return [mbs, SC]


def Demo2(showAll=True):
    """A chain of 12 bricks with spherical joints under gravity; returns [mbs, SC]."""
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    length, height, count = 0.6, 0.1, 12
    ground = mbs.AddObject(ObjectGround())
    last = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0, 0, height]))
    for k in range(count):
        place = [length * (k + 0.5), 0.0, 0.0]
        node = mbs.AddNode(NodeRigidBodyEP(referenceCoordinates=[*place, 1.0, 0.0, 0.0, 0.0]))
        body = mbs.AddObject(
            RigidBody(physicsMass=2, physicsInertia=[6, 1, 6, 0, 0, 0], nodeNumber=node)
        )
        mass = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
        mbs.AddLoad(Gravity(markerNumber=mass, loadVector=[0, -9.81, 0]))
        ends = [
            mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[x, 0, height]))
            for x in (-length / 2, length / 2)
        ]
        mbs.AddObject(SphericalJoint(markerNumbers=[last, ends[0]]))
        last = ends[1]
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 200
    settings.timeIntegration.endTime = 0.4
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.6
    settings.linearSolverType = exu.LinearSolverType.EigenSparse
    mbs.SolveDynamic(settings)
    if showAll:
        exu.Print(mbs.GetMarkerOutput(last, exu.OutputVariableType.Position))
    return [mbs, SC]
