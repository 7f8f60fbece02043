"""Platforms on four mecanum wheels: their kinematics, and outlines of the rollers.

Wheels are numbered front left, front right, rear left, rear right, seen along x with y to the left.
wheeltype 0: the rollers on the ground form an O, 1: an X.
"""

import numpy as np

import linkwork.exudyn as exudyn
from linkwork.exudyn._missing import missing_function as _missing_function
from linkwork.exudyn.advancedUtilities import *
from linkwork.exudyn.basicUtilities import *
from linkwork.exudyn.rigidBodyUtilities import *
from linkwork.exudyn.robotics import (
    buildFromDictionaryWarned,
    deepcopy,
    dictJointType2Axis,
    dictJointType2coordinate6D,
    dictJointType2HT,
    dictJointTypeText2Exudyn,
)

exu = exudyn

_LATERAL = np.array([-1.0, 1.0, 1.0, -1.0])
_TURNING = np.array([-1.0, 1.0, -1.0, 1.0])


def _wheels_from_platform(R, x, y, wheeltype):
    """Angular velocities of wheels at (+-x, +-y) per velocity [vx, vy, omega] of the platform."""
    if wheeltype not in (0, 1):
        raise ValueError(f"wheeltype must be 0 or 1, got {wheeltype!r}")
    if wheeltype == 0:
        columns = [np.ones(4), _LATERAL, (x + y) * _TURNING]
    else:
        columns = [np.ones(4), -_LATERAL, (x - y) * _TURNING]
    return np.column_stack(columns) / R


class MobileKinematics:
    """Velocities of a platform and of its mecanum wheels.

    R -- radius of the wheels; lx, ly -- distances of the wheels from the center along x and y [m]
    flagAdjusted, lcx, lcy -- only a center in the middle of the wheels is available
    wheeltype -- 0: rollers form an O, 1: an X, which hardly turns

    Jacobian, JacobianPInv -- wheels from platform, and its pseudo-inverse
    """

    def __init__(self, R, lx, ly, flagAdjusted=False, lcx=0, lcy=0, wheeltype=0):
        if flagAdjusted:
            raise ValueError("MobileKinematics: only flagAdjusted=False is available")
        self.Jacobian = _wheels_from_platform(R, lx, ly, wheeltype)
        self.JacobianPInv = np.linalg.pinv(self.Jacobian)

    def GetWheelVelocities(self, vDes):
        """Angular velocities of the wheels [rad/s] for [vx, vy, omega] of the platform."""
        return self.Jacobian @ np.asarray(vDes, float)

    def GetCartesianVelocities(self, w):
        """[vx, vy, omega] of the platform for angular velocities of the wheels [rad/s]."""
        return self.JacobianPInv @ np.asarray(w, float)


def MecanumXYphi2WheelVelocities(xVel, yVel, angVel, R, Lx, Ly, wheeltype):
    """Angular velocities of the wheels for a velocity of the platform.

    R -- radius; Lx, Ly -- distances between wheels along x and y [m]
    """
    J = _wheels_from_platform(R, 0.5 * Lx, 0.5 * Ly, wheeltype)
    return J @ np.array([xVel, yVel, angVel], float)


def MecanumWheelVelocity2XYphi(w, R, Lx, Ly, wheeltype):
    """[vx, vy, omega] of the platform for angular velocities of the wheels."""
    J = _wheels_from_platform(R, 0.5 * Lx, 0.5 * Ly, wheeltype)
    return np.linalg.pinv(J) @ np.asarray(w, float)


def GeneratrixRoll(u, param):
    """Point (x, y) of the outline of a roller; turned about x, it is the surface.

    u -- angle at the wheel, less than pi/2 [rad]
    param -- 'r' radius of the wheel, 'delta' angle between the axes of roller and wheel, 'dRoll'
    distance of these axes

    The roller touches the cylinder of the wheel where its normal meets the axis of the roller.
    """
    r, delta, d = param["r"], param["delta"], param["dRoll"]
    x = d * np.tan(u) * np.cos(delta) ** 2 / np.sin(delta) + r * np.sin(u) * np.sin(delta)
    y = (r - d / np.cos(u)) * np.sqrt(1.0 - (np.sin(u) * np.sin(delta)) ** 2)
    return x, y


def Generatrix2Polynomial(param, GeneratrixFunction, tol=1e-14, nFit=101, nTest=1001):
    """Fit a polynomial y(x) to an outline over a length, and put it into param.

    param -- 'lRoll': length, and what the function needs
    GeneratrixFunction -- function (u, param) that returns (x, y)
    tol -- largest error [m]; nFit, nTest -- numbers of points to fit and to test

    Orders are even and at most 20. Adds 'aPoly', coefficients from the highest order on, 'aPoly0',
    those of order 2, 'xBoundary', ends of the roller, and 'dyBoundary', slopes outward there.
    """
    from scipy.optimize import brentq

    half = 0.5 * param["lRoll"]

    def outline(count):
        places = np.linspace(-half, half, count)
        angles = [
            brentq(lambda u, x=x: GeneratrixFunction(u, param)[0] - x, -1.57, 1.57, xtol=1e-16)
            for x in places
        ]
        return places, np.array([GeneratrixFunction(u, param)[1] for u in angles])

    (x, y), (x_test, y_test) = outline(nFit), outline(nTest)
    for order in range(2, 22, 2):
        # The fit in x / half is well conditioned.
        scaled = np.polyfit(x / half, y, order)
        coefficients = scaled / half ** np.arange(order, -1, -1)
        if order == 2:
            param["aPoly0"] = coefficients
        if np.abs(np.polyval(coefficients, x_test) - y_test).max() <= tol:
            break
    param["aPoly"] = coefficients
    param["xBoundary"] = [-half, half]
    param["dyBoundary"] = [-FunDiffPoly(-half, coefficients), -FunDiffPoly(half, coefficients)]


def FunDiffPoly(x, a):
    """Derivative of a polynomial with coefficients a, from the highest order on."""
    return np.polyval(np.polyder(a), x)


def FunDDiffPoly(x, a):
    """Second derivative of a polynomial with coefficients a, from the highest order on."""
    return np.polyval(np.polyder(a, 2), x)


MobileRobot2MBS = _missing_function(
    "exudyn.robotics.mobile.MobileRobot2MBS",
    "Linkwork does not build mobile robots by itself; use mbs.CreateRigidBody, "
    "mbs.CreateRevoluteJoint and mbs.CreateRollingDiscPenalty with dryFrictionAngle",
)
