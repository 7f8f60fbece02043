"""User-defined items: everything that a file with a connector, load or body needs.

    from linkwork.extend import *

A file declares a class with `parameter`, writes kernels as plain functions, and ends with
`define(Kind, residual, jacobian, ...)`. `check(Kind, ...)` compares the Jacobian with differences.
docs/howto-extend.md goes through an example.
"""

from linkwork.bodies.body import Body
from linkwork.bodies.point_mass import PointMass, inertia_kernels
from linkwork.bodies.point_mass import kernels as point_mass_kernels
from linkwork.connectors.connector import (
    CoordinateConnector,
    CoordinateEquation,
    DrawnConnector,
    FrameConnector,
    FrameConstraint,
    ManyConnector,
    ManyConstraint,
    PairConnector,
    PairConstraint,
)
from linkwork.core.blocks import COORDINATE, MANY, PLANE, POSITION, SPACE, Blocks
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import Drawn, DrawnBody, Output, Visualization, parameter
from linkwork.core.declare.parameters import (
    Array,
    Axis,
    Flag,
    Index,
    IndexList,
    IndexPair,
    PInt,
    PReal,
    Real,
    Rotation,
    Text,
    UInt,
    UReal,
    Vector,
)
from linkwork.core.enums import OutputVariableType
from linkwork.core.kernels.pointer import Pointer
from linkwork.core.records import f8, i4, i8
from linkwork.core.status import (
    NEW_LAYOUT,
    USER_FUNCTION,
    ZERO_DISTANCE,
    ZERO_LENGTH,
    fail,
    failure,
)
from linkwork.extend.checks import check, check_balance, check_jacobian, check_kernels
from linkwork.extend.forms import from_json, to_json
from linkwork.extend.registry import define
from linkwork.loads.load import LOAD_FUNCTION, Load
from linkwork.math.exact import two_product, two_sum
from linkwork.math.vec3 import add_scaled, dot, sub, unit
from linkwork.motion.point import Point
from linkwork.nodes.node_1d import Node1D
from linkwork.nodes.point import NodePoint
from linkwork.nodes.point_2d import NodePoint2D
from linkwork.nodes.point_node import point_outputs

__all__ = [
    "Array",
    "Axis",
    "Blocks",
    "Body",
    "COORDINATE",
    "CoordinateConnector",
    "CoordinateEquation",
    "Drawn",
    "DrawnBody",
    "DrawnConnector",
    "Flag",
    "FrameConnector",
    "FrameConstraint",
    "Index",
    "IndexList",
    "IndexPair",
    "LOAD_FUNCTION",
    "Load",
    "MANY",
    "ManyConnector",
    "ManyConstraint",
    "Node1D",
    "NodePoint",
    "NodePoint2D",
    "Output",
    "OutputVariableType",
    "PInt",
    "PLANE",
    "POSITION",
    "PReal",
    "PairConnector",
    "PairConstraint",
    "Point",
    "PointMass",
    "Pointer",
    "Real",
    "Rotation",
    "SPACE",
    "Text",
    "UInt",
    "UReal",
    "NEW_LAYOUT",
    "USER_FUNCTION",
    "UserFunction",
    "Vector",
    "Visualization",
    "ZERO_DISTANCE",
    "ZERO_LENGTH",
    "add_scaled",
    "check",
    "check_balance",
    "check_jacobian",
    "check_kernels",
    "define",
    "dot",
    "f8",
    "fail",
    "failure",
    "from_json",
    "i4",
    "i8",
    "inertia_kernels",
    "parameter",
    "point_mass_kernels",
    "point_outputs",
    "sub",
    "to_json",
    "two_product",
    "two_sum",
    "unit",
]
