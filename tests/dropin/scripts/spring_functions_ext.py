# user functions of further springs and loads; lists that are joined inside of generic objects
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
n0 = mbs.AddNode(Node1D(initialCoordinates=[0.1]))
mbs.AddObject(Mass1D(physicsMass=1, nodeNumber=n0))
m0 = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n0, coordinate=0))


def UFext(mbs, t, itemNumber, u, v, k, d, offset, velocityOffset, fDyn, fStat, expDecay, fVisc, zone):
    friction = fDyn*np.tanh(v/zone) + fVisc*v
    return k*(u-offset) + d*v + friction


mbs.AddObject(CoordinateSpringDamperExt(markerNumbers=[mG, m0], stiffness=100, damping=0.1, offset=0.02, fDynamicFriction=0.5,
                                        fViscousFriction=0.2, frictionProportionalZone=0.05, springForceUserFunction=UFext))

nGen = mbs.AddNode(NodeGenericODE2(referenceCoordinates=[0, 0], initialCoordinates=[0.2, -0.1], initialCoordinates_t=[0, 0.5],
                                   numberOfODE2Coordinates=2))
A = np.array([[0, 0, 1, 0], [0, 0, 0, 1], [-50, 10, -0.5, 0], [10, -40, 0, -0.2]])


def UFforce(mbs, t, itemNumber, q, q_t):
    y = q + q_t                     # state of four numbers
    return (A @ y)[2:4]


def UFmass(mbs, t, itemNumber, q, q_t):
    M = exu.MatrixContainer()
    M.SetWithDenseMatrix(np.array([[2+q[0]**2, 0], [0, 1.5]]), useDenseMatrix=True)
    return M


mbs.AddObject(ObjectGenericODE2(nodeNumbers=[nGen], massMatrix=np.eye(2), stiffnessMatrix=np.zeros((2, 2)),
                                dampingMatrix=np.zeros((2, 2)), forceUserFunction=UFforce, massMatrixUserFunction=UFmass))
n1 = mbs.AddNode(NodeGenericODE1(referenceCoordinates=[0, 0], initialCoordinates=[1, 0], numberOfODE1Coordinates=2))
mbs.AddObject(ObjectGenericODE1(nodeNumbers=[n1], systemMatrix=np.zeros((2, 2)), rhsVector=[0, 0],
                                rhsUserFunction=lambda mbs, t, itemNumber, q: list(reversed([-4*q[0]] + q[1:]))))

body = mbs.CreateRigidBody(inertia=InertiaCuboid(1000, [0.1, 0.2, 0.3]), referencePosition=[0, 1, 0],
                           initialAngularVelocity=[0, 0, 2], nodeType=exu.NodeType.RotationRxyz)
mBody = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[0.05, 0, 0]))
mMass = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))


def UFgravity(mbs, t, loadVector):
    return [x*min(1, 10*t) for x in loadVector]


def UFmoment(mbs, t, loadVector):
    v = np.array(loadVector)
    v[2] *= np.cos(3*t)
    return v


mbs.AddLoad(LoadMassProportional(markerNumber=mMass, loadVector=[0, -9.81, 0], loadVectorUserFunction=UFgravity))
mbs.AddLoad(LoadForceVector(markerNumber=mBody, loadVector=[1, 2, 0], bodyFixed=True, loadVectorUserFunction=UFmoment))
mbs.AddLoad(LoadTorqueVector(markerNumber=mBody, loadVector=[0, 0, 0.5], bodyFixed=True, loadVectorUserFunction=UFmoment))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 200
settings.timeIntegration.endTime = 0.5
settings.timeIntegration.newton.relativeTolerance = 1e-10
settings.timeIntegration.newton.absoluteTolerance = 1e-12
settings.solutionSettings.writeSolutionToFile = False
res = []
for solver in [exu.DynamicSolverType.GeneralizedAlpha, exu.DynamicSolverType.RK44]:
    mbs.SolveDynamic(settings, solverType=solver)
    res += list(mbs.systemData.GetODE2Coordinates()) + list(mbs.systemData.GetODE1Coordinates())
exudynTestGlobals.testResult = [float(x) for x in res]
