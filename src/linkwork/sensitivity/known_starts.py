"""What is known about the derivatives at the start of the last runs, for the next ones.

They follow from parameters, initial values and settings. As long as none of these changes, they are
not found again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from linkwork.model.data import Data
from linkwork.sensitivity.memory import Changes, Memory, memory_of
from linkwork.sensitivity.quick_starts import Varied
from linkwork.sensitivity.steps import Slopes

MOST = 4
"""Starts that are kept."""

LARGEST = 2.0e6
"""Largest memory of one of them [bytes]."""


class KnownStart:
    """Derivatives at the start of a run.

    variations -- how it depends on parameters; slopes -- derivatives of the state after it; sorts
    -- how equations depend on parameters (`alpha.sort_of`); both are found in the first run
    """

    def __init__(self, variations: Sequence[Varied]) -> None:
        self.variations = list(variations)
        self.slopes: list[Slopes] = []
        self.sorts: dict[int, tuple[int, float]] = {}
        self._memory: list[Memory] | None = None
        self._changes: list[Changes] = []

    def changes(self, data: Data) -> list[Changes]:
        """The numbers in the memory of a run that change with the parameters."""
        memory = memory_of(data, self._memory)
        if memory is not self._memory:
            self._memory = memory
            self._changes = [variation.changes(memory) for variation in self.variations]
        return self._changes

    @property
    def size(self) -> float:
        """Its memory [bytes]."""
        parts = [getattr(variation, "slopes", ()) for variation in self.variations]
        return float(sum(array.nbytes for part in parts for array in part))


def known_start(
    mbs: Any, names: Sequence[str], settings: Any, integrator: Any,
    find: Callable[[], Sequence[Varied]],
) -> KnownStart:  # fmt: skip
    """The start of a run with derivatives; find -- returns how it depends on the parameters"""
    if mbs._model.functions.bound:
        return KnownStart(find())
    kept: dict[Any, KnownStart] = mbs._data.known_starts
    chosen = tuple(sorted((path, repr(value)) for path, value in settings.chosen().items()))
    key = (
        tuple(names), integrator.name, chosen, mbs.systemData.initial_bytes(), mbs._store.replaced,
    )  # fmt: skip
    found = kept.pop(key, None) or KnownStart(find())
    if found.size <= LARGEST:
        kept[key] = found
    while len(kept) > MOST:
        del kept[next(iter(kept))]
    return found
