# nodes without bodies: generic algebraic and data nodes, their outputs, sizes and columns of the file
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
V = exu.OutputVariableType
nD = mbs.AddNode(NodeGenericData(name='switches', initialCoordinates=[1, 0, -1.5], numberOfDataCoordinates=3))
n2 = mbs.AddNode(NodeGenericODE2(referenceCoordinates=[0.1, 0.2, 0.3], initialCoordinates=[0.1, 0, 0.5],
                                 initialCoordinates_t=[1, 0, 0], numberOfODE2Coordinates=3))
n1 = mbs.AddNode(NodeGenericODE1(referenceCoordinates=[0], initialCoordinates=[2], numberOfODE1Coordinates=1))
mbs.AddObject(ObjectGenericODE2(nodeNumbers=[n2], massMatrix=np.diag([1., 2, 3]), stiffnessMatrix=np.diag([10., 20, 30]),
                                dampingMatrix=np.zeros((3, 3)), forceVector=[0, 1, 0]))
mbs.AddObject(ObjectGenericODE1(nodeNumbers=[n1], systemMatrix=[[-3]], rhsVector=[1]))
mc = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n2, coordinate=i)) for i in range(3)]
mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
mbs.AddObject(CoordinateConstraint(markerNumbers=[mc[1], mc[2]], factorValue1=2, offset=1.0))
mbs.AddLoad(LoadCoordinate(markerNumber=mc[0], load=1))
sensors = [mbs.AddSensor(SensorNode(nodeNumber=n, outputVariableType=v, storeInternal=True, 
                                   fileName='' if v == V.CoordinatesTotal else 'solution/n%d_%d.txt' % (i, int(v))))
           for i, (n, v) in enumerate([(nD, V.Coordinates), (n2, V.Coordinates), (n2, V.Coordinates_t), (n2, V.Coordinates_tt),
                                       (n2, V.CoordinatesTotal), (n1, V.Coordinates), (n1, V.Coordinates_t)])]
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 40
settings.timeIntegration.endTime = 0.2
settings.solutionSettings.coordinatesSolutionFileName = 'solution/nodeTypes.txt'
settings.solutionSettings.solutionWritePeriod = 0.05
settings.solutionSettings.sensorsWritePeriod = 0.1
settings.solutionSettings.outputPrecision = 16
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
mbs.SolveDynamic(settings)
data = np.loadtxt('solution/nodeTypes.txt', comments='#', delimiter=',')
res = [*data.shape, *data[0], *data[2], *data[-1]]
for s in sensors:
    d = mbs.GetSensorStoredData(s)
    res += [*d.shape, *d[1]]
sol = LoadSolutionFile('solution/nodeTypes.txt')
res += list(sol['columnsExported'])
SetSolutionState(mbs, sol, 1)
res += list(mbs.systemData.GetODE2Coordinates()) + [float(mbs.systemData.GetTime())]
res += list(mbs.GetNodeOutput(n2, V.CoordinatesTotal)) + [mbs.GetNodeOutput(n1, V.Coordinates)]
exudynTestGlobals.testResult = [float(x) for x in res]
