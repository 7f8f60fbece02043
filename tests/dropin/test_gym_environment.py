"""An environment of Gymnasium on a system, with a solver that runs step by step."""

import numpy as np
import pytest

import linkwork
import linkwork.exudyn as exu
from linkwork.utilities import LoadForceVector, MarkerBodyPosition

pytest.importorskip("gymnasium")


class Solver:
    """The calls of a solver object, on SolveDynamic."""

    def InitializeSolver(self, mbs, settings):
        self.steps = 0

    def InitializeSolverInitialConditions(self, mbs, settings):
        self.steps += 1

    def SolveSteps(self, mbs, settings):
        mbs.SolveDynamic(settings)

    def FinalizeSolver(self, mbs, settings):
        self.steps = -1


@pytest.fixture
def environment(monkeypatch):
    for name in ("SystemContainer", "SimulationSettings", "DynamicSolverType", "ConfigurationType"):
        monkeypatch.setattr(exu, name, getattr(linkwork, name), raising=False)
    monkeypatch.setattr(exu, "MainSolverImplicitSecondOrder", Solver, raising=False)
    from linkwork.exudyn.artificialIntelligence import OpenAIGymInterfaceEnv, spaces

    class Cart(OpenAIGymInterfaceEnv):
        def CreateMBS(self, SC, mbs, simulationSettings, **kwargs):
            self.body = mbs.CreateMassPoint(physicsMass=2)
            marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=self.body))
            self.force = mbs.AddLoad(LoadForceVector(markerNumber=marker))
            mbs.Assemble()
            self.stepUpdateTime = 0.1
            return 2

        def SetupSpaces(self):
            self.action_space = spaces.Discrete(2)
            self.observation_space = spaces.Box(-np.inf, np.inf, (2,))

        def MapAction2MBS(self, action):
            self.mbs.SetLoadParameter(self.force, "loadVector", [(-4, 4)[action], 0, 0])

        def Output2StateAndDone(self):
            data = self.mbs.systemData
            self.state = [data.GetODE2Coordinates()[0], data.GetODE2Coordinates_t()[0]]
            return abs(self.state[0]) > 1

        def State2InitialValues(self):
            return [[self.state[0], 0, 0], [self.state[1], 0, 0]]

    return Cart()


def test_steps_continue_from_the_state(environment):
    start, information = environment.reset(seed=1)
    again, _ = environment.reset(seed=1)
    assert start.tolist() == again.tolist() and np.abs(start).max() <= 0.05 and information == {}
    x, v = environment.state
    for k in range(3):
        state, reward, terminated, truncated, _ = environment.step(1)
        x, v = x + 0.1 * v + 0.5 * 2 * 0.1**2, v + 2 * 0.1
        assert state == pytest.approx([x, v], rel=1e-6)
        assert (reward, terminated, truncated) == (1, False, False)
        assert environment.mbs.systemData.GetTime() == pytest.approx(0.1 * (k + 1))
    assert environment.dynamicSolver.steps == 3
    environment.close()
    assert environment.dynamicSolver.steps == -1


def test_episodes_end_and_wrong_actions_are_refused(environment):
    environment.reset(seed=1)
    environment.state = np.array([0.99, 2.0])
    assert environment.step(1)[1:3] == (1, True)
    assert environment.step(1)[1:3] == (0, True)
    with pytest.raises(ValueError, match="not an action"):
        environment.step(7)


def test_models_are_tried_for_an_episode(environment, capsys):
    environment.TestModel(numberOfSteps=5, seed=2)
    assert "5 steps in" in capsys.readouterr().out
    assert environment.dynamicSolver.steps == 5
