"""Constraints of explicit runs with `compatibility`: coordinates at zero, or nothing at all.

A CoordinateConstraint between a coordinate and the ground holds that coordinate: it is set to zero
after each step, whatever offset, factor and activeConnector are. Other constraints are refused.
Without explicitIntegration.eliminateConstraints all constraints are ignored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.connectors.connector import Constraint
from linkwork.connectors.coordinate import ObjectConnectorCoordinate
from linkwork.core.errors import SysError
from linkwork.core.records import u4
from linkwork.model.data import Data
from linkwork.model.model import Model


def hold_coordinates(model: Model, data: Data, settings: Any) -> Callable[[], None]:
    """Switch all constraints off and note held coordinates; returns what switches them on again."""
    tables = model.tables_of(Constraint)
    eliminate = settings.timeIntegration.explicitIntegration.eliminateConstraints
    held = [_held(model, table, k) for table in tables for k in table.numbers if eliminate]
    others = [t for t in model.equation_tables() if t.kind.family != "object" and len(t.rows)]
    if others and eliminate:
        number = int(others[0].numbers[0])
        _refuse(model.items[others[0].kind.family][number].label(number))
    data.set("held", np.concatenate([np.zeros(0), *held]).astype(u4))
    for table in tables:
        table.rows["active"] = 0

    def restore() -> None:
        data.set("held", np.zeros(0, u4))
        items = model.items["object"]  # they may have been changed during the run
        for table in tables:
            table.rows["active"] = [items[k].activeConnector for k in table.numbers]

    return restore


def _held(model: Model, table: Any, number: int) -> np.ndarray:
    """The coordinate that a constraint holds."""
    item = model.items["object"][number]
    if table.kind is ObjectConnectorCoordinate:
        ends = [model.marker_indices(int(k)) for k in item.markerNumbers]
        moving = [end for end in ends if len(end)]
        if len(moving) < 2:
            return np.concatenate([np.zeros(0, np.int64), *moving])
    _refuse(item.label(number))
    raise AssertionError


def _refuse(label: str) -> None:
    raise SysError(
        f"{label}: explicit solvers take no constraints but a CoordinateConstraint between a "
        "coordinate and the ground if compatibility is 'exudyn'"
    )
