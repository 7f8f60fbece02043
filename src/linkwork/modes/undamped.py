"""Eigenvalues of the undamped system: K u = lambda M u where C u = 0, lambda = omega^2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.errors import SysError
from linkwork.math.tolerances import EQUAL_EIGENVALUES, GROWING, LOST_PIVOT, REAL_EIGENVALUES
from linkwork.modes.problem import (
    FULL,
    GROW_BEYOND,
    Problem,
    Shifted,
    demand_numbers,
)

EXTRA = 4
"""Number of additional eigenvalues, to find a gap after those requested."""

NEAR = 1.0e-8
"""Shift below zero of a system with motions without stiffness, relative to its scale."""

LARGEST_BLIND = 4000
"""Coordinates up to which the dense solver is used if eigenvalues cannot be counted, or if multiple
ones are not found."""

TRIES = 4
"""Number of searches for eigenvalues that were missed."""


class Found(NamedTuple):
    """values -- eigenvalues, ascending; vectors -- shapes in all coordinates, one column each."""

    values: np.ndarray
    vectors: np.ndarray


def undamped(problem: Problem, count: int, sparse: bool) -> Found:
    """The lowest eigenvalues (count 0: all), real if K is symmetric; u^T M u = 1."""
    problem.scale  # noqa: B018  a system without mass is refused
    if problem.at.of_velocities[problem.rows].any():
        problem.notes.append(
            "equations of velocities hold for the shapes; each has a motion without stiffness "
            "that is not listed"
        )
    found = _searched(problem, min(count, problem.n) if count else problem.n, sparse)
    demand_numbers(found.values)
    demand_numbers(found.vectors)
    return found


def _searched(problem: Problem, wanted: int, sparse: bool) -> Found:
    """By the requested solver, or by the one that is able to."""
    few = wanted < problem.n // 4 and problem.n > 20
    if sparse and few and wanted + EXTRA < problem.freedom - 1:
        search = _sparse_symmetric if problem.is_symmetric else _sparse
        try:
            return search(problem, wanted)
        except NotFound:
            if problem.n > LARGEST_BLIND:
                raise
    return _dense(problem, wanted)


# ------------------------------------------------------------------------------- dense


def _dense(problem: Problem, wanted: int) -> Found:
    if problem.is_free and problem.plain_masses is not None and problem.is_symmetric:
        return _settled(problem, _with_plain_masses(problem, problem.plain_masses, wanted))
    M, K, back = _with_mass(problem, problem.basis)
    size = len(M)
    if not size:
        return Found(np.zeros(0), np.zeros((problem.n, 0)))
    if problem.is_symmetric:
        return _settled(problem, back @ _symmetric(_even(K), _even(M), min(wanted, size)))
    from scipy.linalg import eig

    values, vectors = eig(K, M)
    return _sorted_general(problem, values, back @ vectors, wanted)


def _with_plain_masses(problem: Problem, masses: np.ndarray, wanted: int) -> np.ndarray:
    """Shapes of a symmetric system whose mass matrix is diagonal: those of a standard problem.

    Groups of coordinates that the stiffness does not couple are solved one by one.
    """
    root = 1.0 / np.sqrt(masses)
    groups = _uncoupled(problem)
    if len(groups) == 1:
        stiffness = problem.K.copy() if problem.is_full else problem.K.toarray()
        vectors = _lowest(stiffness, root, wanted)[1]
        vectors *= root[:, None]
        return vectors
    ends = np.cumsum([0, *(min(wanted, len(members)) for members in groups)])
    values, vectors = np.zeros(ends[-1]), np.zeros((problem.n, ends[-1]))
    for members, first, last in zip(groups, ends, ends[1:], strict=False):
        block, scale = problem.K[members][:, members].toarray(), root[members]
        values[first:last], shapes = _lowest(block, scale, last - first)
        vectors[members, first:last] = scale[:, None] * shapes
    found: np.ndarray = vectors[:, np.argsort(values, kind="stable")[:wanted]]
    return found


def _uncoupled(problem: Problem) -> list[np.ndarray]:
    """Groups of coordinates between which K has no entries; small systems are not divided."""
    if problem.is_full:
        return [np.arange(problem.n)]
    from scipy.sparse.csgraph import connected_components

    count, group = connected_components(problem.K, directed=False)
    order = np.argsort(group, kind="stable")
    return np.split(order, np.cumsum(np.bincount(group, minlength=count))[:-1])


def _lowest(K: np.ndarray, root: np.ndarray, wanted: int) -> tuple[np.ndarray, np.ndarray]:
    """(eigenvalues, orthonormal vectors), the lowest ones, of K scaled by root, in place."""
    K *= root
    K *= root[:, None]
    demand_numbers(K)
    scaled = K if (K == K.T).all() else _even(K)
    if wanted <= len(K) // 4 and len(K) > FULL:
        from scipy.linalg import eigh

        values, vectors = eigh(scaled, subset_by_index=(0, wanted - 1))
        return values, vectors
    values, vectors = np.linalg.eigh(scaled)
    return values[:wanted], vectors[:, :wanted]


def _symmetric(K: np.ndarray, M: np.ndarray, wanted: int) -> np.ndarray:
    """Shapes with the lowest eigenvalues of symmetric matrices, M positive definite."""
    if len(K) <= FULL:
        inverse = np.linalg.inv(np.linalg.cholesky(M))
        scaled = _even(inverse @ K @ inverse.T)
        demand_numbers(scaled)
        found: np.ndarray = inverse.T @ np.linalg.eigh(scaled)[1]
        return found[:, :wanted]
    from scipy.linalg import eigh

    chosen = None if wanted == len(K) else (0, wanted - 1)
    vectors: np.ndarray = eigh(K, M, subset_by_index=chosen)[1]
    return vectors


def _even(A: np.ndarray) -> np.ndarray:
    half: np.ndarray = 0.5 * (A + A.T)
    return half


def _with_mass(problem: Problem, N: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(M, K, back): free coordinates that have mass; back transforms to all coordinates.

    The others follow such that no force acts on them.
    """
    M, K = N.T @ (problem.M @ N), N.T @ (problem.K @ N)
    if _is_positive(M):
        return M, K, N
    m, U = np.linalg.eigh(_even(M))
    if m[0] < -LOST_PIVOT * m[-1]:
        raise SysError(
            "the mass matrix is not positive: a motion has a negative kinetic energy; check the "
            "massMatrix of generic systems"
        )
    light = m <= LOST_PIVOT * m.max(initial=0.0)
    if not light.any():
        return M, K, N
    heavy, idle = U[:, ~light], U[:, light]
    block = idle.T @ K @ idle
    sizes = np.linalg.svd(block, compute_uv=False)
    if sizes[-1] <= LOST_PIVOT * max(float(np.abs(K).max()), 0.0):
        free = N @ (idle @ np.linalg.svd(block)[2][-1])
        name = problem.at.model.numbering.coordinate_name(int(np.abs(free).argmax()))
        raise SysError(
            f"{name} has neither mass nor stiffness: its motion is not determined; put mass on "
            "the node or hold the coordinate (constrainedCoordinates)"
        )
    problem.notes.append(
        f"{np.count_nonzero(light)} of {len(m)} independent coordinates have no mass: they follow "
        "the others and have no mode"
    )
    follow = -np.linalg.solve(block, idle.T @ K @ heavy)
    reduced = heavy + idle @ follow
    return heavy.T @ M @ heavy, heavy.T @ K @ reduced, N @ reduced


