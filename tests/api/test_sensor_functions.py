"""SensorUserFunction: what it gets, what it may return, when it is called."""

import pathlib
import subprocess
import sys

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

from .models import make_settings, mass_on_spring, python_environment

Solver, Output = exu.DynamicSolverType, exu.OutputVariableType
Configuration = exu.ConfigurationType
SOLVERS = [Solver.GeneralizedAlpha, Solver.RK44, Solver.VelocityVerlet, Solver.ODE23]


def momentum(mbs, t, sensorNumbers, factors, configuration):
    position = mbs.GetSensorValues(sensorNumbers[0], configuration)
    velocity = mbs.GetSensorValues(sensorNumbers[1], configuration)
    return [t, position[0], factors[0] * velocity[0]]


def model(function=momentum, **values):
    """A mass on a spring with sensors of position and velocity, and one of a function."""
    s = mass_on_spring(assemble=False)
    s.watched = [
        s.mbs.AddSensor(SensorNode(nodeNumber=s.node, outputVariableType=variable,
                                   storeInternal=True))
        for variable in (Output.Position, Output.Velocity)
    ]  # fmt: skip
    given = dict(
        sensorNumbers=s.watched, factors=[2.5], sensorUserFunction=function, storeInternal=True
    )
    s.sensor = s.mbs.AddSensor(SensorUserFunction(**(given | values)))
    return s


def solve(s, solver=Solver.GeneralizedAlpha):
    settings = make_settings(0.5, 50)
    settings.solutionSettings.sensorsWritePeriod = 0.01
    return s.mbs.SolveDynamic(settings, solver)


@looped("solver", SOLVERS)
def test_other_sensors_are_read_at_the_recorded_times(solver):
    s = model()
    solution = solve(s, solver)
    position, velocity = (s.mbs.GetSensorStoredData(number) for number in s.watched)
    made = s.mbs.GetSensorStoredData(s.sensor)
    assert made.shape == (len(position), 4)
    assert len(made) >= 40
    np.testing.assert_array_equal(made[:, 0], position[:, 0])
    np.testing.assert_array_equal(made[:, 1], position[:, 0])
    np.testing.assert_array_equal(made[:, 2], position[:, 1])
    np.testing.assert_array_equal(made[:, 3], 2.5 * velocity[:, 1])
    assert np.ptp(made[:, 2]) > 0.1
    assert list(solution.sensors)[-1] == "sensor3"
    np.testing.assert_array_equal(s.mbs.GetSensorValues(s.sensor), made[-1, 1:])


def test_arguments():
    seen = []

    def function(*arguments):
        seen.append(arguments)
        return np.zeros(2)

    s = model(function)
    s.mbs.Assemble()
    s.mbs.GetSensorValues(s.sensor, Configuration.Initial)
    solve(s)
    mbs, t, numbers, factors, configuration = seen[0]
    assert mbs is s.mbs and type(t) is float and numbers == s.watched
    assert all(type(number) is exu.SensorIndex for number in numbers)
    assert type(factors) is list and factors == [2.5] and type(factors[0]) is float
    assert configuration is Configuration.Initial
    assert {call[4] for call in seen[1:]} == {Configuration.Current}
    numbers.clear()
    factors.clear()
    assert s.mbs.GetSensorParameter(s.sensor, "factors") == [2.5]


@looped("form", [list, tuple, np.array])
@looped("size", [1, 3, 12, 13])
def test_lists_are_new_in_each_call_and_results_of_any_length_are_recorded(size, form):
    def function(mbs, t, sensorNumbers, factors, configuration):
        assert len(sensorNumbers) == 2 and factors == [2.5]
        sensorNumbers.clear()
        return form([factors.pop() * t] + [t] * (size - 1))

    s = model(function)
    solve(s)
    made = s.mbs.GetSensorStoredData(s.sensor)
    assert made.shape[1] == 1 + size and len(made) >= 40
    np.testing.assert_array_equal(made[:, 1], 2.5 * made[:, 0])
    for k in range(2, 1 + size):
        np.testing.assert_array_equal(made[:, k], made[:, 0])


def test_configurations_are_handed_over():
    s = model()
    s.mbs.SetNodeParameter(s.node, "initialVelocities", [3, 0, 0])
    s.mbs.Assemble()
    solve(s)
    assert s.mbs.GetSensorValues(s.sensor, Configuration.Initial)[2] == 7.5
    assert s.mbs.GetSensorValues(s.sensor)[2] != 7.5


