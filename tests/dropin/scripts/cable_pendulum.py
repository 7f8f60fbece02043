# cantilever of cable elements under weight and tip force (static), then a soft pendulum in time
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
result = []

mbs = SC.AddSystem()
E, h, b, rho, L, n = 2.07e11, 0.01, 0.05, 7800, 2, 8
template = Cable2D(physicsMassPerLength=rho * h * b, physicsBendingStiffness=E * b * h**3 / 12,
                   physicsAxialStiffness=E * h * b / 100, useReducedOrderIntegration=1,
                   visualization=VCable2D(drawHeight=h))
[nodes, cables, loads, positions, constraints] = GenerateStraightLineANCFCable2D(
    mbs=mbs, positionOfNode0=[0, 0, 0], positionOfNode1=[L, 0, 0], numberOfElements=n,
    cableTemplate=template, massProportionalLoad=[0, -9.81, 0],
    fixedConstraintsNode0=[1, 1, 0, 1], fixedConstraintsNode1=[0, 0, 0, 0])
mTip = mbs.AddMarker(MarkerNodePosition(nodeNumber=nodes[-1]))
mbs.AddLoad(Force(markerNumber=mTip, loadVector=[0, -400, 0]))
mRot = mbs.AddMarker(MarkerNodeRigid(nodeNumber=nodes[n // 2]))
mbs.AddLoad(Torque(markerNumber=mRot, loadVector=[0, 0, 150]))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.staticSolver.numberOfLoadSteps = 5
settings.staticSolver.newton.relativeTolerance = 1e-9
settings.staticSolver.newton.absoluteTolerance = 1e-9
settings.staticSolver.verboseMode = 0
mbs.SolveStatic(settings)
result += list(mbs.GetNodeOutput(nodes[-1], exu.OutputVariableType.CoordinatesTotal))
at = [0.1, 0.02, 0]
for variable in (exu.OutputVariableType.Position, exu.OutputVariableType.Rotation,
                 exu.OutputVariableType.StrainLocal, exu.OutputVariableType.CurvatureLocal,
                 exu.OutputVariableType.Director1):
    result += list(np.atleast_1d(mbs.GetObjectOutputBody(cables[3], variable, at)))
result.append(1e-3 * mbs.GetObjectOutputBody(cables[3], exu.OutputVariableType.TorqueLocal, at))
result += [len(nodes), len(cables), len(loads), len(constraints), positions[3][0]]

mbs = SC.AddSystem()
template = ObjectANCFCable2D(physicsMassPerLength=1, physicsBendingStiffness=0.5,
                             physicsAxialStiffness=1e3, physicsBendingDamping=0.02,
                             physicsAxialDamping=0.5)
cable = GenerateStraightBeam(mbs, [0, 0, 0], [1, 0, 0], 4, template, gravity=[0, -9.81, 0],
                             fixedConstraintsNode0=[1, 1, 0, 0])
mEnd = mbs.AddMarker(MarkerBodyPosition(bodyNumber=cable[1][-1], localPosition=[0.25, 0, 0]))
nMass = mbs.AddNode(NodePoint2D(referenceCoordinates=[1, 0]))
mass = mbs.AddObject(MassPoint2D(physicsMass=0.2, nodeNumber=nMass))
mMass = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
mbs.AddObject(RevoluteJoint2D(markerNumbers=[mEnd, mMass]))
sensor = mbs.AddSensor(SensorBody(bodyNumber=cable[1][2], localPosition=[0.1, 0.05, 0],
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
result += list(mbs.GetNodeOutput(cable[0][-1], exu.OutputVariableType.CoordinatesTotal))
result += list(mbs.GetNodeOutput(cable[0][-1], exu.OutputVariableType.Velocity))
result += list(mbs.GetSensorStoredData(sensor)[-1, 1:])
result.append(mbs.GetObjectOutputBody(cable[1][0], exu.OutputVariableType.ForceLocal, [0.1, 0, 0]))
exudynTestGlobals.testResult = result
exudynTestGlobals.testError = 0
