# static solution with load steps, then eigenvalues and linearized system
import exudyn as exu
import numpy as np
from exudyn.itemInterface import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
n, a, k, m = 5, 1.0, 800.0, 2.5
ground = mbs.AddObject(ObjectGround())
marker = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))]
nodes = []
for i in range(n):
    node = mbs.AddNode(Point(referenceCoordinates=[(i + 1) * a, 0.1 * i, 0]))
    mbs.AddObject(MassPoint(physicsMass=m, nodeNumber=node))
    marker.append(mbs.AddMarker(MarkerNodePosition(nodeNumber=node)))
    nodes.append(node)
for i in range(n):
    mbs.AddObject(CartesianSpringDamper(markerNumbers=[marker[i], marker[i + 1]],
                                        stiffness=[k, 2 * k, 3 * k], damping=[2, 2, 2],
                                        offset=[a, 0.1 if i else 0, 0]))
mbs.AddLoad(Force(markerNumber=marker[-1], loadVector=[10, -20, 5]))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.solutionSettings.writeSolutionToFile = False
settings.staticSolver.numberOfLoadSteps = 4
settings.staticSolver.newton.relativeTolerance = 1e-10
mbs.SolveStatic(settings)
u = mbs.GetNodeOutput(nodes[-1], exu.OutputVariableType.Displacement)
[values, vectors] = mbs.ComputeODE2Eigenvalues()
[freq, _] = mbs.ComputeODE2Eigenvalues(convert2Frequencies=True, numberOfEigenvalues=4)
[M, K, D] = mbs.ComputeLinearizedSystem()
dof = mbs.ComputeSystemDegreeOfFreedom()
exudynTestGlobals.testResult = [float(x) for x in u] + [float(v) for v in values] + [
    float(f) for f in freq] + [float(np.linalg.norm(M)), float(np.linalg.norm(K)),
                               float(np.linalg.norm(D)), dof['degreeOfFreedom'],
                               dof['redundantConstraints']]
