"""Sine and cosine in two numbers each, against series in fifty digits."""

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest

from linkwork.math.turning import STEPS, dot_of, sine_and_cosine, turn_grid, turned

TURN = 2 * Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640629")


def series(angle):
    """(sine, cosine) of a Decimal."""
    x = angle % TURN
    sine, cosine, term = Decimal(0), Decimal(0), Decimal(1)
    for k in range(0, 80, 2):
        cosine += term
        sine += term * x / (k + 1)
        term *= -x * x / ((k + 1) * (k + 2))
    return sine, cosine


@pytest.mark.parametrize("size", [0.01, 1.0, 10.0, 1e3, 1e6])
def test_sine_and_cosine_are_right_to_twenty_digits(size):
    random = np.random.default_rng(5)
    with localcontext() as context:
        context.prec = 60
        for angle in [*random.uniform(-size, size, 100), size, -size]:
            low = random.uniform(-1, 1) * math.ulp(angle)
            s, s_low, c, c_low = sine_and_cosine(float(angle), low, turn_grid())
            sine, cosine = series(Decimal(float(angle)) + Decimal(low))
            assert abs(Decimal(s) + Decimal(s_low) - sine) < Decimal("5e-20")
            assert abs(Decimal(c) + Decimal(c_low) - cosine) < Decimal("5e-20")
            assert max(abs(s_low), abs(c_low)) <= 2.0**-53


def test_parts_of_a_turn():
    grid = turn_grid()
    angles = 2 * np.pi * np.arange(STEPS) / STEPS
    assert grid[:, 0] == pytest.approx(np.sin(angles), abs=1e-15)
    assert grid[:, 2] == pytest.approx(np.cos(angles), abs=1e-15)
    assert list(grid[STEPS // 4]) == pytest.approx([1, 0, 0, 0], abs=1e-40)


@pytest.mark.parametrize("angle", [1e10, -3e17])
def test_huge_angles_are_left_to_the_library(angle):
    found = sine_and_cosine(angle, 0.0, turn_grid())
    assert found == (math.sin(angle), 0.0, math.cos(angle), 0.0)
    assert all(math.isnan(x) for x in sine_and_cosine(math.nan, 0.0, turn_grid())[::2])


def test_a_vector_and_its_normal_stay_across_each_other():
    """Turned by the same angle, the dot product vanishes far below rounding."""
    for angle in np.linspace(-7, 7, 40):
        turn = sine_and_cosine(float(angle), 0.0, turn_grid())
        along, across = turned(0.75, -1.25, *turn), turned(1.25, 0.75, *turn)
        assert abs(dot_of(along, across)) < 1e-30
        assert dot_of(along, along) == pytest.approx(0.75**2 + 1.25**2, rel=1e-15)
