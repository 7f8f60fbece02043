"""ObjectFFRFreducedOrderInterface: a flexible body for a multibody system, from a FEM model.

All integrals over the mesh that the body needs are computed once, from the mass matrix M, the modes
Psi, and the reference positions x. With ~ for stacked cross product matrices and Phi for stacked
unit matrices:

    Phi^T M Psi,  Phi^T M Psi~,  x~^T M Psi,  x~^T M Psi~,  Psi~^T M Psi,  Psi~^T M Psi~
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from linkwork.api.create.space_nodes import node_at
from linkwork.core.enums import NodeType, OutputVariableType
from linkwork.core.errors import ParameterError
from linkwork.fem.files import npz_path

PARTS = (
    "massMatrixReduced", "stiffnessMatrixReduced", "modeBasis", "referencePositions",
    "physicsMass", "physicsInertia", "physicsCenterOfMass", "mPsiTildePsi", "mPsiTildePsiTilde",
    "mPhitTPsi", "mPhitTPsiTilde", "mXRefTildePsi", "mXRefTildePsiTilde",
)  # fmt: skip
"""Parameters of the body that follow from the model."""


def stacked_skew(vectors: np.ndarray) -> np.ndarray:
    """Cross product matrices of the vectors of all nodes: three columns for each column.

    vectors -- x, y, z of all nodes, in one or several columns
    """
    columns = vectors.reshape(len(vectors), -1)
    x, y, z = (columns[k::3] for k in range(3))
    found = np.zeros((len(columns), 3 * columns.shape[1]))
    found[0::3, 1::3], found[0::3, 2::3] = -z, y
    found[1::3, 0::3], found[1::3, 2::3] = z, -x
    found[2::3, 0::3], found[2::3, 1::3] = -y, x
    return found


def rigid_inertia(M: Any, places: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """(mass [kg], center of mass [m], inertia about the origin [kg m^2]) of a mesh."""
    moved = np.tile(np.eye(3), (len(places), 1))
    weights = M @ moved
    mass = float(np.trace(moved.T @ weights)) / 3.0
    center = weights.T @ places.ravel() / mass
    turned = stacked_skew(places.ravel())
    inertia = turned.T @ (M @ turned)
    return mass, center, 0.5 * (inertia + inertia.T)


class ObjectFFRFreducedOrderInterface:
    """A flexible body with modes, ready to be added to systems.

    femInterface -- a FEMinterface with modes; None: LoadFromFile fills it
    rigidBodyNodeType -- kind of rotation parameters of the reference frame, a NodeType
    roundMassMatrix, roundStiffnessMatrix -- smaller entries of the reduced matrices, relative to
    the largest one, become zero
    """

    def __init__(
        self,
        femInterface: Any = None,
        rigidBodyNodeType: Any = NodeType.RotationEulerParameters,
        roundMassMatrix: float = 1.0e-13,
        roundStiffnessMatrix: float = 1.0e-13,
    ) -> None:
        name = getattr(rigidBodyNodeType, "name", str(rigidBodyNodeType)).rpartition(".")[2]
        self.rigidBodyNodeType = NodeType[name]
        self.parts: dict[str, Any] = {}
        self.recovered: dict[str, Any] = {}
        self.triangles: Any = []
        if femInterface is not None:
            self._reduce(femInterface, roundMassMatrix, roundStiffnessMatrix)

    @property
    def nModes(self) -> int:
        """Number of modes."""
        return int(self.parts["massMatrixReduced"].shape[0])

    def _reduce(self, fem: Any, round_mass: float, round_stiffness: float) -> None:
        if not fem.modeBasis:
            raise ParameterError(
                "ObjectFFRFreducedOrderInterface: the FEMinterface has no modes; call "
                "ComputeEigenmodes or ComputeHurtyCraigBamptonModes first"
            )
        Psi, M, K = fem.modeBasis["matrix"], fem.GetMassMatrix(), fem.GetStiffnessMatrix()
        x = fem.positions.ravel()
        mass, center, inertia = rigid_inertia(M, fem.positions)
        x_skew, Psi_skew = stacked_skew(x), stacked_skew(Psi)
        moved, M_Psi, M_skew = np.tile(np.eye(3), (len(x) // 3, 1)), M @ Psi, M @ Psi_skew
        self.parts = {
            "massMatrixReduced": _rounded(Psi.T @ M_Psi, round_mass),
            "stiffnessMatrixReduced": _rounded(Psi.T @ (K @ Psi), round_stiffness),
            "modeBasis": Psi,
            "referencePositions": x,
            "physicsMass": mass,
            "physicsInertia": inertia,
            "physicsCenterOfMass": center,
            "mPsiTildePsi": Psi_skew.T @ M_Psi,
            "mPsiTildePsiTilde": Psi_skew.T @ M_skew,
            "mPhitTPsi": moved.T @ M_Psi,
            "mPhitTPsiTilde": moved.T @ M_skew,
            "mXRefTildePsi": x_skew.T @ M_Psi,
            "mXRefTildePsiTilde": x_skew.T @ M_skew,
        }
        self.recovered, self.triangles = dict(fem.postProcessingModes), fem.triangles

    def AddObjectFFRFreducedOrder(
        self,
        mbs: Any,
        positionRef: Any = (0.0, 0.0, 0.0),
        initialVelocity: Any = (0.0, 0.0, 0.0),
        rotationMatrixRef: Any = (),
        initialAngularVelocity: Any = (0.0, 0.0, 0.0),
        massProportionalDamping: float = 0.0,
        stiffnessProportionalDamping: float = 0.0,
        gravity: Any = (0.0, 0.0, 0.0),
        color: Any = (0.1, 0.9, 0.1, 1.0),
        name: str = "",
        modalDamping: Any = None,
        initialModalCoordinates: Any = (),
        initialModalVelocities: Any = (),
        forceUserFunction: Any = 0,
        massMatrixUserFunction: Any = 0,
    ) -> dict[str, Any]:
        """Add the body, its two nodes, and gravity to a system; returns their numbers.

        positionRef [m], rotationMatrixRef -- of the reference frame; empty: not rotated
        initialVelocity [m/s], initialAngularVelocity [rad/s] -- both in global axes
        massProportionalDamping [1/s], stiffnessProportionalDamping [s] -- of Rayleigh damping
        gravity [m/s^2]; color -- RGBA; name -- of the body
        modalDamping -- damping ratios of the modes, one for all or one for each; modes must be
        eigenmodes of the body
        initialModalCoordinates, initialModalVelocities -- of the modes; empty: zeros
        forceUserFunction, massMatrixUserFunction -- of the ObjectFFRFreducedOrder
        """
        n = self.nModes
        M, K = self.parts["massMatrixReduced"], self.parts["stiffnessMatrixReduced"]
        D = massProportionalDamping * M + stiffnessProportionalDamping * K
        if modalDamping is not None:
            D = D + modal_damping(M, K, modalDamping)
        node = mbs.AddNode(
            node_at(
                "AddObjectFFRFreducedOrder", self.rigidBodyNodeType, positionRef,
                initialVelocity, rotationMatrixRef, (), initialAngularVelocity,
            )
        )  # fmt: skip
        modes = mbs.AddNode(
            dict(
                nodeType="GenericODE2",
                numberOfODE2Coordinates=n,
                initialCoordinates=list(initialModalCoordinates),
                initialCoordinates_t=list(initialModalVelocities),
            )
        )
        shown = self.recovered.get("outputVariableType", OutputVariableType._None)
        body = mbs.AddObject(
            dict(
                objectType="FFRFreducedOrder",
                name=name,
                nodeNumbers=[node, modes],
                dampingMatrixReduced=D if D.any() else [],
                outputVariableModeBasis=self.recovered.get("matrix", []),
                outputVariableTypeModeBasis=shown,
                forceUserFunction=forceUserFunction,
                massMatrixUserFunction=massMatrixUserFunction,
                VtriangleMesh=np.asarray(self.triangles),
                Vcolor=list(color),
                **self.parts,
            )
        )
        found = {"nRigidBody": node, "nGenericODE2": modes, "oFFRFreducedOrder": body}
        if np.any(gravity):
            marker = mbs.AddMarker(dict(markerType="BodyMass", bodyNumber=body))
            found["mGravity"] = marker
            found["lGravity"] = mbs.AddLoad(
                dict(loadType="MassProportional", markerNumber=marker, loadVector=list(gravity))
            )
        return found

    def SaveToFile(self, fileName: Any, fileVersion: int = 1) -> None:
        """Save the reduced body as an npz file.

        fileName -- with or without the ending .npz; fileVersion -- accepted, without effect
        """
        content = {**self.parts, "triangles": self.triangles, "reduced": 1}
        content["rigidBodyNodeType"] = self.rigidBodyNodeType.name
        if self.recovered:
            content["recovered"] = self.recovered["matrix"]
            content["recoveredType"] = self.recovered["outputVariableType"].name
        np.savez_compressed(npz_path(fileName, None), **content)

    def LoadFromFile(self, fileName: Any, mode: str | None = None) -> None:
        """Read a reduced body from an npz file of SaveToFile.

        fileName -- with or without the ending .npz; mode -- accepted; always NPZ
        """
        path: Path = npz_path(fileName, mode)
        with np.load(path, allow_pickle=False) as data:
            if "reduced" not in data:
                raise ParameterError(f"{str(path)!r} is not a reduced body of SaveToFile")
            self.parts = {name: data[name] for name in PARTS}
            self.parts["physicsMass"] = float(data["physicsMass"])
            self.triangles = data["triangles"]
            self.rigidBodyNodeType = NodeType[str(data["rigidBodyNodeType"])]
            self.recovered = {}
            if "recovered" in data:
                kind = OutputVariableType[str(data["recoveredType"])]
                self.recovered = {"matrix": data["recovered"], "outputVariableType": kind}


def _rounded(matrix: np.ndarray, share: float) -> np.ndarray:
    """A symmetric matrix without entries that are small against the largest one."""
    found: np.ndarray = 0.5 * (matrix + matrix.T)
    found[np.abs(found) < share * np.abs(found).max(initial=0.0)] = 0.0
    return found


def modal_damping(M: np.ndarray, K: np.ndarray, ratios: Any) -> np.ndarray:
    """Damping matrix with which mode k has the damping ratio zeta_k: 2 zeta_k omega_k m_k."""
    masses = np.diag(M)
    for name, matrix in (("mass", M), ("stiffness", K)):
        beside = np.abs(matrix - np.diag(np.diag(matrix))).max(initial=0.0)
        if beside > 1.0e-6 * np.diag(matrix).max():
            raise ParameterError(
                f"modalDamping: the modes must be eigenmodes, but the reduced {name} matrix is not "
                "diagonal; use massProportionalDamping and stiffnessProportionalDamping"
            )
    shares = np.broadcast_to(np.asarray(ratios, float), masses.shape)
    found: np.ndarray = np.diag(2.0 * shares * np.sqrt(np.maximum(np.diag(K), 0.0) * masses))
    return found
