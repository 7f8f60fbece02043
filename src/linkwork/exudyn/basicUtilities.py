"""Vectors as lists, constants and quadrature: functions that need no other module."""

import math

from linkwork.rigid import vectors as _vectors
from linkwork.rigid.quadrature import (
    GaussIntegrate,
    LobattoIntegrate,
    gaussIntegrationPoints,
    gaussIntegrationWeights,
    lobattoIntegrationPoints,
    lobattoIntegrationWeights,
)
from linkwork.rigid.vectors import NormL2, SmartRound2String, VMult, g, pi, sqrt2

eye2D = [[1.0, 0], [0, 1.0]]
eye3D = [[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]]


def ClearWorkspace():
    """Empty exu.sys (but for the state of the view) and exu.variables, and close all figures.

    Variables of the caller are kept.
    """
    import sys

    import linkwork.exudyn as exu

    stores = vars(exu)
    if "sys" in stores:
        kept = {k: v for k, v in stores["sys"].items() if k == "renderState"}
        stores["sys"].clear()
        stores["sys"].update(kept)
    if "variables" in stores:
        stores["variables"].clear()
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close("all")


def DiagonalMatrix(rowsColumns, value=1):
    """Square matrix, as a list of lists, with the same value on the whole diagonal."""
    return [[value if i == j else 0 for j in range(rowsColumns)] for i in range(rowsColumns)]


def VSum(vector):
    """Sum of the components of a vector; 0 for an empty one."""
    return sum(vector)


def VAdd(v0, v1):
    """v0 + v1, component by component, as a list."""
    _demand_equal_length("VAdd", v0, v1)
    return [a + b for a, b in zip(v0, v1, strict=True)]


def VSub(v0, v1):
    """v0 - v1, component by component, as a list."""
    _demand_equal_length("VSub", v0, v1)
    return [a - b for a, b in zip(v0, v1, strict=True)]


def ScalarMult(scalar, v):
    """A vector times a number, as a list."""
    return [scalar * x for x in v]


def Normalize(v):
    """The unit vector along v, as a list; zeros if v is zero."""
    return _vectors.Normalize(v).tolist()


def Vec2Tilde(v):
    """Skew-symmetric matrix of a vector of 3, as a list of lists; Skew returns an array."""
    return _vectors.Skew(v).tolist()


def Tilde2Vec(m):
    """Vector of a skew-symmetric matrix, as a list."""
    return _vectors.Skew2Vec(m).tolist()


def _demand_equal_length(function, v0, v1):
    if len(v0) != len(v1):
        raise ValueError(f"{function}: the vectors have {len(v0)} and {len(v1)} components")
