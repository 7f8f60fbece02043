"""Connectors between two markers: forces and constraints.

A connector gives what is local. Between position markers, with f the force on marker m0 (m1
receives -f), written for Delta p = p1 - p0 and Delta v = v1 - v0,

    residual    adds f and -f to the forces of the markers
    jacobian    stiffness_out = df / d(Delta p), damping_out = df / d(Delta v), 3 x 3 each

and a constraint c = 0 with multiplier lambda, whose force on m0 is +lambda dc/d(Delta p), adds

    residual    constraint_out[row] = c at the level asked for (0: c, 1: dc/dt, 2: the terms of
                d2c/dt2 that hold no accelerations)
    jacobian    gradient_out = dc / d(Delta p); row_q_out, row_v_out = derivatives of the
                equation of the present level by Delta p and Delta v; slope_out = dc / d lambda

Between coordinate markers the same holds with one component: the value of the coordinate is p[0]
of the marker, its rate v[0], the force on it marker_force[., 0]. Stiffness and damping are
numbers. Constraints tell their derivatives by p0 and p1 one by one: gradient_out[i, 0] and
gradient_out[i, 1], and so do row_q_out and row_v_out; the force on a marker is -lambda times its
gradient.

A constraint of velocities (no equation of positions) has at level 0, in an implicit step, the
value c' cq/cv, which the scaling of the rows turns into c'/cv, and row_q_out = dc'/dv; outside
a step cv is 0, and so is its value: there is nothing to project.

The assembler (`core/assemble.py`) maps these blocks into the system matrix.

**Piecewise laws.** A kind whose law has several branches (gate open or closed, segments of a table)
gives each row a *mode*, the number of the branch that is on, in `modes[e.event]`; `e.event` is an
extra column (`EVENT_COLUMN`). What a number means is the kind's own affair.

    frozen = 0   the state decides: the kernels find the branch, on a boundary by the velocity, and
                 `residual` notes it in `modes_out[e.event]`
    frozen = 1   the branch is `modes[e.event]`, whatever the state is: its formula goes on smoothly
                 beyond its boundaries. `residual` writes no mode

`residual`, `jacobian` and `output` ask for `frozen` and `modes`. Runs freeze the modes in every
step, and look for the time when a row leaves its branch. Where that is not wanted, implicit solvers
freeze them in a step after a few updates of Newton's method, and in explicit ones the state
decides. Two more kernels serve the search:

    events      event_values_out[e.event, b] = signed distance to boundary b of the present mode,
                b < BOUNDARIES: > 0 inside, < 0 left, inf where there is no such boundary (also of
                inactive rows). Smooth near zero, without dimension: divided by the size of the
                terms that it is a difference of, so that 1e-15 is rounding
    switch      crossed[e.event] is the boundary that the row crosses now, or -1: then nothing.
                modes_out[e.event] = the mode behind it. By the number of the boundary, never by
                the sign of its distance, which is zero up to rounding
    has_events  (class method) whether rows of a table have boundaries at all
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from linkwork.core.assemble import (
    CONSTRAINT_OWN,
    COORDINATE_OWN,
    EQUATION_OWN,
    PAIR_OWN,
    assemble_constraints,
    assemble_coordinates,
    assemble_equations,
    assemble_mapped_edges,
    assemble_mapped_pairs,
    assemble_mapped_stiffness,
    assemble_pairs,
)
from linkwork.core.declare import Drawn, Item, parameter
from linkwork.core.enums import OutputVariableType
from linkwork.core.parameters import Flag, IndexPair
from linkwork.core.records import f8, i8, u4
from linkwork.core.units import common_unit

EVENT_COLUMN = ("event", u4)
"""Column of kinds with piecewise laws: where the mode of a row stands in `modes`."""


class DrawnConnector(Drawn):
    """Drawing of a connector."""


class Connector(Item):
    """Base of all connectors between two markers."""

    family = "object"
    marker_types: ClassVar[tuple[str, ...]] = ()
    """What its markers must provide: one of these."""
    components: ClassVar[int] = 0
    """Number of components of its markers: 3 for positions, 1 for single coordinates."""
    assembler: ClassVar[Callable[..., Any]]
    """Kernel that adds its blocks to the system matrix."""
    mapped_assembler: ClassVar[Callable[..., Any]]
    """The same for matrix entries behind the Jacobian of a marker; of positions only."""
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (("m0", u4), ("m1", u4))
    equations: ClassVar[int] = 0
    rigid_invariance: ClassVar[bool] = True
    """Whether a rigid motion of the whole model turns the force with it and changes nothing else;
    a kind without this says why in its docstring."""

    last_parameters: ClassVar[tuple[str, ...]] = ("activeConnector",)

    markerNumbers: Any = parameter(
        [-1, -1], IndexPair("marker"), symbol="m", structural=True,
        doc="the two markers [m0, m1] the connector joins",
    )  # fmt: skip
    activeConnector: bool = parameter(
        True, Flag(), symbol="active", doc="whether the connector acts; can be switched any time"
    )

    def equation_count(self) -> int:
        """Number of its algebraic equations."""
        return self.equations

    def output_size(self, variable: Any, model: Any) -> int:
        """Of outputs of variable size: their number of components."""
        raise TypeError(f"{type(self).__name__} does not tell the size of its outputs")

    @classmethod
    def has_events(cls, table: Any) -> bool:
        """Of kinds with a kernel `events`: whether a row of a table has boundaries."""
        return True

    @classmethod
    def arrange(cls, rows: np.ndarray, own: Mapping[str, np.ndarray]) -> None:
        """Before a run: write what kernels derive from the parameters of several rows."""

    @classmethod
    def rewritten(cls, rows: np.ndarray, row: int) -> None:
        """A parameter of a row has changed: what `arrange` derived from it does not hold."""


class PairConnector(Connector):
    """Base of connectors between two position markers."""

    marker_types = ("Position",)
    components = 3
    assembler: ClassVar[Callable[..., Any]] = staticmethod(assemble_pairs)
    mapped_assembler: ClassVar[Callable[..., Any]] = staticmethod(assemble_mapped_pairs)
    own: ClassVar[dict[str, tuple[Any, tuple[int, ...]]]] = PAIR_OWN


class CoordinateConnector(Connector):
    """Base of connectors between two coordinates."""

    marker_types = ("Coordinate",)
    components = 1
    assembler: ClassVar[Callable[..., Any]] = staticmethod(assemble_coordinates)
    own: ClassVar[dict[str, tuple[Any, tuple[int, ...]]]] = COORDINATE_OWN
    rigid_invariance = False

    def end_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        """Units of the coordinates of its markers, without those of the ground."""
        ends = [items["marker"][number] for number in self.markerNumbers]
        return [unit for end in ends for unit in end.coordinate_units(items)]

    def coordinate_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return [common_unit(self.end_units(items))]


class Constraint(Connector):
    """Base of everything with an equation, one each."""

    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (
        ("m0", u4),
        ("m1", u4),
        ("row", i8),
        ("rate", f8),
    )
    equations = 1

    driven: ClassVar[str] = ""
    """Column that users may change in every step to drive the constraint.

    The column `rate` holds its rate of change in the present step, for velocity level.
    """

    switches: ClassVar[tuple[str, ...]] = ("active",)
    """Columns whose change makes it another constraint: state and forces start anew."""

    def is_driven(self) -> bool:
        """Whether its force may do work: its equation depends on time, or not on positions."""
        functions = any(callable(getattr(self, p.name)) for p in self.function_parameters())
        return functions or bool(getattr(self, "velocityLevel", False))

    def equation_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        """Unit of each of its equations at position level."""
        units = self.output_units(OutputVariableType.ConstraintEquation, items)
        count = self.equation_count()
        return units[:count] if len(units) > 1 else units * count

    @classmethod
    def equation_rows(cls, table: Any) -> tuple[np.ndarray, np.ndarray]:
        """(rows of all equations of a table, line of the table that each belongs to)."""
        return table.rows["row"], np.arange(len(table.rows))

    @classmethod
    def lengths(cls, rows: np.ndarray) -> np.ndarray:
        """Of each line: length against which a start that violates it is judged [m]."""
        return np.full(len(rows), np.inf)

    @classmethod
    def driven_arrays(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(values of the driven column, where their rates go, whether active), of equal length."""
        rows = table.rows
        return rows[cls.driven], rows["rate"], rows["active"]

    @classmethod
    def edges(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Of kinds with pools: (rows, coordinates, gradients, levers), one line per entry."""
        raise TypeError(f"{cls.__name__} does not tell its entries")

    @classmethod
    def gradients(cls, own: Mapping[str, np.ndarray]) -> np.ndarray:
        """Derivatives of each row's equation by its markers: [row, marker, component]."""
        raise TypeError(f"{cls.__name__} does not tell its gradients")

    @classmethod
    def levers(cls, own: Mapping[str, np.ndarray]) -> np.ndarray:
        """Weights of the inverse masses that a row moves: [row, marker, component]."""
        raise TypeError(f"{cls.__name__} does not tell its levers")


class PairConstraint(Constraint, PairConnector):
    """Base of constraints between two position markers, one equation each."""

    assembler: ClassVar[Callable[..., Any]] = staticmethod(assemble_constraints)
    mapped_assembler: ClassVar[Callable[..., Any]] = staticmethod(assemble_mapped_stiffness)
    edge_assembler: ClassVar[Callable[..., Any]] = staticmethod(assemble_mapped_edges)
    own = CONSTRAINT_OWN

    @classmethod
    def gradients(cls, own: Mapping[str, np.ndarray]) -> np.ndarray:
        return np.stack([-own["gradient"], own["gradient"]], 1)

    @classmethod
    def levers(cls, own: Mapping[str, np.ndarray]) -> np.ndarray:
        """All directions count the same: the constraint may turn into any of them."""
        return np.ones((len(own["gradient"]), 2, 3))


class CoordinateEquation(Constraint, CoordinateConnector):
    """Base of constraints between two coordinates, one equation each."""

    assembler: ClassVar[Callable[..., Any]] = staticmethod(assemble_equations)
    own = EQUATION_OWN

    @classmethod
    def gradients(cls, own: Mapping[str, np.ndarray]) -> np.ndarray:
        return own["gradient"][:, :, None]

    @classmethod
    def levers(cls, own: Mapping[str, np.ndarray]) -> np.ndarray:
        return own["gradient"][:, :, None] ** 2
