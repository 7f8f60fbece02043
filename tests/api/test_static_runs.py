"""SolveStatic: results, files, sensors, functions before steps, failures, Ctrl-C, command line."""

import signal

import numpy as np
import pytest

import linkwork as exu
from linkwork.cli import main
from linkwork.core.errors import ParameterError, SolverError, SysError
from linkwork.items import *

from .test_static_settings import hardening, held, settings

pytestmark = pytest.mark.processors

Output = exu.OutputVariableType
Initial = exu.ConfigurationType.Initial


def with_sensors(mbs):
    """Sensors of the load and of the coordinate."""
    load = mbs.AddSensor(SensorLoad(name="f", loadNumber=0, storeInternal=True))
    node = mbs.AddSensor(
        SensorNode(
            name="q", nodeNumber=0, outputVariableType=Output.Coordinates, storeInternal=True
        )
    )
    return load, node


def test_sensors_are_recorded_and_loads_tell_their_full_value():
    mbs = held()
    load, node = with_sensors(mbs)
    solution = mbs.SolveStatic(settings(numberOfLoadSteps=2))
    np.testing.assert_allclose(solution.sensors["q"], [[0, 0], [0.5, 0.05], [1, 0.1]], atol=1e-14)
    np.testing.assert_allclose(mbs.GetSensorStoredData(load)[:, 1], 10.0)
    np.testing.assert_allclose(mbs.GetSensorValues(node), [0.1], rtol=1e-12)
    assert mbs.GetLoadParameter(0, "load") == 10.0


def test_text_files_and_archives(tmp_path):
    mbs = held()
    _, node = with_sensors(mbs)
    mbs.SetSensorParameter(node, "fileName", str(tmp_path / "q.txt"))
    made = settings(numberOfLoadSteps=2)
    made.solutionSettings.writeSolutionToFile = True
    made.solutionSettings.coordinatesSolutionFileName = str(tmp_path / "solution")
    solution = mbs.SolveStatic(made)
    rows = np.loadtxt(tmp_path / "solution.txt", comments="#", delimiter=",")
    np.testing.assert_allclose(rows[:, 0], [0, 0.5, 1])
    np.testing.assert_allclose(rows[:, 1], [0, 0.05, 0.1], atol=1e-12)
    sensed = np.loadtxt(tmp_path / "q.txt", comments="#", delimiter=",")
    np.testing.assert_allclose(sensed[-1], [1, 0.1])
    solution.save(tmp_path / "run.npz")
    loaded = exu.Solution.load(tmp_path / "run.npz")
    np.testing.assert_array_equal(loaded.coordinates, solution.coordinates)
    assert loaded.statistics.solver == "Static"


def test_streamed_results(tmp_path):
    made = settings(numberOfLoadSteps=5)
    made.solutionSettings.streamFileName = str(tmp_path / "run.lw")
    solution = held().SolveStatic(made)
    loaded = exu.Solution.load(tmp_path / "run.lw")
    np.testing.assert_array_equal(loaded.coordinates, solution.coordinates)
    np.testing.assert_allclose(loaded.coordinates[:, 0], 0.1 * loaded.times, atol=1e-15)


def test_the_start_is_at_rest_and_initial_values_stay():
    mbs = held()
    mbs.SetNodeParameter(0, "initialVelocities", [3.0])
    solution = mbs.SolveStatic(settings())
    assert not solution.velocities.any()
    assert mbs.systemData.GetODE2Coordinates(Initial) == [0.0]
    assert mbs.systemData.GetODE2Coordinates_t(Initial) == [3.0]


def test_update_of_initial_values():
    mbs = held()
    mbs.SolveStatic(settings(), updateInitialValues=True)
    np.testing.assert_allclose(mbs.systemData.GetODE2Coordinates(Initial), [0.1])
    dynamic = exu.SimulationSettings()
    np.testing.assert_allclose(mbs.SolveDynamic(dynamic).coordinates, 0.1, rtol=1e-12)
    again = mbs.SolveStatic(settings(numberOfLoadSteps=2))
    np.testing.assert_allclose(again.coordinates[:, 0], [0.1, 0.05, 0.1], rtol=1e-12)


def test_dynamic_runs_before_and_after_are_the_same():
    mbs = held(damping=0.5)
    first = mbs.SolveDynamic().coordinates
    mbs.SolveStatic(settings(numberOfLoadSteps=3))
    np.testing.assert_array_equal(mbs.SolveDynamic().coordinates, first)


