"""GenericODE2: a linear or user-defined second-order system on the coordinates of its nodes.

    M q_tt + D q_t + K q = f + UF(mbs, t, itemNumber, q, q_t)

q are displacements, without reference values, of all nodes one after another. Matrices M, D, K are
dense or sparse, empty ones are zero, and so is an empty force vector f. With massMatrixUserFunction
UF_M the mass matrix is UF_M(mbs, t, itemNumber, q, q_t) instead of M.

jacobianUserFunction UF_J(mbs, t, itemNumber, q, q_t, c_q, c_v) returns -c_q dUF/dq - c_v dUF/dq_t;
without it derivatives of UF are taken by central differences, as those of UF_M q_tt always are.
A system with a user function couples all of its coordinates, one without only those whose entries
are given in M, D or K.

Force is what the system resists with: K q + D q_t - f - UF. Energies: q_t M q_t / 2, and
q K q / 2 - f q of a symmetric K.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.core.declare import (
    VARIABLE,
    WITHOUT_FUNCTIONS,
    Output,
    Visualization,
    define,
    parameter,
)
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.parameters import (
    ArrayFunction,
    Color,
    Flag,
    IndexList,
    Matrix,
    UserFunction,
    Vector,
    array_function,
)
from linkwork.core.records import f8, i4, i8, u4, u8
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.math.differences import central_step
from linkwork.nodes.node import Node, check_length, filled
from linkwork.nodes.point_node import COORDINATES, COORDINATES_T, COORDINATES_TOTAL, COORDINATES_TT

__all__ = ["ObjectGenericODE2", "VObjectGenericODE2"]

STATE = ("mbs", "t", "itemNumber", "q", "q_t")
FORCE = ArrayFunction(STATE, inputs=("vector", "vector"))
MASS = ArrayFunction(STATE, inputs=("vector", "vector"), result="matrix")
JACOBIAN = ArrayFunction(
    (*STATE, "fODE2", "fODE2_t"), inputs=("vector", "vector", "number", "number"), result="matrix"
)

SMALLEST = 1.0e-4
"""Size that coordinates and velocities have at least for the steps of differences."""


class VObjectGenericODE2(Visualization):
    """Drawing of a GenericODE2."""

    color: Any = parameter([-1.0] * 4, Color(), doc="colour RGBA; R = -1: default colour")
    triangleMesh: Any = parameter([], Matrix(dense_form=True), doc="nodes of the triangles")
    showNodes: bool = parameter(False, Flag(), doc="whether the nodes of the mesh are drawn")
    graphicsDataUserFunction: Any = parameter(
        0, UserFunction(("mbs", "itemNumber")), doc="function that returns the shapes to draw"
    )


class ObjectGenericODE2(Body):
    """A system of second order with matrices and user functions."""

    type_name = "GenericODE2"
    linear = WITHOUT_FUNCTIONS
    V = VObjectGenericODE2
    node_kinds = (Node,)
    couples_coordinates = True
    has_points = False
    extra_columns = (
        ("n", i8), ("start", i8), ("row_start", i8), ("entry_start", i8), ("varies", i8),
        ("w_force", i8), ("w_mass", i8), ("w_jacobian", i8), ("w_kept", i8),
    )  # fmt: skip
    pools = {
        "indices": u4,  # coordinates of each system
        "force": f8,  # f
        "starts": u8,  # first entry of each row of the matrices, and their end
        "columns": u4,  # coordinate of each entry
        "mass": f8,
        "damping": f8,
        "stiffness": f8,
        "slots": i4,
        "work": f8,
        "mass_starts": u8,  # the same for the entries of M alone, of which there may be few
        "mass_columns": u4,
        "mass_entries": f8,
    }
    outputs = {
        Variable.CoordinatesTotal: Output("c", "1", VARIABLE, "reference coordinates plus q"),
        Variable.Coordinates: Output("q", "1", VARIABLE, "displacement coordinates"),
        Variable.Coordinates_t: Output("q_t", "1/s", VARIABLE, "velocity coordinates"),
        Variable.Coordinates_tt: Output("q_tt", "1/s^2", VARIABLE, "acceleration coordinates"),
        Variable.Force: Output("F", "1", VARIABLE, "K q + D q_t - f - UF"),
    }

    nodeNumbers: Any = parameter(
        [], IndexList("node"), symbol="n_n", structural=True,
        doc="nodes whose coordinates, one node after another, are those of the system",
    )  # fmt: skip
    massMatrix: Any = parameter(
        [], Matrix(), symbol="M", unit="1", structural=True, doc="mass matrix"
    )
    stiffnessMatrix: Any = parameter(
        [], Matrix(), symbol="K", unit="1", structural=True, doc="stiffness matrix"
    )
    dampingMatrix: Any = parameter(
        [], Matrix(), symbol="D", unit="1", structural=True, doc="damping matrix"
    )
    forceVector: Any = parameter([], Vector(), symbol="f", unit="1", doc="constant forces")
    forceUserFunction: Any = parameter(
        0,
        FORCE,
        symbol="UF",
        unit="1",
        structural=True,
        doc="function that returns further forces",
    )
    massMatrixUserFunction: Any = parameter(
        0, MASS, symbol="UF_M", unit="1", structural=True,
        doc="function that returns the mass matrix, instead of massMatrix",
    )  # fmt: skip
    jacobianUserFunction: Any = parameter(
        0, JACOBIAN, symbol="UF_J", unit="1", structural=True,
        doc="function that returns the derivatives of minus forceUserFunction",
    )  # fmt: skip
    coordinateIndexPerNode: Any = parameter(
        [], Vector(), doc="not used; kept for the documented form"
    )
    tempCoordinates: Any = parameter([], Vector(), doc="not used; kept for the documented form")
    tempCoordinates_t: Any = parameter([], Vector(), doc="not used; kept for the documented form")
    tempCoordinates_tt: Any = parameter([], Vector(), doc="not used; kept for the documented form")

    def nodes(self) -> list[int]:
        numbers: list[int] = self.nodeNumbers
        return numbers

    def misfit(self, node: Node) -> str:
        """Any node with coordinates fits; how many is known once its number is."""
        has_some = "numberOfODE2Coordinates" in node.fields or node.coordinates > 0
        return "" if has_some else "node with ODE2 coordinates"

    def check_complete(self, owner: str) -> None:
        if not self.nodeNumbers:
            raise ParameterError(f"{owner}: nodeNumbers must name at least one node, got []")

    def check_sizes(self, owner: str, items: Any) -> None:
        if not self.nodeNumbers:
            return  # not given yet: Assemble tells
        n = sum(items["node"][number].coordinates for number in self.nodeNumbers)
        if len(set(self.nodeNumbers)) < len(self.nodeNumbers):
            raise ParameterError(f"{owner}: nodeNumbers names a node twice, got {self.nodeNumbers}")
        for p in (self.fields[name] for name in ("massMatrix", "stiffnessMatrix", "dampingMatrix")):
            rows, columns = getattr(self, p.name).shape
            if (rows, columns) not in ((0, 0), (n, n)):
                raise ParameterError(
                    f"{owner}: {p.name} {p.symbol} must be {n} x {n}, for the {n} coordinates of "
                    f"its nodes, or empty, got {rows} x {columns}"
                )
        check_length(owner, "forceVector f", self.forceVector, n)
        if self.jacobianUserFunction and not self.forceUserFunction:
            raise ParameterError(
                f"{owner}: jacobianUserFunction is the derivative of forceUserFunction, which is "
                "missing"
            )

    @property
    def has_function(self) -> bool:
        """Whether a user function may couple any two coordinates."""
        return callable(self.forceUserFunction) or callable(self.massMatrixUserFunction)

    @property
    def mass_varies(self) -> bool:
        """Whether the mass matrix depends on the state."""
        return callable(self.massMatrixUserFunction)

    # ------------------------------------------------------------------ pools

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        lists = [model.object_coordinates(number) for number in table.numbers]
        rows, items = table.rows, [model.items["object"][number] for number in table.numbers]
        rows["n"] = [len(indices) for indices in lists]
        rows["varies"] = [item.mass_varies for item in items]
        rows["start"] = np.cumsum([0, *rows["n"][:-1]])
        rows["row_start"] = np.cumsum([0, *(rows["n"][:-1] + 1)])
        table.pools["indices"] = np.concatenate(lists).astype(u4)
        table.pools["force"] = np.zeros(len(table.pools["indices"]))
        parts: dict[str, list[np.ndarray]] = {
            name: [] for name in ("starts", "columns", "mass", "damping", "stiffness")
        }
        masses: list[list[np.ndarray]] = [[], [], []]
        entries = work = 0
        for row, (item, indices) in enumerate(zip(items, lists, strict=True)):
            n = len(indices)
            rows["entry_start"][row] = entries
            first, columns, *matrices = _union(item, n)
            for name, part in zip(
                parts, (first + entries, indices[columns], *matrices), strict=True
            ):
                parts[name].append(part)
            entries += len(columns)
            _add_masses(item, indices, masses)
            for name, size in _work_sizes(item, n).items():
                rows[name][row] = work
                work += size
        for name, found in parts.items():
            table.pools[name] = np.ascontiguousarray(np.concatenate(found), cls.pools[name])
        for name, found in zip(MASS_POOLS, masses, strict=True):
            table.pools[name] = np.ascontiguousarray(np.concatenate(found), cls.pools[name])
        table.pools["slots"] = np.full(entries, -1, i4)
        table.pools["work"] = np.zeros(work)

    @classmethod
    def write_pools(cls, table: Any, row: int, item: Any) -> None:
        e = table.rows[row]
        table.pools["force"][e["start"] : e["start"] + e["n"]] = filled(item.forceVector, e["n"])

    @classmethod
    def couplings(cls, table: Any, implicit: bool) -> list[np.ndarray]:
        rows, columns = _places(table)
        chosen = (rows < columns) | (columns < rows)
        if not implicit:
            chosen &= _has_mass(table)
        return [np.column_stack([rows[chosen], columns[chosen]])]

    @classmethod
    def fill_slots(cls, table: Any, slots: Callable[..., np.ndarray], implicit: bool) -> None:
        rows, columns = _places(table)
        chosen = np.ones(len(rows), bool) if implicit else _has_mass(table)
        table.pools["slots"][:] = -1
        table.pools["slots"][chosen] = slots(rows[chosen], columns[chosen])


def _union(item: Any, n: int) -> tuple[np.ndarray, ...]:
    """(starts, columns, mass, damping, stiffness) row by row, entries of any matrix in all."""
    if item.has_function:
        places = np.arange(n * n)
    else:
        found = [m.triplets() for m in (item.massMatrix, item.dampingMatrix, item.stiffnessMatrix)]
        places = np.unique(np.concatenate([rows * n + columns for rows, columns, _ in found]))
        # the diagonal always: masses are read there
        places = np.union1d(places, np.arange(n) * (n + 1))
    values = []
    for matrix in (item.massMatrix, item.dampingMatrix, item.stiffnessMatrix):
        rows, columns, entries = matrix.triplets()
        filled_in = np.zeros(len(places))
        filled_in[np.searchsorted(places, rows * n + columns)] = entries
        values.append(filled_in)
    starts = np.searchsorted(places, np.arange(n + 1) * n)
    return starts, places % n, *values


MASS_POOLS = ("mass_starts", "mass_columns", "mass_entries")


def _add_masses(item: Any, indices: np.ndarray, pools: list[list[np.ndarray]]) -> None:
    """Append starts, columns and entries of the rows of M."""
    rows, columns, entries = item.massMatrix.triplets()
    before = sum(map(len, pools[2]))
    starts = before + np.searchsorted(rows, np.arange(len(indices) + 1))
    for pool, part in zip(pools, (starts, indices[columns], entries), strict=True):
        pool.append(part)


def _work_sizes(item: Any, n: int) -> dict[str, int]:
    """Memory for the calls of an item's functions; w_kept: results of the first of two calls."""
    functions = dict(
        w_force=(item.forceUserFunction, FORCE),
        w_mass=(item.massMatrixUserFunction, MASS),
        w_jacobian=(item.jacobianUserFunction, JACOBIAN),
    )
    sizes = {
        name: kind.work_size(n, n) if callable(function) else 0
        for name, (function, kind) in functions.items()
    }
    return {**sizes, "w_kept": n if item.has_function else 0}


