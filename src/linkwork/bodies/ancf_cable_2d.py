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

from linkwork.bodies.cable_body import CableBody, DrawnCable2D, joined
from linkwork.bodies.cable_law import (
    WORK,
    inertia,
    kinetic,
    potential,
    residual,
    section_function,
)
from linkwork.bodies.cable_matrix import jacobian
from linkwork.bodies.cable_outputs import output
from linkwork.bodies.point_mass import KINETIC_OUTPUT
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import Output, define, parameter
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.kernels.marks import with_long_loops
from linkwork.core.records import f8, i4, i8
from linkwork.math.cable_shape import (
    MEAN,
    MOST_POINTS,
)
from linkwork.motion.kind import Motion
from linkwork.motion.weighted_point import WeightedPoint

__all__ = ["Cable2D", "ObjectANCFCable2D", "VCable2D", "VObjectANCFCable2D"]

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


class VObjectANCFCable2D(DrawnCable2D):
    """Drawing of a Cable2D: a line along its axis; drawHeight is the thickness."""


class ObjectANCFCable2D(CableBody):
    """A cable or slender beam in the x-y plane."""

    type_name = "ANCFCable2D"
    short_name = "Cable2D"
    V = VObjectANCFCable2D
    extra_columns = (("index", i8, 8), ("home", f8, 8), ("part", i8))
    own = {
        "slots": (i4, (8, 8)),
        "loads": (f8, ()),  # sum of squares of the forces of each cable
        "strains": (f8, (2, MOST_POINTS, 2)),  # eps and K of the reference coordinates
    }
    pools = {"work": f8}  # forces and matrix of one cable, forces of four
    work_size = WORK
    last_parameters = (
        *CableBody.last_parameters, "axialForceUserFunction", "bendingMomentUserFunction",
    )  # fmt: skip
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

    axialForceUserFunction: Any = parameter(
        0, AXIAL_FORCE, symbol="UF_N", unit="N", doc="function that returns N; replaces its law"
    )
    bendingMomentUserFunction: Any = parameter(
        0, BENDING_MOMENT, symbol="UF_M", unit="N m",
        doc="function that returns M; replaces its law",
    )  # fmt: skip

    def mass_point(self, bases: Sequence[Any]) -> Motion:
        L = self.physicsLength
        S = MEAN[0], MEAN[1] * L, MEAN[2], MEAN[3] * L
        mean = joined(bases, S, (-1.0 / L, 0.0, 1.0 / L, 0.0))
        return WeightedPoint(mean.pairs, mean.S, mean.place, is_mean=True)


define(
    ObjectANCFCable2D,
    inertia,
    with_long_loops(residual),
    with_long_loops(jacobian),
    kinetic,
    potential,
    output,
)
Cable2D, VCable2D = ObjectANCFCable2D, VObjectANCFCable2D
