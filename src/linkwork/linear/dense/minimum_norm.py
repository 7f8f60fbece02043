"""Symmetric systems with dependent rows: the solution of minimum norm.

The matrix is scaled to unit size, D A D, and decomposed into eigenvalues and eigenvectors by
LAPACK (dsyev); directions with an eigenvalue that is zero up to rounding are left out. So redundant
constraints share their forces: of all multipliers that satisfy the balance, these are the
smallest ones.

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
from linkwork.linear.choose import Dense
from linkwork.linear.dense.lapack import routines
from linkwork.model.data import Data

dsyev = Pointer("v", "qqqqqqqqq")

THRESHOLD = 1.0e-10
"""Eigenvalues of the scaled matrix below this, relative to the largest, count as zero."""

SYMMETRY = 1.0e-10
"""Difference of two mirrored entries of the scaled matrix above which it is not symmetric: a mass
matrix like that has no eigenvectors at right angles, so dependent constraints cannot share loads.
"""

WORK = 34
"""Work memory of dsyev for each unknown."""


def _scale(values, n, eigen_out):
    """Scales: diagonal entries become 1; rows without one get unit length."""
    for i in range(n):
        size = abs(values[i * (n + 1)])
        eigen_out[i] = 1.0 / math.sqrt(size) if size > 0.0 else 0.0
    for i in range(n):
        if values[i * (n + 1)] == 0.0:
            square = 0.0
            for j in range(n):
                if values[j * (n + 1)] != 0.0:
                    square += (values[j * n + i] * eigen_out[j]) ** 2
            eigen_out[i] = 1.0 / math.sqrt(square) if square > 0.0 else 1.0


def factor(frame, values, lapack, factors_out, eigen_out):
    """Eigenvalues and eigenvectors of the scaled matrix."""
    frame.factorizations += 1
    n = lapack[1]
    _scale(values, n, eigen_out)
    for j in range(n):
        for i in range(n):
            entry = values[j * n + i] * eigen_out[i] * eigen_out[j]
            if not abs(entry) < math.inf:
                return SINGULAR
            factors_out[j * n + i] = entry
            if i < j and abs(entry - factors_out[i * n + j]) > SYMMETRY:
                return SINGULAR
    place, memory = lapack.ctypes.data, eigen_out.ctypes.data
    size, length, info, jobz, uplo = place + 8, place + 16, place + 24, place + 32, place + 40
    dsyev(
        lapack[0], jobz, uplo, size, factors_out.ctypes.data, size, memory + 8 * n,
        memory + 24 * n, length, info,
    )  # fmt: skip
    return 0 if lapack[3] == 0 else SINGULAR


def solve(factors, lapack, eigen_out, x_out):
    """Overwrite x by the solution of minimum norm."""
    n = lapack[1]
    largest = max(abs(eigen_out[n]), abs(eigen_out[2 * n - 1])) if n > 0 else 0.0
    for k in range(n):
        part = 0.0
        for i in range(n):
            part += factors[k * n + i] * x_out[i] * eigen_out[i]
        value = eigen_out[n + k]
        eigen_out[2 * n + k] = part / value if abs(value) > THRESHOLD * largest else 0.0
    for i in range(n):
        x_out[i] = 0.0
    for k in range(n):
        part = eigen_out[2 * n + k]
        if part != 0.0:
            for i in range(n):
                x_out[i] += part * factors[k * n + i]
    for i in range(n):
        x_out[i] *= eigen_out[i]
    return 0


class MinimumNorm(Dense):
    """Full symmetric matrix; singular directions are left out of the solution."""

    factor: ClassVar[Callable[..., Any]] = staticmethod(factor)
    solve: ClassVar[Callable[..., Any]] = staticmethod(solve)

    def allocate(self, data: Data) -> None:
        super().allocate(data)
        work = WORK * max(self.n, 1)
        data.set("lapack", np.array([*routines("dsyev"), self.n, work, 0, ord("V"), ord("U")]))
        data.set("eigen", np.zeros(3 * self.n + work))
