"""States between recorded times."""

import numpy as np
import pytest

import linkwork as exu

from .models import Solver, make_settings, mass_on_spring
from .results import rich_solution


def oscillation(rows):
    """Recorded values of a mass that swings freely, from the closed form, and its frequency."""
    solution = mass_on_spring(damping=0.0).mbs.SolveDynamic(make_settings(1.0, rows), Solver.RK44)
    omega = np.sqrt(100.0 / 2.0)
    phase = omega * solution.times
    solution.coordinates[:, 0] = np.cos(phase)
    solution.velocities[:, 0] = -omega * np.sin(phase)
    return solution, omega


def errors(rows):
    solution, omega = oscillation(rows)
    t = np.linspace(0.0, 1.0, 1237)
    found = solution.interpolate(t)
    return (
        abs(found.coordinates[:, 0] - np.cos(omega * t)).max(),
        abs(found.velocities[:, 0] + omega * np.sin(omega * t)).max(),
    )


def test_order_four_of_coordinates_and_three_of_velocities():
    coarse, fine = errors(50), errors(100)
    assert coarse[0] / fine[0] == pytest.approx(16.0, rel=0.05)
    assert coarse[1] / fine[1] == pytest.approx(8.0, rel=0.05)
    omega, h = np.sqrt(50.0), 0.02
    assert coarse[0] == pytest.approx((omega * h) ** 4 / 384, rel=0.05)


def test_first_order_coordinates():
    solution = rich_solution(steps=50)
    t = np.linspace(0.0, 0.5, 333)
    # y_t = 0.3 - y, y(0) = 0.1
    found = solution.interpolate(t).ode1_coordinates[:, 0]
    exact = rich_solution(steps=2000).interpolate(t).ode1_coordinates[:, 0]
    assert found == pytest.approx(exact, abs=1e-5)


def test_recorded_times_come_back_as_they_are():
    solution = rich_solution()
    found = solution.interpolate(solution.times)
    assert np.array_equal(found.coordinates, solution.coordinates)
    assert np.array_equal(found.velocities, solution.velocities)
    assert np.array_equal(found.ode1_coordinates, solution.ode1_coordinates)
    for row in (0, 17, 50):
        one = solution.interpolate(solution.times[row])
        assert np.array_equal(one.coordinates, solution.coordinates[row])
        assert one.velocities.shape == (2,)
    assert solution.interpolate([]).coordinates.shape == (0, 2)


def test_cubic_motion_is_exact():
    solution = rich_solution(steps=10)
    t = solution.times
    solution.coordinates[:, 0] = 1 + t - 3 * t**2 + 2 * t**3
    solution.velocities[:, 0] = 1 - 6 * t + 6 * t**2
    between = np.array([0.013, 0.27, 0.4999])
    found = solution.interpolate(between)
    expected = 1 + between - 3 * between**2 + 2 * between**3
    assert found.coordinates[:, 0] == pytest.approx(expected, rel=1e-14)
    expected = 1 - 6 * between + 6 * between**2
    assert found.velocities[:, 0] == pytest.approx(expected, rel=1e-13)


def test_values_that_are_not_finite_stay_where_they_are():
    solution = rich_solution(steps=10)
    solution.coordinates[5] = np.nan
    found = solution.interpolate(solution.times).coordinates
    assert np.array_equal(found, solution.coordinates, equal_nan=True)


def test_two_rows_at_one_time():
    solution = rich_solution(steps=10)
    solution.times[5] = solution.times[4]
    found = solution.interpolate(solution.times[4])
    assert np.array_equal(found.coordinates, solution.coordinates[5])


def test_times_that_cannot_be_asked_for(tmp_path):
    solution = rich_solution(steps=10)
    for wrong in (-1e-9, 0.6, np.nan, np.inf, [0.1, 0.7], "now", None, [[0.1]], object()):
        with pytest.raises(exu.ParameterError, match="time|interpolate"):
            solution.interpolate(wrong)
    solution.velocities = np.zeros((11, 0))
    with pytest.raises(exu.SysError, match="no velocities"):
        solution.interpolate(0.1)
    solution.times = solution.times[::-1]
    with pytest.raises(exu.SysError, match="times of the solution decrease"):
        solution.interpolate(0.1)
