"""Running a list of kernel calls from compiled code."""

from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.records import CALL

STRIDE = CALL.itemsize


def run_calls(calls, address, frame_address):
    """Run a list of kernels; stops at the first nonzero status and returns it."""
    for i in range(calls.size):
        status = call_kernel(calls[i].code, address + i * STRIDE, frame_address)
        if status != 0:
            return status
    return 0
