"""Runs that stream their results to disk: the same numbers, bounded memory, readable always."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import linkwork as exu
from linkwork.results.record import npy, recording, stream

from .models import Solver, failure, make_settings, mass_on_spring, python_environment
from .results import assert_same, rich_system

STREAMED = [Solver.GeneralizedAlpha, Solver.RK44, Solver.DOPRI5, Solver.VelocityVerlet]


@pytest.fixture
def small_buffer(monkeypatch):
    """Room for about ten rows."""
    monkeypatch.setattr(recording, "BUFFER", 2.0e3)


def streamed_settings(path, *given, **integration):
    settings = make_settings(*given, **integration)
    settings.solutionSettings.streamFileName = str(path)
    return settings


@pytest.mark.parametrize("solver", STREAMED, ids=lambda solver: solver.name)
@pytest.mark.parametrize("period", [0.0, 0.003], ids=["same times", "own times"])
def test_streamed_results_are_those_in_memory(tmp_path, small_buffer, solver, period):
    settings = make_settings(0.5, 500)
    settings.solutionSettings.sensorsWritePeriod = period
    expected = rich_system().SolveDynamic(settings, solver)
    settings.solutionSettings.streamFileName = tmp_path / "run.lw"
    mbs = rich_system()
    solution = mbs.SolveDynamic(settings, solver)
    assert mbs.solution is solution
    assert_same(solution, expected)
    loaded = exu.Solution.load(tmp_path / "run.lw")
    assert_same(loaded, solution)
    assert loaded.snapshot.coordinates() == solution.snapshot.coordinates()
    for result in (solution, loaded):
        for array in (result.times, result.coordinates, *result.sensors.values()):
            assert isinstance(array, np.memmap) and not array.flags.writeable


def test_steps_that_adapt_record_more_rows_than_planned(tmp_path, small_buffer):
    settings = make_settings(1.0, 1, initialStepSize=1e-4, relativeTolerance=1e-10)
    s = mass_on_spring()
    expected = s.mbs.SolveDynamic(settings, Solver.DOPRI5)
    settings.solutionSettings.streamFileName = tmp_path / "run.lw"
    assert_same(s.mbs.SolveDynamic(settings, Solver.DOPRI5), expected)
    assert len(expected) > 20


def test_memory_of_the_recorders_is_bounded(tmp_path, monkeypatch, small_buffer):
    largest = []
    reserve = recording.Recording._reserve

    def watched(self, *rows):
        reserve(self, *rows)
        largest.append(sum(self.data[name].nbytes for name in ("recorded", "sensed")))

    monkeypatch.setattr(recording.Recording, "_reserve", watched)
    solution = rich_system().SolveDynamic(streamed_settings(tmp_path / "run.lw", 1.0, 5000))
    assert len(solution) == 5001 and max(largest) <= 2000 and len(largest) == 1


def test_a_run_beyond_the_limit_of_memory_is_told_to_stream(tmp_path, monkeypatch):
    monkeypatch.setattr(recording, "LIMIT", 1.0e4)
    monkeypatch.setattr(recording, "BUFFER", 1.0e4)
    with pytest.raises(exu.SysError, match="solutionSettings.streamFileName"):
        rich_system().SolveDynamic(make_settings(1.0, 1000))
    solution = rich_system().SolveDynamic(streamed_settings(tmp_path / "run.lw", 1.0, 1000))
    assert len(solution) == 1001


def test_a_streamed_solution_works_like_any_other(tmp_path, small_buffer):
    plain = rich_system().SolveDynamic(make_settings(0.1, 100))
    solution = rich_system().SolveDynamic(streamed_settings(tmp_path / "run.lw", 0.1, 100))
    assert solution.to_pandas().equals(plain.to_pandas())
    assert solution.to_xarray().equals(plain.to_xarray())
    for suffix in (".npz", ".h5"):
        solution.save(tmp_path / f"run{suffix}")
        assert_same(exu.Solution.load(tmp_path / f"run{suffix}"), solution)
    for suffix in (".txt", ".npy"):
        solution.save(tmp_path / f"run{suffix}")
        plain.save(tmp_path / f"plain{suffix}")
        read = [exu.Solution.load(tmp_path / f"{name}{suffix}") for name in ("run", "plain")]
        assert np.array_equal(read[0].accelerations, read[1].accelerations)
    pages = [
        each.export_html(tmp_path / f"{k}.html", "run") for k, each in enumerate((plain, solution))
    ]
    assert pages[0].read_bytes() == pages[1].read_bytes()
    wanted = [0.0123, 0.05]
    assert np.array_equal(solution.interpolate(wanted)[0], plain.interpolate(wanted)[0])


def test_numpy_reads_the_folder(tmp_path, small_buffer):
    solution = rich_system().SolveDynamic(streamed_settings(tmp_path / "run.lw", 0.1, 100))
    read = np.load(tmp_path / "run.lw/velocities.npy", mmap_mode="r")
    assert np.array_equal(read, solution.velocities)
    meta = json.loads((tmp_path / "run.lw/meta.json").read_text())
    sensors = np.load(tmp_path / "run.lw/sensors.npy")
    for name, (first, last) in zip(meta["sensors"], meta["sensor_columns"], strict=True):
        assert np.array_equal(sensors[:, first:last], solution.sensors[name])


def test_the_folder_can_be_read_while_the_run_goes_on(tmp_path, small_buffer):
    mbs, seen = rich_system(), []

    def look(mbs, t):
        if (tmp_path / "run.lw").exists():
            seen.append(exu.Solution.load(tmp_path / "run.lw"))
        return True

    mbs.SetPreStepUserFunction(look)
    solution = mbs.SolveDynamic(streamed_settings(tmp_path / "run.lw", 0.2, 200))
    rows = [len(each) for each in seen]
    assert len(seen) > 100 and sorted(rows) == rows and len(set(rows)) > 10
    for each in seen:
        assert not each and "had not finished" in each.message
        assert np.array_equal(each.coordinates, solution.coordinates[: len(each)])
        place = each.sensors["place"]
        assert np.array_equal(place, solution.sensors["place"][: len(place)])


def test_results_are_streamed_now_and_then_before_the_buffer_is_full(tmp_path, monkeypatch):
    monkeypatch.setattr(recording, "PERIOD", 0.0)
    rows = []

    def look(mbs, t):
        time.sleep(0.002)
        if (tmp_path / "run.lw").exists():
            rows.append(len(exu.Solution.load(tmp_path / "run.lw")))
        return True

    mbs = rich_system()
    mbs.SetPreStepUserFunction(look)
    mbs.SolveDynamic(streamed_settings(tmp_path / "run.lw", 0.2, 200))
    assert rows and rows[0] < 200


KILLED = """
import os, sys
from linkwork.results.record import recording
from tests.api.results import rich_system
from tests.api.test_solution_stream import streamed_settings
recording.BUFFER = 2.0e3
mbs = rich_system()
def kill(mbs, t):
    if t > 0.1:
        os._exit(9)
    return True
