"""Outputs and initial values shared by nodes with a position and displacement coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.declare.item import Output
from linkwork.core.declare.item_list import Members
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.motion.point import Point
from linkwork.nodes.node import Node

POSITION, DISPLACEMENT = int(Variable.Position), int(Variable.Displacement)
VELOCITY, ACCELERATION = int(Variable.Velocity), int(Variable.Acceleration)
COORDINATES, COORDINATES_TOTAL = int(Variable.Coordinates), int(Variable.CoordinatesTotal)
COORDINATES_T, COORDINATES_TT = int(Variable.Coordinates_t), int(Variable.Coordinates_tt)
ROTATION_MATRIX = int(Variable.RotationMatrix)


def point_outputs() -> dict[Variable, Output]:
    """Outputs of points, which do not rotate."""
    return {
        Variable.Position: Output("p", "m", 3, "global position"),
        Variable.Displacement: Output("u", "m", 3, "displacement from the reference position"),
        Variable.Velocity: Output("v", "m/s", 3, "global velocity"),
        Variable.Acceleration: Output("a", "m/s^2", 3, "global acceleration"),
        Variable.RotationMatrix: Output("R", "1", 9, "rotation matrix row by row: unit matrix"),
        Variable.Rotation: Output("phi", "rad", 3, "rotation: zero"),
        Variable.AngularVelocity: Output("omega", "rad/s", 3, "angular velocity: zero"),
        Variable.AngularVelocityLocal: Output("omega_b", "rad/s", 3, "in body axes: zero"),
    }


def coordinate_outputs(count: int) -> dict[Variable, Output]:
    """Outputs of a node's coordinates."""
    return {
        Variable.CoordinatesTotal: Output("c", "m", count, "reference coordinates plus q"),
        Variable.Coordinates: Output("q", "m", count, "displacement coordinates"),
        Variable.Coordinates_t: Output("q_t", "m/s", count, "velocity coordinates"),
        Variable.Coordinates_tt: Output("q_tt", "m/s^2", count, "acceleration coordinates"),
    }


def coordinate_writer(count: int, dimension: int) -> Any:
    """Helper that writes outputs of coordinates, the first ones of which are displacements.

    count -- number of coordinates; dimension -- of those that are displacements
    """

    def write_coordinates(e, variable, q, v, a, value_out):
        for r in range(count):
            k = e.first + r
            if variable == COORDINATES_TOTAL or (variable == POSITION and r < dimension):
                value_out[r] = e.c_ref[r] + q[k]
            elif variable == COORDINATES or (variable == DISPLACEMENT and r < dimension):
                value_out[r] = q[k]
            elif variable == COORDINATES_T or (variable == VELOCITY and r < dimension):
                value_out[r] = v[k]
            elif variable == COORDINATES_TT or (variable == ACCELERATION and r < dimension):
                value_out[r] = a[k]

    return write_coordinates


def output_kernel(count: int) -> Any:
    """Output kernel of a point node with that many coordinates."""
    write_coordinates = coordinate_writer(count, count)

    def output(table, row, variable, q, v, a, value_out):
        e = table[row]
        if variable == ROTATION_MATRIX:
            value_out[0] = value_out[4] = value_out[8] = 1.0
        write_coordinates(e, variable, q, v, a, value_out)

    return output


class PointNode(Node):
    """Base of nodes whose coordinates are the displacements of a point."""

    referenceCoordinates: Any
    initialCoordinates: Any
    initialVelocities: Any

    def reference(self) -> np.ndarray:
        return self.referenceCoordinates

    def initial(self) -> tuple[np.ndarray, np.ndarray]:
        return self.initialCoordinates, self.initialVelocities

    @classmethod
    def values(cls, group: Members) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        if cls.reference is not PointNode.reference or cls.initial is not PointNode.initial:
            return super().values(group)
        names = "referenceCoordinates", "initialCoordinates", "initialVelocities"
        found = [group.column(name).ravel() for name in names]
        return found[0], found[1], found[2]

    @classmethod
    def points(cls, group: Members) -> np.ndarray | None:
        if cls.point is not PointNode.point or cls.base is not Node.base:
            return None
        offsets = np.zeros((len(group), 3))
        offsets[:, : cls.coordinates] = group.column("referenceCoordinates")
        return offsets

    def point(self, first: int) -> Point:
        offset = np.zeros(3)
        offset[: self.coordinates] = self.referenceCoordinates
        return Point(offset, first, self.coordinates)


class SlopeNode(PointNode):
    """Base of nodes whose coordinates are those of a point and of slopes."""

    def checked_states(self) -> dict[str, np.ndarray]:
        """Coordinates in which slopes must have a direction, and how errors call them."""
        reference = np.asarray(self.referenceCoordinates)
        total = reference + np.asarray(self.initialCoordinates)
        return {"referenceCoordinates": reference, "the initial state": total}

    def check_slope(self, owner: str, first: int) -> None:
        """Refuse a slope of length zero, which begins at a coordinate."""
        for name, c in self.checked_states().items():
            if not np.any(c[first:]):
                raise ParameterError(
                    f"{owner}: the slope in {name} must not be zero, got {list(map(float, c))}: it "
                    "has no direction; use the unit vector along the cable"
                )
