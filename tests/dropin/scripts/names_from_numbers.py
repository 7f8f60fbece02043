# file names, sensor names and look-up made from item numbers; items deleted; dictionaries of items changed and added again
import exudyn as exu
from exudyn.itemInterface import *
from exudyn.utilities import InertiaCuboid, NormL2, eulerParameters0
import numpy as np, os
from modelUnitTests import exudynTestGlobals
SC = exu.SystemContainer()
mbs = SC.AddSystem()
I6 = InertiaCuboid(500, [0.1, 0.2, 0.3]).GetInertia6D()
nodeTemplate = NodeRigidBodyEP(referenceCoordinates=[0, 0, 0] + list(eulerParameters0))
bodyTemplate = ObjectRigidBody(physicsMass=3, physicsInertia=I6)
bodies = []
for i in range(4):
    nodeTemplate.referenceCoordinates[0] = i
    nodeTemplate.name = 'n' + str(i)
    n = mbs.AddNode(nodeTemplate)
    bodyTemplate.nodeNumber = n
    bodyTemplate.physicsMass = 3 + i
    b = mbs.AddObject(bodyTemplate)
    bodies.append(b)
    mMass = mbs.AddMarker(MarkerBodyMass(bodyNumber=b, name='mass'+str(b)))
    mbs.AddLoad(Gravity(markerNumber=mMass, loadVector=[0, 0, -9.81], name='gravity %s' % b))
    fileName = 'solution/velocity' + str(b) + '_node' + str(n) + '.txt'
    mbs.AddSensor(SensorBody(bodyNumber=b, name='sensor{}'.format(b), fileName=fileName, outputVariableType=exu.OutputVariableType.Velocity))
print('bodies:', bodies[0], bodies[-1], 'next', bodies[-1] + 1)
ground = mbs.AddObject(dict(ObjectGround(name='myGround')))
m0 = mbs.AddMarker({'markerType': 'BodyPosition', 'bodyNumber': ground, 'localPosition': [0, 0, 1], 'Vshow': False, 'name': 'fix'})
springs = []
for i in range(3):
    m1 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=bodies[i], localPosition=[0.05, 0, 0.1]))
    springs.append(mbs.AddObject(ObjectConnectorSpringDamper(markerNumbers=[m0, m1], stiffness=200, damping=2, referenceLength=1)))
d = mbs.GetObject(springs[2])
d['stiffness'] = 400
d['name'] = 'extra'
mbs.AddObject(d)
d0 = mbs.GetObject(springs[0])
d0['damping'] = 5
mbs.ModifyObject(springs[0], d0)
mbs.DeleteObject(springs[1], deleteDependentItems=False)
mbs.DeleteSensor(mbs.GetSensorNumber('sensor2'))
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 0.5
s.timeIntegration.numberOfSteps = 250
s.timeIntegration.newton.relativeTolerance = 1e-11
s.solutionSettings.sensorsWritePeriod = 0.05
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(s)
res = [mbs.systemData.NumberOfObjects(), mbs.systemData.NumberOfMarkers(), mbs.systemData.NumberOfSensors(), mbs.GetObjectNumber('extra')]
for name in sorted(os.listdir('solution')):
    exu.Print(name)
    data = np.loadtxt('solution/' + name, comments='#', delimiter=',')
    res += list(data[-1]) + [len(name)]
for i in range(4):
    res += list(mbs.GetNodeOutput(mbs.GetNodeNumber('n%i' % i), exu.OutputVariableType.Position))
exudynTestGlobals.testResult = [float(x) for x in res]
