"""A Solution of one state, for pictures of a system that is being solved."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.results.parts import split, widths_of
from linkwork.results.snapshot import Snapshot
from linkwork.results.solution import Solution
from linkwork.results.statistics import Statistics


def sizes_of(model: Any) -> tuple[int, int, int, int]:
    """Numbers of coordinates of an assembled model, by part."""
    return model.n_ode2, model.n_ae, model.n_ode1, model.n_data


def one_state(model: Any, q: np.ndarray) -> Solution:
    """A Solution with the ODE2 coordinates q as its only state."""
    sizes = sizes_of(model)
    row = np.zeros((1, 1 + sum(widths_of(sizes).values())))
    row[0, 1 : 1 + len(q)] = q
    return Solution(split(row, sizes), {}, Statistics("live"), "", Snapshot.of(model))
