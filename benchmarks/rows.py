"""What benchmarks report: times of ours and of the peer, and references for errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linkwork.bench.engine import OWN, Engine, Run

TIGHT = 40
"""Steps of a reference in one step of a run."""


@dataclass(frozen=True)
class Row:
    """Times of both sides [s]."""

    title: str
    ours: float
    peer: float

    @property
    def ratio(self) -> float:
        """The peer's time divided by ours."""
        return self.peer / self.ours


def extrapolated(
    build: Callable[[Engine, int, float], Run], end: float, step_size: float
) -> np.ndarray:
    """Final positions with much smaller steps, extrapolated to a step size of zero.

    build -- makes the model of an engine for a number of steps of a size
    """
    import linkwork
    from linkwork import items

    own = Engine(OWN, linkwork, items)
    found = []
    for refined in (TIGHT, 2 * TIGHT):
        steps = refined * round(end / step_size)
        run = build(own, steps, end / steps)
        run.solve()
        found.append(run.result())
    return np.asarray((4.0 * found[1] - found[0]) / 3.0)
