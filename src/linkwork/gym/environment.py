"""Environment: a system that an agent observes and acts on, advanced by a Stepper.

class Cart(Environment):
    observation_space = spaces.Box(-np.inf, np.inf, (2,))
    action_space = spaces.Box(-1.0, 1.0, (1,))

    def build(self, mbs):
        self.node = mbs.AddNode(Node1D(referenceCoordinates=[0]))
        ...

    def act(self, action):
        self.set_parameter(self.motor, "load", 10.0 * action[0])

    def observe(self):
        return self.run.coordinates[0], self.run.velocities[0]

    def reward(self, action):
        return -abs(self.run.coordinates[0])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MethodType
from typing import Any

import gymnasium
import numpy as np

from linkwork.api.system import SystemContainer
from linkwork.core.enums import ConfigurationType, DynamicSolverType
from linkwork.core.errors import ParameterError, SolverError
from linkwork.settings.simulation import SimulationSettings

FUNCTIONS = (
    "build", "settings", "start", "act", "observe", "reward", "terminated", "info", "failed",
    "draw",
)  # fmt: skip
"""Methods that a subclass overrides, or that are passed as functions."""

VALUES = (
    "observation_space", "action_space", "step_size", "steps_per_action", "max_actions", "solver",
    "metadata", "view",
)  # fmt: skip
"""Attributes that a subclass sets, or that are passed by name."""


class Environment(gymnasium.Env):
    """A system with actions, observations and rewards, as Gymnasium wants it.

    Write a subclass, or pass its functions and values by name; a function gets the environment as
    its first argument:

        Environment(build=build, act=act, observe=observe, reward=reward,
                    observation_space=..., action_space=...)

    observation_space -- a Box; action_space -- any space of Gymnasium
    step_size -- of the solver [s]; steps_per_action -- steps that an action lasts
    max_actions -- an episode is truncated after this many; None: never
    solver -- of mbs.Stepper
    view -- ((x_min, x_max), (y_min, y_max)) of pictures [m]; None: the first state and room around
    it
    mbs, run -- the system and its Stepper, for use in the functions
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 50}
    step_size: float = 0.01
    steps_per_action: int = 1
    max_actions: int | None = None
    solver: Any = DynamicSolverType.GeneralizedAlpha
    view: Any = None

    def __init__(self, render_mode: str | None = None, **given: Any) -> None:
        for name, value in given.items():
            if name not in FUNCTIONS + VALUES:
                known = ", ".join(FUNCTIONS + VALUES)
                raise ParameterError(f"{type(self).__name__} has no argument {name!r}; use {known}")
            setattr(self, name, MethodType(value, self) if name in FUNCTIONS else value)
        self.render_mode = render_mode
        self.mbs = SystemContainer().AddSystem()
        self._before: dict[tuple[type, Any, str], Any] = {}
        self._actions = -1
        self._picture: Any = None
        self._drawing: Any = None
        self.build(self.mbs)
        self._check()
        self.run = self.mbs.Stepper(self.settings(), self.solver)
        data, initial = self.mbs.systemData, ConfigurationType.Initial
        self._initial = data.GetODE2Coordinates(initial), data.GetODE2Coordinates_t(initial)

    def _check(self) -> None:
        """Check what a subclass has set."""
        name = type(self).__name__
        if not isinstance(getattr(self, "observation_space", None), gymnasium.spaces.Box):
            raise ParameterError(f"{name}: observation_space must be a gymnasium.spaces.Box")
        if not isinstance(getattr(self, "action_space", None), gymnasium.Space):
            raise ParameterError(f"{name}: action_space must be a space of Gymnasium")
        for what, least in (("steps_per_action", 1), ("max_actions", 1)):
            value = getattr(self, what)
            if value is None and what == "max_actions":
                continue
            if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
                raise ParameterError(
                    f"{name}: {what} must be a whole number >= {least}, got {value!r}"
                )
        modes = self.metadata.get("render_modes", [])
        if self.render_mode is not None and self.render_mode not in modes:
            known = ", ".join(modes)
            raise ParameterError(
                f"{name}: render_mode must be None or one of {known}, got {self.render_mode!r}"
            )

    # ------------------------------------------------------------------ for subclasses

    def build(self, mbs: Any) -> None:
        """Add the items of the system; called once.

        mbs -- the empty system
        """
        raise NotImplementedError(f"{type(self).__name__} must define build(mbs)")

    def settings(self) -> Any:
        """SimulationSettings of the Stepper: steps of step_size, a recorded row per action."""
        made = SimulationSettings()
        actions = self.max_actions or 1000
        made.timeIntegration.numberOfSteps = actions * self.steps_per_action
        made.timeIntegration.endTime = actions * self.steps_per_action * self.step_size
        made.timeIntegration.verboseMode = 0
        period = self.steps_per_action * self.step_size
        made.solutionSettings.solutionWritePeriod = period
        made.solutionSettings.sensorsWritePeriod = period
        return made

    def start(self, options: Mapping[str, Any]) -> tuple[Any, Any]:
        """(coordinates, velocities) at which an episode starts; None: the initial values.

        Draw random numbers from self.np_random. Parameters may be set, too.
        """
        return None, None

    def act(self, action: Any) -> None:
        """Turn an action into parameters of items, with self.set_parameter."""
        raise NotImplementedError(f"{type(self).__name__} must define act(action)")

    def observe(self) -> Any:
        """The observation at the present state; it is copied."""
        raise NotImplementedError(f"{type(self).__name__} must define observe()")

    def reward(self, action: Any) -> float:
        """The reward of an action, after its steps."""
        raise NotImplementedError(f"{type(self).__name__} must define reward(action)")

    def terminated(self) -> bool:
        """Whether the present state ends the episode; default: an event has stopped the run."""
        return bool(self.run.stopped)

    def info(self) -> dict[str, Any]:
        """Further information about the present state, for the last value of step."""
        return {}

    def failed(self, action: Any, error: SolverError) -> tuple[float, bool]:
        """(reward, whether the episode is terminated) where a step cannot be solved.

        The state is the one before that step. Default: its reward, and the episode is truncated.

        error -- why the step cannot be solved
        """
        return self.reward(action), False

    def draw(self, axes: Any) -> Any:
        """Draw the present state into axes of matplotlib; default: what the player draws.

        May return the bounds of the first state and of the present one, from which the view
        follows if there is none.

        axes -- axes of matplotlib
        """
        from linkwork.gym.picture import SystemDrawing

        if self._drawing is None:
            self._drawing = SystemDrawing()
        return self._drawing.draw(self.mbs, axes)

    # ------------------------------------------------------------------ for agents

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin an episode; returns (observation, info)."""
        observation = self._new_observation()
        return observation, self.begin(observation, seed, options)

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Act for steps_per_action steps; returns (observation, reward, terminated, truncated,
        info). Where a step cannot be solved, the episode ends and info["error"] says why."""
        observation = self._new_observation()
        return observation, *self.advance(action, observation)

    def render(self) -> np.ndarray | None:
        """A picture of the present state, an array of RGB values; None without a render_mode."""
        if self.render_mode is None:
            return None
        if self._picture is None:
            from linkwork.gym.picture import Picture

            self._picture = Picture(self.view)
        made: np.ndarray = self._picture.take(self.draw)
        return made

    def solution(self) -> Any:
        """The Solution of the present episode; env.solution().show() plays it."""
        return self.run.solution()

    def close(self) -> None:
        """End the run; mbs.solution holds the last episode."""
        if hasattr(self, "run"):
            self.run.close()

    # ------------------------------------------------------------------ for the functions

    def set_parameter(self, item: Any, name: str, value: Any) -> None:
        """Change a parameter of an item until the end of the episode: reset puts it back.

        item -- what AddObject or AddLoad has returned
        name -- name of the parameter
        """
        key = item.__class__, item, name
        if key not in self._before:
            family = getattr(item, "family", "object").capitalize()
            read: Callable[..., Any] = getattr(self.mbs, f"Get{family}Parameter")
            self._before[key] = read(item, name)
        self.run.set_parameter(item, name, value)

    # ------------------------------------------------------------------ in arrays of others

    def begin(
        self, observation: np.ndarray, seed: int | None, options: Mapping[str, Any] | None
    ) -> dict[str, Any]:
        """Begin an episode and write the first observation; returns info."""
        super().reset(seed=seed)
        for (_, item, name), value in self._before.items():
            self.run.set_parameter(item, name, value)
        started = self.start(options or {})
        given = zip(started, self._initial, strict=True)
        # always both: every episode starts in the same way, to the same bits
        self.run.reset(*(usual if values is None else values for values, usual in given))
        self._actions = 0
        self._observe(observation)
        return self.info()

    def advance(
        self, action: Any, observation: np.ndarray
    ) -> tuple[float, bool, bool, dict[str, Any]]:
        """Act and write the observation; returns (reward, terminated, truncated, info)."""
        if self._actions < 0:
            raise gymnasium.error.ResetNeeded("call reset before step")
        self.act(action)
        self._actions += 1
        truncated = self.max_actions is not None and self._actions >= self.max_actions
        try:
            self.run.step(self.steps_per_action)
        except SolverError as error:
            reward, terminated = self.failed(action, error)
            self._observe(observation)
            told = self.info() | {"error": str(error)}
            return float(reward), bool(terminated), truncated or not terminated, told
        observation[...] = self.observe()
        return float(self.reward(action)), bool(self.terminated()), truncated, self.info()

    def _new_observation(self) -> np.ndarray:
        space = self.observation_space
        return np.empty(space.shape, space.dtype)

    def _observe(self, observation: np.ndarray) -> None:
        """Write the present observation, after a look at its shape."""
        found = np.asarray(self.observe())
        if found.shape != observation.shape:
            raise ParameterError(
                f"{type(self).__name__}: observe returned an array of shape {found.shape}, "
                f"observation_space has {observation.shape}"
            )
        observation[...] = found
