"""Old names of colors and shapes, and functions for plane figures and meshes."""

from __future__ import annotations

import copy as copy
from math import cos as cos
from math import pi as pi
from math import sin as sin
from typing import Any

import numpy as np

import linkwork.exudyn as exudyn
from linkwork.exudyn import graphics as _graphics
from linkwork.exudyn._graphics_meshes import CirclePointsAndSegments as CirclePointsAndSegments
from linkwork.exudyn._graphics_meshes import Compute6NodeTrigsNormals as Compute6NodeTrigsNormals
from linkwork.exudyn._graphics_meshes import ComputeTriangleArea as ComputeTriangleArea
from linkwork.exudyn._graphics_meshes import ComputeTriangleNormal as ComputeTriangleNormal
from linkwork.exudyn._graphics_meshes import ComputeTriangularMesh as ComputeTriangularMesh
from linkwork.exudyn._graphics_meshes import RefineMesh as RefineMesh
from linkwork.exudyn._graphics_meshes import SegmentsFromPoints as SegmentsFromPoints
from linkwork.exudyn._graphics_meshes import ShrinkMeshNormalToSurface as ShrinkMeshNormalToSurface
from linkwork.exudyn._graphics_meshes import SwitchTripletOrder as SwitchTripletOrder

color4default = _graphics.color.default
color4black = _graphics.color.black
color4white = _graphics.color.white
color4grey = _graphics.color.grey
color4darkgrey = _graphics.color.darkgrey
color4darkgrey2 = _graphics.color.darkgrey2
color4lightgrey = _graphics.color.lightgrey
color4lightgrey2 = _graphics.color.lightgrey2
color4red = _graphics.color.red
color4green = _graphics.color.green
color4blue = _graphics.color.blue
color4cyan = _graphics.color.cyan
color4magenta = _graphics.color.magenta
color4yellow = _graphics.color.yellow
color4orange = _graphics.color.orange
color4pink = _graphics.color.pink
color4violet = _graphics.color.violet
color4brown = _graphics.color.brown
color4steelblue = _graphics.color.steelblue
color4dodgerblue = _graphics.color.dodgerblue
color4springgreen = _graphics.color.springgreen
color4lawngreen = _graphics.color.lawngreen
color4lightgreen = _graphics.color.lightgreen
color4lightred = _graphics.color.lightred
color4list = _graphics.colorList
color4listSize = len(color4list)

GraphicsDataArrow = _graphics.Arrow
GraphicsDataBasis = _graphics.Basis
GraphicsDataCheckerBoard = _graphics.CheckerBoard
GraphicsDataCircle = _graphics.Circle
GraphicsDataCube = _graphics.Cuboid
GraphicsDataCylinder = _graphics.Cylinder
GraphicsDataFrame = _graphics.Frame
GraphicsDataFromPointsAndTrigs = _graphics.FromPointsAndTrigs
GraphicsDataFromSTLfile = _graphics.FromSTLfile
GraphicsDataFromSTLfileTxt = _graphics.FromSTLfileASCII
GraphicsDataLine = _graphics.Lines
GraphicsDataOrthoCube = _graphics.BrickXYZ
GraphicsDataOrthoCubePoint = _graphics.Brick
GraphicsDataQuad = _graphics.Quad
GraphicsDataRigidLink = _graphics.RigidLink
GraphicsDataSolidExtrusion = _graphics.SolidExtrusion
GraphicsDataSolidOfRevolution = _graphics.SolidOfRevolution
GraphicsDataSphere = _graphics.Sphere
GraphicsDataText = _graphics.Text
GraphicsData2PointsAndTrigs = _graphics.ToPointsAndTrigs


def GraphicsDataRectangle(
    xMin: float, yMin: float, xMax: float, yMax: float, color: Any = color4black
) -> dict[str, Any]:
    """A rectangle in the plane z = 0, drawn as a line."""
    corners = [xMin, yMin, 0, xMax, yMin, 0, xMax, yMax, 0, xMin, yMax, 0, xMin, yMin, 0]
    return {"type": "Line", "color": color, "data": corners}


def GraphicsDataOrthoCubeLines(
    xMin: float,
    yMin: float,
    zMin: float,
    xMax: float,
    yMax: float,
    zMax: float,
    color: Any = color4black,
) -> dict[str, Any]:
    """The edges of a box, drawn as one line: around the front with its sides, then the back."""
    x, z = [xMin, xMax, xMax, xMin], [zMin, zMin, zMax, zMax]
    line = [[x[k], y, z[k]] for k in range(4) for y in (yMin, yMax, yMin)]
    line += [[x[0], yMin, z[0]]]
    line += [[x[k % 4], yMax, z[k % 4]] for k in range(5)]
    return {"type": "Line", "color": color, "data": np.array(line).ravel().tolist()}
