"""Environments of Gymnasium: its rules, episodes that repeat themselves, copies that agree."""

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Box, Discrete
from gymnasium.utils.env_checker import check_env

import linkwork as exu
from linkwork.gym import Environment
from linkwork.items import *

from .environments import Breaking, Explicit, Pendulum, actions_of
from .models import Output, python_environment


def played(env, seed, actions):
    """All results of an episode."""
    found = [env.reset(seed=seed)]
    for action in actions:
        found.append(env.step(action))
        if found[-1][2] or found[-1][3]:
            break
    return found


def assert_same_episodes(one, other):
    assert len(one) == len(other)
    for left, right in zip(one, other, strict=True):
        assert left[0].dtype == right[0].dtype and left[0].tobytes() == right[0].tobytes()
        assert left[1:] == right[1:]


# ------------------------------------------------------------------ the rules of Gymnasium


@pytest.mark.parametrize("kind", [Pendulum, Explicit, Breaking])
def test_environments_obey_the_rules(kind):
    env = kind()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of infinite bounds
        check_env(env)
    env.close()


def test_pictures_obey_the_rules():
    env = Explicit(render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert first.shape == (360, 480, 3) and first.dtype == np.uint8
    assert (first != 255).any()
    for _ in range(10):
        env.step(1)
    assert (env.render() != first).any() and first is not env.render()
    assert Explicit().render() is None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env)


def colored(picture, least=60):
    """Rows and columns of points that are neither paper nor grid."""
    return np.argwhere(np.ptp(picture.astype(int), axis=2) > least)


def test_pictures_show_the_view():
    env = Pendulum(render_mode="rgb_array", view=((-2.0, 2.0), (-1.5, 1.5)))
    env.reset(seed=1)
    env.run.reset([0.0, 0.0], [0.0, 0.0])
    found = colored(env.render())
    assert found[:, 1].mean() == pytest.approx(240, abs=3)  # it hangs in the middle
    assert np.median(found[:, 0]) == pytest.approx(300, abs=8)  # and 1 m are 120 points


class Cart(Environment):
    """A mass on a rail."""

    observation_space = Box(-np.inf, np.inf, (1,))
    action_space = Box(-1.0, 1.0, (1,))

    def build(self, mbs):
        node = mbs.AddNode(Node1D(referenceCoordinates=[0]))
        mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=1))

    def act(self, action):
        pass

    def observe(self):
        return self.run.coordinates

    def reward(self, action):
        return 0.0


def test_pictures_show_cart_and_rail_in_a_view_that_stays():
    env = Cart(render_mode="rgb_array")
    env.reset(seed=1)
    places, views = [], []
    for x in (0.0, 0.02, 5.0):
        env.run.reset([x], [0.0])
        found = colored(env.render())
        rows, counts = np.unique(found[:, 0], return_counts=True)
        rail = rows[counts > 470]
        assert len(rail), "the rail goes through the whole picture"
        cart = found[np.abs(found[:, 0] - rail.mean()) > 3]
        places.append(cart[:, 1].mean())
        views.append(env._picture._room[0].copy())
    assert (views[1] == views[0]).all(), "the view stays"
    moved = 0.02 * 480 / np.ptp(views[0])  # points
    assert places[1] - places[0] == pytest.approx(moved, abs=1.5) and moved > 5
    assert views[2][0] <= 0.0 and views[2][1] > 5.0, "it grows where the cart would leave it"


def test_registered_environments_are_made_by_name():
    gymnasium.register("linkwork/Pendulum-v0", entry_point=Pendulum, max_episode_steps=10)
    try:
        env = gymnasium.make("linkwork/Pendulum-v0")
        env.reset(seed=3)
        for k in range(10):
            *_, truncated, _ = env.step(np.zeros(1))
            assert truncated == (k == 9)
        env.close()
    finally:
        del gymnasium.registry["linkwork/Pendulum-v0"]


def test_functions_can_be_passed_instead_of_a_class():
    names = ("build", "start", "act", "observe", "reward", "terminated", "info")
    given = {name: getattr(Pendulum, name) for name in names}
    values = ("observation_space", "action_space", "step_size", "steps_per_action", "max_actions")
    given |= {name: getattr(Pendulum, name) for name in values}
    # super() and names of the class are not used by any of them
    env, other = Environment(**given), Pendulum()
    assert_same_episodes(played(env, 5, actions_of(env, 1)), played(other, 5, actions_of(other, 1)))


# ------------------------------------------------------------------ episodes


@pytest.mark.parametrize("kind", [Pendulum, Explicit])
def test_episodes_with_the_same_seed_are_the_same_bit_for_bit(kind):
    env = kind()
    actions = actions_of(env, 2)
    first = played(env, 11, actions)
    played(env, 12, actions_of(env, 3))  # leaves another force, and other rows
    env.step(actions[0])
    assert_same_episodes(played(env, 11, actions), first)
    assert_same_episodes(played(kind(), 11, actions), first)
    env.reset(seed=12)
    assert env.observe() != list(first[0][0])


def test_steps_are_those_of_a_stepper():
    env, other = Pendulum(), Pendulum()
    observation, _ = env.reset(seed=4)
    run, q = other.run, observation[:2].copy()
    run.reset(coordinates=q, velocities=[0.0, 0.0])
    for action in actions_of(env, 5, 20):
        observation, reward, *_ = env.step(action)
        run.set_parameter(other.push, "loadVector", [5.0 * action[0], 0.0, 0.0])
        run.step(3)
        assert np.array_equal(observation, [*run.coordinates, *run.velocities])
        assert reward == run.coordinates[1] - 0.01 * action[0] ** 2


