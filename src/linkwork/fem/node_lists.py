"""Lists of mesh nodes by their places."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError
from linkwork.fem import selection

POINT_TOLERANCE = 1.0e-5


class NodeLists:
    """What a finite-element model tells about its nodes."""

    positions: np.ndarray
    triangles: np.ndarray

    def GetNodeAtPoint(
        self, point: Any, tolerance: float = POINT_TOLERANCE, raiseException: bool = True
    ) -> int:
        """The node at a point.

        point [m]; tolerance [m]
        raiseException -- whether no node is an error; otherwise -1 is returned
        """
        return selection.at_point(self.positions, point, tolerance, raiseException)

    def GetNodesInPlane(
        self, point: Any, normal: Any, tolerance: float = POINT_TOLERANCE
    ) -> list[int]:
        """Nodes in a plane.

        point [m], normal -- of the plane; tolerance [m]
        """
        return selection.in_plane(self.positions, point, normal, tolerance)

    def GetNodesInCube(self, pMin: Any, pMax: Any) -> list[int]:
        """Nodes in a cuboid.

        pMin, pMax [m] -- corners with the least and largest coordinates
        """
        return selection.in_cube(self.positions, pMin, pMax)

    def GetNodesOnLine(self, p1: Any, p2: Any, tolerance: float = POINT_TOLERANCE) -> list[int]:
        """Nodes on a line.

        p1, p2 [m] -- its ends; tolerance [m]
        """
        return selection.on_line(self.positions, p1, p2, tolerance)

    def GetNodesOnCylinder(
        self, p1: Any, p2: Any, radius: float, tolerance: float = POINT_TOLERANCE
    ) -> list[int]:
        """Nodes on the lateral surface of a cylinder.

        p1, p2 [m] -- ends of its axis; radius, tolerance [m]
        """
        return selection.on_cylinder(self.positions, p1, p2, radius, tolerance)

    def GetNodesOnCircle(
        self, point: Any, normal: Any, r: float, tolerance: float = POINT_TOLERANCE
    ) -> list[int]:
        """Nodes on a circle.

        point [m], normal -- center and axis; r [m] -- radius; tolerance [m]
        """
        return selection.on_circle(self.positions, point, normal, r, tolerance)

    def GetNodePositionsMean(self, nodeNumberList: Any) -> np.ndarray:
        """Mean of the positions of nodes [m].

        nodeNumberList -- their numbers
        """
        found: np.ndarray = self.positions[list(nodeNumberList)].mean(axis=0)
        return found

    def GetNodeWeightsFromSurfaceAreas(
        self, nodeList: Any, normalizeWeights: bool = True
    ) -> np.ndarray:
        """Weights of nodes by the area of the surface that belongs to each.

        nodeList -- numbers of nodes that together form a part of the surface
        normalizeWeights -- whether the sum of the weights is 1; else they are areas [m^2]
        """
        weights = selection.surface_weights(self.positions, self.triangles, nodeList)
        if not weights.sum() > 0.0:
            raise ParameterError(
                "GetNodeWeightsFromSurfaceAreas: no triangle of the surface has all its corners "
                "among these nodes; use equal weights"
            )
        return weights / weights.sum() if normalizeWeights else weights
