"""States, times and constraint forces of the matrices; signs and shapes of the results."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.modes.null_space import null_space

from .models import coordinates, generic, hanging_rods, system

pytestmark = pytest.mark.processors


def test_forces_of_constraints_where_masses_are_missing():
    """They balance the loads, without the forces that turning would need."""
    mbs = system()
    ground = mbs.AddObject(ObjectGround())
    body = mbs.CreateMassPoint(
        referencePosition=[1.0, 0, 0], initialVelocity=[0, 5.0, 0], physicsMass=2.0
    )
    mbs.CreateDistanceConstraint(bodyNumbers=[ground, body], distance=1.0)
    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[3.0, 0, 0]))
    mbs.Assemble()
    assert mbs.Linearize().multipliers == pytest.approx([3.0 + 2.0 * 5.0**2])
    light = mbs.AddNode(Node1D())
    mbs.AddObject(Mass1D(nodeNumber=light, physicsMass=0.0))
    mbs.Assemble()
    found = mbs.Linearize()
    assert found.multipliers == pytest.approx([3.0])
    assert not found.a.any() and any("no mass" in note for note in found.notes)


def test_rounding_of_positions_is_no_motion():
    """Springs at their length but for rounding: an equilibrium."""
    rng = np.random.default_rng(3)
    mbs = system()
    places = rng.uniform(-1.0, 1.0, (12, 3))
    bodies = [mbs.CreateMassPoint(referencePosition=list(p), physicsMass=0.1) for p in places]
    markers = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in bodies]
    for i in range(11):
        # a few units more, since lengths are not rounded in the same way everywhere
        length = float(np.linalg.norm(places[i + 1] - places[i])) * (1.0 + 2.0**-50)
        pair = [markers[i], markers[i + 1]]
        mbs.AddObject(SpringDamper(markerNumbers=pair, referenceLength=length, stiffness=1e6))
    mbs.Assemble()
    assert np.any(mbs.Linearize().a)
    assert mbs.Linearize().notes == []
    mbs.systemData.SetODE2Coordinates(1e-9 * rng.standard_normal(36))
    assert "not an equilibrium" in mbs.Linearize().notes[0]


def test_vectors_of_complex_eigenvalues():
    """Coordinates alone with constraints; with the velocities s u below them without."""
    given = dict(computeComplexEigenvalues=True, useAbsoluteValues=False)
    values, vectors = hanging_rods([1.0, 2.0], [1.0, 0.5]).ComputeODE2Eigenvalues(**given)
    assert vectors.shape == (6, 8) and len(values) == 8
    values, vectors = generic(np.eye(2), np.diag([4.0, 9.0])).ComputeODE2Eigenvalues(**given)
    assert vectors.shape == (4, 4)
    assert vectors[2:] == pytest.approx(vectors[:2] * values, abs=1e-12)
    assert np.linalg.norm(vectors, axis=0) == pytest.approx(1.0)


def test_frequencies_of_unstable_motions_have_a_minus_sign():
    """omega^2 = -(2 pi)^2: the rate of growth over 2 pi is 1/s."""
    mbs = generic(np.eye(2), (2.0 * np.pi) ** 2 * np.diag([-1.0, 9.0]))
    with pytest.warns(UserWarning, match="unstable"):
        found = mbs.ComputeODE2Eigenvalues(convert2Frequencies=True, useAbsoluteValues=False)[0]
    assert found == pytest.approx([-1.0, 3.0])


def test_inactive_equations_have_no_column():
    mbs = hanging_rods([1.0, 2.0], [1.0, 0.5])
    (first, *_) = [k for k in range(5) if "distance" in mbs.GetObject(k)]
    mbs.SetObjectParameter(first, "activeConnector", False)
    found = mbs.Linearize(sparse=False)
    assert found.active.tolist() == [False, True] and not found.C[0].any()
    assert mbs.ComputeLinearizedSystem(returnConstraintJacobian=True)[3].shape == (6, 1)


@pytest.mark.parametrize("twice", [(), (0,)])
def test_algebraic_coordinates_of_nodes_keep_their_values(twice):
    """Also where constraints depend on each other and share their forces."""
    mbs = hanging_rods([1.0, 2.0], [1.0, 0.5], twice=twice)
    mbs.AddNode(
        NodeGenericAE(
            referenceCoordinates=[0.0, 0.0], initialCoordinates=[3.0, 4.0], numberOfAECoordinates=2
        )
    )
    mbs.Assemble()
    weights = [14.715, 14.715, 19.62] if twice else [29.43, 19.62]
    assert mbs.Linearize().multipliers == pytest.approx([3.0, 4.0, *weights])
    found = mbs.ComputeSystemDegreeOfFreedom()
    assert (found["degreeOfFreedom"], found["nPureAE"]) == (4, 2)


def test_null_space_of_numbers_whose_squares_overflow():
    found = null_space(np.array([[1e200, 1e200]]), 2)
    assert np.abs(found).ravel() == pytest.approx([0.5**0.5] * 2)
    assert found.sum() == pytest.approx(0.0, abs=1e-15)


def test_time_of_the_state():
    """The initial state is that of startTime; the current one has the time of the last run."""
    mbs, node = coordinates(1)
    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node], massMatrix=[[1.0]],
            forceUserFunction=lambda mbs, t, itemNumber, q, q_t: [-(4.0 + t) * q[0]],
        )
    )  # fmt: skip
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.startTime, settings.timeIntegration.endTime = 2.0, 5.0
    mbs.SolveDynamic(settings)
    assert mbs.ComputeLinearizedSystem()[1] == pytest.approx(np.array([[4.0]]), rel=1e-6)
    assert mbs.ComputeLinearizedSystem(settings)[1] == pytest.approx(np.array([[6.0]]), rel=1e-6)
    assert mbs.Linearize(sparse=False).K == pytest.approx(np.array([[9.0]]), rel=1e-6)


def test_numbers_that_differ_beyond_all_numbers_are_refused():
    """omega^2 = 1e600 is no number, and neither are those beside it."""
    mbs = generic(1e-300 * np.eye(2), np.array([[1e300, 2.0], [0.0, 1.0]]))
    for damped in (False, True):
        with pytest.raises(exu.SysError, match="differ too much"):
            mbs.ComputeModes(damped=damped)
