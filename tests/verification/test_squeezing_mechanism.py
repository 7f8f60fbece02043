"""Andrews' squeezing mechanism of planar bodies and joints, against published angles."""

import numpy as np
import pytest

import linkwork
import linkwork.items
from benchmarks import squeezing
from benchmarks import squeezing_reference as reference
from linkwork.bench.engine import Engine

pytestmark = pytest.mark.processors

LINKWORK = Engine("linkwork", linkwork, linkwork.items)


def solved(solver, **choice):
    """Angles at the end and statistics of a run."""
    run = squeezing.build(LINKWORK, solver, **choice)
    run.solve()
    return run.result(), run.system.solution.statistics


@pytest.fixture
def exact():
    return reference.EXACT


def test_the_reference_has_the_published_angles_and_those_of_scipy(exact):
    assert reference.digits(exact) > 9.4
    assert reference.digits(reference.integrate(1e-13), exact) > 11.5


def test_the_published_start_closes_the_loops():
    assert np.abs(reference.closures(reference.START)[0]).max() < 1e-16
    assert reference.start_angles() == pytest.approx(reference.START, abs=1e-15)


@pytest.mark.parametrize("solver, tolerance", [("DOPRI5", 1e-9), ("DVERK6", 1e-11)])
def test_embedded_methods_with_projection_reach_eight_digits(solver, tolerance, exact):
    angles, statistics = solved(solver, tolerance=tolerance)
    assert reference.digits(angles) > 8.5
    assert reference.digits(angles, exact) > 8.5
    # crank and rod are in line at the start, where the fixed order of elimination finds no pivot
    assert statistics.fallbacks <= 2


def test_generalized_alpha_converges_with_order_two(exact):
    coarse, fine = (solved("GeneralizedAlpha", steps=steps)[0] for steps in (2000, 4000))
    assert reference.digits(fine, exact) > 4.5
    ratio = np.abs(coarse - exact) / np.abs(fine - exact)
    assert ratio == pytest.approx(4.0, rel=0.15)
