"""Vectors as lists, checks of types, steps and sweeps, friction laws, filters, HDF5 files.

Numbers without a closed form are those of Exudyn 1.11.0.
"""

import math

import numpy as np
import pytest

import linkwork.exudyn as exu
from linkwork.core.declare.indices import MarkerIndex, NodeIndex, ObjectIndex
from linkwork.core.enums import OutputVariableType
from linkwork.exudyn import advancedUtilities as advanced
from linkwork.exudyn import basicUtilities as basic
from linkwork.exudyn import lieGroupBasics, physics, signalProcessing
from linkwork.exudyn import rigidBodyUtilities as rigid
from linkwork.exudyn._enums import JointType
from tests.cases import looped

near = pytest.approx


def test_vector_functions_return_lists():
    assert basic.VAdd([1, 2], np.array([3, 4])) == [4, 6]
    assert basic.VSub([1, 2.5], [3, 4]) == [-2, -1.5]
    assert basic.ScalarMult(2, (1, 2, 3)) == [2, 4, 6]
    assert basic.Normalize([3, 4.0]) == near([0.6, 0.8], rel=1e-15)
    assert basic.Normalize([0, 0, 0]) == [0, 0, 0]
    assert basic.Vec2Tilde([1, 2, 3]) == [[0, -3, 2], [3, 0, -1], [-2, 1, 0]]
    assert basic.Tilde2Vec([[0, -3, 2], [3, 0, -1], [-2, 1, 0]]) == [1, 2, 3]
    assert basic.DiagonalMatrix(2, 5) == [[5, 0], [0, 5]]
    results = (basic.VAdd([1], [2]), basic.Normalize([1.0]), basic.DiagonalMatrix(2))
    assert all(type(each) is list for each in results)
    assert (basic.VSum([1, 2, 3.5]), basic.VMult([1, 2], [3, 4]), basic.NormL2([3, 4])) == (
        6.5,
        11,
        5,
    )
    with pytest.raises(ValueError, match="1 and 2 components"):
        basic.VAdd([1], [1, 2])


def test_rotations_and_inertia_are_those_of_the_library():
    assert rigid.RotationMatrixZ(0.5)[1, 0] == near(math.sin(0.5))
    assert rigid.InertiaTensor2Inertia6D(np.diag([1, 2, 3])) == [1, 2, 3, 0, 0, 0]
    cube = rigid.InertiaCuboid(1000, [1, 2, 3]).Translated([1, 0, 0])
    assert cube.Inertia()[1, 1] == near(6000 / 12 * 10 + 6000)
    link = rigid.TreeLink(cube)
    assert link.jointType.name == "RevoluteZ" and link.jointHT.tolist() == np.eye(4).tolist()
    assert lieGroupBasics.ExpSO3([0, 0, 0.5]) == near(rigid.RotationMatrixZ(0.5), abs=1e-15)


VALUES = [
    *(None, 0, 1, -1, 1.5, -2.0, True, "a", [], [1], [1, 2.0], np.array([]), np.array([1.0, 2])),
    *(np.eye(2), [[1, 2], [3, 4]], np.float64(2), np.int32(-3), (1, 2)),
    *(NodeIndex(1), ObjectIndex(2), MarkerIndex(0), np.bool_(True), [[1]]),
]


@looped(
    ("check", "answers"),
    [
        ("IsEmptyList", "FFFFFFFFTFFTFFFFFFFFFFF"),
        ("IsIntVector", "FFFFFFFFTTFTFFFFFFFFFFF"),
        ("IsInteger", "FTTTFFTFFFFFFFFFTFFFFFF"),
        ("IsListOrArray", "FFFFFFFFTTTTTTTFFFFFFFT"),
        ("IsReal", "FFFFTTFFFFFFFFFTFFFFFFF"),
        ("IsSquareMatrix", "FFFFFFFFTFFTFTTFFFFFFFT"),
        ("IsValidNodeIndex", "FTTTFFTFFFFFFFFFTFTFFFF"),
        ("IsValidObjectIndex", "FTTTFFTFFFFFFFFFTFFTFFF"),
        ("IsValidMarkerIndex", "FTTTFFTFFFFFFFFFTFFFTFF"),
        ("IsValidPRealInt", "FFTFTFTFFFFFFFFTFFFFFFF"),
        ("IsValidURealInt", "FTTFTFTFFFFFFFFTFFFFFFF"),
        ("IsVector", "FFFFFFFFTTTTTFFFFFFFFFF"),
    ],
)
def test_checks_tell_types_apart(check, answers):
    found = "".join("FT"[bool(getattr(advanced, check)(value))] for value in VALUES)
    assert found == answers


def test_wrong_types_are_named():
    with pytest.raises(
        ValueError, match=r"f: argument x must be Vector .* of size 3, got 's', a str"
    ):
        advanced.RaiseTypeError("f", "x", "s", advanced.ExpectedType.Vector, 3)


