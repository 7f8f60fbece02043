"""Symbolic numbers, vectors, matrices; user functions that are made of them."""

import copy
import math
import pickle

import numpy as np
import pytest

import linkwork
from linkwork.exudyn import symbolic
from linkwork.exudyn.advancedUtilities import CreateSymbolicUserFunction
from linkwork.exudyn.symbolic import IfThenElse, Matrix, Real, Vector
from linkwork.utilities import LoadForceVector, MarkerBodyPosition
from tests.cases import looped

near = pytest.approx


def test_expressions_follow_their_variables():
    a, b = Real(2.0), Real("b", 3.0)
    c = a * b + symbolic.sin(b) - 1
    assert c.Evaluate() == near(5 + math.sin(3))
    b.SetValue(5)
    assert c.Evaluate() == near(9 + math.sin(5)) and str(c) == "(((2 * b) + sin(b)) - 1)"
    with pytest.raises(RuntimeError, match="only variables"):
        c.SetValue(1.0)
    with pytest.raises(RuntimeError, match="not a variable"):
        _ = c.value


def test_in_place_operations_change_the_object():
    a = Real("a", 1.0)
    same, before = a, a + 0
    a += 2
    a *= 3
    assert a is same and a.Evaluate() == 9 and before.Evaluate() == 1


@looped(
    ("text", "value"),
    [
        ("x - y", -1), ("x / y", 2 / 3), ("x ** y", 8), ("2 - x", 0), ("1 / y", 1 / 3), ("-x", -2),
        ("x < y", 1), ("x >= y", 0), ("x == 2", 1), ("x != 2", 0), ("3 > x", 1), ("abs(-x)", 2),
        ("IfThenElse(x > y, x, y)", 3), ("s.Not(x)", 0), ("s.round(x + 0.5)", 3),
        ("s.mod(-5 * x, y)", -1), ("s.max(x, 7)", 7), ("s.min(1, y)", 1), ("s.sign(-y)", -1),
        ("s.atan2(x, y)", math.atan2(2, 3)), ("s.pow(x, 0.5)", math.sqrt(2)),
        ("s.floor(-x / y)", -1),
    ],
)  # fmt: skip
def test_operations(text, value):
    space = {"x": Real("x", 2.0), "y": Real("y", 3.0), "s": symbolic, "IfThenElse": IfThenElse}
    assert eval(text, space).Evaluate() == near(value, rel=1e-15)
    symbolic.SetRecording(False)
    try:
        result = eval(text, space)
        assert float(result) == near(value, rel=1e-15)
        assert str(result) == f"{value:g}"
    finally:
        symbolic.SetRecording(True)


