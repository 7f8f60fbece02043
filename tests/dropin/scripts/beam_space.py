# geometrically exact beams in space: a cantilever under force and torque, on Euler parameters
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
result = []
section = exu.BeamSection()
section.stiffnessMatrix = np.diag([2000.0, 800, 900, 6, 10, 14])
section.inertia = np.diag([0.05, 0.02, 0.03])
section.massPerLength = 3
for Node, turn in ((NodeRigidBodyEP, [1, 0, 0, 0]),):
    mbs = SC.AddSystem()
    n = 4
    nodes = [mbs.AddNode(Node(referenceCoordinates=[2 * k / n, 0, 0] + turn)) for k in range(n + 1)]
    beams = [mbs.AddObject(ObjectBeamGeometricallyExact(
        nodeNumbers=[nodes[k], nodes[k + 1]], physicsLength=2 / n, sectionData=section))
        for k in range(n)]
    ground = mbs.AddMarker(MarkerBodyRigid(bodyNumber=mbs.AddObject(ObjectGround())))
    first = mbs.AddMarker(MarkerNodeRigid(nodeNumber=nodes[0]))
    mbs.AddObject(GenericJoint(markerNumbers=[ground, first]))
    tip = mbs.AddMarker(MarkerNodeRigid(nodeNumber=nodes[-1]))
    mbs.AddLoad(Force(markerNumber=tip, loadVector=[1, -3, 2]))
    mbs.AddLoad(Torque(markerNumber=tip, loadVector=[2, 0, 1]))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 0.3
    settings.timeIntegration.numberOfSteps = 600
    settings.timeIntegration.newton.relativeTolerance = 1e-9
    settings.timeIntegration.newton.absoluteTolerance = 1e-9
    settings.timeIntegration.newton.useModifiedNewton = False
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    settings.timeIntegration.verboseMode = 0
    settings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(settings)
    result += list(mbs.GetNodeOutput(nodes[-1], exu.OutputVariableType.Position))
    result += list(mbs.GetNodeOutput(nodes[-1], exu.OutputVariableType.RotationMatrix))
    result += list(mbs.GetNodeOutput(nodes[2], exu.OutputVariableType.Velocity))
    result += list(mbs.GetNodeOutput(nodes[2], exu.OutputVariableType.AngularVelocity))
exudynTestGlobals.testResult = result
exudynTestGlobals.testError = 0
