# a beam moves axially through its supports and carries a mass; the same with a penalty
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
result = []


def build(penalty, factor, damping):
    mbs = SC.AddSystem()
    nALE = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=1, referenceCoordinates=[0],
                                       initialCoordinates=[0], initialCoordinates_t=[1.5]))
    template = ALECable2D(physicsMassPerLength=3, physicsBendingStiffness=10,
                          physicsAxialStiffness=1e4, physicsMovingMassFactor=factor,
                          physicsBendingDamping=damping, physicsAxialDamping=damping)
    template.nodeNumbers[2] = nALE
    [nodes, cables, loads, positions, constraints] = GenerateStraightLineANCFCable2D(
        mbs, [0, 0, 0], [2, 0, 0], 4, template, [0, -9.81, 0], [1, 1, 0, 1], [1, 1, 0, 1])
    ground = mbs.AddNode(NodePointGround())
    mGround = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))
    mALE = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nALE, coordinate=0))
    mbs.AddObject(CoordinateConstraint(markerNumbers=[mGround, mALE], velocityLevel=True,
                                       offset=1.5))
    node = mbs.AddNode(NodePoint2D(referenceCoordinates=[0.3, 0], initialVelocities=[1.5, 0]))
    mass = mbs.AddObject(MassPoint2D(physicsMass=0.5, nodeNumber=node))
    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, -9.81 * 0.5, 0]))
    [joint] = GenerateAleSlidingJoint(mbs, cables, marker, nALE, localMarkerIndexOfStartCable=0,
                                      AleSlidingOffset=0.3, penaltyStiffness=penalty)
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 0.5
    settings.timeIntegration.numberOfSteps = 500
    settings.timeIntegration.newton.relativeTolerance = 1e-10
    settings.timeIntegration.newton.absoluteTolerance = 1e-10
    settings.timeIntegration.newton.useModifiedNewton = False
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.7
    settings.timeIntegration.generalizedAlpha.computeInitialAccelerations = penalty == 0
    settings.timeIntegration.verboseMode = 0
    settings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(settings)
    found = list(mbs.GetNodeOutput(node, exu.OutputVariableType.Position))
    found += list(mbs.GetNodeOutput(node, exu.OutputVariableType.Velocity))
    found += list(mbs.GetNodeOutput(nodes[2], exu.OutputVariableType.CoordinatesTotal))
    found += list(mbs.GetObjectOutput(joint, exu.OutputVariableType.Coordinates))
    found.append(mbs.GetObjectOutput(joint, exu.OutputVariableType.SlidingCoordinate))
    found += list(mbs.GetObjectOutputBody(cables[1], exu.OutputVariableType.Velocity, [0.2, 0, 0]))
    return found


result += build(0, 1., 0.)
result += build(0, 0.5, 0.02)
result += build(1e5, 1., 0.02)
exudynTestGlobals.testResult = result
exudynTestGlobals.testError = 0
