"""Which linear solver serves a system, and where its matrix entries live."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from linkwork.core.enums import LinearSolverType
from linkwork.core.errors import SysError
from linkwork.data import Data
from linkwork.solvers.linear import dense, diagonal, lapack

SMALL = 12
"""Up to this many unknowns our own LU is faster than LAPACK."""

MEMORY = 4.0e9
"""Largest dense matrix with its factors [bytes]."""


class Layout:
    """Places of matrix entries in the array `values`, and the kernels that go with them."""

    factor: ClassVar[Callable[..., Any]]
    solve: ClassVar[Callable[..., Any]]

    def __init__(self, n: int) -> None:
        self.n = n

    @property
    def refresh_cost(self) -> float:
        """Cost of a new matrix with its factors, in Newton updates with old factors."""
        return 1.0 + self.n / 4.0

    def slots(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """Place of each entry (row, column), -1 where one of them is -1."""
        raise TypeError("a layout must tell its slots")

    def diagonal(self, values: np.ndarray) -> np.ndarray:
        """Diagonal entries."""
        raise TypeError("a layout must tell its diagonal")

    def pivots(self, factors: np.ndarray) -> np.ndarray:
        """Sizes of the pivots."""
        return np.abs(self.diagonal(factors))

    def allocate(self, data: Data) -> None:
        """Memory for values, factors and pivots."""
        raise TypeError("a layout must allocate")


class Dense(Layout):
    """Full matrix, column-major; the base of those that say how it is factorised."""

    def slots(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        return np.where((rows >= 0) & (columns >= 0), columns * self.n + rows, -1)

    def diagonal(self, values: np.ndarray) -> np.ndarray:
        return values[:: self.n + 1]

    def allocate(self, data: Data) -> None:
        need = 16.0 * self.n**2
        if need > MEMORY:
            raise SysError(
                f"the dense matrix of {self.n} unknowns would need {need / 1e9:.1f} GB of memory; "
                "use an explicit solver (e.g. solverType=DynamicSolverType.RK44) or a smaller model"
            )
        data.set("values", np.zeros(self.n * self.n))
        data.set("factors", np.zeros(self.n * self.n))
        data.set("pivots", np.zeros(self.n, np.int64))


class OwnLU(Dense):
    """Full matrix, factorised by our own code, which stores pivots inverted."""

    factor: ClassVar[Callable[..., Any]] = staticmethod(dense.factor)
    solve: ClassVar[Callable[..., Any]] = staticmethod(dense.solve)

    def pivots(self, factors: np.ndarray) -> np.ndarray:
        return 1.0 / np.abs(self.diagonal(factors))


class Lapack(Dense):
    """Full matrix, factorised by LAPACK."""

    factor: ClassVar[Callable[..., Any]] = staticmethod(lapack.factor)
    solve: ClassVar[Callable[..., Any]] = staticmethod(lapack.solve)

    def allocate(self, data: Data) -> None:
        super().allocate(data)
        data.set("lapack", lapack.addresses(self.n))


class Diagonal(Layout):
    """Diagonal matrix; entries off the diagonal do not exist."""

    factor: ClassVar[Callable[..., Any]] = staticmethod(diagonal.factor)
    solve: ClassVar[Callable[..., Any]] = staticmethod(diagonal.solve)

    def slots(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        return np.where(rows == columns, rows, -1)

    def diagonal(self, values: np.ndarray) -> np.ndarray:
        return values

    def allocate(self, data: Data) -> None:
        data.set("values", np.zeros(self.n))
        data.set("factors", np.zeros(self.n))


def choose(n: int, wanted: LinearSolverType) -> Layout:
    """Layout for a system of n unknowns: our own LU for small ones, LAPACK for the others."""
    if wanted in (LinearSolverType.EigenSparse, LinearSolverType.EigenSparseSymmetric):
        raise SysError(
            f"linearSolverType = {wanted.name}: there is no sparse solver yet; leave "
            "linearSolverType unset, or set LinearSolverType.EXUdense"
        )
    return OwnLU(n) if n <= SMALL else Lapack(n)
