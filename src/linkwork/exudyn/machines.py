"""Machine elements: data of ball bearings, involutes and gears."""

from math import atan, atan2, cos, pi, radians, sin, sqrt, tan

import numpy as np

import linkwork.exudyn as exu
from linkwork.exudyn._involute_gear import InvoluteGear as InvoluteGear
from linkwork.exudyn._missing import missing_function as _missing_function
from linkwork.exudyn.rigidBodyUtilities import (
    ComputeOrthonormalBasisVectors as _ComputeOrthonormalBasisVectors,
)


def GetBallBearingData(
    axis,
    outsideDiameter,
    boreDiameter,
    width,
    nBalls,
    radiusBalls=None,
    ballsAngleOffset=0,
    radiusCage=None,
    innerGrooveRadius=None,
    outerGrooveRadius=None,
    innerRingShoulderRadius=None,
    outerRingShoulderRadius=None,
    widthCage=None,
    heightCage=None,
    innerEdgeChamfer=None,
    outerEdgeChamfer=None,
):
    """Dimensions of a ball bearing as a dictionary; what is None has usual proportions.

    axis -- of rotation; outsideDiameter, boreDiameter, width [m]; nBalls -- number of balls
    ballsAngleOffset -- angle of the first ball [rad]
    Further lengths [m]: see the keys of the result.
    """
    axis, n1, n2 = _ComputeOrthonormalBasisVectors(axis)

    def given(value, otherwise):
        return otherwise if value is None else value

    ball = given(radiusBalls, 0.58 * 0.5 * (outsideDiameter - boreDiameter))
    cage = given(radiusCage, 0.25 * (outsideDiameter + boreDiameter))
    inner_groove = given(innerGrooveRadius, 1.04 * ball)
    outer_groove = given(outerGrooveRadius, 1.04 * ball)
    inner_shoulder = given(innerRingShoulderRadius, cage - 0.3 * ball)
    outer_shoulder = given(outerRingShoulderRadius, cage + 0.3 * ball)
    angles = ballsAngleOffset + 2 * pi * np.arange(nBalls) / nBalls
    return {
        "axis": axis,
        "outsideDiameter": outsideDiameter,
        "boreDiameter": boreDiameter,
        "width": width,
        "nBalls": nBalls,
        "radiusBalls": ball,
        "radiusCage": cage,
        "innerGrooveRadius": inner_groove,
        "outerGrooveRadius": outer_groove,
        "innerRingShoulderRadius": inner_shoulder,
        "outerRingShoulderRadius": outer_shoulder,
        "widthCage": given(widthCage, 2.5 * ball),
        "heightCage": given(heightCage, 0.7 * (outer_shoulder - inner_shoulder)),
        "innerEdgeChamfer": given(innerEdgeChamfer, 0.125 * ball),
        "outerEdgeChamfer": given(outerEdgeChamfer, 0.125 * ball),
        "innerGrooveTorusRadius": cage - ball + inner_groove,
        "outerGrooveTorusRadius": cage + ball - outer_groove,
        "ballPositions": [cage * (cos(phi) * n1 + sin(phi) * n2) for phi in angles],
    }


def Involute(x):
    """Involute function tan x - x of an angle [rad]."""
    return tan(x) - x


def ApproxInvolute(x):
    """First terms of the series of the involute function."""
    return x**3 / 3 + 2 * x**5 / 15 + 17 * x**7 / 315


def InvInvolute(y, warn=True):
    """Angle [rad] in [0, pi/2) whose involute function is y; warn -- accepted.

    Newton's method from above converges, since the function is convex.
    """
    if y < 0:
        raise ValueError(f"InvInvolute: y must be >= 0, got {y}")
    x = min((3 * y) ** (1 / 3), atan(y + pi / 2)) if y else 0.0
    for _ in range(50):
        if x == 0.0:
            break
        step = (Involute(x) - y) / tan(x) ** 2
        x -= step
        if abs(step) <= 1e-15 * abs(x):
            break
    return x


CreateBallBearing = _missing_function(
    "exudyn.machines.CreateBallBearing",
    "it needs ObjectContactSphereTorus, which Linkwork does not have yet",
)