def test_steps_and_sweeps():
    assert advanced.SmoothStep(0.25, 0, 1, 2, 6) == near(2 + 2 * (1 - math.sqrt(0.5)))
    assert [advanced.SmoothStep(x, 0, 1, 2, 6) for x in (-1, 0, 1, 3)] == [2, 2, 6, 6]
    step = 1e-6
    values = [advanced.SmoothStep(0.3 + k * step, 0, 2, 1, 4) for k in (-1, 1)]
    slope = advanced.SmoothStepDerivative(0.3, 0, 2, 1, 4)
    assert slope == near((values[1] - values[0]) / (2 * step), rel=1e-8)
    assert advanced.SweepSin(0.3, 2, 1, 5) == near(0.6374239897486899, rel=1e-14)
    assert advanced.SweepCos(0.3, 2, 1, 5) == near(-0.7705132427757891, rel=1e-14)
    assert advanced.FrequencySweep(0.3, 2, 1, 5) == near(1.6)


def test_matrix_helpers_work_in_place():
    matrix = np.zeros((3, 3))
    advanced.FillInSubMatrix([[1, 2], [3, 1e-15]], matrix, 1, 0)
    advanced.RoundMatrix(matrix)
    assert matrix.tolist() == [[0, 0, 0], [1, 2, 0], [3, 0, 0]]


def test_index_from_value(capsys):
    data = np.linspace(0, 1, 11)
    assert advanced.IndexFromValue(data, 0.3) == 3
    assert advanced.IndexFromValue(data, 0.36, tolerance=0.05) == 4
    with pytest.raises(ValueError, match=r"within 1e-07 of 0\.36"):
        advanced.IndexFromValue(data, 0.36)
    assert advanced.IndexFromValue(data, 0.36, assumeConstantSampleRate=True) == 3
    assert advanced.IndexFromValue(data, 1.2, 1e-7, True) == 10
    assert "outside" in capsys.readouterr().out
    advanced.FindNodeIndex(5, {"n": NodeIndex(5), "o": ObjectIndex(5)})
    assert capsys.readouterr().out == "variable 'n' is node 5\n"


def test_line_codes():
    codes = [advanced.PlotLineCode(i) for i in range(30)]
    assert codes[:8] == ["r-", "g-", "b-", "k-", "c-", "m-", "y-", "r:"]
    assert codes[21:] == ["r-.", "g-.", "b-.", "k-.", "c-.", "m-.", "y-.", "k:", "k:"]


def test_dictionaries_survive_hdf5(tmp_path):
    from scipy.sparse import csr_matrix

    written = {
        "number": 3, "real": 0.5, "flag": True, "text": "a", "none": None,
        "array": np.arange(6.0).reshape(2, 3), "list": [1, "b", [2.5]],
        "empty": [], "tuple": (1, 2),
        "inner": {"k": 1}, "sparse": csr_matrix([[0, 2.0], [0, 0]]), "own": math.sqrt,
    }  # fmt: skip
    advanced.SaveDictToHDF5(tmp_path / "data.h5", written)
    read = advanced.LoadDictFromHDF5(tmp_path / "data.h5", {"sqrt": math.sqrt})
    assert read.keys() == written.keys()
    for key in ("number", "real", "flag", "text", "none", "list", "empty", "tuple", "inner", "own"):
        assert read[key] == written[key] and type(read[key]) is type(written[key]), key
    assert read["array"].tolist() == written["array"].tolist()
    assert read["sparse"].toarray().tolist() == [[0, 2], [0, 0]]
    with pytest.raises(ValueError, match="cannot be stored"):
        advanced.SaveDictToHDF5(tmp_path / "data.h5", {"bad": object()})
    for key in (1, "a/b"):
        with pytest.raises(ValueError, match="texts without /"):
            advanced.SaveDictToHDF5(tmp_path / "data.h5", {"inner": {key: 1}})


def test_hdf5_files_have_the_form_of_exudyn(tmp_path):
    import h5py
    from scipy.sparse import csr_matrix

    file = tmp_path / "theirs.h5"
    with h5py.File(file, "w") as theirs:
        for key, kind, value in (
            ("number", "int", 3), ("none", "NoneType", 0), ("text", "str", "a"),
            ("node", "NodeIndex", 7), ("rows", "ndarray", np.eye(2)),
        ):  # fmt: skip
            theirs[key] = value
            theirs[key].attrs["datatype"] = kind
        listed = theirs.create_group("listed")
        listed.attrs["datatype"] = "list"
        for k in range(12):
            listed[f"item_{k}"] = k / 2
            listed[f"item_{k}"].attrs["datatype"] = "float"
        sparse = theirs.create_group("sparse")
        sparse.attrs["datatype"] = "csr_matrix"
        sparse["data"], sparse["indices"], sparse["indptr"] = [2.0], [1], [0, 1, 1]
        sparse["shape"] = [2, 2]
    read = advanced.LoadDictFromHDF5(file)
    assert [read[key] for key in ("number", "none", "text")] == [3, None, "a"]
    assert type(read["node"]) is NodeIndex and read["rows"].tolist() == [[1, 0], [0, 1]]
    assert read["listed"] == [k / 2 for k in range(12)]
    assert read["sparse"].toarray().tolist() == [[0, 2], [0, 0]]
    advanced.SaveDictToHDF5(tmp_path / "ours.h5", {"s": csr_matrix([[0, 2.0], [0, 0]]), "n": None})
    with h5py.File(tmp_path / "ours.h5") as ours:
        assert ours["s"].attrs["datatype"] == "csr_matrix" and ours["s/shape"][:].tolist() == [2, 2]
        assert ours["n"].attrs["datatype"] == "NoneType" and ours["n"][()] == 0


