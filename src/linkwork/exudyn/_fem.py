"""FEMinterface and ObjectFFRFreducedOrderInterface with the data members that scripts use."""

import inspect

import numpy as np

import linkwork.fem.interface as own
from linkwork.exudyn._abaqus_files import read_input_file, read_matrix, surface_of
from linkwork.exudyn._missing import names, refuse
from linkwork.fem import mode_bases
from linkwork.fem.reduced import ObjectFFRFreducedOrderInterface as OwnReduced

HCBstaticModeSelection = mode_bases.HCBstaticModeSelection

_NGSOLVE = (
    "Linkwork does not use meshes of NGsolve; make or read the mesh with linkwork.fem (box, beam, "
    "cylinder, read_mesh), which uses scikit-fem, or load a file that FEMinterface.SaveToFile wrote"
)


class FEMinterface(own.FEMinterface):
    """A finite-element model; linkwork.fem.FEMinterface with data members of the same names.

    nodes -- {"Position": one row each}; massMatrix, stiffnessMatrix -- sparse matrices of SciPy
    surface -- list of dictionaries with "Trigs"; elements, elementSets -- kept as they are given
    """

    def __init__(self):
        super().__init__()
        self.metaData = {"source": "unknown"}
        self.elements = []
        self.elementSets = []

    @property
    def nodes(self):
        return {"Position": self.positions} if len(self.positions) else {}

    @nodes.setter
    def nodes(self, given):
        self.positions = np.array(given.get("Position", np.zeros((0, 3))), float).reshape(-1, 3)

    @property
    def massMatrix(self):
        return self._M

    @massMatrix.setter
    def massMatrix(self, matrix):
        self._M = _sparse(matrix)

    @property
    def stiffnessMatrix(self):
        return self._K

    @stiffnessMatrix.setter
    def stiffnessMatrix(self, matrix):
        self._K = _sparse(matrix)

    @property
    def surface(self):
        if not len(self.triangles):
            return []
        return [{"Name": "meshSurface", "Trigs": self.triangles, "Quads": []}]

    @surface.setter
    def surface(self, given):
        found = [np.reshape(part.get("Trigs", []), (-1, 3)) for part in given]
        for part in given:
            quads = np.reshape(part.get("Quads", []), (-1, 4)).astype(int)
            found += [quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]]
        self.triangles = np.concatenate([np.zeros((0, 3)), *found]).astype(int)

    def GetDictionary(self):
        """Everything that SaveToFile writes."""
        return {name: getattr(self, name) for name in _SAVED}

    def SetWithDictionary(self, dictData, warn=True, fromNPZ=False):
        """Set everything from a dictionary of GetDictionary."""
        for name in _SAVED:
            if name in dictData:
                value = dictData[name]
                if isinstance(value, np.ndarray) and value.dtype == object:
                    value = value.item() if value.ndim == 0 else list(value)
                setattr(self, name, value)
        self.eigenValues = np.asarray(self.eigenValues, float)
        self.elements, self.elementSets = list(self.elements), list(self.elementSets)
        self.nodeSets, self.solid = list(self.nodeSets), None

    def SaveToFile(self, fileName, fileVersion=4, mode=None):
        """Write an npz file of the other interface, which holds pickled dictionaries."""
        content = self.GetDictionary()
        objects = {}
        for name, value in content.items():
            objects[name] = np.empty((), object)
            objects[name][()] = value
        np.savez(_npz(fileName, mode), **objects, fileVersion=4, type="FEMinterface")

    def LoadFromFile(self, fileName, forceVersion=None, mode=None):
        """Read an npz file of the other interface, or one of linkwork.fem.

        Files of the other interface hold pickled objects: read only those that you trust.
        """
        path = _npz(fileName, mode)
        with np.load(path, allow_pickle=False) as data:
            is_own = "version" in data.files
        if is_own:
            super().LoadFromFile(path)
            return
        with np.load(path, allow_pickle=True) as data:
            self.SetWithDictionary({name: data[name] for name in data.files if name in _SAVED})

    def ImportFromAbaqusInputFile(
        self,
        fileName,
        typeName="Part",
        name="Part-1",
        verbose=False,
        createSurfaceTrigs=True,
        surfaceTrigsAll=False,
    ):
        """Read nodes and elements of a part or instance of an .inp file; returns the positions."""
        places, found = read_input_file(fileName, typeName, name)
        self.nodes = {"Position": places}
        self.elements = [{"Name": "elements", **found}]
        if createSurfaceTrigs:
            self.triangles = surface_of(found)
        return places

    def ReadMassMatrixFromAbaqus(self, fileName, type="SparseRowColumnValue"):
        """Read the mass matrix from a text file with rows (row, column, value)."""
        self._M = read_matrix(fileName)

    def ReadStiffnessMatrixFromAbaqus(self, fileName, type="SparseRowColumnValue"):
        """Read the stiffness matrix from a text file with rows (row, column, value)."""
        self._K = read_matrix(fileName)

    def VolumeToSurfaceElements(self, verbose=False):
        """Find the triangles of the surface of all elements."""
        for part in self.elements:
            rows = {k: np.asarray(v) for k, v in part.items() if k != "Name"}
            self.triangles = surface_of(rows)

    def ConvertElementsLists2Numpy(self):
        """Nothing to do: elements are arrays."""

    def ConvertSurfaceLists2Numpy(self):
        """Nothing to do: triangles are an array."""

    def NumpyArray2ListOfLists(self, matrix):
        """A matrix as a list of rows."""
        return np.asarray(matrix).tolist()

    def GetBoundaryNodeSetsAsLists(self):
        """[names, node numbers, weights] of all node sets."""
        sets = self.nodeSets
        weights = [each.get("NodeWeights", []) for each in sets]
        return [[each["Name"] for each in sets], [each["NodeNumbers"] for each in sets], weights]

    def CheckConsistency(self):
        """Raise an error if matrices and modes do not fit the nodes."""
        size = self.NumberOfCoordinates()
        for name in ("massMatrix", "stiffnessMatrix"):
            matrix = getattr(self, name)
            if matrix is not None and matrix.shape != (size, size):
                raise ValueError(f"CheckConsistency: {name} does not fit {size} coordinates")
        if self.modeBasis and len(self.modeBasis["matrix"]) != size:
            raise ValueError(f"CheckConsistency: modeBasis does not fit {size} coordinates")

    def CreateLinearFEMObjectGenericODE2(self, mbs, color=[0.9, 0.4, 0.4, 1.0]):
        """Add all nodes and an ObjectGenericODE2 with the matrices; returns [object, nodes]."""
        from linkwork.items import NodePoint, ObjectGenericODE2, VObjectGenericODE2

        nodes = [mbs.AddNode(NodePoint(referenceCoordinates=place)) for place in self.positions]
        drawn = VObjectGenericODE2(triangleMesh=self.triangles, color=list(color))
        body = ObjectGenericODE2(
            nodeNumbers=nodes,
            massMatrix=self.GetMassMatrix(),
            stiffnessMatrix=self.GetStiffnessMatrix(),
            visualization=drawn,
        )
        return [mbs.AddObject(body), nodes]

    def AddElasticSupportAtNode(self, nodeNumber, springStiffness=[1e8, 1e8, 1e8]):
        """Add springs between a node and the reference frame."""
        super().AddElasticSupportAtNode(nodeNumber, springStiffness)

    def ComputeHurtyCraigBamptonModes(
        self,
        boundaryNodesList,
        nEigenModes,
        useSparseSolver=True,
        computationMode=HCBstaticModeSelection.RBE2,
        boundaryNodesWeights=[],
        excludeRigidBodyMotion=True,
        RBE3secondMomentOfAreaWeighting=True,
        numberOfRigidBodyModes=None,
        verboseMode=False,
        timerTreshold=20000,
    ):
        """Compute static modes of boundaries and eigenmodes between them as mode basis."""
        super().ComputeHurtyCraigBamptonModes(
            boundaryNodesList,
            nEigenModes,
            computationMode=computationMode,
            boundaryNodesWeights=boundaryNodesWeights,
            excludeRigidBodyMotion=excludeRigidBodyMotion,
            numberOfRigidBodyModes=numberOfRigidBodyModes,
        )

    def ComputePostProcessingModes(
        self, material=0, outputVariableType="OutputVariableType.StressLocal", numberOfThreads=1
    ):
        """Compute stresses or strains of the modes at all nodes; needs a mesh of linkwork.fem."""
        super().ComputePostProcessingModes(material, outputVariableType, numberOfThreads)

    def GetGyroscopicMatrix(self, rotationAxis=2, sparse=True):
        """G = M w~: 2 omega G q_t are Coriolis forces in a frame that turns about the axis w."""
        from scipy.sparse import identity, kron

        skew = np.cross(np.eye(3)[rotationAxis], np.eye(3)).T
        found = self.GetMassMatrix() @ kron(identity(self.NumberOfNodes()), skew, "csr")
        return found if sparse else found.toarray()


