"""Robots from dictionaries of links with Denavit-Hartenberg parameters."""

import numpy as np

import linkwork.exudyn as exudyn
from linkwork.exudyn import robotics as rob
from linkwork.exudyn.rigidBodyUtilities import (
    HT0,
    HT2rotationMatrix,
    HT2translation,
    HTrotateX,
    HTrotateY,
    HTtranslate,
    InverseHT,
    RigidBodyInertia,
    Skew,
)
from linkwork.exudyn.robotics._robot_data import robot_of as _robot_of


def LinkDict2Robot(robotLinkDict, robotClass=None):
    """A Robot of a dictionary with standard parameters.

    robotLinkDict -- 'links': list of dictionaries with 'stdDH' [theta, d, a, alpha], 'mass', 'COM'
    and 'inertia' in the frame behind the link; 'base' and 'tool': {'HT': frame}; 'gravity';
    'referenceConfiguration'; 'Pcontrol', 'Dcontrol'
    robotClass -- Robot to be filled; default: a new one
    """
    if robotLinkDict.get("dhMode", "stdDH") != "stdDH":
        raise ValueError("LinkDict2Robot: dhMode must be 'stdDH'; see LinkDictModDHKK2Robot")
    return _filled(robotLinkDict, robotClass, lambda link: (HT0(), rob.StdDH2HT(link["stdDH"])))


def LinkDictModDHKK2Robot(robotLinkDict, robotClass=None):
    """The same for 'modDHKK' [alpha, d, theta, r]: masses are in the frame of the joint."""
    if "dhMode" in robotLinkDict and robotLinkDict["dhMode"] != "modDHKK":
        raise ValueError("LinkDictModDHKK2Robot: dhMode must be 'modDHKK'; see LinkDict2Robot")

    def frames(link):
        before, behind = rob.ModDHKK2HT(link["modDHKK"])
        return before @ behind, HT0()

    return _filled(robotLinkDict, robotClass, frames)


def _filled(data, robot, frames):
    robot = rob.Robot() if robot is None else robot
    robot.gravity = np.array(data.get("gravity", [0, 0, -9.81]), float)
    robot.referenceConfiguration = np.array(data["referenceConfiguration"], float)
    robot.base = rob.RobotBase(HT=data["base"]["HT"])
    robot.tool = rob.RobotTool(HT=data["tool"]["HT"])
    for i, link in enumerate(data["links"]):
        before, local = frames(link)
        control = (None, None)
        if "Pcontrol" in data and "Dcontrol" in data:
            control = (data["Pcontrol"][i], data["Dcontrol"][i])
        robot.AddLink(
            rob.RobotLink(
                mass=link["mass"],
                COM=link["COM"],
                inertia=link["inertia"],
                localHT=local,
                preHT=before,
                PDcontrol=control,
            )
        )
    return robot


def Manipulator4Rsimple():
    """Dictionary of an arm with two equal links on a turning base; a fourth control value is there
    for a platform that such arms carry."""
    tool = HTrotateX(0.5 * np.pi) @ HTrotateY(0.5 * np.pi)
    return _robot_of(
        "4R",
        [70000] * 3,
        [50] * 3,
        [[-np.pi, np.pi]] * 3,
        [1000, 1000, 100, 100],
        [10] * 4,
        tool,
    )


def Manipulator3RSimple():
    """Dictionary of an arm with three revolute joints and links of 0.5 m."""
    return _robot_of(
        "3R",
        [70000, 60000, 20000],
        [50, 90, 50],
        [[-np.pi, np.pi]] * 3,
        [1000, 1000, 100],
        [10] * 3,
        HTtranslate([0, 0, 0.5]),
    )


def ManipulatorPANDA():
    """Dictionary of the robot Panda (Franka Emika), with seven joints; Gaz et al. 2019."""
    limits = [2.8973, 1.7628, 2.8973, None, 2.8973, None, 2.8973]
    ranges = [[-limit, limit] if limit else [] for limit in limits]
    ranges[3], ranges[5] = [-3.0718, -0.0698], [-0.0175, 3.7525]
    return _robot_of(
        "panda",
        [1] * 7,
        [87] * 4 + [12] * 3,
        ranges,
        [40000, 40000, 40000, 100, 100, 100, 10],
        [400, 400, 100, 1, 1, 1, 0.1],
        HTtranslate([0, 0, 0.11]),
        "modDHKK",
    )


def ManipulatorUR5():
    """Dictionary of the robot UR5 (Universal Robots), with six joints; Kebria et al. 2016."""
    return _robot_of(
        "ur5",
        [1000] * 6,
        [150] * 3 + [28] * 3,
        [[-2 * np.pi, 2 * np.pi]] * 6,
        [40000, 40000, 40000, 100, 100, 10],
        [400, 400, 100, 1, 1, 0.1],
    )


def ManipulatorPuma560():
    """Dictionary of the robot Puma 560 (Unimation), with six joints; Corke 2011."""
    return _robot_of(
        "puma560",
        [68000, 66500, 11650, 2150, 1130, 1680],
        [56, 97, 52, 10, 10, 10],
        [
            [-np.pi, np.pi],
            [-2.9671, 2.8798],
            [-2.79253, 2.61799],
            [-np.pi, np.pi],
            [-0.17453, 1.74533],
            [-np.pi, np.pi],
        ],
        [40000, 40000, 40000, 100, 100, 10],
        [400, 400, 100, 1, 1, 0.1],
    )
