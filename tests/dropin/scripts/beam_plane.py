# beams with shear: cantilever of 2- and 3-node elements (static), then a falling one in time
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
result = []
outputs = (exu.OutputVariableType.Position, exu.OutputVariableType.Displacement,
           exu.OutputVariableType.Rotation, exu.OutputVariableType.StrainLocal,
           exu.OutputVariableType.CurvatureLocal, exu.OutputVariableType.TorqueLocal)
for order, include in ((2, True), (3, False)):
    mbs = SC.AddSystem()
    template = ObjectBeamGeometricallyExact2D(
        nodeNumbers=[0] * order, physicsMassPerLength=3, physicsCrossSectionInertia=0.02,
        physicsBendingStiffness=20, physicsAxialStiffness=2e3, physicsShearStiffness=1e3,
        physicsReferenceCurvature=0.1, includeReferenceRotations=include,
        visualization=VObjectBeamGeometricallyExact2D(drawHeight=0.02))
    [nodes, beams, loads, positions, constraints] = GenerateStraightBeam(
        mbs, [0, 0, 0], [2, 0, 0], 8, template, gravity=[0, -9.81, 0],
        fixedConstraintsNode0=[1, 1, 1])
    mTip = mbs.AddMarker(MarkerNodeRigid(nodeNumber=nodes[-1]))
    mbs.AddLoad(Torque(markerNumber=mTip, loadVector=[0, 0, 12]))
    mbs.AddLoad(Force(markerNumber=mTip, loadVector=[0, -5, 0]))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.staticSolver.numberOfLoadSteps = 4
    settings.staticSolver.newton.relativeTolerance = 1e-9
    settings.staticSolver.newton.absoluteTolerance = 1e-9
    settings.staticSolver.verboseMode = 0
    mbs.SolveStatic(settings)
    result += list(mbs.GetNodeOutput(nodes[-1], exu.OutputVariableType.CoordinatesTotal))
    for variable in outputs:
        result += list(np.atleast_1d(mbs.GetObjectOutputBody(beams[3], variable, [0.05, 0.02, 0])))
    result += [len(nodes), len(beams), len(loads), len(constraints), positions[3][0]]

    mbs = SC.AddSystem()
    template.physicsAxialDamping = 1
    template.physicsShearDamping = 2
    template.physicsBendingDamping = 0.1
    beam = GenerateStraightBeam(mbs, [0, 0, 0], [1, 0, 0], 3, template, gravity=[0, -9.81, 0],
                                fixedConstraintsNode0=[1, 1, 0])
    sensor = mbs.AddSensor(SensorBody(bodyNumber=beam[1][2], localPosition=[0.1, 0, 0],
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
    result += list(mbs.GetNodeOutput(beam[0][-1], exu.OutputVariableType.CoordinatesTotal))
    result += list(mbs.GetSensorStoredData(sensor)[-1, 1:])
exudynTestGlobals.testResult = result
exudynTestGlobals.testError = 0
