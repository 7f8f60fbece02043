"""Python user functions: compiled or called back, live variables, arguments, wrong results."""

import functools
import gc
import math
import types
import weakref

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.compile import compiled_functions
from linkwork.items import *

from .models import Output, Solver, make_settings, mass_on_spring

ORDINARY = make_settings(0.5, 50)
SOLVERS = [Solver.GeneralizedAlpha, Solver.RK44]


def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL * (1.0 + deltaL**2) + damping * deltaL_t + math.sin(t) + force


def law_with_mbs(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    assert mbs.variables is not None
    return law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force)


def law_with_objects(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    parts = types.SimpleNamespace(k=stiffness, d=damping)
    found = law(mbs, t, itemNumber, deltaL, deltaL_t, parts.k, parts.d, force)
    return float(str(repr(found)))


def law_with_any_arguments(mbs, *arguments):
    return law(mbs, *arguments)


def law_with_a_default(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force, factor=1.0):
    return factor * law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force)


class Law:
    """A law as a method and as a callable object."""

    def __init__(self, factor):
        self.factor = factor

    def __call__(self, mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return self.factor * law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force)

    def method(self, mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return self(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force)

    @staticmethod
    def static(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force)


def partial_law(factor, mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return factor * law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force)


def closed_law(factor):
    def inner(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return factor * law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force)

    return inner


FORMS = {
    "plain": law,
    "uses mbs": law_with_mbs,
    "uses objects": law_with_objects,
    "any arguments": law_with_any_arguments,
    "default argument": law_with_a_default,
    "lambda": lambda mbs, t, i, u, w, k, d, f: k * u * (1.0 + u**2) + d * w + math.sin(t) + f,
    "partial": functools.partial(partial_law, 1.0),
    "partial by keyword": functools.partial(law_with_a_default, factor=1.0),
    "bound method": Law(1.0).method,
    "callable object": Law(1.0),
    "static method": Law.static,
    "closure": closed_law(1.0),
    "wrapped": functools.wraps(law)(lambda *arguments: law(*arguments)),
    "cached": functools.lru_cache(maxsize=8)(law),
}


def solve(function, solver=Solver.GeneralizedAlpha, settings=ORDINARY, **values):
    s = mass_on_spring(springForceUserFunction=function, force=0.25, damping=3.0, **values)
    return s.mbs.SolveDynamic(settings, solver)


# ------------------------------------------------------------------------------- equal results


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_function_gives_the_same_result(form, solver):
    expected = solve(law_with_mbs, solver)
    found = solve(FORMS[form], solver)
    assert found.coordinates == pytest.approx(expected.coordinates, abs=1e-13)
    assert found.velocities == pytest.approx(expected.velocities, abs=1e-12)
    assert found.statistics["steps"] == expected.statistics["steps"]


def test_function_of_the_built_in_law_equals_the_built_in_law():
    def built_in(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return stiffness * deltaL + damping * deltaL_t + force

    for solver in SOLVERS:
        built = mass_on_spring(force=0.25, damping=3.0).mbs.SolveDynamic(ORDINARY, solver)
        found = solve(built_in, solver)
        assert found.coordinates == pytest.approx(built.coordinates, abs=1e-9)


def test_plain_function_is_compiled_and_one_that_uses_mbs_is_not():
    def alone(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return stiffness * deltaL

    def asks(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return mbs.GetObjectParameter(itemNumber, "stiffness") * deltaL

    assert np.allclose(solve(alone).coordinates, solve(asks).coordinates, rtol=0, atol=1e-13)
    names = " ".join(compiled_functions())
    assert "<locals>.alone" in names and "<locals>.asks" not in names


def test_numpy_and_helpers_in_a_function():
    def helper(x):
        return np.tanh(x)

    def function(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        values = np.array([deltaL, deltaL_t])
        return stiffness * helper(values[0]) + damping * np.sum(values[1:])

    def with_mbs(mbs, *arguments):
        return function(mbs, *arguments)

    assert solve(function).coordinates == pytest.approx(solve(with_mbs).coordinates, abs=1e-13)


def test_output_equals_what_the_function_returns():
    s = mass_on_spring(springForceUserFunction=law)
    s.mbs.SolveDynamic(ORDINARY)
    mbs = s.mbs
    t, number = mbs.systemData.GetTime(), int(s.spring)
    stretch = mbs.GetObjectOutput(s.spring, Output.Distance) - 0.5
    rate = mbs.GetNodeOutput(s.node, Output.Velocity)[0]
    expected = law(mbs, t, number, stretch, rate, 100.0, 1.0, 0.0)
    assert mbs.GetObjectOutput(s.spring, Output.ForceLocal) == pytest.approx(expected, rel=1e-13)


def test_inactive_connector_does_not_call_its_function():
    def never(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        raise AssertionError("called")

    solution = solve(never, activeConnector=False)
    assert solution.accelerations[0, 0] == 0.125


# ------------------------------------------------------------------------------- outside variables

factor = 1.0
table = np.array([1.0, 2.0])
entries = [1.0, 2.0]
mapping = {"k": 1.0}


def helper(x):
    return x


def by_global(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return factor * stiffness * deltaL


def by_array(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return table[0] * stiffness * deltaL


def by_list(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return entries[0] * stiffness * deltaL


def by_mapping(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return mapping["k"] * stiffness * deltaL


def by_helper(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return helper(1.0) * stiffness * deltaL


def by_nested_helper(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return by_global(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force)


def change_factor(to):
    global factor
    factor = to


def change_helper(to):
    global helper
    helper = (lambda x: 2.0 * x) if to == 2.0 else (lambda x: x)


CHANGES = {
    by_global: change_factor,
    by_nested_helper: change_factor,
    by_array: lambda to: table.__setitem__(0, to),
    by_list: lambda to: entries.__setitem__(0, to),
    by_mapping: lambda to: mapping.__setitem__("k", to),
    by_helper: change_helper,
}


@pytest.fixture
def restored():
    yield
    for change in CHANGES.values():
        change(1.0)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("function", CHANGES, ids=lambda function: function.__name__)
def test_variable_changed_between_runs_acts_in_the_next_run(function, solver, restored):
    s = mass_on_spring(springForceUserFunction=function)
    starts = []
    for value in (1.0, 2.0, 1.0):
        CHANGES[function](value)
        starts.append(s.mbs.SolveDynamic(ORDINARY, solver).accelerations[0, 0])
        assert s.mbs.GetObjectOutput(s.spring, Output.Distance) > 0
    assert starts == [-25.0, -50.0, -25.0]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("function", [by_global, by_nested_helper, by_array, by_list, by_mapping])
def test_variable_changed_by_a_pre_step_function_acts_during_the_run(function, solver, restored):
    def switch(mbs, t):
        CHANGES[function](1.0 if t < 0.255 else 2.0)
        return True

    def switched(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return mbs.variables["factor"] * stiffness * deltaL

    def switch_variable(mbs, t):
        mbs.variables["factor"] = 1.0 if t < 0.255 else 2.0
        return True

    s = mass_on_spring(springForceUserFunction=function)
    s.mbs.SetPreStepUserFunction(switch)
    found = s.mbs.SolveDynamic(ORDINARY, solver)
    s = mass_on_spring(springForceUserFunction=switched)
    s.mbs.variables["factor"] = 1.0
    s.mbs.SetPreStepUserFunction(switch_variable)
    expected = s.mbs.SolveDynamic(ORDINARY, solver)
    unswitched = mass_on_spring(damping=0.0).mbs.SolveDynamic(ORDINARY, solver)
    assert found.coordinates == pytest.approx(expected.coordinates, abs=1e-13)
    assert abs(found.coordinates[-1, 0] - unswitched.coordinates[-1, 0]) > 0.01


def test_variable_changed_by_another_user_function_acts_during_the_run(restored):
    def load_that_switches(mbs, t, loadVector):
        mbs.variables["calls"] = mbs.variables.get("calls", 0) + 1
        change_factor(1.0 if t < 0.255 else 2.0)
        return loadVector

    s = mass_on_spring(springForceUserFunction=by_global)
    s.mbs.SetLoadParameter(s.load, "loadVectorUserFunction", load_that_switches)
    found = s.mbs.SolveDynamic(ORDINARY, Solver.RK44)
    assert s.mbs.variables["calls"] >= 200

    def by_time(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return (1.0 if t < 0.255 else 2.0) * stiffness * deltaL

    expected = mass_on_spring(springForceUserFunction=by_time).mbs.SolveDynamic(
        ORDINARY, Solver.RK44
    )
    assert found.coordinates == pytest.approx(expected.coordinates, abs=1e-12)


def test_closure_variable_changed_between_runs():
    value = 1.0

    def function(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return value * stiffness * deltaL

    s = mass_on_spring(springForceUserFunction=function)
    assert s.mbs.SolveDynamic(ORDINARY).accelerations[0, 0] == -25.0
    value = 2.0
    assert s.mbs.SolveDynamic(ORDINARY).accelerations[0, 0] == -50.0


def test_object_attribute_changed_between_runs():
    parameters = Law(1.0)
    s = mass_on_spring(springForceUserFunction=parameters, damping=0.0)
    first = s.mbs.SolveDynamic(ORDINARY).accelerations[0, 0]
    parameters.factor = 2.0
    assert s.mbs.SolveDynamic(ORDINARY).accelerations[0, 0] == 2 * first


def test_functions_of_one_name_are_kept_apart():
    for k in (1.0, 2.0, 3.0):
        s = mass_on_spring(springForceUserFunction=closed_law(k), damping=0.0)
        start = s.mbs.SolveDynamic(ORDINARY).accelerations[0, 0]
        assert start == pytest.approx(-k * 62.5 / 2, rel=1e-14)


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


def cartesian(function, solver=Solver.GeneralizedAlpha):
    s = mass_on_spring(stiffness=0.0, damping=0.0, position=[1.0, 0.5, 0.25], assemble=False)
    s.mbs.AddObject(
        CartesianSpringDamper(
            name="cartesian", markerNumbers=[s.fixed, s.end], stiffness=[40, 50, 60],
            damping=[1, 2, 3], offset=[0.1, 0.2, 0.3], springForceUserFunction=function,
        )
    )  # fmt: skip
    return s.mbs.SolveDynamic(ORDINARY, solver)


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
    expected = cartesian(0, solver)
    found = cartesian(VECTOR_LAWS[form], solver)
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

    expected = cartesian(0)
    found = cartesian(called if called_back else overwrites)
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
        solve(function)
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


@pytest.mark.parametrize("bad", [None, "1.0", [1.0, 2.0], {}, 1j, np.zeros(3)], ids=repr)
@pytest.mark.parametrize("solver", SOLVERS)
def test_wrong_result_of_a_spring_function_stops_with_the_item_named(bad, solver):
    for function in constants(bad)["spring"]:
        with pytest.raises(exu.SolverError, match=r"'spring' \(object 2\)"):
            solve(function, solver)


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
            cartesian(function)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("solver", SOLVERS)
def test_result_that_is_not_finite_stops_with_the_place_named(bad, solver):
    place = r"'spring' \(object 2\)|'node' \(node 0\)"
    for function in constants(bad)["spring"]:
        with pytest.raises(exu.SolverError, match=place) as error:
            solve(function, solver)
        assert np.isfinite(error.value.solution.coordinates).all()


def test_wrong_length_after_a_while_is_told_with_the_time():
    def shrinks(mbs, t, loadVector):
        return loadVector[:2] if t > 0.25 else loadVector

    s = mass_on_spring()
    s.mbs.SetLoadParameter(s.load, "loadVectorUserFunction", shrinks)
    with pytest.raises(exu.SolverError, match=r"'load' \(load 0\).*t = 0\.2[56].*3 numbers"):
        s.mbs.SolveDynamic(ORDINARY)
    assert s.mbs.solution.times[-1] == pytest.approx(0.25, abs=1e-12)


# ------------------------------------------------------------------------------- memory


@pytest.mark.parametrize("called_back", [False, True])
def test_systems_and_their_functions_are_freed(called_back):
    def run():
        scale = np.ones(3)

        def plain(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
            return stiffness * deltaL

        def called(mbs, *arguments):
            return scale[0] * plain(mbs, *arguments)

        s = mass_on_spring(springForceUserFunction=called if called_back else plain)
        s.mbs.SetPreStepUserFunction(lambda mbs, t: bool(scale[0]))
        s.mbs.SolveDynamic(make_settings(0.1, 10))
        return weakref.ref(s.mbs), weakref.ref(called if called_back else plain)

    references = [reference for _ in range(3) for reference in run()]
    gc.collect()
    assert [reference() for reference in references] == [None] * 6
