"""Results of Python functions, taken apart in compiled code.

Plain finite numbers, lists and tuples of them, and arrays of float64 are stored; all else is left
to Python, which accepts it or says what is wrong with it. Nothing here runs code of the user.
"""

from __future__ import annotations

import math

import numpy as np

from linkwork.core.kernels.pointer import view
from linkwork.core.kernels.python_api import (
    BUFFER,
    CONTIGUOUS,
    WITH_FORMAT,
    WORD,
    clear_error,
    failed,
    get_buffer,
    has_failed,
    integer_of,
    item_of,
    length_of,
    real_of,
    release_buffer,
    type_of,
)
from linkwork.core.kernels.python_slot import (
    INTEGER_RESULT,
    NOTHING,
    REAL_RESULT,
    STORED_MATRIX,
    STORED_NUMBER,
    SWITCHING,
)
from linkwork.core.records import f8, i8

u1 = np.uint8
DOUBLE = ord("d")
"""Format of float64."""


def take_result(e, c, block, result):
    """Store a result; False if Python must look at it."""
    if e.result == NOTHING:
        return True
    words, reals = view(block, (1,), i8), view(block, (1,), f8)
    if e.result == INTEGER_RESULT:
        if type_of(result) != c.int_type:
            return False
        number = integer_of(c.PyLong_AsLongLong, result)
        if number == -1 and has_failed(c):
            return False
        words[0] = number
        return True
    if e.result == REAL_RESULT:
        real = plain_number(c, result)
        if real - real != 0.0:
            return False
        reals[0] = real
        return True
    if not take_stored(e, c, words[0] + WORD * e.start, result, block + WORD * e.width):
        return False
    words[0] = 0
    return True


def take_stored(e, c, place, result, scratch):
    """Write a result to its place in the work memory; False if Python must look at it."""
    target = view(place, (1,), f8)
    if e.result == STORED_NUMBER:
        target[0] = plain_number(c, result)
        return target[0] - target[0] == 0.0
    if type_of(result) == c.array_type:
        taken = take_array(e, c, place, result, scratch)
    else:
        taken = take_numbers(e, c, place, result)
    return taken and (e.result != SWITCHING or target[0] >= 0.0)


def take_array(e, c, place, array, scratch):
    """Write an array of finite float64 without gaps."""
    if failed(get_buffer(c.PyObject_GetBuffer, array, scratch, CONTIGUOUS | WITH_FORMAT)):
        clear_error(c.PyErr_Clear)
        return False
    b = view(scratch, (1,), BUFFER)[0]
    taken = fits(e, b)
    if taken:
        n = e.rows * e.columns
        numbers, target = view(b.memory, (n,), f8), view(place, (n,), f8)
        for i in range(n):
            target[i] = numbers[i]
            taken = taken and numbers[i] - numbers[i] == 0.0
    release_buffer(c.PyBuffer_Release, scratch)
    return taken


def fits(e, b):
    """Whether a buffer has float64 in the shape of the result."""
    form, lengths = view(b.format, (2,), u1), view(b.lengths, (b.dimensions,), i8)
    if form[0] != DOUBLE or form[1] != 0 or b.dimensions < 1 or lengths[0] != e.rows:
        return False
    if e.result == STORED_MATRIX:
        return b.dimensions == 2 and lengths[1] == e.columns
    return b.dimensions == 1


def take_numbers(e, c, place, result):
    """Write a list or tuple of numbers, or of rows of numbers."""
    if e.result != STORED_MATRIX:
        return take_row(c, place, result, e.rows)
    length, item = sequence(c, result)
    if length != e.rows:
        return False
    for r in range(length):
        row = item_of(item, result, r)
        if not take_row(c, place + WORD * r * e.columns, row, e.columns):
            return False
    return True


def take_row(c, place, row, count):
    """Write a list or tuple of plain finite numbers."""
    length, item = sequence(c, row)
    if length != count:
        return False
    target = view(place, (count,), f8)
    for i in range(count):
        number = plain_number(c, item_of(item, row, i))
        if number - number != 0.0:
            return False
        target[i] = number
    return True


def sequence(c, value):
    """(length, address of the function that takes items) of a list or tuple; else length -1."""
    kind = type_of(value)
    if kind == c.list_type:
        return length_of(c.PyList_Size, value), c.PyList_GetItem
    if kind == c.tuple_type:
        return length_of(c.PyTuple_Size, value), c.PyTuple_GetItem
    return -1, 0


def plain_number(c, value):
    """A number of Python or NumPy; nan if it is something else, or too large."""
    if not is_plain(c, type_of(value)):
        return math.nan
    number = real_of(c.PyFloat_AsDouble, value)
    if number == -1.0 and has_failed(c):
        return math.nan
    return number


def is_plain(c, kind):
    """Whether objects of a type are real numbers, and become floats without code of the user."""
    if kind == c.float_type or kind == c.float64_type:
        return True
    if kind == c.int_type or kind == c.bool_type:
        return True
    return kind == c.float32_type or kind == c.int64_type or kind == c.int32_type
