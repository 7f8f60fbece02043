# stages of an implicit step replaced by functions; explicit solver objects; statics
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
nGround = mbs.AddNode(NodePointGround())
nMass = mbs.AddNode(Node1D(referenceCoordinates=[0], initialCoordinates=[0.1],
                           initialVelocities=[0.2]))
mbs.AddObject(Mass1D(nodeNumber=nMass, physicsMass=0.5))
mGround = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
mMass = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nMass, coordinate=0))


def UFforce(mbs, t, itemNumber, u, v, k, d, offset):
    return k * u + 500 * k * u ** 3 + d * v


mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mGround, mMass], stiffness=80, damping=0.3,
                                     springForceUserFunction=UFforce))
lMass = mbs.AddLoad(LoadCoordinate(markerNumber=mMass, load=2))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.solutionSettings.writeSolutionToFile = False
settings.timeIntegration.verboseMode = 0
settings.staticSolver.verboseMode = 0
settings.timeIntegration.endTime = 0.5
settings.timeIntegration.numberOfSteps = 50
settings.timeIntegration.newton.relativeTolerance = 1e-12
settings.timeIntegration.newton.absoluteTolerance = 1e-13
result = []


def UserFunctionNewton(mainSolver, mainSys, sims):
    """semi-implicit Euler in place of Newton"""
    data = mainSys.systemData
    h = mainSolver.it.currentStepSize
    mainSolver.ComputeMassMatrix(mainSys)
    mainSolver.ComputeODE2RHS(mainSys)
    n = mainSolver.GetODE2size()
    acc = np.linalg.solve(mainSolver.GetSystemMassMatrix(), mainSolver.GetSystemResidual()[:n])
    vel = data.GetODE2Coordinates_t() + h * acc
    data.SetODE2Coordinates_tt(acc)
    data.SetODE2Coordinates_t(vel)
    data.SetODE2Coordinates(data.GetODE2Coordinates() + h * vel)
    result.append(mainSolver.it.currentTime)
    result.append(data.GetTime(exu.ConfigurationType.StartOfStep))
    return True


solver = exu.MainSolverImplicitSecondOrder()
solver.SetUserFunctionNewton(mbs, UserFunctionNewton)
result.append(solver.SolveSystem(mbs, settings))
for values in [mbs.systemData.GetODE2Coordinates(), mbs.systemData.GetODE2Coordinates_t(),
               mbs.systemData.GetODE2Coordinates_tt()]:
    result.append(values[0])
result.append(solver.it.currentStepIndex)

# a Jacobian of the user
jacobians = []


def UserFunctionJacobian(mainSolver, mainSys, sims):
    h = mainSolver.it.currentStepSize
    b = h ** 2 * mainSolver.newmarkBeta
    mainSolver.ComputeMassMatrix(mainSys)
    mass = mainSolver.GetSystemMassMatrix() / mainSolver.factJacAlgorithmic
    mainSolver.ComputeJacobianODE2RHS(mainSys, -b, -h * mainSolver.newmarkGamma, 0)
    mainSolver.SetSystemJacobian(mainSolver.GetSystemJacobian() + mass)
    jacobians.append(mainSolver.GetSystemJacobian()[0, 0])
    return True


solver = exu.MainSolverImplicitSecondOrder()
solver.SetUserFunctionComputeNewtonJacobian(mbs, UserFunctionJacobian)
result.append(solver.SolveSystem(mbs, settings))
result.append(mbs.systemData.GetODE2Coordinates()[0])
result.append(jacobians[0])

# time and end of steps
seen = []


def UserFunctionFinishStep(mainSolver, mainSys, sims):
    seen.append(mainSolver.it.currentTime + 100 * mainSolver.it.currentStepIndex)
    return True


def UserFunctionUpdateCurrentTime(mainSolver, mainSys, sims):
    mainSolver.it.currentTime += mainSolver.it.currentStepSize
    return True


solver = exu.MainSolverImplicitSecondOrder()
solver.SetUserFunctionFinishStep(mbs, UserFunctionFinishStep)
solver.SetUserFunctionUpdateCurrentTime(mbs, UserFunctionUpdateCurrentTime)
result.append(solver.SolveSystem(mbs, settings))
result.append(mbs.systemData.GetODE2Coordinates()[0])
result += seen

# explicit and static solver objects
solver = exu.MainSolverExplicit()
settings.timeIntegration.explicitIntegration.dynamicSolverType = exu.DynamicSolverType.RK44
result.append(solver.SolveSystem(mbs, settings))
result.append(mbs.systemData.GetODE2Coordinates()[0])
result.append(solver.it.currentStepIndex)
result.append(solver.GetODE2size())
mbs.systemData.SetODE2Coordinates_t([0], exu.ConfigurationType.Initial)
solver = exu.MainSolverStatic()
settings.staticSolver.numberOfLoadSteps = 5
settings.staticSolver.newton.relativeTolerance = 1e-12
settings.staticSolver.newton.absoluteTolerance = 1e-13
result.append(solver.SolveSystem(mbs, settings))
result.append(mbs.systemData.GetODE2Coordinates()[0])
result.append(solver.it.currentStepIndex)
result.append(solver.IsStaticSolver())
exudynTestGlobals.testResult = [float(x) for x in result]
