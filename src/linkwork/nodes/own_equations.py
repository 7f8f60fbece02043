"""Equations that nodes and bodies own, between coordinates of their own.

A kind derives from OwnEquations and from Node or Body, and declares which coordinates its equations
tie and how many equations an item may have:

    class NodeOnCircle(OwnEquations, NodePoint2D):
        tied = range(2)
        equations = 1
        own = own_arrays(equations, tied)
        extra_columns = (*OWN_COLUMNS, ("first", i8))

`equation_count` says how many of them an item has; the column `owns` keeps it. The kernels are

    residual    adds C_q^T lambda to `residual_out`, writes `constraint_out[e.row + k]` at its level
    jacobian    writes `gradient_out[i, k, :]`, d c_k/dq of the tied coordinates, and adds entries
                to the matrix: `add_equation` those of C_q, at `bend_slots` those of d(C_q^T
                lambda)/dq

The rest, couplings of unknowns, places of matrix entries and weights of the rows, follows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from linkwork.core.declare.item import Item
from linkwork.core.records import f8, i4, i8

if TYPE_CHECKING:
    Base = Item
else:
    Base = object  # parameters are those of the node or body

OWN_COLUMNS: tuple[tuple[Any, ...], ...] = (("row", i8), ("owns", i8), ("unknown", i8))
"""First equation of an item among those of the system, their number, first unknown of them."""


def own_arrays(equations: int, tied: Sequence[int]) -> dict[str, tuple[Any, tuple[int, ...]]]:
    """Arrays of a kind with so many equations of these coordinates.

    gradient -- d c_k/dq; edge_slots -- places of its entries in the columns of the multipliers and
    in the rows of the equations; bend_slots -- places of the entries between the coordinates
    """
    n = len(tied)
    return {
        "gradient": (f8, (equations, n)),
        "edge_slots": (i4, (equations, n, 2)),
        "bend_slots": (i4, (n, n)),
    }


class OwnEquations(Base):
    """What nodes and bodies with such equations derive from first, then from Node or Body."""

    has_equations = True
    equations: ClassVar[int] = 1
    """Most equations that an item can have."""
    tied: ClassVar[Sequence[int]] = ()
    """Coordinates that the equations tie, counted from the column `first`."""
    lever: ClassVar[float] = 0.0
    """Where the gradient turns with the state: the largest square that an entry can have, so that
    weights of rows do not depend on the state; the masses of the tied coordinates count by their
    mean. 0: the squares of the present gradient."""

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        items = [model.items[cls.family][number] for number in table.numbers]
        table.rows["owns"] = [item.equation_count() for item in items]
        table.rows["unknown"] = model.n_ode2 + table.rows["row"]

    @classmethod
    def equation_rows(cls, table: Any) -> tuple[np.ndarray, np.ndarray]:
        lines, which = cls._listed(table)
        return table.rows["row"][lines] + which, lines

    @classmethod
    def edges(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        lines, which = cls._listed(table)
        rows = np.repeat(table.rows["row"][lines] + which, len(cls.tied))
        coordinates = table.rows["first"][lines, None] + np.array(cls.tied, i8)
        gradients = table.own["gradient"][lines, which].reshape(-1)
        levers = np.full(len(rows), cls.lever) if cls.lever else gradients**2
        return rows, coordinates.reshape(-1), gradients, levers

    @classmethod
    def masses_of_edges(cls, table: Any, masses: np.ndarray) -> np.ndarray:
        found = super().masses_of_edges(table, masses)
        if cls.lever:
            found = np.repeat(found.reshape(-1, len(cls.tied)).mean(1), len(cls.tied))
        return found

    @classmethod
    def fill_slots(cls, table: Any, slots: Callable[..., np.ndarray], implicit: bool) -> None:
        super().fill_slots(table, slots, implicit)
        for name in ("edge_slots", "bend_slots"):
            table.own[name][:] = -1
        lines, which = cls._listed(table)
        place = table.rows["first"][lines, None] + np.array(cls.tied, i8)
        unknown = np.broadcast_to((table.rows["unknown"][lines] + which)[:, None], place.shape)
        table.own["edge_slots"][lines, which, :, 0] = slots(place, unknown)
        table.own["edge_slots"][lines, which, :, 1] = slots(unknown, place)
        if implicit:
            rows, columns = np.broadcast_arrays(place[:, :, None], place[:, None, :])
            found = slots(rows.reshape(-1), columns.reshape(-1))
            table.own["bend_slots"][lines] = found.reshape(rows.shape)

    @classmethod
    def _listed(cls, table: Any) -> tuple[np.ndarray, np.ndarray]:
        """(line of the table, which of its equations) of all equations."""
        counts = table.rows["owns"]
        lines = np.repeat(np.arange(len(counts)), counts)
        return lines, np.arange(len(lines)) - np.repeat(np.cumsum(counts) - counts, counts)


def add_equation(i, k, mass, row_cq, row_cv, level, gradient, rate, edge_slots, values_out):
    """Add the entries of equation k of row i of a table to the matrix.

    mass -- row_mass of the equation; rate -- d c_k'/dq of the tied coordinates, for level 1
    """
    for c in range(gradient.shape[2]):
        slope = gradient[i, k, c]
        row = row_cq * slope if level == 0 else row_cq * rate[c] + row_cv * slope
        values_out[edge_slots[i, k, c, 0]] += mass * slope
        values_out[edge_slots[i, k, c, 1]] += mass * row
