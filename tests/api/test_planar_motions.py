"""Prescribed motions: numbers, arrays, functions, their rates; changes and refusals."""

import math

import numpy as np
import pytest

from linkwork import SysError
from linkwork import planar as lw

pytestmark = pytest.mark.processors


def free_body(**values):
    return lw.Disc(m=2.0, R=1.0, **values)


def solved(body, conditions, springs=(), **config):
    run = lw.RunConfiguration(**dict(n_timesteps=101, termination_time=2.0) | config)
    return lw.Solver([body], list(springs), run, conditions(run), verbose=False).solve()


@pytest.mark.parametrize("solver_type", ["RK4", "DOPRI5", "GeneralizedAlpha", "CentralDifference"])
@pytest.mark.parametrize("kind", ["function", "with rate", "array"])
def test_a_prescribed_motion(kind, solver_type):
    """The coordinate is cm + f, also where the initial conditions say something else."""
    body = lw.Disc(m=2.0, R=1.0, cm=(5.0, 0.0, 0.0))
    body.initial_conditions(p=(3.0, 0.0, 0.0), v=(-7.0, 0.0, 1.0))

    def motion(t):
        return 0.5 * math.sin(2.0 * t) + 1.0

    def conditions(run):
        if kind == "array":
            return [lw.Displacement(run, [motion(t) for t in run.times], body, 0)]
        rate = (lambda t: math.cos(2.0 * t)) if kind == "with rate" else None
        return [lw.Displacement(run, motion, body, 0, rate)]

    found = solved(body, conditions, n_timesteps=201, termination_time=1.0, solver_type=solver_type)
    t = found.timesteps
    assert np.allclose(found.position_array[:, 0], 6.0 + 0.5 * np.sin(2 * t), rtol=0, atol=1e-9)
    assert np.allclose(found.velocity_array[:, 0], np.cos(2 * t), rtol=0, atol=2e-5)
    assert np.allclose(found.position_array[:, 2], t, rtol=0, atol=1e-12)
    assert np.all(np.abs(found.global_force_array) < 1e-12)


def test_a_number_holds_a_coordinate_at_a_place():
    body = lw.Disc(m=2.0, R=1.0, cm=(5.0, 1.0, 0.0))
    found = solved(body, lambda run: [lw.Displacement(run, 0.25, body, 1), lw.Gravity(run)])
    assert np.allclose(found.position_array, [5.0, 1.25, 0.0], rtol=0, atol=1e-12)
    assert np.allclose(found.global_force_array[:, 1], -2.0 * 9.81, rtol=1e-14)


def test_a_shaken_support_drives_an_oscillator():
    """Base x = A sin(w t), mass on a spring: the closed form of the undamped oscillator."""
    base = lw.Disc(m=1.0, R=0.1, dof_constraint=(False, True, True), name="base")
    mass = lw.Disc(m=1.0, R=0.1, cm=(1.0, 0.0, 0.0), name="mass")
    spring = lw.LinearSpringDamper(100, 0, parent=base, child=mass)
    config = lw.RunConfiguration(n_timesteps=1001, termination_time=2.0, solver_type="DOPRI5")
    shaken = lw.Displacement(
        config, lambda t: 0.1 * math.sin(3.0 * t), base, 0, lambda t: 0.3 * math.cos(3.0 * t)
    )
    found = lw.Solver([base, mass], [spring], config, [shaken], verbose=False).solve()
    t, w, omega = found.timesteps, 3.0, 10.0
    size = 0.1 * omega**2 / (omega**2 - w**2)
    expected = 1.0 + size * (np.sin(w * t) - w / omega * np.sin(omega * t))
    assert np.allclose(found.position_array[:, 3], expected, rtol=0, atol=1e-8)
    pull = 100.0 * (found.position_array[:, 3] - found.position_array[:, 0] - 1.0)
    assert np.allclose(found.global_force_array[:, 0], pull, rtol=0, atol=1e-10)


def test_other_motions_act_without_a_new_model():
    body = free_body()
    config = lw.RunConfiguration(n_timesteps=51)
    motion = lw.Displacement(config, np.linspace(0.0, 1.0, 51), body, 0)
    solver = lw.Solver([body], [], config, [motion], verbose=False)
    assert solver.solve().position_array[-1, 0] == pytest.approx(1.0, abs=1e-12)
    model = solver._engine.mbs._model
    motion.f = np.linspace(0.0, 3.0, 51)
    assert solver.solve().position_array[-1, 0] == pytest.approx(3.0, abs=1e-12)
    assert solver._engine.mbs._model is model


