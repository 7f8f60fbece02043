"""Accelerations and multipliers if masses are missing or constraints depend on each other."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.assembly.dependent_rows import dependent_rows
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
        multipliers = _smallest(C, kept, dependent, multipliers)
    return Forces(np.zeros(n) if is_static else found[:n], multipliers, is_static)


def factorized(A: Any, C: Any) -> Any:
    """Factors of [[A, C^T], [C, 0]]; None if it is singular."""
    from scipy.sparse import bmat
    from scipy.sparse.linalg import splu

    try:
        made = splu(bmat([[A, C.T], [C, None]], format="csc") if C.shape[0] else A.tocsc())
    except RuntimeError:
        return None
    size = np.abs(made.U.diagonal())
    return made if size.min(initial=np.inf) > 1.0e-14 * size.max(initial=0.0) else None


def _smallest(
    C: Any, kept: np.ndarray, dependent: np.ndarray, multipliers: np.ndarray
) -> np.ndarray:
    """The smallest multipliers with the same forces.

    Dependent rows are W times the others; (-W, 1) are the multipliers without a force.
    """
    from scipy.sparse import identity

    n = C.shape[1]
    system = factorized(identity(n), C[kept])
    right = np.zeros((n + len(kept), len(dependent)))
    right[:n] = C[dependent].T.toarray()
    W = system.solve(right)[n:].T
    idle = np.zeros((C.shape[0], len(dependent)))
    idle[kept] = -W.T
    idle[dependent] = np.eye(len(dependent))
    basis = np.linalg.qr(idle)[0]
    least: np.ndarray = multipliers - basis @ (basis.T @ multipliers)
    return least
