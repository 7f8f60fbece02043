"""FFRFreducedOrder: a flexible body in space, on a node of a rigid body and a node with modes.

A body of finite elements moves with a reference frame and deforms by modes. With the position r of
the first node, its rotation matrix A and angular velocity w = Gb v in body axes, and the n_m
coordinates zeta of the second node, mesh node j, whose reference position is x_j, is at

    p_j = r + A (x_j + Psi_j zeta)

M_f is the mass matrix of the mesh, b = x + Psi zeta, b~ the stacked cross product matrices of b,
Phi the stacked unit matrices. The law needs only integrals over the mesh that are computed once:

    m c = Phi^T M_f b
    J = b~^T M_f b~
    H = b~^T M_f Psi
    S = Phi^T M_f Psi
    M_r = Psi^T M_f Psi
    K_r = Psi^T K_f Psi

Their derivatives by zeta_k are S_k, Q_k, and H1_k, which is constant. With alpha = w_t, the forces
of inertia in body axes are

    F = m A^T r_tt + alpha x m c + S zeta_tt + w x (w x m c) + 2 w x S zeta_t
    N = m c x A^T r_tt + J alpha - H zeta_tt + J_t w + w x (J w - H zeta_t)
    E_k = S_k . A^T r_tt - H_k . alpha + (M_r zeta_tt)_k - w . Q_k w / 2 + 2 w . H1_k zeta_t
    residual += (A F, Gb^T N, E + K_r zeta + D_r zeta_t) - UF(mbs, t, itemNumber, q, q_t)

massMatrixUserFunction UF_M(mbs, t, itemNumber, q, q_t) is added to the mass matrix. Without
computeFFRFterms the body has K_r, D_r and both functions only. Derivatives are exact; those of user
functions are central differences.

M_f must act equally in all directions, as it does for solid elements. Modes must not contain rigid
body motions, or coordinates would be redundant. `linkwork.fem` computes all matrices from a mesh.

Outputs at a localPosition are those of a point fixed to the reference frame; SensorSuperElement
records those of mesh nodes. StressLocal and StrainLocal come from outputVariableModeBasis, at the
mesh node or at the one nearest to localPosition. The output Force is K_r zeta + D_r zeta_t - UF.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.ffrf_law import (
    inertia,
    internal,
    kinetic,
    potential,
    residual,
    work_size,
)
from linkwork.bodies.ffrf_matrix import jacobian, output
from linkwork.bodies.ffrf_terms import Terms, fault_of_masses, misfits, redundant_count
from linkwork.bodies.generic_ode2 import FORCE, MASS
from linkwork.bodies.rigid_body import wire_frames
from linkwork.core.declare.doubts import Doubt
from linkwork.core.declare.item import VARIABLE, Output, Visualization, define, parameter
from linkwork.core.declare.parameters import (
    Array,
    Color,
    Flag,
    IndexList,
    Matrix,
    OutputVariable,
    UReal,
    Vector,
)
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import f8, i4, i8, u4
from linkwork.math.rotation_parameters import COUNTS
from linkwork.math.tolerances import EVEN
from linkwork.motion.flexible_frame import FlexibleFrame
from linkwork.motion.kind import Motion
from linkwork.motion.mesh import Mesh
from linkwork.motion.space_frame import SpaceFrame
from linkwork.nodes.generic_ode2 import NodeGenericODE2
from linkwork.nodes.node import check_coupled
from linkwork.nodes.rigid_body_ep import NodeRigidBodyEP
from linkwork.nodes.rigid_body_rotvec_lg import NodeRigidBodyRotVecLG
from linkwork.nodes.rigid_body_rxyz import NodeRigidBodyRxyz

__all__ = [
    "CMSobject",
    "ObjectFFRFreducedOrder",
    "VCMSobject",
    "VObjectFFRFreducedOrder",
]

RIGID = (NodeRigidBodyEP, NodeRigidBodyRxyz, NodeRigidBodyRotVecLG)


class VObjectFFRFreducedOrder(Visualization):
    """Drawing of an FFRFreducedOrder."""

    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")
    triangleMesh: Any = parameter([], Matrix(dense_form=True), doc="nodes of the triangles")
    showNodes: bool = parameter(False, Flag(), doc="whether the nodes of the mesh are drawn")


class ObjectFFRFreducedOrder(Body):
    """A flexible body with modes."""

    type_name = "FFRFreducedOrder"
    short_name = "CMSobject"
    V = VObjectFFRFreducedOrder
    node_kinds = (*RIGID, NodeGenericODE2)
    has_axes = True
    is_super_element = True
    couples_coordinates = True
    acts_directly = True
    forces_of_inertia = True
    added_function = "UF"
    extra_columns = (
        ("first", i8), ("first_pose", i8), ("kind", i8), ("count", i8), ("part", i8),
        ("reference", f8, 7), ("A_ref", f8, (3, 3)), ("j_6", f8, 6), ("first_mode", i8),
        ("modes", i8), ("n", i8), ("start", i8), ("entry_start", i8), ("terms", i8),
        ("mesh", i8), ("place_start", i8), ("shape_start", i8), ("recovery_start", i8),
        ("w_force", i8), ("w_mass", i8), ("w_jacobian", i8), ("w_kept", i8),
        ("w_terms", i8), ("UF_J", i8),
    )  # fmt: skip
    own = {"loads": (f8, ())}
    pools = {
        "indices": u4,  # coordinates of each body
        "terms": f8,  # constants of the law, see ffrf_law.py
        "places": f8,  # reference positions of mesh nodes
        "shapes": f8,  # modes at each of them: components, then modes
        "recovery": f8,  # stresses or strains of each mode there
        "slots": i4,
        "work": f8,
    }
    outputs = {
        Variable.Position: Output("p", "m", 3, "global position"),
        Variable.Displacement: Output("u", "m", 3, "displacement from the reference position"),
        Variable.DisplacementLocal: Output("u_b", "m", 3, "deformation in body axes"),
        Variable.Velocity: Output("v", "m/s", 3, "global velocity"),
        Variable.VelocityLocal: Output("v_b", "m/s", 3, "rate of the deformation in body axes"),
        Variable.Acceleration: Output("a", "m/s^2", 3, "global acceleration"),
        Variable.RotationMatrix: Output("A", "1", 9, "rotation matrix of the frame, row by row"),
        Variable.Rotation: Output("psi", "rad", 3, "angles about x, y, z, in (-pi, pi]"),
        Variable.AngularVelocity: Output("omega", "rad/s", 3, "angular velocity of the frame"),
        Variable.AngularVelocityLocal: Output("omega_b", "rad/s", 3, "the same in body axes"),
        Variable.AngularAcceleration: Output("alpha", "rad/s^2", 3, "angular acceleration"),
        Variable.StressLocal: Output("sigma", "Pa", 6, "stresses xx, yy, zz, yz, xz, xy"),
        Variable.StrainLocal: Output("eps", "1", 6, "strains xx, yy, zz, yz, xz, xy"),
        Variable.CoordinatesTotal: Output("c", "1", VARIABLE, "reference coordinates plus q"),
        Variable.Coordinates: Output("q", "1", VARIABLE, "displacement coordinates"),
        Variable.Coordinates_t: Output("q_t", "1/s", VARIABLE, "velocity coordinates"),
        Variable.Coordinates_tt: Output("q_tt", "1/s^2", VARIABLE, "acceleration coordinates"),
        Variable.Force: Output("F", "1", VARIABLE, "K_r zeta + D_r zeta_t - UF"),
        Variable.KineticEnergy: Output("T", "J", 0, "kinetic energy"),
        Variable.PotentialEnergy: Output("V", "J", 0, "zeta K_r zeta / 2, without UF"),
    }

    nodeNumbers: Any = parameter(
        [], IndexList("node"), symbol="n_n", structural=True,
        doc="node of a rigid body (EP, Rxyz or RotVecLG), and NodeGenericODE2 with the modes",
    )  # fmt: skip
    massMatrixReduced: Any = parameter(
        [], Matrix(), symbol="M_r", unit="1", structural=True, doc="mass matrix of the modes"
    )
    stiffnessMatrixReduced: Any = parameter(
        [], Matrix(), symbol="K_r", unit="1", structural=True, doc="stiffness matrix of the modes"
    )
    dampingMatrixReduced: Any = parameter(
        [], Matrix(), symbol="D_r", unit="1", structural=True,
        doc="damping matrix of the modes; empty: none",
    )  # fmt: skip
    forceUserFunction: Any = parameter(
        0, FORCE, symbol="UF", unit="1", structural=True,
        doc="function that returns additional forces on all coordinates",
    )  # fmt: skip
    massMatrixUserFunction: Any = parameter(
        0, MASS, symbol="UF_M", unit="1", structural=True,
        doc="function that returns what is added to the mass matrix",
    )  # fmt: skip
    computeFFRFterms: bool = parameter(
        True, Flag(), symbol="ffrf", structural=True,
        doc="whether the body has inertia; False: only K_r, D_r and the user functions",
    )  # fmt: skip
    modeBasis: Any = parameter(
        [], Matrix(dense_form=True), symbol="Psi", unit="1", structural=True,
        doc="modes, one column each: x, y, z of all mesh nodes",
    )  # fmt: skip
    outputVariableModeBasis: Any = parameter(
        [], Matrix(dense_form=True), symbol="Psi_OV", unit="1", structural=True,
        doc="six numbers of each mode, a row for each mesh node; empty: none",
    )  # fmt: skip
    outputVariableTypeModeBasis: Any = parameter(
        Variable._None, OutputVariable(), structural=True,
        doc="what these are: StressLocal or StrainLocal",
    )  # fmt: skip
    referencePositions: Any = parameter(
        [], Vector(), symbol="x_ref", unit="m", structural=True,
        doc="reference positions of all mesh nodes in body axes: x, y, z of each",
    )  # fmt: skip
    objectIsInitialized: bool = parameter(
        False, Flag(), doc="not used; accepted for compatibility"
    )  # fmt: skip
    physicsMass: float = parameter(
        0.0, UReal, symbol="m", unit="kg", structural=True, doc="mass of the body"
    )
    physicsInertia: Any = parameter(
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], Array((3, 3)), symbol="J_r",
        unit="kg m^2", structural=True,
        doc="inertia about the reference point without deformation, in body axes",
    )  # fmt: skip
    physicsCenterOfMass: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="b_com", unit="m", structural=True,
        doc="center of mass without deformation, in body axes",
    )  # fmt: skip
    mPsiTildePsi: Any = parameter(
        [], Matrix(dense_form=True), unit="1", structural=True,
        doc="Psi~^T M_f Psi, 3 n_m x n_m, where Psi~ has three columns for each mode",
    )  # fmt: skip
    mPsiTildePsiTilde: Any = parameter(
        [], Matrix(dense_form=True), unit="1", structural=True, doc="Psi~^T M_f Psi~, 3 n_m x 3 n_m"
    )
    mPhitTPsi: Any = parameter(
        [], Matrix(dense_form=True), unit="1", structural=True, doc="S = Phi^T M_f Psi, 3 x n_m"
    )
    mPhitTPsiTilde: Any = parameter(
        [], Matrix(dense_form=True), unit="1", structural=True,
        doc="Phi^T M_f Psi~, 3 x 3 n_m; it must consist of the matrices s~ of the columns s of S",
    )  # fmt: skip
    mXRefTildePsi: Any = parameter(
        [], Matrix(dense_form=True), unit="1", structural=True, doc="x~^T M_f Psi, 3 x n_m"
    )
    mXRefTildePsiTilde: Any = parameter(
        [], Matrix(dense_form=True), unit="1", structural=True, doc="x~^T M_f Psi~, 3 x 3 n_m"
    )
    physicsCenterOfMassTilde: Any = parameter(
        [[0.0] * 3] * 3, Array((3, 3)), symbol="b_com_skew", unit="m",
        doc="not used, physicsCenterOfMass has the same numbers; accepted for compatibility",
    )  # fmt: skip
    tempUserFunctionForce: Any = parameter(
        [], Vector(), unit="1", doc="not used; accepted for compatibility"
    )  # fmt: skip

    # ------------------------------------------------------------------ checks

    def nodes(self) -> list[int]:
        numbers: list[int] = self.nodeNumbers
        return numbers

    def check_complete(self, owner: str) -> None:
        if len(self.nodeNumbers) != 2:
            raise ParameterError(
                f"{owner}: nodeNumbers must be a node of a rigid body and a NodeGenericODE2, got "
                f"{self.nodeNumbers}"
            )
        fault = fault_of_masses(self) if self.computeFFRFterms and not self.mass_varies else ""
        if fault:
            raise ParameterError(f"{owner}: {fault}")

    def check_sizes(self, owner: str, items: Any) -> None:
        if len(self.nodeNumbers) != 2:
            return  # not given yet: Assemble reports it
        rigid, modes = (items["node"][number] for number in self.nodeNumbers)
        if not isinstance(rigid, RIGID) or not isinstance(modes, NodeGenericODE2):
            raise ParameterError(
                f"{owner}: nodeNumbers must be a node of a rigid body (NodeRigidBodyEP, "
                "NodeRigidBodyRxyz or NodeRigidBodyRotVecLG) and then a NodeGenericODE2, got "
                f"{type(rigid).__name__} and {type(modes).__name__}"
            )
        if np.any(modes.reference()):
            raise ParameterError(
                f"{owner}: referenceCoordinates of {modes.label(self.nodeNumbers[1])} must be "
                "zero: the body is not deformed in its reference configuration; use "
                "initialCoordinates"
            )
        if self.has_function and rigid.composed:
            raise ParameterError(
                f"{owner}: user functions need a node whose coordinates are added, a "
                "NodeRigidBodyEP or NodeRigidBodyRxyz, got a NodeRigidBodyRotVecLG"
            )
        check_coupled(owner, modes.coordinates + rigid.coordinates)
        for fault in misfits(self, modes.coordinates):
            raise ParameterError(f"{owner}: {fault}")

    @classmethod
    def doubts(cls, table: Any, model: Any, data: Any) -> list[Doubt]:
        bodies = [model.items["object"][number] for number in table.numbers]
        counts = [
            redundant_count(body) if body.computeFFRFterms and not body.mass_varies else 0
            for body in bodies
        ]
        return [
            Doubt(
                line, "redundant-modes",
                f"{count} of its coordinates are redundant: modes contain rigid body motions, "
                "which its frame has too, or depend on each other, and how they share a motion is "
                "arbitrary",
                "leave rigid body motions out: excludeRigidBodyModes=6 for eigenmodes, or a first "
                "boundary with three nodes or more that are not on a line",
                warns=True,
            )
            for line, count in enumerate(counts)
            if count
        ]  # fmt: skip

    @property
    def has_function(self) -> bool:
        """Whether it has a user function."""
        return callable(self.forceUserFunction) or callable(self.massMatrixUserFunction)

    @property
    def mass_varies(self) -> bool:
        """Whether forces of inertia do net work: those of a mass matrix of users."""
        return callable(self.massMatrixUserFunction)

    def has_potential(self) -> bool:
        K = self.stiffnessMatrixReduced.dense()
        return bool(np.abs(K - K.T).max(initial=0.0) <= EVEN * np.abs(K).max(initial=0.0))

    # ------------------------------------------------------------------ bodies

    @classmethod
    def masses_vary(cls, table: Any) -> bool:
        return True

    def mass(self) -> float:
        return self.physicsMass

    def center(self) -> np.ndarray:
        return np.asarray(self.physicsCenterOfMass)

    def gyration(self) -> float:
        largest = float(np.linalg.eigvalsh(self.physicsInertia)[-1])
        return math.sqrt(largest / self.physicsMass) if self.physicsMass and largest > 0.0 else 0.0

    def lacks(self, variable: Any) -> str:
        wanted = variable in (Variable.StressLocal, Variable.StrainLocal)
        if not wanted or variable == self.outputVariableTypeModeBasis:
            return ""
        return (
            "its outputVariableModeBasis does not give it; set outputVariableModeBasis and "
            "outputVariableTypeModeBasis, e.g. by ComputePostProcessingModes of linkwork.fem"
        )

    def refused_place(self, local: np.ndarray) -> str:
        if not math.isnan(local[2]):
            return ""
        count = len(self.referencePositions) // 3
        return "" if local[0] < count else f"the body has {count} mesh nodes, got {int(local[0])}"

    def point(self, local: np.ndarray, bases: Sequence[Any]) -> SpaceFrame:
        frame: SpaceFrame = bases[0].at(local)
        return frame

    def mass_point(self, bases: Sequence[Any]) -> Motion:
        n = len(bases[1])
        if not self.physicsMass:
            return self.point(self.center(), bases)
        S = self.mPhitTPsi.dense().T / self.physicsMass if n else np.zeros((0, 3))
        return FlexibleFrame(bases[0], tuple(bases[1]), self.center(), S, np.zeros((n, 3)))

    def mesh_size(self, items: Any) -> int:
        return len(self.referencePositions) // 3

    def mesh_motion(self, mesh: Mesh, bases: Sequence[Any]) -> FlexibleFrame:
        x, u = self.mesh_nodes(mesh.nodes)
        return FlexibleFrame(
            bases[0], tuple(bases[1]), mesh.mean(x) + mesh.offset, mesh.mean(u).T,
            mesh.rotation(x, u), mesh.turns,
        )  # fmt: skip

    def mesh_nodes(self, numbers: Any) -> tuple[np.ndarray, np.ndarray]:
        """(reference positions, modes) of mesh nodes: (node, 3) and (node, 3, mode)."""
        modes = self.modeBasis.dense()
        if not modes.size:
            raise ParameterError(
                "markers of mesh nodes need the modeBasis of their body, which is empty"
            )
        x = np.reshape(self.referencePositions, (-1, 3))
        chosen = list(numbers)
        return x[chosen], modes.reshape(len(x), 3, -1)[chosen]

    # ------------------------------------------------------------------ tables

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        wire_frames(table, model)
        for row, number in zip(table.rows, table.numbers, strict=True):
            body = model.items["object"][number]
            J = body.physicsInertia
            row.j_6[:] = J[0, 0], J[1, 1], J[2, 2], J[1, 2], J[0, 2], J[0, 1]
            row.first_mode = model.numbering.node_first[body.nodeNumbers[1]]

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        bodies = [model.items["object"][number] for number in table.numbers]
        lists = [model.object_coordinates(number) for number in table.numbers]
        found: dict[str, list[np.ndarray]] = {
            name: [] for name in ("terms", "places", "shapes", "recovery")
        }
        sizes = dict.fromkeys(found, 0)
        start = entries = work = 0
        for e, body, indices in zip(table.rows, bodies, lists, strict=True):
            n = body.massMatrixReduced.shape[0] or len(indices) - 3 - COUNTS[e["kind"]]
            e["n"], e["modes"], e["start"], e["entry_start"] = len(indices), n, start, entries
            e["mesh"] = len(body.referencePositions) // 3
            parts = Terms(body, n)
            for name, column in STARTS.items():
                e[column] = sizes[name]
                found[name].append(getattr(parts, name)())
                sizes[name] += len(found[name][-1])
            for name, size in _work_sizes(body, len(indices), n).items():
                e[name], work = work, work + size
            start, entries = start + len(indices), entries + len(indices) ** 2
        for name, arrays in found.items():
            table.pools[name] = np.concatenate(arrays)
        table.pools["indices"] = np.concatenate(lists).astype(u4)
        table.pools["slots"] = np.full(entries, -1, i4)
        table.pools["work"] = np.zeros(work)

    @classmethod
    def couplings(cls, table: Any, implicit: bool) -> list[np.ndarray]:
        rows, columns = _places(table)
        chosen = rows != columns
        return [np.column_stack([rows[chosen], columns[chosen]])]

    @classmethod
    def fill_slots(cls, table: Any, slots: Callable[..., np.ndarray], implicit: bool) -> None:
        table.pools["slots"][:] = slots(*_places(table))


STARTS = {
    "terms": "terms", "places": "place_start", "shapes": "shape_start",
    "recovery": "recovery_start",
}  # fmt: skip
"""Pool -> column with the place where the part of a body begins."""


def _work_sizes(body: Any, n: int, modes: int) -> dict[str, int]:
    """Memory for the calls of functions, and for what follows from deformations."""
    called = callable(body.forceUserFunction), callable(body.massMatrixUserFunction)
    return {
        "w_force": FORCE.work_size(n, n) if called[0] else 0,
        "w_mass": MASS.work_size(n, n) if called[1] else 0,
        "w_kept": n if body.has_function else 0,
        "w_terms": work_size(modes),
    }


def _places(table: Any) -> tuple[np.ndarray, np.ndarray]:
    """(row, column) coordinates of all entries."""
    rows, columns = [], []
    for e in table.rows:
        own = table.pools["indices"][e["start"] : e["start"] + e["n"]].astype(i8)
        rows.append(np.repeat(own, len(own)))
        columns.append(np.tile(own, len(own)))
    return np.concatenate(rows), np.concatenate(columns)


define(ObjectFFRFreducedOrder, inertia, residual, internal, jacobian, kinetic, potential, output)
CMSobject, VCMSobject = ObjectFFRFreducedOrder, VObjectFFRFreducedOrder
