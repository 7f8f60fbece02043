"""Linearization: the matrices of a system about one state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError, SysError
from linkwork.math.tolerances import NULL_SPACE
from linkwork.modes.linearizer import Linearizer
from linkwork.modes.null_space import null_space

LARGEST_DENSE = 4.0e9
"""Largest size of full matrices [bytes]."""


@dataclass(frozen=True, eq=False)
class Linearization:
    """The linear equations of motion about a state, for small changes of its coordinates:

        M u'' + D u' + K u + C^T mu = 0,   C u = 0,   w' = A w

    Equations of velocities are C u' + C_t u = 0 instead, with rows in C and in C_t.

    M, D, K -- mass, damping (all effects of velocities) and stiffness matrix, with the geometric
    stiffness of loads and constraint forces; SciPy's sparse matrices, or arrays
    C -- constraint Jacobian, one row per algebraic equation; rows of inactive ones are zero
    C_t -- of equations of velocities: derivatives by the coordinates; other rows are zero
    A -- of first-order coordinates: derivatives of their rates
    q, v, a -- the state: coordinates without reference values, velocities, accelerations
    multipliers -- algebraic coordinates: constraint forces in this state
    t -- its time [s]
    active -- for each algebraic equation: whether it constrains coordinates
    of_velocities -- for each: whether it constrains velocities
    notes -- remarks on the state
    """

    M: Any
    D: Any
    K: Any
    C: Any
    C_t: Any
    A: Any
    q: np.ndarray
    v: np.ndarray
    a: np.ndarray
    multipliers: np.ndarray
    t: float
    active: np.ndarray
    of_velocities: np.ndarray
    notes: list[str] = field(default_factory=list)

    def null_space(self, threshold: float = NULL_SPACE) -> np.ndarray:
        """Orthonormal basis of all u with C u = 0, one column each.

        threshold -- constraints whose independent part is below this count as dependent
        """
        return null_space(self.C[np.flatnonzero(self.active)], self.M.shape[0], threshold)

    def __repr__(self) -> str:
        lines = [
            f"<Linearization at t = {self.t:g} s: {self.M.shape[0]} coordinates, "
            f"{int(self.active.sum())} active algebraic equations, {self.A.shape[0]} "
            "first-order coordinates",
            *(f"  {note}" for note in self.notes),
        ]
        return "\n".join(lines) + ">"


def linearization_of(at: Linearizer, sparse: bool, remarks: bool = True) -> Linearization:
    """All matrices of a model at its state; remarks -- list those on the state."""
    size = 8.0 * (3 * at.n**2 + 2 * at.n * at.m)
    if not sparse and size > LARGEST_DENSE:
        raise SysError(
            f"full matrices of {at.n} coordinates would take {size / 1e9:.0f} GB; request sparse "
            "ones (sparse=True)"
        )
    full = not sparse
    K, _ = at.matrices(1.0, 0.0, 0.0, full)
    D, _ = at.matrices(0.0, 1.0, 0.0, full)
    M, C = at.matrices(0.0, 0.0, 1.0, full)
    parts = dict(M=M, D=D, K=K, C=C, C_t=_rate_rows(at, C, full), A=at.first_order(full))
    data = at.data
    return Linearization(
        **parts, q=data["q"].copy(), v=data["v"].copy(), a=data["a"].copy(),
        multipliers=data["multipliers"].copy(), t=data.scalars.t, active=~at.pure,
        of_velocities=at.of_velocities.copy(), notes=[*at.notes, *(at.remarks if remarks else ())],
    )  # fmt: skip


def _rate_rows(at: Linearizer, C: Any, full: bool) -> Any:
    """Derivatives of equations of velocities by the coordinates, all other rows zero."""
    wanted = at.of_velocities & ~at.pure
    if not wanted.any():
        return 0.0 * C
    if full:
        return wanted[:, None] * at.rate_gradients(full)
    from scipy.sparse import diags

    return (diags(wanted.astype(float)) @ at.rate_gradients()).tocsr()


def documented_list(
    found: Linearization, project: bool, threshold: float, jacobian: bool, nullspace: bool
) -> list[Any]:
    """[M, K, D], or with C^T (coordinates x equations) and N (freedom x coordinates) at the end.

    The list has the length that the function documents for these arguments.
    """
    parts: list[Any] = [found.M, found.K, found.D]
    if not found.C.shape[0] or not (project or jacobian or nullspace):
        return parts
    N = found.null_space(threshold).T if project or nullspace else None
    if project:
        assert N is not None
        parts = [N @ (matrix @ N.T) for matrix in parts]
    rows = np.flatnonzero(found.active)
    parts.append(found.C[rows].T if jacobian else [])
    if project or nullspace:
        parts.append(N if nullspace else [])
    return parts


def checked_threshold(value: Any, name: str) -> float:
    """A threshold > 0 and < 1."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0.0 < value < 1.0:
        raise ParameterError(f"{name} must be a number above 0 and below 1, got {value!r}")
    return float(value)
