"""Trees of operations on numbers, vectors and matrices, and what can be done with them.

A tree consists of variables and operations. It is evaluated with a kind of scalars: numbers give
its value, dual numbers its derivative, and names of local variables the text of a program
(`_traced_functions.py`). Vectors are lists of scalars, matrices lists of rows.
"""

import numpy as np


class Variable:
    """A number, vector or matrix that can be set; name -- empty for constants."""

    def __init__(self, name, value):
        self.name = name
        self.value = value


class Operation:
    """A function of nodes; indices -- of an entry of a vector or matrix."""

    def __init__(self, name, *arguments, indices=()):
        self.name = name
        self.arguments = arguments
        self.indices = indices


INFIX = {"add": "+", "sub": "-", "mul": "*", "div": "/"}

COMPARISONS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}

NUMPY = {
    **{name: name for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "log", "sqrt")},
    **{name: name for name in ("floor", "ceil", "sign")},
    **{f"a{name}": f"arc{name}" for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "tan2")},
    "abs": "fabs",
    "mod": "fmod",
    "pow": "power",
    "max": "maximum",
    "min": "minimum",
}
"""Functions of one or two numbers, and their names in NumPy."""

TESTS = ("Not", "isfinite", *COMPARISONS)
"""Operations whose result is 0 or 1."""


def evaluate(node, kind, known=None):
    """Value of a tree in a kind of scalars; known -- values by identity of nodes."""
    known = {} if known is None else known
    key = id(node)
    if key not in known:
        known[key] = _value(node, kind, known)
    return known[key]


def _value(node, kind, known):
    if isinstance(node, Variable):
        return kind.variable(node)
    if node.name == "IfThenElse":
        condition, first, second = node.arguments
        return kind.choose(
            evaluate(condition, kind, known),
            lambda inner: evaluate(first, kind, inner),
            lambda inner: evaluate(second, kind, inner),
            known,
        )
    values = [evaluate(each, kind, known) for each in node.arguments]
    if node.name == "item":
        value = values[0]
        for index in node.indices:
            value = value[index]
        return value
    composed = _COMPOSED.get(node.name)
    return composed(kind, *values) if composed else kind.call(node.name, *values)


# ------------------------------------------------------------------- operations on vectors


def dot(kind, a, b):
    """Scalar product."""
    total = kind.call("mul", a[0], b[0])
    for x, y in zip(a[1:], b[1:], strict=True):
        total = kind.call("add", total, kind.call("mul", x, y))
    return total


def _each(name):
    def componentwise(kind, a, b):
        return [kind.call(name, x, y) for x, y in zip(a, b, strict=True)]

    return componentwise


def _each_row(operation):
    def rowwise(kind, *arguments):
        return [operation(kind, *rows) for rows in zip(*arguments, strict=True)]

    return rowwise


def _scaled(kind, s, a):
    return [kind.call("mul", s, x) for x in a]


def _negative(kind, a):
    return [kind.call("neg", x) for x in a]


def _equal(kind, a, b):
    result = kind.call("eq", a[0], b[0])
    for x, y in zip(a[1:], b[1:], strict=True):
        result = kind.call("mul", result, kind.call("eq", x, y))
    return result


def _columns(matrix):
    return [list(column) for column in zip(*matrix, strict=True)]


_COMPOSED = {
    "vector": lambda kind, *entries: list(entries),
    "dot": dot,
    "norm": lambda kind, a: kind.call("sqrt", dot(kind, a, a)),
    "v_add": _each("add"),
    "v_sub": _each("sub"),
    "v_mul": _each("mul"),
    "v_scale": _scaled,
    "v_neg": _negative,
    "v_eq": _equal,
    "v_ne": lambda kind, a, b: kind.call("Not", _equal(kind, a, b)),
    "m_add": _each_row(_each("add")),
    "m_sub": _each_row(_each("sub")),
    "m_neg": _each_row(_negative),
    "m_scale": lambda kind, s, m: [_scaled(kind, s, row) for row in m],
    "m_m": lambda kind, a, b: [[dot(kind, row, c) for c in _columns(b)] for row in a],
    "m_v": lambda kind, m, v: [dot(kind, row, v) for row in m],
    "v_m": lambda kind, v, m: [dot(kind, v, column) for column in _columns(m)],
}
"""Operations that are made of operations on scalars."""


# ------------------------------------------------------------------- kinds of scalars


