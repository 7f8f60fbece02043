"""Loops of generalized-alpha over many coordinates, a few arrays at a time.

A loop is vectorized only if the compiler can check before it that its arrays do not overlap, and
it does so for a handful of pairs. So what is one loop for few coordinates is split into several
here, with the same arithmetic; x serves as memory in between.
"""

from __future__ import annotations

from linkwork.math.exact import two_sum


def extrapolate(weights, first, second, third, fourth, a_out):
    """a += w0 first + w1 second + w2 third + w3 fourth"""
    w0, w1, w2, w3 = weights
    for i in range(a_out.size):
        a_out[i] = a_out[i] + (w0 * first[i] + w1 * second[i] + w2 * third[i] + w3 * fourth[i])


def algorithmic(new, old, before, divisor, a, a_old, alpha, end_out):
    """end = (new a + old a_old - before alpha) divisor, which may be alpha itself."""
    for i in range(a.size):
        end_out[i] = (new * a[i] + old * a_old[i] - before * alpha[i]) * divisor


def move(h, beta, gamma, alpha, end, q_out, q_low_out, v_out):
    """q and v of a step from algorithmic accelerations at its start and end."""
    for i in range(alpha.size):
        way = h * (v_out[i] + h * ((0.5 - beta) * alpha[i] + beta * end[i]))
        q_out[i], q_low_out[i] = two_sum(q_out[i], way + q_low_out[i])
    for i in range(alpha.size):
        v_out[i] = v_out[i] + h * ((1.0 - gamma) * alpha[i] + gamma * end[i])


def change(cq, cv, x, q_out, q_low_out, v_out, a_out):
    """Apply an update x of the accelerations."""
    for i in range(a_out.size):
        a_out[i] += x[i]
    for i in range(a_out.size):
        v_out[i] += cv * x[i]
    for i in range(a_out.size):
        q_out[i], q_low_out[i] = two_sum(q_out[i], cq * x[i] + q_low_out[i])


def shift(values, old, keep, first_out, second_out, third_out, fourth_out, difference_out):
    """Compute new backward differences of values that were `old` before; keep -- see `finisher`."""
    for i in range(values.size):
        difference_out[i] = values[i] - old[i]
    for i in range(values.size):
        second = difference_out[i] - first_out[i]
        third = second - second_out[i]
        fourth_out[i] = keep * (third - third_out[i])
        second_out[i], third_out[i] = second, third
    for i in range(values.size):
        first_out[i] = difference_out[i]
