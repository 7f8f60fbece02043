# contact of coordinates, with the discontinuous iterations
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

result = []
for contactDamping in [0, 20.]:
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    nMass = mbs.AddNode(Node1D(referenceCoordinates=[0], initialCoordinates=[0.1], initialVelocities=[0]))
    mbs.AddObject(Mass1D(physicsMass=2, nodeNumber=nMass))
    mMass = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nMass, coordinate=0))
    nGround = mbs.AddNode(NodePointGround())
    mGround = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
    nData = mbs.AddNode(NodeGenericData(initialCoordinates=[0.1], numberOfDataCoordinates=1))
    mbs.AddObject(ObjectContactCoordinate(markerNumbers=[mGround, mMass], nodeNumber=nData,
                                          contactStiffness=1e3, contactDamping=contactDamping, offset=0))
    mbs.AddLoad(LoadCoordinate(markerNumber=mMass, load=-2*9.81))
    mbs.Assemble()
    simulationSettings = exu.SimulationSettings()
    simulationSettings.timeIntegration.numberOfSteps = 500
    simulationSettings.timeIntegration.endTime = 0.5
    simulationSettings.timeIntegration.verboseMode = 0
    simulationSettings.timeIntegration.discontinuous.iterationTolerance = 0.1
    simulationSettings.timeIntegration.newton.relativeTolerance = 1e-10
    simulationSettings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(simulationSettings)
    result += [mbs.GetNodeOutput(nMass, exu.OutputVariableType.Coordinates),
               mbs.GetNodeOutput(nMass, exu.OutputVariableType.Coordinates_t),
               mbs.GetNodeOutput(nData, exu.OutputVariableType.Coordinates)]
print(result)
exudynTestGlobals.testResult = result
