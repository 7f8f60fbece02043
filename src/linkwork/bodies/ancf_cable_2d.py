"""Cable2D: a cable or beam in the x-y plane without shear, between two nodes with slopes.

The axis r(x), 0 <= x <= L, is a cubic through the positions and slopes r' = dr/dx of the nodes (the
absolute nodal coordinate formulation, ANCF). L is a parameter: it need not be the distance of the
nodes. With rho = |r'|,

    eps = rho - 1,  K = (r'_x r''_y - r'_y r''_x)/rho^2     axial strain, curvature
    eps_ref = eps_0 + f_ref eps_home,  K_ref = K_0 + f_ref K_home
    N = EA (eps - eps_ref) + d_eps eps_t,  M = EI (K - K_ref) + d_K K_t

eps_home and K_home are those of the reference coordinates. axialForceUserFunction UF_N and
bendingMomentUserFunction UF_M replace N and M, each for itself:

    N = UF_N(mbs, t, itemNumber, x/L, eps, eps_t, eps_ref, EA, d_eps, K, K_t, K_ref)
    M = UF_M(mbs, t, itemNumber, x/L, K, K_t, K_ref, EI, d_K, eps, eps_t, eps_ref)

The forces on the coordinates q are - int (N d(eps)/dq + M dK/dq) dx. Rule 0 of integration takes 5
Gauss points for N and 3 for M, rule 1 takes 4 and 2, and rule 2 takes the three Lobatto points 0,
L/2 and L for N and 2 Gauss points for M. N of rule 0 and 1 varies along a bent element by more than
the true normal force; rule 2 is good at its three points.

The mass matrix rhoA int S^T S dx with the shape functions S is constant; the section has no rotary
inertia. The point at local position (b_x, b_y) is r(b_x) + b_y e_2, where e_1 = r'/rho and e_2 is
normal to it; b_x must be in [0, L], and b_z has no effect. StrainLocal is eps - b_y K.
Derivatives of user functions are central differences.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.cable_law import inertia, kinetic, potential, residual, section_function
from linkwork.bodies.cable_matrix import jacobian
from linkwork.bodies.cable_outputs import output
from linkwork.bodies.point_mass import KINETIC_OUTPUT
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Color, IndexPair, IntegrationRule, PReal, Real, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import f8, i4, i8
from linkwork.math.cable_shape import (
    COUNTS,
    MEAN,
    MOST_POINTS,
    POINTS,
    bending,
    bends,
    positions,
    slopes,
    strain,
)
from linkwork.motion.kind import Motion
from linkwork.motion.slope_frame import SlopeFrame
from linkwork.motion.weighted_point import WeightedPoint
from linkwork.nodes.point_2d_slope_1 import NodePoint2DSlope1

__all__ = ["Cable2D", "ObjectANCFCable2D", "VCable2D", "VObjectANCFCable2D"]

PIECES = 8
"""Straight pieces that a cable is drawn with."""

ROUNDED = 1.0e-9
"""How far a point may be beyond an end, relative to the length."""

STATE = ("mbs", "t", "itemNumber", "axialPositionNormalized")
AXIAL_FORCE = UserFunction(
    (
        *STATE,
        *("axialStrain", "axialStrain_t", "axialStrainRef", "physicsAxialStiffness"),
        *("physicsAxialDamping", "curvature", "curvature_t", "curvatureRef"),
    ),
    section_function,
)
BENDING_MOMENT = UserFunction(
    (
        *STATE,
        *("curvature", "curvature_t", "curvatureRef", "physicsBendingStiffness"),
        *("physicsBendingDamping", "axialStrain", "axialStrain_t", "axialStrainRef"),
    ),
    section_function,
)


class VObjectANCFCable2D(Visualization):
    """Drawing of a Cable2D: a line along its axis; drawHeight is the thickness."""

    drawHeight: float = parameter(
        0.0, Real, unit="m", doc="thickness of the drawn cable; 0: chosen by the size of the scene"
    )
    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")


class ObjectANCFCable2D(Body):
    """A cable or slender beam in the x-y plane."""

    type_name = "ANCFCable2D"
    short_name = "Cable2D"
    V = VObjectANCFCable2D
    aliases = {
        name[len("physics")].lower() + name[len("physics") + 1 :]: name
        for name in (
            *("physicsLength", "physicsMassPerLength", "physicsBendingStiffness"),
            *("physicsAxialStiffness", "physicsBendingDamping", "physicsAxialDamping"),
            *("physicsReferenceAxialStrain", "physicsReferenceCurvature"),
        )
    }
    node_kinds = (NodePoint2DSlope1,)
    has_axes = True
    shares_nodes = True
    couples_coordinates = True
    acts_directly = True
    extra_columns = (("index", i8, 8), ("home", f8, 8), ("part", i8))
    own = {
        "slots": (i4, (8, 8)),
        "loads": (f8, ()),  # sum of squares of the forces of each cable
        "strains": (f8, (2, MOST_POINTS, 2)),  # eps and K of the reference coordinates
    }
    derived_arrays = ("strains",)
    pools = {"work": f8}  # forces and matrix of one cable
    outputs = {
        Variable.Position: Output("p", "m", 3, "global position"),
        Variable.Displacement: Output("u", "m", 3, "displacement from the reference position"),
        Variable.Velocity: Output("v", "m/s", 3, "global velocity"),
        Variable.VelocityLocal: Output("v_b", "m/s", 3, "velocity in the axes e_1, e_2, z"),
        Variable.Acceleration: Output("a", "m/s^2", 3, "global acceleration"),
        Variable.Rotation: Output("phi", "rad", 0, "angle of e_1 about z, in (-pi, pi]"),
        Variable.AngularVelocity: Output("omega", "rad/s", 3, "angular velocity of e_1"),
        Variable.AngularAcceleration: Output("alpha", "rad/s^2", 3, "angular acceleration of e_1"),
        Variable.Director1: Output("r'", "1", 3, "slope of the axis, not of length 1"),
        Variable.StrainLocal: Output("eps_y", "1", 0, "strain at the height b_y: eps - b_y K"),
        Variable.CurvatureLocal: Output("K", "1/m", 0, "curvature"),
        Variable.ForceLocal: Output("N", "N", 0, "normal force, positive in tension"),
        Variable.TorqueLocal: Output("M", "N m", 0, "bending moment"),
        **KINETIC_OUTPUT,
        Variable.PotentialEnergy: Output("V", "J", 0, "elastic energy, without user functions"),
    }

    physicsLength: float = parameter(
        0.0, PReal, symbol="L", unit="m", structural=True, doc="length of the unstrained cable"
    )
    physicsMassPerLength: float = parameter(
        0.0, UReal, symbol="rhoA", unit="kg/m", doc="mass per length"
    )
    physicsBendingStiffness: float = parameter(
        0.0, UReal, symbol="EI", unit="N m^2", doc="bending stiffness"
    )
    physicsAxialStiffness: float = parameter(
        0.0, UReal, symbol="EA", unit="N", doc="axial stiffness"
    )
    physicsBendingDamping: float = parameter(
        0.0, UReal, symbol="d_K", unit="N m^2 s", doc="damping of the curvature"
    )
    physicsAxialDamping: float = parameter(
        0.0, UReal, symbol="d_eps", unit="N s", doc="damping of the axial strain"
    )
    physicsReferenceAxialStrain: float = parameter(
        0.0, Real, symbol="eps_0", unit="1", doc="axial strain without normal force"
    )
    physicsReferenceCurvature: float = parameter(
        0.0, Real, symbol="K_0", unit="1/m", doc="curvature without bending moment"
    )
    strainIsRelativeToReference: float = parameter(
        0.0, Real, symbol="f_ref", unit="1",
        doc="part of the strains of the reference coordinates that is free of stress; 1: all",
    )  # fmt: skip
    nodeNumbers: Any = parameter(
        [-1, -1], IndexPair("node"), symbol="n", structural=True, doc="nodes at x = 0 and x = L"
    )
    useReducedOrderIntegration: int = parameter(
        0, IntegrationRule(), symbol="rule", structural=True,
        doc="rule of integration of the strains",
    )  # fmt: skip
    axialForceUserFunction: Any = parameter(
        0, AXIAL_FORCE, symbol="UF_N", unit="N", doc="function that returns N; replaces its law"
    )
    bendingMomentUserFunction: Any = parameter(
        0, BENDING_MOMENT, symbol="UF_M", unit="N m",
        doc="function that returns M; replaces its law",
    )  # fmt: skip

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        for row, number in zip(table.rows, table.numbers, strict=True):
            row.index = model.numbering.object_part(number, "ode2")
            row.home = model.numbering.reference[row.index]
        for row, found in zip(table.rows, table.own["strains"], strict=True):
            for part, count in enumerate(COUNTS[row.rule]):
                for p, s in enumerate(POINTS[row.rule, part, :count]):
                    found[part, p] = strains_at(np.asarray(row.home), s, float(row.L))

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        table.pools["work"] = np.zeros(42)

    @classmethod
    def masses_vary(cls, table: Any) -> bool:
        return False

    def nodes(self) -> list[int]:
        numbers: list[int] = self.nodeNumbers
        return numbers

    def check_sizes(self, owner: str, items: Any) -> None:
        first, last = self.nodeNumbers
        if first == last and first >= 0:
            raise ParameterError(
                f"{owner}: nodeNumbers must be two different nodes, got {self.nodeNumbers}; add a "
                "node for each end"
            )

    def mass(self) -> float:
        return self.physicsMassPerLength * self.physicsLength

    def center(self) -> np.ndarray:
        return np.array([0.5 * self.physicsLength, 0.0, 0.0])

    def outline(self) -> list[Sequence[float]]:
        return [(x, 0.0, 0.0) for x in np.linspace(0.0, self.physicsLength, PIECES + 1).tolist()]

    def refused_place(self, local: np.ndarray) -> str:
        if abs(local[0] / self.physicsLength - 0.5) <= 0.5 + ROUNDED:
            return ""
        return f"x must be from 0 to physicsLength = {self.physicsLength:g} m, got {local[0]:g}"

    def point(self, local: np.ndarray, bases: Sequence[Any]) -> SlopeFrame:
        L = self.physicsLength
        s = float(local[0]) / L
        a, first = slopes(s), 1.0 / L
        D = -a[0] * first, a[1], a[0] * first, a[2]
        return _joined(bases, positions(s, L), D)._replace(height=float(local[1]))

    def mass_point(self, bases: Sequence[Any]) -> Motion:
        L = self.physicsLength
        S = MEAN[0], MEAN[1] * L, MEAN[2], MEAN[3] * L
        mean = _joined(bases, S, (-1.0 / L, 0.0, 1.0 / L, 0.0))
        return WeightedPoint(mean.pairs, mean.S, mean.place, is_mean=True)


def _joined(bases: Sequence[Any], S: tuple[float, ...], D: tuple[float, ...]) -> SlopeFrame:
    """The frame with these weights of the positions and slopes of two nodes."""
    pairs = tuple(pair for base in bases for pair in base.pairs)
    home = np.array([part for base in bases for part in (base.place, base.slope)])
    return SlopeFrame(pairs, tuple(S), tuple(D), np.array(S) @ home, np.array(D) @ home)


def strains_at(home: np.ndarray, s: float, L: float) -> tuple[float, float]:
    """Strain and curvature of coordinates at s = x/L."""
    z = np.array([(home[4:6] - home[0:2]) / L, home[2:4], home[6:8]])
    a, b = np.array(slopes(s)) @ z, np.array(bends(s, L)) @ z
    return strain(a), bending(a, b)


define(ObjectANCFCable2D, inertia, residual, jacobian, kinetic, potential, output)
Cable2D, VCable2D = ObjectANCFCable2D, VObjectANCFCable2D
