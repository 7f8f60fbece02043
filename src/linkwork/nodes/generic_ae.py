"""NodeGenericAE: a list of algebraic coordinates.

The n_c coordinates z precede the multipliers of constraints in the vector of algebraic
coordinates. No item provides equations for them, so each is held at its initial value:

    z - z_ini = 0
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.declare.item import VARIABLE, Item, Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Flag, PInt, Vector
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import f8, i8
from linkwork.nodes.node import Node, check_length, filled

__all__ = ["NodeGenericAE", "VNodeGenericAE"]


class VNodeGenericAE(Visualization):
    """Drawing of a NodeGenericAE: it has no position, so it is not drawn."""

    show: bool = parameter(False, Flag(), doc="whether the item is drawn")


class NodeGenericAE(Node):
    """A node with any number of algebraic coordinates.

    Pools: rows -- unknowns of the coordinates; slots -- places of their matrix entries;
    held -- values at which they are held. The part of a row begins at `begin`.
    """

    type_name = "GenericAE"
    V = VNodeGenericAE
    part = "ae"
    has_equations = True
    extra_columns = (*Node.extra_columns, ("begin", i8))
    pools = {"rows": i8, "slots": i8, "held": f8}
    outputs = {Variable.Coordinates: Output("z", "1", VARIABLE, "algebraic coordinates")}

    referenceCoordinates: Any = parameter(
        [], Vector(), symbol="c_ref", unit="1", structural=True,
        doc="reference values; no item uses them; empty: zeros",
    )  # fmt: skip
    initialCoordinates: Any = parameter(
        [], Vector(), symbol="z_ini", unit="1", structural=True,
        doc="values of the coordinates; empty: zeros",
    )  # fmt: skip
    numberOfAECoordinates: int = parameter(
        0, PInt(), symbol="n_c", unit="1", structural=True, doc="number of coordinates"
    )

    def size_of(self, part: str) -> int:
        return self.numberOfAECoordinates if part == "ae" else 0

    def check_sizes(self, owner: str, items: Any) -> None:
        if not self.numberOfAECoordinates:
            return  # not given yet: Assemble reports it
        for name in ("referenceCoordinates", "initialCoordinates"):
            check_length(owner, name, getattr(self, name), self.numberOfAECoordinates)

    def reference(self) -> np.ndarray:
        return filled(self.referenceCoordinates, self.numberOfAECoordinates)

    def initial(self) -> tuple[np.ndarray, np.ndarray]:
        return filled(self.initialCoordinates, self.numberOfAECoordinates), np.zeros(0)

    @classmethod
    def equation_rows(cls, table: Any) -> tuple[np.ndarray, np.ndarray]:
        counts = table.rows["n_c"]
        lines = np.repeat(np.arange(len(counts)), counts)
        place = np.arange(len(lines)) - table.rows["begin"][lines]
        return table.rows["first"][lines] + place, lines

    @classmethod
    def active_lines(cls, table: Any) -> np.ndarray:
        """False for all: the equations constrain no second-order coordinates."""
        return np.zeros(len(table.rows), bool)

    @classmethod
    def edges(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        return np.zeros(0, i8), np.zeros(0, i8), np.zeros(0), np.zeros(0)

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        rows = [model.n_ode2 + model.numbering.node_part(number, "ae") for number in table.numbers]
        table.rows["begin"] = np.cumsum([0, *map(len, rows[:-1])])
        table.pools["rows"] = np.concatenate(rows).astype(i8)
        table.pools["slots"] = np.full(len(table.pools["rows"]), -1, i8)
        table.pools["held"] = np.zeros(len(table.pools["rows"]))

    @classmethod
    def write_pools(cls, table: Any, row: int, item: Item) -> None:
        assert isinstance(item, NodeGenericAE)
        begin = table.rows["begin"][row]
        table.pools["held"][begin : begin + item.numberOfAECoordinates] = item.initial()[0]

    @classmethod
    def fill_slots(cls, table: Any, slots: Callable[..., np.ndarray], implicit: bool) -> None:
        rows = table.pools["rows"]
        table.pools["slots"][:] = slots(rows, rows)


def residual(table, multipliers, held, constraint_out):
    for i in range(table.size):
        e = table[i]
        for r in range(e.n_c):
            constraint_out[e.first + r] = multipliers[e.first + r] - held[e.begin + r]


def jacobian(table, row_mass, row_scale, slots, values_out):
    for i in range(table.size):
        e = table[i]
        for r in range(e.n_c):
            mass = row_mass[e.first + r]
            values_out[slots[e.begin + r]] += mass * mass * row_scale


def output(table, row, variable, multipliers, value_out):
    e = table[row]
    for r in range(e.n_c):
        value_out[r] = multipliers[e.first + r]


define(NodeGenericAE, residual, jacobian, output)
