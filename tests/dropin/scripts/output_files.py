# solution and sensor files: periods with odd ratios, precision, switches, appended runs
import os
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
nGround = mbs.AddNode(NodePointGround())
node = mbs.AddNode(NodePoint2D(referenceCoordinates=[0, 0], initialVelocities=[1/3, 0]))
mbs.AddObject(MassPoint2D(physicsMass=7, nodeNumber=node))
m0 = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
for i in range(2):
    m = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=i))
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=[m0, m], stiffness=300*(i+1), damping=1, offset=0.01*i))
mbs.AddObject(CoordinateConstraint(markerNumbers=[m0, m]))
mbs.AddNode(NodeGenericData(initialCoordinates=[1, 2, 3], numberOfDataCoordinates=3))
sFile = 'solution/sensors/nodePos.txt'
s = mbs.AddSensor(SensorNode(nodeNumber=node, fileName=sFile, storeInternal=True,
                             outputVariableType=exu.OutputVariableType.Position))
mbs.Assemble()
res = []


def Describe(fileName):
    with open(fileName, 'r') as f:
        lines = f.readlines()
    comments = [l for l in lines if l.startswith('#')]
    rows = [[float(x) for x in l.split(',')] for l in lines if not l.startswith('#') and l.strip()]
    print(fileName, len(comments), 'comments,', len(rows), 'rows of', len(rows[0]))
    return [len(comments), len(rows), len(rows[0]), rows[1][0], rows[-2][0], rows[-1][0], rows[-1][1], rows[2][3] if len(rows[2]) > 3 else 0]


settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 60
settings.timeIntegration.startTime = 0.4
settings.timeIntegration.endTime = 1
settings.solutionSettings.solutionWritePeriod = 0.025
settings.solutionSettings.sensorsWritePeriod = 0.037
settings.solutionSettings.outputPrecision = 6
settings.solutionSettings.coordinatesSolutionFileName = 'solution/outA.txt'
settings.solutionSettings.solutionInformation = 'first run\nwith two lines'
mbs.SolveDynamic(settings)
res += Describe('solution/outA.txt') + Describe(sFile)

settings.solutionSettings.coordinatesSolutionFileName = 'solution/deep/outB'
settings.solutionSettings.exportVelocities = False
settings.solutionSettings.exportAccelerations = True
settings.solutionSettings.exportAlgebraicCoordinates = False
settings.solutionSettings.exportDataCoordinates = False
settings.solutionSettings.outputPrecision = 14
settings.solutionSettings.writeFileFooter = False
settings.solutionSettings.solutionInformation = ''
settings.solutionSettings.sensorsAppendToFile = True
settings.timeIntegration.endTime = 0.7
mbs.SolveDynamic(settings)
res += Describe('solution/deep/outB.txt') + Describe(sFile)
res += [mbs.GetSensorStoredData(s).shape[0], os.path.exists('solution/deep/outB')]

settings.solutionSettings.writeInitialValues = False
settings.solutionSettings.writeFileHeader = False
settings.solutionSettings.sensorsWriteFileHeader = False
settings.solutionSettings.sensorsAppendToFile = False
settings.solutionSettings.exportVelocities = True
settings.solutionSettings.coordinatesSolutionFileName = 'outC.dat'
settings.timeIntegration.startTime = 0
mbs.SolveDynamic(settings)
res += Describe('outC.dat') + Describe(sFile)
sol = LoadSolutionFile('solution/outA.txt', verbose=False)
res += list(sol['columnsExported']) + [sol['nColumns'], sol['nRows'], len(sol['data'])]
settings.solutionSettings.writeFileHeader = True
settings.solutionSettings.binarySolutionFile = True
settings.solutionSettings.coordinatesSolutionFileName = 'solution/binary'
mbs.SolveDynamic(settings)
binary = LoadSolutionFile('solution/binary.sol', verbose=False)
res += list(binary['columnsExported']) + [round(float(x), 4) for x in binary['data'][-1]]  # single precision
res += [sum(map(float, row)) for row in sol['data'][::7]]
exudynTestGlobals.testResult = [float(x) for x in res]
