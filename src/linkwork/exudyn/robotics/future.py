"""Inverse kinematics of single kinds of robots in closed form."""

import numpy as np

from linkwork.exudyn import robotics as rob
from linkwork.exudyn._missing import missing_function as _missing_function
from linkwork.exudyn.basicUtilities import ScalarMult
from linkwork.exudyn.rigidBodyUtilities import (
    HT2rotationMatrix,
    HT2translation,
    HTtranslate,
    RotationMatrix2RotZYZ,
    Skew,
)
from linkwork.exudyn.robotics import _closed_inverse


def ComputeIK3R(robotDic, HT):
    """Joint angles of an arm with three joints, such as Manipulator3RSimple, for a position.

    robotDic -- dictionary of the robot with parameters stdDH
    HT -- frame of the last link; only its origin counts

    Returns a list of up to four arrays [q1, q2, q3]: left with elbow down and up, right with elbow
    up and down; what cannot be reached is not in it.
    """
    return _closed_inverse.arm_of_three(robotDic, HT)


def ComputeIKPuma560(robotDic, HT):
    """Joint angles of an arm with spherical wrist, such as ManipulatorPuma560, for a frame.

    robotDic -- dictionary of the robot with parameters stdDH; HT -- frame of the last link

    Returns a list of up to eight arrays: left with elbow down and up, right with elbow up and down,
    each with the wrist not flipped and flipped; what cannot be reached is not in it.
    """
    return _closed_inverse.arm_with_spherical_wrist(robotDic, HT)


def ComputeIKUR(robotDic, HTdes):
    """Joint angles of an arm whose axes 2, 3 and 4 are parallel, such as ManipulatorUR5.

    robotDic -- dictionary of the robot with parameters stdDH; HTdes -- frame of the last link

    Returns a list of up to eight arrays: for both directions of the arm, both elbows, each with the
    wrist not flipped and flipped; what cannot be reached is not in it.
    """
    return _closed_inverse.arm_with_parallel_axes(robotDic, HTdes)


MakeCorkeRobot = _missing_function(
    "exudyn.robotics.future.MakeCorkeRobot",
    "robots of the Robotics Toolbox are not supported; LinkDict2Robot builds one of Linkwork from "
    "the same dictionary",
)