mbs.SetPreStepUserFunction(kill)
mbs.SolveDynamic(streamed_settings(sys.argv[1], 0.2, 200))
"""


def test_after_a_kill_everything_streamed_is_there(tmp_path):
    path = tmp_path / "run.lw"
    command = [sys.executable, "-c", KILLED, str(path)]
    folder = os.path.dirname(__file__) + "/../.."
    ended = subprocess.run(command, env=python_environment(), cwd=folder, capture_output=True)
    assert ended.returncode == 9, ended.stderr.decode()
    loaded = exu.Solution.load(path)
    expected = rich_system().SolveDynamic(make_settings(0.2, 200))
    assert 80 < len(loaded) <= 101 and not loaded
    assert np.array_equal(loaded.coordinates, expected.coordinates[: len(loaded)])


def test_failed_and_interrupted_runs_keep_what_was_streamed(tmp_path, small_buffer):
    settings = streamed_settings(tmp_path / "failed.lw", 1.0, 1000)
    error = failure(mass_on_spring(stiffness=1e8).mbs, settings, Solver.RK44)
    assert_same(exu.Solution.load(tmp_path / "failed.lw"), error.solution)
    assert len(error.solution) > 10

    def interrupt(mbs, t):
        if t > 0.05:
            signal.raise_signal(signal.SIGINT)
        return True

    mbs = rich_system()
    mbs.SetPreStepUserFunction(interrupt)
    with pytest.raises(KeyboardInterrupt):
        mbs.SolveDynamic(streamed_settings(tmp_path / "stopped.lw", 0.1, 100))
    loaded = exu.Solution.load(tmp_path / "stopped.lw")
    assert_same(loaded, mbs.solution)
    assert 50 <= len(loaded) <= 52 and "stopped by the user" in loaded.message


def test_a_failure_after_any_step_gives_the_rows_in_memory(tmp_path, small_buffer):
    """Also right after a block was streamed: the last state is there once."""

    def force(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        if t > mbs.variables["end"]:
            raise ValueError("enough")
        return stiffness * deltaL

    s = mass_on_spring(springForceUserFunction=force)
    for step in range(10, 25):
        s.mbs.variables["end"] = (step + 0.5) * 1e-3
        expected = failure(s.mbs, make_settings(0.1, 100)).solution
        settings = streamed_settings(tmp_path / "run.lw", 0.1, 100)
        assert_same(failure(s.mbs, settings).solution, expected)
        assert len(expected) == step + 1


def test_a_full_disk_stops_the_run_and_keeps_what_fits(tmp_path, small_buffer, monkeypatch):
    expected = rich_system().SolveDynamic(make_settings(0.2, 200))
    write, written = stream._write, []

    def limited(file, data, place):
        written.append(len(memoryview(data).cast("B")))
        if sum(written) > 10_000:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(file, data, place)

    monkeypatch.setattr(stream, "_write", limited)
    mbs = rich_system()
    with pytest.raises(exu.SolverError, match="run.lw: No space left.*states are kept") as error:
        mbs.SolveDynamic(streamed_settings(tmp_path / "run.lw", 0.2, 200))
    solution = error.value.solution
    assert mbs.solution is solution and not solution and 10 < len(solution) < 150
    assert np.array_equal(solution.coordinates, expected.coordinates[: len(solution)])
    assert np.array_equal(exu.Solution.load(tmp_path / "run.lw").times, solution.times)


def test_a_failure_between_two_headers_leaves_arrays_of_one_length(
    tmp_path, small_buffer, monkeypatch
):
    write, headers = stream._write, []

    def fail_in_between(file, data, place):
        if place == 0:
            headers.append(file.name)
            if len(headers) == 21:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
        write(file, data, place)

    monkeypatch.setattr(stream, "_write", fail_in_between)
    with pytest.raises(exu.SolverError, match="run.lw") as error:
        rich_system().SolveDynamic(streamed_settings(tmp_path / "run.lw", 0.2, 200))
    solution = error.value.solution
    assert len(solution) and len(solution.velocities) == len(solution.times)
    assert len(solution.coordinates) == len(solution.data_coordinates) == len(solution.times)


def test_a_disk_that_is_full_at_the_end(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(stream, "_write", full)
    mbs = rich_system()
    with pytest.raises(exu.SolverError, match="No space left") as error:
        mbs.SolveDynamic(streamed_settings(tmp_path / "run.lw", 0.2, 200))
    assert error.value.solution is mbs.solution and not mbs.solution


def test_an_older_result_is_replaced_and_stays_valid_where_it_is_used(tmp_path, small_buffer):
    path = tmp_path / "run.lw"
    first = rich_system().SolveDynamic(streamed_settings(path, 0.1, 100))
    kept = first.coordinates.copy()
    (path / "notes.txt").write_text("mine")
    second = rich_system().SolveDynamic(streamed_settings(path, 0.2, 50))
    assert np.array_equal(first.coordinates, kept)
    assert len(exu.Solution.load(path)) == len(second) == 51
    assert (path / "notes.txt").read_text() == "mine"


def test_a_run_that_cannot_start_leaves_an_older_result(tmp_path):
    path = tmp_path / "run.lw"
    solution = rich_system().SolveDynamic(streamed_settings(path, 0.1, 100))
    s = mass_on_spring()
    s.mbs.SetObjectParameter(s.mass, "physicsMass", 0.0)
    s.mbs.Assemble()
    with pytest.raises(exu.SysError):
        s.mbs.SolveDynamic(streamed_settings(path, 0.1, 100))
    assert_same(exu.Solution.load(path), solution)


def test_folders_of_others_are_not_touched(tmp_path):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/times.npy").write_text("mine")
    (tmp_path / "other").mkdir()
    (tmp_path / "other/meta.json").write_text('{"format": "other"}')
    mbs = rich_system()
    for name, word in (
        ("file", "is, or is below, a file"),
        ("file/below", "is, or is below, a file"),
        ("folder", "something other than a streamed result"),
        ("other", "something other than a streamed result"),
    ):
        with pytest.raises(exu.SysError, match=word):
            mbs.SolveDynamic(streamed_settings(tmp_path / name, 0.1, 10))
    assert (tmp_path / "folder/times.npy").read_text() == "mine"
    (tmp_path / "empty").mkdir()
    mbs.SolveDynamic(streamed_settings(tmp_path / "empty", 0.1, 10))
    assert len(exu.Solution.load(tmp_path / "empty")) == 11


def test_a_folder_taken_by_another_run(tmp_path, small_buffer):
    path, others = tmp_path / "run.lw", []

    def other(mbs, t):
        if t > 0.05 and not others:
            others.append(rich_system().SolveDynamic(streamed_settings(path, 0.1, 77)))
        return True

    mbs = rich_system()
    mbs.SetPreStepUserFunction(other)
    with pytest.raises(exu.SysError, match="run.lw was removed or replaced"):
        mbs.SolveDynamic(streamed_settings(path, 0.1, 100))
    expected = rich_system().SolveDynamic(make_settings(0.1, 100))
    assert np.array_equal(mbs.solution.coordinates, expected.coordinates)
    assert_same(exu.Solution.load(path), others[0])


def test_a_block_on_its_way_is_not_read(tmp_path, small_buffer):
    """The headers of some files are changed already, those of others not yet."""
    path = tmp_path / "run.lw"
    solution = rich_system().SolveDynamic(streamed_settings(path, 0.1, 100))
    with (path / "velocities.npy").open("r+b") as file:
        file.write(npy.header((60, 2)))
    loaded = exu.Solution.load(path)
    assert len(loaded) == 60 and np.array_equal(loaded.coordinates, solution.coordinates[:60])


def test_arrays_and_description_of_two_runs_are_not_mixed(tmp_path, small_buffer, monkeypatch):
    folder = tmp_path / "run.lw"
    rich_system().SolveDynamic(streamed_settings(folder, 0.1, 100))
    map_file = stream._map_file

    def replaced(path, dimensions):
        if path.name == "times.npy":
            rich_system().SolveDynamic(streamed_settings(folder, 0.2, 50))
        return map_file(path, dimensions)

    monkeypatch.setattr(stream, "_map_file", replaced)
    with pytest.raises(exu.SysError, match="another run has just begun"):
        exu.Solution.load(folder)


def test_broken_folders(tmp_path, small_buffer):
    good = tmp_path / "run.lw"
    rich_system().SolveDynamic(streamed_settings(good, 0.1, 100))

    def broken(word, change):
        path = tmp_path / "broken.lw"
        shutil.copytree(good, path)
        change(path)
        with pytest.raises(exu.SysError, match=word):
            exu.Solution.load(path)
        shutil.rmtree(path)

    def meta(**values):
        def change(path):
            found = json.loads((path / "meta.json").read_text())
            (path / "meta.json").write_text(json.dumps(found | values))

        return change

    def cut(name, size):
        return lambda path: os.truncate(path / name, size)

    def array(name, values):
        return lambda path: np.save(path / name, values, allow_pickle=True)

    broken("without meta.json", lambda path: (path / "meta.json").unlink())
    broken("meta.json.*not JSON", cut("meta.json", 30))
    broken("meta.json.*not a result of Linkwork", meta(format="linkwork-solution"))
    broken("meta.json.*version 2, this Linkwork reads version 1", meta(version=2))
    broken("meta.json.*columns of sensors", meta(sensor_columns=[[0, 4], [4, 8], [8, 11]]))
    broken("meta.json.*columns of sensors", meta(sensor_columns=[[0, 4]]))
    broken("meta.json.*columns of sensors", meta(sensor_columns=[["a", 4]] * 3))
    broken("meta.json.*names of sensors", meta(sensors=[1, 2, 3]))
    broken("statistics", meta(statistics=[1]))
    broken("coordinates.npy", lambda path: (path / "coordinates.npy").unlink())
    broken("coordinates.npy.*it is truncated", cut("coordinates.npy", 1000))
    broken("times.npy", cut("times.npy", 50))
    broken("times.npy", cut("times.npy", 0))
    broken(
        "velocities.npy.*int64 instead of float64", array("velocities.npy", np.ones((3, 2), int))
    )
    broken("velocities.npy.*object", array("velocities.npy", np.array([[None]])))
    broken("velocities.npy.*dimensions", array("velocities.npy", np.ones(4)))
    broken("velocities.npy.*Fortran", array("velocities.npy", np.ones((3, 2), order="F")))
