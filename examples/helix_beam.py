"""Beam bent to a helix
====================

A moment of constant size, oblique to the axis of a slender beam and turning with its end, bends and
twists it to a helix. Twist and curvature are constant, so beams in space are exact with any number
of elements: the tip is where the closed form says.
"""

import math

import numpy as np

import linkwork as exu
from linkwork.utilities import *

length, stiffness, count = 1.0, 10.0, 8  # m, N m^2, elements
twist, curvature = 2.5, 5.5  # rad/m, 1/m

section = exu.BeamSection()
section.stiffnessMatrix = np.diag([1e5, 4e4, 4e4, stiffness, stiffness, stiffness])
section.inertia = np.diag([2e-4, 1e-4, 1e-4])
section.massPerLength = 1.0
outline = exu.BeamSectionGeometry()
outline.polygonalPoints = [[-0.01, -0.02], [0.01, -0.02], [0.01, 0.02], [-0.01, 0.02]]

SC = exu.SystemContainer()
mbs = SC.AddSystem()
template = Beam3D(sectionData=section, visualization=VBeam3D(sectionGeometry=outline))
nodes, *_ = GenerateStraightBeam(
    mbs, [0, 0, 0], [length, 0, 0], count, template, fixedConstraintsNode0=[1] * 6
)
end = mbs.AddMarker(MarkerNodeRigid(nodeNumber=nodes[-1]))
moment = stiffness * np.array([twist, 0, curvature])
mbs.AddLoad(Torque(markerNumber=end, loadVector=moment, bodyFixed=True))
mbs.Assemble()

settings = exu.SimulationSettings()
settings.staticSolver.numberOfLoadSteps = 40
solution = mbs.SolveStatic(settings)

# A helix: the tip of a vector that turns by w per length about the axis (twist, 0, curvature)/w.
w = math.hypot(twist, curvature)
axis = np.array([twist, 0, curvature]) / w
along, across = axis[0] * axis, np.array([1, 0, 0]) - axis[0] * axis
turned = math.sin(w * length) * across + (1 - math.cos(w * length)) * np.cross(axis, across)
wanted = along * length + turned / w
tip = mbs.GetNodeOutput(nodes[-1], exu.OutputVariableType.Position)
print(f"tip at {np.round(tip, 9)} m, closed form {np.round(wanted, 9)} m")
assert np.abs(tip - wanted).max() < 1e-8
