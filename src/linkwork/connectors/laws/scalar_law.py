"""User functions of one displacement and its rate, and their derivatives by differences."""

from __future__ import annotations

from linkwork.core.kernels.pointer import Pointer
from linkwork.math.differences import CENTRAL, USUAL, difference_step, is_rounded_off, larger_step

scalar_force = Pointer("d", "dqddddd")
"""UF(t, itemNumber, u, w, k, d, offset) through its address; NaN when it failed."""


def force_slope(UF, t, number, u, w, k, d, offset, size):
    """df/du of the user function; size -- of the coordinates whose difference is u."""
    limit = CENTRAL * max(size, USUAL)
    du = difference_step(u, size, limit)
    plus = scalar_force(UF, t, number, u + du, w, k, d, offset)
    minus = scalar_force(UF, t, number, u - du, w, k, d, offset)
    while is_rounded_off(abs(plus - minus), abs(plus) + abs(minus), du, limit):
        du = larger_step(du, limit)
        plus = scalar_force(UF, t, number, u + du, w, k, d, offset)
        minus = scalar_force(UF, t, number, u - du, w, k, d, offset)
    return (plus - minus) / (2.0 * du)


def rate_slope(UF, t, number, u, w, k, d, offset, size):
    """df/dw of the user function; size -- of the velocities whose difference is w."""
    limit = CENTRAL * max(size, USUAL)
    dw = difference_step(w, size, limit)
    plus = scalar_force(UF, t, number, u, w + dw, k, d, offset)
    minus = scalar_force(UF, t, number, u, w - dw, k, d, offset)
    while is_rounded_off(abs(plus - minus), abs(plus) + abs(minus), dw, limit):
        dw = larger_step(dw, limit)
        plus = scalar_force(UF, t, number, u, w + dw, k, d, offset)
        minus = scalar_force(UF, t, number, u, w - dw, k, d, offset)
    return (plus - minus) / (2.0 * dw)
