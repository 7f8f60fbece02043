"""Mass matrices with blocks that items factorize and solve themselves, beside small blocks.

The values of such a block are on its diagonal: its pivots. Its item has three kernels:
`reduce_block` evaluates it and finds its factors in the place of the kernel `jacobian`, and
`solve_block` replaces the right-hand side in `x` by the solution. Where all coordinates are in such
blocks, explicit solvers need neither: `release_block` replaces the forces in `x` by accelerations,
and `residual` leaves out the forces of inertia that it knows, where `frame.by_release` is set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

import numpy as np

from linkwork.core.kernels.calls import run_calls
from linkwork.linear import block_diagonal
from linkwork.linear.block_diagonal import BlockDiagonal
from linkwork.model.data import Data


def solve(frame, frame_address, factors, pivots, blocks, members, x_out):
    block_diagonal.solve(factors, pivots, blocks, members, x_out)
    return run_calls(frame.block_calls, frame.n_block_calls, frame_address)


class OwnBlocks(BlockDiagonal):
    """Blocks of coordinates, of which those of some tables are solved by their items.

    own -- coordinates of these tables; tables -- the tables
    """

    solve: ClassVar[Callable[..., Any]] = staticmethod(solve)

    def __init__(
        self, n: int, groups: Iterable[np.ndarray], own: np.ndarray, tables: Sequence[Any]
    ) -> None:
        super().__init__(n, groups)
        self.own_tables = tuple(tables)
        self._is_own = np.zeros(n, bool)
        self._is_own[own] = True
        # own coordinates are blocks of one entry, which nothing else needs to solve
        self._others = self.blocks[~self._is_own[self.members[self.blocks[:, 0]]]]
        self.is_whole = len(self._others) == 0

    def allocate(self, data: Data) -> None:
        super().allocate(data)
        data.set("blocks", np.ascontiguousarray(self._others))
