"""Result files of planar runs: names, headers, values, failures."""

import csv

import numpy as np
import pytest

import linkwork as exu
from linkwork import planar as lw
from linkwork.planar import files


def model(folder, **config):
    a = lw.Disc(m=1.0, R=1.0, name='big, "red"')
    b = lw.Disc("b7", m=1.0, R=1.0, cm=(2.0, 0.0, 0.0))
    c = lw.Disc(m=1.0, R=1.0, cm=(4.0, 0.0, 0.0))
    b.initial_conditions(p=(0.1, 0.0, 0.0), v=(0.0, 1.0, 2.0))
    springs = [
        lw.LinearSpringDamper(10, 1, parent=a, child=b, track_force=True, name="left"),
        lw.LinearSpringDamper(20, 1, parent=b, child=c),
        lw.RotationalSpringDamper(5, 1, parent=b, child=c, track_force=True),
    ]
    run = lw.RunConfiguration(output_path=folder, n_timesteps=21, **config)
    return lw.Solver([a, b, c], springs, run, verbose=False)


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = list(csv.reader(file))
    return header, np.array(rows, float)


def test_no_path_writes_no_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    solver = model(None).solve()
    assert solver.files == [] and list(tmp_path.iterdir()) == []


def test_csv_files_have_headers_with_names_and_units(tmp_path):
    folder = tmp_path / "new" / "folder"
    solver = model(folder, output_name="case").solve()
    kinds = ["position", "velocity", "acceleration", "force", "spring_force"]
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        f"case_{kind}.csv" for kind in kinds
    )
    assert [path.name for path in solver.files] == [f"case_{kind}.csv" for kind in kinds]
    header, rows = read(folder / "case_position.csv")
    names = ['big, "red"', "b7", "body 2"]
    columns = [f"{name} {part}" for name in names for part in ("x [m]", "y [m]", "theta [rad]")]
    assert header == ["time [s]", *columns]
    assert np.array_equal(rows[:, 0], solver.timesteps)
    assert np.array_equal(rows[:, 1:], solver.position_array)
    for kind, parts in (
        ("velocity", ("vx [m/s]", "vy [m/s]", "omega [rad/s]")),
        ("acceleration", ("ax [m/s^2]", "ay [m/s^2]", "alpha [rad/s^2]")),
        ("force", ("Fx [N]", "Fy [N]", "T [N m]")),
    ):
        header, rows = read(folder / f"case_{kind}.csv")
        assert header[4:7] == [f"b7 {part}" for part in parts]
        name = "global_force_array" if kind == "force" else f"{kind}_array"
        assert np.array_equal(rows[:, 1:], getattr(solver, name))
        assert np.abs(rows[:, 1:]).max() > 0.1


def test_forces_of_tracked_springs(tmp_path):
    solver = model(tmp_path).solve()
    header, rows = read(tmp_path / "run_spring_force.csv")
    parts = ["Fx on parent [N]", "Fy on parent [N]", "T on parent [N m]", "T on child [N m]"]
    expected = [f"{name} {part}" for name in ("left", "spring 2") for part in parts]
    assert header == ["time [s]", *expected]
    assert np.array_equal(rows[:, 1:5], solver.springs[0].forcehist)
    assert np.array_equal(rows[:, 5:], solver.springs[2].forcehist)


def test_flags_choose_what_is_written(tmp_path):
    model(tmp_path, output_velocity=False, output_acceleration=False, output_force=False).solve()
    assert [path.name for path in tmp_path.iterdir()] == ["run_position.csv"]


def test_binary_files(tmp_path):
    solver = model(tmp_path, output_as_csv=False, output_name="b").solve()
    assert {path.suffix for path in tmp_path.iterdir()} == {".npy"}
    stored = np.load(tmp_path / "b_velocity.npy")
    assert np.array_equal(stored[:, 0], solver.timesteps)
    assert np.array_equal(stored[:, 1:], solver.velocity_array)


def test_results_are_kept_if_writing_fails(tmp_path):
    blocked = tmp_path / "blocked"
    blocked.write_text("a file")
    solver = model(blocked)
    with pytest.raises(
        exu.SysError, match=r"the folder .*blocked \(output_path\) cannot be created"
    ):
        solver.solve()
    assert solver.position_array.shape == (21, 9)
    assert len(solver.springs[0].forcehist) == 21


def test_an_old_file_survives_a_failure(tmp_path, monkeypatch):
    solver = model(tmp_path).solve()
    before = (tmp_path / "run_position.csv").read_text()

    def full(*values, **options):
        raise OSError("no space left")

    monkeypatch.setattr(files.np, "savetxt", full)
    with pytest.raises(exu.SysError, match="run_position.csv cannot be written: no space left"):
        solver.solve(k=[1, 2, 3])
    assert (tmp_path / "run_position.csv").read_text() == before
    assert not list(tmp_path.glob("*.part"))


def test_a_failed_run_writes_what_it_has(tmp_path):
    solver = model(tmp_path)

    def breaks(t):
        return 1.0 if t < 0.5 else (0.5 - t) ** 0.5 * 1.0

    solver.bcs.append(lw.Force(solver.config, exu.called_back(breaks), solver.bodies[0], 0))
    with pytest.raises(exu.SolverError):
        solver.solve()
    _, rows = read(tmp_path / "run_position.csv")
    assert len(rows) == len(solver.timesteps) < 21


def test_a_header_is_one_line(tmp_path):
    solver = model(tmp_path)
    solver.bodies[0].name = "first\nsecond"
    path = solver.solve().files[0]
    assert np.array_equal(np.loadtxt(path, delimiter=",", skiprows=1)[:, 1:], solver.position_array)
    assert read(path)[0][1] == "first second x [m]"
