# cable elements in space: a rope under weight and tip force (static), then falling in time
import exudyn as exu
from exudyn.utilities import *
from exudyn.beams import GenerateStraightLineANCFCable
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
result = []
mbs = SC.AddSystem()
template = ObjectANCFCable(physicsMassPerLength=2, physicsBendingStiffness=5,
                           physicsAxialStiffness=1e3, physicsReferenceAxialStrain=0.01,
                           visualization=VObjectANCFCable(radius=0.01))
[nodes, cables, loads, positions, constraints] = GenerateStraightLineANCFCable(
    mbs, [0, 0, 0], [2, 0, 0], 4, template, massProportionalLoad=[0, -9.81, 0],
    fixedConstraintsNode0=[1, 1, 1, 0, 1, 1])
mTip = mbs.AddMarker(MarkerBodyPosition(bodyNumber=cables[-1], localPosition=[0.4, 0, 0]))
mbs.AddLoad(Force(markerNumber=mTip, loadVector=[1, -2, 3]))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.staticSolver.numberOfLoadSteps = 10
settings.staticSolver.newton.relativeTolerance = 1e-9
settings.staticSolver.newton.absoluteTolerance = 1e-9
settings.staticSolver.verboseMode = 0
mbs.SolveStatic(settings)
result += list(mbs.GetNodeOutput(nodes[-1], exu.OutputVariableType.CoordinatesTotal))
for variable in (exu.OutputVariableType.Position, exu.OutputVariableType.Displacement,
                 exu.OutputVariableType.Director1, exu.OutputVariableType.StrainLocal,
                 exu.OutputVariableType.CurvatureLocal, exu.OutputVariableType.TorqueLocal):
    result += list(np.atleast_1d(mbs.GetObjectOutputBody(cables[1], variable, [0.1, 0, 0])))
result += [len(nodes), len(cables), len(loads), len(constraints), positions[3][0]]

mbs = SC.AddSystem()
template.physicsAxialDamping = 0.5
rope = GenerateStraightLineANCFCable(mbs, [0, 0, 0], [0.6, 0, 0.8], 3, template,
                                     massProportionalLoad=[0, 2, -9.81],
                                     fixedConstraintsNode0=[1, 1, 1, 0, 0, 0])
sensor = mbs.AddSensor(SensorBody(bodyNumber=rope[1][2], localPosition=[0.1, 0, 0],
                                  outputVariableType=exu.OutputVariableType.Velocity,
                                  storeInternal=True, writeToFile=False))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 0.2
settings.timeIntegration.numberOfSteps = 400
settings.timeIntegration.newton.relativeTolerance = 1e-9
settings.timeIntegration.newton.absoluteTolerance = 1e-9
settings.timeIntegration.newton.useModifiedNewton = False
settings.timeIntegration.verboseMode = 0
settings.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(settings)
result += list(mbs.GetNodeOutput(rope[0][-1], exu.OutputVariableType.CoordinatesTotal))
result += list(mbs.GetSensorStoredData(sensor)[-1, 1:])
exudynTestGlobals.testResult = result
exudynTestGlobals.testError = 0
