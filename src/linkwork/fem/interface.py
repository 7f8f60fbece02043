"""FEMinterface: a finite-element model of a body, and the modes that reduce it.

The names of methods are those of the documented class. Matrices are over x, y, z of all nodes, one
node after another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

import numpy as np

from linkwork.core.enums import OutputVariableType
from linkwork.core.errors import ParameterError
from linkwork.fem import elements, files, modes, selection
from linkwork.fem.meshes import SolidMesh

POINT_TOLERANCE = 1.0e-5


class HCBstaticModeSelection(Enum):
    """Static modes of Hurty-Craig-Bampton bases."""

    allBoundaryNodes = 1
    RBE2 = 2
    RBE3 = 3
    noStaticModes = 4


class FEMinterface:
    """A finite-element model of a body.

    solid -- a SolidMesh: `box`, `beam`, `cylinder` or `read_mesh`; None: an empty model, which
    LoadFromFile or SetMatrices fill
    density [kg/m^3], youngsModulus [Pa], poissonsRatio -- of its material

    modeBasis -- dictionary with the modes as columns ("matrix") and how they were made ("type")
    eigenValues -- of the modes [rad^2/s^2]
    postProcessingModes -- dictionary with stresses or strains of the modes
    """

    def __init__(
        self,
        solid: SolidMesh | None = None,
        density: float = 0.0,
        youngsModulus: float = 0.0,
        poissonsRatio: float = 0.0,
    ) -> None:
        self.solid = solid
        self.youngsModulus, self.poissonsRatio = youngsModulus, poissonsRatio
        self.positions = np.zeros((0, 3))
        self.triangles = np.zeros((0, 3), int)
        self.nodeSets: list[dict[str, Any]] = []
        self.modeBasis: dict[str, Any] = {}
        self.eigenValues = np.zeros(0)
        self.postProcessingModes: dict[str, Any] = {}
        self._M: Any = None
        self._K: Any = None
        if solid is not None:
            _check_material(density, youngsModulus, poissonsRatio)
            self.positions, self.triangles = solid.nodes(), solid.triangles()
            self._M = elements.mass_matrix(solid, density)
            self._K = elements.stiffness_matrix(solid, youngsModulus, poissonsRatio)

    def __repr__(self) -> str:
        count = self.modeBasis["matrix"].shape[1] if self.modeBasis else 0
        return f"<FEMinterface: {self.NumberOfNodes()} nodes, {count} modes>"

    def SetMatrices(
        self, positions: Any, massMatrix: Any, stiffnessMatrix: Any, triangles: Any = None
    ) -> None:
        """Use nodes and matrices of another program.

        positions [m] -- of the nodes, one row each; massMatrix, stiffnessMatrix -- dense or sparse
        triangles -- of the surface, for drawing: three node numbers each
        """
        from scipy.sparse import csr_matrix

        places = np.array(positions, float).reshape(-1, 3)
        for name, matrix in (("massMatrix", massMatrix), ("stiffnessMatrix", stiffnessMatrix)):
            if matrix.shape != (places.size, places.size):
                raise ParameterError(
                    f"SetMatrices: {name} must be {places.size} x {places.size}, for "
                    f"{len(places)} nodes, got {' x '.join(map(str, matrix.shape))}"
                )
        self.positions, self._M, self._K = (
            places,
            csr_matrix(massMatrix),
            csr_matrix(stiffnessMatrix),
        )
        if triangles is not None:
            self.triangles = np.array(triangles, int).reshape(-1, 3)

    # ------------------------------------------------------------------ model

    def GetMassMatrix(self, sparse: bool = True) -> Any:
        """Mass matrix of all nodes [kg]; sparse -- as a SciPy matrix, else as an array."""
        return self._filled(self._M) if sparse else self._filled(self._M).toarray()

    def GetStiffnessMatrix(self, sparse: bool = True) -> Any:
        """Stiffness matrix of all nodes [N/m]; sparse -- as a SciPy matrix, else as an array."""
        return self._filled(self._K) if sparse else self._filled(self._K).toarray()

    @staticmethod
    def _filled(matrix: Any) -> Any:
        if matrix is None:
            raise ParameterError(
                "FEMinterface: the model is empty; give it a mesh, or use LoadFromFile or "
                "SetMatrices"
            )
        return matrix

    def NumberOfNodes(self) -> int:
        """Number of mesh nodes."""
        return len(self.positions)

    def NumberOfCoordinates(self) -> int:
        """Number of coordinates of all mesh nodes."""
        return self.positions.size

    def GetNodePositionsAsArray(self) -> np.ndarray:
        """Reference positions of the mesh nodes [m], one row each."""
        return self.positions.copy()

    def GetSurfaceTriangles(self) -> list[list[int]]:
        """Triangles of the surface: three node numbers each."""
        found: list[list[int]] = self.triangles.tolist()
        return found

    def ScaleMassMatrix(self, factor: float) -> None:
        """Multiply the mass matrix by a factor."""
        self._M = self._filled(self._M) * float(factor)

    def ScaleStiffnessMatrix(self, factor: float) -> None:
        """Multiply the stiffness matrix by a factor."""
        self._K = self._filled(self._K) * float(factor)

    def AddNodeMass(self, nodeNumber: int, addedMass: float) -> None:
        """Add a point mass at a node.

        addedMass [kg]
        """
        self._M = self._with_diagonal(self._filled(self._M), nodeNumber, [float(addedMass)] * 3)

    def AddElasticSupportAtNode(
        self, nodeNumber: int, springStiffness: Any = (1.0e8, 1.0e8, 1.0e8)
    ) -> None:
        """Add springs between a node and the reference frame.

        springStiffness [N/m] -- along x, y, z
        """
        self._K = self._with_diagonal(self._filled(self._K), nodeNumber, springStiffness)

    def _with_diagonal(self, matrix: Any, node: int, values: Any) -> Any:
        from scipy.sparse import csr_matrix

        if not 0 <= node < self.NumberOfNodes():
            raise ParameterError(
                f"FEMinterface: the model has {self.NumberOfNodes()} nodes, got {node}"
            )
        places = 3 * node + np.arange(3)
        return matrix + csr_matrix((np.asarray(values, float), (places, places)), matrix.shape)

    def GetRigidBodyInertia(self) -> Any:
        """Mass, center of mass and inertia of the body without deformation: a RigidBodyInertia."""
        from linkwork.fem.reduced import rigid_inertia
        from linkwork.rigid.inertia import RigidBodyInertia

        mass, center, inertia = rigid_inertia(self._filled(self._M), self.positions)
        return RigidBodyInertia(mass=mass, inertiaTensor=inertia, com=center)

    # ------------------------------------------------------------------ nodes

    def GetNodeAtPoint(
        self, point: Any, tolerance: float = POINT_TOLERANCE, raiseException: bool = True
    ) -> int:
        """The node at a point.

        point [m]; tolerance [m]
        raiseException -- whether no node is an error; otherwise -1 is returned
        """
        return selection.at_point(self.positions, point, tolerance, raiseException)

    def GetNodesInPlane(
        self, point: Any, normal: Any, tolerance: float = POINT_TOLERANCE
    ) -> list[int]:
        """Nodes in a plane.

        point [m], normal -- of the plane; tolerance [m]
        """
        return selection.in_plane(self.positions, point, normal, tolerance)

    def GetNodesInCube(self, pMin: Any, pMax: Any) -> list[int]:
        """Nodes in a cuboid.

        pMin, pMax [m] -- corners with the least and largest coordinates
        """
        return selection.in_cube(self.positions, pMin, pMax)

    def GetNodesOnLine(self, p1: Any, p2: Any, tolerance: float = POINT_TOLERANCE) -> list[int]:
        """Nodes on a line.

        p1, p2 [m] -- its ends; tolerance [m]
        """
        return selection.on_line(self.positions, p1, p2, tolerance)

    def GetNodesOnCylinder(
        self, p1: Any, p2: Any, radius: float, tolerance: float = POINT_TOLERANCE
    ) -> list[int]:
        """Nodes on the lateral surface of a cylinder.

        p1, p2 [m] -- ends of its axis; radius, tolerance [m]
        """
        return selection.on_cylinder(self.positions, p1, p2, radius, tolerance)

    def GetNodesOnCircle(
        self, point: Any, normal: Any, r: float, tolerance: float = POINT_TOLERANCE
    ) -> list[int]:
        """Nodes on a circle.

        point [m], normal -- center and axis; r [m] -- radius; tolerance [m]
        """
        return selection.on_circle(self.positions, point, normal, r, tolerance)

    def GetNodePositionsMean(self, nodeNumberList: Any) -> np.ndarray:
        """Mean of the positions of nodes [m].

        nodeNumberList -- their numbers
        """
        found: np.ndarray = self.positions[list(nodeNumberList)].mean(axis=0)
        return found

    def GetNodeWeightsFromSurfaceAreas(
        self, nodeList: Any, normalizeWeights: bool = True
    ) -> np.ndarray:
        """Weights of nodes by the area of the surface that belongs to each.

        nodeList -- numbers of nodes that together form a part of the surface
        normalizeWeights -- whether the sum of the weights is 1; else they are areas [m^2]
        """
        weights = selection.surface_weights(self.positions, self.triangles, nodeList)
        if not weights.sum() > 0.0:
            raise ParameterError(
                "GetNodeWeightsFromSurfaceAreas: no triangle of the surface has all its corners "
                "among these nodes; use equal weights"
            )
        return weights / weights.sum() if normalizeWeights else weights

    # ------------------------------------------------------------------ modes

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
        rounding = modes.ROUNDING * K.diagonal().sum() / M.diagonal().sum()
        if n and values[n - 1] > max(modes.RIGID * values[n], rounding):
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

    # ------------------------------------------------------------------ files

    def SaveToFile(self, fileName: Any, fileVersion: int = 4, mode: str | None = None) -> None:
        """Save the model as an npz file.

        fileName -- with or without the ending .npz; fileVersion, mode -- accepted; always NPZ
        """
        files.save(self, fileName, mode)

    def LoadFromFile(
        self, fileName: Any, forceVersion: int | None = None, mode: str | None = None
    ) -> None:
        """Read a model from an npz file of SaveToFile.

        fileName -- with or without the ending .npz; forceVersion, mode -- accepted; always NPZ
        """
        files.load(self, fileName, mode)


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


def _check_material(density: float, youngs_modulus: float, poissons_ratio: float) -> None:
    checks: list[tuple[str, float, Callable[[float], bool], str]] = [
        ("density", density, lambda x: x > 0.0, "> 0 kg/m^3"),
        ("youngsModulus", youngs_modulus, lambda x: x > 0.0, "> 0 Pa"),
        ("poissonsRatio", poissons_ratio, lambda x: -1.0 < x < 0.5, "between -1 and 0.5"),
    ]
    for name, value, fits, wanted in checks:
        if not fits(value):
            raise ParameterError(f"FEMinterface: {name} must be {wanted}, got {value!r}")
