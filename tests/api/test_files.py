"""Files of a run: only on request, readable with NumPy, complete after a failure too."""

import numpy as np
import pytest

import linkwork as exu

from .models import Solver, make_settings, mass_on_spring, pendulum


def settings_with_file(path, **options):
    settings = make_settings(0.1, 10)
    chosen = settings.solutionSettings
    chosen.writeSolutionToFile = True
    chosen.coordinatesSolutionFileName = str(path)
    chosen.outputPrecision = 16
    for name, value in options.items():
        setattr(chosen, name, value)
    return settings


def read(path):
    return np.loadtxt(path, delimiter=",", comments="#", ndmin=2)


def test_nothing_is_written_unless_asked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    s = mass_on_spring()
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    s.mbs.SetSensorParameter(s.sensor, "fileName", "never.txt")
    s.mbs.SetSensorParameter(s.sensor, "writeToFile", False)
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert list(tmp_path.iterdir()) == []


def test_solution_file_holds_the_solution(tmp_path):
    s = pendulum()
    solution = s.mbs.SolveDynamic(settings_with_file(tmp_path / "out"))
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]
    expected = np.column_stack(
        [
            solution.times,
            solution.coordinates,
            solution.velocities,
            solution.accelerations,
            solution.multipliers,
        ]
    )
    assert read(tmp_path / "out.txt") == pytest.approx(expected, rel=1e-14, abs=1e-300)


def test_default_name_of_the_solution_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    settings = make_settings(0.1, 10)
    settings.solutionSettings.writeSolutionToFile = True
    mass_on_spring().mbs.SolveDynamic(settings)
    assert [path.name for path in tmp_path.iterdir()] == ["coordinatesSolution.txt"]


def test_given_extension_and_new_folders_are_respected(tmp_path):
    path = tmp_path / "new" / "folder" / "out.csv"
    mass_on_spring().mbs.SolveDynamic(settings_with_file(path))
    assert read(path).shape == (11, 10)


def test_parts_of_the_solution_file_can_be_left_out(tmp_path):
    path = tmp_path / "out.txt"
    for options, columns in (
        (dict(exportVelocities=False), 6),
        (dict(exportAccelerations=False), 6),
        (dict(exportAlgebraicCoordinates=False), 7),
        (dict(exportVelocities=False, exportAccelerations=False), 4),
    ):
        pendulum().mbs.SolveDynamic(settings_with_file(path, **options))
        assert read(path).shape == (11, columns)


def test_header_and_footer(tmp_path):
    path = tmp_path / "out.txt"
    options = dict(solutionInformation="first try")
    mass_on_spring().mbs.SolveDynamic(settings_with_file(path, **options))
    lines = path.read_text().splitlines()
    assert "#solution information = first try" in lines
    assert "[3,0,0,0]" in path.read_text()
    assert lines[-1].startswith("#") and "finished" in lines[-1]
    options = dict(writeFileHeader=False, writeFileFooter=False)
    mass_on_spring().mbs.SolveDynamic(settings_with_file(path, **options))
    assert "#" not in path.read_text() and len(path.read_text().splitlines()) == 11


def test_precision_of_the_file(tmp_path):
    path = tmp_path / "out.txt"
    solution = mass_on_spring().mbs.SolveDynamic(settings_with_file(path, outputPrecision=4))
    assert read(path)[:, 1] == pytest.approx(solution.coordinates[:, 0], rel=1e-3)
    assert max(map(len, path.read_text().splitlines()[-2].split(","))) <= 11


def test_second_run_replaces_or_appends(tmp_path):
    path = tmp_path / "out.txt"
    s = mass_on_spring()
    for _ in range(2):
        s.mbs.SolveDynamic(settings_with_file(path))
    assert len(read(path)) == 11
    s.mbs.SolveDynamic(settings_with_file(path, appendToFile=True))
    assert len(read(path)) == 22


def test_binary_solution_file(tmp_path):
    settings = settings_with_file(tmp_path / "out", binarySolutionFile=True)
    solution = mass_on_spring().mbs.SolveDynamic(settings)
    assert [path.name for path in tmp_path.iterdir()] == ["out.npy"]
    assert np.array_equal(np.load(tmp_path / "out.npy")[:, 1:4], solution.coordinates)


def test_sensor_file(tmp_path):
    s = mass_on_spring()
    path = tmp_path / "sensor.txt"
    s.mbs.SetSensorParameter(s.sensor, "fileName", str(path))
    settings = make_settings(0.1, 10)
    settings.solutionSettings.outputPrecision = 16
    solution = s.mbs.SolveDynamic(settings)
    assert read(path) == pytest.approx(solution.sensors["sensor"], rel=1e-14)
    assert "'sensor' (sensor 0)" in path.read_text() and "Position" in path.read_text()
    settings.solutionSettings.sensorsWriteFileHeader = False
    s.mbs.SolveDynamic(settings)
    assert "#" not in path.read_text()


@pytest.mark.parametrize("kind", ["solution", "sensor"])
def test_file_that_cannot_be_written_does_not_cost_the_result(tmp_path, kind):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    s = mass_on_spring()
    settings = make_settings(0.1, 10)
    if kind == "solution":
        settings = settings_with_file(blocked / "out.txt")
    else:
        s.mbs.SetSensorParameter(s.sensor, "fileName", str(blocked / "out.txt"))
    with pytest.raises(exu.SysError, match="out.txt"):
        s.mbs.SolveDynamic(settings)
    if s.mbs.solution is not None:
        assert s.mbs.solution and len(s.mbs.solution) == 11


def test_file_of_a_failed_run_holds_what_was_computed(tmp_path):
    path = tmp_path / "out.txt"
    s = mass_on_spring(stiffness=1e8)
    settings = settings_with_file(path)
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1.0, 1000
    with pytest.raises(exu.SolverError) as error:
        s.mbs.SolveDynamic(settings, Solver.RK44)
    assert len(read(path)) == len(error.value.solution) > 1
    assert "stopped" in path.read_text().splitlines()[-1]