class Numbers:
    """Floating-point numbers; values outside the domain of a function give nan or inf."""

    def variable(self, node):
        return node.value

    def choose(self, condition, first, second, known):
        return (first if condition else second)(known)

    def call(self, name, *values):
        with np.errstate(all="ignore"):
            return float(_number(name, *map(np.float64, values)))


def _number(name, a, b=0.0):
    if name in NUMPY:
        return getattr(np, NUMPY[name])(*((a, b) if name in _TWO else (a,)))
    return _PLAIN[name](a, b)


_TWO = ("atan2", "mod", "pow", "max", "min")

_PLAIN = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "neg": lambda a, b: -a,
    "round": lambda a, b: np.sign(a) * np.floor(np.abs(a) + 0.5),
    "Not": lambda a, b: a == 0,
    "isfinite": lambda a, b: np.isfinite(a),
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
}


class Duals(Numbers):
    """Pairs (value, derivative by one variable)."""

    def __init__(self, variable):
        self.by = variable

    def variable(self, node):
        def seeded(value):
            if isinstance(value, float):
                return value, float(node is self.by)
            return [seeded(each) for each in value]

        return seeded(node.value)

    def choose(self, condition, first, second, known):
        return (first if condition[0] else second)(known)

    def call(self, name, *pairs):
        values = [value for value, _ in pairs]
        result = super().call(name, *values)
        if name in TESTS or name not in _SLOPES:
            return result, 0.0
        with np.errstate(all="ignore"):
            slopes = _SLOPES[name](*map(np.float64, values))
            parts = [s * d for s, (_, d) in zip(slopes, pairs, strict=True) if d]
        return result, float(sum(parts))


_SLOPES = {
    "add": lambda a, b: (1, 1),
    "sub": lambda a, b: (1, -1),
    "mul": lambda a, b: (b, a),
    "div": lambda a, b: (1 / b, -a / b**2),
    "neg": lambda a: (-1,),
    "pow": lambda a, b: (b * np.power(a, b - 1), np.power(a, b) * np.log(a)),
    "sin": lambda a: (np.cos(a),),
    "cos": lambda a: (-np.sin(a),),
    "tan": lambda a: (1 / np.cos(a) ** 2,),
    "asin": lambda a: (1 / np.sqrt(1 - a**2),),
    "acos": lambda a: (-1 / np.sqrt(1 - a**2),),
    "atan": lambda a: (1 / (1 + a**2),),
    "atan2": lambda a, b: (b / (a**2 + b**2), -a / (a**2 + b**2)),
    "sinh": lambda a: (np.cosh(a),),
    "cosh": lambda a: (np.sinh(a),),
    "tanh": lambda a: (1 - np.tanh(a) ** 2,),
    "asinh": lambda a: (1 / np.sqrt(a**2 + 1),),
    "acosh": lambda a: (1 / np.sqrt(a**2 - 1),),
    "atanh": lambda a: (1 / (1 - a**2),),
    "exp": lambda a: (np.exp(a),),
    "log": lambda a: (1 / a,),
    "sqrt": lambda a: (0.5 / np.sqrt(a),),
    "abs": lambda a: (np.sign(a),),
    "max": lambda a, b: (float(a >= b), float(a < b)),
    "min": lambda a, b: (float(a <= b), float(a > b)),
    "mod": lambda a, b: (1, -np.trunc(a / b)),
}
"""Derivatives by the arguments; all other functions are constant in pieces."""


# ------------------------------------------------------------------- text


def text_of(node):
    """A tree as a formula; vectors and constants as their numbers."""
    if isinstance(node, Variable):
        return node.name or _shown(node.value)
    parts = [text_of(each) for each in node.arguments]
    name = node.name
    if name == "item":
        return f"{parts[0]}[{','.join(map(str, node.indices))}]"
    if name == "vector":
        return f"[{','.join(parts)}]"
    if name in ("neg", "v_neg", "m_neg"):
        return f"(-{parts[0]})"
    if name == "v_mul":
        return f"{parts[0]}.MultComponents({parts[1]})"
    sign = (INFIX | COMPARISONS).get(name.rpartition("_")[2], "*" if "_" in name else "")
    if name == "dot" or sign:
        return f"({parts[0]} {sign or '*'} {parts[1]})"
    return f"{'NormL2' if name == 'norm' else name}({', '.join(parts)})"


def _shown(value):
    if isinstance(value, list):
        return f"[{','.join(map(_shown, value))}]"
    return f"{value:g}"
