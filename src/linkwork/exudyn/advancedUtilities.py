"""Checks of types, smooth steps and sweeps, small matrix helpers, dictionaries in HDF5 files."""

import copy
from enum import Enum
from math import cos, pi, sin

import numpy as np

import linkwork.exudyn as exudyn
from linkwork.core import enums as _enums
from linkwork.core.declare.indices import INDEX_TYPES as _INDEX_TYPES
from linkwork.exudyn._checks import (
    ExpectedType,
    IsEmptyList,
    IsInteger,
    IsIntVector,
    IsListOrArray,
    IsNone,
    IsNotNone,
    IsReal,
    IsSquareMatrix,
    IsValidBool,
    IsValidInt,
    IsValidMarkerIndex,
    IsValidNodeIndex,
    IsValidObjectIndex,
    IsValidPRealInt,
    IsValidRealInt,
    IsValidURealInt,
    IsVector,
    RaiseTypeError,
)
from linkwork.exudyn._dictionary_files import (
    ConvertDictToScipySparse,
    ConvertScipySparseToDict,
    LoadDictFromHDF5,
    SaveDictToHDF5,
)
from linkwork.exudyn._enums import JointType as _JointType
from linkwork.exudyn._user_function_table import userFunctionArgsDict

specialExudynTypes = (
    *_INDEX_TYPES.values(),
    *(_enums.OutputVariableType, _enums.ConfigurationType, _enums.ItemType, _enums.NodeType),
    *(_JointType, _enums.DynamicSolverType, _enums.LinearSolverType),
)
"""Index and enumeration types, whose values are stored by name."""


def PlotLineCode(index):
    """One of 28 codes of color and line for Matplotlib; 'k:' for larger numbers."""
    colors, lines = "rgbkcmy", ("-", ":", "--", "-.")
    line, color = divmod(index, len(colors))
    return colors[color] + lines[line] if 0 <= line < len(lines) else "k:"


def FillInSubMatrix(subMatrix, destinationMatrix, destRow, destColumn):
    """Copy a matrix into a larger array, in place, from a row and a column on."""
    part = np.asarray(subMatrix)
    rows, columns = part.shape
    destinationMatrix[destRow : destRow + rows, destColumn : destColumn + columns] = part


def RoundMatrix(matrix, treshold=1e-14):
    """Set entries of an array whose absolute value is below a threshold to zero, in place."""
    matrix[np.abs(matrix) < treshold] = 0


def SweepSin(t, t1, f0, f1):
    """Sine whose frequency grows linearly from f0 at time 0 to f1 at time t1 [Hz]."""
    return np.sin(2 * np.pi * (f0 + (f1 - f0) / t1 * 0.5 * t) * t)


def SweepCos(t, t1, f0, f1):
    """Cosine whose frequency grows linearly from f0 at time 0 to f1 at time t1 [Hz]."""
    return np.cos(2 * np.pi * (f0 + (f1 - f0) / t1 * 0.5 * t) * t)


def FrequencySweep(t, t1, f0, f1):
    """Frequency [Hz] of SweepSin and SweepCos at time t."""
    return f0 + (f1 - f0) * t / t1


def SmoothStep(x, x0, x1, value0, value1):
    """value0 up to x0, value1 from x1 on, half a period of a cosine between them."""
    if x <= x0:
        return value0
    if x >= x1:
        return value1
    return value0 + (value1 - value0) * 0.5 * (1 - cos(pi * (x - x0) / (x1 - x0)))


def SmoothStepDerivative(x, x0, x1, value0, value1):
    """Derivative of SmoothStep by x."""
    if x <= x0 or x >= x1:
        return 0
    return (value1 - value0) * 0.5 * pi / (x1 - x0) * sin(pi * (x - x0) / (x1 - x0))


def IndexFromValue(data, value, tolerance=1e-7, assumeConstantSampleRate=False, rangeWarning=True):
    """Index of the entry of data that is closest to a value.

    tolerance -- largest distance; ValueError if no entry is that close
    assumeConstantSampleRate -- compute the index (rounded down) from the first two entries; values
    outside the data give the first or last index, with a warning if rangeWarning
    """
    if not assumeConstantSampleRate:
        away = np.abs(np.asarray(data, float) - value)
        nearest = int(np.argmin(away))
        if away[nearest] > tolerance:
            raise ValueError(
                f"IndexFromValue: no entry is within {tolerance} of {value}; the closest one is "
                f"{data[nearest]}"
            )
        return nearest
    index = int((value - data[0]) / (data[1] - data[0]))
    inside = min(max(index, 0), len(data) - 1)
    if inside != index and rangeWarning:
        print(f"Warning: IndexFromValue: {value} is outside the data; index {inside} is used")
    return inside


def FindObjectIndex(i, globalVariables):
    """Print the names of variables that hold the number of object i; pass globals()."""
    _find_index(i, globalVariables, "object")


def FindNodeIndex(i, globalVariables):
    """Print the names of variables that hold the number of node i; pass globals()."""
    _find_index(i, globalVariables, "node")


def _find_index(i, variables, family):
    kind = _INDEX_TYPES[family]
    found = [name for name, v in variables.items() if isinstance(v, kind) and int(v) == int(i)]
    for name in found:
        print(f"variable {name!r} is {family} {int(i)}")
    if not found:
        print(f"no variable is {family} {int(i)}")


def CreateSymbolicUserFunction(
    mbs, function, userFunctionName, itemIndex=None, itemTypeName=None, verbose=0
):
    """A user function that is compiled; see `exudyn.symbolic`.

    userFunctionName -- parameter of the item, or of the system, that the function is meant for
    itemIndex, itemTypeName -- item or type of item; verbose -- 1: tell what was made
    """
    from linkwork.exudyn import symbolic

    return symbolic._create_user_function(
        mbs, function, userFunctionName, itemIndex, itemTypeName, verbose
    )


ConvertFunctionToSymbolic = CreateSymbolicUserFunction
