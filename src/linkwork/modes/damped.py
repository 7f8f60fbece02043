"""Eigenvalues of the damped system: (s^2 M + s D + K) u + C^T mu = 0, C u = 0.

In dense form, the free coordinates z (positions) and w (velocities) are a first-order system.
Velocity equations, C u' + C_t u = 0, leave z' = G z + N w; without them G = 0 and N = 1.
First-order coordinates y contribute their own matrix and the couplings by user functions.

In sparse form, Arnoldi's method is applied to the inverse of the state form, which only needs
(K + shift D + shift^2 M)^-1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.linear.symmetry import is_even
from linkwork.math.tolerances import (
    BLURRED_PART,
    EVEN_STIFFNESS,
    GROWING,
    LOST_PIVOT,
    REAL_EIGENVALUE,
    SAME_SHAPE,
    STILL,
)
from linkwork.modes.coupling import Coupling
from linkwork.modes.null_space import null_space
from linkwork.modes.problem import (
    GROW_BEYOND,
    Problem,
    Shifted,
    demand_numbers,
)
from linkwork.modes.undamped import NotFound, converged

NEAR = 1.0e-5
"""Shift of a system with motions without stiffness, relative to its highest frequency; a larger
one if that leaves the system singular."""

LARGEST_SEARCH = 1000
"""Coordinates up to which the dense solver is used if the sparse one finds nothing."""


class Damped(NamedTuple):
    """values -- eigenvalues s [1/s], nearest to zero first, in pairs the lower one first

    vectors -- shapes of the ODE2 coordinates, one column each; first_order -- of the others
    """

    values: np.ndarray
    vectors: np.ndarray
    first_order: np.ndarray


def damped(
    problem: Problem, count: int, sparse: bool, coupling: Coupling | None = None,
    upper: bool = False,
) -> Damped:  # fmt: skip
    """The eigenvalues nearest to zero (count 0: all); upper -- without those with s.imag < 0."""
    problem.scale  # noqa: B018  a system without mass is refused
    wanted = count or 2 * problem.n + problem.at.n_ode1
    searched = 2 * wanted + 1 if upper else wanted
    few = searched < problem.n // 4 and problem.n > 20
    moving = problem.at.of_velocities[problem.rows].any() and bool(problem.at.data["v"].any())
    coupled = coupling is not None and coupling.is_coupled
    if sparse and few and searched + 2 < 2 * problem.freedom - 2 and not moving and not coupled:
        try:
            return _sorted(problem, _beside(_sparse(problem, searched), coupling), wanted, upper)
        except NotFound:
            if problem.n > LARGEST_SEARCH:
                raise
    return _sorted(problem, _dense(problem, coupling), wanted, upper)


def _dense(problem: Problem, coupling: Coupling | None) -> Damped:
    from scipy.linalg import block_diag, eig

    P, N, G = _free_spaces(problem)
    M, D, K = (P.T @ (matrix @ P) for matrix in (problem.M, problem.damping, problem.K))
    n, k, own = P.shape[1], N.shape[1], coupling.A.shape[0] if coupling else 0
    mass = N.T @ M @ N
    A = np.zeros((n + k + own, n + k + own))
    A[:n, :n], A[:n, n : n + k] = G, N
    A[n : n + k, :n] = -N.T @ ((M @ G + D) @ G + K)
    A[n : n + k, n : n + k] = -N.T @ ((M @ G + D) @ N)
    if coupling:
        last = slice(n + k, None)
        A[n : n + k, last] = N.T @ P.T @ coupling.forces_by_y
        A[last, :n] = coupling.rates_by_q @ P + coupling.rates_by_v @ P @ G
        A[last, n : n + k] = coupling.rates_by_v @ P @ N
        A[last, last] = coupling.A
    B = block_diag(np.eye(n), mass, np.eye(own))
    if not len(A):
        return Damped(np.zeros(0, complex), np.zeros((problem.n, 0)), np.zeros((own, 0)))
    if _is_regular(mass):
        A[n : n + k] = np.linalg.solve(mass, A[n : n + k])
        demand_numbers(A)
        values, vectors = eig(A)
    else:
        problem.notes.append(
            "some coordinates have no mass: they follow the others without oscillations"
        )
        demand_numbers(A)
        (alpha, beta), vectors = eig(A, B, homogeneous_eigvals=True)
        finite = np.abs(beta) > LOST_PIVOT * np.hypot(np.abs(alpha), np.abs(beta))
        values, vectors = alpha[finite] / beta[finite], vectors[:, finite]
    demand_numbers(values)
    demand_numbers(vectors)
    return Damped(values, P @ vectors[:n], vectors[n + k :])


def _free_spaces(problem: Problem) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(P, N, G): basis of free positions; z' = G z + N w of their coordinates."""
    rows = problem.rows
    of_velocities = np.append(problem.at.of_velocities[rows], np.zeros(len(problem.held), bool))
    if not of_velocities.any():
        P = problem.basis
        return P, np.eye(P.shape[1]), np.zeros((P.shape[1], P.shape[1]))
    P = null_space(problem.C[np.flatnonzero(~of_velocities)], problem.n, problem.threshold)
    W = problem.C[np.flatnonzero(of_velocities)] @ P
    chosen = rows[problem.at.of_velocities[rows]]
    slopes = problem.at.rate_gradients()[chosen] @ P
    return P, null_space(W, P.shape[1], problem.threshold), -np.linalg.pinv(W) @ slopes


