"""Shapes for `graphicsData` in the forms of the other interface.

Solids are lists of triangles with its tessellation. Spheres, bricks, cylinders and links also know
their exact form, which is drawn as long as nobody changes their triangles.
"""

from __future__ import annotations

import copy as copy
from math import asin as asin
from math import cos as cos
from math import pi as pi
from math import radians as radians
from math import sin as sin
from math import tan as tan
from typing import Any

import numpy as np

from linkwork.exudyn._graphics_bricks import Brick as Brick
from linkwork.exudyn._graphics_bricks import BrickXYZ as BrickXYZ
from linkwork.exudyn._graphics_bricks import Cuboid as Cuboid
from linkwork.exudyn._graphics_colors import color as color
from linkwork.exudyn._graphics_colors import colorList as colorList
from linkwork.exudyn._graphics_colors import material as material
from linkwork.exudyn._graphics_operations import (
    AddEdgesAndSmoothenNormals as AddEdgesAndSmoothenNormals,
)
from linkwork.exudyn._graphics_operations import BoundingBox as BoundingBox
from linkwork.exudyn._graphics_operations import BoundingBoxSingle as BoundingBoxSingle
from linkwork.exudyn._graphics_operations import FromPointsAndTrigs as FromPointsAndTrigs
from linkwork.exudyn._graphics_operations import InconsistentTriangles as InconsistentTriangles
from linkwork.exudyn._graphics_operations import InvertTriangles as InvertTriangles
from linkwork.exudyn._graphics_operations import MergeTriangleLists as MergeTriangleLists
from linkwork.exudyn._graphics_operations import Move as Move
from linkwork.exudyn._graphics_operations import ToPointsAndTrigs as ToPointsAndTrigs
from linkwork.exudyn._graphics_operations import Transform as Transform
from linkwork.exudyn._graphics_parts import Arrow as Arrow
from linkwork.exudyn._graphics_parts import Basis as Basis
from linkwork.exudyn._graphics_parts import CheckerBoard as CheckerBoard
from linkwork.exudyn._graphics_parts import Circle as Circle
from linkwork.exudyn._graphics_parts import Frame as Frame
from linkwork.exudyn._graphics_parts import Lines as Lines
from linkwork.exudyn._graphics_parts import Quad as Quad
from linkwork.exudyn._graphics_parts import RigidLink as RigidLink
from linkwork.exudyn._graphics_parts import Text as Text
from linkwork.exudyn._graphics_solids import Cylinder as Cylinder
from linkwork.exudyn._graphics_solids import SolidOfRevolution as SolidOfRevolution
from linkwork.exudyn._graphics_solids import Sphere as Sphere
from linkwork.exudyn._graphics_stl import ExportSTL as ExportSTL
from linkwork.exudyn._graphics_stl import FromSTLfile as FromSTLfile
from linkwork.exudyn._graphics_stl import FromSTLfileASCII as FromSTLfileASCII
from linkwork.exudyn._graphics_swept import BallBearingRings as BallBearingRings
from linkwork.exudyn._graphics_swept import InvoluteGear as InvoluteGear
from linkwork.exudyn._graphics_swept import LinkedCylinders as LinkedCylinders
from linkwork.exudyn._graphics_swept import SolidExtrusion as SolidExtrusion
from linkwork.exudyn._graphics_swept import ToothedRack as ToothedRack
from linkwork.exudyn._graphics_swept import Torus as Torus
from linkwork.exudyn._graphics_swept import Tube as Tube
from linkwork.exudyn._missing import missing_function as _missing_function
from linkwork.rigid.frames import HomogeneousTransformation as HomogeneousTransformation
from linkwork.rigid.frames import HT2rotationMatrix as HT2rotationMatrix
from linkwork.rigid.frames import HT2translation as HT2translation
from linkwork.rigid.rotations import RotationMatrix2D as RotationMatrix2D
from linkwork.rigid.rotations import RotationMatrixZ as RotationMatrixZ
from linkwork.rigid.rotations import RotationVector2RotationMatrix as RotationVector2RotationMatrix
from linkwork.rigid.vectors import ComputeOrthonormalBasisVectors as ComputeOrthonormalBasisVectors
from linkwork.rigid.vectors import GramSchmidt as GramSchmidt

graphicsDataNormalsFactor = 1.0
graphicsDataSwitchTriangleOrder = False


def IsEmptyList(x: Any) -> bool:
    """Whether a list or an array has no entries."""
    return isinstance(x, (list, np.ndarray)) and len(x) == 0


NGsolveMesh2PointsAndTrigs = _missing_function(
    "exudyn.graphics.NGsolveMesh2PointsAndTrigs",
    "Linkwork does not read meshes of NGsolve; export the surface as STL and use FromSTLfile, or "
    "pass points and triangles to FromPointsAndTrigs",
)
FromPyMeshlabFile = _missing_function(
    "exudyn.graphics.FromPyMeshlabFile",
    "Linkwork does not use PyMeshLab; convert the file to STL and use FromSTLfile",
)
