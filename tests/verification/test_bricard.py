"""Bricard's mechanism, one of whose equations is redundant: explicit solvers, degree of freedom."""

import numpy as np
import pytest

import linkwork as exu
from tests.verification.loops_exact import Bricard
from tests.verification.models import make_settings
from tests.verification.problems.bricard import mechanism
from tests.verification.spatial_models import KINDS, Output

pytestmark = pytest.mark.processors


@pytest.mark.parametrize("kind", KINDS)
def test_explicit_solvers_share_the_forces_of_dependent_equations(kind):
    """Euler parameters of bodies that have hardly turned have masses of rounding size.

    So have slender rods about their own axes.
    """
    m = mechanism(kind)
    m.mbs.Assemble()
    end = 0.2
    with pytest.warns(UserWarning, match="constraint forces are the smallest ones"):
        m.mbs.SolveDynamic(make_settings(0.01, end), exu.DynamicSolverType.RK44)
    x, y, _ = Bricard.angles(end, 1)[-1]
    found = m.mbs.GetObjectOutputBody(m.bodies[2], Output.Position, [0.5, 0, 0])
    assert found == pytest.approx(Bricard.corner(3, x, y), abs=1e-8)
    assert np.linalg.norm(found - Bricard.CORNERS[3]) > 0.05


@pytest.mark.parametrize("kind", KINDS)
def test_equations_that_turn_slender_rods_about_themselves_keep_their_weight(kind):
    """Such a row moves no mass but by rounding; it must neither vanish nor outweigh the others."""
    m = mechanism(kind)
    m.mbs.Assemble()
    with pytest.warns(UserWarning, match="constraint forces are the smallest ones"):
        m.mbs.SolveDynamic(make_settings(1e-3, 0.2))
    x, y, _ = Bricard.angles(0.2, 1)[-1]
    found = m.mbs.GetObjectOutputBody(m.bodies[2], Output.Position, [0.5, 0, 0])
    assert found == pytest.approx(Bricard.corner(3, x, y), abs=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_it_has_one_degree_of_freedom(kind):
    m = mechanism(kind)
    m.mbs.Assemble()
    found = m.mbs.ComputeSystemDegreeOfFreedom()
    assert found["degreeOfFreedom"] == 1 and found["redundantConstraints"] == 1
