"""Files that are broken, foreign or hostile are refused; the error names file and fault."""

import io
import json
import pickle
import struct
import zipfile

import h5py
import numpy as np
import pytest

import linkwork as exu
from linkwork.results.record import npy
from tests.cases import looped

from .models import make_settings, mass_on_spring
from .results import assert_same, rich_solution


@pytest.fixture(scope="module")
def solution():
    return rich_solution(steps=20)


@pytest.fixture(scope="module")
def parts(solution, tmp_path_factory):
    """Name -> bytes of the arrays in a good file."""
    path = tmp_path_factory.mktemp("good") / "run.npz"
    solution.save(path)
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


class Bomb:
    """Writes a file when it is unpickled."""

    def __reduce__(self):
        return open, ("unpickled", "w")


def refused(path, *words):
    with pytest.raises(exu.SysError) as error:
        exu.Solution.load(path)
    for word in (path.name, *words):
        assert word in str(error.value)


def array_bytes(values, **options):
    file = io.BytesIO()
    np.lib.format.write_array(file, values, **options)
    return file.getvalue()


def with_description(parts, **values):
    """The parts with another description; a value of None takes an entry away."""
    file = io.BytesIO(parts["description.npy"])
    found = json.loads(npy.read(file, len(file.getvalue()), npy.BYTES).tobytes()) | values
    found = {name: value for name, value in found.items() if value is not ...}
    text = np.frombuffer(json.dumps(found).encode(), np.uint8)
    return {**parts, "description.npy": array_bytes(text)}


def zipped(path, parts, compression=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def test_the_parts_put_together_again_are_read(tmp_path, parts, solution):
    assert_same(exu.Solution.load(zipped(tmp_path / "a.npz", parts)), solution)
    assert_same(exu.Solution.load(zipped(tmp_path / "b.npz", with_description(parts))), solution)


@looped("suffix", [".npz", ".h5", ".npy", ".txt"])
def test_files_cut_off_anywhere(tmp_path, solution, suffix):
    path = tmp_path / f"run{suffix}"
    solution.save(path)
    content = path.read_bytes()
    body = content.rindex(b"#") if suffix == ".txt" else len(content)
    for size in {0, 1, 5, 60, 127, 128, 500, body // 3, body // 2, body - 500, body - 10, body - 2}:
        path.write_bytes(content[:size])
        if suffix == ".txt" and content[:size].endswith(b"\n"):
            continue
        refused(path)


@pytest.mark.parametrize("suffix", [".npz", ".h5", ".npy"])
def test_a_changed_byte_is_found_or_harmless(tmp_path, solution, suffix):
    """No byte of a file can crash the reader; where a checksum exists, values are not wrong."""
    path = tmp_path / f"run{suffix}"
    solution.save(path)
    content = path.read_bytes()
    random = np.random.default_rng(1)
    for place in random.integers(0, len(content), 150):
        changed = bytearray(content)
        changed[place] ^= int(random.integers(1, 256))
        path.write_bytes(bytes(changed))
        try:
            loaded = exu.Solution.load(path)
        except exu.SysError as error:
            assert path.name in str(error)
        else:
            if suffix != ".npy":
                assert_same(loaded, solution)


@looped("suffix", [".npz", ".h5", ".hdf5", ".npy", ".txt", ".csv"])
@looped("content", [
    b"", b"\0" * 1000, b"PK\x03\x04", b"\x93NUMPY", b"\x89HDF\r\n\x1a\n", b"1,2\n", b"\xff\xfe\n",
    pickle.dumps(Bomb()),
], ids=range(8))  # fmt: skip
def test_foreign_content(tmp_path, monkeypatch, suffix, content):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / f"run{suffix}"
    path.write_bytes(content)
    refused(path)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_archives_of_others(tmp_path, parts):
    np.savez(tmp_path / "other.npz", a=np.ones(3))
    refused(tmp_path / "other.npz", "not a result of Linkwork")
    path = tmp_path / "run.npz"
    refused(zipped(path, {k: v for k, v in parts.items() if k != "times.npy"}), "'times'")
    refused(zipped(path, parts, zipfile.ZIP_DEFLATED), "compressed")


@looped("values, word", [
    (dict(format="x"), "not a result of Linkwork"),
    (dict(format=...), "not a result of Linkwork"),
    (dict(version=2), "version 2, this Linkwork reads version 1"),
    (dict(version="1"), "version '1'"),
    (dict(version=...), "version None"),
    (dict(message=...), "message"),
    (dict(message=1), "message"),
    (dict(sensors=None), "names of sensors"),
    (dict(sensors=[1, 2, 3]), "names of sensors"),
    (dict(sensors=["a", "a", "b"]), "same name"),
    (dict(sensors=["a"] * 0 + ["a", "b", "c", "d"]), "'sensor_3' is missing"),
    (dict(statistics=None), "statistics"),
    (dict(statistics={"solver": 3}), "statistics"),
    (dict(statistics={"solver": "a", "steps": []}), "'steps'"),
    (dict(model=1), "model"),
    (dict(changed=[["node"]]), "changed"),
    (dict(driven=[["object", "3"]]), "driven"),
])  # fmt: skip
def test_wrong_descriptions(tmp_path, parts, values, word):
    refused(zipped(tmp_path / "run.npz", with_description(parts, **values)), word)


def test_a_model_with_coordinates_beyond_all_memory_is_not_used(tmp_path, parts):
    node = {"nodeType": "GenericODE2", "numberOfODE2Coordinates": 10**15}
    model = json.dumps({"format": "linkwork-model", "version": 1, "nodes": [node]})
    path = zipped(tmp_path / "run.npz", with_description(parts, model=model))
    with pytest.warns(UserWarning, match="the model in it cannot be used"):
        assert exu.Solution.load(path).snapshot is None


def test_a_model_of_another_result_is_not_used(tmp_path, parts, solution):
    other = mass_on_spring().mbs.SolveDynamic(make_settings(0.1, 10))
    wrong = with_description(parts, model=other.snapshot.to_json())
    path = zipped(tmp_path / "run.npz", wrong)
    with pytest.warns(UserWarning, match="run.npz: the model.* it has 3 columns of 'coordinates'"):
        loaded = exu.Solution.load(path)
    assert loaded.snapshot is None
    assert_same(loaded, solution)


def test_descriptions_that_are_no_json(tmp_path, parts):
    for text in (b"", b"{", b"[]", b"3", b"\xff", b"[" * 100_000):
        wrong = {**parts, "description.npy": array_bytes(np.frombuffer(text, np.uint8))}
        refused(zipped(tmp_path / "run.npz", wrong))


@looped("name, array, word", [
    ("times", np.ones((21, 1)), "'times' has the shape (21, 1)"),
    ("times", np.ones(7), "there are 7 times"),
    ("velocities", np.ones((3, 2)), "'velocities' has the shape (3, 2), there are 21 times"),
    ("velocities", np.ones(21), "'velocities' has the shape (21,)"),
    ("velocities", np.ones((21, 2), np.float32), "'velocities': it holds float32"),
    ("velocities", np.ones((21, 2), ">f8"), "'velocities': it holds >f8"),
    ("velocities", np.asfortranarray(np.ones((21, 2))), "Fortran"),
    ("velocities", np.array([[None]]), "'velocities': it holds object"),
    ("velocities", np.zeros(3, "f8,f8"), "'velocities': it holds"),
    ("sensor_1", np.ones(21), "'speed' has the shape (21,)"),
    ("sensor_1", np.ones((21, 0)), "'speed' has the shape (21, 0)"),
    ("description", np.ones(3), "it holds float64 instead of uint8"),
])  # fmt: skip
def test_wrong_arrays(tmp_path, parts, name, array, word):
    wrong = {**parts, f"{name}.npy": array_bytes(array)}
    refused(zipped(tmp_path / "run.npz", wrong), word)


@looped("shape", [
    "(10000000000, 1000)", "(-1, 2)", "(21,", "(21, 3)", "(21, 1)", "21", "'a'", "(True, 2)",
    "(1" + "0" * 5000 + ", 2)", "(" * 300, "(1.5, 2)",
])  # fmt: skip
def test_headers_that_lie(tmp_path, parts, shape):
    text = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}}}\n".encode()
    header = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text
    wrong = {**parts, "velocities.npy": header + parts["velocities.npy"][128:]}
    refused(zipped(tmp_path / "run.npz", wrong), "'velocities'")
    (tmp_path / "run.npy").write_bytes(header + b"\0" * 500)
    refused(tmp_path / "run.npy")


