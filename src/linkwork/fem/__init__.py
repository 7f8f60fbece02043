"""Flexible bodies from finite elements: meshes, matrices, modes, and bodies for systems.

    from linkwork import fem

    rod = fem.FEMinterface(fem.beam(0.5, 0.02, 0.02), 7850, 2.1e11, 0.3)
    ends = [rod.GetNodesInPlane([x, 0, 0], [1, 0, 0]) for x in (0, 0.5)]
    rod.ComputeHurtyCraigBamptonModes(ends, nEigenModes=8)
    rod.ComputePostProcessingModes()
    body = fem.ObjectFFRFreducedOrderInterface(rod).AddObjectFFRFreducedOrder(mbs)

Meshes and their matrices need scikit-fem, files of meshes also meshio: `pip install linkwork[fem]`.
"""

from linkwork.fem.interface import FEMinterface
from linkwork.fem.meshes import SolidMesh, beam, box, cylinder, read_mesh
from linkwork.fem.mode_bases import HCBstaticModeSelection
from linkwork.fem.reduced import ObjectFFRFreducedOrderInterface

__all__ = [
    "FEMinterface",
    "HCBstaticModeSelection",
    "ObjectFFRFreducedOrderInterface",
    "SolidMesh",
    "beam",
    "box",
    "cylinder",
    "read_mesh",
]
