#+++++++++++++++++++++++++++++++++++++++++++++++++
# an old script: functions with mbs as first argument, old names of graphics, renderer and settings
import sys
sys.exudynFast = False
import exudyn as exu
from exudyn.utilities import *
from exudyn.graphicsDataUtilities import *
import numpy as np
try:
    from modelUnitTests import exudynTestGlobals
except:
    pass
exu.SuppressWarnings(True)
SC = exu.SystemContainer()
mbs = SC.AddSystem()
color = [0.1, 0.1, 0.8, 1]
background = GraphicsDataRectangle(-1, -1, 1, 1, color4lightgrey)
cube = GraphicsDataOrthoCubePoint(centerPoint=[0, 0, 0], size=[0.4, 0.1, 0.2], color=color4steelblue)
lines = GraphicsDataOrthoCubeLines(-0.2, -0.05, -0.1, 0.2, 0.05, 0.1, color4red)
sphere = GraphicsDataSphere(point=[0.2, 0, 0], radius=0.05, color=color4green, nTiles=8)
oGround = mbs.AddObject(ObjectGround(referencePosition=[0, 0, 0], visualization=VObjectGround(graphicsData=[background, GraphicsDataBasis()])))
RBinertia = InertiaCuboid(density=1500, sideLengths=[0.4, 0.1, 0.2])
[nRB, bRB] = AddRigidBody(mainSys=mbs, inertia=RBinertia, nodeType=str(exu.NodeType.RotationEulerParameters) and exu.NodeType.RotationEulerParameters,
                          position=[0.2, 0, 0], rotationMatrix=np.diag([1, 1, 1]), angularVelocity=[0, 0, 0], gravity=[0, -9.81, 0],
                          graphicsDataList=[cube, lines, sphere, GraphicsDataArrow([0, 0, 0], [0, 0.2, 0], 0.01), GraphicsDataCylinder([0, 0, 0], [0, 0, 0.1], 0.02)])
markerGround = mbs.AddMarker(MarkerBodyRigid(bodyNumber=oGround, localPosition=[0, 0, 0]))
markerBody0J0 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=bRB, localPosition=[-0.2, 0, 0]))
oJoint = mbs.AddObject(GenericJoint(markerNumbers=[markerGround, markerBody0J0], constrainedAxes=[1, 1, 1, 1, 1, 0],
                                    visualization=VObjectJointGeneric(axesRadius=0.01, axesLength=0.1)))
AddPrismaticJoint(mbs, body0=oGround, body1=AddRigidBody(mbs, RBinertia, position=[0, 0, 1], gravity=[1, -9.81, 0])[1], point=[0, 0, 1], axis=[1, 0, 0])
load = mbs.AddLoad(Torque(markerNumber=markerBody0J0, loadVector=[0, 0, 2]))
mbs.Assemble()
print(mbs)
mbs.systemData.Info()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.numberOfSteps = 200
simulationSettings.timeIntegration.endTime = 0.4
simulationSettings.timeIntegration.newton.relativeTolerance = 1e-11
simulationSettings.displayComputationTime = True
simulationSettings.displayStatistics = True
simulationSettings.timeIntegration.verboseMode = 1
simulationSettings.solutionSettings.solutionInformation = "old"
SC.visualizationSettings.nodes.show = False
SC.visualizationSettings.openGL.showFaces = True
SC.visualizationSettings.general.drawWorldBasis = True
SC.visualizationSettings.window.alwaysOnTop = True
useGraphics = exudynTestGlobals.useGraphics
if useGraphics:
    exu.StartRenderer()
    if 'renderState' in exu.sys:
        SC.SetRenderState(exu.sys['renderState'])
    mbs.WaitForUserToContinue()
exu.SolveDynamic(mbs, simulationSettings)
if useGraphics:
    SC.WaitForRenderEngineStopFlag()
    exu.StopRenderer()
V = exu.OutputVariableType
res = list(mbs.GetObjectOutputBody(bRB, V.Position, [0.2, 0, 0])) + list(mbs.GetNodeOutput(nRB, V.Coordinates)) + list(np.ravel(mbs.GetLoadValues(load)))
mbs.SetLoadParameter(load, 'loadVector', [0, 0, -2])
mbs.SetObjectParameter(oJoint, 'activeConnector', True)
mbs.SetNodeParameter(nRB, 'initialVelocities', [0]*7)
mbs.SetMarkerParameter(markerBody0J0, 'localPosition', [-0.2, 0, 0])
mbs.Assemble()
success = mbs.SolveDynamic(simulationSettings)
res += list(mbs.GetObjectOutputBody(bRB, V.Position, [0.2, 0, 0])) + list(mbs.GetLoadParameter(load, 'loadVector'))
res += [len(sphere['points']), len(cube['triangles']), len(lines['data']), color4red[0], len(background['data'])]
exudynTestGlobals.testError = res[0] - res[0]
exudynTestGlobals.testResult = res
