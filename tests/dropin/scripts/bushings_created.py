# the Create function of rigid body springs: global frames, functions and several turned bodies
import exudyn as exu
from exudyn.utilities import *
import exudyn.graphics as gfx
import numpy as np
from modelUnitTests import exudynTestGlobals
SC = exu.SystemContainer()
mbs = SC.AddSystem()
A = RotationMatrixX(0.2)@RotationMatrixZ(-0.5)
ground = mbs.CreateGround(referencePosition=[0, 0, 0])
b0 = mbs.CreateRigidBody(inertia=InertiaSphere(2, 0.2), referencePosition=[0.5, 0, 0], gravity=[0, -9.81, 0],
                         graphicsDataList=[gfx.Sphere(radius=0.2, nTiles=16)])
b1 = mbs.CreateRigidBody(inertia=InertiaSphere(1, 0.1), referencePosition=[1, 0, 0], referenceRotationMatrix=A.T, gravity=[0, -9.81, 0],
                         nodeType=exu.NodeType.RotationRxyz)
K = np.diag([900, 800, 700, 20, 30, 40])
o0 = mbs.CreateRigidBodySpringDamper(bodyNumbers=[ground, b0], localPosition0=[0.4, 0, 0], localPosition1=[-0.1, 0, 0], stiffness=K,
                                     damping=0.02*K, intrinsicFormulation=False)
def UF(mbs, t, itemNumber, u, r, v, w, K, D, A0, A1, offset):
    F = [0.]*6
    for i in range(3):
        F[i] = K[i][i]*u[i] + D[i][i]*v[i]
        F[i+3] = K[i+3][i+3]*(r[i]-offset[i+3]) + D[i+3][i+3]*w[i]
    return F
o1 = mbs.CreateRigidBodySpringDamper(bodyOrNodeList=[b0, b1], localPosition0=[0.25, 0, 0], localPosition1=A@[-0.25, 0, 0],
                                     stiffness=K, damping=0.02*K, offset=[0, 0, 0, 0.1, 0, 0], intrinsicFormulation=False, springForceTorqueUserFunction=UF)
s = mbs.AddSensor(SensorObject(objectNumber=o1, outputVariableType=exu.OutputVariableType.TorqueLocal, storeInternal=True))
mbs.Assemble()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.endTime = 0.2
simulationSettings.timeIntegration.numberOfSteps = 200
simulationSettings.timeIntegration.newton.relativeTolerance = 1e-11
simulationSettings.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(simulationSettings)
res = list(mbs.GetSensorValues(s)) + [mbs.systemData.NumberOfMarkers()]
for b in [b0, b1]:
    res += list(mbs.GetObjectOutputBody(b, exu.OutputVariableType.Position)) + list(mbs.GetObjectOutputBody(b, exu.OutputVariableType.Rotation))
exudynTestGlobals.testResult = res
