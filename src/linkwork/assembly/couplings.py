"""Which unknowns of a model are coupled, and the layout of a separate mass matrix."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.assembly.rate_links import rate_unknowns
from linkwork.core.enums import LinearSolverType
from linkwork.linear.block_diagonal import BlockDiagonal
from linkwork.linear.choose import Diagonal, choose
from linkwork.linear.layout import Layout
from linkwork.linear.own_blocks import OwnBlocks
from linkwork.model.model import Model

if TYPE_CHECKING:
    from linkwork.linear.sparse.pattern import Pattern

LARGEST_BLOCK, SMALL_BLOCK, FEW_COUPLINGS = 7, 3, 6
"""Nodes of up to 7 coordinates are one block of the matrix. In larger nodes, a block has up to 3
adjacent coordinates, each with at most 6 entries off the diagonal."""

LARGEST_GROUP = 24
"""Coordinates that a dense block of a mass matrix may couple; larger groups are sparse."""


def _blocks(counts: np.ndarray, couplings: list[np.ndarray]) -> np.ndarray:
    """Block of each ODE2 coordinate: a node, or in large nodes up to three adjacent coordinates.

    Single coordinates could all be blocks, but where they have few neighbors, substitution spends
    most of its time on the beginning of blocks.
    """
    node = np.repeat(np.arange(len(counts)), counts)
    n = len(node)
    joined = np.zeros(n + 1, bool)  # whether a coordinate is in the block of the one before
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


def _one_each(coordinates: np.ndarray, nodes: np.ndarray) -> np.ndarray:
    """Lines of coordinates, with repeated ones of the same block replaced by -1."""
    block = np.where(coordinates >= 0, nodes[coordinates], -1)
    repeats = np.zeros(coordinates.shape, bool)
    repeats[:, 1:] = block[:, 1:] == block[:, :-1]
    kept = np.where(repeats, -1, coordinates)
    return kept[:, (kept >= 0).any(axis=0)]


def _stand_ins(model: Model, nodes: np.ndarray) -> np.ndarray:
    """For each marker, one coordinate of every block that it depends on, padded with -1."""
    first, indices, _ = model.markers.coordinates
    if not len(indices):
        return np.full((len(first) - 1, 1), -1)
    marker, block = np.repeat(np.arange(len(first) - 1), np.diff(first)), nodes[indices]
    repeats = (marker[1:] == marker[:-1]) & (block[1:] == block[:-1])
    kept = np.flatnonzero(~np.concatenate([[False], repeats]))
    return _padded(marker[kept], indices[kept, None], len(first) - 1)


def _padded(owner: np.ndarray, values: np.ndarray, count: int) -> np.ndarray:
    """Values side by side, one line per owner, padded with -1."""
    order = np.argsort(owner, kind="stable")
    owner, values = owner[order], values[order]
    sizes = np.bincount(owner, minlength=count)
    place = np.arange(len(owner)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    lines = np.full((count, max(1, int(sizes.max(initial=0))), values.shape[1]), -1)
    lines[owner, place] = values
    return lines.reshape(count, -1)


def _equations(model: Model, table: Any) -> list[np.ndarray]:
    """Couplings of equations that nodes and bodies own."""
    rows, coordinates, _, _ = table.kind.edges(table)
    return [np.column_stack([coordinates, model.n_ode2 + rows])]


Couplings = tuple[np.ndarray, list[np.ndarray]]
"""Block of each coordinate, and lines of unknowns that items couple; see `Pattern`."""


def pattern_of(
    model: Model,
    implicit: bool,
    found: Couplings | None = None,
    homes: np.ndarray | None = None,
) -> Pattern:
    """Which unknowns of a model are coupled; in explicit solvers, by constraints alone.

    found -- the couplings, if they are known; homes -- blocks of the constraint rows
    """
    from linkwork.linear.sparse.pattern import Pattern

    blocks, couplings = found or couplings_of(model, implicit)
    return Pattern(blocks, couplings, model.n_ae, model.n_ode1 if implicit else 0, homes)


def couplings_of(model: Model, implicit: bool) -> Couplings:
    """Couplings of all items of a model; in explicit solvers, of constraints alone."""
    couplings = [
        pairs for table in model.direct_tables() for pairs in table.kind.couplings(table, implicit)
    ]
    nodes = _blocks(np.diff(model.numbering.node_first), couplings)
    stand_ins = _stand_ins(model, nodes)
    for table in model.tables.values() if implicit else model.equation_tables():
        kind = table.kind
        if kind.has_equations and kind.blocks is None:
            couplings += [] if kind.acts_directly else _equations(model, table)
        if kind.blocks is None:
            continue
        owner, side, marker = kind.end_markers(table)
        if kind.blocks.ends > 0:
            lines = stand_ins[marker].reshape(len(table.rows), -1)
        else:
            lines = _padded(owner, stand_ins[marker], len(table.rows))
        if kind.has_equations:
            # a line may have several equations, and each of them is coupled with all ends
            rows, of = kind.equation_rows(table)
            lines = np.column_stack([lines[of], model.n_ode2 + rows])
        if kind.blocks.rates:
            lines = np.column_stack([lines, rate_unknowns(model, table)])
        couplings.append(lines)
    if implicit and stand_ins.shape[1] > 1:
        couplings.append(stand_ins)  # a marker that spans blocks couples them itself
    for kind, table in model.tables.items():
        if kind.carries_mass and "slots" in table.own:
            lines = _one_each(kind.coordinates(table), nodes)  # type: ignore[attr-defined]
            couplings += [lines] if lines.shape[1] > 1 else []
        elif kind.order == 1:
            couplings += kind.couplings(table, implicit)
    return nodes, couplings


def own_tables(model: Model) -> list[Any]:
    """Tables whose items solve equations with their mass matrices themselves.

    No other mass may be on their nodes.
    """
    found = [
        table
        for kind, table in model.tables.items()
        if kind.carries_mass and kind.solves_blocks(table)  # type: ignore[attr-defined]
    ]
    if not found:
        return []
    bodies = [table for kind, table in model.tables.items() if kind.carries_mass]
    users = Counter(
        node for table in bodies for item in table.members.items() for node in item.nodes()
    )
    return [
        table
        for table in found
        if all(users[node] == 1 for item in table.members.items() for node in item.nodes())
    ]


def mass_layout(model: Model) -> Layout:
    """Layout of a mass matrix without constraints."""
    pairs = [np.zeros((0, 2), np.int64)]
    own = own_tables(model)
    for table in model.tables.values():
        kind: Any = table.kind
        if kind.carries_mass and kind.couples(table) and table not in own:
            pairs += kind.couplings(table, False)
            pairs += _neighbors(kind.coordinates(table)) if "slots" in table.own else []
    joined = np.concatenate(pairs)
    if not len(joined) and not own:
        return Diagonal(model.n_ode2)
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    shape = model.n_ode2, model.n_ode2
    graph = coo_matrix((np.ones(len(joined)), joined.T), shape=shape)
    label = connected_components(graph, directed=False)[1]
    sizes = np.bincount(label)
    if sizes.max() > LARGEST_GROUP:
        return choose(model.n_ode2, LinearSolverType._None, lambda: pattern_of(model, False))
    groups = [np.flatnonzero(label == k) for k in np.flatnonzero(sizes > 1)]
    if own:
        alone = [model.object_coordinates(k) for table in own for k in table.numbers]
        return OwnBlocks(model.n_ode2, groups, np.concatenate(alone), own)
    return BlockDiagonal(model.n_ode2, groups)


def _neighbors(lines: np.ndarray) -> list[np.ndarray]:
    """Pairs that join the coordinates of each line, of which some may be -1."""
    ordered = np.sort(lines, axis=1)
    pairs = np.stack([ordered[:, :-1], ordered[:, 1:]], axis=-1).reshape(-1, 2)
    return [pairs[pairs[:, 0] >= 0]]
