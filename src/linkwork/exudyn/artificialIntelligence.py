"""Environments of Gymnasium on a system (needs gymnasium)."""

from typing import Any

import numpy as np

import linkwork.exudyn as exu
from linkwork.exudyn._missing import missing_class as _missing_class
from linkwork.exudyn.advancedUtilities import IsInteger, IsReal

useOldGym = False
"""Only gymnasium is used, not its predecessor gym."""


def _gym() -> tuple[Any, Any, Any]:
    """Env, spaces and logger of gymnasium; without it a class that refuses, and None."""
    try:
        from gymnasium import Env, logger, spaces
    except ImportError:
        why = "gymnasium is not installed; pip install gymnasium"
        return (
            _missing_class("exudyn.artificialIntelligence.OpenAIGymInterfaceEnv", why),
            None,
            None,
        )
    return Env, spaces, logger


Env, spaces, logger = _gym()


class OpenAIGymInterfaceEnv(Env):  # type: ignore[misc, valid-type]
    """An environment whose steps are runs over stepUpdateTime.

    Subclasses override CreateMBS, SetupSpaces, MapAction2MBS, Output2StateAndDone and
    State2InitialValues. Attributes: SC, mbs, simulationSettings, dynamicSolver, stateSize, state,
    stepUpdateTime [s], episodeTime [s], randomInitializationValue, useRenderer.
    """

    metadata = {"render_modes": ["human"], "render_fps": 50}

    def __init__(self, **kwargs):
        self.SC = exu.SystemContainer()
        self.mbs = self.SC.AddSystem()
        self.simulationSettings = exu.SimulationSettings()
        self.dynamicSolver = None
        self.stepUpdateTime = 0.02
        self.randomInitializationValue = 0.05
        self.useRenderer = False
        self.episodeTime = 0.0
        self.state = None
        self.steps_beyond_done = None
        self.stateSize = self.CreateMBS(self.SC, self.mbs, self.simulationSettings, **kwargs)
        self.SetupSpaces()
        if self.dynamicSolver is None:
            self.SetSolver(exu.DynamicSolverType.GeneralizedAlpha)
        self.PreInitializeSolver()

    # ----------------------------------------------------------------- to be overridden

    def CreateMBS(self, SC, mbs, simulationSettings, **kwargs):
        """Build and assemble the model; returns the number of states."""
        raise NotImplementedError("OpenAIGymInterfaceEnv: override CreateMBS")

    def SetupSpaces(self):
        """Set self.action_space and self.observation_space."""
        raise NotImplementedError("OpenAIGymInterfaceEnv: override SetupSpaces")

    def MapAction2MBS(self, action):
        """Apply an action to the model."""
        raise NotImplementedError("OpenAIGymInterfaceEnv: override MapAction2MBS")

    def Output2StateAndDone(self):
        """Set self.state from the model; returns whether the episode is over."""
        raise NotImplementedError("OpenAIGymInterfaceEnv: override Output2StateAndDone")

    def State2InitialValues(self):
        """[coordinates, velocities] of the system for self.state."""
        raise NotImplementedError("OpenAIGymInterfaceEnv: override State2InitialValues")

    def getReward(self):
        """Reward of a step; 1 unless overridden."""
        return 1.0

    # ----------------------------------------------------------------- solver

    def SetSolver(self, solverType):
        """Choose the solver of the steps."""
        implicit = (
            exu.DynamicSolverType.GeneralizedAlpha,
            exu.DynamicSolverType.TrapezoidalIndex2,
        )
        made = (
            exu.MainSolverImplicitSecondOrder if solverType in implicit else exu.MainSolverExplicit
        )
        self.dynamicSolver = made()

    def PreInitializeSolver(self):
        """Initialize the solver before the first step."""
        self.dynamicSolver.InitializeSolver(self.mbs, self.simulationSettings)

    def IntegrateStep(self):
        """Run over stepUpdateTime from the initial state; the end becomes the initial state."""
        data, initial = self.mbs.systemData, exu.ConfigurationType.Initial
        integration = self.simulationSettings.timeIntegration
        integration.startTime = self.episodeTime
        self.episodeTime += self.stepUpdateTime
        integration.endTime = self.episodeTime
        self.dynamicSolver.InitializeSolverInitialConditions(self.mbs, self.simulationSettings)
        self.dynamicSolver.SolveSteps(self.mbs, self.simulationSettings)
        data.SetSystemState(data.GetSystemState(), initial)

    # ----------------------------------------------------------------- gymnasium

    def step(self, action):
        """One step: (state, reward, terminated, truncated, {})."""
        if not self.action_space.contains(action):
            raise ValueError(f"step: {action!r} is not an action of {self.action_space}")
        self._set_initial_values()
        self.MapAction2MBS(action)
        self.IntegrateStep()
        done = bool(self.Output2StateAndDone())
        reward = self.getReward()
        if done:
            self.steps_beyond_done = 0 if self.steps_beyond_done is None else self.steps_beyond_done
            self.steps_beyond_done += 1
            reward = reward if self.steps_beyond_done == 1 else 0.0
        return np.array(self.state, dtype=np.float32), reward, done, False, {}

    def reset(self, *, seed=None, return_info=False, options=None):
        """Begin an episode at a random state: (state, {})."""
        super().reset(seed=seed)
        bound = self.randomInitializationValue
        self.state = self.np_random.uniform(low=-bound, high=bound, size=(self.stateSize,))
        self.steps_beyond_done = None
        self.episodeTime = 0.0
        self._set_initial_values()
        return np.array(self.state, dtype=np.float32), {}

    def _set_initial_values(self):
        values, rates = self.State2InitialValues()
        initial = exu.ConfigurationType.Initial
        self.mbs.systemData.SetODE2Coordinates(values, initial)
        self.mbs.systemData.SetODE2Coordinates_t(rates, initial)

    def render(self, mode="human"):
        """Nothing: there is no window."""

    def close(self):
        """End the runs."""
        self.dynamicSolver.FinalizeSolver(self.mbs, self.simulationSettings)

    def TestModel(
        self,
        numberOfSteps=500,
        seed=0,
        model=None,
        solutionFileName=None,
        useRenderer=True,
        sleepTime=0.01,
        stopIfDone=False,
        showTimeSpent=True,
        **kwargs,
    ):
        """Run an episode with the actions of a model that has `predict`, else with random ones."""
        import time

        start = time.perf_counter()
        observation, _ = self.reset(seed=seed)
        self.action_space.seed(seed)
        for _ in range(numberOfSteps):
            if model is None:
                action = self.action_space.sample()
            else:
                action, _ = model.predict(observation, deterministic=True)
            observation, _, done, _, _ = self.step(action)
            if done:
                if stopIfDone:
                    break
                observation, _ = self.reset()
        if showTimeSpent:
            print(f"{numberOfSteps} steps in {time.perf_counter() - start:.3g} s")
