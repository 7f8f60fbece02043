# rigid bodies with rotation vectors, integrated by a Runge-Kutta method in place of Newton
import exudyn as exu
from exudyn.utilities import *
from exudyn.lieGroupIntegration import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
nGround = mbs.AddNode(NodePointGround())
nBody = mbs.AddNode(NodeRigidBodyRotVecLG(referenceCoordinates=[1, 2, 3, 0.2, 0.1, -0.3],
                                          initialVelocities=[0.1, 0, 0, 0.3, 5, -1]))
oBody = mbs.AddObject(ObjectRigidBody(nodeNumber=nBody, physicsMass=2,
                                      physicsInertia=[1, 2, 2.5, 0.1, 0.05, -0.2],
                                      physicsCenterOfMass=[0.1, 0.02, -0.1]))
mBody = mbs.AddMarker(MarkerBodyMass(bodyNumber=oBody))
mbs.AddLoad(Gravity(markerNumber=mBody, loadVector=[0, -9.81, 0]))
nMass = mbs.AddNode(NodePoint(referenceCoordinates=[0, 1, 0], initialVelocities=[1, 0, 0]))
oMass = mbs.AddObject(MassPoint(nodeNumber=nMass, physicsMass=3))
mEnd = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oBody, localPosition=[0.2, 0.1, 0]))
mMass = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oMass))
mbs.AddObject(SpringDamper(markerNumbers=[mEnd, mMass], stiffness=50, damping=1,
                           referenceLength=1))
mGround = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
markers = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nMass, coordinate=i)) for i in range(3)]
mbs.AddObject(CoordinateConstraint(markerNumbers=[mGround, markers[2]]))
mbs.AddObject(CoordinateConstraint(markerNumbers=[markers[0], markers[1]]))
sRot = mbs.AddSensor(SensorNode(nodeNumber=nBody, outputVariableType=exu.OutputVariableType.Rotation,
                                storeInternal=True, writeToFile=False))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.solutionSettings.writeSolutionToFile = False
settings.timeIntegration.verboseMode = 0
settings.timeIntegration.endTime = 0.5
settings.timeIntegration.numberOfSteps = 50
LieGroupExplicitRKInitialize(mbs)
result = list(mbs.sys['lieGroupODE2indices']) + list(mbs.sys['lieGroupReferenceRotations'][0])
result += mbs.sys['constrainedToGroundCoordinatesList']
result += mbs.sys['constrainedCoordinatesList'][0]
solver = exu.MainSolverImplicitSecondOrder()
solver.SetUserFunctionNewton(mbs, UserFunctionNewtonLieGroupRK4)
result.append(solver.SolveSystem(mbs, settings))
u0 = mbs.systemData.GetODE2Coordinates()
v0 = mbs.systemData.GetODE2Coordinates_t()
result += list(u0) + list(v0) + list(mbs.GetSensorStoredData(sRot).flatten())

# single functions
solver.InitializeSolver(mbs, settings)
mbs.systemData.SetODE2Coordinates(u0)
mbs.systemData.SetODE2Coordinates_t(v0)
result += list(ExplicitRKComputeSystemAcceleration(solver, mbs, 9))
K = 0.01 * np.arange(9.)
result += list(LieGroupComputeKstage(mbs, u0, v0, 0.01, 9, K, 2 * K, 0.5))
LieGroupUpdateStageSystemCoordinates(mbs, u0, v0, 9, K, 2 * K, 0.5)
result += list(mbs.systemData.GetODE2Coordinates()) + list(mbs.systemData.GetODE2Coordinates_t())
mbs.systemData.SetODE2Coordinates(np.arange(9.))
mbs.systemData.SetODE2Coordinates_t(10 + np.arange(9.))
ExplicitRKApplyCoordinateConstraints(mbs)
result += list(mbs.systemData.GetODE2Coordinates()[6:])
result += list(mbs.systemData.GetODE2Coordinates_t()[6:])


def rhs(v, w):
    return np.array([v[0] + 2 * w[1], v[2] * w[0], -v[1] + w[2]])


v, w = np.array([0.1, 0.2, -0.3]), np.array([1, 2, 0.5])
for pair in [ComputeStepWithRK1(rhs, v, w, 0.1), ComputeStepWithRK4(rhs, v, w, 0.1),
             ComputeStepWithRK1FromAcceleration(np.array([1, 2, 3.]), v, w, 0.1)]:
    result += list(pair[0]) + list(pair[1])
for name in ['RK1', 'RK4']:
    found = RK_SolveEulersEOMWithProposedApproach(rhs, v, w, 0.4, 5, name)
    for key in ['time', 'rotationVector', 'angularVelocity']:
        result += list(found[key].flatten())
exudynTestGlobals.testResult = [float(x) for x in result]
