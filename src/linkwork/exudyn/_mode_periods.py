"""A solution that shows one period of every mode, one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.enums import ConfigurationType
from linkwork.modes.result import Modes
from linkwork.results.snapshot import Snapshot
from linkwork.results.solution import Solution
from linkwork.results.statistics import Statistics


def periods_of(mbs: Any, vectors: np.ndarray, period: float, steps: int, scale: float) -> Solution:
    """Periods of modes about the current state.

    vectors -- shapes in all ODE2 coordinates, one column each; rows of other coordinates behind
    them are left out
    period -- time between frames [s]; steps -- frames per mode
    scale -- factor of the amplitude, with which points move by a tenth of the model's size
    """
    state = {
        name: values.copy()
        for name, values in mbs.systemData.arrays_of(ConfigurationType.Current).items()
    }
    count = len(state["q"])
    if vectors.ndim != 2 or len(vectors) < count:
        raise ValueError(
            f"AnimateModes: vectors of the modes need {count} ODE2 coordinates, got an array with "
            f"shape {vectors.shape}"
        )
    model, data = mbs._assembled("AnimateModes")
    shapes = np.asarray(vectors)[:count]
    modes = Modes(
        Snapshot.of(model), np.zeros(shapes.shape[1]), shapes, None, state, data.scalars.t, None, ()
    )
    parts = []
    for k in range(len(modes)):
        size = scale * modes.amplitude(k)
        parts.append(modes.solution(k, size, frames=steps + 1, seconds=period * steps))
    return joined(parts, modes.snapshot)


def joined(parts: list[Solution], snapshot: Snapshot) -> Solution:
    """Solutions one after the other; the first state of each but the first is left out."""
    names = (
        "coordinates", "velocities", "accelerations", "multipliers", "ode1_coordinates",
        "ode1_velocities", "data_coordinates",
    )  # fmt: skip
    arrays = {
        name: np.vstack([getattr(part, name)[k > 0 :] for k, part in enumerate(parts)])
        for name in names
    }
    times, end = [], 0.0
    for k, part in enumerate(parts):
        times.append(end + part.times[k > 0 :])
        end += part.times[-1]
    arrays["times"] = np.concatenate(times)
    return Solution(arrays, {}, Statistics("Modes", len(arrays["times"]) - 1), "", snapshot)
