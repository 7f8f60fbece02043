"""Binary solution files of Exudyn 1.11.0, files that were cut off, and restarts."""

import base64
import struct

import numpy as np
import pytest

import linkwork.exudyn as exu
from linkwork.exudyn import _solution_files as files
from linkwork.exudyn.itemInterface import (
    Force,
    MarkerNodePosition,
    MassPoint,
    NodePoint,
    SensorNode,
)  # fmt: skip
from linkwork.exudyn.utilities import (
    InitializeFromRestartFile,
    LoadSolutionFile,
    RecoverSolutionFile,
)

near = pytest.approx

BINARY = base64.b64decode(
    "RVhVQklOCgQECAAAAAAAAAYAAAAxLjExLjAIAAAATW9kZTAwMDBCAAAARXh1ZHluIGltcGxpY2l0IHNlY29uZCBvcm"
    "RlciB0aW1lIGludGVncmF0aW9uIHNvbHZlciBzb2x1dGlvbiBmaWxlEwAAADIwMjYtMTEtMTgsMDE6MDA6MTMEAAAA"
    "AwAAAAAAAAAAAAAAAAAAAAcAAAADAAAAAwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABgAAAAMAAAAMAAAAZmFsbGluZy"
    "BtYXNzCwAAAEVuZE9mSGVhZGVyBwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAHAAAAzczMPQrXIzvNzEw+"
    "j8L1u83MTD0AAABAmpkZvgcAAADNzEw+CtcjPM3MzD6PwvW8zczMPQAAAECamZm+BwAAAJqZmT7sUbg8mpkZP3E9ir"
    "2amRk+AAAAQGZm5r7/////FAAAAHNpbXVsYXRpb24gZmluaXNoZWQ9EwAAADIwMjYtMTEtMTgsMDE6MDA6MTMHAAAA"
    "AAAAAAEAAAAAAAAAAAAAAAMAAAADAAAAAwAAAAYAAABFWFVFTkQ="
)
"""Written by Exudyn 1.11.0: the model of `falling`, three steps of 0.1 s, without accelerations."""


