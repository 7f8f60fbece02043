"""Beam3D: a beam in space with shear and torsion, geometrically exact, between two rigid nodes.

The beam lies along the x axes of its nodes, x from -L/2 to L/2. With the motions H_0 and H_1 of the
nodes, positions and rotations together, the motion from one to the other has the logarithm h

    h = log(H_0^-1 H_1) = (d, Theta),  H(x) = H_0 exp(s h),  s = x/L + 1/2
    eps = (h - (L, 0, 0, 0, 0, 0))/L           axial and shear strains, twist and curvatures
    n = C eps + D eps_t                        (N, Q_y, Q_z, M_x, M_y, M_z) in section axes

with stiffnessMatrix C and dampingMatrix D of the section; eps is constant along an element. Bending
to an arc and twisting are exact. Rigid motions do not change h, whatever the direction. The nodes
receive the forces T(-h)^-1 n and -T(h)^-1 n, with the tangent map T of motions (`math/screws.py`).

Mass is lumped to the nodes: half of the mass and rotary inertia each, rhoA L/2 and L/2 J with
inertia J of the section and its gyroscopic moment. The point at local position b is on the section
at b_x, (b_y, b_z) away from the axis; b_x must be in [-L/2, L/2]. The axes of the nodes may turn by
less than pi against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.bodies.axis import ROUNDED
from linkwork.bodies.beam_law_3d import inertia, internal, residual
from linkwork.bodies.beam_matrix_3d import jacobian
from linkwork.bodies.beam_outputs_3d import kinetic, output, potential
from linkwork.bodies.section_beam import FORCE_OUTPUTS, MOTION_OUTPUTS, DrawnBeam, SectionBeam
from linkwork.core.declare.item import Output, define
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import f8, i4, i8
from linkwork.math import screws
from linkwork.math.rotation_parameters import COUNTS, VECTOR
from linkwork.motion.kind import Motion
from linkwork.motion.point import weighted_sum
from linkwork.motion.screw_frame import ScrewFrame
from linkwork.motion.space_frame import SpaceFrame
from linkwork.nodes.rigid_body_ep import NodeRigidBodyEP
from linkwork.nodes.rigid_body_rotvec_lg import NodeRigidBodyRotVecLG
from linkwork.nodes.rigid_body_rxyz import NodeRigidBodyRxyz

__all__ = [
    "Beam3D",
    "ObjectBeamGeometricallyExact",
    "VBeam3D",
    "VObjectBeamGeometricallyExact",
]

SIZE = 7
"""Most coordinates of a node."""


class VObjectBeamGeometricallyExact(DrawnBeam):
    """Drawing of a Beam3D with its section."""


class ObjectBeamGeometricallyExact(SectionBeam):
    """A beam in space with shear and torsion."""

    type_name = "BeamGeometricallyExact"
    short_name = "Beam3D"
    V = VObjectBeamGeometricallyExact
    node_kinds = (NodeRigidBodyEP, NodeRigidBodyRxyz, NodeRigidBodyRotVecLG)
    forces_of_inertia = True
    extra_columns = (
        ("index", i8, 2 * SIZE), ("first", i8, 2), ("first_pose", i8, 2), ("kind", i8, 2),
        ("count", i8, 2), ("reference", f8, (2, SIZE)), ("A_ref", f8, (3, 3)), ("h_ref", f8, 6),
        ("part", i8),
    )  # fmt: skip
    own = {
        "slots": (i4, (2 * SIZE, 2 * SIZE)),
        "loads": (f8, ()),  # sum of squares of the forces of each beam
    }
    outputs = {
        **MOTION_OUTPUTS,
        Variable.StrainLocal: Output(
            "eps", "1", 6, "strains of the axis (xx, yy, zz, yz, xz, xy): axial and shear"
        ),
        Variable.CurvatureLocal: Output("kappa", "1/m", 3, "twist and curvatures, section axes"),
        **FORCE_OUTPUTS,
    }

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        nodes = model.items["object"]
        for row, number in zip(table.rows, table.numbers, strict=True):
            numbers = nodes[number].nodeNumbers
            row.index = -1
            frames = [model.places.node_frame(node) for node in numbers]
            for n, (node, frame) in enumerate(zip(numbers, frames, strict=True)):
                size = len(frame.reference)
                row.first[n], row.kind[n] = frame.first, frame.parameters
                row.count[n] = COUNTS[frame.parameters]
                row.first_pose[n] = model.numbering.first_pose[node]
                row.reference[n, :size] = frame.reference
                row.index[SIZE * n : SIZE * n + size] = frame.first + np.arange(size)
            row.A_ref[:] = frames[0].reference_rotation()
            row.h_ref[:] = _logarithm(*frames)

    @classmethod
    def masses_vary(cls, table: Any) -> bool:
        return bool((table.rows["kind"] != VECTOR).any())

    def point(self, local: np.ndarray, bases: Sequence[Any]) -> Any:
        s = float(local[0]) / self.physicsLength + 0.5
        across = np.array([0.0, local[1], local[2]])
        for end, base in zip((0.0, 1.0), bases, strict=True):
            if abs(s - end) <= ROUNDED:
                return base.at(across)
        return ScrewFrame(tuple(bases), s, (float(local[1]), float(local[2])))

    def mass_point(self, bases: Sequence[Any]) -> Motion:
        place = 0.5 * (bases[0].reference[:3] + bases[1].reference[:3])
        return weighted_sum([base.first for base in bases], (0.5, 0.5), place)


def _logarithm(frame0: SpaceFrame, frame1: SpaceFrame) -> tuple[float, ...]:
    """h in the reference coordinates."""
    R0, R1 = (frame.reference_rotation().tolist() for frame in (frame0, frame1))
    found: tuple[float, ...] = screws.logarithm(
        R0, tuple(frame0.reference[:3]), R1, tuple(frame1.reference[:3])
    )
    return found


define(
    ObjectBeamGeometricallyExact, inertia, residual, internal, jacobian, kinetic, potential, output
)
Beam3D, VBeam3D = ObjectBeamGeometricallyExact, VObjectBeamGeometricallyExact
