# a script in the style of early versions: functions of exu, old graphics names, render engine calls
import sys
import exudyn as exu
from exudyn.utilities import *
from exudyn.graphicsDataUtilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals

print('EXUDYN version='+exu.GetVersionString())
SC = exu.SystemContainer()
mbs = SC.AddSystem()
rect = [-2, -2, 2, 2]
background0 = {'type': 'Line', 'color': [0.1, 0.1, 0.8, 1],
               'data': [rect[0], rect[1], 0, rect[2], rect[1], 0, rect[2], rect[3], 0, rect[0], rect[3], 0, rect[0], rect[1], 0]}
background1 = {'type': 'Circle', 'radius': 0.1, 'position': [-1.5, 0, 0]}
background2 = {'type': 'Text', 'position': [-1, -1, 0], 'text': 'springs'}
oGround = mbs.AddObject({'objectType': 'Ground', 'referencePosition': [0, 0, 0],
                         'VgraphicsData': [background0, background1, background2]})
sphere = GraphicsDataSphere(point=[0, 0, 0], radius=0.1, color=color4red, nTiles=8)
cube = GraphicsDataOrthoCubePoint(centerPoint=[0, 0, 0], size=[0.1, 0.1, 0.1], color=color4steelblue)
nodes = []
for i in range(3):
    nodes += [mbs.AddNode({'nodeType': 'Point2D', 'referenceCoordinates': [i*0.5, 0], 'initialCoordinates': [0, 0.01*i],
                           'initialVelocities': [0, 0], 'name': 'n'+str(i)})]
    mbs.AddObject({'objectType': 'MassPoint2D', 'physicsMass': 1.+i, 'nodeNumber': nodes[-1],
                   'VgraphicsData': [sphere, cube]})
m = [mbs.AddMarker({'markerType': 'NodePosition', 'nodeNumber': n}) for n in nodes]
mg = mbs.AddMarker({'markerType': 'BodyPosition', 'bodyNumber': oGround, 'localPosition': [-0.5, 0, 0]})
for (a, b) in [(mg, m[0]), (m[0], m[1]), (m[1], m[2])]:
    mbs.AddObject({'objectType': 'ConnectorSpringDamper', 'markerNumbers': [a, b], 'stiffness': 400, 'damping': 2,
                   'force': 0, 'referenceLength': 0.5, 'activeConnector': True, 'springForceUserFunction': 0,
                   'velocityOffset': 0, 'VdrawSize': 0.01})
mbs.AddLoad({'loadType': 'ForceVector', 'markerNumber': m[2], 'loadVector': [0, -4, 0], 'bodyFixed': False,
             'loadVectorUserFunction': 0})
mbs.AddSensor({'sensorType': 'Node', 'nodeNumber': nodes[2], 'fileName': 'solution/oldStyle.txt', 'writeToFile': True,
               'outputVariableType': exu.OutputVariableType.Position, 'storeInternal': False})
mbs.Assemble()
if exudynTestGlobals.useGraphics:
    exu.StartRenderer()
    mbs.WaitForUserToContinue()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.numberOfSteps = 300
simulationSettings.timeIntegration.endTime = 1.5
simulationSettings.timeIntegration.newton.useModifiedNewton = True
simulationSettings.timeIntegration.generalizedAlpha.useNewmark = simulationSettings.timeIntegration.generalizedAlpha.useIndex2Constraints
simulationSettings.solutionSettings.solutionInformation = "Old style test"
exu.SolveDynamic(mbs, simulationSettings)
if exudynTestGlobals.useGraphics:
    SC.WaitForRenderEngineStopFlag()
    exu.StopRenderer()
data = np.loadtxt('solution/oldStyle.txt', comments='#', delimiter=',')
res = [data.shape[0], *data[-1], *data[17]]
u = mbs.GetNodeOutput(nodes[1], exu.OutputVariableType.Position)
res += list(u) + [NormL2(u), VSum([1, 2, 3]), *VAdd([1, 2], [3, 4]), *ScalarMult(2, [1, 2]), *Normalize([3, 0, 4])]
res += list(mbs.systemData.GetODE2Coordinates())
[M, K, D] = exu.ComputeLinearizedSystem(mbs, simulationSettings)[0:3]
res += [np.trace(M), np.trace(K)] + list(exu.ComputeODE2Eigenvalues(mbs, simulationSettings)[0])
exudynTestGlobals.testResult = [float(x) for x in res]
