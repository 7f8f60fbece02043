"""Bodies: items that have mass or carry markers.

A body provides the points that markers are attached to (`point`), its mass, and the kernels

    inertia(table, a, residual_out)          adds M a to the residual
    jacobian(table, ca, slots, values_out)   adds ca M; and, with cq and cv, the derivatives of M a
                                             and of internal forces with respect to the state
    residual(table, q, v, residual_out)      subtracts internal forces, if the body has any
    elastic(table, q, v, residual_out)       the same without forces of inertia, which do no net
                                             work, if the internal forces contain some
    reduce_block, solve_block                factors of M, and solutions with them, of a body that
                                             has a faster way than a matrix (`solves_blocks`)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.item import Item, wire_rows
from linkwork.core.declare.item_list import Members
from linkwork.core.kernels.entry import argument_names
from linkwork.core.records import i8
from linkwork.motion.kind import Motion
from linkwork.motion.mesh import Mesh
from linkwork.nodes.node import Node

STATE = frozenset({"q", "v", "t", "markers"})
"""Kernel arguments through which a mass matrix can depend on the state."""


class Body(Item):
    """Base of all bodies."""

    family = "object"
    stage = 1
    carries_mass = True
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (("first", i8),)
    node_kinds: ClassVar[tuple[type[Node], ...]] = ()
    """Kinds of nodes the body can have; empty: it has none."""

    couples_coordinates: ClassVar[bool] = False
    """Whether the mass matrix may have entries off the diagonal."""

    forces_of_inertia: ClassVar[bool] = False
    """Whether its internal forces are inertia forces only. These do no net work: their power
    balances the rate of change of the mass matrix in the kinetic energy."""

    has_points: ClassVar[bool] = True
    """Whether it has points in space that markers can be attached to."""

    has_axes: ClassVar[bool] = False
    """Whether it has axes, which markers of frames need."""

    is_super_element: ClassVar[bool] = False
    """Whether it has mesh nodes, which markers and sensors of super elements refer to."""

    has_links: ClassVar[bool] = False
    """Whether it has links, which markers and sensors of kinematic trees refer to."""

    shares_nodes: ClassVar[bool] = False
    """Whether it is a piece of something longer, whose pieces meet at common nodes."""

    is_open: ClassVar[bool] = False
    """Whether material enters and leaves it, so that forces do work without moving its points."""

    nodeNumber: int
    """Number of the node of a body with one node; bodies with several override `nodes`."""

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        wire_rows(table, model.numbering.object_row)
        names = table.rows.dtype.fields
        if "first" not in names:
            return
        table.rows["first"] = -1
        if cls.node_kinds:
            nodes = table.column("nodeNumber") if cls.nodes is Body.nodes else None
            if nodes is None:
                nodes = [body.nodes()[0] for body in table.members.items()]
            table.rows["first"] = model.numbering.node_first[nodes]
            if "first_pose" in names:
                table.rows["first_pose"] = model.numbering.first_pose[nodes]
        if cls.node_kinds and "offset" in names:
            table.rows["offset"] = model.places.body_offsets(table.members)

    @classmethod
    def fill_slots(cls, table: Any, slots: Callable[..., np.ndarray], implicit: bool) -> None:
        """Places of the entries between the coordinates of each body."""
        if "slots" in table.own:
            place = cls.coordinates(table)
            table.own["slots"][:] = slots(place[:, :, None], place[:, None, :])

    @classmethod
    def masses_vary(cls, table: Any) -> bool:
        """Whether a mass matrix of a table depends on the state: its kernel has it as argument."""
        kernel = cls.kernels.get("jacobian")
        return kernel is not None and not STATE.isdisjoint(argument_names(kernel))

    @classmethod
    def couples(cls, table: Any) -> bool:
        """Whether a mass matrix of a table has entries off the diagonal."""
        return cls.couples_coordinates

    @classmethod
    def solves_blocks(cls, table: Any) -> bool:
        """Whether it can solve equations with its mass matrix itself (`linear/own_blocks.py`)."""
        return False

    @classmethod
    def coordinates(cls, table: Any) -> np.ndarray:
        """Coordinates of the matrix `slots` of each row, -1 where held."""
        if "index" in table.rows.dtype.fields:
            return np.asarray(table.rows["index"])
        count = table.own["slots"].shape[1]
        return np.asarray(table.rows["first"][:, None] + np.arange(count))

    @classmethod
    def impossible(cls, table: Any) -> np.ndarray:
        """Rows with impossible mass and inertia; `check_complete` of these items reports them."""
        return np.zeros(0, i8)

    def nodes(self) -> list[int]:
        return [self.nodeNumber] if self.node_kinds else []

    def misfit(self, node: Node) -> str:
        """Description of the node that the body needs; empty if this kind of node is suitable.

        It depends on the kinds alone; `check_sizes` looks at values.
        """
        if isinstance(node, self.node_kinds):
            return ""
        return " or ".join(kind.__name__ for kind in self.node_kinds)

    def mass(self) -> float:
        """Mass of the body [kg]."""
        return 0.0

    @classmethod
    def masses(cls, group: Members) -> Any:
        """Masses of all bodies of this kind [kg]."""
        return [body.mass() for body in group.items()]

    def gyration(self) -> float:
        """Largest radius of gyration about its reference point [m]; 0 if it has none."""
        return 0.0

    def center(self) -> np.ndarray:
        """Local position of its center of mass [m]."""
        return np.zeros(3)

    def outline(self) -> list[Sequence[float]]:
        """Local positions of the corners of a body that is drawn as a line [m]."""
        return []

    def refused_place(self, local: np.ndarray) -> str:
        """Why a local position is not one of the body; empty if it is."""
        return ""

    def point(self, local: np.ndarray, bases: Sequence[Any]) -> Motion:
        """How the body moves at a local position, given the bases of its nodes."""
        raise TypeError(f"{type(self).__name__} does not define its points")

    def mesh_size(self, items: Any) -> int:
        """Number of mesh nodes of a super element; items -- those of the system by family."""
        return 0

    def mesh_target(self, target: Any) -> Any:
        """What a sensor at a mesh node of a super element records."""
        return target._replace(family="object")

    def mesh_motion(self, mesh: Mesh, bases: Sequence[Any]) -> Motion:
        """How a weighted mean of mesh nodes of a super element moves."""
        raise TypeError(f"{type(self).__name__} does not have mesh nodes")

    def link_count(self) -> int:
        """Number of links of a kinematic tree."""
        return 0

    def link_motion(self, number: int, link: int, local: Any, bases: Sequence[Any]) -> Motion:
        """How a link of a kinematic tree moves at a local position.

        number -- of the tree; bases -- of its nodes, as (base, reference coordinates) each
        """
        raise TypeError(f"{type(self).__name__} does not have links")

    @classmethod
    def follows_node(cls) -> bool:
        """Whether its point at a local position is that of its node, moved by this position.

        Its center of mass is at the local position 0 then.
        """
        return False

    def mass_point(self, bases: Sequence[Any]) -> Motion:
        """How its center of mass moves, which carries mass-proportional loads."""
        return self.point(self.center(), bases)
