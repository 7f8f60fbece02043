"""Cable: a cable or slender beam in space without shear and torsion, between two nodes with slopes.

The axis r(x), 0 <= x <= L, is a cubic through the positions and slopes r' = dr/dx of the nodes (the
absolute nodal coordinate formulation, ANCF). L is a parameter: it need not be the distance of the
nodes. With rho = |r'|,

    eps = rho - 1,  K = r' x r''/rho^2,  kappa = |K|        axial strain, curvature and its length
    eps_ref = eps_0 + f_ref eps_home,  kappa_ref = f_ref kappa_home
    N = EA (eps - eps_ref) + d_eps eps_t,  M = (EI (kappa - kappa_ref) + d_K kappa_t) K/kappa

eps_home and kappa_home are those of the reference coordinates. Nothing resists torsion, so sections
turn freely about the axis until a curved reference lies in the plane of bending: lengths of
curvatures are compared. This, and the rate kappa_t, do not change with rigid motions.

The forces on the coordinates q are - int (N d(eps)/dq + |M| dkappa/dq) dx, with the rules of
integration of Cable2D: 5 Gauss points for N and 3 for M (rule 0), 4 and 2 (rule 1), or the three
Lobatto points 0, L/2 and L for N and 2 Gauss points for M (rule 2). The mass matrix rhoA int
S^T S dx with the shape functions S is constant. The point at local position b is r(b_x), with b_x
in [0, L]; b_y and b_z have no effect, since a cable in space has no axes across. A straight cable
has no direction of bending: below kappa L = 1e-10, a curved reference and damping act less.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.bodies.cable_body import AnyCable
from linkwork.bodies.cable_law_3d import inertia, kinetic, output, potential, residual
from linkwork.bodies.cable_matrix_3d import WORK, jacobian
from linkwork.bodies.point_mass import KINETIC_OUTPUT
from linkwork.core.declare.item import Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Color, Real, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import f8, i4, i8
from linkwork.math.cable_shape import MEAN, MOST_POINTS, bends, positions, slopes
from linkwork.motion.kind import Motion
from linkwork.motion.point import Point, weighted_sum
from linkwork.nodes.point_slope_1 import NodePointSlope1

__all__ = ["Cable", "ObjectANCFCable", "VCable", "VObjectANCFCable"]


class VObjectANCFCable(Visualization):
    """Drawing of a Cable: a tube along its axis."""

    radius: float = parameter(
        0.0, Real, unit="m", doc="radius of the drawn cable; 0: chosen by the size of the scene"
    )
    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")


class ObjectANCFCable(AnyCable):
    """A cable or slender beam in space."""

    type_name = "ANCFCable"
    short_name = "Cable"
    V = VObjectANCFCable
    node_kinds = (NodePointSlope1,)
    extra_columns = (("index", i8, 12), ("home", f8, 12), ("part", i8))
    own = {
        "slots": (i4, (12, 12)),
        "loads": (f8, ()),  # sum of squares of the forces of each cable
        "strains": (f8, (2, MOST_POINTS)),  # eps and kappa of the reference coordinates
    }
    pools = {"work": f8}  # forces and matrices of one cable
    work_size = WORK
    outputs = {
        Variable.Position: Output("p", "m", 3, "global position"),
        Variable.Displacement: Output("u", "m", 3, "displacement from the reference position"),
        Variable.Velocity: Output("v", "m/s", 3, "global velocity"),
        Variable.Acceleration: Output("a", "m/s^2", 3, "global acceleration"),
        Variable.Director1: Output("r'", "1", 3, "slope of the axis, not of length 1"),
        Variable.StrainLocal: Output("eps", "1", 0, "axial strain"),
        Variable.CurvatureLocal: Output("K", "1/m", 3, "curvature, in global axes"),
        Variable.ForceLocal: Output("N", "N", 0, "normal force, positive in tension"),
        Variable.TorqueLocal: Output("M", "N m", 3, "bending moment, in global axes"),
        **KINETIC_OUTPUT,
        Variable.PotentialEnergy: Output("V", "J", 0, "elastic energy"),
    }

    physicsBendingDamping: float = parameter(
        0.0, UReal, symbol="d_K", unit="N m^2 s", doc="damping of the length of the curvature"
    )

    @classmethod
    def home_strain(cls, row: Any, s: float, part: int) -> float:
        return strains_at(np.asarray(row.home), s, float(row.L))[part]

    def point(self, local: np.ndarray, bases: Sequence[Any]) -> Point:
        return _joined(bases, positions(float(local[0]) / self.physicsLength, self.physicsLength))

    def mass_point(self, bases: Sequence[Any]) -> Motion:
        L = self.physicsLength
        return _joined(bases, (MEAN[0], MEAN[1] * L, MEAN[2], MEAN[3] * L))


def _joined(bases: Sequence[Any], S: Sequence[float]) -> Point:
    """The point with these weights of the positions and slopes of two nodes."""
    firsts = [base.first + 3 * k for base in bases for k in range(2)]
    return weighted_sum(firsts, S, np.array(S) @ np.concatenate([base.vectors for base in bases]))


def strains_at(home: np.ndarray, s: float, L: float) -> tuple[float, float]:
    """Strain and length of the curvature of coordinates at s = x/L."""
    r0, g0, r1, g1 = home.reshape(4, 3)
    z = np.array([(r1 - r0) / L, g0, g1])
    a, b = np.array(slopes(s)) @ z, np.array(bends(s, L)) @ z
    square = float(a @ a)
    return float(np.sqrt(square)) - 1.0, float(np.linalg.norm(np.cross(a, b))) / square


define(ObjectANCFCable, inertia, residual, jacobian, kinetic, potential, output)
Cable, VCable = ObjectANCFCable, VObjectANCFCable
