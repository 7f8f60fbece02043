"""Trial steps of the search: the state they lead to, and the work they do."""

from __future__ import annotations

import numpy as np

from linkwork.core.status import OK
from linkwork.model.position import difference
from linkwork.statics.system import State, StaticSystem, Step, mean

CORRECTIONS, SLOW = 12, 0.7
"""Number of corrections onto the constraints after a step, and the most that one may leave."""

NEAR, ON = 1.0e-6, 1.0e-9
"""Violations of constraints, relative to the size, up to which forces decide on steps, and from
which they are corrected."""

ASIDE, MIXED = 0.02, 0.2
"""How far to move from a start, relative to the size, and which part of that is random."""

APPROACHES, SHORTEST = 50, 1.0e-3
"""Number of steps onto constraints that are far away, and the smallest part of one to try."""

PROJECTING = 1.0e3
"""Shift of a matrix in which the metric outweighs the stiffness."""


def part(system: StaticSystem, state: State, step: Step, factor: float) -> tuple[int, State | None]:
    """(status, state after a part of a step, back on the constraints; None if there is none)"""
    system.go_to(state)
    system.move(step, factor)
    status, moved = system.evaluate()
    if status != OK:
        return status, None
    nothing, still = np.zeros_like(state.force), np.zeros_like(state.rates)
    size = mean(moved.equations / system.row_sizes)
    limit = max(ON * system.size, 1e-3 * factor * mean(state.equations))
    for _ in range(CORRECTIONS):
        if size <= limit:
            break
        system.move(system.solve(nothing, moved.equations, still))
        status, closer = system.evaluate()
        left = mean(closer.equations / system.row_sizes)
        if status != OK or not left <= SLOW * size:
            return status, moved if size <= NEAR * system.size else None
        moved, size = closer, left
    return OK, moved


def work_ratio(system: StaticSystem, state: State, moved: State, foretold: float) -> float:
    """Work of the forces over a step (trapezoidal rule), relative to what the matrix predicts.

    Multipliers must be the same at both ends: then constraints do no work, to third order.
    """
    if system.m:
        system.go_to(state._replace(multipliers=moved.multipliers))
        state = system.evaluate()[1]
    change = difference(system.equations, state, moved)
    done = -0.5 * float((state.force + moved.force) @ change)
    if foretold <= 0.0:
        return 1.0 if done >= 0.0 else 0.0
    return done / foretold


def balanced(system: StaticSystem, state: State) -> State:
    """The state with the multipliers that balance its forces best, if they reduce the residual.

    Without multipliers, the matrix would lack the stiffness that comes from them.
    """
    if not system.m or system.factorize(PROJECTING) != OK:
        return state
    step = system.solve(state.force, np.zeros_like(state.equations), np.zeros_like(state.rates))
    if np.isfinite(step.multipliers).all():
        system.move(Step(0.0 * step.q, step.multipliers, 0.0 * step.y))
        status, better = system.evaluate()
        if status == OK and mean(better.force) < 0.5 * mean(state.force):
            return better
    system.go_to(state)
    return system.evaluate()[1]


def step_aside(system: StaticSystem) -> None:
    """Move a little along the forces, and randomly.

    Rods in a straight line that are too long for it have no first-order step onto their lengths:
    only a move across the line shows one.
    """
    status, state = system.evaluate()
    pull = -state.force / system.metric
    largest = float(np.abs(pull).max(initial=0.0))
    if status != OK or not 0.0 < largest < np.inf:
        pull, largest = np.zeros(system.n), 1.0
    mixed = pull / largest + MIXED * np.random.default_rng(0).standard_normal(system.n)
    still = np.zeros(system.m), np.zeros(len(state.y))
    system.move(Step(ASIDE * (system.size or 1.0) * mixed, *still))
    _approach(system)


def _approach(system: StaticSystem) -> None:
    """Shortest steps onto the constraints, with new gradients for each and a line search."""
    status, state = system.evaluate()
    for _ in range(APPROACHES):
        size = mean(state.equations / system.row_sizes)
        if status != OK or size <= NEAR * system.size or system.factorize(PROJECTING) != OK:
            return
        step = system.solve(0.0 * state.force, state.equations, 0.0 * state.rates)
        step = step._replace(multipliers=0.0 * step.multipliers)
        factor, moved = 1.0, state
        while factor > SHORTEST:
            system.go_to(state)
            system.move(step, factor)
            status, moved = system.evaluate()
            left = mean(moved.equations / system.row_sizes)
            if status == OK and left <= (1.0 - 0.1 * factor) * size:
                break
            factor *= 0.5
        else:
            system.go_to(state)
            return
        state = moved


def project(system: StaticSystem) -> None:
    """Project the present positions onto the constraints, along their gradients."""
    status, state = system.evaluate()
    if not system.m or status != OK or system.factorize(PROJECTING) != OK:
        return
    for _ in range(CORRECTIONS):
        step = system.solve(0.0 * state.force, state.equations, 0.0 * state.rates)
        system.move(step._replace(multipliers=0.0 * step.multipliers))
        status, state = system.evaluate()
        if status != OK or mean(state.equations) <= NEAR * NEAR * system.size:
            return
