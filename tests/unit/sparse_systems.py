"""Sparse matrices over graphs of nodes, and their layouts as the compiled kernels see them."""

import numpy as np

from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.status import OK
from linkwork.linear.fronts.high_fill import HighFill
from linkwork.linear.sparse.low_fill import LowFill
from linkwork.linear.sparse.pattern import Pattern
from linkwork.model.data import Data, entry_of
from linkwork.model.model import Model

EMPTY = {family: [] for family in ("node", "object", "marker", "load", "sensor")}

LAYOUTS = {
    "low fill": LowFill,
    "automatic": HighFill,
    "symmetric": lambda pattern: HighFill(pattern, 1),
    "unsymmetric": lambda pattern: HighFill(pattern, 2),
}


class Graph:
    """Nodes of given sizes, pairs of coupled nodes, constraint rows between two nodes each.

    The second node of a row is -1 for the ground. `mask` says which entries may differ from 0.
    """

    def __init__(self, sizes, pairs=(), rows=()):
        self.sizes = np.array(sizes)
        self.pairs = np.array(pairs, int).reshape(-1, 2)
        self.rows = np.array(rows, int).reshape(-1, 2)
        self.coordinates, self.n = int(self.sizes.sum()), int(self.sizes.sum()) + len(rows)
        self.node = np.repeat(np.arange(len(sizes)), sizes)
        nodes = len(sizes)
        near = np.eye(nodes + len(rows), dtype=bool)
        near[nodes:, nodes:] = np.eye(len(rows), dtype=bool)
        for row, ends in enumerate(self.rows):
            ends = ends[ends >= 0]
            near[np.ix_(ends, ends)] = True
            near[nodes + row, ends] = near[ends, nodes + row] = True
        near[self.pairs[:, 0], self.pairs[:, 1]] = near[self.pairs[:, 1], self.pairs[:, 0]] = True
        owner = np.append(self.node, nodes + np.arange(len(rows)))
        self.mask = near[np.ix_(owner, owner)]

    def pattern(self):
        """A new analysis: layouts change the order of theirs."""
        last = np.append(np.cumsum(self.sizes) - 1, -1)
        numbers = self.coordinates + np.arange(len(self.rows))
        couplings = [last[self.pairs], np.column_stack([last[self.rows], numbers])]
        return Pattern(self.node, couplings, len(self.rows))


def grid(wide, tall, size):
    """Nodes of one size, each coupled to its neighbors."""
    number = np.arange(wide * tall).reshape(tall, wide)
    right = np.column_stack([number[:, :-1].ravel(), number[:, 1:].ravel()])
    down = np.column_stack([number[:-1].ravel(), number[1:].ravel()])
    return Graph([size] * (wide * tall), np.concatenate([right, down]))


def scattered(seed, rows=False):
    """Nodes of 1 to 5 coordinates, coupled at random; each row takes a direction of a node."""
    random = np.random.default_rng(seed)
    count = int(random.integers(2, 40))
    sizes = random.integers(1, 6, count)
    pairs = random.integers(0, count, (int(random.integers(0, 3 * count)), 2))
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    taken = []
    for node in range(count) if rows else ():
        others = random.integers(-1, count, int(random.integers(0, sizes[node] + 1)))
        taken += [(node, other) for other in others if other != node]
    return Graph(sizes, pairs, taken)


def definite(graph, seed=0):
    """Symmetric positive definite values; constraint rows are those of multipliers."""
    random = np.random.default_rng(seed)
    n = graph.coordinates
    matrix = np.where(graph.mask, random.normal(size=(graph.n, graph.n)), 0.0)
    matrix = matrix + matrix.T
    matrix[n:, n:] = 0.0
    diagonal = np.arange(n)
    matrix[diagonal, diagonal] = 1.0 + np.abs(matrix[:n, :n]).sum(axis=1)
    return matrix


def unsymmetric(graph, seed=0):
    """Values without symmetry, strong on the diagonal."""
    matrix = np.where(graph.mask, np.random.default_rng(seed).normal(size=graph.mask.shape), 0.0)
    return matrix + np.diag(1.0 + np.abs(matrix).sum(axis=1))


class System:
    """A matrix in a layout, factorized and solved by its compiled kernels.

    A run is opened, so that full pivoting is at hand, unless `in_run` is False.
    """

    def __init__(self, layout, graph, matrix, zero_pivot=0.0, in_run=True):
        self.layout, self.matrix, self.data = layout, matrix, Data(Model(EMPTY))
        layout.allocate(self.data)
        if in_run:
            layout.open(self.data)
        self.data.scalars.zero_pivot = zero_pivot
        self.in_run = in_run
        self.data.set("x", np.zeros(graph.n))
        rows, columns = np.nonzero(graph.mask)
        self.data["values"][layout.slots(rows, columns)] = matrix[rows, columns]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.in_run:
            self.layout.close()

    def factor(self):
        return self._call(self.layout.factor)

    def solve(self, right):
        self.data["x"][:] = right
        assert self._call(self.layout.solve) == OK
        return self.data["x"].copy()

    def _call(self, kernel):
        return call_kernel(address_of(entry_of(kernel, None)), 0, self.data.address)

    @property
    def way(self):
        """How the factors are to be used: pivots[0]."""
        return int(self.data["pivots"][0])

    @property
    def fallbacks(self):
        return self.data.scalars.fallbacks


def assert_solves(name, graph, matrix, fallbacks=0, rtol=1e-10):
    """Solutions of a layout against NumPy's, for two right-hand sides; returns the last one."""
    with System(LAYOUTS[name](graph.pattern()), graph, matrix) as system:
        assert system.factor() == OK
        assert system.fallbacks == fallbacks
        found = np.zeros(0)
        for right in np.random.default_rng(5).normal(size=(2, graph.n)):
            expected = np.linalg.solve(matrix, right)
            found = system.solve(right)
            tolerance = rtol * np.abs(expected).max(initial=0.0)
            np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance)
        return found
