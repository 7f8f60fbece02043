"""Bodies: what has mass or carries markers.

A body gives the points that markers stand on (`point`), its mass, and the kernels

    inertia(table, a, residual_out)          adds M a to the residual
    jacobian(table, ca, slots, values_out)   adds ca M; and, with cq and cv, what follows from the
                                             dependence of M a and of its own forces on the state
    residual(table, q, v, residual_out)      of bodies with forces of their own: subtracts them
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.item import Item, wire_rows
from linkwork.core.kernels.entry import argument_names
from linkwork.core.records import i8
from linkwork.motion.kind import Motion
from linkwork.nodes.node import Node

STATE = frozenset({"q", "v", "t", "markers"})
"""Arguments of kernels by which a mass matrix can depend on the state."""


class Body(Item):
    """Base of all bodies."""

    family = "object"
    stage = 1
    carries_mass = True
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (("first", i8),)
    node_kinds: ClassVar[tuple[type[Node], ...]] = ()
    """Nodes the body can stand on; empty: it has none."""

    couples_coordinates: ClassVar[bool] = False
    """Whether the mass matrix may have entries off the diagonal."""

    forces_of_inertia: ClassVar[bool] = False
    """Whether its own forces are those of its inertia alone, which do no work: what they give is
    what the change of its mass matrix takes."""

    has_points: ClassVar[bool] = True
    """Whether it places points in space that markers can stand on."""

    has_axes: ClassVar[bool] = False
    """Whether it has axes that markers of frames can stand on."""

    nodeNumber: int
    """Of bodies with one node: its number; those with several override `nodes`."""

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        wire_rows(table, model.numbering.object_row)
        names = table.rows.dtype.fields
        if "first" not in names:
            return
        table.rows["first"] = -1
        bodies = [model.items["object"][number] for number in table.numbers]
        if cls.node_kinds:
            nodes = [body.nodes()[0] for body in bodies]
            table.rows["first"] = model.numbering.node_first[nodes]
        if cls.node_kinds and "offset" in names:
            points = (model.places.body_point(number, np.zeros(3)) for number in table.numbers)
            table.rows["offset"] = np.array([point.offset for point in points])

    @classmethod
    def fill_slots(cls, table: Any, slots: Callable[..., np.ndarray], implicit: bool) -> None:
        """Places of the entries between the coordinates of each body."""
        if "slots" in table.own:
            place = cls.coordinates(table)
            rows, columns = np.broadcast_arrays(place[:, :, None], place[:, None, :])
            # one by one: a body may stand on several nodes
            found = slots(rows.reshape(-1), columns.reshape(-1))
            table.own["slots"][:] = found.reshape(rows.shape)

    @classmethod
    def masses_vary(cls, table: Any) -> bool:
        """Whether a mass matrix of a table depends on the state: its kernel asks for it."""
        kernel = cls.kernels.get("jacobian")
        return kernel is not None and not STATE.isdisjoint(argument_names(kernel))

    @classmethod
    def couples(cls, table: Any) -> bool:
        """Whether a mass matrix of a table has entries off the diagonal."""
        return cls.couples_coordinates

    @classmethod
    def coordinates(cls, table: Any) -> np.ndarray:
        """Of each row the coordinates that its matrix `slots` belong to, -1 where held."""
        if "index" in table.rows.dtype.fields:
            return np.asarray(table.rows["index"])
        count = table.own["slots"].shape[1]
        return np.asarray(table.rows["first"][:, None] + np.arange(count))

    @classmethod
    def impossible(cls, table: Any) -> np.ndarray:
        """Rows whose mass and inertia no body can have; `check_complete` of these items tells."""
        return np.zeros(0, i8)

    def nodes(self) -> list[int]:
        return [self.nodeNumber] if self.node_kinds else []

    def misfit(self, node: Node) -> str:
        """What a node of the body should be; empty if it fits."""
        if isinstance(node, self.node_kinds):
            return ""
        return " or ".join(kind.__name__ for kind in self.node_kinds)

    def mass(self) -> float:
        """Mass of the body [kg]."""
        return 0.0

    def centre(self) -> np.ndarray:
        """Local position of its centre of mass [m]."""
        return np.zeros(3)

    def outline(self) -> list[Sequence[float]]:
        """Of bodies that are drawn as a line: local positions of its corners [m]."""
        return []

    def point(self, local: np.ndarray, bases: Sequence[Any]) -> Motion:
        """How the body moves at a local position, given the bases of its nodes."""
        raise TypeError(f"{type(self).__name__} does not tell its points")

    def mass_point(self, bases: Sequence[Any]) -> Motion:
        """How its centre of mass moves: what carries loads in proportion to the mass."""
        return self.point(self.centre(), bases)