def test_pre_step_functions_change_parameters_and_stop():
    mbs = held()
    seen = []

    def before(mbs, t):
        seen.append((t, mbs.GetLoadParameter(0, "load"), float(mbs.GetLoadValues(0))))
        mbs.SetObjectParameter(1, "stiffness", 100.0 / t)
        return t < 0.7

    mbs.SetPreStepUserFunction(before)
    solution = mbs.SolveStatic(settings(numberOfLoadSteps=4))
    assert [t for t, _, _ in seen] == [0.25, 0.5, 0.75]
    assert {(a, b) for _, a, b in seen} == {(10.0, 10.0)}
    np.testing.assert_allclose(solution.times, [0, 0.25, 0.5, 0.75])
    np.testing.assert_allclose(solution.coordinates[:, 0], 0.1 * solution.times**2, atol=1e-14)


def test_solving_inside_of_a_run_is_refused():
    mbs = held()
    mbs.SetPreStepUserFunction(lambda mbs, t: bool(mbs.SolveStatic()))
    with pytest.raises(SysError, match="SolveStatic"):
        mbs.SolveStatic(settings())
    mbs.SetPreStepUserFunction(None)
    assert mbs.SolveStatic(settings())


def test_errors_of_functions_are_told_with_their_item():
    def wrong(mbs, t, itemNumber, u, v, k, d, F0):
        if t > 0.6:
            raise ValueError("too late")
        return k * u

    mbs = held(springForceUserFunction=wrong)
    with pytest.raises(SolverError, match=r"'spring'.*springForceUserFunction.*too late") as told:
        mbs.SolveStatic(settings(numberOfLoadSteps=4, adaptiveStep=False))
    assert isinstance(told.value.__cause__, ValueError)
    np.testing.assert_allclose(told.value.solution.times, [0, 0.25, 0.5])
    assert mbs.GetLoadParameter(0, "load") == 10.0
    np.testing.assert_allclose(float(mbs.GetLoadValues(0)), 10.0)


def test_first_order_rates_that_cannot_vanish_are_named():
    mbs = held()
    node = mbs.AddNode(NodeGenericODE1(name="ramp", numberOfODE1Coordinates=1))
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], rhsVector=[2.0]))
    with pytest.raises(SolverError, match="'ramp'"):
        mbs.SolveStatic(settings(constrainODE1coordinates=False))
    assert mbs.SolveStatic(settings())


def test_contradicting_constraints_are_named():
    mbs = held()
    fixed = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=1, coordinate=0))
    moving = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=0, coordinate=0))
    for offset in (0.1, 0.2):
        mbs.AddObject(CoordinateConstraint(markerNumbers=[fixed, moving], offset=offset))
    with pytest.raises(SolverError, match="CoordinateConstraint.*contradict"):
        mbs.SolveStatic(settings())


def test_an_empty_system_has_nothing_to_solve():
    mbs = exu.SystemContainer().AddSystem()
    with pytest.warns(UserWarning, match="the system is empty"):
        solution = mbs.SolveStatic(settings(numberOfLoadSteps=2))
    assert solution and len(solution) == 3


def test_interrupt_keeps_the_steps_before():
    mbs = held()

    def raise_signal(mbs, t):
        if t > 0.45:
            signal.raise_signal(signal.SIGINT)
        return True

    mbs.SetPreStepUserFunction(raise_signal)
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            mbs.SolveStatic(settings(numberOfLoadSteps=10))
    finally:
        signal.signal(signal.SIGINT, before)
    assert "stopped by the user at t = 0.4 s" in mbs.solution.message
    np.testing.assert_allclose(mbs.solution.times, np.arange(5) / 10)
    np.testing.assert_allclose(mbs.solution.coordinates[-1], [0.04])


def test_command_line_finds_the_equilibrium(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    mbs = held()
    with_sensors(mbs)
    mbs.save("model.json")
    assert main(["run", "model.json", "--static", "--steps", "4", "--out", "rest.npz"]) == 0
    out = capsys.readouterr().out
    assert "Static: 4 steps" in out and "q  0.1" in out
    loaded = exu.Solution.load("rest.npz")
    np.testing.assert_allclose(loaded.coordinates[:, 0], 0.025 * np.arange(5), atol=1e-14)
    assert main(["run", "model.json", "--static", "--end-time", "3"]) == 2
    assert "--static cannot be combined with --end-time" in capsys.readouterr().err


def test_settings_of_other_types_and_reports_of_users():
    with pytest.raises(ParameterError):
        held().SolveStatic({"numberOfLoadSteps": 2})
    mbs = held(springForceUserFunction=hardening)
    mbs.SolveStatic(settings())
    assert [record.compiled for record in mbs.UserFunctionInfo()] == [True]
