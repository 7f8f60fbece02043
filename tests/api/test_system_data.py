"""mbs.systemData: coordinates of all configurations, sizes, time, states, and continued runs."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

from .models import (
    Configuration,
    Output,
    Solver,
    make_settings,
    mass_on_spring,
    new_system,
    pendulum,
)

VECTORS = ["ODE2Coordinates", "ODE2Coordinates_t", "ODE2Coordinates_tt", "AECoordinates"]


def get(mbs, name, configuration=Configuration.Current):
    return getattr(mbs.systemData, f"Get{name}")(configuration)


def put(mbs, name, values, configuration=Configuration.Current):
    getattr(mbs.systemData, f"Set{name}")(values, configuration)


def started_pendulum():
    s = pendulum(assemble=False)
    s.mbs.SetNodeParameter(s.node, "initialCoordinates", [-0.2, -0.6])
    s.mbs.SetNodeParameter(s.node, "initialVelocities", [0.6, 0.8])
    s.mbs.Assemble()
    return s


# ------------------------------------------------------------------------------- configurations


def test_after_assemble_the_current_state_is_the_initial_one():
    s = started_pendulum()
    for configuration in (Configuration.Current, Configuration.Initial):
        assert list(get(s.mbs, "ODE2Coordinates", configuration)) == [-0.2, -0.6]
        assert list(get(s.mbs, "ODE2Coordinates_t", configuration)) == [0.6, 0.8]
        assert list(get(s.mbs, "ODE2Coordinates_tt", configuration)) == [0, 0]
        assert list(get(s.mbs, "AECoordinates", configuration)) == [0]
    assert list(get(s.mbs, "ODE2CoordinatesTotal")) == [0.8, -0.6]
    assert s.mbs.systemData.GetTime() == 0.0


def test_reference_holds_reference_coordinates_and_nothing_else():
    s = started_pendulum()
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert list(get(s.mbs, "ODE2Coordinates", Configuration.Reference)) == [1, 0]
    assert list(get(s.mbs, "ODE2CoordinatesTotal", Configuration.Reference)) == [1, 0]
    for name in VECTORS[1:]:
        assert not get(s.mbs, name, Configuration.Reference).any()


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44])
def test_after_a_run_current_is_the_end_and_initial_stays(solver):
    s = mass_on_spring()
    solution = s.mbs.SolveDynamic(make_settings(0.3, 30), solver)
    assert np.array_equal(get(s.mbs, "ODE2Coordinates"), solution.coordinates[-1])
    assert np.array_equal(get(s.mbs, "ODE2Coordinates_t"), solution.velocities[-1])
    assert np.array_equal(get(s.mbs, "ODE2Coordinates_tt"), solution.accelerations[-1])
    assert not get(s.mbs, "ODE2Coordinates", Configuration.Initial).any()
    assert not get(s.mbs, "ODE2Coordinates_t", Configuration.Initial).any()
    assert s.mbs.systemData.GetTime() == 0.3


def test_multipliers_after_a_run():
    s = started_pendulum()
    solution = s.mbs.SolveDynamic(make_settings(0.3, 30))
    assert np.array_equal(get(s.mbs, "AECoordinates"), solution.multipliers[-1])
    assert s.mbs.GetObjectOutput(s.rod, Output.Force) == solution.multipliers[-1, 0]


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44])
def test_start_of_step_after_a_run_is_the_state_before_the_last_step(solver):
    s = mass_on_spring()
    solution = s.mbs.SolveDynamic(make_settings(0.3, 30), solver)
    start = Configuration.StartOfStep
    assert np.array_equal(get(s.mbs, "ODE2Coordinates", start), solution.coordinates[-2])
    assert np.array_equal(get(s.mbs, "ODE2Coordinates_t", start), solution.velocities[-2])
    assert np.array_equal(get(s.mbs, "ODE2Coordinates_tt", start), solution.accelerations[-2])


def test_start_of_step_of_multipliers():
    s = started_pendulum()
    solution = s.mbs.SolveDynamic(make_settings(0.3, 30))
    assert np.array_equal(
        get(s.mbs, "AECoordinates", Configuration.StartOfStep), solution.multipliers[-2]
    )


def test_start_of_step_before_any_run_is_the_current_state():
    s = started_pendulum()
    assert list(get(s.mbs, "ODE2Coordinates", Configuration.StartOfStep)) == [-0.2, -0.6]


@looped("bad", [Configuration._None, Configuration.Visualization, 77, "Current"])
def test_other_configurations_are_refused(bad):
    s = started_pendulum()
    name = "ODE2Coordinates"
    values = get(s.mbs, name)
    with pytest.raises(exu.SysError, match=r"Current.*Initial"):
        get(s.mbs, name, bad)
    with pytest.raises(exu.SysError, match=r"Current.*Initial"):
        put(s.mbs, name, values, bad)


# ------------------------------------------------------------------------------- setting


@looped("configuration", [Configuration.Current, Configuration.Initial])
@looped("name", VECTORS)
@looped("kind", [list, tuple, np.array, lambda v: np.array(v, np.float32)])
def test_round_trip(name, configuration, kind):
    s = started_pendulum()
    values = [0.5] if name == "AECoordinates" else [0.25, -2]
    other = (
        Configuration.Initial if configuration == Configuration.Current else Configuration.Current
    )
    before = get(s.mbs, name, other)
    put(s.mbs, name, kind(values), configuration)
    assert list(get(s.mbs, name, configuration)) == values
    assert np.array_equal(get(s.mbs, name, other), before)


def test_arguments_by_name():
    s = started_pendulum()
    data = s.mbs.systemData
    data.SetODE2Coordinates(coordinates=[0, 0], configuration=Configuration.Initial)
    assert list(data.GetODE2Coordinates(configuration=Configuration.Initial)) == [0, 0]
    assert list(data.GetODE2Coordinates(configuration=Configuration.Current)) == [-0.2, -0.6]


@looped("name", VECTORS)
def test_what_is_given_and_returned_is_copied(name):
    s = started_pendulum()
    values = get(s.mbs, name) + 1.0
    put(s.mbs, name, values)
    expected = values.copy()
    values[:] = 9.0
    get(s.mbs, name)[:] = 8.0
    assert np.array_equal(get(s.mbs, name), expected)


NO_VECTORS = [
    [],
    [1.0, 2.0, 3.0],
    [[1.0, 2.0]],
    1.0,
    [np.nan],
    [np.nan, 0.0],
    [0.0, np.inf],
    None,
    "12",
    ["a", "b"],
    {},
    [1j, 2j],
    [[1.0], [2.0, 3.0]],
]


@looped("configuration", [Configuration.Current, Configuration.Initial])
@looped("name", VECTORS)
def test_wrong_vectors_are_refused_and_change_nothing(name, configuration):
    s = started_pendulum()
    before = get(s.mbs, name, configuration)
    for bad in NO_VECTORS:
        with pytest.raises(exu.SysError, match=f"{before.size}"):
            put(s.mbs, name, bad, configuration)
        assert np.array_equal(get(s.mbs, name, configuration), before)


@looped("name", VECTORS)
def test_refused_vector_is_named_as_the_user_calls_it(name):
    s = started_pendulum()
    with pytest.raises(exu.SysError, match=f"{name} "):
        put(s.mbs, name, [1.0, 2.0, 3.0])


@looped("configuration", [Configuration.Reference, Configuration.StartOfStep])
@looped("name", VECTORS)
def test_reference_and_start_of_step_cannot_be_set(name, configuration):
    s = started_pendulum()
    with pytest.raises(exu.SysError, match=r"Current.*Initial.*" + configuration.name):
        put(s.mbs, name, get(s.mbs, name), configuration)


def test_current_coordinates_act_at_once_in_outputs():
    s = mass_on_spring()
    put(s.mbs, "ODE2Coordinates", [1, 0, 0])
    put(s.mbs, "ODE2Coordinates_t", [0, 3, 0])
    put(s.mbs, "ODE2Coordinates_tt", [0, 0, 5])
    assert list(s.mbs.GetNodeOutput(s.node, Output.Position)) == [2, 0, 0]
    assert list(s.mbs.GetMarkerOutput(s.end, Output.Velocity)) == [0, 3, 0]
    assert list(s.mbs.GetMarkerOutput(s.end, Output.Acceleration)) == [0, 0, 5]
    assert s.mbs.GetObjectOutput(s.spring, Output.Distance) == 2.0
    assert s.mbs.GetObjectOutput(s.spring, Output.ForceLocal) == 150.0
    assert list(s.mbs.GetSensorValues(s.sensor)) == [2, 0, 0]


def test_current_multipliers_act_at_once_in_outputs():
    s = started_pendulum()
    put(s.mbs, "AECoordinates", [7])
    assert s.mbs.GetObjectOutput(s.rod, Output.Force) == 7.0


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44])
def test_run_starts_at_the_initial_configuration(solver):
    s = mass_on_spring()
    put(s.mbs, "ODE2Coordinates", [0.5, 0, 0], Configuration.Initial)
    put(s.mbs, "ODE2Coordinates_t", [0, 2, 0], Configuration.Initial)
    put(s.mbs, "ODE2Coordinates", [9, 9, 9], Configuration.Current)
    solution = s.mbs.SolveDynamic(make_settings(0.1, 10), solver)
    assert list(solution.coordinates[0]) == [0.5, 0, 0]
    assert list(solution.velocities[0]) == [0, 2, 0]
    by_node = mass_on_spring(assemble=False)
    by_node.mbs.SetNodeParameter(by_node.node, "initialCoordinates", [0.5, 0, 0])
    by_node.mbs.SetNodeParameter(by_node.node, "initialVelocities", [0, 2, 0])
    expected = by_node.mbs.SolveDynamic(make_settings(0.1, 10), solver)
    assert np.array_equal(solution.coordinates, expected.coordinates)


def test_initial_configuration_survives_a_run():
    s = mass_on_spring()
    put(s.mbs, "ODE2Coordinates", [0.5, 0, 0], Configuration.Initial)
    first = s.mbs.SolveDynamic(make_settings(0.1, 10))
    second = s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert np.array_equal(first.coordinates, second.coordinates)
    assert list(get(s.mbs, "ODE2Coordinates", Configuration.Initial)) == [0.5, 0, 0]


# ------------------------------------------------------------------------------- states


def test_system_state_holds_five_vectors():
    s = started_pendulum()
    s.mbs.SolveDynamic(make_settings(0.3, 30))
    state = s.mbs.systemData.GetSystemState()
    assert [part.shape for part in state] == [(2,), (2,), (0,), (1,), (0,)]
    assert np.array_equal(state[0], get(s.mbs, "ODE2Coordinates"))
    assert np.array_equal(state[1], get(s.mbs, "ODE2Coordinates_t"))
    assert np.array_equal(state[3], get(s.mbs, "AECoordinates"))


def test_system_state_round_trip():
    s = started_pendulum()
    data = s.mbs.systemData
    s.mbs.SolveDynamic(make_settings(0.3, 30))
    state = data.GetSystemState()
    s.mbs.SolveDynamic(make_settings(0.5, 50))
    data.SetSystemState(state)
    data.SetSystemState(state, Configuration.Initial)
    for configuration in (Configuration.Current, Configuration.Initial):
        for part, expected in zip(data.GetSystemState(configuration), state, strict=True):
            assert np.array_equal(part, expected)


def test_wrong_system_states_are_refused_and_change_nothing():
    s = started_pendulum()
    data = s.mbs.systemData
    before = data.GetSystemState()
    q, v, ode1, multipliers, values = before
    for bad in (
        [],
        None,
        5,
        [q, v],
        [q + 1, v, ode1, [1.0, 2.0], values],
        [q + 1, [np.nan, 0.0], ode1, multipliers, values],
        [q + 1, v, [1.0], multipliers, values],
        [q + 1, v, ode1, multipliers, [1.0]],
    ):
        with pytest.raises(exu.SysError):
            data.SetSystemState(bad)
        for part, expected in zip(data.GetSystemState(), before, strict=True):
            assert np.array_equal(part, expected)


# ------------------------------------------------------------------------------- sizes and time


def test_sizes():
    s = started_pendulum()
    data = s.mbs.systemData
    assert (data.ODE2Size(), data.ODE1Size(), data.AEsize(), data.DataSize()) == (2, 0, 1, 0)
    assert data.SystemSize() == 3
    assert all(type(size) is int for size in (data.ODE2Size(), data.AEsize(), data.SystemSize()))
    assert data.GetODE1Coordinates().shape == data.GetDataCoordinates().shape == (0,)
    text = repr(data)
    assert "2" in text and "1" in text and "0x" not in text


def test_coordinates_stand_in_the_order_of_the_nodes():
    mbs = new_system()
    mbs.AddNode(NodePoint(referenceCoordinates=[1, 2, 3]))
    mbs.AddNode(NodePointGround(referenceCoordinates=[9, 9, 9]))
    mbs.AddNode(NodePoint2D(referenceCoordinates=[4, 5]))
    mbs.AddNode(NodePoint(referenceCoordinates=[6, 7, 8]))
    mbs.Assemble()
    assert list(mbs.systemData.GetODE2Coordinates(Configuration.Reference)) == list(range(1, 9))


def test_time():
    s = mass_on_spring()
    data = s.mbs.systemData
    assert data.GetTime() == 0.0 and type(data.GetTime()) is float
    s.mbs.SolveDynamic(make_settings(0.3, 30))
    assert data.GetTime() == 0.3
    s.mbs.SolveDynamic(make_settings(0.75, 7, startTime=0.25))
    assert data.GetTime() == 0.75
    data.SetTime(5)
    assert data.GetTime() == 5.0
    for bad in (np.nan, np.inf, "now", None):
        with pytest.raises(exu.SysError, match="time"):
            data.SetTime(bad)
    assert data.GetTime() == 5.0


# ------------------------------------------------------------------------------- continued runs


@looped(
    ("solver", "accuracy"),
    [(Solver.RK44, 1e-13), (Solver.RK67, 1e-13), (Solver.ExplicitMidpoint, 1e-13),
     (Solver.GeneralizedAlpha, 2e-4)],
)  # fmt: skip
def test_two_halves_equal_the_whole(solver, accuracy):
    whole = mass_on_spring().mbs.SolveDynamic(make_settings(1.0, 1000), solver)
    s = mass_on_spring()
    first = s.mbs.SolveDynamic(make_settings(0.5, 500), solver, updateInitialValues=True)
    assert np.array_equal(
        get(s.mbs, "ODE2Coordinates", Configuration.Initial), first.coordinates[-1]
    )
    second = s.mbs.SolveDynamic(make_settings(1.0, 500, startTime=0.5), solver)
    assert np.array_equal(second.coordinates[0], first.coordinates[-1])
    assert np.array_equal(second.velocities[0], first.velocities[-1])
    assert second.times[0] == 0.5 and second.times[-1] == 1.0
    assert np.array_equal(first.coordinates, whole.coordinates[:501])
    assert second.coordinates[-1] == pytest.approx(whole.coordinates[-1], abs=accuracy)
    assert second.velocities[-1] == pytest.approx(whole.velocities[-1], abs=10 * accuracy)


def test_two_halves_of_a_constrained_run():
    whole = started_pendulum().mbs.SolveDynamic(make_settings(1.0, 1000))
    s = started_pendulum()
    first = s.mbs.SolveDynamic(make_settings(0.5, 500), updateInitialValues=True)
    second = s.mbs.SolveDynamic(make_settings(1.0, 500, startTime=0.5))
    assert second.multipliers[0] == pytest.approx(first.multipliers[-1], abs=1e-4)
    assert second.coordinates[-1] == pytest.approx(whole.coordinates[-1], abs=1e-5)


def test_run_without_update_starts_anew():
    s = mass_on_spring()
    first = s.mbs.SolveDynamic(make_settings(0.5, 50))
    second = s.mbs.SolveDynamic(make_settings(0.5, 50), updateInitialValues=False)
    assert np.array_equal(first.coordinates, second.coordinates)


def test_failed_run_does_not_update_the_initial_values():
    s = mass_on_spring(stiffness=1e8)
    with pytest.raises(exu.SolverError):
        s.mbs.SolveDynamic(make_settings(1.0, 1000), Solver.RK44, updateInitialValues=True)
    assert not get(s.mbs, "ODE2Coordinates", Configuration.Initial).any()
