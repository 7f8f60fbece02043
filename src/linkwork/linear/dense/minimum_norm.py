"""Symmetric systems with dependent rows: the solution of minimum norm.

The matrix is scaled to unit size, D A D, and decomposed into eigenvalues and eigenvectors by
LAPACK (dsyev); directions with an eigenvalue that is zero up to rounding are left out. They are
changes of multipliers without a force, and the part of the multipliers along them is removed: of
all multipliers that satisfy the balance, these are the smallest ones. So redundant constraints
share their forces.

`lapack` holds [dsyev, n, length of the work memory, info, jobz, uplo], `eigen` the scales, the
eigenvalues, a vector and the work memory; `factors` become the eigenvectors.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from linkwork.core.kernels.pointer import Pointer
from linkwork.core.status import SINGULAR
from linkwork.linear.blas import one_thread
from linkwork.linear.choose import Dense
from linkwork.linear.dense.lapack import routines
from linkwork.math.tolerances import EVEN_SCALED, NULL_DIRECTION
from linkwork.model.data import Data

dsyev = Pointer("v", "qqqqqqqqq")

LEAST_MASS = 1.0e-3
"""Smaller diagonal entries of coordinates, relative to the largest, are scaled as if they were this
large: a scalar Euler parameter of a body that has hardly turned has no mass, nor has a slender rod
about its own axis."""

WORK = 34
"""Work memory of dsyev for each unknown."""


def _scale(values, n, row_mass, eigen_out):
    """Scales: diagonal entries become 1, or less if they are small; equations get unit length."""
    largest, first = 0.0, n - row_mass.size
    for i in range(n):
        largest = max(largest, abs(values[i * (n + 1)]))
    for i in range(n):
        size = abs(values[i * (n + 1)])
        if i >= first and size > 0.0:
            eigen_out[i] = 1.0 / math.sqrt(size)
            continue
        eigen_out[i] = 1.0 / math.sqrt(max(size, LEAST_MASS * largest) or 1.0)
    for i in range(first, n):
        if values[i * (n + 1)] == 0.0:
            square = 0.0
            for j in range(first):
                square += (values[j * n + i] * eigen_out[j]) ** 2
            eigen_out[i] = 1.0 / math.sqrt(square) if square > 0.0 else 1.0


def _is_null(k, n, eigen):
    """Whether an eigenvalue is zero up to rounding"""
    largest = max(abs(eigen[n]), abs(eigen[2 * n - 1]))
    return not abs(eigen[n + k]) > NULL_DIRECTION * largest


def _find_idle(n, row_mass, factors_out, eigen):
    """Replace vectors of eigenvalue zero by orthonormal changes of the multipliers, in N."""
    first = n - row_mass.size
    for k in range(n):
        if not _is_null(k, n, eigen):
            continue
        own = factors_out[k * n + first : (k + 1) * n]
        for j in range(own.size):
            own[j] *= row_mass[j] * eigen[first + j]
        for other in range(k):
            if _is_null(other, n, eigen):
                before = factors_out[other * n + first : (other + 1) * n]
                part = 0.0
                for j in range(own.size):
                    part += own[j] * before[j]
                for j in range(own.size):
                    own[j] -= part * before[j]
        square = 0.0
        for j in range(own.size):
            square += own[j] * own[j]
        size = 1.0 / math.sqrt(square) if square > 0.0 else 0.0
        for j in range(own.size):
            own[j] *= size


def _remove_idle(n, row_mass, factors, eigen, x_out):
    """Remove the part of the multipliers along these changes."""
    first = n - row_mass.size
    for k in range(n):
        if _is_null(k, n, eigen):
            part = 0.0
            for j in range(row_mass.size):
                part += factors[k * n + first + j] * row_mass[j] * x_out[first + j]
            for j in range(row_mass.size):
                x_out[first + j] -= part * factors[k * n + first + j] / row_mass[j]


def factor(frame, values, lapack, row_mass, factors_out, eigen_out):
    """Eigenvalues and eigenvectors of the scaled matrix."""
    frame.factorizations += 1
    n = lapack[1]
    _scale(values, n, row_mass, eigen_out)
    for j in range(n):
        for i in range(n):
            entry = values[j * n + i] * eigen_out[i] * eigen_out[j]
            if not abs(entry) < math.inf:
                return SINGULAR
            factors_out[j * n + i] = entry
            if i < j and abs(entry - factors_out[i * n + j]) > EVEN_SCALED:
                return SINGULAR
    place, memory = lapack.ctypes.data, eigen_out.ctypes.data
    size, length, info, jobz, uplo = place + 8, place + 16, place + 24, place + 32, place + 40
    dsyev(
        lapack[0], jobz, uplo, size, factors_out.ctypes.data, size, memory + 8 * n,
        memory + 24 * n, length, info,
    )  # fmt: skip
    if lapack[3] != 0:
        return SINGULAR
    _find_idle(n, row_mass, factors_out, eigen_out)
    return 0


def solve(factors, lapack, row_mass, eigen_out, x_out):
    """Overwrite x by the solution of minimum norm."""
    n = lapack[1]
    for k in range(n):
        if _is_null(k, n, eigen_out):
            eigen_out[2 * n + k] = 0.0
            continue
        part = 0.0
        for i in range(n):
            part += factors[k * n + i] * x_out[i] * eigen_out[i]
        eigen_out[2 * n + k] = part / eigen_out[n + k]
    for i in range(n):
        x_out[i] = 0.0
    for k in range(n):
        part = eigen_out[2 * n + k]
        if part != 0.0:
            for i in range(n):
                x_out[i] += part * factors[k * n + i]
    for i in range(n):
        x_out[i] *= eigen_out[i]
    _remove_idle(n, row_mass, factors, eigen_out, x_out)
    return 0


class MinimumNorm(Dense):
    """Full symmetric matrix; singular directions are left out of the solution."""

    factor: ClassVar[Callable[..., Any]] = staticmethod(factor)
    solve: ClassVar[Callable[..., Any]] = staticmethod(solve)

    _give_back_threads: Callable[[], Any] | None = None

    def allocate(self, data: Data) -> None:
        super().allocate(data)
        work = WORK * max(self.n, 1)
        data.set("lapack", np.array([*routines("dsyev"), self.n, work, 0, ord("V"), ord("U")]))
        data.set("eigen", np.zeros(3 * self.n + work))

    def open(self, data: Data) -> None:
        self._give_back_threads = one_thread()

    def close(self) -> None:
        if self._give_back_threads is not None:
            self._give_back_threads()
