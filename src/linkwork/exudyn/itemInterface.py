"""All items and their V classes; those that Linkwork does not have yet refuse to be made."""

import copy

import numpy as np

from linkwork.exudyn._missing import missing_class
from linkwork.items import *

WHY = "Linkwork has no such item yet; the page 'Your Exudyn scripts' lists what there is"

_REASONS = {
    "ObjectFFRF": "it keeps all coordinates of a mesh; reduce the body to modes (FEMinterface."
    "ComputeHurtyCraigBamptonModes or ComputeEigenmodes) and use ObjectFFRFreducedOrder",
}
"""Class that Linkwork does not have on purpose -> what to use instead."""

_MISSING = {
    "NodePointSlope12": "",
    "ObjectANCFThinPlate": "",
    "ObjectFFRF": "",
    "ObjectContactConvexRoll": "",
    "ObjectContactCurveCircles": "CamFollowerContactPlanar",
    "ObjectContactSphereSphere": "",
    "ObjectContactSphereTorus": "",
    "ObjectContactSphereTriangle": "",
}
"""Class -> short name, if it has one. Classes that have appeared in linkwork.items are not listed
any more: a test compares both."""


def _make_missing():
    """Classes that refuse to be made, and V classes, whose drawing data no item takes."""
    space = globals()
    for name, short in _MISSING.items():
        if name in space:
            continue
        drawn = type(f"V{name}", (), {"__init__": lambda self, **values: vars(self).update(values)})
        made = missing_class(name, _REASONS.get(name, WHY), V=drawn)
        for known in (name, short):
            if known:
                space[known], space[f"V{known}"] = made, drawn


_make_missing()


userFunctionArgsDict: dict = {}
"""Signatures of user functions are part of the items here; nothing refers to this table."""


def CheckForValidUInt(value, parameterName, objectName):
    """The value, which must not be negative."""
    return _at_least(value, 0, f"{objectName}: {parameterName}")


CheckForValidUReal = CheckForValidUInt


def CheckForValidPInt(value, parameterName, objectName):
    """The value, which must be positive."""
    if value <= 0:
        raise ValueError(f"{objectName}: {parameterName} must be > 0, got {value}")
    return value


CheckForValidPReal = CheckForValidPInt


def _at_least(value, limit, what):
    if value < limit:
        raise ValueError(f"{what} must be >= {limit}, got {value}")
    return value


def CheckForValidNumpyArray(value):
    """The value as an array."""
    return np.array(value)


def CopyDictLevel1(originalDict):
    """A copy of a dictionary with copies of its values."""
    return {key: copy.copy(value) for key, value in originalDict.items()}


def IIDiagMatrix(rowsColumns, value):
    """A diagonal matrix as list of lists."""
    return [[value if i == j else 0 for j in range(rowsColumns)] for i in range(rowsColumns)]


def IsValidNumber(x):
    """Whether x is a number."""
    return isinstance(x, (int, float, np.integer, np.floating)) and not isinstance(x, bool)
