"""Rotations, homogeneous transformations, inertia, and older functions for rigid bodies."""

import copy
from math import cos, sin

import numpy as np

import linkwork.exudyn as exu
from linkwork import utilities as _utilities
from linkwork.core.enums import NodeType as _NodeType
from linkwork.exudyn._enums import JointType as _JointType
from linkwork.exudyn.advancedUtilities import (
    ExpectedType,
    IsSquareMatrix,
    IsValidBool,
    IsValidObjectIndex,
    IsValidRealInt,
    IsVector,
    RaiseTypeError,
)
from linkwork.exudyn.basicUtilities import NormL2
from linkwork.rigid import inertia as _inertia
from linkwork.rigid.frames import *
from linkwork.rigid.inertia import Inertia6D2InertiaTensor, RigidBodyInertia
from linkwork.rigid.node_types import *
from linkwork.rigid.pluecker import *
from linkwork.rigid.rotations import *
from linkwork.rigid.solids import *
from linkwork.rigid.tree_links import TreeLink as TreeLink
from linkwork.rigid.vectors import (
    ComputeOrthonormalBasis,
    ComputeOrthonormalBasisVectors,
    ComputeSkewMatrix,
    GramSchmidt,
    Skew,
    Skew2Vec,
)
from linkwork.rigid.velocities import *


def InertiaTensor2Inertia6D(inertiaTensor):
    """List [Jxx, Jyy, Jzz, Jyz, Jxz, Jxy] of an inertia tensor."""
    return list(_inertia.InertiaTensor2Inertia6D(inertiaTensor))


def GetRigidBodyNode(
    nodeType,
    position=[0, 0, 0],
    velocity=[0, 0, 0],
    rotationMatrix=[],
    rotationParameters=[],
    angularVelocity=[0, 0, 0],
):
    """The node of a rigid body in space, for mbs.AddNode."""
    return _utilities.GetRigidBodyNode(
        nodeType, position, velocity, rotationMatrix, rotationParameters, angularVelocity
    )


def AddRigidBody(
    mainSys,
    inertia,
    nodeType=_NodeType.RotationEulerParameters,
    position=[0, 0, 0],
    velocity=[0, 0, 0],
    rotationMatrix=[],
    rotationParameters=[],
    angularVelocity=[0, 0, 0],
    gravity=[0, 0, 0],
    graphicsDataList=[],
):
    """Add a rigid body in space; returns [node, body]. mbs.CreateRigidBody is newer."""
    rotation = rotationMatrix, rotationParameters, angularVelocity
    return _utilities.AddRigidBody(
        mainSys, inertia, nodeType, position, velocity, *rotation, gravity, graphicsDataList
    )


AddRevoluteJoint = _utilities.AddRevoluteJoint
AddPrismaticJoint = _utilities.AddPrismaticJoint
