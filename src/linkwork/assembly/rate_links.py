"""Which coordinates meet the first-order coordinates of connectors, as lists for the assembler.

`core/rate_blocks.py` describes how the lists are used.
"""

from __future__ import annotations

import numpy as np

from linkwork.assembly.links import ends_of
from linkwork.core.rate_blocks import RATE_POOLS, RATED
from linkwork.linear.layout import Layout
from linkwork.model.data import Entries
from linkwork.model.model import Model
from linkwork.model.table import Table


def rate_unknowns(model: Model, table: Table) -> np.ndarray:
    """Unknowns of the first-order coordinates of a table's items, one line per item."""
    return model.n_ode2 + model.n_ae + table.kind.rate_coordinates(table)


def rate_links(model: Model, table: Table, layout: Layout) -> Entries:
    """The items of a table with first-order coordinates, for one matrix layout."""
    ends, unknowns = ends_of(model, table), rate_unknowns(model, table)
    rows = np.zeros(len(table.rows), RATED)
    rows["owner"] = np.arange(len(rows))
    rows["count"] = np.bincount(ends.owner, minlength=len(rows))
    rows["first"] = np.cumsum(rows["count"]) - rows["count"]
    coordinate = np.broadcast_to(ends.coordinate[:, None], unknowns[ends.owner].shape)
    pools = {
        "columns": ends.column, "sides": ends.side,
        "inward": layout.slots(coordinate.ravel(), unknowns[ends.owner].ravel()),
        "outward": layout.slots(unknowns[ends.owner].ravel(), coordinate.ravel()),
        "inner": layout.slots(
            np.repeat(unknowns, unknowns.shape[1], axis=1).ravel(),
            np.tile(unknowns, (1, unknowns.shape[1])).ravel(),
        ),
    }  # fmt: skip
    for name, dtype in RATE_POOLS.items():
        pools[name] = np.ascontiguousarray(pools[name], dtype)
    return Entries(rows, table, pools)