def test_a_sensor_of_a_sensor_of_functions():
    s = model()

    def doubled(mbs, t, sensorNumbers, factors, configuration):
        return 2.0 * mbs.GetSensorValues(sensorNumbers[0], configuration)

    outer = s.mbs.AddSensor(
        SensorUserFunction(sensorNumbers=[s.sensor], sensorUserFunction=doubled, storeInternal=True)
    )
    solve(s)
    inner, made = s.mbs.GetSensorStoredData(s.sensor), s.mbs.GetSensorStoredData(outer)
    np.testing.assert_array_equal(made[:, 1:], 2.0 * inner[:, 1:])


def test_files(tmp_path):
    s = model(fileName=str(tmp_path / "made.txt"))
    solve(s)
    rows = np.loadtxt(tmp_path / "made.txt", delimiter=",")
    np.testing.assert_allclose(rows, s.mbs.GetSensorStoredData(s.sensor), rtol=1e-6)


def test_dictionary_form_and_text():
    s = model()
    form = s.mbs.GetSensor(s.sensor)
    assert form["sensorType"] == "UserFunction" and form["sensorUserFunction"] is momentum
    assert list(form["sensorNumbers"]) == s.watched
    (record,) = s.mbs.UserFunctionInfo()
    assert (record.family, record.kind, record.compiled) == ("sensor", "SensorUserFunction", False)


# ------------------------------------------------------------------------------- wrong uses

WANTED = "it must return a list or an array of at least one number, got"
BAD = {
    "no numbers": (lambda *_: [], f"{WANTED} []"),
    "nothing": (lambda *_: None, f"{WANTED} None"),
    "a number": (lambda *_: 3.0, f"{WANTED} 3.0"),
    "text": (lambda *_: "abc", f"{WANTED} 'abc'"),
    "a matrix": (lambda *_: np.eye(2), f"{WANTED} array"),
    "complex": (lambda *_: [1j], "it must return 1 number, got [1j]"),
    "nan": (lambda *_: [1.0, np.nan], "it returned array([ 1., nan]), with nan at 1"),
}


@looped("name", BAD)
def test_wrong_results_at_the_start(name):
    function, text = BAD[name]
    s = model(function)
    with pytest.raises(exu.SolverError) as failure:
        solve(s)
    told = str(failure.value)
    assert told.startswith("SensorUserFunction 'sensor3' (sensor 3): sensorUserFunction failed")
    assert text in told and "at t = 0 s" in told
    with pytest.raises(exu.UserFunctionError, match="sensorUserFunction failed"):
        s.mbs.GetSensorValues(s.sensor)


def test_a_sensor_that_asks_for_itself_is_told_in_short():
    s = model(lambda mbs, *_: mbs.GetSensorValues(s.sensor))
    told = r"sensorUserFunction failed.*'sensor3' \(sensor 3\) cannot be computed inside"
    with pytest.raises(exu.SolverError, match=told) as failure:
        solve(s)
    assert len(str(failure.value)) < 250


@pytest.mark.parametrize("solver", SOLVERS)
def test_failures_during_a_run_keep_the_results(solver):
    def longer(mbs, t, *_):
        return [t] if t < 0.205 else [t, t]

    def raising(mbs, t, *_):
        if t > 0.205:
            raise KeyError("own")
        return [t]

    for function, kind, text in (
        (longer, TypeError, "it must return 1 number, got ["),
        (raising, KeyError, "'own'"),
    ):
        s = model(function)
        with pytest.raises(exu.SolverError) as failure:
            solve(s, solver)
        told = str(failure.value)
        assert "SensorUserFunction 'sensor3' (sensor 3): sensorUserFunction failed" in told
        assert text in told
        assert type(failure.value.__cause__) is kind
        assert failure.value.__cause__.__traceback__ is not None
        made = failure.value.solution.sensors["sensor3"]
        assert 0.18 < made[-1, 0] < 0.205


def test_a_sensor_without_function_is_refused():
    s = model(0)
    with pytest.raises(exu.ParameterError) as failure:
        s.mbs.Assemble()
    assert str(failure.value) == (
        "SensorUserFunction 'sensor3' (sensor 3): sensorUserFunction must be a function of the "
        "arguments (mbs, t, sensorNumbers, factors, configuration), got 0"
    )
    with pytest.raises(exu.ParameterError, match="must be a function of the arguments"):
        model(lambda mbs, t: [0.0])
    with pytest.raises(exu.ParameterError, match="sensor 9 does not exist"):
        model(sensorNumbers=[9])


WITHOUT_COMPILER = """
from tests.api.test_sensor_functions import *
for solver in SOLVERS:
    test_failures_during_a_run_keep_the_results(solver)
"""


def test_failures_in_plain_python_keep_the_results_too():
    environment = {**python_environment(), "NUMBA_DISABLE_JIT": "1"}
    folder = pathlib.Path(__file__).parents[2]
    subprocess.run(
        [sys.executable, "-c", WITHOUT_COMPILER], env=environment, cwd=folder, check=True
    )
