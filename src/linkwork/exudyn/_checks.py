"""Checks of arguments by type, as `advancedUtilities` offers them to scripts."""

from enum import Enum

import numpy as np

from linkwork.core.declare.indices import ItemIndex, MarkerIndex, NodeIndex, ObjectIndex


class ExpectedType(Enum):
    """Kinds of arguments; sums of bits, as Positive + Real = PReal."""

    _None = 0
    Positive = 1
    Unsigned = 2
    Bool = 4
    Int = 8
    PInt = 9
    UInt = 10
    Real = 16
    PReal = 17
    UReal = 18
    Vector = 32
    IntVector = 40
    Matrix = 64
    RigidBodyInertia = 128
    NodeIndex = 256
    ObjectIndex = 512
    MarkerIndex = 1024
    LoadIndex = 2048
    SensorIndex = 4096
    String = 8192


_CONTAINERS = {
    ExpectedType.Vector: " (list or array)",
    ExpectedType.IntVector: " (list or array)",
    ExpectedType.Matrix: " (list of lists or array)",
}


def RaiseTypeError(
    where="", argumentName="", received=None, expectedType=None, dim=None, cols=None
):
    """Raise a ValueError for an argument of a wrong type.

    where -- function; dim, cols -- expected size, or numbers of rows and columns
    """
    wanted = "another type" if expectedType is None else expectedType.name
    size = "" if dim is None else f" of size {dim if cols is None else f'{dim} x {cols}'}"
    raise ValueError(
        f"{where}: argument {argumentName} must be {wanted}{_CONTAINERS.get(expectedType, '')}"
        f"{size}, got {received!r}, a {type(received).__name__}"
    )


def IsNone(x):
    """Whether x is None; arrays are not compared by their values."""
    return x is None


def IsNotNone(x):
    """Whether x is anything but None."""
    return x is not None


def IsListOrArray(data, checkIfNoneEmpty=False):
    """Whether data is a list or an array; checkIfNoneEmpty -- and not empty."""
    return isinstance(data, list | np.ndarray) and not (checkIfNoneEmpty and len(data) == 0)


def IsEmptyList(x):
    """Whether x is a list or an array without entries."""
    return isinstance(x, list | np.ndarray) and len(x) == 0


def IsInteger(x):
    """Whether x is an integer; numbers of items are not."""
    return isinstance(x, int | np.integer) and not isinstance(x, ItemIndex)


def IsReal(x):
    """Whether x is a floating-point number; integers are not."""
    return isinstance(x, float | np.floating)


def IsValidRealInt(x):
    """Whether x is a real number or an integer."""
    return IsReal(x) or IsInteger(x)


def IsValidPRealInt(x):
    """Whether x is a number > 0."""
    return IsValidRealInt(x) and bool(x > 0)


def IsValidURealInt(x):
    """Whether x is a number >= 0."""
    return IsValidRealInt(x) and bool(x >= 0)


def IsValidInt(x):
    """Whether x is an integer; numbers of items are not."""
    return IsInteger(x)


def IsValidBool(x):
    """Whether x is True, False or an integer."""
    return IsInteger(x)


def IsVector(v, expectedSize=None):
    """Whether v is a list or an array of numbers; expectedSize -- and of this size."""
    return _all(IsValidRealInt, v, expectedSize)


def IsIntVector(v, expectedSize=None):
    """Whether v is a list or an array of integers; expectedSize -- and of this size."""
    return _all(IsInteger, v, expectedSize)


def _all(check, v, size):
    return IsListOrArray(v) and size in (None, len(v)) and all(check(x) for x in v)


def IsSquareMatrix(m, expectedSize=None):
    """Whether m is a square matrix of numbers; expectedSize -- and of this size.

    An empty list counts as a matrix of size 0.
    """
    if not IsListOrArray(m) or expectedSize not in (None, len(m)):
        return False
    return all(IsVector(row, len(m)) for row in m)


def IsValidNodeIndex(x):
    """Whether x can be the number of a node."""
    return IsInteger(x) or isinstance(x, NodeIndex)


def IsValidObjectIndex(x):
    """Whether x can be the number of an object."""
    return IsInteger(x) or isinstance(x, ObjectIndex)


def IsValidMarkerIndex(x):
    """Whether x can be the number of a marker."""
    return IsInteger(x) or isinstance(x, MarkerIndex)
