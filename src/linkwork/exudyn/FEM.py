"""Finite elements: models and flexible bodies, material law, sparse matrices, files of Ansys."""

import os
from enum import Enum

import numpy as np
import scipy

import linkwork.exudyn as exu
from linkwork.exudyn._ansys_files import (
    ReadElementsFromAnsysTxt,
    ReadMatrixFromAnsysMMF,
    ReadNodalCoordinatesFromAnsysTxt,
)
from linkwork.exudyn._fem import (
    FEMinterface,
    HCBstaticModeSelection,
    ObjectFFRFreducedOrderInterface,
)
from linkwork.exudyn._missing import missing_class as _missing_class
from linkwork.exudyn._missing import missing_function as _missing_function
from linkwork.exudyn._missing import refuse as _refuse
from linkwork.exudyn._sparse import (
    AddEntryToCompressedRowSparseArray,
    CheckForSciPyAndError,
    CheckForSciPyAndWarn,
    CheckForSciPyMatrix,
    CompressedRowSparseToDenseMatrix,
    ConvertDenseToCompressedRowMatrix,
    CSRtoRowsAndColumns,
    CSRtoScipySparseCSR,
    MapSparseMatrixIndices,
    ResortIndicesExudyn2NGvector,
    ResortIndicesOfCSRmatrix,
    ResortIndicesOfNGvector,
    ScipySparseCSRtoCSR,
    SparseTripletsToScipySparseCSR,
    VectorDiadicUnitMatrix3D,
    WarnNumpy2,
)
from linkwork.exudyn.advancedUtilities import (
    IsListOrArray,
    IsValidURealInt,
    PlotLineCode,
    RoundMatrix,
)
from linkwork.exudyn.rigidBodyUtilities import (
    AngularVelocity2EulerParameters_t,
    ComputeSkewMatrix,
    EulerParameters2GLocal,
    GetRigidBodyNode,
    RigidBodyInertia,
    RotationVector2GLocal,
    RotXYZ2GLocal,
    RotXYZ2GLocal_t,
    Skew,
    StrNodeType2NodeType,
    eulerParameters0,
)

scipyInstalled = True
useOldCSRformat = False
warnedCSRtoScipySparseCSR = False
warnedConvertDenseToCompressedRowMatrix = False


class MaterialBaseClass:
    """Elastic material: Young's modulus [Pa], Poisson's ratio, density [kg/m^3]."""

    def __init__(self, youngsModulus, poissonsRatio, density):
        self.youngsModulus = youngsModulus
        self.poissonsRatio = poissonsRatio
        self.density = density


class KirchhoffMaterial(MaterialBaseClass):
    """Linear elastic, isotropic material.

    planeStress -- for 2D: plane stress, else plane strain
    materials, fes -- several materials of a mesh of NGsolve are not available
    """

    def __init__(
        self,
        youngsModulus=None,
        poissonsRatio=None,
        density=0,
        materials=None,
        fes=None,
        planeStress=True,
    ):
        if materials is not None or fes is not None:
            _refuse(
                "KirchhoffMaterial with materials or fes",
                "Linkwork does not use meshes of NGsolve; give youngsModulus and poissonsRatio",
            )
        super().__init__(youngsModulus, poissonsRatio, density)
        self.planeStress = planeStress
        self.useMaterials = False
        mu, lam = self.LameParameters()
        self.elasticityTensor = np.diag([2 * mu] * 3 + [mu] * 3)
        self.elasticityTensor[:3, :3] += lam
        # Plane stress: the strain across the plane follows from sigma_zz = 0.
        coupling = 2 * mu * lam / (lam + 2 * mu) if planeStress else lam
        self.elasticityTensor2D = np.diag([2 * mu, 2 * mu, mu])
        self.elasticityTensor2D[:2, :2] += coupling

    def Strain2Stress(self, strain):
        """Stress tensor [Pa] of a strain tensor, 3 x 3."""
        mu, lam = self.LameParameters()
        strain = np.asarray(strain, float)
        return 2 * mu * strain + lam * np.trace(strain) * np.eye(3)

    def StrainVector2StressVector(self, strainVector):
        """Stresses [xx, yy, zz, yz, xz, xy] of strains in this order; shear: gamma = 2 epsilon."""
        return self.elasticityTensor @ np.asarray(strainVector, float)

    def StrainVector2StressVector2D(self, strainVector2D):
        """Stresses [xx, yy, xy] of strains in this order."""
        return self.elasticityTensor2D @ np.asarray(strainVector2D, float)

    def LameParameters(self):
        """[mu, lambda] [Pa]"""
        E, nu = self.youngsModulus, self.poissonsRatio
        return [E / (2 * (1 + nu)), E * nu / ((1 + nu) * (1 - 2 * nu))]


class FiniteElement:
    """Base of finite elements."""

    def __init__(self, material):
        self.material = material


def ConvertHexToTrigs(nodeNumbers):
    """Surface of a hexahedron: 12 triangles of node numbers."""
    faces = ["012", "023", "654", "647", "041", "145", "152", "256", "263", "367", "370", "074"]
    return [[nodeNumbers[int(corner)] for corner in face] for face in faces]


def ConvertTetToTrigs(nodeNumbers):
    """Surface of a tetrahedron: 4 triangles of node numbers."""
    return [[nodeNumbers[int(corner)] for corner in face] for face in ["012", "031", "132", "023"]]


def CyclicCompareReversed(list1, list2):
    """Whether list2 is list1 backwards, from any entry on."""
    backwards = list(list2)[::-1]
    return any(list(list1) == backwards[k:] + backwards[:k] for k in range(len(backwards)))


_MODES = {"NPY": ".npy", "NPZ": ".npz", "PKL": ".pkl", "HDF5": ".hdf5"}


def FileNameToMode(fileName, mode):
    """[name without ending, ending, mode] of a file of finite-element data.

    mode -- 'NPZ', 'NPY', 'PKL' or 'HDF5'; None: by the ending, 'NPZ' if that is unknown
    """
    if mode is not None and mode not in _MODES:
        raise ValueError(f"file mode must be one of {', '.join(_MODES)}, got {mode!r}")
    for own, ending in _MODES.items():
        if fileName.endswith(ending) and mode in (None, own):
            return [fileName.removesuffix(ending), ending, own]
        if fileName.endswith(ending) and ending != ".npz":
            raise ValueError(f"{fileName!r} does not fit the file mode {mode}")
    mode = mode or "NPZ"
    return [fileName, _MODES[mode], mode]


ObjectFFRFinterface = _missing_class(
    "exudyn.FEM.ObjectFFRFinterface",
    "ObjectFFRF keeps all coordinates of the mesh; reduce the body to modes with "
    "ComputeHurtyCraigBamptonModes or ComputeEigenmodes, and use ObjectFFRFreducedOrderInterface",
)
_WHY = "matrices of finite elements come from linkwork.fem, which uses scikit-fem"
Tet4 = _missing_class("exudyn.FEM.Tet4", _WHY)
CMSObjectComputeNorm = _missing_function("exudyn.FEM.CMSObjectComputeNorm", _WHY)
ReadMatrixDOFmappingVectorFromAnsysTxt = _missing_function(
    "exudyn.FEM.ReadMatrixDOFmappingVectorFromAnsysTxt",
    "the order of coordinates is not read from files; read it with np.loadtxt and use "
    "MapSparseMatrixIndices",
)
ReadNodesFromAbaqusInp = _missing_function(
    "exudyn.FEM.ReadNodesFromAbaqusInp",
    "files of Abaqus are not read; read the lines behind *Node with np.loadtxt(..., delimiter=',')",
)
