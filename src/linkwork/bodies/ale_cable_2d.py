"""ALECable2D: a cable in the x-y plane whose material moves along it.

The axis r(x), 0 <= x <= L, is that of a Cable2D: a cubic through the positions and slopes of two
nodes. The coordinate s of a third node, a NodeGenericODE2 that all elements of a cable share, is
the length by which material has moved along it (arbitrary Lagrangian-Eulerian, ALE). The part f_M
of the mass per length rhoA moves; with m = f_M rhoA its velocity and acceleration are

    w = r_t + s_t r',  w_t + s_t w' = r_tt + 2 s_t r'_t + s_t^2 r'' + s_tt r'

Strains, section forces N and M with EA, EI, d_eps, d_K, eps_0, K_0, f_ref, and rules of integration
are those of Cable2D, without user functions. If all of the mass moves (f_M = 1), the strain rates
are those of the material: r'_t + s_t r'' takes the place of r'_t, and likewise for r''. With

    b = rhoA r_tt + m (s_tt r' + 2 s_t r'_t + s_t^2 r'')
    g = m r' . (r_tt + s_tt r' + 2 s_t r'_t + s_t^2 r'') + N d(eps)/dx + M dK/dx

the forces on the coordinates q of the nodes are - int (S^T b + N d(eps)/dq + M dK/dq) dx with the
shape functions S, and that on s is - int g dx. With physicsAddALEvariation=False the last two terms
of g are left out, with physicsUseCouplingTerms=False s_tt r' in b and r_tt in g. Gravity through a
MarkerBodyMass acts on s with the integral of m r' times its acceleration; forces at points of the
cable do not act on s.

The cable is an open system: material enters at one end and leaves at the other with its energy, and
the energy account counts the difference as work. The point at local position (b_x, b_y) is
r(b_x) + b_y e_2, as in Cable2D; its Velocity is that of the material. If all of the mass moves, s
and the nodes of a cable that is not held at an end describe the same motion, and the mass matrix
of a single element or a straight cable is singular: hold an end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.bodies.ale_law import inertia, kinetic, residual
from linkwork.bodies.ale_matrix import WORK, jacobian
from linkwork.bodies.ale_outputs import output
from linkwork.bodies.ancf_cable_2d import ObjectANCFCable2D
from linkwork.bodies.cable_body import CableBody, DrawnCable2D, joined
from linkwork.bodies.cable_law import potential
from linkwork.core.declare.item import define, parameter
from linkwork.core.declare.parameters import Flag, IndexTriple, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import f8, i4, i8
from linkwork.math.cable_shape import MEAN, MOST_POINTS
from linkwork.motion.kind import Motion
from linkwork.motion.moving_center import MovingCenter
from linkwork.motion.slope_frame import SlopeFrame
from linkwork.nodes.generic_ode2 import NodeGenericODE2
from linkwork.nodes.node import Node
from linkwork.nodes.point_2d_slope_1 import NodePoint2DSlope1

__all__ = ["ALECable2D", "ObjectALEANCFCable2D", "VALECable2D", "VObjectALEANCFCable2D"]

WITHOUT_MOTION = (
    Variable.Acceleration, Variable.AngularVelocity, Variable.AngularAcceleration,
)  # fmt: skip
"""Outputs of Cable2D that are not those of the material here."""


class VObjectALEANCFCable2D(DrawnCable2D):
    """Drawing of an ALECable2D: a line along its axis; drawHeight is the thickness."""


class ObjectALEANCFCable2D(CableBody):
    """A cable in the x-y plane whose material moves along it."""

    type_name = "ALEANCFCable2D"
    short_name = "ALECable2D"
    V = VObjectALEANCFCable2D
    node_kinds = (NodePoint2DSlope1, NodeGenericODE2)
    is_open = True
    work_size = WORK
    last_parameters = (
        "physicsBendingStiffness", "physicsAxialStiffness", "physicsBendingDamping",
        "physicsAxialDamping", "physicsReferenceAxialStrain", "physicsReferenceCurvature",
        "physicsUseCouplingTerms", "physicsAddALEvariation", "nodeNumbers",
        "useReducedOrderIntegration", "strainIsRelativeToReference",
    )  # fmt: skip
    extra_columns = (("index", i8, 9), ("home", f8, 9), ("part", i8))
    own = {
        "slots": (i4, (9, 9)),
        "loads": (f8, ()),  # sum of squares of the forces of each cable
        "strains": (f8, (2, MOST_POINTS, 2)),  # eps and K of the reference coordinates
    }
    pools = {"work": f8}  # forces and matrix of one cable
    outputs = {
        variable: given
        for variable, given in ObjectANCFCable2D.outputs.items()
        if variable not in WITHOUT_MOTION
    }

    physicsMovingMassFactor: float = parameter(
        1.0, UReal, symbol="f_M", unit="1", structural=True,
        doc="part of the mass that moves along the cable",
    )  # fmt: skip
    physicsUseCouplingTerms: bool = parameter(
        True, Flag(), symbol="coupled", doc="whether the mass matrix couples s and the nodes"
    )
    physicsAddALEvariation: bool = parameter(
        True, Flag(), symbol="variation", doc="whether strains that vary along the cable act on s"
    )
    nodeNumbers: Any = parameter(
        [-1, -1, -1], IndexTriple("node"), symbol="n", structural=True,
        doc="nodes at x = 0 and x = L, and the node of s, a NodeGenericODE2 with one coordinate",
    )  # fmt: skip

    @classmethod
    def masses_vary(cls, table: Any) -> bool:
        return True  # with the slopes

    def misfit(self, node: Node) -> str:
        if isinstance(node, NodeGenericODE2) and node.numberOfODE2Coordinates > 1:
            return "NodeGenericODE2 with one coordinate"
        return super().misfit(node)

    def check_sizes(self, owner: str, items: Any) -> None:
        super().check_sizes(owner, items)
        wanted = NodePoint2DSlope1, NodePoint2DSlope1, NodeGenericODE2
        for place, (number, kind) in enumerate(zip(self.nodeNumbers, wanted, strict=True)):
            if number >= 0 and not isinstance(items["node"][number], kind):
                node = items["node"][number]
                raise ParameterError(
                    f"{owner}: nodeNumbers[{place}] must be a {kind.__name__}, got "
                    f"{node.label(number)}; list the two ends and then the node of s"
                )

    def is_driven(self) -> bool:
        """Material that enters and leaves takes its energy with it."""
        return True

    def point(self, local: np.ndarray, bases: Sequence[Any]) -> SlopeFrame:
        return super().point(local, bases[:2])

    def mass_point(self, bases: Sequence[Any]) -> Motion:
        L = self.physicsLength
        S = MEAN[0], MEAN[1] * L, MEAN[2], MEAN[3] * L
        mean = joined(bases[:2], S, (-1.0 / L, 0.0, 1.0 / L, 0.0))
        along = bases[2][0]
        return MovingCenter(
            mean.pairs, along, mean.S, mean.D, mean.place, mean.slope, self.physicsMovingMassFactor
        )


define(ObjectALEANCFCable2D, inertia, residual, jacobian, kinetic, potential, output)
ALECable2D, VALECable2D = ObjectALEANCFCable2D, VObjectALEANCFCable2D
