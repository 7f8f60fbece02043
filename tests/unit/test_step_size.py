"""The functions of the step size control, one by one in plain Python."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from linkwork.core.status import NOT_FINITE, STEP_TOO_SMALL
from linkwork.integrators.alpha.error import error_of_step
from linkwork.integrators.alpha.step import parameters
from linkwork.integrators.alpha.step_size import METHOD
from linkwork.integrators.step_control import accept, error_norm, plan_step, reject


def frame(**given):
    values = dict(
        automatic=1, t=1.0, t_end=10.0, h=0.1, h_control=0.1, h_max=0.5, h_min=1e-8,
        land_on_records=0, land_on_sensors=0, next_record=1.25, next_sensor=1.3,
        safety=0.9, max_increase=2.0, error_exponent=0.2, just_rejected=0, rejected=0,
        pre_step_done=1, error_absolute=1e-3, error_relative=1e-2,
    )  # fmt: skip
    return SimpleNamespace(**{**values, **given})


@pytest.mark.parametrize(
    ("given", "h", "end"),
    [
        (dict(t_end=1.1), 0.1, 1.1),
        (dict(t_end=1.05), 0.05, 1.05),
        (dict(t_end=1.15), 0.075, 1.075),
        (dict(land_on_records=1), 0.25 / 3, 1.0 + 0.25 / 3),
        (dict(land_on_sensors=1, land_on_records=1), 0.25 / 3, 1.0 + 0.25 / 3),
        (dict(land_on_sensors=1), 0.1, 1.1),
        (dict(t_end=1.1 + 1e-12), 0.1, 1.1 + 1e-12),
    ],
)
def test_what_remains_is_divided_evenly(given, h, end):
    f = frame(**given)
    assert plan_step(f) == pytest.approx(end, rel=1e-15)
    assert f.h == pytest.approx(h, rel=1e-10)


def test_equal_steps_keep_to_their_grid():
    f = frame(automatic=0, t_base=0.5, steps_base=7)
    assert plan_step(f) == 0.5 + 8 * 0.1
    assert f.h == 0.1


def norm(**changes):
    arrays = dict(
        tableau=np.array([0, 0, 0, 0, 0, 0, 0, 0, 1.0, -1.0]),
        start=dict(q=np.array([1.0, 0.0]), v=np.array([0.0, 2.0])),
        stage_v=np.array([0.0, 0.5, 0.0, 0.0]),
        stage_a=np.array([0.0, 0.0, 0.0, 0.25]),
        state=dict(q=np.array([-2.0, 0.0]), v=np.array([0.0, 1.0])),
    )
    arrays.update(changes)
    start, state = (SimpleNamespace(**arrays.pop(name)) for name in ("start", "state"))
    return error_norm(frame(), 2, start=start, state=state, **arrays)


def test_error_is_relative_to_the_tolerances_and_the_largest_counts():
    # Coordinate 1: 0.1 * 0.5 of position against 1e-3, 0.1 * 0.25 of velocity against 0.021.
    assert norm() == pytest.approx(0.05 / 1e-3 + 0.025 / 0.021)
    # Coordinate 0: 0.1 * 3 against 1e-3 + 1e-2 * 2.
    assert norm(stage_v=np.array([3.0, 0.0, 0.0, 0.0])) == pytest.approx(0.3 / 0.021)


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_error_of_a_step_that_is_not_finite_is_infinite(place, bad):
    stages = np.zeros(4)
    stages[place] = bad
    assert norm(stage_a=stages) == math.inf


def test_accepted_steps_change_the_step_size_within_limits():
    for error, expected in ((1.0, 0.09), (0.5, 0.09 * 0.5**-0.2), (1e-9, 0.2), (0.0, 0.2)):
        f = frame()
        accept(f, error)
        assert f.h_control == pytest.approx(expected)
    f = frame(h_max=0.15)
    accept(f, 0.0)
    assert f.h_control == 0.15


def test_step_size_does_not_grow_after_a_rejection():
    f = frame(just_rejected=1)
    accept(f, 1e-9)
    assert f.h_control == 0.1
    accept(f, 1e-9)
    assert f.h_control == 0.2


def test_much_shortened_step_leaves_the_step_size_alone():
    f = frame(h=0.04)
    accept(f, 1e-6)
    assert f.h_control == 0.1
    f = frame(h=0.06)
    accept(f, 0.9)
    assert f.h_control == pytest.approx(0.06 * 0.9 * 0.9**-0.2)


def test_rejected_steps_shrink():
    for error, factor in ((1.01, 0.9 * 1.01**-0.2), (1e9, 0.2), (math.inf, 0.2), (math.nan, 0.2)):
        f = frame()
        assert reject(f, error, 0) == 0
        assert f.h_control == pytest.approx(0.1 * factor)
        assert (f.rejected, f.just_rejected, f.pre_step_done) == (1, 1, 0)


def test_smallest_step_is_the_limit():
    for status, expected in ((0, STEP_TOO_SMALL), (NOT_FINITE, NOT_FINITE)):
        f = frame(h=1.1e-8)
        assert reject(f, 10.0, status) == expected
        assert f.h_control == 1e-8


@pytest.mark.parametrize("rho", [0.0, 0.3, 0.5, 0.8, 1.0, "Newmark"])
def test_the_estimate_of_an_implicit_step_is_its_error(rho):
    """Accelerations t^2, far from the start: position and velocity have the estimated errors."""
    newmark = dict(useNewmark=True, newmarkBeta=0.3, newmarkGamma=0.6)
    alpha = dict(useNewmark=False, spectralRadius=rho)
    alpha_m, alpha_f, beta, gamma = parameters(
        SimpleNamespace(**(newmark if rho == "Newmark" else alpha))
    )
    h, t, algorithmic = 0.01, 0.0, 0.0
    for k in range(100):
        t, before = k * h, algorithmic
        ends = (1 - alpha_f) * (t + h) ** 2 + alpha_f * t**2
        algorithmic = (ends - alpha_m * before) / (1 - alpha_m)
    moved = h * h * ((0.5 - beta) * before + beta * algorithmic)
    sped = h * ((1 - gamma) * before + gamma * algorithmic)
    wrong_q = abs(moved - ((t + h) ** 4 / 12 - t**4 / 12 - h * t**3 / 3))
    wrong_v = abs(sped - ((t + h) ** 3 / 3 - t**3 / 3))
    f = frame(h=h, error_relative=0.0)
    method = np.array([(alpha_m, alpha_f, beta, gamma, 3, 2)], METHOD)
    found, a = [], np.array([(t + h) ** 2])
    still = dict(q=np.zeros(1), v=np.zeros(1), y=np.zeros(0), y_t=np.zeros(0))
    start = SimpleNamespace(a=np.array([t**2]), **still)
    for absolute in (1.0, 1e-3):
        f.error_absolute = absolute
        first = np.array([t**2 - (t - h) ** 2])
        found.append(error_of_step(f, SimpleNamespace(a=a, **still), start, method, first))
    least = h * h * (a[0] - t**2) / 12.0
    assert found[0] == pytest.approx(max(wrong_q, least) + wrong_v, rel=0.03)
    assert found[1] == pytest.approx(1e3 * found[0], rel=1e-12)
