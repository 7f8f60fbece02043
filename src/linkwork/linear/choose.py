"""Choice of the linear solver of a system, and the places of its matrix entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from linkwork.core.enums import LinearSolverType
from linkwork.core.errors import SysError
from linkwork.linear import diagonal
from linkwork.linear.blas import one_thread
from linkwork.linear.dense import lapack, own
from linkwork.linear.layout import Layout
from linkwork.model.data import Data

if TYPE_CHECKING:
    from linkwork.linear.sparse.pattern import Pattern

SMALL = 12
"""Up to this many unknowns our own LU is faster than anything else."""

MEDIUM = 30
"""Up to this many unknowns it is as fast as LAPACK, which is in SciPy and takes long to load."""

CROWDED = 0.4
"""Matrices with a larger fraction of entries in L are dense, up to `LARGEST_CROWDED` unknowns."""

LARGEST_CROWDED = 500
"""Up to this many unknowns LAPACK also uses one thread: on a busy machine of two cores, LU of 300
unknowns took 400 ms with two threads and 0.8 ms with one."""

SPARSE = (LinearSolverType.EigenSparse, LinearSolverType.EigenSparseSymmetric)
DENSE = (LinearSolverType.EXUdense, LinearSolverType.EigenDense)

PRODUCTS = 60
"""Most products of elimination per unknown for which the LU for little fill is faster."""

SYMMETRY = {LinearSolverType.EigenSparseSymmetric: 1, LinearSolverType.EigenSparse: 2}
"""How a sparse solver is forced to treat a matrix."""

MEMORY = 4.0e9
"""Largest dense matrix with its factors [bytes]."""


class Dense(Layout):
    """Full matrix, column-major; base of the dense solvers."""

    def slots(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        return np.where((rows >= 0) & (columns >= 0), columns * self.n + rows, -1)

    def diagonal(self, values: np.ndarray) -> np.ndarray:
        return values[:: self.n + 1]

    def entries(self) -> tuple[np.ndarray, np.ndarray]:
        columns, rows = np.divmod(np.arange(self.n * self.n), max(self.n, 1))
        return rows, columns

    def matrix(self, values: np.ndarray) -> Any:
        from scipy.sparse import csc_matrix

        return csc_matrix(self.full(values))

    def full(self, values: np.ndarray) -> np.ndarray:
        return values.reshape(self.n, self.n).T

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
    """Full matrix, factorized by our own code, which stores pivots inverted."""

    factor: ClassVar[Callable[..., Any]] = staticmethod(own.factor)
    solve: ClassVar[Callable[..., Any]] = staticmethod(own.solve)


class Lapack(Dense):
    """Full matrix, factorized by LAPACK."""

    factor: ClassVar[Callable[..., Any]] = staticmethod(lapack.factor)
    solve: ClassVar[Callable[..., Any]] = staticmethod(lapack.solve)

    _give_back_threads: Callable[[], Any] | None = None

    def allocate(self, data: Data) -> None:
        super().allocate(data)
        data.set("lapack", lapack.addresses(self.n))

    def open(self, data: Data) -> None:
        if self.n <= LARGEST_CROWDED:
            self._give_back_threads = one_thread()

    def close(self) -> None:
        if self._give_back_threads is not None:
            self._give_back_threads()


class Diagonal(Layout):
    """Diagonal matrix; there are no off-diagonal entries."""

    factor: ClassVar[Callable[..., Any]] = staticmethod(diagonal.factor)
    solve: ClassVar[Callable[..., Any]] = staticmethod(diagonal.solve)

    def slots(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        return np.where(rows == columns, rows, -1)

    def diagonal(self, values: np.ndarray) -> np.ndarray:
        return values

    def allocate(self, data: Data) -> None:
        data.set("values", np.zeros(self.n))
        data.set("factors", np.zeros(self.n))


def choose(n: int, wanted: LinearSolverType, pattern: Callable[[], Pattern]) -> Layout:
    """Layout for a system of n unknowns.

    Our own LU for small systems; sparse if that saves work, else dense, by our own LU or LAPACK.
    `pattern` analyzes the sparse pattern and is called only if needed.
    """
    if n <= SMALL and wanted not in SPARSE:
        return OwnLU(n)
    dense = OwnLU if n <= MEDIUM else Lapack
    if wanted in DENSE:
        return dense(n)
    # imported here: small models do not need the sparse solvers
    from linkwork.linear.fronts.high_fill import HighFill
    from linkwork.linear.sparse.low_fill import LowFill

    found = pattern()
    crowded = found.fill > CROWDED * n * (n - 1) / 2
    if crowded and n <= LARGEST_CROWDED and wanted not in SPARSE:
        return dense(n)
    kind = LowFill if LowFill.products(found) <= PRODUCTS * n else HighFill
    return kind(found, SYMMETRY.get(wanted, 0))