def _places(table: Any) -> tuple[np.ndarray, np.ndarray]:
    """(row, column) coordinates of each entry."""
    starts, indices = (table.pools[name].astype(i8) for name in ("starts", "indices"))
    counts = np.concatenate(
        [np.diff(starts[e["row_start"] : e["row_start"] + e["n"] + 1]) for e in table.rows]
    )
    return np.repeat(indices, counts), table.pools["columns"].astype(i8)


def _has_mass(table: Any) -> np.ndarray:
    """Whether an entry may belong to the mass matrix."""
    chosen = table.pools["mass"] != 0.0
    ends = [*table.rows["entry_start"][1:], len(chosen)]
    for e, end in zip(table.rows, ends, strict=True):
        chosen[e["entry_start"] : end] |= e["varies"] != 0
    rows, columns = _places(table)
    return chosen | (rows == columns)


# ------------------------------------------------------------------------------- kernels


def _state(e, start, indices, q, v, work_out):
    """Put q and q_t of a system to the arguments of a function."""
    for r in range(e.n):
        k = indices[e.start + r]
        work_out[start + r] = q[k]
        work_out[start + e.n + r] = v[k]


def _force(e, t, work_out):
    """Call UF with the arguments that stand there; its result is in work[w_force + 2 n:]."""
    return array_function(e.UF, work_out[e.w_force :].ctypes.data, e.n, e.n, t, e.number)


