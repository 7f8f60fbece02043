"""Set-up of all tests: one shared kernel cache, no windows, no chatter."""

import os
from pathlib import Path

import pytest

# Before anything of the package is imported, which reads these variables.
os.environ.setdefault("LINKWORK_CACHE_DIR", str(Path(__file__).parents[1] / ".cache" / "kernels"))
os.environ.setdefault("LINKWORK_QUIET", "1")
os.environ["MPLBACKEND"] = "Agg"

# Asserts of these helpers show values too.
pytest.register_assert_rewrite("tests.items.pairs", "tests.items.power")
