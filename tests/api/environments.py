"""Small environments that tests play."""

import numpy as np
from gymnasium.spaces import Box, Discrete

import linkwork as exu
from linkwork.gym import Environment
from linkwork.items import *


class Pendulum(Environment):
    """A pendulum on a rod that is pushed sideways."""

    observation_space = Box(-np.inf, np.inf, (4,), np.float64)
    action_space = Box(-1.0, 1.0, (1,), np.float64)
    step_size, steps_per_action, max_actions = 0.01, 3, 40

    def build(self, mbs):
        ground = mbs.AddObject(ObjectGround())
        node = mbs.AddNode(NodePoint2D(referenceCoordinates=[0.0, -1.0]))
        self.mass = mbs.AddObject(MassPoint2D(physicsMass=1.0, nodeNumber=node))
        self.bob = mbs.AddMarker(MarkerBodyPosition(bodyNumber=self.mass))
        fixed = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
        mbs.AddObject(DistanceConstraint(markerNumbers=[fixed, self.bob], distance=1.0))
        mbs.AddLoad(Force(markerNumber=self.bob, loadVector=[0.0, -9.81, 0.0]))
        self.push = mbs.AddLoad(Force(markerNumber=self.bob, loadVector=[0.0, 0.0, 0.0]))

    def start(self, options):
        angle = self.np_random.uniform(-0.5, 0.5)
        return [np.sin(angle), 1.0 - np.cos(angle)], None

    def act(self, action):
        self.set_parameter(self.push, "loadVector", [5.0 * action[0], 0.0, 0.0])

    def observe(self):
        return [*self.run.coordinates, *self.run.velocities]

    def reward(self, action):
        return self.run.coordinates[1] - 0.01 * action[0] ** 2

    def terminated(self):
        return self.run.coordinates[1] > 0.4

    def info(self):
        return {"time": self.run.time}


class Explicit(Pendulum):
    """The same by an explicit solver, with numbers of less digits and two actions."""

    observation_space = Box(-10.0, 10.0, (4,), np.float32)
    action_space = Discrete(2)
    solver = exu.DynamicSolverType.RK44

    def act(self, action):
        self.set_parameter(self.push, "loadVector", [10.0 * action - 5.0, 0.0, 0.0])

    def reward(self, action):
        return self.run.coordinates[1]


class Breaking(Pendulum):
    """A pendulum whose rod cannot be solved beyond some angle: the push has no value there."""

    def build(self, mbs):
        super().build(mbs)
        mbs.AddLoad(
            Force(markerNumber=self.bob, loadVector=[1.0, 0.0, 0.0], loadVectorUserFunction=breaks)
        )

    def start(self, options):
        return None, None


def breaks(mbs, t, loadVector):
    if t > 0.1:
        raise ValueError("the rope breaks")
    return loadVector


def actions_of(env, seed, count=60):
    rng = np.random.default_rng(seed)
    if isinstance(env.action_space, Discrete):
        return list(rng.integers(0, 2, count))
    return list(rng.uniform(-1.0, 1.0, (count, 1)))
