"""Connectors in the x-y plane, whose forces depend on positions and angles of their markers.

With the forces F = (f0x, f0y, tau0, f1x, f1y, tau1) on the markers m0 and m1, where the torques
act about the markers themselves, and z = (x0, y0, angle0, x1, y1, angle1),

    residual    adds forces to marker_force_out and torques to marker_torque_out
    jacobian    stiffness_out = dF/dz, damping_out = dF/dz_t, 6 x 6 each

Positions and velocities are in `markers`, angles, their rates and arms in `turns`. The moment of
a marker's force about the node of its body is added by the marker. Constraints c = 0 with up to
two equations, whose forces on the markers are -lambda dc/dz, add

    residual    constraint_out[row] = c at the level asked for (0: c, 1: dc/dt, 2: the terms of
                d2c/dt2 that hold no z_tt; what markers have without q_tt is added elsewhere)
    jacobian    gradient_out = dc/dz; row_q_out, row_v_out = derivatives of the equation of the
                present level by z and z_t; slope_out = dc/d lambda; stiffness_out = dF/dz

The assembler (`core/assemble_planar.py`) maps these blocks into the system matrix. Markers
without an angle have the angle 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from linkwork.connectors.connector import Connector, Constraint
from linkwork.core.assemble_planar import (
    PLANAR_CONSTRAINT_OWN,
    PLANAR_OWN,
    assemble_planar,
    assemble_planar_constraints,
    planar_drift,
)


class PlanarConnector(Connector):
    """Base of connectors in the plane."""

    marker_types = ("Orientation",)
    components = 3
    assembler: ClassVar[Callable[..., Any]] = staticmethod(assemble_planar)
    own: ClassVar[dict[str, tuple[Any, tuple[int, ...]]]] = PLANAR_OWN

    @classmethod
    def fill_slots(cls, table: Any, slots: Callable[..., np.ndarray], implicit: bool) -> None:
        ends = table.own["ends"]
        table.own["slots"][:] = slots(ends[:, :, None], ends[:, None, :]) if implicit else -1


class PlanarConstraint(Constraint, PlanarConnector):
    """Base of constraints in the plane, up to two equations each."""

    assembler: ClassVar[Callable[..., Any]] = staticmethod(assemble_planar_constraints)
    drift: ClassVar[Callable[..., Any]] = staticmethod(planar_drift)
    own = PLANAR_CONSTRAINT_OWN
    equations = 2

    @classmethod
    def counts(cls, rows: np.ndarray) -> np.ndarray:
        """Of each line the number of its equations."""
        return np.full(len(rows), cls.equations)

    @classmethod
    def equation_rows(cls, table: Any) -> tuple[np.ndarray, np.ndarray]:
        has = np.arange(2) < cls.counts(table.rows)[:, None]
        lines, equations = np.nonzero(has)
        return table.rows["row"][lines] + equations, lines

    @classmethod
    def fill_rows(cls, table: Any, slots: Callable[..., np.ndarray], n: int) -> None:
        """Ask the layout for the places of the constraint rows, which begin behind n."""
        rows, lines = cls.equation_rows(table)
        equations, ends = rows - table.rows["row"][lines], table.own["ends"][lines]
        table.own["slope_slots"][:] = table.own["edge_slots"][:] = -1
        table.own["slope_slots"][lines, equations] = slots(n + rows, n + rows)
        edges = table.own["edge_slots"]
        edges[lines, equations, 0] = slots(ends, n + rows[:, None])
        edges[lines, equations, 1] = slots(n + rows[:, None], ends)

    @classmethod
    def edges_through(
        cls, table: Any, jacobians: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """(rows, coordinates, gradients, levers) of all equations, one line per coordinate.

        jacobians -- of the markers. A lever is what a constraint could move if it turned into
        any direction: positions count fully, angles as the gradient tells.
        """
        rows, lines = cls.equation_rows(table)
        columns = jacobians[table.own["columns"][lines]][:, :, [0, 1, 3]]
        gradient = table.own["gradient"][lines, rows - table.rows["row"][lines]]
        slopes = (gradient.reshape(-1, 2, 1, 3) * columns.reshape(-1, 2, 3, 3)).sum(-1)
        ends = table.own["ends"][lines].reshape(-1, 2, 3)
        levers = (columns[:, :, :2] ** 2).sum(-1).reshape(-1, 2, 3)
        turning = np.abs(gradient.reshape(-1, 2, 3)[:, :, :2]).max(-1) == 0.0
        levers = np.where(turning[:, :, None], slopes**2, levers)
        own = np.broadcast_to(rows[:, None, None], ends.shape)
        there = ends >= 0
        return own[there], ends[there], slopes[there], levers[there]
