"""Numbers of coordinates and equations: those of each node, object and marker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwork.core.declare.item_list import ItemList, Members
from linkwork.core.errors import SysError
from linkwork.core.memory import physical_memory
from linkwork.core.records import i8
from linkwork.nodes.node import PARTS


class Numbering:
    """Coordinates of all nodes, part by part, and the equations of nodes and objects."""

    def __init__(self, items: Mapping[str, ItemList]) -> None:
        self.items = items
        nodes = self.items["node"]
        kinds: list[tuple[Any, Members]] = list(nodes.by_kind().items())
        firsts = np.cumsum(_sizes(nodes), axis=1)
        self.node_firsts = dict(zip(PARTS, firsts, strict=True))
        # the largest, not the last: sums of absurd numbers may overflow
        if firsts.max() > MANY_COORDINATES:
            check_room(nodes)
        self.node_first = self.node_firsts["ode2"]
        self.first_pose, self.n_poses = _numbered_poses(kinds, len(nodes))
        self.n_ode2, self.n_ode1, rows, self.n_data = firsts[:, -1].tolist()
        self.object_row = np.zeros(len(self.items["object"]) + 1, i8)
        self.object_row[0] = rows  # equations of nodes come first
        for group in self.items["object"].by_kind().values():
            self.object_row[group.numbers + 1] = group.kind.equation_counts(group)
        np.cumsum(self.object_row, out=self.object_row)
        self.n_ae = int(self.object_row[-1])
        self.reference = np.zeros(self.n_ode2)
        self.initial_q, self.initial_v = np.zeros(self.n_ode2), np.zeros(self.n_ode2)
        self.reference_ode1, self.initial_y = np.zeros(self.n_ode1), np.zeros(self.n_ode1)
        self.initial_data, self.initial_multipliers = np.zeros(self.n_data), np.zeros(self.n_ae)
        self.read_values()

    def read_values(self) -> None:
        """Take the reference and initial values of all nodes."""
        kinds: list[tuple[Any, Members]] = list(self.items["node"].by_kind().items())
        targets = {
            "ode2": (self.reference, self.initial_q, self.initial_v),
            "ode1": (self.reference_ode1, self.initial_y, None),
            "ae": (None, self.initial_multipliers, None),
            "data": (None, self.initial_data, None),
        }
        for kind, group in kinds:
            places: Any = slice(None)  # if no other kind has coordinates in the part
            if len(kinds) > 1:
                places = _ranges(self.node_firsts[kind.part], group.numbers)
            for target, part in zip(targets[kind.part], kind.values(group), strict=True):
                if target is not None:
                    target[places] = part

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


def _ranges(first: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """The indices of the coordinates of some nodes, one node after the other."""
    counts = first[numbers + 1] - first[numbers]
    begin = np.repeat(first[numbers] - np.cumsum(counts) + counts, counts)
    return begin + np.arange(len(begin))


def _numbered_poses(kinds: list[tuple[Any, Members]], count: int) -> tuple[np.ndarray, int]:
    """Where the poses of each node begin, -1 if it has none; how many numbers all of them have."""
    sizes = np.zeros(count, i8)
    if not any(kind.pose_size for kind, _ in kinds):
        return sizes - 1, 0
    for kind, group in kinds:
        sizes[group.numbers] = kind.pose_size
    return np.where(sizes > 0, np.cumsum(sizes) - sizes, -1), int(sizes.sum())


MANY_COORDINATES = 1_000_000
"""More coordinates of a part than this are compared with the memory of the machine."""

BYTES_PER_COORDINATE = 200.0
"""Memory of a coordinate in an assembled system [bytes]; matrices and records need more."""


def _sizes(nodes: ItemList) -> np.ndarray:
    """Number of coordinates of each node, from column 1 on, in each of the `PARTS`."""
    sizes = np.zeros((len(PARTS), len(nodes) + 1), i8)
    for group in nodes.by_kind().values():
        kind: Any = group.kind
        for part, counts in kind.sizes(group).items():
            sizes[PARTS.index(part), group.numbers + 1] = counts
    return sizes


def check_room(nodes: ItemList) -> None:
    """Refuse more coordinates than the machine has memory for, before it is allocated."""
    sizes = [sum(counts) for counts in _sizes(nodes)[:, 1:].T.tolist()]
    need, there = BYTES_PER_COORDINATE * sum(sizes), physical_memory()
    if need > there:
        largest = max(range(len(sizes)), key=sizes.__getitem__)
        raise SysError(
            f"{nodes[largest].label(largest)}: {sizes[largest]} coordinates of {sum(sizes)} in all "
            f"take about {need / 1e9:.3g} GB, and the machine has {there / 1e9:.3g} GB; use fewer "
            "coordinates"
        )
