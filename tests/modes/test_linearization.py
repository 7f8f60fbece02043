"""Matrices of a system are the derivatives of its residual, whatever it is made of."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped
from tests.items.alone import standing_alone
from tests.items.samples import KINDS, VARIANTS, variants_of, with_items, world, world_of_variants

from .differences import Residual
from .models import chain, generic, hanging_rods

pytestmark = pytest.mark.processors

Configuration = exu.ConfigurationType


def assert_derivatives(mbs, tolerance=1e-9):
    """M by accelerations is M; K, D and the rows of constraints by differences."""
    found = mbs.Linearize(sparse=False)
    assert np.any(found.v)
    residual = Residual(mbs, found)
    K, rows, rates_q = residual.slopes("q")
    D, _, rates_v = residual.slopes("v")
    residual.close()
    for exact, close in ((found.K, K), (found.D, D)):
        assert np.abs(exact - close).max() <= tolerance * max(np.abs(close).max(), 10.0)
    positions = found.active & ~found.of_velocities
    velocities = found.active & found.of_velocities
    assert np.abs((found.C - rows)[positions]).max(initial=0.0) < 1e-8
    assert np.abs((found.C - rates_v)[velocities]).max(initial=0.0) < 1e-8
    assert np.abs((found.C_t - rates_q)[velocities]).max(initial=0.0) < 1e-8
    assert not found.C[~found.active].any()


def test_matrices_of_a_system_with_all_variants():
    assert_derivatives(world_of_variants().mbs)


@looped("kind", [kind for kind in KINDS if kind in VARIANTS], ids=lambda kind: kind.__name__)
def test_matrices_of_each_kind(kind):
    for changes in variants_of(kind).values():
        made, _ = standing_alone(kind)
        made.add(kind, **with_items(changes, made))
        made.first(ObjectMassPoint)  # something that moves
        made.mbs.Assemble()
        assert_derivatives(made.mbs, 1e-8)


def test_balance_of_the_state():
    """M a + C^T lambda = F with a and lambda of the linearization, in a model of all kinds."""
    mbs = world().mbs
    mbs.Assemble()
    found = mbs.Linearize(sparse=False)
    residual = Residual(mbs, found)
    left = residual(found.q, found.v)[0]
    residual.close()
    assert np.abs(left).max() < 1e-9 * np.abs(found.M @ found.a).max()


def test_sparse_and_full_matrices_are_the_same():
    mbs = hanging_rods([1.0] * 30, [0.5] * 30)
    sparse, full = mbs.Linearize(), mbs.Linearize(sparse=False)
    for name in ("M", "D", "K", "C", "C_t", "A"):
        assert np.array_equal(getattr(sparse, name).toarray(), getattr(full, name))
    assert np.count_nonzero(full.K) > 60  # geometric stiffness
    weights = 9.81 * np.arange(30, 0, -1)
    assert full.multipliers == pytest.approx(weights, rel=1e-12)


def test_state_and_next_run_do_not_notice():
    mbs = hanging_rods([1.0, 2.0], [1.0, 0.5])
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 20
    mbs.systemData.SetODE2Coordinates_t([1.0, 0, 0.5, 1.0, 0, 0], Configuration.Initial)
    before = mbs.SolveDynamic(settings).coordinates
    end = mbs.systemData.GetSystemState()
    t = mbs.systemData.GetTime()
    mbs.Linearize()
    mbs.ComputeODE2Eigenvalues(useSparseSolver=True, numberOfEigenvalues=1)
    mbs.ComputeModes(damped=True)
    for kept, now in zip(end, mbs.systemData.GetSystemState(), strict=True):
        assert np.array_equal(kept, now)
    assert mbs.systemData.GetTime() == t
    assert np.array_equal(mbs.SolveDynamic(settings).coordinates, before)


def test_initial_and_current_state():
    """The documented functions look at the initial state, as they do elsewhere; Linearize not."""
    mbs = chain(1, rest=1.0)
    mbs.systemData.SetODE2Coordinates([0.0, 1.0, 0.0])
    first = mbs.ComputeLinearizedSystem()[1]
    assert np.diag(first) == pytest.approx([400.0, 0.0, 0.0], abs=1e-9)
    stretched = 200.0 * (1.0 - 0.5**0.5)  # k (1 - rest/L), across each spring
    expected = 2.0 * np.diag([100.0 + 0.5 * stretched, 100.0 + 0.5 * stretched, stretched])
    now = mbs.ComputeLinearizedSystem(configuration=Configuration.Current)[1]
    assert now == pytest.approx(expected, abs=1e-9)
    assert mbs.Linearize(sparse=False).K == pytest.approx(expected, abs=1e-9)


def test_documented_list():
    plain = chain(2)
    assert [part.shape for part in plain.ComputeLinearizedSystem()] == [(6, 6)] * 3
    every = dict(returnConstraintJacobian=True, returnConstraintNullspace=True)
    assert len(plain.ComputeLinearizedSystem(**every)) == 3
    mbs = hanging_rods([2.0, 3.0], [1.0, 1.0])
    assert len(mbs.ComputeLinearizedSystem()) == 3
    M, K, D, C, N = mbs.ComputeLinearizedSystem(projectIntoConstraintNullspace=True, **every)
    assert M.shape == K.shape == D.shape == (4, 4)
    assert (C.shape, N.shape) == ((6, 2), (4, 6))
    assert np.abs(N @ C).max() < 1e-15
    assert np.abs(N @ N.T - np.eye(4)).max() < 1e-14
    full = mbs.ComputeLinearizedSystem(**every)
    assert N @ full[0] @ N.T == pytest.approx(M, abs=1e-12)
    assert len(mbs.ComputeLinearizedSystem(returnConstraintJacobian=True)) == 4
    lengths = [len(part) for part in mbs.ComputeLinearizedSystem(returnConstraintNullspace=True)]
    assert lengths == [6, 6, 6, 0, 4]
    projected = mbs.ComputeLinearizedSystem(projectIntoConstraintNullspace=True)
    assert [len(part) for part in projected] == [4, 4, 4, 0, 0]


def test_notes_on_the_state():
    mbs = generic(np.eye(2), np.eye(2))
    assert mbs.Linearize().notes == []
    mbs.systemData.SetODE2Coordinates([0.5, 0.0])
    mbs.systemData.SetODE2Coordinates_t([0.5, 0.0])
    told = mbs.Linearize()
    assert "not an equilibrium: accelerations of up to 0.5" in told.notes[0]
    assert "velocities are not zero" in told.notes[1]
    assert "2 coordinates" in repr(told)
    rods = hanging_rods([1.0], [1.0])
    rods.systemData.SetODE2Coordinates([0.0, -0.02, 0.0])
    assert "violated by 0.02" in rods.Linearize().notes[0]
    for call in (rods.ComputeLinearizedSystem, rods.ComputeSystemDegreeOfFreedom):
        with pytest.warns(UserWarning, match=f"{call.__name__}: .*is violated by 0.02"):
            call(configuration=Configuration.Current)


def test_user_function_that_fails_is_named():
    def broken(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        raise ValueError("no such force")

    mbs = chain(1)
    mbs.SetObjectParameter(1 + 1, "springForceUserFunction", broken)
    with pytest.raises(exu.SysError, match="springForceUserFunction failed when.*no such force"):
        mbs.Linearize()
    assert not mbs.is_running


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda mbs: mbs.ComputeLinearizedSystem(5), "SimulationSettings"),
        (lambda mbs: mbs.ComputeLinearizedSystem(singularValuesTolerance=0.0), "above 0"),
        (lambda mbs: mbs.ComputeODE2Eigenvalues(numberOfEigenvalues=-1), ">= 0"),
        (lambda mbs: mbs.ComputeODE2Eigenvalues(constrainedCoordinates=[9]), "from 0 to 5"),
        (lambda mbs: mbs.ComputeODE2Eigenvalues(constrainedCoordinates="x"), "from 0 to 5"),
        (lambda mbs: mbs.ComputeModes(2.5), "numberOfModes"),
        (lambda mbs: mbs.ComputeSystemDegreeOfFreedom(threshold=2), "threshold"),
        (
            lambda mbs: mbs.ComputeODE2Eigenvalues(
                computeComplexEigenvalues=True, convert2Frequencies=True
            ),
            "convert2Frequencies",
        ),
        (lambda mbs: mbs.Linearize(configuration=Configuration.Reference), "Current or Initial"),
    ],
)
def test_refusals(call, text):
    with pytest.raises(exu.SysError, match=text):
        call(chain(2))