def test_entries_that_overlap(tmp_path, parts):
    """Several entries that name the same bytes, so that a small file seems large."""
    path = zipped(tmp_path / "run.npz", parts)
    with zipfile.ZipFile(path, "a") as archive:
        info = archive.getinfo("velocities.npy")
        for k in range(200):
            double = zipfile.ZipInfo(f"more_{k}.npy")
            for name in ("header_offset", "CRC", "compress_size", "file_size"):
                setattr(double, name, getattr(info, name))
            archive.filelist.append(double)
        archive._didModify = True
    refused(path, "larger than the file")


def test_hdf5_files_of_others(tmp_path, solution):
    path = tmp_path / "run.h5"
    with h5py.File(path, "w") as file:
        file["a"] = np.ones(3)
    refused(path, "'description' is missing")


@looped("change, word", [
    (lambda f: None, "'velocities' is missing"),
    (lambda f: f.create_group("velocities"), "'velocities' is missing"),
    (lambda f: f.create_dataset("velocities", (10**12, 2), "<f8"), "not stored in the file"),
    (lambda f: f.create_dataset("velocities", (10**6, 100), "<f8", chunks=True), "not stored"),
    (lambda f: f.create_dataset("velocities", data=np.zeros((21, 2)), compression=9), "not stored"),
    (lambda f: f.create_dataset("velocities", data=np.ones((21, 2), "f4")), "float32"),
    (lambda f: f.create_dataset("velocities", data=np.ones((21, 2))), "changed after"),
    (lambda f: f.create_dataset("velocities", data=[["a"]]), "object"),
    (lambda f: f.create_dataset("velocities", data=h5py.Empty("<f8")), "'velocities'"),
    (lambda f: f.create_dataset("velocities", (21, 2), "<f8", external=[("x", 0, 336)]), "not"),
    (lambda f: f.__setitem__("velocities", h5py.ExternalLink("other.h5", "/a")), "is missing"),
    (lambda f: f.__setitem__("velocities", h5py.SoftLink("/times")), "is missing"),
], ids=range(12))  # fmt: skip
def test_hdf5_files_with_a_wrong_array(tmp_path, solution, change, word, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "run.h5"
    solution.save(path)
    with h5py.File(path, "a") as file:
        del file["velocities"]
        change(file)
    refused(path, word)
