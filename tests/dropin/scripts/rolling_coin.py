# rolling coin with the constraint JointRollingDisc; circle of steady rolling in closed form
import exudyn as exu
from exudyn.utilities import *
import exudyn.graphics as graphics
import numpy as np
from numpy import linalg as LA
from modelUnitTests import exudynTestGlobals
useGraphics = exudynTestGlobals.useGraphics
SC = exu.SystemContainer()
mbs = SC.AddSystem()
r, m, g = 0.1, 0.3, 9.81
theta, R = 0.3, 0.6    # lean angle, radius of the circle of the center
# disc axis leaned by theta; Omega of steady rolling: (3/2 R/r + ... ) solved by Newton from the torque balance
I, J = m*r**2/4, m*r**2/2
def Balance(Om):
    # spin about the axis from rolling: speed of the center = R Om = r ws (constant lean)
    ws = R*Om/r
    return J*ws*Om*np.cos(theta) + I*Om**2*np.sin(theta)*np.cos(theta) + m*R*Om**2*r*np.cos(theta) - m*g*r*np.sin(theta)
Om = 1.
for it in range(30):
    Om -= Balance(Om)/((Balance(Om+1e-6)-Balance(Om-1e-6))/2e-6)
inertia = RigidBodyInertia(m, np.diag([J, I, I]))
A = RotationMatrixY(theta)
omega = np.array([0, 0, -Om]) + A @ [-R*Om/r, 0, 0]
wheel = mbs.CreateRigidBody(referencePosition=[0, 0, r*np.cos(theta)], referenceRotationMatrix=A, inertia=inertia, gravity=[0, 0, -g],
                            initialAngularVelocity=omega, initialVelocity=np.cross(omega, A @ [0, 0, r]),
                            graphicsDataList=[graphics.Cylinder(pAxis=[-0.005, 0, 0], vAxis=[0.01, 0, 0], radius=r, nTiles=24)])
ground = mbs.CreateGround()
mG = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
mW = mbs.AddMarker(MarkerBodyRigid(bodyNumber=wheel))
oRoll = mbs.AddObject(ObjectJointRollingDisc(markerNumbers=[mG, mW], discRadius=r, discAxis=[1, 0, 0], planeNormal=[0, 0, 1],
                                             visualization=VObjectJointRollingDisc(discWidth=0.005, color=graphics.color.blue)))
sPos = mbs.AddSensor(SensorBody(bodyNumber=wheel, outputVariableType=exu.OutputVariableType.Position, storeInternal=True))
sForce = mbs.AddSensor(SensorObject(objectNumber=oRoll, outputVariableType=exu.OutputVariableType.ForceLocal, storeInternal=True))
sC = mbs.AddSensor(SensorObject(objectNumber=oRoll, outputVariableType=exu.OutputVariableType.Position, storeInternal=True))
mbs.Assemble()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.endTime = 0.5
simulationSettings.timeIntegration.numberOfSteps = 1000
simulationSettings.timeIntegration.generalizedAlpha.useIndex2Constraints = True
simulationSettings.timeIntegration.generalizedAlpha.useNewmark = True
simulationSettings.timeIntegration.generalizedAlpha.computeInitialAccelerations = False
simulationSettings.timeIntegration.newton.useModifiedNewton = False
simulationSettings.timeIntegration.newton.relativeTolerance = 1e-13
simulationSettings.timeIntegration.newton.absoluteTolerance = 1e-12
simulationSettings.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(simulationSettings)
p = mbs.GetSensorStoredData(sPos)
exudynTestGlobals.testResult = list(p[-1, 1:]) + list(p[40, 1:]) + [mbs.GetSensorValues(sForce)[2]] + list(mbs.GetSensorValues(sC)) \
    + [p[:, 3].max()-p[:, 3].min()]
if useGraphics:
    mbs.PlotSensor(sPos, components=[1], componentsX=[0])
