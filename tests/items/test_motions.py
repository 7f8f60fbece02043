"""Kinds of motion: what their kernels give for one state and for many."""

import numpy as np

from linkwork.model.marker_map import MANY_STATES, poses
from tests.cases import Cases

from .pairs import ENDS, MOTIONS, ends_named


def test_many_states_have_the_poses_of_each_of_them():
    """In compiled code as in plain Python."""
    rng = np.random.default_rng(1)
    with Cases() as cases:
        for end in ENDS:
            motion = MOTIONS[end]
            if motion.kind is None or hasattr(motion, "ends"):
                continue  # it is fixed, or not a point
            with cases(ends_named([end])):
                q = rng.uniform(-0.5, 0.5, (MANY_STATES + 3, 1 + max(motion.coordinates)))
                places, turns = poses(motion, q)
                assert np.ptp(places, axis=0).max() > 0.1
                for state, place, turn in zip(q, places, turns, strict=True):
                    single, frames = poses(motion, state[None])
                    assert np.array_equal(single[0], place) and np.array_equal(frames[0], turn)
                assert np.abs(turns @ turns.transpose(0, 2, 1) - np.eye(3)).max() < 1e-14