def test_observations_are_copies():
    env = Pendulum(observe=lambda env: env.run.coordinates, observation_space=Box(-9, 9, (2,)))
    first, _ = env.reset(seed=1)
    kept = first.copy()
    second, *_ = env.step(np.ones(1))
    assert np.array_equal(first, kept) and not np.array_equal(first, second)
    assert first.dtype == np.float32


def test_episodes_end_by_state_or_by_number():
    env = Pendulum()
    env.reset(seed=1)
    for k in range(40):
        *_, terminated, truncated, info = env.step(np.zeros(1))
        assert not terminated and truncated == (k == 39)
        assert info == {"time": pytest.approx(0.03 * (k + 1))}
    env.reset(seed=1)
    ends = [env.step(np.ones(1) * np.sign(env.run.velocities[0]))[2:4] for _ in range(40)]
    assert (True, False) in ends
    endless = Pendulum(max_actions=None)
    endless.reset(seed=1)
    assert not any(endless.step(np.zeros(1))[3] for _ in range(1100))


def test_events_end_episodes():
    class Stopped(Pendulum):
        terminated = Environment.terminated

        def build(self, mbs):
            super().build(mbs)
            place = mbs.AddSensor(
                SensorMarker(markerNumber=self.bob, outputVariableType=Output.Position)
            )
            mbs.AddSensor(SensorEvent(sensorNumber=place, threshold=0.0, terminal=True))

    env = Stopped()
    env.reset(seed=1)
    ends = [env.step(np.zeros(1))[2] for _ in range(40)]
    assert ends.index(True) > 2
    assert env.solution().events


def test_parameters_of_an_episode_end_with_it():
    class Heavier(Pendulum):
        def start(self, options):
            if "mass" in options:
                self.set_parameter(self.mass, "physicsMass", options["mass"])
            return super().start(options)

    env, actions = Heavier(), [np.ones(1)] * 20
    first = played(env, 3, actions)
    env.reset(seed=3, options={"mass": 4.0})
    heavy = [env.step(action) for action in actions]
    assert np.abs(heavy[-1][0] - first[-1][0]).max() > 1e-2
    assert env.mbs.GetObjectParameter(env.mass, "physicsMass") == 4.0
    assert_same_episodes(played(env, 3, actions), first)
    assert env.mbs.GetObjectParameter(env.mass, "physicsMass") == 1.0


def test_solution_is_that_of_the_present_episode():
    env = Pendulum()
    played(env, 1, actions_of(env, 1, 30))
    results = played(env, 2, actions_of(env, 1, 10))
    solution = env.solution()
    assert solution.times.tolist() == pytest.approx([0.03 * k for k in range(11)])
    assert np.array_equal(solution.coordinates, [result[0][:2] for result in results])
    env.close()
    assert len(env.mbs.solution.times) == 11
    env.close()


# ------------------------------------------------------------------ failures


def test_steps_that_cannot_be_solved_end_the_episode():
    env = Breaking()
    for _ in range(2):
        env.reset(seed=1)
        ends = []
        while not ends or not (ends[-1][2] or ends[-1][3]):
            ends.append(env.step(np.zeros(1)))
        observation, reward, terminated, truncated, info = ends[-1]
        assert len(ends) == 4 and truncated and not terminated
        assert "the rope breaks" in info["error"] and info["time"] == pytest.approx(0.1)
        assert np.array_equal(observation, [*env.run.coordinates, *env.run.velocities])
        assert reward == env.run.coordinates[1]
        assert all("error" not in end[4] for end in ends[:-1])


def test_environments_decide_what_a_failure_means():
    env = Breaking(failed=lambda env, action, error: (-100.0, True))
    env.reset(seed=1)
    results = [env.step(np.zeros(1)) for _ in range(4)]
    assert results[-1][1:4] == (-100.0, True, False)


def test_mistakes_are_told():
    with pytest.raises(gymnasium.error.ResetNeeded):
        Pendulum().step(np.zeros(1))
    with pytest.raises(exu.ParameterError, match=r"Pendulum has no argument 'stepsize'; use build"):
        Pendulum(stepsize=0.1)
    with pytest.raises(exu.ParameterError, match="observation_space must be a gymnasium"):
        Pendulum(observation_space=Discrete(3))
    with pytest.raises(exu.ParameterError, match="action_space must be a space of Gymnasium"):
        Pendulum(action_space=None)
    with pytest.raises(exu.ParameterError, match=r"steps_per_action must be a whole number >= 1"):
        Pendulum(steps_per_action=0)
    with pytest.raises(exu.ParameterError, match=r"max_actions must be a whole number >= 1"):
        Pendulum(max_actions=2.5)
    with pytest.raises(exu.ParameterError, match=r"render_mode must be None or one of rgb_array"):
        Pendulum(render_mode="human")
    with pytest.raises(exu.ParameterError, match=r"observe returned an array of shape \(4,\), "):
        Pendulum(observation_space=Box(-1, 1, (3,))).reset()
    for name in ("build", "act", "observe", "reward"):
        with pytest.raises(NotImplementedError, match=f"must define {name}"):
            env = Pendulum(**{name: getattr(Environment, name)})
            env.reset(seed=1)
            env.step(np.zeros(1))


def test_package_does_not_need_gymnasium(tmp_path):
    (tmp_path / "gymnasium.py").write_text("raise ImportError('not here')")
    program = (
        "import sys, linkwork, linkwork.items\n"
        "linkwork.SystemContainer().AddSystem()\n"
        "assert 'gymnasium' not in sys.modules and 'linkwork.gym' not in sys.modules\n"
        "try:\n    import linkwork.gym\n"
        "except ImportError as error:\n    print(error)\n"
    )
    environment = python_environment()
    environment["PYTHONPATH"] = f"{tmp_path}:{environment['PYTHONPATH']}"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
    assert "pip install linkwork[gym]" in done.stdout
