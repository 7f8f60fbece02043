"""The compiled call of a Python function: arguments are made and results taken apart in C.

    call_python(slot, block)   slot: address of a SLOT, which says what to do
                               block: address of the pointer's arguments; the result replaces the
                               first. Behind them are SCRATCH words of memory.

Numbers and vectors (as tuples of floats) are kept from call to call. A number that is the same
again is passed as the same object, and a tuple that nobody else has kept is filled anew. Results
that are plain finite numbers, or lists, tuples and arrays of them, are stored at once. All
else is left to the slot's `finish` in Python: exceptions, other results, calls inside of a call,
and another work memory than in the last call.

Everything happens under Python's lock, and a call that runs is counted in `depth`: nobody changes
its slot then. Its number and its thread are noted, so that Ctrl-C finds calls that never end.
"""

from __future__ import annotations

from linkwork.core.kernels.pointer import view
from linkwork.core.kernels.python_api import (
    API,
    WORD,
    call_empty,
    call_vector,
    caught_error,
    clear_error,
    drop,
    failed,
    give_lock,
    has_failed,
    integer_of,
    make_float,
    make_int,
    new_tuple,
    real_of,
    set_item,
    take_lock,
    this_thread,
)
from linkwork.core.kernels.python_results import take_result
from linkwork.core.kernels.python_slot import (
    FIXED,
    FLAG,
    INTEGER,
    MADE,
    MAY_USE_PLACE_BEFORE,
    NOTHING,
    NUMBER,
    OBJECTS_AT,
    REAL_RESULT,
    SLOT,
    VECTOR,
)
from linkwork.core.records import f8, i8


def call_python(slot, block):
    """Call the function of a slot with arguments in a block; the result is in its first word."""
    e = view(slot, (1,), SLOT)[0]
    c = view(e.api, (1,), API)[0]
    lock = take_lock(c.PyGILState_Ensure)
    e.depth += 1
    if e.depth == 1:
        e.calls += 1
        e.thread = this_thread(c.PyThread_get_thread_ident)
    words = view(block, (e.width,), i8)
    if e.depth > 1 or e.direct == 0 or (e.watched >= 0 and words[e.watched] != e.expected):
        finish(e, c, block, c.not_called, c.none)
    else:
        result = 0
        if make_arguments(e, c, block):
            count = e.count + MAY_USE_PLACE_BEFORE
            result = call_vector(c.PyObject_Vectorcall, e.function, slot + OBJECTS_AT, count, 0)
        if result == 0:
            error = caught_error(c, block + WORD * e.width)
            finish(e, c, block, c.none, error)
            drop(c.Py_DecRef, error)
        else:
            if not take_result(e, c, block, result):
                finish(e, c, block, result, c.none)
            drop(c.Py_DecRef, result)
    e.depth -= 1
    give_lock(c.PyGILState_Release, lock)
    return 0


# ------------------------------------------------------------------------------- arguments


def make_arguments(e, c, block):
    """Fill the list of arguments; False if Python has raised an exception."""
    work = view(block, (1,), i8)[0]
    for k in range(e.count):
        part = e.part[k]
        if part == FIXED:
            continue
        if part == MADE:
            made = keep(e, c, k, call_empty(c.PyObject_CallNoArgs, e.last[k]))
        elif part == VECTOR:
            made = make_vector(e, c, k, work + WORD * e.part_start[k])
        elif part == FLAG:
            number = view(work + WORD * e.part_start[k], (1,), f8)[0]
            e.objects[1 + k] = c.true if number != 0.0 else c.false
            made = True
        else:
            origin = work if part == NUMBER else block
            made = make_number(e, c, k, origin + WORD * e.part_start[k])
        if not made:
            return False
    return True


def keep(e, c, k, item):
    """Make an object an argument; the list `kept` owns it from now on."""
    if item == 0 or failed(set_item(c.PyList_SetItem, e.kept, k, item)):
        return False
    e.objects[1 + k] = item
    return True


def make_number(e, c, k, place):
    """Make an argument of the number at a place, unless it is the same as in the last call."""
    bits = view(place, (1,), i8)[0]
    if bits == e.last[k] and e.objects[1 + k] != 0:
        return True
    if e.part[k] == INTEGER:
        item = make_int(c.PyLong_FromLongLong, bits)
    else:
        item = make_float(c.PyFloat_FromDouble, view(place, (1,), f8)[0])
    if not keep(e, c, k, item):
        return False
    e.last[k] = bits
    return True


def make_vector(e, c, k, place):
    """Make an argument of the numbers at a place; those that have changed become new floats."""
    n = e.part_length[k]
    numbers, bits, last = view(place, (n,), f8), view(place, (n,), i8), view(e.last[k], (n,), i8)
    vector = e.objects[1 + k]
    if vector == 0:
        return make_whole_vector(e, c, k, place)
    for i in range(n):
        if bits[i] != last[i]:
            number = make_float(c.PyFloat_FromDouble, numbers[i])
            if number == 0:
                return False
            # Refused if the function has kept the tuple of the last call.
            if failed(set_item(c.PyTuple_SetItem, vector, i, number)):
                clear_error(c.PyErr_Clear)
                return make_whole_vector(e, c, k, place)
            last[i] = bits[i]
    return True


def make_whole_vector(e, c, k, place):
    """Make an argument of the numbers at a place as a new tuple."""
    n = e.part_length[k]
    numbers, bits, last = view(place, (n,), f8), view(place, (n,), i8), view(e.last[k], (n,), i8)
    vector = new_tuple(c.PyTuple_New, n)
    if vector == 0:
        return False
    for i in range(n):
        number = make_float(c.PyFloat_FromDouble, numbers[i])
        if number == 0 or failed(set_item(c.PyTuple_SetItem, vector, i, number)):
            drop(c.Py_DecRef, vector)
            return False
    if not keep(e, c, k, vector):
        return False
    for i in range(n):
        last[i] = bits[i]
    return True


# ------------------------------------------------------------------------------- the rest in Python


def finish(e, c, block, result, error):
    """Let Python do the rest, and store the number that it returns."""
    outcome = ask(e, c, block, result, error)
    if outcome == 0:
        # An interrupt in the first call, before it could note anything.
        interrupt = caught_error(c, block + WORD * e.width)
        outcome = ask(e, c, block, c.none, interrupt)
        drop(c.Py_DecRef, interrupt)
    words, reals = view(block, (1,), i8), view(block, (1,), f8)
    words[0] = e.bad
    if outcome == 0:
        clear_error(c.PyErr_Clear)
        return
    if e.result == REAL_RESULT:
        real = real_of(c.PyFloat_AsDouble, outcome)
        if not (real == -1.0 and has_failed(c)):
            reals[0] = real
    elif e.result != NOTHING:
        number = integer_of(c.PyLong_AsLongLong, outcome)
        if not (number == -1 and has_failed(c)):
            words[0] = number
    drop(c.Py_DecRef, outcome)


def ask(e, c, block, result, error):
    """Call `finish` of the slot; 0 if it has raised an exception."""
    scratch = block + WORD * e.width
    place = make_int(c.PyLong_FromLongLong, block)
    if place == 0:
        return 0
    arguments = view(scratch, (3,), i8)
    arguments[0], arguments[1], arguments[2] = result, c.none if error == 0 else error, place
    outcome = call_vector(c.PyObject_Vectorcall, e.finish, scratch, 3, 0)
    drop(c.Py_DecRef, place)
    return outcome
