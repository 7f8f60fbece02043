"""Connected parts of a model in statics: those of like size are sought together.

Work, norms, stiffness and extent of a search are sums over what it looks at. A heavy part would
hide in them what a light one does, and a search would end in any place of the latter. So parts
whose typical loads or stiffnesses differ by more than a decade are looked for one after another,
each as if it stood alone, while the others keep their places.
"""

from __future__ import annotations

import math

import numpy as np

from linkwork.core.status import OK
from linkwork.solvers.static_system import StaticSystem


def _decade(size: float) -> float:
    return math.floor(math.log10(size)) if 0.0 < size < math.inf else size


def groups(system: StaticSystem) -> list[np.ndarray | None]:
    """Parts that are sought together, as lists of their numbers; None for the whole model."""
    parts = system.equations.parts
    if parts.count == 1 or system.evaluate()[0] != OK:
        return [None]
    label = parts.unknowns[: system.n]
    counts = np.maximum(np.bincount(label, minlength=parts.count), 1)
    loads = np.sqrt(parts.loads(system.data) / counts)
    sizes = system.diagonal_stiffness()
    stiffness = np.bincount(label, sizes, parts.count) / counts
    found: dict[tuple[float, float], list[int]] = {}
    for k, (load, size) in enumerate(zip(loads.tolist(), stiffness.tolist(), strict=True)):
        found.setdefault((_decade(load), _decade(size)), []).append(k)
    return [np.array(members) for members in found.values()] if len(found) > 1 else [None]
