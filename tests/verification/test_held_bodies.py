"""Bodies that constraints hold completely: whatever velocity they are given, they stand still."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "TrapezoidalIndex2", "RK44"])
@pytest.mark.parametrize("angle", [0.1, 0.5, 0.9, 1.3])
def test_a_held_body_with_a_velocity_is_stopped(solver, angle):
    mbs = exu.SystemContainer().AddSystem()
    place = [math.cos(angle), math.sin(angle), angle]
    node = mbs.AddNode(
        NodeRigidBody2D(referenceCoordinates=place, initialVelocities=[0.3, -0.7, 0.4])
    )
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1.3, physicsInertia=0.7))
    ground = mbs.AddMarker(MarkerBodyRigid(bodyNumber=mbs.AddObject(ObjectGround())))
    end = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[-1, 0, 0]))
    mbs.AddObject(RevoluteJoint2D(markerNumbers=[ground, end]))
    fixed = mbs.AddNode(NodePointGround())
    angles = [(fixed, 0), (node, 2)]
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=k)) for n, k in angles]
    mbs.AddObject(CoordinateConstraint(markerNumbers=ends))
    with pytest.warns(UserWarning, match="velocities violate"):
        solution = mbs.SolveDynamic(solverType=exu.DynamicSolverType[solver])
    assert np.abs(solution.coordinates).max() < 1e-14
    assert np.abs(solution.velocities).max() < 1e-14
