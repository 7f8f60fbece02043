"""Robots as chains or trees of links: frames, static torques, Jacobians.

Frame of joint i: base.HT, and for every link on the way preHT, joint(q), localHT; the frame of a
joint is that before the last localHT, the frame of a link that behind it.
"""

import time
from copy import copy, deepcopy

import numpy as np

import linkwork.exudyn as exudyn
from linkwork.core.enums import NodeType as _NodeType
from linkwork.exudyn import advancedUtilities as eau
from linkwork.exudyn import basicUtilities as ebu
from linkwork.exudyn import rigidBodyUtilities as erb
from linkwork.exudyn._enums import JointType as _JointType
from linkwork.exudyn.robotics._numerical_inverse import (
    InverseKinematicsNumerical as InverseKinematicsNumerical,
)

_AXES = {letter: np.eye(3, dtype=int)[k] for k, letter in enumerate("xyz")}

dictJointType2Axis = {f"{kind}{letter}": _AXES[letter] for kind in "RP" for letter in "xyz"}
dictJointType2coordinate6D = {"Px": 0, "Py": 1, "Pz": 2, "Rx": 3, "Ry": 4, "Rz": 5}
dictJointTypeText2Exudyn = {
    f"{kind[0]}{letter.lower()}": _JointType[f"{kind}{letter}"]
    for kind in ("Revolute", "Prismatic")
    for letter in "XYZ"
}
dictJointType2HT = {
    "Rx": erb.HTrotateX,
    "Ry": erb.HTrotateY,
    "Rz": erb.HTrotateZ,
    "Px": erb.HTtranslateX,
    "Py": erb.HTtranslateY,
    "Pz": erb.HTtranslateZ,
}

buildFromDictionaryWarned = False


def StdDH2HT(DHparameters):
    """Frame of standard Denavit-Hartenberg parameters [theta, d, a, alpha]."""
    theta, d, a, alpha = DHparameters
    turned = erb.HTrotateZ(theta) @ erb.HTtranslate([a, 0, d])
    return turned @ erb.HTrotateX(alpha)


def ModDHKK2HT(DHparameters):
    """Frames before and behind the joint of modified parameters [alpha, d, theta, r].

    Khalil and Kleinfinger: Rot_x(alpha) Trans_x(d) before, Rot_z(theta) Trans_z(r) behind.
    """
    alpha, d, theta, r = DHparameters
    before = erb.HTrotateX(alpha) @ erb.HTtranslateX(d)
    return [before, erb.HTrotateZ(theta) @ erb.HTtranslateZ(r)]


def projectAngleToPMPi(q0):
    """Angle, or array of angles, moved into (-pi, pi] by whole turns."""
    angles = np.asarray(q0, float)
    moved = np.pi - (np.pi - angles) % (2 * np.pi)
    return moved if moved.ndim else float(moved)


class _Visual:
    def __repr__(self):
        return "\n".join(f"  {name} = {value}" for name, value in vars(self).items())


class VRobotLink(_Visual):
    """How a link is drawn; sizes in m."""

    def __init__(
        self,
        jointRadius=0.06,
        jointWidth=0.12,
        linkWidth=0.1,
        showMBSjoint=True,
        showCOM=True,
        linkColor=[0.4, 0.4, 0.4, 1],
        graphicsData=[],
    ):
        self.jointRadius = jointRadius
        self.jointWidth = jointWidth
        self.linkWidth = linkWidth
        self.showMBSjoint = showMBSjoint
        self.showCOM = showCOM
        self.linkColor = list(linkColor)
        self.graphicsData = list(graphicsData)


class VRobotTool(_Visual):
    """How a tool is drawn."""

    def __init__(self, graphicsData=[]):
        self.graphicsData = list(graphicsData)


class VRobotBase(_Visual):
    """How a base is drawn."""

    def __init__(self, graphicsData=[]):
        self.graphicsData = list(graphicsData)


