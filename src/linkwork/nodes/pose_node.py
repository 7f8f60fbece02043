"""Coordinates, outputs and initial values of nodes with a pose (x, y, angle) in the plane."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.item import Output, parameter
from linkwork.core.declare.parameters import Array
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import f8, i8
from linkwork.math.tolerances import UPRIGHT
from linkwork.motion.planar_frame import PlanarFrame
from linkwork.motion.point import Point
from linkwork.nodes.node import Node
from linkwork.nodes.point_node import (
    ACCELERATION,
    COORDINATES,
    COORDINATES_T,
    COORDINATES_TOTAL,
    COORDINATES_TT,
    DISPLACEMENT,
    POSITION,
    ROTATION_MATRIX,
    VELOCITY,
)

ROTATION = int(Variable.Rotation)
ANGULAR_VELOCITY = int(Variable.AngularVelocity)
ANGULAR_VELOCITY_LOCAL = int(Variable.AngularVelocityLocal)
ANGULAR_ACCELERATION = int(Variable.AngularAcceleration)


def angle_about_z(rotation: np.ndarray) -> float | None:
    """Angle of a rotation matrix [rad]; None if its axis is not z."""
    if abs(rotation[2, 2] - 1.0) > UPRIGHT:
        return None
    return math.atan2(rotation[1, 0], rotation[0, 0])


def rotation_outputs() -> dict[Variable, Output]:
    """Outputs of the angle of a frame that rotates in the plane."""
    return {
        Variable.RotationMatrix: Output("R", "1", 9, "rotation matrix row by row"),
        Variable.Rotation: Output("phi", "rad", 3, "angles about x, y and z; not wrapped"),
        Variable.AngularVelocity: Output("omega", "rad/s", 3, "angular velocity"),
        Variable.AngularVelocityLocal: Output("omega_b", "rad/s", 3, "the same in body axes"),
        Variable.AngularAcceleration: Output("alpha", "rad/s^2", 3, "angular acceleration"),
    }


def pose_outputs() -> dict[Variable, Output]:
    """Outputs of a node with a pose."""
    return {
        Variable.Position: Output("p", "m", 3, "global position"),
        Variable.Displacement: Output("u", "m", 3, "displacement from the reference position"),
        Variable.Velocity: Output("v", "m/s", 3, "global velocity"),
        Variable.Acceleration: Output("a", "m/s^2", 3, "global acceleration"),
        **rotation_outputs(),
        Variable.CoordinatesTotal: Output("c", "m, m, rad", 3, "reference coordinates plus q"),
        Variable.Coordinates: Output("q", "m, m, rad", 3, "displacement coordinates"),
        Variable.Coordinates_t: Output("q_t", "m/s, m/s, rad/s", 3, "velocity coordinates"),
        Variable.Coordinates_tt: Output("q_tt", "m/s^2, m/s^2, rad/s^2", 3, "accelerations"),
    }


class PoseNode(Node):
    """Base of nodes with a pose in the plane."""

    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (
        ("first", i8),
        ("pose", f8, 3),
        ("index", i8, 3),
    )
    coordinates = 3
    has_axes = True
    angle_axes = (2,)
    axes = ("x", "y", "phi")

    referenceCoordinates: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="c_ref", unit="m, m, rad", structural=True,
        doc="reference coordinates: position and angle at zero displacement",
    )  # fmt: skip
    initialCoordinates: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="q_ini", unit="m, m, rad", structural=True,
        doc="initial displacements; held coordinates keep them for the whole run",
    )  # fmt: skip
    initialVelocities: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="v_ini", unit="m/s, m/s, rad/s", structural=True,
        doc="initial velocities; 0 for held coordinates",
    )  # fmt: skip

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        for rows, number in zip(table.rows, table.numbers, strict=True):
            frame = model.places.node_frame(number)
            rows.pose, rows.index = frame.pose, frame.coordinates

    def held(self) -> np.ndarray:
        """Which of x, y and angle are not coordinates of the system."""
        return np.zeros(3, bool)

    def size_of(self, part: str) -> int:
        return int((~self.held()).sum()) if part == "ode2" else 0

    def place_of(self, coordinate: int) -> int:
        held = self.held()
        return -1 if held[coordinate] else int((~held[:coordinate]).sum())

    def held_value(self, coordinate: int) -> float:
        return float(self.initialCoordinates[coordinate])

    def reference(self) -> np.ndarray:
        return np.asarray(self.referenceCoordinates)[~self.held()]

    def initial(self) -> tuple[np.ndarray, np.ndarray]:
        free = ~self.held()
        return np.asarray(self.initialCoordinates)[free], np.asarray(self.initialVelocities)[free]

    def angle(self, first: int, axis: int) -> Point:
        place, reference = self.place_of(2), float(self.referenceCoordinates[2])
        if place < 0:
            return Point(np.array([reference + self.held_value(2), 0.0, 0.0]), -1, 0)
        return Point(np.array([reference, 0.0, 0.0]), first + place, 1)

    def point(self, first: int) -> PlanarFrame:
        held = self.held()
        pose = np.asarray(self.referenceCoordinates) + np.where(held, self.initialCoordinates, 0.0)
        places = [self.place_of(k) for k in range(3)]
        x, y, phi = (first + place if place >= 0 else -1 for place in places)
        offset = np.array([pose[0], pose[1], 0.0])
        home = np.asarray(self.referenceCoordinates)
        return PlanarFrame(offset, pose, (x, y, phi), home=home)


def output(table, row, variable, q, v, a, value_out):
    e = table[row]
    for r in range(3):
        k = e.index[r]
        total, displacement = e.pose[r], e.pose[r] - e.c_ref[r]
        velocity = acceleration = 0.0
        if k >= 0:
            displacement, velocity, acceleration = q[k], v[k], a[k]
            total += displacement
        if variable == COORDINATES_TOTAL:
            value_out[r] = total
        elif variable == COORDINATES:
            value_out[r] = displacement
        elif variable == COORDINATES_T:
            value_out[r] = velocity
        elif variable == COORDINATES_TT:
            value_out[r] = acceleration
        elif r == 2:
            _turn(variable, total, velocity, acceleration, value_out)
        elif variable == POSITION:
            value_out[r] = total
        elif variable == DISPLACEMENT:
            value_out[r] = displacement
        elif variable == VELOCITY:
            value_out[r] = velocity
        elif variable == ACCELERATION:
            value_out[r] = acceleration


def _turn(variable, angle, velocity, acceleration, value_out):
    """Outputs of an angle."""
    if variable == ROTATION:
        value_out[2] = angle
    elif variable == ANGULAR_VELOCITY or variable == ANGULAR_VELOCITY_LOCAL:
        value_out[2] = velocity
    elif variable == ANGULAR_ACCELERATION:
        value_out[2] = acceleration
    elif variable == ROTATION_MATRIX:
        value_out[0] = value_out[4] = math.cos(angle)
        value_out[3] = math.sin(angle)
        value_out[1], value_out[8] = -value_out[3], 1.0
