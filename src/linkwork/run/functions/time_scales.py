"""Steps of the differences of user functions in time, found once at the start of a run."""

from __future__ import annotations

import numpy as np

from linkwork.assembly.equations import Equations
from linkwork.core.kernels.raised import raised


def find_time_scales(equations: Equations) -> None:
    """Set the steps with which functions of constraints are differentiated (`time_differences.py`).

    A function may fail at times at which the run does not need it. The evaluations of the run
    report failures.
    """
    if len(equations.data["scale_calls"]):
        equations.run("scale_calls")
        raised.ignore()


def time_scales(equations: Equations) -> list[np.ndarray]:
    """The columns that hold these steps."""
    tables = equations.model.tables.values()
    return [table.rows["dt"] for table in tables if "time_scale" in table.kind.kernels]
