"""Material law, sparse matrices, surfaces; dimensions of bearings, involutes."""

import math

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from linkwork.exudyn import FEM, machines
from tests.cases import looped

near = pytest.approx


def test_hooke_s_law():
    material = FEM.KirchhoffMaterial(210.0, 0.3, 7.8)
    mu, lam = material.LameParameters()
    assert (mu, lam) == near((210 / 2.6, 63 / (1.3 * 0.4)))
    # Uniaxial stress: strains 1/E, -nu/E.
    assert material.StrainVector2StressVector([1, -0.3, -0.3, 0, 0, 2]) == near(
        [210, 0, 0, 0, 0, 2 * mu], abs=1e-12
    )
    assert material.StrainVector2StressVector2D([1, -0.3, 0]) == near([210, 0, 0], abs=1e-12)
    assert material.Strain2Stress(np.diag([1, -0.3, -0.3])) == near(np.diag([210, 0, 0]), abs=1e-12)
    strain = FEM.KirchhoffMaterial(210.0, 0.3, planeStress=False)
    assert strain.StrainVector2StressVector2D([1, 0, 0]) == near([2 * mu + lam, lam, 0])


def test_sparse_matrices_in_both_forms():
    dense = np.array([[1, 0, 2.0], [0, 0, 3], [4, 5, 0]])
    rows = FEM.ScipySparseCSRtoCSR(csr_matrix(dense))
    assert rows.tolist() == [[0, 0, 1], [0, 2, 2], [1, 2, 3], [2, 0, 4], [2, 1, 5]]
    assert FEM.ConvertDenseToCompressedRowMatrix(dense).tolist() == rows.tolist()
    assert FEM.CSRtoScipySparseCSR(rows).toarray().tolist() == dense.tolist()
    assert FEM.CompressedRowSparseToDenseMatrix(rows).tolist() == dense.tolist()
    assert FEM.CSRtoRowsAndColumns(rows) == (2, 2)
    FEM.MapSparseMatrixIndices(rows, [2, 0, 1])
    order = [1, 2, 0]
    assert FEM.CSRtoScipySparseCSR(rows).toarray().tolist() == dense[np.ix_(order, order)].tolist()


def test_orders_of_coordinates():
    v = FEM.ResortIndicesOfNGvector([1, 2, 3, 4, 5, 6])
    assert v.tolist() == [1, 3, 5, 2, 4, 6]
    assert FEM.ResortIndicesExudyn2NGvector(v).tolist() == [1, 2, 3, 4, 5, 6]
    dense = np.arange(36.0).reshape(6, 6)
    rows = FEM.ConvertDenseToCompressedRowMatrix(dense)
    FEM.ResortIndicesOfCSRmatrix(rows, 6)
    order = [0, 2, 4, 1, 3, 5]
    assert (
        FEM.CompressedRowSparseToDenseMatrix(rows).tolist() == dense[np.ix_(order, order)].tolist()
    )
    assert (
        FEM.VectorDiadicUnitMatrix3D([1, 2]).tolist()
        == np.vstack([np.eye(3), 2 * np.eye(3)]).tolist()
    )


@pytest.mark.parametrize(
    ("convert", "corners", "volume"),
    [
        (FEM.ConvertTetToTrigs, [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], 1 / 6),
        (FEM.ConvertHexToTrigs,
         [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]],
         1),
    ],
)  # fmt: skip
def test_surfaces_are_closed_and_of_one_orientation(convert, corners, volume):
    triangles = convert(list(range(len(corners))))
    edges = [(t[i], t[(i + 1) % 3]) for t in triangles for i in range(3)]
    assert len(set(edges)) == len(edges) and all((b, a) in edges for a, b in edges)
    total = sum(np.linalg.det(np.array([corners[c] for c in t], float)) / 6 for t in triangles)
    assert abs(total) == near(volume)


