"""Stability of an equilibrium, from its matrix: directions that are unstable or neutral.

Eigenvalues are those of K along the constraints, relative to the metric of the search. Small
systems are decomposed as a whole. For large ones, the eigenvalues nearest to zero come from a few
steps of subspace iteration with the last factors of Newton's method: that costs a dozen
substitutions, and finds what a load has just made unstable. The signs of pivots show whether there
are other negative eigenvalues. Where they show that there are none at all, nothing is computed.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.status import OK
from linkwork.linear.symmetry import is_even
from linkwork.math.tolerances import EVEN_FORCES, FREE_DIRECTION, GROWING, INDEFINITE, NEUTRAL
from linkwork.statics.loads import listed
from linkwork.statics.search import Search
from linkwork.statics.system import State, Step
from linkwork.statics.trial import project

VECTORS, ROUNDS = 4, 4
"""Directions of the subspace, and iterations."""

LOWEST, HIGHEST = 1.0e-8, 1.0e6
"""Bounds of the shift in the search for that of the lowest eigenvalue."""

SMALL = 200
"""Largest system whose eigenvalues are all computed."""

KICKS, KICK = 10, (0.02, 0.001)
"""How often an unstable equilibrium is left, and by how much, relative to the size: a large kick
saves iterations, a small one keeps long chains together."""

RETURNED = 1.0e-6
"""A search that ends nearer than this, relative to the size, has come back to where it began."""

SHARED = 0.01
"""Equations are dependent if at least this part of a change of them cannot be followed."""

MOVES = 0.3
"""Coordinates that move at least this much, relative to the largest motion, are named."""


def _directions(search: Search) -> tuple[np.ndarray, np.ndarray]:
    """(eigenvalues, directions) along the constraints, ascending; none if large and unsymmetric."""
    if search.system.n + search.system.m <= SMALL:
        return _all_directions(search)
    values, basis = _near_zero(search, search.shift)
    if len(values) and values[0] >= -GROWING and search.system.negative_directions():
        return _most_negative(search)
    return values, basis


def _all_directions(search: Search) -> tuple[np.ndarray, np.ndarray]:
    """All eigenvalues of a small system."""
    system, n = search.system, search.system.n
    matrix = system.matrix()
    scale = 1.0 / np.sqrt(system.metric)
    stiff, rows = scale[:, None] * matrix[:n, :n] * scale, matrix[n : n + system.m, :n] * scale
    free = np.eye(n)
    if system.m:
        _, sizes, directions = np.linalg.svd(rows)
        rank = int(np.sum(sizes > FREE_DIRECTION * sizes.max(initial=0.0)))
        free = directions[rank:].T
    if not is_even(stiff, EVEN_FORCES):
        values, mixed = _unsymmetric(free.T @ stiff @ free)
    else:
        values, mixed = np.linalg.eigh(free.T @ (0.5 * (stiff + stiff.T)) @ free)
    return values - search.shift, scale[:, None] * (free @ mixed)


def _unsymmetric(stiff: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Real parts of the eigenvalues of forces without potential, ascending, and directions.

    The flow q' = F leaves the equilibrium where one is negative; the real part of its eigenvector
    is a direction of the plane in which it does.
    """
    if not np.isfinite(stiff).all():
        return np.zeros(0), np.zeros((len(stiff), 0))
    values, vectors = np.linalg.eig(stiff)
    order = np.argsort(values.real)
    return values.real[order], vectors.real[:, order]


def _most_negative(search: Search) -> tuple[np.ndarray, np.ndarray]:
    """Some eigenvalues near the lowest one: a shift beyond it makes them the nearest to zero."""
    system = search.system
    shift = LOWEST
    while shift < HIGHEST and system.factorize(shift) == OK and system.negative_directions():
        shift *= 4.0
    values, basis = _near_zero(search, shift)
    system.factorize(search.shift)
    return values, basis