def falling(mass=2.0):
    """A thrown mass under a force, and its sensor of positions."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], initialVelocities=[0, 2, 0]))
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=mass))
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[1, 0, -3]))
    kind = exu.OutputVariableType.Position
    sensor = mbs.AddSensor(
        SensorNode(nodeNumber=node, outputVariableType=kind, writeToFile=False, storeInternal=True)
    )
    mbs.Assemble()
    return mbs, sensor


def settings_until(end, steps, folder):
    """Settings that write the solution into a folder."""
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = steps
    settings.solutionSettings.solutionWritePeriod = 0.1
    settings.solutionSettings.coordinatesSolutionFileName = str(folder / "solution.txt")
    return settings


def expected_rows():
    """Time, displacements and velocities of the falling mass."""
    t = 0.1 * np.arange(4)
    zero = 0 * t
    return np.column_stack([t, 0.25 * t**2, 2 * t, -0.75 * t**2, 0.5 * t, 2 + zero, -1.5 * t])


def test_binary_files_are_read(tmp_path, capsys):
    path = tmp_path / "binary.sol"
    path.write_bytes(BINARY)
    solution = LoadSolutionFile(path)
    assert solution["data"] == near(expected_rows(), abs=1e-7)
    assert solution["columnsExported"] == [3, 3, 0, 0, 0, 0, 0]
    assert (solution["nColumns"], solution["nRows"]) == (6, 4)
    assert "version 1.11.0, 4 rows" in capsys.readouterr().out
    assert LoadSolutionFile(path, maxRows=2, verbose=False)["nRows"] == 2


def test_binary_files_that_were_cut_keep_their_whole_rows(tmp_path):
    path = tmp_path / "binary.sol"
    end = BINARY.index(struct.pack("<i", -1))
    path.write_bytes(BINARY[: end - 5])
    solution = LoadSolutionFile(path, verbose=False)
    assert solution["data"] == near(expected_rows()[:3], abs=1e-7)


def test_binary_files_in_the_other_order_of_bytes(tmp_path):
    def text(letters):
        return struct.pack(">i", len(letters)) + letters

    def numbers(kind, *values):
        return struct.pack(f">i{len(values)}{kind}", len(values), *values)

    path = tmp_path / "binary.sol"
    head = files.MAGIC + bytes([4, 8, 8, 1]) + bytes(files.PADDING)
    head += text(b"1.11.0") + text(b"Mode0000") + text(b"solver") + text(b"date")
    head += numbers("i", 1, 0, 0, 0) + numbers("i", 1, 0, 0, 0, 0, 0, 0)
    head += struct.pack(">2i", 1, 2) + text(b"") + text(b"EndOfHeader")
    rows = numbers("d", 0.0, 0.1) + numbers("d", 0.5, 0.2)
    path.write_bytes(head + rows + struct.pack(">i", -1))
    assert LoadSolutionFile(path, verbose=False)["data"].tolist() == [[0, 0.1], [0.5, 0.2]]


def test_other_files_are_refused(tmp_path):
    path = tmp_path / "binary.sol"
    path.write_bytes(BINARY.replace(b"EndOfHeader", b"EndOfHeadex"))
    with pytest.raises(ValueError, match="header of the binary file"):
        LoadSolutionFile(path)
    path.write_bytes(b"nothing")
    with pytest.raises(ValueError, match="lacks EXUBIN"):
        files.LoadBinarySolutionFile(path)


@pytest.mark.parametrize("left_out", [1, 3, 7])
def test_rows_that_were_cut_are_left_out(left_out, tmp_path):
    mbs, _ = falling()
    mbs.SolveDynamic(settings_until(0.5, 5, tmp_path))
    text = (tmp_path / "solution.txt").read_text("utf-8")
    rows = text.rindex("\n", 0, text.index("#written")) - left_out
    (tmp_path / "cut.txt").write_text(text[:rows], "utf-8")
    RecoverSolutionFile(tmp_path / "cut.txt", tmp_path / "new.txt")
    solution = LoadSolutionFile(tmp_path / "new.txt", verbose=False)
    assert solution["data"][:, 0] == near([0, 0.1, 0.2, 0.3, 0.4])
    assert solution["data"][4, 3] == near(-0.12)


def test_whole_files_are_copied(tmp_path):
    mbs, _ = falling()
    mbs.SolveDynamic(settings_until(0.5, 5, tmp_path))
    RecoverSolutionFile(tmp_path / "solution.txt", tmp_path / "new.txt")
    old, new = ((tmp_path / name).read_text("utf-8") for name in ("solution.txt", "new.txt"))
    assert [row for row in old.splitlines() if row] == new.splitlines()


@pytest.mark.parametrize("kind", ["solution", "restart"])
def test_runs_start_where_others_ended(kind, tmp_path):
    mbs, sensor = falling()
    settings = settings_until(0.5, 50, tmp_path)
    settings.solutionSettings.writeRestartFile = kind == "restart"
    settings.solutionSettings.restartFileName = str(tmp_path / "restart.lwr")
    settings.solutionSettings.restartWritePeriod = 0.2
    mbs.SolveDynamic(settings)
    file = tmp_path / {"solution": "solution.txt", "restart": "restart.lwr"}[kind]
    again, sensor = falling()
    settings = settings_until(1, 50, tmp_path)
    InitializeFromRestartFile(again, settings, str(file), verbose=False)
    start = settings.timeIntegration.startTime
    assert start == near({"solution": 0.5, "restart": 0.4}[kind])
    assert again.systemData.GetODE2Coordinates(exu.ConfigurationType.Initial) == near(
        [0.25 * start**2, 2 * start, -0.75 * start**2], rel=1e-6
    )
    again.SolveDynamic(settings)
    assert again.GetSensorValues(sensor) == near([1.25, 2, -0.75], rel=1e-6)
    assert again.systemData.GetTime() == near(1)


def test_restart_files_of_other_models_are_refused(tmp_path):
    mbs, _ = falling()
    settings = settings_until(0.5, 50, tmp_path)
    settings.solutionSettings.writeRestartFile = True
    settings.solutionSettings.restartFileName = str(tmp_path / "restart.lwr")
    mbs.SolveDynamic(settings)
    other = exu.SystemContainer().AddSystem()
    other.Assemble()
    with pytest.raises(ValueError, match="another model: it has 3 ODE2Coordinates, and this one 0"):
        InitializeFromRestartFile(other, settings, str(tmp_path / "restart.lwr"))


def test_files_are_where_scripts_expect_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    named = {
        ("a/run", False): "a/run.txt", ("a/run", True): "a/run.sol", ("./run", False): "run",
        ("./other", True): "other", ("v1.2/run", False): "v1.2/run", ("run.csv", False): "run.csv",
    }  # fmt: skip
    for (name, binary), written in named.items():
        mbs, _ = falling()
        settings = exu.SimulationSettings()
        settings.timeIntegration.numberOfSteps = 2
        settings.solutionSettings.coordinatesSolutionFileName = name
        settings.solutionSettings.binarySolutionFile = binary
        mbs.SolveDynamic(settings)
        assert (tmp_path / written).is_file(), name
        assert LoadSolutionFile(name if not binary else written, verbose=False)["nRows"] == 3
