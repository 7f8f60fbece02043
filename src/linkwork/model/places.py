"""Motions of nodes and bodies: how their points and frames move with the coordinates."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.core.declare.item_list import FEW, ItemList, Members
from linkwork.core.errors import ParameterError
from linkwork.core.overflows import overflows_unnoticed
from linkwork.motion.kind import Motion
from linkwork.motion.mesh import Mesh
from linkwork.motion.point import Point, Points
from linkwork.nodes.node import Node


class Places:
    """Motions of nodes and bodies; markers resolve themselves through it (`markers/marker.py`)."""

    def __init__(self, numbering: Any) -> None:
        """numbering -- a Numbering, or its replacement before a system is assembled."""
        self.numbering, self.items = numbering, numbering.items

    @functools.cached_property
    def node_points(self) -> Points:
        """Points of all nodes that follow their coordinates by index."""
        nodes: ItemList = self.items["node"]
        found = Points.none(len(nodes))
        found.first[:] = self.numbering.node_first[:-1]
        for group in nodes.by_kind().values():
            kind: Any = group.kind
            offsets = kind.points(group)
            if offsets is not None:
                found.there[group.numbers], found.offset[group.numbers] = True, offsets
                found.dimension[group.numbers] = kind.coordinates
        return found

    @functools.cached_property
    def _body_points(self) -> Points:
        """Points of the nodes of all bodies that follow these."""
        objects: ItemList = self.items["object"]
        found = Points.none(len(objects))
        for kind, group in objects.by_kind().items():
            if issubclass(kind, Body) and kind.follows_node():
                found.put(group.numbers, self.node_points.of(group.column("nodeNumber")))
        return found

    def body_points(self, numbers: np.ndarray, local: np.ndarray) -> Points:
        """The same as `body_point` of many bodies, where their points move by index.

        local -- a local position, or one for each of them
        """
        found = self._body_points.of(numbers)
        with overflows_unnoticed():
            return found._replace(offset=found.offset + local)

    def body_offsets(self, group: Members) -> np.ndarray:
        """Positions of the origins of bodies of one kind at zero displacement [m]."""
        origin = np.zeros(3)
        if len(group) < FEW:
            found = Points.none(len(group))
        else:
            found = self.body_points(group.numbers, origin)
        for row in np.flatnonzero(~found.there).tolist():
            found.offset[row] = self.body_point(int(group.numbers[row]), origin).offset
        return found.offset

    def coordinate_points(self, nodes: np.ndarray, coordinates: np.ndarray) -> Points:
        """The same as `coordinate_point` of many nodes, where coordinates are neither held nor
        composed."""
        codes, kinds = self.items["node"].kind_codes()
        kinds_of_nodes: list[Any] = kinds
        plain = [
            k.place_of is Node.place_of and not k.is_ground and not k.composed
            for k in kinds_of_nodes
        ]
        found = Points.none(len(nodes))
        found.there[:], found.dimension[:] = np.array(plain, bool)[codes[nodes]], 1
        found.first[:] = self.numbering.node_first[nodes] + coordinates
        return found

    def masses(self) -> np.ndarray:
        """Masses of all objects, 0 where they are not bodies [kg]."""
        objects: ItemList = self.items["object"]
        found = np.zeros(len(objects))
        for kind, group in objects.by_kind().items():
            if issubclass(kind, Body):
                found[group.numbers] = kind.masses(group)
        return found

    def node_frame(self, number: int) -> Any:
        """The motion of a node that has a position, with its rotation where it has one."""
        node: Node = self.items["node"][number]
        return node.point(int(self.numbering.node_first[number]))

    def node_point(self, number: int) -> Motion:
        """The motion of the point of a node that has a position."""
        found: Motion = self.node_frame(number).without_rotation()
        return found

    def coordinate_point(self, number: int, coordinate: int) -> Motion:
        """A single coordinate of a node as a point with one component; fixed if it is held."""
        node: Node = self.items["node"][number]
        place, first = node.place_of(coordinate), int(self.numbering.node_first[number])
        if place < 0:
            return Point(np.array([node.held_value(coordinate), 0.0, 0.0]), -1, 0)
        if coordinate in node.composed:
            return node.composed_point(first, coordinate)
        return Point(np.zeros(3), first + place, 1)

    def node_angle(self, number: int, axis: int) -> Motion:
        """An angle of the rotation of a node about x, y or z, with its reference value."""
        node: Node = self.items["node"][number]
        return node.angle(int(self.numbering.node_first[number]), axis)

    def data_coordinate(self, number: int) -> int:
        """Index of the first data coordinate of a node; -1 if there is no node."""
        return int(self.numbering.node_firsts["data"][number]) if number >= 0 else -1

    def ode1_coordinate(self, number: int, coordinate: int) -> int:
        """Index of a first-order coordinate of a node."""
        return int(self.numbering.node_firsts["ode1"][number]) + coordinate

    def body_frame(self, number: int, local: Any) -> Any:
        """The motion of a body at a local position, with its rotation where it has one."""
        body: Body = self.items["object"][number]
        refused = body.refused_place(local)
        if refused:
            raise ParameterError(
                f"the local position on {body.label(number)} is outside of it: {refused}"
            )
        with overflows_unnoticed():
            return body.point(np.asarray(local), self._bases(body))

    def _bases(self, body: Body) -> list[Any]:
        """The bases of a body on each of its nodes; the coordinates of nodes without a place."""
        found: list[Any] = []
        for number in body.nodes():
            node, first = self.items["node"][number], int(self.numbering.node_first[number])
            base = node.base(first)
            found.append(range(first, first + node.coordinates) if base is None else base)
        return found

    def body_point(self, number: int, local: Any = None) -> Motion:
        """The motion of a point of a body; without a local position, of its center of mass."""
        body: Body = self.items["object"][number]
        if local is not None:
            found: Motion = self.body_frame(number, local).without_rotation()
            return found
        with overflows_unnoticed():
            return body.mass_point(self._bases(body)).without_rotation()

    def mesh_frame(self, number: int, mesh: Mesh) -> Any:
        """The motion of a weighted mean of mesh nodes of a super element."""
        body: Body = self.items["object"][number]
        with overflows_unnoticed():
            return body.mesh_motion(mesh, self._bases(body))

    def link_frame(self, number: int, link: int, local: Any) -> Any:
        """The motion of a link of a kinematic tree at a local position."""
        body: Body = self.items["object"][number]
        references = [self.items["node"][node].reference() for node in body.nodes()]
        bases = list(zip(self._bases(body), references, strict=True))
        with overflows_unnoticed():
            return body.link_motion(number, link, local, bases)

    def body_mass(self, number: int) -> float:
        """Mass of a body [kg]."""
        mass: float = self.items["object"][number].mass()
        return mass

    def marker_coordinates(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        """(indices, reference values) of the ODE2 coordinates of a marker of coordinates.

        Both are empty on the ground. The vector of the marker is reference + q[indices]; a
        marker of a single coordinate omits its reference value.
        """
        marker = self.items["marker"][number]
        if "Coordinate" in marker.provides:
            motion, _ = marker.resolve(self)
            indices = np.array(motion.coordinates, int)
            return indices, np.full(len(indices), motion.offset[0])
        body = _body_of(marker)
        if body >= 0:
            indices = self.numbering.object_part(body, "ode2")
        else:
            indices = self.numbering.node_coordinates(marker.nodeNumber)
        return indices, self.numbering.reference[indices]

    def composed_columns(self, number: int) -> list[int]:
        """Which components of a marker of a coordinate vector are composed and not added."""
        marker = self.items["marker"][number]
        nodes = [marker.nodeNumber] if "nodeNumber" in marker.fields else None
        if nodes is None:
            nodes = self.items["object"][_body_of(marker)].nodes()
        found, first = [], 0
        for node in (self.items["node"][node] for node in nodes):
            found += [first + k for k in node.composed]
            first += node.size_of("ode2")
        return found


def _body_of(marker: Any) -> int:
    """Body whose coordinates a marker of a coordinate vector has; -1 if it is on a node."""
    for name in ("objectNumber", "bodyNumber"):
        if name in marker.fields:
            return int(getattr(marker, name))
    return -1
