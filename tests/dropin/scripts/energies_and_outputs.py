# energies of bodies and nodes, outputs of markers and joints inside of user sensors
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals
SC = exu.SystemContainer()
mbs = SC.AddSystem()
V = exu.OutputVariableType
g = 9.81
inertia = InertiaCuboid(800, [0.5, 0.1, 0.2]).Translated([0.1, 0.02, 0])
ground = mbs.CreateGround()
bodies = []
for i, nodeType in enumerate([exu.NodeType.RotationEulerParameters, exu.NodeType.RotationRxyz]):
    b = mbs.CreateRigidBody(referencePosition=[0.25, 0, i], inertia=inertia, gravity=[0, -g, 0], nodeType=nodeType)
    mbs.CreateRevoluteJoint(bodyNumbers=[ground, b], position=[0, 0, i], axis=[0.1, 0, 1])
    bodies.append(b)
mp = mbs.CreateMassPoint(referencePosition=[2, 0, 0], initialVelocity=[1, 2, 3], physicsMass=3, gravity=[0, -g, 0])
def UFenergy(mbs, t, sensorNumbers, factors, configuration):
    E = 0.
    for k, b in enumerate(bodies):
        v = mbs.GetObjectOutputBody(b, V.Velocity, inertia.com, configuration)
        w = mbs.GetObjectOutputBody(b, V.AngularVelocityLocal, [0, 0, 0], configuration)
        p = mbs.GetObjectOutputBody(b, V.Position, inertia.com, configuration)
        E += 0.5*inertia.mass*np.dot(v, v) + 0.5*np.dot(w, inertia.InertiaCOM() @ w) + inertia.mass*g*p[1]
    return [E]
sEnergy = mbs.AddSensor(SensorUserFunction(sensorUserFunction=UFenergy, sensorNumbers=[], factors=[], storeInternal=True, fileName='solution/E.txt'))
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 0.6
s.timeIntegration.numberOfSteps = 100
s.timeIntegration.newton.relativeTolerance = 1e-13
s.timeIntegration.generalizedAlpha.spectralRadius = 0.7
s.solutionSettings.sensorsWritePeriod = 0.1
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(s)
E = mbs.GetSensorStoredData(sEnergy)
print('energy over time', E[:, 1])
res = list(E[:, 1]) + [mbs.GetSensorValues(sEnergy), E.shape[1], np.loadtxt('solution/E.txt', comments='#', delimiter=',').shape[1]]
for b in bodies:
    for o in [V.Position, V.Displacement, V.Velocity, V.VelocityLocal, V.AngularVelocity, V.AngularVelocityLocal, V.Acceleration, V.AngularAcceleration]:
        res += list(mbs.GetObjectOutputBody(b, o, [0.1, 0.2, 0.3]))
res += list(mbs.GetObjectOutputBody(mp, V.Position)) + list(mbs.GetObjectOutputBody(mp, V.Velocity)) + list(mbs.GetObjectOutputBody(mp, V.Acceleration))
exudynTestGlobals.testResult = [float(x) for x in res]
