"""Jacobians that are not the derivatives of their constraint functions: a warning names the entry.

Constraint forces act through the Jacobian, so a wrong one leads to a wrong motion without failure.
"""

import contextlib
import re
import warnings

import numpy as np
import pytest
from scipy.sparse import csr_matrix

import linkwork as exu

from .test_coordinate_vector import LENGTH, circle, circle_slopes, speed, speed_slopes
from .vector_models import SOLVERS, Bead

pytestmark = pytest.mark.processors

LOWEST, SIDE = (0.0, -LENGTH), (LENGTH, 0.0)


def told(value, slopes, place=LOWEST, solver="GeneralizedAlpha", active=True, **changes):
    """Warnings about Jacobians of a mass that swings for a moment, or fails to."""
    velocity = (2.0, 0.0) if place is LOWEST else (0.0, 2.0)
    model = Bead(place, velocity, reference=(0.25, -0.5)).tie(
        scalingMarker0=np.zeros((1, 1)), constraintUserFunction=value,
        jacobianUserFunction=slopes, activeConnector=active, **changes,
    )  # fmt: skip
    with warnings.catch_warnings(record=True) as found, contextlib.suppress(exu.SolverError):
        warnings.simplefilter("always")
        model.run(1e-3, 3e-3, solver=solver)
    return [str(each.message) for each in found if "jacobianUserFunction" in str(each.message)]


def wrong(mbs, t, itemNumber, q, q_t, velocityLevel):
    return [[2.0 * q[0], 2.2 * q[1]]]


@pytest.mark.parametrize("place", [LOWEST, SIDE])
@pytest.mark.parametrize("solver", SOLVERS)
def test_a_wrong_entry_is_named(solver, place):
    """Also where it is zero at the start, and therefore right."""
    (text,) = told(circle, wrong, place, solver)
    assert text.startswith("CoordinateVectorConstraint 'object1' (object 1): jacobianUserFunction")
    assert "derivative of constraintUserFunction with respect to q: entry [0, 1]" in text
    numbers = re.search(r"is (\S+) near the start, but differences give (\S+);", text)
    assert float(numbers[1]) == pytest.approx(1.1 * float(numbers[2]), rel=1e-4)
    assert text.endswith("the motion may be wrong")


@pytest.mark.parametrize("way", [lambda f: f, exu.called_back, exu.compiled])
@pytest.mark.parametrize("solver", SOLVERS)
def test_right_jacobians_give_no_warning(solver, way):
    for place in (LOWEST, SIDE):
        assert not told(way(circle), way(circle_slopes), place, solver)


def test_jacobians_of_velocity_level_are_derivatives_by_velocities():
    assert not told(speed, speed_slopes, velocityLevel=True)
    (text,) = told(speed, wrong, velocityLevel=True)
    assert "derivative of constraintUserFunction with respect to q_t: entry" in text


@pytest.mark.parametrize("form", [csr_matrix, exu.MatrixContainer, np.array])
def test_matrices_of_all_forms_are_looked_at(form):
    def slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
        return form([[2.0 * q[0], 2.0 * q[1]]])

    def half(mbs, t, itemNumber, q, q_t, velocityLevel):
        return form([[q[0], q[1]]])

    assert not told(circle, slopes)
    assert len(told(circle, half)) == 1


def test_inactive_constraints_are_left_alone():
    assert not told(circle, wrong, active=False)


def test_jacobians_may_make_use_of_the_equation():
    """x / |x| is the derivative of |x|, and x / L too where the equation holds."""

    def length(mbs, t, itemNumber, q, q_t, velocityLevel):
        return [np.hypot(q[0], q[1]) - LENGTH]

    def slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
        return [[q[0] / LENGTH, q[1] / LENGTH]]

    assert not told(length, slopes)
    assert not told(length, slopes, SIDE)


def test_functions_that_fail_near_the_start_only_there_are_left_alone():
    """A run that rests needs no values away from the start."""

    def value(mbs, t, itemNumber, q, q_t, velocityLevel):
        if abs(q[0]) > 1e-5:
            raise ValueError("too far")
        return circle(mbs, t, itemNumber, q, q_t, velocityLevel)

    model = Bead(LOWEST, reference=(0.25, -0.5)).tie(
        scalingMarker0=np.zeros((1, 1)), constraintUserFunction=value,
        jacobianUserFunction=circle_slopes,
    )  # fmt: skip
    model.run(1e-3, 3e-3)
    assert model.state()[:2] == pytest.approx(LOWEST, abs=1e-12)
