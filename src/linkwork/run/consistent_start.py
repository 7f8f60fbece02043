"""Consistent initial state of a run: positions and velocities that satisfy the constraints.

Violations as small as rounding errors are corrected, too (in q_low): divided by h^2, they would
appear in the multipliers.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from linkwork.assembly.equations import Equations
from linkwork.assembly.sides import Sides
from linkwork.core.errors import SolverError, SysError, warn
from linkwork.model.model import Model
from linkwork.model.table import Table
from linkwork.run.functions.time_scales import time_scales
from linkwork.run.misfits import LARGEST, misfit, name_of

SILENT = 1.0e-9
"""Violations below this, relative to lengths or speeds, are corrected without a warning."""

FLOOR = 1.0e-6
"""Smallest length [m] and speed [m/s] to which violations are related."""

NORMAL = 2.0
"""Size of the derivatives of the equation of a norm."""

OTHER_STEPS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
"""Parts of the steps with which differences of user functions in time are evaluated again."""

STEPS = 2.0
"""Number of steps of the motion within which an equation may be switched on where it is met."""

WHAT = ("positions", "velocities")
"""Names of the corrected quantities, by level."""


def make_consistent(equations: Equations, demand: Callable[[int], None], quiet: bool) -> None:
    """Project the initial positions, then the velocities; `demand` raises the error of a status.

    quiet -- the state is the end of another run, which leaves errors of order h^2 in velocities
    """
    data = equations.data
    _wind(equations, demand)
    for level, what in enumerate(WHAT):
        status, values = equations.violations(level)
        demand(status)
        row, size = _worst(equations, values, level, f"the start {what}")
        speed = np.abs(data["v"]).max(initial=0.0)
        scale = max(equations.largest_position() if level == 0 else speed, FLOOR)
        limit = SILENT * scale * equations.row_sizes[row]
        limit += uncertainty(equations, values, level, row)
        before = Sides(equations)
        demand(equations.project(level))
        _demand_success(equations, demand, level, scale, (row, size))
        demand(before.differ())
        if size > limit and not quiet:
            warn(
                f"{equations.rows.name(row)}: the start {what} violate the constraint by "
                f"{size:.6g}{unit_of(equations.model, row, level)}; they were corrected"
            )


def judge_composed(equations: Equations, quiet: bool) -> None:
    """Tell of Euler parameters that are composed but do not have norm 1, or leave it.

    quiet -- the state is the end of another run
    """
    data = equations.data
    composition = data.composition
    if not composition.is_on:
        return
    rows, misfits = composition.equations, composition.misfits
    lost = np.flatnonzero(~((misfits[0] > -1.0) & (misfits[0] < np.inf)))
    if len(lost):
        raise SysError(
            f"the system cannot be started: {equations.rows.name(int(rows[lost[0]]))}: the Euler "
            "parameters at the start have no direction; use [1, 0, 0, 0] for a node that is not "
            "rotated"
        )
    speed = max(float(np.abs(data["v"]).max(initial=0.0)), FLOOR)
    for level, scale in enumerate((1.0, speed)):
        worst = int(np.argmax(np.abs(misfits[level])))
        row, size = int(rows[worst]), float(abs(misfits[level, worst]))
        if size > NORMAL * SILENT * scale and not quiet:
            warn(
                f"{equations.rows.name(row)}: the start {WHAT[level]} violate the constraint by "
                f"{size:.6g}{unit_of(equations.model, row, level)}; they were corrected"
            )


def _wind(equations: Equations, demand: Callable[[int], None]) -> None:
    """Let data nodes count angles from the turn at which their prescribed motion begins."""
    found = [
        pair
        for table in equations.model.equation_tables()
        for pair in table.kind.wound_angles(table, equations.model)
    ]
    if found:
        status, values = equations.violations(0)
        demand(status)
        for equation, place in found:
            turns = round(values[equation] / math.tau) if np.isfinite(values[equation]) else 0
            equations.data["data_coordinates"][place] -= math.tau * turns


def meet_switched(
    equations: Equations, demand: Callable[[int], None], rows: np.ndarray, when: str
) -> None:
    """Project positions and velocities after some equations, `rows`, were switched on in a run.

    Violations that the motion of a step explains are corrected without a warning: the equation was
    met between two steps. Velocities may change by any amount: that is the impact.
    """
    status, values = equations.violations(0)
    demand(status)
    what = f"the positions {when}"
    try:
        row, size = _worst(equations, np.where(rows, values, 0.0), 0, what)
    except SysError as error:
        raise SolverError(str(error)) from None
    scale = max(equations.largest_position(), FLOOR)
    speed = float(np.abs(equations.data["v"]).max(initial=0.0))
    limit = SILENT * scale + STEPS * speed * equations.data.scalars.h
    before = Sides(equations)
    for level in (0, 1):
        demand(equations.project(level))
        if level == 0 and rows.any():
            _demand_success(equations, demand, level, scale, (row, size))
            demand(before.differ())
    if size > limit * equations.row_sizes[row]:
        warn(
            f"{equations.rows.name(row)}: {what} violate the constraint by "
            f"{size:.6g}{unit_of(equations.model, row, 0)} when it is switched on; they were "
            "corrected"
        )


def uncertainty(equations: Equations, values: np.ndarray, level: int, row: int) -> float:
    """How much of a violation may come from differences of user functions in time.

    Evaluations with smaller steps of these differences show it: several, because rounding errors
    may agree by chance.
    """
    if level == 0 or row < 0 or not equations.model.functions.bound:
        return 0.0
    scalars, scales = equations.data.scalars, time_scales(equations)
    h, steps, largest = scalars.h, [column.copy() for column in scales], 0.0
    for part in OTHER_STEPS:
        scalars.h = part * h
        for column, step in zip(scales, steps, strict=True):
            column[:] = part * step
        _, others = equations.violations(level)
        largest = max(largest, abs(float(others[row] - values[row])))
    scalars.h = h
    for column, step in zip(scales, steps, strict=True):
        column[:] = step
    return 2.0 * largest


def _demand_success(
    equations: Equations, demand: Callable[[int], None], level: int, before: float,
    first: tuple[int, float],
) -> None:  # fmt: skip
    """Raise an error if a violation beyond rounding remains: constraints contradict each other.

    before -- length or speed before the projection, which may have stopped everything
    first -- equation and size of the largest violation before the projection, which is the one to
        report if the projection has led away
    """
    status, values = equations.violations(level)
    demand(status)
    row, size = _worst(equations, values, level)
    speed = np.abs(equations.data["v"]).max(initial=0.0)
    scale = max(equations.largest_position() if level == 0 else speed, before)
    limit = SILENT * scale * equations.row_sizes[row]
    if equations.redundant is not None and level == 0 and size <= limit:
        row, size = equations.redundant.worst()
        limit = float(equations.data.scalars.redundant_limit)
    if size > limit:
        if equations.redundant is None and 0.0 < first[1] < size:
            row, size = first
        raise SysError(
            f"{equations.rows.name(row)}: no {WHAT[level]} satisfy this constraint together "
            f"with the others, {size:.6g}{unit_of(equations.model, row, level)} remain; look for "
            "constraints that contradict it"
        )


def unit_of(model: Model, row: int, level: int) -> str:
    """Unit of a violation if the constraint has one; equations of vectors may have any unit."""
    family, number, first = model.numbering.row_owner(row)
    unit = model.items[family][number].equation_units(model.items)[row - first]
    return "" if unit == "1" else f" {unit}" + ("/s" if level == 1 else "")


def _worst(
    equations: Equations, values: np.ndarray, level: int, what: str = ""
) -> tuple[int, float]:
    """(row, size) of the largest violation relative to its length.

    what -- name of the positions; a violation that is too large to correct raises an error
    """
    worst, worst_row = 0.0, -1
    for table in equations.model.equation_tables():
        kind = table.kind
        rows, _ = kind.equation_rows(table)
        sizes = np.abs(values[rows]) * kind.active_equations(table)
        if level == 0 and what:
            _demand_meeting(equations, table, values, rows, sizes, what)
        by_length = sizes / equations.row_sizes[rows]
        if by_length.max(initial=0.0) > worst:  # kinds may have items without equations
            worst, worst_row = by_length.max(), int(rows[by_length.argmax()])
    return worst_row, float(abs(values[worst_row])) if worst_row >= 0 else 0.0


def _demand_meeting(
    equations: Equations,
    table: Table,
    values: np.ndarray,
    rows: np.ndarray,
    sizes: np.ndarray,
    what: str,
) -> None:
    """Refuse items that are too far from their equations; sizes -- of the violations of `rows`."""
    model = equations.model
    least = SILENT * max(equations.largest_position(), FLOOR)
    if table.kind.joins and sizes.max(initial=0.0) <= least:
        return  # nothing to look up: all of them fit
    scales = table.kind.scales(table, model, equations.data)
    large = np.flatnonzero(sizes > LARGEST * scales)
    if len(large):
        worst = large[np.argmax(sizes[large] / scales[large])]
        row, scale = int(rows[worst]), float(scales[worst])
        raise SysError(f"{name_of(model, row)}: {what} {misfit(model, values, row, scale)}")
