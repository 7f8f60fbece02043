"""Plain Newton's method for statics, and a single linear solution.

Forces without a potential may have equilibria that no descent leads to (`statics/search.py`).
Newton's method with a line search over the norms does not need one.
"""

from __future__ import annotations

from linkwork.core.status import NEWTON_FAILED, OK
from linkwork.statics.search import Search

SHORTEST = 1.0e-4
"""Smallest part of a step that the line search tries."""


def newton(search: Search) -> int:
    """Newton's method from the present state, to an equilibrium of any kind; returns a status."""
    system = search.system
    status, state = system.evaluate()
    for _ in range(search.settings.maxIterations):
        search.check()
        norms = search.norms(state)
        if status != OK or norms.done:
            return status
        status = system.factorize(0.0)
        if status != OK:
            return status
        step = system.solve(state.force, state.equations, state.rates)
        factor, moved = 1.0, None
        while factor > SHORTEST and moved is None:
            system.go_to(state)
            system.move(step, factor)
            failed, tried = system.evaluate()
            if not failed and search.norms(tried).total < (1.0 - 0.1 * factor) * norms.total:
                moved = tried
            factor *= 0.5
        if moved is None:
            return NEWTON_FAILED
        state = moved
        search.count()
    return OK if search.norms(state).done else NEWTON_FAILED


def single(search: Search) -> int:
    """Take a single linear solution without a check; returns a status."""
    system = search.system
    status, state = system.evaluate()
    status = status or system.weigh() or system.factorize(0.0)
    if status == OK:
        system.move(system.solve(state.force, state.equations, state.rates))
        search.count()
        status, _ = system.evaluate()
    return status
