# a mass slides on a flexible cable, in both formulations; a rigid body turns with a stiff one
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
result = []


def build(classical, index2, fAx=0.):
    mbs = SC.AddSystem()
    template = Cable2D(physicsMassPerLength=1, physicsBendingStiffness=10,
                       physicsAxialStiffness=1e4)
    [nodes, cables, loads, positions, constraints] = GenerateStraightLineANCFCable2D(
        mbs, [0, 0, 0], [2, 0, 0], 4, template, [0, -9.81, 0], [1, 1, 0, 0], [1, 1, 0, 0])
    node = mbs.AddNode(NodePoint2D(referenceCoordinates=[0.1, 0], initialVelocities=[2, 0]))
    mass = mbs.AddObject(MassPoint2D(physicsMass=1, nodeNumber=node))
    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, -9.81, 0]))
    [joint] = GenerateSlidingJoint(mbs, cables, marker, localMarkerIndexOfStartCable=0,
                                   slidingCoordinateStartPosition=0.1)
    mbs.SetObjectParameter(joint, 'classicalFormulation', classical)
    mbs.SetObjectParameter(joint, 'axialForce', fAx)
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 0.4
    settings.timeIntegration.numberOfSteps = 400
    settings.timeIntegration.newton.relativeTolerance = 1e-11
    settings.timeIntegration.newton.absoluteTolerance = 1e-11
    settings.timeIntegration.newton.useModifiedNewton = False
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.7
    settings.timeIntegration.generalizedAlpha.computeInitialAccelerations = fAx == 0
    settings.timeIntegration.generalizedAlpha.useIndex2Constraints = index2
    settings.timeIntegration.generalizedAlpha.useNewmark = index2
    settings.timeIntegration.verboseMode = 0
    settings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(settings)
    found = list(mbs.GetNodeOutput(node, exu.OutputVariableType.Position))
    found += list(mbs.GetNodeOutput(node, exu.OutputVariableType.Velocity))
    found += list(mbs.GetNodeOutput(nodes[2], exu.OutputVariableType.CoordinatesTotal))
    found += list(mbs.GetObjectOutput(joint, exu.OutputVariableType.Position))
    found += list(mbs.systemData.GetDataCoordinates())
    return found


result += build(True, False)
result += build(True, False, 1.5)
result += build(False, False)
exudynTestGlobals.testResult = result
exudynTestGlobals.testError = 0
