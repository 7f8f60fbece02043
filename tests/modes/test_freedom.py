"""Degree of freedom, and the names of constraints that are too many."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.verification.four_bars import four_bars

from .models import chain, generic, hanging_rods

pytestmark = pytest.mark.processors

Configuration = exu.ConfigurationType


@pytest.mark.parametrize("loops", [1, 2, 5, 100])
def test_four_bars(loops):
    """One freedom; where all bars are in line, one equation of each loop depends on the others."""
    _, mbs, _ = four_bars(loops)
    found = mbs.ComputeSystemDegreeOfFreedom()
    n, m = 3 * (2 * loops + 1), 2 * (3 * loops + 1)
    assert found == dict(
        degreeOfFreedom=1, redundantConstraints=0, nODE2=n, nODE1=0, nAE=m, nPureAE=0,
        redundantConstraintNames=[],
    )  # fmt: skip
    lying = [x for k in range(loops + 1) for x in (0.5, -0.5, -0.5 * np.pi)]
    lying += [x for k in range(loops) for x in (1.0, -1.0, 0.0)]
    mbs.systemData.SetODE2Coordinates(lying, Configuration.Initial)
    flat = mbs.ComputeSystemDegreeOfFreedom()
    assert flat["degreeOfFreedom"] == 1 + loops
    assert flat["redundantConstraints"] == loops == len(flat["redundantConstraintNames"])
    assert all("of RevoluteJoint2D" in name for name in flat["redundantConstraintNames"])


def test_rods_that_are_there_twice_are_named(capsys):
    mbs = hanging_rods([1.0, 2.0, 3.0], [1.0] * 3, twice=(0, 2))
    found = mbs.ComputeSystemDegreeOfFreedom()
    assert (found["degreeOfFreedom"], found["redundantConstraints"]) == (6, 2)
    assert found["redundantConstraintNames"] == [
        "DistanceConstraint 'object3' (object 3)",
        "DistanceConstraint 'object8' (object 8)",
    ]
    assert capsys.readouterr().out == ""
    mbs.ComputeSystemDegreeOfFreedom(verbose=True, useSVD=True)
    told = capsys.readouterr().out
    assert "redundant constraints     = 2" in told and "singular values" in told
    assert "redundant: DistanceConstraint 'object3'" in told


def test_inactive_constraints_and_algebraic_nodes():
    mbs = hanging_rods([1.0, 2.0], [1.0] * 2)
    mbs.SetObjectParameter(2, "activeConnector", False)
    mbs.AddNode(
        NodeGenericAE(referenceCoordinates=[0.0], initialCoordinates=[1.0], numberOfAECoordinates=1)
    )
    found = mbs.ComputeSystemDegreeOfFreedom()
    assert (found["degreeOfFreedom"], found["nAE"], found["nPureAE"]) == (5, 3, 2)
    assert len(mbs.ComputeODE2Eigenvalues()[0]) == 5


def test_equation_of_a_vector_constraint_is_told():
    mbs = generic(np.eye(3), np.eye(3))
    ends = [
        mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(NodePointGround()))),
        mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=0)),
    ]
    X = [[1.0, 0.0, 0.0], [0.0, 1.0, 1.0], [2.0, -1.0, -1.0]]
    mbs.AddObject(CoordinateVectorConstraint(markerNumbers=ends, scalingMarker1=X))
    found = mbs.ComputeSystemDegreeOfFreedom()
    assert found["degreeOfFreedom"] == 1
    (name,) = found["redundantConstraintNames"]
    assert name.startswith("equation 2 of CoordinateVectorConstraint")


def test_without_constraints_and_without_coordinates():
    assert chain(4).ComputeSystemDegreeOfFreedom()["degreeOfFreedom"] == 12
    empty = exu.SystemContainer().AddSystem()
    assert empty.ComputeSystemDegreeOfFreedom()["degreeOfFreedom"] == 0
    assert empty.ComputeODE2Eigenvalues()[0].shape == (0,)
    assert len(empty.ComputeModes()) == len(empty.ComputeModes(damped=True)) == 0
    assert empty.Linearize().M.shape == (0, 0)


def test_threshold_decides_on_nearly_dependent_rows():
    mbs = generic(np.eye(2), np.eye(2))
    ends = [
        mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(NodePointGround()))),
        mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=0)),
    ]
    X = [[1.0, 0.0], [1.0, 1e-6]]
    mbs.AddObject(CoordinateVectorConstraint(markerNumbers=ends, scalingMarker1=X))
    assert mbs.ComputeSystemDegreeOfFreedom()["degreeOfFreedom"] == 0
    assert mbs.ComputeSystemDegreeOfFreedom(threshold=1e-5)["degreeOfFreedom"] == 1
