"""Kernels write only what they say, allocate nothing, and take their arguments in order."""

import functools
import math

import numpy as np

from linkwork.core.kernels.entry import argument_names, entry
from linkwork.core.kernels.pointer import Pointer
from linkwork.extend.kernel_rules import (
    all_complaints,
    complaints,
    helpers_of,
    with_helpers,
)
from tests.cases import looped

from .pairs import MOTION_KINDS
from .samples import KINDS, loop_over

SHARED = [
    *{
        kernel
        for kind in KINDS
        if getattr(kind, "blocks", None) is not None
        for kernel in (kind.blocks.by_index, kind.blocks.through, kind.blocks.drift)
        if kernel is not None
    },
    *{
        kernel
        for kind in MOTION_KINDS
        for kernel in kind.kernels()
        if "frame" not in argument_names(kernel)  # those that count loads
    },
]
force = Pointer("d", "d")
each_with_kernels = loop_over(kind for kind in KINDS if kind.kernels)


@functools.cache
def helpers_called_by(function):
    return {helper for _, helper in helpers_of(function)}


def reached_by(kernel):
    """The same as `with_helpers`, which is slow where many kernels share helpers."""
    found, waiting = set(), [kernel]
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.add(function)
            waiting += helpers_called_by(function)
    return found


@functools.cache
def faults_of(function, is_kernel):
    """Complaints about a function; many kernels share their helpers."""
    return list(complaints(function, is_kernel))


@each_with_kernels
def test_kernels_keep_the_rule(kind):
    for kernel in kind.kernels.values():
        for function in reached_by(kernel):
            assert faults_of(function, function is kernel) == []


def test_shared_kernels_keep_the_rule():
    assert all_complaints(SHARED) == []
    assert all(reached_by(kernel) == with_helpers(kernel) for kernel in SHARED[:5])


@each_with_kernels
def test_kernels_take_the_table_and_write_something(kind):
    for name, kernel in kind.kernels.items():
        arguments = argument_names(kernel)
        assert name == kernel.__name__
        assert arguments[0] == "table"
        assert arguments[-1].endswith("_out") or name == "guard"  # which returns a status alone
        assert entry(kernel, kind.dtype, kind.own, kind.pools)


@each_with_kernels
def test_helpers_stay_inside_the_package(kind):
    for kernel in kind.kernels.values():
        for function in reached_by(kernel):
            assert function.__module__.startswith("linkwork."), function


def clean(table, markers, t, marker_force_out):
    for i in range(table.size):
        e = table[i]
        first = marker_force_out[e.m0]
        first[0] += force(e.UF, t) * math.sqrt(abs(e.k))
        total = 0.0
        total += max(first[0], markers[e.m0].p[0])
        marker_force_out[e.m1, 0] = -total
    return 0


def writes_the_table(table, t, value_out):
    e = table[0]
    e.k = t
    value_out[0] = t


def writes_an_input(table, markers, value_out):
    markers[0].p[0] = value_out[0]


def writes_through_a_view(table, markers, value_out):
    m0, m1 = value_out, markers[1]
    m0[0] = m1.p[0] = 1.0


def rebinds_an_argument(table, t, value_out):
    t = 2.0
    value_out[0] = t


def _fills(vector_out):
    vector_out[0] = 1.0


def hands_an_input_to_a_writer(table, markers, value_out):
    _fills(markers)


def allocates_an_array(table, value_out):
    work = np.zeros(3)
    value_out[0] = work[0]


def allocates_a_list(table, value_out):
    value_out[0] = max([1.0, 2.0])


def allocates_by_comprehension(table, value_out):
    value_out[0] = max(x for x in table)


def copies(table, value_out):
    value_out[0] = table.copy()[0].k


def has_a_default(table, value_out, factor=1.0):
    value_out[0] = factor


def has_the_table_last(t, table, value_out):
    value_out[0] = table[0].k * t


def writes_first(value_out, table):
    value_out[0] = table[0].k


def takes_any_number(table, *value_out):
    value_out[0][0] = 1.0


def deletes(table, value_out):
    del table


BAD = [
    writes_the_table, writes_an_input, writes_through_a_view, rebinds_an_argument,
    hands_an_input_to_a_writer, allocates_an_array, allocates_a_list, allocates_by_comprehension,
    copies, has_a_default, has_the_table_last, writes_first, takes_any_number, deletes,
]  # fmt: skip


def test_the_rule_accepts_a_clean_kernel():
    assert all_complaints([clean]) == []


@looped("kernel", BAD, ids=lambda kernel: kernel.__name__)
def test_the_rule_finds_what_a_kernel_must_not_do(kernel):
    assert all_complaints([kernel])
