"""Connectors between markers: forces and constraints.

A connector defines only local quantities. It declares by `blocks` (`core/blocks.py`) how many ends
it has, on which directions of their motion it depends, and how many equations it has; this also
determines which arrays its kernels write. Between two frames, with the forces and moments
F = (f0, tau0, f1, tau1) on the markers, where moments act about the markers, and their motion
z = (p0, phi0, p1, phi1), each in the declared directions,

    residual    adds forces to marker_force_out and moments to marker_moment_out
    jacobian    stiffness_out = dF/dz, damping_out = dF/dz_t

Positions and velocities are in `markers`, rotations and angular velocities in `rotations`. A
constraint c = 0 with multipliers lambda, whose forces on the markers are -lambda dc/dz, adds

    residual    constraint_out[row] = c at the requested level (0: c, 1: dc/dt, 2: the terms of
                d2c/dt2 without z_tt; the part of z_tt without q_tt is added elsewhere)
    jacobian    gradient_out = dc/dz; row_q_out, row_v_out = derivatives of the equation of the
                present level by z and z_t; slope_out = dc/d lambda; stiffness_out = dF/dz

Between position markers, with f the force on m0 (m1 receives -f), everything is written for
Delta p = p1 - p0 and Delta v = v1 - v0: stiffness_out = df/d(Delta p), damping_out = df/d(Delta v),
3 x 3 each, gradient_out = dc/d(Delta p); the force of a constraint on m0 is +lambda dc/d(Delta p).

Between coordinate markers the same holds with one component: the value of the coordinate is p[0]
of the marker, its rate v[0], the force on it marker_force[., 0]. Stiffness and damping are
numbers. Constraints write their derivatives by p0 and p1 separately, to gradient_out[i, 0] and
gradient_out[i, 1], and likewise to row_q_out and row_v_out; the force on a marker is -lambda times
its gradient.

A velocity constraint (without an equation of positions) has, at level 0 of an implicit step, the
value c' cq/cv, which the scaling of the rows turns into c'/cv, and row_q_out = dc'/dz_t + dc'/dz
cq/cv. Markers whose velocities depend on positions use row_v_out = dc'/dz_t cq/cv; row_cv is 0 at
level 0. Outside a step cv is 0, and so is its value: there is nothing to project. A kind that
solves an equation of positions in this way sets `drifts`; outside a step, its value is that of the
equation (`joints/rolling_disc.py`).

The assembler maps these blocks into the system matrix.

**Piecewise laws.** A kind whose law has several branches (gate open or closed, segments of a table)
may number them in any way. The number of the active branch of a row is in `branches[e.event]`;
`e.event` is an extra column (`EVENT_COLUMN`).

    frozen = 0   the state decides: the kernels find the branch, on a boundary by the velocity, and
                 `residual` writes it to `branches_out[e.event]`
    frozen = 1   the branch is `branches[e.event]` for every state: its formula continues smoothly
                 beyond its boundaries. `residual` writes no branch

`residual`, `jacobian` and `output` take `frozen` and `branches` as arguments. Runs freeze the
branches in every step and search for the time when a row leaves its branch. If the search is turned
off, implicit solvers freeze branches within a step after a few updates of Newton's method, and in
explicit solvers the state decides. Two more kernels serve the search:

    events      event_values_out[e.event, b] = signed distance to boundary b of the present branch,
                b < BOUNDARIES: > 0 inside, < 0 outside, inf if there is no such boundary (also for
                inactive rows). It is smooth near zero and dimensionless: divided by the size of
                the terms whose difference it is, so that 1e-15 is rounding
    switch      crossed[e.event] is the boundary that the row crosses now, or -1 if it crosses none.
                branches_out[e.event] = the branch beyond it, chosen by the number of the boundary
                and never by the sign of its distance, which is zero up to rounding
    has_events  (class method) whether rows of a table have boundaries at all
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from linkwork.connectors.arms import arms
from linkwork.core.blocks import COORDINATE, MANY_COLUMNS, POSITION, SPACE, Blocks
from linkwork.core.declare.item import Drawn, Item, parameter, wire_rows
from linkwork.core.declare.item_list import Members
from linkwork.core.declare.parameters import Flag, IndexList, IndexPair
from linkwork.core.declare.units import common_unit
from linkwork.core.enums import OutputVariableType
from linkwork.core.records import f8, i8, u4

EVENT_COLUMN = ("event", u4)
"""Column of kinds with piecewise laws: index of a row's branch in `branches`."""


