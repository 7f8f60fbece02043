#+++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++
# Details:  two translational masses along skew axes and one rotor, sensors read from files
#+++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++
import exudyn as exu
from exudyn.itemInterface import *
from exudyn.utilities import *
import exudyn.graphics as graphics
import numpy as np
from math import sin, cos

useGraphics = True
try:
    from modelUnitTests import exudynTestGlobals
    useGraphics = exudynTestGlobals.useGraphics
except:
    class ExudynTestGlobals:
        pass
    exudynTestGlobals = ExudynTestGlobals()

SC = exu.SystemContainer()
mbs = SC.AddSystem()

A = RotationMatrixZ(0.3) @ RotationMatrixY(-0.2)
n0 = mbs.AddNode(Node1D(referenceCoordinates=[0.5], initialCoordinates=[0.02], initialVelocities=[-1]))
n1 = mbs.AddNode(Node1D(referenceCoordinates=[1.5]))
mass0 = mbs.AddObject(Mass1D(physicsMass=2, nodeNumber=n0, referencePosition=[1, 2, 3],
                             referenceRotation=A,
                             visualization=VMass1D(graphicsData=[graphics.Sphere(radius=0.1)])))
mass1 = mbs.AddObject(ObjectMass1D(name='mass1', physicsMass=0.75, nodeNumber=n1))
nGround = mbs.AddNode(NodePointGround(visualization=VNodePointGround(show=False)))
mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
m0 = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n0, coordinate=0))
m1 = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n1, coordinate=0))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mG, m0], stiffness=1200, damping=3))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[m0, m1], stiffness=300, damping=1, offset=0.05))
# a force in space acts along the axis of the mass
mPos = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass0))
mbs.AddLoad(Force(markerNumber=mPos, loadVector=[30, 10, -5]))
mbs.AddLoad(LoadMassProportional(markerNumber=mbs.AddMarker(MarkerBodyMass(bodyNumber=mass1)),
                                 loadVector=[-9.81, 0, 0]))
sPos = mbs.AddSensor(SensorBody(bodyNumber=mass0, fileName='solution/mass1dPos.txt',
                                outputVariableType=exu.OutputVariableType.Position))
sVel = mbs.AddSensor(SensorBody(bodyNumber=mass0, fileName='solution/mass1dVel.txt',
                                outputVariableType=exu.OutputVariableType.Velocity))
sCoord = mbs.AddSensor(SensorNode(nodeNumber=n1, fileName='solution/mass1dCoord.txt',
                                  outputVariableType=exu.OutputVariableType.Coordinates))
mbs.Assemble()

simulationSettings = exu.SimulationSettings()
tEnd = 0.5
h = 2e-3
simulationSettings.timeIntegration.numberOfSteps = int(tEnd/h)
simulationSettings.timeIntegration.endTime = tEnd
simulationSettings.solutionSettings.sensorsWritePeriod = 0.01
simulationSettings.solutionSettings.outputPrecision = 12
simulationSettings.timeIntegration.verboseMode = 1
if useGraphics:
    SC.renderer.Start()
    SC.renderer.DoIdleTasks()
mbs.SolveDynamic(simulationSettings)
if useGraphics:
    SC.renderer.DoIdleTasks()
    SC.renderer.Stop()
    mbs.PlotSensor(sensorNumbers=[sPos]*3, components=[0, 1, 2])

data = [np.loadtxt('solution/mass1d'+s+'.txt', comments='#', delimiter=',') for s in ['Pos', 'Vel', 'Coord']]
u = mbs.GetNodeOutput(n0, exu.OutputVariableType.Coordinates)
exu.Print('coordinate of mass 0 =', u, ', shapes', [d.shape for d in data])
exudynTestGlobals.testResult = [u] + [float(x) for d in data for x in d[-1]] + [
    float(sum(abs(d[7, 1:]))) for d in data] + [len(data[0])]
