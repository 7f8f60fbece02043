"""Sine and cosine together, against many digits."""

import math

import mpmath
import numpy as np

from linkwork.math.sines import LARGEST, sine_and_cosine_of


def test_both_are_right_to_the_last_digits():
    rng = np.random.default_rng(1)
    eighths = np.pi / 4 * np.r_[-50:50, 7919, 12345, 99991]
    angles = np.r_[rng.uniform(-10, 10, 500), rng.uniform(-LARGEST, LARGEST, 500), eighths, 0.0]
    with mpmath.workprec(160):
        for x in angles.tolist():
            sine, cosine = sine_and_cosine_of(x)
            assert abs(mpmath.sin(mpmath.mpf(x)) - sine) < 2e-16
            assert abs(mpmath.cos(mpmath.mpf(x)) - cosine) < 2e-16


def test_small_angles_keep_relative_digits():
    for x in (1e-3, 1e-9, 1e-300, -1e-5):
        assert abs(sine_and_cosine_of(x)[0] - math.sin(x)) <= 2e-16 * abs(x)


def test_large_angles_are_left_to_the_library():
    assert sine_and_cosine_of(1e9) == (math.sin(1e9), math.cos(1e9))
    assert all(map(math.isnan, sine_and_cosine_of(math.nan)))
