"""Coordinates and outputs of nodes with a position and a rotation in space.

The first three coordinates are displacements of the node, the others belong to its rotation. Total
values are reference plus coordinate, p = c_ref[0:3] + q[0:3], also for rotation parameters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.item import Output
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import i8
from linkwork.math.rotation_parameters import (
    ANGLES,
    bias,
    columns,
    matrix,
    of_coordinates,
    parameters_of,
    placed,
    spin,
)
from linkwork.math.tait_bryan import angles
from linkwork.math.vec3 import add, turned
from linkwork.motion.frame_scalar import ANGLE, FrameScalar
from linkwork.motion.kind import Motion
from linkwork.motion.point import Point
from linkwork.motion.space_frame import SpaceFrame
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
from linkwork.nodes.pose_node import (
    ANGULAR_ACCELERATION,
    ANGULAR_VELOCITY,
    ANGULAR_VELOCITY_LOCAL,
    ROTATION,
)

MEANINGLESS = 1.0e15
"""Angles from which on numbers have no digits for a part of a turn [rad]."""


def space_outputs(unit: str, count: int, folded: str) -> dict[Variable, Output]:
    """Outputs of a node; unit, count -- of its rotation parameters."""
    units, rates, seconds = (
        ", ".join(["m" + by] * 3 + [unit_by] * count)
        for by, unit_by in (
            ("", unit), ("/s", _rate(unit, "/s")), ("/s^2", _rate(unit, "/s^2")),
        )
    )  # fmt: skip
    size = 3 + count
    return {
        Variable.Position: Output("p", "m", 3, "global position"),
        Variable.Displacement: Output("u", "m", 3, "displacement from the reference position"),
        Variable.Velocity: Output("v", "m/s", 3, "global velocity"),
        Variable.Acceleration: Output("a", "m/s^2", 3, "global acceleration"),
        Variable.RotationMatrix: Output("A", "1", 9, "rotation matrix row by row"),
        Variable.Rotation: Output("psi", "rad", 3, f"Tait-Bryan angles about x, y, z; {folded}"),
        Variable.AngularVelocity: Output("omega", "rad/s", 3, "angular velocity"),
        Variable.AngularVelocityLocal: Output("omega_b", "rad/s", 3, "the same in body axes"),
        Variable.AngularAcceleration: Output("alpha", "rad/s^2", 3, "angular acceleration"),
        Variable.CoordinatesTotal: Output("c", units, size, "reference coordinates plus q"),
        Variable.Coordinates: Output("q", units, size, "displacement coordinates"),
        Variable.Coordinates_t: Output("q_t", rates, size, "velocity coordinates"),
        Variable.Coordinates_tt: Output("q_tt", seconds, size, "acceleration coordinates"),
    }


def _rate(unit: str, by: str) -> str:
    return f"1{by}" if unit == "1" else f"{unit}{by}"


class SpaceNode(Node):
    """Base of nodes that turn in space."""

    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (("first", i8), ("first_pose", i8))
    has_axes = True
    angle_axes = (0, 1, 2)
    parameters: ClassVar[int] = 0
    """Kind of its rotation parameters (`math/rotation_parameters.py`)."""

    referenceCoordinates: Any
    initialCoordinates: Any
    initialVelocities: Any

    def reference(self) -> np.ndarray:
        return np.asarray(self.referenceCoordinates)

    def initial(self) -> tuple[np.ndarray, np.ndarray]:
        return np.asarray(self.initialCoordinates), np.asarray(self.initialVelocities)

    def check_complete(self, owner: str) -> None:
        for name in ("referenceCoordinates", "initialCoordinates"):
            turn = np.asarray(getattr(self, name))[3:]
            if not np.abs(turn).max() < MEANINGLESS:
                raise ParameterError(
                    f"{owner}: the rotation in {name} must be below {MEANINGLESS:g} rad, got "
                    f"{turn.tolist()}: nothing is left of such angles but rounding; subtract "
                    "full turns"
                )

    def angle(self, first: int, axis: int) -> Motion:
        if self.parameters == ANGLES:
            return Point(np.array([self.reference()[3 + axis], 0.0, 0.0]), first + 3 + axis, 1)
        return FrameScalar((self.point(first),), ANGLE, axis)

    def point(self, first: int) -> SpaceFrame:
        reference = self.reference()
        return SpaceFrame(reference[:3].copy(), first, self.parameters, reference)


def output_kernel(kind_of: Callable[..., Any], count: Any) -> Callable[..., Any]:
    """Output kernel of nodes whose rows have these rotation parameters.

    kind_of -- function of a row that returns their kind; count -- of their coordinates
    """

    def output(table, row, variable, q, v, a, poses, value_out):
        e = table[row]
        kind = kind_of(e)
        for r in range(count):
            k = e.first + r
            if variable == COORDINATES_TOTAL:
                value_out[r] = e.c_ref[r] + q[k]
            elif variable == COORDINATES:
                value_out[r] = q[k]
            elif variable == COORDINATES_T:
                value_out[r] = v[k]
            elif variable == COORDINATES_TT:
                value_out[r] = a[k]
        for r in range(3):
            k = e.first + r
            if variable == POSITION:
                value_out[r] = e.c_ref[r] + q[k]
            elif variable == DISPLACEMENT:
                value_out[r] = q[k]
            elif variable == VELOCITY:
                value_out[r] = v[k]
            elif variable == ACCELERATION:
                value_out[r] = a[k]
        x = parameters_of(kind, e.first, e.c_ref, e.first_pose, q, poses)
        place = placed(kind, x)
        g, rate = columns(kind, place), of_coordinates(kind, e.first, v)
        A = matrix(kind, place)
        if variable == ROTATION_MATRIX:
            for r in range(3):
                for c in range(3):
                    value_out[3 * r + c] = A[r][c]
        elif variable == ROTATION:
            psi = (x[0], x[1], x[2]) if kind == ANGLES else angles(A)
            value_out[0], value_out[1], value_out[2] = psi
        elif variable == ANGULAR_VELOCITY:
            value_out[0], value_out[1], value_out[2] = turned(A, spin(g, rate))
        elif variable == ANGULAR_VELOCITY_LOCAL:
            value_out[0], value_out[1], value_out[2] = spin(g, rate)
        elif variable == ANGULAR_ACCELERATION:
            second = of_coordinates(kind, e.first, a)
            alpha = add(spin(g, second), bias(kind, place, rate))
            value_out[0], value_out[1], value_out[2] = turned(A, alpha)

    return output
