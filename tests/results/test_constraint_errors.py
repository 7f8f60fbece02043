"""Errors of constraints against their equations, written by hand."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .test_energy import marked, mass_in_space, solved, system


def pendulum(**further):
    mbs, ground = system()
    node = mbs.AddNode(NodePoint2D(referenceCoordinates=[0.6, -0.8]))
    mass = mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=2))
    ends = [marked(mbs, ground), marked(mbs, mass)]
    mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1, name="rod", **further))
    center = mbs.AddMarker(MarkerBodyMass(bodyNumber=mass))
    mbs.AddLoad(Gravity(markerNumber=center, loadVector=[0, -9.81, 0]))
    return mbs


def test_rod_of_a_pendulum():
    solution = solved(pendulum(), steps=100, solver=exu.DynamicSolverType.RK44)
    found = solution.constraint_errors()
    p, v = solution.coordinates + [0.6, -0.8], solution.velocities
    length = np.linalg.norm(p, axis=1)
    rate = (p * v).sum(axis=1) / length
    assert np.abs(found.position[:, 0] - (length - 1)).max() <= 1e-15
    assert np.abs(found.velocity[:, 0] - rate).max() <= 1e-14
    assert found.largest_position == pytest.approx([np.abs(found.position).max()], rel=1e-15)
    assert found.of_objects() == {2: (found.largest_position[0], found.largest_velocity[0])}
    assert found.equations == ["DistanceConstraint 'rod' (object 2)"]
    assert (found.units, found.unit, found.missing) == (["m"], "m", [])
    assert "|c| <= " in repr(found) and " m/s" in repr(found)


def test_a_state_off_the_constraint_is_told():
    """The state is what was recorded, whatever it is; the multipliers play no part."""
    solution = solved(pendulum(), steps=4)
    solution.coordinates[2] = [0.9, -0.8 + 0.5]
    solution.velocities[3] = [30.0, 40.0]
    found = solution.constraint_errors()
    assert found.position[2, 0] == pytest.approx(np.hypot(1.5, 1.1) - 1, rel=1e-14)
    p = solution.coordinates[3] + [0.6, -0.8]
    assert found.velocity[3, 0] == pytest.approx(p @ [30, 40] / np.hypot(*p), rel=1e-13)
    assert found.largest_position[0] == abs(found.position[2, 0])


def test_joints_with_several_equations_and_algebraic_nodes():
    """Algebraic coordinates of nodes stand before the constraints and are no constraints."""
    mbs, ground = system()
    mbs.AddNode(NodeGenericAE(numberOfAECoordinates=2, initialCoordinates=[7, 8]))
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0.5, 0, 0]))
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, mass=1, inertia=1))
    frames = [
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground)),
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[-0.5, 0, 0])),
    ]
    joint = mbs.AddObject(RevoluteJoint2D(markerNumbers=frames))
    mbs.AddLoad(Force(markerNumber=frames[1], loadVector=[0, 1, 0]))
    solution = solved(mbs, steps=10)
    solution.coordinates[4] = [0.1, 0.2, 0.3]
    solution.velocities[4] = [1.0, 2.0, 3.0]
    found = solution.constraint_errors()
    way = 0.5 * np.array([np.cos(0.3), np.sin(0.3)])
    assert found.position[4] == pytest.approx([0.6 - way[0], 0.2 - way[1]], rel=1e-14)
    turning = 3 * np.array([way[1], -way[0]])
    assert found.velocity[4] == pytest.approx(np.array([1.0, 2.0]) + turning, rel=1e-14)
    assert found.objects.tolist() == [joint, joint]
    assert found.equations[1].startswith("equation 1 of RevoluteJoint2D")
    assert found.of_objects()[joint][0] == pytest.approx(np.abs(found.position).max())


def test_constraints_without_values_are_named():
    mbs, ground = system()
    mass = mass_in_space(mbs, [1, 0, 0], 1.0, initialVelocities=[0.5, 0, 0])
    ends = [marked(mbs, ground), marked(mbs, mass)]
    mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1, activeConnector=False))
    fixed = mbs.AddNode(NodePointGround())
    pairs = [
        [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=c)) for n in (fixed, 0)]
        for c in (0, 1)
    ]
    mbs.AddObject(CoordinateConstraint(markerNumbers=pairs[0], velocityLevel=True, offset=0.5))
    mbs.AddObject(
        CoordinateConstraint(
            markerNumbers=pairs[1], offsetUserFunction=lambda mbs, t, itemNumber, lOffset: t * t
        )
    )
    solution = solved(mbs, steps=10)
    found = solution.constraint_errors()
    assert np.isnan(found.position).all()
    assert np.isnan(found.velocity[:, [0, 2]]).all()
    assert found.velocity[:, 1] == pytest.approx(solution.velocities[:, 0] - 0.5, abs=1e-15)
    assert [text.partition(": ")[2].split(":")[0] for text in found.missing] == [
        "it is not active", "there is no equation of positions", "offsetUserFunction"
    ]  # fmt: skip
    assert np.isnan(found.largest_position).all()
    assert found.of_objects()[3][1] == found.largest_velocity[1] < 1e-12
