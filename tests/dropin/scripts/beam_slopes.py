# beams with slopes of the section: a cantilever bent and twisted in space (static)
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
section = exu.BeamSection()
section.stiffnessMatrix = np.diag([2000.0, 800, 900, 6, 10, 14])
section.inertia = np.diag([0.05, 0.02, 0.03])
section.massPerLength = 3
n = 4
nodes = [mbs.AddNode(NodePointSlope23(referenceCoordinates=[2 * k / n, 0, 0, 0, 1, 0, 0, 0, 1]))
         for k in range(n + 1)]
beams = [mbs.AddObject(ObjectANCFBeam(
    nodeNumbers=[nodes[k], nodes[k + 1]], physicsLength=2 / n, sectionData=section,
    crossSectionPenaltyFactor=[1, 2, 3])) for k in range(n)]
ground = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()),
                                            coordinate=0))
for c in range(9):
    held = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=c))
    mbs.AddObject(CoordinateConstraint(markerNumbers=[ground, held]))
tip = mbs.AddMarker(MarkerNodePosition(nodeNumber=nodes[-1]))
mbs.AddLoad(Force(markerNumber=tip, loadVector=[1, -1.5, 1]))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.staticSolver.numberOfLoadSteps = 10
settings.staticSolver.newton.relativeTolerance = 1e-9
settings.staticSolver.newton.absoluteTolerance = 1e-9
settings.staticSolver.verboseMode = 0
mbs.SolveStatic(settings)
result = list(mbs.GetNodeOutput(nodes[-1], exu.OutputVariableType.CoordinatesTotal))
result += list(mbs.GetNodeOutput(nodes[2], exu.OutputVariableType.RotationMatrix))
for variable in (exu.OutputVariableType.Position, exu.OutputVariableType.Displacement,
                 exu.OutputVariableType.Rotation):
    result += list(mbs.GetObjectOutputBody(beams[1], variable, [0.05, 0.02, 0.03]))
exudynTestGlobals.testResult = result
exudynTestGlobals.testError = 0
