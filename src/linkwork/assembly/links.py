"""Which coordinates the ends of connectors and loads follow, as lists for the assembler.

`core/blocks.py` describes how the lists are used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.blocks import LINK_POOLS, LINKED, MANY, MANY_COLUMNS, Blocks
from linkwork.core.records import f8, i4, i8
from linkwork.linear.layout import Layout
from linkwork.model.data import Entries
from linkwork.model.model import Model
from linkwork.model.table import Table


class Ends(NamedTuple):
    """All coordinates that ends of a table's items follow, one line each, item by item.

    owner -- row of the item; side -- its end; column -- row of the coordinate's Jacobian
    """

    owner: np.ndarray
    side: np.ndarray
    coordinate: np.ndarray
    column: np.ndarray


def ends_of(model: Model, table: Table, linked: bool = False) -> Ends:
    """The coordinates of the ends; linked -- only of items that are reached through Jacobians."""
    markers, blocks = model.markers, table.kind.blocks
    assert blocks is not None
    owner, side, marker = table.kind.end_markers(table)
    if linked:
        through = np.zeros(len(table.rows), bool)
        if blocks.only_turning:
            through[owner[markers.turns[marker]]] = True
        elif blocks.has_index_path:
            through[owner[markers.is_linked[marker]]] = True
        else:
            through[:] = True
        chosen = through[owner]
        owner, side, marker = owner[chosen], side[chosen], marker[chosen]
    lines, places = markers.coordinates.listed(marker)
    coordinates = markers.coordinates
    return Ends(owner[lines], side[lines], coordinates.indices[places], coordinates.columns[places])


class Links:
    """The items of a table that are reached through Jacobians, for one matrix layout.

    rows -- LINKED; pools -- the lists that they refer to (`LINK_POOLS`)
    """

    def __init__(self, model: Model, table: Table, layout: Layout, implicit: bool) -> None:
        blocks = table.kind.blocks
        assert blocks is not None
        if blocks.has_index_path and not model.markers.has_links:
            self.rows = np.zeros(0, LINKED)
            return
        ends = ends_of(model, table, linked=True)
        owners, first, counts = np.unique(ends.owner, return_index=True, return_counts=True)
        rows = self.rows = np.zeros(len(owners), LINKED)
        rows["owner"], rows["first"], rows["count"] = owners, first, counts
        rows["place"] = np.cumsum(counts**2) - counts**2
        rows["ends"], widest = blocks.ends, blocks.ends
        if blocks.ends == MANY:
            for name in MANY_COLUMNS:
                rows[name] = table.rows[name][owners]
            widest = int(rows["ends"].max(initial=0))
        self.pools: dict[str, np.ndarray] = {
            "columns": ends.column, "sides": ends.side, "coordinates": ends.coordinate,
            "places": self._places(ends, layout, implicit and blocks.stiff),
            "edges": self._edges(model, table, ends, layout),
            "product": np.zeros(widest * blocks.width),
        }  # fmt: skip
        for name, dtype in LINK_POOLS.items():
            self.pools[name] = np.ascontiguousarray(self.pools[name], dtype)
        self.entries = Entries(rows, table, self.pools)

    def _places(self, ends: Ends, layout: Layout, stiff: bool) -> np.ndarray:
        """Places of the matrix entries between the coordinates of each item; -1 if none."""
        counts, first = self.rows["count"], self.rows["first"]
        sizes = counts**2
        if not stiff:
            return np.full(int(sizes.sum()), -1, i4)
        item = np.repeat(np.arange(len(sizes)), sizes)
        place = np.arange(len(item)) - self.rows["place"][item]
        row, column = np.divmod(place, counts[item])
        return layout.slots(
            ends.coordinate[first[item] + row], ends.coordinate[first[item] + column]
        )

    def _edges(self, model: Model, table: Table, ends: Ends, layout: Layout) -> np.ndarray:
        """(column, row) places of each coordinate with each equation; -1 where there is none."""
        blocks = table.kind.blocks
        assert blocks is not None
        count = blocks.equations
        edges = np.full((len(ends.owner), count, 2), -1, i4)
        if not count:
            return edges.ravel()
        equations, lines = table.kind.equation_rows(table)
        row = np.full((len(table.rows), count), -1, i8)
        row[lines, equations - table.rows["row"][lines]] = equations
        row = row[ends.owner]
        there = row >= 0
        unknown = np.where(there, model.n_ode2 + row, -1)
        index = np.broadcast_to(ends.coordinate[:, None], row.shape)
        for side, pair in enumerate(((index, unknown), (unknown, index))):
            found = layout.slots(*(part.reshape(-1) for part in pair))
            edges[:, :, side] = np.where(there, found.reshape(there.shape), -1)
        return edges.ravel()


def _by_index(
    table: Table, blocks: Blocks, ends: Ends
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The result of `gradients_of` where all ends follow coordinates one to one."""
    gradient = table.own["gradient"][ends.owner, ends.column if blocks.relative else ends.side]
    rows = table.rows["row"][ends.owner]
    if not blocks.relative:
        return rows, ends.coordinate, gradient, gradient**2
    signed = np.where(ends.side == 1, gradient, -gradient)
    return rows, ends.coordinate, signed, np.ones(len(signed))


def gradients_of(
    model: Model, table: Table, motion_jacobians: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(rows, coordinates, gradients, levers) of the equations of a table, one line per entry.

    motion_jacobians -- of the markers. A lever is what an equation could move (`Blocks.levers`).
    """
    blocks: Blocks | None = table.kind.blocks
    if blocks is None:
        return table.kind.edges(table)
    ends = ends_of(model, table)
    if blocks.has_index_path and not model.markers.has_links:
        return _by_index(table, blocks, ends)
    lines = np.zeros(len(ends.owner), LINKED)
    lines["owner"] = ends.owner
    arrays: Mapping[str, Any] = table.own
    if blocks.ends == MANY:
        arrays = table.pools
        for name in MANY_COLUMNS:
            lines[name] = table.rows[name][ends.owner]
    slopes = blocks.slopes(arrays, lines, ends.side)
    columns = motion_jacobians[ends.column]
    along = np.einsum("lkb,lb->lk", slopes, columns[:, list(blocks.directions)])
    levers = blocks.levers(slopes, columns)
    equations, owner = table.kind.equation_rows(table)
    number = equations - table.rows["row"][owner]
    has = np.zeros((len(table.rows), blocks.equations), bool)
    has[owner, number] = True
    line, equation = np.nonzero(has[ends.owner])
    rows = table.rows["row"][ends.owner[line]] + equation
    return rows, ends.coordinate[line], along[line, equation], levers[line, equation].astype(f8)
