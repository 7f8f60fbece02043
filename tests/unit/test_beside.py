"""Compiling in two processes: when a child is started, and that nothing remains of it."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from linkwork.core.kernels import beside, finding
from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.records import FRAME
from linkwork.model.data import entry_of
from tests.api.models import python_environment

FAILS = "raise SystemExit(1)"
SLEEPS = "import time\ntime.sleep(600)"
SUCCEEDS = """\
from linkwork.core.kernels.compile import address_of
from tests.unit import test_beside
address_of(test_beside.entry_of(test_beside.expected, None))
"""


def expected(frame):
    frame.moved = 3.0


def first(frame):
    frame.moved = 1.0


def second(frame):
    frame.moved = 2.0


expected.__module__ = first.__module__ = second.__module__ = "linkwork.test_beside"


@pytest.fixture
def cold(tmp_path, monkeypatch):
    """An empty cache, and nothing in memory; returns (children, names compiled here)."""
    monkeypatch.setenv("LINKWORK_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("LINKWORK_PROCESSES", raising=False)
    monkeypatch.setattr(sys, "path", [str(Path(__file__).parents[2]), *sys.path])
    monkeypatch.setattr(beside, "processors", lambda: 2)
    monkeypatch.setattr(finding, "_by_key", {})
    monkeypatch.setattr("linkwork.model.data._entries", {})  # so addresses are found anew
    children, compiled = [], []
    start, compile_here = subprocess.Popen, finding._compile

    def started(*arguments, **options):
        children.append(start(*arguments, **options))
        return children[-1]

    def noted(function, *others):
        compiled.append(function.__name__)
        return compile_here(function, *others)

    monkeypatch.setattr(subprocess, "Popen", started)
    monkeypatch.setattr(finding, "_compile", noted)
    return children, compiled


def moved(kernel):
    """What a kernel writes into a frame."""
    frame = np.zeros(1, FRAME)
    assert call_kernel(address_of(entry_of(kernel, None)), 0, frame.ctypes.data) == 0
    return frame["moved"][0]


def wanted():
    return entry_of(expected, None)


def test_the_child_compiles_what_is_expected(cold):
    children, compiled = cold
    with beside.expecting(wanted, SUCCEEDS):
        assert moved(first) == 1.0
        assert moved(second) == 2.0
        assert moved(expected) == 3.0
    assert len(children) == 1
    assert children[0].returncode == 0
    assert compiled == ["entry_first", "entry_second"]
    assert finding.origins["linkwork.test_beside.entry_expected"] == "compiled"


def test_a_child_that_fails_is_replaced(cold):
    children, compiled = cold
    with beside.expecting(wanted, FAILS):
        assert moved(first) == 1.0
        assert moved(expected) == 3.0
    assert [child.returncode for child in children] == [1]
    assert compiled == ["entry_first", "entry_expected"]


def test_a_child_that_takes_too_long_is_replaced(cold, monkeypatch):
    children, compiled = cold
    monkeypatch.setattr(beside, "PATIENCE", 0.1)
    with beside.expecting(wanted, SLEEPS):
        assert moved(first) == 1.0
        assert moved(expected) == 3.0
    assert len(children) == 1
    assert children[0].returncode not in (None, 0)
    assert compiled == ["entry_first", "entry_expected"]


def test_a_program_that_cannot_be_started_is_replaced(cold, monkeypatch):
    children, compiled = cold
    monkeypatch.setattr(sys, "executable", "/nowhere/python3")
    with beside.expecting(wanted, FAILS):
        assert moved(first) == 1.0
        assert moved(expected) == 3.0
    assert children == []
    assert compiled == ["entry_first", "entry_expected"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_no_child_remains_after_an_interrupt_or_an_error(cold, error):
    children, _ = cold
    with pytest.raises(error), beside.expecting(wanted, SLEEPS):
        moved(first)
        raise error
    assert len(children) == 1
    assert children[0].returncode not in (None, 0)
    assert beside._children == {}
    assert moved(second) == 2.0
    assert len(children) == 1


def test_an_interrupt_while_it_is_awaited_ends_the_child(cold, monkeypatch):
    children, _ = cold
    with beside.expecting(wanted, SLEEPS):
        moved(first)
        wait = children[0].wait

        def interrupted(timeout=None):
            if timeout is not None:
                raise KeyboardInterrupt
            return wait()

        monkeypatch.setattr(children[0], "wait", interrupted)
        with pytest.raises(KeyboardInterrupt):
            moved(expected)
        assert children[0].returncode not in (None, 0)


def test_there_is_no_child_if_nothing_else_is_compiled(cold):
    children, compiled = cold
    with beside.expecting(wanted, FAILS):
        assert moved(expected) == 3.0
    assert children == []
    assert compiled == ["entry_expected"]


def test_there_is_no_child_for_what_is_in_the_cache(cold, monkeypatch):
    children, compiled = cold
    moved(expected)
    monkeypatch.setattr("linkwork.model.data._entries", {})
    monkeypatch.setattr(finding, "_by_key", {})
    with beside.expecting(wanted, FAILS):
        assert moved(first) == 1.0
        assert moved(expected) == 3.0
    assert children == []
    assert compiled == ["entry_expected", "entry_first"]


def in_a_pool(patch):
    import multiprocessing.process

    patch.setattr(multiprocessing.process, "parent_process", object)


def cannot_write(patch):
    file = Path(os.environ["LINKWORK_CACHE_DIR"])
    file.write_text("not a folder")


REASONS = {
    "LINKWORK_PROCESSES": lambda patch: patch.setenv("LINKWORK_PROCESSES", "1"),
    "one processor": lambda patch: patch.setattr(beside, "processors", lambda: 1),
    "no interpreter": lambda patch: patch.setattr(sys, "executable", ""),
    "another program": lambda patch: patch.setattr(sys, "executable", "/usr/bin/blender"),
    "frozen": lambda patch: patch.setattr(sys, "frozen", True, raising=False),
    "worker": in_a_pool,
    "cache": cannot_write,
}


@pytest.mark.parametrize("reason", REASONS)
def test_there_is_no_child_where_none_may_be_started(cold, reason, monkeypatch):
    children, compiled = cold
    REASONS[reason](monkeypatch)
    with beside.expecting(wanted, SUCCEEDS):
        assert moved(first) == 1.0
        assert moved(expected) == 3.0
    assert children == []
    assert compiled == ["entry_first", "entry_expected"]


MODEL = """
import linkwork as exu
mbs = exu.SystemContainer().AddSystem()
ground = mbs.CreateGround()
mass = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=1, gravity=[0, -9.81, 0])
mbs.CreateSpringDamper(bodyNumbers=[ground, mass], stiffness=100, damping=0.5)
solution = mbs.SolveDynamic()
"""
COLD = f"""
import os, subprocess
from linkwork.core.kernels import beside
beside.processors = lambda: 2
children, start = [], subprocess.Popen
def started(*arguments, **options):
    children.append(start(*arguments, **options))
    return children[-1]
subprocess.Popen = started
{MODEL}
from linkwork.core.kernels.finding import origins
print(solution.coordinates.tobytes().hex())
print(len(children), *(child.returncode for child in children))
print(sum("entry_generalized_alpha" in name for name in origins))
try:
    print(os.waitpid(-1, os.WNOHANG))
except ChildProcessError:
    print("no child")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="waitpid")
def test_a_cold_start_has_the_same_result_and_leaves_no_child(tmp_path):
    environment = python_environment() | {"LINKWORK_CACHE_DIR": str(tmp_path / "cache")}
    environment["LINKWORK_NATIVE"] = "1"  # a library would leave nothing to compile
    environment.pop("LINKWORK_PROCESSES", None)
    done = subprocess.run(
        [sys.executable, "-c", COLD], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    space = {}
    exec(MODEL, space)
    result, children, loops, left = done.stdout.splitlines()
    assert result == space["solution"].coordinates.tobytes().hex()
    assert children == "1 0"
    assert loops == "1"
    assert left == "no child"
