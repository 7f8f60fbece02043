"""The state of a run between two steps as plain memory, to come back to it in microseconds.

It holds what `restart/state.py` stores of a checkpoint, and the factors besides, so a run that goes
on from it takes the same steps to the last bit. If the matrix has another layout since then, its
factors are computed again. Parameters of items are not part of it.
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np

from linkwork.assembly.equations import Equations
from linkwork.core.records import CALL_LISTS, FRAME_ARRAYS, Scalars
from linkwork.restart.state import OF_SOLVERS
from linkwork.run.changed_parameters import ChangedParameters
from linkwork.run.context import RunContext
from linkwork.run.partners import partners_of, take_partners

SIZE = ctypes.sizeof(Scalars)
"""Bytes of the scalars of a frame."""

LEFT_OUT = {*CALL_LISTS, "recorded", "sensed", "reference", "reference_ode1", "turn_grid"}
"""Arrays that are constant, or whose rows the scalars count."""

PLACES = ("record_capacity", "sensor_capacity", "stop_after")
"""Scalars that describe the present memory, not the state."""

OF_LAYOUT = (
    "front_entries", "front_uppers", "front_symmetric", "asymmetry", "full_factor", "full_solve",
    "refresh_cost", "plain_masses", "diagonal_mass", "zero_pivot", "partial",
)  # fmt: skip
"""Scalars that belong to a layout of the matrix."""

ROWS = ("record_rows", "sensor_rows", "next_record", "next_sensor")
"""Scalars of the recorders, which do not go back where rows are streamed to disk."""


class Moment(NamedTuple):
    """A state of a run, made by `Image.take`.

    rows -- numbers of recorded states, sensor rows, events and jumps
    aside -- factors that are not in arrays
    """

    equations: Equations
    scalars: np.ndarray
    arrays: list[np.ndarray]
    counts: tuple[int, int, int, int]
    drives: dict[str, Any]
    switches: list[list[np.ndarray]]
    partners: Any
    rows: tuple[int, int, int, int]
    factorized: tuple[int, np.ndarray]
    aside: Any


def _merged(arrays: list[np.ndarray]) -> list[np.ndarray]:
    """The same memory in fewer arrays: parts of one array as a whole, if it has no others."""
    parts: dict[int, list[np.ndarray]] = {}
    for array in arrays:
        whole = array.base if isinstance(array.base, np.ndarray) else array
        parts.setdefault(id(whole), []).append(array)
    found: list[np.ndarray] = []
    for members in parts.values():
        base = members[0].base
        if isinstance(base, np.ndarray) and base.nbytes == sum(a.nbytes for a in members):
            found.append(base)
        else:
            found += members
    return found


class Image:
    """Takes moments of a run, and puts them back."""

    def __init__(self, context: RunContext, changes: ChangedParameters | None) -> None:
        """changes -- parameters that change during the run; None in statics, where no state depends
        on the factors of an earlier one: they are left out
        """
        self._context, self._changes = context, changes
        self._scalars = context.data.frame.view(np.uint8)[:SIZE]
        self._equations: Equations | None = None
        self._arrays: list[np.ndarray] = []
        self._state_arrays = 0

    def _find(self) -> list[np.ndarray]:
        """The arrays that a state consists of; those of the linear solver come last."""
        data, equations = self._context.data, self._context.equations
        if self._equations is not equations:
            first = data.block.ctypes.data
            last = first + data.block.nbytes
            names = [name for name in FRAME_ARRAYS if name not in LEFT_OUT]
            names = [n for n in names if data[n].size and not first <= data[n].ctypes.data < last]
            own = _merged([data[name] for name in names if name not in OF_SOLVERS])
            factors = () if self._changes is None else OF_SOLVERS
            solver = _merged([data[name] for name in names if name in factors])
            self._state_arrays = 2 + len(own)
            self._arrays = [data.block, equations.row_sizes, *own, *solver]
            self._equations = equations
        return self._arrays

    @property
    def size(self) -> int:
        """Memory of a moment [bytes]."""
        return sum(array.nbytes for array in self._find())

    def take(self) -> Moment:
        """The present state."""
        context, changes = self._context, self._changes
        counts, recording, s = context.counts, context.recording, context.data.scalars
        return Moment(
            context.equations,
            self._scalars.copy(),
            [array.copy() for array in self._find()],
            counts.all,
            changes.drives.state() if changes is not None and changes.drives.is_there else {},
            changes.switches.state() if changes is not None else [],
            partners_of(context.model) if context.partners else None,
            (s.record_rows, s.sensor_rows, len(recording.events), len(recording.jumps.found)),
            context.equations.factorized,
            context.equations.layout.factors_aside(),
        )

    def copies(self, moment: Moment) -> list[tuple[np.ndarray, np.ndarray]]:
        """The scalars and arrays of the present memory, each with its values at a moment."""
        pairs = zip(self._find(), moment.arrays, strict=True)
        return [(self._scalars, moment.scalars), *(pair for pair in pairs if pair[0].size)]

    def put(self, moment: Moment) -> None:
        """Make a moment of the same run the present state; rows recorded since then are dropped."""
        context, changes, s = self._context, self._changes, self._context.data.scalars
        if moment.partners is not None:
            take_partners(context, moment.partners)
        same = moment.equations is context.equations
        recording, arrays = context.recording, self._find()
        names = PLACES if same else (*PLACES, *OF_LAYOUT)
        present = (*names, *ROWS) if recording.stream else names
        kept = [getattr(s, name) for name in present]
        self._scalars[...] = moment.scalars
        for name, value in zip(present, kept, strict=True):
            setattr(s, name, value)
        count = len(arrays) if same else self._state_arrays
        for k in range(count):
            arrays[k][...] = moment.arrays[k]
        context.equations.factorized = moment.factorized
        if same:
            context.equations.layout.take_factors_aside(moment.aside)
        else:
            s.factor_valid = 0
            context.equations.forget_factors()
        context.counts.all = moment.counts
        if changes is not None:
            if moment.drives:
                changes.drives.take(moment.drives)
            changes.switches.take(moment.switches)
        del recording.events[moment.rows[2] :]
        del recording.jumps.found[moment.rows[3] :]
