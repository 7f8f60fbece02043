"""Rigid bodies in space, built by Create... functions on every kind of node, against exact values.

Exact values are met by extrapolation to a step size of zero. The values at 100 steps show that the
scheme is generalized-alpha in the coordinates of the node, and not just one that converges.
"""

import math

import numpy as np
import pytest

import linkwork as exu
from tests.cases import Cases
from tests.verification import spatial_models as models
from tests.verification.spatial_cases import CASES
from tests.verification.spatial_models import KINDS, MODELS, Output

pytestmark = pytest.mark.processors

FIXED_STEP = 1e-8
COMPOSED = {
    "free_com_offset": 2e-8, "force_off_center": 5e-8, "double_pendulum_spherical_moving": 3e-8,
}  # fmt: skip
"""The numbers of rotations that are composed (LG) depend on the way on which they were obtained:
Newton's increments were composed one by one, A exp(d1) exp(d2) ..., where ours are
A exp(d1 + d2 + ...). This is seen where a step has several increments that are not parallel."""

SINGULAR = ("free_intermediate_axis", "Rxyz")
"""The body turns through the orientation in which its angles do not exist."""


def solved(model, steps, end, spectral_radius=0.9, level="", compatibility=""):
    """Solve with generalized-alpha, full Newton and tight tolerances."""
    simulation = exu.SimulationSettings()
    run = simulation.timeIntegration
    run.numberOfSteps, run.endTime = steps, end
    run.generalizedAlpha.spectralRadius = spectral_radius
    run.generalizedAlpha.constraintLevel = level
    simulation.compatibility = compatibility
    run.newton.relativeTolerance = run.newton.absoluteTolerance = 1e-12
    run.newton.useModifiedNewton = False
    model.mbs.SolveDynamic(simulation)
    return model


def extrapolated(build, steps, end, names, **settings):
    """Outputs at the end, extrapolated from two runs: errors of order 2 cancel."""
    coarse, fine = (solved(build(), n, end, **settings) for n in (steps, 2 * steps))
    return {name: (4 * fine.value(name) - coarse.value(name)) / 3 for name in names}


def assert_all_close(found, expected, tolerance):
    """Compare outputs; forces of constraints are an order of magnitude less accurate."""
    for name, value in expected.items():
        limit = tolerance * max(1.0, np.abs(value).max())
        limit *= 10.0 if name in ("force", "torque") else 1.0
        assert found[name] == pytest.approx(value, abs=limit), name


@pytest.mark.parametrize("name", CASES)
def test_all_kinds_of_nodes_converge_to_the_exact_values(name):
    case = CASES[name]
    with Cases(name) as cases:
        for kind in [kind for kind in KINDS if (name, kind) != SINGULAR]:
            with cases(kind):
                build = lambda kind=kind: MODELS[name](kind)  # noqa: E731
                found = extrapolated(build, case.steps, case.end, case.expected)
                assert_all_close(found, case.expected, case.tolerance)


@pytest.mark.parametrize("choice", [dict(level="position"), dict(compatibility="exudyn")])
@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.at_100_steps])
def test_the_scheme_gives_the_same_digits_at_a_fixed_step(name, choice):
    """Constraints at position level, and equations for the norms of Euler parameters."""
    case = CASES[name]
    with Cases(name) as cases:
        for kind, expected in case.at_100_steps.items():
            with cases(kind):
                model = solved(MODELS[name](kind), 100, case.end, **choice)
                found = {output: model.value(output) for output in expected}
                composed = COMPOSED if kind == "LG" else {}
                assert_all_close(found, expected, composed.get(name, FIXED_STEP))


@pytest.mark.parametrize("name", CASES)
def test_an_explicit_solver_with_projection_meets_the_exact_values(name):
    case = CASES[name]
    simulation = exu.SimulationSettings()
    run = simulation.timeIntegration
    run.numberOfSteps, run.endTime = 100, case.end
    run.absoluteTolerance = run.relativeTolerance = 1e-11
    with Cases(name) as cases:
        for kind in KINDS:
            with cases(kind):
                model = MODELS[name](kind)
                model.mbs.SolveDynamic(simulation, solverType="DOPRI5")
                found = {output: model.value(output) for output in case.expected}
                assert_all_close(found, case.expected, case.tolerance)


@pytest.mark.parametrize("kind", KINDS)
def test_constraints_of_velocities_give_the_same_motion(kind):
    case = CASES["pendulum_revolute"]
    build = lambda: models.pendulum_revolute(kind)  # noqa: E731
    found = extrapolated(build, 4000, case.end, case.expected, level="velocity")
    assert_all_close(found, case.expected, case.tolerance)


def test_every_model_is_a_case():
    assert set(MODELS) == set(CASES)


# ------------------------------------------------------------------------------- composed rotations


def test_a_rotation_is_composed_from_the_sum_of_its_newton_increments():
    """Against the scheme in a few lines: A_1 = A_0 exp((I - h b/(2 g) w~) theta) exp(D)."""
    case = CASES["force_off_center"]
    w = composed_steps(
        np.array([0.3, 0.2, 0.4]), [0.1, 0.2, -0.3], [5.0, 2.0, 10.0], 100, case.end, 0.9
    )
    model = solved(MODELS["force_off_center"]("LG"), 100, case.end)
    assert model.value("angularVelocityLocal1") == pytest.approx(w, abs=1e-10)


