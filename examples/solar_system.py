"""Outer solar system
==================

Gravity between all pairs of five bodies over 27 years, by a method with error control. In
astronomical units, days and solar masses; initial values as in Hairer, Lubich, Wanner: Geometric
Numerical Integration, section I.2.4. Compared with an integration by REBOUND (IAS15).
"""

import numpy as np

import linkwork as exu
from linkwork.items import *

constant = 0.01720209895**2  # au^3 / (solar mass d^2)
names = ["Sun", "Jupiter", "Saturn", "Uranus", "Neptune"]
masses = np.array([1.00000597682, 1 / 1047.355, 1 / 3501.6, 1 / 22869, 1 / 19314])
positions = np.array([
    [-4.06428567034226e-3, -6.08813756435987e-3, -1.66162304225834e-6],
    [3.40546614227466, 3.62978190075864, 3.42386261766577e-2],
    [6.60801554403466, 6.38084674585064, -1.36145963724542e-1],
    [11.1636331405597, 16.0373479057256, 3.61783279369958e-1],
    [-30.1777243405203, 1.91155314998064, -1.53887595621042e-1],
])  # fmt: skip
velocities = np.array([
    [6.69048890636161e-6, -6.33922479583593e-6, -3.13202145590767e-9],
    [-5.59797969310664e-3, 5.51815399480116e-3, -2.66711392865591e-6],
    [-4.17354020307064e-3, 3.99723751748116e-3, 1.67206320571441e-5],
    [-3.25884806151064e-3, 2.06438412905916e-3, -2.17699042180559e-5],
    [-2.17471785045538e-4, -3.11361111025884e-3, 3.58344705491441e-5],
])  # fmt: skip
expected = {
    "Jupiter": [-5.0120516296292745, 2.006073228925796, -0.01611828182355875],
    "Neptune": [-17.274620298799128, -24.91960817624428, 0.21921288760117866],
}
positions -= masses @ positions / masses.sum()  # center of mass at rest at the origin
velocities -= masses @ velocities / masses.sum()

SC = exu.SystemContainer()
mbs = SC.AddSystem()

nodes, bodies = {}, []
for name, mass, position, velocity in zip(names, masses, positions, velocities, strict=True):
    node = NodePoint(name=name, referenceCoordinates=position, initialVelocities=velocity)
    nodes[name] = mbs.AddNode(node)
    bodies.append(mbs.AddObject(MassPoint(nodeNumber=nodes[name], physicsMass=mass)))
pairs = mbs.CreateMutualGravity(bodyNumbers=bodies, gravitationalConstant=constant)
mbs.Assemble()

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 1e4
settings.timeIntegration.numberOfSteps = 50  # the largest step is 200 days
settings.timeIntegration.absoluteTolerance = 1e-12
settings.timeIntegration.relativeTolerance = 1e-12
settings.solutionSettings.solutionWritePeriod = 100
solution = mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.DVERK6)

counts = solution.statistics
print(f"{len(pairs)} pairs, {counts.steps} steps, {counts.force_evaluations} force evaluations")
for name, exact in expected.items():
    found = mbs.GetNodeOutput(nodes[name], exu.OutputVariableType.Position)
    error = np.abs(found - exact).max()
    print(f"{name} after 10000 days: {found.round(6)} au, off by {error:.1e} au")
    assert error < 1e-9
