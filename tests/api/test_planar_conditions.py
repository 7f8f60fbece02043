"""Forces and fields: numbers, arrays, functions; changes and refusals."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork import planar as lw
from tests.cases import looped


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


# ---------------------------------------------------------------------- refusals

CONFIG = lw.RunConfiguration(n_timesteps=5)
BODY = lw.Disc(m=1.0, R=1.0, name="A")


@looped("kind", [lw.Force, lw.Displacement])
@looped(
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
        ((CONFIG, np.ma.array(np.ones(5), mask=[0, 1, 0, 0, 0]), BODY, 1), ValueError, "f must be"),
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


def test_errors_of_a_run_name_the_condition():
    def late(t):
        return 1.0 if t < 0.5 else math.nan

    body = free_body(name="A")
    for kind, told in ((lw.Force, "Force on x of"), (lw.Displacement, "Displacement on x of")):
        with pytest.raises(exu.SolverError, match=f"{told} Disc 'A'"):
            solved(body, lambda run, kind=kind: [kind(run, late, body, 0)])
    with pytest.raises(exu.SolverError, match=r"Force on x of Disc 'A' \(2\)"):
        solved(body, lambda run: [lw.Force(run, f, body, 0) for f in (1.0, late)])
