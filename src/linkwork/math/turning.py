"""Sine and cosine of an angle together with their rounding errors.

Implicit solvers divide the equations of joints by the square of the step size: with plain sines a
joint force has errors of 1e-16 m / h^2 times a mass. The angle is reduced to the nearest of STEPS
parts of a turn, whose sine and cosine are stored as two numbers each; short series add the
remainder. The results are accurate to about 1e-20 and take as long as a sine and a cosine of the C
library.
"""

from __future__ import annotations

import functools
import math

import numpy as np

from linkwork.math.exact import two_product, two_sum

STEPS = 256
PI = "3.14159265358979323846264338327950288419716939937511"
"""More digits than the table of sines needs."""

STEP = math.tau / STEPS
STEP_LOW = -math.sin(math.tau) / STEPS  # of 2 pi, what tau leaves out
PER_STEP = STEPS / (2.0 * math.pi)

LARGEST = 1.0e9
"""Beyond this angle [rad], and for NaN, plain sine and cosine are used: there the rounding of the
angle dominates."""


@functools.cache
def turn_grid() -> np.ndarray:
    """(sine, its rounding error, cosine, its rounding error) of STEPS angles of a turn."""
    from decimal import Decimal, localcontext  # takes a while to load, and only angles need it

    rows = np.zeros((STEPS, 4))
    with localcontext() as context:
        context.prec = 45
        step = 2 * Decimal(PI) / STEPS
        sine, cosine, term = Decimal(0), Decimal(0), Decimal(1)
        for k in range(0, 24, 2):
            cosine += term
            sine += term * step / (k + 1)
            term *= -step * step / ((k + 1) * (k + 2))
        s, c = Decimal(0), Decimal(1)
        for row in rows:
            row[0], row[2] = float(s), float(c)
            row[1], row[3] = float(s - Decimal(row[0])), float(c - Decimal(row[2]))
            s, c = s * cosine + c * sine, c * cosine - s * sine
    return rows


def sine_and_cosine(angle, low, grid):
    """(sine, low part, cosine, low part) of angle + low."""
    if not abs(angle) < LARGEST:
        return math.sin(angle), 0.0, math.cos(angle), 0.0
    k = math.floor(angle * PER_STEP + 0.5)
    whole, whole_low = two_product(float(k), STEP)
    r, rest = two_sum(angle, -whole)
    r, rest = two_sum(r, rest + (low - whole_low - k * STEP_LOW))
    z = r * r
    # sin r - r and cos r - 1
    sine = rest + r * z * (-1.0 / 6.0 + z * (1.0 / 120.0 - z / 5040.0))
    cosine = z * (-0.5 + z * (1.0 / 24.0 + z * (-1.0 / 720.0 + z / 40320.0))) - r * rest
    near = grid[int(k) % STEPS]
    along, along_low = two_product(near[2], r)
    s, s_low = two_sum(near[0], along)
    s_low += along_low + near[1] + near[3] * r + near[0] * cosine + near[2] * sine
    along, along_low = two_product(near[0], -r)
    c, c_low = two_sum(near[2], along)
    c_low += along_low + near[3] - near[1] * r + near[2] * cosine - near[0] * sine
    s, s_low = two_sum(s, s_low)
    c, c_low = two_sum(c, c_low)
    return s, s_low, c, c_low


def turned(x, y, sine, sine_low, cosine, cosine_low):
    """(x, y) turned by an angle: (x, its rounding error, y, its rounding error)."""
    first, first_low = two_product(cosine, x)
    second, second_low = two_product(sine, -y)
    along, rest = two_sum(first, second)
    along_low = rest + first_low + second_low + cosine_low * x - sine_low * y
    first, first_low = two_product(sine, x)
    second, second_low = two_product(cosine, y)
    across, rest = two_sum(first, second)
    return along, along_low, across, rest + first_low + second_low + sine_low * x + cosine_low * y


def dot_of(a, b):
    """a . b rounded once, of vectors (x, its rounding error, y, its rounding error)."""
    first, first_low = two_product(a[0], b[0])
    second, second_low = two_product(a[2], b[2])
    along, rest = two_sum(first, second)
    rest += first_low + second_low
    return along + (rest + a[0] * b[1] + a[1] * b[0] + a[2] * b[3] + a[3] * b[2])
