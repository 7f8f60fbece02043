"""Compiling ahead: every kernel of the package, so that later runs start at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from linkwork.connectors.connector import Connector, PairConnector, PairConstraint
from linkwork.core.assemble import EDGE, ENTRY
from linkwork.core.compile import address_of
from linkwork.data import Entries, entry_of
from linkwork.markers import mapped
from linkwork.markers.points import MOTION, POINT
from linkwork.model import Table
from linkwork.results.recorder import begin_sensing, end_sensing, record
from linkwork.solvers.constrained import constrained_accelerations, project
from linkwork.solvers.controlled_runge_kutta import controlled_runge_kutta
from linkwork.solvers.generalized_alpha import generalized_alpha
from linkwork.solvers.linear import block_diagonal, dense, diagonal, lapack, minimum_norm
from linkwork.solvers.rattle import rattle
from linkwork.solvers.runge_kutta import accelerations, runge_kutta
from linkwork.solvers.timing import TIMER, idle, timed
from linkwork.solvers.velocity_verlet import velocity_verlet
from linkwork.system_items import FAMILIES

LOOPS = (
    *(generalized_alpha, rattle, constrained_accelerations, project, controlled_runge_kutta),
    *(runge_kutta, velocity_verlet, accelerations),
)
SHARED: tuple[Callable[..., Any], ...] = (
    *(dense.factor, dense.solve, diagonal.factor, diagonal.solve),
    *(lapack.factor, lapack.solve, minimum_norm.factor, minimum_norm.solve),
    *(block_diagonal.factor, block_diagonal.solve, record, begin_sensing, end_sensing, idle),
)


def entries() -> Iterator[Callable[..., Any]]:
    """The entry of every kernel in the package, slowest to compile first."""
    for loop in LOOPS:
        yield entry_of(loop, None)
    for kinds in FAMILIES.values():
        for kind in kinds.values():
            table = Table(kind, [])
            for kernel in kind.kernels.values():
                yield entry_of(kernel, table)
            if issubclass(kind, Connector):
                yield entry_of(kind.assembler, table)
            if issubclass(kind, PairConnector):
                yield entry_of(kind.mapped_assembler, Entries(np.zeros(0, ENTRY), table))
            if issubclass(kind, PairConstraint):
                yield entry_of(kind.edge_assembler, Entries(np.zeros(0, EDGE), table))
    for pair in MOTION.values():
        for kernel in pair:
            yield entry_of(kernel, np.zeros(0, POINT))
    for kernel in (mapped.motion, mapped.gather):
        yield entry_of(kernel, np.zeros(0, mapped.MAPPED))
    yield entry_of(timed, np.zeros(0, TIMER))
    for kernel in SHARED:
        yield entry_of(kernel, None)


def warm(part: int = 0, parts: int = 1) -> Sequence[int]:
    """Compile every kernel (or each `parts`-th one) into the cache; returns the addresses."""
    return [address_of(entry) for k, entry in enumerate(entries()) if k % parts == part]
