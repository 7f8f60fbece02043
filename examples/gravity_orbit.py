"""Satellite on an elliptic orbit
==============================

A satellite orbits a planet, ten revolutions with a Runge-Kutta method of order six. The energy and
the position after whole revolutions show the accuracy.
"""

import numpy as np

import linkwork as exu
from linkwork.items import *

planet, satellite = 5.972e24, 1000.0  # kg
constant = 6.6743e-11  # m^3 / (kg s^2)
half_axis, eccentricity = 1.2e7, 0.4  # m, -
period = 2 * np.pi * np.sqrt(half_axis**3 / (constant * planet))
nearest = half_axis * (1 - eccentricity)
speed = np.sqrt(constant * planet / half_axis * (1 + eccentricity) / (1 - eccentricity))

SC = exu.SystemContainer()
mbs = SC.AddSystem()

ground = mbs.AddObject(ObjectGround())
node = mbs.AddNode(NodePoint(referenceCoordinates=[nearest, 0, 0], initialVelocities=[0, speed, 0]))
mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=satellite))
center = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
probe = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
mbs.AddObject(ConnectorGravity(markerNumbers=[center, probe], mass0=planet, mass1=satellite))
mbs.Assemble()

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 10 * period
settings.timeIntegration.numberOfSteps = 5000
settings.solutionSettings.solutionWritePeriod = period / 100
solution = mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK67)

distance = np.linalg.norm(solution.coordinates + [nearest, 0, 0], axis=1)
kinetic = 0.5 * np.sum(solution.velocities**2, axis=1)
energy = kinetic - constant * planet / distance
drift = np.abs(energy / energy[0] - 1).max()
miss = np.linalg.norm(solution.coordinates[-1]) / half_axis

print(f"period {period / 3600:.3f} h, distance {distance.min():.4e} to {distance.max():.4e} m")
print(f"relative energy drift over ten revolutions: {drift:.1e}")
print(f"distance from the start after ten revolutions: {miss:.1e} half-axes")
assert abs(distance.max() / (half_axis * (1 + eccentricity)) - 1) < 1e-6
assert drift < 1e-8
assert miss < 1e-6
