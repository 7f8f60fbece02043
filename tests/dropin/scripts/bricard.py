# Bricard-like closed loop of six bars with revolute joints, and a spatial four-bar; overconstrained systems
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals
import numpy as np
SC = exu.SystemContainer()
mbs = SC.AddSystem()
L = 1.
points = [[0, 0, 0], [L, 0, 0], [L, -L, 0], [L, -L, L], [0, -L, L], [0, 0, L]]   # edges of a cube
axes = [[0, 0, 1.], [0, 0, 1.], [1., 0, 0], [0, 1., 0], [0, 0, 1.], [1., 0, 0]]
points = [np.array(p, dtype=float) for p in points]
ground = mbs.CreateGround()
bodies = []
for i in range(6):
    p0, p1 = points[i], points[(i+1) % 6]
    e = (p1-p0)/NormL2(p1-p0)
    A = np.array(ComputeOrthonormalBasis(e))
    rod = RigidBodyInertia(mass=1., inertiaTensor=np.diag([1e-3, 1/12, 1/12]))
    if i == 5:
        bodies.append(ground)
    else:
        bodies.append(mbs.CreateRigidBody(inertia=rod, referencePosition=0.5*(p0+p1), referenceRotationMatrix=A,
                                          gravity=[0, 0, -9.81]))
# joint axes of the cube loop are perpendicular to both edges
for i in range(6):
    e0 = points[i]-points[i-1]
    e1 = points[(i+1) % 6]-points[i]
    axis = np.cross(e0, e1)
    constrained = [1, 1, 1, 0, 0, 0] if i == 2 else None
    if constrained:
        mbs.CreateGenericJoint(bodyNumbers=[bodies[i-1], bodies[i]], position=points[i], constrainedAxes=[1, 1, 1, 0, 0, 0])
    elif i in [4, 5]:
        mbs.CreateGenericJoint(bodyNumbers=[bodies[i-1], bodies[i]], position=points[i],
                               rotationMatrixAxes=ComputeOrthonormalBasis(axis), constrainedAxes=[1, 1, 1, 0, 1, 1])
    else:
        mbs.CreateRevoluteJoint(bodyNumbers=[bodies[i-1], bodies[i]], position=points[i], axis=axis, axisRadius=0.05)
s = mbs.AddSensor(SensorBody(bodyNumber=bodies[2], outputVariableType=exu.OutputVariableType.Position, storeInternal=True, name='P'))
mbs.Assemble()
info = mbs.ComputeSystemDegreeOfFreedom(verbose=True)
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.endTime = 0.5
simulationSettings.timeIntegration.numberOfSteps = 500
simulationSettings.linearSolverType = exu.LinearSolverType.EigenDense
simulationSettings.linearSolverSettings.ignoreSingularJacobian = True
simulationSettings.timeIntegration.generalizedAlpha.computeInitialAccelerations = False
simulationSettings.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(simulationSettings)
data = mbs.GetSensorStoredData(mbs.GetSensorNumber('P'))
exudynTestGlobals.testResult = [info['degreeOfFreedom'], info['redundantConstraints'], info['nODE2'], info['nAE']] + list(data[-1]) + list(data[25])