def test_derivatives_agree_with_differences():
    x, y = Real("x", 0.7), Real("y", 0.3)
    names = ["sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "atanh"]
    names += ["exp", "log", "sqrt", "abs"]
    expressions = [getattr(symbolic, name)(x * y + 0.1) for name in names]
    expressions += [
        symbolic.acosh(x + 1),
        symbolic.atan2(x, y),
        x**y,
        x / y,
        symbolic.mod(5 * x, y),
    ]
    expressions += [
        IfThenElse(x > y, x * x, y),
        symbolic.max(x, y) * 2,
        Vector([x, y]) * Vector([y, x]),
    ]
    for expression in expressions:
        for variable in (x, y):
            at, step = variable.value, 1e-6
            values = []
            for moved in (at - step, at + step):
                variable.SetValue(moved)
                values.append(expression.Evaluate())
            variable.SetValue(at)
            slope = (values[1] - values[0]) / (2 * step)
            assert expression.Diff(variable) == near(slope, rel=1e-7, abs=1e-9), str(expression)


def test_functions_of_plain_numbers_return_numbers():
    assert symbolic.sin(0.5) == math.sin(0.5) and type(symbolic.sin(0.5)) is float
    assert IfThenElse(1 > 2, 3.0, 4.0) == 4.0 and symbolic.round(-2.5) == -3
    assert math.isnan(symbolic.acos(2.0))


def test_vectors_and_matrices():
    v, w = Vector([1, 2, 3]), Vector("w", [4, 5, 6])
    product, total = v * w, v + w
    assert (product.Evaluate(), v.NormL2().Evaluate()) == (32, near(math.sqrt(14)))
    assert v.MultComponents(w).Evaluate().tolist() == [4, 10, 18]
    assert ((2 * v - w)[0] * 3).Evaluate() == -6 and len(total) == total.NumberOfItems() == 3
    w.SetVector([1, 1, 1])
    assert product.Evaluate() == 6 and total.Evaluate().tolist() == [2, 3, 4]
    assert (v == v).Evaluate() == 1 and (v != w).Evaluate() == 1
    M, N = Matrix([[1, 2], [3, 4]]), Matrix("N", [[1, 0], [1, 1]])
    u = Vector([1, 2])
    assert (M * N).Evaluate().tolist() == [[3, 2], [7, 4]]
    assert (M * u).Evaluate().tolist() == [5, 11] and (u * M).Evaluate().tolist() == [7, 10]
    assert (2 * M - N)[1, 0].Evaluate() == 5 and (M * u).NumberOfItems() == 2
    v[0] = 5.0
    assert v.Evaluate().tolist() == [5, 2, 3]
    with pytest.raises(IndexError):
        v[3]


def test_sets_of_variables():
    variables = symbolic.VariableSet()
    variables.Add("a", 3.0)
    twice = 2 * variables["a"]
    variables["a"] = 4.0
    assert twice.Evaluate() == 8 and variables.GetNames() == ["a"] and variables.Exists("a")
    with pytest.raises(RuntimeError, match="there already"):
        variables.Add("a", 1.0)
    variables.Reset()
    assert variables.NumberOfItems() == 0


# ------------------------------------------------------------------- user functions


def spring_law(mbs, t, itemNumber, u, v, k, d, F0):
    return IfThenElse(u > 0, k * u, 10 * k * u) + d * v + symbolic.sin(t) / IfThenElse(t > 0, t, 1)


def turned(mbs, t, load):
    return symbolic.cos(t) * load


def squared(mbs, t, load):
    return [load * load, 0, load[2] * t]


def switched(mbs, t, load):
    return 2 * load if t > 0.5 else [0, 0, t]


def spring(function):
    return CreateSymbolicUserFunction(
        None, function, "springForceUserFunction", itemTypeName="ObjectConnectorSpringDamper"
    )


def load(function):
    return CreateSymbolicUserFunction(
        None, function, "loadVectorUserFunction", itemTypeName="LoadForceVector"
    )


def test_user_functions_are_evaluated_with_plain_arguments():
    law = spring(spring_law)
    assert law.Evaluate(None, 0.0, 0, 0.1, 2.0, 10.0, 0.5, 0.0) == near(2.0)
    assert law.Evaluate(None, 2.0, 0, -0.1, 0.0, 10.0, 0.5, 0.0) == near(-10 + math.sin(2) / 2)
    assert load(turned).Evaluate(None, 0.5, [1, 2, 3]) == near(
        [math.cos(0.5) * k for k in (1, 2, 3)]
    )
    assert load(squared).Evaluate(None, 0.5, [1, 2, 3]) == [14, 0, 1.5]
    assert load(switched).Evaluate(None, 0.2, [1, 2, 3]) == [0, 0, 0.2]
    assert load(switched).Evaluate(None, 0.7, [1, 2, 3]) == [2, 4, 6]


def test_user_functions_can_be_copied_and_pickled():
    law = spring(spring_law)
    again = pickle.loads(pickle.dumps(law))
    arguments = (None, 2.0, 0, -0.1, 0.0, 10.0, 0.5, 0.0)
    assert again.Evaluate(*arguments) == law.Evaluate(*arguments)
    assert copy.deepcopy(law).Evaluate(*arguments) == law.Evaluate(*arguments)


def test_unknown_user_functions_and_wrong_arguments_are_named():
    with pytest.raises(ValueError, match="LoadForceVector has no user function 'other'"):
        CreateSymbolicUserFunction(None, turned, "other", itemTypeName="LoadForceVector")
    with pytest.raises(ValueError, match="must have 7 arguments"):
        spring(turned)


@pytest.mark.parametrize("function", [turned, squared, switched])
def test_runs_with_symbolic_and_plain_functions_agree(function):
    plain = {
        turned: lambda mbs, t, load: math.cos(t) * np.array(load),
        squared: lambda mbs, t, load: [np.dot(load, load), 0, load[2] * t],
        switched: lambda mbs, t, load: 2 * np.array(load) if t > 0.5 else [0, 0, t],
    }
    ends = []
    for each in (load(function), plain[function]):
        mbs = linkwork.SystemContainer().AddSystem()
        body = mbs.CreateMassPoint(physicsMass=2)
        marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
        mbs.AddLoad(
            LoadForceVector(markerNumber=marker, loadVector=[1, 2, 3], loadVectorUserFunction=each)
        )
        mbs.SolveDynamic()
        ends.append(mbs.GetObjectOutputBody(body, linkwork.OutputVariableType.Position))
    assert ends[0] == near(ends[1], rel=1e-12) and abs(ends[0]).max() > 0.05


def test_traced_functions_are_compiled():
    from linkwork.core.functions.user_functions import why_not

    assert why_not(load(turned).function, 3, others_run=True) == ""


def test_entries_of_matrices_can_be_set():
    matrix = symbolic.Matrix([[1, 2], [3, 4]])
    doubled = 2.0 * matrix
    matrix[0, 1] = 7
    assert matrix.Evaluate().tolist() == [[1, 7], [3, 4]]
    assert doubled.Evaluate().tolist() == [[2, 14], [6, 8]]
    with pytest.raises(IndexError, match="index 2, 0"):
        matrix[2, 0] = 1
    with pytest.raises(TypeError, match="set to numbers"):
        doubled[0, 0] = 1
