# a mass on a spring with everything that a first script uses: star imports, sensors, renderer, plot
import exudyn as exu
from exudyn.utilities import *

useGraphics = True
try:
    from modelUnitTests import exudynTestGlobals
    useGraphics = exudynTestGlobals.useGraphics
except ImportError:
    class ExudynTestGlobals:
        pass
    exudynTestGlobals = ExudynTestGlobals()

SC = exu.SystemContainer()
mbs = SC.AddSystem()

L = 0.5
mass = 1.6
spring = 4000
damper = 8
load0 = 80

background = GraphicsDataRectangle(-1, -1, 1, 1)
oGround = mbs.AddObject(ObjectGround(referencePosition=[0, 0, 0],
                                     visualization=VObjectGround(graphicsData=[background])))
n1 = mbs.AddNode(Point(referenceCoordinates=[L, 0, 0], initialCoordinates=[0, 0, 0],
                       initialVelocities=[0, 0, 0]))
massPoint = mbs.AddObject(MassPoint(physicsMass=mass, nodeNumber=n1))
groundMarker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oGround, localPosition=[0, 0, 0]))
nodeMarker = mbs.AddMarker(MarkerNodePosition(nodeNumber=n1))
mbs.AddObject(SpringDamper(markerNumbers=[groundMarker, nodeMarker], referenceLength=L,
                           stiffness=spring, damping=damper))
mbs.AddLoad(LoadForceVector(markerNumber=nodeMarker, loadVector=[load0, 0, 0]))
sensor = mbs.AddSensor(SensorNode(nodeNumber=n1, storeInternal=True,
                                  outputVariableType=exu.OutputVariableType.Displacement))
mbs.Assemble()

simulationSettings = exu.SimulationSettings()
simulationSettings.solutionSettings.writeSolutionToFile = False
simulationSettings.timeIntegration.numberOfSteps = 1000
simulationSettings.timeIntegration.endTime = 1
simulationSettings.timeIntegration.generalizedAlpha.spectralRadius = 1
SC.visualizationSettings.nodes.defaultSize = 0.1
SC.visualizationSettings.openGL.multiSampling = 4
if useGraphics:
    SC.renderer.Start()
    SC.renderer.DoIdleTasks()
mbs.SolveDynamic(simulationSettings)
if useGraphics:
    SC.renderer.DoIdleTasks()
    SC.renderer.Stop()

u = mbs.GetNodeOutput(n1, exu.OutputVariableType.Displacement)
data = mbs.GetSensorStoredData(sensor)
exu.Print('displacement =', u[0], ', rows =', data.shape)
exudynTestGlobals.testResult = float(u[0] + data[:, 1].mean())
