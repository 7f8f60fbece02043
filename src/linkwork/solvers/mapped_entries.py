"""Matrix entries of connectors at markers with a Jacobian, one row each (`core/assemble.py`)."""

from __future__ import annotations

import numpy as np

from linkwork.connectors.connector import PairConnector, PairConstraint
from linkwork.core.assemble import EDGE, ENTRY
from linkwork.core.declare import Item
from linkwork.data import Entries, Part
from linkwork.model import Model
from linkwork.solvers.linear.layout import Layout
from linkwork.table import Table


class MappedEntries:
    """Lists of entries for one matrix layout.

    parts -- kind of connector -> kernels that add to the matrix, with the entries they run over
    edges -- kind of constraint -> its entries with the coordinates behind a Jacobian
    """

    def __init__(self, model: Model, layout: Layout) -> None:
        self.model, self.layout = model, layout
        self.parts: dict[type[Item], list[Part]] = {}
        self.edges: dict[type[Item], np.ndarray] = {}

    def find(self, table: Table, implicit: bool) -> None:
        """List the entries of a table; without stiffness unless the solver is implicit."""
        kind, parts = table.kind, self.parts.setdefault(table.kind, [])
        if not self.model.is_mapped.any() or not issubclass(kind, PairConnector):
            return
        if implicit:
            entries = pair_entries(self.model, table, self.layout)
            parts.append((kind.mapped_assembler, Entries(entries, table)))
        if issubclass(kind, PairConstraint):
            edges = self.edges[kind] = edge_entries(self.model, table, self.layout)
            parts.append((kind.edge_assembler, Entries(edges, table)))
        parts[:] = [(kernel, over) for kernel, over in parts if len(over.rows)]

    def through(
        self, table: Table, weights: np.ndarray, slopes: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """(edges, weights summed over the components of their markers with factors slopes).

        weights -- of the constraints of a table: [row, marker, component]
        slopes -- of the columns of Jacobians: [column, component]
        """
        edges = self.edges.get(table.kind, np.zeros(0, EDGE))
        chosen = weights[edges["owner"], edges["side"]]
        return edges, (chosen * slopes[edges["column"]][:, : chosen.shape[1]]).sum(1)


def _ends(model: Model, table: Table) -> tuple[np.ndarray, np.ndarray]:
    """(items, markers): rows with a mapped marker, and both markers of each."""
    markers = np.stack([table.rows["m0"], table.rows["m1"]], 1).astype(np.int64)
    items = np.flatnonzero(model.is_mapped[markers].any(axis=1))
    return items, markers[items]


def pair_entries(model: Model, table: Table, layout: Layout) -> np.ndarray:
    """Entries between the coordinates of two markers of which at least one has a Jacobian."""
    items, markers = _ends(model, table)
    index, column, mapped = (
        part[markers] for part in (model.end_index, model.end_column, model.is_mapped)
    )
    exists = index >= 0
    found = exists[:, :, :, None, None] & exists[:, None, None, :, :]
    found &= (mapped[:, :, None] | mapped[:, None, :])[:, :, None, :, None]
    k, i, r, j, c = np.nonzero(found)
    entries = np.zeros(len(k), ENTRY)
    entries["owner"], entries["sign"] = items[k], np.where(i == j, 1.0, -1.0)
    entries["left"], entries["right"] = column[k, i, r], column[k, j, c]
    entries["slot"] = layout.slots(index[k, i, r], index[k, j, c])
    return entries


def edge_entries(model: Model, table: Table, layout: Layout) -> np.ndarray:
    """Entries between a constraint and the coordinates of its markers with a Jacobian."""
    items, markers = _ends(model, table)
    index = np.where(model.is_mapped[markers][:, :, None], model.end_index[markers], -1)
    k, side, r = np.nonzero(index >= 0)
    edges = np.zeros(len(k), EDGE)
    edges["owner"], edges["side"], edges["sign"] = items[k], side, 2.0 * side - 1.0
    edges["column"] = model.end_column[markers][k, side, r]
    coordinates, rows = index[k, side, r], model.n_ode2 + table.rows["row"][items[k]]
    edges["coordinate"] = coordinates
    edges["column_slot"] = layout.slots(coordinates, rows)
    edges["row_slot"] = layout.slots(rows, coordinates)
    return edges
