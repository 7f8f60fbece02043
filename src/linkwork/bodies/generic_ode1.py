"""GenericODE1: a first-order system on the coordinates y of its nodes, stacked in their order.

    y_t = A y + f + UF(mbs, t, itemNumber, y)

with systemMatrix A, rhsVector f and rhsUserFunction UF, each of which is zero if not given; loads
on the coordinates are added. y are the coordinates without their reference values.

d(y_t)/dy = A + dUF/dy; the derivatives of UF are central differences.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.bodies.first_order import FirstOrder
from linkwork.core.declare.function_kinds import ArrayFunction, array_function
from linkwork.core.declare.item import (
    VARIABLE,
    WITHOUT_FUNCTIONS,
    Item,
    Output,
    Visualization,
    define,
    parameter,
)
from linkwork.core.declare.parameters import IndexList, Matrix, Vector
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import f8, i8
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.math.differences import central_step
from linkwork.nodes.generic_ode1 import NodeGenericODE1
from linkwork.nodes.node import check_coupled, check_length, filled
from linkwork.nodes.point_node import COORDINATES, COORDINATES_TOTAL

__all__ = ["ObjectGenericODE1", "VObjectGenericODE1"]

RHS = ArrayFunction(("mbs", "t", "itemNumber", "q"), inputs=("vector",))

MEMORY = RHS.work_size(1, 1) + 1
"""Memory of the function per coordinate: for the call, and for a result kept for differences."""

NO_PRODUCT, PRODUCT_OF_ENTRIES = -2, -1
"""Values of the column `matrix` of systems without A, and of those whose A is not in `full`."""

SMALLEST = 1.0e-3
"""Smallest size of coordinates that is assumed for the steps of differences."""


class VObjectGenericODE1(Visualization):
    """Drawing of an ObjectGenericODE1."""


class ObjectGenericODE1(FirstOrder):
    """First-order equations with matrix, vector and user function.

    Pools: members -- first-order coordinates of a row, f -- its vector, both from `begin` on;
    rows, columns, slots, entries -- unknowns, places and values of the `count` entries of A, from
    `entry` on; with a user function all entries of the matrix, row by row; left, right --
    first-order coordinates of these entries; work -- memory of the function, from `memory` on;
    full -- A row by row, from `matrix` on, if more than half of it is not zero and its coordinates
    lie one after another. `matrix` is PRODUCT_OF_ENTRIES for other matrices, NO_PRODUCT without A.
    """

    type_name = "GenericODE1"
    linear_when = WITHOUT_FUNCTIONS
    V = VObjectGenericODE1
    node_kinds = (NodeGenericODE1,)
    extra_columns = tuple(
        (name, i8) for name in ("begin", "size_n", "entry", "count", "memory", "matrix")
    )
    pools = {
        **{name: i8 for name in ("members", "rows", "columns", "slots", "left", "right")},
        **{name: f8 for name in ("f", "entries", "work", "full")},
    }
    outputs = {
        Variable.CoordinatesTotal: Output("c", "1", VARIABLE, "reference coordinates plus y"),
        Variable.Coordinates: Output("y", "1", VARIABLE, "coordinates without reference values"),
        Variable.Coordinates_t: Output("y_t", "1/s", VARIABLE, "rates of the coordinates"),
    }

    nodeNumbers: Any = parameter(
        [], IndexList("node", least=1), symbol="n_n", structural=True,
        doc="NodeGenericODE1 nodes whose coordinates form the system, in this order",
    )  # fmt: skip
    systemMatrix: Any = parameter(
        [], Matrix(dense_form=True), symbol="A", unit="1/s", structural=True,
        doc="matrix A, dense or sparse; empty: zero",
    )  # fmt: skip
    rhsVector: Any = parameter([], Vector(), symbol="f", unit="1/s", doc="vector f; empty: zero")
    rhsUserFunction: Any = parameter(
        0, RHS, symbol="UF", unit="1/s", structural=True,
        doc="function of y (here q) that returns its part of y_t",
    )  # fmt: skip

    coordinateIndexPerNode: Any = parameter(
        [], Vector(), doc="not used; accepted for compatibility"
    )
    tempCoordinates: Any = parameter([], Vector(), doc="not used; accepted for compatibility")
    tempCoordinates_t: Any = parameter([], Vector(), doc="not used; accepted for compatibility")

    def nodes(self) -> list[int]:
        nodes: list[int] = self.nodeNumbers
        return nodes

    def check_sizes(self, owner: str, items: Any) -> None:
        if not self.nodeNumbers:
            return  # not given yet: Assemble reports it
        if len(set(self.nodeNumbers)) < len(self.nodeNumbers):
            raise ParameterError(
                f"{owner}: nodeNumbers must list each node once, got {self.nodeNumbers!r}"
            )
        n = sum(items["node"][number].size_of("ode1") for number in self.nodeNumbers)
        rows, columns = self.systemMatrix.shape
        if (rows, columns) not in ((0, 0), (n, n)):
            raise ParameterError(
                f"{owner}: systemMatrix A must be {n} x {n}, for the {n} coordinates of its nodes, "
                f"or empty, got {rows} x {columns}"
            )
        check_length(owner, "rhsVector f", self.rhsVector, n)
        if callable(self.rhsUserFunction):
            check_coupled(owner, n)

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        first = model.n_ode2 + model.n_ae
        items = [model.items["object"][number] for number in table.numbers]
        members = [model.numbering.object_part(number, "ode1") for number in table.numbers]
        entries = [_entries(item, len(own)) for item, own in zip(items, members, strict=True)]
        sizes = np.array([len(own) for own in members], i8)
        counts = np.array([len(values) for _, _, values in entries], i8)
        memory = np.where([callable(item.rhsUserFunction) for item in items], MEMORY * sizes, 0)
        table.rows["size_n"], table.rows["count"] = sizes, counts
        for name, lengths in (("begin", sizes), ("entry", counts), ("memory", memory)):
            table.rows[name] = np.cumsum([0, *lengths[:-1]])
        pools = table.pools
        pools["members"] = np.concatenate(members).astype(i8)
        pools["left"], pools["right"] = (
            np.concatenate([own[e[k]] for own, e in zip(members, entries, strict=True)]).astype(i8)
            for k in range(2)
        )
        pools["rows"], pools["columns"] = first + pools["left"], first + pools["right"]
        pools["entries"] = np.concatenate([values for _, _, values in entries])
        pools["slots"] = np.full(len(pools["entries"]), -1, i8)
        pools["f"] = np.zeros(len(pools["members"]))
        pools["work"] = np.zeros(int(np.sum(memory)))
        full: list[np.ndarray] = [np.zeros(0)]
        for row, (item, own) in enumerate(zip(items, members, strict=True)):
            table.rows["matrix"][row] = _product(item.systemMatrix, own, sum(map(len, full)))
            if table.rows["matrix"][row] >= 0:
                full.append(item.systemMatrix.dense().ravel())
        pools["full"] = np.concatenate(full)

    @classmethod
    def write_pools(cls, table: Any, row: int, item: Item) -> None:
        assert isinstance(item, ObjectGenericODE1)
        begin, n = table.rows["begin"][row], table.rows["size_n"][row]
        table.pools["f"][begin : begin + n] = filled(item.rhsVector, n)

    @classmethod
    def couplings(cls, table: Any, implicit: bool) -> list[np.ndarray]:
        pools = table.pools
        return [np.column_stack([pools["rows"], pools["columns"]])] if implicit else []

    @classmethod
    def fill_slots(cls, table: Any, slots: Callable[..., np.ndarray], implicit: bool) -> None:
        if implicit:
            table.pools["slots"][:] = slots(table.pools["rows"], table.pools["columns"])


def _entries(item: ObjectGenericODE1, n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows, columns and values of A; all n x n of them if there is a user function."""
    if not callable(item.rhsUserFunction):
        rows, columns, values = item.systemMatrix.triplets()
        return np.asarray(rows, i8), np.asarray(columns, i8), np.asarray(values, f8)
    rows, columns = np.divmod(np.arange(n * n), n)
    dense = item.systemMatrix.dense() if item.systemMatrix.shape == (n, n) else np.zeros((n, n))
    return rows, columns, dense.ravel()


