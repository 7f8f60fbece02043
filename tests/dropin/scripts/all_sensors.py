# sensors of all kinds with files, internal storage, and files read back
import exudyn as exu
from exudyn.utilities import *
import numpy as np
import os
try: #only if called from test suite
    from modelUnitTests import exudynTestGlobals #for globally storing test results
    useGraphics = exudynTestGlobals.useGraphics
except:
    class ExudynTestGlobals:
        pass
    exudynTestGlobals = ExudynTestGlobals()
    useGraphics = True

SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround()
L = 0.5
inertia = InertiaCuboid(1000, [L, 0.05, 0.1])
d = mbs.CreateRigidBody(name='pendulum', inertia=inertia, referencePosition=[L/2, 0, 0], gravity=[0, 0, -9.81],
                        returnDict=True)
oBody, nBody = d['bodyNumber'], d['nodeNumber']
m0 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
m1 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=oBody, localPosition=[-L/2, 0, 0]))
oJoint = mbs.AddObject(GenericJoint(markerNumbers=[m0, m1], constrainedAxes=[1, 1, 1, 1, 0, 0]))
m2 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=oBody, localPosition=[L/2, 0, 0]))
lTip = mbs.AddLoad(LoadForceVector(markerNumber=m2, loadVector=[0, 1, 0], bodyFixed=True))

def UFsensor(mbs, t, sensorNumbers, factors, configuration):
    p = mbs.GetSensorValues(sensorNumbers[0], configuration)
    v = mbs.GetSensorValues(sensorNumbers[1], configuration)
    return [factors[0]*np.linalg.norm(p), factors[1]*float(np.dot(p, v)), t]

V = exu.OutputVariableType
sList = []
for o in [V.Position, V.Velocity, V.Displacement, V.VelocityLocal, V.Rotation, V.RotationMatrix, V.AngularVelocity, V.AngularVelocityLocal,
          V.Acceleration, V.AngularAcceleration]:
    sList.append(mbs.AddSensor(SensorBody(bodyNumber=oBody, localPosition=[0.1, 0.02, 0], outputVariableType=o, storeInternal=True,
                                          fileName='solution/sensors/body'+str(int(o))+'.txt')))
for o in [V.Position, V.Coordinates, V.Coordinates_t, V.Coordinates_tt, V.Acceleration, V.AngularAcceleration, V.Rotation]:
    sList.append(mbs.AddSensor(SensorNode(nodeNumber=nBody, outputVariableType=o, fileName='solution/sensors/node'+str(int(o))+'.txt',
                                          storeInternal=True)))
for o in [V.Position, V.Velocity, V.DisplacementLocal, V.Rotation, V.AngularVelocityLocal, V.ForceLocal]:
    sList.append(mbs.AddSensor(SensorObject(objectNumber=oJoint, outputVariableType=o, storeInternal=True)))
for o in [V.Position, V.Velocity, V.RotationMatrix, V.AngularVelocity, V.AngularVelocityLocal]:
    sList.append(mbs.AddSensor(SensorMarker(markerNumber=m2, outputVariableType=o, storeInternal=True)))
sList.append(mbs.AddSensor(SensorLoad(loadNumber=lTip, storeInternal=True, fileName='solution/sensors/load.txt')))
sUser = mbs.AddSensor(SensorUserFunction(sensorNumbers=[sList[0], sList[1]], factors=[2., 0.5], sensorUserFunction=UFsensor,
                                         fileName='solution/sensors/user.txt', storeInternal=True))
mbs.Assemble()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.numberOfSteps = 50
simulationSettings.timeIntegration.endTime = 0.2
simulationSettings.solutionSettings.sensorsWritePeriod = 0.02
simulationSettings.solutionSettings.writeSolutionToFile = False
simulationSettings.timeIntegration.newton.relativeTolerance = 1e-12
mbs.SolveDynamic(simulationSettings)

result = []
for s in sList + [sUser]:
    values = np.ravel(mbs.GetSensorValues(s))
    stored = mbs.GetSensorStoredData(s)
    result += list(values) + [stored.shape[0], stored.shape[1], stored[10].sum()]
    fileName = mbs.GetSensor(s)['fileName']
    if fileName != '':
        data = np.loadtxt(fileName, comments='#', delimiter=',')
        result += [data.shape[0], float(np.abs(data - stored).max() < 1e-8*max(1, np.abs(data).max()))]
        with open(fileName) as file:
            header = [line for line in file if line.startswith('#')]
        result.append(len(header))
print('files:', sorted(os.listdir('solution/sensors')))
exudynTestGlobals.testResult = result
