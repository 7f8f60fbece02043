"""Running a list of kernel calls from compiled code."""

from linkwork.core.kernels.pointer import call_kernel, view
from linkwork.core.records import CALL

STRIDE = CALL.itemsize


def run_calls(first, count, frame_address):
    """Run a list of kernels; stops at the first nonzero status and returns it.

    first -- address of the list; count -- its length. Numbers are compiled faster than an array
    """
    calls = view(first, (count,), CALL)
    for i in range(count):
        status = call_kernel(calls[i].code, first + i * STRIDE, frame_address)
        if status != 0:
            return status
    return 0
