"""Coordinates without mass, and matrices that are no mass matrices."""

import numpy as np
import pytest

from linkwork.items import *

from .models import Solver, codes, ground, mass, only, pendulum, settings, spring, system

pytestmark = pytest.mark.processors


def generic(matrix, **parameters):
    mbs = system()
    node = mbs.AddNode(NodeGenericODE2(name="n", numberOfODE2Coordinates=len(matrix)))
    matrix = np.array(matrix, float)
    mbs.AddObject(ObjectGenericODE2(name="g", nodeNumbers=[node], massMatrix=matrix, **parameters))
    return mbs


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44])
def test_a_node_without_mass_is_named_with_its_coordinates(solver):
    mbs = spring()
    mbs.AddNode(NodePoint(name="empty"))
    finding = only(mbs.Check(settings(), solver), "no-mass")
    assert finding.severity == "error" and finding.item == "Point 'empty' (node 1)"
    assert "coordinates 0, 1, 2" in finding.text and "body with mass" in finding.advice


def test_single_coordinates_of_a_generic_system_are_named():
    finding = only(generic(np.diag([1.0, 0.0, 2.0])).Check(), "no-mass")
    assert "no mass acts on coordinate 1:" in finding.text


def test_constraints_may_determine_what_has_no_mass():
    mbs = spring()
    node, fixed = mbs.AddNode(NodePoint(name="held")), mbs.AddNode(NodePointGround())
    base = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=fixed, coordinate=0))
    for k in range(3):
        marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=k))
        mbs.AddObject(CoordinateConstraint(markerNumbers=[base, marker]))
    found = mbs.Check()
    assert found and codes(found) == ["no-mass-but-held"]
    assert "coordinates 0, 1, 2" in found[0].text
    mbs.SolveDynamic(settings())


def test_a_rod_does_not_determine_all_three_coordinates():
    mbs = system()
    node = mbs.AddNode(NodePoint(name="loose", referenceCoordinates=[1, 0, 0]))
    ends = [ground(mbs), mbs.AddMarker(MarkerNodePosition(nodeNumber=node))]
    mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1))
    assert "coordinates 1, 2" in only(mbs.Check(), "no-mass").text


def test_a_negative_mass_is_told_with_its_size():
    finding = only(generic(np.diag([1.0, -2.5])).Check(), "negative-mass")
    assert finding.item == "coordinate 1 of NodeGenericODE2 'n' (node 0)"
    assert "-2.5" in finding.text and "ObjectGenericODE2 'g' (object 0)" in finding.advice


def test_a_matrix_that_is_not_positive_definite_tells_its_eigenvalue():
    finding = only(generic([[1, 2], [2, 1]]).Check(), "mass-indefinite")
    assert finding.severity == "error" and "ObjectGenericODE2 'g' (object 0)" in finding.item
    assert "is -1" in finding.text
    assert not len(generic([[2, 1], [1, 2]]).Check())


def test_large_blocks_are_judged_too():
    n = 600
    matrix = np.diag(np.full(n, 2.0)) + np.diag(np.ones(n - 1), 1) + np.diag(np.ones(n - 1), -1)
    assert not generic(matrix).Check().of("mass-indefinite")
    matrix[300, 300] = 0.1
    assert len(generic(matrix).Check().of("mass-indefinite")) == 1
    full = np.ones((n, n)) + np.eye(n)
    assert not generic(full).Check().of("mass-indefinite")
    full[0, 1] = full[1, 0] = 5.0
    assert len(generic(full).Check().of("mass-indefinite")) == 1


def test_a_matrix_that_is_not_symmetric_is_told():
    finding = only(generic([[2, 1], [0.5, 2]]).Check(), "mass-not-symmetric")
    assert finding.severity == "warning" and "0.5" in finding.text


def test_masses_of_very_different_size_are_told_with_their_ratio():
    mbs = spring()
    mass(mbs, kg=1e-11)
    finding = only(mbs.Check(), "masses-far-apart")
    assert finding.severity == "hint" and "1.0e+11" in finding.text
    assert finding.item.startswith("coordinate 0 of Point 'node1'")
    assert not mbs.Check(settings(), Solver.RK44).of("masses-far-apart")
    mbs = spring()
    mass(mbs, kg=1e-9)
    assert not mbs.Check().of("masses-far-apart")


def test_masses_that_leave_no_digits_to_constraints_are_a_warning():
    mbs = pendulum()
    mass(mbs, kg=1e16)
    assert only(mbs.Check(), "masses-far-apart").severity == "warning"
    mbs = spring()
    mass(mbs, kg=1e16)
    assert only(mbs.Check(), "masses-far-apart").severity == "hint"


def test_inertias_and_masses_are_not_compared_with_each_other():
    mbs = system()
    node = mbs.AddNode(NodeRigidBody2D())
    mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1e6, physicsInertia=1e-6))
    assert not mbs.Check().of("masses-far-apart")
