"""Accelerations and multipliers if masses are missing or constraints depend on each other."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.assembly.dependent_rows import dependent_rows
from linkwork.assembly.redundant_rows import factorized, smallest_of
from linkwork.core.errors import SysError


class Forces(NamedTuple):
    """accelerations, multipliers; is_static: accelerations are assumed to be zero."""

    accelerations: np.ndarray
    multipliers: np.ndarray
    is_static: bool


def minimum_norm_forces(M: Any, C: Any, forces: np.ndarray, drift: np.ndarray) -> Forces:
    """a and lambda of M a + C^T lambda = forces, C a = drift; lambda of minimum norm.

    If M is singular, constraints balance the forces as well as they can: a = 0, and C^T lambda is
    as close to the forces as possible.
    """
    from scipy.sparse import identity

    dependent = dependent_rows(C)
    kept = np.setdiff1d(np.arange(C.shape[0]), dependent)
    is_static = bool((M.diagonal() <= 0.0).any())
    # rows scaled to the size of the masses, so that pivots can be compared
    weight = float(M.diagonal().max(initial=0.0)) or 1.0
    system = None if is_static else factorized(M, weight * C[kept])
    if system is None:
        is_static, weight = True, 1.0
        system = factorized(identity(M.shape[0]), C[kept])
        drift = np.zeros_like(drift)
    if system is None:
        raise SysError(
            "the system cannot be linearized: its constraints cannot be satisfied, since their "
            "derivatives differ too much in magnitude; check the factors of the constraints"
        )
    n = M.shape[0]
    found = system.solve(np.concatenate([forces, weight * drift[kept]]))
    multipliers = np.zeros(C.shape[0])
    multipliers[kept] = weight * found[n:]
    if len(dependent):
        multipliers = smallest_of(C, kept, dependent, multipliers)
    return Forces(np.zeros(n) if is_static else found[:n], multipliers, is_static)
