"""User functions that fail: item, parameter, time, own exception; results so far are kept."""

import math
import traceback

import numba
import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

from .models import failure, make_settings, mass_on_spring, new_system

Solver = exu.DynamicSolverType
SOLVERS = [Solver.GeneralizedAlpha, Solver.RK44, Solver.ODE23]
LATE = 0.1
"""From this time on the functions below fail [s]."""


class OwnError(Exception):
    """An exception of the user's."""


def too_late(t):
    if t > LATE:
        raise OwnError("late")
    return 1.0


def scalar_raising(mbs, t, itemNumber, u, w, k, d, force):
    return k * u * too_late(t)


def scalar_nan(mbs, t, itemNumber, u, w, k, d, force):
    return k * u if t <= LATE else math.nan


def scalar_infinite(mbs, t, itemNumber, u, w, k, d, force):
    return k * u if t <= LATE else math.inf


def scalar_dividing(mbs, t, itemNumber, u, w, k, d, force):
    return k * u / (1.0 if t <= LATE else 0.0)


def vector_raising(mbs, t, itemNumber, u, w, k, d, offset):
    return k * u * too_late(t)


def vector_nan(mbs, t, itemNumber, u, w, k, d, offset):
    return k * u if t <= LATE else u * math.nan


def vector_short(mbs, t, itemNumber, u, w, k, d, offset):
    return k * u if t <= LATE else u[0:2]


def vector_outside(mbs, t, itemNumber, u, w, k, d, offset):
    return u * k[0 if t <= LATE else 7]


def array_raising(mbs, t, itemNumber, q, q_t):
    return -4.0 * q * too_late(t)


def array_nan(mbs, t, itemNumber, q, q_t):
    return -4.0 * q if t <= LATE else q * math.nan


def array_short(mbs, t, itemNumber, q, q_t):
    return -4.0 * q if t <= LATE else q[0:1]


def array_outside(mbs, t, itemNumber, q, q_t):
    return q * q_t[0 if t <= LATE else 2]


def spring(function):
    return mass_on_spring(springForceUserFunction=function, damping=0.0).mbs


def cartesian(function):
    s = mass_on_spring(stiffness=0.0, damping=0.0, assemble=False)
    s.mbs.AddObject(
        CartesianSpringDamper(
            name="cartesian", markerNumbers=[s.fixed, s.end], stiffness=[40, 50, 60],
            springForceUserFunction=function,
        )
    )  # fmt: skip
    s.mbs.Assemble()
    return s.mbs


def generic(function):
    mbs = new_system()
    node = mbs.AddNode(
        NodeGenericODE2(
            numberOfODE2Coordinates=2, referenceCoordinates=[0, 0], initialCoordinates=[1, 2],
            initialCoordinates_t=[0, 0],
        )
    )  # fmt: skip
    mbs.AddObject(
        ObjectGenericODE2(
            name="generic", nodeNumbers=[node], massMatrix=np.eye(2), forceUserFunction=function
        )
    )
    mbs.Assemble()
    return mbs


CASES = {
    scalar_raising: (spring, OwnError, "OwnError: late"),
    scalar_nan: (spring, ValueError, "ValueError: it returned nan"),
    scalar_infinite: (spring, ValueError, "ValueError: it returned inf"),
    scalar_dividing: (spring, ZeroDivisionError, "ZeroDivisionError"),
    vector_raising: (cartesian, OwnError, "OwnError: late"),
    vector_nan: (cartesian, ValueError, "ValueError: it returned array([nan, nan, nan])"),
    vector_short: (cartesian, TypeError, "TypeError: it must return 3 numbers, got array(["),
    vector_outside: (cartesian, IndexError, "IndexError: index 7 is out of bounds"),
    array_raising: (generic, OwnError, "OwnError: late"),
    array_nan: (generic, ValueError, "ValueError: it returned array([nan, nan])"),
    array_short: (generic, TypeError, "TypeError: it must return 2 numbers, got array(["),
    array_outside: (generic, IndexError, "IndexError: index 2 is out of bounds"),
}
OWNERS = {
    spring: "SpringDamper 'spring' (object 2): springForceUserFunction failed",
    cartesian: "CartesianSpringDamper 'cartesian' (object 3): springForceUserFunction failed",
    generic: "ObjectGenericODE2 'generic' (object 0): forceUserFunction failed",
}


@pytest.mark.parametrize("way", [exu.compiled, exu.called_back])
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_failures_after_a_while(function, solver, way):
    build, kind, text = CASES[function]
    mbs = build(way(function))
    # Failing functions are looked into by calling them back; `failure` checks what is kept.
    error = failure(mbs, make_settings(0.5, 50), solver)
    told = str(error)
    assert told.startswith(OWNERS[build]), told
    assert text in told
    assert " at t = 0.1" in told or " at t = 0.09" in told
    assert type(error.__cause__) is kind
    assert 0.05 < error.solution.times[-1] <= 0.11
    if kind is OwnError:
        frames = traceback.extract_tb(error.__cause__.__traceback__)
        assert [frame.name for frame in frames][-2:] == [function.__name__, "too_late"]


