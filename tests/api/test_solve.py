"""SolveDynamic: what it returns and records, and that it repeats to the last bit."""

import copy
import subprocess
import sys

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

from .models import (
    AVAILABLE,
    Configuration,
    Output,
    Solver,
    make_settings,
    mass_on_spring,
    new_system,
    pendulum,
    python_environment,
)


def assert_solutions_equal(left, right):
    """Every recorded number is the same to the last bit."""
    for name in ("times", "coordinates", "velocities", "accelerations", "multipliers"):
        assert np.array_equal(getattr(left, name), getattr(right, name)), name
    assert left.sensors.keys() == right.sensors.keys()
    for name in left.sensors:
        assert np.array_equal(left.sensors[name], right.sensors[name]), name


# ------------------------------------------------------------------------------- Solution


def test_solution_holds_arrays_with_one_row_per_recorded_time():
    s = pendulum()
    s.mbs.AddSensor(SensorNode(name="p", nodeNumber=0, outputVariableType=Output.Position))
    solution = s.mbs.SolveDynamic(make_settings(0.5, 50))
    assert isinstance(solution, exu.Solution)
    assert solution.times.shape == (51,)
    for part in (solution.coordinates, solution.velocities, solution.accelerations):
        assert part.shape == (51, 2)
    assert solution.multipliers.shape == (51, 1)
    assert list(solution.sensors) == ["p"] and solution.sensors["p"].shape == (51, 4)
    for part in (solution.times, solution.coordinates, solution.multipliers):
        assert isinstance(part, np.ndarray) and part.dtype == np.float64
    assert len(solution) == 51


def test_solution_of_a_complete_run_is_true():
    s = mass_on_spring()
    solution = s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert solution and solution.success and solution.message == ""
    assert s.mbs.solution is solution


def test_printing_a_solution_tells_what_it_holds():
    text = repr(mass_on_spring().mbs.SolveDynamic(make_settings(0.1, 10)))
    assert "11 rows" in text and "0.1 s" in text and "3 coordinates" in text and "10 steps" in text
    assert "0x" not in text and "\n" not in text


def test_solution_before_the_first_run_is_none():
    assert mass_on_spring().mbs.solution is None


def test_arrays_of_a_solution_belong_to_the_user():
    s = mass_on_spring()
    first = s.mbs.SolveDynamic(make_settings(0.1, 10))
    kept = first.coordinates.copy()
    s.mbs.SetObjectParameter(s.spring, "stiffness", 1.0)
    second = s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert np.array_equal(first.coordinates, kept)
    second.coordinates[:] = 9.0
    assert s.mbs.systemData.GetODE2Coordinates()[0] != 9.0


def test_accelerations_and_multipliers_satisfy_the_equations_of_motion():
    s = pendulum()
    solution = s.mbs.SolveDynamic(make_settings(0.5, 50))
    position = solution.coordinates + [1.0, 0.0]
    balance = solution.accelerations + [0.0, 9.81] + solution.multipliers * position
    assert np.abs(balance).max() < 1e-6
    assert solution.multipliers[0, 0] == pytest.approx(0.0, abs=1e-12)


def test_statistics_count_steps_and_iterations():
    s = mass_on_spring()
    solution = s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert solution.statistics["steps"] == 10
    assert solution.statistics["rejected"] == 0
    assert solution.statistics["newton_iterations"] >= 10
    assert solution.statistics["jacobians"] >= 1


# ------------------------------------------------------------------------------- recording


@looped("solver", [Solver.GeneralizedAlpha, Solver.RK44])
@looped(
    ("end", "steps", "period", "expected"),
    [
        (1.0, 100, 0.1, np.linspace(0, 1, 11)),
        (1.0, 100, 0.01, np.linspace(0, 1, 101)),
        (1.0, 100, 0.0, np.linspace(0, 1, 101)),
        (1.0, 100, 0.001, np.linspace(0, 1, 101)),
        (1.0, 10, 0.25, [0, 0.3, 0.5, 0.8, 1.0]),
        (1.0, 10, 0.15, [0, 0.2, 0.3, 0.5, 0.6, 0.8, 0.9, 1.0]),
        (1.0, 10, 0.3, [0, 0.3, 0.6, 0.9, 1.0]),
        (1.0, 7, 0.5, [0, 4 / 7, 1.0]),
        (1.0, 10, 5.0, [0, 1.0]),
        (1.0, 1, 0.01, [0, 1.0]),
        (3.0, 3000, 0.1, np.linspace(0, 3, 31)),
    ],
)
def test_recorded_times(end, steps, period, expected, solver):
    solution = mass_on_spring().mbs.SolveDynamic(make_settings(end, steps, period), solver)
    assert solution.times == pytest.approx(np.asarray(expected), abs=1e-12)
    assert solution.times[0] == 0.0 and solution.times[-1] == end
    assert solution.sensors["sensor"][:, 0] == pytest.approx(np.asarray(expected), abs=1e-12)
    assert solution.statistics["steps"] == steps


