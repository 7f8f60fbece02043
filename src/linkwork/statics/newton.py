"""Plain Newton's method for statics, and a single linear solution.

Forces without a potential may have equilibria that no descent leads to (`statics/search.py`).
Newton's method with a line search over the norms does not need one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.status import NEWTON_FAILED, OK
from linkwork.statics.search import Search

SHORTEST = 1.0e-4
"""Smallest part of a step that the line search tries."""


POLISHED = 1.0e-3
"""Part of the tolerances that plain iterations reach; they cost little there."""


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


def plain(search: Search) -> int:
    """Newton's method without a line search, from zero multipliers; returns a status.

    The iteration ends with an update that changes nothing any more, or is rounding.
    """
    system = search.system
    system.data["multipliers"][:] = 0.0
    status, state = system.evaluate()
    status = status or system.weigh()
    system.stiffen_rows()
    last = np.inf
    for _ in range(search.settings.maxIterations):
        search.check()
        status = status or system.factorize(0.0)
        if status != OK:
            return status
        system.move(system.solve(state.force, state.equations, state.rates))
        search.count()
        status, state = system.evaluate()
        if status != OK:
            return status
        norms = search.norms(state)
        done = norms.done or _is_small(search, state)
        if done and (norms.total <= POLISHED or norms.total > 0.5 * last):
            return OK
        last = norms.total
    return OK if search.norms(state).done or _is_small(search, state) else NEWTON_FAILED


def _is_small(search: Search, state: Any) -> bool:
    """Whether forces and equations together are below the absolute tolerance, whatever the loads.

    Without loads, all that is left is rounding, which no tolerance relative to them allows.
    """
    left = np.concatenate([state.force, state.equations])
    return bool(np.linalg.norm(left) <= search.settings.absoluteTolerance)


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
