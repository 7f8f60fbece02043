"""Constraint functions that return the derivative of their values where velocityLevel is True.

Explicit solvers and starts at index 2 need fewer differences of them. A function may also ignore
the flag or refuse it, so it is called near the start, at arbitrary velocities, and compared with
differences of its values. Steps at index 2 solve c' = 0 with the value that the function returns,
so there a function that returns something else is an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from linkwork.assembly.equations import Equations
from linkwork.connectors.connector import Constraint
from linkwork.core.errors import UserFunctionError
from linkwork.core.functions.marked import unmarked
from linkwork.core.kernels.raised import raised, stops
from linkwork.core.status import OK
from linkwork.model.model import Model
from linkwork.model.table import Table

NEARBY, SMALLEST, CLOSE = 1.0e-4, 1.0e-3, 1.0e-5
"""Distance from the start at which constraint functions are called, relative to positions; least
size of positions and speeds; tolerance between returned and derived rates."""

STATES, DISTANT = 3, 1.0e-2
"""Number of states at which a rate must differ from the derivative to be wrong, and by how much of
it: expressions may be simplified with the help of the constraint, which holds near the start only
up to NEARBY."""

SHORT = 1.0e-5
"""Displacement over which values are differentiated, relative to positions."""


class Rate(NamedTuple):
    """A rate that differences do not confirm: equation, returned and derived value."""

    row: int
    given: float
    found: float


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
        called = (table.rows["UF"] != 0) & (table.rows["active"] != 0)
        table.rows["tells_rates"] = (misses == 0) & called


def forget_told_rates(model: Model) -> None:
    """Note that no function is known to return rates, whatever the last run has found."""
    for table in tables_with_functions(model):
        table.rows["tells_rates"] = 0


def missing_rate(equations: Equations) -> str:
    """Which function does not return rates, for steps that solve with what it returns; or ''."""
    for table in tables_with_functions(equations.model):
        rows = table.rows
        doubtful = (rows["UF"] != 0) & (rows["active"] != 0) & (rows["tells_rates"] == 0)
        for line in np.flatnonzero(doubtful & (rows["velocity_level"] == 0)):
            number = int(table.numbers[line])
            wrong = wrong_rate(equations, number, float(rows["dt"][line]))
            if wrong is not None:
                item = equations.model.items["object"][number]
                return (
                    f"{item.label(number)}: constraintUserFunction must return the rate dc/dt of "
                    "its values where velocityLevel is True, since the run solves its constraints "
                    f"at velocity level; near the start, it returns {wrong.given:.6g} for "
                    f"equation {wrong.row}, but the differences of its values give "
                    f"{wrong.found:.6g}"
                )
    return ""


def wrong_rate(equations: Equations, number: int, scale: float) -> Rate | None:
    """The equation of an item whose rate is not the derivative at any of several states.

    scale -- step of its differences in time, not positive if it is not known
    """
    model, data = equations.model, equations.data
    item = model.items["object"][number]
    ends = [model.places.marker_coordinates(marker) for marker in item.markerNumbers]
    members = np.concatenate([indices for indices, _ in ends])
    place = np.concatenate([reference for _, reference in ends]) + data["q"][members]
    try:
        compared = list(_compared(item, number, place, data["v"][members], scale, equations))
    except Exception as error:
        if stops(error):
            owner = f"{item.label(number)}: constraintUserFunction"
            raise UserFunctionError(owner, error) from error
        return None  # it may fail near the start; evaluations of the run report failures at it
    wrong = np.all([away for *_, away in compared], axis=0)
    if not wrong.any():
        return None
    given, found, _ = compared[0]
    row = int(np.where(wrong, np.abs(given - found), -1.0).argmax())
    return Rate(row, float(given[row]), float(found[row]))


def _compared(
    item: Any,
    number: int,
    place: np.ndarray,
    speeds: np.ndarray,
    scale: float,
    equations: Equations,
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """(returned rates, derived ones, whether they differ), at states near the start."""
    from linkwork.core.functions.user_calls import put_vector
    from linkwork.core.kernels.callbacks import call_directly

    function, mbs = unmarked(item.constraintUserFunction)[0], equations.model.mbs
    t, rng = equations.data.scalars.t, np.random.default_rng(0)
    size = max(float(np.abs(place).max(initial=0.0)), SMALLEST)
    speed = max(float(np.abs(speeds).max(initial=0.0)), SMALLEST)
    step = min(SHORT * size / speed, SHORT * scale if scale > 0.0 else np.inf)
    for _ in range(STATES):
        q = place + NEARBY * size * rng.uniform(-1.0, 1.0, len(place))
        v = speed * rng.uniform(-1.0, 1.0, len(place))

        def values(later: float, flag: bool, q: np.ndarray = q, v: np.ndarray = v) -> np.ndarray:
            found = np.zeros(item.equation_count())
            given = mbs, t + later, number, q + later * v, v.copy(), flag
            put_vector(call_directly(function, *given), found)
            return found

        def slopes(h: float, values: Any = values) -> np.ndarray:
            ahead, further = values(h, False), values(2.0 * h, False)
            slope: np.ndarray = (4.0 * ahead - 3.0 * values(0.0, False) - further) / (2.0 * h)
            return slope

        given, found, again = values(0.0, True), slopes(step), slopes(4.0 * step)
        allowed = DISTANT * np.maximum(np.abs(given), np.abs(found))
        yield given, found, np.abs(given - found) > allowed + 10.0 * np.abs(again - found)


def _rates_with(equations: Equations, tables: list[Table], flag: int) -> np.ndarray:
    """Constraint values at velocity level, returned (1) or derived (0); NaN if one fails."""
    for table in tables:
        table.rows["tells_rates"] = flag
    s = equations.data.scalars
    s.cq = s.cv = 0.0
    s.level = 1
    status = equations.run("motion_calls") or equations.run("constraint_calls")
    failed = status != OK or raised
    raised.ignore()
    return equations.data["constraint"] * (np.nan if failed else 1.0)