def _is_regular(M: np.ndarray) -> bool:
    if not len(M):
        return True
    sizes = np.linalg.eigvalsh(0.5 * (M + M.T))
    return bool(sizes[0] > LOST_PIVOT * sizes[-1])


def _sparse(problem: Problem, wanted: int) -> Damped:
    """Few eigenvalues: (A - shift B)^-1 B of the state (u, u'), one solution per product."""
    from scipy.sparse.linalg import LinearOperator, eigs

    M, D, n = problem.M, problem.damping, problem.n
    system = Shifted(problem, symmetric=problem.is_symmetric and is_even(D, EVEN_STIFFNESS))
    shift = 0.0
    if not system.factorize(0.0, 0.0):
        first = NEAR * float(np.sqrt(problem.scale)) or 1.0
        tried = (
            shift for shift in first * 10.0 ** np.arange(4) if system.factorize(shift, shift**2)
        )
        shift = next(tried, 0.0)
        if not shift:
            raise NotFound(
                "K + shift D + shift^2 M is singular; use the dense solver (useSparseSolver=False)"
            )

    def step(state: np.ndarray) -> np.ndarray:
        u, rate = state[:n], state[n:]
        moved = -system.solve(M @ rate + D @ u + shift * (M @ u))
        return np.concatenate([moved, u + shift * moved])

    operator: Any = LinearOperator((2 * n, 2 * n), matvec=step, dtype=float)
    start = step(step(np.random.default_rng(0).standard_normal(2 * n)))
    given = dict(which="LM", v0=start, ncv=2 * wanted + 24)
    inverse, vectors = converged(eigs, operator, wanted + 2, **given)
    return Damped(shift + 1.0 / inverse, vectors[:n], np.zeros((0, len(inverse))))


def _beside(found: Damped, coupling: Coupling | None) -> Damped:
    """Add the eigenvalues of first-order coordinates that are not coupled."""
    if coupling is None:
        return found
    values, vectors = np.linalg.eig(coupling.A)
    n, count, own = len(found.vectors), len(found.values), len(values)
    return Damped(
        np.concatenate([found.values, values]),
        np.concatenate([found.vectors, np.zeros((n, own))], axis=1),
        np.concatenate([np.zeros((own, count)), vectors], axis=1),
    )


def _is_loose(problem: Problem, vectors: np.ndarray) -> np.ndarray:
    """For shapes with motion: whether their stiffness is zero up to rounding everywhere."""
    sizes = np.abs(vectors)
    largest = sizes.max(axis=0, initial=0.0)
    force = np.abs(problem.K @ vectors)
    parts = abs(problem.K) @ np.maximum(sizes, BLURRED_PART * largest)
    found: np.ndarray = (force <= STILL * parts).all(axis=0) & (largest > 1e-9)
    return found


