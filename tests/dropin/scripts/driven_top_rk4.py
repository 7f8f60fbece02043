# explicit Lie group integration with the solver object and a user function for Newton
import exudyn as exu
from exudyn.utilities import *
from exudyn.lieGroupIntegration import *
import numpy as np
from modelUnitTests import exudynTestGlobals
SC = exu.SystemContainer()
mbs = SC.AddSystem()
inertia = RigidBodyInertia(15, np.diag([0.234375, 0.46875, 0.234375]))
nRB = mbs.AddNode(NodeRigidBodyRotVecLG(referenceCoordinates=[0, 1, 0, 0, 0, 0], initialVelocities=[0, 0, 0, 0, 30, -4.6]))
oRB = mbs.AddObject(ObjectRigidBody(physicsMass=inertia.Mass(), physicsInertia=inertia.GetInertia6D(), nodeNumber=nRB))
mMass = mbs.AddMarker(MarkerBodyMass(bodyNumber=oRB))
mbs.AddLoad(Gravity(markerNumber=mMass, loadVector=[0, 0, -9.81]))
mRB = mbs.AddMarker(MarkerNodeRigid(nodeNumber=nRB))
def UFtorque(mbs, t, load):
    A = mbs.GetNodeOutput(0, exu.OutputVariableType.RotationMatrix).reshape(3, 3)
    return A.T @ np.cross(A @ [0, 1, 0], [0, 0, -15*9.81])
mbs.AddLoad(Torque(markerNumber=mRB, loadVector=[0, 0, 1], bodyFixed=True, loadVectorUserFunction=UFtorque))
sRot = mbs.AddSensor(SensorNode(nodeNumber=nRB, storeInternal=True, outputVariableType=exu.OutputVariableType.Rotation))
mbs.Assemble()
LieGroupExplicitRKInitialize(mbs)
dynamicSolver = exu.MainSolverImplicitSecondOrder()
dynamicSolver.SetUserFunctionNewton(mbs, UserFunctionNewtonLieGroupRK4)
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.endTime = 0.2
simulationSettings.timeIntegration.numberOfSteps = 400
simulationSettings.timeIntegration.verboseMode = 0
simulationSettings.solutionSettings.writeSolutionToFile = False
success = dynamicSolver.SolveSystem(mbs, simulationSettings)
exu.Print('finished:', success)
res = list(mbs.GetNodeOutput(nRB, exu.OutputVariableType.Coordinates)) + list(mbs.GetNodeOutput(nRB, exu.OutputVariableType.AngularVelocityLocal))
exudynTestGlobals.testResult = res + list(mbs.GetSensorValues(sRot)) + [mbs.GetSensorStoredData(sRot).shape[0]]
