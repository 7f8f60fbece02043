"""Step size of an implicit step: the coefficients that follow from it, and its changes.

With dq/da = cq and dv/da = cv (`alpha/step.py`), constraint rows are divided by cq at
position level and by cv at velocity level, so that the matrix keeps the magnitude of the mass
matrix, however small h is.
"""

from __future__ import annotations

from linkwork.core.records import f8, i8, record

METHOD = record(
    ("alpha_m", f8), ("alpha_f", f8), ("beta", f8), ("gamma", f8),
    ("known", i8), ("order", i8),
)  # fmt: skip
"""Parameters of generalized-alpha, number of accelerations known to its predictor, and the order
of the predictor in use."""

MAX_ORDER = 4
"""Highest order of the predictor."""


def set_coefficients(frame, alpha_m, alpha_f, beta, gamma):
    """Set the coefficients of the matrix for the step size frame.h; old factors are void."""
    h, ratio = frame.h, (1.0 - alpha_f) / (1.0 - alpha_m)
    frame.cq, frame.cv, frame.ca = h * h * beta * ratio, h * gamma * ratio, 1.0
    frame.cy = 0.5 * h
    frame.factor_valid, frame.excess, frame.zero_pivot = 0, 0.0, 0.0
    if frame.index2 != 0:
        frame.level = 1
        frame.row_scale, frame.row_cq, frame.row_cv = 1.0 / frame.cv, frame.cq / frame.cv, 1.0
    else:
        frame.level = 0
        frame.row_scale, frame.row_cq, frame.row_cv = 1.0 / frame.cq, 1.0, 0.0


def orders(differences):
    """Backward differences of order 1, 2, 3 and 4."""
    block = differences.size // MAX_ORDER
    return (
        differences[:block], differences[block : 2 * block],
        differences[2 * block : 3 * block], differences[3 * block :],
    )  # fmt: skip


def change_step(frame, a, method, alpha, differences):
    """Continue with the step size frame.h_wanted from the present state, without a restart.

    alpha is the value at time t + (alpha_m - alpha_f) h, so its distance from a is proportional to
    the step size (Arnold, Bruels and Cardona 2015); keeping it would cost an order. The backward
    differences of a polynomial become those of the new spacing; its order is as high as the steps
    since the last restart allow, at most 4.
    """
    r, known = frame.h_wanted / frame.h, method[0].known
    if r != 1.0:
        first, second, third, fourth = orders(differences)
        for i in range(a.size):
            alpha[i] = a[i] + r * (alpha[i] - a[i])
        for i in range(first.size):
            d1 = first[i]
            d2 = second[i] if known > 1 else 0.0
            d3 = third[i] if known > 2 else 0.0
            d4 = fourth[i] if known > 3 else 0.0
            slope, bend = d1 + 0.5 * d2 + d3 / 3.0 + 0.25 * d4, d2 + d3 + 11.0 / 12.0 * d4
            twist = d3 + 1.5 * d4
            first[i] = r * (slope + r * (-0.5 * bend + r * (twist / 6.0 - r * d4 / 24.0)))
            second[i] = r * r * (bend + r * (-twist + r * 7.0 / 12.0 * d4))
            third[i] = r * r * r * (twist - 1.5 * r * d4)
            fourth[i] = r * r * r * r * d4
    frame.h = frame.h_wanted
    m = method[0]
    set_coefficients(frame, m.alpha_m, m.alpha_f, m.beta, m.gamma)
    return 0
