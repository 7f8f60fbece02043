"""Numbers of coordinates and equations: which belong to a node, an object, a marker."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from linkwork.connectors.connector import Connector
from linkwork.core.errors import SysError
from linkwork.core.memory import physical_memory
from linkwork.core.records import i8
from linkwork.nodes.node import PARTS, Node
from linkwork.partners import Items


class Numbering:
    """Coordinates of all nodes, part by part, and the equations of constraints."""

    end_index: np.ndarray
    """Of each marker the coordinates it depends on, -1 behind them; known once it is wired."""

    def __init__(self, items: Items) -> None:
        self.items = items
        nodes: list[Node] = self.items["node"]
        self.node_firsts = {
            part: np.cumsum([0, *(node.size_of(part) for node in nodes)]) for part in PARTS
        }
        # the largest, not the last: sums of absurd numbers may run over
        if sum(first.max() for first in self.node_firsts.values()) > MANY_COORDINATES:
            check_room(nodes)
        self.node_first = self.node_firsts["ode2"]
        self.n_ode2, self.n_ode1, rows, self.n_data = (
            int(self.node_firsts[part][-1]) for part in PARTS
        )
        counts = [
            item.equation_count() if isinstance(item, Connector) else 0
            for item in self.items["object"]
        ]
        self.object_row = np.cumsum([rows, *counts])  # algebraic coordinates of nodes come first
        self.n_ae = int(self.object_row[-1])
        owners = {part: [node for node in nodes if node.part == part] for part in PARTS}
        initial = {part: [node.initial() for node in owners[part]] for part in PARTS}
        self.reference = _joined(node.reference() for node in owners["ode2"])
        self.reference_ode1 = _joined(node.reference() for node in owners["ode1"])
        self.initial_q = _joined(q for q, _ in initial["ode2"])
        self.initial_v = _joined(v for _, v in initial["ode2"])
        self.initial_y = _joined(y for y, _ in initial["ode1"])
        self.initial_data = _joined(x for x, _ in initial["data"])
        self.initial_multipliers = np.zeros(self.n_ae)
        self.initial_multipliers[:rows] = _joined(z for z, _ in initial["ae"])

    def coordinate_name(self, index: int, part: str = "ode2") -> str:
        """A coordinate as error texts call it."""
        first = self.node_firsts[part]
        number = int(np.searchsorted(first, index, side="right")) - 1
        node = self.items["node"][number]
        place = index - first[number]
        if part == "ode2":  # some may be held
            place = next(k for k in range(node.coordinates) if node.place_of(k) == place)
        return f"coordinate {place} of {node.label(number)}"

    def row_object(self, row: int) -> int:
        """Number of the object that an equation belongs to."""
        return int(np.searchsorted(self.object_row, row, side="right")) - 1

    def ode1_coordinate(self, number: int, coordinate: int) -> int:
        """Index of a first-order coordinate of a node."""
        return int(self.node_firsts["ode1"][number]) + coordinate

    def marker_coordinates(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        """(indices, reference values) of the ODE2 coordinates of a marker of coordinates.

        Both are empty on the ground. The vector of the marker is reference + q[indices]; a
        marker of a single coordinate leaves its reference value out.
        """
        marker = self.items["marker"][number]
        if "Coordinate" in marker.provides:
            point, _ = marker.resolve(self)
            return point.first + np.arange(point.dimension), np.zeros(point.dimension)
        if "objectNumber" in marker.fields:
            indices = self.object_coordinates(marker.objectNumber)
        else:
            indices = self.node_coordinates(marker.nodeNumber)
        return indices, self.reference[indices]

    def node_coordinates(self, number: int) -> np.ndarray:
        """Indices of the ODE2 coordinates of a node."""
        return np.arange(self.node_first[number], self.node_first[number + 1])

    def object_coordinates(self, number: int) -> np.ndarray:
        """Indices of the ODE2 coordinates of an object: those of its nodes, one after another.

        Of a connector: those of what its markers stand on.
        """
        item = self.items["object"][number]
        if isinstance(item, Connector):
            ends = [self._marker_indices(marker) for marker in item.markerNumbers]
            return np.concatenate(ends)
        return self.object_part(number, "ode2")

    def object_indices(self, number: int, part: str) -> np.ndarray:
        """Indices of the coordinates of an object in a part of the system, equations included."""
        item = self.items["object"][number]
        if part == "ode2":
            return self.object_coordinates(number)
        if part == "ae" and isinstance(item, Connector):
            return np.arange(self.object_row[number], self.object_row[number + 1])
        return np.zeros(0, i8) if isinstance(item, Connector) else self.object_part(number, part)

    def object_part(self, number: int, part: str) -> np.ndarray:
        """Indices of the coordinates of an object's nodes in a part of the system."""
        nodes = self.items["object"][number].nodes()
        spans = [self.node_part(node, part) for node in nodes]
        return np.concatenate([np.zeros(0, i8), *spans])

    def node_part(self, number: int, part: str) -> np.ndarray:
        """Indices of the coordinates of a node in a part of the system."""
        first = self.node_firsts[part]
        return np.arange(first[number], first[number + 1])

    def _marker_indices(self, number: int) -> np.ndarray:
        """Indices of the ODE2 coordinates that a marker depends on."""
        if "Coordinates" in self.items["marker"][number].provides:
            return self.marker_coordinates(number)[0]
        ends: np.ndarray = self.end_index[number]
        return ends[ends >= 0]


MANY_COORDINATES = 1_000_000
"""More than this are compared with the memory of the machine."""

BYTES_PER_COORDINATE = 200.0
"""Memory that a coordinate takes in an assembled system [bytes]; matrices and records add to it."""


def check_room(nodes: list[Node]) -> None:
    """Refuse more coordinates than the machine has memory for, before it is asked for."""
    sizes = [sum(node.size_of(part) for part in PARTS) for node in nodes]
    need, there = BYTES_PER_COORDINATE * sum(sizes), physical_memory()
    if need > there:
        largest = max(range(len(sizes)), key=sizes.__getitem__)
        raise SysError(
            f"{nodes[largest].label(largest)}: {sizes[largest]} coordinates of {sum(sizes)} in all "
            f"take about {need / 1e9:.3g} GB, and the machine has {there / 1e9:.3g} GB; use fewer "
            "coordinates"
        )


def _joined(parts: Iterable[np.ndarray]) -> np.ndarray:
    return np.concatenate([np.zeros(0), *parts])
