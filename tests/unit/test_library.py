"""The library of kernels: what it holds, when it is used."""

import shutil
import subprocess
import sys

import numpy as np
import pytest

from linkwork import building
from linkwork.core.kernels import compile as compiling
from linkwork.core.kernels import library
from linkwork.core.kernels.array_call import array_entry
from linkwork.core.kernels.fingerprint import examine
from linkwork.core.kernels.named import NamedFunction
from linkwork.core.kernels.pointer import Pointer
from linkwork.math.vec3 import dot
from linkwork.warmup import entries


def scaled(values, factors):
    """A kernel that needs the C library and another helper."""
    for i in range(values.size):
        fraction = np.sin(values[i])
        values[i] = factors[0] * fraction + dot((1.0, 2.0, 3.0), (values[i], 0.0, 1.0))
    return 7


def spread(values, factors):
    """A kernel that the library lacks."""
    values[:] = factors[0]


scaled.__module__ = spread.__module__ = "linkwork.test_library"
KERNELS = array_entry(scaled, float, float)
LACKING = array_entry(spread, float, float)
NO = building.SUPPORTED_ELSEWHERE.replace("ret i32 1", "ret i32 0")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A library of one kernel, and one for other processors."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler links libraries here")
    folder = tmp_path_factory.mktemp("objects")
    building.compile_into(folder, [KERNELS])
    asks = building.SUPPORTED_X86 if building.is_x86() else building.SUPPORTED_ELSEWHERE
    made = {name: folder / name for name in ("fits.so", "old.so")}
    building.complete(folder, asks, made["fits.so"])
    building.complete(folder, NO, made["old.so"])
    return made


@pytest.fixture
def use(monkeypatch, tmp_path):
    """Let a file be the library of the package, without variables that speak against it."""
    monkeypatch.delenv("LINKWORK_NATIVE", raising=False)
    for name, _ in library.numba_variables():
        monkeypatch.delenv(name)
    monkeypatch.setattr(library, "STAMP", str(tmp_path / "stamp"))
    monkeypatch.setattr(compiling, "jit_disabled", lambda: False)

    def choose(file):
        library._opened.cache_clear()
        monkeypatch.setattr(library, "FILE", str(file))

    yield choose
    library._opened.cache_clear()


def test_kernels_of_the_library_do_what_python_does(built, use):
    use(built["fits.so"])
    entry, pointer = KERNELS
    address = compiling.address_of(entry, pointer)
    assert address == library.address_of(entry, pointer) != 0
    values, factors = np.linspace(-3.0, 3.0, 11), np.array([1.5])
    expected = values.copy()
    assert scaled(expected, factors) == 7
    arguments = [
        number for array in (values, factors) for number in (array.ctypes.data, array.size)
    ]
    assert pointer(address, *arguments) == 7
    assert values == pytest.approx(expected, rel=1e-15)
    assert library.why_not() == ""


def test_what_the_library_lacks_is_compiled(built, use):
    use(built["fits.so"])
    entry, pointer = LACKING
    assert library.address_of(entry, pointer) == 0
    values, factors = np.zeros(3), np.array([2.5])
    pointer(compiling.address_of(entry, pointer), values.ctypes.data, 3, factors.ctypes.data, 1)
    assert values.tolist() == [2.5, 2.5, 2.5]
    other = Pointer("q", "qqqqq")
    assert library.address_of(KERNELS[0], other) == 0


def test_reasons_against_the_library(built, use, monkeypatch, tmp_path):
    use(tmp_path / "none.so")
    assert library.why_not() == "the package has none" and library.library() is None
    (tmp_path / "damaged.so").write_bytes(b"no library")
    use(tmp_path / "damaged.so")
    assert library.why_not().startswith("it cannot be opened: ")
    use(built["old.so"])
    assert library.why_not() == "the processor lacks operations that it uses (x86-64-v3)"
    for name in ("LINKWORK_NATIVE", "NUMBA_OPT"):
        monkeypatch.setenv(name, "1")
        use(built["fits.so"])
        assert library.why_not() == f"{name} is set"
        monkeypatch.delenv(name)
    monkeypatch.setenv("NUMBA_NUM_THREADS", "1")
    (tmp_path / "stamp").write_text(library.present_stamp(), "ascii")
    use(built["fits.so"])
    assert library.why_not() == ""
    (tmp_path / "stamp").write_text("0" * 32, "ascii")
    use(built["fits.so"])
    assert library.why_not() == "it was built from other texts than the present ones"


def test_no_two_kernels_have_one_name():
    known = {}
    for function, pointer in entries():
        assert isinstance(function, NamedFunction) or function.__module__.startswith("linkwork.")
        plain = compiling.plain_function(function)
        name = getattr(function, "name", plain.__qualname__)
        text = examine(plain).digest
        assert known.setdefault(library.symbol_of(name, pointer), text) == text, name
    assert len(known) > 200


def test_a_name_that_is_taken_ends_the_build(tmp_path):
    building._demand_one_name(tmp_path / "a.txt", "a", "one text")
    building._demand_one_name(tmp_path / "a.txt", "a", "one text")
    with pytest.raises(SystemExit, match="two kernels have the name a: give one of them"):
        building._demand_one_name(tmp_path / "a.txt", "a", "another text")


def test_without_a_linker_the_build_says_so(monkeypatch, tmp_path):
    monkeypatch.setenv("CC", "no-such-compiler -v")
    with pytest.raises(SystemExit, match="needs a C compiler to link it: no-such-compiler"):
        building.link([], tmp_path / "x.so")


def test_the_stamp_follows_the_texts(monkeypatch, tmp_path):
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "a.py").write_text("x = 1\n")
    monkeypatch.setattr(library, "PACKAGE", str(tmp_path))
    before = library.present_stamp()
    (tmp_path / "notes.txt").write_text("not a source")
    assert library.present_stamp() == before
    (tmp_path / "part" / "a.py").write_text("x = 12\n")
    assert library.present_stamp() != before


def test_help_of_the_build():
    done = subprocess.run(
        [sys.executable, "-m", "linkwork.building", "--help"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "--for-wheel" in done.stdout and "--remove" in done.stdout