_SAVED = (
    "metaData", "nodes", "elements", "massMatrix", "stiffnessMatrix", "surface", "nodeSets",
    "elementSets", "modeBasis", "eigenValues", "postProcessingModes",
)  # fmt: skip


_REFUSED = {
    "ImportMeshFromNGsolve": "mesh, density=None, youngsModulus=None, poissonsRatio=None, "
    "materials=None, createBoundaryNodeSets=True, boundaryNamesList=None, verbose=False, "
    "meshOrder=1, **kwargs",
    "ComputeEigenmodesNGsolve": "bfM, bfK, nModes, maxEigensolveIterations=40, "
    "excludeRigidBodyModes=0, verbose=False",
    "ComputeHurtyCraigBamptonModesNGsolve": "bfM, bfK, boundaryNodesList, nEigenModes, "
    "maxEigensolveIterations=40, verbose=False",
    "ComputePostProcessingModesNGsolve": "fes, material=0, "
    "outputVariableType='OutputVariableType.StressLocal', verbose=False",
    "CreateNGsolveBoundaryNodeSets": "mesh, boundaryNamesList=None, warnNodeSets=True",
    "GetNodesOfNGsolveBoundary": "mesh, boundaryName",
    "CreateNonlinearFEMObjectGenericODE2NGsolve": "mbs, mesh, density, youngsModulus, "
    "poissonsRatio, meshOrder=1, color=[0.9, 0.4, 0.4, 1.0]",
    "InternalComputePostprocessingMode": "parameterList",
    "ComputeCampbellDiagram": "terminalFrequency, nEigenfrequencies=10, frequencySteps=25, "
    "rotationAxis=2, plotDiagram=False, verbose=False, useCorotationalFrame=False, "
    "useSparseSolver=False",
    "ReadMassMatrixFromAnsys": "fileName, dofMappingVectorFile, sparse=True, verbose=False",
    "ReadStiffnessMatrixFromAnsys": "fileName, dofMappingVectorFile, sparse=True, verbose=False",
    "ReadNodalCoordinatesFromAnsys": "fileName, verbose=False",
    "ReadElementsFromAnsys": "fileName, verbose=False",
}
"""Methods that are not available -> their arguments."""

