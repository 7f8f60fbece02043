"""Enumerations that only scripts of the other interface use; their values are stored in files."""

from __future__ import annotations

from linkwork.core.enums import CrossSectionType as CrossSectionType
from linkwork.core.enums import JointType as JointType
from linkwork.core.enums import NamedInt


class ContactTypeIndex(NamedInt):
    """Kinds of partners in a GeneralContact."""

    IndexSpheresMarkerBased = 0
    IndexANCFCable2D = 1
    IndexTrigsRigidBodyBased = 2
    IndexEndOfEnumList = 3


class KeyCode(NamedInt):
    """Keys without a character."""

    SPACE = 32
    ENTER = 257
    TAB = 258
    BACKSPACE = 259
    RIGHT = 262
    LEFT = 263
    DOWN = 264
    UP = 265
    F1 = 291
    F2 = 292
    F3 = 293
    F4 = 294
    F5 = 295
    F6 = 296
    F7 = 297
    F8 = 298
    F9 = 299
    F10 = 300


class AccessFunctionType(NamedInt):
    """What markers ask bodies for."""

    _None = 0
    TranslationalVelocity_qt = 32
    AngularVelocity_qt = 64
    Coordinate_q = 128
    DisplacementLineIntegral_q = 512
    DisplacementSurfaceIntegral_q = 1024
    DisplacementVolumeIntegral_q = 2048
    DisplacementMassIntegral_q = 4096
    DisplacementSurfaceNormalIntegral_q = 8192


class NodeGroup(NamedInt):
    """Kinds of coordinates of nodes."""

    _None = 0
    ODE1variables = 1
    ODE2variables = 2
    AEvariables = 4
    DataVariables = 8


class ObjectType(NamedInt):
    """Kinds of objects, as bits."""

    _None = 0
    Ground = 2
    Constraint = 4
    Connector = 8
    Body = 16
    SingleNoded = 32
    MultiNoded = 64
    FiniteElement = 128
    SuperElement = 256
    EndOfEnumList = 1024
