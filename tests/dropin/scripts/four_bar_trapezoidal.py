# planar four-bar built of spatial bodies with the trapezoidal rule of index 2, and the same with generalized alpha
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals
result = []
for solverType in [exu.DynamicSolverType.TrapezoidalIndex2, exu.DynamicSolverType.GeneralizedAlpha]:
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    points = [[0, 0, 0], [0, 0.2, 0], [0.5, 0.35, 0], [0.45, 0, 0]]
    points = [np.array(p) for p in points]
    ground = mbs.CreateGround()
    last = ground
    bars = []
    for i in range(3):
        d = points[i+1] - points[i]
        L = NormL2(d)
        A = RotationMatrixZ(np.arctan2(d[1], d[0]))
        body = mbs.CreateRigidBody(name='bar%d' % i, inertia=InertiaCuboid(2700, [L, 0.02, 0.01]), gravity=[0, -9.81, 0],
                                   referencePosition=0.5*(points[i]+points[i+1]), referenceRotationMatrix=A,
                                   nodeType=exu.NodeType.RotationRxyz)
        bars.append(body)
        if i == 2:
            mbs.CreateSphericalJoint(bodyNumbers=[last, body], position=points[i], constrainedAxes=[1, 1, 0])
            AddRevoluteJoint(mbs, body0=ground, body1=body, point=points[3], axis=[0, 0, 1], useGlobalFrame=True, axisRadius=0.01)
        elif i == 1:
            mbs.CreateRevoluteJoint(bodyNumbers=[last, body], position=points[i], axis=[0, 0, 1], useGlobalFrame=True)
        else:
            mbs.CreateRevoluteJoint(bodyNumbers=[last, body], position=points[i], axis=[0, 0, 1])
        last = body
    mbs.CreateTorque(bodyNumber=bars[0], loadVector=[0, 0, 0.3], loadVectorUserFunction=lambda mbs, t, v: [v[0], v[1], v[2]*(t < 0.2505)])
    mbs.Assemble()
    sims = exu.SimulationSettings()
    sims.timeIntegration.endTime = 0.4
    sims.timeIntegration.numberOfSteps = 400
    sims.timeIntegration.newton.relativeTolerance = 1e-12
    sims.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(sims, solverType=solverType)
    for b in bars:
        result += list(mbs.GetObjectOutputBody(b, exu.OutputVariableType.Position)) + list(mbs.GetObjectOutputBody(b, exu.OutputVariableType.AngularVelocity))
    info = mbs.ComputeSystemDegreeOfFreedom()  # back to the initial state
    result += [info['degreeOfFreedom'], info['redundantConstraints']] + list(mbs.systemData.GetODE2Coordinates()) + [mbs.systemData.GetTime()]
exudynTestGlobals.testResult = result
