# platform on four springs at local positions: statics, eigenfrequencies and motion after a bump
import exudyn as exu
from exudyn.utilities import *
import exudyn.graphics as graphics
import numpy as np
try:
    from modelUnitTests import exudynTestGlobals
    useGraphics = exudynTestGlobals.useGraphics
except ModuleNotFoundError:
    class Globals: pass
    exudynTestGlobals = Globals()
    useGraphics = True

SC = exu.SystemContainer()
mbs = SC.AddSystem()
a, b, c = 1.2, 0.8, 0.1
inertia = InertiaCuboid(density=400, sideLengths=[a, b, c]).Translated([0.05, 0.02, 0])
node = mbs.AddNode(NodeRigidBodyRxyz(referenceCoordinates=[0, 0, 0.5, 0, 0, 0]))
body = mbs.AddObject(RigidBody(physicsMass=inertia.mass, physicsInertia=inertia.GetInertia6D(), physicsCenterOfMass=inertia.com,
                               nodeNumber=node, visualization=VRigidBody(graphicsData=[graphics.Brick(size=[a, b, c])])))
ground = mbs.AddObject(ObjectGround())
springs = []
for [x, y] in [[-1, -1], [1, -1], [1, 1], [-1, 1]]:
    local = [x*a/2, y*b/2, -c/2]
    m0 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[x*a/2, y*b/2, 0]))
    m1 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=local))
    springs += [mbs.AddObject(CartesianSpringDamper(markerNumbers=[m0, m1], stiffness=[2e3, 2e3, 1e4], damping=[20, 20, 100],
                                                    offset=[0, 0, 0.5-c/2]))]
mMass = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
load = mbs.AddLoad(LoadMassProportional(markerNumber=mMass, loadVector=[0, 0, -9.81]))
def UFbump(mbs, t, loadVector):
    if t < 0.1:
        return [0, 0, 800*np.sin(np.pi*t/0.1)]
    return [0, 0, 0]
mbs.AddLoad(Force(markerNumber=m1, loadVectorUserFunction=UFbump))
mbs.Assemble()

simulationSettings = exu.SimulationSettings()
simulationSettings.solutionSettings.writeSolutionToFile = False
simulationSettings.staticSolver.newton.relativeTolerance = 1e-12
simulationSettings.timeIntegration.newton.relativeTolerance = 1e-12
mbs.SolveStatic(simulationSettings)
static = mbs.GetNodeOutput(node, exu.OutputVariableType.Coordinates)
forces = np.hstack([mbs.GetObjectOutput(s, exu.OutputVariableType.Force) for s in springs])
[eigenValues, vectors] = mbs.ComputeODE2Eigenvalues(convert2Frequencies=True)
print('frequencies', eigenValues)
mbs.systemData.SetODE2Coordinates(static, exu.ConfigurationType.Initial)
[eigen2, v2] = mbs.ComputeODE2Eigenvalues(numberOfEigenvalues=3)
mbs.systemData.SetODE2Coordinates_t([0, 0, 0, 0.3, 0, 0], exu.ConfigurationType.Initial)
simulationSettings.timeIntegration.endTime = 0.5
simulationSettings.timeIntegration.numberOfSteps = 500
mbs.SolveDynamic(simulationSettings)
end = mbs.GetNodeOutput(node, exu.OutputVariableType.CoordinatesTotal)
exudynTestGlobals.testResult = np.hstack([static, forces, eigenValues, eigen2, end,
                                          mbs.GetObjectOutput(springs[2], exu.OutputVariableType.Displacement),
                                          mbs.GetObjectOutput(springs[2], exu.OutputVariableType.Velocity),
                                          mbs.GetMarkerOutput(m1, exu.OutputVariableType.Position)])
