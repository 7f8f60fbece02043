"""States that a live view shows: those that the solver has recorded so far."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.results.parts import widths_of
from linkwork.view.scene.one_state import sizes_of


def recorded_rows(mbs: Any, data: Any, model: Any, t: float) -> tuple[np.ndarray, np.ndarray]:
    """Times and coordinates of the rows of the present run, or of the last one if it ended at t."""
    if mbs.is_running:
        width = 1 + sum(widths_of(sizes_of(model)).values())
        recorded, rows = data["recorded"], int(data.scalars.record_rows)
        if rows * width <= len(recorded):
            table = recorded[: rows * width].reshape(rows, width)
            return table[:, 0].copy(), table[:, 1 : 1 + model.n_ode2]
        return np.zeros(0), np.zeros((0, model.n_ode2))
    last = mbs.solution
    ended = last is not None and len(last.times) > 0 and last.times[-1] == t
    if ended and last.coordinates.shape[1] == model.n_ode2:
        return last.times, last.coordinates
    return np.zeros(0), np.zeros((0, model.n_ode2))


def newest(mbs: Any, data: Any, model: Any) -> tuple[float, np.ndarray] | None:
    """Time and coordinates of the newest recorded state; without a run, the current one."""
    if not mbs.is_running:
        return float(data.scalars.t), data["q"].copy()
    width = 1 + sum(widths_of(sizes_of(model)).values())
    recorded, rows = data["recorded"], int(data.scalars.record_rows)
    if rows < 1 or rows * width > len(recorded):
        return None
    row = recorded[(rows - 1) * width :]
    return float(row[0]), row[1 : 1 + model.n_ode2].copy()
