"""Further solves of a planar model: changed values, changed structure, keywords of solve."""

import numpy as np
import pytest

import linkwork as exu
from linkwork import planar as lw
from tests.api.test_planar_solver import course, oscillator


def test_changed_values_act_without_a_new_model():
    solver, body, spring = oscillator()
    first = solver.solve().position_array
    kept, model = first.copy(), solver._engine.mbs._model
    t = solver.timesteps
    spring.k = 90.0
    assert np.allclose(solver.solve().position_array[:, 1], course(t, 90.0), atol=1e-9)
    body.m = 2.0
    assert np.allclose(solver.solve().position_array[:, 1], course(t, 90.0, 2.0), atol=1e-9)
    body.initial_conditions(p=(0.0, -0.2, 0.0))
    expected = course(t, 90.0, 2.0, p=-0.2, v=0.0)
    assert np.allclose(solver.solve().position_array[:, 1], expected, atol=1e-9)
    solver.solve(k=100.0, c=0.0)
    solver.config.termination_time, solver.config.n_timesteps = 1.0, 401
    solver.config.solver_type = "DOPRI5"
    t = np.linspace(0.0, 1.0, 401)
    expected = course(t, 100.0, 2.0, p=-0.2, v=0.0)
    assert np.allclose(solver.solve().position_array[:, 1], expected, atol=1e-9)
    assert solver._engine.mbs._model is model
    assert np.array_equal(first, kept)


def test_results_equal_those_of_a_new_model():
    """Every parameter of a spring, changed one after the other."""
    a = lw.Disc(m=1.0, R=0.3, cm=(0.0, 0.0, 0.2))
    b = lw.Disc(m=2.0, R=0.2, cm=(1.0, 0.5, 0.0))
    b.initial_conditions(p=(0.1, 0.0, 0.3), v=(0.0, 1.0, 2.0))
    curve = np.array([[-1.0, -30.0], [0.0, 0.0], [1.0, 50.0]])
    spring = lw.LinearSpringDamper(50, 0.5, 0.05, a, b, (0.1, 0.2), (0.0, -0.1), curve=curve)
    config = lw.RunConfiguration(n_timesteps=101)
    solver = lw.Solver([a, b], [spring], config, verbose=False)
    solver.solve()
    before = solver.position_array
    for name, value in dict(
        k=40.0, c=2.0, p=-0.02, mu=(0.3, 0.1), l0=0.9, l0t=0.4, damping="axial", type="Tabular",
        kcurve=1.5 * curve, extrapolate="linear", constraint=(False, False, True), release="mask",
        xp=0.3, type_="Compressive", no_adhesion=True,
    ).items():  # fmt: skip
        setattr(spring, name.rstrip("_"), value)
        again = solver.solve().position_array
        new = lw.Solver([a, b], [spring], config, verbose=False).solve().position_array
        assert np.array_equal(again, new), name
        if name not in ("extrapolate", "release", "l0t"):
            assert not np.array_equal(again, before), name
        before = again


def test_structural_changes_make_a_new_model_by_themselves():
    solver, body, spring = oscillator()
    solver.solve()
    model = solver._engine.mbs._model
    body.dof_constraint = (False, True, False)
    body.initial_conditions(p=(0.0, 0.1, 0.0))
    solver.solve()
    assert solver._engine.mbs._model is not model
    assert np.all(solver.position_array == [0.0, 1.1, 0.0])
    assert np.all(solver.velocity_array == 0.0)
    body.dof_constraint = (False, False, False)
    spring.parent, spring.child = None, body
    solver.solve()
    assert np.allclose(solver.position_array[:, 1], course(solver.timesteps, v=0.0), atol=1e-9)


def test_keywords_of_solve():
    a, b = (lw.Disc(m=1.0, R=1.0, cm=(x, 0.0, 0.0), name=n) for x, n in ((0, "A"), (2, "B")))
    first = lw.LinearSpringDamper(10, 0, parent=a, child=b, name="one")
    second = lw.RotationalSpringDamper(10, 0, parent=a, child=b, name="two")
    solver = lw.Solver([a, b], [first, second], lw.RunConfiguration(n_timesteps=11), verbose=False)
    solver.solve(k=[20, 30], c={second: 2.0})
    assert (first.k, second.k, first.c, second.c) == (20.0, 30.0, 0.0, 2.0)
    solver.solve(mu={first: (0.1, 0.2)}, k=np.array([1.0, 2.0]))
    assert first.mu == (0.1, 0.2) and second.k == 2.0
    for values, kind, text in (
        (dict(k=5.0), ValueError, "k must be one value for each of the 2 springs .*'one'.*'two'"),
        (dict(k=[1.0]), ValueError, "k must be one value for each of the 2 springs"),
        (dict(k=[7.0, -1.0]), ValueError, "'two': k must be a finite real number >= 0, got -1.0"),
        (dict(mu={second: (1, 1)}), ValueError, "mu must be given for springs .* that have it"),
        (dict(q=1.0), TypeError, r"solve\(\) takes parameters of the model's springs, .*got 'q'"),
    ):
        with pytest.raises(kind, match=text):
            solver.solve(**values)
        assert (first.k, second.k) == (1.0, 2.0)


