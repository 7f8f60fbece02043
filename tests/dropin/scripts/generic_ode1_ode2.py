# generic second-order and first-order objects with matrices and user functions
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
M = np.diag([2., 3.])
K = np.array([[300., -100.], [-100., 100.]])
D = 0.01 * K
nODE2 = mbs.AddNode(NodeGenericODE2(referenceCoordinates=[0, 0], initialCoordinates=[0.1, 0],
                                    initialCoordinates_t=[0, 0.2], numberOfODE2Coordinates=2))


def force(mbs, t, itemNumber, q, q_t):
    return [5 * np.sin(2 * t), 0.1 * q[0]]


mbs.AddObject(ObjectGenericODE2(nodeNumbers=[nODE2], massMatrix=M, stiffnessMatrix=K,
                                dampingMatrix=D, forceVector=[0, 1], forceUserFunction=force))
nODE1 = mbs.AddNode(NodeGenericODE1(referenceCoordinates=[0, 0], initialCoordinates=[1, 0],
                                    numberOfODE1Coordinates=2))
A = np.array([[0, 1.], [-4., -0.2]])
mbs.AddObject(ObjectGenericODE1(nodeNumbers=[nODE1], systemMatrix=A, rhsVector=[0, 0.5]))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.solutionSettings.writeSolutionToFile = False
settings.timeIntegration.numberOfSteps = 100
settings.timeIntegration.endTime = 2
results = []
for solver in [exu.DynamicSolverType.GeneralizedAlpha, exu.DynamicSolverType.RK44]:
    mbs.SolveDynamic(settings, solverType=solver)
    results += list(mbs.systemData.GetODE2Coordinates()) + list(mbs.systemData.GetODE1Coordinates())
exudynTestGlobals.testResult = [float(x) for x in results]
