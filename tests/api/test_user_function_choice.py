"""How user functions are called: the choice, its reason, its report, and how to force it."""

import functools
import types

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.during_runs import during_the_next_run

from .models import ORDINARY, make_settings, mass_on_spring

factor = 1.0
offsets = np.array([0.0, 1.0])
user_module = types.ModuleType("user_module")
user_module.k = 1.0
user_module.deeper = types.ModuleType("deeper")
user_module.deeper.k = 1.0


class Constants:
    k = 1.0


def plain(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL


def reads_mbs(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL * len(mbs.variables)


def reads_global(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return factor * stiffness * deltaL


def helper(x):
    return factor * x


def calls_helper(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * helper(deltaL)


def reads_module(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return user_module.k * stiffness * deltaL


def reads_deeper_module(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return user_module.deeper.k * stiffness * deltaL


def reads_class(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return Constants.k * stiffness * deltaL


def reads_array(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return offsets[1] * stiffness * deltaL


def with_default(x, weights=offsets):
    return weights[1] * x


def calls_default(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * with_default(deltaL)


def uses_pi(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL * np.pi / np.pi


def closing_over(value):
    def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return value[0] * stiffness * deltaL

    return law


def rewritten(way):
    """Change what the functions above read; 1.0 is what they start with."""
    global factor
    factor = user_module.k = user_module.deeper.k = Constants.k = offsets[1] = way


@pytest.fixture(autouse=True)
def variables_as_they_were():
    yield
    rewritten(1.0)


def choice_of(function, pre_step=None):
    s = mass_on_spring(springForceUserFunction=function)
    if pre_step is not None:
        s.mbs.SetPreStepUserFunction(pre_step)
    (record,) = s.mbs.UserFunctionInfo()
    return record.compiled, record.reason


def go_on(mbs, t):
    return True


# ------------------------------------------------------------------------------- told

READERS = {
    reads_global: "factor",
    calls_helper: "factor",
    reads_module: "user_module.k",
    reads_deeper_module: "user_module.deeper.k",
    reads_array: "offsets",
    calls_default: "default argument of with_default",
}


@pytest.mark.parametrize("function", [plain, uses_pi, *READERS], ids=lambda f: f.__name__)
def test_functions_are_compiled_where_nothing_can_change(function):
    assert choice_of(function) == (True, "")


@pytest.mark.parametrize("function", READERS, ids=lambda f: f.__name__)
def test_variables_that_other_code_could_change_are_named(function):
    compiled, reason = choice_of(function, go_on)
    assert not compiled
    assert reason.startswith(f"it reads the variable {READERS[function]!r}, which other Python")


@pytest.mark.parametrize("function", [plain, uses_pi])
def test_functions_of_arguments_alone_are_compiled_beside_other_code(function):
    assert choice_of(function, go_on) == (True, "")


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (reads_mbs, "it uses mbs"),
        (reads_class, "it reads the variable 'Constants', a type, which can change"),
        (closing_over([1.0]), "it reads the variable 'value', a list, which can change"),
        (closing_over(([1.0],)), "it reads the variable 'value', a tuple, which can change"),
        (closing_over({0: 1.0}), "it reads the variable 'value', a dict, which can change"),
        (functools.partial(plain), "it is a partial, not a plain function"),
        (exu.called_back(plain), "it is marked with called_back"),
        (lambda *a: plain(*a), "it does not take exactly 8 plain arguments"),
    ],
)
def test_reasons_for_calling_back(function, reason):
    assert choice_of(function) == (False, reason)


def test_what_numba_refuses_is_told():
    def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return float(str(deltaL)) * stiffness

    compiled, reason = choice_of(law)
    assert not compiled
    assert reason.startswith("Numba cannot compile it: ") and len(reason) > 40


def test_methods_of_random_generators_are_called_back():
    from random import random as draw

    generator = np.random.default_rng(1).random

    def first(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return draw()

    def second(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return generator()

    for function, name in ((first, "draw"), (second, "generator")):
        assert choice_of(function) == (
            False,
            f"it calls {name!r}, a method of an object that can change",
        )


def test_info_before_and_after_a_run(capsys):
    s = mass_on_spring(springForceUserFunction=plain)
    for _ in range(3):
        s.mbs.AddObject(SpringDamper(markerNumbers=[s.fixed, s.end],
                                     springForceUserFunction=reads_mbs))  # fmt: skip
    s.mbs.AddLoad(Force(markerNumber=s.end, loadVector=[0, 0, 0],
                        loadVectorUserFunction=lambda mbs, t, load: load))  # fmt: skip
    s.mbs.SetPreStepUserFunction(go_on)
    s.mbs.Info()
    before = capsys.readouterr().out
    assert "not assembled" in before
    s.mbs.SolveDynamic(ORDINARY)
    capsys.readouterr()
    s.mbs.Info()
    text = capsys.readouterr().out
    assert text.splitlines()[-4:] == before.splitlines()[-4:]
    name = s.mbs.GetObject(s.spring)["name"]
    assert text.splitlines()[-5:] == [
        "  4 user functions:",
        f"    SpringDamper {s.spring} '{name}', springForceUserFunction: plain, compiled",
        "    3 SpringDamper (3, 4, 5), springForceUserFunction: reads_mbs, called back: "
        "it uses mbs",
        "    Force 1 'load1', loadVectorUserFunction: test_info_before_and_after_a_run.<locals>"
        ".<lambda>, compiled",
        "    pre-step function: go_on, called back",
    ]
    records = s.mbs.UserFunctionInfo()
    assert [record.compiled for record in records] == [True, False, False, False, True]
    assert records[1][:6] == (
        "object", 3, "object3", "SpringDamper", "springForceUserFunction", "reads_mbs",
    )  # fmt: skip


def test_what_the_last_run_chose_is_kept(capsys):
    s = mass_on_spring(springForceUserFunction=reads_global)
    s.mbs.SetPreStepUserFunction(go_on)
    s.mbs.SolveDynamic(ORDINARY)
    s.mbs.SetPreStepUserFunction(0)
    assert not s.mbs.UserFunctionInfo()[0].compiled
    s.mbs.SetObjectParameter(s.spring, "springForceUserFunction", plain)
    assert s.mbs.UserFunctionInfo()[0].compiled
    settings = make_settings(0.1, 10, verboseMode=2)
    s.mbs.SolveDynamic(settings)
    line = capsys.readouterr().out.splitlines()[0]
    assert line.endswith("springForceUserFunction: plain, compiled")


# ------------------------------------------------------------------------------- forced


def test_marks_leave_the_function_as_it_was():
    before = dict(vars(plain))
    for mark in (exu.compiled, exu.called_back):
        marked = mark(plain)
        assert marked(0, 0.0, 1, 2.0, 3.0, 4.0, 5.0, 6.0) == 8.0
        assert marked.__name__ == "plain" and marked.function is plain
        assert mark(exu.compiled(plain)).function is plain
    assert vars(plain) == before
    assert repr(exu.compiled(plain)) == "<plain, compiled>"
    with pytest.raises(exu.ParameterError, match="must be a function, got 3"):
        exu.compiled(3)


def test_marks_are_checked_like_functions():
    with pytest.raises(exu.ParameterError, match="springForceUserFunction UF must be a function"):
        mass_on_spring(springForceUserFunction=exu.compiled(lambda mbs, t: 0.0))


def test_a_marked_function_is_called_back():
    seen = []

    def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return stiffness * deltaL

    def traced(*arguments):
        seen.append(arguments[0])
        return law(*arguments)

    s = mass_on_spring(springForceUserFunction=exu.called_back(law))
    back = s.mbs.SolveDynamic(ORDINARY).coordinates
    assert not s.mbs.UserFunctionInfo()[0].compiled
    s.mbs.SetObjectParameter(s.spring, "springForceUserFunction", exu.compiled(law))
    forced = s.mbs.SolveDynamic(ORDINARY).coordinates
    assert s.mbs.UserFunctionInfo()[0].compiled
    np.testing.assert_allclose(back, forced, rtol=0, atol=1e-13)


def test_a_function_that_must_be_compiled_and_cannot_be():
    s = mass_on_spring(springForceUserFunction=exu.compiled(reads_mbs))
    with pytest.raises(exu.SysError) as failure:
        s.mbs.SolveDynamic(ORDINARY)
    text = "reads_mbs is marked with compiled, but cannot be compiled: it uses mbs"
    assert f"springForceUserFunction {text}" in str(failure.value)
    s.mbs.SetObjectParameter(s.spring, "springForceUserFunction", plain)
    s.mbs.SolveDynamic(ORDINARY)


def test_all_functions_of_a_run_are_called_back():
    s = mass_on_spring(springForceUserFunction=exu.compiled(plain))
    settings = make_settings(0.1, 10)
    settings.compileUserFunctions = False
    s.mbs.SolveDynamic(settings)
    (record,) = s.mbs.UserFunctionInfo()
    assert not record.compiled and "compileUserFunctions = False" in record.reason


# ------------------------------------------------------------------------------- changing values


def half_way(mbs, t):
    if t > 0.05:
        rewritten(-3.0)
    return True


@pytest.mark.parametrize("function", [*READERS, reads_class], ids=lambda f: f.__name__)
def test_values_changed_during_a_run_act_as_in_python(function):
    ends = []
    for law in (function, exu.called_back(function)):
        rewritten(1.0)
        s = mass_on_spring(springForceUserFunction=law)
        s.mbs.SetPreStepUserFunction(half_way)
        ends.append(s.mbs.SolveDynamic(make_settings(0.1, 20)).coordinates[-1])
    rewritten(1.0)
    steady = mass_on_spring(springForceUserFunction=function)
    unchanged = steady.mbs.SolveDynamic(make_settings(0.1, 20)).coordinates[-1]
    np.testing.assert_array_equal(ends[0], ends[1])
    assert abs(ends[0][0] - unchanged[0]) > 1e-3


@pytest.mark.parametrize("function", READERS, ids=lambda f: f.__name__)
def test_values_of_compiled_functions_must_stay(function):
    s = mass_on_spring(springForceUserFunction=exu.compiled(function))
    s.mbs.SetPreStepUserFunction(half_way)
    with pytest.raises(exu.SolverError) as failure:
        s.mbs.SolveDynamic(make_settings(0.1, 20))
    text = str(failure.value)
    assert f"reads the variable {READERS[function]!r}, which was changed during the run" in text
    assert "linkwork.called_back" in text
    assert len(failure.value.solution.times) > 1


def test_a_helper_that_is_replaced_during_a_run_is_noticed():
    def one(x):
        return x

    def two(x):
        return 2.0 * x

    active = one

    def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return stiffness * active(deltaL)

    def switch(mbs, t):
        nonlocal active
        active = two
        return True

    s = mass_on_spring(springForceUserFunction=law)
    s.mbs.SetPreStepUserFunction(switch)
    with pytest.raises(exu.SolverError, match="'active', which was changed during the run"):
        s.mbs.SolveDynamic(ORDINARY)


def test_a_value_changed_by_another_thread_is_noticed():
    s = mass_on_spring(springForceUserFunction=reads_global)
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    with (
        during_the_next_run(s.mbs, lambda: rewritten(2.0)),
        pytest.raises(exu.SolverError, match="'factor', which was changed during the run"),
    ):
        s.mbs.SolveDynamic(make_settings(1.0, 5_000_000))


def test_counters_count():
    calls = 0

    def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        nonlocal calls
        calls += 1
        return stiffness * deltaL

    s = mass_on_spring(springForceUserFunction=law)
    s.mbs.SolveDynamic(make_settings(0.1, 10), exu.DynamicSolverType.ExplicitEuler)
    assert calls >= 10
    assert s.mbs.UserFunctionInfo()[0].reason == "it changes the variable 'calls'"


count = 0


def count_on():
    global count
    count += 1
    return 1.0


def counts_by_a_helper(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL * count_on()


def test_helpers_count():
    before = count
    s = mass_on_spring(springForceUserFunction=counts_by_a_helper)
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert count - before >= 10
    assert s.mbs.UserFunctionInfo()[0].reason == "it changes the variable 'count'"


def test_values_changed_between_runs():
    for function in READERS:
        starts = []
        s = mass_on_spring(springForceUserFunction=function)
        for value in (1.0, 2.0):
            rewritten(value)
            starts.append(s.mbs.SolveDynamic(make_settings(0.1, 10)).accelerations[0, 0])
            assert s.mbs.UserFunctionInfo()[0].compiled
        rewritten(1.0)
        assert starts[1] == pytest.approx(2 * starts[0], rel=1e-12), function.__name__
