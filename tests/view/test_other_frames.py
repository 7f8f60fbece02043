"""Frames that turn in a way the scene knows nothing of: through the kernels of their motion."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.model.marker_map import poses
from linkwork.motion.point import Point
from linkwork.view.live.follow import Follower, Places
from linkwork.view.scene.motion import Motion


class Disguised:
    """A frame in the plane that is not known as one."""

    def __init__(self, frame):
        self._frame = frame

    def __getattr__(self, name):
        return getattr(self._frame, name)


@pytest.fixture
def swung():
    """A body that turns, with its recorded motion."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodeRigidBody2D(referenceCoordinates=[1, 2, 0.5], initialVelocities=[1, -2, 3])
    )
    body = mbs.AddObject(RigidBody2D(physicsMass=1, physicsInertia=1, nodeNumber=node))
    mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[0.5, -0.25, 0.125]))
    mbs.Assemble()
    mbs.SolveDynamic()
    return mbs.solution


def frame_of(motion):
    return motion.snapshot.items["marker"][0].resolve(motion.model.places)[0]


def test_poses_of_a_frame_and_of_points():
    q = np.random.default_rng(1).uniform(-1.0, 1.0, (5, 4))
    home, rows = np.array([1.0, 2.0, 3.0]), np.array([[1.0, 2.0, 0.5], [0.0, -1.0, 2.0]])
    places, turns = poses(Point(home, 1, 2), q)
    assert places == pytest.approx(home + np.c_[q[:, 1:3], np.zeros(5)])
    assert turns == pytest.approx(np.tile(np.eye(3), (5, 1, 1)))
    places, _ = poses(Point(home, -1, 2, rows, listed=(3, 0)), q)
    assert places == pytest.approx(home + q[:, [3, 0]] @ rows)
    places, _ = poses(Point(home, -1, 2, rows, listed=(-1, 0)), q)
    assert places == pytest.approx(home + np.outer(q[:, 0], rows[1]))


def test_a_frame_is_drawn_where_and_as_it_is(swung):
    motion = Motion(swung.snapshot, swung.coordinates)
    known, other = motion.place(frame_of(motion)), motion.place(Disguised(frame_of(motion)))
    assert known[0] != other[0]
    assert motion.positions(other) == pytest.approx(motion.positions(known), abs=1e-12)
    turns = [motion.turns[motion.turn_of(place)] for place in (known, other)]
    assert np.abs(turns[0]).max() > 0.9
    same = np.abs((turns[0] * turns[1]).sum(1))  # q and -q are the same rotation
    assert same == pytest.approx(np.ones(len(same)), abs=1e-12)


def test_a_live_view_follows_it(swung):
    motion = Motion(swung.snapshot, swung.coordinates[:1])
    places = [motion.place(frame_of(motion)), motion.place(Disguised(frame_of(motion)))]
    follower = Follower(motion)
    for q in swung.coordinates[::25]:
        known, other = Places(places).positions(follower.frames(q))
        assert other == pytest.approx(known, abs=1e-12)
