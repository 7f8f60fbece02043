"""Solver objects: what they tell, what they refuse, and how runs end early.

Their numbers are compared with the other program in `test_scripts.py`.
"""

import json
from pathlib import Path

import numpy as np
import pytest

import linkwork.exudyn as exu
from linkwork.core.errors import SolverError
from linkwork.exudyn import _solver_data, _solver_objects
from linkwork.exudyn.itemInterface import (
    CoordinateSpringDamper,
    LoadCoordinate,
    MarkerNodeCoordinate,
    Mass1D,
    Node1D,
    NodePointGround,
    SensorNode,
)
from tests.cases import looped
from tests.during_runs import during_the_next_run, press_ctrl_c

pytestmark = pytest.mark.processors

NAMES = json.loads(Path(__file__).with_name("solver_names.json").read_text("utf-8"))
"""Class -> its methods and attributes in the other program."""


def oscillator(law=0, stiffness=80.0):
    mbs = exu.SystemContainer().AddSystem()
    ground, node = mbs.AddNode(NodePointGround()), mbs.AddNode(Node1D(initialVelocities=[0.2]))
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=0.5))
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (ground, node)]
    mbs.AddObject(
        CoordinateSpringDamper(markerNumbers=ends, stiffness=stiffness, springForceUserFunction=law)
    )
    mbs.AddLoad(LoadCoordinate(markerNumber=ends[1], load=2.0))
    mbs.AddSensor(
        SensorNode(
            nodeNumber=node, outputVariableType=exu.OutputVariableType.Coordinates,
            storeInternal=True, writeToFile=False,
        )
    )  # fmt: skip
    mbs.Assemble()
    return mbs


def settings(steps=20, end=0.2):
    made = exu.SimulationSettings()
    made.timeIntegration.endTime, made.timeIntegration.numberOfSteps = end, steps
    made.timeIntegration.verboseMode = made.staticSolver.verboseMode = 0
    made.solutionSettings.writeSolutionToFile = False
    return made


@pytest.fixture(autouse=True)
def defaults():
    yield
    exu.special.solver.timeout, exu.special.solver.throwErrorWithCtrlC = -1.0, True


# ---------------------------------------------------------------------- names


@looped("name", NAMES)
def test_classes_have_all_names(name):
    made = getattr(exu, name)()
    missing = [each for each in NAMES[name] if not hasattr(made, each)]
    assert not missing


def test_data_can_be_read_set_and_printed():
    it = exu.MainSolverImplicitSecondOrder().it
    assert it.currentStepIndex == 0 and it.recommendedStepSize == -1.0
    it.currentTime = 0.5
    assert "currentTime = 0.5" in it.ToString()
    conv = exu.SolverConvergenceData()
    conv.residual = 3.0
    conv.InitializeData()
    assert conv.residual == 0.0
    timer = exu.CSolverTimer()
    timer.python = 2.0
    timer.massMatrix = 1.0
    assert timer.Sum() == 3.0
    timer.Reset(False)
    assert timer.Sum() == 0.0 and not timer.useTimer
    assert set(_solver_data.PARTS) <= set(vars(timer))


# ---------------------------------------------------------------------- what runs tell