def test_recording_period_does_not_change_the_result():
    dense = mass_on_spring().mbs.SolveDynamic(make_settings(1.0, 100))
    sparse = mass_on_spring().mbs.SolveDynamic(make_settings(1.0, 100, 0.1))
    for name in ("coordinates", "velocities", "accelerations"):
        assert np.array_equal(getattr(sparse, name), getattr(dense, name)[::10])


def test_run_with_another_start_time():
    seen = []
    s = mass_on_spring()
    s.mbs.SetPreStepUserFunction(lambda mbs, t: seen.append(t) is None)
    solution = s.mbs.SolveDynamic(make_settings(2.5, 10, startTime=2.0))
    assert solution.times == pytest.approx(np.linspace(2.0, 2.5, 11), abs=1e-14)
    assert seen == pytest.approx(np.linspace(2.05, 2.5, 10), abs=1e-14)
    negative = s.mbs.SolveDynamic(make_settings(0.0, 10, startTime=-1.0))
    assert negative.times == pytest.approx(np.linspace(-1.0, 0.0, 11), abs=1e-14)


def test_initial_values_can_be_left_out():
    settings = make_settings(1.0, 10)
    settings.solutionSettings.writeInitialValues = False
    solution = mass_on_spring().mbs.SolveDynamic(settings)
    assert solution.times == pytest.approx(np.linspace(0.1, 1.0, 10), abs=1e-14)


def test_end_state_is_recorded_when_a_pre_step_function_stops_the_run():
    s = mass_on_spring()
    s.mbs.SetPreStepUserFunction(lambda mbs, t: t < 0.425)
    solution = s.mbs.SolveDynamic(make_settings(1.0, 100, 0.1))
    assert solution.times == pytest.approx([0, 0.1, 0.2, 0.3, 0.4, 0.43], abs=1e-12)
    assert solution.sensors["sensor"][-1, 0] == pytest.approx(0.43, abs=1e-12)
    assert np.array_equal(solution.coordinates[-1], s.mbs.systemData.GetODE2Coordinates())


def test_huge_recording_is_refused_before_it_starts():
    s = mass_on_spring()
    calls = []
    s.mbs.SetPreStepUserFunction(lambda mbs, t: calls.append(t) is None)
    settings = make_settings(1e9, 10**9)
    with pytest.raises(exu.SysError, match=r"(?s)GB.*solutionWritePeriod"):
        s.mbs.SolveDynamic(settings)
    assert calls == []
    settings.solutionSettings.solutionWritePeriod = 1e9
    settings.solutionSettings.sensorsWritePeriod = 0.0
    with pytest.raises(exu.SysError, match=r"(?s)GB.*sensorsWritePeriod"):
        s.mbs.SolveDynamic(settings)
    assert s.mbs.SolveDynamic(make_settings(0.1, 10))


def test_adaptive_steps_do_not_count_as_recorded_rows():
    # The smallest step (1e-8 s) would allow 1e8 rows; a run of 100 steps is not a huge recording.
    assert mass_on_spring().mbs.SolveDynamic(make_settings(1.0, 100, 0.0))


def test_default_settings():
    s = mass_on_spring()
    default = s.mbs.SolveDynamic()
    assert default.times == pytest.approx(np.linspace(0, 1, 101), abs=1e-12)
    assert_solutions_equal(default, s.mbs.SolveDynamic(exu.SimulationSettings()))
    explicit = s.mbs.SolveDynamic(solverType=Solver.GeneralizedAlpha)
    assert_solutions_equal(default, explicit)


# ------------------------------------------------------------------------------- repeatability


@looped("solver", AVAILABLE)
def test_repeated_runs_are_bitwise_equal(solver):
    s = mass_on_spring(force=3.0)
    settings = make_settings(0.5, 200)
    first = s.mbs.SolveDynamic(settings, solver)
    assert_solutions_equal(first, s.mbs.SolveDynamic(settings, solver))
    assert_solutions_equal(first, mass_on_spring(force=3.0).mbs.SolveDynamic(settings, solver))


@looped("index2", [False, True])
@looped("modified", [False, True])
def test_repeated_constrained_runs_are_bitwise_equal(index2, modified):
    s = pendulum()
    settings = make_settings(0.5, 200)
    settings.timeIntegration.generalizedAlpha.useIndex2Constraints = index2
    settings.timeIntegration.newton.useModifiedNewton = modified
    first = s.mbs.SolveDynamic(settings)
    assert_solutions_equal(first, s.mbs.SolveDynamic(settings))
    assert_solutions_equal(first, pendulum().mbs.SolveDynamic(settings))


