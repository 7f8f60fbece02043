"""Connected parts of a model: parts that no item couples are judged by their own loads.

One norm over a whole model would let a heavy part hide a light one that has not converged. So
unknowns are sorted into connected parts, once per model: all coordinates of a node are in one part,
and so are all coordinates and equations of an item. `parts_judge.py` has the norms of the parts in
Newton's method, `statics/parts.py` the order in which statics solves for their equilibria.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.assembly.couplings import Couplings
from linkwork.core.kernels.array_call import call_with_arrays
from linkwork.model.model import LOADS, Model

FEW = 100
"""Number of couplings that are followed in Python; for more, compiled code is worth loading."""


def join(first, second, group_out):
    """Number of the group of each member, in the order of their first members.

    first, second -- members of the same group
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
    for k in range(group_out.size):  # a member points at one before it
        if group_out[k] == k:
            group_out[k] = count
            count += 1
        else:
            group_out[k] = group_out[group_out[k]]


Pairs = list[tuple[np.ndarray, np.ndarray]]
"""Pairs of members of the same group, -1 for none."""


def _groups(size: int, pairs: Pairs) -> np.ndarray:
    """Group of each of `size` members, numbered in the order of their first members."""
    groups, nothing = np.zeros(size, np.int64), np.zeros(0, np.int64)
    first, second = (np.concatenate([nothing, *(pair[k] for pair in pairs)]) for k in range(2))
    both = (first >= 0) & (second >= 0)
    first, second = first[both], second[both]
    if len(first) > FEW:
        call_with_arrays(join, first, second, groups)
    else:
        join(first, second, groups)
    return groups


def sorted_members(
    parts: np.ndarray, sorts: np.ndarray, count: int, many: int
) -> tuple[np.ndarray, np.ndarray]:
    """Members by part, in each part by sort; and the number of members of each part and sort.

    parts, sorts -- of each member, of `count` parts and `many` sorts; those of part -1 are omitted
    """
    key = parts * many + sorts
    order = np.argsort(key, kind="stable")[np.count_nonzero(parts < 0) :]
    return order, np.bincount(key[order], minlength=count * many).reshape(count, many)


class Parts:
    """The part of each unknown and each marker of a model.

    couplings -- returns those of all its items, also of the ones that only implicit solvers need
    count -- number of parts; a part of second order and one of first order may share a number,
    since their rows are judged separately, unless an item couples them
    unknowns -- part of each coordinate, equation and first-order coordinate
    markers -- part of each marker, -1 if it moves with none or serves several
    places -- (markers, parts): which markers touch which part, including those on the ground
    """

    def __init__(self, model: Model, couplings: Callable[[], Couplings]) -> None:
        self._model, self._couplings = model, couplings
        n, m, n_ode1 = model.n_ode2, model.n_ae, model.n_ode1
        self.unknowns = np.zeros(n + m + n_ode1, np.int64)
        self.markers = np.full(len(model.markers.start), -1, np.int64)
        self.places = np.zeros((2, 0), np.int64)
        self.count = 1
        firsts = (model.numbering.node_firsts[part] for part in ("ode2", "ode1"))
        if any(np.count_nonzero(np.diff(first)) > 1 for first in firsts):
            self._sort_unknowns()
        if self.count > 1:
            self._sort_markers()

    def _sort_unknowns(self) -> None:
        """Sort second and first order separately; equations join the coordinates that they tie."""
        model, n = self._model, self._model.n_ode2
        last = n + model.n_ae
        group = _groups(len(self.unknowns), self._pairs())
        self.count = max(1, int(group[:n].max(initial=-1)) + 1)
        self.unknowns[:last] = np.where(group[:last] < self.count, group[:last], 0)
        if last < len(group):
            own, moved = group[last:], group[last:] < int(group[:n].max(initial=-1)) + 1
            names, numbers = np.unique(own[~moved], return_inverse=True)
            self.unknowns[last:][moved], self.unknowns[last:][~moved] = own[moved], numbers
            self.count = max(self.count, len(names))

    def _pairs(self) -> Pairs:
        """Pairs of unknowns in the same part: those of a node, and those of an item."""
        model = self._model
        pairs: Pairs = []
        behind = {"ode2": 0, "ode1": model.n_ode2 + model.n_ae}
        for part, before in behind.items():
            first = model.numbering.node_firsts[part]
            node = np.repeat(np.arange(len(first) - 1), np.diff(first))
            along = before + np.flatnonzero(node[1:] == node[:-1])
            pairs.append((along, along + 1))
        for table in model.direct_tables():
            if "index" in table.rows.dtype.fields:  # bodies on several nodes list their coordinates
                index = table.rows["index"]
                some = index.max(axis=1)
                pairs += [(some, column) for column in index.T]
            else:
                found = [model.object_coordinates(number) for number in table.numbers]
                pairs += [(own[:-1], own[1:]) for own in found if len(own)]
        for lines in self._couplings()[1]:
            if lines.shape[1] == 2:
                pairs.append((lines[:, 0], lines[:, 1]))
            elif lines.shape[1] > 2:
                some = lines.max(axis=1)
                pairs += [(some, column) for column in lines.T]
        return pairs

    def _sort_markers(self) -> None:
        model, coordinates = self._model, self._model.markers.coordinates
        own = np.full(len(self.markers), -1)
        moving = np.flatnonzero(np.diff(coordinates.first))
        own[moving] = self.unknowns[coordinates.indices[coordinates.first[moving]]]
        places = [np.stack([moving, own[moving]])]
        for table in model.tables.values():
            if table.kind.blocks is not None:
                owner, _, marker = table.kind.end_markers(table)
                part = np.full(len(table.rows), -1)
                np.maximum.at(part, owner, own[marker])
                touches = (own[marker] < 0) & (part[owner] >= 0)
                places.append(np.stack([marker[touches], part[owner][touches]]))
        self.places = np.unique(np.concatenate(places, axis=1), axis=1)
        markers, parts = self.places
        alone = np.bincount(markers, minlength=len(own))[markers] == 1
        self.markers[markers[alone]] = parts[alone]
        for table in model.loaded_tables():
            for row, number in enumerate(table.numbers):
                found = model.object_coordinates(number)
                if len(found):
                    table.rows["part"][row] = self.unknowns[found[0]]

    def loads(self, data: Any) -> np.ndarray:
        """Sum of squares of the forces that act on each part, as evaluated last."""
        found = np.zeros(self.count)
        here = np.flatnonzero(self.markers >= 0)
        forces = data["constant_force"][here], data["marker_force"][here]
        squares = sum((force**2).sum(1) for force in forces)
        if self._model.has_moments:
            moved = np.cross(data["rotations"]["arm"][here], forces[1])
            squares += ((data["marker_moment"][here] + moved) ** 2).sum(1)
        np.add.at(found, self.markers[here], squares)
        for table in self._model.loaded_tables():
            np.add.at(found, table.rows["part"], table.own[LOADS])
        return found
