"""Parts of the mass that move along x, y, z with a mode."""

import numpy as np
import pytest

from linkwork.items import *

from .models import chain, generic, system, ziegler

pytestmark = pytest.mark.processors


def rotation(axis):
    """A rotation matrix with that first column."""
    first = np.asarray(axis, float) / np.linalg.norm(axis)
    second = np.cross(first, [0.3, -0.5, 0.8])
    second /= np.linalg.norm(second)
    return np.column_stack([first, second, np.cross(first, second)])


def mass_on(mbs, node, mass, axis):
    turned = rotation(axis)
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=mass, referenceRotation=turned))
    return turned[:, 0]


def hold(mbs, node, stiffness):
    ground = mbs.AddNode(NodePointGround())
    ends = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=number, coordinate=0))
        for number in (ground, node)
    ]
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=ends, stiffness=stiffness))


@pytest.mark.parametrize("axis", [(1, 0, 0), (0, 1, 0), (0, 0, -1), (1, 2, -3)])
def test_a_mass_on_a_line_counts_along_its_true_axis(axis):
    mbs = system()
    node = mbs.AddNode(Node1D())
    along = mass_on(mbs, node, 2.5, axis)
    hold(mbs, node, 10.0)
    mbs.Assemble()
    modes = mbs.ComputeModes()
    assert modes.effective_masses == pytest.approx(2.5 * along[None, :] ** 2, rel=1e-12, abs=1e-14)
    assert modes.effective_masses.sum() == pytest.approx(2.5, rel=1e-12)


def test_two_masses_of_one_coordinate_have_the_sum_of_their_momenta():
    mbs = system()
    node = mbs.AddNode(Node1D())
    first, second = mass_on(mbs, node, 2.0, (1, 1, 0)), mass_on(mbs, node, 3.0, (0, 1, 2))
    hold(mbs, node, 10.0)
    mbs.Assemble()
    momentum = 2.0 * first + 3.0 * second
    assert mbs.ComputeModes().effective_masses[0] == pytest.approx(momentum**2 / 5.0, rel=1e-12)


def test_lines_and_points_together_have_all_of_the_mass():
    mbs = system()
    line = mbs.AddNode(Node1D())
    along = mass_on(mbs, line, 2.0, (1, 2, -3))
    point = mbs.AddNode(NodePoint(referenceCoordinates=[1, 2, 3]))
    mbs.AddObject(MassPoint(nodeNumber=point, physicsMass=0.7))
    ends = [
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=0)),
        mbs.AddMarker(MarkerNodePosition(nodeNumber=point)),
    ]
    mbs.AddObject(CartesianSpringDamper(markerNumbers=ends, stiffness=[3, 4, 5], offset=[1, 2, 3]))
    hold(mbs, line, 10.0)
    mbs.Assemble()
    found = mbs.ComputeModes().effective_masses
    assert found.sum(axis=0) == pytest.approx(0.7 + 2.0 * along**2, rel=1e-12)


def test_an_eccentric_body_moves_its_whole_mass():
    mbs = system()
    node = mbs.AddNode(NodeRigidBody2D())
    mbs.AddObject(
        RigidBody2D(
            nodeNumber=node, physicsMass=2.0, physicsInertia=3.0, physicsCenterOfMass=[0.4, 0.1]
        )
    )
    ground = mbs.AddNode(NodePointGround())
    zero = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))
    for k, stiffness in enumerate((10.0, 20.0, 7.0)):
        end = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=k))
        mbs.AddObject(CoordinateSpringDamper(markerNumbers=[zero, end], stiffness=stiffness))
    mbs.Assemble()
    found = mbs.ComputeModes().effective_masses
    assert found.sum(axis=0) == pytest.approx([2.0, 2.0, 0.0], rel=1e-12, abs=1e-14)


def test_an_unsymmetric_stiffness_has_no_effective_masses_and_says_so():
    told = "effective masses are not defined (NaN): the stiffness is not symmetric"
    modes = ziegler(0.1).ComputeModes()
    assert not modes.is_symmetric and np.isnan(modes.effective_masses).all()
    assert modes.effective_masses.shape == (len(modes), 3)
    assert told in modes.notes and told in repr(modes)
    assert told in ziegler(0.1).ComputeModes(1, damped=True).notes
    for symmetric in (chain(3), generic(np.eye(2), 9.0 * np.eye(2), [[0, -2.0], [2.0, 0]])):
        modes = symmetric.ComputeModes()
        assert modes.is_symmetric and told not in repr(modes)
        assert np.isfinite(modes.effective_masses).all()