def test_solvers_of_finished_runs():
    mbs, chosen = oscillator(), settings()
    mbs.SolveDynamic(chosen)
    solver = mbs.sys["dynamicSolver"]
    assert isinstance(solver, exu.MainSolverImplicitSecondOrder)
    assert mbs.sys["simulationSettings"] is chosen
    it = solver.it
    assert (it.currentStepIndex, it.numberOfSteps, it.discontinuousIterationsCount) == (21, 20, 20)
    assert (it.currentTime, it.currentStepSize) == pytest.approx((0.2, 0.01))
    assert it.newtonStepsCount >= 20 and it.newtonJacobiCount >= 1
    assert exu.SolverSuccess(solver) == [True, ""]
    assert solver.timer.total > 0.0
    assert (solver.GetODE2size(), solver.GetAEsize()) == (1, 0)
    mbs.SolveDynamic(chosen, solverType=exu.DynamicSolverType.DOPRI5)
    assert isinstance(mbs.sys["dynamicSolver"], exu.MainSolverExplicit)
    solver = mbs.sys["dynamicSolver"]
    assert solver.it.discontinuousIterationsCount == solver.it.currentStepIndex - 1
    assert solver.GetSolverName() == "explicit time integration (DOPRI5)"
    assert (solver.GetMethodOrder(), solver.GetNumberOfStages()) == (5, 7)
    chosen.staticSolver.numberOfLoadSteps = 4
    mbs.SolveStatic(chosen)
    assert isinstance(mbs.sys["staticSolver"], exu.MainSolverStatic)
    assert mbs.sys["staticSolver"].it.currentStepIndex == 5
    mbs.sys.clear()
    mbs.SolveDynamic(chosen, storeSolver=False)
    assert not mbs.sys


def test_failures_are_told_by_objects_and_raised_by_functions(capsys):
    chosen = settings(2, 0.4)
    chosen.timeIntegration.adaptiveStep = False
    chosen.timeIntegration.newton.maxIterations = 1

    def law(mbs, t, number, u, v, k, d, offset):
        return k * u + 1e6 * u**3

    mbs = oscillator(law)
    solver = exu.MainSolverImplicitSecondOrder()
    assert solver.SolveSystem(mbs, chosen) is False
    assert "did not converge" in solver.GetErrorString()
    assert "did not converge" in capsys.readouterr().out
    assert exu.SolverSuccess(solver)[0] is False
    assert solver.conv.stepReductionFailed and not solver.conv.newtonConverged
    with pytest.raises(SolverError):
        mbs.SolveDynamic(chosen)
    assert exu.SolverSuccess(mbs.sys["dynamicSolver"])[0] is False
    exu.solver.SolverErrorMessage(mbs.sys["dynamicSolver"], mbs)
    assert "did not converge" in capsys.readouterr().out


def test_functions_that_stop_a_run_at_its_start_and_before_a_step():
    mbs = oscillator()
    mbs.SetPostStepUserFunction(lambda mbs, t: t > 0.0)
    mbs.SolveDynamic(settings())
    solver = mbs.sys["dynamicSolver"]
    assert (solver.it.currentStepIndex, solver.it.currentTime) == (1, 0.0)
    assert solver.output.simulationStoppedByUserFunction and solver.output.finishedSuccessfully
    mbs.SetPostStepUserFunction(0)
    mbs.SetPreStepUserFunction(lambda mbs, t: t < 0.055)
    mbs.SolveDynamic(settings())
    solver = mbs.sys["dynamicSolver"]
    assert solver.it.currentTime == pytest.approx(0.06)
    assert solver.output.simulationStoppedByUserFunction


def test_a_timeout_ends_a_run_with_success():
    mbs, chosen = oscillator(), settings(10**8, 1e5)
    chosen.solutionSettings.sensorsWritePeriod = chosen.solutionSettings.solutionWritePeriod = 1e4
    exu.special.solver.timeout = 0.1
    assert mbs.SolveDynamic(chosen)
    solver = mbs.sys["dynamicSolver"]
    assert solver.output.simulationTimeout and solver.output.finishedSuccessfully
    assert not solver.output.simulationStoppedByUserFunction
    assert 0.0 < solver.it.currentTime < 1e5
    exu.special.solver.timeout = -1.0
    mbs.SolveDynamic(settings())
    assert not mbs.sys["dynamicSolver"].output.simulationTimeout
    assert mbs.sys["dynamicSolver"].it.currentTime == pytest.approx(0.2)


