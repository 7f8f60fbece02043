"""Connected parts of a model in statics: those of similar size are solved together.

Work, norms, stiffness and extent of a search are sums over all that it includes. A heavy part would
hide the residual of a light one, and the search would end with the latter anywhere. So parts
whose typical loads or stiffnesses differ by more than a decade are solved one after another,
each as if it were alone, while the others stay in place.
"""

from __future__ import annotations

import math

import numpy as np

from linkwork.core.status import OK
from linkwork.statics.system import StaticSystem


def _decades(sizes: np.ndarray) -> list[float]:
    """How many decades each size lies below the largest one."""
    usual = sizes[(sizes > 0.0) & (sizes < math.inf)]
    largest = float(usual.max(initial=0.0))
    return [
        math.floor(math.log10(largest / size)) if 0.0 < size < math.inf else size
        for size in sizes.tolist()
    ]


def groups(system: StaticSystem) -> list[np.ndarray | None]:
    """Parts that are solved together, as lists of their numbers; None for the whole model."""
    parts = system.equations.parts
    if parts.count == 1 or system.evaluate()[0] != OK:
        return [None]
    label = parts.unknowns[: system.n]
    counts = np.maximum(np.bincount(label, minlength=parts.count), 1)
    loads = np.sqrt(parts.loads(system.data) / counts)
    sizes = system.diagonal_stiffness()
    stiffness = np.bincount(label, sizes, parts.count) / counts
    found: dict[tuple[float, float], list[int]] = {}
    for k, place in enumerate(zip(_decades(loads), _decades(stiffness), strict=True)):
        found.setdefault(place, []).append(k)
    return [np.array(members) for members in found.values()] if len(found) > 1 else [None]
