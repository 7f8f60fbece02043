"""Numbers of coordinates and equations: those of each node, object and marker."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.core.memory import physical_memory
from linkwork.core.records import i8
from linkwork.model.partners import Items
from linkwork.nodes.node import PARTS, Node


class Numbering:
    """Coordinates of all nodes, part by part, and the equations of nodes and objects."""

    def __init__(self, items: Items) -> None:
        self.items = items
        nodes: list[Node] = self.items["node"]
        self.node_firsts = {
            part: np.cumsum([0, *(node.size_of(part) for node in nodes)]) for part in PARTS
        }
        # the largest, not the last: sums of absurd numbers may overflow
        if sum(first.max() for first in self.node_firsts.values()) > MANY_COORDINATES:
            check_room(nodes)
        self.node_first = self.node_firsts["ode2"]
        self.first_pose, self.n_poses = _numbered_poses(nodes)
        self.n_ode2, self.n_ode1, rows, self.n_data = (
            int(self.node_firsts[part][-1]) for part in PARTS
        )
        counts = [item.equation_count() for item in self.items["object"]]
        self.object_row = np.cumsum([rows, *counts])  # equations of nodes come first
        self.n_ae = int(self.object_row[-1])
        owners = {part: [node for node in nodes if node.part == part] for part in PARTS}
        initial = {
            part: [node.initial() for node in owners[part]] for part in PARTS if part != "ae"
        }
        self.reference = _joined(node.reference() for node in owners["ode2"])
        self.reference_ode1 = _joined(node.reference() for node in owners["ode1"])
        self.initial_q = _joined(q for q, _ in initial["ode2"])
        self.initial_v = _joined(v for _, v in initial["ode2"])
        self.initial_y = _joined(y for y, _ in initial["ode1"])
        self.initial_data = _joined(x for x, _ in initial["data"])
        self.initial_multipliers = np.zeros(self.n_ae)
        for number, node in enumerate(nodes):
            if node.part == "ae":
                self.initial_multipliers[self.node_part(number, "ae")] = node.initial()[0]

    def coordinate_name(self, index: int, part: str = "ode2") -> str:
        """Name of a coordinate in error texts."""
        first = self.node_firsts[part]
        number = int(np.searchsorted(first, index, side="right")) - 1
        node = self.items["node"][number]
        place = index - first[number]
        if part == "ode2":  # some may be fixed
            place = next(k for k in range(node.coordinates) if node.place_of(k) == place)
        return f"coordinate {place} of {node.label(number)}"

    def row_owner(self, row: int) -> tuple[str, int, int]:
        """(family, number, first row) of the node or object that owns an equation."""
        family, first = "object", self.object_row
        if row < first[0]:
            family, first = "node", self.node_firsts["ae"]
        number = int(np.searchsorted(first, row, side="right")) - 1
        return family, number, int(first[number])

    def row_item(self, row: int) -> Any:
        """The item that owns an equation."""
        family, number, _ = self.row_owner(row)
        return self.items[family][number]

    def row_name(self, row: int) -> str:
        """Name of an equation in error texts: its item, and its number if there are several."""
        family, number, first = self.row_owner(row)
        item = self.items[family][number]
        label = str(item.label(number))
        return label if item.equation_count() == 1 else f"equation {row - first} of {label}"

    def ode1_coordinate(self, number: int, coordinate: int) -> int:
        """Index of a first-order coordinate of a node."""
        return int(self.node_firsts["ode1"][number]) + coordinate

    def node_coordinates(self, number: int) -> np.ndarray:
        """Indices of the ODE2 coordinates of a node."""
        return np.arange(self.node_first[number], self.node_first[number + 1])

    def object_part(self, number: int, part: str) -> np.ndarray:
        """Indices of the coordinates of an object's nodes in a part of the system."""
        nodes = self.items["object"][number].nodes()
        spans = [self.node_part(node, part) for node in nodes]
        return np.concatenate([np.zeros(0, i8), *spans])

    def node_part(self, number: int, part: str) -> np.ndarray:
        """Indices of the coordinates of a node in a part of the system."""
        first = self.node_firsts[part]
        return np.arange(first[number], first[number + 1])


def _numbered_poses(nodes: list[Node]) -> tuple[np.ndarray, int]:
    """Where the poses of each node begin, -1 if it has none; how many numbers all of them have."""
    sizes = np.array([node.pose_size for node in nodes], i8)
    return np.where(sizes > 0, np.cumsum(sizes) - sizes, -1), int(sizes.sum())


MANY_COORDINATES = 1_000_000
"""More coordinates than this are compared with the memory of the machine."""

BYTES_PER_COORDINATE = 200.0
"""Memory of a coordinate in an assembled system [bytes]; matrices and records need more."""


def check_room(nodes: list[Node]) -> None:
    """Refuse more coordinates than the machine has memory for, before it is allocated."""
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