def test_names_of_files_and_cyclic_lists():
    assert FEM.FileNameToMode("a.hdf5", None) == ["a", ".hdf5", "HDF5"]
    assert FEM.FileNameToMode("a.b", None) == ["a.b", ".npz", "NPZ"]
    assert FEM.FileNameToMode("a", "PKL") == ["a", ".pkl", "PKL"]
    with pytest.raises(ValueError, match="does not fit"):
        FEM.FileNameToMode("a.pkl", "NPZ")
    assert FEM.CyclicCompareReversed([1, 2, 3], [2, 1, 3])
    assert not FEM.CyclicCompareReversed([1, 2, 3], [1, 2, 3])


def test_ball_bearings_have_usual_proportions():
    data = machines.GetBallBearingData([0, 0, 2], 0.08, 0.04, 0.02, 8)
    assert data["radiusBalls"] == near(0.0116) and data["radiusCage"] == near(0.03)
    assert data["innerGrooveTorusRadius"] == near(0.030464)
    assert data["outerGrooveTorusRadius"] == near(0.029536)
    assert data["heightCage"] == near(0.004872) and data["widthCage"] == near(0.029)
    assert data["ballPositions"][1] == near([0.03 * math.sqrt(0.5)] * 2 + [0])
    other = machines.GetBallBearingData([1, 0, 0], 0.08, 0.04, 0.02, 4, radiusBalls=0.006)
    assert other["innerRingShoulderRadius"] == near(0.0282)
    assert other["ballPositions"][1] == near([0, 0, 0.03], abs=1e-17)


@looped("x", [0.0, 1e-6, 0.1, 0.5, 1.2, 1.55])
def test_involutes_are_inverted(x):
    assert machines.InvInvolute(machines.Involute(x)) == near(x, rel=1e-4 if x < 1e-3 else 1e-12)
    if x < 0.2:
        assert machines.ApproxInvolute(x) == near(machines.Involute(x), rel=1e-6, abs=1e-15)


def test_files_of_ansys(tmp_path):
    file = tmp_path / "ansys.txt"
    head = "Node Number\tX Location (m)\tY Location (m)\tZ Location (m)\n"
    file.write_text(head + "1\t0.1\t0.2\t0.3\n2\t1.\t2.\t3,5\n", "utf-8")
    points = FEM.ReadNodalCoordinatesFromAnsysTxt(file)
    assert points.tolist() == [[0.1, 0.2, 0.3], [1, 2, 3.5]]
    rows = "1\tTet4\t1\t2\t3\t4\n2\tHex8\t1\t2\t3\t4\t5\t6\t7\t8\n3\tTet4\t5\t6\t7\t8\n"
    file.write_text("Element Number\tElement Type\tNodes\n" + rows, "utf-8")
    elements = FEM.ReadElementsFromAnsysTxt(file)
    assert elements["Tet4"].tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert elements["Hex8"].tolist() == [list(range(8))] and elements["Name"] == "elements"


def test_matrices_of_ansys(tmp_path):
    file = tmp_path / "matrix.txt"
    text = (
        "%%MatrixMarket matrix coordinate real symmetric\n% c\n3 3 3\n1 1 2.5\n2 1 -1\n3 3 1e-3\n"
    )
    file.write_text(text, "utf-8")
    expected = [[2.5, -1, 0], [-1, 0, 0], [0, 0, 1e-3]]
    rows = FEM.ReadMatrixFromAnsysMMF(file)
    assert sorted(rows.tolist()) == [[0, 0, 2.5], [0, 1, -1], [1, 0, -1], [2, 2, 1e-3]]
    assert FEM.CSRtoScipySparseCSR(rows).toarray().tolist() == expected
    file.write_text("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n", "utf-8")
    dense = FEM.CSRtoScipySparseCSR(FEM.ReadMatrixFromAnsysMMF(file)).toarray()
    assert dense.tolist() == [[1, 2], [2, 3]]