def composed_steps(J, b, f, steps, end, rho):
    """Angular velocity of a free body with a force f at b, by generalized-alpha with composition.

    J -- principal moments of inertia; each step is solved by fixed-point iteration
    """
    exp = models.RotationVector2RotationMatrix
    a_m, a_f = (2 * rho - 1) / (rho + 1), rho / (rho + 1)
    gamma = 0.5 + a_f - a_m
    beta, h, factor = 0.25 * (gamma + 0.5) ** 2, end / steps, (1 - a_f) / (1 - a_m)

    def acceleration(A, w):
        return (np.cross(b, A.T @ f) - np.cross(w, J * w)) / J

    A, w = np.eye(3), np.zeros(3)
    x = a = acceleration(A, w)
    for _ in range(steps):
        rest = (a_f * x - a_m * a) / (1 - a_m)
        theta = h * w + h * h * ((0.5 - beta) * a + beta * rest)
        free = w + h * ((1 - gamma) * a + gamma * rest)
        start = A @ exp(theta - 0.5 * h * beta / gamma * np.cross(free, theta))
        for _ in range(50):
            A, w = start @ exp(h * h * beta * factor * x), free + h * gamma * factor * x
            x = acceleration(A, w)
        a = rest + factor * x
    return w


# ------------------------------------------------------------------------------- special starts


@pytest.mark.parametrize("kind", KINDS)
def test_the_angular_velocity_holds_at_the_initial_rotation(kind):
    model = models.initial_rotation_and_spin(kind)
    model.mbs.Assemble()
    body = model.bodies[0]
    spin = model.mbs.GetObjectOutputBody(body, Output.AngularVelocity)
    assert spin == pytest.approx([1, 2, 3], abs=2e-15)
    turn = models.RotationMatrixX(0.5) @ models.RotationMatrixZ(0.7)
    assert model.value("rotationMatrix1") == pytest.approx(turn.ravel(), abs=1e-15)


@pytest.mark.parametrize("kind", KINDS)
def test_a_drive_that_starts_with_a_jerk_shows_its_force_without_numerical_damping(kind):
    case = CASES["driven_generic_joint_jerk_start"]
    build = lambda: models.driven_generic_joint_jerk_start(kind)  # noqa: E731
    with pytest.warns(UserWarning, match="constraints at position level need numerical damping"):
        found = extrapolated(
            build, 128, case.end, case.expected, spectral_radius=1.0, level="position"
        )
    assert_all_close(found, case.expected, case.tolerance)


def test_angles_that_do_not_exist_are_named():
    name, kind = SINGULAR
    # rounding of initial values decides within which of four steps the angle passes pi/2
    when = r"t = 0\.5(2|24|28|32) s"
    with pytest.raises(exu.SolverError, match=rf"RigidRxyz 'node0' .* {when} .*gimbal lock"):
        solved(MODELS[name](kind), 1000, CASES[name].end)


# ------------------------------------------------------------------------------- statics and modes


@pytest.mark.parametrize("kind", KINDS)
def test_a_body_hangs_on_four_springs(kind):
    """The nonlinear equations of the equilibrium, solved to 6e-15 by another code."""
    expected = {
        "position1": [0.00856898395331, 0.00661698000069, 0.154491078933],
        "rotation1": [0.0763923591012, 0.0259929236723, -0.00118924389141],
    }
    for steps in (1, 5, 20):
        model = models.static_hanging_body(kind)
        settings = exu.SimulationSettings()
        settings.staticSolver.numberOfLoadSteps = steps
        settings.staticSolver.newton.relativeTolerance = 1e-12
        model.mbs.SolveStatic(settings)
        assert_all_close({name: model.value(name) for name in expected}, expected, 1e-10)


@pytest.mark.parametrize("kind", KINDS)
def test_modes_of_a_body_on_springs(kind):
    """Six oscillators: the springs are symmetric about the center of mass."""
    model = models.modes_on_cartesian_springs(kind)
    model.mbs.Assemble()
    squares, _ = model.mbs.ComputeODE2Eigenvalues()
    assert squares == pytest.approx([750.0, 1000.0, 1400.0, 1432.5, 1800.0, 2880.0], rel=1e-9)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("about_pivot", [False, True])
def test_modes_of_a_compound_pendulum(kind, about_pivot):
    """omega^2 = m g l / (J + m l^2) about both horizontal axes; the spin is free."""
    model = models.compound_pendulum(kind, about_pivot)
    model.mbs.Assemble()
    modes = model.mbs.ComputeModes()
    torque = 2 * 9.81 * 0.5
    expected = [0.0, torque / (0.3 + 0.5), torque / (0.2 + 0.5)]
    assert (2 * math.pi * modes.frequencies) ** 2 == pytest.approx(expected, rel=1e-8, abs=1e-8)