_INSTEAD = {
    "InternalComputePostprocessingMode": "use ComputePostProcessingModes",
    "ComputeCampbellDiagram": "compute eigenvalues of the rotating system with mbs.linearize",
    "ReadMassMatrixFromAnsys": "read it with ReadMatrixFromAnsysMMF and set massMatrix",
    "ReadStiffnessMatrixFromAnsys": "read it with ReadMatrixFromAnsysMMF and set stiffnessMatrix",
    "ReadNodalCoordinatesFromAnsys": "use ReadNodalCoordinatesFromAnsysTxt and set nodes",
    "ReadElementsFromAnsys": "use ReadElementsFromAnsysTxt and set elements",
}


def _refusing(name, arguments):
    why = _INSTEAD.get(name, _NGSOLVE)
    names[f"exudyn.FEM.FEMinterface.{name}"] = why

    def method(self, *_, **__):
        refuse(f"exudyn.FEM.FEMinterface.{name}", why)

    method.__name__, method.__doc__ = name, f"Not available: {why}"
    method.__signature__ = inspect.signature(eval(f"lambda self, {arguments}: None"))
    return method


for _name, _arguments in _REFUSED.items():
    setattr(FEMinterface, _name, _refusing(_name, _arguments))


def _sparse(matrix):
    """A matrix as a sparse one of SciPy; old files have rows [row, column, value]."""
    from scipy.sparse import coo_matrix, csr_matrix, issparse

    if matrix is None or issparse(matrix):
        return None if matrix is None else matrix.tocsr()
    values = np.asarray(matrix, float)
    if values.ndim == 2 and values.shape[1] == 3:
        return coo_matrix((values[:, 2], values[:, :2].astype(int).T)).tocsr()
    return csr_matrix(values)


