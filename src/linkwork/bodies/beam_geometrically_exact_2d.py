"""Beam2D: a beam with shear in the x-y plane, geometrically exact, between two or three nodes.

Positions (x, y) and the angle theta of the cross sections are interpolated between the nodes by
Lagrange polynomials S_k, along -L/2 <= x <= L/2. With three nodes the second one is in the middle.

    Gamma_1 = cos(theta) x' + sin(theta) y' - 1,  Gamma_2 = -sin(theta) x' + cos(theta) y'
    kappa = theta' - kappa_0
    N = EA Gamma_1 + d_eps Gamma_1_t,  Q = GA Gamma_2 + d_gamma Gamma_2_t
    M = EI kappa + d_K kappa_t

If include is True, theta is the angle of the nodes, so that their reference angles must lie along
the beam. If it is False, theta is the angle of the line between the outer nodes in the reference
positions plus the change of the angles of the nodes, whose reference angles have no effect.

The forces on the coordinates q are - int (N dGamma_1/dq + Q dGamma_2/dq + M dkappa/dq) dx, with one
Gauss point for two nodes and two for three. The mass matrix int S_k S_l dx is exact, with rhoA
for positions and rhoJ for angles. The point at local position (b_x, b_y) is r(b_x) + b_y e_2, with
e_2 normal to e_1 = (cos(theta), sin(theta)); b_x must be in [-L/2, L/2], and b_z has no effect.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.bodies.beam_law_2d import (
    inertia,
    jacobian,
    kinetic,
    output,
    potential,
    residual,
)
from linkwork.bodies.point_mass import KINETIC_OUTPUT
from linkwork.bodies.slender_body import UniformBody
from linkwork.core.declare.item import Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Color, Flag, IndexList, PReal, Real, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import f8, i4, i8
from linkwork.math.beam_shape import MOST_NODES, THREE_MEAN, TWO_MEAN, shapes
from linkwork.motion.interpolated_frame import InterpolatedFrame
from linkwork.motion.kind import Motion
from linkwork.motion.point import weighted_sum
from linkwork.nodes.rigid_body_2d import NodeRigidBody2D

__all__ = [
    "Beam2D",
    "ObjectBeamGeometricallyExact2D",
    "VBeam2D",
    "VObjectBeamGeometricallyExact2D",
]

SIZE = 3 * MOST_NODES


class VObjectBeamGeometricallyExact2D(Visualization):
    """Drawing of a Beam2D: a line along its axis; drawHeight is the thickness."""

    drawHeight: float = parameter(
        0.0, Real, unit="m", doc="thickness of the drawn beam; 0: chosen by the size of the scene"
    )
    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")


class ObjectBeamGeometricallyExact2D(UniformBody):
    """A beam with shear in the x-y plane."""

    type_name = "BeamGeometricallyExact2D"
    short_name = "Beam2D"
    V = VObjectBeamGeometricallyExact2D
    node_kinds = (NodeRigidBody2D,)
    has_axes = True
    counts_from_middle = True
    extra_columns = (
        ("index", i8, SIZE), ("home", f8, SIZE), ("line", f8), ("count", i8), ("part", i8),
    )  # fmt: skip
    own = {
        "slots": (i4, (SIZE, SIZE)),
        "loads": (f8, ()),  # sum of squares of the forces of each beam
    }
    outputs = {
        Variable.Position: Output("p", "m", 3, "global position"),
        Variable.Displacement: Output("u", "m", 3, "displacement from the reference position"),
        Variable.Velocity: Output("v", "m/s", 3, "global velocity"),
        Variable.VelocityLocal: Output("v_b", "m/s", 3, "velocity in the axes e_1, e_2, z"),
        Variable.Acceleration: Output("a", "m/s^2", 3, "global acceleration"),
        Variable.RotationMatrix: Output("R", "1", 9, "rotation matrix of e_1, e_2, z row by row"),
        Variable.Rotation: Output("theta", "rad", 3, "angles about x, y and z; not wrapped"),
        Variable.AngularVelocity: Output("omega", "rad/s", 3, "angular velocity of the section"),
        Variable.AngularAcceleration: Output("alpha", "rad/s^2", 3, "its angular acceleration"),
        Variable.StrainLocal: Output(
            "Gamma",
            "1",
            6,
            "strains of the axis (xx, yy, zz, yz, xz, xy): Gamma_1, 0, ..., Gamma_2",
        ),
        Variable.CurvatureLocal: Output("kappa", "1/m", 3, "(0, 0, kappa)"),
        Variable.ForceLocal: Output("N, Q", "N", 3, "(N, Q, 0): normal and shear force"),
        Variable.TorqueLocal: Output("M", "N m", 3, "(0, 0, M): bending moment"),
        **KINETIC_OUTPUT,
        Variable.PotentialEnergy: Output("V", "J", 0, "elastic energy"),
    }

    nodeNumbers: Any = parameter(
        [], IndexList("node"), symbol="n_n", structural=True,
        doc="two nodes at the ends, or three: start, middle, end",
    )  # fmt: skip
    physicsLength: float = parameter(
        0.0, PReal, symbol="L", unit="m", structural=True, doc="length of the unstrained beam"
    )
    physicsMassPerLength: float = parameter(
        0.0, UReal, symbol="rhoA", unit="kg/m", doc="mass per length"
    )
    physicsCrossSectionInertia: float = parameter(
        0.0, UReal, symbol="rhoJ", unit="kg m", doc="rotary inertia per length about z"
    )
    physicsBendingStiffness: float = parameter(
        0.0, UReal, symbol="EI", unit="N m^2", doc="bending stiffness"
    )
    physicsAxialStiffness: float = parameter(
        0.0, UReal, symbol="EA", unit="N", doc="axial stiffness"
    )
    physicsShearStiffness: float = parameter(
        0.0, UReal, symbol="GA", unit="N", doc="shear stiffness, with the shear correction factor"
    )
    physicsBendingDamping: float = parameter(
        0.0, UReal, symbol="d_K", unit="N m^2 s", doc="damping of the curvature"
    )
    physicsAxialDamping: float = parameter(
        0.0, UReal, symbol="d_eps", unit="N s", doc="damping of the axial strain"
    )
    physicsShearDamping: float = parameter(
        0.0, UReal, symbol="d_gamma", unit="N s", doc="damping of the shear strain"
    )
    physicsReferenceCurvature: float = parameter(
        0.0, Real, symbol="kappa_0", unit="1/m", doc="curvature without bending moment"
    )
    includeReferenceRotations: bool = parameter(
        False, Flag(), symbol="include", structural=True,
        doc="theta contains the reference angles of the nodes; False: only their changes",
    )  # fmt: skip

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        for row, number in zip(table.rows, table.numbers, strict=True):
            body = model.items["object"][number]
            index = model.numbering.object_part(number, "ode2")
            row.count = len(index) // 3
            row.index = -1
            row.index[: len(index)] = index
            row.home[: len(index)] = model.numbering.reference[index]
            row.home[: len(index)], row.line = body.reference_pose(row.home[: len(index)])

    def reference_pose(self, home: np.ndarray) -> tuple[np.ndarray, float]:
        """Reference coordinates with the angles that count, and the angle added to them."""
        home = home.copy()
        if self.includeReferenceRotations:
            return home, 0.0
        x, y = home[-3:-1] - home[:2]
        home[2::3] = 0.0
        return home, float(np.arctan2(y, x))

    def check_complete(self, owner: str) -> None:
        if len(self.nodeNumbers) not in (2, 3):
            raise ParameterError(
                f"{owner}: nodeNumbers must be two nodes (start, end) or three (start, middle, "
                f"end), got {self.nodeNumbers}"
            )

    def check_sizes(self, owner: str, items: Any) -> None:
        if len(set(self.nodeNumbers)) < len(self.nodeNumbers):
            raise ParameterError(
                f"{owner}: nodeNumbers must be different nodes, got {self.nodeNumbers}; add a node "
                "for each end"
            )
        if self.includeReferenceRotations or len(self.nodeNumbers) < 2:
            return
        first, last = (items["node"][self.nodeNumbers[k]] for k in (0, -1))
        if np.array_equal(first.referenceCoordinates[:2], last.referenceCoordinates[:2]):
            raise ParameterError(
                f"{owner}: the line between its outer nodes has no direction, both stand at "
                f"{list(map(float, first.referenceCoordinates[:2]))}; move one of them, or use "
                "includeReferenceRotations=True and reference angles along the beam"
            )

    def point(self, local: np.ndarray, bases: Sequence[Any]) -> InterpolatedFrame:
        S = shapes(len(bases), 2.0 * float(local[0]) / self.physicsLength)[: len(bases)]
        home, line = self.reference_pose(np.concatenate([base.home for base in bases]))
        x, y, angle = np.array(S) @ home.reshape(-1, 3)
        nodes = tuple(int(base.coordinates[0]) for base in bases)
        return InterpolatedFrame(nodes, S, np.array([x, y]), line + float(angle), float(local[1]))

    def mass_point(self, bases: Sequence[Any]) -> Motion:
        S = (TWO_MEAN if len(bases) == 2 else THREE_MEAN)[: len(bases)]
        place = np.array(S) @ np.array([base.home[:2] for base in bases])
        return weighted_sum([base.coordinates[0] for base in bases], S, place)


define(ObjectBeamGeometricallyExact2D, inertia, residual, jacobian, kinetic, potential, output)
Beam2D, VBeam2D = ObjectBeamGeometricallyExact2D, VObjectBeamGeometricallyExact2D
