"""Finite-element models as npz files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.enums import OutputVariableType
from linkwork.core.errors import ParameterError

VERSION = 1


def npz_path(fileName: Any, mode: str | None) -> Path:
    path = Path(fileName)
    if mode not in (None, "NPZ"):
        raise ParameterError(f"finite-element models are saved as 'NPZ', got mode {mode!r}")
    return path if path.suffix == ".npz" else path.with_name(path.name + ".npz")


def save(fem: Any, fileName: Any, mode: str | None = None) -> None:
    """Write a model."""
    content: dict[str, Any] = {
        "version": VERSION,
        "positions": fem.positions,
        "triangles": fem.triangles,
        "eigenValues": fem.eigenValues,
        "material": [fem.youngsModulus, fem.poissonsRatio],
        "nodeSetNames": [str(each["Name"]) for each in fem.nodeSets],
    }
    for k, each in enumerate(fem.nodeSets):
        content[f"nodeSet{k}"] = np.asarray(each["NodeNumbers"], int)
    for name, matrix in (("mass", fem.GetMassMatrix()), ("stiffness", fem.GetStiffnessMatrix())):
        triplets = matrix.tocoo()
        content |= {
            f"{name}Rows": triplets.row, f"{name}Columns": triplets.col,
            f"{name}Values": triplets.data,
        }  # fmt: skip
    if fem.modeBasis:
        content |= {"modes": fem.modeBasis["matrix"], "modeType": fem.modeBasis["type"]}
    if fem.postProcessingModes:
        content["recovered"] = fem.postProcessingModes["matrix"]
        content["recoveredType"] = fem.postProcessingModes["outputVariableType"].name
    if fem.solid is not None:
        content |= {
            "meshPoints": fem.solid.mesh.p, "meshCells": fem.solid.mesh.t,
            "meshOrder": fem.solid.order,
        }  # fmt: skip
    np.savez_compressed(npz_path(fileName, mode), **content)


def load(fem: Any, fileName: Any, mode: str | None = None) -> None:
    """Read a model."""
    from scipy.sparse import csr_matrix

    path = npz_path(fileName, mode)
    with np.load(path, allow_pickle=False) as data:
        if "version" not in data or int(data["version"]) != VERSION:
            raise ParameterError(
                f"{str(path)!r} is not a finite-element model of SaveToFile, version {VERSION}"
            )
        size = data["positions"].size
        fem.positions, fem.triangles = data["positions"], data["triangles"]
        fem.eigenValues = data["eigenValues"]
        fem.youngsModulus, fem.poissonsRatio = data["material"].tolist()
        fem._M, fem._K = (
            csr_matrix(
                (data[f"{name}Values"], (data[f"{name}Rows"], data[f"{name}Columns"])),
                (size, size),
            )
            for name in ("mass", "stiffness")
        )
        fem.nodeSets = [
            {"Name": str(name), "NodeNumbers": data[f"nodeSet{k}"].tolist()}
            for k, name in enumerate(data["nodeSetNames"])
        ]
        fem.modeBasis, fem.postProcessingModes, fem.solid = {}, {}, None
        if "modes" in data:
            fem.modeBasis = {"matrix": data["modes"], "type": str(data["modeType"])}
        if "recovered" in data:
            kind = OutputVariableType[str(data["recoveredType"])]
            fem.postProcessingModes = {"matrix": data["recovered"], "outputVariableType": kind}
        if "meshPoints" in data:
            fem.solid = _solid(data["meshPoints"], data["meshCells"], int(data["meshOrder"]))


def _solid(points: np.ndarray, cells: np.ndarray, order: int) -> Any:
    """The mesh of a file; None where scikit-fem is not installed, which only stresses need."""
    from linkwork.fem.meshes import SolidMesh, scikit_fem

    try:
        fem = scikit_fem()
    except ImportError:
        return None
    return SolidMesh((fem.MeshHex if len(cells) == 8 else fem.MeshTet)(points, cells), order)