def test_friction_laws_and_stress():
    stribeck = [
        physics.StribeckFunction(v, 0.3, 0.1, 0.02, 0.01, 0.003) for v in (1e-3, 1e-2, -0.05)
    ]
    assert stribeck == near([0.4 / 3, 0.34979853037914094, -0.30184952771016954], rel=1e-14)
    smooth = [
        physics.RegularizedFriction(v, 0.3, 0.1, 0.01, 0.02, 0.5) for v in (4e-3, -0.015, 0.03)
    ]
    assert smooth == near([0.2272, -0.35, 0.305], rel=1e-14)
    assert physics.VonMisesStress([1, 2, 3, 4, 5, 6]) == near(math.sqrt(234), rel=1e-14)
    rows = physics.VonMisesStress([[7, 0, 0, 0, 0, 0], [0, 0, 0, 0, 2, 0]])
    assert rows == near([7, math.sqrt(12)])


TIMES = np.arange(6) * 0.1


@pytest.mark.parametrize(
    ("window", "derivative", "central", "expected"),
    [
        (5, 1, True, 3 * TIMES**2),
        (5, 0, True, TIMES**3),
        (0, 1, True, [0.005, 0.04, 0.13, 0.28, 0.49, 0.305]),
        (0, 1, False, [0.01, 0.07, 0.19, 0.37, 0.61, 0.0]),
        (0, 2, True, [0.6, 0.6, 1.2, 1.8, 2.4, 2.4]),
    ],
)
def test_filters_and_derivatives(window, derivative, central, expected):
    signal = np.column_stack([TIMES, TIMES**3])
    rows = signalProcessing.FilterSensorOutput(signal, window, 3, derivative, central)
    assert rows[:, 1] == near(np.array(expected), abs=1e-13)
    assert rows[:, 0].tolist() == TIMES.tolist()
    values = signalProcessing.FilterSignal(TIMES**3, 0.1, window, 3, derivative, central)
    assert values == near(np.array(expected), abs=1e-13)


def test_fourier_transform():
    frequencies, magnitudes, phases = signalProcessing.ComputeFFT(
        np.arange(8) * 0.25, [1, 2, 0, -1, 3, 1, 0, 2.0]
    )
    assert frequencies == near([0, 0.5, 1, 1.5, 2])
    assert magnitudes == near(
        [2, 0.409747750223784, 1.118033988749895, 1.2578182623839373, 0], abs=1e-14
    )
    assert phases[1:4] == near([1.04089353704597, -0.4636476090008061, 2.8566685269677308])


def test_interpolation_holds_the_ends(capsys):
    rows = np.array([[0.0, 1.0], [1.0, 3.0], [3.0, 7.0]])
    values = [
        signalProcessing.GetInterpolatedSignalValue(t, rows, [], 1, 0, rangeWarning=False)
        for t in (-1, 0.5, 2, 4)
    ]
    assert values == near([1, 2, 5, 7])
    assert capsys.readouterr().out == ""
    assert signalProcessing.GetInterpolatedSignalValue(9, rows[:, 1], rows[:, 0]) == 7
    assert "outside" in capsys.readouterr().out


def test_indices_and_enumerations_come_back_from_files(tmp_path):
    written = {
        "marker": MarkerIndex(4), "nodes": [NodeIndex(1), NodeIndex(2)],
        "variable": OutputVariableType.Position, "joint": JointType.PrismaticX,
    }  # fmt: skip
    advanced.SaveDictToHDF5(tmp_path / "data.h5", written)
    read = advanced.LoadDictFromHDF5(tmp_path / "data.h5")
    assert read["variable"] is OutputVariableType.Position
    assert read["joint"] is JointType.PrismaticX
    assert type(read["marker"]) is MarkerIndex and int(read["marker"]) == 4
    assert [type(node) for node in read["nodes"]] == [NodeIndex] * 2


def test_filters_compute_third_derivatives():
    t = np.linspace(0, 1, 21)
    rows = signalProcessing.FilterSensorOutput(np.column_stack([t, t**3]), 5, 3, derivative=3)
    assert rows[:, 1] == near(np.full(21, 6.0), rel=1e-9)
    with pytest.raises(ValueError, match="without a filter"):
        signalProcessing.FilterSignal(t, 1.0, filterWindow=0, derivative=3)


def test_lists_of_vectors_return_arrays():
    for kind, shape in ((exu.Vector3DList, (3,)), (exu.Matrix3DList, (3, 3))):
        value = np.arange(np.prod(shape), dtype=float).reshape(shape)
        listed = kind([value, 2 * value])
        returned = listed.GetPythonObject()
        assert (2 * returned[0] == returned[1]).all() and returned[1].shape == shape
        returned[0][:] = 7
        assert (listed[0] == value).all()