class RobotLink:
    """A link and the joint before it.

    mass [kg], COM [m], inertia [kg m^2] -- inertia about the center of mass; both in the frame of
    the link
    localHT -- frame of the link in that of the joint
    jointType -- 'Rx', 'Ry', 'Rz', 'Px', 'Py' or 'Pz'
    parent -- number of the parent link; -2: the link before; -1: base
    preHT -- frame of the joint in that of the parent link
    PDcontrol -- (P, D) of the joint
    """

    def __init__(
        self,
        mass,
        COM,
        inertia,
        localHT=erb.HT0(),
        jointType="Rz",
        parent=-2,
        preHT=erb.HT0(),
        PDcontrol=(None, None),
        visualization=VRobotLink(),
    ):
        if jointType not in dictJointType2HT:
            raise ValueError(
                f"RobotLink: jointType must be one of {', '.join(dictJointType2HT)}, got "
                f"{jointType!r}"
            )
        self.mass = mass
        self.COM = np.array(COM, float)
        self.inertia = np.array(inertia, float)
        self.localHT = np.array(localHT, float)
        self.preHT = np.array(preHT, float)
        self.jointType = jointType
        self.parent = parent
        self.visualization = visualization
        self.PDcontrol = tuple(PDcontrol)

    def SetPDcontrol(self, Pvalue, Dvalue):
        """Set the control of the joint."""
        self.PDcontrol = (Pvalue, Dvalue)

    def HasPDcontrol(self):
        """Whether the joint has a control."""
        return self.PDcontrol[0] is not None and self.PDcontrol[1] is not None

    def GetPDcontrol(self):
        """(P, D) of the joint."""
        if not self.HasPDcontrol():
            raise ValueError("RobotLink: the link has no PDcontrol; use SetPDcontrol")
        return self.PDcontrol

    def __repr__(self):
        return "\n".join(f"  {name} = {value}" for name, value in vars(self).items())


class RobotTool:
    """A tool; HT -- its frame in that of the last link."""

    def __init__(self, HT=erb.HT0(), visualization=VRobotTool()):
        self.HT = np.array(HT, float)
        self.visualization = visualization

    def __repr__(self):
        return f"  HT = {self.HT}"


class RobotBase:
    """The base; HT -- its global frame."""

    def __init__(self, HT=erb.HT0(), visualization=VRobotBase()):
        self.HT = np.array(HT, float)
        self.visualization = visualization

    def __repr__(self):
        return f"  HT = {self.HT}"


