"""User functions that never end, and how Ctrl-C and alarms end their runs."""

import functools
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from .endless_functions import CASES
from .models import python_environment

SAFETY = 300.0
"""Time after which a run is given up that nothing has ended [s]; no result depends on it."""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


def waiting(way, *names, **environment):
    """Lines of the cases in a process of their own, which is interrupted where it waits."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.api.endless_functions", way, *names],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**python_environment(), **environment},
    )
    timer = threading.Timer(SAFETY, process.kill)
    timer.start()
    try:
        for line in process.stdout:
            if line == "inside\n" and way == "ctrl-c":
                process.send_signal(signal.SIGINT)
            yield line
    finally:
        timer.cancel()
        process.kill()
        process.wait()
        process.stdout.close()


@functools.cache
def outcomes(way, *names, **environment):
    """(how the runs of the cases have ended, all lines)"""
    lines = list(waiting(way, *names, **environment))
    found = [json.loads(line.partition(" ")[2]) for line in lines if line.startswith("outcome")]
    return dict(found), "".join(lines[-30:])


def outcome_of(name, *what, **environment):
    """How the run of a case has ended."""
    found, lines = outcomes(*what, **environment)
    assert name in found, lines
    return found[name]


NO_ROWS = ("offset", "start")
"""Cases that are interrupted before the first step."""

NO_RUN = ("modes", "linearization", "ensemble", "ensemble in threads")
LAST_ROW = {"post-step": 6, "sensor": 6, "action": 7}
TOLERANCE = {"DOPRI5": 1e-14, "pre-step DOPRI5": 1e-14}


def check_state(name, found):
    """The results so far, the state at the start of the failed step, and the next run."""
    if name not in NO_RUN:
        if name not in ("stepper", "action"):
            assert found["rows"] == (0 if name in NO_ROWS else LAST_ROW.get(name, 5))
        assert found["off"] <= TOLERANCE.get(name, 0.0)
        assert found.get("state off", 0.0) <= TOLERANCE.get(name, 0.0)
        assert found["off again"] == 0.0


@pytest.mark.parametrize("name", CASES)
def test_ctrl_c_interrupts_a_function_that_never_ends(name):
    found = outcome_of(name, "ctrl-c")
    assert found["error"] == "KeyboardInterrupt"
    assert found["calls"] == 1 or name == "ensemble in threads"
    if name not in (*NO_RUN, "stepper"):
        assert found["message"].startswith("stopped by the user at t = ")
    check_state(name, found)


@pytest.mark.parametrize("name", CASES)
def test_the_error_of_an_alarm_ends_the_run(name):
    found = outcome_of(name, "alarm")
    if name == "ensemble in threads" and found["error"] == "TimeoutError":
        return  # another thread has called the function, and the handler ran in the main thread
    assert found["error"] == "SolverError"
    assert found["cause"] == "TimeoutError" and "TimeoutError: too long" in found["text"]
    assert found["calls"] == 1
    if name not in (*NO_RUN, "stepper"):
        assert found["message"] == found["text"]
    check_state(name, found)


@pytest.mark.parametrize("way", ["ctrl-c", "alarm"])
def test_runs_without_compiled_code_are_interrupted_too(way):
    names = ("GeneralizedAlpha", "sensor", "static")
    for name in names:
        ended = outcome_of(name, way, *names, NUMBA_DISABLE_JIT="1")
        assert ended["error"] == {"ctrl-c": "KeyboardInterrupt", "alarm": "SolverError"}[way]
        assert ended["calls"] == 1
        assert ended["off again"] == 0.0
