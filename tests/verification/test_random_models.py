"""Statics and modes of random models against the same models in plain NumPy.

Found are equilibria, matrices and eigenvalues; `plain_models.py` tells how the others come about.
"""

import warnings

import numpy as np
import pytest
import scipy.linalg
from scipy.optimize import least_squares, linear_sum_assignment

import linkwork as exu

from .random_models import RandomModel
from .static_models import static_settings

pytestmark = pytest.mark.processors

Configuration = exu.ConfigurationType
LOOSE = {5, 11, 23, 35, 41, 47, 53}
"""Models in which bodies may be free to move; those without equilibrium cost a long search."""
SEEDS = range(60)
KINDS = [{}, {"tight": True}, {"load": 20.0}, {"tight": True}]


def options(seed):
    """One of the kinds of models."""
    return {"loose": True} if seed in LOOSE else KINDS[seed % len(KINDS)]


def null_space(C):
    return scipy.linalg.null_space(C, rcond=1e-9) if len(C) else np.eye(C.shape[1])


def assert_near(found, expected, tolerance):
    """Entries differ by less than a part of the largest one."""
    size = max(np.abs(expected).max(initial=0.0), 1e-3)
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=tolerance * size)


def assert_same_set(found, expected, tolerance):
    """The same numbers in any order, to a part of the largest one."""
    assert len(found) == len(expected)
    apart = np.abs(np.asarray(found)[:, None] - np.asarray(expected))
    assert apart[linear_sum_assignment(apart)].max() < tolerance * np.abs(expected).max()


def assert_justified(model, error):
    """There is no equilibrium: constraints contradict each other, or forces have no balance."""
    plain, n = model.plain, model.plain.n
    text = str(error)
    if "cannot be satisfied" in text:
        nearest = least_squares(plain.violation, model.q, plain.gradient, xtol=1e-15, gtol=1e-15)
        assert np.abs(nearest.fun).max() > 1e-3
        return
    assert "found no equilibrium" in text and "coordinate" in text

    def unbalanced(x):
        rest = plain.residual(x[:n], np.zeros(n), np.zeros(n), x[n:])
        return np.concatenate([rest, 100.0 * plain.violation(x[:n])])

    def slope(x):
        K, C = plain.linearized(x[:n], np.zeros(n), np.zeros(n), x[n:])[2:]
        return np.block([[K, C.T], [100.0 * C, np.zeros((len(C), len(C)))]])

    start = np.append(model.q, np.zeros(len(plain.violation(model.q))))
    nearest = least_squares(unbalanced, start, slope, max_nfev=60)
    away = np.abs(nearest.x[:n]).max() > 100.0
    assert away or np.abs(nearest.fun).max() > 1e-6 * plain.force_size(nearest.x[:n])


@pytest.mark.parametrize("seed", SEEDS)
def test_forces_balance_at_the_equilibrium_and_it_is_stable(seed):
    model = RandomModel(seed, **options(seed))
    plain = model.plain
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            solution = model.mbs.SolveStatic(static_settings())
        except exu.SolverError as error:
            assert_justified(model, error)
            return
    q, rest = solution.coordinates[-1], np.zeros(plain.n)
    C = plain.gradient(q)
    multipliers = solution.multipliers[-1] if len(C) else np.zeros(0)
    size = max(plain.force_size(q), 1e-3)
    assert np.abs(plain.residual(q, rest, rest, multipliers)).max() < 1e-9 * size
    assert np.abs(plain.violation(q)).max(initial=0.0) < 1e-11
    if not any("unstable" in str(warning.message) for warning in told):
        K, N = plain.linearized(q, rest, rest, multipliers)[2], null_space(C)
        values = np.linalg.eigvals(N.T @ K @ N).real
        assert values.min(initial=0.0) > -1e-8 * np.abs(K).max()
    compare_modes(model, q, rest, Configuration.Current)


def test_a_follower_force_does_not_hide_that_the_equilibrium_is_unstable():
    """The force along the body's axis has no moment: the body hangs, as without it."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    body = mbs.CreateRigidBody2D(
        referencePosition=[0.0, 1.0], mass=2.0, inertia=0.3, gravity=[0.0, -9.81, 0.0]
    )
    mbs.CreateRevoluteJoint2D(bodyNumbers=[ground, body], position=[0.0, 0.0, 0.0])
    mbs.CreateForce(bodyNumber=body, loadVector=[0.0, 5.0, 0.0], bodyFixed=True)
    mbs.Assemble()
    solution = mbs.SolveStatic(static_settings())
    x, y, phi = solution.coordinates[-1]
    np.testing.assert_allclose([x, 1.0 + y, np.cos(phi)], [0.0, -1.0, -1.0], atol=1e-9)
    # lambda is minus the force on the body, (0, 2 * 9.81 + 5): both weight and thrust pull down
    np.testing.assert_allclose(np.abs(solution.multipliers[-1]), [0.0, 24.62], atol=1e-8)


@pytest.mark.parametrize("seed", SEEDS)
def test_matrices_and_modes_of_a_moving_state(seed):
    model = RandomModel(seed, moving=True, **options(seed))
    compare_modes(model, model.q, model.v, Configuration.Initial)


def compare_modes(model, q, v, configuration):
    """Matrices, multipliers and eigenvalues: undamped and damped, dense and sparse."""
    plain, mbs = model.plain, model.mbs
    a, multipliers = plain.accelerations(q, v)
    M, D, K, C = plain.linearized(q, v, a, multipliers)
    found = mbs.Linearize(sparse=False, configuration=configuration)
    # user functions are differentiated by differences; at rest nothing tells the size of speeds
    digits, digits_D = (1e-8, 1e-5) if model.user_functions else (1e-9, 1e-9)
    assert_near(found.M, M, 1e-13)
    assert_near(found.C, C, 1e-13)
    assert_near(found.multipliers, multipliers, 1e-9)
    assert_near(found.K, K, digits)
    assert_near(found.D, D, digits_D)
    N = null_space(C)
    M_N, K_N, D_N = (N.T @ A @ N for A in (M, K, D))
    unit, inverse = np.eye(len(M_N)), np.linalg.inv(M_N)
    own = scipy.linalg.eig(K_N, M_N)[0]
    damped = np.linalg.eigvals(np.block([[0 * unit, unit], [-inverse @ K_N, -inverse @ D_N]]))
    for sparse in (False, True):
        modes = mbs.ComputeModes(configuration=configuration, useSparseSolver=sparse)
        assert_same_set(modes.eigenvalues, own, 10.0 * digits)
        U = modes.vectors
        assert_near(C @ U, 0.0 * C @ U, 1e-9)
        assert_near(N.T @ (K @ U), N.T @ (M @ U * modes.eigenvalues), 100.0 * digits)
        s, _ = mbs.ComputeODE2Eigenvalues(
            useSparseSolver=sparse, computeComplexEigenvalues=True, useAbsoluteValues=False,
            configuration=configuration,
        )  # fmt: skip
        assert_same_set(s, damped, 1e-6)