def test_runs_of_different_solvers_do_not_disturb_each_other():
    s = mass_on_spring()
    settings = make_settings(0.5, 200)
    first = [s.mbs.SolveDynamic(settings, solver) for solver in AVAILABLE]
    again = [s.mbs.SolveDynamic(settings, solver) for solver in reversed(AVAILABLE)]
    for left, right in zip(first, reversed(again), strict=True):
        assert_solutions_equal(left, right)


def test_settings_are_not_changed_by_a_run():
    settings = make_settings(0.1, 10)
    before = copy.deepcopy(settings)
    s = mass_on_spring()
    s.mbs.SolveDynamic(settings)
    s.mbs.SolveDynamic(settings, Solver.RK44)
    assert settings == before


def test_solver_type_may_be_an_int():
    s = mass_on_spring()
    settings = make_settings(0.1, 10)
    assert_solutions_equal(
        s.mbs.SolveDynamic(settings, 6), s.mbs.SolveDynamic(settings, Solver.RK44)
    )


# ------------------------------------------------------------------------------- odd systems


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44])
def test_empty_system_runs_through(solver):
    mbs = new_system()
    with pytest.warns(UserWarning, match="the system is empty"):
        solution = mbs.SolveDynamic(make_settings(1.0, 10), solver)
    assert solution and solution.times == pytest.approx(np.linspace(0, 1, 11), abs=1e-14)
    assert solution.coordinates.shape == (11, 0)
    assert mbs.systemData.GetTime() == 1.0


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44])
def test_system_of_fixed_things_runs_through(solver):
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround())
    a = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    b = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[1, 0, 0]))
    spring = mbs.AddObject(SpringDamper(markerNumbers=[a, b], stiffness=3))
    mbs.AddLoad(Force(markerNumber=a, loadVector=[1, 2, 3]))
    with pytest.warns(UserWarning, match="its marker .* does not move"):
        assert mbs.SolveDynamic(make_settings(1.0, 10), solver)
    assert mbs.GetObjectOutput(spring, Output.ForceLocal) == 3.0


def test_free_mass_moves_on():
    mbs = new_system()
    node = mbs.AddNode(NodePoint(initialVelocities=[1, 2, 3]))
    mbs.AddObject(MassPoint(physicsMass=1, nodeNumber=node))
    for solver in AVAILABLE:
        solution = mbs.SolveDynamic(make_settings(1.0, 10), solver)
        assert solution.coordinates[-1] == pytest.approx([1, 2, 3], rel=1e-14)


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44])
def test_a_million_steps(solver):
    s = mass_on_spring(damping=0.0, referenceLength=0.9)
    settings = make_settings(1000.0, 10**6, record=100.0)
    settings.timeIntegration.generalizedAlpha.spectralRadius = 1.0
    settings.timeIntegration.newton.useModifiedNewton = True
    solution = s.mbs.SolveDynamic(settings, solver)
    assert solution.statistics["steps"] == 10**6
    assert solution.times == pytest.approx(np.linspace(0, 1000, 11), abs=1e-9)
    assert s.mbs.systemData.GetTime() == 1000.0
    energy = 50 * (solution.coordinates[:, 0] + 0.1) ** 2 + solution.velocities[:, 0] ** 2
    assert energy == pytest.approx(np.full(11, 0.5), rel=1e-3)


def test_every_call_of_get_works_after_solve_of_an_unassembled_system():
    s = mass_on_spring(assemble=False)
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert s.mbs.GetNodeOutput(s.node, Output.Position)[0] < 1.0
    assert s.mbs.GetNodeOutput(s.node, Output.Position, Configuration.Initial)[0] == 1.0


# ------------------------------------------------------------------------------- files


def test_nothing_is_written_to_disk(tmp_path):
    script = """
import linkwork as exu
from linkwork.items import *
mbs = exu.SystemContainer().AddSystem()
node = mbs.AddNode(NodePoint(initialVelocities=[1, 0, 0]))
mbs.AddObject(MassPoint(physicsMass=1, nodeNumber=node))
mbs.AddSensor(SensorNode(nodeNumber=node, outputVariableType=exu.OutputVariableType.Position))
mbs.Assemble()
for solver in (exu.DynamicSolverType.GeneralizedAlpha, exu.DynamicSolverType.RK44):
    assert mbs.SolveDynamic(solverType=solver)
"""
    run = subprocess.run(
        [sys.executable, "-B", "-c", script], cwd=tmp_path, env=python_environment(), timeout=1200,
        capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stdout == "" and run.stderr == ""
    assert list(tmp_path.iterdir()) == []
