"""Bodies whose reference point is not the center of mass; inertia put together from parts."""
import numpy as np
import exudyn as exu
from exudyn.rigidBodyUtilities import *
from exudyn.itemInterface import *
from modelUnitTests import exudynTestGlobals

rod = InertiaCuboid(7850, [1, 0.04, 0.04])
ball = InertiaSphere(3, 0.1).Translated([0.5, 0.1, 0])
plate = InertiaCylinder(2700, 0.02, 0.2, axis=2).Rotated(RotationMatrixX(0.4)).Translated([-0.5, 0, 0.1])
total = rod + ball + plate
print('mass', total.Mass(), 'com', total.COM())
print(total)
results = [total.Mass()] + list(total.COM()) + list(total.GetInertia6D()) + list(np.ravel(total.InertiaCOM()))
atCOM = RigidBodyInertia(mass=4, inertiaTensor=np.diag([0.1, 0.2, 0.25]), com=[0.1, 0.2, -0.1], inertiaTensorAtCOM=True)
results += list(np.ravel(atCOM.Inertia()))

SC = exu.SystemContainer()
mbs = SC.AddSystem()
w = [0.3, 1.5, -2]
for nodeType in ['NodeType.RotationEulerParameters', 'NodeType.RotationRxyz', 'NodeType.RotationRotationVector']:
    nt = StrNodeType2NodeType(nodeType)
    [n0, b0] = AddRigidBody(mbs, total, nodeType=nt, position=[0, 0, 1], angularVelocity=w, velocity=[0.5, 0, 2], gravity=[0, 0, -9.81])
    [n1, b1] = AddRigidBody(mbs, atCOM, nodeType=nt, position=[0, 2, 1], rotationMatrix=RotationMatrixZ(0.3),
                            angularVelocity=w, gravity=[0, 0, -9.81])
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.numberOfSteps = 400
s.timeIntegration.endTime = 0.4
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(simulationSettings=s)
for i in range(6):
    c = total.COM() if i % 2 == 0 else atCOM.COM()
    results += list(mbs.GetObjectOutputBody(i, exu.OutputVariableType.Position, localPosition=c))
    results += list(mbs.GetObjectOutputBody(i, exu.OutputVariableType.Velocity, localPosition=[0, 0, 0]))
    results += list(mbs.GetNodeOutput(i, exu.OutputVariableType.AngularVelocity))
exudynTestGlobals.testResult = results
