"""Solver of planar models: results, forces of springs, refusals, failures."""

import copy
import math
import pickle
import subprocess
import sys

import numpy as np
import pytest

import linkwork as exu
from linkwork import planar as lw
from tests.cases import looped


def oscillator(k=100.0, c=0.0, free=(False, False, False), **config):
    """A disc 1 m above the origin on a spring, pushed upwards; (solver, body, spring)."""
    body = lw.Disc(m=1.0, R=1.0, cm=(0.0, 1.0, 0.0), dof_constraint=free)
    body.initial_conditions(p=(0.0, 0.1, 0.0), v=(0.0, 1.0, 0.0))
    spring = lw.LinearSpringDamper(k=k, c=c, parent=body, track_force=True, name="s")
    run = lw.RunConfiguration(**dict(n_timesteps=201, termination_time=0.5) | config)
    return lw.Solver([body], [spring], run, verbose=False), body, spring


def course(t, k=100.0, m=1.0, p=0.1, v=1.0):
    """Position of the oscillator."""
    omega = math.sqrt(k / m)
    return 1.0 + p * np.cos(omega * t) + v / omega * np.sin(omega * t)


def test_results_have_one_row_for_each_time():
    solver, _, spring = oscillator()
    assert solver.solve() is solver
    assert np.array_equal(solver.timesteps, np.linspace(0.0, 0.5, 201))
    assert np.allclose(solver.position_array[:, 1], course(solver.timesteps), atol=1e-9)
    names = ("position_array", "velocity_array", "acceleration_array", "global_force_array")
    for name in names:
        assert getattr(solver, name).shape == (201, 3)
    stretch = solver.position_array[:, 1] - 1.0
    assert np.allclose(solver.global_force_array[:, 1], -100.0 * stretch, rtol=0, atol=1e-12)
    assert np.allclose(solver.acceleration_array[:, 1], -100.0 * stretch, rtol=0, atol=1e-12)
    assert spring.forcehist.shape == (201, 4)
    assert np.allclose(spring.forcehist[:, 1], -100.0 * stretch, rtol=0, atol=1e-12)
    assert len(solver.solution) == 201 and solver.solution.success


def test_results_before_a_solve_are_told_to_be_missing():
    solver, _, _ = oscillator()
    for name in ("timesteps", "position_array", "global_force_array"):
        with pytest.raises(AttributeError, match=f"no {name} yet: call solve"):
            getattr(solver, name)
    with pytest.raises(AttributeError, match="'Solver' object has no attribute 'positions'"):
        solver.positions  # noqa: B018
    assert "not solved" in repr(solver)


def test_capital_solve_is_the_same():
    solver, _, _ = oscillator()
    assert solver.Solve(k=90).springs[0].k == 90.0


@looped("solver_type", ["RK4", "DOPRI5", "GeneralizedAlpha", "CentralDifference"])
def test_every_solver_records_on_the_grid(solver_type):
    solver, _, _ = oscillator(solver_type=solver_type, n_timesteps=1001)
    solver.solve()
    assert len(solver.timesteps) == len(solver.solution.times) == 1001
    assert np.allclose(solver.solution.times, solver.timesteps, rtol=0, atol=1e-14)
    assert np.allclose(solver.position_array[:, 1], course(solver.timesteps), rtol=0, atol=2e-6)


# ---------------------------------------------------------------------- forces of springs


def test_forces_of_an_eccentric_spring_about_both_centers():
    """Forces and torques by hand, also of a parent that is held altogether."""
    a = lw.Disc(m=1.0, R=1.0, cm=(0.0, 0.0, math.pi / 2))
    b = lw.Disc(m=1.0, R=1.0, cm=(2.0, 0.0, 0.0))
    b.initial_conditions(p=(1.0, 0.0, 0.0))
    at = dict(parent_pos=(0.5, 0.0), child_pos=(0.0, 0.5))
    for held in (False, True):
        a.dof_constraint = (held,) * 3
        spring = lw.LinearSpringDamper(10, 0, parent=a, child=b, track_force=True, **at)
        solver = lw.Solver([a, b], [spring], lw.RunConfiguration(n_timesteps=11), verbose=False)
        solver.solve()
        # attachment points (0, 0.5) and (3, 0.5), l0 = 2: 10 N, arms 0.5 across
        assert spring.forcehist[0] == pytest.approx([10.0, 0.0, -5.0, 5.0], abs=1e-12)
        expected = [10.0, 0.0, -5.0, -10.0, 0.0, 5.0]
        assert solver.global_force_array[0] == pytest.approx(expected, abs=1e-12)
        inertia = np.array([1.0, 1.0, 0.5] * 2)
        moved = inertia * solver.acceleration_array
        free = slice(3, 6) if held else slice(0, 6)
        assert np.allclose(moved[:, free], solver.global_force_array[:, free], atol=1e-9)


