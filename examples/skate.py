"""Skate on a slope
================

A skate slides along its edge, rotates freely, and never moves sideways. It has the coordinates x, y
and the angle phi. Its edge allows no velocity perpendicular to it::

    -sin(phi) x' + cos(phi) y' = 0

This is an equation of velocities that is not the derivative of any equation of positions. On a
slope, a spinning skate does not keep sliding down: it moves along a cycloid, with a known path. The
edge does no work, so energy is conserved, and the spin is constant.
"""

import numpy as np

import linkwork as exu
from linkwork.items import *

mass, inertia, pull, spin = 2.0, 0.1, 3.0, 1.5  # kg, kg m^2, m/s^2 down the slope, rad/s


def across(mbs, t, itemNumber, q, q_t, velocityLevel):
    """Velocity across the edge [m/s]."""
    return [-np.sin(q[2]) * q_t[0] + np.cos(q[2]) * q_t[1]]


def across_slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
    """Derivatives with respect to the velocities."""
    return [[-np.sin(q[2]), np.cos(q[2]), 0.0]]


SC = exu.SystemContainer()
mbs = SC.AddSystem()
node = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=3, initialCoordinates_t=[0, 0, spin]))
mbs.AddObject(
    ObjectGenericODE2(
        nodeNumbers=[node],
        massMatrix=np.diag([mass, mass, inertia]),
        forceVector=[mass * pull, 0, 0],
    )
)
ground = mbs.AddNode(NodePointGround())
ends = [mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=n)) for n in (ground, node)]
mbs.AddObject(
    CoordinateVectorConstraint(
        markerNumbers=ends,
        scalingMarker0=np.zeros((1, 1)),  # one equation
        velocityLevel=True,
        constraintUserFunction=across,
        jacobianUserFunction=across_slopes,
    )
)
mbs.Assemble()


def run(solver):
    """Largest distance from the known path [m], largest change of the energy [J], solution."""
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 10
    settings.timeIntegration.numberOfSteps = 10000
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
    settings.solutionSettings.solutionWritePeriod = 0.1
    solution = mbs.SolveDynamic(settings, solverType=solver)
    turn = spin * solution.times
    size = pull / (2 * spin**2)
    path = size * np.column_stack([np.sin(turn) ** 2, turn - np.sin(2 * turn) / 2])
    x, v = solution.coordinates, solution.velocities
    energy = mass * (v[:, 0] ** 2 + v[:, 1] ** 2) / 2 + inertia * v[:, 2] ** 2 / 2
    energy -= mass * pull * x[:, 0]
    assert np.abs(v[:, 2] - spin).max() < 1e-12
    return np.abs(x[:, :2] - path).max(), np.ptp(energy), solution


away, lost, _ = run(exu.DynamicSolverType.GeneralizedAlpha)
print(f"generalized-alpha: {away:.1e} m off the path after 10 s, energy changed by {lost:.1e} J")
assert away < 1e-5
assert lost < 1e-7
away, lost, solution = run(exu.DynamicSolverType.RK44)
print(f"RK44:              {away:.1e} m off the path after 10 s, energy changed by {lost:.1e} J")
assert away < 1e-11
assert lost < 1e-11
