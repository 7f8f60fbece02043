"""Mode bases of finite-element models, and the stresses of modes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import Enum
from typing import Any

import numpy as np

from linkwork.core.enums import OutputVariableType
from linkwork.core.errors import ParameterError
from linkwork.fem import elements, modes, selection
from linkwork.fem.meshes import SolidMesh
from linkwork.math.tolerances import RIGID, RIGID_EIGENVALUE


class HCBstaticModeSelection(Enum):
    """Static modes of Hurty-Craig-Bampton bases."""

    allBoundaryNodes = 1
    RBE2 = 2
    RBE3 = 3
    noStaticModes = 4


class ModeBases(ABC):
    """What a finite-element model computes from its matrices."""

    solid: SolidMesh | None
    positions: np.ndarray
    youngsModulus: float
    poissonsRatio: float
    modeBasis: dict[str, Any]
    eigenValues: np.ndarray
    postProcessingModes: dict[str, Any]

    @abstractmethod
    def GetMassMatrix(self, sparse: bool = True) -> Any:
        """Mass matrix of all nodes [kg]; sparse -- as a SciPy matrix, else as an array."""

    @abstractmethod
    def GetStiffnessMatrix(self, sparse: bool = True) -> Any:
        """Stiffness matrix of all nodes [N/m]; sparse -- as a SciPy matrix, else as an array."""

    def ComputeEigenmodes(
        self, nModes: int, excludeRigidBodyModes: int = 0, useSparseSolver: bool = True
    ) -> None:
        """Compute eigenmodes of the free body as its mode basis.

        nModes -- their number; excludeRigidBodyModes -- number of lowest modes to leave out, 6 for
        a free body; useSparseSolver -- accepted; large models always use sparse matrices
        """
        K, M = self.GetStiffnessMatrix(), self.GetMassMatrix()
        values, found = modes.eigenmodes(K, M, nModes + excludeRigidBodyModes)
        n = excludeRigidBodyModes
        rounding = RIGID_EIGENVALUE * K.diagonal().sum() / M.diagonal().sum()
        if n and values[n - 1] > max(RIGID * values[n], rounding):
            raise ParameterError(
                f"ComputeEigenmodes: mode {n - 1} with {values[n - 1]:.6g} rad^2/s^2 is not a "
                f"rigid body motion; excludeRigidBodyModes = {n} is too large"
            )
        self._set_modes(values[n:], found[:, n:], "NormalModes")

    def ComputeEigenModesWithBoundaryNodes(
        self, boundaryNodes: Any, nEigenModes: int, useSparseSolver: bool = True
    ) -> None:
        """Compute eigenmodes of the body held at some nodes as its mode basis.

        boundaryNodes -- nodes that do not move; nEigenModes -- number of modes
        useSparseSolver -- accepted; large models always use sparse matrices
        """
        K, M = self.GetStiffnessMatrix(), self.GetMassMatrix()
        held = selection.checked(
            self.positions, boundaryNodes, "ComputeEigenModesWithBoundaryNodes"
        )
        free = np.setdiff1d(np.arange(K.shape[0]), _coordinates(held))
        values, found = modes.eigenmodes(K[free][:, free], M[free][:, free], nEigenModes)
        whole = np.zeros((K.shape[0], nEigenModes))
        whole[free] = found
        self._set_modes(values, whole, "NormalModes")

    def ComputeHurtyCraigBamptonModes(
        self,
        boundaryNodesList: Sequence[Any],
        nEigenModes: int,
        useSparseSolver: bool = True,
        computationMode: Any = HCBstaticModeSelection.RBE2,
        boundaryNodesWeights: Sequence[Any] = (),
        excludeRigidBodyMotion: bool = True,
        RBE3secondMomentOfAreaWeighting: bool = True,
        numberOfRigidBodyModes: int | None = None,
        verboseMode: bool = False,
        timerTreshold: int = 20000,
        diagonalize: bool = False,
    ) -> None:
        """Compute static modes of boundaries and eigenmodes between them as mode basis.

        boundaryNodesList -- lists of nodes, one for each boundary; nEigenModes -- of the held body
        computationMode -- RBE2: boundaries move as rigid bodies; RBE3: in the mean; or all their
        nodes move (allBoundaryNodes), or none (noStaticModes)
        boundaryNodesWeights -- of RBE3: weights of the nodes of each boundary; empty: equal
        excludeRigidBodyMotion -- whether the static modes of the first boundary are left out, so
        that the reference frame of the body moves with this boundary
        numberOfRigidBodyModes -- how many modes are left out; None: all of the first boundary
        diagonalize -- whether the modes become eigenmodes of the free reduced body, without rigid
        body motions: then modalDamping is possible, and the frame moves with the body in the mean
        useSparseSolver, RBE3secondMomentOfAreaWeighting, verboseMode, timerTreshold -- accepted,
        without effect
        """
        kind = HCBstaticModeSelection[getattr(computationMode, "name", str(computationMode))]
        K, M = self.GetStiffnessMatrix(), self.GetMassMatrix()
        if not boundaryNodesList or not all(len(nodes) for nodes in boundaryNodesList):
            raise ParameterError(
                "ComputeHurtyCraigBamptonModes: boundaryNodesList must be lists of nodes, one for "
                "each boundary, none of them empty"
            )
        for nodes in boundaryNodesList:
            means = kind is HCBstaticModeSelection.RBE3
            turns = means or kind is HCBstaticModeSelection.RBE2 and len(nodes) > 2
            selection.checked(self.positions, nodes, "ComputeHurtyCraigBamptonModes", turns)
        if kind is HCBstaticModeSelection.RBE3:
            weights = self._weights(boundaryNodesList, boundaryNodesWeights)
            pairs = list(zip(boundaryNodesList, weights, strict=True))
            boundaries = [(_coordinates(boundaryNodesList[0]), np.zeros((0, 6)))]
            C = modes.mean_constraints(K.shape[0], pairs, self.positions)
            basis = modes.craig_bampton_of_means(K, M, C, nEigenModes)
        else:
            boundaries = [self._boundary(nodes, kind) for nodes in boundaryNodesList]
            basis = modes.craig_bampton(K, M, boundaries, nEigenModes)
        rigid = (
            len(boundaries[0][1].T) if numberOfRigidBodyModes is None else numberOfRigidBodyModes
        )
        static = basis.shape[1] - nEigenModes
        if diagonalize:
            values, basis = modes.without_rigid_motions(K, M, basis, min(6, static))
        else:
            inner = basis[:, static:]
            values = np.einsum("ij,ij->j", inner, K @ inner)  # their masses are 1
            basis = basis[:, rigid:] if excludeRigidBodyMotion else basis
        self._set_modes(values, basis, "HCBmodes")

    def _boundary(self, nodes: Any, kind: HCBstaticModeSelection) -> tuple[np.ndarray, np.ndarray]:
        coordinates = _coordinates(nodes)
        if kind is HCBstaticModeSelection.allBoundaryNodes:
            return coordinates, np.eye(len(coordinates))
        if kind is HCBstaticModeSelection.noStaticModes:
            return coordinates, np.zeros((len(coordinates), 0))
        if len(nodes) < 3:
            return coordinates, np.tile(np.eye(3), (len(nodes), 1))
        places = self.positions[list(nodes)]
        return coordinates, modes.rigid_motions(places, places.mean(axis=0))

    def _weights(self, lists: Sequence[Any], given: Sequence[Any]) -> list[np.ndarray]:
        if len(given) and len(given) != len(lists):
            raise ParameterError(
                "ComputeHurtyCraigBamptonModes: boundaryNodesWeights must have one list for each "
                f"of the {len(lists)} boundaries, got {len(given)}"
            )
        found = [np.asarray(w, float) for w in given] or [np.ones(len(nodes)) for nodes in lists]
        for weights, nodes in zip(found, lists, strict=True):
            if weights.shape != (len(nodes),) or not (weights >= 0.0).all() or not weights.any():
                raise ParameterError(
                    "ComputeHurtyCraigBamptonModes: boundaryNodesWeights must have a number >= 0 "
                    f"for each of the {len(nodes)} nodes of a boundary, not all of them 0, got "
                    f"{weights.tolist()}"
                )
        return [w / w.sum() for w in found]

    def _set_modes(self, values: np.ndarray, found: np.ndarray, kind: str) -> None:
        self.eigenValues, self.modeBasis = values, {"matrix": found, "type": kind}
        self.postProcessingModes = {}

    def GetEigenFrequenciesHz(self) -> np.ndarray:
        """Frequencies of the modes [Hz]."""
        found: np.ndarray = np.sqrt(np.maximum(self.eigenValues, 0.0)) / (2.0 * np.pi)
        return found

    def ComputePostProcessingModes(
        self,
        material: Any = 0,
        outputVariableType: Any = OutputVariableType.StressLocal,
        numberOfThreads: int = 1,
    ) -> None:
        """Compute stresses or strains of the modes at all nodes.

        material -- accepted; 0: the material of the mesh, else one with youngsModulus [Pa] and
        poissonsRatio; outputVariableType -- StressLocal or StrainLocal
        numberOfThreads -- accepted, without effect
        """
        if self.solid is None or not self.modeBasis:
            raise ParameterError(
                "ComputePostProcessingModes: the model needs a mesh of linkwork.fem and modes; "
                "compute eigenmodes or Hurty-Craig-Bampton modes first"
            )
        variable = _variable(outputVariableType)
        found = elements.strains(self.solid, self.modeBasis["matrix"])
        if variable is OutputVariableType.StressLocal:
            E = getattr(material, "youngsModulus", self.youngsModulus)
            nu = getattr(material, "poissonsRatio", self.poissonsRatio)
            found = elements.stresses(found, E, nu)
        self.postProcessingModes = {
            "matrix": found.reshape(len(found), -1), "outputVariableType": variable
        }  # fmt: skip


def _coordinates(nodes: Any) -> np.ndarray:
    """Coordinates x, y, z of nodes."""
    found: np.ndarray = (3 * np.asarray(nodes, int)[:, None] + np.arange(3)).ravel()
    return found


def _variable(given: Any) -> OutputVariableType:
    """StressLocal or StrainLocal, also by name or by the type of the facade."""
    name = getattr(given, "name", str(given)).rpartition(".")[2]
    if name not in ("StressLocal", "StrainLocal"):
        raise ParameterError(
            f"ComputePostProcessingModes: outputVariableType must be StressLocal or StrainLocal, "
            f"got {given!r}"
        )
    return OutputVariableType[name]
