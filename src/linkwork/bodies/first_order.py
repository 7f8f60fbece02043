"""Systems of first order: objects that give the rates of first-order coordinates.

They have the kernels

    residual(table, ..., rates_out)    adds their part of y_t
    jacobian(table, ..., values_out)   adds -cy d(rates)/dy to the rows of y_t

and the pools `rows` and `columns`, the first-order coordinates of each of their matrix entries,
and `slots`, the places of these entries in the matrix.
"""

from __future__ import annotations

from linkwork.core.declare import Item


class FirstOrder(Item):
    """Base of all systems of first order."""

    family = "object"
