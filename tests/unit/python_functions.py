"""Python functions as compiled code calls them: addresses, work memory, compiled loops."""

import contextlib

import numpy as np

from linkwork.core.declare.function_kinds import ArrayFunction
from linkwork.core.functions.user_functions import callback_address
from linkwork.core.kernels.callbacks import NumberCallback, address_of_callback, release
from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.pointer import Pointer

REALS, REAL, INTEGER = Pointer("d", "dq"), Pointer("d", "d"), Pointer("q", "d")
NAMES = ("mbs", "t", "itemNumber", "q", "q_t")
VECTOR = ArrayFunction(NAMES, inputs=("vector", "vector"))
MATRIX = ArrayFunction(NAMES, inputs=("vector", "vector"), result="matrix")
NUMBER = ArrayFunction(NAMES, inputs=("vector", "vector"), result="number")
array_pointer = VECTOR.pointer
OFTEN, WORK_OFTEN = Pointer("d", "qq"), Pointer("q", "qqqqq")


def _often(address, count):
    total = 0.0
    for i in range(count):
        total += REALS(address, 0.5 * i, i)
    return total


def _work_often(address, work, n, m, count):
    failures = 0
    for i in range(count):
        failures += array_pointer(address, work, n, m, 0.5 * i, i) != 0
    return failures


def sum_of_calls(address, count):
    """Sum of the results of f(t, number) in a compiled loop."""
    return OFTEN(address_of(_often, OFTEN), address, count)


@contextlib.contextmanager
def number_function(function, pointer=REALS, bound=(), **more):
    """Address of a function of numbers."""
    address = address_of_callback(NumberCallback(function, pointer, bound, **more))
    try:
        yield address
    finally:
        release(address)


class Work:
    """A user function of two vectors, called by hand or by a compiled loop; n, m -- lengths."""

    def __init__(self, function, kind=VECTOR, n=2, m=2, **more):
        self.kind, self.n, self.m = kind, n, m
        self.work = np.zeros(kind.work_size(n, m))
        self.address = callback_address(kind, function, "mbs", "item 7", **more)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        release(self.address)

    def arguments(self, t=0.25):
        """Those of the pointer."""
        return self.work.ctypes.data, self.n, self.m, t, 7

    def run(self, inputs=(), t=0.25):
        """Status of a call."""
        self.work[: len(inputs)] = inputs
        return array_pointer.ctype(self.address)(*self.arguments(t))

    def often(self, count):
        """Number of failed calls."""
        code = address_of(_work_often, WORK_OFTEN)
        return WORK_OFTEN(code, self.address, self.work.ctypes.data, self.n, self.m, count)

    def result(self):
        start = self.kind.places(self.n, self.m)[1].start
        return self.work[start : start + self.kind.result_size(self.n, self.m)].tolist()
