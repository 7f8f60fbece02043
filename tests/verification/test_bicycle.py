"""Whipple's bicycle: published matrices and eigenvalues, and those of the linearized model."""

import numpy as np
import pytest
from scipy.optimize import brentq

from tests.cases import Cases
from tests.verification.bicycle import bicycle, linear_eigenvalues, linear_matrices

pytestmark = pytest.mark.processors

M = [[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]]
C1 = [[0.0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]]
K0 = [[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]]
K2 = [[0.0, 76.59734589573222], [0.0, 2.65431523794604]]
PUBLISHED = {
    0.0: [-5.53094371765393, -3.13164324790656, 3.13164324790656, 5.53094371765393],
    5.0: [-14.07838969279822, -0.77534188219585 - 4.46486771378823j,
          -0.77534188219585 + 4.46486771378823j, -0.32286642900409],
}  # fmt: skip
WEAVE, CAPSIZE = 4.292382536341, 6.024262015388
"""Speeds between which the bicycle is stable [m/s]."""


def eigenvalues_of(model):
    """Eigenvalues of the motions that are not neutral, both of each pair."""
    model.mbs.Assemble()
    found = model.mbs.ComputeModes(damped=True).eigenvalues
    found = found[np.abs(found) > 1e-5]
    return np.sort_complex(np.concatenate([found, found[found.imag > 0.0].conj()]))


def test_linear_matrices_are_those_published():
    for found, published in zip(linear_matrices(), (M, C1, K0, K2), strict=True):
        assert found == pytest.approx(np.array(published), rel=1e-13, abs=1e-13)
    for speed, values in PUBLISHED.items():
        assert linear_eigenvalues(speed) == pytest.approx(np.array(values), rel=1e-13)


def test_modes_of_the_model_are_those_of_the_linear_theory():
    """At a state that moves: wheels that spin, and roll without slipping.

    The matrices of EP nodes are those of the moment, in which Euler parameters of the wheels
    change; they have these modes at rest alone.
    """
    cases = [
        ("EP", 0.0),
        *((kind, v) for kind in ("Rxyz", "LG") for v in (0.0, 1.0, 3.0, 5.0, 9.0)),
    ]
    with Cases("bicycle") as tried:
        for kind, speed in cases:
            with tried(kind, f"{speed} m/s"):
                found = eigenvalues_of(bicycle(kind, speed))
                assert found == pytest.approx(linear_eigenvalues(speed), rel=1e-10)


def growth(speed, oscillates):
    """Rate of growth of the motion that grows fastest, among those that oscillate or do not."""
    found = eigenvalues_of(bicycle("LG", speed))
    return max(s.real for s in found if (s.imag != 0.0) == oscillates)


def test_the_bicycle_weaves_below_a_speed():
    found = brentq(lambda v: growth(v, True), 4.0, 4.5, xtol=1e-10)
    assert found == pytest.approx(WEAVE, abs=1e-9)


def test_the_bicycle_capsizes_above_a_speed():
    """By interpolation: where it neither falls nor rises, its motion is one of the neutral ones.

    Near that speed rounding of the neutral eigenvalues, of which there are several, is in the rate.
    """
    away = np.array([-0.25, -0.2, -0.15, -0.1, 0.1, 0.15, 0.2, 0.25])
    rates = np.array([growth(CAPSIZE + d, False) for d in away])
    assert np.array_equal(np.sign(rates), np.sign(away))
    roots = np.roots(np.polyfit(away, rates, len(away) - 1))
    assert np.abs(roots).min() < 1e-8
