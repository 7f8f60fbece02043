"""Step size of an implicit step: the coefficients that follow from it, and changes of it.

With dq/da = cq and dv/da = cv (`generalized_alpha.py`), constraint rows are divided by cq at
position level and by cv at velocity level, so that the matrix keeps the size of the mass matrix
however small h is.
"""

from __future__ import annotations


def set_coefficients(frame):
    """Coefficients of the matrix for the step size frame.h; old factors are void."""
    h = frame.h
    ratio = (1.0 - frame.alpha_f) / (1.0 - frame.alpha_m)
    frame.cq, frame.cv, frame.ca = h * h * frame.beta * ratio, h * frame.gamma * ratio, 1.0
    frame.cy = 0.5 * h
    frame.factor_valid, frame.excess, frame.zero_pivot = 0, 0.0, 0.0
    if frame.index2 != 0:
        frame.level = 1
        frame.row_scale, frame.row_cq, frame.row_cv = 1.0 / frame.cv, frame.cq / frame.cv, 1.0
    else:
        frame.level = 0
        frame.row_scale, frame.row_cq, frame.row_cv = 1.0 / frame.cq, 1.0, 0.0


def change_step(frame, h, a, alpha_out, first_out, second_out, third_out):
    """Go on with another step size from the present state, without a restart.

    alpha belongs to the time t + (alpha_m - alpha_f) h, so its distance from a is proportional to
    the step size (Arnold, Bruels and Cardona 2015); kept as it is, it would cost an order. The
    backward differences of a cubic polynomial become those of the new spacing.
    """
    r = h / frame.h
    for i in range(a.size):
        alpha_out[i] = a[i] + r * (alpha_out[i] - a[i])
    for i in range(first_out.size):
        d1, d2, d3 = first_out[i], second_out[i], third_out[i]
        slope, bend = d1 + 0.5 * d2 + d3 / 3.0, d2 + d3
        first_out[i] = r * (slope + r * (-0.5 * bend + r * d3 / 6.0))
        second_out[i] = r * r * (bend - r * d3)
        third_out[i] = r * r * r * d3
    frame.h = h
    set_coefficients(frame)