class Robot:
    """A robot: links are added with AddLink, parents before children.

    gravity [m/s^2], referenceConfiguration -- coordinates of the joints in the reference
    configuration
    """

    def __init__(
        self,
        gravity=[0, 0, -9.81],
        base=RobotBase(),
        tool=RobotTool(),
        referenceConfiguration=[],
    ):
        self.gravity = np.array(gravity, float)
        self.base = deepcopy(base)
        self.tool = deepcopy(tool)
        self.referenceConfiguration = np.array(referenceConfiguration, float)
        self.links = []
        self.isSerialRobot = True

    def AddLink(self, robotLink):
        """Add a link; returns its number."""
        link, number = deepcopy(robotLink), len(self.links)
        if link.parent == -2:
            link.parent = number - 1
        elif not -1 <= link.parent < number:
            raise ValueError(
                f"Robot.AddLink: parent of link {number} must be smaller than its number, or -1 "
                f"for the base, got {link.parent}"
            )
        self.isSerialRobot = self.isSerialRobot and link.parent == number - 1
        self.links.append(link)
        return number

    def IsSerialRobot(self):
        """Whether every link is the parent of the next one."""
        return self.isSerialRobot

    def GetLink(self, i):
        """A link."""
        return self.links[i]

    def HasParent(self, i):
        """Whether the parent of link i is a link."""
        return self.links[i].parent != -1

    def GetParentIndex(self, i):
        """Number of the parent of link i; -1: base."""
        return self.links[i].parent

    def NumberOfLinks(self):
        """Number of links."""
        return len(self.links)

    def GetBaseHT(self):
        """Global frame of the base."""
        return self.base.HT

    def GetToolHT(self):
        """Frame of the tool in that of the last link."""
        return self.tool.HT

    def JointHT(self, q):
        """Global frames of all joints, behind their motion, for joint coordinates q."""
        frames = []
        for i, link in enumerate(self.links):
            start = self.base.HT
            if link.parent >= 0:
                start = frames[link.parent] @ self.links[link.parent].localHT
            frames.append(start @ link.preHT @ dictJointType2HT[link.jointType](q[i]))
        return frames

    def LinkHT(self, q):
        """Global frames of all links for joint coordinates q."""
        return [H @ link.localHT for H, link in zip(self.JointHT(q), self.links, strict=True)]

    def COMHT(self, HT):
        """Global frames at the centers of mass; HT -- of JointHT."""
        return [
            H @ link.localHT @ erb.HTtranslate(link.COM)
            for H, link in zip(HT, self.links, strict=True)
        ]

    def StaticTorques(self, HT):
        """Torques (forces) of gravity at the joints; HT -- of JointHT."""
        torques = np.zeros(len(self.links))
        for i, frame in enumerate(self.COMHT(HT)):
            J = self.Jacobian(HT, frame[:3, 3], "trans", i)
            torques += J.T @ (self.links[i].mass * self.gravity)
        return torques

    def Jacobian(self, HT, toolPosition=[], mode="all", linkIndex=None):
        """Jacobian of a point and of the rotation of a link, in global axes.

        HT -- of JointHT
        toolPosition -- global position of the point; default: origin of the link
        mode -- 'all' (translation, then rotation), 'trans' or 'rot'
        linkIndex -- the link; default: the last one
        """
        if mode not in ("all", "trans", "rot"):
            raise ValueError(f"Robot.Jacobian: mode must be 'all', 'trans' or 'rot', got {mode!r}")
        last = len(self.links) - 1 if linkIndex is None else linkIndex
        if len(toolPosition):
            point = np.array(toolPosition, float)
        else:
            point = (HT[last] @ self.links[last].localHT)[:3, 3]
        J = np.zeros((6, len(self.links)))
        i = last
        while i >= 0:
            kind = self.links[i].jointType
            axis = HT[i][:3, :3] @ dictJointType2Axis[kind]
            if kind[0] == "R":
                J[:3, i], J[3:, i] = np.cross(axis, point - HT[i][:3, 3]), axis
            else:
                J[:3, i] = axis
            i = self.links[i].parent
        return {"all": J, "trans": J[:3], "rot": J[3:]}[mode]

    def CreateKinematicTree(self, mbs, name="", forceUserFunction=0):
        """Build the robot as an ObjectKinematicTree, in the coordinates of its joints.

        mbs -- the system; name -- of the tree; forceUserFunction -- additional forces of joints

        Returns a dictionary: nodeGeneric, objectKinematicTree, baseObject -- a ground that draws
        the base, or -1. Controls of links (PDcontrol) have desired positions and velocities zero.
        Frames of the tree's links are those of the joints; the base's rotation is put before its
        first joints.
        """
        from linkwork.exudyn.robotics._tree import build

        return build(self, mbs, name, forceUserFunction)

    def CreateRedundantCoordinateMBS(
        self,
        mbs,
        baseMarker,
        jointSpringDamperUserFunctionList=[],
        jointLoadUserFunctionList=[],
        createJointTorqueLoads=True,
        rotationMarkerBase=None,
        rigidBodyNodeType=_NodeType.RotationEulerParameters,
    ):
        """Build the robot of rigid bodies, one per link, and generic joints.

        mbs -- the system; baseMarker -- MarkerBodyRigid at the frame of the base
        jointSpringDamperUserFunctionList -- not used; set springTorqueUserFunction of the
        spring-dampers, which joints with PDcontrol have
        jointLoadUserFunctionList -- user functions of the torques at the joints, whose argument
        loadVector is the unit torque of their side; 0: this torque itself
        createJointTorqueLoads -- create zero torques at the joints, to be set by a user function
        rotationMarkerBase -- rotation of the base in the axes of baseMarker
        rigidBodyNodeType -- kind of the nodes

        Returns a dictionary with lists of numbers per link: nodeList, bodyList, jointList,
        markerList0, markerList1, springDamperList (None without control); per revolute joint:
        jointTorque0List, jointTorque1List, and unit vectors of these torques in the axes of their
        bodies, unitTorque0List, unitTorque1List; baseObject -- a ground that draws the base, or -1.
        """
        from linkwork.exudyn.robotics._redundant import build

        return build(
            self,
            mbs,
            baseMarker,
            jointSpringDamperUserFunctionList,
            jointLoadUserFunctionList,
            createJointTorqueLoads,
            rotationMarkerBase,
            rigidBodyNodeType,
        )

    def GetKinematicTree66(self):
        """The robot as a KinematicTree66, without tool; links must have localHT = HT0()."""
        from linkwork.exudyn.kinematicTree import KinematicTree66, MassCOMinertia2T66

        for i, link in enumerate(self.links):
            if not np.array_equal(link.localHT, np.eye(4)):
                raise ValueError(f"GetKinematicTree66: localHT of link {i} must be HT0()")
        turned = self.base.HT[:3, :3].T @ self.gravity
        return KinematicTree66(
            [link.jointType for link in self.links],
            [erb.HT2T66Inverse(link.preHT) for link in self.links],
            [MassCOMinertia2T66(link.mass, link.COM, link.inertia) for link in self.links],
            [link.parent for link in self.links],
            gravity=turned,
        )

    def GetLinkGraphicsData(self, i, p0, p1, axis0, axis1, linkVisualization):
        """Shapes of a link between two joints, in its frame."""
        if linkVisualization.graphicsData:
            return linkVisualization.graphicsData
        from linkwork.exudyn import graphics

        size = linkVisualization.jointRadius
        return [
            graphics.RigidLink(
                p0=p0,
                p1=p1,
                axis0=axis0,
                axis1=axis1,
                radius=[size] * 2,
                thickness=linkVisualization.linkWidth,
                width=[linkVisualization.jointWidth] * 2,
                color=linkVisualization.linkColor,
            )
        ]

    def BuildFromDictionary(self, robotDict):
        """Build the robot from a dictionary of a model; LinkDict2Robot returns a new one."""
        from linkwork.exudyn.robotics.models import LinkDict2Robot

        LinkDict2Robot(robotDict, self)
