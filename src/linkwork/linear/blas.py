"""BLAS and LAPACK routines inside kernels.

The routines come from SciPy as addresses in the array `blas`, whose other entries are memory for
arguments that Fortran takes by reference: whole numbers, letters and, in `blas_reals`, factors.
Matrices are column-major and given by the address of their first entry.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.kernels.pointer import Pointer
from linkwork.linear.dense.lapack import routines

GEMM, TRSM, GEMV, GETRF = 0, 1, 2, 3
NUMBERS, LETTERS = 4, 12
"""First entries of `blas` for whole numbers and for letters N T L U R."""

N, T, L, U, R = (8 * (LETTERS + k) for k in range(5))
MINUS, ONE = 0, 8

_gemm = Pointer("v", "q" * 13)
_trsm = Pointer("v", "q" * 11)
_gemv = Pointer("v", "q" * 11)
_getrf = Pointer("v", "q" * 6)


def addresses() -> tuple[np.ndarray, np.ndarray]:
    """The arrays `blas` and `blas_reals`."""
    found = routines("dgemm", "dtrsm", "dgemv", "dgetrf")
    letters = [ord(letter) for letter in "NTLUR"]
    return np.array([*found, *[0] * 8, *letters], np.int64), np.array([-1.0, 1.0])


def one_thread() -> Callable[[], Any]:
    """Limit BLAS to one thread; the returned function restores the number of threads.

    Fronts and small full matrices are too small for more: waiting for a second thread that shares
    its core with another program can take much longer than the product. If several runs are active,
    the last one to end restores the threads.
    """
    library = _openblas()
    return _OneThread(library) if library is not None else lambda: None


class _OneThread:
    """One thread for BLAS until all users have released it.

    users, before -- number of users, and the threads BLAS had before the first
    """

    lock = threading.Lock()
    users = before = 0

    def __init__(self, library: Any) -> None:
        self._library = library
        self._holds = True
        with _OneThread.lock:
            if _OneThread.users == 0:
                _OneThread.before = library.scipy_openblas_get_num_threads()
                library.scipy_openblas_set_num_threads(1)
            _OneThread.users += 1

    def __call__(self) -> None:
        with _OneThread.lock:
            _OneThread.users -= self._holds
            self._holds = False
            if _OneThread.users == 0:
                self._library.scipy_openblas_set_num_threads(_OneThread.before)


@functools.cache
def _openblas() -> Any:
    """The OpenBLAS that comes with SciPy's wheels; None in other builds, which are not changed."""
    from pathlib import Path

    import scipy

    root = Path(scipy.__file__).parent
    for path in (*root.parent.glob("scipy.libs/*openblas*"), *root.glob(".dylibs/*openblas*")):
        with contextlib.suppress(OSError, AttributeError):
            library = ctypes.CDLL(str(path))
            library.scipy_openblas_set_num_threads.argtypes = [ctypes.c_int]
            library.scipy_openblas_get_num_threads.restype = ctypes.c_int
            return library
    return None


def subtract_product(blas, blas_reals, m, n, k, a, lda, b, ldb, c, ldc):
    """C -= A B^T with A of m x k, B of n x k, C of m x n."""
    at, real = blas.ctypes.data, blas_reals.ctypes.data
    i = at + 8 * NUMBERS
    blas[4], blas[5], blas[6], blas[7], blas[8], blas[9] = m, n, k, lda, ldb, ldc
    _gemm(
        blas[GEMM], at + N, at + T, i, i + 8, i + 16, real + MINUS, a, i + 24, b, i + 32,
        real + ONE, c, i + 40,
    )  # fmt: skip


def solve_right(blas, blas_reals, upper, transposed, unit, m, n, a, lda, b, ldb):
    """B = B op(A)^-1 with a triangle A of n x n and B of m x n."""
    at, real = blas.ctypes.data, blas_reals.ctypes.data
    i = at + 8 * NUMBERS
    blas[4], blas[5], blas[6], blas[7] = m, n, lda, ldb
    _trsm(
        blas[TRSM], at + R, at + (U if upper else L), at + (T if transposed else N),
        at + (U if unit else N), i, i + 8, real + ONE, a, i + 16, b, i + 24,
    )  # fmt: skip


def subtract_times(blas, blas_reals, transposed, m, n, a, lda, x, y):
    """y -= op(A) x with A of m x n."""
    at, real = blas.ctypes.data, blas_reals.ctypes.data
    i = at + 8 * NUMBERS
    blas[4], blas[5], blas[6], blas[7] = m, n, lda, 1
    _gemv(
        blas[GEMV], at + (T if transposed else N), i, i + 8, real + MINUS, a, i + 16, x, i + 24,
        real + ONE, y, i + 24,
    )  # fmt: skip


def lu(blas, n, a, lda, pivots):
    """LU of A in place with partial pivoting; pivots: n int32, from 1. Returns LAPACK's info."""
    i = blas.ctypes.data + 8 * NUMBERS
    blas[4], blas[5], blas[6] = n, lda, 0
    _getrf(blas[GETRF], i, i, a, i + 8, pivots, i + 16)
    return blas[6]
