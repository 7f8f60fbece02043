"""The constraint equations of a model as rows: the coordinates they tie, and dependent ones.

Edges are lists with one line per entry of C_q: row, coordinate, gradient, and the lever by which
the coordinate moves the ends of the constraint.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from linkwork.assembly.dependent_rows import dependent_rows
from linkwork.assembly.links import gradients_of
from linkwork.model.data import Data
from linkwork.model.model import Model

FLAT = 1.0e-14
"""Derivatives of an equation below this fraction of those by its two ends are rounding."""

NAMED = 4
"""Number of constraints that error texts name."""


class ConstraintRows:
    """Algebraic equations of a model at the present positions."""

    def __init__(self, model: Model, data: Data) -> None:
        self.model, self.data = model, data

    @property
    def tie_coordinates(self) -> bool:
        """Whether some of the algebraic equations tie coordinates."""
        return any(t.kind.active_equations(t).any() for t in self.model.equation_tables())

    def active(self) -> np.ndarray:
        """Rows of the equations of active constraints."""
        active = np.zeros(self.model.n_ae, bool)
        for table in self.model.equation_tables():
            rows, _ = table.kind.equation_rows(table)
            active[rows] = table.kind.active_equations(table)
        return np.flatnonzero(active)

    def edges(self) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]:
        """(rows, coordinates, gradients, levers) of the constraints, one line per entry."""
        for table in self.model.equation_tables():
            yield gradients_of(self.model, table, self.data["motion_jacobians"])

    def entries(self) -> tuple[np.ndarray, np.ndarray]:
        """(rows, coordinates) of all entries of C_q, whatever their present value."""
        rows, coordinates, *_ = map(np.concatenate, zip(*self.edges(), strict=True))
        return rows, coordinates

    def gradients(self) -> Any:
        """C_q at the present position as a sparse matrix, one row per constraint equation."""
        from scipy.sparse import coo_matrix

        shape = self.model.n_ae, self.model.n_ode2
        edges = list(self.edges())
        if not edges:  # all equations are those of algebraic coordinates
            return coo_matrix(shape).tocsr()
        rows, columns, slopes, _ = map(np.concatenate, zip(*edges, strict=True))
        return coo_matrix((slopes, (rows, columns)), shape=shape).tocsr()

    # ------------------------------------------------------------------ names

    def name(self, row: int) -> str:
        """The item of an equation, and which of its equations, if it has several."""
        return self.model.numbering.row_name(row)

    def flat_names(self) -> list[str]:
        """Names of the first active constraints with an equation whose gradient is zero."""
        sizes = np.asarray(abs(self.gradients()).sum(axis=1)).ravel()
        parts = np.zeros(len(sizes))  # the same before both ends on one body cancel
        for rows, _, slopes, _ in self.edges():
            np.add.at(parts, rows, np.abs(slopes))
        flat = self.active()
        flat = flat[sizes[flat] <= FLAT * parts[flat]]
        names = [self.name(int(row)) for row in flat]
        return list(dict.fromkeys(names))[:NAMED]

    def redundant(self) -> np.ndarray:
        """Rows of active constraints whose gradients depend on those before them."""
        active = self.active()
        found: np.ndarray = active[dependent_rows(self.gradients()[active])]
        return found

    def redundant_names(self) -> list[str]:
        """Names of the first of these."""
        return self.names_of(self.redundant())

    def names_of(self, rows: np.ndarray) -> list[str]:
        """Names of the first of some rows."""
        names = [self.name(int(row)) for row in rows[:NAMED]]
        return [*names, f"{len(rows) - NAMED} more"] if len(rows) > NAMED else names
