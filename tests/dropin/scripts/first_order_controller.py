# PI controller as first-order system that reads sensors; closures and default arguments
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
mbs.variables['setpoint'] = 0.2
nMass = mbs.AddNode(Node1D(referenceCoordinates=[0]))
mbs.AddObject(Mass1D(physicsMass=3, nodeNumber=nMass))
nCtrl = mbs.AddNode(NodeGenericODE1(referenceCoordinates=[0, 0], initialCoordinates=[0, 0.1],
                                    numberOfODE1Coordinates=2))
mMass = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nMass, coordinate=0))


def MakeController(kI, filterTime):
    def UFrhs(mbs, t, itemNumber, q):
        x = mbs.GetNodeOutput(nMass, exu.OutputVariableType.Coordinates)
        e = mbs.variables['setpoint'] - x
        return [kI*e, (e-q[1])/filterTime]
    return UFrhs


def UFload(mbs, t, load, kP=60, kD=15):
    y = mbs.GetNodeOutput(nCtrl, exu.OutputVariableType.Coordinates)
    v = mbs.GetNodeOutput(nMass, exu.OutputVariableType.Coordinates_t)
    return kP*y[1] + y[0] - kD*v + load


oCtrl = mbs.AddObject(ObjectGenericODE1(nodeNumbers=[nCtrl], systemMatrix=np.zeros((2, 2)),
                                        rhsVector=[0, 0], rhsUserFunction=MakeController(40, 0.05)))
# free first-order system next to it
nFree = mbs.AddNode(NodeGenericODE1(referenceCoordinates=[0, 0, 0], initialCoordinates=[1, 0, 0],
                                    numberOfODE1Coordinates=3))
mbs.AddObject(ObjectGenericODE1(nodeNumbers=[nFree], systemMatrix=[[0, 1, 0], [0, 0, 1], [-8, -6, -2]],
                                rhsVector=[0, 0, 1.],
                                rhsUserFunction=lambda mbs, t, i, q: [0, 0.1*sin(5*t), -0.1*q[0]**2]))
mbs.AddLoad(LoadCoordinate(markerNumber=mMass, load=-2, loadUserFunction=UFload))
sY = mbs.AddSensor(SensorNode(nodeNumber=nCtrl, storeInternal=True,
                              outputVariableType=exu.OutputVariableType.Coordinates))
mbs.Assemble()
print(mbs.systemData.GetNodeLTGODE1(nFree), mbs.systemData.GetObjectLTGODE1(oCtrl), mbs.systemData.ODE1Size())
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.numberOfSteps = 500
simulationSettings.timeIntegration.endTime = 1
simulationSettings.timeIntegration.verboseMode = 0
simulationSettings.solutionSettings.writeSolutionToFile = False
simulationSettings.solutionSettings.sensorsWritePeriod = 0.125
result = []
for solverType in [exu.DynamicSolverType.ExplicitMidpoint, exu.DynamicSolverType.RK33, exu.DynamicSolverType.RK67,
                   exu.DynamicSolverType.ODE23]:
    mbs.SolveDynamic(simulationSettings, solverType=solverType)
    result += list(mbs.systemData.GetODE1Coordinates()) + list(mbs.systemData.GetODE2Coordinates())
    result += list(mbs.systemData.GetODE1Coordinates_t())
    if solverType != exu.DynamicSolverType.ODE23:  # its steps depend on round-off
        result += [np.sum(mbs.GetSensorStoredData(sY)[:, 2])]
exudynTestGlobals.testResult = [float(x) for x in result]
