"""Runs a script as the true `__main__`, with the modules of this package as `exudyn`."""

from __future__ import annotations

import builtins
import importlib.util
import os
import sys
import tokenize
import traceback
import types
from pathlib import Path
from typing import Any

from linkwork.exudyn import _renderer
from linkwork.exudyn._viewer import has_screen

FOLDER = Path(__file__).parent / "_path"


class TestGlobals:
    """What scripts that serve as tests read and write."""

    def __init__(self) -> None:
        self.useGraphics = False
        self.performTests = False
        self.isPerformanceTest = False
        self.testTolFact = 1.0
        self.testError: Any = None
        self.testResult: Any = None


class Told(Exception):
    """A script ended with an error that is told in one line."""


def run_script(
    path: Path,
    arguments: list[str],
    live: bool = False,
    html: str | None = None,
    test: bool = False,
    real: bool = False,
) -> TestGlobals | None:
    """Run a script; what it raises is raised here. Returns what it has told as a test.

    live, html -- see `_renderer.wishes`; test -- provide modelUnitTests, print its result
    real -- refuse if the package that this one stands for is installed
    """
    found = importlib.util.find_spec("exudyn")
    if real and found is not None:
        raise Told(f"--real: exudyn is installed at {found.origin}; run the script with python")
    _renderer.wishes.update(live=live, html=html)
    if not has_screen():
        os.environ.setdefault("MPLBACKEND", "Agg")
    import linkwork.exudyn.install  # noqa: F401

    sys.argv = [str(path), *arguments]
    sys.path[:0] = [str(path.resolve().parent), str(FOLDER)]
    tested = _provide_test_globals() if test else None
    with tokenize.open(path) as source:
        text = source.read()
    module = types.ModuleType("__main__")
    module.__dict__.update(
        __file__=str(path), __builtins__=builtins, __cached__=None, __loader__=None
    )
    before = sys.modules["__main__"]
    sys.modules["__main__"] = module
    try:
        exec(compile(text, str(path), "exec"), module.__dict__)
    finally:
        _finish()
        if test:
            tested = _tell_result(tested, module)
        sys.modules["__main__"] = before
    return tested


def _provide_test_globals() -> TestGlobals:
    made, tested = types.ModuleType("modelUnitTests"), TestGlobals()
    made.__dict__.update(exudynTestGlobals=tested, ExudynTestStructure=TestGlobals)
    sys.modules["modelUnitTests"] = made
    return tested


def _tell_result(tested: TestGlobals | None, module: types.ModuleType) -> TestGlobals | None:
    """Print the result of a test; a script may have made the object for it by itself."""
    own: TestGlobals | None = vars(module).get("exudynTestGlobals", tested)
    result = getattr(own, "testResult", None)
    try:
        text = format(float(result), ".16g")  # type: ignore[arg-type]
    except (TypeError, ValueError):
        text = str(result)
    print(f"testResult = {text}", flush=True)
    return own


def _finish() -> None:
    """Write the page that was wished for; tell which drawing settings had no effect."""
    from linkwork.exudyn._container import told
    from linkwork.exudyn._notices import notice
    from linkwork.exudyn._viewer import write_page

    write_page()
    for text in told()[:1]:
        notice("drawing", text)


def script_traceback(error: BaseException, path: Path) -> str:
    """Traceback of an error without the lines of the runner."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != str(path):
        trace = trace.tb_next
    return "".join(traceback.format_exception(type(error), error, trace)).rstrip()
