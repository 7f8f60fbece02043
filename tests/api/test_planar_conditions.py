"""Forces, prescribed motions and fields: numbers, arrays, functions; changes and refusals."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork import planar as lw


def free_body(**values):
    return lw.Disc(m=2.0, R=1.0, **values)


def solved(body, conditions, springs=(), **config):
    run = lw.RunConfiguration(**dict(n_timesteps=101, termination_time=2.0) | config)
    return lw.Solver([body], list(springs), run, conditions(run), verbose=False).solve()


@pytest.mark.parametrize("dof, inertia", [(0, 2.0), (1, 2.0), (2, 1.0)])
def test_a_constant_force(dof, inertia):
    body = free_body()
    found = solved(body, lambda run: [lw.Force(run, 3.0, body, dof)])
    expected = np.zeros((101, 3))
    expected[:, dof] = 0.5 * 3.0 / inertia * found.timesteps**2
    assert np.allclose(found.position_array, expected, rtol=0, atol=1e-12)
    assert np.all(found.global_force_array[:, dof] == 3.0)


def test_an_array_is_linear_in_between_and_acts_at_every_stage():
    """A straight force is integrated exactly by RK4, also on a coarse grid."""
    body = free_body()
    found = solved(body, lambda run: [lw.Force(run, 6.0 * run.times, body, 0)], n_timesteps=5)
    assert np.allclose(found.velocity_array[:, 0], 1.5 * found.timesteps**2, rtol=1e-14)
    assert np.allclose(found.position_array[:, 0], 0.5 * found.timesteps**3, rtol=1e-14)
    assert np.allclose(found.global_force_array[:, 0], 6.0 * found.timesteps, rtol=1e-14)


def test_a_function_acts_at_its_true_value_at_every_stage():
    body = free_body()
    found = solved(body, lambda run: [lw.Force(run, lambda t: 4.0 * math.cos(2.0 * t), body, 1)])
    t = found.timesteps
    assert np.allclose(found.position_array[:, 1], 0.5 * (1.0 - np.cos(2 * t)), atol=1e-8)
    assert np.allclose(found.global_force_array[:, 1], 4.0 * np.cos(2 * t), atol=1e-14)
    (record,) = found._engine.mbs.UserFunctionInfo()
    assert record.compiled


def test_functions_that_cannot_be_compiled_are_called_back():
    body = free_body()
    table = {"size": 2.0}
    found = solved(body, lambda run: [lw.Force(run, lambda t: table["size"] + 0 * t, body, 0)])
    assert found.velocity_array[-1, 0] == pytest.approx(2.0, rel=1e-12)


def test_several_forces_add_up_and_those_on_held_coordinates_go_to_the_support():
    body = free_body(dof_constraint=(False, True, False))
    found = solved(
        body,
        lambda run: [
            lw.Force(run, 1.0, body, 0), lw.Force(run, 2.0, body, 0), lw.Force(run, 5.0, body, 1),
        ],
    )  # fmt: skip
    assert found.velocity_array[-1] == pytest.approx([3.0, 0.0, 0.0], rel=1e-13)
    assert np.all(found.global_force_array == [3.0, 5.0, 0.0])


@pytest.mark.parametrize("kind", ["number", "array", "function"])
def test_changed_forces_act_without_a_new_model(kind):
    body = free_body()
    make = {
        "number": lambda run, size: size,
        "array": lambda run, size: np.full(run.n_timesteps, size),
        "function": lambda run, size: [lambda t: 1.0, lambda t: 3.0][size > 2.0],
    }[kind]
    config = lw.RunConfiguration(n_timesteps=51)
    force = lw.Force(config, make(config, 1.0), body, 0)
    solver = lw.Solver([body], [], config, [force], verbose=False)
    assert solver.solve().velocity_array[-1, 0] == pytest.approx(0.5, rel=1e-13)
    model = solver._engine.mbs._model
    force.f = make(config, 3.0)
    assert solver.solve().velocity_array[-1, 0] == pytest.approx(1.5, rel=1e-13)
    assert solver._engine.mbs._model is model
    force.f = 8.0
    assert solver.solve().velocity_array[-1, 0] == pytest.approx(4.0, rel=1e-13)


def test_an_array_belongs_to_the_grid_of_its_configuration():
    body = free_body()
    config = lw.RunConfiguration(n_timesteps=51)
    force = lw.Force(config, np.ones(51), body, 0)
    solver = lw.Solver([body], [], config, [force], verbose=False)
    solver.solve()
    config.n_timesteps = 101
    with pytest.raises(ValueError, match="Force on x of Disc: f must have .* 101 times .* got 51"):
        solver.solve()
    force.f = np.ones(101)
    assert len(solver.solve().timesteps) == 101


# ---------------------------------------------------------------------- fields


def test_gravity_acts_on_all_bodies_or_on_some():
    bodies = [lw.Disc(m=m, R=1.0, cm=(3.0 * m, 0.0, 0.0)) for m in (1.0, 2.0, 3.0)]
    config = lw.RunConfiguration(n_timesteps=11)
    for chosen, falls in ((None, [1, 1, 1]), (bodies[1:], [0, 1, 1]), (bodies[0], [1, 0, 0])):
        field = lw.Gravity(config, bodies=chosen)
        solver = lw.Solver(bodies, [], config, [field], verbose=False).solve()
        x, y, theta = solver.position_array[-1].reshape(3, 3).T
        assert np.allclose(y, [-0.5 * 9.81 * on for on in falls], rtol=1e-13)
        assert np.all(x == [3.0, 6.0, 9.0]) and np.all(theta == 0.0)
        weight = [-9.81 * m * on for m, on in zip((1.0, 2.0, 3.0), falls, strict=True)]
        assert np.allclose(solver.global_force_array[3].reshape(3, 3)[:, 1], weight, rtol=1e-14)


def test_fields_follow_masses_and_new_values():
    body = free_body()
    config = lw.RunConfiguration(n_timesteps=11)
    field = lw.Gravity(config, 1.5)
    solver = lw.Solver([body], [], config, [field], verbose=False)
    solver.solve()
    model = solver._engine.mbs._model
    body.m = 5.0
    solver.solve()
    assert solver.velocity_array[-1, 1] == pytest.approx(-1.5, rel=1e-14)
    field.g = 2.5
    solver.solve()
    assert field.g == 2.5 and field.a == (0.0, -2.5)
    assert solver.velocity_array[-1, 1] == pytest.approx(-2.5, rel=1e-14)
    assert solver.global_force_array[-1, 1] == pytest.approx(-12.5, rel=1e-14)
    assert solver._engine.mbs._model is model


def test_a_field_of_functions_and_arrays():
    body = free_body()
    found = solved(body, lambda run: [lw.UniformField(run, (lambda t: 2.0 * t, 3.0 * run.times))])
    t = found.timesteps
    assert np.allclose(found.velocity_array[:, 0], t**2, rtol=1e-12)
    assert np.allclose(found.velocity_array[:, 1], 1.5 * t**2, rtol=1e-12)


# ---------------------------------------------------------------------- prescribed motions


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

    found = solved(body, conditions, n_timesteps=401, solver_type=solver_type)
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


# ---------------------------------------------------------------------- refusals

CONFIG = lw.RunConfiguration(n_timesteps=5)
BODY = lw.Disc(m=1.0, R=1.0, name="A")


@pytest.mark.parametrize("kind", [lw.Force, lw.Displacement])
@pytest.mark.parametrize(
    "given, error, text",
    [
        ((3, 1.0, BODY, 0), TypeError, "config must be a RunConfiguration, got 3"),
        ((CONFIG, 1.0, "A", 0), TypeError, "body must be a RigidBody, got 'A'"),
        ((CONFIG, 1.0, BODY, 3), ValueError, "dof must be 0, 1 or 2 for x, y or theta, got 3"),
        ((CONFIG, 1.0, BODY, True), ValueError, "dof must be .* got True"),
        ((CONFIG, math.nan, BODY, 1), ValueError, "on y of Disc 'A': f must be .* got nan"),
        ((CONFIG, "5", BODY, 1), ValueError, "f must be a finite real number, .* got '5'"),
        ((CONFIG, [1, 2, 3], BODY, 1), ValueError, "one value for each of the 5 times .* got 3"),
        ((CONFIG, [1, 2, 3, 4, math.inf], BODY, 1), ValueError, "f must be a finite real number"),
        ((CONFIG, np.ones((5, 1)), BODY, 1), ValueError, r"not of shape \(5, 1\)"),
        ((CONFIG, lambda: 1.0, BODY, 1), ValueError, "f must be a function of one argument"),
        ((CONFIG, lambda t: "a", BODY, 1), ValueError, "must return a finite real .* got 'a' at"),
    ],
)
def test_bad_conditions(kind, given, error, text):
    with pytest.raises(error, match=f"{kind.__name__}.*{text}"):
        kind(*given)


def test_bad_fields():
    for given, error, text in (
        ((CONFIG, 3.0), ValueError, r"a must be two components \(ax, ay\), got 3.0"),
        ((CONFIG, (1.0, math.nan)), ValueError, "ay must be a finite real number"),
        ((CONFIG, (1.0, np.ones(4))), ValueError, "ay must have one value for each of the 5"),
        ((CONFIG, (1.0, 2.0), ["A"]), TypeError, r"bodies\[0\] must be one of the bodies, got 'A'"),
    ):
        with pytest.raises(error, match=text):
            lw.UniformField(*given)
    with pytest.raises(ValueError, match="Gravity: g must be a finite real number .* got 'g'"):
        lw.Gravity(CONFIG, "g")
    with pytest.raises(ValueError, match="rate must be a function of time or None, got 3"):
        lw.Displacement(CONFIG, 1.0, BODY, 0, 3)


def test_conditions_must_fit_the_model():
    other = lw.Disc(m=1.0, R=1.0, name="B", dof_constraint=(True, False, False))
    for conditions, text in (
        ([lw.Force(CONFIG, 1.0, BODY, 0)], "body must be one of the bodies .* got Disc 'A'"),
        ([lw.Gravity(CONFIG, bodies=[BODY])], "body must be one of the bodies .* got Disc 'A'"),
        ([lw.Displacement(CONFIG, 1.0, other, 0)], "dof must be a free .* got 0: .* holds x"),
        ([lw.Displacement(CONFIG, f, other, 1) for f in (1.0, 2.0)],
         "dof must be prescribed once, got a second Displacement of y"),
    ):  # fmt: skip
        with pytest.raises(exu.ParameterError, match=text):
            lw.Solver([other], [], CONFIG, conditions)


def test_a_field_cannot_act_twice_on_a_body():
    body = free_body(name="A")
    with pytest.raises(ValueError, match="Gravity: bodies names <Disc 'A'.* twice"):
        lw.Gravity(CONFIG, bodies=[body, body])


# ---------------------------------------------------------------------- rates of motions


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
        n_timesteps=11, termination_time=10.0, solver_type=solver_type,
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


def test_errors_of_a_run_name_the_condition():
    def late(t):
        return 1.0 if t < 0.5 else math.nan

    body = free_body(name="A")
    for kind, told in ((lw.Force, "Force on x of"), (lw.Displacement, "Displacement on x of")):
        with pytest.raises(exu.SolverError, match=f"{told} Disc 'A'"):
            solved(body, lambda run, kind=kind: [kind(run, late, body, 0)])
    with pytest.raises(exu.SolverError, match=r"Force on x of Disc 'A' \(2\)"):
        solved(body, lambda run: [lw.Force(run, f, body, 0) for f in (1.0, late)])


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
