"""Arguments and results of user functions, right and wrong ones."""

import functools
import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

from .models import (
    ORDINARY,
    Output,
    Solver,
    make_settings,
    mass_on_spring,
    solve_cartesian_with,
    solve_with,
)

SOLVERS = [Solver.GeneralizedAlpha, Solver.RK44]


# ------------------------------------------------------------------------------- arguments


def test_arguments_of_a_spring_function():
    seen = []

    def function(*arguments):
        seen.append(arguments)
        return 0.0

    s = mass_on_spring(springForceUserFunction=function, referenceLength=0.75, velocityOffset=0.5)
    s.mbs.SetObjectParameter(s.spring, "force", 9.0)
    s.mbs.SetNodeParameter(s.node, "initialVelocities", [2, 0, 0])
    s.mbs.SolveDynamic(ORDINARY)
    mbs, t, number, stretch, rate, stiffness, damping, force = seen[0]
    assert mbs is s.mbs
    assert [type(x) for x in seen[0][1:]] == [float, int, *[float] * 5]
    assert (t, number, stretch, rate) == (0.0, s.spring, 0.25, 1.5)
    assert (stiffness, damping, force) == (100.0, 1.0, 9.0)
    assert 0.4999 < max(call[1] for call in seen) <= 0.5


def test_arguments_of_a_cartesian_spring_function():
    seen = []

    def function(*arguments):
        seen.append(arguments)
        return [0.0, 0.0, 0.0]

    s = mass_on_spring(assemble=False)
    number = s.mbs.AddObject(
        CartesianSpringDamper(
            markerNumbers=[s.fixed, s.end], stiffness=[1, 2, 3], damping=[4, 5, 6],
            offset=[0.5, 0.25, 0.125], springForceUserFunction=function,
        )
    )  # fmt: skip
    s.mbs.SetNodeParameter(s.node, "initialVelocities", [7, 8, 9])
    s.mbs.SolveDynamic(ORDINARY)
    mbs, t, item, *vectors = seen[0]
    assert mbs is s.mbs and type(t) is float and type(item) is int
    assert (t, item) == (0.0, number)
    assert [(type(v), v.shape, v.dtype) for v in vectors] == [(np.ndarray, (3,), float)] * 5
    at_start = [[v.tolist() for v in call[3:]] for call in seen if call[1] == 0.0]
    assert [
        [0.5, -0.25, -0.125], [7, 8, 9], [1, 2, 3], [4, 5, 6], [0.5, 0.25, 0.125],
    ] in at_start  # fmt: skip


def test_arguments_of_a_load_function():
    seen = []

    def function(*arguments):
        seen.append(arguments)
        return arguments[2]

    s = mass_on_spring(force=2.0)
    s.mbs.SetLoadParameter(s.load, "loadVectorUserFunction", function)
    s.mbs.SolveDynamic(ORDINARY)
    mbs, t, vector = seen[0]
    assert mbs is s.mbs and type(t) is float and t == 0.0
    assert type(vector) is np.ndarray and vector.tolist() == [2, 0, 0]


