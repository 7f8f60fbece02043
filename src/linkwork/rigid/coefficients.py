"""Coefficients of the tangent maps of rotations, functions of the angle phi [rad].

    c2 = (1 - cos phi) / phi^2          T    = I - c2 Omega~ + c3 Omega~^2
    c3 = (phi - sin phi) / phi^3
    c4 = (1 - phi/2 cot(phi/2)) / phi^2   T^-1 = I + Omega~/2 + c4 Omega~^2
    d2, d3, d4 = (dc/dphi) / phi        slopes, for the tangent maps of rigid motions

The closed forms are differences of nearly equal numbers at small angles: 1e-16 / phi^2 of them is
lost, and more of their slopes. With f_k = 1/k! - phi^2/(k+2)! + phi^4/(k+4)! - ..., i.e. c2 = f_2
and c3 = f_3, up to SERIES_UP_TO all of them come from the series of f_k, and c4 and d4 from c2, its
slope d2 and the slope e2 of d2:

    c4 = -d2 / (2 c2),   d4 = (d2^2 - c2 e2) / (2 c2^2)
"""

from __future__ import annotations

import math

SERIES_UP_TO = 2.0
"""Largest angle of the series [rad]; beyond it the closed forms have 15 digits."""

TERMS = 14

F3 = [(-1) ** n / math.factorial(2 * n + 3) for n in range(TERMS)]
D2 = [(-1) ** n * 2 * n / math.factorial(2 * n + 2) for n in range(1, TERMS)]
D3 = [(-1) ** n * 2 * n / math.factorial(2 * n + 3) for n in range(1, TERMS)]
E2 = [(-1) ** n * 4 * n * (n - 1) / math.factorial(2 * n + 2) for n in range(2, TERMS)]


def sinc(phi: float) -> float:
    """sin(phi) / phi"""
    return math.sin(phi) / phi if phi != 0.0 else 1.0


def c2(phi: float) -> float:
    return 0.5 * sinc(0.5 * phi) ** 2


def c3(phi: float) -> float:
    if abs(phi) <= SERIES_UP_TO:
        return _sum(F3, phi)
    return (phi - math.sin(phi)) / phi**3


def c4(phi: float) -> float:
    """Infinite at multiples of 2 pi, where T has no inverse."""
    return -d2(phi) / (2.0 * c2(phi))


def d2(phi: float) -> float:
    if abs(phi) <= SERIES_UP_TO:
        return _sum(D2, phi)
    return (sinc(phi) - 2.0 * c2(phi)) / phi**2


def d3(phi: float) -> float:
    if abs(phi) <= SERIES_UP_TO:
        return _sum(D3, phi)
    return (c2(phi) - 3.0 * c3(phi)) / phi**2


def d4(phi: float) -> float:
    """Infinite at multiples of 2 pi, as c4."""
    return (d2(phi) ** 2 - c2(phi) * _e2(phi)) / (2.0 * c2(phi) ** 2)


def _e2(phi: float) -> float:
    if abs(phi) <= SERIES_UP_TO:
        return _sum(E2, phi)
    d1 = (math.cos(phi) - sinc(phi)) / phi**2
    return (d1 - 4.0 * d2(phi)) / phi**2


def _sum(coefficients: list[float], phi: float) -> float:
    """Sum of coefficients times powers of phi^2."""
    z, total = phi * phi, 0.0
    for coefficient in reversed(coefficients):
        total = total * z + coefficient
    return total
