# arcs, a closed rope around circles, and user functions of cables
import exudyn as exu
from exudyn.utilities import *
from exudyn.beams import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
result = []
settings = exu.SimulationSettings()
settings.staticSolver.newton.relativeTolerance = 1e-11
settings.staticSolver.newton.absoluteTolerance = 1e-11
settings.staticSolver.verboseMode = 0

for curved in (True, False):
    mbs = SC.AddSystem()
    template = Cable2D(physicsMassPerLength=1, physicsBendingStiffness=1, physicsAxialStiffness=1e3)
    arc = GenerateCircularArcANCFCable2D(
        mbs, positionOfNode0=[0, 0, 0], radius=1, startAngle=0.1, arcAngle=-np.pi / 2,
        numberOfElements=4, cableTemplate=template, massProportionalLoad=[0, -2, 0],
        fixedConstraintsNode0=[1, 1, 1, 1], setCurvedReferenceConfiguration=curved)
    mbs.Assemble()
    mbs.SolveStatic(settings)
    result += list(mbs.GetNodeOutput(arc[0][-1], exu.OutputVariableType.CoordinatesTotal))
    result += [len(arc[4]), arc[3][2][1]]

circles = [[[0, 0], 0.5, 'R'], [[2, 0.1], 0.4, 'R'], [[1, 1.5], 0.3, 'R']]
curve = CreateReevingCurve(circles, drawingLinesPerCircle=32, numberOfANCFnodes=12,
                           closedCurve=True, radialOffset=0.05)
result += [curve['totalLength'], *np.ravel(curve['ancfPointsSlopes']), *curve['elementLengths'],
           *curve['elementCurvatures'], len(curve['circleData'])]
mbs = SC.AddSystem()
template = Cable2D(physicsMassPerLength=0.5, physicsBendingStiffness=1e-2,
                   physicsAxialStiffness=200, physicsAxialDamping=0.1)
rope = PointsAndSlopes2ANCFCable2D(mbs, curve['ancfPointsSlopes'], curve['elementLengths'],
                                   template, massProportionalLoad=[0, -9.81, 0],
                                   fixedConstraintsNode0=[1, 1, 0, 0], firstNodeIsLastNode=True,
                                   elementCurvatures=curve['elementCurvatures'],
                                   graphicsSizeConstraints=0.01)
mbs.Assemble()
settings.timeIntegration.endTime = 0.1
settings.timeIntegration.numberOfSteps = 100
settings.timeIntegration.newton.relativeTolerance = 1e-9
settings.timeIntegration.newton.absoluteTolerance = 1e-9
settings.timeIntegration.newton.useModifiedNewton = False
settings.timeIntegration.verboseMode = 0
settings.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(settings)
result += list(mbs.GetNodeOutput(rope[0][6], exu.OutputVariableType.CoordinatesTotal))


def force(mbs, t, itemNumber, axialPositionNormalized, axialStrain, axialStrain_t, axialStrainRef,
          physicsAxialStiffness, physicsAxialDamping, curvature, curvature_t, curvatureRef):
    eps = axialStrain - axialStrainRef
    return physicsAxialStiffness * (eps + 10 * eps**3) + physicsAxialDamping * axialStrain_t


def moment(mbs, t, itemNumber, axialPositionNormalized, curvature, curvature_t, curvatureRef,
           physicsBendingStiffness, physicsBendingDamping, axialStrain, axialStrain_t,
           axialStrainRef):
    return (physicsBendingStiffness * np.tanh(curvature - curvatureRef)
            + physicsBendingDamping * curvature_t)


mbs = SC.AddSystem()
template = Cable2D(physicsMassPerLength=1, physicsBendingStiffness=2, physicsAxialStiffness=300,
                   physicsBendingDamping=0.1, physicsAxialDamping=0.2,
                   axialForceUserFunction=force, bendingMomentUserFunction=moment)
cable = GenerateStraightLineANCFCable2D(mbs, [0, 0, 0], [1, 0.5, 0], 3, template,
                                        massProportionalLoad=[0, -9.81, 0],
                                        fixedConstraintsNode0=[1, 1, 1, 1])
mbs.Assemble()
mbs.SolveDynamic(settings)
result += list(mbs.GetNodeOutput(cable[0][-1], exu.OutputVariableType.CoordinatesTotal))
result.append(mbs.GetObjectOutputBody(cable[1][0], exu.OutputVariableType.TorqueLocal, [0.1, 0, 0]))
exudynTestGlobals.testResult = result
exudynTestGlobals.testError = 0
