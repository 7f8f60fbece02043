"""Copies of an environment in one process: those of Gymnasium, and each as if it were alone."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import linkwork as exu
from linkwork.gym import VectorEnvironment

from .environments import Breaking, Explicit, Pendulum, actions_of


@pytest.mark.parametrize("kind", [Pendulum, Explicit, Breaking])
@pytest.mark.parametrize("mode", list(AutoresetMode), ids=str)
def test_copies_are_those_of_gymnasium_bit_for_bit(kind, mode):
    ours = VectorEnvironment(kind, 4, autoreset_mode=mode)
    theirs = SyncVectorEnv([kind] * 4, autoreset_mode=mode)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.metadata == theirs.metadata and ours.num_envs == theirs.num_envs
    found, expected = ours.reset(seed=5), theirs.reset(seed=5)
    assert_same_batch(found, expected)
    assert ours.np_random_seed == theirs.np_random_seed == (5, 6, 7, 8)
    ours.action_space.seed(1)
    for _ in range(100):
        actions = ours.action_space.sample()
        found, expected = ours.step(actions), theirs.step(actions)
        assert_same_batch(found, expected)
        ended = found[2] | found[3]
        if mode is AutoresetMode.DISABLED and ended.any():
            found, expected = (
                envs.reset(options={"reset_mask": ended.copy()}) for envs in (ours, theirs)
            )
            assert_same_batch(found, expected)
    ours.close()
    theirs.close()
    assert ours.closed and not any(env.mbs.is_running for env in ours.envs)


def assert_same_batch(found, expected):
    for one, other in zip(found[:-1], expected[:-1], strict=True):
        assert one.dtype == other.dtype and one.tobytes() == other.tobytes()
    assert_same_infos(found[-1], expected[-1])


def assert_same_infos(one, other):
    assert one.keys() == other.keys()
    for name, values in one.items():
        if isinstance(values, dict):
            assert_same_infos(values, other[name])
        elif values.dtype == object:
            for left, right in zip(values, other[name], strict=True):
                assert np.array_equal(left, right), name
        else:
            assert np.array_equal(values, other[name]), name


def test_copies_do_what_they_would_do_alone():
    envs = VectorEnvironment(Pendulum, 3)
    alone = [Pendulum() for _ in range(3)]
    observations, _ = envs.reset(seed=[7, 7, 9])
    for env, seed, row in zip(alone, (7, 7, 9), observations, strict=True):
        assert np.array_equal(env.reset(seed=seed)[0], row)
    assert np.array_equal(observations[0], observations[1])
    for action in actions_of(alone[0], 1, 30):
        actions = np.array([action, -action, 0.5 * action])
        observations, rewards, terminated, truncated, _ = envs.step(actions)
        for k, env in enumerate(alone):
            single = env.step(actions[k])
            assert np.array_equal(single[0], observations[k])
            assert single[1:4] == (rewards[k], terminated[k], truncated[k])
        if terminated.any():
            break
    assert np.array_equal(envs.solution(1).coordinates, alone[1].solution().coordinates)


def test_results_of_copies_can_be_written_in_place():
    envs = VectorEnvironment(Pendulum, 3, copy=False)
    first, _ = envs.reset(seed=1)
    second, rewards, terminated, _, _ = envs.step(np.zeros((3, 1)))
    assert first is second
    third, *others = envs.step(np.ones((3, 1)))
    assert third is first and others[0] is rewards and others[1] is terminated
    copied = VectorEnvironment(Pendulum, 3)
    first, _ = copied.reset(seed=1)
    second, *_ = copied.step(np.zeros((3, 1)))
    assert first is not second and not np.array_equal(first, second)


def test_copies_are_drawn_one_by_one():
    envs = VectorEnvironment(lambda: Explicit(render_mode="rgb_array"), 2)
    envs.reset(seed=1)
    pictures = envs.render()
    assert len(pictures) == 2 and (pictures[0] != pictures[1]).any()


def test_mistakes_with_copies_are_told():
    for count in (0, 1.5, True):
        with pytest.raises(exu.ParameterError, match=r"num_envs must be a whole number >= 1"):
            VectorEnvironment(Pendulum, count)
    with pytest.raises(exu.ParameterError, match=r"not 5; gymnasium.vector.SyncVectorEnv takes"):
        VectorEnvironment(lambda: 5, 2)
    envs = VectorEnvironment(Pendulum, 2, autoreset_mode="Disabled")
    with pytest.raises(exu.ParameterError, match=r"seed must have 2 numbers, got 3"):
        envs.reset(seed=[1, 2, 3])
    for mask in ([True, False], np.zeros(2, bool), np.ones(3, bool), np.ones(2)):
        with pytest.raises(exu.ParameterError, match=r"reset_mask'\] must be an array of 2 bool"):
            envs.reset(options={"reset_mask": mask})
    envs.reset(seed=1)
    for _ in range(40):
        envs.step(np.zeros((2, 1)))
    with pytest.raises(exu.ParameterError, match=r"the episode of copy 0 has ended; reset it"):
        envs.step(np.zeros((2, 1)))
