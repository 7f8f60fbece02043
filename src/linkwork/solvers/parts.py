"""Connected parts of a model: what no item couples is judged by its own loads.

One norm over a whole model would let a heavy part hide a light one that has not converged. So
unknowns are sorted into connected parts, once per model: coordinates of a node belong together,
and so do all coordinates and equations of an item. `parts_judge.py` has the norms of the parts in
Newton's method, `static_parts.py` the order in which statics looks for their equilibria.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.bodies.first_order import FirstOrder
from linkwork.connectors.connector import Connector, Constraint
from linkwork.core.array_call import call_with_arrays
from linkwork.model import Model

FEW = 100
"""Couplings that are followed in Python; for more, compiled code is worth its loading."""

LOADS = "loads"
"""Own array of kinds that act on coordinates directly: sum of squares of the forces of each row."""


def join(first, second, group_out):
    """Number of the group of each member, in the order of their first members.

    first, second -- members that belong together
    """
    for k in range(group_out.size):
        group_out[k] = k
    for i in range(first.size):
        a, b = first[i], second[i]
        while group_out[a] != a:
            group_out[a] = group_out[group_out[a]]
            a = group_out[a]
        while group_out[b] != b:
            group_out[b] = group_out[group_out[b]]
            b = group_out[b]
        group_out[max(a, b)] = min(a, b)
    count = 0
    for k in range(group_out.size):  # what a member points at comes before it
        if group_out[k] == k:
            group_out[k] = count
            count += 1
        else:
            group_out[k] = group_out[group_out[k]]


Pairs = list[tuple[np.ndarray, np.ndarray]]
"""Members that belong together, -1 for none."""


def _groups(size: int, pairs: Pairs) -> np.ndarray:
    """Group of each of `size` members."""
    groups = np.zeros(size, np.int64)
    nothing = np.zeros(0, np.int64)
    first, second = (np.concatenate([nothing, *(pair[k] for pair in pairs)]) for k in range(2))
    both = (first >= 0) & (second >= 0)
    first, second = first[both], second[both]
    if len(first) > FEW:
        call_with_arrays(join, first, second, groups)
    else:
        join(first, second, groups)
    return groups


def _owners(first: np.ndarray) -> np.ndarray:
    """Node of each coordinate, counted among the nodes that have some."""
    counts = np.diff(first)
    counts = counts[counts > 0]
    return np.repeat(np.arange(len(counts)), counts)


class Parts:
    """Which part each unknown and each marker of a model belongs to.

    count -- number of parts; a part of second order and one of first order may have one number,
    since their rows are judged apart
    unknowns -- part of each coordinate, equation and first-order coordinate
    markers -- part of each marker, -1 where it moves with none or serves several
    places -- (markers, parts): which markers touch which part, those on the ground included
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        n, m, n_ode1 = model.n_ode2, model.n_ae, model.n_ode1
        self._node = _owners(model.node_first)
        self.unknowns = np.zeros(n + m + n_ode1, np.int64)
        self.markers = np.full(len(model.marker_index), -1, np.int64)
        self.places = np.zeros((2, 0), np.int64)
        self.count = 1
        if n and self._node[-1]:
            self._sort_second_order()
        if n_ode1 and _owners(model.node_firsts["ode1"])[-1]:
            self._sort_first_order()
        if self.count > 1:
            self._sort_markers()

    def _connectors(self) -> list[Any]:
        """Tables of connectors between markers."""
        direct = self._model.direct_tables()
        return [table for table in self._model.tables_of(Connector) if table not in direct]

    def _sort_second_order(self) -> None:
        model, n = self._model, self._model.n_ode2
        index = model.end_index
        ends = np.where(index >= 0, self._node[index], -1)
        node = ends.max(axis=1, initial=-1)  # of each marker
        pairs = [(node[table.rows["m0"]], node[table.rows["m1"]]) for table in self._connectors()]
        wide = np.flatnonzero(((ends >= 0) & (ends != node[:, None])).any(axis=1))
        pairs += [(node[wide], ends[wide, k]) for k in range(ends.shape[1])]
        pairs += [(np.full(len(nodes), nodes[0]), nodes) for _, nodes in self._direct()]
        group = _groups(int(self._node[-1]) + 1, pairs)
        self.count = int(group.max()) + 1
        group = group[self._node]
        self.unknowns[:n] = group
        if self.count == 1:
            return
        for table in self._connectors():
            if issubclass(table.kind, Constraint):
                rows, lines = table.kind.equation_rows(table)
                ends = np.stack([model.end_index[table.rows[side]] for side in ("m0", "m1")])
                some = ends.max(axis=(0, 2))
                self.unknowns[n + rows] = np.where(some >= 0, group[some], 0)[lines]
        for number, _ in self._direct():
            rows = model.object_indices(number, "ae")
            self.unknowns[n + rows] = group[model.object_coordinates(number)[0]]

    def _direct(self) -> list[tuple[int, np.ndarray]]:
        """(number, nodes) of the objects that act on coordinates directly."""
        numbers = [number for table in self._model.direct_tables() for number in table.numbers]
        nodes = [(k, self._node[self._model.object_coordinates(k)]) for k in numbers]
        return [(number, found) for number, found in nodes if len(found)]

    def _sort_first_order(self) -> None:
        model = self._model
        node = _owners(model.node_firsts["ode1"])
        pairs: Pairs = []
        for table in model.tables_of(FirstOrder):
            for number in table.numbers:
                found = node[model.object_part(number, "ode1")]
                pairs.append((found[:-1], found[1:]))
        group = _groups(int(node[-1]) + 1, pairs)
        self.unknowns[model.n_ode2 + model.n_ae :] = group[node]
        self.count = max(self.count, int(group.max()) + 1)

    def _sort_markers(self) -> None:
        model = self._model
        own = model.end_index.max(axis=1, initial=-1)
        own = np.where(own >= 0, self.unknowns[own], -1) if model.n_ode2 else own
        moving = np.flatnonzero(own >= 0)
        places = [np.stack([moving, own[moving]])]
        for table in self._connectors():
            first, second = table.rows["m0"], table.rows["m1"]
            for fixed, other in ((first, second), (second, first)):
                touches = (own[fixed] < 0) & (own[other] >= 0)
                places.append(np.stack([fixed[touches], own[other][touches]]).astype(np.int64))
        self.places = np.unique(np.concatenate(places, axis=1), axis=1)
        markers, parts = self.places
        alone = np.bincount(markers, minlength=len(own))[markers] == 1
        self.markers[markers[alone]] = parts[alone]
        for table in model.direct_tables():
            for row, number in enumerate(table.numbers):
                found = model.object_coordinates(number)
                if LOADS in table.own and len(found):
                    table.rows["part"][row] = self.unknowns[found[0]]

    def loads(self, data: Any) -> np.ndarray:
        """Sum of squares of the forces that act on each part, as evaluated last."""
        found = np.zeros(self.count)
        here = np.flatnonzero(self.markers >= 0)
        forces = data["constant_force"][here], data["marker_force"][here]
        squares = sum((force**2).sum(1) for force in forces)
        if self._model.has_angles:
            arm, force = data["turns"]["arm"][here], forces[1]
            torque = data["marker_torque"][here] + arm[:, 0] * force[:, 1] - arm[:, 1] * force[:, 0]
            squares += torque**2
        np.add.at(found, self.markers[here], squares)
        for table in self._model.direct_tables():
            if LOADS in table.own:
                np.add.at(found, table.rows["part"], table.own[LOADS])
        return found
