"""A Solution of one state, for pictures of a system that is being solved."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.results.parts import split, widths_of
from linkwork.results.snapshot import Snapshot
from linkwork.results.solution import Solution
from linkwork.results.statistics import Statistics
from linkwork.view.scene.recorded_states import STATE


def sizes_of(model: Any) -> tuple[int, int, int, int]:
    """Numbers of coordinates of an assembled model, by part."""
    return model.n_ode2, model.n_ae, model.n_ode1, model.n_data


def present_state(mbs: Any) -> Solution:
    """A Solution with the current state of an assembled system as its only one."""
    model, data = mbs._model, mbs._data
    sizes = sizes_of(model)
    row = np.zeros((1, 1 + sum(widths_of(sizes).values())))
    arrays = split(row, sizes)
    row[0, 0] = data.scalars.t
    for name, recorded in STATE.items():
        arrays[recorded][0] = data[name]
    return Solution(arrays, {}, Statistics("current state"), "", Snapshot.of(model))


def one_state(model: Any, q: np.ndarray) -> Solution:
    """A Solution with the ODE2 coordinates q as its only state."""
    sizes = sizes_of(model)
    row = np.zeros((1, 1 + sum(widths_of(sizes).values())))
    row[0, 1 : 1 + len(q)] = q
    return Solution(split(row, sizes), {}, Statistics("live"), "", Snapshot.of(model))
