"""Scripts change what belongs to the whole process; it is put back after each test."""

import sys

import numpy as np
import pytest

import linkwork.exudyn as exu
from linkwork.exudyn import _notices, _renderer


@pytest.fixture(autouse=True)
def process_wide_values():
    config, wishes, drawn = dict(vars(exu.config)), dict(_renderer.wishes), np.random.get_state()
    shown, suppressed = set(_notices.shown), exu.config.suppressWarnings
    yield
    exu.config.suppressWarnings = suppressed
    vars(exu.config).update(config)
    exu.sys.clear()
    exu.variables.clear()
    _renderer.wishes.update(wishes)
    _notices.shown.clear()
    _notices.shown.update(shown)
    np.random.set_state(drawn)
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
