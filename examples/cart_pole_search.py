"""A policy found by random search
===============================

A linear policy that balances a pole on a cart is found by random search in a few seconds, without
equations of the system: noise is added to the best gains, and the result is kept if it holds the
pole better. With Gymnasium installed, the episodes run in a `linkwork.gym.Environment`; without it,
a few lines around a Stepper do the same.
"""

import time

import numpy as np

import linkwork as exu
from linkwork.items import *

cart_mass, pole_mass, half, gravity = 1.0, 0.1, 0.5, 9.81  # SI units
largest_force, largest_angle, largest_x = 10.0, 0.2, 2.4


class CartPole:
    """What happens in an episode. Observed are x, angle and their rates; an action of -1 to 1 is
    a force on the cart."""

    step_size, steps_per_action, max_actions = 0.01, 2, 200
    solver = exu.DynamicSolverType.RK44

    def build(self, mbs):
        rail = mbs.AddNode(Node1D(referenceCoordinates=[0]))
        cart = mbs.AddObject(Mass1D(nodeNumber=rail, physicsMass=cart_mass))
        center = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0, half, 0]))
        inertia = pole_mass * (2 * half) ** 2 / 12
        pole = mbs.AddObject(
            RigidBody2D(nodeNumber=center, physicsMass=pole_mass, physicsInertia=inertia)
        )
        top = mbs.AddMarker(MarkerBodyPosition(bodyNumber=cart))
        foot = mbs.AddMarker(MarkerBodyPosition(bodyNumber=pole, localPosition=[0, -half, 0]))
        mbs.AddObject(RevoluteJoint2D(markerNumbers=[top, foot]))
        weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=pole))
        mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, -gravity, 0]))
        pushed = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=rail, coordinate=0))
        self.motor = mbs.AddLoad(LoadCoordinate(markerNumber=pushed, load=0))

    def start(self, options):
        x, angle = options["start"]  # the pole is turned about its foot
        return [x, x - half * np.sin(angle), half * (np.cos(angle) - 1), angle], None

    def act(self, action):
        self.set_parameter(self.motor, "load", largest_force * min(max(action, -1.0), 1.0))

    def observe(self):
        q, v = self.run.coordinates, self.run.velocities
        return np.array([q[0], q[3], v[0], v[3]])

    def reward(self, action):
        x, _, _, angle = self.run.coordinates.tolist()
        return 1.0 - (angle / largest_angle) ** 2 - 0.1 * x**2

    def terminated(self):
        x, _, _, angle = self.run.coordinates.tolist()
        return abs(angle) > largest_angle or abs(x) > largest_x


try:
    from gymnasium.spaces import Box

    from linkwork.gym import Environment

    class Episodes(CartPole, Environment):
        observation_space = Box(-np.inf, np.inf, (4,), np.float64)
        action_space = Box(-1.0, 1.0, (), np.float64)

except ImportError:

    class Episodes(CartPole):
        def __init__(self):
            mbs = exu.SystemContainer().AddSystem()
            self.build(mbs)
            settings = exu.SimulationSettings()
            settings.timeIntegration.endTime = self.step_size
            settings.timeIntegration.numberOfSteps = 1
            settings.solutionSettings.solutionWritePeriod = self.steps_per_action * self.step_size
            self.run = mbs.Stepper(settings, self.solver)
            self.set_parameter, self.solution = self.run.set_parameter, self.run.solution

        def reset(self, options):
            self.act(0.0)
            self.run.reset(*self.start(options))
            return self.observe(), {}

        def step(self, action):
            self.act(action)
            self.run.step(self.steps_per_action)
            return self.observe(), self.reward(action), self.terminated(), False, {}


def total_reward(gains, start):
    """Of an episode that begins with x, angle."""
    state, _ = episodes.reset(options={"start": start})
    total = 0.0
    for _ in range(episodes.max_actions):
        state, reward, ended, _, _ = episodes.step(gains @ state)
        total += reward
        if ended:
            break
    return total


episodes = Episodes()
rng = np.random.default_rng(2)
trials, scale = 60, np.array([0.5, 5.0, 0.5, 1.0])
best, most = np.zeros(4), -np.inf
began = time.perf_counter()
for _ in range(trials):
    gains = best + rng.normal(size=4) * scale
    found = total_reward(gains, (0.0, 0.1)) + total_reward(gains, (0.4, -0.05))
    if found > most:
        best, most = gains, found
took = time.perf_counter() - began

total = total_reward(best, (-0.5, -0.1))
solution = episodes.solution()
episodes.run.close()
x, angle = solution.coordinates[:, [0, 3]].T
print(f"gains {best.round(2)} after {trials} trials in {took:.1f} s")
print(f"another start: total reward {total:.1f} of {episodes.max_actions}")
print(f"angle at most {np.abs(angle).max():.3f} rad, at the end {abs(angle[-1]) * 1e3:.1f} mrad")
assert total > 0.9 * episodes.max_actions
assert solution.times[-1] > 3.99 and np.abs(angle).max() < largest_angle
assert abs(angle[-1]) < 0.02 and abs(x[-1]) < 0.3
