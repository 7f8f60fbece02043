"""Joints whose equations also hold where an axis is reversed keep the side that they are on."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.status import OK, REVERSED, fail

UNDECIDED = 1.0e-3
"""Cosines up to this belong to no side: an axis is across its place."""


class Sides:
    """Signs of the cosines between axes of joints, at the state evaluated last."""

    def __init__(self, equations: Any) -> None:
        self._data = equations.data
        found = ((table, self._cosines(table)) for table in equations.model.equation_tables())
        self._signs = [
            (table, np.sign(cosines) * (np.abs(cosines) > UNDECIDED))
            for table, cosines in found
            if cosines.any()
        ]

    def _cosines(self, table: Any) -> np.ndarray:
        found: np.ndarray = table.kind.sides(table, self._data)
        return found

    def differ(self) -> int:
        """OK, or the status of a joint with an axis that is reversed in the present state."""
        for table, signs in self._signs:
            reversed_lines = np.flatnonzero((signs * self._cosines(table) < 0.0).any(axis=1))
            if len(reversed_lines):
                return fail(REVERSED, int(table.numbers[reversed_lines[0]]))
        return OK
