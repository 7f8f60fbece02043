"""Cables in the plane: models of the tests, and the elastica as an independent solution."""

import math

import numpy as np

import linkwork as exu
from linkwork.items import *

Variable = exu.OutputVariableType
CLAMPED, PINNED = (0, 1, 3), (0, 1)


def line(n, start, end, velocity=lambda x, y: [0.0] * 4, gravity=None, **values):
    """A straight cable of n elements; returns the system, its nodes and its elements."""
    mbs = exu.SystemContainer().AddSystem()
    start, end = np.array(start, float), np.array(end, float)
    along = (end - start) / np.linalg.norm(end - start)
    nodes = []
    for k in range(n + 1):
        place = start + (end - start) * k / n
        given = dict(referenceCoordinates=[*place, *along], initialVelocities=velocity(*place))
        nodes.append(mbs.AddNode(NodePoint2DSlope1(**given)))
    length = np.linalg.norm(end - start) / n
    elements = [
        mbs.AddObject(Cable2D(physicsLength=length, nodeNumbers=nodes[k : k + 2], **values))
        for k in range(n)
    ]
    for element in elements if gravity is not None else ():
        mass = mbs.AddMarker(MarkerBodyMass(bodyNumber=element))
        mbs.AddLoad(Gravity(markerNumber=mass, loadVector=gravity))
    return mbs, nodes, elements


def material(EI, EA, rhoA=1.0, **others):
    """Parameters of a cable."""
    return dict(
        physicsBendingStiffness=EI, physicsAxialStiffness=EA, physicsMassPerLength=rhoA, **others
    )


def hold(mbs, node, coordinates):
    """Hold coordinates of a node at their reference values."""
    ground = mbs.AddMarker(
        MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0)
    )
    for c in coordinates:
        end = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=c))
        mbs.AddObject(CoordinateConstraint(markerNumbers=[ground, end]))


def pull(mbs, node, force):
    """A force on a node."""
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    return mbs.AddLoad(Force(markerNumber=marker, loadVector=force))


def twist(mbs, node, torque):
    """A torque about z on a node."""
    marker = mbs.AddMarker(MarkerNodeRigid(nodeNumber=node))
    return mbs.AddLoad(Torque(markerNumber=marker, loadVector=[0, 0, torque]))


def settle(mbs, load_steps=1):
    """Solve for the equilibrium with tight tolerances."""
    settings = exu.SimulationSettings()
    settings.staticSolver.numberOfLoadSteps = load_steps
    settings.staticSolver.newton.relativeTolerance = 1e-10
    settings.staticSolver.newton.absoluteTolerance = 1e-10
    mbs.Assemble()
    return mbs.SolveStatic(settings)


def tip(mbs, node):
    """x, y and angle of a node."""
    x, y, _ = mbs.GetNodeOutput(node, Variable.Position)
    return [x, y, mbs.GetNodeOutput(node, Variable.Rotation)[2]]


def run(mbs, end, steps, solver="GeneralizedAlpha", every=0.01):
    """Integrate in time without numerical damping."""
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = end, steps
    settings.timeIntegration.generalizedAlpha.spectralRadius = 1.0
    settings.timeIntegration.newton.relativeTolerance = 1e-11
    settings.timeIntegration.newton.absoluteTolerance = 1e-11
    settings.timeIntegration.generalizedAlpha.useIndex2Constraints = True
    settings.solutionSettings.sensorsWritePeriod = 0.0
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.solutionWritePeriod = every
    mbs.Assemble()
    return mbs.SolveDynamic(settings, solverType=solver)


def elastica(force, EI, EA, length=1.0):
    """Tip x, y, angle of a cantilever under a downward force at its tip.

    The angle of the axis is integrated from the clamp, and the moment there is found by shooting.
    """
    from scipy.integrate import solve_ivp
    from scipy.optimize import brentq

    def rates(_, z):
        _, _, angle, moment = z
        stretch = 1.0 - force * math.sin(angle) / EA
        along = stretch * math.cos(angle), stretch * math.sin(angle)
        return [*along, moment / EI, force * along[0]]

    def shot(moment):
        ends = (0.0, length), [0.0, 0.0, 0.0, moment]
        return solve_ivp(rates, *ends, method="DOP853", rtol=1e-12, atol=1e-13).y[:, -1]

    moment = brentq(lambda m: shot(m)[3], -force * length, 0.0, xtol=1e-14, rtol=1e-14)
    return shot(moment)[:3]
