# angle of a body in the plane: output, sensor, stored rows and file; statics without any load
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
L = 0.8
n = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[L/2*np.cos(0.3), L/2*np.sin(0.3), 0.3]))
b = mbs.AddObject(RigidBody2D(physicsMass=2, physicsInertia=0.11, nodeNumber=n))
g = mbs.AddObject(ObjectGround())
m0 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=g))
m1 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=b, localPosition=[-L/2, 0, 0]))
mbs.AddObject(RevoluteJoint2D(markerNumbers=[m0, m1]))
mm = mbs.AddMarker(MarkerBodyMass(bodyNumber=b))
mbs.AddLoad(LoadMassProportional(markerNumber=mm, loadVector=[0, -9.81, 0]))
s = mbs.AddSensor(SensorBody(bodyNumber=b, storeInternal=True, fileName='solution/angle.txt',
                             outputVariableType=exu.OutputVariableType.Rotation))
sn = mbs.AddSensor(SensorNode(nodeNumber=n, storeInternal=True,
                              outputVariableType=exu.OutputVariableType.Rotation))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 200
settings.timeIntegration.newton.relativeTolerance = 1e-10
settings.solutionSettings.sensorsWritePeriod = 0.01
settings.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(settings)
phi = mbs.GetObjectOutputBody(b, exu.OutputVariableType.Rotation)
data = mbs.GetSensorStoredData(s)
file = np.loadtxt('solution/angle.txt', comments='#', delimiter=',')
r = [phi, mbs.GetSensorValues(s), data.shape[1], data[50, 1], file.shape[1], *mbs.GetSensorValues(sn)]

mbs.Reset()
node = mbs.AddNode(Point())
mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
m = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
g = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround(referencePosition=[-1, 0, 0]))))
mbs.AddObject(SpringDamper(markerNumbers=[g, m], stiffness=100, referenceLength=1))
mbs.AddObject(CartesianSpringDamper(markerNumbers=[g, m], stiffness=[10, 10, 10]))
mbs.Assemble()
mbs.SolveStatic(settings)
exudynTestGlobals.testResult = [float(x) for x in [*r, *mbs.systemData.GetODE2Coordinates()]]