def test_keywords_of_solve_with_one_spring():
    solver, _, spring = oscillator()
    curve = [[-1.0, -5.0], [0.0, 0.0], [1.0, 5.0]]
    solver.solve(k=[80.0], c=1, mu=(0.5, 0.25), kcurve=curve, constraint=(True, False, False))
    assert (spring.k, spring.c, spring.mu) == (80.0, 1.0, (0.5, 0.25))
    assert np.array_equal(spring.kcurve, curve) and spring.constraint == (True, False, False)


def test_keywords_of_solve_go_to_springs_that_have_them():
    a, b = lw.Disc("a", 1.0, 1.0), lw.Disc("b", 1.0, 1.0, cm=(2.0, 0.0, 0.0))
    turning = lw.RotationalSpringDamper(5, 0, parent=a, child=b)
    lines = [lw.LinearSpringDamper(9, 0, parent=a, child=b, type="Tabular", curve=np.eye(2)[::-1])
             for _ in range(2)]  # fmt: skip
    run = lw.RunConfiguration(n_timesteps=11)
    lw.Solver([a, b], [turning, lines[0]], run, verbose=False).solve(l0=1.5, mu=[(0.0, 1.0)])
    assert (lines[0].l0, lines[0].mu) == (1.5, (0.0, 1.0))
    curves = [np.array([[0.0, 0.0], [1.0, 2.0]]), np.array([[0.0, 0.0], [1.0, 2.0], [2.0, 3.0]])]
    lw.Solver([a, b], [turning, *lines], run, verbose=False).solve(kcurve=curves, l0=(1.0, 2.0))
    assert [len(line.kcurve) for line in lines] == [2, 3]
    assert [line.l0 for line in lines] == [1.0, 2.0]


def test_parameters_that_do_not_go_together_are_taken_back():
    body = lw.Disc("a", 1.0, 1.0)
    spring = lw.LinearSpringDamper(9, 0, parent=body, formulation="bushing")
    solver = lw.Solver([body], [spring], lw.RunConfiguration(n_timesteps=11), verbose=False)
    with pytest.raises(ValueError, match="p must be 0.0 with formulation 'bushing', got 0.1"):
        solver.solve(k=4, p=0.1)
    assert (spring.k, spring.p) == (9.0, 0.0)


def test_forces_belong_to_the_last_run():
    solver, _, _ = oscillator()
    first = solver.solve().global_force_array
    kept = first.copy()
    second = solver.solve(k=50.0).global_force_array
    assert np.allclose(second[0], 0.5 * first[0])
    assert np.array_equal(first, kept) and solver.global_force_array is second


def test_changes_after_a_run_do_not_reach_its_forces():
    solver, body, spring = oscillator()
    force = lw.Force(solver.config, np.linspace(0.0, 5.0, 201), body, 0)
    other = lw.Disc(m=1.0, R=1.0, cm=(3.0, 0.0, 0.0))
    solver = lw.Solver([body, other], [spring], solver.config, [force, lw.Gravity(solver.config)])
    expected = solver.solve().global_force_array.copy()
    solver.solve()
    force.f, body.m, spring.parent = np.ones(201), 7.0, other
    solver.config.termination_time = 3.0
    assert np.array_equal(solver.global_force_array, expected)


def test_a_run_that_cannot_start_leaves_no_results_of_another(monkeypatch):
    def refuse(*_):
        raise exu.SysError("no start")

    solver, _, spring = oscillator()
    solver.solve()
    with monkeypatch.context() as broken, pytest.raises(exu.SysError, match="no start"):
        broken.setattr(exu.MainSystem, "SolveDynamic", refuse)
        solver.solve(k=5)
    assert spring.forcehist is None
    with pytest.raises(AttributeError, match="no global_force_array yet"):
        solver.global_force_array  # noqa: B018


def test_ids_are_compared_again():
    bodies = [lw.Disc(name, 1.0, 1.0) for name in "ab"]
    solver = lw.Solver(bodies, [], lw.RunConfiguration(n_timesteps=5), verbose=False).solve()
    bodies[1].ID = "a"
    with pytest.raises(ValueError, match="the ID of a body must be unique, got 'a'"):
        solver.solve()
