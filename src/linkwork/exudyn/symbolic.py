"""Symbolic numbers, vectors, matrices and functions.

Functions of plain numbers return numbers. With recording (SetRecording(True), the default),
operations on Real, Vector and Matrix are kept as trees, so that Evaluate and Diff follow later
changes of variables; without it they give values at once.
"""

from linkwork.exudyn import _symbolic_types as _types
from linkwork.exudyn._expressions import Numbers as _Numbers
from linkwork.exudyn._symbolic_types import Matrix, Real, VariableSet, Vector
from linkwork.exudyn._traced_functions import UserFunction
from linkwork.exudyn._traced_functions import create_user_function as _create_user_function

variables = VariableSet()
"""Variables for all systems."""


def SetRecording(flag):
    """Switch recording of operations on or off."""
    _types.State.recording = bool(flag)


def GetRecording():
    """Whether operations are recorded."""
    return _types.State.recording


def _apply(name, *arguments):
    if any(isinstance(each, Real) for each in arguments):
        return _types._made(Real, name, *map(_types.real, arguments))
    return _Numbers().call(name, *arguments)


def _function(name, text):
    """A function of one argument."""

    def function(x):
        return _apply(name, x)

    return _named(function, name, text)


def _function_of_two(name, text):
    def function(x, y):
        return _apply(name, x, y)

    return _named(function, name, text)


def _named(function, name, text):
    function.__name__ = function.__qualname__ = name
    function.__doc__ = text
    return function


abs = _function("abs", "Absolute value.")
sign = _function("sign", "-1, 0 or 1.")
Not = _function("Not", "1 for 0, else 0.")
isfinite = _function("isfinite", "1 for finite numbers, else 0.")
round = _function("round", "Nearest whole number; halves away from zero.")
ceil = _function("ceil", "Smallest whole number that is not smaller.")
floor = _function("floor", "Largest whole number that is not larger.")
sqrt = _function("sqrt", "Square root.")
exp = _function("exp", "Exponential function.")
log = _function("log", "Natural logarithm.")
sin = _function("sin", "Sine.")
cos = _function("cos", "Cosine.")
tan = _function("tan", "Tangent.")
asin = _function("asin", "Inverse sine.")
acos = _function("acos", "Inverse cosine.")
atan = _function("atan", "Inverse tangent.")
sinh = _function("sinh", "Hyperbolic sine.")
cosh = _function("cosh", "Hyperbolic cosine.")
tanh = _function("tanh", "Hyperbolic tangent.")
asinh = _function("asinh", "Inverse hyperbolic sine.")
acosh = _function("acosh", "Inverse hyperbolic cosine.")
atanh = _function("atanh", "Inverse hyperbolic tangent.")
atan2 = _function_of_two("atan2", "Angle of the point with ordinate x and abscissa y.")
mod = _function_of_two("mod", "Remainder of x / y with the sign of x.")
pow = _function_of_two("pow", "x to the power of y.")
max = _function_of_two("max", "The larger one.")
min = _function_of_two("min", "The smaller one.")


def IfThenElse(condition, x, y):
    """x if the condition is not 0, else y; only the chosen one is evaluated."""
    if any(isinstance(each, Real) for each in (condition, x, y)):
        return _types._made(Real, "IfThenElse", *map(_types.real, (condition, x, y)))
    return x if condition else y
