"""Double pendulum with rods as Python functions
=============================================

The rods of a double pendulum are equations: each fixes the squared distance of two masses, as a
function of their coordinates with its derivatives. The masses are MassPoints first, then generic
systems with a mass matrix; both give the same motion.
"""

import numpy as np

import linkwork as exu
from linkwork.items import *

arm, mass, gravity = 0.8, 2.5, 9.81  # m, kg, m/s^2


def upper_rod(mbs, t, itemNumber, q, q_t, velocityLevel):
    """The first mass stays on a circle in the plane; q are its coordinates."""
    if velocityLevel:
        return [2 * (q[0] * q_t[0] + q[1] * q_t[1]), q_t[2]]
    return [q[0] ** 2 + q[1] ** 2 - arm**2, q[2]]


def upper_slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
    """Derivatives of upper_rod with respect to q."""
    return np.array([[2 * q[0], 2 * q[1], 0.0], [0.0, 0.0, 1.0]])


def lower_rod(mbs, t, itemNumber, q, q_t, velocityLevel):
    """The second mass keeps its distance from the first; q are the coordinates of both."""
    x, y = q[3] - q[0], q[4] - q[1]
    if velocityLevel:
        return [2 * (x * (q_t[3] - q_t[0]) + y * (q_t[4] - q_t[1])), q_t[5]]
    return [x**2 + y**2 - arm**2, q[5]]


def lower_slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
    """Derivatives of lower_rod with respect to q."""
    x, y = 2 * (q[3] - q[0]), 2 * (q[4] - q[1])
    return np.array([[-x, -y, 0.0, x, y, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]])


def mass_point(mbs, place):
    """A mass under gravity; returns its node."""
    node = mbs.AddNode(NodePoint(referenceCoordinates=place))
    body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=mass))
    marker = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    mbs.AddLoad(LoadMassProportional(markerNumber=marker, loadVector=[0, -gravity, 0]))
    return node


def generic_mass(mbs, place):
    """The same mass as a generic second-order system."""
    node = mbs.AddNode(NodeGenericODE2(referenceCoordinates=place, numberOfODE2Coordinates=3))
    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node],
            massMatrix=mass * np.eye(3),
            forceVector=[0, -mass * gravity, 0],
        )
    )
    return node


def motion(add_mass):
    """Position of the first mass after 1 s [m], and the solution."""
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    nodes = [mbs.AddNode(NodePointGround())]
    nodes += [add_mass(mbs, [arm, 0, 0]), add_mass(mbs, [2 * arm, 0, 0])]
    ends = [mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node)) for node in nodes]
    for pair, rod, slopes in (
        (ends[:2], upper_rod, upper_slopes),
        (ends[1:], lower_rod, lower_slopes),
    ):
        mbs.AddObject(
            CoordinateVectorConstraint(
                markerNumbers=pair,
                scalingMarker0=np.zeros((2, 1)),  # two equations
                constraintUserFunction=rod,
                jacobianUserFunction=slopes,
            )
        )
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 1
    settings.timeIntegration.numberOfSteps = 1000
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    settings.timeIntegration.newton.relativeTolerance = 1e-10
    solution = mbs.SolveDynamic(settings)
    return mbs.GetNodeOutput(nodes[1], exu.OutputVariableType.CoordinatesTotal), solution


points, solution = motion(mass_point)
generic, _ = motion(generic_mass)
print(f"first mass after 1 s: {points} m; components add up to {points.sum():.11f} m")
assert abs(points.sum() + 1.08252657977) < 1e-10
assert np.abs(points - generic).max() < 1e-11
