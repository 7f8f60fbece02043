# script full of drawing: renderer, states, settings, user graphics, viewer; only numbers of the run count
import exudyn as exu
from exudyn.utilities import *
import exudyn.graphics as graphics
import exudyn.interactive as interactive
from modelUnitTests import exudynTestGlobals
import numpy as np
useGraphics = False #set True to see it
SC = exu.SystemContainer()
mbs = SC.AddSystem()
r = 0.1

def UFgraphics(mbs, objectNumber):
    t = mbs.systemData.GetTime(exu.ConfigurationType.Visualization)
    p = mbs.GetObjectOutputBody(objectNumber, exu.OutputVariableType.Position, [0, 0, 0], exu.ConfigurationType.Visualization)
    line = graphics.Lines([[0, 0, 0], [0, 0, 0.5+0.1*np.sin(t)]], color=graphics.color.red)
    return [line, graphics.Text(point=[0, 0, 0.6], text='z=%.3f' % p[2]), graphics.Sphere(point=[0, 0.2, 0], radius=0.05)]

gList = [graphics.Brick(size=[0.4, 0.2, 0.2], color=graphics.color.dodgerblue, addEdges=True), graphics.Basis(length=0.5),
         graphics.Sphere(point=[0.2, 0, 0], radius=r, color=[1, 0, 0, 0.5], nTiles=12),
         graphics.Cylinder(pAxis=[0, 0, 0], vAxis=[0, 0, 0.3], radius=0.02, nTiles=16),
         graphics.Arrow(pAxis=[0, 0, 0], vAxis=[0.3, 0, 0], radius=0.01),
         {'type': 'Line', 'color': [0.1, 0.1, 0.8, 1], 'data': [0, 0, 0, 0, 0.4, 0, 0.4, 0.4, 0]},
         {'type': 'Circle', 'color': [0, 1, 0, 1], 'radius': 0.3, 'position': [0, 0, 0]},
         {'type': 'Text', 'text': 'body', 'position': [0, 0, 0.3], 'color': [0, 0, 0, 1]}]
ground = mbs.CreateGround(graphicsDataList=[graphics.CheckerBoard(point=[0, 0, -1], size=4, nTiles=6)])
body = mbs.CreateRigidBody(inertia=InertiaCuboid(1000, [0.4, 0.2, 0.2]), referencePosition=[0.2, 0, 0], gravity=[0, 0, -9.81],
                           initialAngularVelocity=[1, 0, 0], graphicsDataList=gList, graphicsDataUserFunction=UFgraphics)
mbs.CreateSphericalJoint(bodyNumbers=[ground, body], position=[0, 0, 0], jointRadius=0.05)
mbs.Assemble()

SC.visualizationSettings.nodes.defaultSize = 0.05
SC.visualizationSettings.nodes.drawNodesAsPoint = False
SC.visualizationSettings.nodes.showBasis = True
SC.visualizationSettings.openGL.multiSampling = 4
SC.visualizationSettings.openGL.lineWidth = 3
SC.visualizationSettings.openGL.initialModelRotation = RotationMatrixX(-0.3)
SC.visualizationSettings.general.autoFitScene = False
SC.visualizationSettings.general.graphicsUpdateInterval = 0.02
SC.visualizationSettings.window.renderWindowSize = [1600, 1024]
SC.visualizationSettings.window.startupTimeout = 1000
SC.visualizationSettings.contour.outputVariable = exu.OutputVariableType.Displacement
SC.visualizationSettings.contour.outputVariableComponent = 2
SC.visualizationSettings.sensors.traces.showPositionTrace = True
SC.visualizationSettings.loads.show = False
SC.visualizationSettings.bodies.kinematicTree.showJointFrames = False
SC.visualizationSettings.interactive.trackMarker = 0
SC.visualizationSettings.exportImages.saveImageFileName = "animation/frame"

if useGraphics:
    SC.renderer.Start()
    if 'renderState' in exu.sys:
        SC.renderer.SetState(exu.sys['renderState'])
    SC.renderer.DoIdleTasks()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.endTime = 0.4
simulationSettings.timeIntegration.numberOfSteps = 200
simulationSettings.timeIntegration.simulateInRealtime = False
simulationSettings.timeIntegration.newton.relativeTolerance = 1e-12
simulationSettings.solutionSettings.recordImagesInterval = -1
simulationSettings.solutionSettings.solutionWritePeriod = 0.01
mbs.SolveDynamic(simulationSettings, showHints=True)
if useGraphics:
    SC.renderer.DoIdleTasks()
    SC.renderer.Stop()
    mbs.SolutionViewer(timeout=0.01, runMode=1)
    interactive.SolutionViewer(mbs, LoadSolutionFile('coordinatesSolution.txt'))
    SC.RedrawAndSaveImage()
    state = SC.renderer.GetState()
    print(state['zoom'], SC.renderer.IsActive())
node = mbs.GetObject(body)['nodeNumber']
points, trigs = graphics.ToPointsAndTrigs(gList[0])
exudynTestGlobals.testResult = list(mbs.GetNodeOutput(node, exu.OutputVariableType.Coordinates)) + [len(points), len(trigs)] + [
    SC.visualizationSettings.openGL.lineWidth, SC.visualizationSettings.window.renderWindowSize[1], len(UFgraphics(mbs, body))]
