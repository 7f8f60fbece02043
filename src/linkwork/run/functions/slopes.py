"""Checks that the Jacobians that users write are the derivatives of their constraint functions.

Constraint forces act through the Jacobian, so a wrong one causes a wrong motion without any
failure. It is compared with differences once, near the start of a run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.errors import UserFunctionError, warn
from linkwork.core.functions.marked import unmarked
from linkwork.core.kernels.raised import stops
from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.model.table import Table
from linkwork.run.functions.told_rates import tables_with_functions

NEARBY, STEP, SMALLEST = 1.0e-3, 1.0e-6, 1.0e-3
"""Distance from the start, where entries are often zero, at which the Jacobian is evaluated, and
step of the differences, both relative to the largest argument; least size of that argument."""

CLOSE = 1.0e-5
"""Tolerance of the comparison, relative to the terms of an equation."""

MOST, LARGEST = 50, 100000
"""Number of pairs of functions that are checked, and of entries of a Jacobian: this takes time."""


class Slope(NamedTuple):
    """An entry of a Jacobian that differences do not confirm."""

    number: int
    row: int
    column: int
    given: float
    found: float


def warn_of_wrong_slopes(model: Model, data: Data) -> None:
    """Warn of Jacobians that are not the derivatives of their constraint functions."""
    tables = tables_with_functions(model)
    for number, row, column, given, found in wrong_slopes(tables, model, data):
        item = model.items["object"][number]
        warn(
            f"{item.label(number)}: jacobianUserFunction is not the derivative of "
            f"constraintUserFunction with respect to {'q_t' if item.velocityLevel else 'q'}: entry "
            f"[{row}, {column}] is {given:.6g} near the start, but differences give {found:.6g}; "
            "constraint forces act through the Jacobian, so the motion may be wrong"
        )


def wrong_slopes(tables: list[Table], model: Model, data: Data) -> Iterator[Slope]:
    """The worst entry of each jacobianUserFunction that differs from the differences."""
    for number, value, slope in _pairs(tables, model):
        item = model.items["object"][number]
        ends = [model.places.marker_coordinates(marker) for marker in item.markerNumbers]
        members = np.concatenate([indices for indices, _ in ends])
        q = np.concatenate([reference for _, reference in ends]) + data["q"][members]
        v = data["v"][members]
        try:
            found = _misfit(item, number, (value, slope), (q, v), (model.mbs, data.scalars.t))
        except Exception as error:
            if stops(error):
                owner = f"{item.label(number)}: constraintUserFunction or jacobianUserFunction"
                raise UserFunctionError(owner, error) from error
            continue  # it may fail near the start; evaluations of the run report failures at it
        if found is not None:
            yield found


def _pairs(
    tables: list[Table], model: Model
) -> Iterator[tuple[int, Callable[..., Any], Callable[..., Any]]]:
    """One active item for each pair of functions: its number, its equations, their Jacobian."""
    seen: set[tuple[int, int]] = set()
    for table in tables:
        for number in table.numbers:
            item = model.items["object"][number]
            value, slope = (
                unmarked(function)[0]
                for function in (item.constraintUserFunction, item.jacobianUserFunction)
            )
            key = id(value), id(slope)
            if item.activeConnector and callable(value) and key not in seen and len(seen) < MOST:
                seen.add(key)
                yield number, value, slope


def _misfit(
    item: Any, number: int, functions: Any, state: tuple[np.ndarray, np.ndarray], where: Any
) -> Slope | None:
    from linkwork.core.functions.user_calls import put_matrix, put_vector
    from linkwork.core.kernels.callbacks import call_directly

    value, slope = functions
    varied = 1 if item.velocityLevel else 0
    size = max(float(np.abs(state[varied]).max(initial=0.0)), SMALLEST)
    rng = np.random.default_rng(0)
    place = [part.copy() for part in state]

    def call(function: Callable[..., Any], change: Any = 0.0) -> Any:
        arguments = [part.copy() for part in place]
        arguments[varied] += change
        return call_directly(function, *where, number, *arguments, item.velocityLevel)

    def values_at(change: np.ndarray) -> np.ndarray:
        values = np.zeros(item.equation_count())
        put_vector(call(value, change), values)
        return values

    def slopes() -> np.ndarray:
        matrix = np.zeros((item.equation_count(), len(place[0])))
        put_matrix(call(slope), matrix)
        return matrix

    def difference(direction: np.ndarray) -> np.ndarray:
        step = STEP * size * direction
        ahead, behind = (values_at(sign * step) for sign in (1.0, -1.0))
        quotient: np.ndarray = (ahead - behind) / (2.0 * STEP * size)
        return quotient

    if item.equation_count() * len(place[0]) > LARGEST:
        return None
    start = slopes()
    away = rng.uniform(0.5, 1.0, start.shape[1])
    # along the equations, which the Jacobian may use
    place[varied] += NEARBY * size * (away - np.linalg.pinv(start) @ (start @ away))
    given = slopes()
    direction: np.ndarray = np.asarray(rng.uniform(0.5, 1.0, given.shape[1]))
    terms = np.abs(given) @ direction
    allowed = CLOSE * np.maximum(terms, CLOSE * terms.max(initial=0.0))
    if not (np.abs(given @ direction - difference(direction)) > allowed).any():
        return None
    found = np.column_stack([difference(unit) for unit in np.eye(given.shape[1])])
    row, column = np.unravel_index(np.abs(found - given).argmax(), given.shape)
    at = row, column
    return Slope(number, int(row), int(column), float(given[at]), float(found[at]))