def _is_positive(M: np.ndarray) -> bool:
    """Whether M is positive definite by more than rounding."""
    if not len(M):
        return True
    try:
        L = np.linalg.cholesky(_even(M))
    except np.linalg.LinAlgError:
        return False
    return bool((np.diagonal(L) ** 2 > LOST_PIVOT * np.diagonal(M)).all())


def _settled(problem: Problem, vectors: np.ndarray) -> Found:
    """Shapes with mass 1 in the order of their eigenvalues; signs by the largest entry."""
    vectors = vectors / np.sqrt(problem.moved_masses(vectors))
    values = problem.stiffnesses(vectors)  # their masses are 1
    if (np.diff(values) < 0.0).any():
        order = np.argsort(values, kind="stable")
        values, vectors = values[order], vectors[:, order]
    largest = np.abs(vectors).argmax(axis=0)
    vectors *= np.sign(vectors[largest, np.arange(len(largest))])
    return Found(values, vectors)


def _sorted_general(
    problem: Problem, values: np.ndarray, vectors: np.ndarray, wanted: int
) -> Found:
    """Eigenvalues of an unsymmetric system: ascending if real, else nearest to zero first."""
    finite = np.isfinite(values)
    values, vectors = values[finite], vectors[:, finite]
    work = np.abs(np.einsum("ij,ij->j", vectors.conj(), problem.K @ vectors))
    values = np.where(work > problem.rounding(np.abs(vectors)), values, 0.0)
    if (np.abs(values.imag) <= REAL_EIGENVALUES * np.abs(values)).all():
        turn = vectors[np.abs(vectors).argmax(axis=0), np.arange(vectors.shape[1])]
        values, vectors = values.real, (vectors / turn).real
        order = np.argsort(values, kind="stable")
    else:
        order = np.lexsort((values.imag, np.abs(values)))
        grows = np.abs(np.sqrt(-values).real) > GROWING * np.sqrt(np.abs(values))
        if grows[order[wanted:]].any():
            problem.notes.append(GROW_BEYOND)
    values, vectors = values[order[:wanted]], vectors[:, order[:wanted]]
    mass = np.abs(np.einsum("ij,ij->j", vectors.conj(), problem.M @ vectors))
    return Found(values, vectors / np.sqrt(mass))


