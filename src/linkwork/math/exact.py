"""Exact sums and products of two numbers: the rounded result and its rounding error.

They serve where a small difference of large numbers is divided by the square of the step size.
"""

SPLIT = 134217729.0
"""2**27 + 1: splits a number into two halves of 26 bits (Dekker 1971)."""


def two_sum(a, b):
    """(s, e) with s = a + b rounded and s + e = a + b exactly (Knuth)."""
    s = a + b
    part = s - a
    return s, (a - (s - part)) + (b - part)


def two_product(a, b):
    """(p, e) with p = a b rounded and p + e = a b exactly (Dekker 1971)."""
    p = a * b
    big = SPLIT * a
    a_high = big - (big - a)
    a_low = a - a_high
    big = SPLIT * b
    b_high = big - (big - b)
    b_low = b - b_high
    return p, ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low
