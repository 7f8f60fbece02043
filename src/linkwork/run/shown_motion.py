"""Velocities and accelerations of a Stepper as they are declared, while its run composes rotations.

The run holds angular velocities in place of the rates of Euler parameters (`model/composition.py`).
A compiled call converts them after each call of `step`, so that views of the arrays stay current.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.records import CALL, f8, i8
from linkwork.math.euler_parameters import rates, second_rates
from linkwork.math.vec3 import three
from linkwork.model.data import Data, entry_of, fill_calls

SHOWN = {"turned_first": i8, "shown_v": f8, "shown_a": f8}
"""Memory of the kernel."""


def express_motion(q, v, a, reference, turned_first, shown_v_out, shown_a_out):
    """Write v and a with rates of Euler parameters; turned_first -- where these begin."""
    for i in range(v.size):
        shown_v_out[i], shown_a_out[i] = v[i], a[i]
    for i in range(turned_first.size):
        k = turned_first[i]
        theta = (
            reference[k] + q[k], reference[k + 1] + q[k + 1], reference[k + 2] + q[k + 2],
            reference[k + 3] + q[k + 3],
        )  # fmt: skip
        w, w_t = three(v, k), three(a, k)
        rate, second = rates(theta, w), second_rates(theta, w, w_t)
        for r in range(4):
            shown_v_out[k + r], shown_a_out[k + r] = rate[r], second[r]


class ShownMotion:
    """Converted velocities and accelerations of the present state.

    velocities, accelerations -- arrays that `update` writes
    """

    def __init__(self, data: Data) -> None:
        self.velocities, self.accelerations = np.zeros_like(data["v"]), np.zeros_like(data["a"])
        self._pools = {
            "turned_first": data.composition.firsts,
            "shown_v": self.velocities,
            "shown_a": self.accelerations,
        }
        self._call, self._frame = np.zeros(1, CALL), data.address
        fill_calls(self._call, [self._pools])
        self._function = call_kernel.ctype(address_of(entry_of(express_motion, self._pools)))
        self._address = self._call.ctypes.data
        self.update()

    def update(self) -> None:
        """Convert the present state."""
        self._function(self._address, self._frame)