def _npz(fileName, mode):
    from linkwork.exudyn.FEM import FileNameToMode

    name, ending, kind = FileNameToMode(str(fileName), mode)
    if kind != "NPZ":
        refuse(f"files of mode {kind}", "finite-element models are read and written as NPZ")
    return name + ending


class ObjectFFRFreducedOrderInterface(OwnReduced):
    """A flexible body with modes; linkwork.fem.ObjectFFRFreducedOrderInterface."""

    def __init__(
        self,
        femInterface=None,
        rigidBodyNodeType="NodeType.RotationEulerParameters",
        roundMassMatrix=1e-13,
        roundStiffnessMatrix=1e-13,
    ):
        super().__init__(femInterface, rigidBodyNodeType, roundMassMatrix, roundStiffnessMatrix)

    def GetDictionary(self):
        """Everything that SaveToFile writes."""
        return {**self.parts, "recovered": self.recovered, "triangles": self.triangles}

    def SetWithDictionary(self, data):
        """Set everything from a dictionary of GetDictionary."""
        own = dict(data)
        self.recovered, self.triangles = own.pop("recovered", {}), own.pop("triangles", [])
        self.parts = own

    def AddObjectFFRFreducedOrder(
        self,
        mbs,
        positionRef=[0, 0, 0],
        initialVelocity=[0, 0, 0],
        rotationMatrixRef=[],
        initialAngularVelocity=[0, 0, 0],
        massProportionalDamping=0,
        stiffnessProportionalDamping=0,
        gravity=[0, 0, 0],
        color=[0.1, 0.9, 0.1, 1.0],
        name="",
    ):
        """Add the body, its two nodes, and gravity to a system; returns their numbers."""
        return super().AddObjectFFRFreducedOrder(
            mbs,
            positionRef,
            initialVelocity,
            rotationMatrixRef,
            initialAngularVelocity,
            massProportionalDamping,
            stiffnessProportionalDamping,
            gravity,
            color,
            name,
        )

    def AddObjectFFRFreducedOrderWithUserFunctions(
        self,
        exu,
        mbs,
        positionRef=[0, 0, 0],
        initialVelocity=[0, 0, 0],
        rotationMatrixRef=[],
        initialAngularVelocity=[0, 0, 0],
        gravity=[0, 0, 0],
        UFforce=0,
        UFmassMatrix=0,
        massProportionalDamping=0,
        stiffnessProportionalDamping=0,
        color=[0.1, 0.9, 0.1, 1.0],
        eulerParametersRef=[],
        name="",
    ):
        """Not available: the functions would repeat the law, which the body has itself."""
        _refuse_functions("AddObjectFFRFreducedOrderWithUserFunctions")

    def UFmassFFRFreducedOrder(self, exu, mbs, t, qReduced, qReduced_t):
        """Not available: the body has this law itself."""
        _refuse_functions("UFmassFFRFreducedOrder")

    def UFforceFFRFreducedOrder(self, exu, mbs, t, qReduced, qReduced_t):
        """Not available: the body has this law itself."""
        _refuse_functions("UFforceFFRFreducedOrder")


def _refuse_functions(name):
    refuse(
        f"exudyn.FEM.ObjectFFRFreducedOrderInterface.{name}",
        "the body has the documented law itself; use AddObjectFFRFreducedOrder",
    )
