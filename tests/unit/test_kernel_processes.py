"""Kernels kept from one process to the next: never stale, safe against damage and company."""

import json
import os
import subprocess
import sys

import pytest

KERNELS = """
import math
import numpy as np
from linkwork.core.kernels.pointer import Pointer, status, view
import helpers
FACTOR = 2.0
ROW = np.dtype((np.record, np.dtype([("x", "f8"), ("p", "f8", 3)], align=True)))

def scaled(x, power=1):
    return helpers.twice(x) ** power * FACTOR

def make(offset):
    def kernel(call, frame):
        row = view(call, (1,), ROW)[0]
        out = view(frame, (2,), np.float64)
        out[0] = scaled(row.x) + offset
        out[1] = math.sin(row.p[1])
        return status(None)
    return kernel

kernel = make(1.0)
"""

HELPERS = """
def twice(x):
    return 2.0 * x
"""

RUN = """
import sys, json
import numpy as np
from linkwork.core.kernels import compile as core
from linkwork.core.kernels.pointer import call_kernel
import kernels
row, out = np.zeros(1, kernels.ROW), np.zeros(2)
row["x"], row["p"] = 3.0, (0.1, 0.2, 0.3)
address = core.address_of(kernels.kernel)
code = call_kernel(address, row.ctypes.data, out.ctypes.data)
print(json.dumps(dict(code=code, out=out.tolist(), origins=list(core.compiled_functions().values()),
                      numba="numba" in sys.modules)))
"""


class Project:
    """A user's folder with kernels in modules, and a separate cache."""

    def __init__(self, path):
        self.path, self.cache = path, path / "cache"
        self.write(kernels=KERNELS, helpers=HELPERS)

    def write(self, **modules):
        for name, text in modules.items():
            (self.path / f"{name}.py").write_text(text)

    def start(self, script=RUN, **environment):
        inherited = {k: v for k, v in os.environ.items() if k != "LINKWORK_QUIET"}
        paths = [str(self.path), *sys.path]
        return subprocess.Popen(
            [sys.executable, "-B", "-c", script],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={
                **inherited,
                "PYTHONPATH": os.pathsep.join(p for p in paths if p),
                "LINKWORK_CACHE_DIR": str(self.cache),
                **environment,
            },
        )

    def run(self, script=RUN, **environment):
        return finish(self.start(script, **environment))

    def files(self):
        return sorted(self.cache.rglob("*.kernel"))


class Outcome(dict):
    """Printed results of a process, and what it wrote to stderr."""

    errors = ""


def finish(process):
    output, errors = process.communicate(timeout=1200)
    assert process.returncode == 0, errors
    outcome = Outcome(json.loads(output))
    outcome.errors = errors
    return outcome


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    """A project whose kernel is in the cache, and the output of the first process."""
    project = Project(tmp_path_factory.mktemp("warm"))
    return project, project.run()


EXPECTED = [13.0, 0.19866933079506122]


def test_the_first_process_compiles_and_says_so_once(warm):
    project, first = warm
    assert first == {"code": 0, "out": EXPECTED, "origins": ["compiled"], "numba": True}
    lines = first.errors.strip().splitlines()
    assert len(lines) == 1
    assert "Linkwork compiles its kernels at first use" in lines[0]
    assert f"kept in {project.cache}" in lines[0]


def test_the_next_process_loads_without_numba_and_without_a_word(warm):
    project, _ = warm
    second = project.run()
    assert second == {"code": 0, "out": EXPECTED, "origins": ["cache"], "numba": False}
    assert second.errors == ""
    assert len(project.files()) == 1


@pytest.mark.parametrize(
    ("module", "old", "new", "expected"),
    [
        ("helpers", "2.0 * x", "2.5 * x", 16.0),
        ("kernels", "FACTOR = 2.0", "FACTOR = 3.0", 19.0),
        ("kernels", "make(1.0)", "make(0.5)", 12.5),
        ("kernels", "power=1", "power=2", 73.0),
    ],
    ids=["helper", "global", "closure cell", "default"],
)
def test_edits_are_never_answered_with_old_code(warm, module, old, new, expected):
    project, _ = warm
    originals = {"kernels": KERNELS, "helpers": HELPERS}
    project.write(**{module: originals[module].replace(old, new)})
    try:
        edited = project.run(LINKWORK_QUIET="1")
    finally:
        project.write(**originals)
    assert edited["out"][0] == expected
    assert edited["origins"] == ["compiled"]
    assert edited.errors == ""