def test_ctrl_c_with_and_without_an_exception():
    mbs, chosen = oscillator(), settings(10**8, 1e5)
    chosen.solutionSettings.sensorsWritePeriod = chosen.solutionSettings.solutionWritePeriod = 1e4
    for throws in (True, False):
        exu.special.solver.throwErrorWithCtrlC = throws
        with during_the_next_run(mbs, press_ctrl_c):
            if throws:
                with pytest.raises(KeyboardInterrupt):
                    mbs.SolveDynamic(chosen)
            else:
                mbs.SolveDynamic(chosen)
                assert mbs.sys["dynamicSolver"].output.simulationStoppedByUser
        assert mbs.sys["dynamicSolver"].it.currentTime < 1e5


# ---------------------------------------------------------------------- stages


def test_stages_call_their_defaults_and_give_the_compiled_numbers():
    """The other program would call the function again for ever."""
    plain, chosen = oscillator(), settings()
    chosen.timeIntegration.newton.relativeTolerance = 1e-12
    plain.SolveDynamic(chosen)
    mbs, called = oscillator(), []
    solver = exu.MainSolverImplicitSecondOrder()

    def through(name):
        def function(solver, mbs, settings, *more):
            called.append(name)
            found = getattr(solver, name)(mbs, settings, *more)
            return True if found is None else found

        return function

    for name in (
        "ComputeNewtonJacobian", "ComputeNewtonResidual", "ComputeNewtonUpdate",
        "DiscontinuousIteration", "FinishStep", "InitializeStep", "Newton", "PostNewton",
        "UpdateCurrentTime",
    ):  # fmt: skip
        getattr(solver, f"SetUserFunction{name}")(mbs, through(name))
    assert solver.SolveSystem(mbs, chosen)
    assert mbs.GetSensorStoredData(0) == pytest.approx(plain.GetSensorStoredData(0), abs=1e-13)
    assert called[:3] == ["FinishStep", "InitializeStep", "UpdateCurrentTime"]
    assert [called.count(name) for name in ("Newton", "PostNewton", "FinishStep")] == [20, 20, 21]
    assert solver.it.newtonStepsCount == called.count("ComputeNewtonJacobian")
    assert solver.it.discontinuousIterationsCount == 20


@pytest.mark.parametrize("index", [2, 3])
def test_constraints_and_rates_in_stages_are_the_compiled_ones(index):
    """A pendulum with a first-order system; velocity level with Newmark's method."""
    from linkwork.exudyn.itemInterface import (
        DistanceConstraint,
        Force,
        MarkerBodyPosition,
        MassPoint,
        NodeGenericODE1,
        NodePoint,
        ObjectGenericODE1,
        ObjectGround,
    )

    def pendulum():
        mbs = exu.SystemContainer().AddSystem()
        node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0]))
        bodies = [
            mbs.AddObject(ObjectGround()),
            mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2)),
        ]
        ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b)) for b in bodies]
        mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1.0))
        mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[0, -20, 0]))
        first = mbs.AddNode(
            NodeGenericODE1(
                referenceCoordinates=[0.0], initialCoordinates=[1.0], numberOfODE1Coordinates=1
            )
        )
        matrix = np.array([[-3.0]])
        mbs.AddObject(ObjectGenericODE1(nodeNumbers=[first], systemMatrix=matrix, rhsVector=[0.5]))
        mbs.Assemble()
        return mbs

    chosen = settings(50, 0.5)
    chosen.timeIntegration.newton.relativeTolerance = 1e-12
    chosen.timeIntegration.generalizedAlpha.useNewmark = index == 2
    chosen.timeIntegration.generalizedAlpha.useIndex2Constraints = index == 2
    plain, mbs = pendulum(), pendulum()
    plain.SolveDynamic(chosen)
    solver = exu.MainSolverImplicitSecondOrder()
    solver.SetUserFunctionPostNewton(mbs, lambda solver, mbs, settings: 0.0)
    assert solver.SolveSystem(mbs, chosen)
    for get in ("GetODE2Coordinates", "GetODE2Coordinates_t", "GetAECoordinates",
                "GetODE1Coordinates", "GetODE1Coordinates_t"):  # fmt: skip
        found, expected = (getattr(each.systemData, get)() for each in (mbs, plain))
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-11)