def _product(matrix: Any, members: np.ndarray, end: int) -> int:
    """Column `matrix` of a system; end -- where the next matrix would begin in `full`."""
    count, n = len(matrix.triplets()[2]), len(members)
    if count == 0:
        return NO_PRODUCT
    together = bool(np.all(np.diff(members) == 1))
    return end if together and 2 * count > n * n else PRODUCT_OF_ENTRIES


def _call(e, t, work_out):
    """Call UF with the coordinates in work; its result is in work[memory + n:]."""
    place = work_out[e.memory :].ctypes.data
    return array_function(e.UF, place, e.size_n, e.size_n, t, e.number)


def _arguments(e, members, y, work_out):
    """Write the coordinates of a row to the arguments of its function."""
    for r in range(e.size_n):
        work_out[e.memory + r] = y[members[e.begin + r]]


def _add_product(n, full, y, rates_out):
    """Add A y, four rows at a time: their sums do not wait for each other.

    It receives slices of the pools that begin with its system, as `generic_law._add_rows` does.
    """
    r = 0
    while r + 4 <= n:
        one, two = full[r * n :], full[(r + 1) * n :]
        three, four = full[(r + 2) * n :], full[(r + 3) * n :]
        y_0, y_1, y_2, y_3 = rates_out[r], rates_out[r + 1], rates_out[r + 2], rates_out[r + 3]
        for c in range(n):
            x = y[c]
            y_0 += one[c] * x
            y_1 += two[c] * x
            y_2 += three[c] * x
            y_3 += four[c] * x
        rates_out[r], rates_out[r + 1], rates_out[r + 2], rates_out[r + 3] = y_0, y_1, y_2, y_3
        r += 4
    while r < n:
        row, rate = full[r * n :], rates_out[r]
        for c in range(n):
            rate += row[c] * y[c]
        rates_out[r] = rate
        r += 1