def _slow(problem: Problem, values: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """Small eigenvalues of motions without stiffness: zero, or determined by damping only.

    A mass on a damper has two motions, s = 0 and s = -d/m; in the second, damping
    balances inertia. The quotient d/m of its shape is more accurate than the eigenvalue.
    """
    drag, is_damped, mass = _drag(problem, vectors)
    moving = is_damped & (np.abs(values) * mass > 0.1 * np.abs(drag))
    rates = -drag / np.where(mass > 0.0, mass, 1.0) if problem.is_symmetric else values
    found: np.ndarray = np.where(moving, rates, 0.0)
    return found


def _drag(problem: Problem, vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """u^H D u of shapes, whether it is more than rounding, and u^H M u."""
    sizes, damping = np.abs(vectors), problem.damping
    drag = np.einsum("ij,ij->j", vectors.conj(), damping @ vectors)
    parts = np.einsum("ij,ij->j", sizes, abs(damping) @ sizes)
    mass = np.einsum("ij,ij->j", vectors.conj(), problem.M @ vectors).real
    return drag, np.abs(drag) > STILL * parts, mass


def _slow_together(problem: Problem, vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """(values, shapes) in place of all small eigenvalues of motions without stiffness.

    Each of them is a double eigenvalue but for its damping, so the computed ones are as large as
    the square root of rounding and do not show which are zero. Their shapes span the motions Z
    without stiffness, of which s^2 Z^T M Z + s Z^T D Z is left: each motion has s = 0, and the
    others are the smallest rates of Z^T D Z and Z^T M Z. None if these do not determine them.
    """
    from scipy.linalg import eig

    parts = np.concatenate([vectors.real, vectors.imag], axis=1)
    lengths = np.linalg.norm(vectors, axis=0)
    directions, sizes, _ = np.linalg.svd(parts / np.tile(lengths, 2), full_matrices=False)
    Z = directions[:, sizes > SAME_SHAPE * sizes[0]]
    resting, count = Z.shape[1], vectors.shape[1]
    if count < resting:
        return None
    (alpha, beta), mixed = eig(
        -Z.T @ problem.damping @ Z, Z.T @ problem.M @ Z, homogeneous_eigvals=True
    )
    finite = np.abs(beta) > LOST_PIVOT * np.hypot(np.abs(alpha), np.abs(beta))
    rates, shapes = alpha[finite] / beta[finite], Z @ mixed[:, finite]
    rates = np.where(_drag(problem, shapes)[1], rates, 0.0)
    slowest = np.argsort(np.abs(rates), kind="stable")[: count - resting]
    if len(slowest) < count - resting:
        return None
    values = np.concatenate([np.zeros(resting), rates[slowest]])
    return values, np.concatenate([Z, shapes[:, slowest]], axis=1)


def _sorted(problem: Problem, found: Damped, wanted: int, upper: bool) -> Damped:
    """Nearest to zero first; values that round to zero are set to zero; shapes of unit length."""
    values, vectors, first_order = np.asarray(found.values, complex), *found[1:]
    largest = float(np.sqrt(problem.scale)) or 1.0
    small = (np.abs(values) < STILL * largest) & _is_loose(problem, vectors)
    together = None
    ties_velocities = problem.at.of_velocities[problem.rows].any()
    coupled = first_order[:, small].any()
    if small.any() and problem.is_symmetric and not ties_velocities and not coupled:
        together = _slow_together(problem, vectors[:, small])
    if together is None:
        values = np.where(small, _slow(problem, values, vectors), values)
    else:
        values, vectors = values.copy(), np.array(vectors, complex)
        values[small], vectors[:, small] = together
    real = np.abs(values.imag) <= REAL_EIGENVALUE * np.abs(values)
    values = np.where(real, values.real, values)
    steady = np.abs(values.real) <= REAL_EIGENVALUE * np.maximum(np.abs(values), largest)
    values = np.where(steady, 1j * values.imag, values)
    order = np.lexsort((values.imag, np.abs(values).round(12 - _digits(values))))
    if upper:
        order = order[values.imag[order] >= 0.0]
    beyond = values[order[wanted:]]
    if (beyond.real > GROWING * np.abs(beyond)).any():
        problem.notes.append(GROW_BEYOND)
    order = order[:wanted]
    values, vectors, first_order = values[order], vectors[:, order], first_order[:, order]
    size = np.sqrt((np.abs(vectors) ** 2).sum(axis=0) + (np.abs(first_order) ** 2).sum(axis=0))
    size = np.where(size > 0.0, size, 1.0) * _phases(np.concatenate([vectors, first_order]))
    return Damped(values, vectors / size, first_order / size)


def _phases(vectors: np.ndarray) -> np.ndarray:
    """Phases of the largest entries, which should be real and positive."""
    if not vectors.size:
        return np.ones(vectors.shape[1])
    largest = vectors[np.abs(vectors).argmax(axis=0), np.arange(vectors.shape[1])]
    size = np.abs(largest)
    return np.where(size > 0.0, largest / np.where(size > 0.0, size, 1.0), 1.0)


def _digits(values: np.ndarray) -> int:
    """Power of ten of the largest eigenvalue, to which pairs are rounded."""
    largest = np.abs(values).max(initial=0.0)
    return int(np.ceil(np.log10(largest))) if largest > 0.0 else 0
