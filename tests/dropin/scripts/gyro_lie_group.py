# gyroscope in a cardanic suspension with Lie group nodes, and free tops with explicit solvers
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals
res = []
SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround()
frame = mbs.CreateRigidBody(inertia=RigidBodyInertia(0.5, np.diag([0.01, 0.012, 0.015])), nodeType=exu.NodeType.RotationRotationVector)
rotor = mbs.CreateRigidBody(inertia=InertiaCylinder(4000, 0.02, 0.1, axis=2), nodeType=exu.NodeType.RotationRotationVector,
                            initialAngularVelocity=[0, 0, 60])
mbs.CreateGenericJoint(bodyNumbers=[ground, frame], position=[0, 0, 0], constrainedAxes=[1, 1, 1, 0, 0, 1])
mbs.CreateRevoluteJoint(bodyNumbers=[frame, rotor], position=[0, 0, 0], axis=[0, 0, 1])
mbs.CreateTorque(bodyNumber=frame, loadVector=[0.5, 0, 0], bodyFixed=True)
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 0.25
s.timeIntegration.numberOfSteps = 500
s.timeIntegration.newton.relativeTolerance = 1e-10
s.timeIntegration.newton.absoluteTolerance = 1e-14
s.timeIntegration.generalizedAlpha.spectralRadius = 0.6
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(s)
for b in [frame, rotor]:
    for o in [exu.OutputVariableType.RotationMatrix, exu.OutputVariableType.AngularVelocityLocal]:
        res += list(mbs.GetObjectOutputBody(b, o))

# free top, explicit integrators
for solver in [exu.DynamicSolverType.RK44, exu.DynamicSolverType.ExplicitMidpoint, exu.DynamicSolverType.RK33]:
    mbs = SC.AddSystem()
    inertia = InertiaCuboid(1000, [0.3, 0.2, 0.1])
    b = mbs.CreateRigidBody(inertia=inertia, nodeType=exu.NodeType.RotationRotationVector, initialAngularVelocity=[0.1, 10, 0.2],
                            initialVelocity=[0, 0, 1], gravity=[0, 0, -9.81])
    mbs.CreateTorque(bodyNumber=b, loadVector=[0, 0.1, 0])
    mbs.CreateForce(bodyNumber=b, loadVector=[1, 0, 0], localPosition=[0, 0.1, 0], bodyFixed=True)
    mbs.Assemble()
    mbs.SolveDynamic(s, solverType=solver)
    res += list(mbs.GetObjectOutputBody(b, exu.OutputVariableType.RotationMatrix)) + list(mbs.GetObjectOutputBody(b, exu.OutputVariableType.Position))
exudynTestGlobals.testResult = res