def _add_entries(count, left, right, entries, y, rates_out):
    """Add A y by entries; those of one row are summed up before they are written."""
    k = 0
    while k < count:
        row = left[k]
        rate = rates_out[row]
        while k < count and left[k] == row:
            rate += entries[k] * y[right[k]]
            k += 1
        rates_out[row] = rate


def residual(table, members, left, right, entries, full, f, y, t, work_out, rates_out):
    for i in range(table.size):
        e = table[i]
        if e.matrix >= 0:
            first = members[e.begin]
            _add_product(e.size_n, full[e.matrix :], y[first:], rates_out[first:])
        elif e.matrix == PRODUCT_OF_ENTRIES:
            _add_entries(
                e.count, left[e.entry :], right[e.entry :], entries[e.entry :], y, rates_out
            )
        for r in range(e.size_n):
            rates_out[members[e.begin + r]] += f[e.begin + r]
        if e.UF != 0:
            _arguments(e, members, y, work_out)
            if _call(e, t, work_out) != 0:
                return fail(USER_FUNCTION, e.number)
            for r in range(e.size_n):
                rates_out[members[e.begin + r]] += work_out[e.memory + e.size_n + r]
    return 0


def _add_column(e, c, members, slots, y, y_t, t, cy, work_out, values_out):
    """Add -cy dUF/dy_c from central differences to one column of the matrix."""
    n = e.size_n
    result, kept = e.memory + n, e.memory + (MEMORY - 1) * n
    k = members[e.begin + c]
    step = central_step(y[k], max(abs(2.0 * cy * y_t[k]), SMALLEST))
    for side in range(2):
        _arguments(e, members, y, work_out)
        work_out[e.memory + c] += step if side == 0 else -step
        if _call(e, t, work_out) != 0:
            return fail(USER_FUNCTION, e.number)
        for r in range(n):
            if side == 0:
                work_out[kept + r] = work_out[result + r]
            else:
                slope = (work_out[kept + r] - work_out[result + r]) / (2.0 * step)
                values_out[slots[e.entry + r * n + c]] -= cy * slope
    return 0


def jacobian(table, members, slots, entries, y, y_t, t, cy, work_out, values_out):
    for i in range(table.size):
        e = table[i]
        for k in range(e.entry, e.entry + e.count):
            values_out[slots[k]] -= cy * entries[k]
        if e.UF != 0 and cy != 0.0:
            for c in range(e.size_n):
                status = _add_column(e, c, members, slots, y, y_t, t, cy, work_out, values_out)
                if status != 0:
                    return status
    return 0


def output(table, row, variable, members, y, y_t, reference_ode1, value_out):
    e = table[row]
    for r in range(e.size_n):
        k = members[e.begin + r]
        if variable == COORDINATES_TOTAL:
            value_out[r] = reference_ode1[k] + y[k]
        elif variable == COORDINATES:
            value_out[r] = y[k]
        else:
            value_out[r] = y_t[k]


define(ObjectGenericODE1, residual, jacobian, output)
