"""Compiling ahead: every kernel of the package, so that later runs start at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from linkwork.connectors.connector import Connector
from linkwork.core.compile import address_of
from linkwork.data import entry_of
from linkwork.markers.points import MOTION, POINT
from linkwork.model import Table
from linkwork.results.recorder import begin_sensing, end_sensing, record
from linkwork.solvers.generalized_alpha import generalized_alpha
from linkwork.solvers.linear import dense, diagonal, lapack
from linkwork.solvers.runge_kutta import runge_kutta
from linkwork.system_items import FAMILIES

LOOPS = (generalized_alpha, runge_kutta)
SHARED: tuple[Callable[..., Any], ...] = (
    *(dense.factor, dense.solve, diagonal.factor, diagonal.solve),
    *(lapack.factor, lapack.solve, record, begin_sensing, end_sensing),
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
    for pair in MOTION.values():
        for kernel in pair:
            yield entry_of(kernel, np.zeros(0, POINT))
    for kernel in SHARED:
        yield entry_of(kernel, None)


def warm(part: int = 0, parts: int = 1) -> Sequence[int]:
    """Compile every kernel (or each `parts`-th one) into the cache; returns the addresses."""
    return [address_of(entry) for k, entry in enumerate(entries()) if k % parts == part]