def _mass(e, t, work_out):
    """Call UF_M; its result is in work[w_mass + 2 n:]."""
    return array_function(e.UF_M, work_out[e.w_mass :].ctypes.data, e.n, e.n, t, e.number)


def _own_force(e, r, q, v, starts, columns, damping, stiffness):
    """K q + D q_t in one row."""
    f = 0.0
    row = e.row_start + r
    for k in range(starts[row], starts[row + 1]):
        c = columns[k]
        f += stiffness[k] * q[c] + damping[k] * v[c]
    return f


def residual(
    table, t, q, v, indices, force, starts, columns, damping, stiffness, work_out, load_out,
    residual_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        given, first = force, e.start
        if e.UF != 0:
            _state(e, e.w_force, indices, q, v, work_out)
            if _force(e, t, work_out) != 0:
                return fail(USER_FUNCTION, e.number)
            first = e.w_force + 2 * e.n
            for r in range(e.n):
                work_out[first + r] += force[e.start + r]
            given = work_out
        load_out[0] += _add_rows(
            e.n, given[first:], indices[e.start :], starts[e.row_start :],
            q, v, columns, damping, stiffness, residual_out,
        )  # fmt: skip
    return 0


def _add_rows(n, given, indices, starts, q, v, columns, damping, stiffness, residual_out):
    """Add K q + D q_t - f of one system; returns the squares of both parts.

    It sees parts of the pools that begin with its system, so that all indices grow from 0 and the
    compiler need not look for negative ones.
    """
    size = 0.0
    begin = starts[0]
    for r in range(n):
        own = 0.0
        end = starts[r + 1]
        for k in range(begin, end):
            c = columns[k]
            own += stiffness[k] * q[c] + damping[k] * v[c]
        begin = end
        residual_out[indices[r]] += own - given[r]
        size += own * own + given[r] * given[r]
    return size


def inertia(
    table, t, q, v, a, indices, mass_starts, mass_columns, mass_entries, work_out, residual_out
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        if e.UF_M != 0:
            _state(e, e.w_mass, indices, q, v, work_out)
            if _mass(e, t, work_out) != 0:
                return fail(USER_FUNCTION, e.number)
            for r in range(e.n):
                residual_out[indices[e.start + r]] += _mass_row(e, r, a, indices, work_out)
        else:
            rows, starts = indices[e.start :], mass_starts[e.row_start :]
            _add_inertia(e.n, rows, starts, a, mass_columns, mass_entries, residual_out)
    return 0


def _add_inertia(n, indices, starts, a, columns, entries, residual_out):
    """Add M a of one system."""
    begin = starts[0]
    for r in range(n):
        f = 0.0
        end = starts[r + 1]
        for k in range(begin, end):
            f += entries[k] * a[columns[k]]
        begin = end
        residual_out[indices[r]] += f


def _mass_row(e, r, a, indices, work):
    """Row r of UF_M times a."""
    f = 0.0
    for c in range(e.n):
        f += work[e.w_mass + 2 * e.n + r * e.n + c] * a[indices[e.start + c]]
    return f


def jacobian(
    table, t, q, v, a, ca, cq, cv, indices, starts, damping, stiffness, slots, work_out, mass_out,
    values_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        if e.UF_M != 0:
            _state(e, e.w_mass, indices, q, v, work_out)
            if _mass(e, t, work_out) != 0:
                return fail(USER_FUNCTION, e.number)
            for k in range(e.n * e.n):
                mass_out[e.entry_start + k] = work_out[e.w_mass + 2 * e.n + k]
        for k in range(starts[e.row_start], starts[e.row_start + e.n]):
            if slots[k] >= 0:
                values_out[slots[k]] += ca * mass_out[k] + cq * stiffness[k] + cv * damping[k]
        if cq != 0.0 or cv != 0.0:
            status = _add_derivatives(e, t, q, v, a, cq, cv, indices, slots, work_out, values_out)
            if status != 0:
                return fail(USER_FUNCTION, e.number)
    return 0


def _add_derivatives(e, t, q, v, a, cq, cv, indices, slots, work_out, values_out):
    """Add the derivatives of user functions to the matrix."""
    differs = e.UF_M != 0
    if e.UF_J != 0:
        work_out[e.w_jacobian] = cq
        work_out[e.w_jacobian + 1] = cv
        _state(e, e.w_jacobian + 2, indices, q, v, work_out)
        place = work_out[e.w_jacobian :].ctypes.data
        if array_function(e.UF_J, place, e.n, e.n, t, e.number) != 0:
            return 1
        for k in range(e.n * e.n):
            values_out[slots[e.entry_start + k]] += work_out[e.w_jacobian + 2 + 2 * e.n + k]
    elif e.UF != 0:
        differs = True
    if differs:
        for part in range(2):
            factor = cq if part == 0 else cv
            for c in range(e.n):
                if factor == 0.0:
                    continue
                status = _add_column(
                    e, c, part, factor, t, q, v, a, indices, slots, work_out, values_out
                )
                if status != 0:
                    return 1
    return 0


def _add_column(e, c, part, factor, t, q, v, a, indices, slots, work_out, values_out):
    """Add the derivative of UF_M q_tt - UF by coordinate or velocity c, by central differences."""
    kept, n = e.w_kept, e.n
    with_force = e.UF != 0 and e.UF_J == 0
    size = SMALLEST
    for r in range(n):
        k = indices[e.start + r]
        size = max(size, abs(q[k] if part == 0 else v[k]))
    x = q[indices[e.start + c]] if part == 0 else v[indices[e.start + c]]
    step = central_step(x, size)
    for side in range(2):
        moved = x + step if side == 0 else x - step
        if with_force:
            _state(e, e.w_force, indices, q, v, work_out)
            work_out[e.w_force + part * n + c] = moved
            if _force(e, t, work_out) != 0:
                return 1
        if e.UF_M != 0:
            _state(e, e.w_mass, indices, q, v, work_out)
            work_out[e.w_mass + part * n + c] = moved
            if _mass(e, t, work_out) != 0:
                return 1
        for r in range(n):
            f = 0.0
            if with_force:
                f -= work_out[e.w_force + 2 * n + r]
            if e.UF_M != 0:
                f += _mass_row(e, r, a, indices, work_out)
            if side == 0:
                work_out[kept + r] = f
            else:
                slope = (work_out[kept + r] - f) / (2.0 * step)
                values_out[slots[e.entry_start + r * n + c]] += factor * slope
    return 0


def kinetic(table, t, q, v, indices, starts, columns, mass, work_out, energy_out):
    """Kinetic energy v M v / 2 of each row [J]."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.0
        if e.UF_M != 0:
            _state(e, e.w_mass, indices, q, v, work_out)
            if _mass(e, t, work_out) != 0:
                return fail(USER_FUNCTION, e.number)
        for r in range(e.n):
            f = 0.0
            if e.UF_M != 0:
                f = _mass_row(e, r, v, indices, work_out)
            else:
                row = e.row_start + r
                for k in range(starts[row], starts[row + 1]):
                    f += mass[k] * v[columns[k]]
            energy_out[i] += 0.5 * f * v[indices[e.start + r]]
    return 0


def potential(table, q, indices, force, starts, columns, stiffness, energy_out):
    """q K q / 2 - f q of each row [J]; user functions have no energy."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.0
        for r in range(e.n):
            row = e.row_start + r
            own = 0.0
            for k in range(starts[row], starts[row + 1]):
                own += stiffness[k] * q[columns[k]]
            energy_out[i] += (0.5 * own - force[e.start + r]) * q[indices[e.start + r]]


def output(
    table, row, variable, t, q, v, a, reference, indices, force, starts, columns, damping,
    stiffness, work_out, value_out,
):  # fmt: skip
    e = table[row]
    has_force = variable != COORDINATES_TOTAL and variable != COORDINATES
    has_force = has_force and variable != COORDINATES_T and variable != COORDINATES_TT
    if has_force and e.UF != 0:
        _state(e, e.w_force, indices, q, v, work_out)
        if _force(e, t, work_out) != 0:
            return fail(USER_FUNCTION, e.number)
    for r in range(e.n):
        k = indices[e.start + r]
        if variable == COORDINATES_TOTAL:
            value_out[r] = reference[k] + q[k]
        elif variable == COORDINATES:
            value_out[r] = q[k]
        elif variable == COORDINATES_T:
            value_out[r] = v[k]
        elif variable == COORDINATES_TT:
            value_out[r] = a[k]
        else:
            value_out[r] = _own_force(e, r, q, v, starts, columns, damping, stiffness)
            value_out[r] -= force[e.start + r]
            if e.UF != 0:
                value_out[r] -= work_out[e.w_force + 2 * e.n + r]
    return 0


define(ObjectGenericODE2, residual, inertia, jacobian, kinetic, potential, output)
