"""Frames and memory of steps that are searched for events, in plain Python."""

from types import SimpleNamespace

import numpy as np

from linkwork.core.records import Search, State, System
from linkwork.events.memory import Work

N, M, ROWS = 3, 2, 2
"""Coordinates, first-order coordinates, multipliers."""


def frame(**given):
    values = dict(
        t=1.0, h=0.1, t_base=0.0, steps_base=10, first_valid=1, factor_valid=1,
        automatic=0, implicit=0, grid_h=0.0, grid_base=0.0, grid_steps=0, t_end=2.0, changed=0,
        just_rejected=0, pre_step_done=0, rejected=0, h_control=0.1, h_min=1e-9,
        straight=0, n_move_calls=0,
    )  # fmt: skip
    return SimpleNamespace(**{**values, **given})


SIZES = dict(q=N, q_low=N, v=N, a=N, multipliers=ROWS, y=M, y_t=M, poses=4, data_coordinates=2)


def state(**given):
    """A state, each number of it another one unless it is given."""
    rng = np.random.default_rng(1)
    arrays = {name: rng.standard_normal(size) for name, size in SIZES.items()}
    return State(**{**arrays, **given})


def nothing():
    """A saved state that nothing was written to yet."""
    return State(**{name: np.full(size, np.nan) for name, size in SIZES.items()})


def work(present=None, start=None, **given):
    """Groups of arrays of a run; arrays of the search as they are given."""
    search = dict.fromkeys(Search._fields, 0)
    search |= dict(memory=np.arange(5), step_memory=np.full(5, -1), step_calls=np.zeros(1))
    system = System(**dict.fromkeys(System._fields, 0))
    saved = start or nothing(), nothing(), nothing(), nothing()
    return Work(present or state(), *saved, system, Search(**{**search, **given}))
