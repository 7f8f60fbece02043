"""First-order systems: objects that compute the rates of first-order coordinates.

They have the kernels

    residual(table, ..., rates_out)    adds their part of y_t
    jacobian(table, ..., values_out)   adds -cy d(rates)/dy to the rows of y_t

and implement `couplings` and `fill_slots`.
"""

from __future__ import annotations

from typing import Any, ClassVar

from linkwork.core.declare.item import Item
from linkwork.nodes.node import Node


class FirstOrder(Item):
    """Base of all first-order systems."""

    family = "object"
    stage, order = 3, 1
    node_kinds: ClassVar[tuple[type[Node], ...]] = ()
    """Kinds of nodes it can have."""

    def misfit(self, node: Node) -> str:
        """Description of the node that the system needs; empty if this kind is suitable."""
        if isinstance(node, self.node_kinds):
            return ""
        return " or ".join(kind.__name__ for kind in self.node_kinds)

    def output_size(self, variable: Any, number: int, model: Any) -> int:
        return len(model.numbering.object_part(number, "ode1"))

    def nodes(self) -> list[int]:
        raise TypeError(f"{type(self).__name__} does not define its nodes")
