"""Set-up of all tests: one shared kernel cache, no windows, no chatter."""

import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.cases import forget_models

# Before anything of the package is imported, which reads these variables.
os.environ.setdefault("LINKWORK_CACHE_DIR", str(Path(__file__).parents[1] / ".cache" / "kernels"))
os.environ.setdefault("LINKWORK_QUIET", "1")
os.environ["MPLBACKEND"] = "Agg"
# Several processes run tests side by side: more threads of BLAS would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# About a hundred processes import the package; without its bytecode each would compile it anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# A shell ignores Ctrl-C for what it runs in the background; tests that press it need it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A busy machine makes examples slow, not wrong.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# Asserts of these helpers show values too.
pytest.register_assert_rewrite("items.pairs", "items.power")


@pytest.fixture(autouse=True)
def new_systems():
    """Let no test begin with the model of a system of another test."""
    forget_models()


@pytest.fixture(autouse=True)
def defaults_of_plots():
    """Put defaults of plots back that a test, or a script that it runs, has changed."""
    yield
    known = sys.modules.get("linkwork.plot")
    if known is not None:
        defaults = known.PlotSensorDefaults()
        for name, value in vars(type(defaults)()).items():
            setattr(defaults, name, value)
