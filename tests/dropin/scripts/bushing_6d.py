# rigid body on two bushings (6x6 stiffness), one with a user function
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.AddObject(ObjectGround())
cube = InertiaCuboid(density=1000, sideLengths=[0.4, 0.1, 0.2])
body = mbs.CreateRigidBody(inertia=cube, referencePosition=[0.2, 0, 0], gravity=[0, -9.81, 0],
                           initialVelocity=[0, 0.1, 0.2], initialAngularVelocity=[1, 0.5, -0.5])
mB0 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[-0.2, 0, 0]))
mB1 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[0.2, 0, 0]))
mG0 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
mG1 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[0.4, 0.01, 0]))
K = np.diag([2e4, 1e4, 1e4, 50, 60, 70.])
K[1, 5] = K[5, 1] = 100.
D = 0.002*K
rsd = mbs.AddObject(RigidBodySpringDamper(markerNumbers=[mG0, mB0], stiffness=K, damping=D,
                                          rotationMarker0=RotationMatrixX(0.2),
                                          rotationMarker1=RotationMatrixX(0.2),
                                          offset=[0.001, 0, 0, 0, 0.01, 0]))


def UFforce(mbs, t, itemNumber, displacement, rotation, velocity, angularVelocity,
            stiffness, damping, rotJ0, rotJ1, offset):
    k = np.array(stiffness)
    d = np.array(damping)
    u = np.array(displacement + rotation) - offset      # lists are joined
    v = np.array(velocity + angularVelocity)
    f = k @ u + d @ v
    f[0:3] *= 1 + 10*np.linalg.norm(displacement)
    return list(f)


rsd2 = mbs.AddObject(RigidBodySpringDamper(markerNumbers=[mG1, mB1], stiffness=0.5*K, damping=D,
                                           springForceTorqueUserFunction=UFforce))
sensors = [mbs.AddSensor(SensorObject(objectNumber=o, storeInternal=True, outputVariableType=v))
           for o in (rsd, rsd2)
           for v in (exu.OutputVariableType.ForceLocal, exu.OutputVariableType.TorqueLocal,
                     exu.OutputVariableType.DisplacementLocal, exu.OutputVariableType.Rotation)]
mbs.Assemble()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.numberOfSteps = 200
simulationSettings.timeIntegration.endTime = 0.2
simulationSettings.solutionSettings.coordinatesSolutionFileName = 'solution/bushing.txt'
simulationSettings.solutionSettings.exportVelocities = False
simulationSettings.solutionSettings.exportAccelerations = False
mbs.SolveDynamic(simulationSettings)
sol = np.loadtxt('solution/bushing.txt', comments='#', delimiter=',')
exudynTestGlobals.testResult = [float(x) for s in sensors for x in mbs.GetSensorValues(s)] + [
    sol.shape[0], sol.shape[1]] + [float(x) for x in sol[-1]]
