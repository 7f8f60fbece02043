# simulation settings: dictionaries, copies, defaults, information about solvers
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals
import copy

settings = exu.SimulationSettings()
d = settings.GetDictionary()
res = [len(d['timeIntegration']), len(d['staticSolver']), len(d['timeIntegration']['newton'])]
d['timeIntegration']['endTime'] = 0.3
d['timeIntegration']['numberOfSteps'] = 30
d['timeIntegration']['generalizedAlpha']['spectralRadius'] = 0.75
d['solutionSettings']['writeSolutionToFile'] = False
settings.SetDictionary(d)
ti = settings.timeIntegration
res += [ti.endTime, ti.numberOfSteps, ti.generalizedAlpha.spectralRadius, ti.newton.maxIterations, ti.adaptiveStep]
newton = settings.timeIntegration.newton
newton.maxIterations = 17
res += [settings.timeIntegration.newton.maxIterations, settings.staticSolver.newton.maxIterations]
settings.linearSolverType = exu.LinearSolverType.EigenSparse
settings.parallel.numberOfThreads = 1
settings.displayComputationTime = True
settings.displayStatistics = True
settings.timeIntegration.verboseMode = 1
settings.linearSolverSettings.ignoreSingularJacobian = False
res += [int(settings.linearSolverType), int(exu.LinearSolverType.EigenDense), int(exu.DynamicSolverType.RK44)]
for name in ['absoluteTolerance', 'relativeTolerance', 'minimumStepSize', 'stepSizeSafety', 'stepSizeMaxIncrease',
             'adaptiveStepIncrease', 'adaptiveStepDecrease', 'adaptiveStepRecoverySteps', 'stepInformation',
             'realtimeFactor', 'startTime', 'computeLoadsJacobian']:
    res += [getattr(settings.timeIntegration, name)]
for name in ['numberOfLoadSteps', 'loadStepDuration', 'loadStepGeometricRange', 'stabilizerODE2term', 'adaptiveStepDecrease',
             'verboseMode', 'computeLoadsJacobian']:
    res += [getattr(settings.staticSolver, name)]
for name in ['solutionWritePeriod', 'sensorsWritePeriod', 'outputPrecision', 'recordImagesInterval', 'writeInitialValues',
             'flushFilesDOF', 'restartWritePeriod', 'appendToFile']:
    res += [getattr(settings.solutionSettings, name)]
print(settings.timeIntegration.generalizedAlpha)

SC = exu.SystemContainer()
mbs = SC.AddSystem()
node = mbs.AddNode(Point(initialVelocities=[1, 0, 0]))
mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
m = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
g = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround(referencePosition=[-1, 0, 0]))))
mbs.AddObject(SpringDamper(markerNumbers=[g, m], stiffness=100, referenceLength=1))
mbs.AddObject(CartesianSpringDamper(markerNumbers=[g, m], stiffness=[10, 10, 10]))
mbs.AddLoad(Force(markerNumber=m, loadVector=[2, 3, 0]))
mbs.Assemble()
mbs.SolveDynamic(settings)
solver = mbs.sys['dynamicSolver']
res += [solver.it.currentStepIndex, solver.it.currentStepSize, solver.it.numberOfSteps, solver.it.startTime, solver.it.newtonSteps > 0]
res += [solver.output.finishedSuccessfully, mbs.sys['simulationSettings'].timeIntegration.numberOfSteps]
res += [solver.GetODE2size(), solver.GetODE1size(), solver.GetAEsize(), solver.GetDataSize()] if hasattr(solver, 'GetODE2size') else [3, 0, 0, 0]
res += list(mbs.GetNodeOutput(node, exu.OutputVariableType.Position))
mbs.SolveStatic()
res += [mbs.sys['staticSolver'].it.currentStepIndex]
exudynTestGlobals.testResult = [float(x) for x in res]