def test_a_boundary_parent_has_the_reaction():
    body = lw.Disc(m=1.0, R=1.0, cm=(2.0, 0.0, 0.0))
    body.initial_conditions(p=(0.5, 0.0, 0.0))
    spring = lw.LinearSpringDamper(10, 0, child=body, track_force=True)
    lw.Solver([body], [spring], lw.RunConfiguration(n_timesteps=11), verbose=False).solve()
    assert spring.forcehist[0] == pytest.approx([5.0, 0.0, 0.0, 0.0], abs=1e-14)


OPTIONS = {
    "pull, turned": (dict(mu=(0.5, 0.0)), 10.0, 0.0, -1.0),
    "reference angle": (dict(mu=(0.5, 0.0), l0t=0.05), 10.0, 0.0, -0.75),
    "turning": (dict(mu=(0.0, 0.5)), 10.0, 0.0, -2.0),
    "preload": (dict(p=0.5), 15.0, 0.0, 0.0),
    "length": (dict(l0=2.5), 5.0, 0.0, 0.0),
    "damper": (dict(c=2.0), 10.0 + 2.0 * 0.3, 2.0 * 0.7, 0.0),
    "axial damper": (dict(c=2.0, damping="axial"), 10.0 + 2.0 * 0.3, 0.0, 0.0),
    "curve held": (dict(type="Tabular", curve=[[0.0, 1.0], [0.5, 4.0]]), 4.0, 0.0, 0.0),
    "curve straight on": (
        dict(type="Tabular", curve=[[0.0, 1.0], [0.5, 4.0]], extrapolate="linear"), 7.0, 0.0, 0.0,
    ),
    "compressive": (dict(type="Compressive", c=2.0, mu=(1.0, 1.0)), 0.0, 0.0, 0.0),
    "bushing": (dict(formulation="bushing", l0y=-0.2), 10.0, 2.0, 0.0),
    "released x": (dict(dof_constraint=(True, False, False), c=2.0), 0.0, 2.0 * 0.7, 0.0),
    "no torque": (dict(dof_constraint=(False, False, True), mu=(0.5, 0.5)), 10.0, 0.0, 0.0),
}  # fmt: skip


@looped("options, x, y, torque", OPTIONS.values(), ids=OPTIONS)
def test_every_option_reaches_the_law(options, x, y, torque):
    """Force on a boundary parent at the origin: child at (-3, 0), l0 = 2, moving and turned."""
    body = lw.Disc(m=1.0, R=1.0, cm=(-2.0, 0.0, 0.0))
    body.initial_conditions(p=(-1.0, 0.0, -0.2), v=(-0.3, -0.7, -0.4))
    later = {name: options[name] for name in ("l0t", "l0y") if name in options}
    given = dict(k=10.0, c=0.0) | {n: v for n, v in options.items() if n not in later}
    spring = lw.LinearSpringDamper(child=body, track_force=True, **given)
    for name, value in later.items():
        setattr(spring, name, value)
    lw.Solver([body], [spring], lw.RunConfiguration(n_timesteps=11), verbose=False).solve()
    expected = [-x, -y, torque, -torque]
    assert spring.forcehist[0] == pytest.approx(expected, rel=1e-13, abs=1e-13)


def test_untracked_springs_have_no_history():
    solver, _, spring = oscillator()
    solver.solve()
    spring.track_force = False
    solver.solve()
    assert spring.forcehist is None


@pytest.mark.parametrize("released", [False, True])
def test_rotational_spring_to_the_boundary(released):
    body = lw.Disc(m=1.0, R=1.0, cm=(0.0, 0.0, 0.5))
    body.initial_conditions(v=(0.0, 0.0, 1.0))
    spring = lw.RotationalSpringDamper(
        2.0, 0.5, 0.25, child=body, dof_constraint=(False, False, released), track_force=True
    )
    config = lw.RunConfiguration(n_timesteps=2001, termination_time=0.5)
    solver = lw.Solver([body], [spring], config, verbose=False)
    solver.solve()
    angle, speed = solver.position_array[:, 2], solver.velocity_array[:, 2]
    torque = 0.0 if released else 2.0 * (-(angle - 0.5) + 0.25) - 0.5 * speed
    assert np.allclose(spring.forcehist[:, 3], torque, rtol=0, atol=1e-12)
    assert np.array_equal(spring.forcehist[:, 2], -spring.forcehist[:, 3])
    assert np.all(spring.forcehist[:, :2] == 0.0)
    assert np.allclose(solver.global_force_array[:, 2], torque, rtol=0, atol=1e-12)
    assert np.allclose(0.5 * solver.acceleration_array[:, 2], torque, rtol=0, atol=1e-12)


# ---------------------------------------------------------------------- refusals and failures


