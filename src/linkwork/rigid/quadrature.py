"""Gauss and Lobatto integration over an interval, exact for polynomials of odd orders."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from linkwork.core.declare.values import real
from linkwork.rigid.checks import number, refuse

__all__ = [
    "GaussIntegrate",
    "LobattoIntegrate",
    "gaussIntegrationPoints",
    "gaussIntegrationWeights",
    "lobattoIntegrationPoints",
    "lobattoIntegrationWeights",
]


def _mirrored(middle: list[float], right: list[float], sign: float) -> list[float]:
    """A symmetric row of numbers; sign -- of those on the left."""
    return [*(sign * value for value in reversed(right)), *middle, *right]


_R = math.sqrt
_FOUR = [_R(3 / 7 - 2 / 7 * _R(6 / 5)), _R(3 / 7 + 2 / 7 * _R(6 / 5))]
_FIVE = [_R(5 - 2 * _R(10 / 7)) / 3, _R(5 + 2 * _R(10 / 7)) / 3]

gaussIntegrationPoints = [
    [0.0],
    _mirrored([], [_R(1 / 3)], -1.0),
    _mirrored([0.0], [_R(3 / 5)], -1.0),
    _mirrored([], _FOUR, -1.0),
    _mirrored([0.0], _FIVE, -1.0),
]
"""Points in [-1, 1] of one to five evaluations, exact up to the orders 1, 3, 5, 7, 9."""

gaussIntegrationWeights = [
    [2.0],
    [1.0, 1.0],
    _mirrored([8 / 9], [5 / 9], 1.0),
    _mirrored([], [(18 + _R(30)) / 36, (18 - _R(30)) / 36], 1.0),
    _mirrored([128 / 225], [(322 + 13 * _R(70)) / 900, (322 - 13 * _R(70)) / 900], 1.0),
]

lobattoIntegrationPoints = [
    [-1.0, 1.0],
    [-1.0, 0.0, 1.0],
    _mirrored([], [_R(1 / 5), 1.0], -1.0),
]
"""Points in [-1, 1], its ends included, of two to four evaluations: orders 1, 3, 5."""

lobattoIntegrationWeights = [
    [1.0, 1.0],
    [1 / 3, 4 / 3, 1 / 3],
    [1 / 6, 5 / 6, 5 / 6, 1 / 6],
]


def GaussIntegrate(
    functionOfX: Callable[[float], Any], integrationOrder: int, a: float, b: float
) -> Any:
    """Integral of a function from a to b by Gauss's rule.

    functionOfX -- returns a number or an array
    integrationOrder -- 1, 3, 5, 7 or 9: polynomials up to this degree are integrated exactly
    """
    row = _row("GaussIntegrate", integrationOrder, len(gaussIntegrationPoints))
    points, weights = gaussIntegrationPoints[row], gaussIntegrationWeights[row]
    return _integral("GaussIntegrate", functionOfX, points, weights, a, b)


def LobattoIntegrate(
    functionOfX: Callable[[float], Any], integrationOrder: int, a: float, b: float
) -> Any:
    """Integral of a function from a to b by Lobatto's rule, which evaluates both ends.

    functionOfX -- returns a number or an array
    integrationOrder -- 1, 3 or 5: polynomials up to this degree are integrated exactly
    """
    row = _row("LobattoIntegrate", integrationOrder, len(lobattoIntegrationPoints))
    points, weights = lobattoIntegrationPoints[row], lobattoIntegrationWeights[row]
    return _integral("LobattoIntegrate", functionOfX, points, weights, a, b)


def _row(function: str, order: int, count: int) -> int:
    """Row of the tables for an order."""
    value = real(order)
    orders = [2 * row + 1 for row in range(count)]
    if value not in orders:
        wants = "one of the orders " + ", ".join(map(str, orders))
        raise refuse(function, "integrationOrder", wants, order)
    return orders.index(int(value))


def _integral(
    function: str,
    of_x: Callable[[float], Any],
    points: list[float],
    weights: list[float],
    a: float,
    b: float,
) -> Any:
    start, end = number(function, "a", a), number(function, "b", b)
    middle, half = 0.5 * (start + end), 0.5 * (end - start)
    return sum(half * w * of_x(middle + half * x) for x, w in zip(points, weights, strict=True))
