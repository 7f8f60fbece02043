"""CoordinateVectorConstraint: equations between the coordinate vectors of two markers.

    position level   c  = X1 q1 + Y1 q1^2 - X0 q0 - Y0 q0^2 - v_off = 0    (squares per coordinate)
    its derivative   c' = (X1 + 2 Y1 q1) v1 - (X0 + 2 Y0 q0) v0 - v_off'
    velocityLevel    w  = X1 v1 + Y1 v1^2 - X0 v0 - Y0 v0^2 - v_off = 0    in every solver
    inactive         lambda = 0

q0, q1 are the vectors of the markers: those of nodes and objects include reference values, a single
coordinate does not. The matrices of a ground marker are ignored. The multipliers act through the
derivative with respect to the coordinates (of w: the velocities): Q = -(dc/dq)^T lambda.

With constraintUserFunction UF(mbs, t, itemNumber, q, q_t, velocityLevel) and jacobianUserFunction
UF_J of the same arguments, where q is (q0, q1), c or w is UF(...), and its derivative by q or q_t
is UF_J(...). In steps of an index-2 solver UF is called with velocityLevel = True and returns c',
UF_J with False. Explicit solvers do the same if a check shows that UF then returns c'
(tells_rates). Otherwise, and at starts of index 3, c' = UF_J v + dUF/dt and c'' are computed from
differences, so that a function at position level is sufficient. dUF_J^T lambda / dq also comes from
differences.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.connectors.connector import Constraint
from linkwork.connectors.laws.time_differences import TIME_COLUMNS, rough_functions, scale_finder
from linkwork.connectors.laws.vector_functions import (
    KEPT,
    LARGEST,
    ROUGHEST,
    is_smooth_in_time,
    note_rounding_in_time,
)
from linkwork.connectors.laws.vector_law import (
    COORDINATE,
    ENTRY,
    EQUATION,
    PLACE,
    assemble,
    constraint_value,
    fill_block,
    fill_rows,
    gradients,
    multiply,
)
from linkwork.core.declare.function_kinds import ArrayFunction
from linkwork.core.declare.item import VARIABLE, Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Color, Flag, Matrix, Vector
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import f8, i8, u4
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.math.norms import group_norms
from linkwork.nodes.node import check_coupled, filled

__all__ = [
    "CoordinateVectorConstraint",
    "ObjectConnectorCoordinateVector",
    "VCoordinateVectorConstraint",
    "VObjectConnectorCoordinateVector",
]

DISPLACEMENT, VELOCITY = int(Variable.Displacement), int(Variable.Velocity)
FORCE = int(Variable.Force)

ARGUMENTS = ("mbs", "t", "itemNumber", "q", "q_t", "velocityLevel")
VALUE = ArrayFunction(ARGUMENTS, inputs=("vector", "vector", "flag"))
SLOPE = ArrayFunction(ARGUMENTS, inputs=("vector", "vector", "flag"), result="matrix")

MATRICES = ("scalingMarker0", "scalingMarker1", "quadraticTermMarker0", "quadraticTermMarker1")


class VObjectConnectorCoordinateVector(Visualization):
    """Drawing of a CoordinateVectorConstraint."""

    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")


class ObjectConnectorCoordinateVector(Constraint):
    """Constraints between two coordinate vectors."""

    type_name = "ConnectorCoordinateVector"
    short_name = "CoordinateVectorConstraint"
    acts_directly = True
    V = VObjectConnectorCoordinateVector
    marker_types = ("Coordinates", "Coordinate")
    rigid_invariance = False
    extra_columns = (
        ("m0", u4), ("m1", u4), ("row", i8), ("unknown", i8), ("tells_rates", i8),
        ("n0", i8), ("n", i8), ("n_ae", i8), ("start", i8), ("equation", i8), ("block", i8),
        ("w_value", i8), ("w_slope", i8), ("w_kept", i8), ("part", i8),
        *TIME_COLUMNS,
    )  # fmt: skip
    own = {"loads": (f8, ())}  # sum of squares of the forces of each item
    pools = {
        "coordinates": COORDINATE,
        "equations": EQUATION,
        "entries": ENTRY,
        "block": PLACE,
        "work": f8,
    }
    outputs = {
        Variable.Displacement: Output("Delta q", "1", VARIABLE, "q1 - q0"),
        Variable.Velocity: Output("Delta v", "1", VARIABLE, "v1 - v0"),
        Variable.ConstraintEquation: Output("c", "1", VARIABLE, "c or w, one number per equation"),
        Variable.Force: Output("lambda", "1", VARIABLE, "multipliers, one per equation"),
    }

    driven = "v_off"
    switches = ("active", "velocity_level")

    scalingMarker0: Any = parameter(
        [], Matrix(dense_form=True), symbol="X0", unit="1", structural=True,
        doc="factors of the coordinates of m0; with user functions one row per equation",
    )  # fmt: skip
    scalingMarker1: Any = parameter(
        [], Matrix(dense_form=True), symbol="X1", unit="1", structural=True,
        doc="factors of the coordinates of m1",
    )  # fmt: skip
    quadraticTermMarker0: Any = parameter(
        [], Matrix(dense_form=True), symbol="Y0", unit="1", structural=True,
        doc="factors of the squared coordinates of m0",
    )  # fmt: skip
    quadraticTermMarker1: Any = parameter(
        [], Matrix(dense_form=True), symbol="Y1", unit="1", structural=True,
        doc="factors of the squared coordinates of m1",
    )  # fmt: skip
    offset: Any = parameter(
        [], Vector(), symbol="v_off", unit="1",
        doc="offsets, with velocityLevel of velocities; empty: zeros; ignored with user functions",
    )  # fmt: skip
    velocityLevel: bool = parameter(
        False, Flag(), symbol="velocity_level", doc="constrain velocities instead of positions"
    )
    constraintUserFunction: Any = parameter(
        0,
        VALUE,
        symbol="UF",
        unit="1",
        structural=True,
        doc="function that returns the equations",
    )
    jacobianUserFunction: Any = parameter(
        0,
        SLOPE,
        symbol="UF_J",
        unit="1",
        structural=True,
        doc="function that returns their derivatives",
    )

    @classmethod
    def is_linear(cls, table: Any) -> bool:
        return not table.rows["UF"].any() and not table.pools["entries"]["y"].any()

    # ------------------------------------------------------------------ sizes

    @property
    def has_functions(self) -> bool:
        return callable(self.constraintUserFunction)

    def equation_count(self) -> int:
        return max(getattr(self, name).shape[0] for name in MATRICES)

    def output_size(self, variable: Any, number: int, model: Any) -> int:
        if variable in (Variable.Displacement, Variable.Velocity):
            lengths = [len(model.places.marker_coordinates(m)[0]) for m in self.markerNumbers]
            if all(lengths) and lengths[0] != lengths[1]:
                raise ParameterError(
                    f"{self.label()}: {variable.name} is a difference of vectors of equal length, "
                    f"but its markers have {lengths[0]} and {lengths[1]} coordinates"
                )
            return max(lengths)
        return self.equation_count()

    def check_sizes(self, owner: str, items: Any) -> None:
        """Check all that does not depend on the markers; `lay_out` checks the columns."""
        for first, second in (
            ("constraintUserFunction", "jacobianUserFunction"),
            ("jacobianUserFunction", "constraintUserFunction"),
        ):
            if callable(getattr(self, first)) and not callable(getattr(self, second)):
                raise ParameterError(
                    f"{owner}: {first} needs {second}, which is missing; give both or none"
                )
        count = self.equation_count()
        for name in MATRICES:
            rows = getattr(self, name).shape[0]
            if rows not in (0, count):
                raise ParameterError(
                    f"{owner}: {name} {self.fields[name].symbol} must have {count} rows, as many "
                    f"as the largest of the four matrices, or be empty, got {rows}"
                )
        if len(self.offset) not in (0, count):
            raise ParameterError(
                f"{owner}: offset v_off must be {count} numbers, one per equation, or empty, "
                f"got {len(self.offset)}"
            )

    def check_columns(self, owner: str, counts: list[int]) -> None:
        """Reject matrices that do not fit the vectors of the markers, which have these lengths."""
        if self.equation_count() == 0:
            raise ParameterError(
                f"{owner}: there is no equation: give scalingMarker0, scalingMarker1 or a "
                "quadratic term (with user functions scalingMarker0=np.zeros((n, 1)) for n "
                "equations)"
            )
        if self.has_functions:
            check_coupled(owner, sum(counts))
            return
        for name in MATRICES:
            count, columns = counts[int(name[-1])], getattr(self, name).shape[1]
            if count and columns not in (0, count):
                raise ParameterError(
                    f"{owner}: {name} {self.fields[name].symbol} must have {count} columns, for "
                    f"the {count} coordinates of marker {self.markerNumbers[int(name[-1])]}, "
                    f"got {columns}"
                )

    def check_added(self, owner: str, model: Any) -> None:
        """Refuse equations of coordinates whose rates are not their velocities."""
        for end, number in enumerate(self.markerNumbers):
            marker = model.items["marker"][number]
            label = marker.label(number)
            if "Coordinate" in marker.provides:
                kind = marker.resolve(model.places)[0].kind
                if kind is not None and kind.jacobian is not None:
                    raise ParameterError(
                        f"{owner}: {label} depends on several coordinates; use a "
                        "CoordinateConstraint for it, or MarkerNodeCoordinates"
                    )
                continue
            turning = model.places.composed_columns(number)
            matrices = [
                getattr(self, f"{name}Marker{end}") for name in ("scaling", "quadraticTerm")
            ]
            used = {int(k) for matrix in matrices for k in matrix.triplets()[1]}
            if turning and (self.has_functions or used & set(turning)):
                raise ParameterError(
                    f"{owner}: coordinates {turning} of {label} are a rotation vector, which is "
                    "not the integral of their velocities (the angular velocity): equations of "
                    "vectors cannot use them; use a CoordinateConstraint of MarkerNodeCoordinate "
                    "or MarkerNodeRotationCoordinate, or a NodeRigidBodyEP or NodeRigidBodyRxyz"
                )

    # ------------------------------------------------------------------ pools

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        rows = table.rows
        parts: dict[str, list[np.ndarray]] = {
            "coordinates": [], "equations": [], "entries": [], "block": []
        }  # fmt: skip
        sizes = dict.fromkeys(parts, 0)
        work = 0
        for row, number in enumerate(table.numbers):
            item = model.items["object"][number]
            ends = [model.places.marker_coordinates(marker) for marker in item.markerNumbers]
            counts = [len(members) for members, _ in ends]
            item.check_added(item.label(number), model)
            item.check_columns(item.label(number), counts)
            n, n_ae = sum(counts), item.equation_count()
            e = rows[row]
            e["n0"], e["n"], e["n_ae"] = counts[0], n, n_ae
            e["start"], e["equation"] = sizes["coordinates"], sizes["equations"]
            e["block"] = sizes["block"]
            e["unknown"] = model.n_ode2 + e["row"]
            found = _pools(item, ends, n, n_ae)
            found["equations"]["first"] += sizes["entries"]
            for name, part in found.items():
                parts[name].append(part)
                sizes[name] += len(part)
            used = item.has_functions
            for name, size in (
                ("w_value", VALUE.work_size(n, n_ae)),
                ("w_slope", SLOPE.work_size(n, n_ae)),
                ("w_kept", KEPT * n_ae),
            ):
                e[name] = work
                work += size if used else 0
        for name, pieces in parts.items():
            table.pools[name] = np.concatenate(pieces)
        table.pools["work"] = np.zeros(work)

    @classmethod
    def write_pools(cls, table: Any, row: int, item: Any) -> None:
        e = table.rows[row]
        part = table.pools["equations"][e["equation"] : e["equation"] + e["n_ae"]]
        part["offset"], part["active"] = filled(item.offset, e["n_ae"]), item.activeConnector

    @classmethod
    def troubles(cls, table: Any, data: Any) -> list[tuple[int, str]]:
        pools = [table.pools[name] for name in ("coordinates", "equations", "entries")]
        arrays = *pools, data["q"], data["v"]
        names = ("constraintUserFunction",)
        return rough_functions(table, data, names, _is_smooth, arrays, table.pools["work"])

    @classmethod
    def couplings(cls, table: Any, implicit: bool) -> list[np.ndarray]:
        rows, coordinates, _, _ = cls.edges(table)
        pairs = [np.column_stack([coordinates, rows + _unknowns_before(table)])]
        if implicit:
            pairs += [np.column_stack(_block_places(table, row)) for row in range(len(table.rows))]
        return pairs

    @classmethod
    def fill_slots(cls, table: Any, slots: Callable[..., np.ndarray], implicit: bool) -> None:
        rows, coordinates, _, _ = cls.edges(table)
        first = _unknowns_before(table)
        unknowns = rows + first
        entries, equations = table.pools["entries"], table.pools["equations"]
        entries["column_slot"] = slots(coordinates, unknowns)
        entries["row_slot"] = slots(unknowns, coordinates)
        rows = cls.equation_rows(table)[0] + first
        equations["slot"] = slots(rows, rows)
        for row, e in enumerate(table.rows):
            left, right = _block_places(table, row)
            part = table.pools["block"][e["block"] : e["block"] + len(left)]
            part["slot"] = slots(left, right) if implicit else -1

    @classmethod
    def driven_arrays(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        equations = table.pools["equations"]
        return equations["offset"], equations["rate"], equations["active"]

    @classmethod
    def equation_rows(cls, table: Any) -> tuple[np.ndarray, np.ndarray]:
        parts = [np.arange(e["n_ae"]) + e["row"] for e in table.rows]
        return np.concatenate(parts), np.repeat(np.arange(len(parts)), table.rows["n_ae"])

    @classmethod
    def edges(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        entries, equations = table.pools["entries"], table.pools["equations"]
        counts = np.diff([*equations["first"], len(entries)])
        rows, lines = cls.equation_rows(table)
        starts = table.rows["start"][lines]
        coordinates = table.pools["coordinates"]["index"][
            np.repeat(starts, counts) + entries["local"]
        ]
        slopes = entries["gradient"]
        owner = np.repeat(np.arange(len(equations)), counts)
        # normalized, so that the weight of an equation does not depend on a factor of it
        size = group_norms(owner, slopes, len(equations))[owner]
        levers = slopes * (slopes / np.where(size > 0.0, size, 1.0))
        return np.repeat(rows, counts), coordinates, slopes, levers


def _unknowns_before(table: Any) -> int:
    """Number of unknowns before those of the equations."""
    return int(table.rows["unknown"][0] - table.rows["row"][0])


def _pools(item: Any, ends: Any, n: int, n_ae: int) -> dict[str, np.ndarray]:
    """Coordinates, equations, entries and stiffness block of one item."""
    coordinates = np.zeros(n, COORDINATE)
    coordinates["index"] = np.concatenate([members for members, _ in ends])
    coordinates["origin"] = np.concatenate([reference for _, reference in ends])
    if item.has_functions:
        places, terms = np.arange(n_ae * n), []
    else:
        terms = _terms(item, [len(members) for members, _ in ends])
        places = np.unique(np.concatenate([where for _, where, _ in terms]))
    entries = np.zeros(len(places), ENTRY)
    entries["local"] = places % max(n, 1)
    for factor, where, values in terms:
        entries[factor][np.searchsorted(places, where)] = values
    equations = np.zeros(n_ae, EQUATION)
    equations["count"] = np.bincount(places // max(n, 1), minlength=n_ae)
    equations["first"] = np.cumsum([0, *equations["count"][:-1]])
    block = np.zeros(n * n if item.has_functions else n, PLACE)
    return dict(coordinates=coordinates, equations=equations, entries=entries, block=block)


def _terms(item: Any, counts: list[int]) -> list[tuple[str, np.ndarray, np.ndarray]]:
    """Factor (x or y), places (row * n + column) and values of each matrix, with signs."""
    found = []
    for factor, name in (("x", "scalingMarker"), ("y", "quadraticTermMarker")):
        for marker, (first, sign) in enumerate(((0, -1.0), (counts[0], 1.0))):
            rows, columns, values = getattr(item, f"{name}{marker}").triplets()
            if not counts[marker]:
                rows = columns = values = values[:0]  # the ground is ignored
            places = rows * sum(counts) + first + columns
            found.append((factor, places.astype(np.int64), sign * values))
    return found


def _block_places(table: Any, row: int) -> tuple[np.ndarray, np.ndarray]:
    """(row, column) coordinates of the stiffness block of an item."""
    e = table.rows[row]
    members = table.pools["coordinates"]["index"][e["start"] : e["start"] + e["n"]]
    last = row + 1 == len(table.rows)
    end = len(table.pools["block"]) if last else table.rows["block"][row + 1]
    if end - e["block"] == e["n"] and e["n"] != 1:
        return members, members
    return np.repeat(members, e["n"]), np.tile(members, e["n"])


# ------------------------------------------------------------------------------- kernels


def residual(
    table, coordinates, equations, multipliers, q, q_low, v, t, h, cq, cv, level,
    work_out, entries_out, loads_out, load_out, constraint_out, residual_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        loads_out[i] = 0.0
        if e.active == 0:
            for r in range(e.n_ae):
                constraint_out[e.row + r] = multipliers[e.row + r]
            continue
        if gradients(e, coordinates, equations, q, v, t, work_out, entries_out) != 0:
            return fail(USER_FUNCTION, e.number)
        loads_out[i] = multiply(e, coordinates, equations, entries_out, multipliers, residual_out)
        load_out[0] += loads_out[i]
        status = constraint_value(
            e, coordinates, equations, entries_out, q, q_low, v, t, h, cq, cv, level, e.row,
            work_out, constraint_out,
        )  # fmt: skip
        if status != 0:
            return fail(USER_FUNCTION, e.number)
    return 0


def jacobian(
    table, coordinates, equations, multipliers, q, v, t, cq, cv, level, work_out, entries_out,
    block_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        if gradients(e, coordinates, equations, q, v, t, work_out, entries_out) != 0:
            return fail(USER_FUNCTION, e.number)
        status = fill_rows(e, coordinates, equations, q, v, t, cq, cv, level, work_out, entries_out)
        if status == 0 and (cq != 0.0 or cv != 0.0):
            status = fill_block(
                e, coordinates, equations, entries_out, multipliers, q, v, t, cq, cv, work_out,
                block_out,
            )  # fmt: skip
        if status != 0:
            return fail(USER_FUNCTION, e.number)
    return 0


def output(
    table, row, variable, coordinates, equations, multipliers, q, q_low, v, t, h, work_out,
    entries_out, value_out,
):  # fmt: skip
    e = table[row]
    if variable == FORCE:
        for r in range(e.n_ae):
            value_out[r] = multipliers[e.row + r] if e.active != 0 else 0.0
        return 0
    if variable == DISPLACEMENT or variable == VELOCITY:
        for k in range(e.n):
            c = coordinates[e.start + k]
            x = c.origin + q[c.index] if variable == DISPLACEMENT else v[c.index]
            if k < e.n0:
                value_out[k] -= x
            else:
                value_out[k - e.n0] += x
        return 0
    if gradients(e, coordinates, equations, q, v, t, work_out, entries_out) != 0:
        return fail(USER_FUNCTION, e.number)
    level = 1 if e.velocity_level != 0 else 0
    status = constraint_value(
        e, coordinates, equations, entries_out, q, q_low, v, t, h, 0.0, 0.0, level, 0, work_out,
        value_out,
    )  # fmt: skip
    return 0 if status == 0 else fail(USER_FUNCTION, e.number)


def _is_smooth(e, i, t, s, arrays, work_out):
    coordinates, equations, entries, q, v = arrays
    return is_smooth_in_time(e, t, s, coordinates, equations, entries, q, v, work_out)


def _note_rounding(e, i, t, s, arrays, work_out):
    coordinates, equations, entries, q, v = arrays
    note_rounding_in_time(e, t, s, coordinates, equations, entries, q, v, work_out)


_find_scale = scale_finder(_is_smooth, _note_rounding)


def time_scale(
    table, coordinates, equations, q, v, t_start, t_end, work_out, entries_out, table_out
):  # fmt: skip
    for i in range(table.size):
        e = table_out[i]
        e.dt, e.t_low, e.t_high = 0.0, t_start, t_end
        if e.active != 0 and e.UF != 0:
            gradients(e, coordinates, equations, q, v, t_start, work_out, entries_out)
            arrays = coordinates, equations, entries_out, q, v
            for r in range(e.n_ae):
                kept = e.w_kept + KEPT * r
                work_out[kept + LARGEST] = work_out[kept + ROUGHEST] = 0.0
            e.dt = _find_scale(e, i, arrays, work_out)


define(ObjectConnectorCoordinateVector, residual, jacobian, assemble, output, time_scale)
CoordinateVectorConstraint = ObjectConnectorCoordinateVector
VCoordinateVectorConstraint = VObjectConnectorCoordinateVector