class DrawnConnector(Drawn):
    """Drawing of a connector."""


class Connector(Item):
    """Base of all connectors between markers."""

    family = "object"
    stage = 2
    marker_types: ClassVar[tuple[str, ...]] = ()
    """Its markers must provide one of these."""
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (("m0", u4), ("m1", u4))
    rigid_invariance: ClassVar[bool] = True
    """Whether a rigid motion of the whole model turns the force with it and changes nothing else.
    If not, the docstring of the kind states why."""

    last_parameters: ClassVar[tuple[str, ...]] = ("activeConnector",)

    markerNumbers: Any = parameter(
        [-1, -1], IndexPair("marker"), symbol="m", structural=True,
        doc="the two markers [m0, m1] that the connector joins",
    )  # fmt: skip
    activeConnector: bool = parameter(
        True, Flag(), symbol="active", doc="whether the connector acts; may be changed at any time"
    )

    @property
    def drawn_markers(self) -> Sequence[int]:
        """Markers between which it is drawn."""
        numbers: list[int] = self.markerNumbers
        return numbers

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if cls.blocks is not None and "blocks" in vars(cls) and "own" not in vars(cls):
            cls.own = cls.blocks.own

    @classmethod
    def end_markers(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(line of the table, end, marker) of all ends of its connectors."""
        lines = np.arange(len(table.rows))
        markers = np.stack([table.rows["m0"], table.rows["m1"]], 1).astype(i8)
        return np.repeat(lines, 2), np.tile([0, 1], len(lines)), markers.ravel()

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        wire_rows(table, model.numbering.object_row)
        if "m1" in table.rows.dtype.fields:
            table.rows["m0"], table.rows["m1"] = np.asarray(table.column("markerNumbers")).T

    def ode2_coordinates(self, number: int, model: Any) -> np.ndarray:
        """Those of the nodes and bodies of its markers."""
        return np.concatenate([model.marker_indices(marker) for marker in self.markerNumbers])

    def output_size(self, variable: Any, number: int, model: Any) -> int:
        raise TypeError(f"{type(self).__name__} does not define the size of its outputs")


class PairConnector(Connector):
    """Base of connectors between two position markers."""

    marker_types = ("Position",)
    blocks = Blocks(2, POSITION, relative=True)
    own: ClassVar[dict[str, tuple[Any, tuple[int, ...]]]] = {**blocks.own, "work": (f8, (33,))}


class CoordinateConnector(Connector):
    """Base of connectors between two coordinates."""

    marker_types = ("Coordinate",)
    blocks = Blocks(2, COORDINATE, relative=True)
    rigid_invariance = False

    def end_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        """Units of the coordinates of its markers, except those on the ground."""
        ends = [items["marker"][number] for number in self.markerNumbers]
        return [unit for end in ends for unit in end.coordinate_units(items)]

    def coordinate_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return [common_unit(self.end_units(items))]


class FrameConnector(Connector):
    """Base of connectors between two frames; those in the plane declare fewer directions."""

    marker_types = ("Orientation",)
    blocks = Blocks(2, SPACE)


class ManyConnector(Connector):
    """Base of connectors whose items choose their number of ends.

    Pools: end_list -- markers of all ends; a row has `ends` of them, from `first_end` on; the
    arrays that kernels write (`Blocks.pools`), where a line has `span` numbers: entry (r, c) is
    stiffness_out[e.block + r * e.span + c], and gradient_out[e.slopes + r * e.span + c] for
    equation r. A kind may have further pools, which it lays out itself (`lay_out`).
    """

    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (
        ("first_end", i8),
        *((name, i8) for name in MANY_COLUMNS),
    )
    pools: ClassVar[dict[str, Any]] = {"end_list": i8}

    markerNumbers: Any = parameter(
        [], IndexList("marker", 2), symbol="m", structural=True,
        doc="the markers that the connector joins",
    )  # fmt: skip

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if cls.blocks is not None:
            cls.pools = {**ManyConnector.pools, **cls.blocks.pools, **cls.pools}

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        assert cls.blocks is not None
        lists = table.column("markerNumbers")
        columns, lengths = cls.blocks.room([len(markers) for markers in lists])
        for name, values in columns.items():
            table.rows[name] = values
        table.rows["first_end"] = np.cumsum([0, *columns["ends"][:-1]])
        table.pools["end_list"] = np.concatenate(lists).astype(i8)
        for name, length in lengths.items():
            table.pools[name] = np.zeros(length)

    @classmethod
    def end_markers(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        counts = table.rows["ends"]
        lines = np.repeat(np.arange(len(counts)), counts)
        return (
            lines,
            np.arange(len(lines)) - table.rows["first_end"][lines],
            table.pools["end_list"],
        )

    @classmethod
    def row_markers(cls, table: Any, row: int) -> list[int]:
        e = table.rows[row]
        found: list[int] = table.pools["end_list"][e.first_end : e.first_end + e.ends].tolist()
        return found


class Constraint(Connector):
    """Base of connectors with equations.

    If users may change a column in every step to drive the constraint (`driven`), the column `rate`
    holds its rate of change in the present step, for velocity level.
    """

    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (
        ("m0", u4),
        ("m1", u4),
        ("row", i8),
        ("rate", f8),
    )
    has_equations = True

    switches: ClassVar[tuple[str, ...]] = ("active",)
    """Columns whose change makes it another constraint: state and forces are initialized again."""

    def is_driven(self) -> bool:
        """Whether its force may do work: its equation depends on time, or not on positions."""
        functions = any(callable(getattr(self, p.name)) for p in self.function_parameters())
        return functions or bool(getattr(self, "velocityLevel", False))

    def equation_count(self) -> int:
        assert self.blocks is not None
        return self.blocks.equations

    @classmethod
    def equation_counts(cls, group: Members) -> Any:
        if cls.equation_count is not Constraint.equation_count:
            return super().equation_counts(group)
        assert cls.blocks is not None
        return cls.blocks.equations

    def equation_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        units = self.output_units(OutputVariableType.ConstraintEquation, items)
        count = self.equation_count()
        return units[:count] if len(units) > 1 else units * count

    @classmethod
    def counts(cls, rows: np.ndarray) -> np.ndarray:
        """Number of equations of each line."""
        assert cls.blocks is not None
        return np.full(len(rows), cls.blocks.equations)

    @classmethod
    def equation_rows(cls, table: Any) -> tuple[np.ndarray, np.ndarray]:
        if cls.blocks is None or cls.blocks.equations == 1:
            return table.rows["row"], np.arange(len(table.rows))
        has = np.arange(cls.blocks.equations) < cls.counts(table.rows)[:, None]
        lines, equations = np.nonzero(has)
        return table.rows["row"][lines] + equations, lines

    @classmethod
    def active_lines(cls, table: Any) -> np.ndarray:
        return np.asarray(table.rows["active"] != 0)

    @classmethod
    def drop_rates(cls, table: Any, line: int) -> bool:
        """In statics: switch off its equations of velocities; returns whether one was active."""
        active = table.rows["active"]
        had = bool(active[line])
        active[line] = 0
        return had

    def restore_rates(self, table: Any, line: int) -> None:
        """Switch its equations of velocities on again."""
        table.rows["active"][line] = self.activeConnector

    @classmethod
    def driven_arrays(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(values of the driven column, array for their rates, whether active), of equal length."""
        rows = table.rows
        return rows[cls.driven], rows["rate"], rows["active"]


class PairConstraint(Constraint, PairConnector):
    """Base of constraints between two position markers, one equation each."""

    blocks = Blocks(2, POSITION, equations=1, relative=True)


class CoordinateEquation(Constraint, CoordinateConnector):
    """Base of constraints between two coordinates, one equation each."""

    blocks = Blocks(2, COORDINATE, equations=1, stiff=False)


class FrameConstraint(Constraint, FrameConnector):
    """Base of constraints between two frames, up to six equations each.

    Joints set `joins`. Their positions are related to the size of their bodies, and equations of
    axes and angles to 1.
    """

    blocks = Blocks(2, SPACE, equations=6)

    @classmethod
    def scales(cls, table: Any, model: Any, data: Any) -> np.ndarray:
        rows, lines = cls.equation_rows(table)
        if not cls.joins:
            return np.full(len(rows), np.inf)
        items = [model.items["object"][number] for number in table.numbers]
        units = [item.equation_units(model.items) for item in items]
        are_lengths = [
            units[line][row - table.rows["row"][line]] == "m"
            for row, line in zip(rows, lines, strict=True)
        ]
        return np.where(are_lengths, arms(items, model, data)[lines], 1.0)


class ManyConstraint(ManyConnector, Constraint):
    """Base of constraints whose items choose their number of ends."""

    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (
        *ManyConnector.extra_columns,
        ("row", i8),
        ("rate", f8),
    )
