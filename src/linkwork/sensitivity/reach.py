"""What the forces of a law reach: markers and coordinates, and the calls between them.

Of a parameter of one item, only these are evaluated; where a model is large, they are few.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from linkwork.model.data import CALL_PLACES, CALL_WORDS, Data
from linkwork.model.model import Model
from linkwork.model.table import Table
from linkwork.motion.point import KINDS, LINEAR_KIND
from linkwork.sensitivity.laws import Law

FEW = 4
"""Markers of a model that are not worth a list of their own."""


class Reach(NamedTuple):
    """Markers and coordinates, and calls that take forces on these markers to the coordinates.

    calls -- one row of words each
    """

    markers: np.ndarray
    coordinates: np.ndarray
    calls: np.ndarray


class Reaches:
    """Finds what laws of a model reach."""

    def __init__(self, model: Model, data: Data) -> None:
        self._model = model
        self._words = data["gather_calls"].view(np.int64).reshape(-1, CALL_WORDS)
        markers = np.arange(len(data["markers"]))
        self._everything = Reach(markers, np.arange(model.n_ode2), self._words)
        # by marker: the call that gathers its forces, and where its row is in its table [bytes]
        self._parts = np.full((2, len(markers)), -1)
        self._tables: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        motions = {id(rows): motion for motion, rows in model.markers.tables.items()}
        self._is_known = len(markers) > FEW
        for k, (_, rows) in enumerate(data.parts["gather_calls"]):
            motion = motions.get(id(rows))
            if motion is None or motion.depth or "marker" not in (rows.dtype.fields or {}):
                self._is_known = False  # forces go on to other markers
                return
            self._parts[0, rows["marker"]] = k
            self._parts[1, rows["marker"]] = rows.dtype.itemsize * np.arange(len(rows))

    def of(self, law: Law) -> Reach:
        """What the forces of the row of a law reach; everything if nothing less is known."""
        kind, row = law.table.kind, law.row
        if row is None or not self._is_known or kind.acts_directly or kind.blocks is None:
            return self._everything
        lines, ends = self._ends(law.table)
        markers = np.array(sorted(set(ends[lines == row].tolist())), np.int64)
        parts, offsets = self._parts[:, markers]
        calls = self._words[parts[parts >= 0]]
        calls[:, CALL_PLACES["table"]] += offsets[parts >= 0]
        calls[:, CALL_PLACES["rows"]] = 1
        indices = [self._model.markers.coordinates.of(marker) for marker in markers]
        coordinates = sorted({int(i) for some in indices for i in some})
        return Reach(markers, np.array(coordinates, np.int64), calls)

    def _ends(self, table: Table) -> tuple[np.ndarray, np.ndarray]:
        """Lines of a table, and markers, of all ends of its items."""
        if id(table) not in self._tables:
            lines, _, markers = table.kind.end_markers(table)
            self._tables[id(table)] = np.asarray(lines), np.asarray(markers)
        return self._tables[id(table)]


def points_are_straight(data: Data) -> bool:
    """Whether all markers that move are points with a constant Jacobian."""
    straight = {kind.gather for kind in (*KINDS.values(), LINEAR_KIND)}
    return all(kernel in straight for kernel, _ in data.parts["gather_calls"])
