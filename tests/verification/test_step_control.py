"""Embedded pairs that choose their steps: accuracy, landing, limits, failures, changes."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import SensorNode

from .closed_forms import damped_oscillator, kepler
from .models import (
    POSITION,
    assert_close,
    distance_pendulum,
    elastic_pendulum,
    kepler_orbit,
    make_settings,
    spring_oscillator,
)

pytestmark = pytest.mark.processors

PAIRS = ["ODE23", "DOPRI5", "DVERK6"]
SOLVERS = exu.DynamicSolverType
TURN = 2 * math.pi


@pytest.mark.parametrize(
    ("solver", "tolerance", "error", "steps"),
    [("DOPRI5", 1e-12, 3e-8, 9000), ("DVERK6", 1e-12, 3e-7, 3300), ("ODE23", 1e-9, 3e-5, 45000)],
)
def test_eccentric_orbit_over_ten_periods(solver, tolerance, error, steps):
    # e = 0.9: the step size changes by a factor of 50 between pericenter and apocenter.
    model = kepler_orbit(0.9)
    solution = model.solve(TURN, 10 * TURN, solver, tolerance=tolerance)
    position, _ = kepler(10 * TURN, 0.9)
    assert_close(model.position(), position, atol=error)
    assert solution.statistics["steps"] < steps
    assert solution.times[-1] == 10 * TURN


@pytest.mark.parametrize("solver", PAIRS)
def test_error_follows_the_tolerance(solver):
    errors = []
    for tolerance in (1e-5, 1e-7, 1e-9):
        model = kepler_orbit(0.3)
        model.solve(TURN / 4, TURN, solver, tolerance=tolerance)
        errors.append(np.abs(model.position() - kepler(TURN, 0.3)[0]).max())
    ratios = np.divide(errors[:-1], errors[1:])
    # A hundredth of the tolerance: about a hundredth of the error.
    assert np.all((ratios > 25) & (ratios < 400))
    assert errors[-1] < 1e-6


@pytest.mark.parametrize("solver", PAIRS)
def test_steps_end_exactly_at_recording_times(solver):
    model = kepler_orbit(0.5)
    model.mbs.AddSensor(
        SensorNode(nodeNumber=model.node, outputVariableType=POSITION, name="place")
    )
    settings = make_settings(1.0, 3.0, tolerance=1e-7, record=0.25)
    settings.solutionSettings.sensorsWritePeriod = 0.4
    solution = model.mbs.SolveDynamic(settings, getattr(SOLVERS, solver))
    np.testing.assert_allclose(solution.times, np.arange(13) * 0.25, rtol=1e-15)
    sensed = solution.sensors["place"]
    np.testing.assert_allclose(sensed[:, 0], [*np.arange(8) * 0.4, 3.0], rtol=1e-15)
    exact = np.array([kepler(t, 0.5)[0] for t in sensed[:, 0]])
    assert_close(sensed[:, 1:], exact, atol=2e-5)


def test_shortened_steps_do_not_spoil_the_step_size():
    counts = []
    for record in (10.0, 0.5):
        model = kepler_orbit(0.3)
        solution = model.solve(1.0, 10.0, "DVERK6", tolerance=1e-9, record=record)
        counts.append(solution.statistics["steps"])
    # At most about one step more for each of the 20 times.
    assert counts[1] <= counts[0] + 25


def test_dense_recording_costs_a_step_per_time_and_no_more():
    model = kepler_orbit(0.3)
    solution = model.solve(1.0, 1.0, "DOPRI5", tolerance=1e-4, record=1e-3)
    assert solution.statistics["steps"] == 1000
    assert len(solution.times) == 1001


@pytest.mark.parametrize("solver", PAIRS)
def test_every_step_is_recorded_with_a_period_of_zero(solver):
    model = kepler_orbit(0.9)
    settings = make_settings(TURN, TURN, tolerance=1e-6)
    settings.solutionSettings.solutionWritePeriod = 0.0
    solution = model.mbs.SolveDynamic(settings, getattr(SOLVERS, solver))
    assert len(solution.times) == solution.statistics["steps"] + 1
    assert solution.statistics["rejected"] > 0
    assert np.all(np.diff(solution.times) > 0)


def test_number_of_steps_gives_the_largest_step():
    model = spring_oscillator(stiffness=1e-3, damping=0.0)
    settings = make_settings(0.05, 1.0, tolerance=1e-3)
    settings.solutionSettings.solutionWritePeriod = 0.0
    solution = model.mbs.SolveDynamic(settings, SOLVERS.DOPRI5)
    np.testing.assert_allclose(np.diff(solution.times), 0.05, rtol=1e-12)


def times_of(model, **integration):
    settings = make_settings(1.0, 1.0, tolerance=1e-4)
    settings.solutionSettings.solutionWritePeriod = 0.0
    for name, value in integration.items():
        setattr(settings.timeIntegration, name, value)
    return np.asarray(model.mbs.SolveDynamic(settings, SOLVERS.DOPRI5).times)


def test_first_step_and_growth_are_those_of_the_settings():
    model = spring_oscillator(stiffness=1e-3, damping=0.0)
    steps = np.diff(times_of(model, initialStepSize=1e-4, stepSizeMaxIncrease=3.0))
    # The rest is divided evenly, so a step may be a little shorter than wanted.
    np.testing.assert_allclose(steps[0], 1e-4, rtol=1e-3)
    np.testing.assert_allclose(steps[1:6] / steps[:5], 3.0, rtol=0.02)


def test_smaller_safety_makes_smaller_steps():
    tight = {"absoluteTolerance": 1e-10, "relativeTolerance": 1e-10}
    counts = [
        len(times_of(kepler_orbit(0.6), stepSizeSafety=safety, **tight)) for safety in (0.9, 0.45)
    ]
    assert 1.8 < counts[1] / counts[0] < 2.2


def test_tolerances_are_absolute_and_relative():
    # Positions of 1e5 m and velocities of 1e6 m/s: relative errors of 1e-6 are 0.1 and 1.
    def count(absolute, relative):
        model = spring_oscillator(stiffness=60.0, damping=0.0, load=0.0, velocity=1e6)
        return len(times_of(model, absoluteTolerance=absolute, relativeTolerance=relative))

    assert count(1.0, 0.0) < count(0.0, 1e-6) < count(0.1, 0.0)
    assert count(1e-6, 1e-6) == pytest.approx(count(0.0, 1e-6), rel=0.05)
    assert count(1e-4, 0.0) > 4 * count(1.0, 0.0)


def test_step_below_the_smallest_one_is_an_error_with_results():
    # A head-on fall into the center: the force grows without bound at t = pi / sqrt(8) = 1.11 s.
    model = kepler_orbit(0.0)
    model.mbs.SetNodeParameter(model.node, "initialVelocities", [0, 0, 0])
    settings = make_settings(0.1, 2.0, tolerance=1e-10, record=0.1)
    with pytest.raises(exu.SolverError, match=r"minimumStepSize = 1e-08") as caught:
        model.mbs.SolveDynamic(settings, SOLVERS.DOPRI5)
    assert "relativeTolerance" in str(caught.value)
    solution = caught.value.solution
    assert solution.times[-1] == pytest.approx(math.pi / math.sqrt(8), abs=1e-5)
    assert solution.statistics["rejected"] > 0
    assert not solution


def test_trial_step_that_is_not_finite_is_repeated_with_a_smaller_one():
    # A spring of ninth power: from 0.01 m, where the first trial step ends, stages run to infinity.
    def force(mbs, t, item, u, v, k, d, f):
        cube = u * u * u
        return 1e30 * cube * cube * cube

    model = spring_oscillator(damping=0.0, load=0.0, springForceUserFunction=force)
    solution = model.solve(0.1, 0.1, "DOPRI5", tolerance=1e-10, record=0.01)
    u, v = solution.coordinates[:, 0], solution.velocities[:, 0]
    assert solution.statistics["rejected"] > 3
    np.testing.assert_allclose(0.8 * v**2 + 1e29 * u**10, 0.008, rtol=1e-6)


@pytest.mark.parametrize("solver", PAIRS)
def test_jump_of_a_load_starts_from_its_step(solver):
    # The derivative kept from the last stage would be that of the old load.
    model = spring_oscillator()

    def release(mbs, t):
        if t > 0.05 + 1e-12:
            mbs.SetLoadParameter(model.load, "loadVector", [0, 0, 0])
        return True

    model.mbs.SetPreStepUserFunction(release)
    model.solve(0.01, 0.1, solver, tolerance=1e-9, record=0.05)
    u, v = damped_oscillator(0.05, 1.6, 4000.0, 8.0, 80.0, 0.0, 0.1)
    u, v = damped_oscillator(0.05, 1.6, 4000.0, 8.0, 0.0, u, v)
    assert_close(model.position()[0] - 0.5, u, atol=2e-8)
    assert_close(model.velocity()[0], v, atol=1e-6)


@pytest.mark.parametrize("solver", PAIRS)
def test_pre_step_function_hears_of_each_trial_and_can_stop(solver):
    model = elastic_pendulum()
    told = []

    def watch(mbs, t):
        told.append(t)
        return t < 0.5

    model.mbs.SetPreStepUserFunction(watch)
    settings = make_settings(0.3, 1.0, tolerance=1e-5)
    settings.solutionSettings.solutionWritePeriod = 0.0
    solution = model.mbs.SolveDynamic(settings, getattr(SOLVERS, solver))
    assert len(told) == solution.statistics["steps"] + solution.statistics["rejected"]
    assert solution.times[-1] == told[-1] >= 0.5


@pytest.mark.parametrize(
    ("solver", "tolerance"), [("RK44", None), ("VelocityVerlet", None), ("DOPRI5", 1e-6)]
)
def test_last_row_of_a_failed_run_has_its_accelerations(solver, tolerance):
    def force(mbs, t, item, u, v, k, d, f):
        if t > 0.105:
            raise ValueError("enough")
        return k * u

    model = spring_oscillator(damping=0.0, springForceUserFunction=force)
    with pytest.raises(exu.SolverError, match="enough") as caught:
        model.solve(0.01, 1.0, solver, tolerance=tolerance)
    solution = caught.value.solution
    assert 0.05 < solution.times[-1] < 0.11
    exact = (80.0 - 4000.0 * solution.coordinates[-1, 0]) / 1.6
    assert solution.accelerations[-1, 0] == pytest.approx(exact, rel=1e-9)


def test_driven_rod_has_its_rate_after_rejected_trials():
    model = distance_pendulum()

    def let_out(mbs, t):
        mbs.SetObjectParameter(model.connector, "distance", 1.0 + 0.1 * t)
        return True

    model.mbs.SetPreStepUserFunction(let_out)
    settings = make_settings(0.2, 1.0, tolerance=1e-9)
    settings.solutionSettings.solutionWritePeriod = 0.0
    solution = model.mbs.SolveDynamic(settings, SOLVERS.DOPRI5)
    assert solution.statistics["rejected"] > 1
    position = solution.coordinates[1:] + [-1, 0]
    along = np.sum(position * solution.velocities[1:], axis=1) / np.linalg.norm(position, axis=1)
    assert_close(np.linalg.norm(position, axis=1), 1.0 + 0.1 * solution.times[1:], atol=1e-14)
    # The first step does not know yet that the rod was driven before.
    assert_close(along[1:], 0.1, atol=1e-11)


def test_recorded_accelerations_belong_to_the_recorded_time():
    solution = kepler_orbit(0.3).solve(1.0, 2.0, "DOPRI5", tolerance=1e-6, record=0.25)
    position = solution.coordinates + [0.7, 0, 0]
    exact = -position / np.linalg.norm(position, axis=1)[:, None] ** 3
    assert_close(solution.accelerations, exact, atol=1e-13)


def test_equal_steps_without_automatic_step_size():
    solution = kepler_orbit(0.3).solve(0.1, 1.0, "DOPRI5", record=0.1)
    assert solution.statistics["steps"] == 10
    assert solution.statistics["rejected"] == 0
