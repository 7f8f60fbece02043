"""The pendulum on a Distance constraint against elliptic functions (IFToMM benchmark A01)."""

import numpy as np
import pytest

import linkwork as exu

from .closed_forms import pendulum, pendulum_period, pendulum_tension
from .models import FORCE, VELOCITY, assert_close, distance_pendulum
from .problems.pendulum import PERIOD, PUBLISHED

DISTANCE = exu.OutputVariableType.Distance
LEVELS = [pytest.param(False, id="index3"), pytest.param(True, id="index2")]


def exact_states(t):
    """Position and velocity (x, y) and tension of the pendulum released from (-1, 0)."""
    angle, rate = pendulum(t)
    position = np.column_stack([-np.sin(angle), -np.cos(angle)])
    velocity = rate[:, None] * np.column_stack([-np.cos(angle), np.sin(angle)])
    return position, velocity, pendulum_tension(angle, rate)


def test_elliptic_functions_give_the_published_values():
    assert pendulum_period() == pytest.approx(PERIOD, abs=1e-14)
    position, _, _ = exact_states(np.array(list(PUBLISHED)))
    assert_close(position, list(PUBLISHED.values()), atol=1e-13)


@pytest.mark.parametrize("index2", LEVELS)
def test_pendulum_matches_elliptic_functions(index2):
    solution = distance_pendulum().solve(5e-4, 5.0, rho=0.9, index2=index2, record=0.05)
    position, velocity, tension = exact_states(np.asarray(solution.times))
    # The second-order phase error grows to 1.4e-5 rad in 5 s; speeds reach 4.4 m/s, tension 29 N.
    assert_close(solution.coordinates + [-1, 0], position, atol=2.5e-5)
    assert_close(solution.velocities, velocity, atol=1e-4)
    assert_close(solution.multipliers[:, 0], tension, atol=4e-4)


def test_published_pendulum_at_ten_seconds_by_extrapolation():
    # Two second-order runs combine to (4 b - a) / 3, whose error is 2.4e-8.
    ends = []
    for h in (2e-3, 1e-3):
        model = distance_pendulum()
        model.solve(h, 10.0, rho=0.9)
        ends.append(model.position()[:2])
    assert_close((4 * ends[1] - ends[0]) / 3, PUBLISHED[10.0], atol=5e-8)


@pytest.mark.parametrize("index2", LEVELS)
def test_pendulum_keeps_its_energy(index2):
    # A01 asks for an energy error below 5e-5 J over 10 s.
    solution = distance_pendulum().solve(5e-4, 10.0, rho=0.95, index2=index2, record=0.02)
    height = solution.coordinates[:, 1]
    energy = 0.5 * np.sum(solution.velocities**2, axis=1) + 9.81 * height
    assert np.max(np.abs(energy)) < 5e-5


@pytest.mark.parametrize("index2", LEVELS)
def test_rod_keeps_its_length(index2):
    solution = distance_pendulum().solve(1e-2, 10.0, rho=0.8, index2=index2, record=0.1)
    length = np.hypot(*(solution.coordinates + [-1, 0]).T)
    # Index 3 holds the constraint to Newton's tolerance, index 2 by projecting the drift back.
    assert_close(length, 1.0, atol=1e-10)


# Unscaled index-3 systems lose digits like h^-3, and rounding of the positions is divided by h^2:
# with plain sums 1e-4 remains at rho = 0.9. Compensated positions leave the error of the method.
@pytest.mark.parametrize(
    ("rho", "index2", "tolerance"),
    [(0.0, False, 1e-8), (0.6, False, 1e-8), (0.9, False, 1e-8), (0.9, True, 1e-8)],
    ids=["index3-0", "index3-0.6", "index3-0.9", "index2"],
)
@pytest.mark.parametrize("mass", [1.0, 50.0])
def test_tension_survives_tiny_steps(rho, index2, tolerance, mass):
    model = distance_pendulum(mass=mass)
    solution = model.solve(1e-5, 0.65, rho=rho, index2=index2, record=1e-4, tight=False)
    _, _, tension = exact_states(np.asarray(solution.times))
    peak = 3 * mass * 9.81
    assert_close(solution.multipliers[1:, 0] / peak, mass * tension[1:] / peak, atol=tolerance)


def test_undamped_position_level_is_warned_about():
    # Without numerical damping the multipliers of index 3 grow without bound in long runs.
    with pytest.warns(UserWarning, match="spectralRadius < 1"):
        distance_pendulum().solve(1e-3, 1e-2, rho=1.0)


def test_start_multiplier_is_the_static_and_centrifugal_force():
    # The initial KKT system gives lambda = m (g cos + v^2 / L), to rounding.
    speed, mass = 3.0, 2.0
    model = distance_pendulum(start=(0.0, -1.0), velocity=(speed, 0.0), mass=mass)
    solution = model.solve(1e-3, 1e-2, record=1e-3)
    assert solution.multipliers[0, 0] == pytest.approx(mass * (9.81 + speed**2), rel=1e-12)
    assert_close(solution.accelerations[0], [0.0, speed**2], atol=1e-11)


def test_multiplier_output_is_tension_and_acts_on_both_ends():
    # Positive at the bottom; the output Force equals the last recorded multiplier.
    model = distance_pendulum()
    solution = model.solve(1e-3, 0.6, record=0.6)
    force = model.connector_output(FORCE)
    assert isinstance(force, float)
    assert force == solution.multipliers[-1, 0]
    _, velocity, tension = exact_states(np.array([0.6]))
    assert force == pytest.approx(tension[0], rel=2e-5)
    assert_close(model.connector_output(VELOCITY)[:2], velocity[0], atol=1e-4)


def test_rod_follows_its_prescribed_length():
    # A hanging mass let down from 1 m to 1.1 m by a pre-step function, one new length a step.
    model = distance_pendulum(start=(0.0, -1.0))
    count = [0]

    def let_down(mbs, t):
        count[0] += 1
        mbs.SetObjectParameter(model.connector, "distance", 1.0 + 1e-3 * count[0])
        return True

    model.mbs.SetPreStepUserFunction(let_down)
    model.solve(1e-2, 1.0, rho=0.5)
    # Index 3 holds the length of the last step to Newton's tolerance.
    assert_close(model.position(), [0, -1.1, 0], atol=1e-10)
    assert model.connector_output(DISTANCE) == pytest.approx(1.1, abs=1e-10)