@pytest.mark.parametrize("called_back", [False, True])
def test_item_number_is_the_number_of_the_object(called_back):
    def force_by_number(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return 10.0**itemNumber

    def asking(mbs, *arguments):
        return force_by_number(mbs, *arguments)

    function = asking if called_back else force_by_number
    s = mass_on_spring(springForceUserFunction=function, assemble=False)
    s.mbs.AddObject(ObjectGround())
    markers = [s.fixed, s.end]
    other = s.mbs.AddObject(SpringDamper(markerNumbers=markers, springForceUserFunction=function))
    assert (s.spring, other) == (2, 4)
    solution = s.mbs.SolveDynamic(make_settings(1e-6, 1))
    assert solution.accelerations[0, 0] == -(1e2 + 1e4) / 2.0
    assert s.mbs.GetObjectOutput(s.spring, Output.ForceLocal) == 1e2
    assert s.mbs.GetObjectOutput(other, Output.ForceLocal) == 1e4


# ------------------------------------------------------------------------------- vector functions


VECTOR_LAWS = {
    "array": lambda mbs, t, i, u, v, k, d, o: k * u + d * v,
    "list": lambda mbs, t, i, u, v, k, d, o: [k[r] * u[r] + d[r] * v[r] for r in range(3)],
    "tuple": lambda mbs, t, i, u, v, k, d, o: (
        k[0] * u[0] + d[0] * v[0], k[1] * u[1] + d[1] * v[1], k[2] * u[2] + d[2] * v[2],
    ),
    "uses mbs": lambda mbs, t, i, u, v, k, d, o: (
        np.asarray(mbs.GetObjectParameter(i, "stiffness")) * u + d * v
    ),
    "any arguments": lambda *a: a[5] * a[3] + a[6] * a[4],
}  # fmt: skip


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("form", VECTOR_LAWS)
def test_every_form_of_a_cartesian_function_gives_the_built_in_law(form, solver):
    expected = solve_cartesian_with(0, solver)
    found = solve_cartesian_with(VECTOR_LAWS[form], solver)
    assert found.coordinates == pytest.approx(expected.coordinates, abs=1e-10)


@pytest.mark.parametrize("called_back", [False, True])
def test_function_may_overwrite_its_arguments(called_back):
    def overwrites(mbs, t, itemNumber, displacement, velocity, stiffness, damping, offset):
        displacement *= stiffness
        velocity *= damping
        displacement += velocity
        offset[:] = 0.0
        stiffness[:] = 0.0
        damping[:] = 0.0
        return displacement

    def called(mbs, *arguments):
        return overwrites(mbs, *arguments)

    expected = solve_cartesian_with(0)
    found = solve_cartesian_with(called if called_back else overwrites)
    assert found.coordinates == pytest.approx(expected.coordinates, abs=1e-10)
    assert found.statistics["newton_iterations"] <= 2 * expected.statistics["newton_iterations"]


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_form_of_a_load_function_gives_the_same_result(solver):
    def run(function):
        s = mass_on_spring(force=3.0)
        s.mbs.SetLoadParameter(s.load, "loadVectorUserFunction", function)
        return s.mbs.SolveDynamic(ORDINARY, solver)

    def overwrites(mbs, t, loadVector):
        loadVector[0] = loadVector[0] * math.cos(5 * t)
        return loadVector

    forms = [
        lambda mbs, t, load: load * np.cos(5 * t),
        lambda mbs, t, load: [load[0] * math.cos(5 * t), 0.0, 0.0],
        lambda mbs, t, load: [load[0] * math.cos(5 * t), 0, 0],
        lambda mbs, t, load: (load[0] * math.cos(5 * t), load[1], load[2]),
        lambda *arguments: arguments[2] * math.cos(5 * arguments[1]),
        functools.partial(lambda factor, mbs, t, load: factor * load * math.cos(5 * t), 1.0),
        overwrites,
    ]
    expected = run(forms[0])
    assert abs(expected.coordinates[-1, 0]) > 0.01
    for function in forms[1:]:
        assert run(function).coordinates == pytest.approx(expected.coordinates, abs=1e-13)


@pytest.mark.parametrize("solver", SOLVERS)
def test_elements_and_arrays_give_the_same_run_to_the_last_bit(solver):
    """Functions of elements get lists of floats; NumPy computes with elements of arrays."""
    types = set()

    def forces(mbs, t, itemNumber, q, q_t):
        types.add(type(q[0]))
        x = q[0] - q[1]
        return [-50.0 * x - q_t[0] ** 3, 50.0 * x / (1.0 + x**2) - 0.1 * math.sin(q_t[1]) ** 2]

    def of_arrays(mbs, t, itemNumber, q, q_t):
        return forces(mbs, t, itemNumber, np.array(q), np.array(q_t))

    def rates(mbs, t, itemNumber, q):
        x, y = q
        return [y, -x + (1.0 - x**2) * y]

    def rates_of_arrays(mbs, t, itemNumber, q):
        return rates(mbs, t, itemNumber, np.array(q))

    def run(force, rate):
        mbs = exu.SystemContainer().AddSystem()
        node = mbs.AddNode(
            NodeGenericODE2(
                referenceCoordinates=[0, 0], initialCoordinates=[0.3, -0.1],
                initialCoordinates_t=[0.0, 1.0], numberOfODE2Coordinates=2,
            )
        )  # fmt: skip
        mbs.AddObject(
            ObjectGenericODE2(
                nodeNumbers=[node], massMatrix=np.diag([1.0, 2.0]), forceUserFunction=force
            )
        )
        other = mbs.AddNode(
            NodeGenericODE1(initialCoordinates=[0.7, 0.2], numberOfODE1Coordinates=2)
        )
        mbs.AddObject(ObjectGenericODE1(nodeNumbers=[other], rhsUserFunction=rate))
        mbs.Assemble()
        return mbs.SolveDynamic(ORDINARY, solver)

    found = run(exu.called_back(forces), exu.called_back(rates))
    assert types == {float}
    expected = run(exu.called_back(of_arrays), exu.called_back(rates_of_arrays))
    assert types == {float, np.float64}
    assert abs(found.coordinates[-1] - found.coordinates[0]).min() > 1e-3
    np.testing.assert_array_equal(found.coordinates, expected.coordinates)
    np.testing.assert_array_equal(found.ode1_coordinates, expected.ode1_coordinates)


def test_function_of_a_mass_proportional_load_returns_an_acceleration():
    s = mass_on_spring(stiffness=0.0, damping=0.0, assemble=False)
    marker = s.mbs.AddMarker(MarkerBodyMass(bodyNumber=s.mass))
    s.mbs.AddLoad(
        Gravity(
            markerNumber=marker, loadVector=[0, 0, -9.81],
            loadVectorUserFunction=lambda mbs, t, load: load * t,
        )
    )  # fmt: skip
    solution = s.mbs.SolveDynamic(ORDINARY)
    expected = -9.81 * solution.times
    assert solution.accelerations[:, 2] == pytest.approx(expected, abs=1e-9)


# ------------------------------------------------------------------------------- wrong functions


def too_few(mbs, t, itemNumber, deltaL):
    return 0.0


def too_many(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force, more):
    return 0.0


@pytest.mark.parametrize("function", [too_few, too_many, lambda: 0.0])
def test_wrong_number_of_arguments_is_told_with_the_item(function):
    with pytest.raises(exu.SysError) as error:
        solve_with(function)
    text = str(error.value)
    assert "'spring' (object 2)" in text and "argument" in text
    assert function.__name__.strip("<>") in text or "deltaL_t" in text


def constants(bad):
    """Functions that return a constant: one that may be compiled, one that is called back."""

    def spring(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return bad

    def cartesian(mbs, t, itemNumber, displacement, velocity, stiffness, damping, offset):
        return bad

    def load(mbs, t, loadVector):
        return bad

    def called(mbs, *arguments):
        return bad

    return dict(spring=[spring, called], cartesian=[cartesian, called], load=[load, called])


@looped("bad", [None, "1.0", [1.0, 2.0], {}, 1j, np.zeros(3)], ids=repr)
@looped("solver", SOLVERS)
def test_wrong_result_of_a_spring_function_stops_with_the_item_named(bad, solver):
    for function in constants(bad)["spring"]:
        with pytest.raises(exu.SolverError, match=r"'spring' \(object 2\)"):
            solve_with(function, solver)


NO_VECTORS = [None, "abc", 1.0, [1.0, 2.0], (1.0, 2.0, 3.0, 4.0), np.zeros((1, 3)), ["a", "b", "c"]]


@pytest.mark.parametrize("bad", NO_VECTORS, ids=repr)
@pytest.mark.parametrize("solver", SOLVERS)
def test_wrong_result_of_a_load_function_stops_with_the_item_named(bad, solver):
    for function in constants(bad)["load"]:
        s = mass_on_spring()
        s.mbs.SetLoadParameter(s.load, "loadVectorUserFunction", function)
        with pytest.raises(exu.SolverError, match=r"Force 'load' \(load 0\)"):
            s.mbs.SolveDynamic(ORDINARY, solver)


@pytest.mark.parametrize("bad", NO_VECTORS, ids=repr)
def test_wrong_result_of_a_cartesian_function_stops_with_the_item_named(bad):
    for function in constants(bad)["cartesian"]:
        with pytest.raises(exu.SolverError, match=r"'cartesian' \(object 3\)"):
            solve_cartesian_with(function)


@looped("bad", [math.nan, math.inf, -math.inf])
@looped("solver", SOLVERS)
def test_result_that_is_not_finite_stops_with_the_place_named(bad, solver):
    place = r"'spring' \(object 2\)|'node' \(node 0\)"
    for function in constants(bad)["spring"]:
        with pytest.raises(exu.SolverError, match=place) as error:
            solve_with(function, solver)
        assert np.isfinite(error.value.solution.coordinates).all()


def test_wrong_length_after_a_while_is_told_with_the_time():
    def shrinks(mbs, t, loadVector):
        return loadVector[:2] if t > 0.25 else loadVector

    s = mass_on_spring()
    s.mbs.SetLoadParameter(s.load, "loadVectorUserFunction", shrinks)
    with pytest.raises(exu.SolverError, match=r"'load' \(load 0\).*t = 0\.2[56].*3 numbers"):
        s.mbs.SolveDynamic(ORDINARY)
    assert s.mbs.solution.times[-1] == pytest.approx(0.25, abs=1e-12)
