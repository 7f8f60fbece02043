"""Systems of first order: objects that give the rates of first-order coordinates.

They have the kernels

    residual(table, ..., rates_out)    adds their part of y_t
    jacobian(table, ..., values_out)   adds -cy d(rates)/dy to the rows of y_t

and tell their `couplings` and `fill_slots`.
"""

from __future__ import annotations

from typing import ClassVar

from linkwork.core.declare import Item
from linkwork.nodes.node import Node


class FirstOrder(Item):
    """Base of all systems of first order."""

    family = "object"
    node_kinds: ClassVar[tuple[type[Node], ...]] = ()
    """Nodes it can stand on."""

    def misfit(self, node: Node) -> str:
        """What a node of the system should be; empty if it fits."""
        if isinstance(node, self.node_kinds):
            return ""
        return " or ".join(kind.__name__ for kind in self.node_kinds)

    def nodes(self) -> list[int]:
        """Numbers of the nodes it stands on."""
        raise TypeError(f"{type(self).__name__} does not tell its nodes")
