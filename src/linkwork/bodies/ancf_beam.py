"""ANCFBeam: a beam in space with shear and torsion, between two nodes with slopes of the section.

Position r and slopes r_y, r_z of the section are linear between the nodes, x from -L/2 to L/2 (the
absolute nodal coordinate formulation, ANCF). With r_x = dr/dx, the axes e_1, e_2, e_3 of the
section (e_3 along r_z, e_1 along r_y x r_z, e_2 = e_3 x e_1) and their derivatives e_i',

    Gamma = (e_1 . r_x - 1, e_2 . r_x, e_3 . r_x)        axial and shear strains
    kappa = 1/2 sum e_i x e_i'                           twist and curvatures, in section axes
    n = C (Gamma, kappa) + D (Gamma, kappa)_t            (N, Q_y, Q_z, M_x, M_y, M_z)

with stiffnessMatrix C and dampingMatrix D of the section, at one point in the middle. In reference
coordinates r_y x r_z must point from the first node to the second. Sections keep their shape by
penalties at the nodes, with EA, GA_y and GA_z of the diagonal of C:

    E = (|r_y|^2 - 1, |r_z|^2 - 1, r_y . r_z)/2
    stress = EA (f_yy E_1 + d_yy E_1_t), EA (f_zz E_2 + d_zz E_2_t),
             (GA_y + GA_z) (f_yz E_3 + d_yz E_3_t)

with f of crossSectionPenaltyFactor k_cs and d of crossSectionDamping d_cs. The mass matrix is
constant: rhoA for positions, and int rho y^2, z^2 for r_y and r_z, which are J_zz and J_yy of the
inertia of the section, and -J_yz between them. J_xx has no effect: it follows from the others. The
point at local position b is r + b_y r_y + b_z r_z at b_x, which must be in [-L/2, L/2].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.bodies.ancf_beam_law import (
    WORK,
    inertia,
    jacobian,
    kinetic,
    output,
    potential,
    residual,
)
from linkwork.bodies.section_beam import FORCE_OUTPUTS, MOTION_OUTPUTS, DrawnBeam, SectionBeam
from linkwork.bodies.slender_body import wire_coordinates
from linkwork.core.declare.item import Output, define, parameter
from linkwork.core.declare.parameters import Array
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import f8, i4, i8
from linkwork.motion.director_frame import DirectorFrame
from linkwork.motion.kind import Motion
from linkwork.motion.point import weighted_sum
from linkwork.nodes.point_slope_23 import NodePointSlope23

__all__ = ["ANCFBeam", "ObjectANCFBeam", "VANCFBeam", "VObjectANCFBeam"]

TINY = float(np.finfo(float).tiny)


class VObjectANCFBeam(DrawnBeam):
    """Drawing of an ANCFBeam with its section."""


class ObjectANCFBeam(SectionBeam):
    """A beam in space whose sections follow slopes."""

    type_name = "ANCFBeam"
    short_name = "ANCFBeam"
    V = VObjectANCFBeam
    node_kinds = (NodePointSlope23,)
    drawn_pieces = 2  # straight
    extra_columns = (("index", i8, 18), ("home", f8, 18), ("part", i8))
    own = {
        "slots": (i4, (18, 18)),
        "loads": (f8, ()),  # sum of squares of the forces of each beam
    }
    pools = {"work": f8}  # gradients and matrix of one beam
    outputs = {
        **MOTION_OUTPUTS,
        Variable.StrainLocal: Output(
            "Gamma", "1", 6, "strains in the middle (xx, yy, zz, yz, xz, xy): axial and shear"
        ),
        Variable.CurvatureLocal: Output("kappa", "1/m", 3, "twist and curvatures in the middle"),
        **FORCE_OUTPUTS,
    }

    crossSectionPenaltyFactor: Any = parameter(
        [1.0] * 3, Array((3,)), symbol="k_cs", unit="1",
        doc="penalty factors f_yy, f_zz, f_yz that keep the shape of sections",
    )  # fmt: skip
    crossSectionDamping: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="d_cs", unit="s",
        doc="damping factors d_yy, d_zz, d_yz of the shape of sections",
    )  # fmt: skip

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        wire_coordinates(table, model)

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        table.pools["work"] = np.zeros(WORK)

    def check_sizes(self, owner: str, items: Any) -> None:
        for name in ("crossSectionPenaltyFactor", "crossSectionDamping"):
            if min(getattr(self, name)) < 0.0:
                raise ParameterError(
                    f"{owner}: {name} must be three numbers >= 0, got "
                    f"{[float(x) for x in getattr(self, name)]}"
                )
        super().check_sizes(owner, items)
        if min(self.nodeNumbers) < 0:
            return  # Assemble refuses it
        first, second = (
            np.reshape(items["node"][k].referenceCoordinates, (3, 3)) for k in self.nodeNumbers
        )
        _, r_y, r_z = 0.5 * first + 0.5 * second
        normal = np.cross(r_y / max(np.abs(r_y).max(), TINY), r_z / max(np.abs(r_z).max(), TINY))
        if not normal @ (second[0] - first[0]) > 0.0:
            raise ParameterError(
                f"{owner}: nodeNumbers n: the beam must run along r_y x r_z of the reference "
                f"coordinates of its nodes, got r_y = {r_y.tolist()}, r_z = {r_z.tolist()} in the "
                f"middle and r_1 - r_0 = {(second[0] - first[0]).tolist()}; exchange the nodes, or "
                "the slopes r_y and r_z"
            )

    def point(self, local: np.ndarray, bases: Sequence[Any]) -> DirectorFrame:
        s = float(local[0]) / self.physicsLength
        S = 0.5 - s, 0.5 + s
        across = 1.0, float(local[1]), float(local[2])
        P = tuple(S[n] * across[k] for n in range(2) for k in range(3))
        D, E = (0.0, S[0], 0.0, 0.0, S[1], 0.0), (0.0, 0.0, S[0], 0.0, 0.0, S[1])
        firsts = tuple(first for base in bases for first in base.firsts)
        home = np.array([part for base in bases for part in (base.place, base.d2, base.d3)])
        place, d2, d3 = np.array([P, D, E]) @ home
        return DirectorFrame(firsts, P, D, E, place, d2, d3)

    def mass_point(self, bases: Sequence[Any]) -> Motion:
        place = 0.5 * (bases[0].place + bases[1].place)
        return weighted_sum([base.firsts[0] for base in bases], (0.5, 0.5), place)


define(ObjectANCFBeam, inertia, residual, jacobian, kinetic, potential, output)
ANCFBeam, VANCFBeam = ObjectANCFBeam, VObjectANCFBeam
