"""Forces of a run that is over, evaluated again at recorded states."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.results.replay.replay import marker_forces


def test_forces_of_connectors_without_those_of_constraints():
    """A mass on a rod and on a spring: its marker shows the spring alone, and nothing is lost."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0]))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2))
    places = [[0, 0, 0], [0, 2, 0]]
    rod, anchor = (
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=p)) for p in places
    )
    tip = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
    mbs.AddObject(DistanceConstraint(markerNumbers=[rod, tip], distance=1))
    mbs.AddObject(SpringDamper(markerNumbers=[anchor, tip], referenceLength=1, stiffness=10))
    mbs.AddLoad(Force(markerNumber=tip, loadVector=[0, -5, 0]))
    solution = mbs.SolveDynamic()
    before = mbs.systemData.GetSystemState(), mbs.systemData.GetTime()
    found = marker_forces(
        mbs._model, mbs._data, solution.times, solution.coordinates, solution.velocities
    )
    assert found.shape == (len(solution.times), 3, 5)
    way = np.array([0.0, 2.0]) - (np.array([1.0, 0.0]) + solution.coordinates[:, :2])
    length = np.linalg.norm(way, axis=1, keepdims=True)
    pull = 10.0 * (length - 1.0) * way / length
    assert np.allclose(found[:, tip, :2], pull, rtol=1e-12, atol=1e-13)
    assert np.allclose(found[:, anchor, :2], -pull, rtol=1e-12, atol=1e-13)
    assert np.all(found[:, rod, :2] == 0.0) and np.all(found[:, :, 2:] == 0.0)
    after = mbs.systemData.GetSystemState(), mbs.systemData.GetTime()
    for old, new in zip(before[0], after[0], strict=True):
        assert np.array_equal(old, new)
    assert after[1] == pytest.approx(before[1])