def _near_zero(search: Search, shift: float) -> tuple[np.ndarray, np.ndarray]:
    """Some eigenvalues nearest to zero in the matrix with this shift, which was factorized last."""
    system, n = search.system, search.system.n
    count = min(VECTORS, n)
    basis = np.random.default_rng(0).standard_normal((n, count))
    nothing, still = np.zeros(system.m), np.zeros(len(system.data["y"]))
    still = still if not system.holds_rates else np.zeros(0)
    values = np.zeros(0)
    for _ in range(ROUNDS):
        pulled = system.metric[:, None] * basis
        found = np.stack([system.solve(-p, nothing, still).q for p in pulled.T], 1)
        if not np.isfinite(found).all():
            return np.zeros(0), np.zeros((n, 0))
        stiff, heavy = found.T @ pulled, found.T @ (system.metric[:, None] * found)
        if np.abs(stiff - stiff.T).max() > EVEN_FORCES * np.abs(stiff).max():
            return np.zeros(0), np.zeros((n, 0))
        scale = 1.0 / np.sqrt(np.diag(heavy).clip(1e-300))
        heavy = scale[:, None] * heavy * scale
        stiff = scale[:, None] * (0.5 * (stiff + stiff.T)) * scale
        sizes, turned = np.linalg.eigh(heavy)
        kept = sizes > INDEFINITE * sizes.max(initial=0.0)
        turned = turned[:, kept] / np.sqrt(sizes[kept])
        values, mixed = np.linalg.eigh(turned.T @ stiff @ turned)
        basis = (found * scale) @ turned @ mixed
    return values - shift, basis


def leave_unstable(search: Search, state: State) -> str:
    """Move from an unstable equilibrium to a stable one; names what is unstable if that fails."""
    system, name = search.system, ""
    if search.shift <= GROWING and system.has_stable_pivots():
        return name
    for count in range(KICKS + 1):
        values, basis = _directions(search)
        name = ""
        if not len(values) or values[0] >= -GROWING:
            break
        name = system.model.numbering.coordinate_name(int(np.abs(basis[:, 0]).argmax()))
        found = _leave(search, state, basis[:, 0]) if count < KICKS else None
        if found is None:
            break
        state = found
    system.go_to(state)
    system.evaluate()
    if name:
        system.factorize(search.shift)  # the attempts have left factors of other states
    return name


def _leave(search: Search, state: State, direction: np.ndarray) -> State | None:
    """The equilibrium found from a state beside this one; None if there is none."""
    system = search.system
    size = system.size or float(np.abs(state.q).max(initial=0.0)) or 1.0
    for kick in KICK:
        way = kick * size * direction / np.abs(direction).max()
        system.go_to(state)
        system.move(Step(way, np.zeros(system.m), np.zeros(len(state.y))))
        project(system)
        again = Search(system, search.settings, search.check)
        status, found = again.run()
        if status == OK and np.abs(found.q - state.q).max() > RETURNED * size:
            search.take_over(again)
            return found
    return None


def share_forces(search: Search) -> bool:
    """Whether equations depend on each other at the end; then their forces are not unique.

    In that case a random change of their values leads to multipliers that only `give` limits.
    """
    system = search.system
    if not system.m:
        return False
    values = np.random.default_rng(0).standard_normal(system.m) * system.row_sizes
    still = np.zeros(0) if system.holds_rates else np.zeros(len(system.data["y"]))
    step = system.solve(np.zeros(system.n), values, still)
    given = np.abs(system.give * step.multipliers)
    return bool((given > SHARED * np.abs(values * system.data["row_mass"])).any())


def name_neutral(search: Search) -> str:
    """Names of the coordinates that can move without any force; empty if there are none."""
    if not search.neutral:
        return ""
    values, basis = _directions(search)
    names: dict[str, None] = {}
    for k in np.flatnonzero(np.abs(values) <= NEUTRAL):
        size = np.abs(basis[:, k])
        for place in np.flatnonzero(size >= MOVES * size.max()):
            names[search.system.model.numbering.coordinate_name(int(place))] = None
    return listed(list(names))
