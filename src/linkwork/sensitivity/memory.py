"""The numbers in memory that follow from parameters, and their change with one of them.

Kernels read parameters from tables, from what items derive of them (pools, groups, motions of
markers) and from a few arrays of the system (constant loads, masses, reference values). Whoever
differentiates the equations by a parameter changes all of these numbers in proportion to their
derivatives, so that nothing derived is missed.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.declare.hooks import Hooks
from linkwork.core.kernels.entry import argument_names
from linkwork.core.kernels.pointer import call_kernel
from linkwork.model.data import Data, Entries
from linkwork.model.table import Table

LISTS = (
    "motion_calls", "force_calls", "constant_calls", "constraint_calls", "gather_calls",
    "inertia_calls", "jacobian_calls", "mass_calls", "drift_calls", "scale_calls",
    "move_calls", "slope_calls", "event_calls", "sensor_calls",
)  # fmt: skip
"""Lists of calls whose kernels read parameters."""

ARRAYS = ("constant_force", "masses", "reference", "reference_ode1")
"""Arrays of the system that follow from parameters."""

MOVED = ("markers", "rotations", "motion_jacobians")
"""States and Jacobians of markers: what their motions do not write follows from parameters, too."""

ADDRESS = 2**31
"""Integers from here on are addresses, which say nothing about parameters."""


class Memory(NamedTuple):
    """An array that kernels read, with the places of its real numbers among its words."""

    array: np.ndarray
    reals: np.ndarray

    @property
    def words(self) -> np.ndarray:
        """The array as real numbers, whatever it holds."""
        found: np.ndarray = self.array.view(np.uint8).reshape(-1).view(np.float64)
        return found

    @property
    def numbers(self) -> np.ndarray:
        """A copy of its real numbers."""
        found: np.ndarray = self.words[self.reals]
        return found

    @property
    def integers(self) -> np.ndarray:
        """A copy of its other words, without addresses."""
        found = self.words.view(np.int64)[~_reals_in(self.array)]
        return np.where(np.abs(found) < ADDRESS, found, 0)


def _reals_in(array: np.ndarray) -> np.ndarray:
    """Which words of an array are real numbers."""
    return np.tile(_reals_of(array.dtype), array.nbytes // array.dtype.itemsize)


@functools.cache
def _reals_of(dtype: np.dtype) -> np.ndarray:
    """The same for one of its elements."""
    found = np.zeros(dtype.itemsize // 8, bool)
    if dtype.fields is None:
        found[:] = dtype.base == np.float64
    for field in (dtype.fields or {}).values():
        part, offset = field[0], field[1]
        if part.base == np.float64:
            found[offset // 8 : (offset + part.itemsize) // 8] = True
    return found


SCRATCH = {"work"}
"""Arrays of kinds of this package that hold nothing between two kernels."""


def is_own(kind: Any) -> bool:
    """Whether a kind is one of this package: nothing is known about kernels of users."""
    return str(kind.__module__).startswith(__name__.partition(".")[0] + ".")


def arrays_of(over: Any) -> Iterator[np.ndarray]:
    """The arrays that a call reads parameters from."""
    table = over.table if isinstance(over, Entries) else over
    scratch = SCRATCH if isinstance(table, Table) and is_own(table.kind) else set()
    if isinstance(over, Entries):
        yield over.rows
        yield from (pool for name, pool in over.pools.items() if name not in scratch)
        over = over.table
    if isinstance(over, Table):
        yield over.rows
        yield from (pool for name, pool in over.pools.items() if name not in scratch)
        if over.kind.arrange.__func__ is not Hooks.arrange.__func__:  # type: ignore[attr-defined]
            yield from over.own.values()
        else:
            yield from (over.own[name] for name in over.kind.derived_arrays)
    elif isinstance(over, np.ndarray):
        yield over


def memory_of(data: Data, known: list[Memory] | None = None) -> list[Memory]:
    """Everything that kernels read and that may follow from parameters, in a fixed order.

    known -- the memory of the last run, returned if the arrays are the same
    """
    arrays = [
        array for name in LISTS for _, over in data.parts.get(name, []) for array in arrays_of(over)
    ]
    arrays += [data[name] for name in ARRAYS]
    unique = {id(each): each for each in arrays if each.size and each.dtype.itemsize % 8 == 0}
    if known is not None:
        now = [*unique.values(), *(data[name] for name in MOVED)]
        if len(now) == len(known) and all(map(operator.is_, now, (part.array for part in known))):
            return known
    found = [Memory(array, np.flatnonzero(_reals_in(array))) for array in unique.values()]
    return found + _still_parts(data)


def _still_parts(data: Data) -> list[Memory]:
    """Positions, axes, masses and Jacobians of markers that are written once: on ground, say.

    What the motions of markers write in the present state is found by writing other numbers there
    before.
    """
    parts = [Memory(data[name], np.arange(0)) for name in MOVED]
    kept = [part.words.copy() for part in parts]
    still = [np.ones(len(words), bool) for words in kept]
    random = np.random.default_rng(7)
    for _ in range(2):
        marked = [random.uniform(1.0, 2.0, len(words)) for words in kept]
        for part, words in zip(parts, marked, strict=True):
            part.words[:] = words
        data.run_calls("motion_calls")
        for code, where in _jacobian_calls(data):
            call_kernel(code, where, data.address)
        for part, words, same in zip(parts, marked, still, strict=True):
            same &= part.words == words
    for part, words in zip(parts, kept, strict=True):
        part.words[:] = words
    return [Memory(p.array, np.flatnonzero(same)) for p, same in zip(parts, still, strict=True)]


def _jacobian_calls(data: Data) -> list[tuple[int, int]]:
    """The calls that write Jacobians of markers."""
    return [
        call
        for name in ("jacobian_calls", "mass_calls", "sensor_calls")
        for call, (kernel, _) in zip(data.calls(name), data.parts.get(name, []), strict=False)
        if "motion_jacobians_out" in argument_names(kernel)
    ]


class Change(NamedTuple):
    """Numbers of one array, and their derivatives by a parameter."""

    words: np.ndarray
    places: np.ndarray
    values: np.ndarray
    slopes: np.ndarray


class Changes:
    """All numbers that follow from one parameter, in the memory of a run."""

    def __init__(self, memory: list[Memory], slopes: list[np.ndarray]) -> None:
        """slopes -- derivatives of the real numbers of each array"""
        self._parts: list[Change] = []
        for part, slope in zip(memory, slopes, strict=True):
            moved = np.flatnonzero(slope)
            if len(moved):
                places = part.reals[moved]
                words = part.words
                self._parts.append(Change(words, places, words[places].copy(), slope[moved]))

    @classmethod
    def of_word(cls, part: Memory, place: int) -> Changes:
        """A parameter that is one number of an array."""
        made, words, places = cls([], []), part.words, np.array([place])
        made._parts = [Change(words, places, words[places].copy(), np.ones(1))]
        return made

    @classmethod
    def together(cls, parts: list[tuple[Changes, float]]) -> Changes:
        """Several parameters as one, each with a factor."""
        made = cls([], [])
        made._parts = [
            part._replace(slopes=factor * part.slopes)
            for changes, factor in parts
            for part in changes
        ]
        return made

    def __len__(self) -> int:
        return sum(len(part.places) for part in self._parts)

    def __iter__(self) -> Iterator[Change]:
        return iter(self._parts)

    def renew(self) -> None:
        """Take the present numbers as those of the parameter's value."""
        self._parts = [part._replace(values=part.words[part.places].copy()) for part in self._parts]

    def apply(self, step: float) -> None:
        """Let the parameter differ by a step from its value."""
        for words, places, values, slopes in self._parts:
            words[places] = values + step * slopes

    def undo(self) -> None:
        """Let the parameter have its value."""
        for words, places, values, _ in self._parts:
            words[places] = values
