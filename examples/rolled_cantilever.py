"""Cantilever that rolls up
========================

A moment at its end bends a slender beam to a full circle: with 2 pi EI/L its tip returns to the
clamp. The beam consists of cable elements with large rotations, and the load is applied in steps.
"""

import math

import linkwork as exu
from linkwork.utilities import *

length, bending, count = 2.0, 10.0, 16  # m, N m^2, elements

SC = exu.SystemContainer()
mbs = SC.AddSystem()
template = Cable2D(
    physicsBendingStiffness=bending, physicsAxialStiffness=1e4, physicsMassPerLength=1.0
)
template.visualization.drawHeight = 0.03
nodes, *_ = GenerateStraightLineANCFCable2D(
    mbs, [0, 0, 0], [length, 0, 0], count, template, fixedConstraintsNode0=[1, 1, 0, 1]
)
end = mbs.AddMarker(MarkerNodeRigid(nodeNumber=nodes[-1]))
mbs.AddLoad(Torque(markerNumber=end, loadVector=[0, 0, 2 * math.pi * bending / length]))
mbs.Assemble()

settings = exu.SimulationSettings()
settings.staticSolver.numberOfLoadSteps = 40
solution = mbs.SolveStatic(settings)

x, y, _ = mbs.GetNodeOutput(nodes[-1], exu.OutputVariableType.Position)
top = mbs.GetNodeOutput(nodes[count // 2], exu.OutputVariableType.Position)[1]
print(f"tip at ({x:.6f}, {y:.6f}) m, top of the circle at {top:.6f} m")
assert math.hypot(x, y) < 1e-3
assert math.isclose(top, length / math.pi, rel_tol=1e-3)