# ------------------------------------------------------------------------------- sparse


class NotFound(SysError):
    """A search for eigenvalues did not converge."""


def converged(method: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Call a method of ARPACK; its failures become errors with advice."""
    from scipy.sparse.linalg import ArpackError

    try:
        return method(*given, **named)
    except ArpackError as error:
        raise NotFound(
            f"the sparse solver did not find the eigenvalues ({error}); request more or fewer, or "
            "use the dense one (useSparseSolver=False)"
        ) from error


def _sparse_symmetric(problem: Problem, wanted: int) -> Found:
    """Lanczos' method for the inverse; signs of pivots show that no eigenvalue is missing."""
    system = Shifted(problem, symmetric=True)
    shift = _lowest_shift(problem, system)
    if system.negatives() is None:
        if problem.n <= LARGEST_BLIND:
            return _dense(problem, wanted)
        problem.notes.append(
            "pivots of the sparse solver do not give the number of eigenvalues: a negative "
            "or a multiple one may be missing"
        )
    asked = wanted + EXTRA
    for _ in range(TRIES):
        found = _settled(problem, _lanczos(problem, system, shift, asked))
        below, missing = _count_missing(system, shift, found.values, wanted)
        if not missing:
            break
        asked = max(asked, below) + missing + EXTRA
        if asked >= problem.freedom - 1:
            return _dense(problem, wanted)
        system.factorize(0.0, -shift)
    else:
        raise SysError(
            f"the sparse solver has missed eigenvalues of {problem.n} coordinates in {TRIES} "
            "searches; use the dense one (useSparseSolver=False)"
        )
    return Found(found.values[:wanted], found.vectors[:, :wanted])


def _lowest_shift(problem: Problem, system: Shifted) -> float:
    """Factorize K - shift M with a shift below all eigenvalues, as near to zero as possible."""
    if problem.scale > 0.0 and system.factorize(0.0, 0.0) and system.negatives() == 0:
        return 0.0
    first = shift = -NEAR * problem.scale if problem.scale > 0.0 else -1.0
    blind = 0
    while abs(shift) < 1.0e12 * max(problem.scale, 1.0):
        good = system.factorize(0.0, -shift)
        if good and system.negatives() == 0:
            return shift
        blind += good and system.negatives() is None
        if blind == TRIES:
            system.factorize(0.0, -first)
            return first
        shift *= 10.0
    raise SysError(
        "the sparse solver did not find a shift below all eigenvalues; use the dense one "
        "(useSparseSolver=False)"
    )


def _lanczos(problem: Problem, system: Shifted, shift: float, count: int) -> np.ndarray:
    """Shapes with the eigenvalues next to the shift, which is below all of them."""
    from scipy.sparse.linalg import LinearOperator, eigsh

    n, M = problem.n, problem.M
    size = min(max(2 * count + 1, 20), problem.freedom)
    start = system.solve(M @ np.random.default_rng(0).standard_normal(n))
    if problem.plain_masses is not None:
        # scaling by the square roots of the masses saves products with the mass matrix
        root = np.sqrt(problem.plain_masses)
        plain: Any = LinearOperator((n, n), lambda x: root * system.solve(root * x), dtype=float)
        scaled = converged(eigsh, plain, count, which="LM", v0=root * start, ncv=size)[1]
        vectors: np.ndarray = scaled / root[:, None]
        return vectors
    inverse: Any = LinearOperator((n, n), system.solve, dtype=float)
    stiff: Any = LinearOperator((n, n), lambda x: problem.K @ x, dtype=float)
    given = dict(M=M, sigma=shift, which="LM", OPinv=inverse, v0=start, ncv=size)
    found: np.ndarray = converged(eigsh, stiff, count, **given)[1]
    return found


def _count_missing(
    system: Shifted, shift: float, values: np.ndarray, wanted: int
) -> tuple[int, int]:
    """(found, missing): eigenvalues below the widest gap after those wanted.

    The signs of the pivots give the number of eigenvalues. Without a gap the last ones are equal,
    and it is enough that none is missing before them.
    """
    gaps = np.diff(values)
    places = 1 + np.flatnonzero(gaps > EQUAL_EIGENVALUES * np.abs(values[1:] - shift))
    behind = places[places >= wanted]
    if not len(places):
        return wanted, 0
    place = int(behind[gaps[behind - 1].argmax()] if len(behind) else places[-1])
    if not system.factorize(0.0, -0.5 * (values[place - 1] + values[place])):
        return place, 0
    there = system.negatives()
    return place, max(there - place, 0) if there is not None else 0


def _sparse(problem: Problem, wanted: int) -> Found:
    """Arnoldi's method for the inverse of an unsymmetric system; the nearest to zero."""
    from scipy.sparse.linalg import LinearOperator, eigs

    system = Shifted(problem, symmetric=False)
    shift = 0.0
    if not system.factorize(0.0, 0.0):
        shift = -NEAR * (problem.scale or 1.0 / NEAR)
        if not system.factorize(0.0, -shift):
            raise SysError("K - shift M is singular; use the dense solver (useSparseSolver=False)")
    problem.notes.append(
        "K is not symmetric: the sparse solver finds the eigenvalues nearest to zero, and does not "
        "show whether there are lower ones"
    )
    n = problem.n
    operator = LinearOperator((n, n), matvec=lambda x: system.solve(problem.M @ x), dtype=float)
    start = system.solve(problem.M @ np.random.default_rng(0).standard_normal(n))
    inverse, vectors = converged(eigs, operator, wanted + 2, which="LM", v0=start)
    return _sorted_general(problem, shift + 1.0 / inverse, vectors, wanted)
