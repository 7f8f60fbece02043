"""Symbolic numbers, vectors and matrices: with recording they keep how they were computed."""

from typing import Any

import numpy as np

from linkwork.exudyn import _expressions as _ex
from linkwork.exudyn._expressions import Duals, Numbers, Operation, Variable


class NotTraceable(Exception):
    """A function needs the value of a symbolic argument, for example in an `if`."""


class State:
    """Whether operations are recorded, and whether a function is being traced."""

    recording = True
    tracing = False


def _made(kind, name, *arguments, indices=()):
    """Result of an operation: a tree, or without recording its value."""
    node = Operation(name, *(each._node for each in arguments), indices=indices)
    result = kind.__new__(kind)
    result._node = node if State.recording else Variable("", _ex.evaluate(node, Numbers()))
    return result


def is_number(value):
    """Whether a value can take part in operations as a number."""
    return isinstance(value, int | float | np.integer | np.floating | np.bool_)


def real(value):
    """A Real of a Real or a number; None for anything else."""
    if isinstance(value, Real):
        return value
    return Real(value) if is_number(value) else None


class _Symbolic:
    """What numbers, vectors and matrices have in common."""

    _node: Variable | Operation

    def __init__(self, *arguments):
        if len(arguments) > 2 or (len(arguments) == 2 and not isinstance(arguments[0], str)):
            raise TypeError(f"{type(self).__name__}(value) or {type(self).__name__}(name, value)")
        name = arguments[0] if len(arguments) == 2 else ""
        value = arguments[-1] if arguments else self._empty()
        self._node = self._read(value, name if State.recording else "")

    def _set(self, value):
        if not isinstance(self._node, Variable):
            raise RuntimeError(f"{self}: only variables can be set, not results of operations")
        self._node.value = self._read(value, "").value

    def _value(self):
        if State.tracing:
            raise NotTraceable
        return _ex.evaluate(self._node, Numbers())

    def __str__(self):
        return _ex.text_of(self._node)

    __repr__ = __str__
    __hash__ = object.__hash__

    def __deepcopy__(self, memo):
        return self


class Real(_Symbolic):
    """A symbolic number: Real(value) or Real(name, value)."""

    _empty: Any = staticmethod(float)

    def _read(self, value, name):
        if isinstance(value, Real):
            return value._node
        if not is_number(value):
            raise TypeError(f"Real: value must be a number, got {value!r}")
        return Variable(name, float(value))

    def SetValue(self, value):
        """Set the value of a variable."""
        self._set(value)

    def Evaluate(self):
        """Its value now, as a float."""
        return self._value()

    @property
    def value(self):
        """Value of a variable; results of operations have Evaluate()."""
        if not isinstance(self._node, Variable):
            raise RuntimeError(f"{self} is not a variable; use Evaluate()")
        return self._value()

    @value.setter
    def value(self, value):
        self._set(value)

    def Diff(self, var):
        """Derivative by a variable at the present values, as a float."""
        if not isinstance(var, Real) or not isinstance(var._node, Variable):
            raise RuntimeError("Diff: derivatives are taken by a variable, a Real(name, value)")
        return _ex.evaluate(self._node, Duals(var._node))[1]

    def __float__(self):
        return self._value()

    def __bool__(self):
        return bool(self._value())

    def __neg__(self):
        return _made(Real, "neg", self)

    def __pos__(self):
        return self

    def __abs__(self):
        return _made(Real, "abs", self)

    def __mul__(self, other):
        if isinstance(other, Vector):
            return _made(Vector, "v_scale", self, other)
        if isinstance(other, Matrix):
            return _made(Matrix, "m_scale", self, other)
        return _two("mul", self, other)

    def __imul__(self, other):
        return _in_place(self, _two("mul", self, other))


def _two(name, a, b):
    a, b = real(a), real(b)
    return NotImplemented if a is None or b is None else _made(Real, name, a, b)


def _in_place(target, result):
    if result is NotImplemented:
        return result
    target._node = result._node
    return target


def _add_operators():
    for name in ("add", "sub", "div", "pow"):
        special = "truediv" if name == "div" else name
        setattr(Real, f"__{special}__", lambda a, b, name=name: _two(name, a, b))
        setattr(Real, f"__r{special}__", lambda a, b, name=name: _two(name, b, a))
        setattr(Real, f"__i{special}__", lambda a, b, name=name: _in_place(a, _two(name, a, b)))
    Real.__rmul__ = lambda a, b: _two("mul", b, a)
    for name in ("lt", "le", "gt", "ge", "eq", "ne"):
        setattr(Real, f"__{name}__", lambda a, b, name=name: _two(name, a, b))


_add_operators()


