"""Saving and loading a Solution: everything comes back bit for bit."""

import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

import linkwork as exu
from linkwork.results.files import hdf5, npz
from tests.cases import looped

from .models import Solver, failure, make_settings, mass_on_spring, python_environment
from .results import assert_same, assert_same_arrays, rich_solution

WHOLE = [".npz", ".h5", ".hdf5"]
STATES = [".txt", ".npy"]


@pytest.fixture(scope="module")
def solution():
    return rich_solution(sensor_period=0.02)


@pytest.mark.parametrize("suffix", WHOLE)
def test_a_solution_comes_back_bit_for_bit(tmp_path, solution, suffix):
    path = tmp_path / f"new/run{suffix}"
    solution.save(path)
    loaded = exu.Solution.load(str(path))
    assert_same(loaded, solution)
    assert dict(loaded.statistics) == dict(solution.statistics)
    assert loaded.snapshot.coordinates() == solution.snapshot.coordinates()
    assert loaded.snapshot.sensor("place", 3) == solution.snapshot.sensor("place", 3)
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]
    again = tmp_path / f"again{suffix}"
    loaded.save(again)
    assert_same(exu.Solution.load(again), solution)


@pytest.mark.parametrize("suffix", STATES)
def test_files_of_states_bring_every_number_back(tmp_path, solution, suffix):
    path = tmp_path / f"run{suffix}"
    solution.save(path)
    loaded = exu.Solution.load(path)
    assert_same_arrays(loaded, solution)
    assert loaded and loaded.sensors == {} and loaded.snapshot is None
    assert repr(loaded).startswith("<Solution: complete, 51 rows")


@looped("suffix", WHOLE + STATES)
def test_special_numbers_survive(tmp_path, suffix):
    solution = rich_solution(steps=5)
    solution.coordinates[:, 0] = [np.nan, np.inf, -np.inf, -0.0, 5e-324, 1.7976931348623157e308]
    solution.save(tmp_path / f"run{suffix}")
    loaded = exu.Solution.load(tmp_path / f"run{suffix}")
    assert_same_arrays(loaded, solution)


@looped("suffix", [*WHOLE, ".txt"])
def test_a_failed_run_keeps_its_message(tmp_path, suffix):
    s = mass_on_spring(stiffness=1e8)
    solution = failure(s.mbs, make_settings(1.0, 1000), Solver.RK44).solution
    solution.save(tmp_path / f"run{suffix}")
    loaded = exu.Solution.load(tmp_path / f"run{suffix}")
    assert not loaded and loaded.message == solution.message
    assert_same_arrays(loaded, solution)


@pytest.mark.parametrize("suffix", WHOLE)
def test_names_of_sensors_are_any_text(tmp_path, suffix):
    solution = rich_solution(steps=5)
    names = ["../../up/\0/😀", "coordinates", ""]
    solution.sensors = dict(zip(names, solution.sensors.values(), strict=True))
    solution.save(tmp_path / f"run{suffix}")
    assert_same(exu.Solution.load(tmp_path / f"run{suffix}"), solution)
    assert [entry.name for entry in tmp_path.iterdir()] == [f"run{suffix}"]


@pytest.mark.parametrize("suffix", WHOLE)
def test_items_that_were_changed_during_the_run_are_kept(tmp_path, suffix):
    s = mass_on_spring()

    def stiffer(mbs, t):
        mbs.SetObjectParameter(s.spring, "stiffness", 100.0 + t)
        return True

    s.mbs.SetPreStepUserFunction(stiffer)
    solution = s.mbs.SolveDynamic(make_settings(0.1, 10))
    solution.save(tmp_path / f"run{suffix}")
    changed = exu.Solution.load(tmp_path / f"run{suffix}").snapshot.changed
    assert changed == solution.snapshot.changed == {("object", int(s.spring))}


@pytest.mark.parametrize("suffix", WHOLE)
def test_a_loaded_result_is_played_and_plotted(tmp_path, solution, suffix):
    solution.save(tmp_path / f"run{suffix}")
    loaded = exu.Solution.load(tmp_path / f"run{suffix}")
    pages = [s.export_html(tmp_path / f"{k}.html", "run") for k, s in enumerate((solution, loaded))]
    assert pages[0].read_bytes() == pages[1].read_bytes()
    assert loaded.to_pandas().equals(solution.to_pandas())
    assert loaded.to_pandas().attrs == solution.to_pandas().attrs


LIBRARIES = """
import sys
from tests.api.results import rich_solution
from linkwork import Solution
rich_solution(steps=5).save(sys.argv[1])
Solution.load(sys.argv[1])
print(sorted({"pandas", "xarray", "h5py", "matplotlib", "viser"} & {*sys.modules}))
"""


