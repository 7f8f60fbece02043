"""Patterns of models: large nodes, and markers and bodies that span several blocks."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.assembly import couplings as patterns
from linkwork.items import *
from linkwork.linear.sparse.layout import Sparse

COORDINATES = exu.OutputVariableType.Coordinates


@pytest.mark.parametrize("n", [6, 7, 12, 13, 40])
def test_a_large_node_without_a_body_is_held_by_springs(n):
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddNode(NodePointGround())
    last = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))
    node = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=n))
    forces = 1.0 + np.arange(n)
    for k, force in enumerate(forces):
        marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=k))
        mbs.AddObject(CoordinateSpringDamper(markerNumbers=[last, marker], stiffness=100))
        mbs.AddLoad(LoadCoordinate(markerNumber=marker, load=force))
        last = marker
    mbs.SolveStatic()
    tension = np.cumsum(forces[::-1])[::-1]
    expected = np.cumsum(tension / 100)
    assert mbs.GetNodeOutput(node, COORDINATES) == pytest.approx(expected, rel=1e-12)


def mechanism():
    """Masses in space on springs and rods, and a body that turns, more than 12 unknowns."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    last = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    for k in range(5):
        place = [k + 1.0, 0.3 * k, 0.2 * k]
        node = mbs.AddNode(NodePoint(referenceCoordinates=place, initialVelocities=[0, 1, 1]))
        body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2))
        marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
        ends = [last, marker]
        if k % 2:
            mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=300, damping=5))
        else:
            length = float(np.linalg.norm([1, 0.3, 0.2] if k else [1, 0, 0]))
            mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=length))
        last = marker
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[6, 1, 0.5]))
    body = mbs.AddObject(
        RigidBody2D(
            nodeNumber=node, physicsMass=1, physicsInertia=2, physicsCenterOfMass=[0.2, 0.4]
        )
    )
    marker = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[0.5, 0.25, 0]))
    mbs.AddObject(SpringDamper(markerNumbers=[last, marker], stiffness=200, damping=3))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[3, 5, 0], bodyFixed=True))
    return mbs


def run(linear, solver):
    mbs = mechanism()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 50
    settings.timeIntegration.endTime = 0.2
    settings.linearSolverType = linear
    mbs.SolveDynamic(settings, solverType=solver)
    counts = mbs.solution.statistics
    return mbs.solution.coordinates[-1], counts["newton_iterations"], mbs._data.equations.layout


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
@pytest.mark.parametrize("largest", [6, 2, 1])
def test_markers_and_bodies_may_span_several_blocks(solver, largest, monkeypatch):
    solver = getattr(exu.DynamicSolverType, solver)
    dense, iterations, _ = run(exu.LinearSolverType.EXUdense, solver)
    monkeypatch.setattr(patterns, "LARGEST_BLOCK", largest)
    found, others, layout = run(exu.LinearSolverType.EigenSparse, solver)
    assert isinstance(layout, Sparse) and layout.pattern.blocks >= (6 if largest > 2 else 18)
    assert found == pytest.approx(dense, rel=1e-9, abs=1e-9)
    assert others == iterations
