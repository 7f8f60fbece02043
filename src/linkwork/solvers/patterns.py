"""Which unknowns of a model are coupled, and the layout of a mass matrix that stands alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.first_order import FirstOrder
from linkwork.connectors.connector import Connector, Constraint
from linkwork.core.enums import LinearSolverType
from linkwork.model import Model
from linkwork.solvers.linear.block_diagonal import BlockDiagonal
from linkwork.solvers.linear.choose import Diagonal, choose
from linkwork.solvers.linear.layout import Layout

if TYPE_CHECKING:
    from linkwork.solvers.linear.pattern import Pattern

LARGEST_BLOCK, SMALL_BLOCK, FEW_COUPLINGS = 6, 3, 6
"""Coordinates of a node that are one block of the matrix; of larger nodes as many as the second
number, if they follow each other and have no more than so many entries beside the diagonal."""

LARGEST_GROUP = 24
"""Coordinates that a dense block of a mass matrix may couple; larger groups are sparse."""


def _blocks(counts: np.ndarray, couplings: list[np.ndarray]) -> np.ndarray:
    """Block of each ODE2 coordinate: a node, or of large nodes up to three in a row.

    Single coordinates could all be blocks, but where they have few neighbours, substitution takes
    most of its time for the beginning of a block.
    """
    node = np.repeat(np.arange(len(counts)), counts)
    n = len(node)
    joined = np.zeros(n + 1, bool)  # whether a coordinate belongs to the block of the one before
    joined[1:n] = node[1:] == node[:-1]
    large = np.repeat(counts > LARGEST_BLOCK, counts)
    if large.any():
        known = [lines for lines in couplings if lines.shape[1] == 2]
        pairs = np.concatenate([np.zeros((0, 2), np.int64), *known])
        near = pairs.max(1)[np.abs(pairs[:, 0] - pairs[:, 1]) == 1]
        coupled = np.zeros(n + 1, bool)
        coupled[near[near < n]] = True
        coupled[:n] &= np.bincount(pairs[pairs < n], minlength=n)[:n] <= FEW_COUPLINGS
        size = 1
        for k in np.flatnonzero(large):
            size = size + 1 if joined[k] and coupled[k] and size < SMALL_BLOCK else 1
            joined[k] = size > 1
    return np.cumsum(~joined[:n]) - 1


def _representatives(block: np.ndarray, members: np.ndarray) -> list[np.ndarray]:
    """Columns of unknowns that stand for the blocks of lines of coordinates, -1 for none.

    One column is enough where each line lies within one block, as that of a marker on a small node.
    """
    there = members >= 0
    place = np.where(there, block[members], -1)
    lowest = np.where(there, place, place.max(initial=0)).min(axis=1, initial=place.max(initial=0))
    if (lowest >= place.max(axis=1, initial=-1)).all():
        return [members.max(axis=1, initial=-1)]
    return list(members.T)


def pattern_of(model: Model, implicit: bool) -> Pattern:
    """Which unknowns of a model are coupled; by constraints alone in explicit solvers."""
    from linkwork.solvers.linear.pattern import Pattern

    direct = model.direct_tables()
    couplings = [pairs for table in direct for pairs in table.kind.couplings(table, implicit)]
    nodes = _blocks(np.diff(model.node_first), couplings)
    for table in model.tables_of(Connector if implicit else Constraint):
        if table in direct:
            continue
        ends = [
            column
            for side in ("m0", "m1")
            for column in _representatives(nodes, model.end_index[table.rows[side]])
        ]
        if issubclass(table.kind, Constraint):
            # a line may have several equations, and each of them is coupled with both ends
            rows, lines = table.kind.equation_rows(table)
            ends = [*(end[lines] for end in ends), model.n_ode2 + rows]
        couplings.append(np.column_stack(ends))
    for lines in _coordinates_of_items(model):
        columns = _representatives(nodes, lines)
        if len(columns) > 1:  # else a block couples them
            couplings.append(np.column_stack(columns))
    for table in model.tables_of(FirstOrder):
        couplings += table.kind.couplings(table, implicit)
    return Pattern(nodes, couplings, model.n_ae, model.n_ode1 if implicit else 0)


def _coordinates_of_items(model: Model) -> Iterator[np.ndarray]:
    """Lines of coordinates of each marker, and of each body with a mass matrix of its own."""
    yield model.end_index
    for table in model.tables_of(Body):
        kind: Any = table.kind
        if "slots" in table.own:
            yield kind.coordinates(table)


def mass_layout(model: Model) -> Layout:
    """Layout of a mass matrix that is constant and stands alone."""
    groups = []
    pairs = [np.zeros((0, 2), np.int64)]
    for table in model.tables_of(Body):
        kind: Any = table.kind
        if kind.acts_directly:
            pairs += kind.couplings(table, False)
        elif kind.couples(table):
            groups += [line[line >= 0] for line in kind.coordinates(table)]
    joined = np.concatenate(pairs)
    if not len(joined):
        return BlockDiagonal(model.n_ode2, groups) if groups else Diagonal(model.n_ode2)
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    shape = model.n_ode2, model.n_ode2
    graph = coo_matrix((np.ones(len(joined)), joined.T), shape=shape)
    label = connected_components(graph, directed=False)[1]
    sizes = np.bincount(label)
    if sizes.max() > LARGEST_GROUP:
        return choose(model.n_ode2, LinearSolverType._None, lambda: pattern_of(model, False))
    groups += [np.flatnonzero(label == k) for k in np.flatnonzero(sizes > 1)]
    return BlockDiagonal(model.n_ode2, groups)
