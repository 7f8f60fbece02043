# a mass slides on a cable in space, pulled to the side
import exudyn as exu
from exudyn.utilities import *
from exudyn.beams import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
template = ObjectANCFCable(physicsMassPerLength=1, physicsBendingStiffness=10,
                           physicsAxialStiffness=1e4)
[nodes, cables, loads, positions, constraints] = GenerateStraightLineANCFCable(
    mbs, [0, 0, 0], [1.6, 0.9, -0.4], 4, template, [0, -9.81, 0], [1, 1, 1, 0, 0, 0],
    [1, 1, 1, 0, 0, 0])
along = np.array([1.6, 0.9, -0.4])
length = np.linalg.norm(along)
along = along / length
node = mbs.AddNode(NodePoint(referenceCoordinates=list(0.1 * along),
                             initialVelocities=list(3 * along)))
mass = mbs.AddObject(MassPoint(physicsMass=1, nodeNumber=node))
marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, -9.81, 4]))
markers = [mbs.AddMarker(MarkerBodyBeamShape(bodyNumber=cable)) for cable in cables]
data = mbs.AddNode(NodeGenericData(numberOfDataCoordinates=2, initialCoordinates=[0, 0.1]))
joint = mbs.AddObject(ObjectJointSliding(
    markerNumbers=[marker, markers[0]], slidingMarkerNumbers=markers,
    slidingMarkerOffsets=[k * length / 4 for k in range(4)], nodeNumber=data,
    constrainRotations=[0, 0, 0]))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 0.3
settings.timeIntegration.numberOfSteps = 300
settings.timeIntegration.newton.relativeTolerance = 1e-11
settings.timeIntegration.newton.absoluteTolerance = 1e-11
settings.timeIntegration.newton.useModifiedNewton = False
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.7
settings.timeIntegration.verboseMode = 0
settings.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(settings)
result = list(mbs.GetNodeOutput(node, exu.OutputVariableType.Position))
result += list(mbs.GetNodeOutput(node, exu.OutputVariableType.Velocity))
result += list(mbs.GetNodeOutput(nodes[2], exu.OutputVariableType.Position))
result += list(mbs.GetObjectOutput(joint, exu.OutputVariableType.Position))
result += list(mbs.systemData.GetDataCoordinates())
exudynTestGlobals.testResult = result
exudynTestGlobals.testError = 0
