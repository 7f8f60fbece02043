# rigid body spring dampers as mounts of an engine block: plain, with rotated markers and with a user function
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
mbs.variables['calls'] = 0
oGround = mbs.AddObject(ObjectGround(visualization=VObjectGround(show=False)))
k = np.diag([4000., 5000, 6000, 30, 40, 50])
k[0, 4] = k[4, 0] = 20.
d = 0.01*k

def UFforce(mbs, t, itemNumber, displacement, rotation, velocity, angularVelocity, stiffness, damping, rotJ0, rotJ1, offset):
    mbs.variables['calls'] += 1
    u = np.array(list(displacement) + list(rotation))
    v = np.array(list(velocity) + list(angularVelocity))
    f = np.array(stiffness) @ (u - offset) + np.array(damping) @ v
    f[2] += 1e6*u[2]**3
    return f

bodies = []
for i in range(3):
    dict0 = mbs.CreateRigidBody(referencePosition=[i, 0, 0], inertia=InertiaCuboid(1000, [0.2, 0.2, 0.3]),
                                initialAngularVelocity=[0.5, -1, 0.2*i], gravity=[0, 0, -9.81], returnDict=True)
    mB = mbs.AddMarker(MarkerBodyRigid(bodyNumber=dict0['bodyNumber'], localPosition=[0, 0, -0.15]))
    mG = mbs.AddMarker(MarkerBodyRigid(bodyNumber=oGround, localPosition=[i, 0, -0.15]))
    R = RotationMatrixZ(0.4) if i == 1 else np.eye(3)
    mbs.AddObject(RigidBodySpringDamper(markerNumbers=[mG, mB], stiffness=k, damping=d, rotationMarker0=R, rotationMarker1=R,
                                        offset=[0, 0, 0.001, 0, 0.05, 0],
                                        springForceTorqueUserFunction=UFforce if i == 2 else 0,
                                        visualization=VRigidBodySpringDamper(drawSize=0.05)))
    bodies.append(dict0)
outputs = ['DisplacementLocal', 'Rotation', 'VelocityLocal', 'AngularVelocityLocal', 'ForceLocal', 'TorqueLocal']
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 0.3
settings.timeIntegration.numberOfSteps = 300
settings.solutionSettings.writeSolutionToFile = False
settings.timeIntegration.newton.relativeTolerance = 1e-11
mbs.SolveDynamic(settings)
result = []
for number in range(mbs.systemData.NumberOfObjects()):
    if 'ConnectorRigidBodySpringDamper' in mbs.GetObject(number)['objectType']:
        for o in outputs:
            result += list(mbs.GetObjectOutput(number, getattr(exu.OutputVariableType, o)))
for b in bodies:
    result += list(mbs.GetNodeOutput(b['nodeNumber'], exu.OutputVariableType.Position))
    result += list(mbs.GetNodeOutput(b['nodeNumber'], exu.OutputVariableType.Rotation))
print('user function was called', mbs.variables['calls'] > 100)
exudynTestGlobals.testResult = result
