"""What compiled code knows of a Python function that it calls: its arguments and its result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from linkwork.core.kernels.python_api import BUFFER, WORD
from linkwork.core.records import i8, record

MOST = 16
"""Number of arguments that a function may have."""

SCRATCH = BUFFER.itemsize // WORD
"""Words of memory behind the arguments of the pointer, enough for a BUFFER."""

FIXED, REAL, INTEGER, NUMBER, FLAG, VECTOR, MADE = range(7)
"""Kinds of arguments: an object that stays; the pointer's argument `start`, as a float or an int; a
float, a bool or a tuple of `length` floats from `start` in the work memory; the result of calling
an object."""

NOTHING, REAL_RESULT, INTEGER_RESULT = range(3)
STORED_NUMBER, STORED_VECTOR, STORED_MATRIX, SWITCHING = range(3, 7)
"""Kinds of results: none; a float or an int that the pointer returns; a number, a vector or a
matrix that is written to the work memory from `start`; a vector whose first number is >= 0."""


class Part(NamedTuple):
    """How an argument is made; value -- object that is passed (FIXED) or called (MADE)."""

    kind: int
    start: int = 0
    length: int = 0
    value: Any = None


class Passing(NamedTuple):
    """How a function is called.

    result -- kind of the result; start, shape -- of one that is stored
    watched -- number of the pointer's argument on which all this depends, -1 if there is none
    """

    parts: Sequence[Part]
    result: int
    start: int = 0
    shape: tuple[int, ...] = ()
    watched: int = -1


SLOT = record(
    ("api", i8),
    ("depth", i8),
    ("calls", i8),
    ("thread", i8),
    ("direct", i8),
    ("watched", i8),
    ("expected", i8),
    ("finish", i8),
    ("function", i8),
    ("count", i8),
    ("width", i8),
    ("bad", i8),
    ("result", i8),
    ("start", i8),
    ("rows", i8),
    ("columns", i8),
    ("kept", i8),
    ("part", i8, MOST),
    ("part_start", i8, MOST),
    ("part_length", i8, MOST),
    ("last", i8, MOST),
    ("objects", i8, MOST + 1),
)
"""A Python function and how it is called.

api -- address of the table of C functions; depth -- calls that are running
calls -- number of the last call that was not inside another; thread -- in which it was made
direct -- 0 if Python does everything; so it does where the pointer's argument `watched` (-1: none)
is not `expected`
finish -- Python function (result, exception, address of block) -> the pointer's result
count -- number of arguments; width -- that of the pointer's; bad -- the pointer's result for errors
result, start, rows, columns -- kind, place in the work memory and shape of the result
kept -- list that owns the objects that are made as arguments
part, part_start, part_length -- of each argument
last -- of each argument: the bits that its object was made of, or for vectors the address of these;
or the object that is called to make it
objects -- the arguments, from the second on: Python may use the place before the first
"""

OBJECTS_AT = SLOT.fields["objects"][1] + WORD  # type: ignore[index]
"""Place of the first argument in a slot [bytes]."""

MAY_USE_PLACE_BEFORE = -(2**63)
"""Added to the number of arguments: Python may use the place before the first."""
