"""Bodies on springs that start turned and spinning, with all explicit solvers and node types."""

import exudyn as exu
import numpy as np
from exudyn.utilities import *

try:
    from modelUnitTests import exudynTestGlobals
except ImportError:
    class ExudynTestGlobals:
        pass
    exudynTestGlobals = ExudynTestGlobals()

Out = exu.OutputVariableType
SC = exu.SystemContainer()
mbs = SC.AddSystem()


def Settings(steps, end):
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.endTime = end
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    settings.timeIntegration.newton.relativeTolerance *= 1e-3
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsWritePeriod = end / 10
    return settings


def Sensors(body, *variables):
    return [mbs.AddSensor(SensorBody(bodyNumber=body, localPosition=[0.1, 0.2, 0.3], outputVariableType=v,
                                     storeInternal=True, writeToFile=False)) for v in variables]


results = []

nodeTypes = [exu.NodeType.RotationRotationVector, exu.NodeType.RotationRxyz, exu.NodeType.RotationEulerParameters]
solvers = ['ExplicitEuler', 'ExplicitMidpoint', 'RK33', 'RK44', 'RK67', 'DOPRI5', 'VelocityVerlet', 'GeneralizedAlpha']
for nodeType in nodeTypes:
    implicit = nodeType == exu.NodeType.RotationEulerParameters
    for solver in solvers[-1:] if implicit else solvers:
        mbs.Reset()
        body = mbs.CreateRigidBody(referencePosition=[0, 1, 0], referenceRotationMatrix=RotationMatrixZ(0.5),
                                   initialRotationMatrix=RotationMatrixX(0.7) @ RotationMatrixZ(0.3),
                                   inertia=RigidBodyInertia(2, np.diag([0.5, 0.8, 0.3])), nodeType=nodeType,
                                   initialAngularVelocity=[3, 0.5, 4], gravity=[0, 0, -9.81])
        ground = mbs.CreateGround()
        mbs.CreateSpringDamper(bodyNumbers=[ground, body], localPosition0=[0, 0, 0.2], localPosition1=[0, -0.4, 0.1],
                               stiffness=300, damping=3)
        sensors = Sensors(body, Out.Position, Out.RotationMatrix, Out.AngularVelocity)
        mbs.Assemble()
        mbs.SolveDynamic(Settings(400, 0.4), solverType=getattr(exu.DynamicSolverType, solver))
        results.extend(mbs.GetSensorStoredData(s) for s in sensors)
exudynTestGlobals.testResult = np.concatenate([np.ravel(r) for r in results])