def test_steps_that_a_function_rejects_become_smaller():
    mbs, sizes = oscillator(), []

    def newton(solver, mbs, settings):
        sizes.append(solver.it.currentStepSize)
        data = mbs.systemData
        data.SetODE2Coordinates(data.GetODE2Coordinates() + solver.it.currentStepSize)
        return solver.it.currentStepSize < 0.006

    solver = exu.MainSolverImplicitSecondOrder()
    solver.SetUserFunctionNewton(mbs, newton)
    assert solver.SolveSystem(mbs, settings(2, 0.02))
    assert sizes[:2] == pytest.approx([0.01, 0.005])
    assert mbs.systemData.GetODE2Coordinates() == pytest.approx([0.02])


def test_repeated_steps_keep_the_data_of_the_post_newton_function():
    mbs, solver = oscillator(), exu.MainSolverImplicitSecondOrder()
    rounds = []
    solver.SetUserFunctionPostNewton(
        mbs, lambda solver, mbs, settings: rounds.append(solver.it.currentTime) or 5.0
    )
    chosen = settings(2, 0.02)
    chosen.timeIntegration.discontinuous.maxIterations = 3
    assert solver.SolveSystem(mbs, chosen)
    assert rounds == pytest.approx([0.01] * 3 + [0.02] * 3)
    assert solver.it.discontinuousIterationsCount == 6
    chosen.timeIntegration.discontinuous.ignoreMaxIterations = False
    assert not exu.MainSolverImplicitSecondOrder().conv.newtonConverged
    assert not solver.SolveSystem(mbs, chosen)


# ---------------------------------------------------------------------- what is refused


def test_what_cannot_be_done_is_refused_by_name():
    mbs, chosen = oscillator(), settings()
    solver = exu.MainSolverImplicitSecondOrder()
    with pytest.raises(RuntimeError, match="call InitializeSolver first"):
        solver.SolveSteps(mbs, chosen)
    solver.InitializeSolver(mbs, chosen)
    solver.SolveSteps(mbs, chosen)
    with pytest.raises(NotImplementedError, match="SolveSteps without InitializeSolverInitial"):
        solver.SolveSteps(mbs, chosen)
    for name in ("ReduceStepSize", "WriteCoordinatesToFile"):
        with pytest.raises(NotImplementedError, match=name):
            getattr(solver, name)(mbs, chosen)
    for made in (exu.MainSolverStatic(), exu.MainSolverExplicit()):
        with pytest.raises(NotImplementedError, match=f"{type(made).__name__}.Newton .*compiled"):
            made.Newton(mbs, chosen)
    with pytest.raises(ValueError, match="SetUserFunctionNewton takes a function, got 3"):
        solver.SetUserFunctionNewton(mbs, 3)
    solver.SetUserFunctionInitializeStep(mbs, lambda *arguments: True)
    with pytest.raises(Exception, match="must end at t = 0.01 s"):
        solver.SolveSystem(mbs, chosen)
    assert _solver_objects.COMPILED in exu._missing.names["MainSolverStatic.Newton"]


def test_explicit_methods_tell_order_and_stages():
    mbs, chosen, solver = oscillator(), settings(), exu.MainSolverExplicit()
    kind = exu.DynamicSolverType.RK44
    chosen.timeIntegration.explicitIntegration.dynamicSolverType = kind
    assert solver.SolveSystem(mbs, chosen)
    assert (solver.GetMethodOrder(), solver.GetNumberOfStages()) == (4, 4)
    assert chosen.timeIntegration.explicitIntegration.dynamicSolverType == kind
    w = np.sqrt(160.0)
    exact = 2 / 80 * (1 - np.cos(0.2 * w)) + 0.2 / w * np.sin(0.2 * w)
    assert mbs.systemData.GetODE2Coordinates() == pytest.approx([exact], rel=1e-6)