WRONG = {
    "None": (lambda: None, "got None"),
    "string": (lambda: "force", "got 'force'"),
    "strings": (lambda: ["1", "2"], "got ['1', '2']"),
    "complex": (lambda: 1j, "got 1j"),
    "complex array": (lambda: np.array([1j, 2.0]), "got array("),
    "set": (lambda: {1.0}, "got {1.0}"),
    "ragged": (lambda: [1.0, [2.0]], "got [1.0, [2.0]]"),
    "empty": (lambda: [], "got []"),
    "object": (lambda: OwnError, "got <class"),
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize(
    ("build", "count", "wanted"),
    [
        (spring, 8, "it must return a number"),
        (cartesian, 8, "it must return 3 numbers"),
        (generic, 5, "it must return 2 numbers"),
    ],
)
def test_wrong_results(build, count, wanted, name):
    result, text = WRONG[name]
    names = ", ".join(f"a{k}" for k in range(count))
    mbs = build(eval(f"lambda {names}: result()", {"result": result}))
    error = failure(mbs, make_settings(0.5, 50))
    assert str(error).startswith(OWNERS[build])
    assert wanted in str(error) and text in str(error)
    assert type(error.__cause__) is TypeError


@pytest.mark.parametrize("build", OWNERS)
def test_wrong_numbers_of_arguments_are_refused_at_once(build):
    with pytest.raises(exu.ParameterError, match="must be a function of the arguments"):
        build(lambda mbs, t: 0.0)


@pytest.mark.parametrize(("build", "count"), [(spring, 8), (cartesian, 8), (generic, 5)])
def test_functions_that_numba_has_compiled_are_refused_with_advice(build, count):
    """They cannot take mbs, and Numba would say so in its own terms."""
    function = numba.njit(eval(f"lambda {', '.join(f'a{k}' for k in range(count))}: 0.0"))
    for given in (function, exu.compiled(function)):
        with pytest.raises(exu.ParameterError, match=r"plain function.*py_func"):
            build(given)
    build(function.py_func)


# ------------------------------------------------------------------------------- differences


def overflowing(mbs, t, itemNumber, u, w, k, d, force):
    """Whole numbers of Python have no limit, those of compiled code 64 bits."""
    number = 3
    for _ in range(70):
        number *= 10
    return k * u / (1.0 if t <= LATE else number / 3e70)


def infinite_inside(mbs, t, itemNumber, u, w, k, d, offset):
    """NumPy divides by zero and continues, compiled code raises an exception."""
    gap = np.zeros(1)
    if t <= LATE:
        gap[0] = 1.0
    return k * u * (1.0 + math.exp(-1.0 / gap[0]))


@pytest.mark.filterwarnings("ignore:divide by zero")
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    ("build", "function"), [(spring, overflowing), (cartesian, infinite_inside)]
)
def test_compiled_code_that_fails_where_python_does_not_is_given_up(build, function, solver):
    mbs, other = build(function), build(exu.called_back(function))
    settings = make_settings(0.5, 50)
    assert mbs.UserFunctionInfo()[0].compiled
    with pytest.warns(UserWarning, match=f"compiled code of {function.__name__} failed at t = "):
        result = mbs.SolveDynamic(settings, solver)
    expected = other.SolveDynamic(settings, solver)
    assert mbs.UserFunctionInfo()[0].reason == "its compiled code failed where Python did not"
    np.testing.assert_allclose(result.coordinates[-1], expected.coordinates[-1], atol=1e-9)
    again = mbs.SolveDynamic(settings, solver)
    np.testing.assert_array_equal(again.coordinates[-1], expected.coordinates[-1])


# ------------------------------------------------------------------------------- live values


@looped("solver", [*SOLVERS, Solver.VelocityVerlet])
def test_functions_that_read_the_system_see_the_present_state(solver):
    seen = []

    def law(mbs, t, itemNumber, u, w, k, d, force):
        position = mbs.GetNodeOutput(0, exu.OutputVariableType.Position)
        length = mbs.GetObjectOutput(itemNumber, exu.OutputVariableType.Distance)
        sensed = mbs.GetSensorValues(0)
        q = mbs.systemData.GetODE2Coordinates()
        stiffness = mbs.GetObjectParameter(itemNumber, "stiffness")
        seen.append((u, position[0], length, sensed[0], 1.0 + q[0]))
        return stiffness * u + mbs.variables["extra"]

    def same(mbs, t, itemNumber, u, w, k, d, force):
        return k * u + 2.0

    s = mass_on_spring(springForceUserFunction=law, referenceLength=0.75)
    s.mbs.variables["extra"] = 2.0
    result = s.mbs.SolveDynamic(make_settings(0.5, 50), solver)
    plain = mass_on_spring(springForceUserFunction=same, referenceLength=0.75)
    expected = plain.mbs.SolveDynamic(make_settings(0.5, 50), solver)
    np.testing.assert_allclose(result.coordinates, expected.coordinates, rtol=0, atol=1e-12)
    seen = np.array(seen)
    assert np.ptp(seen[:, 0]) > 0.4 and len(seen) >= 50
    # Implicit solvers also ask for differences of 6e-6 around the present stretch.
    limit = 1e-5 if solver == Solver.GeneralizedAlpha else 1e-14
    for column in range(1, 5):
        away = np.abs(seen[:, column] - 0.75 - seen[:, 0])
        assert away.max() <= limit
        assert np.mean(away < 1e-14) > 0.5


def silently_different(mbs, t, itemNumber, u, w, k, d, force):
    """3 * 10^40 is 3 * 10^40 in Python, and some other number within 64 bits."""
    number = 3
    for _ in range(40):
        number *= 10
    return k * u * (number / 3e40)


@pytest.mark.parametrize("solver", SOLVERS)
def test_compiled_code_with_other_results_is_given_up_at_the_start(solver):
    mbs, other = spring(silently_different), spring(exu.called_back(silently_different))
    settings = make_settings(0.5, 50)
    text = "compiled code of silently_different returns other results"
    with pytest.warns(UserWarning, match=text):
        result = mbs.SolveDynamic(settings, solver)
    expected = other.SolveDynamic(settings, solver)
    np.testing.assert_array_equal(result.coordinates, expected.coordinates)
    assert not mbs.UserFunctionInfo()[0].compiled
