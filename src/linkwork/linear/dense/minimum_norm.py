"""Symmetric systems with dependent rows: the solution of minimum norm.

The matrix is scaled to unit size, D A D, and decomposed into eigenvalues and eigenvectors by
LAPACK (dsyev); directions with an eigenvalue that is zero up to rounding are left out. They are
changes of multipliers without a force, and the part of the multipliers along them is removed: of
all multipliers that satisfy the balance, these are the smallest ones. So redundant constraints
share their forces.

Unknowns that no entry connects are decomposed part by part.

`lapack` holds [dsyev, unknowns of a part, length of the work memory, info, jobz, uplo], then the
number of parts, where each one starts and the last one ends, and the unknowns, part by part in
ascending order. `eigen` holds the scales, the eigenvalues part by part, a vector and the work
memory; `factors` become the eigenvectors, part by part.
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

HALF = 0.5
"""Square of a vector of unit length above which a part of it is the larger one."""

PARTS = 6
"""Where `lapack` holds the number of parts."""

WORK = 34
"""Work memory of dsyev for each unknown."""


def _is_alone(values, n, own, i):
    """Whether an unknown has an equation of its own, without any other of its part.

    Velocities of composed Euler parameters do, with unit mass.
    """
    for j in own:
        if i != j and values[j * n + i] != 0.0:
            return False
    return values[i * (n + 1)] != 0.0


def _scale(values, n, own, first, eigen_out):
    """Scales: diagonal entries become 1, or less if they are small; equations get unit length."""
    largest = 0.0
    for i in own:
        if i < first and not _is_alone(values, n, own, i):
            largest = max(largest, abs(values[i * (n + 1)]))
    for i in own:
        size = abs(values[i * (n + 1)])
        if (i >= first and size > 0.0) or _is_alone(values, n, own, i):
            eigen_out[i] = 1.0 / math.sqrt(size)
            continue
        eigen_out[i] = 1.0 / math.sqrt(max(size, LEAST_MASS * largest) or 1.0)
    for i in own:
        if i >= first and values[i * (n + 1)] == 0.0:
            square = 0.0
            for j in own:
                if j < first:
                    square += (values[j * n + i] * eigen_out[j]) ** 2
            eigen_out[i] = 1.0 / math.sqrt(square) if square > 0.0 else 1.0


def _is_null(k, roots):
    """Whether eigenvalue k of a part is zero up to rounding; they are in ascending order."""
    largest = max(abs(roots[0]), abs(roots[roots.size - 1]))
    return not abs(roots[k]) > NULL_DIRECTION * largest


def _moves_freely(own, first, roots, vectors):
    """Whether a vector of eigenvalue zero is a motion: masses there are lost in rounding."""
    n = own.size
    for k in range(n):
        square = 0.0
        for i in range(n):
            if own[i] < first:
                square += vectors[k * n + i] ** 2
        if _is_null(k, roots) and square > HALF:
            return True
    return False


def _find_idle(own, first, roots, scales, row_mass, vectors_out):
    """Replace vectors of eigenvalue zero by orthonormal changes of the multipliers, in N.

    own -- the unknowns of a part; those from `first` on are multipliers
    """
    n, equations = own.size, 0
    for i in range(n):
        equations += 1 if own[i] >= first else 0
    for k in range(n):
        if not _is_null(k, roots):
            continue
        place = k * n + n - equations
        for j in range(equations):
            row = own[n - equations + j]
            vectors_out[place + j] *= row_mass[row - first] * scales[row]
        for other in range(k):
            if _is_null(other, roots):
                before, along = other * n + n - equations, 0.0
                for j in range(equations):
                    along += vectors_out[place + j] * vectors_out[before + j]
                for j in range(equations):
                    vectors_out[place + j] -= along * vectors_out[before + j]
        square = 0.0
        for j in range(equations):
            square += vectors_out[place + j] * vectors_out[place + j]
        size = 1.0 / math.sqrt(square) if square > 0.0 else 0.0
        for j in range(equations):
            vectors_out[place + j] *= size


def _remove_idle(own, first, roots, vectors, row_mass, x_out):
    """Remove the part of the multipliers along these changes."""
    n = own.size
    for k in range(n):
        if _is_null(k, roots):
            along = 0.0
            for i in range(n):
                if own[i] >= first:
                    along += vectors[k * n + i] * row_mass[own[i] - first] * x_out[own[i]]
            for i in range(n):
                if own[i] >= first:
                    x_out[own[i]] -= along * vectors[k * n + i] / row_mass[own[i] - first]


def factor(frame, values, row_mass, lapack_out, factors_out, eigen_out):
    """Eigenvalues and eigenvectors of the scaled matrix."""
    frame.factorizations += 1
    parts, begin = lapack_out[PARTS], 0
    starts, unknowns = lapack_out[PARTS + 1 : PARTS + 2 + parts], lapack_out[PARTS + 2 + parts :]
    n = unknowns.size
    first = n - row_mass.size
    place, memory = lapack_out.ctypes.data, eigen_out.ctypes.data
    size, length, info, jobz, uplo = place + 8, place + 16, place + 24, place + 32, place + 40
    for part in range(parts):
        start = starts[part]
        own = unknowns[start : starts[part + 1]]
        count = own.size
        _scale(values, n, own, first, eigen_out)
        for j in range(count):
            for i in range(count):
                entry = values[own[j] * n + own[i]] * eigen_out[own[i]] * eigen_out[own[j]]
                if not abs(entry) < math.inf:
                    return SINGULAR
                factors_out[begin + j * count + i] = entry
                if i < j and abs(entry - factors_out[begin + i * count + j]) > EVEN_SCALED:
                    return SINGULAR
        lapack_out[1] = count
        dsyev(
            lapack_out[0], jobz, uplo, size, factors_out.ctypes.data + 8 * begin, size,
            memory + 8 * (n + start), memory + 24 * n, length, info,
        )  # fmt: skip
        if lapack_out[3] != 0:
            return SINGULAR
        roots = eigen_out[n + start : n + start + count]
        vectors = factors_out[begin : begin + count * count]
        if _moves_freely(own, first, roots, vectors):
            return SINGULAR
        _find_idle(own, first, roots, eigen_out, row_mass, vectors)
        begin += count * count
    return 0


def solve(factors, row_mass, lapack, eigen_out, x_out):
    """Overwrite x by the solution of minimum norm."""
    parts, begin = lapack[PARTS], 0
    starts, unknowns = lapack[PARTS + 1 : PARTS + 2 + parts], lapack[PARTS + 2 + parts :]
    n = unknowns.size
    for part in range(parts):
        start = starts[part]
        own = unknowns[start : starts[part + 1]]
        count = own.size
        roots = eigen_out[n + start : n + start + count]
        vectors = factors[begin : begin + count * count]
        for k in range(count):
            along = 0.0
            if not _is_null(k, roots):
                for i in range(count):
                    along += vectors[k * count + i] * x_out[own[i]] * eigen_out[own[i]]
                along /= roots[k]
            eigen_out[2 * n + k] = along
        for i in range(count):
            x_out[own[i]] = 0.0
        for k in range(count):
            along = eigen_out[2 * n + k]
            if along != 0.0:
                for i in range(count):
                    x_out[own[i]] += along * vectors[k * count + i]
        for i in range(count):
            x_out[own[i]] *= eigen_out[own[i]]
        _remove_idle(own, n - row_mass.size, roots, vectors, row_mass, x_out)
        begin += count * count
    return 0


class MinimumNorm(Dense):
    """Full symmetric matrix; singular directions are left out of the solution."""

    factor: ClassVar[Callable[..., Any]] = staticmethod(factor)
    solve: ClassVar[Callable[..., Any]] = staticmethod(solve)

    _give_back_threads: Callable[[], Any] | None = None

    def __init__(self, n: int, entries: tuple[np.ndarray, np.ndarray] | None = None) -> None:
        """entries -- rows and columns of entries that may differ from zero; None: all"""
        super().__init__(n)
        self._label = np.zeros(n, np.int64)
        if entries is not None:
            from scipy.sparse import coo_matrix
            from scipy.sparse.csgraph import connected_components

            links = coo_matrix((np.ones(len(entries[0])), entries), shape=(n, n))
            self._label = connected_components(links, directed=False)[1]

    def allocate(self, data: Data) -> None:
        super().allocate(data)
        counts = np.bincount(self._label)
        work = WORK * max(int(counts.max(initial=0)), 1)
        first = [*routines("dsyev"), self.n, work, 0, ord("V"), ord("U"), len(counts), 0]
        unknowns = np.argsort(self._label, kind="stable")
        data.set("lapack", np.concatenate([first, np.cumsum(counts), unknowns]).astype(np.int64))
        data.set("eigen", np.zeros(3 * self.n + work))

    def open(self, data: Data) -> None:
        self._give_back_threads = one_thread()

    def close(self) -> None:
        if self._give_back_threads is not None:
            self._give_back_threads()