class Vector(_Symbolic):
    """A symbolic vector: Vector(list) or Vector(name, list); entries may be Reals."""

    _empty: Any = staticmethod(list)

    def _read(self, value, name):
        if isinstance(value, Vector):
            return value._node
        entries = list(value)
        if any(isinstance(each, Real) for each in entries):
            return Operation("vector", *(real(each)._node for each in entries))
        return Variable(name, [float(each) for each in entries])

    def SetVector(self, vector):
        """Set the numbers of a variable."""
        self._set(vector)

    def Evaluate(self):
        """Its numbers now, as an array."""
        return np.array(self._value(), float)

    def NumberOfItems(self):
        """Number of components."""
        return _size(self._node)[0]

    __len__ = NumberOfItems

    def NormL2(self):
        """Euclidean length, as a Real."""
        return _made(Real, "norm", self)

    def MultComponents(self, other):
        """Product component by component."""
        return _made(Vector, "v_mul", self, _vector(other))

    def __getitem__(self, index):
        if not 0 <= index < len(self):
            raise IndexError(f"index {index} of a vector of {len(self)}")
        return _made(Real, "item", self, indices=(int(index),))

    def __setitem__(self, index, value):
        if isinstance(self._node, Variable) and is_number(value):
            self._node.value[index] = float(value)
            return
        entries = list(self)
        entries[index] = real(value)
        self._node = Operation("vector", *(each._node for each in entries))

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __add__(self, other):
        return _of_vectors("v_add", self, other)

    def __radd__(self, other):
        return _of_vectors("v_add", other, self)

    def __sub__(self, other):
        return _of_vectors("v_sub", self, other)

    def __rsub__(self, other):
        return _of_vectors("v_sub", other, self)

    def __neg__(self):
        return _made(Vector, "v_neg", self)

    def __mul__(self, other):
        if isinstance(other, Vector | list | np.ndarray):
            return _made(Real, "dot", self, _vector(other))
        if isinstance(other, Matrix):
            return _made(Vector, "v_m", self, other)
        factor = real(other)
        return NotImplemented if factor is None else _made(Vector, "v_scale", factor, self)

    __rmul__ = __mul__

    def __eq__(self, other):
        return _made(Real, "v_eq", self, _vector(other))

    def __ne__(self, other):
        return _made(Real, "v_ne", self, _vector(other))

    __hash__ = object.__hash__


def _vector(value):
    return value if isinstance(value, Vector) else Vector(value)


def _of_vectors(name, a, b):
    if not all(isinstance(each, Vector | list | np.ndarray) for each in (a, b)):
        return NotImplemented
    return _made(Vector, name, _vector(a), _vector(b))


class Matrix(_Symbolic):
    """A symbolic matrix: Matrix(rows) or Matrix(name, rows)."""

    _empty: Any = staticmethod(list)

    def _read(self, value, name):
        if isinstance(value, Matrix):
            return value._node
        return Variable(name, [[float(each) for each in row] for row in value])

    def SetMatrix(self, matrix):
        """Set the numbers of a variable."""
        self._set(matrix)

    def Evaluate(self):
        """Its numbers now, as an array."""
        return np.array(self._value(), float)

    def NumberOfRows(self):
        """Number of rows."""
        return _size(self._node)[0]

    def NumberOfColumns(self):
        """Number of columns."""
        return _size(self._node)[1]

    def Get(self, row, column):
        """An entry, as a Real."""
        return self[row, column]

    def __getitem__(self, indices):
        row, column = map(int, indices)
        if not (0 <= row < self.NumberOfRows() and 0 <= column < self.NumberOfColumns()):
            raise IndexError(f"index {row}, {column} of a matrix of {_size(self._node)}")
        return _made(Real, "item", self, indices=(row, column))

    def __setitem__(self, indices, value):
        row, column = map(int, indices)
        if not isinstance(self._node, Variable) or not is_number(value):
            raise TypeError("entries can be set to numbers, and only those of a matrix of numbers")
        self[row, column]  # checks the indices
        self._node.value[row][column] = float(value)

    def __add__(self, other):
        return _made(Matrix, "m_add", self, other) if isinstance(other, Matrix) else NotImplemented

    def __sub__(self, other):
        return _made(Matrix, "m_sub", self, other) if isinstance(other, Matrix) else NotImplemented

    def __neg__(self):
        return _made(Matrix, "m_neg", self)

    def __mul__(self, other):
        if isinstance(other, Matrix):
            return _made(Matrix, "m_m", self, other)
        if isinstance(other, Vector):
            return _made(Vector, "m_v", self, other)
        return self.__rmul__(other)

    def __rmul__(self, other):
        factor = real(other)
        return NotImplemented if factor is None else _made(Matrix, "m_scale", factor, self)


def _size(node):
    """Shape of a vector or matrix."""
    if isinstance(node, Variable):
        return np.shape(node.value) if node.value else (0, 0)
    if node.name == "vector":
        return (len(node.arguments),)
    if node.name == "m_v":
        return _size(node.arguments[0])[:1]
    if node.name == "v_m":
        return _size(node.arguments[1])[1:]
    if node.name == "m_m":
        return _size(node.arguments[0])[0], _size(node.arguments[1])[1]
    return _size(node.arguments[-1])


class VariableSet:
    """Named numbers that symbolic functions share."""

    def __init__(self):
        self._variables = {}

    def Add(self, name, value):
        """Add a variable with a number, or with the value of a Real."""
        if name in self._variables:
            raise RuntimeError(f"VariableSet: the variable {name!r} is there already")
        number = value.Evaluate() if isinstance(value, Real) else value
        if not is_number(number):
            raise TypeError(f"VariableSet: {name!r} must be a number, got {value!r}")
        self._variables[name] = made = Real()
        made._node = Variable(name, float(number))

    def Set(self, name, value):
        """Set a variable; it is added if necessary."""
        if name in self._variables:
            self._variables[name].SetValue(value)
        else:
            self.Add(name, value)

    def Get(self, name):
        """A variable, as a Real."""
        if name not in self._variables:
            raise RuntimeError(f"VariableSet: there is no variable {name!r}")
        return self._variables[name]

    __getitem__ = Get
    __setitem__ = Set

    def Exists(self, name):
        """Whether there is a variable of this name."""
        return name in self._variables

    def GetNames(self):
        """Names of all variables."""
        return list(self._variables)

    def NumberOfItems(self):
        """Number of variables."""
        return len(self._variables)

    def Reset(self):
        """Remove all variables."""
        self._variables.clear()

    def __repr__(self):
        return repr({name: each.Evaluate() for name, each in self._variables.items()})