def test_comments_and_moved_lines_keep_the_code(warm):
    project, _ = warm
    project.write(kernels="# a comment\n\n\n" + KERNELS, helpers="\n# another\n" + HELPERS)
    try:
        assert project.run()["origins"] == ["cache"]
    finally:
        project.write(kernels=KERNELS, helpers=HELPERS)


def test_damaged_files_are_compiled_again(warm):
    project, _ = warm
    (path,) = (
        p
        for p in project.files()
        if p.stat().st_mtime == min(q.stat().st_mtime for q in project.files())
    )
    good = path.read_bytes()
    path.write_bytes(good[: len(good) // 2])
    again = project.run()
    assert (again["out"], again["origins"]) == (EXPECTED, ["compiled"])
    assert path.read_bytes()[:50] == good[:50]
    assert project.run()["origins"] == ["cache"]


def test_object_code_that_cannot_be_loaded_is_compiled_again(warm):
    project, _ = warm
    foreign = """
from linkwork.core.kernels import cache
cache.read = lambda key: b"object\\n\\nno object code at all"
"""
    again = project.run(foreign + RUN)
    assert (again["out"], again["origins"]) == (EXPECTED, ["compiled"])


def test_two_processes_compile_the_same_kernel_at_once(project):
    outcomes = [finish(process) for process in [project.start(), project.start()]]
    assert [outcome["out"] for outcome in outcomes] == [EXPECTED, EXPECTED]
    assert len(project.files()) == 1
    assert list(project.cache.rglob("part-*")) == []
    assert project.run()["origins"] == ["cache"]


def test_a_folder_that_is_not_writable_costs_only_the_cache(project):
    blocker = project.path / "file"
    blocker.write_text("")
    outcome = project.run(LINKWORK_CACHE_DIR=str(blocker / "cache"))
    assert (outcome["out"], outcome["origins"]) == (EXPECTED, ["compiled"])
    lines = outcome.errors.strip().splitlines()
    assert len(lines) == 1
    assert "cannot be kept" in lines[0]


def test_jit_off_runs_python_without_numba(project):
    outcome = project.run(NUMBA_DISABLE_JIT="1")
    assert outcome == {"code": 0, "out": EXPECTED, "origins": [], "numba": False}
    assert outcome.errors == ""
    assert project.files() == []


NEEDING = """
import json, sys
import numpy as np
from linkwork.core.kernels import compile as core
from linkwork.core.kernels.pointer import Pointer
pointer = Pointer("d", "d")
class Thing: pass
thing = Thing()
def allocates(x): return np.array([x, 2.0, 3.0]).sum()
def fails(x): return thing.x
try:
    core.address_of(fails, pointer)
except core.CannotCompile as error:
    reason = str(error)
first = "numba" in sys.modules
value = pointer(core.address_of(allocates, pointer), 4.0)
print(json.dumps(dict(first=first, value=value, reason=reason, origins=core.compiled_functions())))
"""


def test_kernels_that_need_numba_at_run_time_start_it_and_failures_do_not(project):
    cold, warm = project.run(NEEDING), project.run(NEEDING)
    assert cold["value"] == warm["value"] == 9.0
    assert cold["reason"] == warm["reason"]
    assert cold["origins"] == {"__main__.allocates": "compiled"}
    assert warm["origins"] == {"__main__.allocates": "cache"}
    assert (cold["first"], warm["first"]) == (True, False)


CALLING = """
import json, sys
from linkwork.core.kernels.callbacks import NumberCallback, address_of_callback, made
from linkwork.core.kernels.pointer import Pointer
pointer = Pointer("d", "d")
address = address_of_callback(NumberCallback(lambda x: 2.0 * x, pointer))
values = [pointer.ctype(address)(x) for x in (1.0, 2.0, 3.0)]
way = type(made[address]).__name__
print(json.dumps(dict(values=values, way=way, numba="numba" in sys.modules)))
"""


def test_calls_of_python_functions_are_kept_and_need_no_compiler(project):
    cold = project.run(CALLING, LINKWORK_NATIVE="1")
    assert cold == {"values": [2.0, 4.0, 6.0], "way": "Thunk", "numba": True}
    files = project.files()
    assert len(files) == 2
    assert project.run(CALLING, LINKWORK_NATIVE="1") == {
        "values": [2.0, 4.0, 6.0],
        "way": "Thunk",
        "numba": False,
    }
    assert project.files() == files
    off = project.run(CALLING, NUMBA_DISABLE_JIT="1")
    assert off == {"values": [2.0, 4.0, 6.0], "way": "Closure", "numba": False}
