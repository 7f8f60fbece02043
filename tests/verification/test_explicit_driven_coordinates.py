"""Explicit solvers with driven coordinates: functions of time, equations of velocities."""

import math

import numpy as np
import pytest

import linkwork as exu

from .models import Line, assert_close, make_settings

AMPLITUDE, SPEED, MASS = 0.3, 2.0, 4.0
SOLVERS = ["RK44", "RK67", "DOPRI5", "DVERK6", "VelocityVerlet"]
AUTOMATIC = [("DOPRI5", 1e-9), ("DVERK6", 1e-9)]


def offset(mbs, t, itemNumber, lOffset):
    return lOffset + AMPLITUDE * math.sin(SPEED * t)


def offset_t(mbs, t, itemNumber, lOffset):
    return AMPLITUDE * SPEED * math.cos(SPEED * t)


def exact(t):
    """Position, velocity and acceleration of the driven coordinate, without its offset."""
    sin, cos = AMPLITUDE * np.sin(SPEED * t), AMPLITUDE * np.cos(SPEED * t)
    return sin, SPEED * cos, -(SPEED**2) * sin


def driven(**functions):
    line = Line()
    marker = line.add(MASS, q=0.1, v=AMPLITUDE * SPEED)
    line.tie([line.ground, marker], offset=0.1, **functions)
    return line


@pytest.mark.parametrize(
    ("solver", "tolerance"), [*((solver, None) for solver in SOLVERS), *AUTOMATIC]
)
def test_driven_coordinate_follows_its_offset_at_all_levels(solver, tolerance):
    line = driven(offsetUserFunction=offset, offsetUserFunction_t=offset_t)
    solution = line.solve(0.01, 1.0, solver=solver, record=0.1, tolerance=tolerance)
    position, velocity, acceleration = exact(solution.times)
    assert_close(solution.coordinates[:, 0], 0.1 + position, atol=1e-15)
    assert_close(solution.velocities[:, 0], velocity, atol=1e-14)
    # The second derivative of the offset is a difference of order 4 over a quarter of a step.
    assert_close(solution.accelerations[:, 0], acceleration, atol=1e-8)
    assert_close(solution.multipliers[:, 0], -MASS * acceleration, atol=4e-8)


@pytest.mark.parametrize(
    ("solver", "error"),
    [("RK44", 1e-10), ("RK67", 1e-10), ("DOPRI5", 1e-10), ("DVERK6", 1e-10)]
    + [("VelocityVerlet", 3e-5)],
)
def test_velocity_level_projects_velocities_only(solver, error):
    line = Line()
    marker = line.add(MASS, q=0.7, v=AMPLITUDE * SPEED)
    line.tie([line.ground, marker], velocityLevel=True, offsetUserFunction_t=offset_t)
    solution = line.solve(0.01, 1.0, solver=solver, record=0.1)
    position, velocity, acceleration = exact(solution.times)
    assert solution.coordinates[0, 0] == 0.7
    assert_close(solution.coordinates[:, 0], 0.7 + position, atol=error)
    assert_close(solution.velocities[:, 0], velocity, atol=1e-14)
    assert_close(solution.multipliers[:, 0], -MASS * acceleration, atol=4e-8)


def test_start_velocity_that_violates_a_velocity_equation_is_corrected():
    line = Line()
    marker = line.add(MASS, q=0.0, v=0.0)
    line.tie([line.ground, marker], velocityLevel=True, offset=0.5)
    with pytest.warns(UserWarning, match="velocities violate"):
        solution = line.mbs.SolveDynamic(make_settings(0.1, 1.0), exu.DynamicSolverType.RK44)
    assert_close(solution.coordinates[-1, 0], 0.5, atol=1e-14)
