"""Weights of the quintic polynomial that matches position, velocity, acceleration at both ends.

With s from 0 to 1 over a step h, and d = q_1 - q_0,

    q   = q_0 + e d + h (v0 v_0 + v1 v_1) + h^2 (a0 a_0 + a1 a_1)
    q'  = e d / h + v0 v_0 + v1 v_1 + h (a0 a_0 + a1 a_1)              weights of the rate
    q'' = (e d / h + v0 v_0 + v1 v_1) / h + a0 a_0 + a1 a_1            weights of the second rate

Each function returns the weights (e, v0, v1, a0, a1) of one of these rows.
"""

from __future__ import annotations


def place_weights(s):
    """Weights of q."""
    r = 1.0 - s
    end = s**3 * (10.0 + s * (6.0 * s - 15.0))
    v_0, v_1 = s + s**3 * (s * (8.0 - 3.0 * s) - 6.0), s**3 * (s * (7.0 - 3.0 * s) - 4.0)
    return end, v_0, v_1, 0.5 * s**2 * r**3, 0.5 * s**3 * r**2


def rate_weights(s):
    """Weights of q'."""
    end = 30.0 * s**2 * (1.0 - s) ** 2
    v_0 = 1.0 + s**2 * (s * (32.0 - 15.0 * s) - 18.0)
    v_1 = s**2 * (s * (28.0 - 15.0 * s) - 12.0)
    return end, v_0, v_1, s + s**2 * (s * (6.0 - 2.5 * s) - 4.5), s**2 * (1.5 + s * (2.5 * s - 4.0))


def second_rate_weights(s):
    """Weights of q''."""
    end = 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s)
    v_0, v_1 = s * (s * (96.0 - 60.0 * s) - 36.0), s * (s * (84.0 - 60.0 * s) - 24.0)
    return end, v_0, v_1, 1.0 + s * (s * (18.0 - 10.0 * s) - 9.0), s * (3.0 + s * (10.0 * s - 12.0))
