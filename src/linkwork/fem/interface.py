"""FEMinterface: a finite-element model of a body, and the modes that reduce it.

The names of methods are those of the documented class. Matrices are over x, y, z of all nodes, one
node after another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError
from linkwork.fem import elements, files
from linkwork.fem.meshes import SolidMesh
from linkwork.fem.mode_bases import ModeBases
from linkwork.fem.node_lists import NodeLists


class FEMinterface(NodeLists, ModeBases):
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


def _check_material(density: float, youngs_modulus: float, poissons_ratio: float) -> None:
    checks: list[tuple[str, float, Callable[[float], bool], str]] = [
        ("density", density, lambda x: x > 0.0, "> 0 kg/m^3"),
        ("youngsModulus", youngs_modulus, lambda x: x > 0.0, "> 0 Pa"),
        ("poissonsRatio", poissons_ratio, lambda x: -1.0 < x < 0.5, "between -1 and 0.5"),
    ]
    for name, value, fits, wanted in checks:
        if not fits(value):
            raise ParameterError(f"FEMinterface: {name} must be {wanted}, got {value!r}")
