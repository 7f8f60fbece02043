"""Dense LU by LAPACK (dgetrf, dgetrs) for systems above 30 unknowns.

The routines come from SciPy as addresses, which are passed to the kernels in the array
`lapack`: [dgetrf, dgetrs, n, one, info, trans], the last four being memory for arguments that
Fortran takes by reference.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.pointer import Pointer
from linkwork.core.status import SINGULAR

dgetrf = Pointer("v", "qqqqqq")
dgetrs = Pointer("v", "qqqqqqqqq")


def factor(frame, values, zero_pivot, lapack, factors_out, pivots_out):
    frame.factorizations += 1
    for i in range(values.size):
        factors_out[i] = values[i]
    place = lapack.ctypes.data
    n, info = place + 16, place + 32
    dgetrf(lapack[0], n, n, factors_out.ctypes.data, n, pivots_out.ctypes.data, info)
    if lapack[4] != 0:
        return SINGULAR
    size = pivots_out.size
    for i in range(size):
        if not abs(factors_out[i * (size + 1)]) > zero_pivot:
            return SINGULAR
    return 0


def solve(factors, pivots, lapack, x_out):
    place = lapack.ctypes.data
    n, one, info, trans = place + 16, place + 24, place + 32, place + 40
    dgetrs(
        lapack[1], trans, n, one, factors.ctypes.data, n, pivots.ctypes.data,
        x_out.ctypes.data, n, info,
    )  # fmt: skip
    return 0


def addresses(n: int) -> np.ndarray:
    """The array `lapack` for systems of n unknowns."""
    return np.array([*routines("dgetrf", "dgetrs"), n, 1, 0, ord("N")], np.int64)


def routines(*names: str) -> list[int]:
    """Addresses of LAPACK and BLAS routines, from SciPy."""
    import ctypes

    from scipy.linalg import cython_blas, cython_lapack

    known = {**cython_blas.__pyx_capi__, **cython_lapack.__pyx_capi__}
    name, pointer = ctypes.pythonapi.PyCapsule_GetName, ctypes.pythonapi.PyCapsule_GetPointer
    name.restype, name.argtypes = ctypes.c_char_p, [ctypes.py_object]
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return [pointer(known[routine], name(known[routine])) for routine in names]
