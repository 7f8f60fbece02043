"""The text format of the solution file, and the documented functions that read it."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.utilities import LoadSolutionFile, SetSolutionState
from tests.cases import looped

from .models import Configuration, make_settings, pendulum
from .results import rich_solution, rich_system

ALL = [2, 2, 2, 1, 1, 1, 2]


def written(tmp_path, name="out.txt", **options):
    """Path of the solution file of a run, and its Solution."""
    settings = make_settings(0.1, 10)
    chosen = settings.solutionSettings
    chosen.writeSolutionToFile = True
    chosen.coordinatesSolutionFileName = str(tmp_path / name)
    chosen.outputPrecision = 17
    for option, value in options.items():
        setattr(chosen, option, value)
    return tmp_path / name, rich_system().SolveDynamic(settings)


def table_of(solution):
    return np.column_stack(
        [
            solution.times, solution.coordinates, solution.velocities, solution.accelerations,
            solution.ode1_coordinates, solution.ode1_velocities, solution.multipliers,
            solution.data_coordinates,
        ]
    )  # fmt: skip


def test_header(tmp_path):
    path, _ = written(tmp_path, solutionInformation="first\ntry")
    lines = path.read_text().splitlines()
    assert lines[:8] == [
        "#Linkwork solution file",
        "#solver = GeneralizedAlpha",
        "#columns contain: time, ODE2 displacements, ODE2 velocities, ODE2 accelerations, "
        "ODE1 coordinates, ODE1 velocities, AE coordinates, Data coordinates",
        "#number of system coordinates [nODE2, nODE1, nAlgebraic, nData] = [2,1,1,2]",
        "#number of written coordinates [nODE2, nVel2, nAcc2, nODE1, nVel1, nAlgebraic, nData] = "
        "[2,2,2,1,1,1,2]",
        "#total columns exported (excl. time) = 11",
        "#solution information = first try",
        "0,0,0,0,0,0,-9.8100000000000005,0.10000000000000001,0.19999999999999998,"
        "0.29999999999999999,7,8",
    ]


@pytest.mark.parametrize("name", ["out.txt", "out.csv", "out.npy"])
def test_a_file_is_read_as_dictionary(tmp_path, capsys, name):
    path, solution = written(tmp_path, name, binarySolutionFile=name.endswith("npy"))
    found = LoadSolutionFile(path)
    assert {*found} == {"data", "columnsExported", "nColumns", "nRows"}
    assert found["columnsExported"] == ALL and found["nColumns"] == 11 and found["nRows"] == 11
    assert np.array_equal(found["data"], table_of(solution))
    assert "11 rows" in capsys.readouterr().out
    short = LoadSolutionFile(str(path), maxRows=3, verbose=False)
    assert np.array_equal(short["data"], found["data"][:3]) and short["nRows"] == 3
    assert capsys.readouterr().out == ""
    loaded = exu.Solution.load(path)
    assert np.array_equal(table_of(loaded), table_of(solution))


def test_parts_that_were_not_written(tmp_path):
    path, solution = written(tmp_path, exportAccelerations=False, exportDataCoordinates=False)
    found = LoadSolutionFile(path, verbose=False)
    assert found["columnsExported"] == [2, 2, 0, 1, 1, 1, 0]
    assert np.array_equal(found["data"][:, 5], solution.ode1_coordinates[:, 0])
    loaded = exu.Solution.load(path)
    assert loaded.accelerations.shape == (11, 0) and loaded.data_coordinates.shape == (11, 0)
    assert np.array_equal(loaded.multipliers, solution.multipliers)
    assert list(loaded.to_pandas().columns) == [
        "q0", "q1", "q0_t", "q1_t", "lambda0", "y0", "y0_t",
    ]  # fmt: skip
    assert set(loaded.to_xarray().data_vars) == {
        "coordinates", "velocities", "multipliers", "ode1_coordinates", "ode1_velocities",
    }  # fmt: skip


def test_runs_one_behind_another(tmp_path):
    path, solution = written(tmp_path)
    written(tmp_path, appendToFile=True)
    assert np.array_equal(LoadSolutionFile(path)["data"][11:], table_of(solution))
    written(tmp_path, appendToFile=True, exportVelocities=False)
    with pytest.raises(exu.SysError, match=r"out.txt holds runs with different numbers"):
        LoadSolutionFile(path)


def test_files_of_other_programs_with_these_counts(tmp_path):
    """A header with other lines, numbers without a decimal point, lines of notes at the end."""
    path = tmp_path / "other.txt"
    path.write_text(
        "#some solver solution file\n#simulation started=2020-01-01,00:00:00\n#columns contain\n"
        "#number of system coordinates [nODE2, nODE1, nAlgebraic, nData] = [1,0,0,0]\n"
        "#number of written coordinates [nODE2, nVel2, nAcc2, nODE1, nVel1, nAlgebraic, nData]"
        " = [1,1,1,0,0,0,0]\n#total columns exported  (excl. time) = 3\n#\n"
        "0,0,1,-2.5e-07\n0.5,-1e+20,nan,inf\n#simulation finished=now\n#Solver Info: a=1,b=2\n"
    )
    data = LoadSolutionFile(path, verbose=False)["data"]
    expected = [[0, 0, 1, -2.5e-7], [0.5, -1e20, np.nan, np.inf]]
    assert np.array_equal(data, expected, equal_nan=True)
    assert exu.Solution.load(path).success


def test_a_file_without_header(tmp_path):
    path, solution = written(tmp_path, writeFileHeader=False)
    for call in (LoadSolutionFile, exu.Solution.load):
        with pytest.raises(exu.SysError, match="out.txt.*header has no line"):
            call(path)
    found = LoadSolutionFile(path, hasHeader=False)
    assert np.array_equal(found["data"], table_of(solution)) and found["nColumns"] == 11


@looped("change, word", [
    (lambda s: s.replace("[2,2,2,1,1,1,2]", "[2,2,2]"), "seven counts"),
    (lambda s: s.replace("[2,2,2,1,1,1,2]", "[2,2,2,1,1,1,3]"), "line 7: 12 numbers instead of 13"),
    (lambda s: s.replace("[2,2,2,1,1,1,2]", "[2,2,2,1,1,1,99999999999999]"), "seven counts"),
    (lambda s: s.replace("0.01", "one", 1), "line 8: .*not a row of numbers"),
    (lambda s: s.replace("0.01", "0_1", 1), "line 8: .*not a row of numbers"),
    (lambda s: s + "1,2\n", "line 19: 2 numbers instead of 12"),
    (lambda s: s + "1,2,3,4,5,6,7,8,9,10,11,12", "truncated in line 19"),
], ids=range(7))  # fmt: skip
def test_broken_files(tmp_path, change, word):
    path, _ = written(tmp_path)
    path.write_text(change(path.read_text()))
    for call in (LoadSolutionFile, exu.Solution.load):
        with pytest.raises(exu.SysError, match=f"out.txt.*{word}"):
            call(path)


def test_safe_mode_takes_complete_rows(tmp_path):
    path, solution = written(tmp_path, writeFileFooter=False)
    text = path.read_text()
    for cut in (1, 3):  # with cut = 1 the last number may be another one than was meant
        path.write_text(text[:-cut])
        found = LoadSolutionFile(path, safeMode=True)
        assert np.array_equal(found["data"], table_of(solution)[:-1])
    path.write_text(text + "1,2\n")
    assert LoadSolutionFile(path, safeMode=True)["nRows"] == 11


def test_wrong_arguments(tmp_path):
    with pytest.raises(exu.SysError, match="the file .*none.txt does not exist"):
        LoadSolutionFile(tmp_path / "none.txt")
    path, _ = written(tmp_path)
    with pytest.raises(exu.SysError, match="maxRows"):
        LoadSolutionFile(path, maxRows=-2)


@pytest.mark.parametrize("as_solution", [False, True])
def test_the_state_of_a_row(tmp_path, as_solution):
    path, solution = written(tmp_path)
    source = solution if as_solution else LoadSolutionFile(path, verbose=False)
    mbs = rich_system()
    data = mbs.systemData
    for row in (3, -1):
        SetSolutionState(mbs, source, row)
        assert np.array_equal(data.GetODE2Coordinates(), solution.coordinates[row])
        assert np.array_equal(data.GetODE2Coordinates_t(), solution.velocities[row])
        assert np.array_equal(data.GetODE2Coordinates_tt(), solution.accelerations[row])
        assert np.array_equal(data.GetODE1Coordinates(), solution.ode1_coordinates[row])
        assert np.array_equal(data.GetAECoordinates(), solution.multipliers[row])
        assert np.array_equal(data.GetDataCoordinates(), solution.data_coordinates[row])
        assert data.GetTime() == solution.times[row]
    SetSolutionState(mbs, source, 0, Configuration.Initial)
    assert data.GetTime() == solution.times[-1]
    initial = data.GetODE2Coordinates(Configuration.Initial)
    assert np.array_equal(initial, solution.coordinates[0])


def test_states_that_do_not_fit(tmp_path):
    solution = rich_solution(steps=5)
    for row in (6, -7, 1.0, None):
        with pytest.raises(exu.SysError, match="one of the 6 rows"):
            SetSolutionState(rich_system(), solution, row)
    with pytest.raises(exu.SysError, match="has 1 ode1 coordinates, but the system has 0"):
        SetSolutionState(pendulum().mbs, solution, 0)
    for wrong in (None, {}, {"data": [[1, 2]], "columnsExported": [2, 0, 0, 0, 0, 0, 0]}):
        with pytest.raises(exu.SysError, match="SetSolutionState takes a Solution"):
            SetSolutionState(pendulum().mbs, wrong, 0)