def test_optional_libraries_are_imported_when_they_are_used(tmp_path):
    command = [sys.executable, "-c", LIBRARIES, str(tmp_path / "run.npz")]
    folder = Path(__file__).parents[2]
    ended = subprocess.run(
        command, env=python_environment(), cwd=folder, capture_output=True, text=True
    )
    assert ended.stdout == "[]\n", ended.stderr


def test_numpy_reads_the_arrays_too(tmp_path, solution):
    solution.save(tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz", allow_pickle=False) as arrays:
        assert np.array_equal(arrays["velocities"], solution.velocities)
        assert np.array_equal(arrays["sensor_2"], solution.sensors["pull"])
        assert b'"bob.x", "m"' in arrays["description"].tobytes()
    with zipfile.ZipFile(tmp_path / "run.npz") as archive:
        assert archive.testzip() is None


def test_an_older_file_stays_if_writing_fails(tmp_path, solution, monkeypatch):
    for module, suffix in ((npz, ".npz"), (hdf5, ".h5")):
        path = tmp_path / f"run{suffix}"
        path.write_text("older")

        def full(*_):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(module, "description_of", lambda _: "{}")
        monkeypatch.setattr(module, "arrays_in", full)
        with pytest.raises(exu.SysError, match=f"run{suffix}.*No space left on device"):
            solution.save(path)
        assert path.read_text() == "older" and [p.name for p in tmp_path.iterdir()] == [path.name]
        path.unlink()


def test_saving_without_a_model(tmp_path, solution, monkeypatch):
    def refuse(_):
        raise exu.SysError("no text for this item")

    monkeypatch.setattr(type(solution.snapshot), "to_json", refuse)
    with pytest.warns(UserWarning, match="without its model: no text for this item"):
        solution.save(tmp_path / "run.npz")
    loaded = exu.Solution.load(tmp_path / "run.npz")
    assert loaded.snapshot is None
    assert_same(loaded, solution)


def test_a_model_that_cannot_be_read_does_not_cost_the_numbers(tmp_path, solution, monkeypatch):
    solution.save(tmp_path / "run.npz")

    def refuse(_):
        raise exu.SysError("unknown item")

    monkeypatch.setattr(type(solution.snapshot), "from_json", refuse)
    with pytest.warns(UserWarning, match="run.npz: the model in it.*unknown item"):
        loaded = exu.Solution.load(tmp_path / "run.npz")
    assert_same(loaded, solution)


def test_endings_that_are_not_known(tmp_path, solution):
    for name in ("run", "run.pkl", "run.mat"):
        with pytest.raises(exu.ParameterError, match=r"\.npz, \.h5, \.hdf5, \.txt, \.csv, \.npy"):
            solution.save(tmp_path / name)
        (tmp_path / name).write_text("")
        with pytest.raises(exu.ParameterError, match=r"\.npz, \.h5, \.hdf5, \.txt, \.csv, \.npy"):
            exu.Solution.load(tmp_path / name)
    for given in (None, 3, b"run.npz", "", "run\0.npz"):
        with pytest.raises(exu.ParameterError, match="file name"):
            solution.save(given)
        with pytest.raises(exu.ParameterError, match="file name"):
            exu.Solution.load(given)


def test_places_that_cannot_be_used(tmp_path, solution):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.npz").mkdir()
    for path in (tmp_path / "file/run.npz", tmp_path / "folder.npz"):
        with pytest.raises(exu.SysError, match="cannot be"):
            solution.save(path)
        with pytest.raises(exu.SysError, match="does not exist|not a streamed result"):
            exu.Solution.load(path)


@pytest.mark.parametrize("library, call", [
    ("pandas", lambda s, p: s.to_pandas()),
    ("xarray", lambda s, p: s.to_xarray()),
    ("h5py", lambda s, p: s.save(p / "run.h5")),
])  # fmt: skip
def test_a_missing_library_tells_what_to_install(tmp_path, solution, monkeypatch, library, call):
    monkeypatch.setitem(sys.modules, library, None)
    extra = "hdf5" if library == "h5py" else "data"
    with pytest.raises(exu.SysError, match=rf'{library}.*pip install "linkwork\[{extra}\]"'):
        call(solution, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_statistics_come_back_from_plain_values():
    statistics = rich_solution(steps=5).statistics
    kind = type(statistics)
    assert dict(kind.from_dict(statistics.to_dict())) == dict(statistics)
    for wrong, word in (
        (None, "NoneType"),
        ({"steps": 1}, "'solver' is missing"),
        ({"solver": "a", "stepps": 1}, "'stepps'"),
        ({"solver": 1}, "'solver'"),
        ({"solver": "a", "steps": "1"}, "'steps'"),
        ({"solver": "a", "steps": 1.5}, "'steps'"),
        ({"solver": "a", "steps": True}, "'steps'"),
        ({"solver": "a", "seconds": None}, "'seconds'"),
        ({"solver": "a", "seconds_by_part": {"x": "y"}}, "'seconds_by_part'"),
    ):
        with pytest.raises(ValueError, match=word):
            kind.from_dict(wrong)
