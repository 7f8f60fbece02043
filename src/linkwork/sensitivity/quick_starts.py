"""Derivatives of initial values and of numbers in memory by a parameter, without starts of a copy.

That suffices where the initial values satisfy the constraints: what these and the accelerations add
follows from linear systems in the run itself (`restarts.py`).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.errors import ParameterError
from linkwork.core.records import State
from linkwork.model.position import difference
from linkwork.sensitivity.cells import CellVariation
from linkwork.sensitivity.formulas import AGREE, FEWER, STEP, TWO_SIDED, Part, disagreement
from linkwork.sensitivity.memory import Changes, Memory
from linkwork.sensitivity.variations import (
    Copy,
    Path,
    Prepared,
    Variation,
    changes_of,
    scale_of,
    slopes_of_numbers,
)

LINE = (1, -1, 2)
"""Multiples of the step at which numbers that depend linearly on a parameter are evaluated."""

STRAIGHT = 1.0e-15
"""Second differences up to this, relative to the numbers, are rounding."""

MET = 1.0e-12
"""Changes of initial values by constraints up to this, relative to them, are rounding."""

GIVEN = ("q", "v", "y")
"""Parts of a state that are initial values."""


class QuickVariation(NamedTuple):
    """How numbers in memory and initial values depend on a parameter; as `Variation`.

    given -- derivatives of the initial values, which satisfy the constraints
    """

    path: Path
    value: float
    scale: float
    slopes: list[np.ndarray]
    given: dict[str, np.ndarray]
    start: None = None

    def changes(self, memory: list[Memory]) -> Changes:
        """The numbers in the memory of a run that change with the parameter."""
        return changes_of(self.path, self.slopes, memory)


Varied = Variation | QuickVariation | CellVariation
"""How a run depends on a parameter."""


def starts_as_given(twin: Copy) -> bool:
    """Whether the initial values are those of the start, and numbers do not change in it."""
    known, nominal, equations = twin.prepared, twin.nominal, twin.equations
    if known is None or equations.redundant is not None or equations.shares_loads:
        return False
    if not all(map(np.array_equal, known.numbers, nominal.numbers)):
        return False
    moved = np.abs(difference(equations, known.state, nominal.state)).max(initial=0.0)
    faster = np.abs(known.state.v - nominal.state.v).max(initial=0.0)
    speed = np.abs(nominal.state.v).max(initial=0.0)
    return bool(moved <= MET * equations.largest_position() and faster <= MET * speed)


def vary_quickly(twin: Copy, path: Path, scale: float) -> QuickVariation | None:
    """Derivatives by a parameter without starts; None if they are needed."""
    nominal = twin.prepared
    if nominal is None:
        return None
    value, step = path.value(twin.mbs), STEP * scale
    further = tuple(k for k in TWO_SIDED if k not in LINE)
    found: dict[int, Prepared] = {}
    weights = {1: 0.5, -1: -0.5}
    try:
        for points in (LINE, further):
            for k in points:
                at = _with_value(twin, path, value + k * step)
                if at is None:
                    return None
                found[k] = at
            if points is LINE and _is_straight(twin, found, nominal):
                break
            weights = TWO_SIDED
    except ParameterError:
        return None
    finally:
        twin.reset(path, value)
    parts = _combined(twin, weights, step, found, nominal)
    if weights is TWO_SIDED:
        rough = _combined(twin, FEWER, step, found, nominal)
        if disagreement(parts, rough, scale) > AGREE:
            return None
    slopes, count = [part.slopes for part in parts], len(nominal.numbers)
    given = dict(zip(GIVEN, slopes[count:], strict=True))
    return QuickVariation(path, value, scale, slopes[:count], given)


def _combined(
    twin: Copy, weights: dict[int, float], step: float, found: dict[int, Prepared],
    nominal: Prepared,
) -> list[Part]:  # fmt: skip
    """Derivatives of the numbers in memory, then of the initial values."""
    parts = slopes_of_numbers(nominal, weights, step, found)
    for name in GIVEN:
        total = np.zeros(len(getattr(nominal.state, name)))
        for place, weight in weights.items():
            if place:
                total += weight / step * _differ(twin, name, nominal.state, found[place].state)
        size = float(np.abs(getattr(nominal.state, name)).max(initial=0.0)) or 1.0
        parts.append(Part(total, size))
    return parts


def _with_value(twin: Copy, path: Path, value: float) -> Prepared | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        twin.reset(path, value)
        return twin.at_rest()


def _differ(twin: Copy, name: str, one: State, other: State) -> np.ndarray:
    if name == "q":
        return difference(twin.equations, one, other)
    found: np.ndarray = getattr(other, name) - getattr(one, name)
    return found


def _is_straight(twin: Copy, found: dict[int, Prepared], nominal: Prepared) -> bool:
    """Whether numbers and initial values depend linearly on the parameter."""
    for k, base in enumerate(nominal.numbers):
        once, twice, back = (found[j].numbers[k] for j in (1, 2, -1))
        if not _lie_on_line(once - base, twice - base, back - base, np.abs(base)):
            return False
    for name in GIVEN:
        states = (found[j].state for j in (1, 2, -1))
        once, twice, back = (_differ(twin, name, nominal.state, state) for state in states)
        size = np.abs(getattr(nominal.state, name)).max(initial=0.0)
        if not _lie_on_line(once, twice, back, size):
            return False
    return True


def _lie_on_line(once: np.ndarray, twice: np.ndarray, back: np.ndarray, size: Any) -> bool:
    """Whether changes at 1, 2 and -1 are proportional, to rounding; size -- of the numbers"""
    bend = np.maximum(np.abs(twice - 2.0 * once), np.abs(once + back))
    return bool((bend <= STRAIGHT * np.maximum(np.abs(once), size)).all())


def quick_variations_of(
    mbs: Any, paths: Sequence[Path], make: Callable[[Any], Any]
) -> list[Variation | QuickVariation]:
    """Derivatives by some parameters, without starts where they are not needed.

    make -- makes a run of a copy of the system
    """
    found: list[Variation | QuickVariation] = []
    with Copy(mbs, make) as twin:
        is_quick = starts_as_given(twin)
        for path in paths:
            scale = scale_of(path, mbs)
            quick = vary_quickly(twin, path, scale) if is_quick else None
            found.append(quick if quick is not None else twin.vary(path, scale))
    return found