def test_models_that_cannot_be_solved():
    body = lw.Disc("a", m=1.0, R=1.0)
    config = lw.RunConfiguration()
    spring = lw.LinearSpringDamper(1, 0, parent=body)
    for given, kind, text in (
        (([], [], config), ValueError, "bodies must hold at least one body"),
        ((body, [], config), TypeError, "bodies must be a list of bodies, got one"),
        ((3, [], config), TypeError, "bodies must be a list of bodies, got 3"),
        (([body, "b"], [], config), TypeError, r"bodies\[1\] must be one of the bodies, got 'b'"),
        (([body, body], [], config), ValueError, "bodies names <Disc 'a': .*> twice"),
        (([body], [spring, spring], config), ValueError, "springs names .* twice"),
        (([body], [body], config), TypeError, r"springs\[0\] must be one of the springs"),
        (([body], [], {}), TypeError, "config must be a RunConfiguration, got {}"),
        (([body], [], config, [spring]), TypeError, r"bcs\[0\] must be one of the boundary"),
        (([body, lw.Disc("a", m=1, R=1)], [], config), ValueError, "ID .* must be unique, got 'a'"),
    ):
        with pytest.raises(kind, match=text):
            lw.Solver(*given)


def test_start_values_are_checked_at_a_solve():
    solver, body, spring = oscillator()
    solver.solve()
    body.dof_constraint = (False, True, False)
    with pytest.raises(ValueError, match="initial velocity of y must be 0, .* got 1.0"):
        solver.solve()
    body.dof_constraint = (False, False, False)
    spring.type = "Tabular"
    with pytest.raises(ValueError, match="'s': curve must be an array .* got None"):
        solver.solve()
    spring.type = "Linear"
    solver.solve()


def test_a_failed_run_keeps_what_was_computed():
    solver, body, spring = oscillator(n_timesteps=101, termination_time=1.0)

    def broken(t):
        return 1.0 / (0.5 - t) if t < 0.4 else math.sqrt(0.4 - t)

    solver.bcs.append(lw.Force(solver.config, broken, body, 0))
    with pytest.raises(exu.SolverError, match="LoadCoordinate"):
        solver.solve()
    assert 30 < len(solver.timesteps) < 45
    assert solver.position_array.shape == (len(solver.timesteps), 3)
    assert len(spring.forcehist) == len(solver.timesteps)
    assert not solver.solution.success
    solver.bcs.clear()
    assert len(solver.solve().timesteps) == 101


def test_an_interrupted_run_keeps_what_was_computed():
    solver, body, _ = oscillator(n_timesteps=101, termination_time=1.0)

    def stop(t):
        if t > 0.5:
            raise KeyboardInterrupt
        return 0.0

    solver.bcs.append(lw.Force(solver.config, exu.called_back(stop), body, 0))
    with pytest.raises(KeyboardInterrupt):
        solver.solve()
    assert 45 < len(solver.timesteps) < 55


def test_importing_needs_neither_matplotlib_nor_an_optimizer():
    code = (
        "import sys, linkwork.planar as lw; "
        "names = ('matplotlib', 'scipy.optimize', 'numba', 'PIL'); "
        "assert not [n for n in names if n in sys.modules]; "
        "lw.Animator; assert not hasattr(lw, 'Animators')"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_copies_of_a_solver_have_its_results_and_their_own_model(again):
    solver, _, _ = oscillator()
    solver.solve()
    made = again(solver)
    for name in ("position_array", "velocity_array", "global_force_array"):
        assert np.array_equal(getattr(made, name), getattr(solver, name))
    first = solver.position_array
    made.bodies[0].m *= 2.0
    made.solve()
    assert not np.array_equal(made.position_array, first)
    assert np.array_equal(solver.solve().position_array, first)


def test_an_event_within_the_rounding_of_the_end_does_not_hold_the_run():
    """A spring that begins on the kink of its table, and comes near it again at the end."""
    config = lw.RunConfiguration(n_timesteps=50, termination_time=0.5, solver_type="ODE23")
    left = lw.Circle(ID=0, m=2.0, R=0.5, cm=(0.7114553174958582, 0.5, 0.0))
    left.dof_constraint = (False, False, True)
    right = lw.Circle(ID=1, m=1.0, R=1.0, cm=(2.092265359025272, 0.5, 0.0))
    spring = lw.LinearSpringDamper(
        k=100.0, c=1.0, p=1.0, parent=left, child=right, type="Tabular", parent_pos=(0.25, 0.0),
        curve=[[-1.0, -5.0], [0.0, 0.0], [1.0, 5.0]], mu=(0.1, 0.0), release="mask",
        dof_constraint=(False, True, False), extrapolate="linear", no_adhesion=True,
    )  # fmt: skip
    solver = lw.Solver([left, right], [spring], config, verbose=False).solve()
    assert len(solver.position_array) == 50 and np.all(np.isfinite(solver.position_array))
    assert solver.solution.statistics.steps < 5000
