# reaction forces and torques of joints between turned bodies, intrinsic bushings, post-step function
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals
SC = exu.SystemContainer()
mbs = SC.AddSystem()
V = exu.OutputVariableType
ground = mbs.CreateGround()
axesList = [[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 0], [1, 1, 1, 0, 1, 1], [1, 1, 1, 1, 0, 1], [1, 1, 1, 1, 0, 0]]
joints = []
for i, axes in enumerate(axesList):
    A = RotXYZ2RotationMatrix([0.2*i, 0.1, -0.3])
    b = mbs.CreateRigidBody(referencePosition=[i, 0.2, 0], referenceRotationMatrix=A, inertia=InertiaCuboid(1000, [0.1, 0.4, 0.2]), gravity=[1, -9.81, 2])
    joints.append(mbs.CreateGenericJoint(bodyNumbers=[ground, b], position=[i, 0, 0], rotationMatrixAxes=RotationMatrixX(0.3), constrainedAxes=axes))
b = mbs.CreateRigidBody(referencePosition=[0, 0.2, 3], inertia=InertiaCuboid(1000, [0.1, 0.4, 0.2]), gravity=[1, -9.81, 2])
joints.append(mbs.CreateRevoluteJoint(bodyNumbers=[ground, b], position=[0, 0, 3], axis=[1, 0, 1]))
b = mbs.CreateRigidBody(referencePosition=[1, 0.2, 3], inertia=InertiaCuboid(1000, [0.1, 0.4, 0.2]), gravity=[1, -9.81, 2])
joints.append(mbs.CreatePrismaticJoint(bodyNumbers=[ground, b], position=[1, 0, 3], axis=[1, 0, 1]))
joints = [j[0] if isinstance(j, (list, tuple)) else j for j in joints]
bushed = mbs.CreateRigidBody(referencePosition=[2, 0.2, 3], inertia=InertiaCuboid(1000, [0.1, 0.4, 0.2]), gravity=[1, -9.81, 2], initialAngularVelocity=[1, 0, 2])
oBush = mbs.CreateRigidBodySpringDamper(bodyNumbers=[ground, bushed], localPosition0=[2, 0, 3], localPosition1=[0, -0.2, 0],
                                        stiffness=np.diag([3000, 4000, 5000, 40, 50, 60]), damping=np.diag([3, 4, 5, 0.1, 0.1, 0.1]))
mbs.variables['times'] = []
def PostStep(mbs, t):
    mbs.variables['times'].append(t)
    return True
mbs.SetPostStepUserFunction(PostStep)
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 0.2
s.timeIntegration.numberOfSteps = 50
s.timeIntegration.newton.relativeTolerance = 1e-13
s.timeIntegration.newton.absoluteTolerance = 1e-12
s.timeIntegration.generalizedAlpha.spectralRadius = 0.6
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(s)
res = []
for j in joints:
    res += list(mbs.GetObjectOutput(j, V.ForceLocal)) + list(mbs.GetObjectOutput(j, V.TorqueLocal))
for o in [V.DisplacementLocal, V.Rotation, V.ForceLocal, V.TorqueLocal, V.VelocityLocal, V.AngularVelocityLocal]:
    res += list(mbs.GetObjectOutput(oBush, o))
res += list(mbs.GetObjectOutputBody(bushed, V.RotationMatrix)) + [len(mbs.variables['times']), mbs.variables['times'][-1]]
exudynTestGlobals.testResult = [float(x) for x in res]
