"""Python user functions: compiled or called back, live variables, memory."""

import functools
import gc
import math
import types
import weakref

import numpy as np
import pytest

from linkwork.items import *
from tests.cases import looped

from .models import ORDINARY, Output, Solver, make_settings, mass_on_spring, solve_with

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


# ------------------------------------------------------------------------------- equal results


@looped("solver", SOLVERS)
@looped("form", FORMS)
def test_every_form_of_a_function_gives_the_same_result(form, solver):
    expected = solve_with(law_with_mbs, solver)
    found = solve_with(FORMS[form], solver)
    assert found.coordinates == pytest.approx(expected.coordinates, abs=1e-13)
    assert found.velocities == pytest.approx(expected.velocities, abs=1e-12)
    assert found.statistics["steps"] == expected.statistics["steps"]


def test_function_of_the_built_in_law_equals_the_built_in_law():
    def built_in(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return stiffness * deltaL + damping * deltaL_t + force

    for solver in SOLVERS:
        built = mass_on_spring(force=0.25, damping=3.0).mbs.SolveDynamic(ORDINARY, solver)
        found = solve_with(built_in, solver)
        assert found.coordinates == pytest.approx(built.coordinates, abs=1e-9)


def test_plain_function_is_compiled_and_one_that_uses_mbs_is_not():
    def alone(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return stiffness * deltaL + 0.0 * force  # code that no other test has: it is compiled here

    def asks(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return mbs.GetObjectParameter(itemNumber, "stiffness") * deltaL

    assert np.allclose(
        solve_with(alone).coordinates, solve_with(asks).coordinates, rtol=0, atol=1e-13
    )
    for function, compiled in ((alone, True), (asks, False)):
        s = mass_on_spring(springForceUserFunction=function)
        s.mbs.SolveDynamic(ORDINARY)
        assert s.mbs.UserFunctionInfo()[0].compiled == compiled


def test_numpy_and_helpers_in_a_function():
    def helper(x):
        return np.tanh(x)

    def function(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        values = np.array([deltaL, deltaL_t])
        return stiffness * helper(values[0]) + damping * np.sum(values[1:])

    def with_mbs(mbs, *arguments):
        return function(mbs, *arguments)

    assert solve_with(function).coordinates == pytest.approx(
        solve_with(with_mbs).coordinates, abs=1e-13
    )


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

    solution = solve_with(never, activeConnector=False)
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


def test_random_numbers_follow_the_seed():
    """With an explicit solver: no implicit step converges while its forces are noise."""

    def noise(mbs, t, loadVector):
        return [np.random.random(), 0.0, 0.0]

    def run(seed):
        np.random.seed(seed)
        s = mass_on_spring()
        s.mbs.SetLoadParameter(s.load, "loadVectorUserFunction", noise)
        return s.mbs.SolveDynamic(make_settings(0.1, 10), Solver.RK44).coordinates

    assert np.array_equal(run(7), run(7))
    assert not np.array_equal(run(7), run(8))
