"""Calls of the functions of linkwork.utilities, with arguments by their names, and the results."""

from __future__ import annotations

import enum
import inspect
from functools import cache
from typing import Any

import numpy as np

from linkwork import utilities

ARGUMENTS = {
    **dict.fromkeys(("angle", "angleRad", "translation"), "0.5"),
    **dict.fromkeys(("rot", "alpha", "alpha0", "rotation"), "[0.1, 0.2, 0.3]"),
    **dict.fromkeys(("rotationVector", "Omega", "rot_t", "angularVelocity"), "[0.1, 0.2, 0.3]"),
    **dict.fromkeys(("rotationMatrix", "A", "R"), "RotationMatrixZ(0.5)"),
    **dict.fromkeys(("r", "v", "v0", "vector", "vector0", "translation3D"), "[1, 2, 2]"),
    **dict.fromkeys(("v1", "vector1"), "[0, 1, 0]"),
    **dict.fromkeys(("T", "H"), "HTtranslate([1, 2, 2])"),
    "eulerParameters": "RotXYZ2EulerParameters([0.1, 0.2, 0.3])",
    **dict.fromkeys(("q", "p"), "[0.8, 0.6, 0, 0]"),
    "T66": "RotationX2T66(0.5)",
    "x": "0.5",
    "y": "0.5",
    "z": "0.5",
    "G": "R3xSO3Matrix([1, 2, 2], RotationMatrixZ(0.5))",
    "flip": "False",
    "q0": "[1, 2, 2, 0, 0, 0.3]",
    "incrementalMotionVector": "[0.1, 0, 0, 0, 0, 0.2]",
    "inertiaTensor": "np.diag([1, 2, 2])",
    "inertia6D": "[1, 2, 2, 0, 0, 0]",
    "skew": "Skew([1, 2, 2])",
    "m": "Vec2Tilde([1, 2, 2])",
    "scalar": "2",
    "rowsColumns": "3",
    "functionOfX": "np.cos",
    "integrationOrder": "5",
    "a": "0",
    "b": "1",
    "sNodeType": '"RotationEulerParameters"',
    "density": "7800",
    "sideLengths": "[1, 0.1, 0.1]",
    "length": "0.5",
    "mass": "2",
    "innerRadius": "0.1",
    "outerRadius": "0.2",
    "axis": "2",
    "radius": "0.1",
    "position": "[1, 0, 0]",
}
"""Parameter -> what is given for it, where the function does not say otherwise."""
SPECIAL = {
    **dict.fromkeys(
        ("ExpR3xSO3", "TExpR3xSO3", "TExpR3xSO3Inv", "ExpSE3", "TExpSE3", "TExpSE3Inv"),
        {"x": "[1, 2, 2, 0.1, 0.2, 0.3]"},
    ),
    "R3xSO3Matrix": {"x": "[1, 2, 2]"},
    **dict.fromkeys(
        ("CompositionRuleDirectProductR3AndS3", "CompositionRuleSemiDirectProductR3AndS3"),
        {"q0": "[1, 2, 2, 1, 0, 0, 0]"},
    ),
    "CompositionRuleForRotationVectors": {"v0": "[0.3, 0, 0]"},
    "RotationVector2GLocal": {"eulerParameters": "[0.1, 0.2, 0.3]"},
}
WHOLE = {
    "InertiaSphere": "InertiaSphere(mass=2, radius=0.1)",
    "InertiaHollowSphere": "InertiaHollowSphere(mass=2, radius=0.1)",
    "InertiaCylinder": "InertiaCylinder(density=7800, length=0.5, outerRadius=0.1, axis=2)",
    "InertiaMassPoint": "InertiaMassPoint(mass=2)",
    "InertiaRodX": "InertiaRodX(mass=2, length=0.5)",
    "RigidBodyInertia": "RigidBodyInertia(mass=2, inertiaTensor=np.diag([0.1, 0.2, 0.2]))",
}
"""Calls that also give what may be left out."""
WIDTH = 96
"""Longer lines have their result below."""
SHOWN = 7
"""So many numbers of a result are written out."""


@cache
def call_of(name: str) -> str:
    """A call of a utility with its result; empty if an argument is not known."""
    value = getattr(utilities, name)
    if not callable(value) or inspect.isclass(value) and value.__module__[:8] != "linkwork":
        return ""
    if name in WHOLE:
        return WHOLE[name]
    told = ARGUMENTS | SPECIAL.get(name, {})
    needed = [p.name for p in inspect.signature(value).parameters.values() if p.default is p.empty]
    if not all(each in told for each in needed):
        return ""
    call = f"{name}({', '.join(told[each] for each in needed)})"
    result = _shown(eval(call, {"np": np, **vars(utilities)}))
    if not result:
        return call
    one = f"{call}   # {result}"
    return one if len(one) <= WIDTH else f"{call}\n# {result}"


def _shown(result: Any) -> str:
    if isinstance(result, (list, tuple)):
        parts = [_shown(part) for part in result]
        return ", ".join(parts) if all(parts) else ""
    if isinstance(result, (str, enum.Enum)):
        return str(result)
    if not isinstance(result, (float, int, np.ndarray)):
        return ""
    array = np.asarray(result)
    if array.ndim > 1:
        return " x ".join(map(str, array.shape))
    if array.size > SHOWN:
        return f"{array.size} numbers"
    return np.array2string(array + 0.0, precision=4, suppress_small=True)
