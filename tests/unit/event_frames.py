"""Frames and memory of steps that are searched for events, in plain Python."""

from types import SimpleNamespace

import numpy as np

from linkwork.solvers.event_work import Work

N, M, ROWS = 3, 2, 2
"""Coordinates, first-order coordinates, multipliers."""


def frame(**given):
    values = dict(
        t=1.0, h=0.1, history=3, order=2, t_base=0.0, steps_base=10, first_valid=1, factor_valid=1,
        automatic=0, implicit=0, grid_h=0.0, grid_base=0.0, grid_steps=0, t_end=2.0, changed=0,
        just_rejected=0, pre_step_done=0, rejected=0, h_control=0.1, h_min=1e-9,
        stages=0,
    )  # fmt: skip
    return SimpleNamespace(**{**values, **given})


STATE = dict(
    q=N, q_low=N, v=N, a=N, alpha=N, multipliers=ROWS, y=M, y_t=M, differences=3 * (N + ROWS + M)
)
"""Everything that a step changes, and its size."""


def work(**given):
    """Arrays of a run, each number of the state another one; other arrays as they are given."""
    rng = np.random.default_rng(1)
    arrays = {name: rng.standard_normal(size) for name, size in STATE.items()}
    ends = 3 * N + 2 * M
    arrays["step_start"] = np.full(ends + 2 * N + ROWS + STATE["differences"], np.nan)
    arrays["step_end"] = np.full(ends + ROWS + 2 * N + M, np.nan)
    return Work(**{**dict.fromkeys(Work._fields, 0), **arrays, **given})