@pytest.mark.parametrize("solver_type", ["ODE23", "DOPRI5"])
def test_small_steps_do_not_drown_a_motion_in_rounding(solver_type):
    """Steps of an adaptive solver get small where a spring is stiff; the motion stays smooth."""
    base = lw.Disc(m=1.0, R=0.1, name="base")
    mass = lw.Disc(m=1.0, R=0.1, cm=(1.0, 0.0, 0.0), name="mass")
    spring = lw.LinearSpringDamper(30, 0.4, 0.1, base, mass, (0.1, 0.2), mu=(0.01, 0.02))
    run = lw.RunConfiguration(n_timesteps=201, solver_type=solver_type)
    turned = lw.Displacement(run, lambda t: 0.1 * math.sin(3.0 * t), base, 2)
    found = lw.Solver([base, mass], [spring], run, [turned], verbose=False).solve()
    omega = 0.3 * np.cos(3.0 * found.timesteps)
    assert np.allclose(found.velocity_array[:, 2], omega, rtol=0, atol=1e-9)


@pytest.mark.parametrize("solver_type", ["DOPRI5", "DVERK6"])
def test_velocities_do_not_depend_on_a_coarse_grid(solver_type):
    """Three turns between two recorded times: also the first row is that of the function."""
    body = free_body()
    found = solved(
        body,
        lambda run: [lw.Displacement(run, lambda t: 0.1 * math.sin(20.0 * t + 1.0), body, 0)],
        n_timesteps=4, termination_time=3.0, solver_type=solver_type,
    )  # fmt: skip
    phase = 20.0 * found.timesteps + 1.0
    assert np.allclose(found.velocity_array[:, 0], 2.0 * np.cos(phase), rtol=0, atol=1e-8)
    assert np.allclose(found.acceleration_array[:, 0], -40.0 * np.sin(phase), rtol=0, atol=1e-3)
    assert found.acceleration_array[0, 0] == pytest.approx(-40.0 * math.sin(1.0), abs=1e-6)


def test_a_rate_belongs_to_its_function():
    body = free_body()
    run = lw.RunConfiguration(n_timesteps=101)
    motion = lw.Displacement(run, lambda t: t, body, 0, lambda t: 1.0)
    solver = lw.Solver([body], [], run, [motion], verbose=False).solve()
    motion.f = lambda t: 3.0 * t
    assert motion.rate is None
    assert np.allclose(solver.solve().velocity_array[:, 0], 3.0, rtol=0, atol=1e-10)
    for f in (0.1, np.zeros(101)):
        with pytest.raises(ValueError, match="rate must be None unless f is a function"):
            lw.Displacement(run, f, body, 0, lambda t: 1.0)


def test_an_array_of_a_motion_must_last_until_the_end():
    body = free_body(name="A")
    short = lw.RunConfiguration(n_timesteps=11, termination_time=0.5)
    run = lw.RunConfiguration(n_timesteps=21, termination_time=0.5)
    motion = lw.Displacement(short, np.linspace(0.0, 1.0, 11) ** 2, body, 1)
    solver = lw.Solver([body], [], run, [motion], verbose=False).solve()
    run.termination_time = 1.0
    with pytest.raises(ValueError, match="'A': f must last until .* 1 s, got .* ends at 0.5 s"):
        solver.solve()


def test_an_array_without_finite_rates_is_refused():
    body = free_body(name="A")
    with pytest.raises(ValueError, match="'A': f must be values whose rates .* up to 1e\\+307"):
        solved(body, lambda run: [lw.Displacement(run, [0.0] * 50 + [1e307] * 51, body, 0)])


def test_a_motion_that_fails_at_once_is_refused():
    body = free_body(name="A")
    told = "Displacement on x of Disc 'A': f "
    for late, text in ((math.nan, "must be finite"), (None, "failed near t = 0: TypeError")):
        with pytest.raises(ValueError, match=told + text):
            solved(
                body,
                lambda run, late=late: [
                    lw.Displacement(run, lambda t: 0.0 if t == 0.0 else late, body, 0)
                ],
            )


def test_a_driven_run_that_fails_before_its_first_row_tells_why():
    """Nothing was recorded, and accelerations of driven coordinates have no row."""
    config = lw.RunConfiguration(n_timesteps=5, termination_time=0.1)
    body = lw.Disc(m=1.0, R=1.0)
    body.initial_conditions(v=(0.0, 1e40, 0.0))
    motion = lw.Displacement(config, lambda t: t * t, body, 0)
    with pytest.raises(SysError, match="maximumSolutionNorm"):
        lw.Solver([body], [], config, [motion], verbose=False).solve()
