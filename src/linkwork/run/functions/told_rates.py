"""Constraint functions that return the derivative of their values where velocityLevel is True.

Explicit solvers and starts at index 2 need fewer differences of them. A function may also ignore
the flag or refuse it, so it is called near the start, at arbitrary velocities, and compared with
differences of its values.
"""

from __future__ import annotations

import numpy as np

from linkwork.assembly.equations import Equations
from linkwork.connectors.connector import Constraint
from linkwork.core.kernels import compile as kernel_compiler
from linkwork.core.status import OK
from linkwork.model.model import Model
from linkwork.model.table import Table

NEARBY, SMALLEST, CLOSE = 1.0e-4, 1.0e-3, 1.0e-5
"""Distance from the start at which constraint functions are called, relative to positions; least
size of positions and speeds; tolerance between returned and derived rates."""


def tables_with_functions(model: Model) -> list[Table]:
    """Constraints whose equations may be user functions."""
    constraints = model.tables_of(Constraint)
    return [table for table in constraints if "tells_rates" in (table.kind.dtype.names or ())]


def find_told_rates(equations: Equations) -> None:
    """Note which constraint functions return rates, in the column `tells_rates`."""
    tables = tables_with_functions(equations.model)
    if not tables:
        return
    data, rng = equations.data, np.random.default_rng(0)
    kept = {name: data[name].copy() for name in ("q", "v", "multipliers")}
    size = max(equations.largest_position(), SMALLEST)
    speed = max(float(np.abs(data["v"]).max(initial=0.0)), SMALLEST)
    told = np.ones(equations.model.n_ae, bool)
    for _ in range(2):
        data["q"][:] = kept["q"] + NEARBY * size * rng.uniform(-1.0, 1.0, len(kept["q"]))
        data["v"][:] = speed * rng.uniform(-1.0, 1.0, len(kept["v"]))
        derived, given = (_rates_with(equations, tables, flag) for flag in (0, 1))
        allowed = CLOSE * np.maximum(np.abs(derived), np.abs(given))
        told &= np.abs(given - derived) <= allowed  # False for NaN, too
    for name, values in kept.items():
        data[name][:] = values
    for table in tables:
        rows, lines = table.kind.equation_rows(table)
        misses = np.bincount(lines, ~told[rows], len(table.rows))
        table.rows["tells_rates"] = (misses == 0) & (table.rows["UF"] != 0)


def _rates_with(equations: Equations, tables: list[Table], flag: int) -> np.ndarray:
    """Constraint values at velocity level, returned (1) or derived (0); NaN if one fails."""
    for table in tables:
        table.rows["tells_rates"] = flag
    s = equations.data.scalars
    s.cq = s.cv = 0.0
    s.level = 1
    status = equations.run("motion_calls") or equations.run("constraint_calls")
    failed = status != OK or kernel_compiler.raised
    kernel_compiler.raised.clear()
    return equations.data["constraint"] * (np.nan if failed else 1.0)
