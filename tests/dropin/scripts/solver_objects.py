# solver objects: matrices and forces of a state, runs in parts, statics, explicit, counters
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
oGround = mbs.AddObject(ObjectGround())
nMass = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], initialVelocities=[0, 0.5, 0]))
oMass = mbs.AddObject(MassPoint(physicsMass=2, nodeNumber=nMass))
nMass2 = mbs.AddNode(NodePoint(referenceCoordinates=[2.2, 0, 0]))
oMass2 = mbs.AddObject(MassPoint(physicsMass=3, nodeNumber=nMass2))
mGround = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oGround))
mMass = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oMass))
mMass2 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oMass2))
mbs.AddObject(DistanceConstraint(markerNumbers=[mGround, mMass], distance=1))
mbs.AddObject(SpringDamper(markerNumbers=[mMass, mMass2], stiffness=100, damping=2,
                           referenceLength=1))
mbs.AddLoad(Force(markerNumber=mMass2, loadVector=[0, -30, 0]))
sPos = mbs.AddSensor(SensorNode(nodeNumber=nMass2, outputVariableType=exu.OutputVariableType.Position,
                                storeInternal=True, writeToFile=False))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.verboseMode = 0
settings.staticSolver.verboseMode = 0
settings.timeIntegration.newton.relativeTolerance = 1e-12
settings.timeIntegration.newton.absoluteTolerance = 1e-13
settings.solutionSettings.coordinatesSolutionFileName = 'solution/parts.txt'
settings.solutionSettings.sensorsWritePeriod = 0.005
settings.solutionSettings.solutionWritePeriod = 0.005
result = []

# the equations of a state
solver = exu.MainSolverImplicitSecondOrder()
solver.InitializeSolver(mbs, settings)
result += [solver.GetODE2size(), solver.GetODE1size(), solver.GetAEsize(), solver.GetDataSize()]
mbs.systemData.SetODE2Coordinates([.1, .2, .05, .3, -.1, .02])
mbs.systemData.SetODE2Coordinates_t([1, 2, 3, 4, 5, 6.])
solver.ComputeMassMatrix(mbs, 2.5)
result += list(solver.GetSystemMassMatrix().flatten())
solver.ComputeODE2RHS(mbs)
result += list(solver.GetSystemResidual()[:6])
solver.ComputeJacobianODE2RHS(mbs, -1, -2, 0)
solver.ComputeJacobianAE(mbs, 2)
result += list(1e-3 * solver.GetSystemJacobian().flatten())  # by differences there
solver.FinalizeSolver(mbs, settings)

# runs in parts
solver = exu.MainSolverImplicitSecondOrder()
times = settings.timeIntegration
times.endTime = 0.01
times.numberOfSteps = 2
result += [float(solver.InitializeSolver(mbs, settings))]
for i in range(4):
    times.startTime = 0.01 * i
    times.endTime = 0.01 * (i + 1)
    solver.InitializeSolverInitialConditions(mbs, settings)
    result += [float(solver.SolveSteps(mbs, settings)), solver.it.currentTime,
               solver.it.currentStepIndex, solver.it.discontinuousIterationsCount,
               solver.it.startTime, solver.it.endTime, solver.it.currentStepSize]
    mbs.systemData.SetSystemState(mbs.systemData.GetSystemState(), exu.ConfigurationType.Initial)
    result += list(mbs.systemData.GetODE2Coordinates())
solver.FinalizeSolver(mbs, settings)
result += list(mbs.GetSensorStoredData(sPos).flatten())
data = np.loadtxt('solution/parts.txt', comments='#', delimiter=',')
result += list(data[:, 0]) + list(data[:, 1]) + [solver.output.finishedSuccessfully]

# a run as a whole, and one that a function ends
mbs.Assemble()
settings.solutionSettings.writeSolutionToFile = False
times.startTime = 0
times.endTime = 0.1
times.numberOfSteps = 20
solver = exu.MainSolverImplicitSecondOrder()
result += [float(solver.SolveSystem(mbs, settings))] + list(mbs.systemData.GetODE2Coordinates())
called = []


def postStep(mbs, t):
    called.append(t)
    return t < 0.0475


mbs.SetPostStepUserFunction(postStep)
mbs.SolveDynamic(settings)
solver = mbs.sys['dynamicSolver']
result += called + [solver.it.currentStepIndex, solver.it.currentTime,
                    solver.output.simulationStoppedByUserFunction,
                    float(exu.SolverSuccess(solver)[0])]
mbs.SetPostStepUserFunction(0)
exudynTestGlobals.testResult = [float(x) for x in result]
